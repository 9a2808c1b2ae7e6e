/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * formula.h - computing formulas (quick.h), in line: a clause of them consists of little else, and each function on the
 * way would save and restore more registers than it needs.
 *
 * Nothing is stored before all is read, so what faults can be begun again by the machine, which says where.
 * A formula's variables are by value (quick.c), and declared.
 */
#ifndef CORE_FORMULA_H
#define CORE_FORMULA_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/dif.h>

#include "core/dif/dif_impl.h"
#include "os/os.h"

/* dt_formula_operate - all operations but the subtraction, as the machine does them (dif_run.c). Context: any. */
uint64_t dt_formula_operate(unsigned int op, uint64_t left, uint64_t right);

DT_PROBE_INLINE uint64_t dt_formula_thread_load(struct dt_mstate *mstate, uint32_t id)
{
	struct dt_chunk *chunk = dt_dif_own_chunk(mstate, id);
	const uint64_t *value = chunk ? dt_dyn_own_get(&mstate->vars->dyn, chunk) : NULL;

	return value ? *value : 0;
}

DT_PROBE_INLINE void dt_formula_thread_store(struct dt_mstate *mstate, uint32_t id, uint64_t value)
{
	struct dt_chunk *chunk = dt_dif_own_chunk(mstate, id);
	struct dt_dyn *dyn = &mstate->vars->dyn;

	if (value == 0) {
		if (chunk)
			dt_dyn_own_clear(dyn, mstate->cpu, chunk);
	} else if (DT_LIKELY(chunk && dt_dyn_own_revive(dyn, mstate->cpu, chunk))) {
		*(uint64_t *)dt_dyn_value(dyn, chunk) = value;
	} else {
		dt_dif_thread_store(mstate, id, value);
	}
}

DT_PROBE_INLINE uint64_t dt_formula_term(struct dt_mstate *mstate, const struct dt_term *term)
{
	if (term->kind == DT_TERM_THREAD)
		return dt_formula_thread_load(mstate, term->which);
	if (term->kind == DT_TERM_TIMESTAMP)
		return dt_dif_timestamp(mstate);
	if (term->kind == DT_TERM_CONSTANT)
		return term->constant;
	if (term->kind == DT_TERM_FACT)
		return os_fact((enum os_fact)term->which);
	if (term->kind == DT_TERM_BUILTIN)
		return dt_dif_builtin(mstate, term->which);
	return dt_dif_static_load(mstate, term->kind == DT_TERM_LOCAL ? DIF_SCOPE_LOCAL : DIF_SCOPE_GLOBAL,
				  term->which);
}

DT_PROBE_INLINE void dt_formula_store(struct dt_mstate *mstate, const struct dt_formula *formula, uint64_t value)
{
	if (formula->to == DT_TERM_THREAD)
		dt_formula_thread_store(mstate, formula->to_id, value);
	else
		dt_dif_static_store(mstate, formula->to == DT_TERM_LOCAL ? DIF_SCOPE_LOCAL : DIF_SCOPE_GLOBAL,
				    formula->to_id, value);
}

/*
 * dt_formula_run - compute a formula of a consumer that is not limited: what others may not read is not looked at.
 * return:  its value; with mstate->faulted set when it could not be computed, and nothing was stored: nothing is known
 *          of the fault but that the machine will find it again.
 * context: probe context.
 */
DT_PROBE_INLINE uint64_t dt_formula_run(struct dt_mstate *mstate, const struct dt_formula *formula)
{
	uint64_t value = dt_formula_term(mstate, &formula->left), right;

	if (formula->op != DIF_OP_MOV) {
		right = dt_formula_term(mstate, &formula->right);
		value = DT_LIKELY(formula->op == DIF_OP_SUB) ? value - right
							     : dt_formula_operate(formula->op, value, right);
	}
	if (DT_UNLIKELY(mstate->faulted))
		return 0;
	if (formula->to != DT_TERM_NONE)
		dt_formula_store(mstate, formula, value);
	return formula->is_value ? value : 0;
}

#endif
