/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * counter.h - events that the CPU or the kernel counts: a call each time that so many of them have
 * happened. Part of the contract of os.h.
 *
 * Theory. A counter counts one event on every CPU for itself. Each CPU calls when its own count has
 * reached the period, and begins again; what it has counted up to then is lost when the counter is
 * closed. Few can count at once where the CPU counts; those of the kernel have no limit.
 */
#ifndef OS_COUNTER_H
#define OS_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "os/os.h"

struct os_counter;

/* Whose events are counted. */
enum os_counter_mode { OS_COUNTER_ALL, OS_COUNTER_KERNEL, OS_COUNTER_USER };

/* The argument of a counter's function. */
struct os_overflow {
	struct isa_regs *regs; /* where the last event happened, or where that was noticed; NULL when unknown */
	bool user;             /* regs are those of user code */
};

/*
 * os_counter_each - names of events, each shorter than OS_COUNTER_NAME_MAX, without '-'. Not each of
 * them can be counted on each machine.
 * args:    @fn returns true to go on; its name lives as long as the call.
 * context: process.
 */
#define OS_COUNTER_NAME_MAX 32
void os_counter_each(bool (*fn)(void *arg, const char *name), void *arg);

/*
 * os_counter_open - a counter, which does not count yet; also on CPUs that come online later.
 * args:    @name one of os_counter_each(), or rHEX, the number by which this machine's CPU knows an
 *          event; @period events, > 0; @fn called with interrupts off, also from an interrupt that
 *          cannot be masked: probe context; @arg kept.
 * return:  0 and *@ret; -OS_ENOENT: nobody knows that event; -OS_EOPNOTSUPP: it cannot be counted
 *          here, or not in this mode; -OS_ENOMEM.
 * context: process, may sleep.
 */
int os_counter_open(const char *name, enum os_counter_mode mode, uint64_t period,
		    void (*fn)(void *arg, const struct os_overflow *overflow), void *arg, struct os_counter **ret);

/*
 * os_counter_go - begin to count; does nothing when it counts already.
 * return:  0; -OS_EBUSY: others use the CPU's counters.
 * context: process, may sleep.
 */
int os_counter_go(struct os_counter *counter);

/* os_counter_close - no call runs when it returns. NULL is accepted. Context: process, may sleep. */
void os_counter_close(struct os_counter *counter);

/*
 * os_counter_throttled - how often a CPU was stopped from counting for the rest of a tick, as its calls
 * were too many: events were not counted then. Of all counters since the start. Context: any.
 */
uint64_t os_counter_throttled(void);

#endif
