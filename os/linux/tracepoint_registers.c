/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracepoint_registers.c - the arguments of any tracepoint, on CPUs of 64 bits: each is one word, the
 * first ones in registers, others on the stack. A function with as many parameters takes them all.
 * It must not have more of them on the stack than there are: an interrupt's stack ends right after
 * the frame of the kernel function that passes a tracepoint, and what follows it is not mapped.
 */
#include "os/linux/tracepoint.h"

static_assert(sizeof(unsigned long) == sizeof(uint64_t), "an argument is one word");

/* So many are in registers on every CPU, after `data`; a tracepoint that has fewer leaves junk there. */
#define IN_REGISTERS 5

#define WORDS5       unsigned long a0, unsigned long a1, unsigned long a2, unsigned long a3, unsigned long a4
#define WORDS6       WORDS5, unsigned long a5
#define WORDS7       WORDS6, unsigned long a6
#define WORDS8       WORDS7, unsigned long a7
#define WORDS9       WORDS8, unsigned long a8
#define WORDS10      WORDS9, unsigned long a9

#define CALLED(count, words, ...)                                 \
	DT_PROBE_CTX static void called##count(void *data, words) \
	{                                                         \
		struct os_tracepoint_hook *hook = data;           \
		const uint64_t args[] = { __VA_ARGS__ };          \
                                                                  \
		hook->fn(hook, args);                             \
	}

CALLED(5, WORDS5, a0, a1, a2, a3, a4)
CALLED(6, WORDS6, a0, a1, a2, a3, a4, a5)
CALLED(7, WORDS7, a0, a1, a2, a3, a4, a5, a6)
CALLED(8, WORDS8, a0, a1, a2, a3, a4, a5, a6, a7)
CALLED(9, WORDS9, a0, a1, a2, a3, a4, a5, a6, a7, a8)
CALLED(10, WORDS10, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9)

static void *const called[] = { called5, called6, called7, called8, called9, called10 };

static_assert(IN_REGISTERS + ARRAY_SIZE(called) - 1 == OS_TRACEPOINT_ARGS, "a function for each number of arguments");

const char *linux_tracepoint_bind(struct os_tracepoint_hook *hook, void **fn_ret, void **data_ret)
{
	struct bpf_raw_event_map raw;

	hook->arg_count = IN_REGISTERS;
	if (linux_tracepoint_raw(hook->point, &raw))
		hook->arg_count = min_t(u32, raw.num_args, OS_TRACEPOINT_ARGS);
	*fn_ret = called[hook->arg_count > IN_REGISTERS ? hook->arg_count - IN_REGISTERS : 0];
	*data_ret = hook;
	return NULL;
}

void linux_tracepoint_unbind(void *data)
{
}
