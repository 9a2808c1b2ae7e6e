/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_stacks.c - the commands FILES, UNWIND and MAPPED, and what STATUS says of them: for a consumer whose
 * program has user stacks, and for one whose has none. What is mapped the test says itself.
 */
#include "fixture.h"

#include <string.h>

#include <dtrace/unwind.h>
#include <isa_types.h>

#include "base/errno.h"
#include "core/state/state.h"
#include "core/unwind/unwind.h"
#include "fake/unwind_sample.h"
#include "os/os.h"
#include "os/process.h"

#define MEMORY 0x5000u
#define PID    70u

static const struct os_memory_watcher *watcher;
static struct dt_state *state;
static struct dtrace_textfile files[DTRACE_FILES_MAX + 1];
static const uint64_t stack[4] = { 0, 0, 0, 0x10110 };

int __wrap_os_memory_watch(const struct os_memory_watcher *wanted);
int __wrap_os_memory_watch(const struct os_memory_watcher *wanted)
{
	watcher = wanted;
	return 0;
}

void __wrap_os_memory_unwatch(const struct os_memory_watcher *old);
void __wrap_os_memory_unwatch(const struct os_memory_watcher *old)
{
	if (watcher == old)
		watcher = NULL;
}

bool __wrap_os_user_frame(const struct isa_regs *regs, struct os_user_frame *ret);
bool __wrap_os_user_frame(const struct isa_regs *regs, struct os_user_frame *ret)
{
	(void)regs;
	*ret = (struct os_user_frame){
		.isa = &isa_self, .word = 8, .pc = 0x10020, .sp = (uintptr_t)stack, .memory = MEMORY
	};
	return true;
}

uint64_t __wrap_os_memory(void);
uint64_t __wrap_os_memory(void)
{
	return MEMORY;
}

static int setup(void **unused)
{
	fixture_start(1, 1);
	assert_int_equal(dt_state_open(&state), 0);
	memset(files, 0, sizeof(files));
	return 0;
}

static int teardown(void **unused)
{
	dt_state_close(state);
	assert_null(watcher);
	fixture_end();
	return 0;
}

/* A program that records user stacks, or one address of users, of a process with one file. */
static void trace(unsigned int action)
{
	const struct os_mapping mapping = {
		.start = 0x10000, .end = 0x12000, .offset = 0x1000, .file = { 1, 9, 2, 0x8000, 5 }, .path = "/bin/it"
	};
	struct dof_builder *b = dofb_create();

	if (action == DTRACEACT_USTACK)
		dofb_action(b, action, DOF_SECIDX_NONE)->arg = DTRACE_USTACK_ARG(4, 0);
	else
		dofb_action(b, action, dofb_var(b, DIF_VAR_ARG0));
	dofb_clause(b, dofb_probe(b, "fake:::", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_non_null(watcher);
	watcher->mapped(MEMORY, PID, &mapping, 1, OS_MAPPED_NOW);
	fixture_go(state);
}

/* The stack of the one record that there is. */
static const uint64_t *record(void)
{
	size_t size;
	const uint8_t *data;

	fake_fire(0, 0, 0);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 48);
	return (const uint64_t *)(const void *)(data + 16);
}

static struct dtrace_files files_request(uint32_t count, uint32_t pid)
{
	return (struct dtrace_files){ .buffer = (uintptr_t)files, .count = count, .pid = pid };
}

static struct dtrace_mapped mapped_request(uint32_t pid, uint64_t sequence)
{
	return (struct dtrace_mapped){ .buffer = (uintptr_t)files, .count = 2, .pid = pid, .sequence = sequence };
}

static uint8_t asked(void)
{
	struct dtrace_status status;

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	return status.files;
}

static void table_comes(void **unused)
{
	static const struct unwind_span spans[] = {
		{ 0x401000, UNWIND_RULE(DTRACE_UNWIND_SP, 0, 32, -1, DTRACE_UNWIND_FP_SAME) },
		{ 0x401100, UNWIND_RULE(DTRACE_UNWIND_END, 0, 0, 0, 0) },
	};
	struct dtrace_unwindfile file = { .parts = 1, .part = { { 0x1000, 0x3000, 0x400000 } } };
	struct dtrace_files request = files_request(2, 0);
	size_t size;
	void *bytes = unwind_sample(8, 0, 0x400000, 1, spans, 2, &size);

	trace(DTRACEACT_USTACK);
	assert_int_equal(asked(), 0);
	assert_int_equal(record()[1], 0);
	assert_int_equal(asked(), DTRACE_FILES_MISSED);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FILES, &request), 0);
	assert_int_equal(request.count, 1);
	assert_int_equal(files[0].pid, PID);
	assert_string_equal(files[0].path, "/bin/it");
	assert_int_equal(asked(), 0);
	file.number = files[0].number;
	file.buffer = (uintptr_t)bytes;
	file.size = size;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_UNWIND, &file), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_UNWIND, &file), -OS_EEXIST);
	os_free(bytes);
	assert_int_equal(record()[0], 0x10020);
	assert_int_equal(record()[1], 0x10110);
	assert_int_equal(record()[2], 0);
}

static void ends_after(unsigned int action)
{
	struct dtrace_mapped request = mapped_request(PID, 7);

	trace(action);
	fake_fire(0, 0x10020, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_MAPPED, &request), 0);
	assert_int_equal(request.count, 1);
	assert_int_equal(request.sequence, 0);
	assert_int_equal(files[0].start, 0x10000);
	request = mapped_request(0, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_MAPPED, &request), -OS_ENOENT);
	watcher->gone(MEMORY);
	dt_stacks_settle();
	assert_int_equal(asked() & DTRACE_FILES_ENDED, DTRACE_FILES_ENDED);
	request = mapped_request(0, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_MAPPED, &request), 0);
	assert_int_equal(request.pid, PID);
	assert_int_equal(request.sequence, 1);
	assert_int_equal(asked() & DTRACE_FILES_ENDED, 0);
}

static void process_ends(void **unused)
{
	ends_after(DTRACEACT_USTACK);
}

static void address_of_ended(void **unused)
{
	ends_after(DTRACEACT_UADDR);
}

static void nobody_walks(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_files request = files_request(2, 0);
	struct dtrace_mapped mapped = mapped_request(PID, 0);
	struct dtrace_unwindfile file = { .number = 1 };

	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, "fake:::", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_null(watcher);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FILES, &request), 0);
	assert_int_equal(request.count, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_MAPPED, &mapped), -OS_ENOENT);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_UNWIND, &file), -OS_ENOENT);
	assert_int_equal(asked(), 0);
}

static void malformed(void **unused)
{
	struct dtrace_files request = files_request(DTRACE_FILES_MAX + 1, PID);
	struct dtrace_mapped mapped = mapped_request(PID, 0);
	struct dtrace_unwindfile file = { .number = 1, .size = DTRACE_UNWIND_SIZE_MAX + 1, .buffer = (uintptr_t)files };

	trace(DTRACEACT_USTACK);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FILES, &request), -OS_EINVAL);
	request = files_request(1, PID);
	request.buffer += 4;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FILES, &request), -OS_EINVAL);
	request = files_request(1, PID);
	request.buffer = 8;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FILES, &request), -OS_EFAULT);
	request = files_request(0, PID);
	request.buffer = 0;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FILES, &request), 0); /* how many */
	assert_int_equal(request.count, 1);
	request = files_request(1, PID);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FILES, &request), 0);
	file.number = files[0].number;
	mapped.count = DTRACE_FILES_MAX + 1;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_MAPPED, &mapped), -OS_EINVAL);
	mapped = mapped_request(PID, 0);
	mapped.buffer = 8;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_MAPPED, &mapped), -OS_EFAULT);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_UNWIND, &file), -OS_EINVAL);
	file.size = 64;
	file.buffer = 8;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_UNWIND, &file), -OS_EFAULT);
	file.buffer = (uintptr_t)files;
	file.parts = 1;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_UNWIND, &file), -OS_EINVAL); /* its part */
	file.part[0].end = 1;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_UNWIND, &file), -OS_EINVAL); /* no table */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(table_comes, setup, teardown),
		cmocka_unit_test_setup_teardown(process_ends, setup, teardown),
		cmocka_unit_test_setup_teardown(address_of_ended, setup, teardown),
		cmocka_unit_test_setup_teardown(nobody_walks, setup, teardown),
		cmocka_unit_test_setup_teardown(malformed, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
