/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_may_jump.c - may_jump_to() of all CPUs, over random code: it says yes where a direct jump that is decoded at
 * any place of it leads to the address, and otherwise hardly ever.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "tests/unit/isa/random.h"

#define ROUNDS   3000 /* for each CPU */
#define CODE_MAX 600

/* The first bytes of jumps, lowest first, of which some bits stay as they are: the others are made by chance. */
static const struct opening {
	const struct isa *isa;
	uint32_t word, fixed;
} openings[] = {
	{ &isa_x86_64, 0x74, 0xf0 },
	{ &isa_x86_64, 0xeb, 0xff },
	{ &isa_x86_64, 0xe0, 0xfc },
	{ &isa_x86_64, 0xe9, 0xff },
	{ &isa_x86_64, 0x800f, 0xf0ff },
	{ &isa_x86_64, 0x750f66, 0xffffff },
	{ &isa_x86_64, 0xe966, 0xffff },
	{ &isa_i386, 0x74, 0xf0 },
	{ &isa_i386, 0xeb, 0xff },
	{ &isa_i386, 0xe0, 0xfc },
	{ &isa_i386, 0xe9, 0xff },
	{ &isa_i386, 0x800f, 0xf0ff },
	{ &isa_i386, 0xe966, 0xffff },
	{ &isa_aarch64, 0x14000000, 0xfc000000 },
	{ &isa_aarch64, 0x54000000, 0xff000000 },
	{ &isa_aarch64, 0x34000000, 0x7e000000 },
	{ &isa_aarch64, 0x36000000, 0x7e000000 },
	{ &isa_riscv64, 0x6f, 0xfff },
	{ &isa_riscv64, 0x63, 0x7f },
	{ &isa_riscv64, 0xa001, 0xe003 },
	{ &isa_riscv64, 0xc001, 0xc003 },
	{ &isa_riscv64, 0x317, 0xfff },     /* auipc t1 */
	{ &isa_riscv64, 0x30067, 0xfffff }, /* jr t1 */
};

/* A third of the code may begin a jump. The high bytes of distances are often 0 or ff: many are short. */
static size_t fill(const struct isa *isa, uint8_t *code)
{
	size_t size = 1 + random_below(CODE_MAX - 16), at = 0;
	const struct opening *opening;
	uint32_t word;

	while (at < size) {
		word = (uint32_t)random64();
		opening = &openings[random_below(DT_ARRAY_SIZE(openings))];
		if (random_below(3) == 0 && opening->isa == isa)
			word = (word & ~opening->fixed) | opening->word;
		memcpy(code + at, &word, sizeof(word));
		at += isa->insn_align == 1 ? 1 + random_below(4) : isa->insn_align * (1 + random_below(2));
		if (random_below(2))
			memset(code + at, random_below(2) ? 0xff : 0, 4);
		at += isa->insn_align * random_below(2);
	}
	return size / isa->insn_align * isa->insn_align;
}

/* Whether the distance may have another size. The jump without the prefix is decoded, too, from the next byte on. */
static bool may_have_prefix(const struct isa_insn *in)
{
	return memchr(in->bytes, 0x66, in->len) != NULL;
}

/* The next decoded jump from *@at on; the address after the code: there is none. */
static uint64_t next_target(const struct isa *isa, const uint8_t *code, size_t size, uint64_t addr, size_t *at)
{
	struct isa_insn in;
	bool jumps;

	for (; *at < size; *at += isa->insn_align) {
		isa->insn_decode(code + *at, size - *at, addr + *at, &in);
		jumps = in.class == ISA_CLASS_JUMP || in.class == ISA_CLASS_BRANCH;
		if (!jumps || in.target == 0 || (isa->insn_align == 1 && may_have_prefix(&in)))
			continue;
		*at += isa->insn_align;
		return in.target;
	}
	return addr + size;
}

static bool is_decoded(const struct isa *isa, const uint8_t *code, size_t size, uint64_t addr, uint64_t target)
{
	size_t at = 0;

	while (at < size) {
		if (next_target(isa, code, size, addr, &at) == target && target != addr + size)
			return true;
	}
	return false;
}

static void compare(const struct isa *isa, uint64_t base)
{
	unsigned long asked = 0, jumps = 0, more = 0, found = 0;
	uint8_t code[CODE_MAX];
	uint64_t addr, target;
	size_t at, size;

	for (unsigned int i = 0; i < ROUNDS; i++) {
		addr = base + i * isa->insn_align;
		size = fill(isa, code);
		for (at = 0; at < size;) {
			target = next_target(isa, code, size, addr, &at);
			if (target == addr + size)
				continue;
			jumps++;
			found += isa->may_jump_to(code, size, addr, target);
			if (jumps != found)
				fail_msg("%s: a jump at %zu of %zu bytes", isa->name, at - isa->insn_align, size);
		}
		for (target = addr; target < addr + 64; target += isa->insn_align) {
			if (is_decoded(isa, code, size, addr, target))
				continue;
			asked++;
			more += isa->may_jump_to(code, size, addr, target);
		}
	}
	print_message("%s: %lu jumps; %lu of %lu other addresses\n", isa->name, jumps, more, asked);
	assert_true(jumps > 10000 && more * 50 < asked);
}

static void test_x86_64(void **state)
{
	(void)state;
	compare(&isa_x86_64, 0xffffffff81000000u);
	compare(&isa_x86_64, 0x400000u);
}

/* The second time so near the end of memory that jumps go around it. */
static void test_i386(void **state)
{
	(void)state;
	compare(&isa_i386, 0xc1000000u);
	compare(&isa_i386, 0xfffff000u - ROUNDS);
}

static void test_aarch64(void **state)
{
	(void)state;
	compare(&isa_aarch64, 0xffff800080000000u);
}

static void test_riscv64(void **state)
{
	(void)state;
	compare(&isa_riscv64, 0xffffffff80000000u);
}

/* auipc t1, 1; jalr x0, -2048(t1): 2048 bytes on. Neither of them alone says it. */
static void test_pair(void **state)
{
	static const uint32_t words[] = { 0x00001317u, 0x80030067u };
	uint8_t code[8];

	(void)state;
	memcpy(code, words, sizeof(code));
	assert_true(isa_riscv64.may_jump_to(code, 8, 0x10000, 0x10800));
	assert_false(isa_riscv64.may_jump_to(code, 8, 0x10000, 0x10802));
	assert_false(isa_riscv64.may_jump_to(code + 4, 4, 0x10004, 0x10800));
}

/* Addresses of 16 bits: jumps with an operand-size prefix lead there, whatever their distance. */
static void test_small_addresses(void **state)
{
	static const uint8_t nop = 0x90;

	(void)state;
	assert_true(isa_i386.may_jump_to(&nop, 1, 0xc1000000u, 0xffff));
	assert_false(isa_i386.may_jump_to(&nop, 1, 0xc1000000u, 0x10000));
}

/* A distance that the code's end cuts off is none; the code's last byte is looked at. */
static void test_end(void **state)
{
	static const uint8_t code[] = { 0x90, 0xe9, 0xfa, 0xff, 0xff, 0xff, 0xeb, 0xf8 };

	(void)state;
	assert_true(isa_x86_64.may_jump_to(code, 6, 0x10000, 0x10000));
	assert_false(isa_x86_64.may_jump_to(code, 5, 0x10000, 0x10000));
	assert_true(isa_x86_64.may_jump_to(code + 6, 2, 0x10006, 0x10000));
	assert_false(isa_x86_64.may_jump_to(code + 6, 1, 0x10006, 0x10000));
	assert_false(isa_x86_64.may_jump_to(code, 0, 0x10000, 0x10000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_x86_64),  cmocka_unit_test(test_i386), cmocka_unit_test(test_aarch64),
		cmocka_unit_test(test_riscv64), cmocka_unit_test(test_pair), cmocka_unit_test(test_small_addresses),
		cmocka_unit_test(test_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
