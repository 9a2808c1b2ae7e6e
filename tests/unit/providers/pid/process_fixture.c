/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process_fixture.c - see process_fixture.h. */
#include <string.h>

#include "core/entry.h"
#include "os/host/host.h"
#include "os/process.h"
#include "process_fixture.h"
#include "providers/providers.h"

/* ---- the operating system's part: one process ------------------------------------------------- */

struct os_space process;
bool memory_missing;
int open_error;
void (*watcher)(struct os_space *space);
const struct dt_provider_ops *list_ops; /* of the provider `pid` itself */

static int user_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	if (memory_missing)
		return -OS_EFAULT;
	memcpy(dst, (const void *)(uintptr_t)addr, size);
	return 0;
}

static int user_store(void *arg, uint64_t addr, const void *src, size_t size)
{
	memcpy((void *)(uintptr_t)addr, src, size);
	return 0;
}

static const struct isa_mem user_memory = { .load = user_load, .store = user_store };

int os_process_open(uint64_t pid, struct os_space **ret, uint64_t *number)
{
	if (open_error)
		return open_error;
	assert_int_equal(pid, PID);
	*number = pid;
	if (!process.sites) {
		process = (struct os_space){
			.id = 7, .isa = &isa_self, .ops = fake_space.space.ops, .memory = &user_memory
		};
		if (dt_space_open(&process) != 0)
			return -OS_ENOMEM;
	} else if (!dt_space_get(&process, 1)) {
		return -OS_ESRCH;
	}
	*ret = &process;
	return 0;
}

void os_process_watch(void (*gone)(struct os_space *space))
{
	watcher = gone;
}

void process_ends(void)
{
	dt_space_kill(&process);
	watcher(&process);
}

int process_setup(void **state)
{
	(void)state;
	fake_reset();
	os_host_cpu_set_count(2);
	fake_space_setup();
	fake_write_functions();
	open_error = 0;
	memory_missing = false;
	memset(&process, 0, sizeof(process));
	assert_int_equal(dt_provider_pid_init(), 0);
	assert_string_equal(fake.provider, "pid");
	assert_non_null(fake.process_ops);
	list_ops = fake.ops;
	return 0;
}

int process_teardown(void **state)
{
	(void)state;
	fake_run_task();
	assert_null(process.sites); /* it is closed */
	assert_int_equal(pid_site_total, 0);
	dt_provider_pid_fini();
	assert_null(fake.process_ops);
	assert_null(watcher);
	fake_space_teardown();
	return 0;
}

/* ---- what a consumer hands in ----------------------------------------------------------------- */

struct dtrace_processsite sites[DTRACE_PROCESS_SITES_MAX + 8];
struct dtrace_processpart parts[2];
struct dt_process_probe wanted;
uint32_t made, added;

void want(const char *module, const char *function, const char *name)
{
	wanted = (struct dt_process_probe){
		.module = module, .function = function, .name = name, .sites = sites, .parts = parts
	};
}

/* The instruction that is there now. */
struct dtrace_processsite *want_site(uint64_t addr, int64_t offset, uint8_t flags)
{
	struct dtrace_processsite *site = &sites[wanted.site_count++];
	struct isa_insn insn;

	isa_self.insn_decode((const uint8_t *)(uintptr_t)addr, ISA_INSN_MAX, addr, &insn);
	*site = (struct dtrace_processsite){ .addr = addr, .offset = offset, .length = insn.len, .flags = flags };
	memcpy(site->bytes, insn.bytes, insn.len);
	return site;
}

int add_to(void *held, uint32_t limit)
{
	made = added = 0;
	fake.refused[0] = '\0';
	return fake.process_ops->add(held, &wanted, limit, &made, &added);
}

void *hold(void)
{
	void *held;

	assert_int_equal(fake.process_ops->open(PID, NULL, NULL, &held), 0);
	return held;
}

void let_go(void *held)
{
	fake.process_ops->close(held);
}

struct dt_site *site_at(uint64_t addr)
{
	return dt_site_find(process.sites, addr);
}

void trap(uint64_t addr, SAMPLE_REGS *file)
{
	struct isa_regs *regs = (struct isa_regs *)file;
	static const struct dt_user_thread thread = { 1 };
	struct dt_user_access missing;
	enum dt_user_trap result;
	uint64_t pc;

	isa_pc_set(regs, addr + ISA_SELF_BREAK_PC_AFTER);
	result = dt_user_trap(&process, regs, &thread, &missing);
	pc = isa_pc_get(regs);
	assert_int_equal(result, dt_user_pc(&process, pc) != pc ? DT_USER_TRAP_PASSED : DT_USER_TRAP_EXECUTED);
}
