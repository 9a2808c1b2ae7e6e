/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt_sample.h - aarch64: places of arguments as its assembler writes them, and the argument programs that they are
 * (tests/unit/userland/usdt/test_argument.c).
 */
#ifndef TESTS_ISA_USDT_SAMPLE_H
#define TESTS_ISA_USDT_SAMPLE_H

static const struct usdt_sample samples[] = {
	{ "-4@x0", "4s x0" },
	{ "8@x30", "8u x30" },
	{ "8@lr", "8u x30" },
	{ "8@sp", "8u sp" },
	{ "4@w1", "4u x1" },
	{ "-4@wzr", "4s 0" },
	{ "8@xzr", "8u 0" },
	{ "-4@5", "4s 5" },
	{ "-4@-5", "4s -5" },
	{ "4@#16", "4u 16" },
	{ "-4@[sp, 132]", "4s [sp+132]" },
	{ "8@[x0]", "8u [x0]" },
	{ "8@[x29,-8]", "8u [x29-8]" },
	{ "8@[x0, #8]", "8u [x0+8]" },
	{ "8@[x0, x1]", "8u [x0+x1<<0]" },
	{ "8@[x0, x1, lsl 3]", "8u [x0+x1<<3]" },
	{ "8@[x0, w1, sxtw 3]", "8u [x0+x1.s<<3]" },
	{ "8@[x0, w1, uxtw #2]", "8u [x0+x1.u<<2]" },
	{ "8@[x0, w1, sxtw]", "8u [x0+x1.s<<0]" },
	{ "4@[x19, #:lo12:known]", "4u [x19]" },
	{ "4@[x19,:lo12:known+12]", "4u [x19+12]" },
	{ "4@[x19, :lo12:high]", "4u [x19+0xff8]" },
	{ "4@[x2, xzr]", "4u [x2]" },
	{ "x3", "8u x3" },
	{ "8@w1", "refused wide" },
	{ "8f@d0", "refused float" },
	{ "8@d0", "refused unknown" },
	{ "4@[x19, #:lo12:unknown]", "refused symbol" },
	{ "4@[x0, :tprel_lo12:known]", "refused thread" },
	{ "8@[x0, 8]!", "refused unknown" },
	{ "8@[x0, w1]", "refused unknown" },
	{ "8@[x0, x1, sxtw 3]", "refused unknown" },
	{ "8@[x0, x1, lsl 5]", "refused unknown" },
	{ "8@[x0", "refused unknown" },
	{ "8@[w0]", "refused unknown" },
	{ "8@[x0, known]", "refused unknown" },
	{ "8@known", "refused unknown" },
	{ "8@%rax", "refused unknown" },
	{ "8@[]", "refused unknown" },
	{ "8@#", "refused unknown" },
};

#endif
