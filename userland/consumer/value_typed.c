/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/value_typed.c - what print() recorded as a tree of typed values: what print_typed.c makes text of. */
#include <string.h>

#include "consumer/typed_part.h"
#include "consumer/value.h"
#include "program/program.h"

#define NAME_SIZE 512

struct reader {
	struct ldt_types *types;
	struct ldt_arena *arena;
};

static void read_part(const struct reader *reader, const struct ldt_part *part, dtrace_value_t *ret);

/* Members of @part, with those of members without a name. */
static size_t member_count(const struct ldt_part *part)
{
	size_t count = 0;

	for (const struct ldt_member *member = part->base->members; member; member = member->next) {
		struct ldt_part inner = ldt_part_member(part, member);

		if (member->name)
			count++;
		else if (ldt_type_is_sou(inner.type) && inner.depth <= LDT_PART_DEPTH)
			count += member_count(&inner);
	}
	return count;
}

static void add_members(const struct reader *reader, const struct ldt_part *part, dtrace_value_t *items, size_t *used)
{
	for (const struct ldt_member *member = part->base->members; member; member = member->next) {
		struct ldt_part inner = ldt_part_member(part, member);

		if (member->name) {
			read_part(reader, &inner, &items[*used]);
			items[(*used)++].name = member->name;
		} else if (ldt_type_is_sou(inner.type) && inner.depth <= LDT_PART_DEPTH) {
			add_members(reader, &inner, items, used);
		}
	}
}

static void read_members(const struct reader *reader, const struct ldt_part *part, dtrace_value_t *ret)
{
	dtrace_value_t *items = ldt_arena_alloc(reader->arena, (member_count(part) + 1) * sizeof(*items));

	ret->kind = DTRACE_VALUE_STRUCT;
	ret->list.items = items;
	add_members(reader, part, items, &ret->list.count);
}

/* Elements as far as there are bytes. */
static void read_elements(const struct reader *reader, const struct ldt_part *part, dtrace_value_t *ret)
{
	uint64_t step = ldt_type_storage(reader->types, part->base->target), count = part->base->count;
	dtrace_value_t *items;

	if (ldt_part_holds_text(part)) {
		ret->kind = DTRACE_VALUE_STRING;
		ret->bytes.data = part->data;
		ret->bytes.size = strnlen(part->data, DT_MIN((size_t)count, part->size));
		return;
	}
	if (step)
		count = DT_MIN(count, (part->size + step - 1) / step);
	items = ldt_arena_alloc(reader->arena, (size_t)(count + 1) * sizeof(*items));
	ret->kind = DTRACE_VALUE_ARRAY;
	ret->list.items = items;
	ret->list.count = step ? (size_t)count : 0;
	for (size_t i = 0; i < ret->list.count; i++) {
		struct ldt_part element = ldt_part_make(part, part->base->target, i * step);

		read_part(reader, &element, &items[i]);
	}
}

static void read_float(const struct ldt_part *part, dtrace_value_t *ret)
{
	long double large;
	float small;

	ret->kind = DTRACE_VALUE_FLOAT;
	if (part->base->size == sizeof(small)) {
		memcpy(&small, part->data, sizeof(small));
		ret->real = (double)small;
	} else if (part->base->size == sizeof(ret->real)) {
		memcpy(&ret->real, part->data, sizeof(ret->real));
	} else if (part->base->size == sizeof(large)) {
		memcpy(&large, part->data, sizeof(large));
		ret->real = (double)large;
	} else {
		ret->kind = DTRACE_VALUE_NONE;
	}
}

static void read_integer(const struct reader *reader, const struct ldt_part *part, dtrace_value_t *ret)
{
	bool is_signed = ldt_type_is_signed(part->type);
	uint64_t value = ldt_part_integer(reader->types, part, is_signed);

	if (part->base->kind == LDT_KIND_ENUM) {
		ret->kind = DTRACE_VALUE_ENUM;
		ret->enumerator.value = (int64_t)value;
		ret->enumerator.name = ldt_enumerator_name(part->base, (int64_t)value);
	} else if (is_signed) {
		ret->kind = DTRACE_VALUE_INT;
		ret->number = (int64_t)value;
	} else {
		ret->kind = DTRACE_VALUE_UINT;
		ret->natural = value;
	}
}

static void read_part(const struct reader *reader, const struct ldt_part *part, dtrace_value_t *ret)
{
	bool composed = ldt_part_is_composed(part);
	char text[NAME_SIZE];

	memset(ret, 0, sizeof(*ret));
	ret->type = ldt_arena_strdup(reader->arena, ldt_type_name(part->type, text, sizeof(text)));
	if (part->depth > LDT_PART_DEPTH ||
	    (part->size < ldt_part_needs(reader->types, part) && (!composed || part->size == 0)))
		return;
	if (part->base->kind == LDT_KIND_ARRAY) {
		read_elements(reader, part, ret);
	} else if (composed) {
		read_members(reader, part, ret);
	} else if (part->base->kind == LDT_KIND_STRING) {
		ret->kind = DTRACE_VALUE_STRING;
		ret->bytes.data = part->data;
		ret->bytes.size = strnlen(part->data, part->size);
	} else if (part->base->kind == LDT_KIND_FLOAT) {
		read_float(part, ret);
	} else {
		read_integer(reader, part, ret);
	}
}

void ldt_value_read_typed(struct dtrace_hdl *dtp, struct ldt_arena *arena, struct ldt_value value, dtrace_value_t *ret)
{
	struct reader reader = { .types = ldt_printed_types(dtp), .arena = arena };
	struct ldt_type *type = ldt_printed_type(dtp, DTRACE_PRINT_TYPE(value.rec->arg));
	struct ldt_part part = { .type = type, .data = value.data, .size = value.rec->size };

	memset(ret, 0, sizeof(*ret));
	if (!type) { /* of a program compiled elsewhere */
		ret->kind = DTRACE_VALUE_BYTES;
		ret->bytes.data = part.data;
		ret->bytes.size = part.size;
		return;
	}
	part.base = ldt_type_resolve(type);
	if (value.rec->arg & DTRACE_PRINT_ADDRESS) {
		part.data += sizeof(uint64_t);
		part.size -= sizeof(uint64_t);
	}
	read_part(&reader, &part, ret);
}
