/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * types/btf_write.c - types of a table as a file of BTF.
 *
 * Each type is one record. The types that were asked for get the first numbers; a record that
 * refers to another type gives it the next number, and it is written in its turn. A type without
 * definition becomes a forward reference. D's string is a typedef of an array of characters; what
 * sym() and stack() give cannot be written and is void.
 */
#include <stdlib.h>
#include <string.h>

#include "types/btf.h"

#define BTF_MAGIC    0xeb9fu
#define BTF_HEADER   24
#define COUNT_MAX    0xffffu   /* members, enumerators, parameters */
#define BIT_OFFSET   0xffffffu /* of a member in a structure that has bit-fields */
#define INT_SIGNED   1u
#define INT_BOOL     4u
#define FIRST_BUCKET 1024

struct bytes {
	uint8_t *data;
	size_t size, room;
};

struct writer {
	struct ldt_types *types;
	struct bytes records, strings;
	struct ldt_type **type; /* number - 1 -> type */
	size_t count, room;
	uint32_t *bucket; /* numbers by type; 0: free */
	size_t buckets;
	struct ldt_map offsets; /* of names in strings: offset as a pointer */
	struct ldt_type *string;
	const char *why; /* the first that went wrong */
};

static void fail(struct writer *writer, const char *why)
{
	if (!writer->why)
		writer->why = why;
}

static void bytes_put(struct writer *writer, struct bytes *bytes, const void *data, size_t size)
{
	if (bytes->room - bytes->size < size) {
		size_t room = (bytes->room + size) * 2;
		uint8_t *more = realloc(bytes->data, room);

		if (!more) {
			fail(writer, "there is no memory");
			return;
		}
		bytes->data = more;
		bytes->room = room;
	}
	memcpy(bytes->data + bytes->size, data, size);
	bytes->size += size;
}

static void put32(struct writer *writer, uint32_t value)
{
	bytes_put(writer, &writer->records, &value, sizeof(value));
}

static uint32_t name_offset(struct writer *writer, const char *name)
{
	uintptr_t offset;

	if (!name || !*name)
		return 0;
	offset = (uintptr_t)ldt_map_get(&writer->offsets, name);
	if (!offset) {
		offset = writer->strings.size;
		bytes_put(writer, &writer->strings, name, strlen(name) + 1);
		ldt_map_put(&writer->offsets, name, (void *)offset);
	}
	return (uint32_t)offset;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static size_t slot_of(const struct writer *writer, const struct ldt_type *type)
{
	size_t slot = (size_t)(((uintptr_t)type >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 17) & (writer->buckets - 1);

	while (writer->bucket[slot] && writer->type[writer->bucket[slot] - 1] != type)
		slot = (slot + 1) & (writer->buckets - 1);
	return slot;
}

static bool grow(struct writer *writer)
{
	size_t room = writer->room ? writer->room * 2 : FIRST_BUCKET, i;
	struct ldt_type **type = realloc(writer->type, room * sizeof(struct ldt_type *));
	uint32_t *bucket = calloc(room * 2, sizeof(*bucket));

	if (type)
		writer->type = type;
	if (!type || !bucket) {
		free(bucket);
		fail(writer, "there is no memory");
		return false;
	}
	free(writer->bucket);
	writer->bucket = bucket;
	writer->buckets = room * 2;
	writer->room = room;
	for (i = 0; i < writer->count; i++)
		writer->bucket[slot_of(writer, writer->type[i])] = (uint32_t)i + 1;
	return true;
}

/* D's string as C can say it: always the same one, for it is an array of its own. */
static struct ldt_type *string_type(struct writer *writer)
{
	struct ldt_types *types = writer->types;

	if (!writer->string) {
		writer->string = ldt_type_qualified(
			types, LDT_KIND_TYPEDEF,
			ldt_type_array(types, types->char_, ldt_type_storage(types, types->string), true));
		writer->string->name = types->string->name;
	}
	return writer->string;
}

/* The number of a type, given now when it has none; 0: void. */
static uint32_t number(struct writer *writer, struct ldt_type *type)
{
	size_t slot;

	if (type->kind == LDT_KIND_STRING)
		type = string_type(writer);
	if (type->kind == LDT_KIND_VOID || type->kind == LDT_KIND_STACK || type->kind == LDT_KIND_SYMADDR ||
	    type->kind == LDT_KIND_USYMADDR || type->kind == LDT_KIND_DYN)
		return 0;
	if (writer->count == writer->room && !grow(writer))
		return 0;
	slot = slot_of(writer, type);
	if (!writer->bucket[slot]) {
		writer->type[writer->count++] = type;
		writer->bucket[slot] = (uint32_t)writer->count;
	}
	return writer->bucket[slot];
}

/* ---- records --------------------------------------------------------------------------------- */

static void record(struct writer *writer, enum ldt_btf_kind kind, bool flag, size_t count, const char *name,
		   uint32_t size)
{
	if (count > COUNT_MAX)
		fail(writer, "a type has more than 65535 members");
	put32(writer, name_offset(writer, name));
	put32(writer, (uint32_t)flag << 31 | (uint32_t)kind << 24 | (uint32_t)(count & COUNT_MAX));
	put32(writer, size);
}

static uint32_t size_of(struct writer *writer, uint64_t size)
{
	if (size > UINT32_MAX)
		fail(writer, "a type is larger than 4 GiB");
	return (uint32_t)size;
}

static void put_int(struct writer *writer, const struct ldt_type *type)
{
	uint32_t encoding = type->is_bool ? INT_BOOL : type->is_signed ? INT_SIGNED : 0;

	record(writer, LDT_BTF_INT, false, 0, type->name, (uint32_t)type->size);
	put32(writer, encoding << 24 | (uint32_t)type->size * 8);
}

static void put_array(struct writer *writer, const struct ldt_type *type)
{
	record(writer, LDT_BTF_ARRAY, false, 0, NULL, 0);
	put32(writer, number(writer, type->target));
	put32(writer, number(writer, writer->types->int_));
	put32(writer, type->complete ? size_of(writer, type->count) : 0);
}

static void put_function(struct writer *writer, const struct ldt_type *type)
{
	const struct ldt_param *param;
	size_t count = type->varargs;

	for (param = type->params; param; param = param->next)
		count++;
	record(writer, LDT_BTF_FUNC_PROTO, false, count, NULL, number(writer, type->target));
	for (param = type->params; param; param = param->next) {
		put32(writer, name_offset(writer, param->name));
		put32(writer, number(writer, param->type));
	}
	if (type->varargs) {
		put32(writer, 0);
		put32(writer, 0);
	}
}

static void put_sou(struct writer *writer, const struct ldt_type *type)
{
	const struct ldt_member *member;
	bool bits = false;
	size_t count = 0;

	for (member = type->members; member; member = member->next, count++)
		bits = bits || member->bit_width;
	record(writer, type->kind == LDT_KIND_STRUCT ? LDT_BTF_STRUCT : LDT_BTF_UNION, bits, count, type->name,
	       size_of(writer, type->size));
	for (member = type->members; member; member = member->next) {
		if (member->bit_offset > (bits ? BIT_OFFSET : UINT32_MAX))
			fail(writer, "a structure is too large for the format");
		put32(writer, name_offset(writer, member->name));
		put32(writer, number(writer, member->type));
		put32(writer, (uint32_t)member->bit_offset | (bits ? member->bit_width << 24 : 0));
	}
}

static bool fits_32(const struct ldt_type *type)
{
	const struct ldt_enumerator *entry;

	for (entry = type->enumerators; entry; entry = entry->next)
		if (type->is_signed ? entry->value != (int32_t)entry->value : entry->value != (uint32_t)entry->value)
			return false;
	return true;
}

static void put_enum(struct writer *writer, const struct ldt_type *type)
{
	const struct ldt_enumerator *entry;
	bool small = fits_32(type);
	size_t count = 0;

	for (entry = type->enumerators; entry; entry = entry->next)
		count++;
	record(writer, small ? LDT_BTF_ENUM : LDT_BTF_ENUM64, type->is_signed, count, type->name, (uint32_t)type->size);
	for (entry = type->enumerators; entry; entry = entry->next) {
		put32(writer, name_offset(writer, entry->name));
		put32(writer, (uint32_t)entry->value);
		if (!small)
			put32(writer, (uint32_t)((uint64_t)entry->value >> 32));
	}
}

static void put_type(struct writer *writer, struct ldt_type *type)
{
	switch (type->kind) {
	case LDT_KIND_INT:
		put_int(writer, type);
		break;
	case LDT_KIND_FLOAT:
		record(writer, LDT_BTF_FLOAT, false, 0, type->name, (uint32_t)type->size);
		break;
	case LDT_KIND_POINTER:
		record(writer, LDT_BTF_PTR, false, 0, NULL, number(writer, type->target));
		break;
	case LDT_KIND_ARRAY:
		put_array(writer, type);
		break;
	case LDT_KIND_FUNCTION:
		put_function(writer, type);
		break;
	case LDT_KIND_STRUCT:
	case LDT_KIND_UNION:
		if (type->complete)
			put_sou(writer, type);
		else
			record(writer, LDT_BTF_FWD, type->kind == LDT_KIND_UNION, 0, type->name, 0);
		break;
	case LDT_KIND_ENUM:
		put_enum(writer, type); /* of no enumerators, when they are not known */
		break;
	case LDT_KIND_TYPEDEF:
		record(writer, LDT_BTF_TYPEDEF, false, 0, type->name, number(writer, type->target));
		break;
	default:
		record(writer,
		       type->kind == LDT_KIND_CONST      ? LDT_BTF_CONST
		       : type->kind == LDT_KIND_VOLATILE ? LDT_BTF_VOLATILE
							 : LDT_BTF_RESTRICT,
		       false, 0, NULL, number(writer, type->target));
	}
}

/* ---- the file -------------------------------------------------------------------------------- */

static uint8_t *join(struct writer *writer, size_t *size_ret)
{
	uint32_t header[BTF_HEADER / 4] = { BTF_MAGIC | 1u << 16, BTF_HEADER };
	struct bytes file = { 0 };

	header[2] = 0;
	header[3] = (uint32_t)writer->records.size;
	header[4] = (uint32_t)writer->records.size;
	header[5] = (uint32_t)writer->strings.size;
	bytes_put(writer, &file, header, sizeof(header));
	bytes_put(writer, &file, writer->records.data, writer->records.size);
	bytes_put(writer, &file, writer->strings.data, writer->strings.size);
	if (writer->why) {
		free(file.data);
		return NULL;
	}
	*size_ret = file.size;
	return file.data;
}

uint8_t *ldt_btf_write(struct ldt_types *types, bool (*wanted)(const struct ldt_type *type), size_t *size_ret,
		       const char **why)
{
	struct ldt_type *const intrinsic[] = { types->bool_,  types->char_,   types->schar,  types->uchar,
					       types->short_, types->ushort,  types->int_,   types->uint,
					       types->long_,  types->ulong,   types->llong,  types->ullong,
					       types->float_, types->double_, types->ldouble };
	struct writer writer = { .types = types };
	const struct ldt_constant *constant;
	uint8_t *ret = NULL;
	struct ldt_type *type;
	size_t i;

	ldt_map_init(&writer.offsets, &types->arena);
	bytes_put(&writer, &writer.strings, "", 1);
	for (i = 0; i < sizeof(intrinsic) / sizeof(intrinsic[0]); i++)
		if (wanted(intrinsic[i]))
			number(&writer, intrinsic[i]);
	for (type = types->named; type; type = type->next_named)
		if (wanted(type) && ldt_type_is_entered(types, type))
			number(&writer, type);
	for (constant = types->made; constant; constant = constant->next) /* enumerations without a name */
		if (constant->origin != LDT_ORIGIN_FILE && wanted(constant->type))
			number(&writer, constant->type);
	for (i = 0; i < writer.count && !writer.why; i++)
		put_type(&writer, writer.type[i]);
	if (!writer.count)
		put_type(&writer, types->int_); /* a file has at least one type */
	if (!writer.why)
		ret = join(&writer, size_ret);
	*why = writer.why;
	free(writer.records.data);
	free(writer.strings.data);
	free(writer.type);
	free(writer.bucket);
	return ret;
}
