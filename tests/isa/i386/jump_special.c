/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump_special.c (i386) - functions for native_jump.c with the instructions that compilers seldom write. */
#include "tests/isa/jump_targets.h"

#define FUNCTION(name, code)                                                                                           \
	".globl special_" name "\n.type special_" name ", %function\nspecial_" name ":\n" code "\n.size special_" name \
	", . - special_" name "\n"

__asm__(".text\n" FUNCTION("leaf",
			   "mov 4(%esp), %eax\n"
			   "lea 7(%eax,%eax), %eax\n"
			   "ret\n"
			   ".skip 5, 0xcc") FUNCTION("loop", "mov 8(%esp), %eax\n"
							     "mov 12(%esp), %edx\n"
							     "mov 4(%esp), %ecx\n"
							     "and $7, %ecx\n"
							     "inc %ecx\n"
							     "1: lea 3(%eax,%edx), %eax\n"
							     "loop 1b\n"
							     "ret\n"
							     ".skip 5, 0xcc") FUNCTION("loopne", "mov 8(%esp), %eax\n"
												 "mov 4(%esp), %ecx\n"
												 "and $7, %ecx\n"
												 "inc %ecx\n"
												 "1: shr $1, %eax\n"
												 "loopne 1b\n"
												 "add %ecx, %eax\n"
												 "ret\n"
												 ".skip 5, 0xcc")
		FUNCTION("jcxz", "mov 4(%esp), %ecx\n"
				 "and $1, %ecx\n"
				 "jecxz 1f\n"
				 "mov 8(%esp), %eax\n"
				 "ret\n"
				 ".skip 5, 0xcc\n"
				 "1: mov 12(%esp), %eax\n"
				 "ret\n"
				 ".skip 5, 0xcc") FUNCTION("pops", "push %ebx\n"
								   "push %esi\n"
								   "push %edi\n"
								   "push %ebp\n"
								   "mov 20(%esp), %ebx\n"
								   "mov 24(%esp), %esi\n"
								   "lea (%ebx,%esi,2), %eax\n"
								   "pop %ebp\n"
								   "pop %edi\n"
								   "pop %esi\n"
								   "pop %ebx\n"
								   "ret")
			FUNCTION("call_memory", "pushl 4(%esp)\n"
						"call *special_pointer\n"
						"pop %edx\n"
						"ret\n"
						".skip 5, 0xcc") FUNCTION("call_register", "push %ebx\n"
											   "mov $special_leaf, %ebx\n"
											   "pushl 8(%esp)\n"
											   "call *%ebx\n"
											   "pop %edx\n"
											   "pop %ebx\n"
											   "ret\n"
											   ".skip 5, 0xcc")
				FUNCTION("call_next", "call 1f\n"
						      "1: pop %eax\n"
						      "sub $1b, %eax\n"
						      "add 4(%esp), %eax\n"
						      "ret\n"
						      ".skip 5, 0xcc") FUNCTION("tail_memory", "addl $5, 4(%esp)\n"
											       "jmp *special_pointer\n"
											       ".skip 5, 0xcc")
					FUNCTION("flags", "mov 4(%esp), %eax\n"
							  "cmp 8(%esp), %eax\n"
							  "setb %al\n"
							  "pushf\n"
							  "pop %ecx\n"
							  "and $0x8d5, %ecx\n"
							  "movzbl %al, %eax\n"
							  "shl $16, %eax\n"
							  "or %ecx, %eax\n"
							  "ret\n"
							  ".skip 5, 0xcc") FUNCTION("popf", "mov 4(%esp), %eax\n"
											    "and $0x8d5, %eax\n"
											    "push %eax\n"
											    "popf\n"
											    "mov 8(%esp), %eax\n"
											    "sbb 12(%esp), %eax\n"
											    "ret $0\n"
											    ".skip 5, 0xcc")
						FUNCTION("enter", "enter $0, $0\n"
								  "mov 8(%ebp), %eax\n"
								  "xor 12(%ebp), %eax\n"
								  "leave\n"
								  "ret\n"
								  ".skip 5, 0xcc")
							FUNCTION("branches",
								 "mov 8(%esp), %eax\n"
								 "testb $1, 4(%esp)\n"
								 "jnz 1f\n"
								 "test %eax, %eax\n"
								 "js 2f\n"
								 "add 12(%esp), %eax\n"
								 "ret\n"
								 ".skip 5, 0xcc\n"
								 "1: inc %eax\n"
								 "jmp 3f\n"
								 ".skip 5, 0xcc\n"
								 "2: mov 12(%esp), %eax\n"
								 "3: ret\n"
								 ".skip 5, 0xcc") ".data\n.balign 8\nspecial_pointer: "
										  ".long special_leaf\n.text\n");

/* A region whose stub takes two units. */
__asm__(FUNCTION("large", "sub $264, %esp\n"
			  "mov 268(%esp), %eax\n"
			  "mov %eax, %ecx\n"
			  "mov %ecx, %edx\n"
			  "movl $77, 200(%esp)\n"
			  "add 200(%esp), %eax\n"
			  "add $264, %esp\n"
			  "ret\n"
			  ".skip 5, 0xcc"));

target_fn special_loop;
target_fn special_loopne;
target_fn special_jcxz;
target_fn special_pops;
target_fn special_call_memory;
target_fn special_call_register;
target_fn special_call_next;
target_fn special_tail_memory;
target_fn special_flags;
target_fn special_popf;
target_fn special_enter;
target_fn special_branches;
target_fn special_large;

const struct target_list special_targets = {
	0,
	{ { "loop", special_loop },
	  { "loopne", special_loopne },
	  { "jcxz", special_jcxz },
	  { "pops", special_pops },
	  { "call_memory", special_call_memory },
	  { "call_register", special_call_register },
	  { "call_next", special_call_next },
	  { "tail_memory", special_tail_memory },
	  { "flags", special_flags },
	  { "popf", special_popf },
	  { "enter", special_enter },
	  { "branches", special_branches },
	  { "large", special_large },
	  { 0, 0 } },
};
