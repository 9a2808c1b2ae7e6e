/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_process.c - text spaces of processes, on children of this program: they execute functions of it,
 * which are at the same addresses there. Each child does what a line on its pipe says, and answers with
 * a number.
 */
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <cmocka.h>

#include <isa_types.h>

#include <dtrace/provider.h>

#include "core/entry.h"
#include "core/site/site.h"
#include "os/host/host.h"
#include "os/process.h"

/* ---- what the children execute ---------------------------------------------------------------- */

/* The linker names the ends of a section whose name is a C identifier. */
extern const char __start_traced[], __stop_traced[];
#define traced_start __start_traced
#define traced_end   __stop_traced

#define TRACED       __attribute__((noinline, noclone, no_sanitize("address", "undefined"), section("traced")))

TRACED static unsigned long twice(unsigned long value)
{
	return value * 2;
}

/* Loads, stores, branches, calls, and a way back. */
TRACED static unsigned long sum_to(unsigned long count)
{
	volatile unsigned long values[16] = { 0 };
	unsigned long i, sum = 0;

	for (i = 1; i <= count; i++) {
		values[i & 15] = twice(i);
		sum += values[i & 15] / 2;
	}
	return sum;
}

TRACED static int read_from(const int *address)
{
	return *address;
}

static uint64_t number; /* of a process, as the contract gives it */

static void *thread_work(void *arg)
{
	unsigned long i, wrong = 0;

	(void)arg;
	for (i = 0; i < 1000; i++)
		wrong += twice(i) != 2 * i;
	return (void *)wrong;
}

static unsigned long by_threads(void)
{
	pthread_t threads[4];
	unsigned long wrong = 0;
	void *one;
	size_t i;

	for (i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, thread_work, NULL);
	for (i = 0; i < 4; i++) {
		pthread_join(threads[i], &one);
		wrong += (unsigned long)one;
	}
	return wrong;
}

/* Children of the child: they end with a status that only right results give. */
static unsigned long by_forks(void)
{
	unsigned long wrong = 0, i;
	int status;
	pid_t pid;

	for (i = 0; i < 20; i++) {
		pid = fork();
		if (pid == 0)
			_exit(twice(i) == 2 * i && sum_to(10) == 55 ? 42 : 1);
		wrong += waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 42;
	}
	return wrong;
}

static unsigned long by_vfork(void)
{
	unsigned long wrong = 0, i;
	int status;
	pid_t pid;

	for (i = 0; i < 5; i++) {
		pid = vfork();
		if (pid == 0) {
			execl("/bin/true", "true", (char *)NULL);
			_exit(1);
		}
		wrong += waitpid(pid, &status, 0) != pid || status != 0 || twice(i) != 2 * i;
	}
	return wrong;
}

static uint64_t lowest = UINT64_MAX, highest;
static volatile sig_atomic_t alarms, strange;

/* Where a signal finds the program: never in memory that is not its own. */
static void on_alarm(int signal, siginfo_t *info, void *context)
{
	ucontext_t *user = context;
	uint64_t pc = 0;

	(void)signal;
	(void)info;
#if defined(__x86_64__)
	pc = (uint64_t)user->uc_mcontext.gregs[REG_RIP];
#elif defined(__i386__)
	pc = (uint64_t)(uint32_t)user->uc_mcontext.gregs[REG_EIP];
#elif defined(__aarch64__)
	pc = user->uc_mcontext.pc;
#elif defined(__riscv)
	pc = user->uc_mcontext.__gregs[REG_PC];
#endif
	alarms = alarms + 1;
	if (pc >= lowest && pc < highest)
		strange = strange + 1;
}

static int commands; /* the end of the pipe */

/* @count: how many signals; 0: until there is another command. */
static unsigned long by_signals(unsigned long count)
{
	struct pollfd next = { commands, POLLIN, 0 };
	struct sigaction action = { .sa_sigaction = on_alarm, .sa_flags = SA_SIGINFO | SA_RESTART };
	struct itimerval timer = { { 0, 300 }, { 0, 300 } };
	unsigned long wrong = 0, i;

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	alarms = 0;
	for (i = 0; count ? alarms < (sig_atomic_t)count : poll(&next, 1, 0) != 1; i++)
		wrong += sum_to(i % 20) != (i % 20) * (i % 20 + 1) / 2;
	memset(&timer, 0, sizeof(timer));
	setitimer(ITIMER_REAL, &timer, NULL);
	return wrong + (unsigned long)strange;
}

static sigjmp_buf recover;
static void *fault_at;

static void on_fault(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)context;
	fault_at = info->si_addr;
	siglongjmp(recover, 1);
}

/* A fault in a traced instruction is the program's own. */
static unsigned long by_fault(void)
{
	struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
	unsigned long i;

	sigaction(SIGSEGV, &action, NULL);
	for (i = 0; i < 10; i++) {
		fault_at = NULL;
		if (!sigsetjmp(recover, 1)) {
			read_from((const int *)(16 + i * 4));
			return 1;
		}
		if (fault_at != (void *)(16 + i * 4))
			return 2;
	}
	return 0;
}

static unsigned long command(const char *line)
{
	static uint8_t *copy;
	size_t size = (size_t)(traced_end - traced_start);
	char what;
	unsigned long n = 0, m = 0;

	if (sscanf(line, "%c %lu %lu", &what, &n, &m) < 1)
		return 999;
	switch (what) {
	case 't':
		for (m = 0; m < n; m++) {
			if (twice(m) != 2 * m)
				return m + 1;
		}
		return 0;
	case 's':
		return sum_to(n);
	case 'T':
		return by_threads();
	case 'f':
		return by_forks();
	case 'v':
		return by_vfork();
	case 'a':
		return by_signals(n);
	case 'x':
		lowest = n;
		highest = m;
		return 0;
	case 'p':
		return by_fault();
	case 'u':
		return (unsigned long)munmap((void *)n, m);
	case 'c': /* keep the text as it is */
		copy = malloc(size);
		memcpy(copy, traced_start, size);
		return 0;
	case 'd': /* is it as it was? */
		return memcmp(copy, traced_start, size) != 0;
	case 'e':
		execl("/bin/sleep", "sleep", "1000", (char *)NULL);
		return 999;
	default:
		_exit(3);
	}
}

/* ---- the child, seen from here ----------------------------------------------------------------- */

static struct {
	pid_t pid;
	int to;
	FILE *from;
	struct os_space *space;
} child;

static void child_start(void)
{
	int to[2], from[2];
	char line[80];
	FILE *in;

	assert_int_equal(pipe(to), 0);
	assert_int_equal(pipe(from), 0);
	child.pid = fork();
	if (child.pid == 0) {
		close(to[1]);
		close(from[0]);
		commands = to[0];
		in = fdopen(to[0], "r");
		while (fgets(line, sizeof(line), in))
			dprintf(from[1], "%lu\n", command(line));
		_exit(0);
	}
	close(to[0]);
	close(from[1]);
	child.to = to[1];
	child.from = fdopen(from[0], "r");
}

static void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vdprintf(child.to, format, args);
	va_end(args);
}

static unsigned long answer(void)
{
	unsigned long value;

	assert_int_equal(fscanf(child.from, "%lu", &value), 1);
	return value;
}

static unsigned long ask(const char *line)
{
	say("%s\n", line);
	return answer();
}

/* It ends by itself, with status 0. */
static void child_end(void)
{
	int status;

	close(child.to);
	assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
	assert_int_equal(status, 0);
	fclose(child.from);
}

/* ---- probes ------------------------------------------------------------------------------------ */

#define PLACES 512

static struct dt_site_attachment places[PLACES];
static size_t place_count;
static unsigned long fired;
static uint64_t last_arg, last_pid;
static char last_name[OS_EXECNAME_SIZE];

static uint32_t on_fire(struct dt_site_attachment *attachment, struct dt_firing *firing)
{
	struct os_space *space = dt_site_space(attachment);
	const struct isa_mem *memory = space->memory;

	assert_int_equal(isa_pc_get(firing->regs), attachment->addr);
	assert_int_equal(firing->user, DT_FIRING_INTERRUPTED);
	assert_int_equal(os_memory(), os_space_memory(space));
	__atomic_add_fetch(&fired, 1, __ATOMIC_RELAXED);
	isa_user_arg_get(firing->regs, 0, memory, &last_arg);
	last_pid = os_fact(OS_FACT_PID);
	os_execname(last_name);
	return os_cpu_self();
}

static void add_place(uint64_t addr)
{
	assert_true(place_count < PLACES);
	places[place_count++] = (struct dt_site_attachment){
		.space = child.space, .addr = addr, .special = DT_SITE_FIRE, .fire = on_fire
	};
}

static int add_insn(void *arg, const struct isa_insn *insn)
{
	(void)arg;
	if (insn->verdict != ISA_REJECT)
		add_place(insn->addr);
	return 0;
}

/* Every instruction of the traced functions. Functions are between each other's padding. */
static void add_all(void)
{
	uint64_t start = (uintptr_t)traced_start, end = (uintptr_t)traced_end;
	const struct isa_scan_env env = { .func = start, .end = end };

	assert_true(isa_scan_insns((const uint8_t *)traced_start, &env, add_insn, NULL) > 20);
}

static size_t arm(void)
{
	struct dt_site_attachment *list[PLACES];
	size_t i;

	for (i = 0; i < place_count; i++)
		list[i] = &places[i];
	return dt_sites_attach(list, place_count);
}

static void disarm(void)
{
	struct dt_site_attachment *list[PLACES];
	size_t i;

	for (i = 0; i < place_count; i++)
		list[i] = &places[i];
	dt_sites_detach(list, place_count);
	place_count = 0;
}

/* The child, a copy of this process, has them at the same address: test_patch() writes there. */
#define PAGE 4096
static uint8_t pages[2 * PAGE] __attribute__((aligned(PAGE)));

static int setup(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(pages); i++)
		pages[i] = (uint8_t)(i + i / PAGE);
	place_count = 0;
	fired = 0;
	last_arg = last_pid = 0;
	child_start();
	assert_int_equal(ask("c"), 0);
	assert_int_equal(os_process_open((uint64_t)child.pid, &child.space, &number), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	dt_space_put(child.space, 1);
	assert_int_equal(ask("d"), 0);
	assert_int_equal(ask("s 100"), 5050);
	child_end();
	assert_int_equal(os_host_alloc_count(), 0);
	return 0;
}

/* How many mappings the child has that can be executed and are of no file, as ours are; its heap grows when it likes. */
static unsigned int child_mappings(void)
{
	char path[40], line[512];
	unsigned int count = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/maps", child.pid);
	file = fopen(path, "r");
	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		count += strstr(line, " r-xp 00000000 00:00 0 ") != NULL;
	fclose(file);
	return count;
}

/* R, S, T ... of the child. */
static char child_state(void)
{
	char path[40], state = '?';
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", child.pid);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%*d (%*[^)]) %c", &state), 1);
	fclose(file);
	return state;
}

static bool child_answers(int milliseconds)
{
	struct pollfd answers = { fileno(child.from), POLLIN, 0 };

	return poll(&answers, 1, milliseconds) == 1;
}

/* ---- tests ------------------------------------------------------------------------------------- */

static void test_entry(void **state)
{
	(void)state;
	add_place((uintptr_t)twice);
	assert_int_equal(arm(), 1);
	assert_int_equal(ask("t 1000"), 0);
	assert_int_equal(fired, 1000);
	assert_int_equal(last_arg, 999);
	assert_int_equal(last_pid, child.pid);
	assert_string_equal(last_name, "unit_os_host_pr"); /* cut as the kernel cuts it */
	assert_int_equal(dt_site_fired(&places[0]), 1000);
	disarm();
	assert_int_equal(ask("t 10"), 0);
	assert_int_equal(fired, 1000);
}

static void test_every_instruction(void **state)
{
	unsigned long once;

	(void)state;
	add_all();
	assert_int_equal(arm(), place_count);
	assert_int_equal(ask("s 10"), 55);
	once = fired;
	assert_true(once > 100);
	assert_int_equal(ask("s 10"), 55);
	assert_int_equal(fired, 2 * once); /* each execution fires as often */
	disarm();
	assert_int_equal(ask("d"), 0);
}

static void test_threads(void **state)
{
	(void)state;
	add_place((uintptr_t)twice);
	assert_int_equal(arm(), 1);
	assert_int_equal(ask("T"), 0);
	assert_int_equal(fired, 4000);
	disarm();
}

/* Their copies of the text have no break, and they fire nothing: 20 times twice(), and what sum_to(10) calls. */
static void test_forks(void **state)
{
	(void)state;
	add_all();
	assert_int_equal(arm(), place_count);
	assert_int_equal(ask("f"), 0);
	assert_int_equal(fired, 0);
	disarm();
	add_place((uintptr_t)sum_to); /* other places have had a break before */
	assert_int_equal(arm(), 1);
	assert_int_equal(ask("f"), 0);
	assert_int_equal(fired, 0);
	disarm();
}

static void test_vfork(void **state)
{
	(void)state;
	add_place((uintptr_t)twice);
	assert_int_equal(arm(), 1);
	assert_int_equal(ask("v"), 0);
	assert_int_equal(fired, 5);
	disarm();
}

/* Slots are where no program's pc may ever be seen. */
static void test_signals(void **state)
{
	uint64_t slots = UINT64_MAX, end = 0;
	unsigned long before;
	size_t i;

	(void)state;
	add_all();
	assert_int_equal(arm(), place_count);
	for (i = 0; i < place_count; i++) {
		uint64_t slot = dt_site_find(child.space->sites, places[i].addr)->slot;

		if (slot && slot < slots)
			slots = slot;
		if (slot > end)
			end = slot;
	}
	assert_true(end > 0);
	say("x %llu %llu\n", (unsigned long long)slots, (unsigned long long)end + isa_self.slot_size);
	assert_int_equal(answer(), 0);
	assert_int_equal(ask("s 7"), 28);
	before = fired;
	assert_int_equal(ask("a 100"), 0);
	assert_true(fired > before);
	disarm();
}

static void test_fault(void **state)
{
	(void)state;
	add_all();
	assert_int_equal(arm(), place_count);
	assert_int_equal(ask("p"), 0);
	assert_true(fired >= 10);
	disarm();
}

/* Arming and disarming while the functions are executed. */
static void test_meanwhile(void **state)
{
	unsigned int i;

	(void)state;
	say("a 0\n");
	for (i = 0; i < 30; i++) {
		add_all();
		__atomic_store_n(&fired, 0, __ATOMIC_RELAXED);
		assert_int_equal(arm(), place_count);
		while (__atomic_load_n(&fired, __ATOMIC_RELAXED) == 0)
			sched_yield();
		disarm();
	}
	say("s 3\n");
	assert_int_equal(answer(), 0);
	assert_int_equal(answer(), 6);
}

static int first_with_slot(void *arg, const struct isa_insn *insn)
{
	uint64_t *at = arg;

	if (insn->verdict == ISA_COPY && at[1] == 0)
		at[at[0] ? 1 : 0] = insn->addr;
	return 0;
}

/* The program takes the memory of the slots away: no break is written whose slot cannot be. */
static void test_unmapped(void **state)
{
	const struct isa_scan_env env = { .func = (uintptr_t)traced_start, .end = (uintptr_t)traced_end };
	uint64_t at[2] = { 0 }, slot;
	struct dt_site_attachment *second = &places[1];

	(void)state;
	isa_scan_insns((const uint8_t *)traced_start, &env, first_with_slot, at);
	assert_int_not_equal(at[1], 0);
	add_place(at[0]);
	assert_int_equal(arm(), 1);
	slot = dt_site_find(child.space->sites, at[0])->slot;
	say("u %llu 65536\n", (unsigned long long)(slot & ~65535ull));
	assert_int_equal(answer(), 0);
	add_place(at[1]);
	assert_int_equal(dt_sites_attach(&second, 1), 0);
	assert_string_equal(dt_site_refused(second), "not-text");
	disarm();
}

/* One batch: bytes of one page, of the next, across both, bytes that have changed, memory that is not mapped. */
static void test_patch(void **state)
{
	struct os_patch patches[] = {
		{ .addr = 16, .len = 1, .old_bytes = { 0 }, .new_bytes = { 1 } },
		{ .addr = (uintptr_t)&pages[10], .len = 1, .old_bytes = { 10 }, .new_bytes = { 110 } },
		{ .addr = (uintptr_t)&pages[20], .len = 2, .old_bytes = { 20, 99 }, .new_bytes = { 120, 121 } },
		{ .addr = (uintptr_t)&pages[30],
		  .len = 4,
		  .old_bytes = { 30, 31, 32, 33 },
		  .new_bytes = { 130, 131, 132, 133 } },
		{ .addr = (uintptr_t)&pages[PAGE - 2],
		  .len = 4,
		  .old_bytes = { 254, 255, 1, 2 },
		  .new_bytes = { 5, 6, 7, 8 } },
		{ .addr = (uintptr_t)&pages[PAGE + 10], .len = 1, .old_bytes = { 11 }, .new_bytes = { 111 } },
	};
	static const int16_t expected[] = { -OS_EFAULT, 0, -OS_EBUSY, 0, 0, 0 };
	uint8_t now[sizeof(pages)];
	size_t i;

	(void)state;
	assert_int_equal(child.space->ops->patch(child.space, patches, sizeof(patches) / sizeof(patches[0])), 4);
	for (i = 0; i < sizeof(patches) / sizeof(patches[0]); i++)
		assert_int_equal(patches[i].status, expected[i]);
	assert_int_equal(child.space->ops->read(child.space, (uintptr_t)pages, now, sizeof(now)), 0);
	for (i = 1; i < sizeof(patches) / sizeof(patches[0]); i++) {
		if (expected[i] == 0)
			memcpy(&pages[patches[i].addr - (uintptr_t)pages], patches[i].new_bytes, patches[i].len);
	}
	assert_memory_equal(now, pages, sizeof(pages));
}

/* A process is opened and let go while it executes and gets signals. */
static void test_open_meanwhile(void **state)
{
	unsigned int i;

	(void)state;
	say("a 0\n");
	for (i = 0; i < 20; i++) {
		dt_space_put(child.space, 1);
		assert_int_equal(os_process_open((uint64_t)child.pid, &child.space, &number), 0);
	}
	say("s 3\n");
	assert_int_equal(answer(), 0);
	assert_int_equal(answer(), 6);
}

static struct os_space *gone;
static pthread_mutex_t gone_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gone_changed = PTHREAD_COND_INITIALIZER;

static void on_gone(struct os_space *space)
{
	pthread_mutex_lock(&gone_lock);
	gone = space;
	pthread_cond_signal(&gone_changed);
	pthread_mutex_unlock(&gone_lock);
}

static void wait_gone(void)
{
	pthread_mutex_lock(&gone_lock);
	while (gone != child.space)
		pthread_cond_wait(&gone_changed, &gone_lock);
	pthread_mutex_unlock(&gone_lock);
	gone = NULL;
}

/* Another program: the memory goes with what is armed in it, and nothing can be armed any more. */
/* Nothing is mapped any more in a process that we have left, however often. */
static void test_leaves_nothing(void **state)
{
	unsigned int before, i;

	(void)state;
	place_count = 0;
	child_start();
	assert_int_equal(ask("c"), 0);
	before = child_mappings();
	for (i = 0; i < 5; i++) {
		assert_int_equal(os_process_open((uint64_t)child.pid, &child.space, &number), 0);
		assert_int_equal(child_mappings(), before + 2);
		add_all();
		fired = 0;
		arm();
		assert_int_equal(ask("s 100"), 5050);
		assert_true(fired > 100);
		disarm();
		dt_space_put(child.space, 1);
		assert_int_equal(child_mappings(), before);
		assert_int_equal(ask("s 100"), 5050);
	}
	child_end();
	assert_int_equal(os_host_alloc_count(), 0);
}

/* The end of a child that is traced is waited for by another thread of ours: the tracer may not see it. */
static void test_waited_for(void **state)
{
	unsigned int i;
	int status;

	(void)state;
	for (i = 0; i < 20; i++) {
		place_count = 0;
		child_start();
		assert_int_equal(ask("c"), 0);
		assert_int_equal(os_process_open((uint64_t)child.pid, &child.space, &number), 0);
		add_all();
		arm();
		kill(child.pid, SIGKILL);
		if (i % 2)
			disarm(); /* the slots are waited for while it ends */
		assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
		assert_true(WIFSIGNALED(status));
		disarm();
		dt_space_put(child.space, 1);
		close(child.to);
		fclose(child.from);
	}
	assert_int_equal(os_host_alloc_count(), 0);
}

/* A process that was stopped stays so until it is told to continue, while it is traced and after that. */
static void test_halted(void **state)
{
	unsigned int i;

	(void)state;
	place_count = 0;
	child_start();
	assert_int_equal(ask("c"), 0);
	kill(child.pid, SIGSTOP);
	while (child_state() != 'T')
		sched_yield();
	for (i = 0; i < 2; i++) {
		assert_int_equal(os_process_open((uint64_t)child.pid, &child.space, &number), 0);
		say("s 100\n");
		assert_false(child_answers(100));
		add_place((uintptr_t)twice);
		assert_int_equal(arm(), 1);
		assert_false(child_answers(100));
		fired = 0;
		if (i == 1)
			kill(child.pid, SIGCONT);
		assert_int_equal(child_answers(i == 1 ? -1 : 100), i);
		if (i == 1) {
			assert_int_equal(answer(), 5050);
			assert_int_equal(answer(), 5050); /* of the first round */
			assert_int_equal(fired, 200);
		}
		disarm();
		dt_space_put(child.space, 1);
		assert_int_equal(child_answers(100), false);
	}
	child_end();
	assert_int_equal(os_host_alloc_count(), 0);
}

static void test_exec(void **state)
{
	(void)state;
	assert_int_equal(setup(NULL), 0);
	os_process_watch(on_gone);
	add_place((uintptr_t)twice);
	assert_int_equal(arm(), 1);
	assert_int_equal(ask("t 3"), 0);
	say("e\n");
	wait_gone();
	disarm();
	add_place((uintptr_t)twice);
	assert_int_equal(arm(), 0);
	assert_string_equal(dt_site_refused(&places[0]), "text-gone");
	dt_space_put(child.space, 1);
	os_process_watch(NULL);
	assert_int_equal(fired, 3);
	assert_int_equal(kill(child.pid, SIGTERM), 0);
	assert_int_equal(waitpid(child.pid, NULL, 0), child.pid);
	close(child.to);
	fclose(child.from);
	assert_int_equal(os_host_alloc_count(), 0);
}

/* The end: its status is for who waits for the child. */
static void test_exit(void **state)
{
	int status;

	(void)state;
	assert_int_equal(setup(NULL), 0);
	os_process_watch(on_gone);
	add_all();
	assert_int_equal(arm(), place_count);
	say("q\n");
	wait_gone();
	assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	disarm();
	dt_space_put(child.space, 1);
	os_process_watch(NULL);
	close(child.to);
	fclose(child.from);
	assert_int_equal(os_host_alloc_count(), 0);
}

static unsigned int memories_told, memories_gone;

static void *memory_mapped(uint64_t memory, uint32_t pid, const struct os_mapping *mappings, size_t count,
			   enum os_mapped when)
{
	assert_int_equal(pid, child.pid);
	assert_true(memory != 0 && count > 0);
	memories_told++;
	return NULL;
}

static void memory_gone(uint64_t memory)
{
	assert_true(memory != 0);
	memories_gone++;
}

/* What it has mapped is told from its opening to its closing or its end; what that is: test_mapped.c. */
static void test_memory(void **state)
{
	static const struct os_memory_watcher watcher = { .mapped = memory_mapped, .gone = memory_gone };

	(void)state;
	assert_int_equal(os_memory_watch(&watcher), 0);
	assert_int_equal(setup(NULL), 0);
	assert_int_equal(memories_told, 1);
	assert_int_equal(teardown(NULL), 0);
	assert_int_equal(memories_gone, 1);
	test_exit(NULL);
	assert_int_equal(memories_told, 2);
	assert_int_equal(memories_gone, 2);
	test_exec(NULL);
	assert_int_equal(memories_gone, 3);
	os_memory_unwatch(&watcher);
	assert_int_equal(os_memory(), 0); /* this thread's own is not told */
}

/* One memory is one space, however often it is opened; who is in nobody's memory is refused by reason. */
static void test_open(void **state)
{
	struct os_space *again, *other;

	(void)state;
	assert_int_equal(os_process_open((uint64_t)child.pid, &again, &number), 0);
	assert_ptr_equal(again, child.space);
	dt_space_put(again, 1);
	assert_int_equal(os_process_open((uint64_t)getpid(), &other, &number), -OS_EOPNOTSUPP);
	assert_int_equal(os_process_open(0, &other, &number), -OS_ESRCH);
	assert_int_equal(os_process_open(1ull << 40, &other, &number), -OS_ESRCH);
	assert_int_equal(os_process_open(4194304 + 5, &other, &number), -OS_ESRCH); /* more than any pid_max */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_entry, setup, teardown),
		cmocka_unit_test_setup_teardown(test_every_instruction, setup, teardown),
		cmocka_unit_test_setup_teardown(test_threads, setup, teardown),
		cmocka_unit_test_setup_teardown(test_forks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_vfork, setup, teardown),
		cmocka_unit_test_setup_teardown(test_signals, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fault, setup, teardown),
		cmocka_unit_test_setup_teardown(test_meanwhile, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unmapped, setup, teardown),
		cmocka_unit_test_setup_teardown(test_patch, setup, teardown),
		cmocka_unit_test_setup_teardown(test_open_meanwhile, setup, teardown),
		cmocka_unit_test_setup_teardown(test_open, setup, teardown),
		cmocka_unit_test(test_leaves_nothing),
		cmocka_unit_test(test_waited_for),
		cmocka_unit_test(test_halted),
		cmocka_unit_test(test_exec),
		cmocka_unit_test(test_exit),
		cmocka_unit_test(test_memory),
	};

	alarm(300);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
