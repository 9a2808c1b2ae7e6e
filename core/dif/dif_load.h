/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dif_load.h - memory as a D program may touch it: guarded reading, scratch space. Everything here is probe context.
 *
 * Reading goes through struct dt_reader: bytes by position from an address. The machine's own
 * memory is read in place; any other memory comes in windows that never cross a page, so that a
 * byte that is there is never refused because of one that is not.
 *
 * Alignment: loads of 2, 4 and 8 bytes may be at any address (they are copies); stores must be
 * aligned, as in the illumos lineage, and fault with BADALIGN otherwise; eight bytes by four on a
 * 32-bit kernel, whose structures have them so.
 */
#ifndef CORE_DIF_LOAD_H
#define CORE_DIF_LOAD_H

#include "core/dif/machine.h"

/* ---- memory ---------------------------------------------------------------------------------- */

/* dt_own_bytes - how many bytes from @addr on are the machine's own memory (scratch, variables, the running object's
 * strings, the name that was read last); 0: none. */
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

/* dt_dif_scmp - compare two strings: < 0, 0, > 0; NULL is the empty string. */
int dt_dif_scmp(struct dt_mstate *mstate, uint64_t a, uint64_t b);

/* ---- scratch --------------------------------------------------------------------------------- */

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

#endif
