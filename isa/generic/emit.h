/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* emit.h - instructions written one after the other: the backends' half of isa/jump.h. */
#ifndef ISA_GENERIC_EMIT_H
#define ISA_GENERIC_EMIT_H

#include "base/memory.h"
#include "isa/jump.h"

struct isa_emit {
	uint8_t *bytes;
	uint64_t addr;            /* of bytes[0] */
	unsigned int size, used;  /* bytes */
	unsigned int fired, rest; /* as in struct isa_stub; set by isa_jump.call */
	unsigned int scratch;     /* a register that may be overwritten, 0: there is none */
};

/* isa_emit_here - the address of what is written next. */
static inline uint64_t isa_emit_here(const struct isa_emit *to)
{
	return to->addr + to->used;
}

/* isa_emit_room - the place of the next @len bytes, which now are used; NULL: there is no room. */
static inline uint8_t *isa_emit_room(struct isa_emit *to, unsigned int len)
{
	uint8_t *at = to->bytes + to->used;

	if (len > to->size - to->used)
		return NULL;
	to->used += len;
	return at;
}

/* isa_emit_put - the low @len bytes of @value, little-endian. Return: whether there was room. */
static inline bool isa_emit_put(struct isa_emit *to, uint64_t value, unsigned int len)
{
	uint8_t *at = isa_emit_room(to, len);
	unsigned int i;

	if (at && len == 4) {
		DT_PUT32(at, (uint32_t)value);
		return true;
	}
	for (i = 0; at && i < len; i++)
		at[i] = (uint8_t)(value >> (8 * i));
	return at != NULL;
}

/* isa_emit_copy - @len bytes. Return: whether there was room. */
static inline bool isa_emit_copy(struct isa_emit *to, const uint8_t *bytes, unsigned int len)
{
	uint8_t *at = isa_emit_room(to, len);
	unsigned int i;

	for (i = 0; at && i < len; i++)
		at[i] = bytes[i];
	return at != NULL;
}

/* isa_emit_fits - whether a signed number has at most @bits bits. */
static inline bool isa_emit_fits(int64_t value, unsigned int bits)
{
	return value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << (bits - 1);
}

#endif
