/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt_sample.h - riscv64: places of arguments as its assembler writes them, and the argument programs that they are
 * (tests/unit/userland/usdt/test_argument.c).
 */
#ifndef TESTS_ISA_USDT_SAMPLE_H
#define TESTS_ISA_USDT_SAMPLE_H

static const struct usdt_sample samples[] = {
	{ "-4@a0", "4s a0" },
	{ "8@s1", "8u s1" },
	{ "8@fp", "8u s0" },
	{ "8@x10", "8u a0" },
	{ "8@zero", "8u 0" },
	{ "-4@-7", "4s -7" },
	{ "8@8(a0)", "8u [a0+8]" },
	{ "-4@-20(s0)", "4s [s0-20]" },
	{ "8@(sp)", "8u [sp]" },
	{ "8@16(zero)", "8u [16]" },
	{ "4@%lo(known)(a5)", "4u [a5]" },
	{ "4@%lo(known+4)(a5)", "4u [a5+4]" },
	{ "4@%lo(high)(a5)", "4u [a5-8]" },
	{ "4@known", "4u [0x4000+moved]" },
	{ "4@known+8", "4u [0x4008+moved]" },
	{ "t6", "8u t6" },
	{ "8f@fa0", "refused float" },
	{ "8@fa0", "refused symbol" },
	{ "8@8(fa0)", "refused unknown" },
	{ "4@%lo(unknown)(a5)", "refused symbol" },
	{ "4@%pcrel_lo(.LA0)(a5)", "refused symbol" },
	{ "4@%tprel_lo(known)(tp)", "refused thread" },
	{ "4@%hi(known)(a5)", "refused unknown" },
	{ "4@8(a0", "refused unknown" },
	{ "4@8(a0)8", "refused unknown" },
	{ "4@%lo(4)(a5)", "refused unknown" },
	{ "4@%lo(known)", "refused unknown" },
	{ "4@known@GOTOFF(a0)", "refused unknown" },
	{ "4@", "refused unknown" },
	{ "16@a0", "refused unknown" },
};

#endif
