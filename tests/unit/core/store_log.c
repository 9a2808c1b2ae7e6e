/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* store_log.c - what the compiler calls for each access of instrumented code. This file is not instrumented. */
#define _GNU_SOURCE
#include "store_log.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dtrace/compiler.h>

#include "os/os.h"

#define LINES 4096u /* that one CPU can note; a power of two */

struct noted {
	uintptr_t line; /* address / STORE_LOG_LINE; 0: free */
	void *code;     /* the first that stored there */
};

static struct log {
	struct noted lines[LINES];
	unsigned int count;
} logs[STORE_LOG_CPUS];

static __thread struct {
	struct log *log; /* NULL: this thread does not log */
	struct store_log_cost cost;
	uintptr_t stack, stack_end;
} self;

/* ---- the log --------------------------------------------------------------------------------- */

/* Where a line is, or would be. */
static struct noted *look_up(struct log *log, uintptr_t line)
{
	uintptr_t at = line * 0x9e3779b1u;

	while (log->lines[at % LINES].line != 0 && log->lines[at % LINES].line != line)
		at++;
	return &log->lines[at % LINES];
}

static void note(uintptr_t line, void *code)
{
	struct noted *noted = look_up(self.log, line);

	if (noted->line != 0)
		return;
	if (self.log->count == LINES / 2) {
		fprintf(stderr, "store_log: more than %u lines\n", LINES / 2);
		abort();
	}
	noted->line = line;
	noted->code = code;
	self.log->count++;
}

static void loaded(void)
{
	self.cost.accesses++;
}

static void stored(void *addr, size_t size, void *code)
{
	uintptr_t from = (uintptr_t)addr, line;

	self.cost.accesses++;
	self.cost.stores++;
	if (self.log == NULL || (from >= self.stack && from < self.stack_end))
		return;
	for (line = from / STORE_LOG_LINE; line <= (from + size - 1) / STORE_LOG_LINE; line++)
		note(line, code);
}

void store_log_begin(unsigned int cpu)
{
	pthread_attr_t attributes;
	void *stack;
	size_t size;

	memset(&self.cost, 0, sizeof(self.cost));
	if (cpu == STORE_LOG_COUNTS)
		return;
	if (cpu >= STORE_LOG_CPUS || pthread_getattr_np(pthread_self(), &attributes) != 0)
		abort();
	pthread_attr_getstack(&attributes, &stack, &size);
	pthread_attr_destroy(&attributes);
	self.stack = (uintptr_t)stack;
	self.stack_end = self.stack + size;
	self.log = &logs[cpu];
}

struct store_log_cost store_log_end(void)
{
	struct store_log_cost cost = self.cost;

	self.log = NULL;
	return cost;
}

void store_log_reset(void)
{
	memset(logs, 0, sizeof(logs));
}

unsigned int store_log_lines(unsigned int cpu)
{
	return logs[cpu].count;
}

/* The first CPU before @cpu that has stored to a line; @cpu: none. */
static unsigned int earlier(unsigned int cpu, uintptr_t line)
{
	unsigned int other;

	for (other = 0; other < cpu; other++) {
		if (look_up(&logs[other], line)->line != 0)
			break;
	}
	return other;
}

unsigned int store_log_shared(void)
{
	unsigned int cpu, other, at, count = 0;
	const struct noted *noted;

	for (cpu = 1; cpu < STORE_LOG_CPUS; cpu++) {
		for (at = 0; at < LINES; at++) {
			noted = &logs[cpu].lines[at];
			other = noted->line == 0 ? cpu : earlier(cpu, noted->line);
			if (other == cpu)
				continue;
			if (count++ < 8)
				fprintf(stderr, "line %#zx: CPU %u at %p, CPU %u at %p\n",
					(size_t)noted->line * STORE_LOG_LINE, other,
					look_up(&logs[other], noted->line)->code, cpu, noted->code);
		}
	}
	return count;
}

/* ---- memory as the kernel hands it out ------------------------------------------------------- */

#define BLOCK_LARGE \
	4096u /* bytes: larger blocks have pages of their own, smaller ones share one with others of their size */

static pthread_mutex_t blocks_lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
	uint8_t *next;
	size_t left; /* bytes */
} blocks_of[13];     /* by the power of two */

static void *pages(size_t size)
{
	void *memory = NULL;

	if (posix_memalign(&memory, BLOCK_LARGE, size) != 0)
		abort();
	memset(memory, 0, size);
	return memory;
}

/* Everything is kept, for the leak checker too: a line that is used for two things in turn would be a false alarm. */
static struct kept {
	struct kept *next;
	void *memory;
} * all;

static void *keep(void *memory)
{
	struct kept *kept = malloc(sizeof(*kept));

	if (kept == NULL)
		abort();
	kept->next = all;
	kept->memory = memory;
	all = kept;
	return memory;
}

void *__wrap_os_alloc(size_t size);
void *__wrap_os_alloc(size_t size)
{
	unsigned int power = 4;
	uint8_t *block;

	while (1u << power < size && 1u << power < BLOCK_LARGE)
		power++;
	pthread_mutex_lock(&blocks_lock);
	if (size > BLOCK_LARGE) {
		block = keep(pages(DT_ROUNDUP(size, (size_t)BLOCK_LARGE)));
	} else {
		if (blocks_of[power].left == 0) {
			blocks_of[power].next = keep(pages(BLOCK_LARGE));
			blocks_of[power].left = BLOCK_LARGE;
		}
		block = blocks_of[power].next;
		blocks_of[power].next += 1u << power;
		blocks_of[power].left -= 1u << power;
	}
	pthread_mutex_unlock(&blocks_lock);
	return block;
}

void __wrap_os_free(void *memory);
void __wrap_os_free(void *memory)
{
}

/* ---- what the compiler calls ----------------------------------------------------------------- */

#define CODE __builtin_return_address(0)

#define PLAIN(size)                                    \
	void __tsan_read##size(void *addr);            \
	void __tsan_read##size(void *addr)             \
	{                                              \
		loaded();                              \
	}                                              \
	void __tsan_unaligned_read##size(void *addr);  \
	void __tsan_unaligned_read##size(void *addr)   \
	{                                              \
		loaded();                              \
	}                                              \
	void __tsan_write##size(void *addr);           \
	void __tsan_write##size(void *addr)            \
	{                                              \
		stored(addr, size, CODE);              \
	}                                              \
	void __tsan_unaligned_write##size(void *addr); \
	void __tsan_unaligned_write##size(void *addr)  \
	{                                              \
		stored(addr, size, CODE);              \
	}

PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

void __tsan_init(void);
void __tsan_init(void)
{
}

void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller)
{
	loaded();
}

void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
}

void __tsan_read_range(void *addr, size_t size);
void __tsan_read_range(void *addr, size_t size)
{
	self.cost.accesses += (size + 7) / 8;
}

void __tsan_write_range(void *addr, size_t size);
void __tsan_write_range(void *addr, size_t size)
{
	self.cost.accesses += (size + 7) / 8;
	self.cost.stores += (size + 7) / 8;
	if (size != 0)
		stored(addr, size, CODE);
}

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

#define CHANGE(bits, name, builtin)                                                                         \
	uint##bits##_t __tsan_atomic##bits##_##name(uint##bits##_t *addr, uint##bits##_t value, int order); \
	uint##bits##_t __tsan_atomic##bits##_##name(uint##bits##_t *addr, uint##bits##_t value, int order)  \
	{                                                                                                   \
		stored(addr, sizeof(*addr), CODE);                                                          \
		return builtin(addr, value, __ATOMIC_SEQ_CST);                                              \
	}

#define COMPARE(bits, name)                                                                                           \
	int __tsan_atomic##bits##_compare_exchange_##name(uint##bits##_t *addr, uint##bits##_t *expected,             \
							  uint##bits##_t value, int order, int otherwise);            \
	int __tsan_atomic##bits##_compare_exchange_##name(uint##bits##_t *addr, uint##bits##_t *expected,             \
							  uint##bits##_t value, int order, int otherwise)             \
	{                                                                                                             \
		stored(addr, sizeof(*addr), CODE);                                                                    \
		return __atomic_compare_exchange_n(addr, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	}

#define ATOMIC(bits)                                                                                               \
	uint##bits##_t __tsan_atomic##bits##_load(const uint##bits##_t *addr, int order);                          \
	uint##bits##_t __tsan_atomic##bits##_load(const uint##bits##_t *addr, int order)                           \
	{                                                                                                          \
		loaded();                                                                                          \
		return __atomic_load_n(addr, __ATOMIC_SEQ_CST);                                                    \
	}                                                                                                          \
	void __tsan_atomic##bits##_store(uint##bits##_t *addr, uint##bits##_t value, int order);                   \
	void __tsan_atomic##bits##_store(uint##bits##_t *addr, uint##bits##_t value, int order)                    \
	{                                                                                                          \
		stored(addr, sizeof(*addr), CODE);                                                                 \
		__atomic_store_n(addr, value, __ATOMIC_SEQ_CST);                                                   \
	}                                                                                                          \
	uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(uint##bits##_t *addr, uint##bits##_t expected,   \
								  uint##bits##_t value, int order, int otherwise); \
	uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(uint##bits##_t *addr, uint##bits##_t expected,   \
								  uint##bits##_t value, int order, int otherwise)  \
	{                                                                                                          \
		stored(addr, sizeof(*addr), CODE);                                                                 \
		__atomic_compare_exchange_n(addr, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
		return expected;                                                                                   \
	}                                                                                                          \
	CHANGE(bits, exchange, __atomic_exchange_n)                                                                \
	CHANGE(bits, fetch_add, __atomic_fetch_add)                                                                \
	CHANGE(bits, fetch_sub, __atomic_fetch_sub)                                                                \
	CHANGE(bits, fetch_and, __atomic_fetch_and)                                                                \
	CHANGE(bits, fetch_or, __atomic_fetch_or)                                                                  \
	CHANGE(bits, fetch_xor, __atomic_fetch_xor)                                                                \
	COMPARE(bits, strong)                                                                                      \
	COMPARE(bits, weak)

ATOMIC(8)
ATOMIC(16)
ATOMIC(32)
ATOMIC(64)
