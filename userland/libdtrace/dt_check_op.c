/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_check_op.c - types of operators: unary, binary, comparison, assignment, ++ and --, members. */
#include <string.h>

#include "dt_comp.h"

static const char *op_text(const struct dt_node *node)
{
	return dt_tok_text(node->op);
}

static void copy_flags(struct dt_node *node)
{
	if (node->left)
		node->flags |= node->left->flags & (DT_NF_COMPLEX | DT_NF_USER);
	if (node->right)
		node->flags |= node->right->flags & DT_NF_COMPLEX;
}

static bool is_arith(struct dt_type *type)
{
	return dt_type_is_integer(type) || dt_type_resolve(type)->kind == DT_KIND_FLOAT;
}

static void refuse_action(struct dt_comp *c, const struct dt_node *node, const struct dt_node *operand)
{
	if (operand->kind == DT_NODE_CALL && operand->ident &&
	    (operand->ident->kind == DT_IDENT_ACTION || operand->ident->kind == DT_IDENT_AGGFUNC))
		dt_node_error(c, D_OP_ACT, node, "operator %s cannot be used with the result of %s(): it is an action",
			      op_text(node), operand->ident->name);
	if (dt_type_resolve(operand->type)->kind == DT_KIND_DYN)
		dt_node_error(c, D_OP_DYN, node, "operator %s cannot be used with an operand of dynamic type",
			      op_text(node));
}

static struct dt_node *operand(struct dt_comp *c, const struct dt_node *node, struct dt_node *child)
{
	child = dt_check(c, child);
	refuse_action(c, node, child);
	return child;
}

/* In an expression, a bit-field that an int can hold is an int, as in C. */
struct dt_type *dt_bitfield_type(struct dt_comp *c, const struct dt_node *node)
{
	struct dt_type *int_type = c->types->int_;

	if (!(node->flags & DT_NF_BITFIELD))
		return node->type;
	return node->member->bit_width + !dt_type_is_signed(node->type) > int_type->size * 8 ? node->type : int_type;
}

struct dt_node *dt_promote_bitfield(struct dt_comp *c, struct dt_node *node)
{
	return node->flags & DT_NF_BITFIELD ? dt_convert(c, node, dt_bitfield_type(c, node)) : node;
}

/* ---- unary ----------------------------------------------------------------------------------- */

static struct dt_node *check_deref(struct dt_comp *c, struct dt_node *node)
{
	struct dt_type *type = node->left->type, *target;

	if (!dt_is_pointer(type) && dt_type_resolve(type)->kind != DT_KIND_STRING)
		dt_node_error(c, D_DEREF_NONPTR, node, "cannot take what a non-pointer points to: %s is no pointer",
			      dt_type_text(c, type));
	target = dt_type_resolve(type)->kind == DT_KIND_STRING ? c->types->char_ : dt_pointee(type);
	switch (dt_type_resolve(target)->kind) {
	case DT_KIND_VOID:
		dt_node_error(c, D_DEREF_VOID, node,
			      "cannot take what a void pointer points to: cast it to a pointer to a type first");
	case DT_KIND_FUNCTION:
		dt_node_error(c, D_DEREF_FUNC, node, "cannot take what a function pointer points to");
	case DT_KIND_DYN:
		dt_node_error(c, D_OP_DYN, node, "operator * cannot be used with an operand of dynamic type");
	default:
		break;
	}
	if (!dt_type_ensure(c->types, target) && dt_type_is_sou(target))
		dt_node_error(c, D_OP_INCOMPLETE, node,
			      "cannot take what points to an incomplete type: %s has no definition here%s",
			      dt_type_text(c, target), dt_ktypes_why(c));
	dt_set_type(c, node, target);
	node->flags |= DT_NF_LVAL | DT_NF_WRITABLE | (node->left->flags & (DT_NF_COMPLEX | DT_NF_USER));
	return node;
}

static struct dt_node *check_addrof(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *left = node->left;

	if (left->kind == DT_NODE_VAR)
		dt_node_error(c, D_ADDROF_VAR, node, "cannot take the address of '%s': D variables have none",
			      left->ident->name);
	if (left->kind == DT_NODE_AGG || left->kind == DT_NODE_XLATE)
		dt_node_error(c, D_ADDROF_VAR, node, "cannot take the address of %s",
			      left->kind == DT_NODE_AGG ? "an aggregation" : "a translation");
	refuse_action(c, node, left);
	if (left->kind != DT_NODE_SYM && !(left->flags & DT_NF_LVAL))
		dt_node_error(c, D_ADDROF_LVAL, node,
			      "cannot take the address of an expression: expected something in memory");
	if (left->flags & DT_NF_BITFIELD)
		dt_node_error(c, D_ADDROF_BITFIELD, node, "cannot take the address of a bit-field");
	dt_set_type(c, node, dt_type_pointer(c->types, left->type));
	node->flags |= left->flags & (DT_NF_COMPLEX | DT_NF_USER);
	return node;
}

/* & is looked at before its operand: a kernel symbol without type has an address all the same. */
static struct dt_node *addrof_operand(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *left = node->left;

	if (left->kind == DT_NODE_IDENT && strchr(left->text, '`'))
		left->flags |= DT_NF_MARKED;
	return dt_check(c, left);
}

struct dt_node *dt_check_op1(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *left;

	if (node->op == DT_TOK_PREINC || node->op == DT_TOK_PREDEC || node->op == DT_TOK_POSTINC ||
	    node->op == DT_TOK_POSTDEC)
		return dt_check_step(c, node);
	left = node->left = node->op == DT_TOK_ADDROF ? addrof_operand(c, node) : dt_check(c, node->left);
	if (node->op == DT_TOK_ADDROF)
		return check_addrof(c, node);
	if (node->op == DT_TOK_DEREF && left->kind == DT_NODE_XLATE)
		return dt_xlate_deref(c, node, left);
	refuse_action(c, node, left);
	switch (node->op) {
	case DT_TOK_DEREF:
		return check_deref(c, node);
	case DT_TOK_LNEG:
		if (!dt_type_is_scalar(left->type))
			dt_node_error(c, D_OP_SCALAR, node, "operator ! needs an operand of scalar type: %s is none",
				      dt_type_text(c, left->type));
		dt_set_type(c, node, c->types->int_);
		break;
	case DT_TOK_BNEG:
		if (!dt_type_is_integer(left->type))
			dt_node_error(c, D_OP_INT, node, "operator ~ needs an operand of integer type: %s is none",
				      dt_type_text(c, left->type));
		left = dt_promote_bitfield(c, left);
		node->left = dt_convert(c, left, dt_type_promote(c->types, left->type));
		dt_set_type(c, node, node->left->type);
		break;
	default:
		if (!dt_type_is_integer(left->type))
			dt_node_error(c, D_OP_ARITH, node,
				      "operator %s needs an operand of arithmetic type: %s is none", op_text(node),
				      dt_type_text(c, left->type));
		left = dt_promote_bitfield(c, left);
		node->left = dt_convert(c, left, dt_type_promote(c->types, left->type));
		if (node->op == DT_TOK_IPOS)
			return node->left;
		dt_set_type(c, node, node->left->type);
	}
	copy_flags(node);
	return dt_fold_op1(c, node);
}

/* ---- binary ---------------------------------------------------------------------------------- */

static void incompatible(struct dt_comp *c, const struct dt_node *node) __attribute__((noreturn));
static void incompatible(struct dt_comp *c, const struct dt_node *node)
{
	dt_node_error(c, D_OP_INCOMPAT, node, "operator %s needs operands of types that fit together: %s and %s do not",
		      op_text(node), dt_type_text(c, node->left->type), dt_type_text(c, node->right->type));
}

/* A pointer to what has no size: void or a function. */
static bool is_vfptr(struct dt_type *type)
{
	enum dt_kind kind = dt_is_pointer(type) ? dt_type_resolve(dt_pointee(type))->kind : DT_KIND_INT;

	return kind == DT_KIND_VOID || kind == DT_KIND_FUNCTION;
}

static void check_step_size(struct dt_comp *c, const struct dt_node *node, struct dt_type *pointer)
{
	struct dt_type *target = dt_type_resolve(dt_pointee(pointer));

	if (is_vfptr(pointer))
		dt_node_error(c, D_OP_VFPTR, node, "operator %s cannot be used with a pointer to void or a function",
			      op_text(node));
	if (!dt_type_ensure(c->types, target))
		dt_node_error(c, D_OP_INCOMPLETE, node,
			      "operator %s cannot be used with a pointer to an incomplete type: %s", op_text(node),
			      dt_type_text(c, pointer));
}

/* An array in an expression is the address of its first element. */
static struct dt_type *decayed(struct dt_comp *c, struct dt_type *type)
{
	return dt_type_resolve(type)->kind == DT_KIND_ARRAY ? dt_type_pointer(c->types, dt_pointee(type)) : type;
}

static void arithmetic(struct dt_comp *c, struct dt_node *node)
{
	struct dt_type *type = dt_type_common(c->types, node->left->type, node->right->type);

	node->left = dt_convert(c, node->left, type);
	node->right = dt_convert(c, node->right, type);
	dt_set_type(c, node, type);
}

static void check_add(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *left = node->left, *right = node->right, *pointer;
	bool left_pointer = dt_is_pointer(left->type) && !is_vfptr(left->type);
	bool right_pointer = dt_is_pointer(right->type) && !is_vfptr(right->type);

	if (dt_type_is_integer(left->type) && dt_type_is_integer(right->type)) {
		arithmetic(c, node);
		return;
	}
	if (dt_is_string(left->type) && dt_type_is_integer(right->type)) { /* the rest of the string */
		dt_set_type(c, node, left->type);
		return;
	}
	if (node->op == DT_TOK_SUB && left_pointer && right_pointer) {
		struct dt_type *a = dt_pointee(left->type), *b = dt_pointee(right->type);

		check_step_size(c, node, left->type);
		if (!dt_type_same(a, b))
			incompatible(c, node);
		dt_set_type(c, node, c->types->long_);
		return;
	}
	if (node->op == DT_TOK_ADD && right_pointer && dt_type_is_integer(left->type)) {
		node->left = right;
		node->right = left;
		left_pointer = true;
	} else if (!left_pointer || !dt_type_is_integer(right->type)) {
		if (is_arith(left->type) && is_arith(right->type))
			dt_node_error(c, D_OP_INT, node, "operator %s on floating-point values is not possible in D",
				      op_text(node));
		incompatible(c, node);
	}
	pointer = node->left;
	check_step_size(c, node, pointer->type);
	dt_set_type(c, node, decayed(c, pointer->type));
}

static void check_divisor(struct dt_comp *c, const struct dt_node *node)
{
	if (node->right->kind == DT_NODE_INT && node->right->value == 0)
		dt_node_error(c, D_DIV_ZERO, node, "division by zero: the right operand of %s is 0", op_text(node));
}

static void check_integers(struct dt_comp *c, const struct dt_node *node)
{
	const struct dt_node *bad = !dt_type_is_integer(node->left->type) ? node->left : node->right;
	bool arith = node->op == DT_TOK_MUL || node->op == DT_TOK_DIV || node->op == DT_TOK_MUL_EQ ||
		     node->op == DT_TOK_DIV_EQ;

	if (dt_type_is_integer(node->left->type) && dt_type_is_integer(node->right->type))
		return;
	dt_node_error(c, arith ? D_OP_ARITH : D_OP_INT, node, "operator %s needs operands of %s type: %s is none",
		      op_text(node), arith ? "arithmetic" : "integer", dt_type_text(c, bad->type));
}

static void check_shift(struct dt_comp *c, struct dt_node *node)
{
	node->left = dt_convert(c, node->left, dt_type_promote(c->types, node->left->type));
	node->right = dt_convert(c, node->right, dt_type_promote(c->types, node->right->type));
	dt_set_type(c, node, node->left->type);
}

/*
 * A name beside an operand of an enumeration: when it is an enumerator of that, and one of D at the same time (the
 * enumeration is of a header or of the kernel, whose names give way), nobody can tell which is meant.
 */
static void refuse_ambiguous(struct dt_comp *c, const struct dt_pos *pos, const char *name, const struct dt_node *other)
{
	const struct dt_ident *ident;

	if (!name || dt_type_resolve(other->type)->kind != DT_KIND_ENUM ||
	    (c->xlator && !strcmp(name, c->xlator->param)))
		return;
	ident = dt_ident_find(c, DT_SCOPE_GLOBAL, name);
	if (ident && ident->kind != DT_IDENT_CONST && dt_type_enumerator(c->types, other->type, name))
		dt_error(c, D_IDENT_AMBIG, pos,
			 "'%s' is both %s and an enumerator of %s: rename the first, or write (int)%s for it", name,
			 dt_ident_kind_name(ident->kind), dt_type_text(c, other->type), name);
}

static const char *bare_name(const struct dt_node *node)
{
	return node->kind == DT_NODE_IDENT ? node->text : NULL;
}

/* Comparison: integers, strings (at least one is a D string), pointers with pointers or integers. */
static void check_comparison(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *left = node->left, *right = node->right;
	bool equality = node->op == DT_TOK_EQU || node->op == DT_TOK_NEQ;
	bool zero = (left->kind == DT_NODE_INT && !left->value) || (right->kind == DT_NODE_INT && !right->value);

	if (dt_type_is_integer(left->type) && dt_type_is_integer(right->type)) {
		arithmetic(c, node);
	} else if (dt_is_string(left->type) || dt_is_string(right->type) ||
		   (dt_type_is_char_array(left->type) && dt_type_is_char_array(right->type))) {
		if (!(equality && zero) && (!dt_is_stringlike(left->type) || !dt_is_stringlike(right->type)))
			incompatible(c, node);
	} else if (dt_is_pointer(left->type) || dt_is_pointer(right->type)) {
		struct dt_node *other = dt_is_pointer(left->type) ? right : left;

		if (!dt_type_is_integer(other->type) &&
		    (!dt_is_pointer(other->type) || !dt_pointers_fit(left->type, right->type)))
			incompatible(c, node);
	} else {
		enum dt_kind kind = dt_type_resolve(left->type)->kind;

		if (kind != DT_KIND_SYMADDR || dt_type_resolve(right->type)->kind != kind)
			incompatible(c, node);
	}
	dt_set_type(c, node, c->types->int_);
}

static void check_logical(struct dt_comp *c, struct dt_node *node)
{
	const struct dt_node *bad = !dt_type_is_scalar(node->left->type) ? node->left : node->right;

	if (!dt_type_is_scalar(node->left->type) || !dt_type_is_scalar(node->right->type))
		dt_node_error(c, D_OP_SCALAR, node, "operator %s needs operands of scalar type: %s is none",
			      op_text(node), dt_type_text(c, bad->type));
	dt_set_type(c, node, c->types->int_);
}

static struct dt_node *check_comma(struct dt_comp *c, struct dt_node *node)
{
	node->left = operand(c, node, node->left);
	node->right = operand(c, node, node->right);
	dt_set_type(c, node, node->right->type);
	copy_flags(node);
	return node;
}

struct dt_node *dt_check_op2(struct dt_comp *c, struct dt_node *node)
{
	const char *left_name, *right_name;
	struct dt_pos left_pos, right_pos;

	switch (node->op) {
	case DT_TOK_LBRAC:
		return dt_check_index(c, node);
	case DT_TOK_PTR:
	case DT_TOK_DOT:
		return dt_check_member(c, node);
	case DT_TOK_COMMA:
		return check_comma(c, node);
	default:
		if (node->op >= DT_TOK_ASGN && node->op <= DT_TOK_RSH_EQ)
			return dt_check_assign(c, node);
	}
	left_name = bare_name(node->left);
	right_name = bare_name(node->right);
	left_pos = node->left->pos;
	right_pos = node->right->pos;
	node->left = dt_promote_bitfield(c, operand(c, node, node->left));
	node->right = dt_promote_bitfield(c, operand(c, node, node->right));
	switch (node->op) {
	case DT_TOK_ADD:
	case DT_TOK_SUB:
		check_add(c, node);
		break;
	case DT_TOK_DIV:
	case DT_TOK_MOD:
		check_integers(c, node);
		check_divisor(c, node);
		arithmetic(c, node);
		break;
	case DT_TOK_MUL:
	case DT_TOK_BAND:
	case DT_TOK_BOR:
	case DT_TOK_XOR:
		check_integers(c, node);
		arithmetic(c, node);
		break;
	case DT_TOK_LSH:
	case DT_TOK_RSH:
		check_integers(c, node);
		check_shift(c, node);
		break;
	case DT_TOK_LAND:
	case DT_TOK_LOR:
	case DT_TOK_LXOR:
		check_logical(c, node);
		break;
	default:
		refuse_ambiguous(c, &left_pos, left_name, node->right);
		refuse_ambiguous(c, &right_pos, right_name, node->left);
		check_comparison(c, node);
	}
	copy_flags(node);
	return dt_fold_op2(c, node);
}

/* ---- assignment ------------------------------------------------------------------------------ */

static void check_writable(struct dt_comp *c, const struct dt_node *node, const struct dt_node *left)
{
	enum dt_kind kind = dt_type_resolve(left->type)->kind;

	if (left->kind == DT_NODE_SYM)
		dt_node_error(c, D_OP_WRITE, node, "operator %s cannot write to kernel symbol '%s'", op_text(node),
			      left->text);
	if (!(left->flags & DT_NF_LVAL) && left->kind != DT_NODE_VAR)
		dt_node_error(c, D_OP_LVAL, node, "operator %s needs something that can be assigned on its left side",
			      op_text(node));
	if (!(left->flags & DT_NF_WRITABLE))
		dt_node_error(c, D_OP_WRITE, node, "operator %s cannot write to read-only variable '%s'", op_text(node),
			      left->ident ? left->ident->name : "");
	if (kind == DT_KIND_ARRAY)
		dt_node_error(c, D_OP_ARRFUN, node, "operator %s cannot be used with an array", op_text(node));
	if (kind == DT_KIND_FUNCTION)
		dt_node_error(c, D_OP_ARRFUN, node, "operator %s cannot be used with a function", op_text(node));
}

/* The first assignment gives a variable its type. */
static void give_type(struct dt_comp *c, struct dt_node *node, struct dt_node *left, struct dt_node *right)
{
	struct dt_type *type = right->type;
	enum dt_kind kind = dt_type_resolve(type)->kind;

	if (kind == DT_KIND_VOID || kind == DT_KIND_FUNCTION || kind == DT_KIND_STACK || kind == DT_KIND_SYMADDR ||
	    kind == DT_KIND_USYMADDR)
		dt_node_error(c, D_OP_INCOMPAT, node, "operator %s cannot give a variable the type %s", op_text(node),
			      dt_type_text(c, type));
	if (kind == DT_KIND_ARRAY)
		type = dt_type_is_char_array(type) ? c->types->string : dt_type_pointer(c->types, dt_pointee(type));
	dt_check_variable_type(c, &node->pos, type);
	left->ident->type = type;
	dt_set_type(c, left, type);
}

/* x op= y is checked as x = x op y. */
static void check_compound(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *left = node->left, *right = node->right;

	switch (node->op) {
	case DT_TOK_ADD_EQ:
	case DT_TOK_SUB_EQ:
		if (dt_is_pointer(left->type) && dt_type_is_integer(right->type)) {
			check_step_size(c, node, left->type);
			return;
		}
		if (!dt_type_is_integer(left->type) || !dt_type_is_integer(right->type))
			incompatible(c, node);
		break;
	case DT_TOK_DIV_EQ:
	case DT_TOK_MOD_EQ:
		check_integers(c, node);
		check_divisor(c, node);
		break;
	default:
		check_integers(c, node);
	}
	if (node->op != DT_TOK_LSH_EQ && node->op != DT_TOK_RSH_EQ)
		node->right = dt_convert(c, right, dt_type_common(c->types, dt_bitfield_type(c, left), right->type));
}

/* Whether a value points into the memory that alloca() gave. */
static bool is_alloca(const struct dt_node *node)
{
	switch (node->kind) {
	case DT_NODE_CALL:
		return node->ident->kind == DT_IDENT_SUBR && node->ident->id == DIF_SUBR_ALLOCA;
	case DT_NODE_VAR:
		return node->ident->flags & DT_IDENT_ALLOCA;
	case DT_NODE_CAST:
		return is_alloca(node->left);
	case DT_NODE_OP3:
		return is_alloca(node->left) || is_alloca(node->right);
	case DT_NODE_OP2:
		if (node->op == DT_TOK_COMMA || node->op == DT_TOK_ASGN)
			return is_alloca(node->right);
		return (node->op == DT_TOK_ADD || node->op == DT_TOK_SUB) && is_alloca(node->left);
	default:
		return false;
	}
}

/* Oracle's: a variable holds memory of alloca(), or other pointers, but not one after the other; NULL is neither. */
static void check_alloca(struct dt_comp *c, const struct dt_node *node)
{
	struct dt_ident *ident = node->left->ident;
	const struct dt_node *right = node->right;
	bool yes = is_alloca(right);

	if (!c->dtp->copts.oracle_compat || node->left->kind != DT_NODE_VAR)
		return;
	if (right->kind == DT_NODE_INT || (!yes && !dt_is_pointer(node->left->type)))
		return;
	if (ident->flags & (yes ? DT_IDENT_NOT_ALLOCA : DT_IDENT_ALLOCA))
		dt_node_error(c, D_ALLOCA_INCOMPAT, node,
			      "variable '%s' cannot hold memory of alloca() and other pointers", ident->name);
	ident->flags |= yes ? DT_IDENT_ALLOCA : DT_IDENT_NOT_ALLOCA;
}

/* A structure is copied; a pointer cannot be kept. */
static void assigned_translation(struct dt_comp *c, struct dt_node *node, struct dt_node *right)
{
	struct dt_node *left;

	if (right->kind != DT_NODE_XLATE)
		return;
	if (!right->value) {
		dt_xlate_whole(c, right);
		return;
	}
	left = dt_check_lvalue(c, node->left, true);
	dt_xlate_refuse_kept(c, node, dt_type_resolve(left->type)->kind != DT_KIND_DYN, right);
}

struct dt_node *dt_check_assign(struct dt_comp *c, struct dt_node *node)
{
	const char *right_name = bare_name(node->right);
	struct dt_pos right_pos = node->right->pos;
	struct dt_node *left, *right;

	if (node->left->kind == DT_NODE_AGG)
		dt_node_error(
			c, D_SYNTAX, node,
			"an aggregation can only be assigned by a statement of its own: @name[keys] = function(value)");
	right = node->right = dt_check(c, node->right);
	if (node->op == DT_TOK_ASGN)
		assigned_translation(c, node, right);
	refuse_action(c, node, right);
	right = node->right = dt_promote_bitfield(c, right);
	if (node->left->kind == DT_NODE_INT || node->left->kind == DT_NODE_STRING)
		dt_node_error(c, D_OP_LVAL, node, "operator %s needs something that can be assigned on its left side",
			      op_text(node));
	left = node->left = dt_check_lvalue(c, node->left, true);
	if (left->kind == DT_NODE_VAR && !dt_ident_type(c, left->ident) && (left->flags & DT_NF_WRITABLE))
		give_type(c, node, left, right);
	check_writable(c, node, left);
	refuse_ambiguous(c, &right_pos, right_name, left);
	if (node->op == DT_TOK_ASGN)
		check_alloca(c, node);
	if (node->op != DT_TOK_ASGN) {
		check_compound(c, node);
	} else if (!dt_assignable(c, left->type, right)) {
		incompatible(c, node);
	} else if (dt_type_is_integer(left->type) && dt_type_is_integer(right->type)) {
		node->right = dt_convert(c, right, left->type);
	}
	dt_set_type(c, node, left->type);
	node->flags |= DT_NF_COMPLEX;
	return node;
}

struct dt_node *dt_check_step(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *left = node->left;

	if (left->kind == DT_NODE_INT || left->kind == DT_NODE_STRING)
		dt_node_error(c, D_OP_LVAL, node, "operator %s needs a variable", op_text(node));
	left = node->left = dt_check_lvalue(c, left, true);
	if (left->kind == DT_NODE_VAR && !dt_ident_type(c, left->ident) && (left->flags & DT_NF_WRITABLE)) {
		left->ident->type = c->types->int64;
		dt_set_type(c, left, c->types->int64);
	}
	refuse_action(c, node, left);
	check_writable(c, node, left);
	if (dt_is_pointer(left->type))
		check_step_size(c, node, left->type);
	else if (!dt_type_is_integer(left->type))
		dt_node_error(c, D_OP_SCALAR, node, "operator %s needs an operand of scalar type: %s is none",
			      op_text(node), dt_type_text(c, left->type));
	dt_set_type(c, node, left->type);
	node->flags |= DT_NF_COMPLEX;
	return node;
}

/* ---- members --------------------------------------------------------------------------------- */

/* self->x and this->x are parsed as members of their scopes. */
static bool is_scope(const struct dt_node *node, enum dt_scope *scope)
{
	if (node->op != DT_TOK_PTR || node->left->kind != DT_NODE_IDENT)
		return false;
	*scope = DT_SCOPE_SELF;
	if (!strcmp(node->left->text, "self"))
		return true;
	*scope = DT_SCOPE_THIS;
	return !strcmp(node->left->text, "this");
}

static struct dt_type *sou_of(struct dt_comp *c, const struct dt_node *node, struct dt_node *left)
{
	struct dt_type *type = left->type;

	if (node->op == DT_TOK_PTR) {
		if (!dt_is_pointer(type))
			dt_node_error(c, D_OP_PTR, node, "operator -> needs a pointer on its left side: %s is none",
				      dt_type_text(c, type));
		type = dt_pointee(type);
	}
	if (!dt_type_is_sou(type))
		dt_node_error(c, D_OP_SOU, node, "operator %s needs a struct or union on its left side: %s is none",
			      op_text(node), dt_type_text(c, left->type));
	if (!dt_type_ensure(c->types, type))
		dt_node_error(c, D_OP_INCOMPLETE, node,
			      "operator %s cannot look into an incomplete type: %s has no definition here%s",
			      op_text(node), dt_type_text(c, type), dt_ktypes_why(c));
	return type;
}

struct dt_node *dt_check_member(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *left;
	struct dt_type *type;
	enum dt_scope scope;

	if (is_scope(node, &scope))
		return dt_check_name(c, node);
	left = node->left = dt_check(c, node->left);
	if (left->kind == DT_NODE_XLATE)
		return dt_xlate_member(c, node);
	refuse_action(c, node, left);
	type = sou_of(c, node, left);
	node->member = dt_type_member(c->types, type, node->text, &node->bit_offset);
	if (!node->member)
		dt_node_error(c, D_TYPE_MEMBER, node, "%s has no member '%s'", dt_type_text(c, type), node->text);
	node->kind = DT_NODE_MEMBER;
	dt_set_type(c, node, node->member->type);
	node->flags |= DT_NF_LVAL | (left->flags & (DT_NF_COMPLEX | DT_NF_USER));
	if (node->op == DT_TOK_PTR || (left->flags & DT_NF_WRITABLE))
		node->flags |= DT_NF_WRITABLE;
	if (node->member->bit_width)
		node->flags |= DT_NF_BITFIELD;
	return node;
}
