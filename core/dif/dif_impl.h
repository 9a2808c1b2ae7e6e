/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dif_impl.h - declarations that the files of the DIF machine share: its tuple stack, its parts,
 * the subroutines. Everything here is probe context.
 */
#ifndef CORE_DIF_IMPL_H
#define CORE_DIF_IMPL_H

#include "core/dif/dif_load.h"
#include "core/dif/machine.h"
#include "core/dif/vars_impl.h"
#include "os/os.h"

/* The tuple stack: keys of arrays and arguments of subroutines. */
struct dt_tuple {
	uint64_t value[DIF_TUPLE_REGS];
	uint32_t size[DIF_TUPLE_REGS]; /* by reference: bytes, 0 when not said */
	uint8_t by_ref[DIF_TUPLE_REGS];
	uint8_t string[DIF_TUPLE_REGS];
	uint32_t count;
};

/* One object in execution. */
struct dt_machine {
	uint64_t regs[DIF_REGS]; /* the first is always 0 */
	uint64_t left, right;    /* condition codes: what was compared (dif_run.c) */
	struct dt_mstate *mstate;
	const struct dt_difo *difo;
	struct dt_tuple tuple;
};

/* ---- parts of the machine -------------------------------------------------------------------- */

/*
 * dt_dif_op_load, dt_dif_op_array, dt_dif_op_guarded - instructions that need more than a line: loads of all three
 * kinds, by the value of their register; elements of associative arrays; all else that can fault (dif_run.c).
 */
uint64_t dt_dif_op_load(struct dt_mstate *mstate, unsigned int op, uint64_t addr);
void dt_dif_op_array(struct dt_machine *machine, dif_instr_t instr);
void dt_dif_op_guarded(struct dt_machine *machine, dif_instr_t instr);

/* dt_dif_start - registers, condition codes and tuple stack as an object finds them. */
DT_PROBE_INLINE void dt_dif_start(struct dt_machine *machine, struct dt_mstate *mstate, const struct dt_difo *difo)
{
	uint64_t *regs = machine->regs;

	/* written out: a loop could become a call of memset() */
	DT_STATIC_ASSERT(DIF_REGS == 8, "registers are cleared one by one");
	regs[0] = regs[1] = regs[2] = regs[3] = 0;
	regs[4] = regs[5] = regs[6] = regs[7] = 0;
	machine->left = machine->right = 0;
	machine->mstate = mstate;
	machine->difo = difo;
	machine->tuple.count = 0;
}

/* dt_dif_run_native - an object whose native is not 0 (native.c). */
uint64_t dt_dif_run_native(const struct dt_difo *difo, struct dt_mstate *mstate);

/*
 * dt_dif_builtin - value of a built-in scalar (dif_var.c); dt_dif_timestamp - of timestamp; dt_dif_builtin_array - of
 * args[index], uregs[index].
 */
uint64_t dt_dif_builtin(struct dt_mstate *mstate, uint32_t id);
DT_PROBE_INLINE uint64_t dt_dif_timestamp(struct dt_mstate *mstate)
{
	if (!(mstate->have & DT_HAVE_TIMESTAMP)) {
		mstate->have |= DT_HAVE_TIMESTAMP;
		mstate->timestamp = os_time_mono();
	}
	return mstate->timestamp;
}
uint64_t dt_dif_builtin_array(struct dt_mstate *mstate, uint32_t id, uint64_t index);

/* dt_dif_uregs - a user register by index; dt_dif_caller - the probed function's caller (dif_regs.c). */
uint64_t dt_dif_ureg(struct dt_mstate *mstate, uint64_t index);
uint64_t dt_dif_caller(struct dt_mstate *mstate);

/* Variables (dif_dyn.c): statics; elements of arrays; the thread's scalars. Storing 0 in the latter two frees. */
uint64_t dt_dif_static_load(struct dt_mstate *mstate, unsigned int scope, uint32_t id);
void dt_dif_static_store(struct dt_mstate *mstate, unsigned int scope, uint32_t id, uint64_t value);
uint64_t dt_dif_dynamic_load(struct dt_mstate *mstate, unsigned int scope, uint32_t id, const struct dt_tuple *tuple);
void dt_dif_dynamic_store(struct dt_mstate *mstate, unsigned int scope, uint32_t id, const struct dt_tuple *tuple,
			  uint64_t value);
uint64_t dt_dif_thread_load(struct dt_mstate *mstate, uint32_t id);
void dt_dif_thread_store(struct dt_mstate *mstate, uint32_t id, uint64_t value);

/*
 * dt_dif_own_chunk - the chunk of a scalar of the thread, NULL: it has none. A clause tests a variable, reads it, and
 * makes it 0: one search (dt_dif_own_search) is enough for all of them.
 */
DT_BY_NAME struct dt_chunk *dt_dif_own_search(struct dt_mstate *mstate, uint32_t id);
DT_PROBE_INLINE struct dt_chunk *dt_dif_own_chunk(struct dt_mstate *mstate, uint32_t id)
{
	return DT_LIKELY(mstate->own_id == id) ? mstate->own_chunk : dt_dif_own_search(mstate, id);
}

/* ---- subroutines: subr.c chooses among the files subr_*.c ------------------------------------ */

/* A call: arguments on the tuple stack. */
struct dt_call {
	struct dt_mstate *mstate;
	const struct dt_tuple *args;
};

uint64_t dt_subr_call(struct dt_mstate *mstate, const struct dt_tuple *args, uint32_t subr);

/* The optional argument @n, or @otherwise. */
DT_PROBE_INLINE uint64_t dt_call_arg(const struct dt_call *call, unsigned int n, uint64_t otherwise)
{
	return n < call->args->count ? call->args->value[n] : otherwise;
}

/* Read argument @n as a string. */
DT_PROBE_INLINE void dt_call_string(const struct dt_call *call, unsigned int n, struct dt_reader *reader)
{
	dt_reader_init(reader, call->mstate, call->args->value[n], call->mstate->strsize);
}

uint64_t dt_subr_strlen(const struct dt_call *call);
uint64_t dt_subr_strjoin(const struct dt_call *call);
uint64_t dt_subr_case(const struct dt_call *call, bool upper);
uint64_t dt_subr_substr(const struct dt_call *call);

uint64_t dt_subr_strchr(const struct dt_call *call, bool last);
uint64_t dt_subr_strstr(const struct dt_call *call);
uint64_t dt_subr_index(const struct dt_call *call);
uint64_t dt_subr_rindex(const struct dt_call *call);
uint64_t dt_subr_strtok(const struct dt_call *call);

uint64_t dt_subr_lltostr(const struct dt_call *call);
uint64_t dt_subr_strtoll(const struct dt_call *call);

uint64_t dt_subr_basename(const struct dt_call *call);
uint64_t dt_subr_dirname(const struct dt_call *call);
uint64_t dt_subr_cleanpath(const struct dt_call *call);

uint64_t dt_subr_inet_ntop(const struct dt_call *call);
uint64_t dt_subr_inet_ntoa(const struct dt_call *call, uint64_t addr);
uint64_t dt_subr_inet_ntoa6(const struct dt_call *call, uint64_t addr, bool strict);
uint64_t dt_subr_link_ntop(const struct dt_call *call);

uint64_t dt_subr_error(const struct dt_call *call, bool is_text); /* errname, strerror */
uint64_t dt_subr_signame(const struct dt_call *call);

uint64_t dt_subr_json(const struct dt_call *call);
uint64_t dt_subr_lock(const struct dt_call *call, uint32_t subr); /* mutex_*, rw_* */
uint64_t dt_subr_d_path(const struct dt_call *call);
uint64_t dt_subr_fact(const struct dt_call *call, uint32_t index); /* dt_number, dt_text */

uint64_t dt_subr_copyin(const struct dt_call *call);
uint64_t dt_subr_copyinstr(const struct dt_call *call);
uint64_t dt_subr_copyinto(const struct dt_call *call);
uint64_t dt_subr_copyout(const struct dt_call *call);
uint64_t dt_subr_copyoutstr(const struct dt_call *call);

#endif
