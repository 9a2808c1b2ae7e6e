/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_buffer.c - principal buffers by policy, taken from a consumer's side, and the ring byte by
 * byte against a model.
 */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "core/buffer/buffer.h"
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
		dt_buf_take(&buf, 0);
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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
