/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_check.c - types of expressions: the walk over the tree, conversions, and what all checks share. A check returns
 * the node that takes the place of the one given: constants are folded, inlines expanded, conversions put in.
 */
#include <string.h>

#include "dt_comp.h"

/* ---- looking at types and nodes -------------------------------------------------------------- */

bool dt_is_string(struct dt_type *type)
{
	return dt_type_resolve(type)->kind == DT_KIND_STRING;
}

static bool is_char_pointer(struct dt_type *type)
{
	type = dt_type_resolve(type);
	if (type->kind != DT_KIND_POINTER)
		return false;
	type = dt_type_resolve(type->target);
	return type->kind == DT_KIND_INT && type->size == 1 && !type->is_bool;
}

bool dt_is_stringlike(struct dt_type *type)
{
	return dt_is_string(type) || dt_type_is_char_array(type) || is_char_pointer(type);
}

bool dt_is_pointer(struct dt_type *type)
{
	enum dt_kind kind = dt_type_resolve(type)->kind;

	return kind == DT_KIND_POINTER || kind == DT_KIND_ARRAY;
}

struct dt_type *dt_pointee(struct dt_type *type)
{
	return dt_type_resolve(type)->target;
}

bool dt_node_const(const struct dt_node *node, int64_t *value_ret)
{
	if (node->kind != DT_NODE_INT || !dt_type_is_integer(node->type))
		return false;
	*value_ret = (int64_t)node->value;
	return true;
}

unsigned int dt_count(const struct dt_node *list)
{
	unsigned int count = 0;

	for (; list; list = list->next)
		count++;
	return count;
}

static bool by_ref(struct dt_type *type)
{
	switch (dt_type_resolve(type)->kind) {
	case DT_KIND_STRING:
	case DT_KIND_STRUCT:
	case DT_KIND_UNION:
	case DT_KIND_ARRAY:
		return true;
	case DT_KIND_FLOAT: /* long double is larger than a register */
		return dt_type_resolve(type)->size > sizeof(uint64_t);
	default:
		return false;
	}
}

void dt_set_type(struct dt_comp *c, struct dt_node *node, struct dt_type *type)
{
	node->type = type;
	node->flags &= ~DT_NF_REF;
	if (by_ref(type))
		node->flags |= DT_NF_REF;
	node->flags |= DT_NF_CHECKED;
	(void)c;
}

void dt_note_attr(struct dt_comp *c, const struct dt_pos *pos, const char *name, struct dtrace_attribute attr)
{
	const struct dtrace_attribute *least = &c->dtp->copts.amin;
	char text[64];

	if (c->attr_given)
		return;
	if ((attr.name < least->name || attr.data < least->data || attr.class < least->class) && !c->in_library)
		dt_error(c, D_ATTR_MIN, pos, "attributes of %s (%s) are less than the minimum that is set with amin",
			 name, dtrace_attr2str(attr, text, sizeof(text)));
	c->attr.name = DT_MIN(c->attr.name, attr.name);
	c->attr.data = DT_MIN(c->attr.data, attr.data);
	c->attr.class = DT_MIN(c->attr.class, attr.class);
}

/* ---- conversions ----------------------------------------------------------------------------- */

int64_t dt_wrap(uint64_t value, uint32_t size, bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? (int64_t)(int8_t)value : (int64_t)(uint8_t)value;
	case 2:
		return is_signed ? (int64_t)(int16_t)value : (int64_t)(uint16_t)value;
	case 4:
		return is_signed ? (int64_t)(int32_t)value : (int64_t)(uint32_t)value;
	default:
		return (int64_t)value;
	}
}

static struct dt_node *cast_node(struct dt_comp *c, struct dt_node *node, struct dt_type *type)
{
	struct dt_node *cast = dt_node_new(c, DT_NODE_CAST, &node->pos);

	cast->left = node;
	cast->flags |= node->flags & (DT_NF_COMPLEX | DT_NF_USER);
	dt_node_height(c, cast, node);
	dt_set_type(c, cast, type);
	return cast;
}

struct dt_node *dt_convert(struct dt_comp *c, struct dt_node *node, struct dt_type *type)
{
	struct dt_type *from = dt_type_resolve(node->type), *to = dt_type_resolve(type);

	if (node->kind == DT_NODE_INT) {
		uint64_t value = to->is_bool
					 ? node->value != 0
					 : (uint64_t)dt_wrap(node->value, (uint32_t)to->size, dt_type_is_signed(to));

		if (value == node->value && from == to)
			return node;
		node = dt_node_int(c, &node->pos, value, type);
		node->flags |= DT_NF_CHECKED;
		return node;
	}
	if (from == to)
		return node;
	if (from->size == to->size && dt_type_is_signed(from) == dt_type_is_signed(to) && from->kind == to->kind &&
	    !to->is_bool)
		return node;
	return cast_node(c, node, type);
}

/* Whether a pointer of type @a can be used where @b is wanted: same target, or void on one side, or bytes of the same
 * size. */
bool dt_pointers_fit(struct dt_type *a, struct dt_type *b)
{
	struct dt_type *ta = dt_type_resolve(dt_pointee(a)), *tb = dt_type_resolve(dt_pointee(b));

	if (ta->kind == DT_KIND_VOID || tb->kind == DT_KIND_VOID || dt_type_same(ta, tb))
		return true;
	return ta->kind == DT_KIND_INT && tb->kind == DT_KIND_INT && ta->size == tb->size;
}

static bool is_zero(const struct dt_node *node)
{
	return node->kind == DT_NODE_INT && node->value == 0;
}

bool dt_assignable(struct dt_comp *c, struct dt_type *to, struct dt_node *from)
{
	struct dt_type *type = from->type;
	enum dt_kind kind = dt_type_resolve(to)->kind, from_kind = dt_type_resolve(type)->kind;

	(void)c;
	if (dt_is_string(to))
		return dt_is_stringlike(type) || is_zero(from);
	switch (kind) {
	case DT_KIND_INT:
	case DT_KIND_ENUM:
		return dt_type_is_integer(type) ||
		       (from_kind == DT_KIND_POINTER && dt_type_resolve(to)->size == dt_type_resolve(type)->size);
	case DT_KIND_POINTER:
		if (dt_type_is_integer(type))
			return true;
		if (dt_is_string(type))
			return is_char_pointer(to) || dt_type_resolve(dt_pointee(to))->kind == DT_KIND_VOID;
		return dt_is_pointer(type) && dt_pointers_fit(to, type);
	case DT_KIND_ARRAY:
		return dt_type_same(to, type);
	default:
		return dt_type_same(to, type);
	}
}

void dt_check_variable_type(struct dt_comp *c, const struct dt_pos *pos, struct dt_type *type)
{
	uint64_t size = dt_type_size(c->types, type);

	if (size > 16384)
		dt_error(c, D_VAR_UNSUP, pos, "a variable of %llu bytes is too big: at most 16384 bytes",
			 (unsigned long long)size);
}

/* ---- sizeof, offsetof, stringof, casts, ?: --------------------------------------------------- */

static struct dt_node *check_sizeof(struct dt_comp *c, struct dt_node *node)
{
	struct dt_type *type = node->type, *base;
	struct dt_node *ret;
	uint64_t size;

	if (node->left) {
		node->left = dt_check(c, node->left);
		if (node->left->flags & DT_NF_BITFIELD)
			dt_node_error(c, D_SIZEOF_BITFIELD, node, "sizeof a bit-field is not possible");
		type = node->left->type;
	}
	base = dt_type_resolve(type);
	if (base->kind == DT_KIND_STRING && node->left && node->left->kind == DT_NODE_STRING)
		size = node->left->length + 1;
	else if (base->kind == DT_KIND_STRING)
		size = c->dtp->options[DT_OPT_STRSIZE] == DT_OPT_UNSET ? 256
								       : (uint64_t)c->dtp->options[DT_OPT_STRSIZE];
	else
		size = dt_type_size(c->types, type);
	if (base->kind == DT_KIND_VOID || base->kind == DT_KIND_FUNCTION || base->kind == DT_KIND_DYN ||
	    base->kind == DT_KIND_STACK || !dt_type_ensure(c->types, base))
		dt_node_error(c, D_SIZEOF_TYPE, node, "sizeof %s is not possible: the type has no size",
			      dt_type_text(c, type));
	ret = dt_node_int(c, &node->pos, size, c->types->size);
	ret->flags |= DT_NF_CHECKED;
	return ret;
}

static struct dt_node *check_offsetof(struct dt_comp *c, struct dt_node *node)
{
	struct dt_type *type = node->type;
	const struct dt_member *member = NULL;
	struct dt_node *name, *ret;
	uint64_t bits = 0, offset;

	for (name = node->args; name; name = name->next) {
		if (!dt_type_is_sou(type))
			dt_node_error(c, D_OFFSETOF_TYPE, node, "offsetof needs a struct or union: %s is none",
				      dt_type_text(c, type));
		if (!dt_type_ensure(c->types, type))
			dt_node_error(c, D_OFFSETOF_TYPE, node, "offsetof needs a complete type: %s is not",
				      dt_type_text(c, type));
		member = dt_type_member(c->types, type, name->text, &offset);
		if (!member)
			dt_node_error(c, D_UNKNOWN, name, "cannot tell the offset of '%s': %s has no such member",
				      name->text, dt_type_text(c, type));
		bits += offset;
		type = member->type;
	}
	if (member->bit_width)
		dt_node_error(c, D_OFFSETOF_BITFIELD, node, "offsetof a bit-field is not possible");
	ret = dt_node_int(c, &node->pos, bits / 8, c->types->size);
	ret->flags |= DT_NF_CHECKED;
	return ret;
}

static struct dt_node *check_stringof(struct dt_comp *c, struct dt_node *node)
{
	struct dt_type *type;

	node->left = dt_check_value(c, node->left);
	type = node->left->type;
	if (!dt_is_stringlike(type) && !dt_is_pointer(type) && !dt_type_is_integer(type))
		dt_node_error(c, D_STRINGOF_TYPE, node, "stringof needs a string, pointer or integer: %s is none",
			      dt_type_text(c, type));
	dt_set_type(c, node, c->types->string);
	node->flags |= node->left->flags & (DT_NF_COMPLEX | DT_NF_USER);
	return node;
}

static bool cast_possible(struct dt_comp *c, struct dt_type *to, struct dt_node *from)
{
	struct dt_type *base = dt_type_resolve(to);
	enum dt_kind kind = dt_type_resolve(from->type)->kind;

	if (base->kind == DT_KIND_VOID)
		return true;
	if (base->kind == DT_KIND_STRING)
		return dt_is_stringlike(from->type) || dt_is_pointer(from->type) || dt_type_is_integer(from->type);
	if (base->kind == DT_KIND_STRUCT || base->kind == DT_KIND_UNION || base->kind == DT_KIND_ARRAY)
		return dt_type_same(to, from->type);
	if (base->kind == DT_KIND_POINTER)
		return dt_type_is_integer(from->type) || dt_is_pointer(from->type) || kind == DT_KIND_STRING ||
		       kind == DT_KIND_SYMADDR || kind == DT_KIND_FUNCTION;
	if (base->kind == DT_KIND_INT || base->kind == DT_KIND_ENUM)
		return dt_type_is_integer(from->type) || kind == DT_KIND_POINTER || kind == DT_KIND_ARRAY ||
		       kind == DT_KIND_SYMADDR || (kind == DT_KIND_STRING && base->size == c->types->word_size);
	return false;
}

static struct dt_node *check_cast(struct dt_comp *c, struct dt_node *node)
{
	struct dt_type *to = node->type, *base = dt_type_resolve(to);

	node->left = base->kind == DT_KIND_VOID ? dt_check(c, node->left) : dt_check_value(c, node->left);
	if (!cast_possible(c, to, node->left))
		dt_node_error(c, D_CAST_INVAL, node, "invalid cast from %s to %s", dt_type_text(c, node->left->type),
			      dt_type_text(c, to));
	if (node->left->kind == DT_NODE_INT && base->kind == DT_KIND_INT)
		return dt_convert(c, node->left, to);
	if (node->left->kind == DT_NODE_INT && base->kind == DT_KIND_POINTER) {
		struct dt_node *ret = dt_node_int(
			c, &node->pos, (uint64_t)dt_wrap(node->left->value, (uint32_t)base->size, false), to);

		ret->flags |= DT_NF_CHECKED;
		return ret;
	}
	dt_set_type(c, node, to);
	node->flags |= node->left->flags & (DT_NF_COMPLEX | DT_NF_USER);
	return node;
}

/* The type of a ?: of two pointers, strings or structures; NULL: they do not fit. */
static struct dt_type *branch_type(struct dt_comp *c, struct dt_node *left, struct dt_node *right)
{
	if (dt_type_is_integer(left->type) && dt_type_is_integer(right->type))
		return dt_type_common(c->types, left->type, right->type);
	if (dt_is_string(left->type) || dt_is_string(right->type)) {
		struct dt_node *other = dt_is_string(left->type) ? right : left;

		return dt_is_stringlike(other->type) || is_zero(other) ? c->types->string : NULL;
	}
	if (dt_is_pointer(left->type) &&
	    (is_zero(right) || (dt_is_pointer(right->type) && dt_pointers_fit(left->type, right->type))))
		return dt_type_resolve(left->type)->kind == DT_KIND_ARRAY
			       ? dt_type_pointer(c->types, dt_pointee(left->type))
			       : left->type;
	if (dt_is_pointer(right->type) && is_zero(left))
		return right->type;
	if (dt_is_pointer(left->type) && dt_type_is_integer(right->type))
		return left->type;
	if (dt_is_pointer(right->type) && dt_type_is_integer(left->type))
		return right->type;
	return dt_type_same(left->type, right->type) ? left->type : NULL;
}

/* NULL as a string is the empty one. */
static struct dt_node *zero_to_text(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *text;

	if (!is_zero(node))
		return node;
	text = dt_node_new(c, DT_NODE_STRING, &node->pos);
	text->text = "";
	return dt_check(c, text);
}

/*
 * What a ?: with a constant condition stands for; NULL: the condition is known only when the
 * program runs. The other branch is not looked at, so scripts choose statements by constants: OPT ?
 * printf("...") : 1;
 */
struct dt_node *dt_check_chosen(struct dt_comp *c, struct dt_node *node)
{
	node->cond = dt_check_value(c, node->cond);
	if (!dt_type_is_scalar(node->cond->type))
		dt_node_error(c, D_OP_SCALAR, node->cond, "operator ?: needs a condition of scalar type: %s is none",
			      dt_type_text(c, node->cond->type));
	if (node->cond->kind != DT_NODE_INT)
		return NULL;
	return node->cond->value ? node->left : node->right;
}

static struct dt_node *check_op3(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *chosen = dt_check_chosen(c, node);
	struct dt_type *type;

	if (chosen)
		return dt_check(c, chosen);
	node->left = dt_check(c, node->left);
	node->right = dt_check(c, node->right);
	if (dt_type_resolve(node->left->type)->kind == DT_KIND_VOID &&
	    dt_type_resolve(node->right->type)->kind == DT_KIND_VOID) {
		type = c->types->void_;
	} else {
		node->left = dt_promote_bitfield(c, dt_check_value(c, node->left));
		node->right = dt_promote_bitfield(c, dt_check_value(c, node->right));
		type = branch_type(c, node->left, node->right);
	}
	if (!type)
		dt_node_error(c, D_OP_INCOMPAT, node,
			      "operator ?: needs operands of types that fit together: %s and %s do not",
			      dt_type_text(c, node->left->type), dt_type_text(c, node->right->type));
	if (dt_is_string(type)) {
		node->left = zero_to_text(c, node->left);
		node->right = zero_to_text(c, node->right);
	} else if (dt_type_is_integer(type)) {
		node->left = dt_convert(c, node->left, type);
		node->right = dt_convert(c, node->right, type);
	}
	dt_set_type(c, node, type);
	node->flags |= (node->cond->flags | node->left->flags | node->right->flags) & DT_NF_COMPLEX;
	return node;
}

/* ---- the walk -------------------------------------------------------------------------------- */

struct dt_node *dt_check(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *next = node->next;

	if (node->flags & DT_NF_CHECKED)
		return node;
	switch (node->kind) {
	case DT_NODE_INT:
		dt_set_type(c, node, node->type);
		break;
	case DT_NODE_STRING:
		dt_set_type(c, node, c->types->string);
		break;
	case DT_NODE_IDENT:
		node = dt_check_name(c, node);
		break;
	case DT_NODE_CALL:
		node = dt_check_call(c, node);
		break;
	case DT_NODE_OP1:
		node = dt_check_op1(c, node);
		break;
	case DT_NODE_OP2:
		node = dt_check_op2(c, node);
		break;
	case DT_NODE_OP3:
		node = check_op3(c, node);
		break;
	case DT_NODE_CAST:
		node = check_cast(c, node);
		break;
	case DT_NODE_SIZEOF:
		node = check_sizeof(c, node);
		break;
	case DT_NODE_OFFSETOF:
		node = check_offsetof(c, node);
		break;
	case DT_NODE_STRINGOF:
		node = check_stringof(c, node);
		break;
	case DT_NODE_XLATE:
		node = dt_check_xlate(c, node);
		break;
	case DT_NODE_AGG:
		node->ident = dt_agg_find(c, node->text);
		dt_set_type(c, node, c->types->dyn);
		break;
	case DT_NODE_TYPE:
		dt_node_error(c, D_SYNTAX, node, "a type is no value: expected an expression");
	default:
		break;
	}
	node->next = next;
	return node;
}

static bool is_action(const struct dt_node *node)
{
	return node->kind == DT_NODE_CALL && node->ident &&
	       (node->ident->kind == DT_IDENT_ACTION || node->ident->kind == DT_IDENT_AGGFUNC);
}

struct dt_node *dt_check_value(struct dt_comp *c, struct dt_node *node)
{
	enum dt_kind kind;

	node = dt_check(c, node);
	kind = dt_type_resolve(node->type)->kind;
	if (is_action(node))
		dt_node_error(c, D_CG_EXPR, node,
			      "%s() is an action: it has no value that could be used in an expression",
			      node->ident->name);
	if (node->kind == DT_NODE_XLATE && kind == DT_KIND_DYN)
		dt_node_error(c, D_CG_DYN, node, "a translation to %s has no value of its own: use its members",
			      dt_xlate_text(c, node));
	if (kind == DT_KIND_DYN)
		dt_node_error(c, D_CG_DYN, node, "%s has a dynamic type: it has no value that could be used",
			      node->kind == DT_NODE_AGG ? "an aggregation" : "this expression");
	if (kind == DT_KIND_VOID)
		dt_node_error(c, D_OP_VFPTR, node, "an expression of type void has no value that could be used");
	return node;
}
