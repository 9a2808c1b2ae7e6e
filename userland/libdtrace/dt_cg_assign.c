/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_cg_assign.c - code: =, op=, ++ and --.
 */
#include "dt_cg.h"

static bool is_memory(const struct dt_node *node)
{
	return node->kind != DT_NODE_VAR;
}

/* A string that is assigned 0: dynamic variables are freed by it, the others become empty. */
static int assigned_value(struct dt_as *as, struct dt_node *node)
{
	const struct dt_node *left = node->left;
	int reg;

	if (dt_is_string(left->type) && node->right->kind == DT_NODE_INT && left->ident &&
	    left->ident->kind == DT_IDENT_SCALAR && left->ident->scope != DT_SCOPE_SELF) {
		reg = dt_as_alloc(as);
		dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_SETS, dt_as_string(as, ""), reg));
		return reg;
	}
	return dt_cg_node(as, node->right);
}

/* Keys that do something are computed once, and kept in clause-local variables of ours for the other times. */
static void keep_keys(struct dt_as *as, struct dt_node *var)
{
	struct dt_comp *c = as->c;
	struct dt_node **list, *kept;
	struct dt_ident *ident;
	int reg;

	for (list = &var->args; *list; list = &(*list)->next) {
		if (!dt_cg_has_effects(*list))
			continue;
		ident = dt_ident_create(c, DT_SCOPE_THIS, DT_IDENT_SCALAR,
					dt_arena_printf(c->arena, "%%key%u", ++c->conditions), &(*list)->pos);
		ident->type = (*list)->type;
		kept = dt_node_new(c, DT_NODE_VAR, &(*list)->pos);
		kept->ident = ident;
		dt_set_type(c, kept, ident->type);
		kept->next = (*list)->next;
		reg = dt_cg_node(as, *list);
		dt_cg_store_var(as, kept, reg);
		dt_as_free(as, reg);
		*list = kept;
	}
}

/*
 * A part of a structure in an associative array or of a thread is stored: when nothing is there yet, zeros are put
 * there first, as if the whole had been assigned.
 */
static void make_room(struct dt_as *as, struct dt_node *part)
{
	struct dt_node *var = dt_cg_holder(part);
	unsigned int there;
	int reg;

	if (!var || !dt_cg_may_be_absent(var))
		return;
	keep_keys(as, var);
	there = dt_as_label(as);
	dt_cg_keys(as, var);
	reg = dt_as_alloc(as);
	dt_cg_load_var(as, var, reg);
	dt_as_emit3(as, DIF_OP_TST, reg, 0, 0);
	dt_as_branch(as, DIF_OP_BNE, there);
	dt_cg_zeros(as, reg, var->type);
	dt_cg_keys(as, var);
	dt_cg_store_var(as, var, reg);
	dt_as_place(as, there);
	dt_as_free(as, reg);
}

int dt_cg_assign(struct dt_as *as, struct dt_node *node)
{
	int value = assigned_value(as, node), address;

	if (is_memory(node->left)) {
		make_room(as, node->left);
		address = dt_cg_address_of(as, node->left);
		dt_cg_store(as, node->left, address, value);
		dt_as_free(as, address);
	} else {
		dt_cg_keys(as, node->left);
		dt_cg_store_var(as, node->left, value);
	}
	return value;
}

/* The right side of op=, in a form that can be applied to the left side. */
static int step_value(struct dt_as *as, struct dt_node *node)
{
	struct dt_type *type = node->left->type;
	int reg;

	if (node->right) {
		reg = dt_cg_node(as, node->right);
		if (dt_is_pointer(type))
			dt_cg_scale(as, reg, type);
		return reg;
	}
	return dt_cg_int(as, dt_is_pointer(type) && dt_cg_stride(as, type) ? dt_cg_stride(as, type) : 1);
}

/* The type in which x op= y is computed. */
static struct dt_type *compound_type(struct dt_as *as, const struct dt_node *node)
{
	struct dt_type *type = dt_bitfield_type(as->c, node->left);

	if (dt_is_pointer(type))
		return type;
	if (!node->right || node->op == DT_TOK_LSH_EQ || node->op == DT_TOK_RSH_EQ)
		return dt_type_promote(as->c->types, type);
	return dt_type_common(as->c->types, type, node->right->type);
}

static void compute(struct dt_as *as, struct dt_node *node, enum dt_tok tok, int value, int step)
{
	struct dt_type *type = compound_type(as, node);

	if (dt_cg_needs_extension(as, node->left->type, type))
		dt_cg_extend_type(as, value, type);
	dt_cg_operate(as, tok, type, value, step);
	if (dt_type_resolve(node->left->type)->is_bool) {
		dt_as_emit3(as, DIF_OP_TST, value, 0, 0);
		dt_cg_condition(as, DIF_OP_BNE, value);
	} else if (node->left->flags & DT_NF_BITFIELD) {
		dt_cg_extend(as, value, node->left->member->bit_width, dt_type_is_signed(node->left->type));
	} else if (dt_cg_needs_extension(as, type, node->left->type)) {
		dt_cg_extend_type(as, value, node->left->type);
	}
}

/* x op= y, ++ and --. @old: the value of the expression is that before. */
int dt_cg_compound(struct dt_as *as, struct dt_node *node, enum dt_tok tok, bool old)
{
	int step = step_value(as, node), address = 0, value, before = 0;

	if (is_memory(node->left)) {
		make_room(as, node->left);
		address = dt_cg_address_of(as, node->left);
		value = dt_as_alloc(as);
		dt_as_emit3(as, DIF_OP_MOV, address, 0, value);
		dt_cg_load(as, node->left, value);
	} else {
		dt_cg_keys(as, node->left);
		value = dt_as_alloc(as);
		dt_cg_load_var(as, node->left, value);
	}
	if (old) {
		before = dt_as_alloc(as);
		dt_as_emit3(as, DIF_OP_MOV, value, 0, before);
	}
	compute(as, node, tok, value, step);
	if (address)
		dt_cg_store(as, node->left, address, value);
	else
		dt_cg_store_var(as, node->left, value);
	dt_as_free(as, address);
	dt_as_free(as, step);
	if (!old)
		return value;
	dt_as_free(as, value);
	return before;
}

int dt_cg_step(struct dt_as *as, struct dt_node *node)
{
	bool up = node->op == DT_TOK_PREINC || node->op == DT_TOK_POSTINC;
	bool old = (node->op == DT_TOK_POSTINC || node->op == DT_TOK_POSTDEC) && !(node->flags & DT_NF_RESULT_UNUSED);

	return dt_cg_compound(as, node, up ? DT_TOK_ADD : DT_TOK_SUB, old);
}
