/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * framework.h - the parts that exist once: the framework lock, the CPUs, the lists of providers and
 * consumers.
 *
 * Locks, in the order in which they are taken; each protected member is marked with its lock's
 * letter:
 *
 *   [S]  state->lock       one consumer's buffers, options and life; held during one ioctl of that consumer
 *   [F]  dt_framework.lock providers, probes, names, enablings, ECBs, and the list of consumers
 *   [C]  no lock: a CPU's own, touched on that CPU with interrupts off; by others only through os_xcall()
 *   [P]  written under [F], read in probe context: published with release, freed only after os_sync()
 *   [A]  atomic accesses from anywhere
 *   [K]  constant after it was made
 *
 * A provider's ops run with [F] held. The OS's module watcher takes [F] alone. Nothing takes [S] while it holds [F].
 */
#ifndef CORE_FRAMEWORK_H
#define CORE_FRAMEWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/provider.h>

#include "os/os.h"

struct dt_probe;
struct dt_provider;
struct dt_state;

#define DT_CPU_ERROR (1ull << 63)

/*
 * One CPU, for all consumers. The number of the running firing is firings | error, so that a firing
 * of ERROR has another number than the firing that failed.
 */
struct dt_cpu {
	uint32_t in_probe;       /* [C] this CPU is between the start and the end of a firing */
	uint32_t id;             /* [K] */
	unsigned long nested;    /* [A] firings inside a firing: not run */
	uint64_t firings;        /* [C] so far, those of ERROR excepted */
	uint64_t error;          /* [C] DT_CPU_ERROR while ERROR fires inside of a firing, else 0 */
	uint64_t errors;         /* [C] firings of ERROR */
	struct dt_state *target; /* [C] a special probe fires for this consumer only */
	uint32_t stall_in;       /* [C] firings until the clock is looked at */
	uint64_t chill_start;    /* [C] start of the second in which chill_used was spent */
	uint64_t chill_used;     /* [C] ns */
	uint64_t pad2[7];        /* CPUs do not write to each other's cache lines */
};

struct dt_framework {
	struct os_mutex lock;
	uint32_t owner;                             /* [A] thread that holds the lock, 0: nobody */
	unsigned int cpu_count;                     /* [K] */
	uint32_t broken;                            /* [A] an assertion has failed: nothing fires any more */
	uint32_t module_changes;                    /* [A] how often a module has come or gone; it wraps */
	struct dt_cpu *cpus;                        /* [K] one for each CPU id */
	struct dt_provider *providers;              /* [F] in order of registration */
	struct dt_state *states;                    /* [F] in the order in which they were opened */
	struct dt_state **states_end;               /* [F] where the next one is linked in */
	struct dt_probe *special[DT_SPECIAL_COUNT]; /* [F] */
	struct os_task break_task;                  /* takes everything apart after a failed assertion */
};

extern struct dt_framework dt_framework;

/*
 * dt_framework_init - the lock and the CPUs. Return: 0 or -OS_ENOMEM. dt_framework_fini - free
 * them; no provider and no consumer is left.
 * context: process, once.
 */
int dt_framework_init(void);
void dt_framework_fini(void);

/* dt_framework_lock / unlock - [F]. Context: process, not held by this thread. */
void dt_framework_lock(void);
void dt_framework_unlock(void);

/*
 * dt_xcall - os_xcall that keeps firings out: one that comes in the middle of @fn (from an NMI) is
 * counted as nested and not run.
 * Context: process.
 */
int dt_xcall(int cpu, void (*fn)(void *arg), void *arg);

/*
 * dt_framework_quiet - run @fn(@arg) here with interrupts off, and keep firings out, as dt_xcall does: it may hold what
 * firings wait for, as long as a firing might.
 * context: process; @fn runs in irq context.
 */
void dt_framework_quiet(void (*fn)(void *arg), void *arg);

/* dt_framework_held - whether this thread holds [F]. Context: process. */
bool dt_framework_held(void);

/*
 * dt_framework_enter / leave - [F] for functions that providers call from their ops (it is held)
 * and from outside (it is not).
 * return:  whether the lock was taken here: the argument for leave.
 * context: process.
 */
bool dt_framework_enter(void);
void dt_framework_leave(bool taken);

#endif
