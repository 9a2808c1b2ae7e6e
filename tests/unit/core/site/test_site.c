/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_site.c - the site layer on a text that is never executed, for each CPU: arming and disarming
 * batches, traps, second breaks of slots, several probes on one site, refusals, lost races, lack of
 * memory, spaces that die.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/report.h"
#include "core/entry.h"
#include "core/site/site.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "os/host/host.h"

#define MANY    6000
#define MANY_AT 256

static uint64_t at(size_t offset)
{
	return fake_at(offset);
}

static struct dt_site *site_at(size_t offset)
{
	return dt_site_find(&dt_kernel_sites, at(offset));
}

static bool break_at(size_t offset)
{
	return memcmp(fake_space.text + offset, isa_self.break_bytes, ISA_SELF_BREAK_LEN) == 0;
}

/* offset of a break that another CPU still has although it is not in the text, or FAKE_TEXT_SIZE */
static size_t stale_at;
static unsigned int stale_traps;

/*
 * Another CPU executes a break that is gone: it must go on at the instruction itself, or in a slot
 * that has been written.
 */
static void stale_trap(void)
{
	SAMPLE_REGS file = { 0 };
	struct isa_regs *regs = (struct isa_regs *)&file;

	if (stale_at == FAKE_TEXT_SIZE)
		return;
	isa_pc_set(regs, at(stale_at) + ISA_SELF_BREAK_PC_AFTER);
	assert_true(dt_trap(regs));
	assert_memory_not_equal((void *)(uintptr_t)isa_pc_get(regs), isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	stale_traps++;
}

/* offsets in text */
enum {
	EMULATED = 0,
	SLOT = 16,
	RETURN = 32,
	JUNK = 48,
	NOP = 64,
	BRANCH = 80,
	IJUMP = 96,
	IJUMP_MEMORY = 112,
	CALL_MEMORY = 116,
	PUSH_MEMORY = 120
};

static int setup(void **state)
{
	size_t i;

	(void)state;
	fake_reset();
	os_host_cpu_set_count(4);
	fake_space_setup();
	fake_space.touched = stale_trap;
	stale_at = FAKE_TEXT_SIZE;
	stale_traps = 0;
	for (i = 0; i < MANY; i++)
		FAKE_WRITE(MANY_AT + i * 8, SAMPLE_SLOT);
	FAKE_WRITE(EMULATED, SAMPLE_EMULATED);
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	FAKE_WRITE(RETURN, SAMPLE_RETURN);
	FAKE_WRITE(BRANCH, SAMPLE_BRANCH);
	FAKE_WRITE(IJUMP, SAMPLE_IJUMP);
	FAKE_WRITE(JUNK, SAMPLE_JUNK);
#ifdef SAMPLE_CALL_MEMORY
	FAKE_WRITE(IJUMP_MEMORY, SAMPLE_IJUMP_MEMORY);
	FAKE_WRITE(CALL_MEMORY, SAMPLE_CALL_MEMORY);
	FAKE_WRITE(PUSH_MEMORY, SAMPLE_PUSH_MEMORY);
#endif
	assert_int_equal(dt_sites_init(), 0);
	return 0;
}

/* Whatever a test did: the text is as it was, and nothing is left. */
static int teardown(void **state)
{
	(void)state;
	fake_space.no_memory = false;
	dt_sites_settle();
	assert_int_equal(fake_space.space.references, 1);
	dt_sites_fini();
	assert_int_equal(fake_space.released, 1);
	fake_space_teardown();
	return 0;
}

static struct dt_site_attachment attachment(size_t offset, uint64_t data, uint8_t order)
{
	struct dt_site_attachment a = {
		.space = &fake_space.space,
		.addr = at(offset),
		.data = data,
		.order = order,
	};

	return a;
}

static size_t attach(struct dt_site_attachment *array, size_t count)
{
	struct dt_site_attachment **list = test_calloc(count, sizeof(*list));
	size_t i, armed;

	for (i = 0; i < count; i++)
		list[i] = &array[count - 1 - i];
	armed = dt_sites_attach(list, count);
	test_free(list);
	return armed;
}

static void detach(struct dt_site_attachment *array, size_t count)
{
	struct dt_site_attachment **list = test_calloc(count, sizeof(*list));
	size_t i;

	for (i = 0; i < count; i++)
		list[i] = &array[i];
	dt_sites_detach(list, count);
	test_free(list);
}

/* Execute the break at an offset; where the CPU goes on. */
static uint64_t trap(size_t offset, SAMPLE_REGS *file)
{
	struct isa_regs *regs = (struct isa_regs *)file;

	assert_true(break_at(offset));
	isa_pc_set(regs, at(offset) + ISA_SELF_BREAK_PC_AFTER);
	assert_true(dt_trap(regs));
	return isa_pc_get(regs);
}

#define LEN(sample) (sizeof(sample) - 1)

static void test_emulated(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7, 0);
	SAMPLE_REGS regs = { 0 }, before;

	(void)state;
	sample_set_stack(&regs, fake_stack());
	before = regs;
	assert_int_equal(attach(&a, 1), 1);
	assert_null(dt_site_refused(&a));
	assert_int_equal(trap(EMULATED, &regs), at(EMULATED) + LEN(SAMPLE_EMULATED));
	assert_true(sample_emulated(&before, &regs));
	assert_int_equal(fake.fired, 1);
	assert_int_equal(fake.fired_data[0], 7);
	assert_int_equal(fake.fired_pc, at(EMULATED));
	assert_int_equal(dt_site_fired(&a), 1);
	assert_int_equal(site_at(EMULATED)->kind, DT_SITE_BREAK);
	detach(&a, 1);
}

/* A break that cannot be taken away goes on being stepped over, and goes later. */
static void test_stuck(void **state)
{
	struct dt_site_attachment a[2] = { attachment(EMULATED, 7, 0), attachment(SLOT, 8, 0) };
	SAMPLE_REGS regs = { 0 };

	(void)state;
	sample_set_stack(&regs, fake_stack());
	assert_int_equal(attach(a, 2), 2);
	fake_space.map_fail = 2;
	detach(a, 2);
	assert_int_equal(trap(EMULATED, &regs), at(EMULATED) + LEN(SAMPLE_EMULATED));
	trap(SLOT, &regs);
	assert_int_equal(fake.fired, 0);
	assert_int_equal(attach(a, 1), 1); /* used again as it is */
	trap(EMULATED, &regs);
	assert_int_equal(fake.fired, 1);
	fake_space.map_fail = 1;
	detach(a, 1);
	assert_true(break_at(EMULATED));
	fake_run_task();
	assert_memory_equal(fake_space.text, fake_space.original, FAKE_TEXT_SIZE);
}

/* Its module went and another came: the byte that is there now is not our break. */
static void test_stuck_and_changed(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7, 0);

	(void)state;
	assert_int_equal(attach(&a, 1), 1);
	fake_space.map_fail = 1;
	detach(&a, 1);
	memcpy(fake_space.text + EMULATED, fake_space.original + EMULATED, ISA_SELF_BREAK_LEN);
	assert_int_equal(attach(&a, 1), 0);
	assert_string_equal(dt_site_refused(&a), "text-changed");
}

static void test_slot(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 0, 0);
	SAMPLE_REGS regs = { 0 };
	uint8_t *slot;

	(void)state;
	assert_int_equal(attach(&a, 1), 1);
	slot = (uint8_t *)(uintptr_t)trap(SLOT, &regs);
	assert_memory_equal(slot, SAMPLE_SLOT, LEN(SAMPLE_SLOT));
	assert_memory_not_equal(slot + LEN(SAMPLE_SLOT), isa_self.break_bytes, ISA_SELF_BREAK_LEN); /* a jump back */
	detach(&a, 1);
	assert_int_equal(fake_space.graces, 0); /* the slot is not waited for here ... */
	assert_memory_equal(slot, SAMPLE_SLOT, LEN(SAMPLE_SLOT));
	fake_run_task(); /* ... but in its own time */
	assert_int_equal(fake_space.graces, 1);
	assert_int_equal(fake_space.slot_areas, 0);
}

#ifdef SAMPLE_SLOT_REACH
static unsigned int handed_over;

static void otherwise(struct isa_regs *regs)
{
	(void)regs;
	handed_over++;
}

/*
 * A slot from which no jump reaches back ends in a break of its own, whose trap goes on after the
 * site: by either entry, for as long as a task may be inside the slot. Other breaks there are
 * nobody's.
 */
static void test_second_break(void **state)
{
	struct dt_site_attachment a[2] = {
		attachment(SLOT, 1, DT_SITE_ORDER_RETURN),
		attachment(MANY_AT, 2, DT_SITE_ORDER_RETURN),
	};
	SAMPLE_REGS file = { 0 };
	struct isa_regs *regs = (struct isa_regs *)&file;
	uint64_t slot, back;

	(void)state;
	fake_space.far_slots = 2ul * SAMPLE_SLOT_REACH;
	assert_int_equal(attach(a, 2), 2);
	slot = trap(SLOT, &file);
	back = slot + LEN(SAMPLE_SLOT);
	assert_true(slot >= at(0) + SAMPLE_SLOT_REACH);
	assert_memory_equal((void *)(uintptr_t)slot, SAMPLE_SLOT, LEN(SAMPLE_SLOT));
	assert_memory_equal((void *)(uintptr_t)back, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	isa_pc_set(regs, back + ISA_SELF_BREAK_PC_AFTER);
	assert_true(dt_trap(regs));
	assert_int_equal(isa_pc_get(regs), at(SLOT) + LEN(SAMPLE_SLOT));
	isa_pc_set(regs, trap(MANY_AT, &file) + LEN(SAMPLE_SLOT) + ISA_SELF_BREAK_PC_AFTER);
	dt_trap_or(regs, otherwise);
	assert_int_equal(isa_pc_get(regs), at(MANY_AT) + LEN(SAMPLE_SLOT));
	assert_int_equal(handed_over, 0);
	assert_int_equal(fake.fired, 2);
	isa_pc_set(regs, back + ISA_SELF_BREAK_LEN + ISA_SELF_BREAK_PC_AFTER);
	dt_trap_or(regs, otherwise);
	assert_int_equal(handed_over, 1);
	assert_int_equal(isa_pc_get(regs), back + ISA_SELF_BREAK_LEN + ISA_SELF_BREAK_PC_AFTER);
	detach(a, 2);
	isa_pc_set(regs, back + ISA_SELF_BREAK_PC_AFTER); /* a task that was preempted inside the slot */
	assert_true(dt_trap(regs));
	assert_int_equal(isa_pc_get(regs), at(SLOT) + LEN(SAMPLE_SLOT));
	fake_run_task();
	handed_over = 0;
}
#endif

static void test_trap_or(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7, 0);
	SAMPLE_REGS file = { 0 }, before;
	struct isa_regs *regs = (struct isa_regs *)&file;

	(void)state;
	sample_set_stack(&file, fake_stack());
	before = file;
	assert_int_equal(attach(&a, 1), 1);
	isa_pc_set(regs, at(EMULATED) + ISA_SELF_BREAK_PC_AFTER);
	dt_trap_or(regs, NULL);
	assert_int_equal(isa_pc_get(regs), at(EMULATED) + LEN(SAMPLE_EMULATED));
	assert_true(sample_emulated(&before, &file));
	assert_int_equal(fake.fired, 1);
	detach(&a, 1);
	isa_pc_set(regs, at(EMULATED) + ISA_SELF_BREAK_PC_AFTER); /* late */
	dt_trap_or(regs, NULL);
	assert_int_equal(isa_pc_get(regs), at(EMULATED));
	assert_int_equal(dt_kernel_sites.late, 1);
}

static uint32_t sends_elsewhere(struct dt_site_attachment *attachment, struct dt_firing *firing)
{
	isa_pc_set(firing->regs, attachment->data);
	return os_cpu_self();
}

/* An attachment that decides where to go on: the instruction is not executed, those at the same place have fired. */
static void test_elsewhere(void **state)
{
	struct dt_site_attachment a[2] = { attachment(SLOT, at(NOP), DT_SITE_ORDER_LAST),
					   attachment(SLOT, 2, DT_SITE_ORDER_RETURN) };
	SAMPLE_REGS regs = { 0 }, before;

	(void)state;
	a[0].special = DT_SITE_FIRE;
	a[0].fire = sends_elsewhere;
	assert_int_equal(attach(a, 2), 2);
	before = regs;
	assert_int_equal(trap(SLOT, &regs), at(NOP));
	isa_pc_set((struct isa_regs *)&before, at(NOP));
	assert_memory_equal(&regs, &before, sizeof(regs));
	assert_int_equal(fake.fired, 1);
	assert_int_equal(fake.fired_pc, at(SLOT));
	assert_int_equal(dt_site_fired(&a[0]), 1);
	detach(a, 2);
}

static void test_two_on_one(void **state)
{
	struct dt_site_attachment a[3] = {
		attachment(EMULATED, 1, DT_SITE_ORDER_RETURN),
		attachment(EMULATED, 2, DT_SITE_ORDER_ENTRY),
		attachment(EMULATED, 3, DT_SITE_ORDER_INSTR),
	};
	SAMPLE_REGS regs = { 0 };

	(void)state;
	sample_set_stack(&regs, fake_stack());
	assert_int_equal(attach(a, 1), 1);
	assert_int_equal(attach(a + 1, 2), 2);
	assert_int_equal(fake_space.patch_calls, 1);
	trap(EMULATED, &regs);
	assert_int_equal(fake.fired, 3);
	assert_int_equal(fake.fired_data[0], 2);
	assert_int_equal(fake.fired_data[1], 3);
	assert_int_equal(fake.fired_data[2], 1);
	detach(a, 1);
	trap(EMULATED, &regs);
	assert_int_equal(fake.fired, 5);
	detach(a, 3); /* one of them is not armed any more: passed over */
	assert_false(break_at(EMULATED));
	assert_int_equal(fake_space.patch_calls, 2);
}

/*
 * Each CPU has counts of its own, on cache lines that no other CPU writes; a count that starts again
 * from 0 is not lost.
 */
static void test_counts(void **state)
{
	struct dt_site_attachment a[2] = { attachment(EMULATED, 1, 0), attachment(SLOT, 2, 0) };
	SAMPLE_REGS regs = { 0 };
	const uint32_t *count[4];

	(void)state;
	sample_set_stack(&regs, fake_stack());
	assert_int_equal(attach(a, 2), 2);
	for (fake.cpu = 0; fake.cpu < 4; fake.cpu++) {
		trap(SLOT, &regs);
		count[fake.cpu] = &a[1].counts[fake.cpu * a[1].stride];
		assert_int_equal(*count[fake.cpu], 1);
		assert_true(fake.cpu == 0 || count[fake.cpu] - (a[0].counts + (fake.cpu - 1) * a[0].stride) >= 32);
	}
	assert_int_equal(dt_site_fired(&a[0]), 0);
	assert_int_equal(dt_site_fired(&a[1]), 4);
	*(uint32_t *)(uintptr_t)count[2] = UINT32_MAX;
	fake.cpu = 2;
	trap(SLOT, &regs);
	assert_int_equal(dt_site_fired(&a[1]), (1ull << 32) + 3);
	detach(a, 1);
	assert_int_equal(dt_site_fired(&a[0]), 0);
	assert_int_equal(dt_site_fired(&a[1]), (1ull << 32) + 3); /* the other one counts on */
	detach(a + 1, 1);
}

/*
 * One probe says that a function is entered or left here: the site keeps that for all its probes.
 */
static void test_edge(void **state)
{
	struct dt_site_attachment a[3] = {
		attachment(EMULATED, 1, DT_SITE_ORDER_INSTR),
		attachment(EMULATED, 2, DT_SITE_ORDER_ENTRY),
		attachment(SLOT, 3, DT_SITE_ORDER_INSTR),
	};
	SAMPLE_REGS regs = { 0 };

	(void)state;
	sample_set_stack(&regs, fake_stack());
	a[1].edge = true;
	assert_int_equal(attach(a, 1), 1);
	trap(EMULATED, &regs);
	assert_false(fake.edge);
	assert_int_equal(attach(a + 1, 2), 2);
	trap(EMULATED, &regs);
	assert_true(fake.edge);
	trap(SLOT, &regs);
	assert_false(fake.edge);
	detach(a, 3);
}

/* Fired by a trap at @offset? Where it goes on is right all the same. */
static bool fires(size_t offset, SAMPLE_REGS *regs, uint64_t next)
{
	unsigned int before = fake.fired;

	assert_int_equal(trap(offset, regs), next);
	return fake.fired != before;
}

static void test_leads_out(void **state)
{
	const struct os_extent inside[] = {
		{ at(BRANCH), at(BRANCH) + 16 },
		{ at(2048), at(2056) },
		{ 0, 0 },
	};
	struct dt_site_attachment a[3] = {
		attachment(BRANCH, 1, DT_SITE_ORDER_RETURN),
		attachment(IJUMP, 2, DT_SITE_ORDER_RETURN),
		attachment(SLOT, 4, DT_SITE_ORDER_RETURN),
	};
	const struct {
		uint64_t target;
		bool fires;
	} jumps[] = {
		{ at(BRANCH), false }, { at(BRANCH) + 14, false }, { at(BRANCH) + 16, true },
		{ at(2054), false },   { at(2056), true },
	};
	SAMPLE_REGS regs = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		a[i].special = DT_SITE_INSIDE;
		a[i].inside = inside;
	}
	assert_int_equal(attach(a, 3), 2);
	assert_string_equal(dt_site_refused(&a[2]), isa_reason_name(ISA_REASON_UNSUPPORTED)); /* no branch at all */
	assert_null(site_at(SLOT));
	sample_set_branch(&regs, true);
	assert_true(fires(BRANCH, &regs, at(BRANCH) + SAMPLE_BRANCH_TARGET));
	sample_set_branch(&regs, false);
	assert_false(fires(BRANCH, &regs, at(BRANCH) + LEN(SAMPLE_BRANCH)));
	for (i = 0; i < DT_ARRAY_SIZE(jumps); i++) {
		sample_set_jump(&regs, jumps[i].target);
		assert_int_equal(fires(IJUMP, &regs, jumps[i].target), jumps[i].fires);
	}
	assert_int_equal(dt_site_fired(&a[0]), 1);
	assert_int_equal(dt_site_fired(&a[1]), 2);
	detach(a, 3);
}

/* Asked during a firing: the registers' pc is the site's. Nothing is stored. */
static int target_of(size_t offset, SAMPLE_REGS *regs, uint64_t *target)
{
	isa_pc_set((struct isa_regs *)regs, at(offset));
	return dt_site_target((struct isa_regs *)regs, target);
}

/* Nothing can be read after the last instruction of the text, whatever its length. */
static void test_last_instruction(void **state)
{
	struct isa_insn insn;

	(void)state;
	fake_space.gone_at = at(BRANCH) + LEN(SAMPLE_BRANCH);
	assert_true(dt_site_decode(&fake_space.space, at(BRANCH), &insn));
	assert_int_equal(insn.len, LEN(SAMPLE_BRANCH));
	fake_space.gone_at = at(SLOT) + LEN(SAMPLE_SLOT);
	assert_true(dt_site_decode(&fake_space.space, at(SLOT), &insn));
	assert_int_equal(insn.len, LEN(SAMPLE_SLOT));
	fake_space.gone_at--;
	assert_true(dt_site_decode(&fake_space.space, at(SLOT), &insn));
	assert_int_equal(insn.len, 0);
	fake_space.gone_at = at(SLOT);
	assert_false(dt_site_decode(&fake_space.space, at(SLOT), &insn));
	fake_space.gone_at = FAKE_NOWHERE;
}

static void test_target(void **state)
{
	struct dt_site_attachment a[4] = {
		attachment(BRANCH, 1, DT_SITE_ORDER_INSTR),
		attachment(IJUMP, 2, DT_SITE_ORDER_INSTR),
		attachment(RETURN, 3, DT_SITE_ORDER_INSTR),
		attachment(SLOT, 4, DT_SITE_ORDER_INSTR),
	};
	SAMPLE_REGS regs = { 0 };
	uint64_t target = 0;

	(void)state;
	sample_set_stack(&regs, fake_stack());
	assert_int_equal(attach(a, 4), 4);
	sample_set_branch(&regs, true);
	assert_int_equal(target_of(BRANCH, &regs, &target), 0);
	assert_int_equal(target, at(BRANCH) + SAMPLE_BRANCH_TARGET);
	sample_set_branch(&regs, false);
	assert_int_equal(target_of(BRANCH, &regs, &target), 0);
	assert_int_equal(target, at(BRANCH) + LEN(SAMPLE_BRANCH));
	sample_set_jump(&regs, 0x1234);
	assert_int_equal(target_of(IJUMP, &regs, &target), 0);
	assert_int_equal(target, 0x1234);
	sample_set_caller(&regs, 0x4320);
	assert_int_equal(target_of(RETURN, &regs, &target), 0);
	assert_int_equal(target, 0x4320);
	assert_int_equal(target_of(SLOT, &regs, &target), -OS_ERANGE);
	assert_int_equal(target_of(NOP, &regs, &target), -OS_ERANGE); /* no site */
	detach(a, 4);
}

#ifdef SAMPLE_CALL_MEMORY
/*
 * An operand in memory may be missing: a trap loads it guarded. A call's return address is
 * that of the site all the same.
 */
static void test_may_fault(void **state)
{
	struct dt_site_attachment a[2] = { attachment(CALL_MEMORY, 1, DT_SITE_ORDER_INSTR),
					   attachment(PUSH_MEMORY, 2, DT_SITE_ORDER_INSTR) };
	uint64_t sp = fake_stack(), word = sp + 64, pushed = 0;
	SAMPLE_REGS regs = { 0 };

	(void)state;
	sample_set_stack(&regs, sp);
	sample_set_pointer(&regs, word);
	*(uint32_t *)(uintptr_t)word = 0x1234;
	assert_int_equal(attach(a, 2), 2);
	assert_int_equal(trap(CALL_MEMORY, &regs), 0x1234);
	assert_int_equal(regs.sp, sp - isa_self.word_size);
	memcpy(&pushed, (void *)(uintptr_t)regs.sp, isa_self.word_size);
	assert_int_equal(pushed, at(CALL_MEMORY) + LEN(SAMPLE_CALL_MEMORY));
	sample_set_pointer(&regs, 8);
	assert_int_equal(trap(CALL_MEMORY, &regs), site_at(CALL_MEMORY)->slot);
	assert_int_equal(regs.sp, sp - isa_self.word_size);
	assert_int_equal(trap(PUSH_MEMORY, &regs), site_at(PUSH_MEMORY)->slot);
	assert_memory_equal((void *)(uintptr_t)regs.ip, SAMPLE_PUSH_MEMORY "\xe9", 3);
	detach(a, 2);
}

static const struct dt_site_attachment *own_fired;

static uint32_t own_fire(struct dt_site_attachment *a, struct dt_firing *firing)
{
	assert_int_equal(firing->data, a->data);
	assert_int_equal(isa_pc_get(firing->regs), a->addr);
	assert_true(firing->edge);
	own_fired = a;
	return fake.cpu;
}

/* An attachment that fires by itself: its probe is not fired, the firing counts, and others at the place go on. */
static void test_own_fire(void **state)
{
	struct dt_site_attachment a[] = { attachment(SLOT, 7, 0), attachment(SLOT, 8, 1) };
	SAMPLE_REGS regs = { 0 };

	(void)state;
	sample_set_stack(&regs, fake_stack());
	a[0].special = DT_SITE_FIRE;
	a[0].fire = own_fire;
	a[0].edge = true;
	assert_int_equal(attach(a, 2), 2);
	trap(SLOT, &regs);
	assert_ptr_equal(own_fired, &a[0]);
	assert_int_equal(fake.fired, 1);
	assert_int_equal(fake.fired_data[0], 8);
	assert_int_equal(*a[0].counts, 1);
	assert_int_equal(*a[1].counts, 1);
	detach(a, 2);
}

/* A jump whose target is in memory fires when it leads out, and does not when there is no memory. */
static void test_leads_out_by_memory(void **state)
{
	const struct os_extent inside[] = { { at(0), at(256) }, { 0, 0 } };
	struct dt_site_attachment a = attachment(IJUMP_MEMORY, 3, DT_SITE_ORDER_RETURN);
	uint64_t word = fake_stack(), target = 0, slot;
	SAMPLE_REGS regs = { 0 };

	(void)state;
	a.special = DT_SITE_INSIDE;
	a.inside = inside;
	assert_int_equal(attach(&a, 1), 1);
	slot = site_at(IJUMP_MEMORY)->slot;
	sample_set_pointer(&regs, word);
	*(uint32_t *)(uintptr_t)word = (uint32_t)at(256);
	assert_int_equal(target_of(IJUMP_MEMORY, &regs, &target), 0);
	assert_int_equal(target, at(256));
	assert_true(fires(IJUMP_MEMORY, &regs, slot));
	*(uint32_t *)(uintptr_t)word = (uint32_t)at(1);
	assert_false(fires(IJUMP_MEMORY, &regs, slot));
	sample_set_pointer(&regs, 8);
	assert_false(fires(IJUMP_MEMORY, &regs, slot));
	assert_int_equal(target_of(IJUMP_MEMORY, &regs, &target), -OS_EFAULT);
	assert_memory_equal((void *)(uintptr_t)slot, SAMPLE_IJUMP_MEMORY "\xe9", 3);
	assert_int_equal(dt_site_fired(&a), 1);
	detach(&a, 1);
}
#endif

/*
 * Attachments that fire only on an exit, and others, on one site; one is refused at a present site.
 */
static void test_leads_out_shared(void **state)
{
	const struct os_extent inside[] = { { at(0), at(256) }, { 0, 0 } };
	struct dt_site_attachment a[3] = {
		attachment(BRANCH, 1, DT_SITE_ORDER_RETURN),
		attachment(BRANCH, 2, DT_SITE_ORDER_ENTRY),
		attachment(SLOT, 3, DT_SITE_ORDER_ENTRY),
	};
	struct dt_site_attachment wrong = attachment(SLOT, 4, DT_SITE_ORDER_RETURN);
	SAMPLE_REGS regs = { 0 };

	(void)state;
	a[0].special = wrong.special = DT_SITE_INSIDE;
	a[0].inside = wrong.inside = inside;
	assert_int_equal(attach(a, 3), 3);
	assert_int_equal(attach(&wrong, 1), 0);
	assert_string_equal(dt_site_refused(&wrong), isa_reason_name(ISA_REASON_UNSUPPORTED));
	sample_set_branch(&regs, false);
	assert_int_equal(trap(BRANCH, &regs), at(BRANCH) + LEN(SAMPLE_BRANCH));
	assert_int_equal(fake.fired, 1);
	assert_int_equal(fake.fired_data[0], 2);
	detach(&wrong, 1);
	detach(a, 3);
}

/* Registers that linkage code may clobber are free at an entry, whatever else is attached there. */
static void test_scratch_dead(void **state)
{
	struct dt_site_attachment a[3] = {
		attachment(SLOT, 1, DT_SITE_ORDER_RETURN),
		attachment(SLOT, 2, DT_SITE_ORDER_ENTRY),
		attachment(MANY_AT, 3, DT_SITE_ORDER_RETURN),
	};

	(void)state;
	assert_int_equal(attach(a, 3), 3);
	assert_true(site_at(SLOT)->insn.scratch_dead);
	assert_false(site_at(MANY_AT)->insn.scratch_dead);
	detach(a, 3);
}

/* Of the attachments of test_refusals(). */
static void assert_refusals(const struct dt_site_attachment *a)
{
	assert_null(dt_site_refused(&a[0]));
	assert_string_equal(dt_site_refused(&a[1]), isa_reason_name(ISA_REASON_UNDECODED));
	assert_string_equal(dt_site_refused(&a[2]), "patched-by-kernel");
	assert_string_equal(dt_site_refused(&a[3]), "text-changed");
	assert_null(dt_site_refused(&a[4]));
	assert_string_equal(dt_site_refused(&a[5]), "not-text");
}

static void test_refusals(void **state)
{
	struct dt_site_attachment a[6] = {
		attachment(EMULATED, 0, 0), attachment(JUNK, 0, 0),   attachment(NOP, 0, 0),
		attachment(SLOT, 0, 0),     attachment(RETURN, 0, 0), attachment(0, 0, 0),
	};
	struct isa_insn insn;

	(void)state;
	a[5].addr = 0x1000;
	fake_space.refused_at = at(NOP);
	fake_space.changed_at = at(SLOT);
	assert_int_equal(attach(a, 6), 2);
	assert_refusals(a);
	assert_int_equal(fake_space.patch_calls, 1);
	assert_null(site_at(SLOT));
	assert_int_equal(fake_space.syncs, 1); /* a trap may have found the failed site: it is freed after that */
	assert_false(dt_site_decode(&fake_space.space, 0x1000, &insn));
	detach(a, 6); /* those that are not armed are skipped, and keep their reasons */
	assert_int_equal(dt_site_fired(&a[0]) + dt_site_fired(&a[1]) + dt_site_fired(&a[3]), 0);
	assert_refusals(a);
}

/*
 * Every caller gets the same refusal: by the function, by the instruction, by the place, by the
 * facts that a firing needs.
 */
static void test_refusal(void **state)
{
	struct os_func func = { .addr = at(NOP), .size = 64, .body = at(NOP) + LEN(SAMPLE_NOP) };
	struct os_space *space = &fake_space.space;
	struct isa_insn insn;

	(void)state;
	assert_true(dt_site_decode(space, at(NOP), &insn));
	assert_null(dt_site_refusal(space, NULL, &insn, false));
	assert_string_equal(dt_site_refusal(space, &func, &insn, false), "patched-by-kernel"); /* before its body */
	func.refused = "noinstr";
	assert_string_equal(dt_site_refusal(space, &func, &insn, false), "noinstr");
	assert_string_equal(dt_site_refusal(space, NULL, &insn, true), isa_reason_name(ISA_REASON_UNSUPPORTED));
	fake_space.refused_at = at(BRANCH) + LEN(SAMPLE_BRANCH) - 1;
	assert_true(dt_site_decode(space, at(BRANCH), &insn));
	assert_string_equal(dt_site_refusal(space, NULL, &insn, true), "patched-by-kernel");
	fake_space.refused_at++;
	assert_null(dt_site_refusal(space, NULL, &insn, true));
	assert_true(dt_site_decode(space, at(JUNK), &insn));
	assert_string_equal(dt_site_refusal(space, NULL, &insn, false), isa_reason_name(ISA_REASON_UNDECODED));
	/* the last instruction of the text, with nothing after it */
	assert_true(dt_site_decode(space, at(FAKE_TEXT_SIZE - LEN(SAMPLE_NOP)), &insn));
	assert_int_equal(insn.len, LEN(SAMPLE_NOP));
}

static void test_traps_of_others(void **state)
{
	SAMPLE_REGS file = { 0 }, before;
	struct isa_regs *regs = (struct isa_regs *)&file;

	(void)state;
	isa_pc_set(regs, at(NOP) + ISA_SELF_BREAK_PC_AFTER);
	assert_true(dt_trap(regs)); /* no break there any more: again, from the start */
	assert_int_equal(isa_pc_get(regs), at(NOP));
	assert_int_equal(fake.fired, 0);
	memcpy(fake_space.text + NOP, isa_self.break_bytes, ISA_SELF_BREAK_LEN); /* somebody else's */
	isa_pc_set(regs, at(NOP) + ISA_SELF_BREAK_PC_AFTER);
	before = file;
	assert_false(dt_trap(regs));
	assert_memory_equal(&file, &before, sizeof(file));
	memcpy(fake_space.text + NOP, fake_space.original + NOP, ISA_SELF_BREAK_LEN);
}

/*
 * While a batch is prepared, another CPU still executes a break that an earlier arming left in its
 * pipeline: it finds nothing half ready.
 */
static void test_stale_break(void **state)
{
	struct dt_site_attachment a[] = { attachment(SLOT, 1, 0), attachment(NOP, 2, 0) };

	(void)state;
	stale_at = SLOT;
	assert_int_equal(attach(a, 2), 2);
	assert_true(stale_traps >= 4); /* two texts read, slots written, breaks written */
	stale_at = FAKE_TEXT_SIZE;
	detach(a, 2);
}

static void test_text_without_breaks(void **state)
{
	struct dt_site_attachment a[2] = { attachment(EMULATED, 0, 0), attachment(RETURN, 0, 0) };
	uint8_t copy[64];

	(void)state;
	assert_int_equal(attach(a, 2), 2);
	assert_int_equal(dt_sites_text(&fake_space.space, at(0), copy, sizeof(copy)), 0);
	assert_memory_equal(copy, fake_space.original, sizeof(copy));
	assert_int_equal(dt_sites_text(&fake_space.space, 16, copy, sizeof(copy)), -OS_EFAULT);
	detach(a, 2);
}

static struct dt_site_attachment *many(void)
{
	struct dt_site_attachment *a = test_calloc(MANY, sizeof(*a));
	size_t i;

	for (i = 0; i < MANY; i++)
		a[i] = attachment(MANY_AT + i * 8, i, 0);
	return a;
}

#define WINDOW 96 /* bytes */

/* Any bytes where no site is: in the second half of each word. */
static void fill_window(uint8_t *expected)
{
	uint32_t random = 1;
	size_t i;

	for (i = 0; i < WINDOW; i++) {
		random = random * 1103515245u + 12345u;
		if (i % 8 >= 4)
			fake_space.text[MANY_AT + i] = expected[i] = (uint8_t)(random >> 16);
	}
}

/* Stretches of text that begin and end anywhere, with breaks of ours in some of it, and one of somebody else's. */
static void test_text_with_some_breaks(void **state)
{
	static const uint8_t armed[] = { 0, 1, 3, 6, 7, 10 }; /* of the window's words */
	const size_t foreign = MANY_AT + 4 * 8, step = isa_self.insn_align;
	struct dt_site_attachment a[DT_ARRAY_SIZE(armed)];
	uint8_t expected[WINDOW], copy[WINDOW + 8];
	size_t i, from, size;

	(void)state;
	for (i = 0; i < DT_ARRAY_SIZE(armed); i++)
		a[i] = attachment(MANY_AT + armed[i] * 8, 0, 0);
	assert_int_equal(attach(a, DT_ARRAY_SIZE(armed)), DT_ARRAY_SIZE(armed));
	memcpy(fake_space.text + foreign, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	memcpy(expected, fake_space.original + MANY_AT, WINDOW);
	memcpy(expected + (foreign - MANY_AT), isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	fill_window(expected);
	for (from = 0; from < WINDOW; from += step) {
		for (size = step; from + size <= WINDOW; size += step) {
			memset(copy, 0x5a, sizeof(copy));
			assert_int_equal(dt_sites_text(&fake_space.space, at(MANY_AT + from), copy, size), 0);
			assert_memory_equal(copy, expected + from, size);
			assert_int_equal(copy[size], 0x5a);
		}
	}
	memcpy(fake_space.text + foreign, fake_space.original + foreign, ISA_SELF_BREAK_LEN);
	for (i = 4; i < WINDOW; i += 8)
		memcpy(fake_space.text + MANY_AT + i, fake_space.original + MANY_AT + i, 4);
	detach(a, DT_ARRAY_SIZE(armed));
}

static void test_many(void **state)
{
	struct dt_site_attachment *a = many();
	SAMPLE_REGS regs = { 0 };
	size_t i;
	int round;

	(void)state;
	for (round = 0; round < 3; round++) {
		fake_space.patch_calls = 0;
		assert_int_equal(attach(a, MANY), MANY);
		assert_int_equal(fake_space.patch_calls, 1);
		assert_int_equal(fake_space.space.references, 1 + MANY);
		/* half of the table is empty: a search is short, and ends */
		assert_true(dt_site_table_bytes(fake_space.space.sites) >= 2 * MANY * sizeof(struct dt_site *));
		for (i = 0; i < MANY; i += 97) {
			fake.fired = 0;
			trap(MANY_AT + i * 8, &regs);
			assert_int_equal(fake.fired_data[0], i);
		}
		detach(a, MANY / 2);
		assert_false(break_at(MANY_AT));
		assert_true(break_at(MANY_AT + (MANY - 1) * 8));
		fake_space.syncs = 0;
		detach(a + MANY / 2, MANY - MANY / 2);
		assert_true(fake_space.syncs <= 2);
		assert_memory_equal(fake_space.text, fake_space.original, FAKE_TEXT_SIZE);
		fake_run_task();
	}
	test_free(a);
}

/* Slots that follow each other may be in two areas: each is written by itself. */
static void test_slot_areas_touch(void **state)
{
	struct dt_sites *sites = &dt_kernel_sites;
	uint8_t bytes[ISA_SLOT_MAX];
	uint64_t slot, all[2 * 65536 / 16 + 1], last = 0;
	size_t i, count = 0, touching = 0;

	(void)state;
	fake_space.areas_ascend = true;
	memset(bytes, 0, sizeof(bytes));
	while (fake_space.slot_areas < 2 || count < 2) {
		slot = dt_slot_alloc(sites, &sites->slots, fake_at(0), 1, 1);
		assert_true(slot != 0 && count < LEN(all));
		dt_slot_write(sites, &sites->slots, slot, bytes);
		if (count == 0)
			dt_slots_flush(sites); /* what is written at once is as long as an area: it begins within one */
		touching += fake_space.slot_areas == 2 && slot == last + sites->slots.size;
		last = all[count++] = slot;
	}
	dt_slots_flush(sites);
	assert_int_equal(touching, 1);
	for (i = 0; i < count; i++)
		dt_slot_free_now(&sites->slots, all[i]);
	dt_slots_trim(sites, &sites->slots);
	assert_int_equal(fake_space.slot_areas, 0);
}

/* Slots that are too far from a site are not taken for it. */
static void test_slot_reach(void **state)
{
	struct dt_site_attachment a[2] = { attachment(SLOT, 0, 0), attachment(MANY_AT, 0, 0) };

	(void)state;
	assert_int_equal(attach(a, 1), 1);
	assert_int_equal(fake_space.slot_areas, 1);
	dt_kernel_sites.slots.reach = 4096;
	assert_int_equal(attach(a + 1, 1), 1);
	assert_int_equal(fake_space.slot_areas, 2);
	dt_kernel_sites.slots.reach = 0;
	detach(a, 2);
}

static void test_no_memory(void **state)
{
	struct dt_site_attachment *a = many();
	size_t i, armed, refused;
	unsigned int n;

	(void)state;
	for (n = 1; n < 12; n++) {
		fake_space.memory_fail = n;
		armed = attach(a, 1000);
		for (i = 0, refused = 0; i < 1000; i++) {
			assert_true((dt_site_refused(&a[i]) != NULL) == !a[i].armed);
			refused += dt_site_refused(&a[i]) && strcmp(dt_site_refused(&a[i]), "no-memory") == 0;
		}
		assert_int_equal(armed + refused, 1000);
		fake_space.memory_fail = 0;
		detach(a, 1000);
		assert_memory_equal(fake_space.text, fake_space.original, FAKE_TEXT_SIZE);
		fake_run_task();
	}
	assert_int_equal(attach(a, 1000), 1000);
	fake_space.no_memory = true;
	detach(a, 1000); /* goes in small steps */
	assert_memory_equal(fake_space.text, fake_space.original, FAKE_TEXT_SIZE);
	test_free(a);
}

/*
 * The text goes with all that was written to it: nothing more is armed, and disarming does not
 * write. What is armed keeps the space until it is disarmed.
 */
static void test_dying(void **state)
{
	struct os_space process = fake_space.space;
	struct dt_site_attachment a[3] = { attachment(SLOT, 1, 0), attachment(EMULATED, 2, 0), attachment(SLOT, 3, 0) };
	unsigned int patch_calls;

	(void)state;
	process.id = 7;
	process.sites = NULL;
	assert_int_equal(dt_space_open(&process), 0);
	assert_ptr_not_equal(process.sites, &dt_kernel_sites);
	a[0].space = a[1].space = &process;
	assert_int_equal(attach(a, 1), 1);
	assert_null(site_at(SLOT)); /* the same address in the kernel is another place */
	assert_non_null(dt_site_find(process.sites, at(SLOT)));
	dt_space_kill(&process);
	assert_int_equal(attach(a + 1, 1), 0);
	assert_string_equal(dt_site_refused(&a[1]), "text-gone");
	dt_space_put(&process, 1);
	assert_int_equal(fake_space.released, 0);
	memcpy(fake_space.text + SLOT, fake_space.original + SLOT, ISA_SELF_BREAK_LEN);
	patch_calls = fake_space.patch_calls;
	assert_int_equal(attach(a + 2, 1), 1); /* a batch of both */
	assert_ptr_equal(dt_site_space(&a[0]), &process);
	assert_ptr_equal(dt_site_space(&a[2]), &fake_space.space);
	detach(a, 3);
	assert_ptr_equal(a[0].space, &process); /* as they were: they can be armed again */
	assert_ptr_equal(a[1].space, &process);
	assert_ptr_equal(a[2].space, &fake_space.space);
	assert_int_equal(fake_space.patch_calls, patch_calls + 2); /* the kernel's, armed and disarmed */
	assert_int_equal(fake_space.released, 1);
	fake_space.released = 0;
}

static void *attach_one(void *arg)
{
	struct dt_site_attachment *list[] = { arg };

	dt_sites_attach(list, 1);
	return NULL;
}

/* The space dies while arming waits for its lock: nothing is armed in it. */
static void test_dies_meanwhile(void **state)
{
	static struct os_space process;
	struct dt_site_attachment a = attachment(SLOT, 1, 0);
	struct timespec nap = { 0, 1000 * 1000 };
	pthread_t thread;

	(void)state;
	process = fake_space.space;
	process.id = 7;
	assert_int_equal(dt_space_open(&process), 0);
	a.space = &process;
	os_mutex_lock(&process.sites->lock);
	assert_int_equal(pthread_create(&thread, NULL, attach_one, &a), 0);
	while (DT_READ_ONCE(process.references) == 1) /* it has looked, and waits */
		nanosleep(&nap, NULL);
	process.dying = true; /* as dt_space_kill() does under the lock */
	os_mutex_unlock(&process.sites->lock);
	pthread_join(thread, NULL);
	assert_false(a.armed);
	assert_non_null(dt_site_refused(&a));
	assert_string_equal(dt_site_refused(&a), "text-gone");
	assert_int_equal(process.references, 1);
	assert_int_equal(memcmp(fake_space.text + SLOT, fake_space.original + SLOT, ISA_SELF_BREAK_LEN), 0);
	dt_space_put(&process, 1);
	fake_space.released = 0;
}

static void test_open_without_memory(void **state)
{
	struct os_space process = fake_space.space;
	unsigned int n;

	(void)state;
	process.id = 7;
	for (n = 1; n <= 3; n++) {
		fake_space.memory_fail = n;
		assert_int_equal(dt_space_open(&process), -OS_ENOMEM);
	}
	assert_int_equal(fake_space.released, 0);
}

/* A report on the kernel's sites, made in pieces of @piece bytes. */
static void site_report(const char *provider, char *text, size_t piece)
{
	struct dt_report report = { .room = piece };
	size_t used = 0;

	while (!report.done) {
		report.text = text + used;
		report.used = 0;
		dt_sites_report(provider, &report);
		assert_true(report.used > 0 || report.done);
		used += report.used;
	}
	text[used] = '\0';
}

static void test_report(void **state)
{
	struct dt_site_attachment a = attachment(RETURN, 0, 0);
	char wanted[96], text[1024];
	struct dt_report report = { .text = text, .room = sizeof(text) };
	SAMPLE_REGS regs = { 0 };

	(void)state;
	attach(&a, 1);
	sample_set_stack(&regs, fake_stack());
	sample_set_caller(&regs, 0x4000);
	assert_int_equal(trap(RETURN, &regs), 0x4000);
	site_report("instr", text, sizeof(text));
	assert_string_equal(text, "sites 0 late 0\n");
	site_report("fbt", text, sizeof(text));
	snprintf(wanted, sizeof(wanted), "vmlinux`vfs_read entry fired 1 nested 3 kind break - emulate len %zu bytes ",
		 LEN(SAMPLE_RETURN));
	assert_memory_equal(text, "armed ", 6);
	assert_memory_equal(text + 23, wanted, strlen(wanted));
	assert_non_null(strstr(text, "ret"));
	assert_non_null(strstr(text, "\nsites 1 late 0\n"));
	dt_sites_stats(&report);
	assert_true(report.done);
	text[report.used] = '\0';
	assert_memory_equal(text, "sites 1 bytes-each ", 19);
	assert_non_null(strstr(text, "\nkinds break 1 jump 0 held 0 bytes-stubs 0 bytes-regions 0\n"));
	detach(&a, 1);
}

/* Thousands of sites, in pieces, while the table grows in between: each of those that stay is there. */
static void test_report_in_pieces(void **state)
{
	static struct dt_site_attachment some[1000], more[MANY - 1000];
	static char text[1024 * 1024];
	struct dt_report report = { .text = text, .room = 3000 };
	size_t i, lines = 0;
	char wanted[32];

	(void)state;
	for (i = 0; i < MANY; i++)
		*(i < 1000 ? &some[i] : &more[i - 1000]) =
			attachment(MANY_AT + i * LEN(SAMPLE_NOP), (unsigned int)i, 0);
	assert_int_equal(attach(some, 1000), 1000);
	site_report("fbt", text, 1000);
	for (i = 0; i < 1000; i++) {
		snprintf(wanted, sizeof(wanted), "armed %016llx ", (unsigned long long)some[i].addr);
		assert_non_null(strstr(text, wanted));
	}
	assert_non_null(strstr(text, "\nsites 1000 late 0\n"));
	dt_sites_report("fbt", &report);
	assert_false(report.done);
	assert_int_equal(attach(more, MANY - 1000), MANY - 1000); /* the table grows */
	for (i = 0; !report.done; i++) {
		report.text += report.used;
		report.used = 0;
		dt_sites_report("fbt", &report);
	}
	report.text[report.used] = '\0';
	for (i = 0; text[i]; i++)
		lines += text[i] == '\n';
	assert_in_range(lines, MANY * 9 / 10, MANY + 2);
	detach(some, 1000);
	detach(more, MANY - 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_emulated, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stuck, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stuck_and_changed, setup, teardown),
		cmocka_unit_test_setup_teardown(test_slot, setup, teardown),
#ifdef SAMPLE_SLOT_REACH
		cmocka_unit_test_setup_teardown(test_second_break, setup, teardown),
#endif
		cmocka_unit_test_setup_teardown(test_trap_or, setup, teardown),
		cmocka_unit_test_setup_teardown(test_elsewhere, setup, teardown),
		cmocka_unit_test_setup_teardown(test_two_on_one, setup, teardown),
		cmocka_unit_test_setup_teardown(test_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_edge, setup, teardown),
		cmocka_unit_test_setup_teardown(test_target, setup, teardown),
		cmocka_unit_test_setup_teardown(test_last_instruction, setup, teardown),
#ifdef SAMPLE_CALL_MEMORY
		cmocka_unit_test_setup_teardown(test_may_fault, setup, teardown),
		cmocka_unit_test_setup_teardown(test_own_fire, setup, teardown),
		cmocka_unit_test_setup_teardown(test_leads_out_by_memory, setup, teardown),
#endif
		cmocka_unit_test_setup_teardown(test_leads_out, setup, teardown),
		cmocka_unit_test_setup_teardown(test_leads_out_shared, setup, teardown),
		cmocka_unit_test_setup_teardown(test_scratch_dead, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusal, setup, teardown),
		cmocka_unit_test_setup_teardown(test_traps_of_others, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stale_break, setup, teardown),
		cmocka_unit_test_setup_teardown(test_text_without_breaks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_text_with_some_breaks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_many, setup, teardown),
		cmocka_unit_test_setup_teardown(test_slot_areas_touch, setup, teardown),
		cmocka_unit_test_setup_teardown(test_slot_reach, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_dying, setup, teardown),
		cmocka_unit_test_setup_teardown(test_dies_meanwhile, setup, teardown),
		cmocka_unit_test_setup_teardown(test_open_without_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report_in_pieces, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
