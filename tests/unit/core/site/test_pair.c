/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_pair.c - two sites in one region: both become jumps and breaks together, and part when one of them goes. What
 * all regions have in common is tried with such ones in test_kind.c.
 */
#include "jump_walk.h"

#ifdef JUMP_SECOND
static struct dt_site_attachment two[2], third;

/* Its entry and the next site of one function are armed, and jumps. */
static void make_pair(void)
{
	two[0] = attachment(FUNC, DT_SITE_ORDER_ENTRY);
	two[1] = attachment(FUNC + JUMP_SECOND, DT_SITE_ORDER_INSTR);
	expect(UINT32_MAX, 0);
	assert_int_equal(attach(two, 2), 2);
	expect(2, 0);
	fake_run_task();
	assert_int_equal(kinds()->jumps, 2);
	assert_int_equal(kinds()->switched, 2);
	assert_int_equal(kinds()->regions->count, 1);
	assert_true(kinds()->regions->all[0]->paired);
	assert_int_equal(kind_at(FUNC), DT_SITE_JUMP);
	assert_int_equal(kind_at(FUNC + JUMP_SECOND), DT_SITE_JUMP);
	somebody();
	assert_concealed();
}

/* One goes: the other one is a break for a moment, then a jump again, with a region of its own. */
static void one_goes(unsigned int which)
{
	size_t stays = which == 0 ? FUNC + JUMP_SECOND : FUNC;
	uint64_t fired;

	make_pair();
	expect(UINT32_MAX, 0);
	detach(&two[which], 1);
	expect(1, 0);
	somebody();
	assert_concealed();
	assert_int_equal(kind_at(stays), DT_SITE_BREAK);
	fake_run_task();
	assert_int_equal(kind_at(stays), DT_SITE_JUMP);
	assert_false(dt_region_at(kinds(), fake_at(stays))->paired);
	fired = dt_site_fired(&two[!which]);
	somebody();
	assert_int_equal(dt_site_fired(&two[!which]), fired + 1);
	expect(UINT32_MAX, 0);
	detach(&two[!which], 1);
	assert_clean();
}

static void test_one_of_two_goes(void **state)
{
	(void)state;
	fake_space.written = somebody;
	one_goes(0);
	one_goes(1);
}

/* Without memory for a way of its own the one stays that goes, without probes; the other one fires all the time. */
static void one_is_stuck(unsigned int which, unsigned int n, unsigned int fails)
{
	make_pair();
	expect(UINT32_MAX, 0);
	fail_writes(fails ? n : 0, fails);
	fake_space.memory_fail = fails ? 0 : n;
	detach(&two[which], 1);
	fail_writes(0, 0);
	fake_space.memory_fail = 0;
	expect(1, 0);
	somebody();
	assert_concealed();
	if (n % 2) {
		fake_run_task();
		somebody();
		assert_null(site_at(which == 0 ? FUNC : FUNC + JUMP_SECOND));
		assert_int_equal(kinds()->jumps, 1);
	}
	expect(UINT32_MAX, 0);
	detach(&two[!which], 1);
	fake_run_task();
	assert_clean();
}

static void test_one_of_two_is_stuck(void **state)
{
	unsigned int which, n;

	(void)state;
	fake_space.written = somebody;
	for (which = 0; which < 2; which++) {
		for (n = 1; n < STEPS; n++) {
			one_is_stuck(which, n, 0);
			one_is_stuck(which, n, 1);
			one_is_stuck(which, n, 1000);
		}
	}
}

/* The text of both has gone, and one of them is disarmed: the other one goes later. */
static void test_two_are_gone(void **state)
{
	unsigned int which;

	(void)state;
	for (which = 0; which < 2; which++) {
		make_pair();
		fake_space.gone_at = fake_at(FUNC);
		detach(&two[which], 1);
		assert_int_equal(dt_kernel_sites.live, 1);
		fake_run_task();
		detach(&two[!which], 1);
		assert_int_equal(dt_kernel_sites.live, 0);
		fake_space.gone_at = FAKE_NOWHERE;
		memcpy(fake_space.text + FUNC, fake_space.original + FUNC, LENGTH(JUMP_FUNCTION));
		assert_clean();
	}
}

/* One of them goes while their stubs are made, or while nobody may be in the region any more. */
static unsigned int goes;

static void one_goes_now(void)
{
	fake_space.waiting = NULL;
	expect(UINT32_MAX, 0);
	detach(&two[goes], 1);
	expect(1, 0);
}

static void one_goes_of_drafts(void)
{
	struct dt_site *draft = site_at(FUNC);

	if (!draft || draft->kind != DT_SITE_DRAFT)
		return;
	assert_int_equal(kind_at(FUNC + JUMP_SECOND), DT_SITE_DRAFT);
	fake_space.yielding = NULL;
	one_goes_now();
}

static void goes_meanwhile(bool draft)
{
	two[0] = attachment(FUNC, DT_SITE_ORDER_ENTRY);
	two[1] = attachment(FUNC + JUMP_SECOND, DT_SITE_ORDER_INSTR);
	expect(UINT32_MAX, 0);
	assert_int_equal(attach(two, 2), 2);
	expect(2, 0);
	if (draft)
		fake_space.yielding = one_goes_of_drafts;
	else
		fake_space.waiting = one_goes_now;
	fake_run_task();
	fake_run_task();
	assert_int_equal(kinds()->jumps, 1);
	somebody();
	expect(UINT32_MAX, 0);
	detach(&two[!goes], 1);
	assert_clean();
}

static void test_one_of_two_goes_meanwhile(void **state)
{
	(void)state;
	fake_space.written = somebody;
	for (goes = 0; goes < 2; goes++) {
		goes_meanwhile(true);
		goes_meanwhile(false);
	}
}

/* A third one comes to their region, and goes; one that may change where the CPU goes on comes to one of them. */
static void test_third(void **state)
{
	(void)state;
	fake_space.written = somebody;
	make_pair();
	third = attachment(FUNC + JUMP_THIRD, DT_SITE_ORDER_INSTR);
	expect(UINT32_MAX, 0);
	assert_int_equal(attach(&third, 1), 1);
	expect(3, 0);
	somebody();
	fake_run_task();
	assert_other_site();
	somebody();
	assert_concealed();
	expect(UINT32_MAX, 0);
	detach(&third, 1);
	detach(two, 2);
	assert_clean();
}

static void test_last_of_two(void **state)
{
	struct dt_site_attachment last;
	unsigned int i;

	(void)state;
	fake_space.written = somebody;
	for (i = 0; i < 2; i++) {
		make_pair();
		last = attachment(i == 0 ? FUNC : FUNC + JUMP_SECOND, DT_SITE_ORDER_LAST);
		last.special = DT_SITE_FIRE;
		last.fire = stays_here;
		expect(UINT32_MAX, 0);
		assert_int_equal(attach(&last, 1), 1);
		expect(3, 0);
		fake_run_task();
		assert_int_equal(kind_at(i == 0 ? FUNC : FUNC + JUMP_SECOND), DT_SITE_BREAK);
		somebody();
		expect(UINT32_MAX, 0);
		detach(two, 2);
		detach(&last, 1);
		assert_clean();
	}
}

/* Another probe at one of them changes nothing in the text. */
static void test_more_probes_of_two(void **state)
{
	struct dt_site_attachment more[2] = { attachment(FUNC, DT_SITE_ORDER_INSTR),
					      attachment(FUNC + JUMP_SECOND, DT_SITE_ORDER_INSTR) };

	(void)state;
	make_pair();
	fake_space.patch_calls = 0;
	assert_int_equal(attach(more, 2), 2);
	expect(4, 0);
	somebody();
	detach(two, 2);
	assert_int_equal(fake_space.patch_calls, 0);
	expect(2, 0);
	somebody();
	detach(more, 2);
	assert_clean();
}

/* Somebody else has written over the jump of two sites: the one stays, and both when both have gone. */
static void test_two_are_overwritten(void **state)
{
	uint8_t theirs = 0x5a, ours;
	size_t at = FUNC + isa_jump_self.len - 1;
	unsigned int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		make_pair();
		ours = fake_space.text[at];
		fake_space.text[at] = theirs;
		detach(&two[i], 1);
		assert_int_equal(kinds()->held, 1);
		assert_int_equal(kinds()->jumps, 2);
		detach(&two[!i], 1);
		assert_int_equal(fake_space.held, 1);
		assert_int_equal(dt_kernel_sites.live, 2);
		assert_int_equal(fake_space.text[at], theirs);
		fake_space.text[at] = ours;
		dt_sites_settle();
		assert_int_equal(fake_space.held, 0);
		assert_clean();
		dt_sites_jump(true);
	}
}

/* The other one was a jump before, by itself: it stays so, and the entry is a break. */
static void test_second_was_first(void **state)
{
	(void)state;
	fake_space.written = somebody;
	two[0] = attachment(FUNC, DT_SITE_ORDER_ENTRY);
	two[1] = attachment(FUNC + JUMP_SECOND, DT_SITE_ORDER_INSTR);
	expect(UINT32_MAX, 0);
	assert_int_equal(attach(&two[1], 1), 1);
	expect(1, 0);
	fake_run_task();
	assert_int_equal(kind_at(FUNC + JUMP_SECOND), DT_SITE_JUMP);
	expect(UINT32_MAX, 0);
	assert_int_equal(attach(&two[0], 1), 1);
	expect(2, 0);
	fake_run_task();
	assert_int_equal(kind_at(FUNC + JUMP_SECOND), DT_SITE_JUMP);
	assert_other_site();
	somebody();
	expect(UINT32_MAX, 0);
	detach(two, 2);
	assert_clean();
}

/* The region of a third site, further on, overlaps the one that the two could have: the third one keeps it. */
static void test_two_overlap(void **state)
{
#ifdef JUMP_OVERLAP
	(void)state;
	fake_space.written = somebody;
	add_func(1, "early", EARLY, JUMP_OVERLAP, LENGTH(JUMP_OVERLAP));
	third = attachment(EARLY + JUMP_OVERLAP_RETURN, DT_SITE_ORDER_RETURN);
	two[0] = attachment(EARLY, DT_SITE_ORDER_ENTRY);
	two[1] = attachment(EARLY + JUMP_SECOND, DT_SITE_ORDER_INSTR);
	expect(0, UINT32_MAX);
	assert_int_equal(attach(&third, 1), 1);
	expect(0, 1);
	fake_run_task();
	assert_true(dt_region_at(kinds(), third.addr)->before > 0);
	expect(0, UINT32_MAX);
	assert_int_equal(attach(two, 2), 2);
	expect(0, 3);
	fake_run_task();
	assert_string_equal(dt_jump_refusal_name(site_at(EARLY)->why), "other-site");
	assert_int_equal(kind_at(EARLY + JUMP_OVERLAP_RETURN), DT_SITE_JUMP);
	somebody();
	expect(0, UINT32_MAX);
	detach(two, 2);
	detach(&third, 1);
	assert_clean();
#else
	(void)state;
	assert_false(PAIRS); /* the other CPUs have no such regions */
#endif
}

/* Somebody is preempted in the first one's stub while both go: the second one's is there still. */
static void test_preempted_before_second(void **state)
{
	(void)state;
	make_pair();
	fall_asleep(1);
	assert_true(sleeper_pc == dt_region_stub(kinds()->regions->all[0]) + kinds()->regions->all[0]->start);
	detach(two, 2);
	fake_space.waiting = wake_up;
	fake_run_task();
	assert_true(sleeper.done);
	assert_clean();
}
#else
static struct dt_site_attachment two[2];
#endif

/* Where a region is one instruction, or a jump takes a register, each site is for itself. */
static void test_none_has_two(void **state)
{
	size_t i;

	(void)state;
	two[0] = attachment(FUNC, DT_SITE_ORDER_ENTRY);
	two[1] = attachment(FUNC + isa_self.insn_align, DT_SITE_ORDER_INSTR);
	expect(UINT32_MAX, 0);
	assert_int_equal(attach(two, 2), 2);
	expect(2, 0);
	fake_run_task();
	assert_int_equal(kind_at(FUNC) == DT_SITE_JUMP, isa_jump_self.len == isa_self.insn_align);
	for (i = 0; kinds()->regions && i < kinds()->regions->count; i++)
		assert_false(kinds()->regions->all[i]->paired);
	somebody();
	expect(UINT32_MAX, 0);
	detach(two, 2);
	assert_clean();
}

int main(void)
{
	const struct CMUnitTest none[] = {
		cmocka_unit_test_setup_teardown(test_none_has_two, setup, teardown),
	};
#ifdef JUMP_SECOND
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_one_of_two_goes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_one_of_two_is_stuck, setup, teardown),
		cmocka_unit_test_setup_teardown(test_one_of_two_goes_meanwhile, setup, teardown),
		cmocka_unit_test_setup_teardown(test_two_are_gone, setup, teardown),
		cmocka_unit_test_setup_teardown(test_third, setup, teardown),
		cmocka_unit_test_setup_teardown(test_last_of_two, setup, teardown),
		cmocka_unit_test_setup_teardown(test_more_probes_of_two, setup, teardown),
		cmocka_unit_test_setup_teardown(test_two_are_overwritten, setup, teardown),
		cmocka_unit_test_setup_teardown(test_second_was_first, setup, teardown),
		cmocka_unit_test_setup_teardown(test_two_overlap, setup, teardown),
		cmocka_unit_test_setup_teardown(test_preempted_before_second, setup, teardown),
	};

	if (PAIRS)
		return cmocka_run_group_tests(tests, NULL, NULL);
#endif
	return cmocka_run_group_tests(none, NULL, NULL);
}
