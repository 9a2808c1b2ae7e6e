/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * subr.c - calls of subroutines: how many arguments they need, which function does it; and those
 * that are one line.
 */
#include "base/memory.h"
#include "core/dif/dif_impl.h"
#include "os/os.h"

/* How many arguments a subroutine cannot do without. */
DT_PROBE_INLINE uint32_t needs(uint32_t subr)
{
	switch (subr) {
	case DIF_SUBR_RAND:
	case DIF_SUBR_SPECULATION:
		return 0;
	case DIF_SUBR_COPYIN:
	case DIF_SUBR_STRJOIN:
	case DIF_SUBR_SUBSTR:
	case DIF_SUBR_STRCHR:
	case DIF_SUBR_STRRCHR:
	case DIF_SUBR_STRSTR:
	case DIF_SUBR_INDEX:
	case DIF_SUBR_RINDEX:
	case DIF_SUBR_STRTOK:
	case DIF_SUBR_INET_NTOP:
	case DIF_SUBR_LINK_NTOP:
	case DIF_SUBR_JSON:
	case DIF_SUBR_BOUNDS:
		return 2;
	case DIF_SUBR_BCOPY:
	case DIF_SUBR_COPYOUT:
	case DIF_SUBR_COPYOUTSTR:
	case DIF_SUBR_COPYINTO:
		return 3;
	default:
		return 1;
	}
}

DT_PROBE_INLINE uint64_t swap16(uint64_t value)
{
	return ((value & 0xff) << 8) | ((value >> 8) & 0xff);
}

DT_PROBE_INLINE uint64_t swap32(uint64_t value)
{
	return (swap16(value) << 16) | swap16(value >> 16);
}

/* From host to network byte order and back, which is the same. */
DT_PROBE_CTX static uint64_t network_order(uint64_t value, unsigned int bits)
{
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		return bits == 64 ? value : value & ((1ull << bits) - 1);
	if (bits == 16)
		return swap16(value);
	if (bits == 32)
		return swap32(value);
	return (swap32(value) << 32) | swap32(value >> 32);
}

/* Not repeatable and good enough for sampling: time, CPU and a count, mixed. Like C's rand() it is never negative. */
DT_PROBE_CTX static uint64_t subr_rand(const struct dt_mstate *mstate)
{
	static uint32_t counter; /* any value will do, from any CPU */
	uint64_t mix = os_time_mono() ^ ((uint64_t)mstate->cpu << 48);

	mix += (uint64_t)__atomic_add_fetch(&counter, 1, __ATOMIC_RELAXED) * 0x9e3779b97f4a7c15ull;
	mix = (mix ^ (mix >> 30)) * 0xbf58476d1ce4e5b9ull;
	mix = (mix ^ (mix >> 27)) * 0x94d049bb133111ebull;
	return (mix ^ (mix >> 31)) & 0x7fffffff;
}

DT_PROBE_CTX static uint64_t subr_alloca(const struct dt_call *call)
{
	uint64_t size = call->args->value[0];
	void *memory = dt_scratch_alloc(call->mstate, size);

	if (!memory)
		return 0;
	dt_memset(memory, 0, (size_t)size);
	return (uintptr_t)memory;
}

DT_PROBE_CTX static uint64_t subr_bcopy(const struct dt_call *call)
{
	const uint64_t *args = call->args->value;

	if (args[2] && dt_dif_writable(call->mstate, args[1], args[2]))
		dt_dif_copy(call->mstate, (void *)(uintptr_t)args[1], args[0], (size_t)args[2]);
	return 0;
}

/* An index of an array with so many elements. */
DT_PROBE_CTX static uint64_t subr_bounds(const struct dt_call *call)
{
	uint64_t index = call->args->value[0];

	if (index < call->args->value[1])
		return index;
	dt_mstate_fault(call->mstate, DTRACEFLT_BADINDEX, index);
	return 0;
}

/* Subroutines on numbers and on the firing. */
DT_PROBE_CTX static uint64_t call_number(const struct dt_call *call, uint32_t subr)
{
	const uint64_t *args = call->args->value;

	switch (subr) {
	case DIF_SUBR_RAND:
		return subr_rand(call->mstate);
	case DIF_SUBR_SPECULATION:
		return (uint64_t)dt_speculation_get(call->mstate->specs, call->mstate->specs_cpu);
	case DIF_SUBR_PROGENYOF:
		return call->mstate->numbers ? os_subject_progeny(call->mstate->numbers, args[0]) : os_progeny(args[0]);
	case DIF_SUBR_GETMAJOR: /* the kernel's dev_t: 12 bits of major, 20 of minor */
		return (uint32_t)args[0] >> 20;
	case DIF_SUBR_GETMINOR:
		return (uint32_t)args[0] & 0xfffff;
	case DIF_SUBR_HTONS:
	case DIF_SUBR_NTOHS:
		return network_order(args[0], 16);
	case DIF_SUBR_HTONL:
	case DIF_SUBR_NTOHL:
		return network_order(args[0], 32);
	case DIF_SUBR_HTONLL:
	case DIF_SUBR_NTOHLL:
		return network_order(args[0], 64);
	case DIF_SUBR_ALLOCA:
		return subr_alloca(call);
	case DIF_SUBR_BCOPY:
		return subr_bcopy(call);
	case DIF_SUBR_BOUNDS:
		return subr_bounds(call);
	case DIF_SUBR_COPYIN:
		return dt_subr_copyin(call);
	case DIF_SUBR_COPYINSTR:
		return dt_subr_copyinstr(call);
	case DIF_SUBR_COPYINTO:
		return dt_subr_copyinto(call);
	case DIF_SUBR_COPYOUT:
		return dt_subr_copyout(call);
	case DIF_SUBR_COPYOUTSTR:
		return dt_subr_copyoutstr(call);
	default:
		dt_mstate_fault(call->mstate, DTRACEFLT_ILLOP, subr);
		return 0;
	}
}

DT_PROBE_CTX uint64_t dt_subr_call(struct dt_mstate *mstate, const struct dt_tuple *args, uint32_t subr)
{
	struct dt_call call = { mstate, args };

	if (DT_UNLIKELY(args->count < needs(subr))) {
		dt_mstate_fault(mstate, DTRACEFLT_ILLOP, subr);
		return 0;
	}
	if (!dt_mstate_permits(mstate, dt_need_of_subr(DIF_CALL_SUBR(subr)), args->value[0]))
		return 0;
	if (DIF_CALL_FACT(subr))
		return dt_subr_fact(&call, subr);
	switch (subr) {
	case DIF_SUBR_STRLEN:
		return dt_subr_strlen(&call);
	case DIF_SUBR_STRJOIN:
		return dt_subr_strjoin(&call);
	case DIF_SUBR_TOUPPER:
	case DIF_SUBR_TOLOWER:
		return dt_subr_case(&call, subr == DIF_SUBR_TOUPPER);
	case DIF_SUBR_SUBSTR:
		return dt_subr_substr(&call);
	case DIF_SUBR_STRCHR:
	case DIF_SUBR_STRRCHR:
		return dt_subr_strchr(&call, subr == DIF_SUBR_STRRCHR);
	case DIF_SUBR_STRSTR:
		return dt_subr_strstr(&call);
	case DIF_SUBR_INDEX:
		return dt_subr_index(&call);
	case DIF_SUBR_RINDEX:
		return dt_subr_rindex(&call);
	case DIF_SUBR_STRTOK:
		return dt_subr_strtok(&call);
	case DIF_SUBR_LLTOSTR:
		return dt_subr_lltostr(&call);
	case DIF_SUBR_STRTOLL:
		return dt_subr_strtoll(&call);
	case DIF_SUBR_BASENAME:
		return dt_subr_basename(&call);
	case DIF_SUBR_DIRNAME:
		return dt_subr_dirname(&call);
	case DIF_SUBR_CLEANPATH:
		return dt_subr_cleanpath(&call);
	case DIF_SUBR_INET_NTOP:
		return dt_subr_inet_ntop(&call);
	case DIF_SUBR_INET_NTOA:
		return dt_subr_inet_ntoa(&call, args->value[0]);
	case DIF_SUBR_INET_NTOA6:
		return dt_subr_inet_ntoa6(&call, args->value[0], dt_call_arg(&call, 1, 0) != 0);
	case DIF_SUBR_LINK_NTOP:
		return dt_subr_link_ntop(&call);
	case DIF_SUBR_ERRNAME:
	case DIF_SUBR_STRERROR:
		return dt_subr_error(&call, subr == DIF_SUBR_STRERROR);
	case DIF_SUBR_SIGNAME:
		return dt_subr_signame(&call);
	case DIF_SUBR_JSON:
		return dt_subr_json(&call);
	case DIF_SUBR_MUTEX_OWNED:
	case DIF_SUBR_MUTEX_OWNER:
	case DIF_SUBR_MUTEX_TYPE_ADAPTIVE:
	case DIF_SUBR_MUTEX_TYPE_SPIN:
	case DIF_SUBR_RW_READ_HELD:
	case DIF_SUBR_RW_WRITE_HELD:
	case DIF_SUBR_RW_ISWRITER:
		return dt_subr_lock(&call, subr);
	case DIF_SUBR_D_PATH:
		return dt_subr_d_path(&call);
	default:
		return call_number(&call, subr);
	}
}
