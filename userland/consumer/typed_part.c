/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/typed_part.c - a value of print(), taken apart by its type. */
#include <ctype.h>

#include <dtrace/compiler.h>

#include "consumer/typed_part.h"

struct ldt_part ldt_part_make(const struct ldt_part *whole, struct ldt_type *type, uint64_t offset)
{
	struct ldt_part part = { .type = type, .base = ldt_type_resolve(type), .depth = whole->depth + 1 };

	offset = DT_MIN(offset, (uint64_t)whole->size);
	part.data = whole->data + offset;
	part.size = whole->size - (size_t)offset;
	return part;
}

struct ldt_part ldt_part_member(const struct ldt_part *whole, const struct ldt_member *member)
{
	struct ldt_part part = ldt_part_make(whole, member->type, member->bit_offset / 8);

	part.member = member;
	part.shift = member->bit_width ? (unsigned int)(member->bit_offset % 8) : 0;
	return part;
}

/* Bytes that a part needs to be whole. */
uint64_t ldt_part_needs(struct ldt_types *types, const struct ldt_part *part)
{
	if (part->member && part->member->bit_width)
		return (part->shift + part->member->bit_width + 7) / 8;
	if (part->base->kind == LDT_KIND_STRING)
		return 0;
	return ldt_type_size(types, part->type);
}

bool ldt_part_is_composed(const struct ldt_part *part)
{
	return ldt_type_is_sou(part->type) || part->base->kind == LDT_KIND_ARRAY;
}

/* The integer of a part: bit-fields are cut out, signs extended. */
uint64_t ldt_part_integer(struct ldt_types *types, const struct ldt_part *part, bool is_signed)
{
	uint64_t bytes = ldt_part_needs(types, part), value = 0;
	unsigned int bits = part->member && part->member->bit_width ? part->member->bit_width : (unsigned int)bytes * 8;

	for (uint64_t i = 0; i < bytes && i < 8; i++)
		value |= (uint64_t)(unsigned char)part->data[i] << (8 * i);
	value >>= part->shift;
	if (bytes == 9) /* a bit-field that begins late in its first byte */
		value |= (uint64_t)(unsigned char)part->data[8] << (64 - part->shift);
	if (bits == 0 || bits >= 64)
		return value;
	value &= (1ull << bits) - 1;
	if (is_signed && value >> (bits - 1))
		value |= ~0ull << bits;
	return value;
}

const char *ldt_enumerator_name(const struct ldt_type *type, int64_t value)
{
	for (const struct ldt_enumerator *item = type->enumerators; item; item = item->next) {
		if (item->value == value)
			return item->name;
	}
	return NULL;
}

bool ldt_type_is_char(struct ldt_type *type)
{
	return type->kind == LDT_KIND_INT && type->is_char && type->is_signed;
}

/* Characters that can be printed up to a NUL that is there. */
bool ldt_part_holds_text(const struct ldt_part *array)
{
	size_t count = DT_MIN((size_t)array->base->count, array->size), i = 0;

	if (!ldt_type_is_char(ldt_type_resolve(array->base->target)))
		return false;
	while (i < count && isprint((unsigned char)array->data[i]))
		i++;
	return i < count && array->data[i] == '\0';
}
