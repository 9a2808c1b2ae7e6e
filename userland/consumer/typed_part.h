/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/typed_part.h - a value of print(), taken apart by its type: members, elements, bit-fields. */
#ifndef LDT_CONSUMER_TYPED_PART_H
#define LDT_CONSUMER_TYPED_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "types/types.h"

#define LDT_PART_DEPTH 64 /* of nested structures, at most */

/* A part of the record: it has @size bytes, perhaps fewer than the type. */
struct ldt_part {
	struct ldt_type *type, *base; /* as written, and without typedefs and qualifiers */
	const char *data;
	size_t size;
	const struct ldt_member *member; /* NULL: an element, or the whole */
	unsigned int shift;              /* of a bit-field, in data */
	int depth;
};

/* ldt_part_make - what @whole has at @offset, as @type; ldt_part_member - a member of it. */
struct ldt_part ldt_part_make(const struct ldt_part *whole, struct ldt_type *type, uint64_t offset);
struct ldt_part ldt_part_member(const struct ldt_part *whole, const struct ldt_member *member);
/* ldt_part_needs - bytes that it needs to be whole; ldt_part_is_composed - whether it is a structure, union or array. */
uint64_t ldt_part_needs(struct ldt_types *types, const struct ldt_part *part);
bool ldt_part_is_composed(const struct ldt_part *part);
/* ldt_part_integer - its integer, which is whole: bit-fields are cut out, signs extended as @is_signed says. */
uint64_t ldt_part_integer(struct ldt_types *types, const struct ldt_part *part, bool is_signed);
/* ldt_enumerator_name - the name of a value of an enumeration; NULL: none. */
const char *ldt_enumerator_name(const struct ldt_type *type, int64_t value);
/* ldt_part_holds_text - whether an array has characters that can be printed up to a NUL that is there. */
bool ldt_part_holds_text(const struct ldt_part *array);
bool ldt_type_is_char(struct ldt_type *type);

#endif
