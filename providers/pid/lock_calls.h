/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * lock_calls.h - calls of functions of locks that threads of one process are in.
 *
 * Theory. At a function's return its arguments are gone, and a wait in the kernel does not say which function
 * waits. So each call is kept here from its entry to its return.
 *
 *      set = hash of the thread      [state][state]...[state]     0: free; 1: being written; else a tag
 *                                    [call ][call ]...[call ]     thread, stack pointer, lock, function
 *
 * One such function may be made of others: musl's pthread_cond_wait() calls pthread_mutex_unlock(), its
 * pthread_mutex_lock() ends in a jump to pthread_mutex_timedlock(). The outer one is what the program called,
 * and what it called counts. A call is inner when it is about the same lock and a little deeper on the stack; or
 * when the outer one jumped to it: at the same stack pointer, for the same kind of work.
 *
 * Some calls never return here: a thread is cancelled in pthread_cond_wait(), or leaves by longjmp(). Its
 * stack shows that: it is above the call later on, or at the same place with other work. The call is dropped then; when
 * the thread ends, too, if the caller learns of it.
 *
 * The memory is fixed; a call for which there is no room is counted. Nobody but the thread itself changes its calls;
 * threads of one set race for free ones by compare-and-swap.
 */
#ifndef PROVIDERS_PID_LOCK_CALLS_H
#define PROVIDERS_PID_LOCK_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#define LOCK_CALLS_SETS 512
#define LOCK_CALLS_WAYS 8
#define LOCK_CALLS_NEAR \
	2048 /* bytes of stack that a function of a C library takes at most until it calls another one */

/* One call. */
struct lock_call {
	uint64_t thread; /* OS_FACT_THREAD_KEY */
	uint64_t sp;     /* at the entry, and at the return again */
	uint64_t lock;
	const void *function;
	uint8_t work; /* calls of one function by a jump have the same */
	bool has_waited, is_spinning;
};

struct lock_calls;

/* lock_calls_create / lock_calls_destroy - none. NULL: no memory; destroy accepts it. Context: process. */
struct lock_calls *lock_calls_create(void);
void lock_calls_destroy(struct lock_calls *calls);

enum lock_calls_entered {
	LOCK_CALLS_OUTER, /* it is what the program called: *@ret is kept, if the caller asked for that */
	LOCK_CALLS_INNER, /* part of another call */
	LOCK_CALLS_FULL,  /* as OUTER, but there was no room; it is counted */
};

/*
 * lock_calls_enter - a thread enters a function.
 * args:    @call is copied; @ret NULL: it is not kept.
 * context: probe context, interrupts off; so are the next three.
 */
enum lock_calls_entered lock_calls_enter(struct lock_calls *calls, const struct lock_call *call,
					 struct lock_call **ret);

/*
 * lock_calls_leave - a thread returns from a function.
 * args:    *@ret is the call, which is gone then.
 * return:  false: its entry was not seen, or it is an inner one.
 */
bool lock_calls_leave(struct lock_calls *calls, uint64_t thread, uint64_t sp, struct lock_call *ret);

/* lock_calls_next - the calls of a thread, one after the other; @after NULL: the first. Return: NULL: no more. */
struct lock_call *lock_calls_next(struct lock_calls *calls, uint64_t thread, const struct lock_call *after);

/* lock_calls_end - a thread ends. */
void lock_calls_end(struct lock_calls *calls, uint64_t thread);

/* lock_calls_forget - drop the calls of a function. Context: process; no thread enters or leaves it. */
void lock_calls_forget(struct lock_calls *calls, const void *function);

/* lock_calls_used / lock_calls_full - calls at this moment; how often there was no room. Context: process. */
unsigned int lock_calls_used(const struct lock_calls *calls);
unsigned long lock_calls_full(const struct lock_calls *calls);

#endif
