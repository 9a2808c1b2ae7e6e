/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* bits.h - counting bits. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/compiler.h>

/*
 * dt_bits - number of significant bits: 0 for 0, 64 for values from 2^63 on. No compiler built-in:
 * some CPUs make a call of it.
 */
DT_PROBE_INLINE unsigned int dt_bits(uint64_t value)
{
	unsigned int bits = 0;
	uint32_t word = (uint32_t)(value >> 32);

	if (word)
		bits = 32;
	else
		word = (uint32_t)value;
	if (word >> 16) {
		bits += 16;
		word >>= 16;
	}
	if (word >> 8) {
		bits += 8;
		word >>= 8;
	}
	if (word >> 4) {
		bits += 4;
		word >>= 4;
	}
	return bits + (unsigned int)(0x4444444433332210ull >> (4 * word) & 15); /* of 0 to 15, a digit each */
}

/*
 * dt_zero_bytes - the top bit of each byte of a word that is zero; above the first one, of others, too. 0: none is.
 * Context: any.
 */
DT_PROBE_INLINE uint64_t dt_zero_bytes(uint64_t word)
{
	return (word - 0x0101010101010101ull) & ~word & 0x8080808080808080ull;
}

/*
 * dt_text_ends - make the bytes of a word of text zero from its first NUL on. Memory's lowest byte is first: all our
 * CPUs are little-endian. Return: whether there is one. Context: any.
 */
DT_PROBE_INLINE bool dt_text_ends(uint64_t *word)
{
	uint64_t zero = dt_zero_bytes(*word);

	if (zero == 0)
		return false;
	*word &= ((zero & (0 - zero)) >> 7) - 1;
	return true;
}

#endif
