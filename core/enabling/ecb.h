/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ecb.h - ECBs: one enabling on one probe.
 *
 *   probe a -> ecb -> ecb -> NULL        in the order of enabling: consumers, then clauses of a program
 *   probe b -> ecb -> NULL
 *
 * ECBs are allocated in blocks, one per plan and batch. A firing walks probe->ecbs without a lock;
 * an ECB that is taken out of the list keeps its `next`, and its memory, until os_sync() has
 * returned.
 */
#ifndef CORE_ECB_H
#define CORE_ECB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/ioctl.h>

struct dt_plan;
struct dt_probe;
struct dt_state;

#define DT_CACHE_NONE 0xffffffffu

struct dt_ecb {
	struct dt_ecb *next;    /* [P] on the same probe */
	struct dt_plan *plan;   /* [K] */
	struct dt_probe *probe; /* [F] NULL: not attached (any more); it may be gone */
	uint32_t epid;          /* [K] */
	/* [K] first of plan->cache_count entries in the CPUs' aggregation caches, or DT_CACHE_NONE */
	uint32_t cache;
	uint32_t probe_id; /* [K] */
	/* [K] entries in the caches, when all that the clause does is to count under constant keys; else 0 */
	uint32_t counts;
};

struct dt_ecb_block {
	struct dt_ecb_block *next;
	uint32_t count;
	struct dt_ecb ecbs[];
};

/* What an enabling came to. */
struct dt_enable_result {
	uint32_t matched; /* ECBs made */
	uint32_t refused; /* probes */
	uint32_t reasons;
	struct {
		const char *name;
		uint32_t count;
	} reason[DTRACE_REASON_MAX]; /* the last one stands for all further ones when there are more kinds */
};

/*
 * dt_enabling_match - find the probes of @count plans with ids >= @first, have those armed that
 * were not (one batch per provider), and attach ECBs to the armed ones.
 * args:    plans in the order in which their ECBs shall run; *@result is added to.
 * return:  0; -OS_ENOMEM: some ECBs may have been attached, dt_enabling_unmatch() takes them away.
 * context: [F] held, may sleep.
 */
int dt_enabling_match(struct dt_plan *const *plans, uint32_t count, uint32_t first, struct dt_enable_result *result);

/*
 * dt_enabling_go - tell the providers of all attached ECBs that their consumer begins (provider.h, ops->go).
 * return:  0 or the first negative errno.
 * context: [F] held, may sleep.
 */
int dt_enabling_go(struct dt_plan *const *plans, uint32_t count);

/*
 * dt_enabling_unmatch - detach all ECBs of @count plans, disarm what nobody wants any more (one
 * batch per provider); when it returns no firing uses them. Their memory stays until
 * dt_plan_destroy().
 * context: [F] held, may sleep.
 */
void dt_enabling_unmatch(struct dt_plan *const *plans, uint32_t count);

#endif
