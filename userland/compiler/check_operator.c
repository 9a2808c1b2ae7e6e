/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/check_operator.c - types of operators: unary, binary, comparison, assignment, ++ and --, members. */
#include <string.h>

#include <dtrace/dif.h>

#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/fold.h"
#include "compiler/ident.h"
#include "compiler/kernel_types.h"
#include "compiler/lexer.h"
#include "compiler/near.h"
#include "compiler/recursion.h"
#include "compiler/translator.h"
#include "compiler/tree.h"
#include "types/types.h"

static const char *op_text(const struct ldt_node *node)
{
	return ldt_tok_text(node->op);
}

static void copy_flags(struct ldt_node *node)
{
	if (node->left)
		node->flags |= node->left->flags & (LDT_NF_COMPLEX | LDT_NF_USER);
	if (node->right)
		node->flags |= node->right->flags & LDT_NF_COMPLEX;
}

static bool is_arith(struct ldt_type *type)
{
	return ldt_type_is_integer(type) || ldt_type_resolve(type)->kind == LDT_KIND_FLOAT;
}

static void refuse_action(struct ldt_comp *c, const struct ldt_node *node, const struct ldt_node *operand)
{
	if (operand->kind == LDT_NODE_CALL && operand->ident &&
	    (operand->ident->kind == LDT_IDENT_ACTION || operand->ident->kind == LDT_IDENT_AGGFUNC))
		ldt_node_error(c, D_OP_ACT, node, "operator %s cannot be used with the result of %s(): it is an action",
			       op_text(node), operand->ident->name);
	if (ldt_type_resolve(operand->type)->kind == LDT_KIND_DYN)
		ldt_node_error(c, D_OP_DYN, node, "operator %s cannot be used with an operand of dynamic type",
			       op_text(node));
}

static struct ldt_node *operand(struct ldt_comp *c, const struct ldt_node *node, struct ldt_node *child)
{
	child = ldt_check(c, child);
	refuse_action(c, node, child);
	return child;
}

/* In an expression, a bit-field that an int can hold is an int, as in C. */
struct ldt_type *ldt_bitfield_type(struct ldt_comp *c, const struct ldt_node *node)
{
	struct ldt_type *int_type = c->types->int_;

	if (!(node->flags & LDT_NF_BITFIELD))
		return node->type;
	return node->member->bit_width + !ldt_type_is_signed(node->type) > int_type->size * 8 ? node->type : int_type;
}

struct ldt_node *ldt_promote_bitfield(struct ldt_comp *c, struct ldt_node *node)
{
	return node->flags & LDT_NF_BITFIELD ? ldt_convert(c, node, ldt_bitfield_type(c, node)) : node;
}

/* ---- unary ----------------------------------------------------------------------------------- */

static struct ldt_node *check_deref(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *type = node->left->type, *target;

	if (!ldt_is_pointer(type) && ldt_type_resolve(type)->kind != LDT_KIND_STRING)
		ldt_node_error(c, D_DEREF_NONPTR, node, "cannot take what a non-pointer points to: %s is no pointer",
			       ldt_type_text(c, type));
	target = ldt_type_resolve(type)->kind == LDT_KIND_STRING ? c->types->char_ : ldt_pointee(type);
	switch (ldt_type_resolve(target)->kind) {
	case LDT_KIND_VOID:
		ldt_node_error(c, D_DEREF_VOID, node,
			       "cannot take what a void pointer points to: cast it to a pointer to a type first");
	case LDT_KIND_FUNCTION:
		ldt_node_error(c, D_DEREF_FUNC, node, "cannot take what a function pointer points to");
	case LDT_KIND_DYN:
		ldt_node_error(c, D_OP_DYN, node, "operator * cannot be used with an operand of dynamic type");
	default:
		break;
	}
	if (!ldt_type_ensure(c->types, target) && ldt_type_is_sou(target))
		ldt_node_error(c, D_OP_INCOMPLETE, node,
			       "cannot take what points to an incomplete type: %s has no definition here%s%s",
			       ldt_type_text(c, target), ldt_ktypes_why(c), ldt_near_incomplete(c, target));
	ldt_set_type(c, node, target);
	node->flags |= LDT_NF_LVAL | LDT_NF_WRITABLE | (node->left->flags & (LDT_NF_COMPLEX | LDT_NF_USER));
	return node;
}

static struct ldt_node *check_addrof(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *left = node->left;

	if (left->kind == LDT_NODE_VAR)
		ldt_node_error(c, D_ADDROF_VAR, node, "cannot take the address of '%s': D variables have none",
			       left->ident->name);
	if (left->kind == LDT_NODE_AGG || left->kind == LDT_NODE_XLATE)
		ldt_node_error(c, D_ADDROF_VAR, node, "cannot take the address of %s",
			       left->kind == LDT_NODE_AGG ? "an aggregation" : "a translation");
	refuse_action(c, node, left);
	if (left->kind != LDT_NODE_SYM && !(left->flags & LDT_NF_LVAL))
		ldt_node_error(c, D_ADDROF_LVAL, node,
			       "cannot take the address of an expression: expected something in memory");
	if (left->flags & LDT_NF_BITFIELD)
		ldt_node_error(c, D_ADDROF_BITFIELD, node, "cannot take the address of a bit-field");
	ldt_set_type(c, node, ldt_type_pointer(c->types, left->type));
	node->flags |= left->flags & (LDT_NF_COMPLEX | LDT_NF_USER);
	return node;
}

/* & is looked at before its operand: a kernel symbol without type has an address all the same. */
static struct ldt_node *addrof_operand(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *left = node->left;

	if (left->kind == LDT_NODE_IDENT && strchr(left->text, '`'))
		left->flags |= LDT_NF_MARKED;
	return ldt_check(c, left);
}

struct ldt_node *ldt_check_op1(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *left;

	if (node->op == LDT_TOK_PREINC || node->op == LDT_TOK_PREDEC || node->op == LDT_TOK_POSTINC ||
	    node->op == LDT_TOK_POSTDEC)
		return ldt_check_step(c, node);
	left = node->left = node->op == LDT_TOK_ADDROF ? addrof_operand(c, node) : ldt_check(c, node->left);
	if (node->op == LDT_TOK_ADDROF)
		return check_addrof(c, node);
	if (node->op == LDT_TOK_DEREF && left->kind == LDT_NODE_XLATE)
		return ldt_xlate_deref(c, node, left);
	refuse_action(c, node, left);
	switch (node->op) {
	case LDT_TOK_DEREF:
		return check_deref(c, node);
	case LDT_TOK_LNEG:
		if (!ldt_type_is_scalar(left->type))
			ldt_node_error(c, D_OP_SCALAR, node, "operator ! needs an operand of scalar type: %s is none",
				       ldt_type_text(c, left->type));
		ldt_set_type(c, node, c->types->int_);
		break;
	case LDT_TOK_BNEG:
		if (!ldt_type_is_integer(left->type))
			ldt_node_error(c, D_OP_INT, node, "operator ~ needs an operand of integer type: %s is none",
				       ldt_type_text(c, left->type));
		left = node->left = ldt_promote_bitfield(c, left);
		ldt_set_type(c, node, ldt_type_promote(c->types, left->type));
		break;
	default:
		if (!ldt_type_is_integer(left->type))
			ldt_node_error(c, D_OP_ARITH, node,
				       "operator %s needs an operand of arithmetic type: %s is none", op_text(node),
				       ldt_type_text(c, left->type));
		left = node->left = ldt_promote_bitfield(c, left);
		if (node->op == LDT_TOK_IPOS)
			return ldt_convert_operand(c, left, ldt_type_promote(c->types, left->type));
		ldt_set_type(c, node, ldt_type_promote(c->types, left->type));
	}
	copy_flags(node);
	return ldt_fold_op1(c, node);
}

/* ---- binary ---------------------------------------------------------------------------------- */

static void incompatible(struct ldt_comp *c, const struct ldt_node *node) __attribute__((noreturn));
static void incompatible(struct ldt_comp *c, const struct ldt_node *node)
{
	ldt_node_error(c, D_OP_INCOMPAT, node,
		       "operator %s needs operands of types that fit together: %s and %s do not", op_text(node),
		       ldt_type_text(c, node->left->type), ldt_type_text(c, node->right->type));
}

/* A pointer to what has no size: void or a function. */
static bool is_vfptr(struct ldt_type *type)
{
	enum ldt_kind kind = ldt_is_pointer(type) ? ldt_type_resolve(ldt_pointee(type))->kind : LDT_KIND_INT;

	return kind == LDT_KIND_VOID || kind == LDT_KIND_FUNCTION;
}

static void check_step_size(struct ldt_comp *c, const struct ldt_node *node, struct ldt_type *pointer)
{
	struct ldt_type *target = ldt_type_resolve(ldt_pointee(pointer));

	if (is_vfptr(pointer))
		ldt_node_error(c, D_OP_VFPTR, node, "operator %s cannot be used with a pointer to void or a function",
			       op_text(node));
	if (!ldt_type_ensure(c->types, target))
		ldt_node_error(c, D_OP_INCOMPLETE, node,
			       "operator %s cannot be used with a pointer to an incomplete type: %s", op_text(node),
			       ldt_type_text(c, pointer));
}

/* An array in an expression is the address of its first element. */
static struct ldt_type *decayed(struct ldt_comp *c, struct ldt_type *type)
{
	return ldt_type_resolve(type)->kind == LDT_KIND_ARRAY ? ldt_type_pointer(c->types, ldt_pointee(type)) : type;
}

static void arithmetic(struct ldt_comp *c, struct ldt_node *node)
{
	ldt_set_type(c, node, ldt_type_common(c->types, node->left->type, node->right->type));
}

/* The same for an operator whose result depends on all bits of its operands, and on their sign. */
static void converted_arithmetic(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *type = ldt_type_common(c->types, node->left->type, node->right->type);

	node->left = ldt_convert_operand(c, node->left, type);
	node->right = ldt_convert_operand(c, node->right, type);
	ldt_set_type(c, node, type);
}

static void check_add(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *left = node->left, *right = node->right, *pointer;
	bool left_pointer = ldt_is_pointer(left->type) && !is_vfptr(left->type);
	bool right_pointer = ldt_is_pointer(right->type) && !is_vfptr(right->type);

	if (ldt_type_is_integer(left->type) && ldt_type_is_integer(right->type)) {
		arithmetic(c, node);
		return;
	}
	if (node->op == LDT_TOK_ADD && ldt_type_is_integer(left->type) && ldt_is_string(right->type)) {
		node->left = right;
		node->right = left;
		ldt_set_type(c, node, right->type);
		return;
	}
	if (ldt_is_string(left->type) && ldt_type_is_integer(right->type)) { /* the rest of the string */
		ldt_set_type(c, node, left->type);
		return;
	}
	if (node->op == LDT_TOK_SUB && left_pointer && right_pointer) {
		struct ldt_type *a = ldt_pointee(left->type), *b = ldt_pointee(right->type);

		check_step_size(c, node, left->type);
		if (!ldt_type_same(a, b))
			incompatible(c, node);
		ldt_set_type(c, node, c->types->long_);
		return;
	}
	if (node->op == LDT_TOK_ADD && right_pointer && ldt_type_is_integer(left->type)) {
		node->left = right;
		node->right = left;
		left_pointer = true;
	} else if (!left_pointer || !ldt_type_is_integer(right->type)) {
		if (is_arith(left->type) && is_arith(right->type))
			ldt_node_error(c, D_OP_INT, node, "operator %s on floating-point values is not possible in D",
				       op_text(node));
		incompatible(c, node);
	}
	pointer = node->left;
	check_step_size(c, node, pointer->type);
	ldt_set_type(c, node, decayed(c, pointer->type));
}

static void check_divisor(struct ldt_comp *c, const struct ldt_node *node)
{
	if (node->right->kind == LDT_NODE_INT && node->right->value == 0)
		ldt_node_error(c, D_DIV_ZERO, node, "division by zero: the right operand of %s is 0", op_text(node));
}

static void check_integers(struct ldt_comp *c, const struct ldt_node *node)
{
	const struct ldt_node *bad = !ldt_type_is_integer(node->left->type) ? node->left : node->right;
	bool arith = node->op == LDT_TOK_MUL || node->op == LDT_TOK_DIV || node->op == LDT_TOK_MUL_EQ ||
		     node->op == LDT_TOK_DIV_EQ;

	if (ldt_type_is_integer(node->left->type) && ldt_type_is_integer(node->right->type))
		return;
	ldt_node_error(c, arith ? D_OP_ARITH : D_OP_INT, node, "operator %s needs operands of %s type: %s is none",
		       op_text(node), arith ? "arithmetic" : "integer", ldt_type_text(c, bad->type));
}

/* The sign of the left side, the size of the larger one. */
static void check_shift(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_type *left = ldt_type_promote(c->types, node->left->type);
	struct ldt_type *right = ldt_type_promote(c->types, node->right->type);
	uint64_t size = ldt_type_size(c->types, right);

	if (size > ldt_type_size(c->types, left))
		left = ldt_type_int(c->types, (uint32_t)size, ldt_type_is_signed(left));
	ldt_set_type(c, node, left);
}

/*
 * The other operand is of an enumeration. A name that is an enumerator of it and also a D variable,
 * inline or function (possible when a header or the kernel has the enumeration) is ambiguous.
 */
static void refuse_ambiguous(struct ldt_comp *c, const struct ldt_pos *pos, const char *name,
			     const struct ldt_node *other)
{
	const struct ldt_ident *ident;

	if (!name || ldt_type_resolve(other->type)->kind != LDT_KIND_ENUM ||
	    (c->checking->xlator && !strcmp(name, c->checking->xlator->param)))
		return;
	ident = ldt_ident_find(c, LDT_SCOPE_GLOBAL, name);
	if (ident && ident->kind != LDT_IDENT_CONST && ldt_type_enumerator(c->types, other->type, name))
		ldt_error(c, D_IDENT_AMBIG, pos,
			  "'%s' is both %s and an enumerator of %s: rename the first, or write (int)%s for it", name,
			  ldt_ident_kind_name(ident->kind), ldt_type_text(c, other->type), name);
}

static const char *bare_name(const struct ldt_node *node)
{
	return node->kind == LDT_NODE_IDENT ? node->text : NULL;
}

struct ldt_type *ldt_comparison_type(struct ldt_comp *c, const struct ldt_node *node)
{
	struct ldt_type *type = ldt_type_common(c->types, node->left->type, node->right->type);

	return ldt_type_size(c->types, type) < c->types->int_->size ? c->types->int_ : type;
}

#define EXECNAME_MAX 15 /* characters that the kernel keeps of a program's name */

/* execname is compared with a text that it never is. */
static void warn_of_execname(struct ldt_comp *c, const struct ldt_node *name, const struct ldt_node *text)
{
	if (name->kind == LDT_NODE_VAR && (name->ident->flags & LDT_IDENT_BUILTIN) &&
	    name->ident->id == DIF_VAR_EXECNAME && text->kind == LDT_NODE_STRING && text->length > EXECNAME_MAX)
		ldt_warn(c, &text->pos,
			 "execname has at most 15 characters, so it is never this text: write the first 15");
}

/* Comparison: integers, strings (at least one is a D string), pointers with pointers or integers. */
static void check_comparison(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *left = node->left, *right = node->right;
	bool equality = node->op == LDT_TOK_EQU || node->op == LDT_TOK_NEQ;
	bool zero = (left->kind == LDT_NODE_INT && !left->value) || (right->kind == LDT_NODE_INT && !right->value);

	if (ldt_type_is_integer(left->type) && ldt_type_is_integer(right->type)) {
		node->left = ldt_convert_operand(c, left, ldt_comparison_type(c, node));
		node->right = ldt_convert_operand(c, right, ldt_comparison_type(c, node));
	} else if (ldt_is_string(left->type) || ldt_is_string(right->type) ||
		   (ldt_type_is_char_array(left->type) && ldt_type_is_char_array(right->type))) {
		if (!(equality && zero) && (!ldt_is_stringlike(left->type) || !ldt_is_stringlike(right->type)))
			incompatible(c, node);
		if (equality) {
			warn_of_execname(c, left, right);
			warn_of_execname(c, right, left);
		}
	} else if (ldt_is_pointer(left->type) || ldt_is_pointer(right->type)) {
		struct ldt_node *other = ldt_is_pointer(left->type) ? right : left;

		if (!ldt_type_is_integer(other->type) &&
		    (!ldt_is_pointer(other->type) || !ldt_pointers_fit(left->type, right->type)))
			incompatible(c, node);
	} else {
		enum ldt_kind kind = ldt_type_resolve(left->type)->kind;

		if (kind != LDT_KIND_SYMADDR || ldt_type_resolve(right->type)->kind != kind)
			incompatible(c, node);
	}
	ldt_set_type(c, node, c->types->int_);
}

static void check_logical(struct ldt_comp *c, struct ldt_node *node)
{
	const struct ldt_node *bad = !ldt_type_is_scalar(node->left->type) ? node->left : node->right;

	if (!ldt_type_is_scalar(node->left->type) || !ldt_type_is_scalar(node->right->type))
		ldt_node_error(c, D_OP_SCALAR, node, "operator %s needs operands of scalar type: %s is none",
			       op_text(node), ldt_type_text(c, bad->type));
	ldt_set_type(c, node, c->types->int_);
}

static struct ldt_node *check_comma(struct ldt_comp *c, struct ldt_node *node)
{
	node->left = operand(c, node, node->left);
	node->right = operand(c, node, node->right);
	ldt_set_type(c, node, node->right->type);
	copy_flags(node);
	return node;
}

struct ldt_node *ldt_check_op2(struct ldt_comp *c, struct ldt_node *node)
{
	const char *left_name, *right_name;
	struct ldt_pos left_pos, right_pos;

	switch (node->op) {
	case LDT_TOK_LBRAC:
		return ldt_check_index(c, node);
	case LDT_TOK_PTR:
	case LDT_TOK_DOT:
		return ldt_check_member(c, node);
	case LDT_TOK_COMMA:
		return check_comma(c, node);
	default:
		if (node->op >= LDT_TOK_ASGN && node->op <= LDT_TOK_RSH_EQ)
			return ldt_check_assign(c, node);
	}
	left_name = bare_name(node->left);
	right_name = bare_name(node->right);
	left_pos = node->left->pos;
	right_pos = node->right->pos;
	node->left = ldt_promote_bitfield(c, operand(c, node, node->left));
	node->right = ldt_promote_bitfield(c, operand(c, node, node->right));
	switch (node->op) {
	case LDT_TOK_ADD:
	case LDT_TOK_SUB:
		check_add(c, node);
		break;
	case LDT_TOK_DIV:
	case LDT_TOK_MOD:
		check_integers(c, node);
		check_divisor(c, node);
		converted_arithmetic(c, node);
		break;
	case LDT_TOK_MUL:
	case LDT_TOK_BAND:
	case LDT_TOK_BOR:
	case LDT_TOK_XOR:
		check_integers(c, node);
		arithmetic(c, node);
		break;
	case LDT_TOK_LSH:
	case LDT_TOK_RSH:
		check_integers(c, node);
		check_shift(c, node);
		break;
	case LDT_TOK_LAND:
	case LDT_TOK_LOR:
	case LDT_TOK_LXOR:
		check_logical(c, node);
		break;
	default:
		refuse_ambiguous(c, &left_pos, left_name, node->right);
		refuse_ambiguous(c, &right_pos, right_name, node->left);
		check_comparison(c, node);
	}
	copy_flags(node);
	return ldt_fold_op2(c, node);
}

/* ---- assignment ------------------------------------------------------------------------------ */

static void check_writable(struct ldt_comp *c, const struct ldt_node *node, const struct ldt_node *left)
{
	enum ldt_kind kind = ldt_type_resolve(left->type)->kind;

	if (left->kind == LDT_NODE_SYM)
		ldt_node_error(c, D_OP_WRITE, node, "operator %s cannot write to kernel symbol '%s'", op_text(node),
			       left->text);
	if (!(left->flags & LDT_NF_LVAL) && left->kind != LDT_NODE_VAR)
		ldt_node_error(c, D_OP_LVAL, node, "operator %s needs something that can be assigned on its left side",
			       op_text(node));
	if (!(left->flags & LDT_NF_WRITABLE))
		ldt_node_error(c, D_OP_WRITE, node, "operator %s cannot write to read-only variable '%s'%s",
			       op_text(node), left->ident ? left->ident->name : "",
			       node->op == LDT_TOK_ASGN ? ": a comparison is ==" : "");
	if (kind == LDT_KIND_ARRAY)
		ldt_node_error(c, D_OP_ARRFUN, node, "operator %s cannot be used with an array", op_text(node));
	if (kind == LDT_KIND_FUNCTION)
		ldt_node_error(c, D_OP_ARRFUN, node, "operator %s cannot be used with a function", op_text(node));
}

/* The first assignment gives a variable its type. */
static void give_type(struct ldt_comp *c, struct ldt_node *node, struct ldt_node *left, struct ldt_node *right)
{
	struct ldt_type *type = right->type;
	enum ldt_kind kind = ldt_type_resolve(type)->kind;

	if (kind == LDT_KIND_VOID || kind == LDT_KIND_FUNCTION || kind == LDT_KIND_STACK || kind == LDT_KIND_SYMADDR ||
	    kind == LDT_KIND_USYMADDR)
		ldt_node_error(c, D_OP_INCOMPAT, node, "operator %s cannot give a variable the type %s", op_text(node),
			       ldt_type_text(c, type));
	if (kind == LDT_KIND_ARRAY)
		type = ldt_type_is_char_array(type) ? c->types->string : ldt_type_pointer(c->types, ldt_pointee(type));
	ldt_check_variable_type(c, &node->pos, type);
	left->ident->type = type;
	ldt_set_type(c, left, type);
}

/* x op= y is checked as x = x op y. */
static void check_compound(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *left = node->left, *right = node->right;

	switch (node->op) {
	case LDT_TOK_ADD_EQ:
	case LDT_TOK_SUB_EQ:
		if (ldt_is_pointer(left->type) && ldt_type_is_integer(right->type)) {
			check_step_size(c, node, left->type);
			return;
		}
		if (!ldt_type_is_integer(left->type) || !ldt_type_is_integer(right->type))
			incompatible(c, node);
		break;
	case LDT_TOK_DIV_EQ:
	case LDT_TOK_MOD_EQ:
		check_integers(c, node);
		check_divisor(c, node);
		break;
	default:
		check_integers(c, node);
	}
	if (node->op == LDT_TOK_DIV_EQ || node->op == LDT_TOK_MOD_EQ)
		node->right = ldt_convert_operand(c, right,
						  ldt_type_common(c->types, ldt_bitfield_type(c, left), right->type));
}

/* Whether a value points into the memory that alloca() gave. */
static bool is_alloca(const struct ldt_node *node)
{
	switch (node->kind) {
	case LDT_NODE_CALL:
		return node->ident->kind == LDT_IDENT_SUBR && node->ident->id == DIF_SUBR_ALLOCA;
	case LDT_NODE_VAR:
		return node->ident->flags & LDT_IDENT_ALLOCA;
	case LDT_NODE_CAST:
		return is_alloca(node->left);
	case LDT_NODE_OP3:
		return is_alloca(node->left) || is_alloca(node->right);
	case LDT_NODE_OP2:
		if (node->op == LDT_TOK_COMMA || node->op == LDT_TOK_ASGN)
			return is_alloca(node->right);
		return (node->op == LDT_TOK_ADD || node->op == LDT_TOK_SUB) && is_alloca(node->left);
	default:
		return false;
	}
}

/* Oracle's: a variable holds memory of alloca(), or other pointers, but not one after the other; NULL is neither. */
static void check_alloca(struct ldt_comp *c, const struct ldt_node *node)
{
	struct ldt_ident *ident = node->left->ident;
	const struct ldt_node *right = node->right;
	bool yes = is_alloca(right);

	if (!c->dtp->copts.oracle_compat || node->left->kind != LDT_NODE_VAR)
		return;
	if (right->kind == LDT_NODE_INT || (!yes && !ldt_is_pointer(node->left->type)))
		return;
	if (ident->flags & (yes ? LDT_IDENT_NOT_ALLOCA : LDT_IDENT_ALLOCA))
		ldt_node_error(c, D_ALLOCA_INCOMPAT, node,
			       "variable '%s' cannot hold memory of alloca() and other pointers", ident->name);
	ident->flags |= yes ? LDT_IDENT_ALLOCA : LDT_IDENT_NOT_ALLOCA;
}

/* A structure is copied; a pointer cannot be kept. */
static void assigned_translation(struct ldt_comp *c, struct ldt_node *node, struct ldt_node *right)
{
	struct ldt_node *left;

	if (right->kind != LDT_NODE_XLATE)
		return;
	if (!right->value) {
		ldt_xlate_whole(c, right);
		return;
	}
	left = ldt_check_lvalue(c, node->left, true);
	ldt_xlate_refuse_kept(c, node, ldt_type_resolve(left->type)->kind != LDT_KIND_DYN, right);
}

struct ldt_node *ldt_check_assign(struct ldt_comp *c, struct ldt_node *node)
{
	const char *right_name = bare_name(node->right);
	struct ldt_pos right_pos = node->right->pos;
	struct ldt_node *left, *right;

	if (node->left->kind == LDT_NODE_AGG)
		ldt_node_error(
			c, D_SYNTAX, node,
			"an aggregation can only be assigned by a statement of its own: @name[keys] = function(value)");
	right = node->right = ldt_check(c, node->right);
	if (node->op == LDT_TOK_ASGN)
		assigned_translation(c, node, right);
	refuse_action(c, node, right);
	right = node->right = ldt_promote_bitfield(c, right);
	if (node->left->kind == LDT_NODE_INT || node->left->kind == LDT_NODE_STRING)
		ldt_node_error(c, D_OP_LVAL, node, "operator %s needs something that can be assigned on its left side",
			       op_text(node));
	left = node->left = ldt_check_lvalue(c, node->left, true);
	if (left->kind == LDT_NODE_VAR && !ldt_ident_type(c, left->ident) && (left->flags & LDT_NF_WRITABLE))
		give_type(c, node, left, right);
	check_writable(c, node, left);
	refuse_ambiguous(c, &right_pos, right_name, left);
	if (node->op == LDT_TOK_ASGN)
		check_alloca(c, node);
	if (node->op != LDT_TOK_ASGN) {
		check_compound(c, node);
	} else if (!ldt_assignable(c, left->type, right)) {
		incompatible(c, node);
	} else if (ldt_type_is_integer(left->type) && ldt_type_is_integer(right->type)) {
		node->right = ldt_convert(c, right, left->type);
	}
	ldt_set_type(c, node, left->type);
	node->flags |= LDT_NF_COMPLEX;
	return node;
}

struct ldt_node *ldt_check_step(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *left = node->left;

	if (left->kind == LDT_NODE_INT || left->kind == LDT_NODE_STRING)
		ldt_node_error(c, D_OP_LVAL, node, "operator %s needs a variable", op_text(node));
	left = node->left = ldt_check_lvalue(c, left, true);
	if (left->kind == LDT_NODE_VAR && !ldt_ident_type(c, left->ident) && (left->flags & LDT_NF_WRITABLE)) {
		left->ident->type = c->types->int64;
		ldt_set_type(c, left, c->types->int64);
	}
	refuse_action(c, node, left);
	check_writable(c, node, left);
	if (ldt_is_pointer(left->type))
		check_step_size(c, node, left->type);
	else if (!ldt_type_is_integer(left->type))
		ldt_node_error(c, D_OP_SCALAR, node, "operator %s needs an operand of scalar type: %s is none",
			       op_text(node), ldt_type_text(c, left->type));
	ldt_set_type(c, node, left->type);
	node->flags |= LDT_NF_COMPLEX;
	return node;
}

/* ---- members --------------------------------------------------------------------------------- */

/* self->x and this->x are parsed as members of their scopes. */
static bool is_scope(const struct ldt_node *node, enum ldt_scope *scope)
{
	if (node->op != LDT_TOK_PTR || node->left->kind != LDT_NODE_IDENT)
		return false;
	*scope = LDT_SCOPE_SELF;
	if (!strcmp(node->left->text, "self"))
		return true;
	*scope = LDT_SCOPE_THIS;
	return !strcmp(node->left->text, "this");
}

static struct ldt_type *sou_of(struct ldt_comp *c, const struct ldt_node *node, struct ldt_node *left)
{
	struct ldt_type *type = left->type;

	if (node->op == LDT_TOK_PTR) {
		if (!ldt_is_pointer(type))
			ldt_node_error(c, D_OP_PTR, node, "operator -> needs a pointer on its left side: %s is none",
				       ldt_type_text(c, type));
		type = ldt_pointee(type);
	}
	if (!ldt_type_is_sou(type))
		ldt_node_error(c, D_OP_SOU, node, "operator %s needs a struct or union on its left side: %s is none",
			       op_text(node), ldt_type_text(c, left->type));
	if (!ldt_type_ensure(c->types, type))
		ldt_node_error(c, D_OP_INCOMPLETE, node,
			       "operator %s cannot look into an incomplete type: %s has no definition here%s%s",
			       op_text(node), ldt_type_text(c, type), ldt_ktypes_why(c), ldt_near_incomplete(c, type));
	return type;
}

struct ldt_node *ldt_check_member(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *left;
	struct ldt_type *type;
	enum ldt_scope scope;

	if (is_scope(node, &scope))
		return ldt_check_name(c, node);
	left = node->left = ldt_check(c, node->left);
	if (left->kind == LDT_NODE_XLATE)
		return ldt_xlate_member(c, node);
	refuse_action(c, node, left);
	type = sou_of(c, node, left);
	node->member = ldt_type_member(c->types, type, node->text, &node->bit_offset);
	if (!node->member)
		ldt_node_error(c, D_TYPE_MEMBER, node, "%s has no member '%s'%s", ldt_type_text(c, type), node->text,
			       ldt_near_member(c, type, node->text));
	node->kind = LDT_NODE_MEMBER;
	ldt_set_type(c, node, node->member->type);
	node->flags |= LDT_NF_LVAL | (left->flags & (LDT_NF_COMPLEX | LDT_NF_USER));
	if (node->op == LDT_TOK_PTR || (left->flags & LDT_NF_WRITABLE))
		node->flags |= LDT_NF_WRITABLE;
	if (node->member->bit_width)
		node->flags |= LDT_NF_BITFIELD;
	return node;
}
