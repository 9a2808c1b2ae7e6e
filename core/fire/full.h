/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* full.h - an ECB of any kind. fire.h, which comes to it, does the most frequent ones itself. */
#ifndef CORE_FIRE_FULL_H
#define CORE_FIRE_FULL_H

#include <stdbool.h>

struct dt_ecb;
struct dt_firing;
struct dt_ledger;
struct dt_probe;
struct dt_state_cpu;

/*
 * dt_fire_fully - an ECB of any kind: its predicate, its record, its actions.
 * args:    all borrowed; @ledger and @sc this CPU's; @tested: the predicate is a test, and holds.
 * context: probe context; the firing is counted.
 */
void dt_fire_fully(struct dt_ledger *ledger, struct dt_probe *probe, const struct dt_ecb *ecb, struct dt_state_cpu *sc,
		   const struct dt_firing *firing, bool tested);

#endif
