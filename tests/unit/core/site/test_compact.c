/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_compact.c - large memory for slots in which few are used is given back. Whatever is read or written meanwhile,
 * each site fires, once, and its trap continues in a slot that is filled.
 */
#include "jump_walk.h"

#define COUNT    20
#define AT(i)    (4096 + (size_t)(i)*48)
#define SITES    (&dt_kernel_sites)
#define AREA     65536u
#define SLOTS    (&dt_kernel_sites.slots)
#define IN(n)    ((n)*AREA / ISA_SELF_SLOT_SIZE) /* slots of so many areas */

/* Its first instruction has a slot while it is a break, and can be a jump. */
#define FUNCTION SAMPLE_SLOT JUMP_FUNCTION

static struct dt_site_attachment some[COUNT + 1];
static uint64_t slots[COUNT + 1]; /* before */
static unsigned int fired;

/* ---- traps --------------------------------------------------------------------------------------- */

static void check_slot(const struct dt_site *site, uint64_t slot)
{
	uint8_t bytes[ISA_SLOT_MAX];

	assert_in_range(isa_insn_relocate(&site->insn, bytes, slot), 0, 1);
	assert_memory_equal((void *)(uintptr_t)slot, bytes, site->insn.len);
}

/* A CPU comes to each site that is armed. */
static void come(void)
{
	unsigned int i;

	for (i = 0; i <= COUNT; i++) {
		SAMPLE_REGS file = { 0 };
		struct isa_regs *regs = (struct isa_regs *)&file;
		uint64_t before = dt_site_fired(&some[i]);

		if (!some[i].armed)
			continue;
		sample_set_stack(&file, fake_stack());
		isa_pc_set(regs, some[i].addr + ISA_SELF_BREAK_PC_AFTER);
		assert_true(dt_trap(regs));
		assert_int_equal(dt_site_fired(&some[i]), before + 1);
		assert_int_equal(isa_pc_get(regs), site_at(AT(i))->slot);
		assert_true(isa_pc_get(regs) == slots[i] || fake_space.flushes > 0); /* all CPUs see a new one */
		check_slot(site_at(AT(i)), isa_pc_get(regs));
		fired++;
	}
}

/* A task that is preempted in a slot is there still: the slot is as it was, and leads back to the text. */
static void come_and_be_inside(void)
{
	SAMPLE_REGS file = { 0 };
	struct isa_regs *regs = (struct isa_regs *)&file;
	unsigned int i;

	come();
	for (i = 0; i < COUNT; i++) {
		const struct dt_site *site = site_at(AT(i));

		if (!site || !some[i].armed)
			continue;
		check_slot(site, slots[i]);
		if (!dt_slot_of(SITES, slots[i], ISA_SELF_SLOT_SIZE))
			continue;
		isa_pc_set(regs, slots[i] + site->insn.len + ISA_SELF_BREAK_PC_AFTER);
		assert_true(dt_trap(regs));
		assert_int_equal(isa_pc_get(regs), some[i].addr + site->insn.len);
	}
}

/* ---- memory that is mostly free ------------------------------------------------------------------- */

static void detach_one(unsigned int i)
{
	struct dt_site_attachment *one = &some[i];

	dt_sites_detach(&one, 1);
}

static void take(uint64_t *taken, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		taken[i] = dt_slot_alloc(SITES, SLOTS, fake_at(0), 1, 1);
		assert_int_not_equal(taken[i], 0);
	}
}

static void give_back(const uint64_t *taken, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		dt_slot_free_now(SLOTS, taken[i]);
}

/* One function, which can have no jump. */
static void prepare_text(void)
{
	fake_space.jumps_refused = "all";
	funcs[0].addr = fake_at(0);
	funcs[0].size = FAKE_TEXT_SIZE;
	fake_space.func_count = 1;
}

/* @count sites, from the @from-th on, are armed. */
static void arm(unsigned int from, unsigned int count)
{
	struct dt_site_attachment *list[COUNT + 1];
	unsigned int i;

	for (i = 0; i < count; i++) {
		FAKE_WRITE(AT(from + i), SAMPLE_SLOT);
		some[from + i] = attachment(AT(from + i), DT_SITE_ORDER_INSTR);
		list[i] = &some[from + i];
	}
	assert_int_equal(dt_sites_attach(list, count), count);
	for (i = from; i < from + count; i++) {
		slots[i] = site_at(AT(i))->slot;
		assert_int_not_equal(slots[i], 0);
	}
}

/* COUNT sites, and one more, have slots in an area of @areas times the smallest; @others slots in it are used, too. */
static void prepare(unsigned int areas, unsigned int others, uint64_t *taken)
{
	unsigned int before = fake_space.slot_areas;
	uint64_t first;

	prepare_text();
	first = dt_slot_alloc(SITES, SLOTS, fake_at(0), 1, 2 * (IN(areas) - 1));
	assert_true(first && fake_space.slot_areas == before + 1);
	assert_int_equal(SLOTS->chunks->slots, IN(areas));
	take(taken, others);
	arm(0, COUNT + 1);
	assert_int_equal(fake_space.slot_areas, before + 1);
	dt_slot_free_now(SLOTS, first);
	fake_run_task(); /* none of them is a jump */
	fired = 0;
}

/* One has been disarmed: what that leaves is given back. */
static void reclaim(void)
{
	come();
	fake_space.flushes = 0;
	fake_space.touched = come;
	fake_space.waiting = come_and_be_inside;
	fake_run_task();
	fake_space.touched = fake_space.waiting = NULL;
	come();
}

static void finish(void)
{
	unsigned int i;

	for (i = 0; i < COUNT; i++)
		if (some[i].armed)
			detach_one(i);
	fake_space.jumps_refused = NULL;
	assert_clean();
}

static bool are_moved(void)
{
	unsigned int i, moved = 0;

	for (i = 0; i < COUNT; i++)
		moved += site_at(AT(i))->slot != slots[i];
	assert_true(moved == 0 || moved == COUNT);
	return moved > 0;
}

/* ---- tests -------------------------------------------------------------------------------------- */

static void test_given_back(void **state)
{
	(void)state;
	prepare(4, 0, NULL);
	assert_in_range(dt_slots_bytes(SLOTS), 4 * AREA, 8 * AREA);
	detach_one(COUNT);
	reclaim();
	assert_true(are_moved());
	assert_int_equal(fake_space.slot_areas, 1);
	assert_in_range(dt_slots_bytes(SLOTS), AREA, 2 * AREA);
	assert_true(fired > 4 * COUNT);
	/* once: what there is now is small */
	fake_space.flushes = 0;
	detach_one(0);
	fake_run_task();
	assert_int_equal(fake_space.flushes, 0);
	finish();
}

/* Slots that are free are breaks, where their memory stays; what is given back as a whole is left as it is. */
static void test_breaks_where_it_stays(void **state)
{
	unsigned int i;

	(void)state;
	prepare(1, 0, NULL);
	detach_one(COUNT);
	check_slot(site_at(AT(0)), slots[0]);
	fake_run_task();
	for (i = 0; i < ISA_SELF_SLOT_SIZE; i++)
		assert_int_equal(*(uint8_t *)(uintptr_t)(slots[COUNT] + i),
				 isa_self.break_bytes[i % ISA_SELF_BREAK_LEN]);
	check_slot(site_at(AT(0)), slots[0]);
	for (i = 0; i < COUNT; i++)
		detach_one(i);
	fake_space.slot_bytes = 0;
	fake_run_task();
	assert_int_equal(fake_space.slot_bytes, 0);
	assert_int_equal(fake_space.slot_areas, 0);
	finish();
}

#ifdef SAMPLE_SLOT_REACH
/* Slots that end in a break have an owner: each has a reference to its site until it is free. */
static void test_owned(void **state)
{
	unsigned int i;

	(void)state;
	fake_space.far_slots = 2ul * SAMPLE_SLOT_REACH;
	prepare(4, 0, NULL);
	for (i = 0; i < COUNT; i++)
		assert_ptr_equal(dt_slot_of(SITES, slots[i], ISA_SELF_SLOT_SIZE), site_at(AT(i)));
	detach_one(COUNT);
	reclaim();
	assert_true(are_moved());
	for (i = 0; i < COUNT; i++)
		assert_ptr_equal(dt_slot_of(SITES, site_at(AT(i))->slot, ISA_SELF_SLOT_SIZE), site_at(AT(i)));
	finish();
	prepare(4, 0, NULL);
	detach_one(COUNT);
	fake_space.memory_fail = 4; /* for the list of owners */
	reclaim();
	assert_false(are_moved());
	assert_int_equal(SLOTS->chunks->used_count, COUNT);
	finish();
	fake_space.far_slots = 0;
}
#endif

/* Nothing is done for memory of one smallest area, nor while an eighth is used. */
static void test_nothing_to_gain(void **state)
{
	static uint64_t taken[IN(4) / 8];
	unsigned int others;

	(void)state;
	prepare(2, 0, NULL);
	detach_one(COUNT);
	reclaim();
	assert_false(are_moved());
	assert_int_equal(fake_space.flushes, 0);
	finish();
	for (others = IN(4) / 8 - COUNT; others + 1 >= IN(4) / 8 - COUNT; others--) {
		prepare(4, others, taken);
		detach_one(COUNT);
		fake_space.slots_refused = true; /* the others belong to no site, and cannot move */
		fake_space.memory_fail = 1000;
		reclaim();
		assert_int_equal(fake_space.memory_fail != 1000, others < IN(4) / 8 - COUNT);
		fake_space.memory_fail = 0;
		fake_space.slots_refused = false;
		assert_false(are_moved());
		assert_false(SLOTS->chunks->closed);
		give_back(taken, others);
		finish();
	}
}

#define PARTS 3

/* Small areas are as they are, however little of them is used: so it ends, wherever new ones have to be. */
static void test_small_ones(void **state)
{
	static uint64_t taken[PARTS][IN(1)];
	unsigned int each = (COUNT + 1) / PARTS, i;

	(void)state;
	prepare_text();
	for (i = 0; i < PARTS; i++) {
		take(taken[i], IN(1) - each);
		arm(i * each, each);
	}
	assert_int_equal(fake_space.slot_areas, PARTS);
	for (i = 0; i < PARTS; i++)
		give_back(taken[i], IN(1) - each);
	fake_run_task();
	detach_one(COUNT);
	reclaim();
	assert_false(are_moved());
	assert_int_equal(fake_space.flushes, 0);
	assert_int_equal(fake_space.slot_areas, PARTS);
	finish();
}

/* There is memory for some of them, in a small area that is nearly full: they all stay, and it is as before. */
static void test_too_little(void **state)
{
	static uint64_t taken[IN(1)];
	struct dt_slot_chunk *small;

	(void)state;
	take(taken, IN(1));
	small = SLOTS->chunks;
	prepare(4, 0, NULL);
	give_back(taken, 5);
	fake_space.slots_refused = true;
	detach_one(COUNT);
	reclaim();
	fake_space.slots_refused = false;
	assert_false(are_moved());
	assert_int_equal(small->used_count, IN(1) - 5);
	assert_int_equal(SLOTS->chunks->used_count, COUNT);
	assert_false(SLOTS->chunks->closed);
	give_back(taken + 5, IN(1) - 5);
	finish();
}

/* Memory is refused at each request, once, or all the time: they stay where they are, and others get slots there. */
static void test_no_memory(void **state)
{
	unsigned int n, stayed = 0;
	size_t bytes;

	(void)state;
	for (n = 1; n < 12; n++) {
		prepare(4, 0, NULL);
		bytes = dt_slots_bytes(SLOTS);
		detach_one(COUNT);
		fake_space.memory_fail = n;
		reclaim();
		fake_space.memory_fail = 0;
		if (!are_moved()) {
			stayed++;
			assert_int_equal(fake_space.slot_areas, 1);
			assert_int_equal(dt_slots_bytes(SLOTS), bytes);
			assert_int_equal(SLOTS->chunks->used_count, COUNT);
			assert_false(SLOTS->chunks->closed);
			/* and with the next chance they move */
			some[COUNT] = attachment(AT(COUNT), DT_SITE_ORDER_INSTR);
			assert_int_equal(attach(&some[COUNT], 1), 1);
			assert_int_equal(fake_space.slot_areas, 1);
			fake_run_task();
			detach_one(COUNT);
			reclaim();
			assert_true(are_moved());
		}
		finish();
	}
	assert_in_range(stayed, 3,
			4); /* the list, the memory's description and itself; where slots have owners their list */
	prepare(4, 0, NULL);
	detach_one(COUNT);
	fake_space.no_memory = true;
	fake_run_task();
	fake_space.no_memory = false;
	assert_false(are_moved());
	come();
	finish();
}

static unsigned int graces;

/* While the old slots wait for the grace period some sites are disarmed, or all. */
static void disarm_some(void)
{
	unsigned int i;

	if (graces++ != 1) {
		come();
		return;
	}
	assert_true(are_moved());
	come_and_be_inside();
	for (i = 0; i < COUNT; i += 2)
		detach_one(i);
	come_and_be_inside();
}

static void disarm_all(void)
{
	unsigned int i;

	if (graces++ != 1)
		return;
	for (i = 0; i < COUNT; i++)
		detach_one(i);
}

static void test_disarmed_meanwhile(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		prepare(4, 0, NULL);
		graces = 0;
		detach_one(COUNT);
		fake_space.waiting = i == 0 ? disarm_some : disarm_all;
		fake_run_task();
		fake_space.waiting = NULL;
		come();
		assert_true(graces > 1);
		assert_int_equal(fake_space.slot_areas, i == 0);
		finish();
	}
}

/* Sites become jumps but for a few: that is what leaves large memory nearly unused. */
static void test_after_switch(void **state)
{
	struct dt_site_attachment *list[COUNT];
	unsigned int i;
	uint64_t first;

	(void)state;
	funcs[0].addr = fake_at(0);
	funcs[0].size = FAKE_TEXT_SIZE;
	fake_space.func_count = 1;
	first = dt_slot_alloc(SITES, SLOTS, fake_at(0), 1, 2 * (IN(4) - 1));
	for (i = 0; i < COUNT; i++) {
		fake_write(AT(i), FUNCTION, LENGTH(FUNCTION));
		some[i] = attachment(AT(i), DT_SITE_ORDER_ENTRY);
		list[i] = &some[i];
	}
	fake_space.reserved_at = fake_at(AT(7));
	assert_int_equal(dt_sites_attach(list, COUNT), COUNT);
	dt_slot_free_now(SLOTS, first);
	assert_int_equal(SLOTS->chunks->used_count, COUNT);
	fake_run_task();
	assert_int_equal(kinds()->jumps, COUNT - 1);
	assert_int_equal(kind_at(AT(7)), DT_SITE_BREAK);
	assert_in_range(dt_slots_bytes(SLOTS), AREA, 2 * AREA);
	for (i = 0; i < COUNT; i++)
		assert_int_equal(walk(AT(i)), 1);
	fake_space.reserved_at = FAKE_NOWHERE;
	dt_sites_detach(list, COUNT);
	assert_clean();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_given_back, setup, teardown),
		cmocka_unit_test_setup_teardown(test_breaks_where_it_stays, setup, teardown),
#ifdef SAMPLE_SLOT_REACH
		cmocka_unit_test_setup_teardown(test_owned, setup, teardown),
#endif
		cmocka_unit_test_setup_teardown(test_nothing_to_gain, setup, teardown),
		cmocka_unit_test_setup_teardown(test_small_ones, setup, teardown),
		cmocka_unit_test_setup_teardown(test_too_little, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_disarmed_meanwhile, setup, teardown),
		cmocka_unit_test_setup_teardown(test_after_switch, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
