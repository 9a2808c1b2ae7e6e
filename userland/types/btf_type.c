/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* types/btf_type.c - types out of BTF records: one for each record, when it is asked for; members when they are looked
 * into. */
#include <string.h>

#include "types/btf.h"

#define DEPTH_LIMIT 64 /* of types that refer to types without a structure between: a circle ends there */

static struct ldt_type *type_make(struct ldt_btf *btf, struct ldt_types *types, uint32_t id, unsigned int depth);

/* An integer by its size, sign and name: D knows the names of C, not those of the compiler that wrote the file. */
static struct ldt_type *make_int(struct ldt_types *types, const struct ldt_btf_record *record)
{
	uint32_t encoding = ldt_btf_load32(record->entry) >> 24;
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
		return ldt_type_array(types, types->uchar, record->size, true);
	}
}

static struct ldt_type *make_float(struct ldt_types *types, const struct ldt_btf_record *record)
{
	return record->size == 4 ? types->float_ : record->size == 8 ? types->double_ : types->ldouble;
}

static struct ldt_type *make_array(struct ldt_btf *btf, struct ldt_types *types, const struct ldt_btf_record *record,
				   unsigned int depth)
{
	struct ldt_type *element = type_make(btf, types, ldt_btf_load32(record->entry), depth);

	return element ? ldt_type_array(types, element, ldt_btf_load32(record->entry + 8), true) : NULL;
}

static struct ldt_type *make_function(struct ldt_btf *btf, struct ldt_types *types, const struct ldt_btf_record *record,
				      unsigned int depth)
{
	struct ldt_type *result = type_make(btf, types, record->size, depth);
	struct ldt_param *first = NULL, **tail = &first;
	bool varargs = false;
	uint32_t i;

	for (i = 0; result && i < record->count; i++) {
		const uint8_t *at = record->entry + (size_t)i * 8;
		uint32_t id = ldt_btf_load32(at + 4);
		struct ldt_param *param;

		if (id == 0) {
			varargs = true;
			break;
		}
		param = ldt_arena_alloc(&types->arena, sizeof(*param));
		param->name = ldt_btf_string(btf, ldt_btf_load32(at));
		param->type = type_make(btf, types, id, depth);
		if (!param->type)
			return NULL;
		*tail = param;
		tail = &param->next;
	}
	return result ? ldt_type_function(types, result, first, varargs) : NULL;
}

/* A struct, union or enum without its members. */
static struct ldt_type *make_tagged(struct ldt_btf *btf, struct ldt_types *types, const struct ldt_btf_record *record,
				    uint32_t id)
{
	enum ldt_kind kind = record->kind == LDT_BTF_STRUCT || (record->kind == LDT_BTF_FWD && !record->flag)
				     ? LDT_KIND_STRUCT
			     : record->kind == LDT_BTF_UNION || record->kind == LDT_BTF_FWD ? LDT_KIND_UNION
											    : LDT_KIND_ENUM;
	struct ldt_type *type = ldt_type_tagged(types, kind, NULL);

	type->name = *record->name ? ldt_arena_strdup(&types->arena, record->name) : NULL;
	type->origin = btf;
	type->origin_id = id;
	if (kind == LDT_KIND_ENUM) {
		type->size = type->align = record->size;
		type->is_signed = record->flag;
	}
	return type;
}

/* A typedef is not entered by name: the table's own names are the program's. */
static struct ldt_type *make_typedef(struct ldt_btf *btf, struct ldt_types *types, const struct ldt_btf_record *record,
				     unsigned int depth)
{
	struct ldt_type *target = type_make(btf, types, record->size, depth), *type;

	if (!target)
		return NULL;
	type = ldt_type_qualified(types, LDT_KIND_TYPEDEF, target);
	type->name = ldt_arena_strdup(&types->arena, record->name);
	return type;
}

static struct ldt_type *make_qualified(struct ldt_btf *btf, struct ldt_types *types, enum ldt_kind kind, uint32_t id,
				       unsigned int depth)
{
	struct ldt_type *target = type_make(btf, types, id, depth);

	return target ? ldt_type_qualified(types, kind, target) : NULL;
}

static struct ldt_type *make_record(struct ldt_btf *btf, struct ldt_types *types, const struct ldt_btf_record *record,
				    uint32_t id, unsigned int depth)
{
	struct ldt_type *target;

	switch (record->kind) {
	case LDT_BTF_INT:
		return make_int(types, record);
	case LDT_BTF_FLOAT:
		return make_float(types, record);
	case LDT_BTF_PTR:
		target = type_make(btf, types, record->size, depth);
		return target ? ldt_type_pointer(types, target) : NULL;
	case LDT_BTF_ARRAY:
		return make_array(btf, types, record, depth);
	case LDT_BTF_STRUCT:
	case LDT_BTF_UNION:
	case LDT_BTF_ENUM:
	case LDT_BTF_ENUM64:
	case LDT_BTF_FWD:
		return make_tagged(btf, types, record, id);
	case LDT_BTF_TYPEDEF:
		return make_typedef(btf, types, record, depth);
	case LDT_BTF_VOLATILE:
		return make_qualified(btf, types, LDT_KIND_VOLATILE, record->size, depth);
	case LDT_BTF_CONST:
		return make_qualified(btf, types, LDT_KIND_CONST, record->size, depth);
	case LDT_BTF_RESTRICT:
		return make_qualified(btf, types, LDT_KIND_RESTRICT, record->size, depth);
	case LDT_BTF_FUNC_PROTO:
		return make_function(btf, types, record, depth);
	case LDT_BTF_FUNC:
	case LDT_BTF_VAR:
	case LDT_BTF_TYPE_TAG:
		return type_make(btf, types, record->size, depth);
	default:
		return NULL;
	}
}

static struct ldt_type *type_make(struct ldt_btf *btf, struct ldt_types *types, uint32_t id, unsigned int depth)
{
	struct ldt_btf_record record;
	struct ldt_type **made;

	if (id == 0)
		return types->void_;
	if (depth > DEPTH_LIMIT || !ldt_btf_record(btf, id, &record))
		return NULL;
	made = ldt_btf_made(btf, id);
	if (!*made)
		*made = make_record(btf, types, &record, id, depth + 1);
	return *made;
}

struct ldt_type *ldt_btf_type(struct ldt_btf *btf, struct ldt_types *types, uint32_t id)
{
	return type_make(btf, types, id, 0);
}

/* ---- members --------------------------------------------------------------------------------- */

/* Where a member is: bit-fields by the struct's own flag, or, in old files, by an integer of few bits. */
static void place_member(struct ldt_btf *btf, const struct ldt_btf_record *sou, const uint8_t *at,
			 struct ldt_member *member)
{
	uint32_t offset = ldt_btf_load32(at + 8), id = ldt_btf_load32(at + 4), data;
	struct ldt_btf_record record;

	member->bit_offset = offset;
	if (sou->flag) {
		member->bit_offset = offset & 0xffffff;
		member->bit_width = offset >> 24;
		return;
	}
	if (!ldt_btf_record(btf, id, &record) || record.kind != LDT_BTF_INT)
		return;
	data = ldt_btf_load32(record.entry);
	if ((data & 0xff) < record.size * 8) {
		member->bit_width = data & 0xff;
		member->bit_offset += data >> 16 & 0xff;
	}
}

static bool fill_sou(struct ldt_btf *btf, struct ldt_types *types, uint32_t id, const struct ldt_btf_record *record,
		     struct ldt_type *type)
{
	struct ldt_member *first = NULL, *last = NULL, *member;
	uint32_t i, align = 1;

	if (!ldt_btf_ends(btf, id))
		return false;
	for (i = 0; i < record->count; i++) {
		const uint8_t *at = record->entry + (size_t)i * 12;
		const char *name = ldt_btf_string(btf, ldt_btf_load32(at));
		struct ldt_type *base;

		member = ldt_arena_alloc(&types->arena, sizeof(*member));
		member->name = *name ? name : NULL;
		member->type = type_make(btf, types, ldt_btf_load32(at + 4), 0);
		if (!member->type)
			return false;
		place_member(btf, record, at, member);
		base = ldt_type_resolve(member->type);
		if (member->bit_width > 64 || (member->bit_width && !ldt_type_is_integer(base)) ||
		    base->kind == LDT_KIND_VOID || base->kind == LDT_KIND_FUNCTION)
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

static bool fill_enum(struct ldt_btf *btf, struct ldt_types *types, const struct ldt_btf_record *record,
		      struct ldt_type *type)
{
	uint32_t step = record->kind == LDT_BTF_ENUM64 ? 12 : 8, i;

	if (record->size != 1 && record->size != 2 && record->size != 4 && record->size != 8)
		return false;
	for (i = 0; i < record->count; i++) {
		const uint8_t *at = record->entry + (size_t)i * step;
		uint32_t low = ldt_btf_load32(at + 4);
		int64_t value = record->flag ? (int64_t)(int32_t)low : (int64_t)low;

		if (step == 12)
			value = (int64_t)((uint64_t)ldt_btf_load32(at + 8) << 32 | low);
		ldt_type_add_enumerator(types, type, ldt_btf_string(btf, ldt_btf_load32(at)), value, LDT_ORIGIN_FILE);
	}
	type->size = type->align = record->size;
	type->is_signed = record->flag;
	type->complete = true;
	return true;
}

static bool type_complete(struct ldt_btf *btf, struct ldt_types *types, uint32_t id, struct ldt_type *type)
{
	struct ldt_btf_record record;
	bool good;

	if (type->busy || !ldt_btf_record(btf, id, &record))
		return false;
	type->busy = true;
	good = record.kind == LDT_BTF_ENUM || record.kind == LDT_BTF_ENUM64 ? fill_enum(btf, types, &record, type)
									    : fill_sou(btf, types, id, &record, type);
	type->busy = false;
	return good;
}

bool ldt_btf_define(struct ldt_btf *btf, struct ldt_types *types, struct ldt_type *type)
{
	enum ldt_btf_kind kind = type->kind == LDT_KIND_STRUCT  ? LDT_BTF_STRUCT
				 : type->kind == LDT_KIND_UNION ? LDT_BTF_UNION
								: LDT_BTF_ENUM;
	uint32_t id = type->name ? ldt_btf_find(btf, kind, type->name) : 0;

	if (!id || !type_complete(btf, types, id, type))
		return false;
	type->origin = btf;
	type->origin_id = id;
	return true;
}

bool ldt_btf_complete(struct ldt_types *types, struct ldt_type *type)
{
	struct ldt_btf *btf = type->origin;
	struct ldt_btf_record record;

	if (!btf || !ldt_btf_record(btf, type->origin_id, &record))
		return false;
	if (record.kind == LDT_BTF_FWD)
		return ldt_btf_define(btf, types, type);
	return type_complete(btf, types, type->origin_id, type);
}
