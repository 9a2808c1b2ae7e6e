/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_stop.c - what ends tracing from outside: the deadman's two ways, by a clock that is moved,
 * and a failed assertion.
 */
#include "fixture.h"

#include <string.h>
#include <time.h>

#include "core/framework/framework.h"
#include "core/enabling/plan.h"
#include "core/probe/provider.h"
#include "core/state/state.h"
#include "os/host/host.h"
#include "os/os.h"

#define SECOND 1000000000ull

static struct dt_state *trace(bool destructive)
{
	struct dof_builder *b = dofb_create();
	struct dt_state *state;

	assert_int_equal(dt_state_open(&state), 0);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, "fake:::", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	if (destructive)
		dofb_option(b, DTRACEOPT_DESTRUCTIVE, 1);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	return state;
}

static uint8_t killed(struct dt_state *state)
{
	struct dtrace_status status;

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	return status.killed;
}

static bool ends_within(struct dt_state *state, unsigned int tenths)
{
	struct timespec nap = { 0, 100 * 1000 * 1000 };

	for (; tenths > 0 && DT_READ_ONCE(state->activity) != DT_ACTIVITY_KILLED; tenths--)
		nanosleep(&nap, NULL);
	return DT_READ_ONCE(state->activity) == DT_ACTIVITY_KILLED;
}

static uint32_t armed_soon(uint32_t wanted)
{
	struct timespec nap = { 0, 100 * 1000 * 1000 };
	uint32_t armed = ~wanted;
	int i;

	for (i = 0; i < 1200 && armed != wanted; i++) {
		nanosleep(&nap, NULL);
		dt_framework_lock();
		armed = fake.provider->armed_count;
		dt_framework_unlock();
	}
	return armed;
}

/* Its probes are disarmed although it does not close; another consumer keeps its own. */
static void no_status(void **unused)
{
	struct dt_state *state, *allowed;

	fixture_start(2, 3);
	state = trace(false);
	allowed = trace(true);
	os_host_time_shift(15 * SECOND);
	assert_false(ends_within(state, 15));
	os_host_time_shift(16 * SECOND);
	assert_true(ends_within(state, 1200));
	assert_int_equal(killed(state), DTRACE_KILLED_DEADMAN);
	assert_int_equal(killed(allowed), 0);
	assert_int_equal(armed_soon(3), 3);
	dt_state_close(allowed);
	assert_int_equal(armed_soon(0), 0);
	assert_int_equal(fixture_account(state, 0).fired, 0);
	dt_state_close(state);
	fixture_end();
}

/*
 * A status that comes between the deadman's look at the clock and its look at the status is later than the clock: the
 * consumer is alive.
 */
static void status_in_between(void **unused)
{
	struct timespec nap = { 0, 10 * 1000 * 1000 };
	struct dt_state *state;
	uint32_t first, ticks;
	int i;

	fixture_start(2, 3);
	state = trace(false);
	for (ticks = 0; ticks < 2; ticks++) {
		first = DT_READ_ONCE(state->alive);
		DT_WRITE_ONCE(state->last_status, dt_moment(os_time_mono() + 20 * SECOND));
		for (i = 0; i < 3000 && DT_READ_ONCE(state->alive) == first; i++)
			nanosleep(&nap, NULL);
		assert_int_not_equal(DT_READ_ONCE(state->alive), first);
	}
	assert_int_equal(DT_READ_ONCE(state->activity), DT_ACTIVITY_ACTIVE);
	dt_state_close(state);
	fixture_end();
}

/*
 * A status each second, but the deadman's timer does not come: seen by what fires, within 1024 firings of a CPU. Where
 * it comes between the shift and the firings, as it may on a busy machine, there is another turn.
 */
static void clock_stalls(void **unused)
{
	struct dt_state *state, *allowed;
	unsigned int fired = 3000, turns;
	int i;

	fixture_start(2, 3);
	state = trace(false);
	allowed = trace(true);
	for (i = 0; i < 3000; i++)
		fake_fire_on(1, 0, 0, 0);
	assert_int_equal(killed(state), 0);
	for (turns = 0; turns < 20 && killed(state) == 0; turns++, fired += 1024) {
		os_host_time_shift(11 * SECOND);
		for (i = 0; i < 1024; i++)
			fake_fire_on(1, 0, 0, 0);
	}
	assert_int_equal(killed(state), DTRACE_KILLED_DEADMAN);
	assert_int_equal(killed(allowed), 0);
	assert_true(fixture_account(state, 0).fired < fired + 1);
	assert_int_equal(fixture_account(allowed, 0).fired, fired);
	dt_state_close(state);
	dt_state_close(allowed);
	fixture_end();
}

/*
 * All consumers stop at once and say so; soon nothing is armed; none can begin; closing frees
 * everything.
 */
static void assertion_fails(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dt_state *first, *second, *idle, *none;
	struct dtrace_enable enable;
	uint32_t cpu;

	fixture_start(2, 3);
	os_host_assert_goes_on(true);
	first = trace(false);
	second = trace(true);
	assert_int_equal(dt_state_open(&idle), 0);
	fake_fire(0, 0, 0);
	DT_ASSERT(first == NULL);
	fake_fire(0, 0, 0);
	assert_int_equal(fixture_account(first, 0).fired, 1);
	assert_int_equal(killed(first), DTRACE_KILLED_BROKEN);
	assert_int_equal(killed(second), DTRACE_KILLED_BROKEN);
	assert_int_equal(armed_soon(0), 0);
	assert_int_equal(fake.enabled, fake.disabled);
	assert_int_equal(DT_READ_ONCE(second->activity), DT_ACTIVITY_KILLED);
	assert_int_equal(fixture_ioctl(first, DTRACEIOC_STOP, &cpu), -OS_EBUSY);
	assert_int_equal(fixture_ioctl(idle, DTRACEIOC_GO, &cpu), -OS_EIO);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, "fake:::", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(idle, b, &enable), -OS_EIO);
	assert_int_equal(dt_state_open(&none), -OS_EIO);
	dt_state_close(first);
	dt_state_close(second);
	dt_state_close(idle);
	fixture_end();

	/* Loaded anew, it works again. */
	os_host_assert_goes_on(false);
	fixture_start(2, 3);
	first = trace(false);
	fake_fire(0, 0, 0);
	assert_int_equal(fixture_account(first, 0).fired, 1);
	dt_state_close(first);
	fixture_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_status),
		cmocka_unit_test(status_in_between),
		cmocka_unit_test(clock_stalls),
		cmocka_unit_test(assertion_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
