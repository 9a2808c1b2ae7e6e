/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/generate_assign.c - code: =, op=, ++ and --.
 */
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/dif_build.h"
#include "compiler/generate_parts.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/recursion.h"
#include "compiler/tree.h"
#include "types/types.h"

static bool is_memory(const struct ldt_node *node)
{
	return node->kind != LDT_NODE_VAR;
}

/* Keys that do something are computed once, and kept in clause-local variables of ours for the other times. */
static void keep_keys(struct ldt_as *as, struct ldt_node *var)
{
	struct ldt_comp *c = as->c;
	struct ldt_node **list, *kept;
	struct ldt_ident *ident;
	int reg;

	for (list = &var->args; *list; list = &(*list)->next) {
		if (!ldt_cg_has_effects(*list))
			continue;
		ident = ldt_ident_create(c, LDT_SCOPE_THIS, LDT_IDENT_SCALAR,
					 ldt_arena_printf(c->arena, "%%key%u", ++c->checking->conditions),
					 &(*list)->pos);
		ident->type = (*list)->type;
		kept = ldt_node_new(c, LDT_NODE_VAR, &(*list)->pos);
		kept->ident = ident;
		ldt_set_type(c, kept, ident->type);
		kept->next = (*list)->next;
		reg = ldt_cg_node(as, *list);
		ldt_cg_store_var(as, kept, reg);
		ldt_as_free(as, reg);
		*list = kept;
	}
}

/*
 * A part of a structure in an associative array or of a thread is stored: when nothing is there yet, zeros are put
 * there first, as if the whole had been assigned.
 */
static void make_room(struct ldt_as *as, struct ldt_node *part)
{
	struct ldt_node *var = ldt_cg_holder(part);
	unsigned int there;
	int reg;

	if (!var || !ldt_cg_may_be_absent(var))
		return;
	keep_keys(as, var);
	there = ldt_as_label(as);
	ldt_cg_keys(as, var);
	reg = ldt_as_alloc(as);
	ldt_cg_load_var(as, var, reg);
	ldt_as_emit3(as, DIF_OP_TST, reg, 0, 0);
	ldt_as_branch(as, DIF_OP_BNE, there);
	ldt_cg_zeros(as, reg, var->type);
	ldt_cg_keys(as, var);
	ldt_cg_store_var(as, var, reg);
	ldt_as_place(as, there);
	ldt_as_free(as, reg);
}

int ldt_cg_assign(struct ldt_as *as, struct ldt_node *node)
{
	int value = ldt_cg_node(as, node->right), address;

	if (is_memory(node->left)) {
		make_room(as, node->left);
		address = ldt_cg_address_of(as, node->left);
		ldt_cg_store(as, node->left, address, value);
		ldt_as_free(as, address);
	} else {
		ldt_cg_keys(as, node->left);
		ldt_cg_store_var(as, node->left, value);
	}
	return value;
}

/* The right side of op=, in a form that can be applied to the left side. */
static int step_value(struct ldt_as *as, struct ldt_node *node)
{
	struct ldt_type *type = node->left->type;
	int reg;

	if (node->right) {
		reg = ldt_cg_node(as, node->right);
		if (ldt_is_pointer(type))
			ldt_cg_scale(as, reg, type);
		return reg;
	}
	return ldt_cg_int(as, ldt_is_pointer(type) && ldt_cg_stride(as, type) ? ldt_cg_stride(as, type) : 1);
}

/* The type in which x op= y is computed. */
static struct ldt_type *compound_type(struct ldt_as *as, const struct ldt_node *node)
{
	struct ldt_type *type = ldt_bitfield_type(as->c, node->left);

	if (ldt_is_pointer(type))
		return type;
	if (!node->right || node->op == LDT_TOK_LSH_EQ || node->op == LDT_TOK_RSH_EQ)
		return ldt_type_promote(as->c->types, type);
	return ldt_type_common(as->c->types, type, node->right->type);
}

/* The result becomes a value of the left side's type. */
static void narrow_result(struct ldt_as *as, const struct ldt_node *node, enum ldt_tok tok, int value)
{
	const struct ldt_node *left = node->left;

	if (ldt_type_resolve(left->type)->is_bool) {
		ldt_as_emit3(as, DIF_OP_TST, value, 0, 0);
		ldt_cg_condition(as, DIF_OP_BNE, value);
	} else if (left->flags & LDT_NF_BITFIELD) {
		ldt_cg_extend(as, value, left->member->bit_width, ldt_type_is_signed(left->type));
	} else if (!node->right || !ldt_result_fits(as->c, tok, left->type, left, node->right)) {
		ldt_cg_extend_type(as, value, left->type);
	}
}

static void compute(struct ldt_as *as, struct ldt_node *node, enum ldt_tok tok, int value, int step)
{
	struct ldt_type *type = compound_type(as, node);

	if ((tok == LDT_TOK_DIV_EQ || tok == LDT_TOK_MOD_EQ) && !ldt_value_fits(as->c, node->left, type))
		ldt_cg_extend_type(as, value, type);
	ldt_cg_operate(as, tok, type, value, step);
	narrow_result(as, node, tok, value);
}

/* x op= y, ++ and --. @old: the value of the expression is that before. */
int ldt_cg_compound(struct ldt_as *as, struct ldt_node *node, enum ldt_tok tok, bool old)
{
	int step = step_value(as, node), address = 0, value, before = 0;

	if (is_memory(node->left)) {
		make_room(as, node->left);
		address = ldt_cg_address_of(as, node->left);
		value = ldt_as_alloc(as);
		ldt_as_emit3(as, DIF_OP_MOV, address, 0, value);
		ldt_cg_load(as, node->left, value);
	} else {
		ldt_cg_keys(as, node->left);
		value = ldt_as_alloc(as);
		ldt_cg_load_var(as, node->left, value);
	}
	if (old) {
		before = ldt_as_alloc(as);
		ldt_as_emit3(as, DIF_OP_MOV, value, 0, before);
	}
	compute(as, node, tok, value, step);
	if (address)
		ldt_cg_store(as, node->left, address, value);
	else
		ldt_cg_store_var(as, node->left, value);
	ldt_as_free(as, address);
	ldt_as_free(as, step);
	if (!old)
		return value;
	ldt_as_free(as, value);
	return before;
}

int ldt_cg_step(struct ldt_as *as, struct ldt_node *node)
{
	bool up = node->op == LDT_TOK_PREINC || node->op == LDT_TOK_POSTINC;
	bool old =
		(node->op == LDT_TOK_POSTINC || node->op == LDT_TOK_POSTDEC) && !(node->flags & LDT_NF_RESULT_UNUSED);

	return ldt_cg_compound(as, node, up ? LDT_TOK_ADD : LDT_TOK_SUB, old);
}
