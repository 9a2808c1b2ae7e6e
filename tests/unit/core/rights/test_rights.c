/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_rights.c - consumers with less than all rights: what they see, what they may enable, where their probes fire,
 * what they may load, how much memory they may take; and numbers of processes in a namespace of one's own.
 */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <dtrace/fault.h>

#include "core/enabling/plan.h"
#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/rights/rights.h"
#include "core/state/state.h"
#include "os/host/host.h"
#include "os/os.h"

static struct dt_state *state;

static int setup(void **unused)
{
	os_host_subject(true, true, 0);
	fake_set_scope(DT_SCOPE_KERNEL);
	fixture_start(2, 4);
	assert_int_equal(dt_state_open(&state), 0);
	return 0;
}

static int teardown(void **unused)
{
	dt_state_close(state);
	fixture_end();
	fake_set_scope(DT_SCOPE_KERNEL);
	os_host_subject(true, true, 0);
	return 0;
}

static void limit(void)
{
	assert_int_equal(dt_state_limit(state, OS_RIGHT_OWN), 0);
}

static void clause(struct dof_builder *b, const char *probe, uint32_t predicate)
{
	dofb_clause(b, dofb_probe(b, probe, 0), predicate, dofb_actions(b), 0);
}

/* How many probes of a description the consumer matches; a negative errno. */
static int matches(const char *provider, const char *function)
{
	struct dtrace_probematch match = { .matched = 0 };
	int error;

	strcpy(match.pattern.provider, provider);
	strcpy(match.pattern.function, function);
	error = fixture_ioctl(state, DTRACEIOC_PROBEMATCH, &match);
	return error ? error : (int)match.matched;
}

/* ---- what is seen ---------------------------------------------------------------------------- */

static void kernel_is_hidden(void **unused)
{
	struct dtrace_providerdesc provider = { .name = "fake" };
	struct dtrace_argdesc arg = { .probe = 0 };
	struct dtrace_conf conf;
	uint64_t buffer[512];
	struct dtrace_probelist list = { .buffer = (uintptr_t)buffer, .size = sizeof(buffer) };

	assert_int_equal(matches("fake", ""), 4);
	limit();
	assert_int_equal(matches("fake", ""), -OS_EACCES);
	assert_int_equal(matches("", "func1"), 0);
	assert_int_equal(matches("dtrace", ""), 3);
	strcpy(list.pattern.provider, "fake");
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), -OS_EACCES);
	list.pattern.provider[0] = '\0';
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), 0);
	assert_int_not_equal(list.count, 0);
	/* an id is no way round it */
	list.pattern.id = dt_probe_id_get(fake.probes[0]);
	list.first = 0;
	list.size = sizeof(buffer);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), -OS_ESRCH);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROVIDER, &provider), -OS_ESRCH);
	arg.probe = dt_probe_id_get(fake.probes[0]);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBEARG, &arg), -OS_ESRCH);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_CONF, &conf), 0);
	assert_int_equal(conf.flags, DTRACE_CONF_HOST | DTRACE_CONF_OWN);
}

static void others_see_all(void **unused)
{
	struct dtrace_conf conf;

	assert_int_equal(dt_state_limit(state, OS_RIGHTS_ALL), 0);
	assert_false(state->limited);
	assert_int_equal(matches("fake", ""), 4);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_CONF, &conf), 0);
	assert_int_equal(conf.flags, DTRACE_CONF_HOST);
}

/* ---- what may be enabled --------------------------------------------------------------------- */

/* An object that calls a subroutine with two numbers. */
static uint32_t calls(struct dof_builder *b, uint32_t subr)
{
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1), DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, 1),
				     DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, 1), DIF_INSTR_WIDE(DIF_OP_CALL, subr, 2),
				     DIF_INSTR(DIF_OP_RET, 0, 0, 2) };
	const uint64_t value = 1;
	const struct dofb_difo difo = { code, 5, &value, 1, .rtype = { .kind = DIF_TYPE_CTF, .size = 8 } };

	return dofb_difo(b, &difo);
}

/* Enabling one action at BEGIN: the error, and what it says. */
static int enables(uint32_t kind, uint32_t (*make)(struct dof_builder *b, uint32_t what), uint32_t what, char *said)
{
	struct dtrace_enable enable;
	struct dof_builder *b = dofb_create();
	int error;

	dofb_action(b, kind, make ? make(b, what) : DOF_SECIDX_NONE);
	clause(b, "dtrace:::BEGIN", DOF_SECIDX_NONE);
	error = fixture_enable(state, b, &enable);
	strcpy(said, enable.error);
	return error;
}

static uint32_t number(struct dof_builder *b, uint32_t what)
{
	return dofb_const(b, what);
}

static void programs(void **unused)
{
	static const struct {
		uint32_t kind;
		uint32_t (*make)(struct dof_builder *b, uint32_t what);
		uint32_t what;
		const char *said; /* NULL: it is permitted */
	} rows[] = {
		{ DTRACEACT_STACK, NULL, 0, "stack()" },
		{ DTRACEACT_SYM, number, 1, "sym()" },
		{ DTRACEACT_MOD, number, 1, "mod()" },
		{ DTRACEACT_PANIC, NULL, 0, "panic()" },
		{ DTRACEACT_BREAKPOINT, NULL, 0, "breakpoint()" },
		{ DTRACEACT_CHILL, number, 1, "chill()" },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_CURTHREAD, "curthread" },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_CALLER, "caller" },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_STACKDEPTH, "stackdepth" },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_IPL, "ipl" },
		{ DTRACEACT_DIFEXPR, calls, DIF_SUBR_MUTEX_OWNER, "mutex_owner()" },
		{ DTRACEACT_DIFEXPR, calls, DIF_SUBR_RW_ISWRITER, "rw_iswriter()" },
		{ DTRACEACT_DIFEXPR, calls, DIF_SUBR_D_PATH, "d_path()" },
		{ DTRACEACT_DIFEXPR, calls, DIF_SUBR_NUMBER | 1u << 8, "dt_number()" },
		{ DTRACEACT_USTACK, NULL, 0, NULL },
		{ DTRACEACT_RAISE, number, 1, NULL },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_PID, NULL },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_TIMESTAMP, NULL },
		{ DTRACEACT_DIFEXPR, calls, DIF_SUBR_COPYIN, NULL },
	};
	char said[sizeof(((struct dtrace_enable *)0)->error)];
	size_t i;

	limit();
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(enables(rows[i].kind, rows[i].make, rows[i].what, said),
				 rows[i].said ? -OS_EACCES : 0);
		assert_string_equal(said, rows[i].said ? rows[i].said : "");
	}
}

/* Nothing that somebody without all rights has written becomes code of the kernel (core/dif/native.h). */
static void no_native_code(void **unused)
{
	char said[sizeof(((struct dtrace_enable *)0)->error)];

	limit();
	assert_int_equal(enables(DTRACEACT_DIFEXPR, calls, DIF_SUBR_COPYIN, said), 0);
	assert_non_null(state->programs);
	assert_int_equal(state->programs->native.addr, 0);
}

static void native_code_with_all_rights(void **unused)
{
	char said[sizeof(((struct dtrace_enable *)0)->error)];

	assert_int_equal(dt_state_limit(state, OS_RIGHTS_ALL), 0);
	assert_int_equal(enables(DTRACEACT_DIFEXPR, calls, DIF_SUBR_COPYIN, said), 0);
	assert_non_null(state->programs);
	assert_int_equal(state->programs->native.objects, 1);
}

/* In a predicate, and as a key of an aggregation. */
static void everywhere_in_a_program(void **unused)
{
	struct dtrace_enable enable;
	struct dof_builder *b = dofb_create();

	limit();
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	clause(b, "dtrace:::BEGIN", dofb_var(b, DIF_VAR_CALLER));
	assert_int_equal(fixture_enable(state, b, &enable), -OS_EACCES);
	assert_string_equal(enable.error, "caller");
	b = dofb_create();
	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	clause(b, "dtrace:::BEGIN", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, &enable), -OS_EACCES);
	assert_string_equal(enable.error, "stack()");
	b = dofb_create();
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	clause(b, "fake:::", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, &enable), -OS_EACCES);
	assert_string_equal(enable.error, "fake");
	/* by id: it is not there */
	b = dofb_create();
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	dofb_clause(b, dofb_probe(b, ":::", dt_probe_id_get(fake.probes[0])), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, &enable), 0);
	assert_int_equal(enable.matched, 0);
	assert_int_equal(fake.enabled, 0);
}

/* ---- where it fires -------------------------------------------------------------------------- */

static void only_in_own_processes(void **unused)
{
	struct dof_builder *b = dofb_create();

	fake_set_scope(DT_SCOPE_PROCESS);
	limit();
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	clause(b, "fake:::", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire(0, 1, 2);
	os_host_subject(false, true, 0);
	fake_fire(0, 1, 2);
	fake_fire(1, 1, 2);
	assert_int_equal(fixture_account(state, 0).fired, 1);
	os_host_subject(true, true, 0);
	fake_fire(1, 1, 2);
	assert_int_equal(fixture_account(state, 0).fired, 2);
	assert_int_equal(fixture_account(state, 0).recorded, 2);
}

/* CAP_SYS_PTRACE: all processes, still not the kernel. */
static void in_others_with_the_right(void **unused)
{
	struct dof_builder *b = dofb_create();
	char said[sizeof(((struct dtrace_enable *)0)->error)];

	fake_set_scope(DT_SCOPE_PROCESS);
	assert_int_equal(dt_state_limit(state, OS_RIGHT_OWN | OS_RIGHT_OTHERS), 0);
	assert_int_equal(enables(DTRACEACT_STACK, NULL, 0, said), -OS_EACCES);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	clause(b, "fake:::", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	os_host_subject(false, true, 0);
	fake_fire(0, 1, 2);
	assert_int_equal(fixture_account(state, 0).fired, 1);
}

/* A clause of one action at a probe that fires anywhere, fired in a process that is not one's own. Its fault. */
static uint64_t fault_elsewhere(uint32_t kind, uint32_t (*make)(struct dof_builder *b, uint32_t what), uint32_t what,
				bool own)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_account account;
	const uint8_t *data;
	uint64_t fault = 0;
	size_t size;
	uint32_t cpu;

	fake_set_scope(DT_SCOPE_ANYWHERE);
	assert_int_equal(dt_state_limit(state, OS_RIGHT_OWN), 0);
	dofb_action(b, kind, make ? make(b, what) : DOF_SECIDX_NONE);
	clause(b, "fake::func0:go", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG4));
	clause(b, "dtrace:::ERROR", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_DESTRUCTIVE, 1);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	os_host_subject(own, true, 0);
	fixture_go(state);
	fake_fire(0, 1, 2);
	account = fixture_account(state, 0);
	assert_int_equal(account.fired, 1);
	for (cpu = 0; cpu < 2 && account.faulted; cpu++) {
		data = fixture_snap(state, DTRACEIOC_BUFSNAP, cpu, &size, NULL);
		if (size >= 16)
			fault = *(const uint64_t *)(data + 8);
	}
	assert_int_equal(account.faulted, fault != 0);
	dt_state_close(state);
	assert_int_equal(dt_state_open(&state), 0);
	return fault;
}

static void faults_elsewhere(void **unused)
{
	static const struct {
		uint32_t kind;
		uint32_t (*make)(struct dof_builder *b, uint32_t what);
		uint32_t what;
		uint64_t own, elsewhere;
	} rows[] = {
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_PID, 0, DTRACEFLT_UPRIV },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_UID, 0, DTRACEFLT_UPRIV },
		{ DTRACEACT_DIFEXPR, dofb_string_var, DIF_VAR_EXECNAME, 0, DTRACEFLT_UPRIV },
		{ DTRACEACT_DIFEXPR, dofb_string_var, DIF_VAR_EXECARGS, 0, DTRACEFLT_UPRIV },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_UCALLER, 0, DTRACEFLT_UPRIV },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_VTIMESTAMP, 0, DTRACEFLT_UPRIV },
		{ DTRACEACT_DIFEXPR, calls, DIF_SUBR_PROGENYOF, 0, DTRACEFLT_UPRIV },
		{ DTRACEACT_DIFEXPR, calls, DIF_SUBR_COPYIN, DTRACEFLT_BADADDR, DTRACEFLT_UPRIV },
		{ DTRACEACT_USTACK, NULL, 0, 0, DTRACEFLT_UPRIV },
		{ DTRACEACT_UADDR, number, 1, 0, DTRACEFLT_UPRIV },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_TIMESTAMP, 0, 0 },
		{ DTRACEACT_DIFEXPR, dofb_var, DIF_VAR_ID, 0, 0 },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(fault_elsewhere(rows[i].kind, rows[i].make, rows[i].what, true), rows[i].own);
		assert_int_equal(fault_elsewhere(rows[i].kind, rows[i].make, rows[i].what, false), rows[i].elsewhere);
	}
}

/* The number that one firing of func0 has recorded. */
static uint64_t recorded(void)
{
	const uint8_t *data;
	uint64_t value = 0;
	size_t size;
	uint32_t cpu;

	for (cpu = 0; cpu < 2; cpu++) {
		data = fixture_snap(state, DTRACEIOC_BUFSNAP, cpu, &size, NULL);
		if (size >= 16)
			value = *(const uint64_t *)(data + 8);
	}
	return value;
}

/* What was interrupted was the kernel, whose addresses the arguments would be. */
static void arguments_of_the_kernel(void **unused)
{
	struct dof_builder *b = dofb_create();

	fake_set_scope(DT_SCOPE_ANYWHERE);
	limit();
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	clause(b, "fake::func0:go", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire(0, 77, 2);
	assert_int_equal(fixture_account(state, 0).recorded, 1);
	assert_int_equal(recorded(), 0);
}

/* ---- loads ----------------------------------------------------------------------------------- */

static uint32_t loads(struct dof_builder *b, uint32_t unused)
{
	static const uint64_t there = 5;

	return dofb_load(b, (uintptr_t)&there);
}

static uint32_t prints(struct dof_builder *b, uint32_t unused)
{
	static const char text[] = "of the kernel";
	const uint64_t address = (uintptr_t)text;
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1), DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const struct dofb_difo difo = { code, 2, &address, 1,
					.rtype = { .kind = DIF_TYPE_STRING, .flags = DIF_TYPE_BYREF } };

	return dofb_difo(b, &difo);
}

static uint32_t copies(struct dof_builder *b, uint32_t unused)
{
	static const uint64_t there[4];
	const uint64_t address = (uintptr_t)there;
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1), DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const struct dofb_difo difo = {
		code, 2, &address, 1, .rtype = { .kind = DIF_TYPE_CTF, .flags = DIF_TYPE_BYREF, .size = sizeof(there) }
	};

	return dofb_difo(b, &difo);
}

static uint32_t measures(struct dof_builder *b, uint32_t unused)
{
	static const char text[] = "of the kernel";
	const uint64_t address = (uintptr_t)text;
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1), DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, 1),
				     DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_STRLEN, 2), DIF_INSTR(DIF_OP_RET, 0, 0, 2) };
	const struct dofb_difo difo = { code, 4, &address, 1, .rtype = { .kind = DIF_TYPE_CTF, .size = 8 } };

	return dofb_difo(b, &difo);
}

static void kernel_loads(void **unused)
{
	uint32_t (*const ways[])(struct dof_builder * b, uint32_t unused) = { loads, prints, copies, measures };
	size_t i;

	for (i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		assert_int_equal(fault_elsewhere(DTRACEACT_DIFEXPR, ways[i], 0, true), DTRACEFLT_KPRIV);
		assert_int_equal(fault_elsewhere(DTRACEACT_DIFEXPR, ways[i], 0, false), DTRACEFLT_KPRIV);
	}
	assert_int_equal(fault_elsewhere(DTRACEACT_TRACEMEM, number, 0x1000, true), DTRACEFLT_KPRIV);
	/* its own memory is read */
	assert_int_equal(fault_elsewhere(DTRACEACT_DIFEXPR, dofb_string_var, DIF_VAR_PROBEFUNC, false), 0);
}

/* ---- whose descriptor ------------------------------------------------------------------------ */

static void descriptor_of_another(void **unused)
{
	struct dtrace_conf conf;

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_CONF, &conf), 0);
	limit();
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_CONF, &conf), 0);
	os_host_subject(true, false, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_CONF, &conf), -OS_EPERM);
	os_host_subject(true, true, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_CONF, &conf), 0);
}

/* Tables for stacks are everybody's: a limited consumer gets no list of files, and hands in none. */
static void shared_tables(void **unused)
{
	struct dtrace_unwindfile unwind = { .number = 1 };
	struct dtrace_files files = { .count = 0 };
	struct dtrace_mapped mapped = { .pid = 0 };

	limit();
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_UNWIND, &unwind), -OS_EPERM);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FILES, &files), 0);
	assert_int_equal(files.count, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_MAPPED, &mapped), -OS_ENOENT);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static int go_with(struct dt_state *consumer, uint64_t bufsize, uint64_t resize)
{
	struct dof_builder *b = dofb_create();
	uint32_t cpu;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	clause(b, "dtrace:::BEGIN", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_BUFSIZE, bufsize);
	dofb_option(b, DTRACEOPT_BUFRESIZE, resize);
	assert_int_equal(fixture_enable(consumer, b, NULL), 0);
	return fixture_ioctl(consumer, DTRACEIOC_GO, &cpu);
}

static void memory_of_a_user(void **unused)
{
	struct dt_state *other, *free_one;

	limit();
	assert_int_equal(go_with(state, 12 << 20, DTRACE_BUFRESIZE_MANUAL), 0); /* 2 CPUs, two halves: 48 MiB */
	assert_int_equal(dt_state_open(&other), 0);
	assert_int_equal(dt_state_limit(other, OS_RIGHT_OWN), 0);
	assert_int_equal(go_with(other, 12 << 20, DTRACE_BUFRESIZE_MANUAL), -OS_ENOMEM);
	assert_int_equal(dt_state_open(&free_one), 0); /* with all rights nothing is counted */
	assert_int_equal(go_with(free_one, 12 << 20, DTRACE_BUFRESIZE_MANUAL), 0);
	dt_state_close(free_one);
	dt_state_close(other);
	assert_int_equal(dt_state_open(&other), 0);
	assert_int_equal(dt_state_limit(other, OS_RIGHT_OWN), 0);
	assert_int_equal(go_with(other, 12 << 20, DTRACE_BUFRESIZE_AUTO), 0); /* a smaller one */
	assert_true(other->bufsize < 12 << 20);
	dt_state_close(state);
	assert_int_equal(dt_state_open(&state), 0);
	limit();
	dt_state_close(other);
	assert_int_equal(go_with(state, 12 << 20, DTRACE_BUFRESIZE_MANUAL), 0); /* given back */
}

static void consumers_of_a_user(void **unused)
{
	struct dt_state *others[DT_RIGHTS_OPENED];
	unsigned int i;

	limit();
	for (i = 1; i < DT_RIGHTS_OPENED; i++) {
		assert_int_equal(dt_state_open(&others[i]), 0);
		assert_int_equal(dt_state_limit(others[i], OS_RIGHT_OWN), 0);
	}
	assert_int_equal(dt_state_open(&others[0]), 0);
	assert_int_equal(dt_state_limit(others[0], OS_RIGHT_OWN), -OS_EUSERS);
	dt_state_close(others[0]);
	assert_int_equal(dt_state_open(&others[0]), 0);
	assert_int_equal(dt_state_limit(others[0], OS_RIGHTS_ALL), 0);
	for (i = 0; i < DT_RIGHTS_OPENED; i++)
		dt_state_close(others[i]);
}

/* ---- numbers of a namespace ------------------------------------------------------------------ */

static void numbers(void **unused)
{
	struct dof_builder *b = dofb_create();

	os_host_subject(true, true, 1000000);
	assert_int_equal(dt_state_limit(state, OS_RIGHTS_ALL), 0);
	assert_true(state->limited);
	assert_false(state->own_only);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_PID));
	clause(b, "fake::func0:go", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire(0, 1, 2);
	assert_int_equal(recorded(), 1000000 + getpid());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(kernel_is_hidden, setup, teardown),
		cmocka_unit_test_setup_teardown(others_see_all, setup, teardown),
		cmocka_unit_test_setup_teardown(programs, setup, teardown),
		cmocka_unit_test_setup_teardown(no_native_code, setup, teardown),
		cmocka_unit_test_setup_teardown(native_code_with_all_rights, setup, teardown),
		cmocka_unit_test_setup_teardown(everywhere_in_a_program, setup, teardown),
		cmocka_unit_test_setup_teardown(only_in_own_processes, setup, teardown),
		cmocka_unit_test_setup_teardown(in_others_with_the_right, setup, teardown),
		cmocka_unit_test_setup_teardown(faults_elsewhere, setup, teardown),
		cmocka_unit_test_setup_teardown(arguments_of_the_kernel, setup, teardown),
		cmocka_unit_test_setup_teardown(kernel_loads, setup, teardown),
		cmocka_unit_test_setup_teardown(descriptor_of_another, setup, teardown),
		cmocka_unit_test_setup_teardown(shared_tables, setup, teardown),
		cmocka_unit_test_setup_teardown(memory_of_a_user, setup, teardown),
		cmocka_unit_test_setup_teardown(consumers_of_a_user, setup, teardown),
		cmocka_unit_test_setup_teardown(numbers, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
