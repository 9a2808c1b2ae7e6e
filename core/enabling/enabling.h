/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* enabling.h - from a program to probes that fire: DOF, plans, ECBs. The one header of this room for the others. */
#ifndef CORE_ENABLING_H
#define CORE_ENABLING_H

#include <stdint.h>

#include "core/enabling/dof.h"
#include "core/enabling/ecb.h"
#include "core/enabling/plan.h"
#include "core/probe/probe.h"

/*
 * dt_enabling_match - find the probes of @count new plans, have those armed that were not (one
 * batch per provider), and attach ECBs to the armed ones. Plans with many probes are handled one by
 * one, and the lock is free in between, so that other consumers need not wait for the last of them.
 * args:    plans in the order in which their ECBs should run; *@result is added to.
 * return:  0; -OS_ENOMEM; -OS_EINTR: the process is about to be killed; -OS_EIO: an assertion has
 *          failed. After an error some ECBs may have been attached, dt_enabling_unmatch() takes
 *          them away.
 * context: [S], [F] not held, may sleep.
 */
int dt_enabling_match(struct dt_plan *const *plans, uint32_t count, struct dt_enable_result *result);

/* Probes that a description means by what the consumer says, not by their names. */
struct dt_meant {
	const struct dtrace_probedesc *desc;
	struct dt_probe **probes; /* by id */
	size_t count;
};

/*
 * dt_enabling_match_new - the same for probes that have come: those with ids >= @first, and those
 * that are there again. Plans that dt_enabling_match() has not come to yet are passed over.
 * args:    @meant, or NULL: plans of its description match its probes, too, whether they have come or were there.
 * return:  0; -OS_ENOMEM: some ECBs may be missing.
 * context: [F] held, may sleep.
 */
int dt_enabling_match_new(struct dt_plan *const *plans, uint32_t count, uint32_t first, const struct dt_meant *meant,
			  struct dt_enable_result *result);

/*
 * dt_enabling_go - call ops->go (provider.h) of the providers of all attached ECBs: their consumer
 * begins to trace.
 * return:  0 or the first negative errno.
 * context: [F] held, may sleep.
 */
int dt_enabling_go(struct dt_plan *const *plans, uint32_t count);

/*
 * dt_enabling_unmatch - detach all ECBs of @count plans and disarm the probes that no plan uses any
 * more (one batch per provider); when it returns no firing uses them. Their memory stays until
 * dt_plan_destroy().
 * context: [F] held, may sleep.
 */
void dt_enabling_unmatch(struct dt_plan *const *plans, uint32_t count);

/*
 * dt_state_sees - whether a probe is there for a consumer: a limited one (core/rights/rights.h) has those of a
 * process only when it has named it, and none of the kernel's. Context: [F] held.
 */
bool dt_state_sees(const struct dt_state *state, const struct dt_probe *probe);

/*
 * dt_plan_denied - what a plan's program has that its consumer has no right to.
 * return:  NULL: nothing; else state->reason with the name, "stack()".
 * context: process, [S].
 */
const char *dt_plan_denied(const struct dt_plan *plan);

#endif
