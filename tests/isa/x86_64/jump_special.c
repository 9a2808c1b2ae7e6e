/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump_special.c (x86_64) - functions for native_jump.c with the instructions that compilers seldom write. */
#include "tests/isa/jump_targets.h"

#define FUNCTION(name, code)                                                                                           \
	".globl special_" name "\n.type special_" name ", %function\nspecial_" name ":\n" code "\n.size special_" name \
	", . - special_" name "\n"

__asm__(".text\n" FUNCTION("leaf",
			   "lea 7(%rdi,%rdi), %rax\n"
			   "ret\n"
			   ".skip 5, 0xcc") FUNCTION("loop", "mov %rdi, %rcx\n"
							     "and $7, %ecx\n"
							     "inc %ecx\n"
							     "mov %rsi, %rax\n"
							     "1: lea 3(%rax,%rdx), %rax\n"
							     "loop 1b\n"
							     "ret\n"
							     ".skip 5, 0xcc") FUNCTION("loopne", "mov %rdi, %rcx\n"
												 "and $7, %ecx\n"
												 "inc %ecx\n"
												 "mov %rsi, %rax\n"
												 "1: shr $1, %rax\n"
												 "loopne 1b\n"
												 "add %rcx, %rax\n"
												 "ret\n"
												 ".skip 5, 0xcc")
		FUNCTION("jcxz",
			 "mov %rdi, %rcx\n"
			 "and $1, %ecx\n"
			 "jrcxz 1f\n"
			 "lea 1(%rsi), %rax\n"
			 "ret\n"
			 ".skip 5, 0xcc\n"
			 "1: mov %rdx, %rax\n"
			 "ret\n"
			 ".skip 5, 0xcc") FUNCTION("call_memory", "push %rbx\n"
								  "call *special_pointer(%rip)\n"
								  "mov %rax, %rbx\n"
								  "call *special_pointer(%rip)\n"
								  "add %rbx, %rax\n"
								  "pop %rbx\n"
								  "ret\n"
								  ".skip 5, 0xcc") FUNCTION("call_register",
											    "push %rbx\n"
											    "mov $special_leaf, %ebx\n"
											    "call *%rbx\n"
											    "pop %rbx\n"
											    "ret\n"
											    ".skip 5, 0xcc")
			FUNCTION("call_index",
				 "push %rbx\n"
				 "mov $special_pointer, %ebx\n"
				 "xor %eax, %eax\n"
				 "call *(%rbx,%rax,8)\n"
				 "pop %rbx\n"
				 "ret\n"
				 ".skip 5, 0xcc") FUNCTION("call_stack",
							   "push %rbx\n"
							   "push special_pointer(%rip)\n"
							   "call *(%rsp)\n"
							   "pop %rdx\n"
							   "pop %rbx\n"
							   "ret\n"
							   ".skip 5, 0xcc") FUNCTION("tail_memory",
										     "add %rsi, %rdi\n"
										     "jmp *special_pointer(%rip)\n"
										     ".skip 5, 0xcc")
				FUNCTION("relative",
					 "lea special_number(%rip), %rax\n"
					 "mov (%rax), %eax\n"
					 "cmpl $5, special_number(%rip)\n"
					 "adc $0, %rax\n"
					 "push special_number(%rip)\n"
					 "pop %rcx\n"
					 "add %rcx, %rax\n"
					 "movzbl special_number(%rip), %ecx\n"
					 "add %rcx, %rax\n"
					 "ret\n"
					 ".skip 5, 0xcc") FUNCTION("flags",
								   "cmp %rsi, %rdi\n"
								   "lahf\n"
								   "setb %al\n"
								   "pushf\n"
								   "pop %rcx\n"
								   "and $0x8d5, %ecx\n"
								   "shl $16, %rax\n"
								   "or %rcx, %rax\n"
								   "ret\n"
								   ".skip 5, 0xcc") FUNCTION("popf",
											     "mov %rdi, %rax\n"
											     "and $0x8d5, %eax\n"
											     "push %rax\n"
											     "popf\n"
											     "sbb %rdx, %rsi\n"
											     "mov %rsi, %rax\n"
											     "ret $0\n"
											     ".skip 5, 0xcc")
					FUNCTION("enter", "enter $16, $0\n"
							  "mov %rdi, -8(%rbp)\n"
							  "mov %rsi, -16(%rbp)\n"
							  "mov -8(%rbp), %rax\n"
							  "xor -16(%rbp), %rax\n"
							  "leave\n"
							  "ret\n"
							  ".skip 5, 0xcc") FUNCTION("string", "mov %rcx, %rdi\n"
											      "mov %rsi, %rax\n"
											      "mov $3, %ecx\n"
											      "std\n"
											      "add $32, %rdi\n"
											      "rep stosq\n"
											      "cld\n"
											      "ret\n"
											      ".skip 5, 0xcc")
						FUNCTION("branches",
							 "test $1, %dil\n"
							 "jnz 1f\n"
							 "test %rsi, %rsi\n"
							 "js 2f\n"
							 "lea (%rsi,%rdx), %rax\n"
							 "ret\n"
							 ".skip 5, 0xcc\n"
							 "1: mov %rsi, %rax\n"
							 "jmp 3f\n"
							 ".skip 5, 0xcc\n"
							 "2: mov %rdx, %rax\n"
							 "3: ret\n"
							 ".skip 5, 0xcc") ".data\n.balign 8\nspecial_pointer: .quad "
									  "special_leaf\n"
									  "special_number: .quad 12345\n.text\n");

/* A region whose stub takes two units. */
__asm__(FUNCTION("large", "sub $264, %rsp\n"
			  "mov %rdi, %rax\n"
			  "nop\n"
			  "movq $77, 200(%rsp)\n"
			  "add 200(%rsp), %rax\n"
			  "add $264, %rsp\n"
			  "ret\n"
			  ".skip 5, 0xcc"));

target_fn special_loop;
target_fn special_loopne;
target_fn special_jcxz;
target_fn special_call_memory;
target_fn special_call_register;
target_fn special_call_index;
target_fn special_call_stack;
target_fn special_tail_memory;
target_fn special_relative;
target_fn special_flags;
target_fn special_popf;
target_fn special_enter;
target_fn special_string;
target_fn special_branches;
target_fn special_large;

const struct target_list special_targets = {
	0,
	{ { "loop", special_loop },
	  { "loopne", special_loopne },
	  { "jcxz", special_jcxz },
	  { "call_memory", special_call_memory },
	  { "call_register", special_call_register },
	  { "call_index", special_call_index },
	  { "call_stack", special_call_stack },
	  { "tail_memory", special_tail_memory },
	  { "relative", special_relative },
	  { "flags", special_flags },
	  { "popf", special_popf },
	  { "enter", special_enter },
	  { "string", special_string },
	  { "branches", special_branches },
	  { "large", special_large },
	  { 0, 0 } },
};
