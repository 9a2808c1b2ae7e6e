/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_btf_type.c - types out of BTF records: one for each record, when it is asked for; members when they are looked
 * into. */
#include <string.h>

#include "dt_btf.h"

#define DEPTH_LIMIT 64 /* of types that refer to types without a structure between: a circle ends there */

static struct dt_type *make(struct dt_btf *btf, struct dt_types *types, uint32_t id, unsigned int depth);

/* An integer by its size, sign and name: D knows the names of C, not those of the compiler that wrote the file. */
static struct dt_type *make_int(struct dt_types *types, const struct dt_btf_record *record)
{
	uint32_t encoding = dt_btf_load32(record->entry) >> 24;
	bool is_signed = encoding & 1, is_long = strstr(record->name, "long") != NULL;
	bool is_llong = strstr(record->name, "long long") != NULL;

	switch (record->size) {
	case 1:
		if (encoding & 4)
			return types->bool_;
		if (strcmp(record->name, "char") == 0)
			return types->char_;
		return is_signed ? types->schar : types->uchar;
	case 2:
		return is_signed ? types->short_ : types->ushort;
	case 4:
		if (is_long && types->word_size == 4)
			return is_signed ? types->long_ : types->ulong;
		return is_signed ? types->int_ : types->uint;
	case 8:
		if (is_llong || types->word_size == 4)
			return is_signed ? types->llong : types->ullong;
		return is_signed ? types->long_ : types->ulong;
	default: /* 16 bytes: D has no such integer; its bytes can be looked at */
		return dt_type_array(types, types->uchar, record->size, true);
	}
}

static struct dt_type *make_float(struct dt_types *types, const struct dt_btf_record *record)
{
	return record->size == 4 ? types->float_ : record->size == 8 ? types->double_ : types->ldouble;
}

static struct dt_type *make_array(struct dt_btf *btf, struct dt_types *types, const struct dt_btf_record *record,
				  unsigned int depth)
{
	struct dt_type *element = make(btf, types, dt_btf_load32(record->entry), depth);

	return element ? dt_type_array(types, element, dt_btf_load32(record->entry + 8), true) : NULL;
}

static struct dt_type *make_function(struct dt_btf *btf, struct dt_types *types, const struct dt_btf_record *record,
				     unsigned int depth)
{
	struct dt_type *result = make(btf, types, record->size, depth);
	struct dt_param *first = NULL, **tail = &first;
	bool varargs = false;
	uint32_t i;

	for (i = 0; result && i < record->count; i++) {
		const uint8_t *at = record->entry + (size_t)i * 8;
		uint32_t id = dt_btf_load32(at + 4);
		struct dt_param *param;

		if (id == 0) {
			varargs = true;
			break;
		}
		param = dt_arena_alloc(&types->arena, sizeof(*param));
		param->name = dt_btf_string(btf, dt_btf_load32(at));
		param->type = make(btf, types, id, depth);
		if (!param->type)
			return NULL;
		*tail = param;
		tail = &param->next;
	}
	return result ? dt_type_function(types, result, first, varargs) : NULL;
}

/* A struct, union or enum without its members. */
static struct dt_type *make_tagged(struct dt_btf *btf, struct dt_types *types, const struct dt_btf_record *record,
				   uint32_t id)
{
	enum dt_kind kind = record->kind == DT_BTF_STRUCT || (record->kind == DT_BTF_FWD && !record->flag)
				    ? DT_KIND_STRUCT
			    : record->kind == DT_BTF_UNION || record->kind == DT_BTF_FWD ? DT_KIND_UNION
											 : DT_KIND_ENUM;
	struct dt_type *type = dt_type_tagged(types, kind, NULL);

	type->name = *record->name ? dt_arena_strdup(&types->arena, record->name) : NULL;
	type->origin = btf;
	type->origin_id = id;
	if (kind == DT_KIND_ENUM) {
		type->size = type->align = record->size;
		type->is_signed = record->flag;
	}
	return type;
}

/* A typedef is not entered by name: the table's own names are the program's. */
static struct dt_type *make_typedef(struct dt_btf *btf, struct dt_types *types, const struct dt_btf_record *record,
				    unsigned int depth)
{
	struct dt_type *target = make(btf, types, record->size, depth), *type;

	if (!target)
		return NULL;
	type = dt_type_qualified(types, DT_KIND_TYPEDEF, target);
	type->name = dt_arena_strdup(&types->arena, record->name);
	return type;
}

static struct dt_type *make_qualified(struct dt_btf *btf, struct dt_types *types, enum dt_kind kind, uint32_t id,
				      unsigned int depth)
{
	struct dt_type *target = make(btf, types, id, depth);

	return target ? dt_type_qualified(types, kind, target) : NULL;
}

static struct dt_type *make_record(struct dt_btf *btf, struct dt_types *types, const struct dt_btf_record *record,
				   uint32_t id, unsigned int depth)
{
	struct dt_type *target;

	switch (record->kind) {
	case DT_BTF_INT:
		return make_int(types, record);
	case DT_BTF_FLOAT:
		return make_float(types, record);
	case DT_BTF_PTR:
		target = make(btf, types, record->size, depth);
		return target ? dt_type_pointer(types, target) : NULL;
	case DT_BTF_ARRAY:
		return make_array(btf, types, record, depth);
	case DT_BTF_STRUCT:
	case DT_BTF_UNION:
	case DT_BTF_ENUM:
	case DT_BTF_ENUM64:
	case DT_BTF_FWD:
		return make_tagged(btf, types, record, id);
	case DT_BTF_TYPEDEF:
		return make_typedef(btf, types, record, depth);
	case DT_BTF_VOLATILE:
		return make_qualified(btf, types, DT_KIND_VOLATILE, record->size, depth);
	case DT_BTF_CONST:
		return make_qualified(btf, types, DT_KIND_CONST, record->size, depth);
	case DT_BTF_RESTRICT:
		return make_qualified(btf, types, DT_KIND_RESTRICT, record->size, depth);
	case DT_BTF_FUNC_PROTO:
		return make_function(btf, types, record, depth);
	case DT_BTF_FUNC:
	case DT_BTF_VAR:
	case DT_BTF_TYPE_TAG:
		return make(btf, types, record->size, depth);
	default:
		return NULL;
	}
}

static struct dt_type *make(struct dt_btf *btf, struct dt_types *types, uint32_t id, unsigned int depth)
{
	struct dt_btf_record record;
	struct dt_type **made;

	if (id == 0)
		return types->void_;
	if (depth > DEPTH_LIMIT || !dt_btf_record(btf, id, &record))
		return NULL;
	made = dt_btf_made(btf, id);
	if (!*made)
		*made = make_record(btf, types, &record, id, depth + 1);
	return *made;
}

struct dt_type *dt_btf_type(struct dt_btf *btf, struct dt_types *types, uint32_t id)
{
	return make(btf, types, id, 0);
}

/* ---- members --------------------------------------------------------------------------------- */

/* Where a member is: bit-fields by the struct's own flag, or, in old files, by an integer of few bits. */
static void place_member(struct dt_btf *btf, const struct dt_btf_record *sou, const uint8_t *at,
			 struct dt_member *member)
{
	uint32_t offset = dt_btf_load32(at + 8), id = dt_btf_load32(at + 4), data;
	struct dt_btf_record record;

	member->bit_offset = offset;
	if (sou->flag) {
		member->bit_offset = offset & 0xffffff;
		member->bit_width = offset >> 24;
		return;
	}
	if (!dt_btf_record(btf, id, &record) || record.kind != DT_BTF_INT)
		return;
	data = dt_btf_load32(record.entry);
	if ((data & 0xff) < record.size * 8) {
		member->bit_width = data & 0xff;
		member->bit_offset += data >> 16 & 0xff;
	}
}

static bool fill_sou(struct dt_btf *btf, struct dt_types *types, const struct dt_btf_record *record,
		     struct dt_type *type)
{
	struct dt_member *first = NULL, *last = NULL, *member;
	uint32_t i, align = 1;

	for (i = 0; i < record->count; i++) {
		const uint8_t *at = record->entry + (size_t)i * 12;
		const char *name = dt_btf_string(btf, dt_btf_load32(at));
		struct dt_type *base;

		member = dt_arena_alloc(&types->arena, sizeof(*member));
		member->name = *name ? name : NULL;
		member->type = make(btf, types, dt_btf_load32(at + 4), 0);
		if (!member->type)
			return false;
		place_member(btf, record, at, member);
		base = dt_type_resolve(member->type);
		if (member->bit_width > 64 || (member->bit_width && !dt_type_is_integer(base)) ||
		    base->kind == DT_KIND_VOID || base->kind == DT_KIND_FUNCTION)
			return false;
		if (base->align > align)
			align = base->align;
		if (last)
			last->next = member;
		else
			first = member;
		last = member;
	}
	type->members = first;
	type->last_member = last;
	type->size = record->size;
	type->align = align;
	type->complete = true;
	return true;
}

static bool fill_enum(struct dt_btf *btf, struct dt_types *types, const struct dt_btf_record *record,
		      struct dt_type *type)
{
	uint32_t step = record->kind == DT_BTF_ENUM64 ? 12 : 8, i;

	if (record->size != 1 && record->size != 2 && record->size != 4 && record->size != 8)
		return false;
	for (i = 0; i < record->count; i++) {
		const uint8_t *at = record->entry + (size_t)i * step;
		uint32_t low = dt_btf_load32(at + 4);
		int64_t value = record->flag ? (int64_t)(int32_t)low : (int64_t)low;

		if (step == 12)
			value = (int64_t)((uint64_t)dt_btf_load32(at + 8) << 32 | low);
		dt_type_add_enumerator(types, type, dt_btf_string(btf, dt_btf_load32(at)), value, DT_ORIGIN_FILE);
	}
	type->size = type->align = record->size;
	type->is_signed = record->flag;
	type->complete = true;
	return true;
}

static bool fill(struct dt_btf *btf, struct dt_types *types, uint32_t id, struct dt_type *type)
{
	struct dt_btf_record record;
	bool good;

	if (type->busy || !dt_btf_record(btf, id, &record))
		return false;
	type->busy = true;
	good = record.kind == DT_BTF_ENUM || record.kind == DT_BTF_ENUM64 ? fill_enum(btf, types, &record, type)
									  : fill_sou(btf, types, &record, type);
	type->busy = false;
	return good;
}

bool dt_btf_define(struct dt_btf *btf, struct dt_types *types, struct dt_type *type)
{
	enum dt_btf_kind kind = type->kind == DT_KIND_STRUCT  ? DT_BTF_STRUCT
				: type->kind == DT_KIND_UNION ? DT_BTF_UNION
							      : DT_BTF_ENUM;
	uint32_t id = type->name ? dt_btf_find(btf, kind, type->name) : 0;

	if (!id || !fill(btf, types, id, type))
		return false;
	type->origin = btf;
	type->origin_id = id;
	return true;
}

bool dt_btf_complete(struct dt_types *types, struct dt_type *type)
{
	struct dt_btf *btf = type->origin;
	struct dt_btf_record record;

	if (!btf || !dt_btf_record(btf, type->origin_id, &record))
		return false;
	if (record.kind == DT_BTF_FWD)
		return dt_btf_define(btf, types, type);
	return fill(btf, types, type->origin_id, type);
}
