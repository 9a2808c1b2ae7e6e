/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_needs.c - the sizes of buffers, where nobody has given one: by what the clauses can write. */
#include "fixture.h"

#include "core/state/state.h"

#define STANDARD (4u << 20) /* of bufsize and aggsize */

static struct dt_state *state;
static struct dof_builder *b;

static int setup(void **unused)
{
	fixture_start(2, 8);
	assert_int_equal(dt_state_open(&state), 0);
	b = dofb_create();
	return 0;
}

static int teardown(void **unused)
{
	dt_state_close(state);
	fixture_end();
	return 0;
}

/* A clause that records, or that does what @kind is. */
static void clause(const char *probe, uint32_t kind)
{
	dofb_action(b, kind, kind == DTRACEAGG_COUNT ? DOF_SECIDX_NONE : dofb_const(b, 7));
	dofb_clause(b, dofb_probe(b, probe, 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
}

static void trace(const char *probe)
{
	clause(probe, DTRACEACT_DIFEXPR);
}

static void go(void)
{
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
}

/* All that is written has a limit: the buffer has room for four times that, and for little more. */
static void expect_small(uint64_t size, uint64_t needed)
{
	assert_true(size >= 4 * needed);
	assert_true(size < 8 * needed + 4096);
}

static uint64_t option(uint32_t number)
{
	struct dtrace_option option = { .option = number };

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_OPTION, &option), 0);
	return (uint64_t)option.value;
}

static void begin_and_end(void **unused)
{
	trace("dtrace:::BEGIN");
	trace(":::END");
	go();
	expect_small(state->bufsize, 32);
	assert_int_equal(option(DTRACEOPT_BUFSIZE), STANDARD); /* what it may have */
}

/* Its records are there, all of them, before anybody reads the buffer. */
static void exit_clause(void **unused)
{
	clause("fake:::go", DTRACEACT_EXIT);
	go();
	expect_small(state->bufsize, 16);
	fake_fire(1, 0, 0);
	fixture_stop(state);
	assert_int_equal(fixture_account(state, 0).recorded, 1);
}

static void a_minute_of_a_clock(void **unused)
{
	trace("profile:::tick-1s");
	trace("profile:::profile-10s");
	go();
	expect_small(state->bufsize, 2ull * 60 * 16);
}

static void as_long_as_nobody_reads(void **unused)
{
	trace("profile:::tick-1s");
	dofb_option(b, DTRACEOPT_SWITCHRATE, 600000000000ull);
	go();
	expect_small(state->bufsize, 601ull * 16);
}

static void a_clock_that_is_quick(void **unused)
{
	trace("profile:::tick-2");
	go();
	assert_int_equal(state->bufsize, STANDARD);
}

/* A thousand errors fit in any case. */
static void errors(void **unused)
{
	trace("dtrace:::ERROR");
	clause("fake:::go", DTRACEAGG_COUNT);
	go();
	expect_small(state->bufsize, 1024ull * 16);
}

static void one_that_nobody_knows(void **unused)
{
	trace("dtrace:::BEGIN");
	trace("fake::func1:go");
	go();
	assert_int_equal(state->bufsize, STANDARD);
}

/* What comes later may record, too. */
static void probes_to_come(void **unused)
{
	trace("fake:later::go");
	go();
	assert_int_equal(state->bufsize, STANDARD);
}

static void sizes_that_are_given(void **unused)
{
	trace("dtrace:::BEGIN");
	clause("fake:::go", DTRACEAGG_COUNT);
	dofb_option(b, DTRACEOPT_BUFSIZE, 1024 * 1024);
	dofb_option(b, DTRACEOPT_AGGSIZE, 512 * 1024);
	go();
	assert_int_equal(state->bufsize, 1024 * 1024);
	assert_int_equal(state->aggsize, 512 * 1024);
}

/* They are not read while tracing goes on. */
static void rings(void **unused)
{
	trace("dtrace:::BEGIN");
	dofb_option(b, DTRACEOPT_BUFPOLICY, DTRACE_BUFPOLICY_RING);
	go();
	assert_int_equal(state->bufsize, STANDARD);
}

static void aggregations_without_keys(void **unused)
{
	unsigned int i;

	for (i = 0; i < 16; i++)
		clause("fake:::go", DTRACEAGG_COUNT);
	go();
	expect_small(state->aggsize, 16ull * 80);
	for (i = 0; i < 100; i++)
		fake_fire(i % 8, 0, 0);
	fixture_stop(state);
	for (i = 0; i < 16; i++)
		assert_int_equal(fixture_account(state, i).recorded, 100);
	assert_int_equal(fixture_aggregate(state, 16), 100);
}

static void aggregations_with_keys(void **unused)
{
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	dofb_clause(b, dofb_probe(b, "fake:::go", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	clause("fake:::go", DTRACEAGG_COUNT);
	go();
	assert_int_equal(state->aggsize, STANDARD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(begin_and_end, setup, teardown),
		cmocka_unit_test_setup_teardown(exit_clause, setup, teardown),
		cmocka_unit_test_setup_teardown(a_minute_of_a_clock, setup, teardown),
		cmocka_unit_test_setup_teardown(as_long_as_nobody_reads, setup, teardown),
		cmocka_unit_test_setup_teardown(a_clock_that_is_quick, setup, teardown),
		cmocka_unit_test_setup_teardown(errors, setup, teardown),
		cmocka_unit_test_setup_teardown(one_that_nobody_knows, setup, teardown),
		cmocka_unit_test_setup_teardown(probes_to_come, setup, teardown),
		cmocka_unit_test_setup_teardown(sizes_that_are_given, setup, teardown),
		cmocka_unit_test_setup_teardown(rings, setup, teardown),
		cmocka_unit_test_setup_teardown(aggregations_without_keys, setup, teardown),
		cmocka_unit_test_setup_teardown(aggregations_with_keys, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
