/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * vars.h - the variables of one consumer.
 *
 *   globals       one slot each, shared by all CPUs, unlocked
 *   clause-locals one slot each per CPU
 *   dynamic       associative arrays and thread-locals (scalars and arrays): one preallocated
 *                 space, hashed by variable id and key, with per-CPU free, dirty and rinsing lists;
 *                 assigning 0 frees
 *
 * Life: create; declare for every DIF object of every enabling; start (allocates); run; destroy.
 * The functions that the DIF machine uses inside a firing are in vars_impl.h.
 */
#ifndef CORE_VARS_H
#define CORE_VARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/dif.h>

struct dt_difo;
struct dt_vars;

/*
 * Losses of the dynamic space, as struct dtrace_status reports them; sums over all CPUs. A loss is
 * counted in one of the three.
 */
struct dt_vars_drops {
	/* no free chunk, nor any on its way to be free (or: the key did not fit in a chunk) */
	uint64_t dropped;
	uint64_t rinsing; /* ... while there were some on a rinsing list */
	uint64_t dirty;   /* ... while there were some on a dirty list, or freed and still in their chains */
};

/* dt_vars_create / dt_vars_destroy - return NULL without memory; destroy accepts NULL. Context: process. */
struct dt_vars *dt_vars_create(void);
void dt_vars_destroy(struct dt_vars *vars);

/*
 * dt_vars_declare - make room (later) for the variables that an object uses.
 * args:    @difo validated.
 * return:  0; -OS_EINVAL with *@reason_ret a constant tag when the object disagrees with earlier
 *          ones about a variable's kind, scope or size, or when tracing has started and its keys do
 *          not fit in the dynamic space as it is; -OS_ENOMEM. May be called while the consumer
 *          traces (later enablings): existing slots do not move then.
 * context: process.
 */
int dt_vars_declare(struct dt_vars *vars, struct dt_difo *difo, const char **reason_ret);

/*
 * dt_vars_keep / dt_vars_forget - what was declared since the last of either call (or since create)
 * stays, or was never declared: an enabling that is refused leaves nothing that could contradict a
 * later one. Nothing that forget takes away may have been seen by a probe's program.
 * context: process.
 */
void dt_vars_keep(struct dt_vars *vars);
void dt_vars_forget(struct dt_vars *vars);

/*
 * dt_vars_start - allocate: globals and locals at the string size of the consumer, the dynamic
 * space of @dynvarsize bytes.
 * return:  0 or -OS_ENOMEM (nothing allocated).
 * context: process, before any firing can use @vars.
 */
int dt_vars_start(struct dt_vars *vars, uint32_t strsize, size_t dynvarsize);

/*
 * dt_vars_clean - make freed chunks free again: calls os_sync() once when there is work. Context:
 * process, each cleanrate.
 */
void dt_vars_clean(struct dt_vars *vars);

/* dt_vars_drops - losses so far. Context: process. */
void dt_vars_drops(struct dt_vars *vars, struct dt_vars_drops *ret);

#endif
