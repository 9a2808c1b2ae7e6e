/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * locks.h - the provider plockstatN: mutexes, reader/writer locks and waits for conditions of process N.
 *
 *   plockstatN:MODULE:FUNCTION:mutex-acquire(lock, recursive)       rw-acquire(lock, writer)
 *                              mutex-release(lock, recursive)       rw-release(lock, writer)
 *                              mutex-block(lock)                    rw-block(lock, writer)
 *                              mutex-blocked(lock, success)         rw-blocked(lock, writer, success)
 *                              mutex-spin(lock)
 *                              mutex-spun(lock, success)
 *                              mutex-error(lock, errno)             rw-error(lock, writer, errno)
 *
 * Theory. C libraries for Linux have no probes of their own at locks, and the functions that wait have no
 * symbols. What is there: the entry and the returns of the functions that programs call, and the kernel, which
 * is asked to wait.
 *
 *      entry    (lock is the argument)   UNLOCK, COND_WAIT: release.   ADAPTIVE and HELD: spin
 *      futex    on an address in it      spun, failed.   block: the first time
 *      return   of 0                     spun.   blocked, with success.   acquire
 *      return   of anything else         spun, blocked, failed.   error, unless it says busy or too late
 *
 * Each call is kept from its entry to its return (lock_calls.h). Functions and layouts are the consumer's affair
 * (DTRACEIOC_PROCESS): nothing is known here of any C library.
 *
 *      pid_process --> pid_locks --> pid_lock, one for each function --> pid_sites: entry, returns
 *                          |             +--> pid_lock_event, one for each of its probes
 *                          +--> lock_calls
 *                          +--> hooks: system calls, while a probe is armed that needs them; ends of threads
 */
#ifndef PROVIDERS_PID_LOCKS_H
#define PROVIDERS_PID_LOCKS_H

#include "os/tracepoint.h"
#include "providers/pid/lock_calls.h"
#include "providers/pid/pid.h"

enum pid_lock_event_kind {
	PID_LOCK_ACQUIRE,
	PID_LOCK_RELEASE,
	PID_LOCK_BLOCK,
	PID_LOCK_BLOCKED,
	PID_LOCK_SPIN,
	PID_LOCK_SPUN,
	PID_LOCK_ERROR,
	PID_LOCK_EVENTS
};

struct pid_lock;

/* One probe. */
struct pid_lock_event {
	struct pid_lock *lock;
	struct dt_probe *probe; /* while it is enabled */
	bool is_made;
};

/* A function. */
struct pid_lock {
	struct pid_process *process;
	struct pid_lock *next, **link; /* of the process */
	struct pid_sites *sites;
	struct pid_lock_event events[PID_LOCK_EVENTS];
	struct dtrace_processlock how;
	uint32_t site_count;
	uint32_t probe_count; /* that are made */
	bool is_rw, is_writer;
	bool is_kept; /* its calls are kept: its returns are armed */
};

enum pid_lock_hook { PID_LOCK_WAITS, PID_LOCK_ENDS, PID_LOCK_HOOKS };

#define PID_LOCK_CALLS 2 /* system calls that wait, of each ABI: with times of 32 and of 64 bits */

struct pid_locks {
	struct lock_calls *calls;
	struct pid_lock *all;
	struct os_tracepoint_hook hooks[PID_LOCK_HOOKS];
	unsigned int numbers[OS_SYSCALL_ABIS][PID_LOCK_CALLS]; /* of futex, plus 1; 0: none */
	unsigned long unread;                                  /* entries whose lock could not be read */
	unsigned long full;                                    /* of the calls, when they have ended */
};

/*
 * pid_locks_create / pid_locks_destroy - of a process, which has no functions left when they are destroyed.
 * Context: process.
 */
struct pid_locks *pid_locks_create(void);
void pid_locks_destroy(struct pid_locks *locks);

/*
 * pid_locks_add - as dt_process_ops.add, of plockstat. pid_locks_disarm_all - no probe of it fires any more.
 * pid_locks_report - what the process has of it. pid_locks_ops - of each plockstatN. pid_locks_lost - how many calls
 * have missed events, since the process was made.
 * Context: process, [F] held; pid_locks_lost: any.
 */
uint64_t pid_locks_lost(const struct pid_process *process);

/*
 * pid_locks_end - the memory of the process is gone, and no probe of it fires any more: what its threads' calls took
 * is given back. Its losses stay.
 * context: process; one at a time with pid_locks_lost() and pid_locks_report().
 */
void pid_locks_end(struct pid_process *process);
int pid_locks_add(struct pid_process *process, const struct dt_process_probe *from, uint32_t limit, uint32_t *made,
		  uint32_t *added);
void pid_locks_disarm_all(struct pid_process *process);
void pid_locks_report(const struct pid_process *process, struct dt_report *report);
extern const struct dt_provider_ops pid_locks_ops;

/*
 * lock_events.c:
 *
 * pid_lock_has - whether a function can have such an event; pid_lock_event_name - the probe's name.
 * pid_lock_entered, pid_lock_returned - dt_site_attachment.fire of an entry, of a return; data is the
 * struct pid_lock. pid_lock_waits, pid_lock_ends - os_tracepoint_hook.fn.
 */
bool pid_lock_has(const struct pid_lock *lock, enum pid_lock_event_kind event);
const char *pid_lock_event_name(const struct pid_lock *lock, enum pid_lock_event_kind event);
uint32_t pid_lock_entered(struct dt_site_attachment *attachment, struct dt_firing *firing);
uint32_t pid_lock_returned(struct dt_site_attachment *attachment, struct dt_firing *firing);
void pid_lock_waits(struct os_tracepoint_hook *hook, const uint64_t *args);
void pid_lock_ends(struct os_tracepoint_hook *hook, const uint64_t *args);

#endif
