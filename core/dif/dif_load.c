/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dif_load.c - memory as a D program may touch it: its own directly, all other through guarded copies; scratch space.
 */
#include "base/bits.h"
#include "base/memory.h"
#include "base/text.h"
#include "core/dif/dif_impl.h"
#include "os/os.h"

/* ---- whose memory ---------------------------------------------------------------------------- */

DT_PROBE_INLINE size_t range_bytes(const void *base, size_t size, uint64_t addr)
{
	uint64_t offset = addr - (uintptr_t)base;

	return offset < size ? size - (size_t)offset : 0;
}

/* The part of the firing probe's name that the program read last is read in place. */
DT_PROBE_INLINE bool is_probe_name(const struct dt_mstate *mstate, uint64_t addr)
{
	return addr == (uintptr_t)dt_probe_name_part(mstate->probe, (enum dt_probe_part)(mstate->name_part & 3));
}

DT_PROBE_CTX size_t dt_own_bytes(const struct dt_mstate *mstate, uint64_t addr)
{
	size_t bytes = range_bytes(mstate->scratch, (size_t)(mstate->scratch_end - mstate->scratch), addr);

	if (!bytes && mstate->difo)
		bytes = range_bytes(mstate->difo->strings, mstate->difo->string_size, addr);
	if (!bytes)
		bytes = dt_vars_owned(mstate->vars, addr);
	if (!bytes)
		bytes = range_bytes(mstate->execname_text, sizeof(mstate->execname_text), addr);
	if (!bytes)
		bytes = is_probe_name(mstate, addr) ? dt_strlen((const char *)(uintptr_t)addr) + 1 : 0;
	return bytes;
}

DT_PROBE_CTX bool dt_dif_writable(struct dt_mstate *mstate, uint64_t addr, uint64_t size)
{
	uint64_t offset = addr - (uintptr_t)mstate->scratch;
	uint64_t allocated = (uint64_t)(mstate->scratch_ptr - mstate->scratch);

	if (offset <= allocated && size <= allocated - offset)
		return true;
	if (dt_vars_writable(mstate->vars, addr, size))
		return true;
	dt_mstate_fault(mstate, DTRACEFLT_BADADDR, addr);
	return false;
}

/*
 * Memory that is not the program's own, which a consumer without the right does not see. Returns false after a
 * fault.
 */
DT_PROBE_INLINE bool may_load(struct dt_mstate *mstate, uint64_t addr)
{
	if (DT_LIKELY(!mstate->own_only))
		return true;
	dt_mstate_fault(mstate, DTRACEFLT_KPRIV, addr);
	return false;
}

/* ---- integers -------------------------------------------------------------------------------- */

DT_PROBE_INLINE uint64_t get_value(const void *at, unsigned int size)
{
	switch (size) {
	case 1:
		return *(const uint8_t *)at;
	case 2:
		return DT_GET16(at);
	case 4:
		return DT_GET32(at);
	default:
		return DT_GET64(at);
	}
}

DT_PROBE_INLINE void put_value(void *at, uint64_t value, unsigned int size)
{
	switch (size) {
	case 1:
		*(uint8_t *)at = (uint8_t)value;
		break;
	case 2:
		DT_PUT16(at, value);
		break;
	case 4:
		DT_PUT32(at, value);
		break;
	default:
		DT_PUT64(at, value);
		break;
	}
}

/*
 * Most loads are of kernel memory, and a guarded load can read the program's own memory too, so
 * only scratch is checked first.
 */
DT_PROBE_CTX uint64_t dt_dif_load(struct dt_mstate *mstate, uint64_t addr, unsigned int size)
{
	uint64_t offset = addr - (uintptr_t)mstate->scratch;
	size_t room = (size_t)(mstate->scratch_end - mstate->scratch);
	uint64_t bytes;

	if (offset < room && room - offset >= size)
		return get_value((const void *)(uintptr_t)addr, size);
	if (DT_LIKELY(!mstate->own_only) && DT_LIKELY(!os_kload(&bytes, addr, size)))
		return get_value(&bytes, size);
	if (dt_own_bytes(mstate, addr) >= size)
		return get_value((const void *)(uintptr_t)addr, size);
	if (may_load(mstate, addr))
		dt_mstate_fault(mstate, DTRACEFLT_BADADDR, addr);
	return 0;
}

DT_PROBE_CTX uint64_t dt_dif_user_load(struct dt_mstate *mstate, uint64_t addr, unsigned int size)
{
	uint64_t bytes;

	if (!dt_mstate_permits(mstate, DT_NEED_PROCESS, addr))
		return 0;
	if (DT_UNLIKELY(os_uload(&bytes, addr, size))) {
		dt_mstate_fault(mstate, DTRACEFLT_BADADDR, addr);
		return 0;
	}
	return get_value(&bytes, size);
}

DT_PROBE_CTX void dt_dif_put(struct dt_mstate *mstate, uint64_t addr, uint64_t value, unsigned int size)
{
	if (!dt_dif_writable(mstate, addr, size))
		return;
	if (addr & (DT_MIN(size, (unsigned int)sizeof(uintptr_t)) - 1)) {
		dt_mstate_fault(mstate, DTRACEFLT_BADALIGN, addr);
		return;
	}
	put_value((void *)(uintptr_t)addr, value, size);
}

/* ---- bytes and strings ----------------------------------------------------------------------- */

DT_PROBE_CTX bool dt_dif_copy(struct dt_mstate *mstate, void *dst, uint64_t addr, size_t size)
{
	if (dt_own_bytes(mstate, addr) >= size) {
		dt_memmove(dst, (const void *)(uintptr_t)addr, size);
		return true;
	}
	if (size == 0)
		return true;
	if (!may_load(mstate, addr))
		return false;
	if (!os_kload(dst, addr, size))
		return true;
	dt_mstate_fault(mstate, DTRACEFLT_BADADDR, addr);
	return false;
}

#define BYTES(byte) ((byte)*0x0101010101010101ull)

/*
 * Copy a string of our own that has its NUL; its length, cut to size - 1. From the first @room
 * bytes it is taken word by word: where a byte of a word is zero, `zero` has the top bit of that
 * byte as its lowest bit.
 */
DT_PROBE_INLINE long copy_text(char *dst, const char *text, size_t size, size_t room)
{
	uint64_t word, zero;
	size_t at = 0;

	for (; at + 8 <= DT_MIN(room, size - 1); at += 8) {
		word = DT_GET64(text + at);
		zero = dt_zero_bytes(word);
		if (zero) {
			zero = ((zero & (0 - zero)) >> 7) - 1; /* the bytes before it */
			DT_PUT64(dst + at, word & zero);
			return (long)(at + ((zero & BYTES(1)) * BYTES(1) >> 56));
		}
		DT_PUT64(dst + at, word);
	}
	for (; at < size - 1 && text[at]; at++)
		dst[at] = text[at];
	dst[at] = '\0';
	return (long)at;
}

/* One that is not the program's name. */
DT_PROBE_CTX static long copy_any_string(struct dt_mstate *mstate, char *dst, uint64_t addr, size_t size)
{
	size_t own, length;
	long copied;

	if (is_probe_name(mstate, addr))
		return copy_text(dst, (const char *)(uintptr_t)addr, size, 0);
	own = dt_own_bytes(mstate, addr);
	if (own) {
		length = dt_strnlen((const char *)(uintptr_t)addr, DT_MIN(own, size - 1));
		if (length < own) {
			dt_memmove(dst, (const void *)(uintptr_t)addr, length);
			dst[length] = '\0';
			return (long)length;
		}
	}
	if (!may_load(mstate, addr))
		return -1;
	copied = os_kload_str(dst, addr, size);
	if (copied >= 0)
		return copied;
	dt_mstate_fault(mstate, DTRACEFLT_BADADDR, addr);
	return -1;
}

DT_PROBE_CTX long dt_dif_copy_string(struct dt_mstate *mstate, char *dst, uint64_t addr, size_t size)
{
	if (size == 0)
		return 0;
	if (addr == (uintptr_t)mstate->execname_text)
		return copy_text(dst, mstate->execname_text, size, sizeof(mstate->execname_text));
	return copy_any_string(mstate, dst, addr, size);
}

DT_PROBE_CTX int dt_dif_scmp(struct dt_mstate *mstate, uint64_t a, uint64_t b)
{
	struct dt_reader left;
	struct dt_reader right;
	uint64_t at;
	int c, d;

	dt_reader_init(&left, mstate, a, a ? mstate->strsize : 0);
	dt_reader_init(&right, mstate, b, b ? mstate->strsize : 0);
	for (at = 0; at < mstate->strsize; at++) {
		c = dt_byte(&left, at);
		d = dt_byte(&right, at);
		if (c < 0 || d < 0)
			return 0;
		if (c != d)
			return c < d ? -1 : 1;
		if (!c)
			break;
	}
	return 0;
}

DT_PROBE_CTX void dt_reader_init(struct dt_reader *reader, struct dt_mstate *mstate, uint64_t addr, uint64_t limit)
{
	reader->mstate = mstate;
	reader->addr = addr;
	reader->limit = limit;
	reader->own = (const uint8_t *)(uintptr_t)addr;
	reader->own_size = dt_own_bytes(mstate, addr);
	reader->window_at = 0;
	reader->window_size = 0;
}

DT_PROBE_CTX int dt_reader_fill(struct dt_reader *reader, uint64_t position)
{
	uint64_t addr = reader->addr + position;
	uint32_t before = (uint32_t)DT_MIN(addr & (DT_WINDOW - 1), position);
	uint32_t size = before + DT_WINDOW - (uint32_t)(addr & (DT_WINDOW - 1));

	if (!may_load(reader->mstate, addr))
		return -1;
	if (os_kload(reader->window, addr - before, size)) {
		dt_mstate_fault(reader->mstate, DTRACEFLT_BADADDR, addr);
		return -1;
	}
	reader->window_at = position - before;
	reader->window_size = size;
	return reader->window[before];
}

DT_PROBE_CTX int64_t dt_reader_length(struct dt_reader *reader)
{
	uint64_t at = 0;
	int c;

	while ((c = dt_byte(reader, at)) > 0)
		at++;
	return c < 0 ? -1 : (int64_t)at;
}

/* ---- scratch --------------------------------------------------------------------------------- */

DT_PROBE_CTX uint8_t *dt_scratch_room(struct dt_mstate *mstate, size_t *room)
{
	uint8_t *at = (uint8_t *)DT_ROUNDUP((uintptr_t)mstate->scratch_ptr, (uintptr_t)8);

	*room = at < mstate->scratch_end ? (size_t)(mstate->scratch_end - at) : 0;
	return at;
}

DT_PROBE_CTX void *dt_scratch_alloc(struct dt_mstate *mstate, uint64_t size)
{
	size_t room;
	uint8_t *at = dt_scratch_room(mstate, &room);

	if (size > room) {
		dt_mstate_fault(mstate, DTRACEFLT_NOSCRATCH, 0);
		return NULL;
	}
	mstate->scratch_ptr = at + size;
	return at;
}

DT_PROBE_CTX void dt_string_begin(struct dt_string *string, struct dt_mstate *mstate)
{
	string->mstate = mstate;
	string->text = (char *)dt_scratch_room(mstate, &string->room);
	string->used = 0;
	string->limit = mstate->strsize ? mstate->strsize - 1 : 0;
}

DT_PROBE_CTX uint64_t dt_string_end(struct dt_string *string)
{
	if (string->mstate->faulted || !dt_scratch_alloc(string->mstate, (uint64_t)string->used + 1))
		return 0;
	string->text[string->used] = '\0';
	return (uintptr_t)string->text;
}
