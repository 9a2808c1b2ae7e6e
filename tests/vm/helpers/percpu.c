/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * percpu.c - threads that add to counters of their CPUs by restartable sequences (rseq(2)): an addition that is lost means
 * that the kernel did not know that a thread was inside one.
 *
 *     percpu THREADS COUNT   says `ready`, and after a line `sum N restarts N`; or `none`: not for this CPU, or kernel. It
 *                            ends with its input
 *
 * The critical section is long, so that threads lose their CPUs in it.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/rseq.h>

#define CPUS 64

static struct {
	uint64_t count;
	char pad[56]; /* the assembly counts on 64 bytes */
} counters[CPUS];
static long count;

/* As the kernel's struct rseq: cpu_id is at 4, rseq_cs at 8. */
_Static_assert(offsetof(struct rseq, cpu_id) == 4 && offsetof(struct rseq, rseq_cs) == 8, "struct rseq");

/* Return: 0; 1: it was interrupted, and has added nothing. */
#if defined(__x86_64__)
__attribute__((noinline, noclone, visibility("default"))) int percpu_add(struct rseq *rseq)
{
	__asm__ volatile goto(".pushsection __rseq_cs, \"aw\"\n"
			      "	.balign 32\n"
			      "3:	.long 0, 0\n"
			      "	.quad 1f, 2f - 1f, 4f\n"
			      ".popsection\n"
			      "	leaq 3b(%%rip), %%rax\n"
			      "	movq %%rax, 8(%0)\n"
			      "1:	movl 4(%0), %%eax\n"
			      "	shlq $6, %%rax\n"
			      "	movq (%1, %%rax), %%rcx\n"
			      "	movl $40, %%edx\n"
			      "5:	decl %%edx\n"
			      "	jnz 5b\n"
			      "	incq %%rcx\n"
			      "	movq %%rcx, (%1, %%rax)\n"
			      "2:\n"
			      ".pushsection .text.restart, \"ax\"\n"
			      "	.byte 0x0f, 0xb9, 0x3d\n"
			      "	.long %c2\n"
			      "4:	jmp %l[restart]\n"
			      ".popsection\n"
			      :
			      : "r"(rseq), "r"(counters), "i"(RSEQ_SIG)
			      : "rax", "rcx", "rdx", "cc", "memory"
			      : restart);
	return 0;
restart:
	return 1;
}
#elif defined(__aarch64__)
__attribute__((noinline, noclone, visibility("default"))) int percpu_add(struct rseq *rseq)
{
	__asm__ volatile goto(".pushsection __rseq_cs, \"aw\"\n"
			      "	.balign 32\n"
			      "3:	.long 0, 0\n"
			      "	.quad 1f, 2f - 1f, 4f\n"
			      ".popsection\n"
			      "	adrp x9, 3b\n"
			      "	add x9, x9, :lo12:3b\n"
			      "	str x9, [%0, #8]\n"
			      "1:	ldr w9, [%0, #4]\n"
			      "	add x9, %1, x9, lsl #6\n"
			      "	ldr x10, [x9]\n"
			      "	mov w11, #40\n"
			      "5:	sub w11, w11, #1\n"
			      "	cbnz w11, 5b\n"
			      "	add x10, x10, #1\n"
			      "	str x10, [x9]\n"
			      "2:\n"
			      ".pushsection .text.restart, \"ax\"\n"
			      "	.inst %c2\n"
			      "4:	b %l[restart]\n"
			      ".popsection\n"
			      :
			      : "r"(rseq), "r"(counters), "i"(RSEQ_SIG)
			      : "x9", "x10", "x11", "cc", "memory"
			      : restart);
	return 0;
restart:
	return 1;
}
#else
static int percpu_add(struct rseq *rseq)
{
	(void)rseq;
	return -1;
}
#endif

/* Return: how often it was interrupted; -1: there are no restartable sequences. */
static void *run(void *arg)
{
	struct rseq *rseq = (struct rseq *)((char *)__builtin_thread_pointer() + __rseq_offset);
	intptr_t restarts = 0;
	long left = count;
	int result;

	(void)arg;
	if (__rseq_size == 0)
		return (void *)-1;
	while (left > 0) {
		result = percpu_add(rseq);
		if (result < 0)
			return (void *)-1;
		restarts += result;
		left -= !result;
	}
	return (void *)restarts;
}

static void turn(int threads)
{
	pthread_t *thread = calloc((size_t)threads, sizeof(*thread));
	unsigned long long sum = 0, restarts = 0;
	void *result;

	for (int i = 0; i < CPUS; i++)
		counters[i].count = 0;
	for (int i = 0; thread && i < threads; i++) {
		if (pthread_create(&thread[i], NULL, run, NULL) != 0)
			exit(1);
	}
	for (int i = 0; thread && i < threads; i++) {
		pthread_join(thread[i], &result);
		if ((intptr_t)result < 0) {
			puts("none");
			exit(0);
		}
		restarts += (uintptr_t)result;
	}
	free(thread);
	for (int i = 0; i < CPUS; i++)
		sum += counters[i].count;
	printf("sum %llu restarts %llu\n", sum, restarts);
}

int main(int argc, char **argv)
{
	int threads = argc == 3 ? atoi(argv[1]) : 0;
	char line[16];

	if (threads < 1)
		return 2;
	count = strtol(argv[2], NULL, 10);
	setvbuf(stdout, NULL, _IOLBF, 0);
	puts("ready");
	while (fgets(line, sizeof(line), stdin)) {
		if (line[0] == 'g')
			turn(threads);
	}
	return 0;
}
