/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_state.c - a consumer's life over the commands: enable, go, fire, take, stop, close. */
#include "fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/state/state.h"
#include "os/host/host.h"
#include "os/os.h"

static struct dt_state *state;

static int setup(void **unused)
{
	fixture_start(4, 8);
	assert_int_equal(dt_state_open(&state), 0);
	return 0;
}

static int teardown(void **unused)
{
	dt_state_close(state);
	fixture_end();
	return 0;
}

/* A clause that records one constant. */
static void clause_trace(struct dof_builder *b, const char *probe, uint64_t value)
{
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, value));
	dofb_clause(b, dofb_probe(b, probe, 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
}

static void clause_count(struct dof_builder *b, const char *probe)
{
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, probe, 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
}

static uint64_t first_value(uint32_t cpu)
{
	const uint8_t *data;
	size_t size;

	data = fixture_snap(state, DTRACEIOC_BUFSNAP, cpu, &size, NULL);
	assert_int_equal(size, 16);
	return *(const uint64_t *)(data + 8);
}

static void begin_end(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable;
	uint32_t cpu;

	clause_trace(b, "dtrace:::BEGIN", 11);
	clause_trace(b, ":::END", 22);
	assert_int_equal(fixture_enable(state, b, &enable), 0);
	assert_int_equal(enable.matched, 2);
	assert_int_equal(enable.refused, 0);
	cpu = fixture_go(state);
	assert_int_equal(first_value(cpu), 11);
	cpu = fixture_stop(state);
	assert_int_equal(first_value(cpu), 22);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STOP, &cpu), -OS_EBUSY);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_GO, &cpu), -OS_EBUSY);
}

static void only_one_consumer_sees_begin(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dt_state *other;
	uint32_t cpu;

	clause_trace(b, "dtrace:::BEGIN", 1);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_int_equal(dt_state_open(&other), 0);
	b = dofb_create();
	clause_trace(b, "dtrace:::BEGIN", 2);
	assert_int_equal(fixture_enable(other, b, NULL), 0);
	fixture_go(other);
	cpu = fixture_go(state);
	assert_int_equal(first_value(cpu), 1);
	assert_int_equal(fixture_account(other, 0).fired, 1);
	dt_state_close(other);
}

static void fires_only_while_active(void **unused)
{
	struct dof_builder *b = dofb_create();

	clause_count(b, "fake::func1:go");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_int_equal(fake.enable_calls, 1);
	fake_fire(1, 0, 0);
	fixture_go(state);
	fake_fire(1, 0, 0);
	fake_fire(1, 0, 0);
	fake_fire(2, 0, 0);
	fixture_stop(state);
	fake_fire(1, 0, 0);
	assert_int_equal(fixture_aggregate(state, 1), 2);
	assert_int_equal(fixture_account(state, 0).recorded, 2);
}

static void exit_drains(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_status status;

	dofb_action(b, DTRACEACT_EXIT, dofb_const(b, 3));
	dofb_clause(b, dofb_probe(b, "fake::func0:go", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	clause_count(b, "fake:::go");
	clause_count(b, "dtrace:::END");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire(1, 0, 0);
	fake_fire(0, 0, 0); /* the second clause does not run any more */
	fake_fire(1, 0, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_true(status.exiting);
	assert_int_equal(fixture_account(state, 0).fired, 1);
	assert_int_equal(fixture_account(state, 1).fired, 1);
	fixture_stop(state);
	assert_int_equal(fixture_account(state, 2).fired, 1);
}

static void exit_in_begin(void **unused)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEACT_EXIT, dofb_const(b, 0));
	dofb_clause(b, dofb_probe(b, "dtrace:::BEGIN", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	clause_count(b, "dtrace:::BEGIN");
	clause_count(b, "fake:::");
	clause_count(b, ":::END");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire(1, 0, 0);
	fixture_stop(state);
	assert_int_equal(fixture_account(state, 0).fired, 1);
	assert_int_equal(fixture_account(state, 1).fired, 0);
	assert_int_equal(fixture_account(state, 2).fired, 0);
	assert_int_equal(fixture_account(state, 3).fired, 1);
}

/* Whether the first enabling has fired so often. */
static bool has_fired(void *times)
{
	return fixture_account(state, 0).fired >= *(const uint64_t *)times;
}

static void tick_counts(void **unused)
{
	struct dof_builder *b = dofb_create();
	uint64_t count, begin, wanted = 20;

	clause_count(b, "profile:::tick-10ms");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	begin = os_time_mono();
	fixture_go(state);
	fixture_wait(has_fired, &wanted);
	fixture_stop(state);
	count = fixture_aggregate(state, 1);
	assert_in_range(count, 20, (os_time_mono() - begin) / 10000000);
	assert_int_equal(fixture_account(state, 0).fired, count);
}

/* The time between ENABLE and GO is not part of a tick's period. */
static void ticks_begin_at_go(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct timespec before = { 0, 300 * 1000 * 1000 };
	uint64_t begin, once = 1;

	clause_count(b, "profile:::tick-1s");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	nanosleep(&before, NULL);
	begin = os_time_mono();
	fixture_go(state);
	fixture_wait(has_fired, &once);
	assert_true(os_time_mono() - begin >= 1000000000);
	fixture_stop(state);
}

static void destructive_needs_permission(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable;
	uint32_t cpu;

	dofb_action(b, DTRACEACT_STOP, DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, "fake:::go", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_GO, &cpu), -OS_EACCES);
	b = dofb_create();
	dofb_option(b, DTRACEOPT_DESTRUCTIVE, 0);
	assert_int_equal(fixture_enable(state, b, &enable), -OS_EOPNOTSUPP);
	assert_string_equal(enable.error, "stop() cannot be done: the current process is the tracer");
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_GO, &cpu), -OS_EACCES);
}

/* A destructive predicate counts as a destructive clause. */
static void destructive_predicate(void **unused)
{
	static const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_COPYOUT, 1),
					    DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const struct dofb_difo difo = { code, 2, .rtype = { DIF_TYPE_CTF, 1, 0, 0, 8 } };
	struct dof_builder *b = dofb_create();
	uint32_t cpu;

	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, "fake:::go", 0), dofb_difo(b, &difo), dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_GO, &cpu), -OS_EACCES);
	b = dofb_create();
	dofb_option(b, DTRACEOPT_DESTRUCTIVE, 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
}

/* The three special probes fire for one consumer; another one in the same activity does not see them. */
static void special_probes_are_private(void **unused)
{
	static const char *const probes[] = { "dtrace:::BEGIN", "dtrace:::END", "dtrace:::ERROR" };
	struct dof_builder *b = dofb_create();
	struct dt_state *other;
	size_t i;

	for (i = 0; i < 3; i++)
		clause_count(b, probes[i]);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_load(b, 0x40));
	dofb_clause(b, dofb_probe(b, "fake::func1:go", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_int_equal(dt_state_open(&other), 0);
	b = dofb_create();
	for (i = 0; i < 3; i++)
		clause_count(b, probes[i]);
	assert_int_equal(fixture_enable(other, b, NULL), 0);
	fixture_go(other);
	other->activity = DT_ACTIVITY_WARMUP;
	fixture_go(state);
	other->activity = DT_ACTIVITY_ACTIVE;
	fake_fire(1, 0, 0);
	other->activity = DT_ACTIVITY_COOLDOWN;
	fixture_stop(state);
	other->activity = DT_ACTIVITY_ACTIVE;
	for (i = 0; i < 3; i++) {
		assert_int_equal(fixture_account(state, (uint32_t)i).fired, 1);
		assert_int_equal(fixture_account(other, (uint32_t)i).fired, i == 0 ? 1 : 0);
	}
	dt_state_close(other);
}

/* ---- STOP waits for firings ------------------------------------------------------------------- */

static int stopper; /* the number of the thread that stops */
static uint32_t stop_result;

static void *stop_thread(void *unused)
{
	__atomic_store_n(&stopper, (int)syscall(SYS_gettid), __ATOMIC_RELEASE);
	stop_result = fixture_stop(state);
	return NULL;
}

/* Whether STOP has begun and its thread now waits for something. */
static bool stop_waits(void *unused)
{
	char name[64], line[256], status = 0;
	int tid = __atomic_load_n(&stopper, __ATOMIC_ACQUIRE);
	FILE *file;

	if (tid == 0 || DT_READ_ONCE(state->activity) == DT_ACTIVITY_ACTIVE)
		return false;
	snprintf(name, sizeof(name), "/proc/self/task/%d/stat", tid);
	file = fopen(name, "r");
	assert_non_null(file);
	if (fgets(line, sizeof(line), file) != NULL && strrchr(line, ')') != NULL)
		status = strrchr(line, ')')[2];
	fclose(file);
	return status == 'S';
}

/* While a firing that began before it is under way on another CPU, STOP goes no further: END comes after it. */
static void stop_waits_for_firings(void **unused)
{
	struct dof_builder *b = dofb_create();
	unsigned long firing;
	pthread_t thread;

	clause_count(b, "fake:::go");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	stopper = 0;
	firing = os_host_irq_save_on(3);
	assert_int_equal(pthread_create(&thread, NULL, stop_thread, NULL), 0);
	fixture_wait(stop_waits, NULL);
	assert_int_equal(DT_READ_ONCE(state->activity), DT_ACTIVITY_DRAINING);
	os_irq_restore(firing);
	pthread_join(thread, NULL);
	assert_int_equal(state->activity, DT_ACTIVITY_STOPPED);
}

/* ---- what a program that was not loaded leaves ------------------------------------------------- */

/* Places in the caches of constant keys, too, go back: they are in a row, and what is taken is paid for on each CPU. */
static void failed_load_leaves_nothing(void **unused)
{
	struct dof_builder *b;
	unsigned int n, failed = 0;
	int error = -1;

	for (n = 1; error != 0; n++) {
		b = dofb_create();
		clause_count(b, "fake:::go");
		clause_count(b, "fake:::go");
		clause_count(b, "fake:::go");
		os_host_fail_alloc(n);
		error = fixture_enable(state, b, NULL);
		os_host_fail_alloc(0);
		failed += error != 0;
		assert_int_equal(state->cache_next, error == 0 ? 3 * 8 : 0);
		assert_int_equal(state->plans.count, error == 0 ? 3 : 0);
		assert_int_equal(state->ecbs.count, error == 0 ? 3 * 8 : 0);
		assert_int_equal(state->aggs.count, error == 0 ? 3 : 0);
		assert_int_equal(fake.enabled - fake.disabled, error == 0 ? 8 : 0);
	}
	assert_true(failed > 5);
}

/* An object that reads the program's first global variable, a number or a string. */
static uint32_t reads_global(struct dof_builder *b, bool string)
{
	static const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_USER_MIN, 1),
					    DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const struct dtrace_diftype type = string ? (struct dtrace_diftype){ DIF_TYPE_STRING, 0, DIF_TYPE_BYREF, 0, 0 }
						  : (struct dtrace_diftype){ DIF_TYPE_CTF, 1, 0, 0, 8 };
	const struct dtrace_difv var = {
		.id = DIF_VAR_USER_MIN, .kind = DIF_VARKIND_SCALAR, .scope = DIF_SCOPE_GLOBAL, .type = type
	};
	const struct dofb_difo difo = {
		code, 2, .strings = "\0v", .string_size = 3, .vars = &var, .var_count = 1, .rtype = type
	};

	return dofb_difo(b, &difo);
}

/* A program of one clause for each kind: numbers and strings contradict each other. */
static int enable_globals(bool number, bool string)
{
	struct dof_builder *b = dofb_create();

	if (number) {
		dofb_action(b, DTRACEACT_DIFEXPR, reads_global(b, false));
		dofb_clause(b, dofb_probe(b, "fake:::go", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	}
	if (string) {
		dofb_action(b, DTRACEACT_DIFEXPR, reads_global(b, true));
		dofb_clause(b, dofb_probe(b, "fake:::go", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	}
	return fixture_enable(state, b, NULL);
}

/* The variables of a program that was refused do not contradict those of the next. */
static void refused_declares_nothing(void **unused)
{
	unsigned long before = 0;
	int i;

	for (i = 0; i < 3; i++) {
		assert_int_equal(enable_globals(true, true), -OS_EINVAL);
		if (i == 0)
			before = os_host_alloc_count(); /* the table of variables stays */
		assert_int_equal(os_host_alloc_count(), before);
	}
	assert_int_equal(enable_globals(false, true), 0);
	assert_int_equal(enable_globals(true, false), -OS_EINVAL);
}

/* With the permission given first, each is refused by name; chill() can be done anywhere. */
static void destructive_by_name(void **unused)
{
	static const struct {
		uint32_t kind;
		const char *text;
	} actions[] = {
		{ DTRACEACT_RAISE, "raise() cannot be done: the current process is the tracer" },
		{ DTRACEACT_STOP, "stop() cannot be done: the current process is the tracer" },
		{ DTRACEACT_PANIC, "panic() cannot be done: there is no kernel here" },
		{ DTRACEACT_BREAKPOINT, "breakpoint() cannot be done: there is no kernel here" },
	};
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable;
	size_t i;

	dofb_option(b, DTRACEOPT_DESTRUCTIVE, 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	for (i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		b = dofb_create();
		dofb_action(b, actions[i].kind,
			    actions[i].kind == DTRACEACT_RAISE ? dofb_const(b, 9) : DOF_SECIDX_NONE);
		dofb_clause(b, dofb_probe(b, "fake:::go", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
		assert_int_equal(fixture_enable(state, b, &enable), -OS_EOPNOTSUPP);
		assert_string_equal(enable.error, actions[i].text);
	}
	b = dofb_create();
	dofb_action(b, DTRACEACT_CHILL, dofb_const(b, 10));
	dofb_clause(b, dofb_probe(b, "fake:::go", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	assert_int_equal(fake.enabled, 8);
}

/* exit() ends tracing although its record fits in no buffer; the drop is counted. */
static void exit_without_room(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_status status;
	struct dtrace_bufdesc desc;
	size_t size;

	dofb_action(b, DTRACEACT_EXIT, dofb_const(b, 3));
	dofb_clause(b, dofb_probe(b, "fake::func0:go", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	dofb_option(b, DTRACEOPT_BUFSIZE, 8);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire_on(0, 0, 0, 0);
	fake_fire_on(0, 0, 0, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_true(status.exiting);
	assert_int_equal(fixture_account(state, 0).fired, 1);
	assert_int_equal(fixture_account(state, 0).dropped, 1);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, &desc);
	assert_int_equal(desc.drops, 1);
	fixture_stop(state);
}

/* When memory is short the largest is halved, and what asked for little keeps it. */
static void largest_is_halved(void **unused)
{
	struct dtrace_option bufsize = { .option = DTRACEOPT_BUFSIZE }, dynvarsize = { .option = DTRACEOPT_DYNVARSIZE };
	struct dof_builder *b = dofb_create();

	clause_trace(b, "fake:::go", 1);
	dofb_option(b, DTRACEOPT_BUFSIZE, 1024 * 1024);
	dofb_option(b, DTRACEOPT_DYNVARSIZE, 64 * 1024);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	os_host_fail_alloc(3);
	fixture_go(state);
	os_host_fail_alloc(0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_OPTION, &bufsize), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_OPTION, &dynvarsize), 0);
	assert_int_equal(bufsize.value, 512 * 1024);
	assert_int_equal(dynvarsize.value, 64 * 1024);
}

/* ... but not below a page: then GO says that there is no memory. */
static void least_is_not_halved(void **unused)
{
	struct dtrace_option bufsize = { .option = DTRACEOPT_BUFSIZE };
	struct dof_builder *b = dofb_create();
	uint32_t cpu;

	clause_trace(b, "fake:::go", 1);
	dofb_option(b, DTRACEOPT_BUFSIZE, 4096);
	dofb_option(b, DTRACEOPT_DYNVARSIZE, 4096);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	os_host_fail_alloc(3);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_GO, &cpu), -OS_ENOMEM);
	os_host_fail_alloc(0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_OPTION, &bufsize), 0);
	assert_int_equal(bufsize.value, 4096);
}

static void options_while_active(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_option option = { .option = DTRACEOPT_AGGRATE };

	clause_count(b, "fake:::go");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	b = dofb_create();
	dofb_option(b, DTRACEOPT_BUFSIZE, 65536);
	assert_int_equal(fixture_enable(state, b, NULL), -OS_EBUSY);
	b = dofb_create();
	dofb_option(b, DTRACEOPT_AGGRATE, 5000);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_OPTION, &option), 0);
	assert_int_equal(option.value, 5000);
	b = dofb_create();
	clause_count(b, "fake:::go");
	assert_int_equal(fixture_enable(state, b, NULL), -OS_EBUSY);
}

static void cpu_option(void **unused)
{
	struct dof_builder *b = dofb_create();

	clause_count(b, "fake:::go");
	clause_count(b, "dtrace:::BEGIN");
	dofb_option(b, DTRACEOPT_CPU, 2);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_int_equal(fixture_go(state), 2);
	fake_fire_on(1, 0, 0, 0);
	fake_fire_on(2, 0, 0, 0);
	assert_int_equal(fixture_account(state, 0).fired, 1);
	assert_int_equal(fixture_account(state, 1).fired, 1);
}

static void cpu_comes_later(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_status status;
	struct dtrace_account account;

	os_host_cpu_set_online(3, false);
	clause_count(b, "fake:::go");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	os_host_cpu_set_online(3, true);
	fake_fire_on(3, 0, 0, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	fake_fire_on(3, 0, 0, 0);
	account = fixture_account(state, 0);
	assert_int_equal(account.dropped, 1);
	assert_int_equal(account.dropped_cpu, 1);
	assert_int_equal(account.recorded, 1);
	os_host_cpu_set_online(3, false); /* its buffers are still there */
	assert_int_equal(fixture_aggregate(state, 1), 1);
	os_host_cpu_set_online(3, true);
}

/* No STATUS for too long: the deadman ends it within a second or so. */
static void deadman(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct timespec nap = { 0, 100 * 1000 * 1000 };
	struct dtrace_status status;
	uint32_t cpu;
	int i;

	clause_count(b, "fake:::go");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire(0, 0, 0);
	DT_WRITE_ONCE(state->last_status, dt_moment(os_time_mono() - 31000000000ull));
	for (i = 0; i < 1200 && DT_READ_ONCE(state->activity) == DT_ACTIVITY_ACTIVE; i++)
		nanosleep(&nap, NULL);
	fake_fire(0, 0, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_true(status.killed);
	assert_int_equal(fixture_account(state, 0).fired, 1);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STOP, &cpu), -OS_EBUSY);
}

static void memory_short(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_option option = { .option = DTRACEOPT_BUFSIZE };
	uint32_t cpu;

	clause_trace(b, "fake:::go", 1);
	dofb_option(b, DTRACEOPT_BUFSIZE, 1ull << 45);
	dofb_option(b, DTRACEOPT_BUFRESIZE, DTRACE_BUFRESIZE_MANUAL);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_GO, &cpu), -OS_ENOMEM);
	b = dofb_create();
	dofb_option(b, DTRACEOPT_BUFRESIZE, DTRACE_BUFRESIZE_AUTO);
	dofb_option(b, DTRACEOPT_BUFSIZE, 1024 * 1024);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	os_host_fail_alloc(3);
	fixture_go(state);
	os_host_fail_alloc(0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_OPTION, &option), 0);
	assert_int_equal(option.value, 512 * 1024);
	fake_fire(0, 0, 0);
	assert_int_equal(fixture_account(state, 0).recorded, 1);
}

/* Every allocation on the way fails once: each time an error or a smaller buffer, and no leak. */
static void every_allocation_fails(void **unused)
{
	struct dof_builder *b;
	struct dt_state *other;
	unsigned int n, failed = 0;
	uint32_t cpu;

	for (n = 1; n < 100; n++) {
		unsigned long before = os_host_alloc_count();

		os_host_fail_alloc(n);
		if (dt_state_open(&other) != 0) {
			failed++;
			continue;
		}
		b = dofb_create();
		clause_trace(b, "fake:::", 1);
		clause_count(b, "fake:::");
		clause_count(b, "fake::func1:");
		if (fixture_enable(other, b, NULL) != 0)
			failed++;
		else if (fixture_ioctl(other, DTRACEIOC_GO, &cpu) != 0)
			failed++;
		os_host_fail_alloc(0);
		dt_state_close(other);
		assert_in_range(os_host_alloc_count(), before, before + 2); /* a grown name table may stay */
		assert_int_equal(fake.enabled, fake.disabled);
	}
	assert_true(failed > 10);
}

/* A command that may fail for memory, and for nothing else; whether it did. */
static bool refused(struct dt_state *of, uint32_t command, void *arg)
{
	int result = fixture_ioctl(of, command, arg);

	assert_true(result == 0 || result == -OS_ENOMEM);
	return result != 0;
}

/* The commands of a consumer while it traces, up to STOP; returns how many were refused. */
static unsigned int in_use(struct dt_state *of)
{
	static uint64_t room[32 * 1024];
	struct dtrace_bufdesc buffer = { .size = sizeof(room), .data = (uint64_t)(uintptr_t)room };
	struct dtrace_probelist list = { .buffer = (uint64_t)(uintptr_t)room, .size = sizeof(room) };
	struct dtrace_dofget dof = { .buffer = (uint64_t)(uintptr_t)room, .size = sizeof(room) };
	struct {
		struct dtrace_eprobedesc desc;
		struct dtrace_recdesc rec[4];
	} eprobe = { .desc = { .epid = 1, .records = 4 } };
	struct {
		struct dtrace_aggdesc desc;
		struct dtrace_recdesc rec[4];
	} agg = { .desc = { .id = 1, .records = 4 } };
	struct dtrace_probematch match = { .pattern.provider = "f*" };
	struct dtrace_status status;
	unsigned int failed;
	uint32_t cpu;

	failed = refused(of, DTRACEIOC_PROBES, &list) + refused(of, DTRACEIOC_PROBEMATCH, &match) +
		 refused(of, DTRACEIOC_STATUS, &status) + refused(of, DTRACEIOC_EPROBE, &eprobe) +
		 refused(of, DTRACEIOC_AGGDESC, &agg) + refused(of, DTRACEIOC_DOFGET, &dof);
	for (buffer.cpu = 0; buffer.cpu < 4; buffer.cpu++) {
		buffer.size = sizeof(room);
		failed += refused(of, DTRACEIOC_BUFSNAP, &buffer);
		buffer.size = sizeof(room);
		failed += refused(of, DTRACEIOC_AGGSNAP, &buffer);
	}
	return failed + refused(of, DTRACEIOC_STOP, &cpu);
}

/*
 * The same for what is asked of a consumer that traces, for STOP and for the end: tracing goes on,
 * its ledger balances, nothing stays armed.
 */
static void every_allocation_fails_in_use(void **unused)
{
	unsigned long before = 0;
	unsigned int n, failed = 0;

	for (n = 0; n < 60; n++) {
		struct dof_builder *b = dofb_create();
		struct dt_state *other;

		assert_int_equal(dt_state_open(&other), 0);
		dofb_option(b, DTRACEOPT_BUFSIZE, 4096);
		dofb_option(b, DTRACEOPT_AGGSIZE, 4096);
		clause_trace(b, "fake:::", 1);
		clause_count(b, "fake:::");
		assert_int_equal(fixture_enable(other, b, NULL), 0);
		fixture_go(other);
		fake_fire(n % 8, 0, 0);
		os_host_fail_alloc(n);
		failed += in_use(other);
		os_host_fail_alloc(0);
		fake_fire((n + 1) % 8, 0, 0);
		assert_in_range(fixture_account(other, 0).fired, 1, 2);
		os_host_fail_alloc(n % 5);
		dt_state_close(other);
		os_host_fail_alloc(0);
		if (n == 0)
			before = os_host_alloc_count(); /* names that were met stay */
		assert_in_range(os_host_alloc_count(), before, before + 2);
		assert_int_equal(fake.enabled, fake.disabled);
	}
	assert_true(failed > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(begin_end, setup, teardown),
		cmocka_unit_test_setup_teardown(only_one_consumer_sees_begin, setup, teardown),
		cmocka_unit_test_setup_teardown(fires_only_while_active, setup, teardown),
		cmocka_unit_test_setup_teardown(exit_drains, setup, teardown),
		cmocka_unit_test_setup_teardown(exit_in_begin, setup, teardown),
		cmocka_unit_test_setup_teardown(tick_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(ticks_begin_at_go, setup, teardown),
		cmocka_unit_test_setup_teardown(destructive_needs_permission, setup, teardown),
		cmocka_unit_test_setup_teardown(destructive_predicate, setup, teardown),
		cmocka_unit_test_setup_teardown(special_probes_are_private, setup, teardown),
		cmocka_unit_test_setup_teardown(stop_waits_for_firings, setup, teardown),
		cmocka_unit_test_setup_teardown(failed_load_leaves_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(refused_declares_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(destructive_by_name, setup, teardown),
		cmocka_unit_test_setup_teardown(exit_without_room, setup, teardown),
		cmocka_unit_test_setup_teardown(largest_is_halved, setup, teardown),
		cmocka_unit_test_setup_teardown(least_is_not_halved, setup, teardown),
		cmocka_unit_test_setup_teardown(options_while_active, setup, teardown),
		cmocka_unit_test_setup_teardown(cpu_option, setup, teardown),
		cmocka_unit_test_setup_teardown(cpu_comes_later, setup, teardown),
		cmocka_unit_test_setup_teardown(deadman, setup, teardown),
		cmocka_unit_test_setup_teardown(memory_short, setup, teardown),
		cmocka_unit_test_setup_teardown(every_allocation_fails, setup, teardown),
		cmocka_unit_test_setup_teardown(every_allocation_fails_in_use, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
