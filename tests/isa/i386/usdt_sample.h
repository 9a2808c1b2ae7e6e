/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt_sample.h - i386: places of arguments as its assembler writes them, and the argument programs that they are
 * (tests/unit/userland/usdt/test_argument.c).
 */
#ifndef TESTS_ISA_USDT_SAMPLE_H
#define TESTS_ISA_USDT_SAMPLE_H

static const struct usdt_sample samples[] = {
	{ "-4@%eax", "4s eax" },
	{ "4@%edi", "4u edi" },
	{ "1@%ah", "1u eax>>8" },
	{ "-1@%bl", "1s ebx" },
	{ "2@%si", "2u esi" },
	{ "-4@$-1", "4s -1" },
	{ "8@$-1", "8u -1" },
	{ "4@40(%esp)", "4u [esp+40]" },
	{ "8@-16(%ebp)", "8u [ebp-16]" },
	{ "4@(%eax,%ebx,2)", "4u [eax+ebx<<1]" },
	{ "4@known", "4u [0x4000+moved]" },
	{ "4@known+4", "4u [0x4004+moved]" },
	{ "4@known(,%eax,4)", "4u [eax<<2+0x4000+moved]" },
	{ "4@known@GOTOFF(%ebx)", "4u [0x4000+moved]" },
	{ "4@known@GOTOFF(%ebx,%eax,4)", "4u [eax<<2+0x4000+moved]" },
	{ "4@$known", "4u 0x4000+moved" },
	{ "%eax", "4u eax" },
	{ "8@%eax", "refused wide" },
	{ "4@%gs:20", "refused thread" },
	{ "4@known@ntpoff(%eax)", "refused thread" },
	{ "4@%rax", "refused unknown" },
	{ "4@unknown", "refused symbol" },
	{ "8f@8(%esp)", "refused float" },
	{ "4@8(%bp)", "refused unknown" },
	{ "4@known@GOT(%ebx)", "refused unknown" },
};

#endif
