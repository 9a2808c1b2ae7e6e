/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_buffer.c - principal buffers by policy, taken from a consumer's side, and the ring byte by
 * byte against a model.
 */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "core/buffer/buffer.h"
#include "core/state/state.h"
#include "os/host/host.h"
#include "os/os.h"

static struct dt_state *state;

static int setup(void **unused)
{
	fixture_start(2, 4);
	assert_int_equal(dt_state_open(&state), 0);
	return 0;
}

static int teardown(void **unused)
{
	dt_state_close(state);
	fixture_end();
	return 0;
}

static void put(struct dt_buf *buf, uint32_t id, size_t size)
{
	uint8_t *record = dt_buf_reserve(buf, size);

	assert_non_null(record);
	memset(record, (int)id, size);
	((uint32_t *)record)[0] = id;
	((uint32_t *)record)[1] = 0;
	dt_buf_commit(buf, size);
}

/*
 * Records of random sizes: at any time the ring holds an unbroken run of the newest ones, and as
 * many as could fit.
 */
static void ring_model(void **unused)
{
	enum { SIZE = 1024, RECORDS = 5000 };
	static size_t sizes[RECORDS + 1];
	struct dt_buf buf;
	size_t offset, room, seen;
	uint32_t id, last, expect;
	unsigned int round;

	for (round = 1; round < 200; round++) {
		srand(round);
		assert_int_equal(dt_buf_create(&buf, SIZE, DTRACE_BUFPOLICY_RING, 0), 0);
		last = (uint32_t)(rand() % 300) + 1;
		for (id = 1; id <= last; id++) {
			sizes[id] = 8 + 8 * (size_t)(rand() % 12);
			put(&buf, id, sizes[id]);
		}
		assert_int_equal(dt_buf_take(&buf, 0, SIZE, DT_TAKE_ENDED), 0);
		assert_true(buf.other_used <= SIZE);
		expect = 0;
		room = 0;
		for (offset = buf.other_oldest, seen = 0; seen < buf.other_used;) {
			id = *(uint32_t *)(buf.data + offset);
			if (id == 0) {
				offset += 4;
				seen += 4;
			} else {
				assert_true(expect == 0 || id == expect);
				assert_int_equal(((uint32_t *)(buf.data + offset))[1], 0);
				expect = id + 1;
				room += sizes[id];
				offset += sizes[id];
				seen += sizes[id];
			}
			if (offset == buf.other_used)
				offset = 0;
		}
		assert_int_equal(expect, last + 1);
		assert_true(room > SIZE - 3 * 104 || expect - 1 == last);
		dt_buf_destroy(&buf);
	}
}

static void too_large_for_a_ring(void **unused)
{
	struct dt_buf buf;

	assert_int_equal(dt_buf_create(&buf, 64, DTRACE_BUFPOLICY_RING, 0), 0);
	assert_null(dt_buf_reserve(&buf, 72));
	put(&buf, 1, 64);
	put(&buf, 2, 64);
	assert_int_equal(*(uint32_t *)buf.data, 2);
	dt_buf_destroy(&buf);
}

static void enable_policy(enum dtrace_bufpolicy policy, uint64_t size)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_clause(b, dofb_probe(b, "fake:::", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 99));
	dofb_clause(b, dofb_probe(b, "dtrace:::END", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	dofb_option(b, DTRACEOPT_BUFPOLICY, policy);
	dofb_option(b, DTRACEOPT_BUFSIZE, size);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
}

/*
 * STATUS reports a buffer that is more than half full, until it is taken; only where it can be
 * taken.
 */
static void filling_is_told(void **unused)
{
	struct dtrace_status status;
	size_t size;

	enable_policy(DTRACE_BUFPOLICY_SWITCH, 160);
	fake_fire_on(0, 0, 1, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.filling, 0);
	for (int i = 0; i < 6; i++)
		fake_fire_on(0, 0, 1, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.filling, DTRACE_FILLING_PRINCIPAL);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.filling, 0);
}

static void a_ring_never_fills(void **unused)
{
	struct dtrace_status status;

	enable_policy(DTRACE_BUFPOLICY_RING, 160);
	for (int i = 0; i < 9; i++)
		fake_fire_on(0, 0, 1, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.filling, 0);
}

static void fill_ends_tracing(void **unused)
{
	struct dtrace_bufdesc desc = { .cpu = 0 };
	struct dtrace_status status;
	size_t size, records = 0;
	uint32_t cpu;
	const uint8_t *data;
	int i;

	enable_policy(DTRACE_BUFPOLICY_FILL, 160);
	for (i = 0; i < 20; i++)
		fake_fire_on(0, 0, (uint64_t)i, 0);
	fake_fire_on(1, 0, 0, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.filled, 1);
	assert_true(status.exiting);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_BUFSNAP, &desc), -OS_EBUSY);
	fixture_stop(state);
	for (cpu = 0; cpu < 2; cpu++) {
		data = fixture_snap(state, DTRACEIOC_BUFSNAP, cpu, &size, &desc);
		records += fixture_records(state, data, size, 0);
		assert_int_equal(desc.drops, 0);
	}
	assert_int_equal(records, 10);
	assert_int_equal(fixture_account(state, 0).recorded, 9);
	assert_int_equal(fixture_account(state, 0).dropped, 1);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 0);
}

static void ring_keeps_the_newest(void **unused)
{
	const uint8_t *data;
	struct dtrace_bufdesc desc;
	size_t size;
	uint64_t i;

	enable_policy(DTRACE_BUFPOLICY_RING, 160);
	for (i = 0; i < 1003; i++)
		fake_fire_on(1, 0, i, 0);
	fixture_stop(state);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 1, &size, &desc);
	assert_int_equal(size, 160);
	assert_int_equal(desc.drops, 0);
	assert_true(fixture_records(state, data, size, 1) >= 9);
	assert_true(*(const uint64_t *)(data + desc.oldest + 8) >= 993);
}

/* A bad address, or too little room, loses nothing: the next attempt gets all. */
static void nothing_is_lost(void **unused)
{
	struct dtrace_bufdesc desc = { .cpu = 0, .size = 1 << 20, .data = 0x10 };
	size_t size;
	uint64_t i;

	enable_policy(DTRACE_BUFPOLICY_SWITCH, 4096);
	for (i = 0; i < 10; i++)
		fake_fire_on(0, 0, i, 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_BUFSNAP, &desc), -OS_EFAULT);
	fake_fire_on(0, 0, i, 0);
	desc.size = 8;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_BUFSNAP, &desc), -OS_EINVAL);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 160);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 16);
	desc.cpu = 2;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_BUFSNAP, &desc), -OS_ENOENT);
}

static struct dt_buf *principal(unsigned int cpu)
{
	return &state->cpus[cpu]->principal;
}

/* The second half: not at GO, not for a CPU that has recorded nothing, once for one that has. */
static void second_half_when_needed(void **unused)
{
	unsigned long blocks;
	size_t size;

	enable_policy(DTRACE_BUFPOLICY_SWITCH, 8192);
	assert_null(principal(0)->other);
	fake_fire_on(0, 0, 1, 0);
	blocks = os_host_alloc_count();
	fixture_snap(state, DTRACEIOC_BUFSNAP, 1, &size, NULL);
	assert_int_equal(size, 0);
	assert_int_equal(os_host_alloc_count(), blocks);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 16);
	assert_int_equal(os_host_alloc_count(), blocks + 1);
	fake_fire_on(0, 0, 2, 0);
	fake_fire_on(0, 0, 3, 0);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 32);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 0);
	assert_int_equal(os_host_alloc_count(), blocks + 1);
	assert_null(principal(1)->other);
}

static int snap_error(uint32_t cpu)
{
	static uint64_t room[2048];
	struct dtrace_bufdesc desc = { .size = sizeof(room), .cpu = cpu, .data = (uint64_t)(uintptr_t)room };

	return fixture_ioctl(state, DTRACEIOC_BUFSNAP, &desc);
}

/* Without memory for it: an error and no loss, whether it is there later or tracing ends. */
static void no_memory_for_the_second_half(void **unused)
{
	struct dtrace_bufdesc desc;
	const uint8_t *data;
	unsigned long blocks;
	size_t size;

	enable_policy(DTRACE_BUFPOLICY_SWITCH, 4096); /* as small as it may be */
	fake_fire_on(0, 0, 1, 0);
	fake_fire_on(1, 0, 1, 0);
	os_host_fail_alloc(1);
	assert_int_equal(snap_error(0), -OS_ENOMEM);
	fake_fire_on(0, 0, 2, 0);
	os_host_fail_alloc(1);
	assert_int_equal(snap_error(1), -OS_ENOMEM);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, &desc);
	assert_int_equal(size, 32);
	assert_int_equal(desc.drops, 0);
	fake_fire_on(1, 0, 3, 0);
	fixture_stop(state);
	blocks = os_host_alloc_count();
	os_host_fail_alloc(1);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 1, &size, &desc);
	os_host_fail_alloc(0);
	assert_int_equal(os_host_alloc_count(), blocks);
	assert_true(fixture_records(state, data, size, 0) >= 2);
	assert_int_equal(desc.drops, 0);
	assert_int_equal(fixture_account(state, 0).recorded, 4);
	assert_int_equal(fixture_account(state, 0).dropped, 0);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 1, &size, NULL);
	assert_int_equal(size, 0);
}

/* bufresize=auto: a smaller one, in which records that fit are kept; the halves go on alternating. */
static void smaller_second_half(void **unused)
{
	struct dtrace_bufdesc desc;
	size_t size;
	int i;

	enable_policy(DTRACE_BUFPOLICY_SWITCH, 16384);
	fake_fire_on(0, 0, 1, 0);
	os_host_fail_alloc(1);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 16);
	assert_int_equal(principal(0)->size, 8192);
	for (i = 0; i < 1000; i++)
		fake_fire_on(0, 0, 1, 0);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, &desc);
	assert_int_equal(size, 8192 - 16); /* kept for END */
	assert_int_equal(desc.drops, 1000 - 511);
	for (i = 0; i < 1000; i++)
		fake_fire_on(0, 0, 1, 0);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, &desc);
	assert_int_equal(size, 16000);
	assert_int_equal(desc.drops, 0);
	for (i = 0; i < 511; i++)
		fake_fire_on(0, 0, 1, 0);
	os_host_cpu_set_online(1, false); /* so that END fires on CPU 0 */
	fixture_stop(state);
	os_host_cpu_set_online(1, true);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, &desc);
	assert_int_equal(size, 8192);
	assert_int_equal(desc.drops, 0);
}

/* A buffer that is delivered in place is closed: a speculation that is committed late cannot write into it. */
static void closed_in_place(void **unused)
{
	struct dt_buf buf;

	assert_int_equal(dt_buf_create(&buf, 64, DTRACE_BUFPOLICY_SWITCH, 0), 0);
	put(&buf, 7, 16);
	assert_int_equal(dt_buf_take(&buf, 0, 64, DT_TAKE_ENDED), 0);
	assert_null(buf.other);
	assert_ptr_equal(dt_buf_taken(&buf), buf.data);
	assert_int_equal(buf.other_used, 16);
	assert_null(dt_buf_reserve(&buf, 16));
	dt_buf_destroy(&buf);
}

/* bufresize=manual: as large as it was asked for, or an error. */
static void manual_second_half(void **unused)
{
	struct dof_builder *b = dofb_create();

	dofb_option(b, DTRACEOPT_BUFRESIZE, DTRACE_BUFRESIZE_MANUAL);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	enable_policy(DTRACE_BUFPOLICY_SWITCH, 16384);
	fake_fire_on(0, 0, 1, 0);
	os_host_fail_alloc(1);
	assert_int_equal(snap_error(0), -OS_ENOMEM);
	assert_int_equal(snap_error(0), 0);
}

/* ---- aggregations: the same ------------------------------------------------------------------- */

static void enable_aggregation(uint64_t size)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, "fake::func0:", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	dofb_option(b, DTRACEOPT_AGGSIZE, size);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
}

static int aggsnap(uint32_t cpu, uint64_t *value)
{
	static uint64_t room[2048];
	struct dtrace_bufdesc desc = { .size = sizeof(room), .cpu = cpu, .data = (uint64_t)(uintptr_t)room };
	int error = fixture_ioctl(state, DTRACEIOC_AGGSNAP, &desc);

	assert_int_equal(desc.drops, 0);
	*value = error == 0 && desc.size > 0 ? room[desc.size / 8 - 1] : 0;
	return error;
}

static void second_table_when_needed(void **unused)
{
	unsigned long blocks;
	uint64_t value;

	enable_aggregation(8192);
	fake_fire_on(0, 0, 0, 0);
	blocks = os_host_alloc_count();
	assert_int_equal(aggsnap(1, &value), 0);
	assert_int_equal(os_host_alloc_count(), blocks);
	assert_int_equal(aggsnap(0, &value), 0);
	assert_int_equal(value, 1);
	assert_int_equal(os_host_alloc_count(), blocks + 2); /* table and cache */
	assert_int_equal(aggsnap(0, &value), 0);
	assert_int_equal(value, 0);
	fake_fire_on(0, 0, 0, 0);
	fake_fire_on(0, 0, 0, 0);
	assert_int_equal(aggsnap(0, &value), 0);
	assert_int_equal(value, 2);
	fake_fire_on(0, 0, 0, 0);
	assert_int_equal(aggsnap(0, &value), 0);
	assert_int_equal(value, 1);
	assert_int_equal(os_host_alloc_count(), blocks + 2);
}

static void no_memory_for_the_second_table(void **unused)
{
	struct dtrace_bufdesc nowhere = { .size = 1 << 20, .cpu = 1, .data = 0x10 };
	unsigned long blocks;
	uint64_t value;

	enable_aggregation(4096);
	fake_fire_on(0, 0, 0, 0);
	fake_fire_on(1, 0, 0, 0);
	blocks = os_host_alloc_count();
	os_host_fail_alloc(1);
	assert_int_equal(aggsnap(0, &value), -OS_ENOMEM);
	os_host_fail_alloc(2);
	assert_int_equal(aggsnap(1, &value), -OS_ENOMEM);
	assert_int_equal(os_host_alloc_count(), blocks);
	fake_fire_on(0, 0, 0, 0);
	assert_int_equal(aggsnap(0, &value), 0);
	assert_int_equal(value, 2);
	fake_fire_on(1, 0, 0, 0);
	fixture_stop(state);
	os_host_fail_alloc(1);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_AGGSNAP, &nowhere), -OS_EFAULT);
	assert_int_equal(aggsnap(1, &value), 0);
	os_host_fail_alloc(0);
	assert_int_equal(value, 2);
	assert_int_equal(aggsnap(1, &value), 0);
	assert_int_equal(value, 0);
}

/* bufresize=auto: half as large. */
static void smaller_second_table(void **unused)
{
	uint64_t value;

	enable_aggregation(16384);
	fake_fire_on(0, 0, 0, 0);
	os_host_fail_alloc(1);
	assert_int_equal(aggsnap(0, &value), 0);
	assert_int_equal(value, 1);
	assert_int_equal(state->cpus[0]->agg.active->table.size, 8192);
	fake_fire_on(0, 0, 0, 0);
	assert_int_equal(aggsnap(0, &value), 0);
	assert_int_equal(value, 1);
}

/* ---- cross calls ------------------------------------------------------------------------------ */

static unsigned int cross_calls;

int __real_os_xcall(int cpu, void (*fn)(void *arg), void *arg);
int __wrap_os_xcall(int cpu, void (*fn)(void *arg), void *arg);
int __wrap_os_xcall(int cpu, void (*fn)(void *arg), void *arg)
{
	cross_calls++;
	return __real_os_xcall(cpu, fn, arg);
}

/* What a snapshot delivers, and how many cross calls it makes. */
static void snaps(uint32_t command, uint32_t cpu, size_t bytes, uint64_t drops, unsigned int calls)
{
	struct dtrace_bufdesc desc;
	size_t size;

	cross_calls = 0;
	fixture_snap(state, command, cpu, &size, &desc);
	assert_int_equal(size, bytes);
	assert_int_equal(desc.drops, drops);
	assert_int_equal(cross_calls, calls);
}

/* Two probes: one records a word of 16 bytes with its header, the other counts under a key of 16 with a cell of 8. */
static void enable_both(bool temporal)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_clause(b, dofb_probe(b, "fake::func0:", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	dofb_clause(b, dofb_probe(b, "fake::func1:", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	dofb_option(b, DTRACEOPT_BUFSIZE, 64);
	dofb_option(b, DTRACEOPT_AGGSIZE, 1024);
	dofb_option(b, DTRACEOPT_BUFRESIZE, DTRACE_BUFRESIZE_MANUAL);
	if (temporal)
		dofb_option(b, DTRACEOPT_TEMPORAL, 1);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
}

static void cpu_with_nothing_is_left_alone(void **unused)
{
	unsigned int i;

	enable_both(false);
	for (i = 0; i < 2; i++) {
		snaps(DTRACEIOC_BUFSNAP, i, 0, 0, 0);
		snaps(DTRACEIOC_AGGSNAP, i, 0, 0, 0);
	}
	fake_fire_on(1, 0, 7, 0);
	fake_fire_on(1, 1, 7, 0);
	snaps(DTRACEIOC_BUFSNAP, 0, 0, 0, 0);
	snaps(DTRACEIOC_AGGSNAP, 0, 0, 0, 0);
	snaps(DTRACEIOC_BUFSNAP, 1, 16, 0, 2); /* there was no second half */
	snaps(DTRACEIOC_AGGSNAP, 1, 24, 0, 2);
	snaps(DTRACEIOC_BUFSNAP, 1, 0, 0, 0);
	snaps(DTRACEIOC_AGGSNAP, 1, 0, 0, 0);
	fake_fire_on(1, 0, 8, 0);
	fake_fire_on(1, 1, 8, 0);
	snaps(DTRACEIOC_BUFSNAP, 1, 16, 0, 1);
	snaps(DTRACEIOC_AGGSNAP, 1, 24, 0, 1);
}

/* A snapshot tells the drops since the one before it, also of a CPU that has recorded nothing since. */
static void drops_are_told_once(void **unused)
{
	uint64_t i;

	enable_both(false);
	for (i = 0; i < 9; i++)
		fake_fire_on(0, 0, i, 0);
	for (i = 0; i < 100; i++)
		fake_fire_on(0, 1, i, 0);
	snaps(DTRACEIOC_BUFSNAP, 0, 64, 5, 2);
	snaps(DTRACEIOC_BUFSNAP, 0, 0, 0, 0);
	principal(0)->drops = 3;
	snaps(DTRACEIOC_BUFSNAP, 0, 0, 3, 1);
	snaps(DTRACEIOC_BUFSNAP, 0, 0, 0, 0);
	state->cpus[1]->agg.active->table.drops = 4;
	snaps(DTRACEIOC_AGGSNAP, 1, 0, 4, 2);
	snaps(DTRACEIOC_AGGSNAP, 1, 0, 0, 0);
}

/* The same of errors. */
static void errors_are_told_once(void **unused)
{
	struct dtrace_bufdesc desc;
	size_t size;

	enable_both(false);
	principal(0)->errors = 2;
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, &desc);
	assert_int_equal(desc.errors, 2);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, &desc);
	assert_int_equal(desc.errors, 0);
}

/* Records with times: a firing that has begun is waited for. */
static void records_in_order(void **unused)
{
	enable_both(true);
	snaps(DTRACEIOC_BUFSNAP, 0, 0, 0, 1);
	snaps(DTRACEIOC_AGGSNAP, 0, 0, 0, 0);
}

/* At the end each buffer is closed on its CPU. */
static void closed_at_the_end(void **unused)
{
	enable_both(false);
	fixture_stop(state);
	snaps(DTRACEIOC_BUFSNAP, 1, 0, 0, 1);
	snaps(DTRACEIOC_AGGSNAP, 1, 0, 0, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(ring_model, setup, teardown),
		cmocka_unit_test_setup_teardown(too_large_for_a_ring, setup, teardown),
		cmocka_unit_test_setup_teardown(filling_is_told, setup, teardown),
		cmocka_unit_test_setup_teardown(a_ring_never_fills, setup, teardown),
		cmocka_unit_test_setup_teardown(fill_ends_tracing, setup, teardown),
		cmocka_unit_test_setup_teardown(ring_keeps_the_newest, setup, teardown),
		cmocka_unit_test_setup_teardown(nothing_is_lost, setup, teardown),
		cmocka_unit_test_setup_teardown(smaller_second_table, setup, teardown),
		cmocka_unit_test_setup_teardown(no_memory_for_the_second_table, setup, teardown),
		cmocka_unit_test_setup_teardown(second_table_when_needed, setup, teardown),
		cmocka_unit_test_setup_teardown(manual_second_half, setup, teardown),
		cmocka_unit_test_setup_teardown(closed_in_place, setup, teardown),
		cmocka_unit_test_setup_teardown(smaller_second_half, setup, teardown),
		cmocka_unit_test_setup_teardown(no_memory_for_the_second_half, setup, teardown),
		cmocka_unit_test_setup_teardown(second_half_when_needed, setup, teardown),
		cmocka_unit_test_setup_teardown(cpu_with_nothing_is_left_alone, setup, teardown),
		cmocka_unit_test_setup_teardown(drops_are_told_once, setup, teardown),
		cmocka_unit_test_setup_teardown(errors_are_told_once, setup, teardown),
		cmocka_unit_test_setup_teardown(records_in_order, setup, teardown),
		cmocka_unit_test_setup_teardown(closed_at_the_end, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
