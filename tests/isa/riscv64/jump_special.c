/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump_special.c (riscv64) - functions for native_jump.c with the instructions that compilers seldom write. */
#include "tests/isa/jump_targets.h"

#define FUNCTION(name, code)                                                                                           \
	".globl special_" name "\n.type special_" name ", %function\nspecial_" name ":\n" code "\n.size special_" name \
	", . - special_" name "\n"

__asm__(".text\n" FUNCTION("leaf", "slli a1, a0, 1\n"
				   "add a0, a0, a1\n"
				   "ret\n"
				   ".word 0x00010001, 0x00010001") FUNCTION("address", "auipc a4, 5\n"
										       "auipc a5, 5\n"
										       "sub a4, a4, a5\n"
										       "add a0, a0, a4\n"
										       "auipc zero, 1\n"
										       "la a5, special_number\n"
										       "ld a5, 0(a5)\n"
										       "add a0, a0, a5\n"
										       "addi a0, a0, 1\n"
										       "ret\n"
										       ".word 0x00010001, 0x00010001")
		FUNCTION("branch",
			 "beq a0, a1, 1f\n"
			 "mv a0, a1\n"
			 "mv a0, a0\n"
			 "ret\n"
			 ".word 0x00010001, 0x00010001\n"
			 "1: mv a0, a2\n"
			 "ret\n"
			 ".word 0x00010001, 0x00010001") FUNCTION("branch_short", "c.bnez a0, 1f\n"
										  "c.mv a4, a1\n"
										  "c.mv a5, a2\n"
										  "c.add a4, a5\n"
										  "c.mv a0, a4\n"
										  "ret\n"
										  ".word 0x00010001, 0x00010001\n"
										  "1: mv a0, a2\n"
										  "ret\n"
										  ".word 0x00010001, 0x00010001")
			FUNCTION("branch_all",
				 "bltu a0, a1, 1f\n"
				 "bge a1, a2, 2f\n"
				 "mv a0, a1\n"
				 "ret\n"
				 ".word 0x00010001, 0x00010001\n"
				 "1: mv a0, a2\n"
				 "ret\n"
				 ".word 0x00010001, 0x00010001\n"
				 "2: add a0, a0, a2\n"
				 "ret\n"
				 ".word 0x00010001, 0x00010001") FUNCTION("jump", "addi a0, a0, 5\n"
										  "j 1f\n"
										  ".word 0x00010001\n"
										  "1: addi a0, a0, 1\n"
										  "ret\n"
										  ".word 0x00010001, 0x00010001")
				FUNCTION("call", "c.addi sp, -16\n"
						 "c.sdsp ra, 8(sp)\n"
						 "jal ra, special_leaf\n"
						 "ld ra, 8(sp)\n"
						 "addi sp, sp, 16\n"
						 "ret") FUNCTION("call_register", "c.mv t5, ra\n"
										  "lui a4, %hi(special_leaf)\n"
										  "jalr ra, %lo(special_leaf)(a4)\n"
										  "mv ra, t5\n"
										  "addi a0, a0, 3\n"
										  "ret\n"
										  ".word 0x00010001, 0x00010001")
					FUNCTION(
						"call_link",
						"mv t5, ra\n"
						"lui ra, %hi(special_leaf)\n"
						"jalr ra, %lo(special_leaf)(ra)\n"
						"mv ra, t5\n"
						"addi a0, a0, 3\n"
						"ret\n"
						".word 0x00010001, 0x00010001") FUNCTION("temporaries",
											 "mv t1, a0\n"
											 "mv t3, a1\n"
											 "add t4, t1, t3\n"
											 "xor t5, t4, t1\n"
											 "add a0, t5, a2\n"
											 "ret\n"
											 ".word 0x00010001, 0x00010001")
						FUNCTION("tail_far", "add a0, a0, a1\n"
								     "2: auipc t1, %pcrel_hi(special_leaf)\n"
								     "jalr zero, %pcrel_lo(2b)(t1)")
							FUNCTION("tail_register", "lui t1, %hi(special_leaf)\n"
										  "jalr zero, %lo(special_leaf)(t1)")
								FUNCTION("tail_jump",
									 "slli a0, a0, 3\n"
									 "add a0, a0, a1\n"
									 "j special_leaf") ".data\n.balign "
											   "8\nspecial_number: .quad "
											   "0x123456789\n.text\n");

target_fn special_address;
target_fn special_branch;
target_fn special_branch_short;
target_fn special_branch_all;
target_fn special_jump;
target_fn special_call;
target_fn special_call_register;
target_fn special_call_link;
target_fn special_temporaries;
target_fn special_tail_far;
target_fn special_tail_register;
target_fn special_tail_jump;

const struct target_list special_targets = {
	0,
	{ { "address", special_address },
	  { "branch", special_branch },
	  { "branch_short", special_branch_short },
	  { "branch_all", special_branch_all },
	  { "jump", special_jump },
	  { "call", special_call },
	  { "call_register", special_call_register },
	  { "call_link", special_call_link },
	  { "temporaries", special_temporaries },
	  { "tail_far", special_tail_far },
	  { "tail_register", special_tail_register },
	  { "tail_jump", special_tail_jump },
	  { 0, 0 } },
};
