/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fire.h - a probe fires: its ECBs, one after the other.
 *
 * Most programs have a test and count under constant keys. That is done here, inline, and is so compiled into the
 * functions that fire sites (core/site/trap.h): as a call it would take a sixth more instructions. Providers call
 * dt_probe_fire() (dtrace/provider.h), which does the same. Everything else is in direct.h and full.h.
 */
#ifndef CORE_FIRE_H
#define CORE_FIRE_H

#include <dtrace/provider.h>

#include "core/dif/dif.h"
#include "core/enabling/enabling.h"
#include "core/fire/direct.h"
#include "core/fire/full.h"
#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/state/state.h"
#include "os/os.h"

#define DT_STALL_PERIOD 1024 /* firings on a CPU between two looks for a stall */

/* ---- what is rare (fire.c). Context: probe context ------------------------------------------- */

/*
 * dt_walk_count_several - the counts of an ECB that has more than one.
 * args:    @ledger this CPU's.
 * return:  false, with nothing counted: a key is not in the cache.
 */
bool dt_walk_count_several(const struct dt_agghalf *half, const struct dt_ecb *ecb, struct dt_ledger *ledger);

/*
 * dt_walk_passed_over - whether this ECB must not run now. It is asked where the consumer does not simply trace on all
 * CPUs, or the probe is a special one.
 */
bool dt_walk_passed_over(const struct dt_cpu *self, const struct dt_ecb *ecb, uint32_t activity,
			 const struct dt_probe *probe);

/*
 * dt_walk_fully - a clause that dt_fire_direct() leaves alone, already counted as fired. It finds the plan and this
 * CPU's part again, so that the walk need not keep them in registers, which it would have to save.
 */
void dt_walk_fully(struct dt_cpu *self, struct dt_probe *probe, const struct dt_ecb *ecb,
		   const struct dt_firing *firing);

/* dt_walk_untested - the predicate is a test that faults: run it on the machine, which records the fault. */
void dt_walk_untested(struct dt_cpu *self, struct dt_probe *probe, const struct dt_ecb *ecb,
		      const struct dt_firing *firing);

/*
 * dt_walk_stall - ends consumers that stall the machine. Called once in DT_STALL_PERIOD firings: reading the clock at
 * each one is too expensive, and a probe that stalls the machine fires often.
 */
void dt_walk_stall(struct dt_probe *probe);

/*
 * dt_walk_nested - count a firing that is not run: it came inside another one on this CPU, or an assertion has failed.
 */
void dt_walk_nested(struct dt_cpu *self, struct dt_probe *probe);

/* dt_walk_special - the ECBs of BEGIN, END or ERROR, for the consumer self->target alone. */
void dt_walk_special(struct dt_cpu *self, struct dt_probe *probe, const struct dt_firing *firing);

/* ---- the walk -------------------------------------------------------------------------------- */

/*
 * Fills the caller's firing from what @of points to. It is called just before something reads the firing, which counts
 * do not; it may be called several times.
 */
typedef void dt_walk_make_fn(const void *of);

/* For a firing that is there. */
DT_PROBE_INLINE void dt_walk_made(const void *of)
{
	(void)of;
}

/*
 * A clause of one count, under a key that is in the cache. Returns false, with nothing counted, when it is not. An ECB
 * with cache entries always has a buffer.
 */
DT_PROBE_INLINE bool dt_walk_count(const struct dt_state_cpu *sc, const struct dt_ecb *ecb)
{
	const struct dt_agghalf *half = sc->agg.active;
	size_t cell = half->cache[ecb->cache];

	if (DT_UNLIKELY(cell == 0))
		return false;
	((uint64_t *)half->table.data)[cell - 1]++;
	return true;
}

/*
 * One ECB. Each value that lives across a call takes a register that has to be saved: so the probe is read where it is
 * needed, the plan again after the test, and what comes after the direct forms finds out everything again.
 */
DT_PROBE_INLINE void dt_walk_ecb(struct dt_cpu *self, struct dt_probe *const *probe_at, const struct dt_ecb *ecb,
				 const struct dt_firing *firing, dt_walk_make_fn *make, const void *of, bool special)
{
	const struct dt_plan *plan = ecb->plan;
	uint32_t activity = DT_LOAD_ACQUIRE(&plan->state->activity);
	struct dt_ledger *ledger;
	struct dt_state_cpu *sc;
	DT_UNINITIALIZED uint64_t value;

	if (DT_UNLIKELY(activity != DT_ACTIVITY_ACTIVE || special)) {
		if (dt_walk_passed_over(self, ecb, activity & ~DT_ACTIVITY_CHOOSY, DT_READ_ONCE(*probe_at)))
			return;
		plan = DT_READ_ONCE(ecb->plan);
	}
	/* not rare, but what has a test has more to do than to jump */
	if (DT_UNLIKELY(plan->test.kind != DT_TEST_NONE)) {
		if (plan->test.kind == DT_TEST_ARG)
			make(of);
		if (DT_UNLIKELY(!dt_test_value(&plan->test, probe_at, firing, &value))) {
			dt_walk_untested(self, DT_READ_ONCE(*probe_at), ecb, firing);
			return;
		}
		plan = DT_READ_ONCE(ecb->plan);
		if (!dt_test_holds(&plan->test, value)) {
			ledger = &plan->ledger[self->id];
			ledger->fired++;
			ledger->predicated++;
			return;
		}
	}
	ledger = &plan->ledger[self->id];
	ledger->fired++;
	sc = DT_LOAD_ACQUIRE(&plan->state->cpus[self->id]);
	if (DT_UNLIKELY(sc == NULL)) {
		ledger->dropped[DT_DROP_CPU]++;
		return;
	}
	if (DT_LIKELY(ecb->counts == 1) && DT_LIKELY(dt_walk_count(sc, ecb))) {
		ledger->recorded++;
		return;
	}
	if (ecb->counts > 1) {
		if (dt_walk_count_several(sc->agg.active, ecb, ledger))
			return;
		make(of);
	} else {
		make(of);
		if (dt_fire_direct(ecb, sc, ledger, DT_READ_ONCE(*probe_at), firing))
			return;
	}
	dt_walk_fully(self, DT_READ_ONCE(*probe_at), ecb, firing);
}

/* dt_walk_cpu - a CPU by its id. Context: any. */
DT_PROBE_INLINE struct dt_cpu *dt_walk_cpu(unsigned long cpu)
{
	return &dt_framework.cpus[cpu];
}

/*
 * dt_walk - fire a probe on this CPU.
 * args:    @self this CPU (dt_walk_cpu); @probe_at where the probe is found, each time that it is wanted; @firing made
 *          by @make(@of) when it is wanted; @special: the probe is BEGIN, END or ERROR, and @firing is there.
 * return:  the CPU's id.
 * context: probe context, interrupts off.
 */
DT_PROBE_INLINE uint32_t dt_walk(struct dt_cpu *self, struct dt_probe *const *probe_at, const struct dt_firing *firing,
				 dt_walk_make_fn *make, const void *of, bool special)
{
	const struct dt_ecb *ecb;

	if (DT_UNLIKELY(self->in_probe | DT_READ_ONCE(dt_framework.broken))) {
		dt_walk_nested(self, DT_READ_ONCE(*probe_at));
		return self->id;
	}
	DT_WRITE_ONCE(self->in_probe, 1);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	self->firings++;
	if (DT_UNLIKELY(--self->stall_in == 0)) {
		self->stall_in = DT_STALL_PERIOD;
		dt_walk_stall(DT_READ_ONCE(*probe_at));
	}
	if (special)
		dt_walk_special(self, DT_READ_ONCE(*probe_at), firing);
	else
		for (ecb = DT_LOAD_ACQUIRE(&DT_READ_ONCE(*probe_at)->ecbs); ecb != NULL;
		     ecb = DT_LOAD_ACQUIRE(&ecb->next))
			dt_walk_ecb(self, probe_at, ecb, firing, make, of, false);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	DT_WRITE_ONCE(self->in_probe, 0);
	return self->id;
}

/*
 * dt_fire_special - fire BEGIN or END for one consumer on this CPU.
 * return:  the CPU.
 * context: process or irq.
 */
uint32_t dt_fire_special(struct dt_state *state, struct dt_probe *probe);

#endif
