/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* subr_copy.c - copies between the user process and the program: copyin, copyinstr, copyinto, copyout, copyoutstr. */
#include "core/dif/dif_impl.h"
#include "core/dif/dif_limits.h"
#include "os/os.h"

DT_PROBE_CTX static uint64_t bad_address(const struct dt_call *call, uint64_t addr)
{
	dt_mstate_fault(call->mstate, DTRACEFLT_BADADDR, addr);
	return 0;
}

DT_PROBE_CTX uint64_t dt_subr_copyin(const struct dt_call *call)
{
	uint64_t addr = call->args->value[0];
	uint64_t size = call->args->value[1];
	void *memory = dt_scratch_alloc(call->mstate, size);

	if (!memory)
		return 0;
	if (size && os_uload(memory, addr, (size_t)size))
		return bad_address(call, addr);
	return (uintptr_t)memory;
}

/* The optional argument is the most characters to copy; the string size bounds them in any case. */
DT_PROBE_CTX uint64_t dt_subr_copyinstr(const struct dt_call *call)
{
	struct dt_mstate *mstate = call->mstate;
	uint64_t addr = call->args->value[0];
	uint64_t max = dt_call_arg(call, 1, UINT64_MAX);
	uint64_t size = max < mstate->strsize ? max + 1 : mstate->strsize;
	size_t room;
	char *text = (char *)dt_scratch_room(mstate, &room);
	long length;

	if (room == 0) {
		dt_mstate_fault(mstate, DTRACEFLT_NOSCRATCH, 0);
		return 0;
	}
	length = os_uload_str(text, addr, (size_t)DT_MIN(size, room));
	if (length < 0)
		return bad_address(call, addr);
	if (room < size && (size_t)length == room - 1) {
		dt_mstate_fault(mstate, DTRACEFLT_NOSCRATCH, 0);
		return 0;
	}
	return (uintptr_t)dt_scratch_alloc(mstate, (uint64_t)length + 1);
}

DT_PROBE_CTX uint64_t dt_subr_copyinto(const struct dt_call *call)
{
	const uint64_t *args = call->args->value;

	if (args[1] && dt_dif_writable(call->mstate, args[2], args[1]) &&
	    os_uload((void *)(uintptr_t)args[2], args[0], (size_t)args[1]))
		bad_address(call, args[0]);
	return 0;
}

/* Bytes from anywhere the program may read to user memory, piece by piece. */
DT_PROBE_CTX static uint64_t copy_to_user(const struct dt_call *call, uint64_t from, uint64_t to, uint64_t size)
{
	uint8_t piece[64];
	size_t part;

	for (; size; size -= part) {
		part = (size_t)DT_MIN(size, sizeof(piece));
		if (!dt_dif_copy(call->mstate, piece, from, part))
			return 0;
		if (os_ustore(to, piece, part))
			return bad_address(call, to);
		from += part;
		to += part;
	}
	return 0;
}

/* Enabling refuses destructive programs without -w; a state that may not act stops here all the same. */
DT_PROBE_CTX static bool allowed(const struct dt_call *call)
{
	if (!call->mstate->destructive)
		dt_mstate_fault(call->mstate, DTRACEFLT_UPRIV, call->args->value[1]);
	return call->mstate->destructive;
}

DT_PROBE_CTX uint64_t dt_subr_copyout(const struct dt_call *call)
{
	const uint64_t *args = call->args->value;

	if (!allowed(call))
		return 0;
	if (args[2] > DIF_COPYOUT_MAX) {
		dt_mstate_fault(call->mstate, DTRACEFLT_BADSIZE, args[2]);
		return 0;
	}
	return copy_to_user(call, args[0], args[1], args[2]);
}

/* At most the third argument's bytes, the NUL included when it is among them. */
DT_PROBE_CTX uint64_t dt_subr_copyoutstr(const struct dt_call *call)
{
	const uint64_t *args = call->args->value;
	struct dt_reader reader;
	int64_t length;

	if (!allowed(call))
		return 0;
	dt_call_string(call, 0, &reader);
	length = dt_reader_length(&reader);
	if (length < 0)
		return 0;
	return copy_to_user(call, args[0], args[1], DT_MIN((uint64_t)length + 1, args[2]));
}
