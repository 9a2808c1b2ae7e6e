/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fake_os.c - see fake_os.h. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <isa_types.h>

#include "fake_os.h"
#include "core/unwind/unwind.h"
#include "os/os.h"

struct fake_os fake_os;

struct memory {
	_Alignas(FAKE_PAGE) uint8_t bytes[FAKE_PAGES * FAKE_PAGE];
	bool hole[FAKE_PAGES];
	size_t used;
};

static struct memory kernel_memory;
static struct memory user_memory;
static pthread_mutex_t cpus[FAKE_CPUS] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
					   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static _Thread_local unsigned int self;
static const uint8_t *seen;
static size_t seen_size;

void fake_os_reset(void)
{
	memset(&fake_os, 0, sizeof(fake_os));
	memset(&kernel_memory, 0, sizeof(kernel_memory));
	memset(&user_memory, 0, sizeof(user_memory));
	fake_os.execname = "fake";
	fake_os.names[0] = "provider";
	fake_os.names[1] = "module";
	fake_os.names[2] = "function";
	fake_os.names[3] = "name";
}

static uint64_t put(struct memory *memory, const void *data, size_t size)
{
	uint8_t *at = memory->bytes + memory->used;

	if (memory->used + size > sizeof(memory->bytes))
		abort();
	memcpy(at, data, size);
	memory->used = DT_ROUNDUP(memory->used + size, 16);
	return (uintptr_t)at;
}

uint64_t fake_kernel(const void *data, size_t size)
{
	return put(&kernel_memory, data, size);
}

uint64_t fake_user(const void *data, size_t size)
{
	return put(&user_memory, data, size);
}

void fake_kernel_see(const void *base, size_t size)
{
	seen = base;
	seen_size = size;
}

uint64_t fake_kernel_page(unsigned int page)
{
	return (uintptr_t)(kernel_memory.bytes + page * FAKE_PAGE);
}

uint64_t fake_user_page(unsigned int page)
{
	return (uintptr_t)(user_memory.bytes + page * FAKE_PAGE);
}

void fake_kernel_hole(unsigned int page)
{
	kernel_memory.hole[page] = true;
}

void fake_user_hole(unsigned int page)
{
	user_memory.hole[page] = true;
}

/* ---- guarded accesses ------------------------------------------------------------------------ */

static uint8_t *reach(struct memory *memory, uint64_t addr, size_t size)
{
	uint64_t offset = addr - (uintptr_t)memory->bytes;
	uint64_t page;

	if (memory == &kernel_memory && addr - (uintptr_t)seen < seen_size &&
	    size <= seen_size - (addr - (uintptr_t)seen))
		return (uint8_t *)(uintptr_t)addr;
	if (offset >= sizeof(memory->bytes) || size > sizeof(memory->bytes) - offset)
		return NULL;
	for (page = offset / FAKE_PAGE; size && page <= (offset + size - 1) / FAKE_PAGE; page++)
		if (memory->hole[page])
			return NULL;
	return memory->bytes + offset;
}

static long load_string(struct memory *memory, char *dst, uint64_t addr, size_t size)
{
	size_t at;

	for (at = 0; at + 1 < size; at++) {
		const uint8_t *byte = reach(memory, addr + at, 1);

		if (!byte)
			return -OS_EFAULT;
		if (!*byte)
			break;
		dst[at] = (char)*byte;
	}
	dst[at] = '\0';
	return (long)at;
}

int os_kload(void *dst, uint64_t addr, size_t size)
{
	const uint8_t *src = reach(&kernel_memory, addr, size);

	fake_os.kload_size = (int)size;
	if (!src)
		return -OS_EFAULT;
	memcpy(dst, src, size);
	return 0;
}

int os_uload(void *dst, uint64_t addr, size_t size)
{
	const uint8_t *src = reach(&user_memory, addr, size);

	if (!src)
		return -OS_EFAULT;
	memcpy(dst, src, size);
	return 0;
}

int os_ustore(uint64_t addr, const void *src, size_t size)
{
	uint8_t *dst = reach(&user_memory, addr, size);

	if (!dst)
		return -OS_EFAULT;
	memcpy(dst, src, size);
	return 0;
}

long os_kload_str(char *dst, uint64_t addr, size_t size)
{
	return load_string(&kernel_memory, dst, addr, size);
}

long os_uload_str(char *dst, uint64_t addr, size_t size)
{
	return load_string(&user_memory, dst, addr, size);
}

/* ---- the rest of os.h that the machine uses -------------------------------------------------- */

unsigned int os_cpu_count(void)
{
	return FAKE_CPUS;
}

unsigned int os_cpu_self(void)
{
	return self;
}

void fake_cpu_take(unsigned int cpu)
{
	pthread_mutex_lock(&cpus[cpu]);
	self = cpu;
}

void fake_cpu_leave(void)
{
	pthread_mutex_unlock(&cpus[self]);
}

unsigned long os_irq_save(void)
{
	pthread_mutex_lock(&cpus[self]);
	return 0;
}

void os_irq_restore(unsigned long state)
{
	pthread_mutex_unlock(&cpus[self]);
}

/* As if every CPU were this one. */
int os_xcall(int cpu, void (*fn)(void *arg), void *arg)
{
	unsigned long irq = os_irq_save();

	fn(arg);
	os_irq_restore(irq);
	return 0;
}

void os_assert_failed(const char *file, int line, const char *text)
{
	fprintf(stderr, "%s:%d: %s\n", file, line, text);
	abort();
}

void os_sync(void)
{
	unsigned int cpu;

	__atomic_add_fetch(&fake_os.syncs, 1, __ATOMIC_RELAXED);
	for (cpu = 0; cpu < FAKE_CPUS; cpu++) {
		pthread_mutex_lock(&cpus[cpu]);
		pthread_mutex_unlock(&cpus[cpu]);
	}
}

void *os_alloc(size_t size)
{
	void *memory;

	if (fake_os.alloc_fail && --fake_os.alloc_fail == 0)
		return NULL;
	memory = calloc(1, size ? size : 1);
	if (memory)
		fake_os.allocs++;
	return memory;
}

void os_free(void *memory)
{
	if (memory)
		fake_os.allocs--;
	free(memory);
}

void os_mutex_init(struct os_mutex *mutex, struct os_mutex_kind *kind)
{
	pthread_mutex_init((pthread_mutex_t *)(void *)mutex->storage, NULL);
}

void os_mutex_fini(struct os_mutex *mutex)
{
	pthread_mutex_destroy((pthread_mutex_t *)(void *)mutex->storage);
}

void os_mutex_lock(struct os_mutex *mutex)
{
	pthread_mutex_lock((pthread_mutex_t *)(void *)mutex->storage);
}

void os_mutex_unlock(struct os_mutex *mutex)
{
	pthread_mutex_unlock((pthread_mutex_t *)(void *)mutex->storage);
}

DT_BY_NAME uint64_t os_time_mono(void)
{
	return fake_os.mono++;
}

uint64_t os_time_wall(void)
{
	return fake_os.wall++;
}

DT_BY_NAME uint64_t os_fact(enum os_fact fact)
{
	return fact == OS_FACT_THREAD_KEY && !fake_os.facts[fact] ? self + 1 : fake_os.facts[fact];
}

void os_execname(char *dst)
{
	size_t length = strnlen(fake_os.execname, OS_EXECNAME_SIZE - 1);

	memset(dst, '?', OS_EXECNAME_SIZE); /* as a kernel may leave it behind the NUL */
	memcpy(dst, fake_os.execname, length);
	dst[length] = '\0';
}

long os_execargs(char *dst, size_t size)
{
	size_t length;

	if (!fake_os.execargs)
		return -OS_EFAULT;
	length = strnlen(fake_os.execargs, size - 1);
	memcpy(dst, fake_os.execargs, length);
	dst[length] = '\0';
	return (long)length;
}

bool os_mutex_thread(uint64_t word, uint64_t *ret)
{
	*ret = word;
	return !fake_os.other_locks;
}

bool os_rwlock_held(uint32_t word, uint32_t *ret)
{
	*ret = word;
	return !fake_os.other_locks;
}

long os_path(uint64_t mount, uint64_t name, char *dst, size_t size)
{
	return mount == 1 ? snprintf(dst, size, "/of/%u", (unsigned int)name) : -OS_EFAULT;
}

/* Object 1 has every fact; there are no locks; all else cannot be read. */
int os_number(enum dif_fact fact, uint64_t object, uint64_t *ret)
{
	if (fact == DIF_FACT_LOCK_KIND)
		return -OS_EOPNOTSUPP;
	*ret = 1000 + (uint64_t)fact;
	return object == 1 ? 0 : -OS_EFAULT;
}

long os_text(enum dif_fact fact, uint64_t object, char *dst, size_t size)
{
	if (fact == DIF_FACT_TASK_ROOT)
		return -OS_EOPNOTSUPP;
	return object == 1 ? DT_MIN(snprintf(dst, size, "fact %u", (unsigned int)fact), (int)size - 1) : -OS_EFAULT;
}

bool os_progeny(uint64_t pid)
{
	return pid == fake_os.progeny;
}

static unsigned int stack(const uint64_t *from, unsigned int count, uint64_t *pcs, unsigned int max)
{
	count = DT_MIN(count, max);
	memcpy(pcs, from, count * sizeof(*pcs));
	return count;
}

unsigned int os_kstack(struct isa_regs *regs, const struct os_extent *hidden, uint64_t *pcs, unsigned int max)
{
	fake_os.hidden = hidden;
	return stack(fake_os.kstack, fake_os.kstack_count, pcs, max);
}

bool os_kstack_exact(void)
{
	return fake_os.kstack_exact;
}

struct isa_regs *os_user_regs(void)
{
	static uint64_t regs[64];
	unsigned int reg;

	for (reg = 0; reg < isa_self.reg_count; reg++)
		isa_reg_set((struct isa_regs *)(void *)regs, reg, 0x1000 + reg);
	return fake_os.has_user_regs ? (struct isa_regs *)(void *)regs : NULL;
}

/* ---- the framework's part -------------------------------------------------------------------- */

unsigned int dt_user_stack(const struct isa_regs *regs, bool at_edge, uint64_t *pcs, unsigned int max)
{
	fake_os.ustack_at_edge = at_edge;
	return stack(fake_os.ustack, fake_os.ustack_count, pcs, max);
}

const char *dt_probe_name_part(const struct dt_probe *probe, enum dt_probe_part part)
{
	return fake_os.names[part];
}

uint32_t dt_probe_id_get(const struct dt_probe *probe)
{
	return fake_os.probe_id;
}

unsigned int dt_probe_aframes(const struct dt_probe *probe)
{
	return fake_os.aframes;
}

const struct os_extent *dt_probe_frames(const struct dt_probe *probe)
{
	return fake_os.frames;
}

DT_BY_NAME int dt_firing_arg(const struct dt_probe *probe, const struct dt_firing *firing, unsigned int n,
			     uint64_t *value)
{
	*value = n < 10 ? fake_os.args[n] : 0;
	return fake_os.arg_error;
}

int dt_speculation_get(struct dt_specs *specs, struct dt_specs_cpu *mine)
{
	return fake_os.speculation;
}

/* ---- who traces: everybody, with the numbers of the initial namespace --------------------------- */

enum dt_role dt_probe_role(const struct dt_probe *probe)
{
	return DT_ROLE_NORMAL;
}

uint64_t os_subject_fact(const struct os_subject *subject, enum os_fact fact)
{
	return os_fact(fact);
}

bool os_subject_progeny(const struct os_subject *subject, uint64_t pid)
{
	return os_progeny(pid);
}
