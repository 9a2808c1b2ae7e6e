/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_unwind.c - tables of rules with some bytes changed, and, when they are accepted, walks with
 * them of a stack full of likely addresses. A finding is anything the sanitizers report, a refusal
 * without a reason, a walk that takes too many steps or reads too much, or an end without a reason.
 *
 *      input: CPU, fallback, number of spans, number of changes
 *             6 bytes for each span: its distance from the one before, and its rule
 *             3 bytes for each change: where, and the new byte
 *             the stack: a byte for each word, and once more from its begin when it is used up
 */
#include <stdlib.h>
#include <string.h>

#include "base/errno.h"
#include "core/unwind/unwind.h"
#include "fake/unwind_sample.h"
#include "fuzz.h"
#include "os/os.h"

#define TEXT   0x400000u
#define BIAS   0x1000u
#define PAGES  3u
#define SPANS  32u
#define STACK  0x7fff0000u
#define FRAMES 64u

struct input {
	const uint8_t *at;
	size_t left;
};

static uint8_t next(struct input *input)
{
	if (!input->left)
		return 0;
	input->left--;
	return *input->at++;
}

static uint16_t next16(struct input *input)
{
	uint16_t low = next(input);

	return (uint16_t)(low | next(input) << 8);
}

struct stack {
	const uint8_t *bytes;
	size_t size;
	unsigned int loads;
};

/* A word of the stack: an address of text or of the stack, or a number. */
static uint64_t likely(const struct stack *stack, uint64_t addr)
{
	uint64_t index = (addr - STACK) / 4;
	uint8_t byte = stack->size ? stack->bytes[index % stack->size] : 0;

	switch (byte & 3) {
	case 0:
		return TEXT + BIAS + (uint64_t)byte * 0x300;
	case 1:
		return STACK + index * 4 + (uint64_t)(byte & 0xfc);
	case 2:
		return STACK + (uint64_t)(byte & 0xfc) * 8;
	}
	return byte == 0xff ? ~(uint64_t)0 : byte;
}

static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	struct stack *stack = arg;
	uint64_t value;

	stack->loads++;
	if (size != 4 && size != 8)
		abort();
	if (addr < STACK || addr - STACK > 0x4000)
		return -OS_EFAULT;
	value = likely(stack, addr);
	memcpy(dst, &value, size);
	return 0;
}

static int16_t words(uint8_t byte)
{
	static const int16_t special[] = { DTRACE_UNWIND_RA_LINK, DTRACE_UNWIND_FP_AT_FP, DTRACE_UNWIND_FP_LOST };

	return byte < DT_ARRAY_SIZE(special) ? special[byte] : (int16_t)((int8_t)byte % 16);
}

static struct dtrace_unwind_rule next_rule(struct input *input)
{
	struct dtrace_unwind_rule rule = UNWIND_RULE(DTRACE_UNWIND_NONE, 0, 0, 0, 0);
	uint8_t base = next(input), offset = next(input), ra = next(input), fp = next(input);
	unsigned int more = 0;

	base %= DTRACE_UNWIND_BASE_COUNT;
	if (base <= DTRACE_UNWIND_END) {
		rule.cfa = base;
		return rule;
	}
	if (base == DTRACE_UNWIND_SP_LOAD || base == DTRACE_UNWIND_FP_LOAD)
		more = offset & 3;
	rule.cfa = DTRACE_UNWIND_CFA(base, more, base == DTRACE_UNWIND_PLT ? offset % 17 : (int8_t)offset);
	rule.ra = words(ra);
	rule.fp = words(fp);
	return rule;
}

static const struct isa *const isas[] = {
#define DT_ISA(name) &isa_##name,
#include "spec/isa.def"
#undef DT_ISA
};

/* A program, by some byte: of a CPU, of a word size, with a link register or without. */
struct cpu {
	const struct isa *isa;
	unsigned int word;
	int link;
};

static struct cpu cpu_of(uint8_t byte)
{
	const struct isa *isa = isas[byte % DT_ARRAY_SIZE(isas)];
	unsigned int word = byte & 0x20 ? 4 : isa->word_size;

	return (struct cpu){ isa, word, byte & 0x40 ? (byte & 0x80 ? -2 : 1) * (int)word : 0 };
}

static void walk_all(struct dt_unwind_table *table, const struct cpu *cpu, struct stack *stack)
{
	struct dt_unwind_area areas[2] = {
		{ TEXT + BIAS, TEXT + BIAS + 0x18000, BIAS, table },
		{ TEXT + BIAS + 0x20000, TEXT + BIAS + 0x28000, BIAS, table },
	};
	const struct isa_mem memory = { .load = load, .arg = stack };
	struct dt_unwind_map *map;
	uint64_t pcs[FRAMES];

	if (dt_unwind_map_new(areas, 2, &map) != 0)
		abort();
	for (uint64_t pc = TEXT; pc < TEXT + 0x30000; pc += 0x733) {
		struct dt_unwind_walk walk = {
			.isa = cpu->isa,
			.mem = &memory,
			.map = map,
			.word = cpu->word,
			.pc = pc,
			.sp = STACK,
			.fp = STACK + 64,
			.link = TEXT + BIAS + 0x300,
		};
		unsigned int count;

		stack->loads = 0;
		count = dt_unwind(&walk, pcs, FRAMES);
		if (count == 0 || count > FRAMES || pcs[0] != pc || stack->loads > 4 * FRAMES || walk.chained > count)
			abort();
		if (*dt_unwind_stop_name(walk.stop) == '?' || (walk.stop == DT_UNWIND_FULL && count != FRAMES))
			abort();
	}
	dt_unwind_map_free(map);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct cpu cpu = cpu_of(next(&input));
	unsigned int fallback = next(&input);
	unsigned int count = next(&input) % (SPANS + 1), changes = next(&input) % 8;
	struct unwind_span spans[SPANS];
	struct dt_unwind_table *table;
	uint64_t addr = TEXT;
	struct stack stack;
	uint8_t *bytes;
	size_t length;
	const char *why;

	for (unsigned int i = 0; i < count; i++) {
		spans[i].addr = addr;
		addr += 1 + next16(&input) % (PAGES * DTRACE_UNWIND_PAGE / SPANS);
		spans[i].rule = next_rule(&input);
	}
	bytes = unwind_sample(cpu.word, cpu.link, TEXT, PAGES, spans, count, &length);
	((struct dtrace_unwind_header *)bytes)->fallback = fallback % DTRACE_UNWIND_FALLBACK_COUNT;
	for (; changes; changes--) {
		size_t at = next16(&input) % length;

		bytes[at] = next(&input);
	}
	why = dt_unwind_refusal(bytes, length);
	if (why && !*why)
		abort();
	if ((dt_unwind_table_load(bytes, length, &table) == 0) != !why)
		abort();
	if (why) {
		os_free(bytes);
		return 0;
	}
	stack.bytes = input.at;
	stack.size = input.left;
	walk_all(table, &cpu, &stack);
	dt_unwind_table_put(table);
	return 1;
}
