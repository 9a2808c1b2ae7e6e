/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * subr_kernel.c - subroutines on the kernel's own structures: mutexes, reader-writer locks, paths,
 * facts of objects. os.h says what their words mean.
 */
#include "core/dif/dif_impl.h"
#include "os/os.h"

DT_PROBE_CTX static uint64_t unknown_layout(const struct dt_call *call)
{
	dt_mstate_fault(call->mstate, DTRACEFLT_ILLOP, call->args->value[0]);
	return 0;
}

/* The thread that holds the mutex, 0 when nobody does. */
DT_PROBE_CTX static uint64_t mutex_owner(const struct dt_call *call)
{
	uint64_t word = dt_dif_load(call->mstate, call->args->value[0], sizeof(uintptr_t));
	uint64_t thread;

	if (call->mstate->faulted)
		return 0;
	return os_mutex_thread(word, &thread) ? thread : unknown_layout(call);
}

DT_PROBE_CTX static bool rwlock_is(const struct dt_call *call, uint32_t how)
{
	uint64_t word = dt_dif_load(call->mstate, call->args->value[0], sizeof(uint32_t));
	uint32_t held;

	if (call->mstate->faulted)
		return false;
	if (!os_rwlock_held((uint32_t)word, &held))
		return unknown_layout(call) != 0;
	return (held & how) != 0;
}

/*
 * Every mutex of Linux sleeps, which other systems call adaptive. Its word is read all the same, so
 * that a bad address is a fault.
 */
DT_PROBE_CTX uint64_t dt_subr_lock(const struct dt_call *call, uint32_t subr)
{
	switch (subr) {
	case DIF_SUBR_MUTEX_OWNED:
		return mutex_owner(call) != 0;
	case DIF_SUBR_MUTEX_OWNER:
		return mutex_owner(call);
	case DIF_SUBR_MUTEX_TYPE_ADAPTIVE:
		mutex_owner(call);
		return !call->mstate->faulted;
	case DIF_SUBR_MUTEX_TYPE_SPIN:
		mutex_owner(call);
		return 0;
	case DIF_SUBR_RW_READ_HELD:
		return rwlock_is(call, OS_RW_READ);
	case DIF_SUBR_RW_WRITE_HELD:
		return rwlock_is(call, OS_RW_WRITE);
	default:
		return rwlock_is(call, OS_RW_WRITE | OS_RW_WRITER_WAITS);
	}
}

/* Free scratch for a string that is made in place; NULL after a fault. */
DT_PROBE_CTX static char *string_room(struct dt_mstate *mstate)
{
	size_t room;
	char *text = (char *)dt_scratch_room(mstate, &room);

	if (room >= mstate->strsize)
		return text;
	dt_mstate_fault(mstate, DTRACEFLT_NOSCRATCH, 0);
	return NULL;
}

/*
 * d_path(struct path *): a mount and a name in it. The text is built from its end, so it is built
 * in free scratch.
 */
DT_PROBE_CTX uint64_t dt_subr_d_path(const struct dt_call *call)
{
	struct dt_mstate *mstate = call->mstate;
	uint64_t addr = call->args->value[0];
	uint64_t mount = dt_dif_load(mstate, addr, sizeof(uintptr_t));
	uint64_t name = mstate->faulted ? 0 : dt_dif_load(mstate, addr + sizeof(uintptr_t), sizeof(uintptr_t));
	char *text;
	long length;

	if (mstate->faulted)
		return 0;
	text = string_room(mstate);
	if (!text)
		return 0;
	length = os_path(mount, name, text, mstate->strsize);
	if (length < 0) {
		dt_mstate_fault(mstate, DTRACEFLT_BADADDR, addr);
		return 0;
	}
	return (uintptr_t)dt_scratch_alloc(mstate, (uint64_t)length + 1);
}

/* A system that does not have such a fact is an operation that it does not have. */
DT_PROBE_CTX static void fact_fault(const struct dt_call *call, long error)
{
	dt_mstate_fault(call->mstate, error == -OS_EOPNOTSUPP ? DTRACEFLT_ILLOP : DTRACEFLT_BADADDR,
			call->args->value[0]);
}

/* dt_number(fact, object), dt_text(fact, object): the fact is in the instruction. */
DT_PROBE_CTX uint64_t dt_subr_fact(const struct dt_call *call, uint32_t index)
{
	uint64_t object = call->args->value[0], number = 0;
	enum dif_fact fact = (enum dif_fact)DIF_CALL_FACT(index);
	char *text;
	long result;

	if (DIF_CALL_SUBR(index) == DIF_SUBR_NUMBER) {
		result = os_number(fact, object, &number);
		if (result < 0)
			fact_fault(call, result);
		return result < 0 ? 0 : number;
	}
	text = string_room(call->mstate);
	if (!text)
		return 0;
	result = os_text(fact, object, text, call->mstate->strsize);
	if (result >= 0)
		return (uintptr_t)dt_scratch_alloc(call->mstate, (uint64_t)result + 1);
	fact_fault(call, result);
	return 0;
}
