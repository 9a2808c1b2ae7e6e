/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * direct.h - clauses that need no struct fire: what most programs consist of.
 *
 *   plan->direct   the clause                                                             for instance
 *   COUNT          counts by one number                                                   @[pid] = count()
 *   CONSTANT       one aggregation of a number, its key constant                          @ = quantize(arg0)
 *   KEYED          one aggregation of a number, by one number or execname                 @[execname] = count()
 *   RECORD         records numbers                                                        trace(arg0)
 *   FORMULAS       formulas (core/dif/quick.h) and aggregations with constant keys; a     self->ts = timestamp
 *                  formula as predicate
 *
 * A number here is a fact about the task, or an argument. All of them are found before anything is written; where one
 * cannot be, or a buffer has no room, or a constant key is new, nothing has happened, and full.c does the clause in
 * full. Formulas are computed in their order; only the predicate and the first one may fault, and that one not when the
 * predicate stores.
 */
#ifndef CORE_FIRE_DIRECT_H
#define CORE_FIRE_DIRECT_H

#include <stdbool.h>

#include <dtrace/compiler.h>

struct dt_ecb;
struct dt_firing;
struct dt_ledger;
struct dt_probe;
struct dt_state_cpu;

/*
 * dt_fire_prepare - set this CPU's machine up for a clause: of a new firing, or of the one that it is set up for.
 * context: probe context.
 */
void dt_fire_prepare(struct dt_state_cpu *sc, const struct dt_ecb *ecb, struct dt_probe *probe,
		     const struct dt_firing *firing);

/*
 * dt_fire_direct - one ECB, if it is such a clause, and its predicate has held if that is a test.
 * args:    all borrowed; @sc and @ledger this CPU's.
 * return:  true: done, and counted in @ledger; false: nothing has happened.
 * context: probe context.
 */
DT_BY_NAME bool dt_fire_direct(const struct dt_ecb *ecb, struct dt_state_cpu *sc, struct dt_ledger *ledger,
			       struct dt_probe *probe, const struct dt_firing *firing);

#endif
