/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dif_var.c - built-in variables. Values that are expensive to find are fetched once in a firing
 * (times: once in a clause). */
#include <dtrace/provider.h>

#include "core/dif/dif_impl.h"
#include "core/unwind/unwind.h"
#include "os/os.h"

/*
 * A limited consumer's tick and profile probes interrupt the kernel, too, and tick other processes: where that
 * was is not for it. The arguments of ERROR are about its own program.
 */
DT_PROBE_CTX static bool hides_args(const struct dt_mstate *mstate)
{
	if (!mstate->own_only || dt_probe_role(mstate->probe) == DT_ROLE_ERROR)
		return false;
	return mstate->foreign || mstate->firing->user == DT_FIRING_KERNEL;
}

DT_PROBE_INLINE uint64_t firing_arg(struct dt_mstate *mstate, uint64_t n)
{
	uint64_t value = 0;

	if (n > UINT16_MAX || (DT_UNLIKELY(mstate->limited) && hides_args(mstate)))
		return 0;
	if (DT_UNLIKELY(dt_firing_arg(mstate->probe, mstate->firing, (unsigned int)n, &value))) {
		dt_mstate_fault(mstate, DTRACEFLT_BADADDR, 0);
		return 0;
	}
	return value;
}

DT_PROBE_INLINE uint64_t name_part(struct dt_mstate *mstate, enum dt_probe_part part)
{
	mstate->name_part = (uint8_t)part;
	return (uintptr_t)dt_probe_name_part(mstate->probe, part);
}

/* Whether a value of the firing is still to be found out. */
DT_PROBE_INLINE bool missing(struct dt_mstate *mstate, uint32_t what)
{
	if (mstate->have & what)
		return false;
	mstate->have |= what;
	return true;
}

DT_PROBE_CTX static uint64_t execname(struct dt_mstate *mstate)
{
	if (missing(mstate, DT_HAVE_EXECNAME)) {
		mstate->execname = mstate->execname_text;
		os_execname(mstate->execname_text);
	}
	return (uintptr_t)mstate->execname;
}

DT_PROBE_CTX static uint64_t execargs(struct dt_mstate *mstate)
{
	size_t room;
	uint8_t *text = dt_scratch_room(mstate, &room);
	size_t size = DT_MIN(room, mstate->strsize);
	long length;

	if (size == 0) {
		dt_mstate_fault(mstate, DTRACEFLT_NOSCRATCH, 0);
		return 0;
	}
	length = os_execargs((char *)text, size);
	if (length < 0) {
		dt_mstate_fault(mstate, DTRACEFLT_BADADDR, 0);
		return 0;
	}
	return (uintptr_t)dt_scratch_alloc(mstate, (uint64_t)length + 1);
}

/* ---- stacks ---------------------------------------------------------------------------------- */

DT_PROBE_CTX static struct isa_regs *user_regs(const struct dt_mstate *mstate)
{
	return mstate->firing->user ? mstate->firing->regs : os_user_regs();
}

DT_PROBE_CTX static unsigned int user_stack(const struct dt_mstate *mstate, uint64_t *pcs, unsigned int max)
{
	return dt_user_stack(user_regs(mstate), mstate->firing->user && mstate->firing->edge, pcs, max);
}

#define FRAMES_MAX 1024u

/* Walk a stack into free scratch and count its frames. */
DT_PROBE_CTX static uint32_t depth(struct dt_mstate *mstate, bool user)
{
	size_t room;
	uint64_t *pcs = (uint64_t *)(void *)dt_scratch_room(mstate, &room);
	unsigned int max = (unsigned int)DT_MIN(room / 8, FRAMES_MAX);

	if (max == 0) {
		dt_mstate_fault(mstate, DTRACEFLT_NOSCRATCH, 0);
		return 0;
	}
	if (user)
		return user_stack(mstate, pcs, max);
	return dt_firing_kstack(mstate->probe, mstate->firing, pcs, max);
}

DT_PROBE_CTX static uint64_t user_caller(struct dt_mstate *mstate)
{
	uint64_t pcs[2];

	return user_stack(mstate, pcs, 2) == 2 ? pcs[1] : 0;
}

/* ---- arguments of the process ---------------------------------------------------------------- */

#define ARGUMENTS_MAX  (1u << 23) /* more do not fit into what exec() takes */
#define ARGUMENTS_LOOK 1024u      /* so many are counted one by one */

/* Word @n of an array in user memory, whose words are those of the process. */
DT_PROBE_CTX static bool user_word(uint64_t array, uint64_t n, unsigned int size, uint64_t *ret)
{
	uint32_t narrow;

	if (size == sizeof(uint64_t))
		return os_uload(ret, array + n * size, sizeof(*ret)) == 0;
	if (os_uload(&narrow, array + n * size, sizeof(narrow)) != 0)
		return false;
	*ret = narrow;
	return true;
}

/*
 * How many arguments the process was given: the word where its stack began, when their addresses
 * end with a 0 there. Start-up code may have written over it (that of 32-bit arm programs does):
 * then the addresses are counted.
 */
DT_PROBE_CTX static uint64_t argument_count(struct dt_mstate *mstate)
{
	uint64_t stack = os_fact(OS_FACT_USER_STACK), count, word;
	unsigned int size = (unsigned int)os_fact(OS_FACT_USER_BITS) / 8;

	if (stack == 0)
		return 0;
	if (user_word(stack, 0, size, &count) && count < ARGUMENTS_MAX && user_word(stack, 1 + count, size, &word) &&
	    word == 0 && (count == 0 || (user_word(stack, count, size, &word) && word != 0)))
		return count;
	for (count = 0; count < ARGUMENTS_LOOK; count++) {
		if (!user_word(stack, 1 + count, size, &word))
			break;
		if (word == 0)
			return count;
	}
	dt_mstate_fault(mstate, DTRACEFLT_BADADDR, stack);
	return 0;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/*
 * Taken at the same moment as timestamp: otherwise the time the clause itself takes would make a
 * thread seem to run longer than the time that passed.
 */
DT_PROBE_CTX static uint64_t vtimestamp(struct dt_mstate *mstate)
{
	bool first = !(mstate->have & DT_HAVE_TIMESTAMP);
	uint64_t moment = dt_dif_timestamp(mstate), vtime = os_fact(OS_FACT_VTIME), since;

	if (first)
		return vtime;
	since = os_time_mono() - moment;
	return vtime > since ? vtime - since : 0;
}

/* Those that are found out once. */
DT_PROBE_CTX static uint64_t cached(struct dt_mstate *mstate, uint32_t id)
{
	switch (id) {
	case DIF_VAR_WALLTIMESTAMP:
		if (missing(mstate, DT_HAVE_WALLTIME))
			mstate->walltimestamp = os_time_wall();
		return mstate->walltimestamp;
	case DIF_VAR_VTIMESTAMP:
		if (missing(mstate, DT_HAVE_VTIME))
			mstate->vtimestamp = vtimestamp(mstate);
		return mstate->vtimestamp;
	case DIF_VAR_STACKDEPTH:
		if (missing(mstate, DT_HAVE_STACKDEPTH))
			mstate->stackdepth = depth(mstate, false);
		return mstate->stackdepth;
	case DIF_VAR_USTACKDEPTH:
		if (missing(mstate, DT_HAVE_USTACKDEPTH))
			mstate->ustackdepth = depth(mstate, true);
		return mstate->ustackdepth;
	case DIF_VAR_CALLER:
		if (missing(mstate, DT_HAVE_CALLER))
			mstate->caller = dt_dif_caller(mstate);
		return mstate->caller;
	default:
		if (missing(mstate, DT_HAVE_UCALLER))
			mstate->ucaller = user_caller(mstate);
		return mstate->ucaller;
	}
}

/*
 * The variables that programs use less often. A switch is a tree of comparisons here, so the most
 * used ones are tested before it.
 */
DT_PROBE_CTX static uint64_t other(struct dt_mstate *mstate, uint32_t id)
{
	DT_STATIC_ASSERT(DIF_VAR_TTY - DIF_VAR_PGID == OS_FACT_TTY - OS_FACT_PGID,
			 "variables are numbered as their facts are");
	switch (id) {
	case DIF_VAR_CURTHREAD:
		return os_fact(OS_FACT_THREAD);
	case DIF_VAR_WALLTIMESTAMP:
	case DIF_VAR_VTIMESTAMP:
	case DIF_VAR_STACKDEPTH:
	case DIF_VAR_USTACKDEPTH:
	case DIF_VAR_CALLER:
	case DIF_VAR_UCALLER:
		return cached(mstate, id);
	case DIF_VAR_IPL:
		return os_fact(OS_FACT_IPL);
	case DIF_VAR_EPID:
		return mstate->epid;
	case DIF_VAR_ID:
		return dt_probe_id_get(mstate->probe);
	case DIF_VAR_PROBEPROV ... DIF_VAR_PROBENAME:
		return name_part(mstate, (enum dt_probe_part)(id - DIF_VAR_PROBEPROV));
	case DIF_VAR_TID:
		return os_fact(OS_FACT_TID);
	case DIF_VAR_PPID:
		return os_fact(OS_FACT_PPID);
	case DIF_VAR_UID:
		return os_fact(OS_FACT_UID);
	case DIF_VAR_GID:
		return os_fact(OS_FACT_GID);
	case DIF_VAR_EXECARGS:
		return execargs(mstate);
	case DIF_VAR_ERRNO:
		return (uint64_t)(int64_t)mstate->firing->error;
	case DIF_VAR_CPU:
		return mstate->cpu;
	case DIF_VAR_PGID ... DIF_VAR_TTY:
		return os_fact((enum os_fact)(OS_FACT_PGID + (id - DIF_VAR_PGID)));
	case DIF_VAR_ARGC:
		return argument_count(mstate);
	default:
		dt_mstate_fault(mstate, DTRACEFLT_ILLOP, id);
		return 0;
	}
}

/*
 * What is asked when a limited consumer reads a variable. Returns true with *@value when it is decided here, by a
 * fault or a number of its own.
 */
DT_PROBE_CTX static bool limited(struct dt_mstate *mstate, uint32_t id, uint64_t *value)
{
	*value = 0;
	if (!dt_mstate_permits(mstate, dt_need_of_variable(id), 0))
		return true;
	if (!mstate->numbers)
		return false;
	switch (id) {
	case DIF_VAR_PID:
		*value = os_subject_fact(mstate->numbers, OS_FACT_PID);
		return true;
	case DIF_VAR_TID:
		*value = os_subject_fact(mstate->numbers, OS_FACT_TID);
		return true;
	case DIF_VAR_PPID:
		*value = os_subject_fact(mstate->numbers, OS_FACT_PPID);
		return true;
	case DIF_VAR_PGID:
		*value = os_subject_fact(mstate->numbers, OS_FACT_PGID);
		return true;
	case DIF_VAR_SID:
		*value = os_subject_fact(mstate->numbers, OS_FACT_SID);
		return true;
	default:
		return false;
	}
}

DT_PROBE_CTX uint64_t dt_dif_builtin(struct dt_mstate *mstate, uint32_t id)
{
	uint64_t value;

	if (DT_UNLIKELY(mstate->limited) && limited(mstate, id, &value))
		return value;
	if (id == DIF_VAR_TIMESTAMP)
		return dt_dif_timestamp(mstate);
	if (id >= DIF_VAR_ARG0 && id <= DIF_VAR_ARG9)
		return firing_arg(mstate, id - DIF_VAR_ARG0);
	if (id == DIF_VAR_PID)
		return os_fact(OS_FACT_PID);
	if (id == DIF_VAR_EXECNAME)
		return execname(mstate);
	return other(mstate, id);
}

DT_PROBE_CTX uint64_t dt_dif_builtin_array(struct dt_mstate *mstate, uint32_t id, uint64_t index)
{
	if (!dt_mstate_permits(mstate, dt_need_of_variable(id), 0))
		return 0;
	return id == DIF_VAR_ARGS ? firing_arg(mstate, index) : dt_dif_ureg(mstate, index);
}
