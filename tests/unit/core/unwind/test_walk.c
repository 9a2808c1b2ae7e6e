/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_walk.c - walks of stacks by tables, for each CPU on any host: the rules, the ends, frames of
 * signals, frames without a table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/errno.h"
#include "core/unwind/unwind.h"
#include "fake/unwind_sample.h"
#include "os/os.h"

#define BIAS       0x10000u
#define TEXT       0x400000u
#define STACK_AT   0x7fff0000u
#define STACK_SIZE 0x1000u
#define MAX        16u

/*
 * A program of one of the CPUs, in which frames of signals have a link register or not. A 32-bit
 * program may run under a 64-bit kernel.
 */
struct cpu {
	const struct isa *isa;
	unsigned int word;
	int link;
};
static const struct cpu *cpu;

static uint8_t stack[STACK_SIZE];
static struct dt_unwind_map *map;
static struct dt_unwind_walk walk;
static uint64_t pcs[MAX + 1];

static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	(void)arg;
	if (addr < STACK_AT || addr - STACK_AT > STACK_SIZE - size)
		return -OS_EFAULT;
	memcpy(dst, stack + (addr - STACK_AT), size);
	return 0;
}

static const struct isa_mem memory = { .load = load };

/* Address of the stack's word number @index. */
static uint64_t slot(unsigned int index)
{
	return STACK_AT + (uint64_t)index * cpu->word;
}

static void put(unsigned int index, uint64_t value)
{
	memcpy(stack + index * cpu->word, &value, cpu->word);
}

/* The functions: 0x100 bytes each, their addresses as they are in the process. */
enum {
	NOTHING,
	BY_SP, /* CFA = sp + 4 words, the return address below it, the frame pointer below that */
	BY_FP, /* CFA = fp + 2 words */
	LEAF,  /* CFA = sp + 1 word, or sp on a CPU with a link register */
	OUTERMOST,
	AT_SIGNAL,
	LOADS_SP,
	LOADS_FP,
	STILL, /* CFA = sp, although it has a caller */
	LOSES_FP,
	PLT,
	UNKNOWN,
	FUNCTIONS
};

static uint64_t in(unsigned int function)
{
	return TEXT + BIAS + function * 0x100u + 0x20;
}

static void open_map(unsigned int word, unsigned int fallback)
{
	const int16_t same = DTRACE_UNWIND_FP_SAME;
	const int w = (int)cpu->word;
	const struct unwind_span spans[] = {
		{ TEXT + BY_SP * 0x100, UNWIND_RULE(DTRACE_UNWIND_SP, 0, 4 * w, -1, -2) },
		{ TEXT + BY_FP * 0x100, UNWIND_RULE(DTRACE_UNWIND_FP, 0, 2 * w, -1, -2) },
		{ TEXT + LEAF * 0x100, UNWIND_RULE(DTRACE_UNWIND_SP, 0, cpu->link ? 0 : w,
						   (int16_t)(cpu->link ? DTRACE_UNWIND_RA_LINK : -1), same) },
		{ TEXT + OUTERMOST * 0x100, UNWIND_RULE(DTRACE_UNWIND_END, 0, 0, 0, 0) },
		{ TEXT + AT_SIGNAL * 0x100, UNWIND_RULE(DTRACE_UNWIND_SIGNAL, 0, 7 * w, 5, 8) },
		{ TEXT + LOADS_SP * 0x100, UNWIND_RULE(DTRACE_UNWIND_SP_LOAD, 1, 3 * w, -1, same) },
		{ TEXT + LOADS_FP * 0x100, UNWIND_RULE(DTRACE_UNWIND_FP_LOAD, 0, -w, -1, DTRACE_UNWIND_FP_AT_FP) },
		{ TEXT + STILL * 0x100, UNWIND_RULE(DTRACE_UNWIND_SP, 0, 0, 1, same) },
		{ TEXT + LOSES_FP * 0x100, UNWIND_RULE(DTRACE_UNWIND_SP, 0, w, -1, DTRACE_UNWIND_FP_LOST) },
		{ TEXT + PLT * 0x100, UNWIND_RULE(DTRACE_UNWIND_PLT, 0, 11, -1, same) },
		{ TEXT + UNKNOWN * 0x100, UNWIND_RULE(DTRACE_UNWIND_NONE, 0, 0, 0, 0) },
	};
	struct dt_unwind_area areas[2] = {
		{ TEXT + BIAS, TEXT + BIAS + 0x1000, BIAS, NULL },
		{ TEXT + BIAS + 0x8000, TEXT + BIAS + 0x9000, BIAS + 0x8000, NULL },
	};
	struct dtrace_unwind_header *bytes;
	size_t size;

	bytes = unwind_sample(word, cpu->link / (int)cpu->word * (int)word, TEXT, 1, spans, DT_ARRAY_SIZE(spans),
			      &size);
	bytes->fallback = (uint8_t)fallback;
	assert_int_equal(dt_unwind_table_load(bytes, size, &areas[0].table), 0);
	areas[1].table = areas[0].table;
	dt_unwind_map_free(map);
	assert_int_equal(dt_unwind_map_new(areas, 2, &map), 0);
	dt_unwind_table_put(areas[0].table);
}

static int setup(void **state)
{
	cpu = *state;
	memset(stack, 0, sizeof(stack));
	memset(pcs, 0, sizeof(pcs));
	open_map(cpu->word, DTRACE_UNWIND_STOP);
	walk = (struct dt_unwind_walk){ .isa = cpu->isa, .mem = &memory, .word = cpu->word, .sp = slot(0) };
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	dt_unwind_map_free(map);
	map = NULL;
	return 0;
}

/* The walk from @pc on: its addresses are @wanted, ended by 0, and it stops for this reason. */
#define WALK(pc, stop, ...) check_walk(pc, stop, (const uint64_t[]){ __VA_ARGS__, 0 })
static void check_walk(uint64_t pc, enum dt_unwind_stop stop, const uint64_t *wanted)
{
	unsigned int count, i;

	walk.map = map;
	walk.pc = pc;
	count = dt_unwind(&walk, pcs, MAX);
	assert_int_equal(pcs[0], pc);
	for (i = 0; wanted[i] && i + 1 < count; i++)
		assert_int_equal(pcs[i + 1], wanted[i]);
	assert_string_equal(dt_unwind_stop_name(walk.stop), dt_unwind_stop_name(stop));
	assert_int_equal(count, i + 1);
	assert_int_equal(wanted[i], 0);
}

static void test_rules(void **state)
{
	(void)state;
	walk.fp = slot(8);
	put(3, in(BY_FP)); /* the frame of BY_SP: words 0 to 3 */
	put(2, slot(10));
	put(11, in(BY_FP)); /* BY_FP: up to 11, its fp is 10 */
	put(10, slot(20));
	put(21, in(OUTERMOST)); /* again, up to 21 */
	put(20, 12345);
	WALK(in(BY_SP), DT_UNWIND_END, in(BY_FP), in(BY_FP), in(OUTERMOST));
	assert_int_equal(walk.chained, 0);
	assert_int_equal(walk.fp, 12345);
	assert_int_equal(walk.sp, slot(22));
}

static void test_frame_pointer(void **state)
{
	(void)state;
	/* unchanged by a leaf, lost in another function: then it leads nowhere */
	walk.fp = slot(8);
	walk.link = in(BY_FP);
	put(0, in(BY_FP));
	put(9, in(OUTERMOST));
	WALK(in(LEAF), DT_UNWIND_END, in(BY_FP), in(OUTERMOST));
	walk.fp = slot(8);
	walk.sp = slot(0);
	WALK(in(LOSES_FP), DT_UNWIND_DOWN, in(BY_FP));
}

static void test_aligned_stack(void **state)
{
	(void)state;
	walk.fp = slot(16);
	put(15, slot(30)); /* the CFA */
	put(16, 777);      /* the caller's frame pointer */
	put(29, in(OUTERMOST));
	WALK(in(LOADS_FP), DT_UNWIND_END, in(OUTERMOST));
	assert_int_equal(walk.fp, 777);
	assert_int_equal(walk.sp, slot(30));
	walk.sp = slot(0);
	put(3, slot(40)); /* and one word more */
	put(40, in(OUTERMOST));
	WALK(in(LOADS_SP), DT_UNWIND_END, in(OUTERMOST));
	assert_int_equal(walk.sp, slot(41));
	walk.sp = slot(0);
	put(3, 0x1000);
	WALK(in(LOADS_SP), DT_UNWIND_DOWN, 0);
	walk.sp = STACK_AT + STACK_SIZE;
	WALK(in(LOADS_SP), DT_UNWIND_FAULT, 0);
}

static void test_linkage_table(void **state)
{
	(void)state;
	put(0, in(OUTERMOST));
	put(1, in(BY_FP));
	for (unsigned int byte = 0; byte < 16; byte++) {
		walk.sp = slot(0);
		walk.fp = 0;
		if (byte < 11)
			WALK(in(PLT) + byte, DT_UNWIND_END, in(OUTERMOST));
		else
			WALK(in(PLT) + byte, DT_UNWIND_DOWN, in(BY_FP));
		assert_int_equal(walk.sp, slot(byte < 11 ? 1 : 2));
	}
}

/* Where no rule is known, a function's edge is one: of the innermost frame alone. */
static void test_edge(void **state)
{
	unsigned int top = cpu->isa->has_link ? 0 : 1; /* words of a return address on the stack */

	(void)state;
	for (unsigned int fallback = 0; fallback < DTRACE_UNWIND_FALLBACK_COUNT; fallback++) {
		open_map(cpu->word, fallback);
		walk.at_edge = true;
		walk.sp = slot(0);
		walk.fp = slot(40); /* of the caller's caller */
		walk.link = in(BY_SP);
		if (!cpu->isa->has_link)
			put(0, in(BY_SP));
		put(top + 3, in(OUTERMOST));
		put(top + 2, 12345);
		WALK(in(UNKNOWN), DT_UNWIND_END, in(BY_SP), in(OUTERMOST));
		assert_int_equal(walk.chained, 0);
		assert_int_equal(walk.fp, 12345);
		assert_int_equal(walk.sp, slot(top + 4));
		/* a rule is known: it says more */
		walk.at_edge = true;
		walk.sp = slot(0);
		WALK(in(OUTERMOST), DT_UNWIND_END, 0);
	}
	/* the caller is at no edge */
	open_map(cpu->word, DTRACE_UNWIND_STOP);
	walk.at_edge = true;
	walk.sp = slot(0);
	walk.link = in(UNKNOWN);
	if (!cpu->isa->has_link)
		put(0, in(UNKNOWN));
	WALK(in(UNKNOWN), DT_UNWIND_NO_RULE, in(UNKNOWN));
	/* no table */
	dt_unwind_map_free(map);
	map = NULL;
	walk.at_edge = true;
	walk.sp = slot(0);
	walk.fp = 0;
	WALK(in(UNKNOWN), DT_UNWIND_CHAIN, in(UNKNOWN));
}

/* A caller is looked up by the byte before its return address; the innermost frame by its own. */
static void test_end_of_function(void **state)
{
	uint64_t end = TEXT + BIAS + UNKNOWN * 0x100; /* PLT before it, UNKNOWN from it on */

	(void)state;
	put(3, end);
	put(4, in(OUTERMOST));
	put(5, in(OUTERMOST));
	WALK(in(BY_SP), DT_UNWIND_END, end, in(OUTERMOST));
	walk.sp = slot(0);
	WALK(end, DT_UNWIND_NO_RULE, 0);
	walk.sp = slot(0);
	put(0, in(OUTERMOST));
	put(1, in(OUTERMOST));
	WALK(end - 1, DT_UNWIND_END, in(OUTERMOST));
}

/* In a system call the innermost frame is looked up by the byte before, too; what a signal interrupted is not. */
static void test_in_system_call(void **state)
{
	uint64_t end = TEXT + BIAS + UNKNOWN * 0x100;
	const unsigned int at = 100;

	(void)state;
	walk.called = true;
	put(0, in(OUTERMOST));
	put(1, in(OUTERMOST));
	WALK(end, DT_UNWIND_END, in(OUTERMOST));
	/* its registers are all there: a leaf may make one */
	walk.sp = slot(0);
	walk.link = in(OUTERMOST);
	WALK(in(LEAF), DT_UNWIND_END, in(OUTERMOST));
	walk.sp = slot(at);
	put(at + 5, end);
	put(at + 7, slot(0));
	WALK(in(AT_SIGNAL), DT_UNWIND_NO_RULE, end);
}

/* A file whose table has not come yet: by the frame pointer, and it is told. */
static void test_missed(void **state)
{
	uint32_t missed[2] = { 0, 0 };
	struct dt_unwind_area areas[2] = {
		{ .start = TEXT + BIAS, .end = TEXT + BIAS + 0x1000, .missed = &missed[0] },
		{ .start = TEXT + BIAS + 0x8000, .end = TEXT + BIAS + 0x9000, .missed = &missed[1] },
	};

	(void)state;
	dt_unwind_map_free(map);
	assert_int_equal(dt_unwind_map_new(areas, 2, &map), 0);
	WALK(in(BY_SP), DT_UNWIND_CHAIN, 0);
	assert_true(walk.missed);
	assert_int_equal(missed[0], 1);
	assert_int_equal(missed[1], 0);
	WALK(TEXT, DT_UNWIND_CHAIN, 0); /* of no file */
	assert_false(walk.missed);
}

static void test_link_register(void **state)
{
	(void)state;
	walk.link = in(BY_SP);
	put(0, in(BY_SP)); /* where there is no such register */
	put(cpu->link ? 3 : 4, in(LEAF));
	put(cpu->link ? 4 : 5, in(OUTERMOST));
	if (cpu->link)
		WALK(in(LEAF), DT_UNWIND_LINK, in(BY_SP), in(LEAF));
	else
		WALK(in(LEAF), DT_UNWIND_END, in(BY_SP), in(LEAF), in(OUTERMOST));
}

/* The handler's frame, the signal's, and a leaf that it interrupted, on a stack that is below. */
static void test_signal(void **state)
{
	const unsigned int at = 100;

	(void)state;
	walk.sp = slot(at);
	put(at + 3, in(AT_SIGNAL));
	put(at + 4 + 5 + (unsigned int)(cpu->link / (int)cpu->word), in(BY_FP));
	put(at + 4 + 5, in(LEAF)); /* the same place, where there is no link register */
	put(at + 4 + 8, slot(20)); /* fp */
	put(at + 4 + 7, slot(10)); /* sp */
	put(10, in(BY_FP));
	put(21, in(OUTERMOST));
	WALK(in(BY_SP), DT_UNWIND_END, in(AT_SIGNAL), in(LEAF), in(BY_FP), in(OUTERMOST));
	/* interrupted at the first byte of a function: not looked up by the byte before */
	put(at + 4 + 5, TEXT + BIAS + LEAF * 0x100);
	walk.sp = slot(at);
	WALK(in(BY_SP), DT_UNWIND_END, in(AT_SIGNAL), TEXT + BIAS + LEAF * 0x100, in(BY_FP), in(OUTERMOST));
	walk.sp = STACK_AT + STACK_SIZE - 7 * cpu->word;
	WALK(in(AT_SIGNAL), DT_UNWIND_FAULT, 0);
}

/* A signal's frame that leads to itself. */
static void test_endless(void **state)
{
	(void)state;
	put(5, in(AT_SIGNAL));
	put(7, slot(0));
	walk.map = map;
	walk.pc = in(AT_SIGNAL);
	assert_int_equal(dt_unwind(&walk, pcs, MAX), MAX);
	assert_int_equal(walk.stop, DT_UNWIND_FULL);
	assert_int_equal(pcs[MAX], 0);
	assert_int_equal(dt_unwind(&walk, pcs, 0), 0);
	assert_int_equal(walk.stop, DT_UNWIND_FULL);
}

/* With room for exactly all frames the stack is complete. */
static void test_just_full(void **state)
{
	(void)state;
	put(3, in(OUTERMOST));
	walk.map = map;
	walk.pc = in(BY_SP);
	assert_int_equal(dt_unwind(&walk, pcs, 2), 2);
	assert_int_equal(walk.stop, DT_UNWIND_END);
	walk.pc = in(BY_SP);
	walk.sp = slot(0);
	assert_int_equal(dt_unwind(&walk, pcs, 1), 1);
	assert_int_equal(walk.stop, DT_UNWIND_FULL);
}

static void test_stops(void **state)
{
	(void)state;
	WALK(in(UNKNOWN), DT_UNWIND_NO_RULE, 0);
	WALK(in(NOTHING), DT_UNWIND_NO_RULE, 0);
	put(3, in(STILL)); /* its CFA would be its sp: no call took anything */
	WALK(in(BY_SP), DT_UNWIND_DOWN, in(STILL));
	walk.sp = STACK_AT + STACK_SIZE - cpu->word;
	WALK(in(BY_SP), DT_UNWIND_FAULT, 0);
	walk.sp = slot(0);
	put(3, 0); /* called from nowhere */
	WALK(in(BY_SP), DT_UNWIND_END, 0);
	walk.sp = ~(uint64_t)0 - 3;
	WALK(in(BY_SP), DT_UNWIND_DOWN, 0);
}

/* Frame records at 16 and 24, as this CPU has them. */
static void make_records(uint64_t first, uint64_t second)
{
	if (cpu->isa->frame_words == 0) { /* they end where fp points to */
		put(14, slot(24));
		put(15, first);
		put(22, 0);
		put(23, second);
	} else {
		put(16, slot(24));
		put(17, first);
		put(24, 0);
		put(25, second);
	}
}

#define JIT 0x123400u

static void test_chain(void **state)
{
	(void)state;
	walk.fp = slot(16);
	make_records(JIT + 8, in(OUTERMOST));
	WALK(JIT, DT_UNWIND_END, JIT + 8, in(OUTERMOST));
	assert_int_equal(walk.chained, 2);
	walk.fp = slot(16);
	walk.sp = slot(0);
	make_records(JIT + 8, JIT + 16);
	WALK(JIT, DT_UNWIND_CHAIN, JIT + 8, JIT + 16);
	walk.fp = slot(16);
	walk.sp = slot(17); /* a record below the stack: fp holds something else */
	WALK(JIT, DT_UNWIND_CHAIN, 0);
	assert_int_equal(walk.chained, 0);
	/* without any map */
	walk.fp = slot(16);
	walk.sp = slot(0);
	walk.map = NULL;
	walk.pc = JIT;
	assert_int_equal(dt_unwind(&walk, pcs, MAX), 3);
	assert_int_equal(walk.stop, DT_UNWIND_CHAIN);
}

/* From code without a table to a function with one. Where the stack pointer is not known, on by the chain. */
static void test_chain_to_rules(void **state)
{
	unsigned int sp = 16 + (unsigned int)(cpu->isa->frame_words > 0 ? cpu->isa->frame_words : 0);

	(void)state;
	walk.fp = slot(16);
	make_records(in(BY_SP), JIT);
	put(sp + 3, in(OUTERMOST));
	put(sp + 2, 4711);
	if (cpu->isa->frame_words < 0) {
		WALK(JIT, DT_UNWIND_CHAIN, in(BY_SP), JIT);
		assert_int_equal(walk.chained, 2);
		/* a rule that goes by fp knows the stack pointer again */
		walk.sp = slot(0);
		walk.fp = slot(16);
		make_records(in(BY_FP), 0);
		put(25, in(OUTERMOST));
		WALK(JIT, DT_UNWIND_END, in(BY_FP), in(OUTERMOST));
		assert_int_equal(walk.sp, slot(26));
		walk.sp = slot(0);
		walk.fp = slot(16);
		make_records(in(AT_SIGNAL), 0);
		WALK(JIT, DT_UNWIND_CHAIN, in(AT_SIGNAL));
	} else {
		WALK(JIT, DT_UNWIND_END, in(BY_SP), in(OUTERMOST));
		assert_int_equal(walk.chained, 1);
		assert_int_equal(walk.fp, 4711);
	}
}

static void test_fallback(void **state)
{
	(void)state;
	open_map(cpu->word, DTRACE_UNWIND_CHAIN);
	walk.fp = slot(16);
	make_records(in(UNKNOWN), in(OUTERMOST));
	WALK(in(UNKNOWN), DT_UNWIND_END, in(UNKNOWN), in(OUTERMOST));
	assert_int_equal(walk.chained, 2);
}

/* A table of the other word size is none. */
static void test_other_word(void **state)
{
	(void)state;
	open_map(12 - cpu->word, DTRACE_UNWIND_STOP);
	walk.fp = slot(16);
	make_records(in(BY_SP), JIT);
	WALK(in(BY_SP), DT_UNWIND_CHAIN, in(BY_SP), JIT);
}

/* The areas' edges, and that each has a bias of its own. */
static void test_areas(void **state)
{
	uint64_t second = in(OUTERMOST) + 0x8000;

	(void)state;
	put(3, second);
	WALK(in(BY_SP), DT_UNWIND_END, second);
	walk.sp = slot(0);
	put(0, in(OUTERMOST));
	put(3, TEXT + BIAS); /* by the byte before: outside */
	WALK(in(BY_SP), DT_UNWIND_CHAIN, TEXT + BIAS);
	WALK(TEXT + BIAS, DT_UNWIND_NO_RULE, 0);
	WALK(TEXT + BIAS - 1, DT_UNWIND_CHAIN, 0);
	WALK(TEXT + BIAS + 0xfff, DT_UNWIND_NO_RULE, 0);
	WALK(TEXT + BIAS + 0x1000, DT_UNWIND_CHAIN, 0);
	WALK(TEXT + BIAS + 0x7fff, DT_UNWIND_CHAIN, 0);
	WALK(TEXT + BIAS + 0x9000, DT_UNWIND_CHAIN, 0);
}

/* Upper halves of a 64-bit kernel's registers are not a 32-bit program's; signed addresses. */
static void test_upper_bits(void **state)
{
	uint64_t signature = ~cpu->isa->return_mask;

	(void)state;
	put(3, in(OUTERMOST));
	if (cpu->word == 4)
		walk.sp |= (uint64_t)0xdead << 32;
	if (cpu->word == 8)
		put(3, in(OUTERMOST) | (signature & 0x5a55000000000000u));
	WALK(in(BY_SP), DT_UNWIND_END, in(OUTERMOST));
	walk.sp = slot(0);
	walk.link = in(OUTERMOST) | (signature & 0x003f000000000000u);
	if (cpu->link)
		WALK(in(LEAF), DT_UNWIND_END, in(OUTERMOST));
}

static void test_names(void **state)
{
	(void)state;
	assert_string_equal(dt_unwind_stop_name(DT_UNWIND_FAULT), "fault");
	assert_string_equal(dt_unwind_stop_name(DT_UNWIND_STOP_COUNT), "?");
}

/* Each test for each CPU. */
static const struct {
	const char *name;
	CMUnitTestFunction run;
} tests[] = {
	{ "rules", test_rules },
	{ "frame pointer", test_frame_pointer },
	{ "aligned stack", test_aligned_stack },
	{ "linkage table", test_linkage_table },
	{ "edge", test_edge },
	{ "end of function", test_end_of_function },
	{ "in a system call", test_in_system_call },
	{ "missed table", test_missed },
	{ "link register", test_link_register },
	{ "signal", test_signal },
	{ "endless", test_endless },
	{ "just full", test_just_full },
	{ "stops", test_stops },
	{ "chain", test_chain },
	{ "chain to rules", test_chain_to_rules },
	{ "fallback", test_fallback },
	{ "other word", test_other_word },
	{ "areas", test_areas },
	{ "upper bits", test_upper_bits },
	{ "names", test_names },
};

static const struct isa *const isas[] = {
#define DT_ISA(name) &isa_##name,
#include "spec/isa.def"
#undef DT_ISA
};
#define CPUS (DT_ARRAY_SIZE(isas) * 6)

/* Whether programs of this word run on the CPU: it can follow their frame pointers. */
static bool has_word(const struct isa *isa, unsigned int word)
{
	uint64_t fp = STACK_AT + 64, pc;

	memset(stack, 1, sizeof(stack));
	return isa->frame_next(word, &fp, &pc, &memory) == 0;
}

static size_t make_cpus(struct cpu *cpus)
{
	size_t count = 0;

	for (size_t i = 0; i < DT_ARRAY_SIZE(isas); i++) {
		for (unsigned int word = 4; word <= 8; word += 4) {
			if (!has_word(isas[i], word))
				continue;
			for (int link = -2; link <= 1; link += 1 + (link == -2))
				cpus[count++] = (struct cpu){ isas[i], word, link * (int)word };
		}
	}
	return count;
}

int main(void)
{
	struct CMUnitTest all[CPUS * DT_ARRAY_SIZE(tests)];
	struct cpu cpus[CPUS];
	size_t count = 0, cpu_count = make_cpus(cpus);

	for (size_t i = 0; i < cpu_count; i++) {
		for (size_t j = 0; j < DT_ARRAY_SIZE(tests); j++)
			all[count++] = (struct CMUnitTest){ tests[j].name, tests[j].run, setup, teardown, &cpus[i] };
	}
	return _cmocka_run_group_tests("walks", all, count, NULL, NULL);
}
