/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fire.c - what of a firing is rare, and the whole for those who call it. */
#include "core/fire/fire.h"

DT_PROBE_CTX bool dt_walk_count_several(const struct dt_agghalf *half, const struct dt_ecb *ecb,
					struct dt_ledger *ledger)
{
	uint64_t *base = (uint64_t *)half->table.data;
	const uint32_t *cache = &half->cache[ecb->cache];
	uint32_t i;

	for (i = 0; i < ecb->counts; i++) {
		if (cache[i] == 0)
			return false;
	}
	for (i = 0; i < ecb->counts; i++)
		base[cache[i] - 1]++;
	ledger->recorded++;
	return true;
}

/* Whether a consumer that is not simply tracing, or a special probe, fires now. See the drawing in state.h. */
static DT_PROBE_CTX bool may_fire(const struct dt_cpu *self, const struct dt_state *state, uint32_t activity,
				  uint8_t role)
{
	if (role != DT_ROLE_NORMAL && self->target != state)
		return false;
	switch (role) {
	case DT_ROLE_BEGIN:
		return activity == DT_ACTIVITY_WARMUP;
	case DT_ROLE_END:
		return activity == DT_ACTIVITY_COOLDOWN;
	case DT_ROLE_ERROR:
		return activity >= DT_ACTIVITY_WARMUP && activity <= DT_ACTIVITY_COOLDOWN;
	default:
		return activity == DT_ACTIVITY_ACTIVE;
	}
}

DT_PROBE_CTX bool dt_walk_passed_over(const struct dt_cpu *self, const struct dt_ecb *ecb, uint32_t activity,
				      const struct dt_probe *probe)
{
	const struct dt_state *state = ecb->plan->state;

	if (ecb->own_only && !os_subject_owns(state->subject))
		return true;
	if ((activity != DT_ACTIVITY_ACTIVE || probe->role != DT_ROLE_NORMAL) &&
	    !may_fire(self, state, activity, probe->role))
		return true;
	return state->cpu_only >= 0 && state->cpu_only != (int32_t)self->id && probe->role == DT_ROLE_NORMAL;
}

DT_PROBE_CTX void dt_walk_untested(struct dt_cpu *self, struct dt_probe *probe, const struct dt_ecb *ecb,
				   const struct dt_firing *firing)
{
	struct dt_state_cpu *sc = DT_LOAD_ACQUIRE(&ecb->plan->state->cpus[self->id]);
	struct dt_ledger *ledger = &ecb->plan->ledger[self->id];

	ledger->fired++;
	if (sc == NULL)
		ledger->dropped[DT_DROP_CPU]++;
	else
		dt_fire_fully(ledger, probe, ecb, sc, firing, false);
}

DT_PROBE_CTX void dt_walk_fully(struct dt_cpu *self, struct dt_probe *probe, const struct dt_ecb *ecb,
				const struct dt_firing *firing)
{
	const struct dt_plan *plan = ecb->plan;

	dt_fire_fully(&plan->ledger[self->id], probe, ecb, plan->state->cpus[self->id], firing,
		      plan->test.kind != DT_TEST_NONE);
}

DT_PROBE_CTX void dt_walk_stall(struct dt_probe *probe)
{
	uint64_t now = os_time_mono();
	const struct dt_ecb *ecb;

	for (ecb = DT_LOAD_ACQUIRE(&probe->ecbs); ecb != NULL; ecb = DT_LOAD_ACQUIRE(&ecb->next))
		dt_state_stalled(ecb->plan->state, now);
}

DT_PROBE_CTX void dt_walk_nested(struct dt_cpu *self, struct dt_probe *probe)
{
	__atomic_fetch_add(&self->nested, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&probe->nested, 1, __ATOMIC_RELAXED);
}

DT_PROBE_CTX void dt_walk_special(struct dt_cpu *self, struct dt_probe *probe, const struct dt_firing *firing)
{
	const struct dt_ecb *ecb;

	for (ecb = DT_LOAD_ACQUIRE(&probe->ecbs); ecb != NULL; ecb = DT_LOAD_ACQUIRE(&ecb->next))
		dt_walk_ecb(self, &probe, ecb, firing, dt_walk_made, NULL, true);
}

DT_PROBE_CTX uint32_t dt_probe_fire_masked(struct dt_probe *probe, const struct dt_firing *firing)
{
	return dt_walk(dt_walk_cpu(os_cpu_self()), &probe, firing, dt_walk_made, NULL, false);
}

DT_PROBE_CTX void dt_probe_fire(struct dt_probe *probe, const struct dt_firing *firing)
{
	unsigned long irq = os_irq_save();

	dt_walk(dt_walk_cpu(os_cpu_self()), &probe, firing, dt_walk_made, NULL, false);
	os_irq_restore(irq);
}

uint32_t dt_fire_special(struct dt_state *state, struct dt_probe *probe)
{
	static const struct dt_firing firing;
	unsigned long irq = os_irq_save();
	uint32_t cpu = os_cpu_self();
	struct dt_cpu *self = &dt_framework.cpus[cpu];

	if (probe != NULL) {
		self->target = state;
		dt_walk(self, &probe, &firing, dt_walk_made, NULL, true);
		self->target = NULL;
	}
	os_irq_restore(irq);
	return cpu;
}
