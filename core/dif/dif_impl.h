/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dif_impl.h - what the files of the DIF machine share: its tuple stack, guarded reading, scratch space. Everything
 * here is probe context.
 *
 * Reading goes through struct dt_reader: bytes by position from an address. The machine's own
 * memory is read in place; any other memory comes in windows that never cross a page, so that a
 * byte that is there is never refused because of one that is not.
 *
 * Alignment: loads of 2, 4 and 8 bytes may be at any address (they are copies); stores must be
 * aligned, as in the illumos lineage, and fault with BADALIGN otherwise; eight bytes by four on a
 * 32-bit kernel, whose structures have them so.
 */
#ifndef CORE_DIF_IMPL_H
#define CORE_DIF_IMPL_H

#include "core/dif/machine.h"
#include "core/util.h"
#include "core/dif/vars_impl.h"

/* The tuple stack: keys of arrays and arguments of subroutines. */
struct dt_tuple {
	uint64_t value[DIF_TUPLE_REGS];
	uint32_t size[DIF_TUPLE_REGS]; /* by reference: bytes, 0 when not said */
	uint8_t by_ref[DIF_TUPLE_REGS];
	uint8_t string[DIF_TUPLE_REGS];
	uint32_t count;
};

/* ---- memory: dif_load.c ---------------------------------------------------------------------- */

/* dt_own_bytes - how many bytes from @addr on are the machine's own memory (scratch, variables, the running object's
 * strings, the name that was asked for last); 0: none. */
size_t dt_own_bytes(const struct dt_mstate *mstate, uint64_t addr);

/* dt_dif_writable - whether a program may write there: allocated scratch, or variables. Faults BADADDR when not. */
bool dt_dif_writable(struct dt_mstate *mstate, uint64_t addr, uint64_t size);

/* dt_dif_load - an integer of @size (1, 2, 4, 8) bytes, zero-extended; 0 and a BADADDR fault when it is not there. */
uint64_t dt_dif_load(struct dt_mstate *mstate, uint64_t addr, unsigned int size);
uint64_t dt_dif_user_load(struct dt_mstate *mstate, uint64_t addr, unsigned int size);

/* dt_dif_put - store the low @size bytes of @value. */
void dt_dif_put(struct dt_mstate *mstate, uint64_t addr, uint64_t value, unsigned int size);

/*
 * dt_dif_copy - copy bytes from anywhere into memory that is known to be writable; false: faulted.
 * Regions may overlap.
 */
bool dt_dif_copy(struct dt_mstate *mstate, void *dst, uint64_t addr, size_t size);

/* ---- scratch: dif_load.c --------------------------------------------------------------------- */

/* dt_scratch_alloc - @size bytes, 8-aligned, contents undefined; NULL and a NOSCRATCH fault when there is no room. */
void *dt_scratch_alloc(struct dt_mstate *mstate, uint64_t size);

/* dt_scratch_room - where the next allocation would be, and in *@room how many bytes it could have. */
uint8_t *dt_scratch_room(struct dt_mstate *mstate, size_t *room);

/*
 * A string that is being made at the end of scratch. It is cut at strsize - 1; when scratch ends
 * before, NOSCRATCH.
 */
struct dt_string {
	struct dt_mstate *mstate;
	char *text;
	size_t used;
	size_t limit; /* strsize - 1 */
	size_t room;  /* bytes of scratch */
};

void dt_string_begin(struct dt_string *string, struct dt_mstate *mstate);
uint64_t dt_string_end(struct dt_string *string); /* its address; 0 when faulted */

DT_PROBE_INLINE bool dt_string_put(struct dt_string *string, int c)
{
	if (string->used >= string->limit)
		return false;
	if (string->used < string->room)
		string->text[string->used] = (char)c;
	string->used++;
	return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

#define DT_WINDOW 64u /* bytes; windows are aligned to it */

struct dt_reader {
	struct dt_mstate *mstate;
	uint64_t addr;
	uint64_t limit;     /* positions from here on read as 0: the string ends there at the latest */
	const uint8_t *own; /* positions below own_size are here */
	uint64_t own_size;
	uint64_t window_at; /* position of window[0] */
	uint32_t window_size;
	uint8_t window[DT_WINDOW];
};

/* dt_reader_init - read a string at @addr, of at most @limit bytes. NULL (0) reads as a fault at 0. */
void dt_reader_init(struct dt_reader *reader, struct dt_mstate *mstate, uint64_t addr, uint64_t limit);

/*
 * dt_reader_fill - fetch the window that holds @position, which is not in own memory; the byte, or
 * -1 when faulted.
 */
int dt_reader_fill(struct dt_reader *reader, uint64_t position);

/* dt_byte - the byte at @position; 0 at and after the limit; -1 when faulted. */
DT_PROBE_INLINE int dt_byte(struct dt_reader *reader, uint64_t position)
{
	if (DT_UNLIKELY(position >= reader->limit))
		return 0;
	if (position < reader->own_size)
		return reader->own[position];
	if (position - reader->window_at < reader->window_size)
		return reader->window[position - reader->window_at];
	return dt_reader_fill(reader, position);
}

/* dt_reader_length - position of the NUL (or the limit); -1 when faulted. */
int64_t dt_reader_length(struct dt_reader *reader);

/* ---- parts of the machine -------------------------------------------------------------------- */

/* dt_dif_builtin - value of a built-in scalar (dif_var.c); dt_dif_builtin_array - of args[index], uregs[index]. */
uint64_t dt_dif_builtin(struct dt_mstate *mstate, uint32_t id);
uint64_t dt_dif_builtin_array(struct dt_mstate *mstate, uint32_t id, uint64_t index);

/* dt_dif_uregs - a user register by index; dt_dif_caller - the probed function's caller (dif_regs.c). */
uint64_t dt_dif_ureg(struct dt_mstate *mstate, uint64_t index);
uint64_t dt_dif_caller(struct dt_mstate *mstate);

/* dt_dif_scmp - compare two strings: < 0, 0, > 0; NULL is the empty string (dif_load.c). */
int dt_dif_scmp(struct dt_mstate *mstate, uint64_t a, uint64_t b);

/* Variables (dif_dyn.c). @tuple is NULL for thread-local scalars. Storing 0 frees. */
uint64_t dt_dif_static_load(struct dt_mstate *mstate, unsigned int scope, uint32_t id);
void dt_dif_static_store(struct dt_mstate *mstate, unsigned int scope, uint32_t id, uint64_t value);
uint64_t dt_dif_dynamic_load(struct dt_mstate *mstate, unsigned int scope, uint32_t id, const struct dt_tuple *tuple);
void dt_dif_dynamic_store(struct dt_mstate *mstate, unsigned int scope, uint32_t id, const struct dt_tuple *tuple,
			  uint64_t value);

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

uint64_t dt_subr_json(const struct dt_call *call);
uint64_t dt_subr_lock(const struct dt_call *call, uint32_t subr); /* mutex_*, rw_* */
uint64_t dt_subr_d_path(const struct dt_call *call);

uint64_t dt_subr_copyin(const struct dt_call *call);
uint64_t dt_subr_copyinstr(const struct dt_call *call);
uint64_t dt_subr_copyinto(const struct dt_call *call);
uint64_t dt_subr_copyout(const struct dt_call *call);
uint64_t dt_subr_copyoutstr(const struct dt_call *call);

#endif
