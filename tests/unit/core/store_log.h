/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * store_log.h - the memory that the core touches, by CPU.
 *
 * The core is compiled with -fsanitize=thread, and store_log.c has the functions that the compiler then calls for each
 * load and store: there is no thread sanitizer. A thread that logs is one CPU. Each line that it stores to is noted
 * with the code that did; its own stack is left out.
 *
 * The kernel's allocator is part of the question, because small blocks of one size lie side by side: os_alloc() is
 * wrapped, and does as os/linux/alloc.c does, whose blocks are powers of two. No such block is used again.
 */
#ifndef TESTS_STORE_LOG_H
#define TESTS_STORE_LOG_H

#include <stdbool.h>
#include <stdint.h>

#define STORE_LOG_CPUS   64
#define STORE_LOG_LINE   64  /* bytes */
#define STORE_LOG_COUNTS ~0u /* instead of a CPU: only count, note no lines */

/* What a thread has done between begin and end. */
struct store_log_cost {
	uint64_t accesses; /* loads and stores, and functions entered */
	uint64_t stores;   /* of the accesses: what is written, on the stack or not */
};

/*
 * store_log_begin - from now on this thread logs, as @cpu. store_log_end - no more. Return: what was done in between.
 * The lines stay noted until store_log_reset().
 */
void store_log_begin(unsigned int cpu);
struct store_log_cost store_log_end(void);
void store_log_reset(void);

/* store_log_lines - how many lines @cpu has stored to. */
unsigned int store_log_lines(unsigned int cpu);

/*
 * store_log_shared - how many lines two CPUs or more have stored to; each is printed, with the addresses of the code.
 * Context: no thread logs.
 */
unsigned int store_log_shared(void);

#endif
