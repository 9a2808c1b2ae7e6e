/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * functions.c - a program of 100,000 functions, f0 to f99999, as compilers make small ones (x86_64). It waits until its
 * input ends.
 */
#include <stdio.h>

__asm__(".text\n"
	".altmacro\n"
	".macro one number\n"
	".type f\\number, @function\n"
	"f\\number:\n"
	"	push %rbp\n"
	"	mov %rsp, %rbp\n"
	"	lea \\number(%rdi), %rax\n"
	"	pop %rbp\n"
	"	ret\n"
	".size f\\number, . - f\\number\n"
	".endm\n"
	".set next, 0\n"
	".rept 100000\n"
	"one %next\n"
	".set next, next + 1\n"
	".endr\n"
	".noaltmacro\n");

int main(void)
{
	char line[64];

	puts("ready");
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin))
		;
	return 0;
}
