/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* direct.c - clauses that need no struct fire; direct.h says which. */
#include "core/fire/direct.h"

#include <dtrace/provider.h>

#include "base/bits.h"
#include "core/dif/formula.h"
#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/state/state.h"
#include "os/os.h"

DT_PROBE_INLINE bool number(const struct dt_action *action, const struct dt_probe *probe,
			    const struct dt_firing *firing, uint64_t *value)
{
	if (action->source == DT_SOURCE_FACT) {
		*value = os_fact((enum os_fact)action->which);
		return true;
	}
	return dt_firing_arg_inline(probe, firing, action->which, value) == 0;
}

/* The cells under a key of the program's name; NULL: there is no room. */
DT_PROBE_INLINE uint64_t *execname_cells(const struct dt_agg *agg, struct dt_aggbuf *table)
{
	struct dt_extent extent = { 3, 0, 0 };
	DT_UNINITIALIZED uint64_t key[3];

	DT_STATIC_ASSERT(OS_EXECNAME_SIZE == 16, "the name is two words");
	key[0] = agg->id;
	os_execname((char *)&key[1]);
	if (dt_text_ends(&key[1])) {
		key[2] = 0;
		extent.words = key[1] != 0 ? 2 : 1;
	} else {
		dt_text_ends(&key[2]);
		extent.words = key[2] != 0 ? 3 : 2;
	}
	return dt_aggregate_find(agg, table, key, &extent);
}

/* The cells under a key of one number, NULL: there is no room. Returns false when it cannot be read. */
DT_PROBE_INLINE bool number_cells(const struct dt_agg_step *step, struct dt_aggbuf *table, const struct dt_probe *probe,
				  const struct dt_firing *firing, uint64_t **cells)
{
	DT_UNINITIALIZED uint64_t key;

	if (!number(step->keys, probe, firing, &key))
		return false;
	if (step->keys->form == DT_FORM_HALF)
		key = (uint32_t)key;
	*cells = dt_aggregate_find_word(&step->agg, table, key);
	return true;
}

/* The cells of a constant key, which full.c has put into the cache; NULL: not yet. */
DT_PROBE_INLINE uint64_t *cached_cells(const struct dt_ecb *ecb, const struct dt_agghalf *half)
{
	uint32_t cell;

	if (DT_UNLIKELY(ecb->cache == DT_CACHE_NONE))
		return NULL;
	cell = half->cache[ecb->cache];
	return cell == 0 ? NULL : (uint64_t *)half->table.data + (cell - 1);
}

/* Each kind is a function of its own: none saves registers for what another one does. */

/* @[number] = count() */
static DT_PROBE_CTX bool count_by_number(const struct dt_ecb *ecb, struct dt_state_cpu *sc, struct dt_ledger *ledger,
					 const struct dt_probe *probe, const struct dt_firing *firing)
{
	const struct dt_agg_step *step = ecb->plan->actions->agg;
	struct dt_agghalf *half = sc->agg.active;
	DT_UNINITIALIZED uint64_t *cells;

	if (DT_UNLIKELY(half == NULL) || !number_cells(step, &half->table, probe, firing, &cells))
		return false;
	if (DT_LIKELY(cells != NULL)) {
		ledger->recorded++;
		cells[0]++;
	} else {
		ledger->dropped[DT_DROP_AGGREGATION]++;
	}
	return true;
}

/* @ = quantize(number) */
static DT_PROBE_CTX bool aggregate_constant(const struct dt_ecb *ecb, struct dt_state_cpu *sc, struct dt_ledger *ledger,
					    const struct dt_probe *probe, const struct dt_firing *firing)
{
	const struct dt_action *action = ecb->plan->actions;
	const struct dt_agg_step *step = action->agg;
	struct dt_agghalf *half = sc->agg.active;
	uint64_t value = 0, *cells;

	if (!step->bare && !number(action, probe, firing, &value))
		return false;
	cells = half == NULL ? NULL : cached_cells(ecb, half);
	if (DT_UNLIKELY(cells == NULL))
		return false;
	ledger->recorded++;
	dt_aggregate_apply_one(&step->agg, cells, (int64_t)value);
	return true;
}

/* @[execname] = count(), @[number] = sum(number) */
static DT_PROBE_CTX bool aggregate_keyed(const struct dt_ecb *ecb, struct dt_state_cpu *sc, struct dt_ledger *ledger,
					 const struct dt_probe *probe, const struct dt_firing *firing)
{
	const struct dt_action *action = ecb->plan->actions;
	const struct dt_agg_step *step = action->agg;
	struct dt_agghalf *half = sc->agg.active;
	DT_UNINITIALIZED uint64_t *cells;
	uint64_t value = 0;

	if (DT_UNLIKELY(half == NULL) || (!step->bare && !number(action, probe, firing, &value)))
		return false;
	if (step->keys->source == DT_SOURCE_EXECNAME)
		cells = execname_cells(&step->agg, &half->table);
	else if (!number_cells(step, &half->table, probe, firing, &cells))
		return false;
	if (DT_LIKELY(cells != NULL)) {
		ledger->recorded++;
		if (step->bare)
			cells[0]++;
		else
			dt_aggregate_apply_one(&step->agg, cells, (int64_t)value);
	} else {
		ledger->dropped[DT_DROP_AGGREGATION]++;
	}
	return true;
}

static DT_PROBE_CTX bool record(const struct dt_ecb *ecb, struct dt_state_cpu *sc, struct dt_ledger *ledger,
				const struct dt_probe *probe, const struct dt_firing *firing)
{
	const struct dt_plan *plan = ecb->plan;
	const struct dt_action *action = plan->actions, *end = plan->actions_end;
	uint8_t *to = dt_buf_reserve(&sc->principal, plan->record_size);
	uint64_t value;

	if (DT_UNLIKELY(to == NULL))
		return false;
	do {
		if (!number(action, probe, firing, &value))
			return false;
		if (action->form == DT_FORM_WORD)
			*(uint64_t *)(to + action->offset) = value;
		else
			*(uint32_t *)(to + action->offset) = (uint32_t)value;
	} while (++action < end);
	((uint32_t *)to)[0] = ecb->epid;
	((uint32_t *)to)[1] = 0;
	ledger->recorded++;
	dt_buf_commit(&sc->principal, plan->record_size);
	return true;
}

DT_PROBE_INLINE void prepare(struct dt_state_cpu *sc, const struct dt_ecb *ecb, struct dt_probe *probe,
			     const struct dt_firing *firing)
{
	const struct dt_cpu *self = &dt_framework.cpus[sc->mstate.cpu];
	struct dt_mstate *mstate = &sc->mstate;
	uint64_t sequence = self->firings | self->error;

	if (sc->sequence != sequence) {
		sc->sequence = sequence;
		mstate->probe = probe;
		mstate->firing = firing;
		if (DT_UNLIKELY(mstate->own_only))
			mstate->foreign = !os_subject_owns(ecb->plan->state->subject);
		dt_mstate_begin(mstate);
	}
	dt_mstate_clause(mstate);
	mstate->epid = ecb->epid;
}

DT_PROBE_CTX void dt_fire_prepare(struct dt_state_cpu *sc, const struct dt_ecb *ecb, struct dt_probe *probe,
				  const struct dt_firing *firing)
{
	prepare(sc, ecb, probe, firing);
}

/* Whether all keys of the clause, which are constant, have their cells. */
DT_PROBE_INLINE bool all_cached(const struct dt_ecb *ecb, const struct dt_agghalf *half)
{
	uint32_t at;

	if (DT_UNLIKELY(half == NULL || ecb->cache == DT_CACHE_NONE))
		return false;
	for (at = 0; at < ecb->plan->cache_count; at++)
		if (DT_UNLIKELY(half->cache[ecb->cache + at] == 0))
			return false;
	return true;
}

/* One step. Returns false after a fault, which only the first one can have. */
DT_PROBE_INLINE bool do_step(const struct dt_ecb *ecb, struct dt_state_cpu *sc, const struct dt_action *action,
			     const struct dt_firing *firing)
{
	const struct dt_agg_step *step = action->agg;
	struct dt_mstate *mstate = &sc->mstate;
	struct dt_agghalf *half;
	uint64_t value = 0, *cells;

	if (action->source == DT_SOURCE_FORMULA) {
		value = dt_formula_run(mstate, &action->difo->formula);
		if (DT_UNLIKELY(mstate->faulted))
			return false;
	} else if (action->source != DT_SOURCE_NONE && !number(action, mstate->probe, firing, &value)) {
		return false;
	}
	if (step != NULL) {
		half = sc->agg.active;
		cells = (uint64_t *)half->table.data + (half->cache[ecb->cache + step->cache] - 1);
		dt_aggregate_apply_one(&step->agg, cells, (int64_t)value);
	}
	return true;
}

static DT_PROBE_CTX bool formulas(const struct dt_ecb *ecb, struct dt_state_cpu *sc, struct dt_ledger *ledger,
				  struct dt_probe *probe, const struct dt_firing *firing)
{
	const struct dt_plan *plan = ecb->plan;
	const struct dt_action *action = plan->actions;

	if (plan->cache_count != 0 && !all_cached(ecb, sc->agg.active))
		return false;
	prepare(sc, ecb, probe, firing);
	if (plan->predicate != NULL && plan->test.kind == DT_TEST_NONE) {
		if (dt_formula_run(&sc->mstate, &plan->predicate->formula) == 0) {
			ledger->predicated += !sc->mstate.faulted;
			return !sc->mstate.faulted;
		}
	}
	do {
		if (!do_step(ecb, sc, action, firing))
			return false;
	} while (++action < plan->actions_end);
	ledger->recorded++;
	return true;
}

DT_PROBE_CTX DT_BY_NAME bool dt_fire_direct(const struct dt_ecb *ecb, struct dt_state_cpu *sc, struct dt_ledger *ledger,
					    struct dt_probe *probe, const struct dt_firing *firing)
{
	uint8_t direct = ecb->plan->direct;

	if (direct == DT_DIRECT_COUNT)
		return count_by_number(ecb, sc, ledger, probe, firing);
	if (direct == DT_DIRECT_FORMULAS)
		return formulas(ecb, sc, ledger, probe, firing);
	if (direct == DT_DIRECT_CONSTANT)
		return aggregate_constant(ecb, sc, ledger, probe, firing);
	if (direct == DT_DIRECT_RECORD)
		return record(ecb, sc, ledger, probe, firing);
	if (direct == DT_DIRECT_KEYED)
		return aggregate_keyed(ecb, sc, ledger, probe, firing);
	return false;
}
