/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* types/type_query.c - looking at types: what kind, how big, the same, promoted, as text. */
#include <stdio.h>
#include <string.h>

#include "types/type.h"

struct ldt_type *ldt_type_resolve(struct ldt_type *type)
{
	while (type->kind >= LDT_KIND_TYPEDEF && type->kind <= LDT_KIND_RESTRICT)
		type = type->target;
	return type;
}

bool ldt_type_is_integer(struct ldt_type *type)
{
	type = ldt_type_resolve(type);
	return type->kind == LDT_KIND_INT || type->kind == LDT_KIND_ENUM;
}

bool ldt_type_is_scalar(struct ldt_type *type)
{
	type = ldt_type_resolve(type);
	return type->kind == LDT_KIND_INT || type->kind == LDT_KIND_ENUM || type->kind == LDT_KIND_FLOAT ||
	       type->kind == LDT_KIND_POINTER;
}

bool ldt_type_is_sou(struct ldt_type *type)
{
	type = ldt_type_resolve(type);
	return type->kind == LDT_KIND_STRUCT || type->kind == LDT_KIND_UNION;
}

bool ldt_type_is_signed(struct ldt_type *type)
{
	type = ldt_type_resolve(type);
	return (type->kind == LDT_KIND_INT || type->kind == LDT_KIND_ENUM || type->kind == LDT_KIND_FLOAT) &&
	       type->is_signed;
}

bool ldt_type_is_char_array(struct ldt_type *type)
{
	type = ldt_type_resolve(type);
	if (type->kind != LDT_KIND_ARRAY)
		return false;
	type = ldt_type_resolve(type->target);
	return type->kind == LDT_KIND_INT && type->size == 1 && !type->is_bool;
}

static bool same_params(struct ldt_type *a, struct ldt_type *b)
{
	struct ldt_param *pa = a->params, *pb = b->params;

	for (; pa && pb; pa = pa->next, pb = pb->next)
		if (!ldt_type_same(pa->type, pb->type))
			return false;
	return !pa && !pb && a->varargs == b->varargs;
}

bool ldt_type_same(struct ldt_type *a, struct ldt_type *b)
{
	for (;;) {
		a = ldt_type_resolve(a);
		b = ldt_type_resolve(b);
		if (a == b)
			return true;
		if (a->kind != b->kind)
			return false;
		switch (a->kind) {
		case LDT_KIND_POINTER:
			break;
		case LDT_KIND_ARRAY:
			if (a->count != b->count)
				return false;
			break;
		case LDT_KIND_FUNCTION:
			if (!same_params(a, b))
				return false;
			break;
		case LDT_KIND_STRUCT:
		case LDT_KIND_UNION:
		case LDT_KIND_ENUM:
			return a->name && b->name && !strcmp(a->name, b->name);
		case LDT_KIND_INT:
			return a->size == b->size && a->is_signed == b->is_signed && a->is_bool == b->is_bool &&
			       a->rank == b->rank;
		default:
			return true;
		}
		a = a->target;
		b = b->target;
	}
}

struct text {
	char *buf;
	size_t size, length;
};

static void text_put(struct text *text, const char *piece)
{
	size_t room = text->size - text->length, length = strlen(piece);

	if (length >= room)
		length = room ? room - 1 : 0;
	memcpy(text->buf + text->length, piece, length);
	text->length += length;
	text->buf[text->length] = '\0';
}

static void text_put_before(struct text *text, struct ldt_type *type);
static void text_put_after(struct text *text, struct ldt_type *type);

static const char *keyword(enum ldt_kind kind)
{
	switch (kind) {
	case LDT_KIND_STRUCT:
		return "struct ";
	case LDT_KIND_UNION:
		return "union ";
	case LDT_KIND_ENUM:
		return "enum ";
	case LDT_KIND_CONST:
		return "const ";
	case LDT_KIND_VOLATILE:
		return "volatile ";
	case LDT_KIND_RESTRICT:
		return "restrict ";
	default:
		return "";
	}
}

/* The part of a declaration before the name: "int (*". */
static void text_put_before(struct text *text, struct ldt_type *type)
{
	switch (type->kind) {
	case LDT_KIND_POINTER:
		text_put_before(text, type->target);
		if (text->length && text->buf[text->length - 1] != '*' && text->buf[text->length - 1] != '(')
			text_put(text, " ");
		if (type->target->kind == LDT_KIND_ARRAY || type->target->kind == LDT_KIND_FUNCTION)
			text_put(text, "(");
		text_put(text, "*");
		break;
	case LDT_KIND_ARRAY:
	case LDT_KIND_FUNCTION:
		text_put_before(text, type->target);
		break;
	case LDT_KIND_CONST:
	case LDT_KIND_VOLATILE:
	case LDT_KIND_RESTRICT:
		if (type->target->kind == LDT_KIND_POINTER) {
			text_put_before(text, type->target);
			text_put(text, " ");
			text_put(text, keyword(type->kind));
			text->buf[--text->length] = '\0';
			break;
		}
		text_put(text, keyword(type->kind));
		text_put_before(text, type->target);
		break;
	default:
		text_put(text, keyword(type->kind));
		text_put(text, type->name ? type->name : "{ ... }");
	}
}

static void text_put_params(struct text *text, struct ldt_type *type)
{
	struct ldt_param *param;
	char name[128];

	text_put(text, "(");
	for (param = type->params; param; param = param->next) {
		text_put(text, ldt_type_name(param->type, name, sizeof(name)));
		if (param->next || type->varargs)
			text_put(text, ", ");
	}
	text_put(text, type->varargs ? "...)" : ")");
}

static void text_put_after(struct text *text, struct ldt_type *type)
{
	char count[32];

	switch (type->kind) {
	case LDT_KIND_POINTER:
		if (type->target->kind == LDT_KIND_ARRAY || type->target->kind == LDT_KIND_FUNCTION)
			text_put(text, ")");
		text_put_after(text, type->target);
		break;
	case LDT_KIND_ARRAY:
		snprintf(count, sizeof(count), type->complete ? "[%llu]" : "[]", (unsigned long long)type->count);
		text_put(text, count);
		text_put_after(text, type->target);
		break;
	case LDT_KIND_FUNCTION:
		text_put_params(text, type);
		text_put_after(text, type->target);
		break;
	case LDT_KIND_CONST:
	case LDT_KIND_VOLATILE:
	case LDT_KIND_RESTRICT:
		text_put_after(text, type->target);
		break;
	default:
		break;
	}
}

char *ldt_type_name(struct ldt_type *type, char *buf, size_t size)
{
	struct text text = { buf, size, 0 };

	buf[0] = '\0';
	text_put_before(&text, type);
	if (type->kind == LDT_KIND_ARRAY || type->kind == LDT_KIND_FUNCTION)
		text_put(&text, " ");
	text_put_after(&text, type);
	return buf;
}

struct ldt_type *ldt_type_int(struct ldt_types *types, uint32_t size, bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? types->schar : types->uchar;
	case 2:
		return is_signed ? types->short_ : types->ushort;
	case 4:
		return is_signed ? types->int_ : types->uint;
	default:
		return is_signed ? types->int64 : types->uint64;
	}
}

struct ldt_type *ldt_type_promote(struct ldt_types *types, struct ldt_type *type)
{
	struct ldt_type *base = ldt_type_resolve(type);

	if (base->kind == LDT_KIND_ENUM)
		return base->size <= 4 ? types->int_ : base->is_signed ? types->int64 : types->uint64;
	return base->is_bool ? types->int_ : type;
}

/* The larger type has the higher rank; of two of one size, the unsigned one. */
static uint64_t rank(const struct ldt_type *type)
{
	return type->size * 2 + !type->is_signed;
}

struct ldt_type *ldt_type_common(struct ldt_types *types, struct ldt_type *a, struct ldt_type *b)
{
	struct ldt_type *pa = ldt_type_promote(types, a), *pb = ldt_type_promote(types, b);

	return rank(ldt_type_resolve(pa)) >= rank(ldt_type_resolve(pb)) ? pa : pb;
}

bool ldt_is_string(struct ldt_type *type)
{
	return ldt_type_resolve(type)->kind == LDT_KIND_STRING;
}

bool ldt_is_char_pointer(struct ldt_type *type)
{
	type = ldt_type_resolve(type);
	if (type->kind != LDT_KIND_POINTER)
		return false;
	type = ldt_type_resolve(type->target);
	return type->kind == LDT_KIND_INT && type->size == 1 && !type->is_bool;
}

bool ldt_is_stringlike(struct ldt_type *type)
{
	return ldt_is_string(type) || ldt_type_is_char_array(type) || ldt_is_char_pointer(type);
}

bool ldt_is_pointer(struct ldt_type *type)
{
	enum ldt_kind kind = ldt_type_resolve(type)->kind;

	return kind == LDT_KIND_POINTER || kind == LDT_KIND_ARRAY;
}

struct ldt_type *ldt_pointee(struct ldt_type *type)
{
	return ldt_type_resolve(type)->target;
}

/* Whether a pointer of type @a can be used where @b is wanted: same target, or void on one side, or bytes of the same
 * size. */
bool ldt_pointers_fit(struct ldt_type *a, struct ldt_type *b)
{
	struct ldt_type *ta = ldt_type_resolve(ldt_pointee(a)), *tb = ldt_type_resolve(ldt_pointee(b));

	if (ta->kind == LDT_KIND_VOID || tb->kind == LDT_KIND_VOID || ldt_type_same(ta, tb))
		return true;
	return ta->kind == LDT_KIND_INT && tb->kind == LDT_KIND_INT && ta->size == tb->size;
}
