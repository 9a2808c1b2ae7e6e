/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_stub.c - the memory of stubs: some take more units (isa_jump.unit) than others, beside each other. */
#include "jump_walk.h"

#define COUNT   60
#define AT(i)   (4096 + (size_t)(i)*48)
#define KINDS   3 /* every third one is large, beginning with the second one */
#define STUBS   (&kinds()->stubs)
#define IN_AREA (65536u / ISA_SELF_STUB_UNIT)
#define PIECES  (IN_AREA / JUMP_SMALL_UNITS) /* each as large as a small stub */

static struct dt_site_attachment many[COUNT], *list[COUNT];

static bool is_large(unsigned int i)
{
	return i % KINDS == 1;
}

/* Functions all over the text, none of them armed yet. */
static void prepare(void)
{
	unsigned int i;

	funcs[0].addr = fake_at(0);
	funcs[0].size = FAKE_TEXT_SIZE;
	fake_space.func_count = 1;
	for (i = 0; i < COUNT; i++) {
		if (is_large(i))
			fake_write(AT(i), JUMP_LARGE, LENGTH(JUMP_LARGE));
		else
			fake_write(AT(i), JUMP_SMALL, LENGTH(JUMP_SMALL));
		many[i] = attachment(AT(i), DT_SITE_ORDER_ENTRY);
	}
}

/* Those of [@from, COUNT), every @step. Return: how many. */
static size_t list_some(unsigned int from, unsigned int step)
{
	size_t count = 0;

	for (; from < COUNT; from += step)
		list[count++] = &many[from];
	return count;
}

static void arm(size_t count)
{
	assert_int_equal(dt_sites_attach(list, count), count);
	fake_run_task();
}

static void disarm(size_t count)
{
	dt_sites_detach(list, count);
	fake_run_task();
}

static uint64_t stub_of(unsigned int i)
{
	struct dt_region *region = dt_region_at(kinds(), fake_at(AT(i)));

	assert_non_null(region);
	return dt_region_stub(region);
}

static bool is_break(uint64_t addr)
{
	return memcmp((const void *)(uintptr_t)addr, isa_self.break_bytes, ISA_SELF_BREAK_LEN) == 0;
}

/*
 * Each stub is of its site from its first byte to its last one, and has units of its own. What no stub has is breaks, and
 * of no site.
 */
static void check(void)
{
	static unsigned int whose[IN_AREA];
	const struct dt_slot_chunk *chunk = STUBS->chunks;
	unsigned int i, at, size;
	uint64_t stub;

	assert_true(chunk && !chunk->next && chunk->slots == IN_AREA);
	memset(whose, 0, sizeof(whose));
	if (chunk->shared)
		whose[(chunk->shared - chunk->base) / ISA_SELF_STUB_UNIT] = COUNT + 1;
	for (i = 0; i < COUNT; i++) {
		if (!many[i].armed)
			continue;
		assert_int_equal(kind_at(AT(i)), DT_SITE_JUMP);
		assert_int_equal(walk(AT(i)), 1);
		stub = stub_of(i);
		size = (is_large(i) ? JUMP_LARGE_UNITS : JUMP_SMALL_UNITS) * ISA_SELF_STUB_UNIT;
		assert_int_equal(stub % ISA_SELF_STUB_UNIT, 0);
		for (at = 0; at < size; at++) {
			assert_int_equal(dt_text_pc(stub + at), fake_at(AT(i)));
			if (at % ISA_SELF_STUB_UNIT == 0) {
				assert_int_equal(whose[(stub + at - chunk->base) / ISA_SELF_STUB_UNIT], 0);
				whose[(stub + at - chunk->base) / ISA_SELF_STUB_UNIT] = i + 1;
			}
		}
		if (is_large(i))
			assert_false(is_break(stub + JUMP_SMALL_UNITS * ISA_SELF_STUB_UNIT));
	}
	for (at = 0; at < chunk->bytes; at += ISA_SELF_BREAK_LEN) {
		if (whose[at / ISA_SELF_STUB_UNIT])
			continue;
		assert_true(is_break(chunk->base + at));
		assert_int_equal(dt_text_pc(chunk->base + at), chunk->base + at);
	}
}

/* Stubs of either size, given back in any order, and their memory used again; and that of their regions. */
static void give_back(void)
{
	static const unsigned int orders[][2] = { { 0, 2 }, { 1, 2 }, { 1, 3 },        { 2, 3 },
						  { 0, 5 }, { 1, 1 }, { COUNT - 1, 1 } };
	unsigned int i;

	prepare();
	arm(list_some(0, 1));
	check();
	assert_int_equal(stub_of(2) - stub_of(1), JUMP_LARGE_UNITS * ISA_SELF_STUB_UNIT); /* no hole is left */
	for (i = 0; i < DT_ARRAY_SIZE(orders); i++) {
		disarm(list_some(orders[i][0], orders[i][1]));
		check();
		arm(list_some(orders[i][0], orders[i][1]));
		check();
	}
	fake_space.slot_bytes = 0;
	disarm(list_some(0, 1));
	assert_int_equal(fake_space.slot_bytes, 0); /* memory that is given back as a whole is left as it is */
	assert_clean();
}

static void test_beside(void **state)
{
	(void)state;
	give_back();
}

/* A few regions in each block. */
static void test_blocks(void **state)
{
	(void)state;
	kinds()->block_size = 200;
	give_back();
}

#define REST 10 /* pieces that are free in the area, none beside another one */

static uint64_t taken[IN_AREA];

/* All memory for stubs is taken but for some single pieces. */
static void take_most(void)
{
	unsigned int i;

	for (i = 0; i < PIECES; i++)
		taken[i] = dt_slot_alloc(&dt_kernel_sites, STUBS, fake_at(0), JUMP_SMALL_UNITS, 1);
	assert_true(taken[0] && !STUBS->chunks->next);
	assert_int_equal(STUBS->chunks->used_count, PIECES * JUMP_SMALL_UNITS);
	for (i = 0; i < REST; i++) {
		dt_slot_unalloc(STUBS, taken[2 * i]);
		taken[2 * i] = 0;
	}
}

static void give_back_most(void)
{
	unsigned int i;

	for (i = 0; i < IN_AREA; i++)
		if (taken[i])
			dt_slot_free_now(STUBS, taken[i]);
	dt_slots_trim(&dt_kernel_sites, STUBS);
}

/* There is no memory for a large stub, though single pieces are free: they are there for others. */
static void test_single_ones_free(void **state)
{
	unsigned int i, large = 0;

	(void)state;
	if (isa_jump_self.veneer) /* an area that is full has no room for it */
		return;
	prepare();
	take_most();
	assert_int_equal(dt_sites_attach(list, list_some(0, 8)), (COUNT + 7) / 8);
	fake_space.slots_refused = true;
	fake_run_task();
	fake_space.slots_refused = false;
	for (i = 0; i < COUNT; i += 8) {
		large += is_large(i);
		assert_int_equal(walk(AT(i)), 1);
		assert_int_equal(kind_at(AT(i)), is_large(i) ? DT_SITE_BREAK : DT_SITE_JUMP);
		assert_int_equal(site_at(AT(i))->why, is_large(i) ? DT_JUMP_MEMORY : DT_JUMP_POSSIBLE);
	}
	assert_true(large > 0);
	assert_int_equal(STUBS->chunks->used_count, JUMP_SMALL_UNITS * (PIECES - REST + (COUNT + 7) / 8 - large));
	disarm(list_some(0, 8));
	assert_int_equal(STUBS->chunks->used_count, JUMP_SMALL_UNITS * (PIECES - REST));
	give_back_most();
	assert_clean();
}

/* Two that are side by side are in one piece of memory: the last unit of one is none of them. */
static void test_end_of_area(void **state)
{
	struct dt_sites *sites = &dt_kernel_sites;
	uint64_t last, two, slot;
	unsigned int i;

	(void)state;
	for (i = 0; i + 1 < IN_AREA; i++)
		taken[i] = dt_slot_alloc(sites, STUBS, fake_at(0), 1, 1);
	dt_slot_unalloc(STUBS, taken[0]); /* two are free, but the second one is before the last one */
	taken[0] = 0;
	two = dt_slot_alloc(sites, STUBS, fake_at(0), 2, 1);
	assert_true(two && STUBS->chunks->next);
	assert_int_equal(STUBS->chunks->base, two);
	last = dt_slot_alloc(sites, STUBS, fake_at(0), 1, 1);
	assert_int_equal(last, two + 2 * ISA_SELF_STUB_UNIT);
	dt_slot_unalloc(STUBS, last);
	dt_slot_unalloc(STUBS, two);
	slot = dt_slot_alloc(sites, STUBS, fake_at(0), 1, 1);
	assert_int_equal(slot, two);
	assert_int_equal(STUBS->chunks->used_count, 1);
	taken[IN_AREA - 1] = slot;
	give_back_most();
	assert_int_equal(fake_space.slot_areas, 0);
}

#ifdef SAMPLE_SLOT_REACH
/* Stubs that are too far away: nothing is left of them. */
static void test_out_of_reach(void **state)
{
	unsigned int i;

	(void)state;
	if (!isa_jump_self.veneer) /* its jump reaches */
		return;
	fake_space.far_slots = 2ul * SAMPLE_SLOT_REACH;
	prepare();
	arm(list_some(0, 8));
	for (i = 0; i < COUNT; i += 8) {
		assert_int_equal(site_at(AT(i))->why, ISA_JUMP_REACH);
		assert_int_equal(walk(AT(i)), 1);
	}
	assert_null(STUBS->chunks);
	disarm(list_some(0, 8));
	assert_clean();
	fake_space.far_slots = 0;
}
#endif

/* Memory is refused at each request, once: what becomes no jump stays a break, and becomes one with the next batch. */
static void test_no_memory(void **state)
{
	unsigned int n, i;

	(void)state;
	prepare();
	for (n = 1; n < 30; n++) {
		assert_int_equal(dt_sites_attach(list, list_some(0, 5)), COUNT / 5);
		fake_space.memory_fail = n;
		fake_run_task();
		fake_space.memory_fail = 0;
		for (i = 0; i < COUNT; i += 5)
			assert_int_equal(walk(AT(i)), 1);
		dt_switch_queue(&dt_kernel_sites);
		fake_run_task();
		for (i = 0; i < COUNT; i += 5)
			assert_int_equal(kind_at(AT(i)), site_at(AT(i))->why ? DT_SITE_BREAK : DT_SITE_JUMP);
		disarm(list_some(0, 5));
		assert_clean();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_beside, setup, teardown),
		cmocka_unit_test_setup_teardown(test_blocks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_single_ones_free, setup, teardown),
		cmocka_unit_test_setup_teardown(test_end_of_area, setup, teardown),
#ifdef SAMPLE_SLOT_REACH
		cmocka_unit_test_setup_teardown(test_out_of_reach, setup, teardown),
#endif
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
