/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_speculate.c - speculation: commit and discard on one CPU and on several, ids that are stale,
 * buffers that are full.
 */
#include "fixture.h"

#include <string.h>

#include "core/state/state.h"
#include "os/host/host.h"
#include "os/os.h"

static struct dt_state *state;

static uint32_t difo_speculation(struct dof_builder *b)
{
	static const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_SPECULATION, 1),
					    DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const struct dofb_difo difo = { code, 2, .rtype = { DIF_TYPE_CTF, 1, 0, 0, 8 } };

	return dofb_difo(b, &difo);
}

static void clause(struct dof_builder *b, const char *probe)
{
	dofb_clause(b, dofb_probe(b, probe, 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
}

/* func0: trace(speculation()); func1: speculate(arg0), trace(arg1); func2: commit(arg0); func3: discard(arg0). */
static int setup(void **unused)
{
	struct dof_builder *b;

	fixture_start(3, 4);
	assert_int_equal(dt_state_open(&state), 0);
	b = dofb_create();
	dofb_action(b, DTRACEACT_DIFEXPR, difo_speculation(b));
	clause(b, "fake::func0:");
	dofb_action(b, DTRACEACT_SPECULATE, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1));
	clause(b, "fake::func1:");
	dofb_action(b, DTRACEACT_COMMIT, dofb_var(b, DIF_VAR_ARG0));
	clause(b, "fake::func2:");
	dofb_action(b, DTRACEACT_DISCARD, dofb_var(b, DIF_VAR_ARG0));
	clause(b, "fake::func3:");
	dofb_option(b, DTRACEOPT_NSPEC, 2);
	dofb_option(b, DTRACEOPT_SPECSIZE, 64);
	dofb_option(b, DTRACEOPT_CLEANRATE, 1000000);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	return 0;
}

static int teardown(void **unused)
{
	dt_state_close(state);
	fixture_end();
	return 0;
}

static uint64_t speculation(void)
{
	const uint8_t *data;
	size_t size;

	fake_fire_on(0, 0, 0, 0);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 16);
	return *(const uint64_t *)(data + 8);
}

static size_t records_on(uint32_t cpu)
{
	const uint8_t *data;
	size_t size;

	data = fixture_snap(state, DTRACEIOC_BUFSNAP, cpu, &size, NULL);
	return fixture_records(state, data, size, 2);
}

/* Whether what several CPUs take part in is finished. */
static bool is_clean(void *unused)
{
	uint32_t i;

	for (i = 0; i < state->specs.count; i++) {
		if (DT_READ_ONCE(state->specs.table[i].state) != 0)
			return false;
	}
	return true;
}

static void let_clean(void)
{
	fixture_wait(is_clean, NULL);
}

static void commit_on_one_cpu(void **unused)
{
	uint64_t id = speculation();

	assert_int_equal(id, 1);
	fake_fire_on(1, 1, id, 5);
	fake_fire_on(1, 1, id, 6);
	assert_int_equal(records_on(1), 0);
	fake_fire_on(1, 2, id, 0);
	assert_int_equal(records_on(1), 2);
	assert_int_equal(speculation(), 1); /* free at once */
}

static void discard_on_one_cpu(void **unused)
{
	uint64_t id = speculation();

	fake_fire_on(1, 1, id, 5);
	fake_fire_on(1, 3, id, 0);
	assert_int_equal(records_on(1), 0);
	assert_int_equal(speculation(), 1);
	fake_fire_on(1, 2, 1, 0);
	assert_int_equal(records_on(1), 0);
}

static void commit_from_another_cpu(void **unused)
{
	uint64_t id = speculation();

	fake_fire_on(1, 1, id, 5);
	fake_fire_on(2, 1, id, 6);
	fake_fire_on(0, 2, id, 0);
	let_clean();
	assert_int_equal(records_on(1), 1);
	assert_int_equal(records_on(2), 1);
	assert_int_equal(speculation(), 1);
}

static void discard_from_another_cpu(void **unused)
{
	uint64_t id = speculation();

	fake_fire_on(1, 1, id, 5);
	fake_fire_on(2, 1, id, 6);
	fake_fire_on(0, 3, id, 0);
	let_clean();
	assert_int_equal(records_on(1), 0);
	assert_int_equal(records_on(2), 0);
	assert_int_equal(speculation(), 1);
}

/* The CPU that commits has not speculated: what another one has is left to the cleaner, and is not lost. */
static void commit_where_nothing_is(void **unused)
{
	uint64_t id = speculation();

	fake_fire_on(1, 1, id, 5);
	fake_fire_on(0, 2, id, 0);
	let_clean();
	assert_int_equal(records_on(1), 1);
	assert_int_equal(speculation(), 1);
	fake_fire_on(1, 2, 1, 0);
	assert_int_equal(records_on(1), 0); /* nothing of the first is left in the second */
}

/* The same with discard: the next speculation of this number begins without what was discarded. */
static void discard_where_nothing_is(void **unused)
{
	uint64_t id = speculation();

	fake_fire_on(1, 1, id, 5);
	fake_fire_on(0, 3, id, 0);
	let_clean();
	assert_int_equal(speculation(), 1);
	fake_fire_on(1, 1, 1, 6);
	fake_fire_on(1, 2, 1, 0);
	assert_int_equal(records_on(1), 1);
}

/* A CPU that has gone cannot be asked to finish: another one does it for it. */
static void cpu_gone(void **unused)
{
	uint64_t kept = speculation(), dropped = speculation();

	fake_fire_on(1, 1, kept, 5);
	fake_fire_on(1, 1, dropped, 6);
	os_host_cpu_set_online(1, false);
	fake_fire_on(0, 2, kept, 0);
	fake_fire_on(0, 3, dropped, 0);
	let_clean();
	assert_int_equal(records_on(1), 1);
	os_host_cpu_set_online(1, true);
	assert_int_equal(speculation(), 1);
	assert_int_equal(speculation(), 2);
	fake_fire_on(1, 1, dropped, 7);
	fake_fire_on(1, 2, dropped, 0);
	assert_int_equal(records_on(1), 1);
}

static void none_left(void **unused)
{
	struct dtrace_status status;

	assert_int_equal(speculation(), 1);
	assert_int_equal(speculation(), 2);
	assert_int_equal(speculation(), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.specdrops_unavail, 1);
	assert_int_equal(status.specdrops_busy, 0);
}

/* An id that speculation() can have given, but not now; and 0, which it gives when none is free. */
static void stale_ids(void **unused)
{
	static const uint64_t ids[] = { 0, 1, 2 };
	struct dtrace_status status;
	size_t i;

	for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		fake_fire_on(1, 1, ids[i], 0);
		fake_fire_on(1, 2, ids[i], 0);
		fake_fire_on(1, 3, ids[i], 0);
	}
	assert_int_equal(records_on(1), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.errors, 0);
	assert_int_equal(status.specdrops, 0);
	assert_int_equal(fixture_account(state, 1).dropped, 3);
	assert_int_equal(fixture_account(state, 1).dropped_speculation, 3);
}

/* An id that speculation() never gives: each of the three actions is an error, and nothing is recorded. */
static void wrong_ids(void **unused)
{
	static const uint64_t ids[] = { 3, 1000, ~0ull };
	struct dtrace_status status;
	uint32_t func;
	size_t i;

	for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		for (func = 1; func <= 3; func++)
			fake_fire_on(1, func, ids[i], 0);
	}
	assert_int_equal(records_on(1), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.errors, 9);
	for (func = 1; func <= 3; func++)
		assert_int_equal(fixture_account(state, func).faulted, 3);
	assert_int_equal(speculation(), 1);
}

static void full(void **unused)
{
	struct dtrace_status status;
	uint64_t id = speculation();
	int i;

	for (i = 0; i < 10; i++)
		fake_fire_on(1, 1, id, 5);
	fake_fire_on(1, 2, id, 0);
	assert_int_equal(records_on(1), 4);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.specdrops, 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(commit_on_one_cpu, setup, teardown),
		cmocka_unit_test_setup_teardown(discard_on_one_cpu, setup, teardown),
		cmocka_unit_test_setup_teardown(commit_from_another_cpu, setup, teardown),
		cmocka_unit_test_setup_teardown(discard_from_another_cpu, setup, teardown),
		cmocka_unit_test_setup_teardown(commit_where_nothing_is, setup, teardown),
		cmocka_unit_test_setup_teardown(discard_where_nothing_is, setup, teardown),
		cmocka_unit_test_setup_teardown(cpu_gone, setup, teardown),
		cmocka_unit_test_setup_teardown(none_left, setup, teardown),
		cmocka_unit_test_setup_teardown(stale_ids, setup, teardown),
		cmocka_unit_test_setup_teardown(wrong_ids, setup, teardown),
		cmocka_unit_test_setup_teardown(full, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
