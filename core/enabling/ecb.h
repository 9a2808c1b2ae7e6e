/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ecb.h - ECBs: one enabling on one probe.
 *
 *   probe a -> ecb -> ecb -> NULL        in the order of enabling: consumers, then clauses of a program
 *   probe b -> ecb -> NULL
 *
 * ECBs are allocated in blocks, one per plan and batch. A firing walks probe->ecbs without a lock;
 * an ECB that is taken out of the list keeps its `next`, and its memory, until os_sync() has
 * returned. The first ECB of a list knows the last one, so that a thousand clauses on one probe are
 * appended without a walk.
 */
#ifndef CORE_ECB_H
#define CORE_ECB_H

#include <stdbool.h>
#include <stdint.h>

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
	/* [K] it fires only in processes of the consumer's own (core/rights/rights.h) */
	bool own_only;
	uint32_t probe_id; /* [K] */
	/* [K] entries in the caches, when all that the clause does is to count under constant keys; else 0 */
	uint32_t counts;
	struct dt_ecb *last; /* [F] of the first one in a list: the last one; else not used */
};

struct dt_ecb_block {
	struct dt_ecb_block *next;
	uint32_t count;
	struct dt_ecb ecbs[];
};

#endif
