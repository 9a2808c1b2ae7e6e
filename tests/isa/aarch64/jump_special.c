/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump_special.c (aarch64) - functions for native_jump.c with the instructions that compilers seldom write. */
#include "tests/isa/jump_targets.h"

#define FUNCTION(name, code)                                                                                           \
	".globl special_" name "\n.type special_" name ", %function\nspecial_" name ":\n" code "\n.size special_" name \
	", . - special_" name "\n"

__asm__(".text\n" FUNCTION("leaf", "add x0, x0, x0, lsl #1\n"
				   "ret") FUNCTION("address", "sub sp, sp, #16\n"
							      "str x0, [sp, #8]\n"
							      "adr x4, 1f\n"
							      "adrp x5, special_number\n"
							      "ldr x5, [x5, :lo12:special_number]\n"
							      "sub x4, x4, x5\n"
							      "adr xzr, 1f\n"
							      "adrp xzr, special_number\n"
							      "1: ldr x0, [sp, #8]\n"
							      "add x0, x0, x4\n"
							      "add sp, sp, #16\n"
							      "ret")
		FUNCTION("literal",
			 "ldr x4, special_literals\n"
			 "ldr w5, special_literals\n"
			 "ldrsw x6, special_literals\n"
			 "prfm pldl1keep, special_literals\n"
			 "add x0, x0, x4\n"
			 "eor x0, x0, x5\n"
			 "sub x0, x0, x6\n"
			 "ret") ".balign 8\nspecial_literals: .quad 0x9234567880112233\n" FUNCTION("tests",
												   "tbz x0, #0, 1f\n"
												   "tbnz x1, #63, 2f\n"
												   "tbz w1, #5, 3f\n"
												   "cbz w2, 2f\n"
												   "cbnz x1, 3f\n"
												   "1: mov x0, x1\n"
												   "ret\n"
												   "2: mov x0, x2\n"
												   "ret\n"
												   "3: eor x0, x0, x1\n"
												   "ret")
			FUNCTION("flags", "cmp x0, x1\n"
					  "b.lo 1f\n"
					  "b.gt 2f\n"
					  "ccmp x1, x2, #3, ne\n"
					  "cset x4, vs\n"
					  "cset x5, cs\n"
					  "add x0, x4, x5, lsl #4\n"
					  "ret\n"
					  "1: adc x0, x1, x2\n"
					  "ret\n"
					  "2: csel x0, x1, x2, mi\n"
					  "ret") FUNCTION("calls", "stp x29, x30, [sp, #-16]!\n"
								   "bl special_leaf\n"
								   "adrp x4, special_leaf\n"
								   "add x4, x4, :lo12:special_leaf\n"
								   "blr x4\n"
								   "ldp x29, x30, [sp], #16\n"
								   "ret") FUNCTION("link", "mov x5, x30\n"
											   "adr x30, 1f\n"
											   "add x30, x30, x0\n"
											   "sub x0, x30, x1\n"
											   "1: mov x30, x5\n"
											   "ret")
				FUNCTION("tail", "add x0, x0, x1\n"
						 "b special_leaf") FUNCTION("tail_register",
									    "adrp x16, special_leaf\n"
									    "add x16, x16, :lo12:special_leaf\n"
									    "br x16")
					FUNCTION("scratch",
						 "mov x16, x0\n"
						 "mov x17, x1\n"
						 "add x18, x16, x17\n"
						 "eor x0, x18, x16\n"
						 "ret") ".data\n.balign 8\nspecial_number: .quad 0x123456789\n.text\n");

target_fn special_address;
target_fn special_literal;
target_fn special_tests;
target_fn special_flags;
target_fn special_calls;
target_fn special_link;
target_fn special_tail;
target_fn special_tail_register;
target_fn special_scratch;

const struct target_list special_targets = {
	0,
	{ { "address", special_address },
	  { "literal", special_literal },
	  { "tests", special_tests },
	  { "flags", special_flags },
	  { "calls", special_calls },
	  { "link", special_link },
	  { "tail", special_tail },
	  { "tail_register", special_tail_register },
	  { "scratch", special_scratch },
	  { 0, 0 } },
};
