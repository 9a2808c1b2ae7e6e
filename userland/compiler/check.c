/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/check.c - types of expressions: the walk over the tree, conversions, and what all checks share. A check returns
 * the node that takes the place of the one given: constants are folded, inlines expanded, conversions put in.
 */
#include <string.h>

#include "compiler/compilation.h"

/* ---- looking at types and nodes -------------------------------------------------------------- */

bool ldt_is_string(struct ldt_type *type)
{
	return ldt_type_resolve(type)->kind == LDT_KIND_STRING;
}

static bool is_char_pointer(struct ldt_type *type)
{
	type = ldt_type_resolve(type);
	if (type->kind != LDT_KIND_POINTER)
		return false;
	type = ldt_type_resolve(type->target);
	return type->kind == LDT_KIND_INT && type->size == 1 && !type->is_bool;
}

bool ldt_is_stringlike(struct ldt_type *type)
{
	return ldt_is_string(type) || ldt_type_is_char_array(type) || is_char_pointer(type);
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

bool ldt_node_const(const struct ldt_node *node, int64_t *value_ret)
{
	if (node->kind != LDT_NODE_INT || !ldt_type_is_integer(node->type))
		return false;
	*value_ret = (int64_t)node->value;
	return true;
}

unsigned int ldt_count(const struct ldt_node *list)
{
	unsigned int count = 0;

	for (; list; list = list->next)
		count++;
	return count;
}

static bool by_ref(struct ldt_type *type)
{
	switch (ldt_type_resolve(type)->kind) {
	case LDT_KIND_STRING:
	case LDT_KIND_STRUCT:
	case LDT_KIND_UNION:
	case LDT_KIND_ARRAY:
		return true;
	case LDT_KIND_FLOAT: /* long double is larger than a register */
		return ldt_type_resolve(type)->size > sizeof(uint64_t);
	default:
		return false;
	}
}

void ldt_set_type(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type)
{
	node->type = type;
	node->flags &= ~LDT_NF_REF;
	if (by_ref(type))
		node->flags |= LDT_NF_REF;
	node->flags |= LDT_NF_CHECKED;
	(void)c;
}

void ldt_note_attr(struct ldt_comp *c, const struct ldt_pos *pos, const char *name, struct dtrace_attribute attr)
{
	const struct dtrace_attribute *least = &c->dtp->copts.amin;
	char text[64];

	if (c->attr_given)
		return;
	if ((attr.name < least->name || attr.data < least->data || attr.dclass < least->dclass) && !c->in_library)
		ldt_error(c, D_ATTR_MIN, pos, "attributes of %s (%s) are less than the minimum that is set with amin",
			  name, dtrace_attr2str(attr, text, sizeof(text)));
	c->attr.name = DT_MIN(c->attr.name, attr.name);
	c->attr.data = DT_MIN(c->attr.data, attr.data);
	c->attr.dclass = DT_MIN(c->attr.dclass, attr.dclass);
}

/* ---- conversions ----------------------------------------------------------------------------- */

int64_t ldt_wrap(uint64_t value, uint32_t size, bool is_signed)
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

static struct ldt_node *cast_node(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type)
{
	struct ldt_node *cast = ldt_node_new(c, LDT_NODE_CAST, &node->pos);

	cast->left = node;
	cast->flags |= node->flags & (LDT_NF_COMPLEX | LDT_NF_USER);
	ldt_node_height(c, cast, node);
	ldt_set_type(c, cast, type);
	return cast;
}

struct ldt_node *ldt_convert(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type)
{
	struct ldt_type *from = ldt_type_resolve(node->type), *to = ldt_type_resolve(type);

	if (node->kind == LDT_NODE_INT) {
		uint64_t value = to->is_bool
					 ? node->value != 0
					 : (uint64_t)ldt_wrap(node->value, (uint32_t)to->size, ldt_type_is_signed(to));

		if (value == node->value && from == to)
			return node;
		node = ldt_node_int(c, &node->pos, value, type);
		node->flags |= LDT_NF_CHECKED;
		return node;
	}
	if (ldt_value_fits(c, node, type) &&
	    (from == to || (from->size == to->size && ldt_type_is_signed(from) == ldt_type_is_signed(to) &&
			    from->kind == to->kind && !to->is_bool)))
		return node;
	return cast_node(c, node, type);
}

struct ldt_node *ldt_convert_operand(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type)
{
	return node->kind == LDT_NODE_INT || ldt_value_fits(c, node, node->type) ? ldt_convert(c, node, type) : node;
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

static bool is_zero(const struct ldt_node *node)
{
	return node->kind == LDT_NODE_INT && node->value == 0;
}

bool ldt_assignable(struct ldt_comp *c, struct ldt_type *to, struct ldt_node *from)
{
	struct ldt_type *type = from->type;
	enum ldt_kind kind = ldt_type_resolve(to)->kind, from_kind = ldt_type_resolve(type)->kind;

	(void)c;
	if (ldt_is_string(to))
		return ldt_is_stringlike(type) || is_zero(from);
	switch (kind) {
	case LDT_KIND_INT:
	case LDT_KIND_ENUM:
		return ldt_type_is_integer(type) ||
		       (from_kind == LDT_KIND_POINTER && ldt_type_resolve(to)->size == ldt_type_resolve(type)->size);
	case LDT_KIND_POINTER:
		if (ldt_type_is_integer(type))
			return true;
		if (ldt_is_string(type))
			return is_char_pointer(to) || ldt_type_resolve(ldt_pointee(to))->kind == LDT_KIND_VOID;
		return ldt_is_pointer(type) && ldt_pointers_fit(to, type);
	case LDT_KIND_ARRAY:
		return ldt_type_same(to, type);
	default:
		return ldt_type_same(to, type);
	}
}

void ldt_check_variable_type(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_type *type)
{
	uint64_t size = ldt_type_size(c->types, type);

	if (size > 16384)
		ldt_error(c, D_VAR_UNSUP, pos, "a variable of %llu bytes is too big: at most 16384 bytes",
			  (unsigned long long)size);
}

/* ---- sizeof, offsetof, stringof, casts, ?: --------------------------------------------------- */

static struct ldt_node *check_sizeof(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *type = node->type, *base;
	struct ldt_node *ret;
	uint64_t size;

	if (node->left) {
		node->left = ldt_check(c, node->left);
		if (node->left->flags & LDT_NF_BITFIELD)
			ldt_node_error(c, D_SIZEOF_BITFIELD, node, "sizeof a bit-field is not possible");
		type = node->left->type;
	}
	base = ldt_type_resolve(type);
	if (base->kind == LDT_KIND_STRING && node->left && node->left->kind == LDT_NODE_STRING)
		size = node->left->length + 1;
	else if (base->kind == LDT_KIND_STRING)
		size = c->dtp->options[LDT_OPT_STRSIZE] == LDT_OPT_UNSET ? 256
									 : (uint64_t)c->dtp->options[LDT_OPT_STRSIZE];
	else
		size = ldt_type_size(c->types, type);
	if (base->kind == LDT_KIND_VOID || base->kind == LDT_KIND_FUNCTION || base->kind == LDT_KIND_DYN ||
	    base->kind == LDT_KIND_STACK || !ldt_type_ensure(c->types, base))
		ldt_node_error(c, D_SIZEOF_TYPE, node, "sizeof %s is not possible: the type has no size",
			       ldt_type_text(c, type));
	ret = ldt_node_int(c, &node->pos, size, c->types->size);
	ret->flags |= LDT_NF_CHECKED;
	return ret;
}

static struct ldt_node *check_offsetof(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *type = node->type;
	const struct ldt_member *member = NULL;
	struct ldt_node *name, *ret;
	uint64_t bits = 0, offset;

	for (name = node->args; name; name = name->next) {
		if (!ldt_type_is_sou(type))
			ldt_node_error(c, D_OFFSETOF_TYPE, node, "offsetof needs a struct or union: %s is none",
				       ldt_type_text(c, type));
		if (!ldt_type_ensure(c->types, type))
			ldt_node_error(c, D_OFFSETOF_TYPE, node, "offsetof needs a complete type: %s is not",
				       ldt_type_text(c, type));
		member = ldt_type_member(c->types, type, name->text, &offset);
		if (!member)
			ldt_node_error(c, D_UNKNOWN, name, "cannot tell the offset of '%s': %s has no such member",
				       name->text, ldt_type_text(c, type));
		bits += offset;
		type = member->type;
	}
	if (member->bit_width)
		ldt_node_error(c, D_OFFSETOF_BITFIELD, node, "offsetof a bit-field is not possible");
	ret = ldt_node_int(c, &node->pos, bits / 8, c->types->size);
	ret->flags |= LDT_NF_CHECKED;
	return ret;
}

static struct ldt_node *check_stringof(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *type;

	node->left = ldt_check_value(c, node->left);
	type = node->left->type;
	if (!ldt_is_stringlike(type) && !ldt_is_pointer(type) && !ldt_type_is_integer(type))
		ldt_node_error(c, D_STRINGOF_TYPE, node, "stringof needs a string, pointer or integer: %s is none",
			       ldt_type_text(c, type));
	ldt_set_type(c, node, c->types->string);
	node->flags |= node->left->flags & (LDT_NF_COMPLEX | LDT_NF_USER);
	return node;
}

static bool cast_possible(struct ldt_comp *c, struct ldt_type *to, struct ldt_node *from)
{
	struct ldt_type *base = ldt_type_resolve(to);
	enum ldt_kind kind = ldt_type_resolve(from->type)->kind;

	if (base->kind == LDT_KIND_VOID)
		return true;
	if (base->kind == LDT_KIND_STRING)
		return ldt_is_stringlike(from->type) || ldt_is_pointer(from->type) || ldt_type_is_integer(from->type);
	if (base->kind == LDT_KIND_STRUCT || base->kind == LDT_KIND_UNION || base->kind == LDT_KIND_ARRAY)
		return ldt_type_same(to, from->type);
	if (base->kind == LDT_KIND_POINTER)
		return ldt_type_is_integer(from->type) || ldt_is_pointer(from->type) || kind == LDT_KIND_STRING ||
		       kind == LDT_KIND_SYMADDR || kind == LDT_KIND_FUNCTION;
	if (base->kind == LDT_KIND_INT || base->kind == LDT_KIND_ENUM)
		return ldt_type_is_integer(from->type) || kind == LDT_KIND_POINTER || kind == LDT_KIND_ARRAY ||
		       kind == LDT_KIND_SYMADDR || (kind == LDT_KIND_STRING && base->size == c->types->word_size);
	return false;
}

static struct ldt_node *check_cast(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *to = node->type, *base = ldt_type_resolve(to);

	node->left = base->kind == LDT_KIND_VOID ? ldt_check(c, node->left) : ldt_check_value(c, node->left);
	if (!cast_possible(c, to, node->left))
		ldt_node_error(c, D_CAST_INVAL, node, "invalid cast from %s to %s", ldt_type_text(c, node->left->type),
			       ldt_type_text(c, to));
	if (node->left->kind == LDT_NODE_INT && base->kind == LDT_KIND_INT)
		return ldt_convert(c, node->left, to);
	if (node->left->kind == LDT_NODE_INT && base->kind == LDT_KIND_POINTER) {
		struct ldt_node *ret = ldt_node_int(
			c, &node->pos, (uint64_t)ldt_wrap(node->left->value, (uint32_t)base->size, false), to);

		ret->flags |= LDT_NF_CHECKED;
		return ret;
	}
	ldt_set_type(c, node, to);
	node->flags |= node->left->flags & (LDT_NF_COMPLEX | LDT_NF_USER);
	return node;
}

/* The type of a ?: of two pointers, strings or structures; NULL: they do not fit. */
static struct ldt_type *branch_type(struct ldt_comp *c, struct ldt_node *left, struct ldt_node *right)
{
	if (ldt_type_is_integer(left->type) && ldt_type_is_integer(right->type))
		return ldt_type_common(c->types, left->type, right->type);
	if (ldt_is_string(left->type) || ldt_is_string(right->type)) {
		struct ldt_node *other = ldt_is_string(left->type) ? right : left;

		return ldt_is_stringlike(other->type) || is_zero(other) ? c->types->string : NULL;
	}
	if (ldt_is_pointer(left->type) &&
	    (is_zero(right) || (ldt_is_pointer(right->type) && ldt_pointers_fit(left->type, right->type))))
		return ldt_type_resolve(left->type)->kind == LDT_KIND_ARRAY
			       ? ldt_type_pointer(c->types, ldt_pointee(left->type))
			       : left->type;
	if (ldt_is_pointer(right->type) && is_zero(left))
		return right->type;
	if (ldt_is_pointer(left->type) && ldt_type_is_integer(right->type))
		return left->type;
	if (ldt_is_pointer(right->type) && ldt_type_is_integer(left->type))
		return right->type;
	return ldt_type_same(left->type, right->type) ? left->type : NULL;
}

/* NULL as a string is the empty one. */
static struct ldt_node *zero_to_text(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *text;

	if (!is_zero(node))
		return node;
	text = ldt_node_new(c, LDT_NODE_STRING, &node->pos);
	text->text = "";
	return ldt_check(c, text);
}

/*
 * What a ?: with a constant condition stands for; NULL: the condition is known only when the
 * program runs. The other branch is not looked at, so scripts choose statements by constants: OPT ?
 * printf("...") : 1;
 */
struct ldt_node *ldt_check_chosen(struct ldt_comp *c, struct ldt_node *node)
{
	node->cond = ldt_check_value(c, node->cond);
	if (!ldt_type_is_scalar(node->cond->type))
		ldt_node_error(c, D_OP_SCALAR, node->cond, "operator ?: needs a condition of scalar type: %s is none",
			       ldt_type_text(c, node->cond->type));
	if (node->cond->kind != LDT_NODE_INT)
		return NULL;
	return node->cond->value ? node->left : node->right;
}

static struct ldt_node *check_op3(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *chosen = ldt_check_chosen(c, node);
	struct ldt_type *type;

	if (chosen)
		return ldt_check(c, chosen);
	node->left = ldt_check(c, node->left);
	node->right = ldt_check(c, node->right);
	if (ldt_type_resolve(node->left->type)->kind == LDT_KIND_VOID &&
	    ldt_type_resolve(node->right->type)->kind == LDT_KIND_VOID) {
		type = c->types->void_;
	} else {
		node->left = ldt_promote_bitfield(c, ldt_check_value(c, node->left));
		node->right = ldt_promote_bitfield(c, ldt_check_value(c, node->right));
		type = branch_type(c, node->left, node->right);
	}
	if (!type)
		ldt_node_error(c, D_OP_INCOMPAT, node,
			       "operator ?: needs operands of types that fit together: %s and %s do not",
			       ldt_type_text(c, node->left->type), ldt_type_text(c, node->right->type));
	if (ldt_is_string(type)) {
		node->left = zero_to_text(c, node->left);
		node->right = zero_to_text(c, node->right);
	} else if (ldt_type_is_integer(type)) {
		node->left = ldt_convert_operand(c, node->left, type);
		node->right = ldt_convert_operand(c, node->right, type);
	}
	ldt_set_type(c, node, type);
	node->flags |= (node->cond->flags | node->left->flags | node->right->flags) & LDT_NF_COMPLEX;
	return node;
}

/* ---- the walk -------------------------------------------------------------------------------- */

struct ldt_node *ldt_check(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *next = node->next;

	if (node->flags & LDT_NF_CHECKED)
		return node;
	switch (node->kind) {
	case LDT_NODE_INT:
		ldt_set_type(c, node, node->type);
		break;
	case LDT_NODE_STRING:
		ldt_set_type(c, node, c->types->string);
		break;
	case LDT_NODE_IDENT:
		node = ldt_check_name(c, node);
		break;
	case LDT_NODE_CALL:
		node = ldt_check_call(c, node);
		break;
	case LDT_NODE_OP1:
		node = ldt_check_op1(c, node);
		break;
	case LDT_NODE_OP2:
		node = ldt_check_op2(c, node);
		break;
	case LDT_NODE_OP3:
		node = check_op3(c, node);
		break;
	case LDT_NODE_CAST:
		node = check_cast(c, node);
		break;
	case LDT_NODE_SIZEOF:
		node = check_sizeof(c, node);
		break;
	case LDT_NODE_OFFSETOF:
		node = check_offsetof(c, node);
		break;
	case LDT_NODE_STRINGOF:
		node = check_stringof(c, node);
		break;
	case LDT_NODE_XLATE:
		node = ldt_check_xlate(c, node);
		break;
	case LDT_NODE_AGG:
		node->ident = ldt_agg_find(c, node->text);
		ldt_set_type(c, node, c->types->dyn);
		break;
	case LDT_NODE_TYPE:
		ldt_node_error(c, D_SYNTAX, node, "a type is no value: expected an expression");
	default:
		break;
	}
	node->next = next;
	return node;
}

static bool is_action(const struct ldt_node *node)
{
	return node->kind == LDT_NODE_CALL && node->ident &&
	       (node->ident->kind == LDT_IDENT_ACTION || node->ident->kind == LDT_IDENT_AGGFUNC);
}

struct ldt_node *ldt_check_value(struct ldt_comp *c, struct ldt_node *node)
{
	enum ldt_kind kind;

	node = ldt_check(c, node);
	kind = ldt_type_resolve(node->type)->kind;
	if (is_action(node))
		ldt_node_error(c, D_CG_EXPR, node,
			       "%s() is an action: it has no value that could be used in an expression",
			       node->ident->name);
	if (node->kind == LDT_NODE_XLATE && kind == LDT_KIND_DYN)
		ldt_node_error(c, D_CG_DYN, node, "a translation to %s has no value of its own: use its members",
			       ldt_xlate_text(c, node));
	if (kind == LDT_KIND_DYN)
		ldt_node_error(c, D_CG_DYN, node, "%s has a dynamic type: it has no value that could be used",
			       node->kind == LDT_NODE_AGG ? "an aggregation" : "this expression");
	if (kind == LDT_KIND_VOID)
		ldt_node_error(c, D_OP_VFPTR, node, "an expression of type void has no value that could be used");
	return node;
}
