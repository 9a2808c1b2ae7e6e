/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * hw.c - measures the two constants of the bench's model on a real machine, in user space:
 *
 *      gcc -O2 tests/bench/hw.c -o hw && ./hw
 *
 * An instruction: of a loop of loads, stores, additions and branches that do not depend on the round before, as a
 * tracer's code has them.
 *
 * An exception into the kernel and back, without what is done about it. A program cannot have one that the kernel does
 * nothing about; a system call that does not exist is the nearest:
 *
 *      x86_64             what INT 0x80 takes more than SYSCALL. Both lead to the same "no such call", the former by an
 *                         interrupt gate and IRET, as a break does. It is too little by what SYSCALL and SYSRET take;
 *                         the way out alone, an IRET that stays in its ring, is told as well
 *      i386, aarch64,     what INT 0x80, SVC, ECALL take. It is too much by the kernel's instructions
 *      riscv64
 *
 * The shortest of many rounds counts. Under an emulator the figures mean nothing; in a virtual machine what its host
 * does about INT 0x80 is in them.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS       300
#define CALLS        2000
#define LOOPS        20000
#define NO_SUCH_CALL 0x7777

/* Both words of a step are loaded, changed and stored; its branch is never taken. */
#if defined(__x86_64__) || defined(__i386__)
#define STEP_INSNS 8
#define STEP(at)                                                                           \
	"movl " at "(%0), %%eax\n addl $3, %%eax\n movl %%eax, 64+" at "(%0)\n movl 4+" at \
	"(%0), %%edx\n xorl %%eax, %%edx\n"                                                \
	"movl %%edx, 68+" at "(%0)\n testl %%edx, %%edx\n js 2f\n"
#define LOOP_END       "2: dec %1\n jnz 1b\n"
#define LOOP_END_INSNS 2
#define CLOBBERED      "eax", "edx", "cc", "memory"
#elif defined(__aarch64__)
#define STEP_INSNS 7
#define STEP(at)                                                                                   \
	"ldr w9, [%0, #" at "]\n add w9, w9, #3\n str w9, [%0, #64+" at "]\n ldr w10, [%0, #4+" at \
	"]\n eor w10, w10, w9\n"                                                                   \
	"str w10, [%0, #68+" at "]\n tbnz w10, #31, 2f\n"
#define LOOP_END       "2: sub %1, %1, #1\n cbnz %1, 1b\n"
#define LOOP_END_INSNS 2
#define CLOBBERED      "x9", "x10", "memory"
#elif defined(__riscv)
#define STEP_INSNS 7
#define STEP(at)                                                                                             \
	"lw t0, " at "(%0)\n addi t0, t0, 3\n sw t0, 64+" at "(%0)\n lw t1, 4+" at "(%0)\n xor t1, t1, t0\n" \
	"sw t1, 68+" at "(%0)\n bltz t1, 2f\n"
#define LOOP_END       "2: addi %1, %1, -1\n bnez %1, 1b\n"
#define LOOP_END_INSNS 2
#define CLOBBERED      "t0", "t1", "memory"
#else
#error "hw.c has no loop of instructions for this CPU"
#endif

#define LOOP_INSNS (4 * STEP_INSNS + LOOP_END_INSNS)

static void instructions(unsigned long count)
{
	uint32_t words[32] = { 1, 2, 3, 4, 5, 6, 7, 8 }, *at = words;

	__asm__ volatile("1:" STEP("0") STEP("8") STEP("16") STEP("24") LOOP_END : "+r"(at), "+r"(count) : : CLOBBERED);
}

/* ---- a system call that does not exist ------------------------------------------------------- */

#if defined(__x86_64__)
static void plain_call(void)
{
	long number = NO_SUCH_CALL;

	__asm__ volatile("syscall" : "+a"(number) : : "rcx", "r11", "memory");
}

/* Below the bytes that a function may use without moving the stack pointer. */
static void return_in_ring(void)
{
	__asm__ volatile("mov %%rsp, %%rdx\n"
			 "sub $128, %%rsp\n"
			 "mov %%ss, %%ecx\n"
			 "push %%rcx\n"
			 "push %%rdx\n"
			 "pushf\n"
			 "mov %%cs, %%ecx\n"
			 "push %%rcx\n"
			 "lea 1f(%%rip), %%rcx\n"
			 "push %%rcx\n"
			 "iretq\n"
			 "1:\n"
			 :
			 :
			 : "rcx", "rdx", "cc", "memory");
}
#endif

static void call_by_exception(void)
{
#if defined(__x86_64__) || defined(__i386__)
	long number = NO_SUCH_CALL;

	__asm__ volatile("int $0x80" : "+a"(number) : : "memory");
#elif defined(__aarch64__)
	register long number __asm__("x8") = NO_SUCH_CALL;
	register long result __asm__("x0") = 0;

	__asm__ volatile("svc #0" : "+r"(result) : "r"(number) : "memory");
#else
	register long number __asm__("a7") = NO_SUCH_CALL;
	register long result __asm__("a0") = 0;

	__asm__ volatile("ecall" : "+r"(result) : "r"(number) : "memory");
#endif
}

/* ---- time ------------------------------------------------------------------------------------ */

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds of one call. */
static double shortest(void (*call)(void))
{
	double best = 1e18;

	for (int round = 0; round < ROUNDS; round++) {
		double start = now(), took;

		for (int i = 0; i < CALLS; i++)
			call();
		took = (now() - start) / CALLS;
		best = took < best ? took : best;
	}
	return best;
}

static void many_instructions(void)
{
	instructions(LOOPS / CALLS);
}

/* A kernel without 32-bit programs has no INT 0x80. */
static void refused(int signal)
{
	static const char text[] =
		"hw: this kernel refuses INT 0x80 (no 32-bit programs): an exception cannot be measured here\n";

	(void)signal;
	(void)!write(2, text, sizeof(text) - 1);
	_exit(1);
}

int main(void)
{
	double instruction = shortest(many_instructions) / (LOOPS / CALLS * LOOP_INSNS);
	double exception;

	printf("instruction %.3f ns\n", instruction);
	signal(SIGSEGV, refused);
	exception = shortest(call_by_exception);
#if defined(__x86_64__)
	double plain = shortest(plain_call);

	printf("no such call, INT 0x80 %.0f ns, SYSCALL %.0f ns\n", exception, plain);
	exception -= plain;
	printf("exception %.0f ns at least; of it IRET %.0f ns\n", exception, shortest(return_in_ring));
#else
	printf("exception %.0f ns at most\n", exception);
#endif
	printf("tests/bench/run --model %.2f,%.0f\n", instruction, exception);
	return 0;
}
