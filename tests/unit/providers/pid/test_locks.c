/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_locks.c - plockstat's provider, for each CPU: what entries, waits and returns of functions of locks mean, calls
 * that are made of others, calls that never return, what is refused, and the end of all that.
 */
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "fake/tracepoints.h"
#include "os/host/host.h"
#include "process_fixture.h"
#include "providers/pid/locks.h"

/* ---- the C library ---------------------------------------------------------------------------- */

enum { LOCK, TIMEDLOCK, TRYLOCK, UNLOCK, WAIT, RDLOCK, WRLOCK, RWUNLOCK, FUNCTIONS_OF_LOCKS };

#define FUTEX   17u
#define FUTEX64 18u
#define OTHER   19u
#define ADDR(n) (fake_at(8192) + 512 * (uint64_t)(n)) /* of a function */

#define COUNT   4  /* bytes into a lock: how often it is held */
#define WAITED  8  /* the second argument of a futex call that waits: the fake's arguments make it FUTEX_WAIT_BITSET */
#define WOKEN   16 /* ... and something else of that */
#define KIND    20
#define OWNER   32
#define WRITER  24
#define SIZE    40

#define TEST_COUNT                               \
	{                                        \
		COUNT, UINT32_MAX, 2, UINT32_MAX \
	}
#define TEST_ADAPTIVE            \
	{                        \
		KIND, 0x7f, 3, 3 \
	}
#define TEST_HELD                            \
	{                                    \
		0, UINT32_MAX, 1, UINT32_MAX \
	}
#define TEST_CHECKED          \
	{                     \
		KIND, 3, 1, 2 \
	}
#define MUTEX(which)                                                                                              \
	{                                                                                                         \
		.call = which, .quiet = { 16, 110 }, .size = SIZE, .owner_offset = OWNER, .owner_mask = 0xffffff, \
		.tests = {                                                                                        \
			TEST_COUNT,                                                                               \
			TEST_ADAPTIVE,                                                                            \
			TEST_HELD,                                                                                \
			TEST_CHECKED                                                                              \
		}                                                                                                 \
	}
#define RWLOCK(which)                                                                                                 \
	{                                                                                                             \
		.call = which, .quiet = { 16, 110 }, .size = SIZE, .tests = { { WRITER, UINT32_MAX, 1, UINT32_MAX } } \
	}

static const struct {
	const char *name;
	struct dtrace_processlock how;
} functions[FUNCTIONS_OF_LOCKS] = {
	[LOCK] = { "lock", MUTEX(DTRACE_LOCK_MUTEX) },
	[TIMEDLOCK] = { "timedlock", MUTEX(DTRACE_LOCK_MUTEX) },
	[TRYLOCK] = { "trylock", MUTEX(DTRACE_LOCK_MUTEX_TRY) },
	[UNLOCK] = { "unlock", MUTEX(DTRACE_LOCK_MUTEX_UNLOCK) },
	[WAIT] = { "wait",
		   { .call = DTRACE_LOCK_COND_WAIT,
		     .argument = 1,
		     .quiet = { 16, 110 },
		     .size = SIZE,
		     .tests = { TEST_COUNT, TEST_ADAPTIVE, TEST_HELD } } },
	[RDLOCK] = { "rdlock", RWLOCK(DTRACE_LOCK_READ) },
	[WRLOCK] = { "wrlock", RWLOCK(DTRACE_LOCK_WRITE) },
	[RWUNLOCK] = { "rwunlock", RWLOCK(DTRACE_LOCK_RW_UNLOCK) },
};

static const struct dtrace_pattr attributes;
static struct dtrace_processlock how;

static uint64_t exit_at(unsigned int function, unsigned int which)
{
	return ADDR(function) + (uint64_t)sample_functions[TWO_EXITS].exits[which];
}

/* The sites of a function, in order of address. */
static void want_function(unsigned int function)
{
	want("libc.so.6", functions[function].name, "");
	how = functions[function].how;
	wanted.provider = DTRACE_PLOCKSTAT;
	wanted.lock = &how;
	want_site(ADDR(function) + SAMPLE_BODY, 0, DTRACE_PROCESSF_ENTRY);
	want_site(exit_at(function, 0), 0, 0);
	want_site(exit_at(function, 1), 0, 0);
}

static void *hold_locks(void)
{
	void *held;

	assert_int_equal(fake.process_ops->open(PID, DTRACE_PLOCKSTAT, &attributes, &held), 0);
	return held;
}

static void *hold_all(void)
{
	void *held = hold_locks();
	unsigned int i;

	for (i = 0; i < FUNCTIONS_OF_LOCKS; i++) {
		want_function(i);
		assert_int_equal(add_to(held, LIMIT), 0);
		assert_int_equal(added, 3);
	}
	return held;
}

static struct dt_probe *probe_of(unsigned int function, const char *name)
{
	return fake_probe("libc.so.6", functions[function].name, name);
}

static struct dt_probe *enabled(unsigned int function, const char *name)
{
	struct dt_probe *probe = probe_of(function, name);

	assert_non_null(probe);
	assert_null(fake_enable(probe));
	return probe;
}

/* ---- the operating system --------------------------------------------------------------------- */

static int enter_point, exit_point;
static const struct os_tracepoint points[] = {
	{ .module = "vmlinux", .name = OS_TRACEPOINT_ENTER, .point = &enter_point },
	{ .module = "vmlinux", .name = "sched_process_exit", .point = &exit_point },
};
static const struct os_syscall calls[] = {
	{ .name = "read", .abi = "", .number = OTHER },
	{ .name = "futex", .abi = "", .number = FUTEX },
	{ .name = "futex_time64", .abi = "", .number = FUTEX64 },
};

static uint64_t stack, lock;

static void write_word(unsigned int offset, uint32_t value)
{
	memcpy((void *)(uintptr_t)(lock + offset), &value, sizeof(value));
}

static int setup(void **state)
{
	unsigned int i;

	process_setup(state);
	fake_tracepoints = (struct fake_tracepoints){
		.points = points, .count = DT_ARRAY_SIZE(points), .calls = calls, .call_count = DT_ARRAY_SIZE(calls)
	};
	for (i = 0; i < FUNCTIONS_OF_LOCKS; i++)
		fake_write(ADDR(i) - fake_at(0), fake_space.text + TWO_EXITS * FUNCTION_SIZE, FUNCTION_SIZE);
	stack = fake_stack();
	lock = (stack + 512 + 127) & ~127ull;
	write_word(0, 1);
	return 0;
}

/* ---- a thread --------------------------------------------------------------------------------- */

/* The register that argument @n is in; false: it is in memory. */
static bool register_of(unsigned int n, unsigned int *ret)
{
	SAMPLE_REGS regs;
	uint64_t value;

	for (*ret = 0; *ret < isa_self.reg_count; ++*ret) {
		memset(&regs, 0, sizeof(regs));
		sample_set_stack(&regs, stack);
		isa_reg_set((struct isa_regs *)&regs, *ret, stack + 8);
		if (isa_self.user_arg_get((struct isa_regs *)&regs, n, process.memory, &value) == 0 &&
		    value == stack + 8)
			return true;
	}
	return false;
}

/* The program calls a function at so many bytes of stack. */
static void enter(unsigned int function, unsigned int depth)
{
	unsigned int argument = functions[function].how.argument, reg;
	uint64_t at = stack - depth + (argument + 1) * isa_self.word_size;
	bool is_register = register_of(argument, &reg);
	SAMPLE_REGS regs;

	memset(&regs, 0, sizeof(regs));
	if (is_register)
		isa_reg_set((struct isa_regs *)&regs, reg, lock);
	else
		memcpy((void *)(uintptr_t)at, &lock, isa_self.word_size);
	sample_set_stack(&regs, stack - depth);
	trap(ADDR(function) + SAMPLE_BODY, &regs);
}

static void leave(unsigned int function, unsigned int depth, int64_t value)
{
	SAMPLE_REGS regs;

	memset(&regs, 0, sizeof(regs));
	sample_set_stack(&regs, stack - depth);
	sample_set_result(&regs, value);
	trap(exit_at(function, (unsigned int)value & 1), &regs);
}

/* It calls the kernel about a word of the lock. */
static void futex(unsigned int number, uint64_t offset)
{
	fake_call(0, number, false, lock + offset - 1);
}

#define assert_fired(probe, times, ...)                                     \
	do {                                                                \
		static const uint64_t words[] = { __VA_ARGS__ };            \
		assert_int_equal((probe)->fired, times);                    \
		assert_int_equal(fake.arg_count, 1 + DT_ARRAY_SIZE(words)); \
		assert_int_equal(fake.args[0], lock);                       \
		assert_memory_equal(fake.args + 1, words, sizeof(words));   \
	} while (0)

/* ---- tests: what there is --------------------------------------------------------------------- */

static void test_probes(void **state)
{
	void *held = hold_all();

	(void)state;
	assert_string_equal(probe_of(LOCK, "mutex-acquire")->provider->name, "plockstat1234");
	assert_non_null(probe_of(LOCK, "mutex-block"));
	assert_non_null(probe_of(LOCK, "mutex-blocked"));
	assert_non_null(probe_of(LOCK, "mutex-spin"));
	assert_non_null(probe_of(LOCK, "mutex-spun"));
	assert_non_null(probe_of(LOCK, "mutex-error"));
	assert_null(probe_of(LOCK, "mutex-release"));
	assert_null(probe_of(TRYLOCK, "mutex-block"));
	assert_non_null(probe_of(TRYLOCK, "mutex-acquire"));
	assert_non_null(probe_of(UNLOCK, "mutex-release"));
	assert_null(probe_of(UNLOCK, "mutex-acquire"));
	assert_non_null(probe_of(WAIT, "mutex-release"));
	assert_non_null(probe_of(WAIT, "mutex-acquire"));
	assert_null(probe_of(WAIT, "mutex-spin"));
	assert_non_null(probe_of(RDLOCK, "rw-block"));
	assert_null(probe_of(RDLOCK, "mutex-block"));
	assert_non_null(probe_of(RWUNLOCK, "rw-release"));
	/* handed in again: nothing is new */
	want_function(LOCK);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(made, 0);
	assert_int_equal(added, 0);
	let_go(held);
	assert_int_equal(fake.probe_count, 0);
	assert_int_equal(fake.retired, 2);
}

static void assert_types(struct dt_probe *probe, unsigned int count)
{
	unsigned int i;

	for (i = 0; i <= count; i++) {
		struct dtrace_argdesc desc = { .index = i, .mapping = DTRACE_ARGNONE };

		probe->provider->ops->arg_desc(probe->provider->arg, probe->arg, &desc);
		assert_int_equal(desc.mapping, i < count ? i : DTRACE_ARGNONE);
		assert_string_equal(desc.native, i == count ? "" : i ? "int" : "uintptr_t");
	}
}

static void test_types(void **state)
{
	void *held = hold_all();

	(void)state;
	assert_types(probe_of(LOCK, "mutex-acquire"), 2);
	assert_types(probe_of(LOCK, "mutex-block"), 1);
	assert_types(probe_of(LOCK, "mutex-spin"), 1);
	assert_types(probe_of(LOCK, "mutex-spun"), 2);
	assert_types(probe_of(LOCK, "mutex-blocked"), 2);
	assert_types(probe_of(RDLOCK, "rw-block"), 2);
	assert_types(probe_of(RDLOCK, "rw-blocked"), 3);
	assert_types(probe_of(RDLOCK, "rw-error"), 3);
	let_go(held);
}

/* ---- tests: mutexes --------------------------------------------------------------------------- */

static void test_acquire(void **state)
{
	void *held = hold_all();
	struct dt_probe *acquire = enabled(LOCK, "mutex-acquire"), *error = enabled(LOCK, "mutex-error");

	(void)state;
	enter(LOCK, 0);
	assert_int_equal(fake.fired, 0);
	leave(LOCK, 0, 0);
	assert_fired(acquire, 1, 0);
	assert_true(fake.edge);
	assert_int_equal(fake.user, DT_FIRING_INTERRUPTED);
	write_word(COUNT, 2);
	enter(LOCK, 64);
	leave(LOCK, 64, 0);
	assert_fired(acquire, 2, 1);
	enter(LOCK, 0);
	leave(LOCK, 0, 130); /* its last owner has ended */
	assert_fired(acquire, 3, 1);
	enter(LOCK, 0);
	leave(LOCK, 0, 35);
	assert_fired(error, 1, 35);
	enter(LOCK, 0);
	leave(LOCK, 0, 110); /* too late: no error */
	leave(LOCK, 0, 0);   /* whose entry was not seen */
	assert_int_equal(acquire->fired, 3);
	assert_int_equal(error->fired, 1);
	let_go(held);
}

static void test_try(void **state)
{
	void *held = hold_all();
	struct dt_probe *acquire = enabled(TRYLOCK, "mutex-acquire"), *error = enabled(TRYLOCK, "mutex-error");

	(void)state;
	enter(TRYLOCK, 0);
	leave(TRYLOCK, 0, 16); /* busy: no error */
	assert_int_equal(fake.fired, 0);
	enter(TRYLOCK, 0);
	leave(TRYLOCK, 0, 22);
	assert_fired(error, 1, 22);
	enter(TRYLOCK, 0);
	leave(TRYLOCK, 0, 0);
	assert_fired(acquire, 1, 0);
	let_go(held);
}

static void test_release(void **state)
{
	void *held = hold_all();
	struct dt_probe *release = enabled(UNLOCK, "mutex-release"), *error;

	(void)state;
	assert_null(site_at(exit_at(UNLOCK, 0))); /* nothing to know there */
	enter(UNLOCK, 0);
	assert_fired(release, 1, 0);
	write_word(COUNT, 2);
	enter(UNLOCK, 0);
	assert_fired(release, 2, 1);
	error = enabled(UNLOCK, "mutex-error");
	assert_non_null(site_at(exit_at(UNLOCK, 0)));
	write_word(0, 0); /* nobody has it */
	enter(UNLOCK, 0);
	leave(UNLOCK, 0, 1);
	assert_int_equal(release->fired, 2);
	assert_fired(error, 1, 1);
	fake_disable(error);
	assert_null(site_at(exit_at(UNLOCK, 0)));
	write_word(0, 1);
	write_word(KIND, 2); /* only its owner may */
	write_word(OWNER, 0x7f000000 | (uint32_t)(os_fact(OS_FACT_OWN_TID) + 1));
	enter(UNLOCK, 0);
	assert_int_equal(release->fired, 2);
	write_word(OWNER, 0x7f000000 | (uint32_t)os_fact(OS_FACT_OWN_TID));
	enter(UNLOCK, 0);
	assert_int_equal(release->fired, 3);
	let_go(held);
}

static void test_block(void **state)
{
	void *held = hold_all();
	struct dt_probe *block = enabled(LOCK, "mutex-block"), *blocked = enabled(LOCK, "mutex-blocked");

	(void)state;
	assert_int_equal(fake_tracepoints.hook_count, 2);
	futex(FUTEX, WAITED); /* in no function */
	enter(LOCK, 0);
	futex(OTHER, WAITED);
	futex(FUTEX, WOKEN);
	futex(FUTEX, SIZE + 128); /* of another lock */
	assert_int_equal(fake.fired, 0);
	futex(FUTEX, WAITED);
	assert_int_equal(block->fired, 1);
	assert_int_equal(fake.arg_count, 1);
	assert_int_equal(fake.args[0], lock);
	assert_int_equal(fake.user, DT_FIRING_CALLED);
	futex(FUTEX, WAITED); /* woken for nothing */
	assert_int_equal(block->fired, 1);
	leave(LOCK, 0, 0);
	assert_fired(blocked, 1, 1);
	enter(LOCK, 0);
	futex(FUTEX64, WAITED);
	assert_int_equal(block->fired, 2);
	leave(LOCK, 0, 110);
	assert_fired(blocked, 2, 0);
	enter(LOCK, 0);
	leave(LOCK, 0, 0);
	assert_int_equal(blocked->fired, 2);
	fake_disable(block);
	assert_int_equal(fake_tracepoints.hook_count, 2); /* for the other one */
	fake_disable(blocked);
	assert_int_equal(fake_tracepoints.hook_count, 0);
	let_go(held);
}

static void test_spin(void **state)
{
	void *held = hold_all();
	struct dt_probe *spin = enabled(LOCK, "mutex-spin"), *spun = enabled(LOCK, "mutex-spun");

	(void)state;
	enter(LOCK, 0); /* not adaptive */
	leave(LOCK, 0, 0);
	write_word(KIND, 3);
	write_word(0, 0);
	enter(LOCK, 0); /* free */
	leave(LOCK, 0, 0);
	assert_int_equal(fake.fired, 0);
	write_word(0, 1);
	enter(LOCK, 0);
	assert_int_equal(spin->fired, 1);
	assert_int_equal(fake.arg_count, 1);
	leave(LOCK, 0, 0);
	assert_fired(spun, 1, 1);
	enter(LOCK, 0);
	futex(FUTEX, WAITED);
	assert_fired(spun, 2, 0);
	leave(LOCK, 0, 0);
	assert_int_equal(spun->fired, 2);
	assert_int_equal(spin->fired, 2);
	let_go(held);
}

static void test_condition(void **state)
{
	void *held = hold_all();
	struct dt_probe *release = enabled(WAIT, "mutex-release"), *acquire = enabled(WAIT, "mutex-acquire");
	struct dt_probe *block = enabled(WAIT, "mutex-block"), *error = enabled(WAIT, "mutex-error");

	(void)state;
	write_word(COUNT, 2); /* all of it is given up */
	enter(WAIT, 0);
	assert_fired(release, 1, 0);
	futex(FUTEX, SIZE + 128); /* for the condition */
	leave(WAIT, 0, 0);
	assert_fired(acquire, 1, 0);
	enter(WAIT, 0);
	futex(FUTEX, WAITED);
	assert_int_equal(block->fired, 1);
	leave(WAIT, 0, 110); /* too late, but it has the mutex */
	assert_fired(acquire, 2, 0);
	enter(WAIT, 0);
	leave(WAIT, 0, 22);
	assert_fired(error, 1, 22);
	let_go(held);
}

/* ---- tests: reader/writer locks --------------------------------------------------------------- */

static void test_rwlock(void **state)
{
	void *held = hold_all();
	struct dt_probe *read = enabled(RDLOCK, "rw-acquire"), *write = enabled(WRLOCK, "rw-acquire");
	struct dt_probe *release = enabled(RWUNLOCK, "rw-release"), *error = enabled(RDLOCK, "rw-error");
	struct dt_probe *block, *blocked;

	(void)state;
	enter(RDLOCK, 0);
	leave(RDLOCK, 0, 0);
	assert_fired(read, 1, 0);
	enter(RWUNLOCK, 0);
	assert_fired(release, 1, 0);
	enter(WRLOCK, 0);
	leave(WRLOCK, 0, 0);
	assert_fired(write, 1, 1);
	write_word(WRITER, 4711);
	enter(RWUNLOCK, 0);
	assert_fired(release, 2, 1);
	enter(RDLOCK, 0);
	leave(RDLOCK, 0, 35);
	assert_fired(error, 1, 0, 35);
	block = enabled(WRLOCK, "rw-block");
	enter(WRLOCK, 0);
	futex(FUTEX, WAITED);
	assert_fired(block, 1, 1);
	fake_disable(write);
	blocked = enabled(WRLOCK, "rw-blocked");
	leave(WRLOCK, 0, 0);
	assert_fired(blocked, 1, 1, 1);
	enter(WRLOCK, 0);
	futex(FUTEX, WAITED);
	leave(WRLOCK, 0, 110);
	assert_fired(blocked, 2, 1, 0);
	let_go(held);
}

/* ---- tests: calls ----------------------------------------------------------------------------- */

/* A wait that releases and acquires by the functions that programs call, too. */
static void test_inner(void **state)
{
	void *held = hold_all();
	struct dt_probe *inner_release = enabled(UNLOCK, "mutex-release"), *release = enabled(WAIT, "mutex-release");
	struct dt_probe *inner_acquire = enabled(LOCK, "mutex-acquire"), *acquire = enabled(WAIT, "mutex-acquire");

	(void)state;
	enter(WAIT, 0);
	enter(UNLOCK, 128);
	enter(LOCK, 128);
	leave(LOCK, 128, 0);
	leave(WAIT, 0, 0);
	assert_int_equal(release->fired, 1);
	assert_int_equal(acquire->fired, 1);
	assert_int_equal(inner_release->fired, 0);
	assert_int_equal(inner_acquire->fired, 0);
	/* another lock is another matter: of a signal's handler */
	enter(WAIT, 0);
	lock += 128;
	write_word(0, 1);
	enter(LOCK, 128);
	leave(LOCK, 128, 0);
	assert_fired(inner_acquire, 1, 0);
	lock -= 128;
	leave(WAIT, 0, 0);
	assert_fired(acquire, 2, 0);
	let_go(held);
}

/* A function that ends in a jump to another one: the other one's return is its own. */
static void test_tail(void **state)
{
	void *held = hold_all();
	struct dt_probe *acquire = enabled(LOCK, "mutex-acquire"), *timed = enabled(TIMEDLOCK, "mutex-acquire");
	struct dt_probe *block = enabled(LOCK, "mutex-block");

	(void)state;
	enter(LOCK, 0);
	enter(TIMEDLOCK, 0);
	futex(FUTEX, WAITED);
	leave(TIMEDLOCK, 0, 0);
	assert_int_equal(acquire->fired, 1);
	assert_int_equal(block->fired, 1);
	assert_int_equal(timed->fired, 0);
	enter(TIMEDLOCK, 0);
	leave(TIMEDLOCK, 0, 0);
	assert_int_equal(timed->fired, 1);
	let_go(held);
}

/* A thread that was cancelled in a wait: its handlers unlock, at the same place of the stack or above. */
static void test_left(void **state)
{
	void *held = hold_all();
	struct dt_probe *release = enabled(UNLOCK, "mutex-release"), *acquire = enabled(WAIT, "mutex-acquire");
	char report[512];

	(void)state;
	enter(WAIT, 0);
	enter(UNLOCK, 0);
	assert_int_equal(release->fired, 1);
	enter(WAIT, 64);
	enter(UNLOCK, 0);
	assert_int_equal(release->fired, 2);
	leave(WAIT, 64, 0); /* its call was given up */
	assert_int_equal(acquire->fired, 0);
	enter(WAIT, 0);
	enter(UNLOCK, LOCK_CALLS_NEAR - 1024); /* deep in it, still */
	assert_int_equal(release->fired, 2);
	fake_pass("sched_process_exit", (const uint64_t[]){ 0 }, 1);
	enter(UNLOCK, 64);
	assert_int_equal(release->fired, 3);
	fake.ops = list_ops;
	fake.arg = NULL;
	fake_report(report, sizeof(report) - 1);
	assert_non_null(strstr(report, "locks process 1234 functions 8 calls 0 lost 0 unread 0\n"));
	let_go(held);
}

/* A lock that cannot be read: nothing fires, and it is counted. i386 has its arguments in memory. */
static void test_unread(void **state)
{
	void *held = hold_all();
	struct dt_probe *acquire = enabled(LOCK, "mutex-acquire");
	unsigned int reg;
	char report[512];

	(void)state;
	memory_missing = true;
	enter(LOCK, 0);
	memory_missing = false;
	leave(LOCK, 0, 0);
	assert_int_equal(acquire->fired, register_of(0, &reg) ? 1 : 0);
	fake.ops = list_ops;
	fake.arg = NULL;
	fake_report(report, sizeof(report) - 1);
	assert_non_null(strstr(report, register_of(0, &reg) ? "unread 0\n" : "unread 1\n"));
	let_go(held);
}

/* More calls of one thread than there is room for; those of signals' handlers, for example. */
static void test_full(void **state)
{
	void *held = hold_all();
	struct dt_probe *acquire = enabled(LOCK, "mutex-acquire");
	char report[512];
	unsigned int i;

	(void)state;
	for (i = 0; i <= LOCK_CALLS_WAYS; i++, lock += 128)
		enter(LOCK, 16 * i);
	while (i-- > 0)
		leave(LOCK, 16 * i, 0);
	assert_int_equal(acquire->fired, LOCK_CALLS_WAYS);
	fake.ops = list_ops;
	fake.arg = NULL;
	fake_report(report, sizeof(report) - 1);
	assert_non_null(strstr(report, "calls 0 lost 1 unread 0\n"));
	let_go(held);
}

/* Calls of a function that is disarmed in the middle are forgotten. */
static void test_disarmed_inside(void **state)
{
	void *held = hold_all();
	struct dt_probe *acquire = enabled(LOCK, "mutex-acquire"), *other = enabled(WAIT, "mutex-acquire");

	(void)state;
	enter(LOCK, 0);
	fake_disable(acquire);
	assert_null(fake_enable(acquire));
	leave(LOCK, 0, 0);
	assert_int_equal(acquire->fired, 0);
	assert_int_equal(other->fired, 0);
	let_go(held);
}

/* ---- tests: refusals and the end -------------------------------------------------------------- */

static void test_refused(void **state)
{
	void *held = hold_locks();

	(void)state;
	want_function(LOCK);
	sites[2].bytes[0] ^= 1; /* one return: the function has no probes */
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(made, 0);
	assert_string_equal(fake.refused, "text-changed=1 ");
	assert_null(probe_of(LOCK, "mutex-acquire"));
	want_function(LOCK);
	assert_int_equal(add_to(held, 2), 0);
	assert_string_equal(fake.refused, "too-many-sites=1 ");
	assert_int_equal(pid_site_total, 0);
	want_function(LOCK);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(added, 3);
	assert_int_equal(pid_site_total, 3);
	fake_space.changed_at = exit_at(LOCK, 1); /* when it is armed */
	assert_non_null(fake_enable(probe_of(LOCK, "mutex-acquire")));
	fake_space.changed_at = FAKE_NOWHERE;
	assert_null(site_at(ADDR(LOCK) + SAMPLE_BODY));
	enabled(LOCK, "mutex-acquire");
	let_go(held);
}

/* Where system calls cannot be seen, waits are refused, and the rest is there. */
static void test_no_system_calls(void **state)
{
	void *held = hold_all();
	struct dt_probe *acquire;

	(void)state;
	fake_tracepoints.count = 0;
	assert_string_equal(fake_enable(probe_of(LOCK, "mutex-block")), "no-system-calls");
	assert_string_equal(fake_enable(probe_of(LOCK, "mutex-blocked")), "no-system-calls");
	assert_string_equal(fake_enable(probe_of(LOCK, "mutex-spin")), "no-system-calls");
	assert_string_equal(fake_enable(probe_of(RDLOCK, "rw-block")), "no-system-calls");
	assert_null(site_at(ADDR(LOCK) + SAMPLE_BODY));
	acquire = enabled(LOCK, "mutex-acquire");
	enter(LOCK, 0);
	leave(LOCK, 0, 0);
	assert_int_equal(acquire->fired, 1);
	let_go(held);
}

static void test_no_memory(void **state)
{
	void *held = hold_locks();
	unsigned int i;
	int error = -1;

	(void)state;
	for (i = 1; error; i++) {
		want_function(LOCK);
		os_host_fail_alloc(i);
		error = add_to(held, LIMIT);
		os_host_fail_alloc(0);
		assert_true(error == 0 || error == -OS_ENOMEM);
		assert_int_equal(pid_site_total, error ? 0 : 3);
	}
	assert_true(i > 2);
	let_go(held);
}

static void test_end(void **state)
{
	void *held = hold_all();
	struct dt_probe *block = enabled(LOCK, "mutex-block");

	(void)state;
	enabled(UNLOCK, "mutex-release");
	enter(LOCK, 0);
	process_ends();
	/* nothing was written to memory that goes: the test does it */
	memcpy(fake_space.text, fake_space.original, FAKE_TEXT_SIZE);
	assert_int_equal(fake.retired, 2);
	assert_int_equal(fake_tracepoints.hook_count, 0);
	assert_int_equal(block->fired, 0);
	assert_int_equal(pid_site_total, 0);
	want_function(LOCK);
	assert_int_equal(add_to(held, LIMIT), -OS_ESRCH);
	let_go(held);
}

/* New sites of a function that is enabled: a second one of that name. */
static void test_added(void **state)
{
	void *held = hold_all();
	struct dt_probe *acquire = enabled(LOCK, "mutex-acquire");

	(void)state;
	want_function(TIMEDLOCK);
	wanted.function = "lock";
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(made, 0);
	assert_int_equal(added, 3);
	enter(TIMEDLOCK, 0);
	leave(TIMEDLOCK, 0, 0);
	assert_fired(acquire, 1, 0);
	fake_disable(acquire);
	assert_int_equal(process.sites->live, 0);
	let_go(held);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, process_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(probes),    TEST(types),
		TEST(acquire),   TEST(try),
		TEST(release),   TEST(block),
		TEST(spin),      TEST(condition),
		TEST(rwlock),    TEST(inner),
		TEST(tail),      TEST(left),
		TEST(unread),    TEST(full),
		TEST(added),     TEST(disarmed_inside),
		TEST(refused),   TEST(no_system_calls),
		TEST(no_memory), TEST(end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
