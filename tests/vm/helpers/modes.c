// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * modes - a program that executes the same bytes as 64-bit code and as 32-bit code, where a CPU and its kernel have both:
 *
 *   modes COUNT     says `ready`; for each line `own` or `other` COUNT calls of mode_both() in that mode, and `sum N`; ends with
 *                   any other line, or with its input: status 0, or 1 when a sum was wrong
 *
 * mode_both() adds 17 to a register as 64-bit code, and 16 as 32-bit code: its first bytes are `inc %rax` there, and `dec %eax`,
 * `inc %eax` here.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)

/* No far call: QEMU 7.2 stores its return address as if it were the kernel's, which the CPU then forbids (SMAP). */
extern const char mode_both[];
__asm__(".text\n"
	".globl mode_both\n"
	".type mode_both, @function\n"
	"mode_both:\n"
	".byte 0x48, 0xff, 0xc0\n"
	".byte 0x83, 0xc0, 0x10\n" /* add $16,%eax */
	".byte 0xff, 0x2f\n"       /* ljmp *(%rdi), ljmp *(%edi) */
	".size mode_both, . - mode_both\n");

#define CODE_64 0x33 /* selectors of Linux on x86_64 */
#define CODE_32 0x23
#define DATA    0x2b

struct far_address {
	uint32_t addr;
	uint16_t selector;
} __attribute__((packed));

#if defined(__x86_64__)
#define OWN              CODE_64
#define OTHER            CODE_32
/* 32-bit code need not keep more than the lower halves of registers: the others are in memory meanwhile */
#define LEAVE            "lea -128(%%rsp), %%rsp\n push %%rbp\n mov %%rsp, saved\n"
#define COME_BACK        "mov saved, %%rsp\n pop %%rbp\n lea 128(%%rsp), %%rsp\n"
#define OTHERS_CLOBBERED , "rbx", "rsi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"
static __attribute__((used)) uint64_t saved;
#else
#define OWN   CODE_32
#define OTHER CODE_64
#define LEAVE
#define COME_BACK
#define OTHERS_CLOBBERED
#endif

/* The program is linked below 4 GiB: 32-bit code can read its static data. */
static __attribute__((used)) struct far_address to, back;

static uint32_t call(uint32_t value)
{
	unsigned long from = (uintptr_t)&back;

	__asm__ volatile("mov %2, %%ds\n" LEAVE "movl $1f, back\n"
			 "ljmp *to\n"
			 "1:\n" COME_BACK
			 : "+a"(value), "+D"(from)
			 : "c"(DATA)
			 : "edx", "cc", "memory" OTHERS_CLOBBERED);
	return value;
}

int main(int argc, char **argv)
{
	long count = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
	int bad = 0;
	char line[16];

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("ready\n");
	while (fgets(line, sizeof(line), stdin) && (strcmp(line, "own\n") == 0 || strcmp(line, "other\n") == 0)) {
		uint32_t sum = 0;

		to = (struct far_address){ (uint32_t)(uintptr_t)mode_both, line[1] == 'w' ? OWN : OTHER };
		back.selector = OWN;
		for (long i = 0; i < count; i++)
			sum = call(sum);
		bad |= sum != (uint32_t)count * (to.selector == CODE_64 ? 17 : 16);
		printf("sum %u\n", (unsigned int)sum);
	}
	return bad;
}
#else
int main(void)
{
	return 77;
}
#endif
