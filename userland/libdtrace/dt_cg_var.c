/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_cg_var.c - code: arguments and keys, variables, and parts of those that may not be there.
 */
#include "dt_cg.h"

/* ---- variables ------------------------------------------------------------------------------- */

static void push(struct dt_as *as, struct dt_node *node, struct dt_type *want, int reg)
{
	int size;

	if (dt_is_string(want) || dt_is_string(node->type)) {
		dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, reg));
	} else if (node->flags & DT_NF_REF) {
		size = dt_cg_int(as, dt_cg_size(as, node->type));
		dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_CTF, size, reg));
		dt_as_free(as, size);
	} else {
		dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, reg));
	}
}

/*
 * Push arguments or keys. Those that use the tuple stack themselves, or change something, are
 * computed before the first push; the others when they are pushed, so that they need no register of
 * their own.
 */
void dt_cg_push_list(struct dt_as *as, struct dt_node *args, struct dt_type *const *types)
{
	int early[DIF_TUPLE_REGS] = { 0 }, reg;
	struct dt_node *arg;
	unsigned int i;

	if (dt_count(args) > as->c->dtp->copts.tuple_regs)
		dt_error(as->c, D_PROTO_LEN, &args->pos, "at most %u keys or arguments are possible: %u given",
			 as->c->dtp->copts.tuple_regs, dt_count(args));
	for (arg = args, i = 0; arg; arg = arg->next, i++)
		if (arg->flags & DT_NF_COMPLEX)
			early[i] = dt_cg_node(as, arg);
	dt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	for (arg = args, i = 0; arg; arg = arg->next, i++) {
		reg = early[i] ? early[i] : dt_cg_node(as, arg);
		push(as, arg, types ? types[i] : arg->type, reg);
		dt_as_free(as, reg);
	}
}

void dt_cg_keys(struct dt_as *as, struct dt_node *node)
{
	if (node->ident->kind == DT_IDENT_ARRAY)
		dt_cg_push_list(as, node->args, node->ident->keys->type);
}

/* The instructions of each kind of variable. */
static const struct access {
	enum dif_op load, store;
} scalars[] = {
	[DT_SCOPE_GLOBAL] = { DIF_OP_LDGS, DIF_OP_STGS },
	[DT_SCOPE_SELF] = { DIF_OP_LDTS, DIF_OP_STTS },
	[DT_SCOPE_THIS] = { DIF_OP_LDLS, DIF_OP_STLS },
}, arrays[] = {
	[DT_SCOPE_GLOBAL] = { DIF_OP_LDGAA, DIF_OP_STGAA },
	[DT_SCOPE_SELF] = { DIF_OP_LDTAA, DIF_OP_STTAA },
};

static const struct access *access_of(const struct dt_ident *ident)
{
	return ident->kind == DT_IDENT_ARRAY ? &arrays[ident->scope] : &scalars[ident->scope];
}

void dt_cg_load_var(struct dt_as *as, const struct dt_node *node, int reg)
{
	dt_as_var_use(as, node->ident, DIF_VARFLAG_REF);
	dt_as_emit(as, DIF_INSTR_WIDE(access_of(node->ident)->load, node->ident->id, reg));
}

void dt_cg_store_var(struct dt_as *as, const struct dt_node *node, int reg)
{
	dt_as_var_use(as, node->ident, DIF_VARFLAG_MOD);
	dt_as_emit(as, DIF_INSTR_WIDE(access_of(node->ident)->store, node->ident->id, reg));
}

int dt_cg_var(struct dt_as *as, struct dt_node *node)
{
	const struct dt_ident *ident = node->ident;
	int reg;

	if ((ident->flags & DT_IDENT_BUILTIN) && ident->kind == DT_IDENT_ARRAY) {
		reg = dt_cg_node(as, node->args);
		dt_as_emit(as, DIF_INSTR(DIF_OP_LDGA, ident->id, reg, reg));
		if (!(node->flags & DT_NF_REF))
			dt_cg_extend_type(as, reg, node->type);
		return reg;
	}
	dt_cg_keys(as, node);
	reg = dt_as_alloc(as);
	dt_cg_load_var(as, node, reg);
	if (as->absent == node) {
		dt_as_emit3(as, DIF_OP_TST, reg, 0, 0);
		dt_as_branch(as, DIF_OP_BE, as->absent_label);
	}
	return reg;
}

/* ---- parts of dynamic variables -------------------------------------------------------------- */

/*
 * The variable that holds what an expression without pointers on the way stands for: v of
 * v.a.b[2].c; NULL: none does.
 */
struct dt_node *dt_cg_holder(struct dt_node *node)
{
	while (node->kind != DT_NODE_VAR) {
		if (node->kind == DT_NODE_MEMBER && node->op == DT_TOK_DOT) {
			node = node->left;
		} else if (node->kind == DT_NODE_OP1 && node->op == DT_TOK_DEREF && node->left->kind == DT_NODE_OP2 &&
			   node->left->op == DT_TOK_ADD &&
			   dt_type_resolve(node->left->left->type)->kind == DT_KIND_ARRAY) {
			node = node->left->left;
		} else {
			return NULL;
		}
	}
	return node;
}

/* Whether computing an expression twice does something twice. */
bool dt_cg_has_effects(const struct dt_node *node)
{
	const struct dt_node *arg;

	if (node) {
		if ((node->kind == DT_NODE_OP1 && node->op >= DT_TOK_PREINC && node->op <= DT_TOK_POSTDEC) ||
		    (node->kind == DT_NODE_OP2 && node->op >= DT_TOK_ASGN && node->op <= DT_TOK_RSH_EQ) ||
		    (node->kind == DT_NODE_CALL &&
		     (node->ident->kind != DT_IDENT_SUBR || node->ident->id != DIF_SUBR_BOUNDS)))
			return true;
		if (dt_cg_has_effects(node->left) || dt_cg_has_effects(node->right) || dt_cg_has_effects(node->cond))
			return true;
		for (arg = node->args; arg; arg = arg->next)
			if (dt_cg_has_effects(arg))
				return true;
	}
	return false;
}

/* Structures and arrays that are elements of associative arrays or a thread's: NULL while nothing is stored. */
bool dt_cg_may_be_absent(const struct dt_node *var)
{
	return !(var->ident->flags & DT_IDENT_BUILTIN) && (var->flags & DT_NF_REF) && !dt_is_string(var->type) &&
	       (var->ident->kind == DT_IDENT_ARRAY || var->ident->scope == DT_SCOPE_SELF);
}

void dt_cg_zeros(struct dt_as *as, int reg, struct dt_type *type)
{
	int size = dt_cg_int(as, dt_cg_size(as, type));

	dt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, size));
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_ALLOCA, reg));
	dt_as_free(as, size);
}

/*
 * What a by-reference value is while nothing is stored: an empty string, or zeros. @reg is 0 where
 * @absent is reached.
 */
static void put_absent(struct dt_as *as, unsigned int absent, const struct dt_node *node, int reg)
{
	unsigned int end = dt_as_label(as);

	dt_as_branch(as, DIF_OP_BA, end);
	dt_as_place(as, absent);
	if (dt_is_string(node->type))
		dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_SETS, dt_as_string(as, ""), reg));
	else
		dt_cg_zeros(as, reg, node->type);
	dt_as_place(as, end);
}

static int cg_part_there(struct dt_as *as, struct dt_node *node)
{
	int reg = node->kind == DT_NODE_MEMBER ? dt_cg_member_address(as, node) : dt_cg_node(as, node->left);

	dt_cg_load(as, node, reg);
	return reg;
}

/*
 * Read x.a.b[2]. When x is a dynamic variable that nothing has been stored in, this is 0: the
 * register that is to hold the value holds x's address until then, so that it is 0 already where
 * the code for the rest is left out.
 */
int dt_cg_part(struct dt_as *as, struct dt_node *node)
{
	struct dt_node *var = dt_cg_holder(node), *part = node;
	const struct dt_node *outer = as->absent;
	unsigned int outer_label = as->absent_label, label;
	int reg;

	for (; var && part != var; part = part->kind == DT_NODE_MEMBER ? part->left : part->left->left)
		if (part->kind == DT_NODE_OP1 && dt_cg_has_effects(part->left->right))
			return cg_part_there(as, node);
	if (!var || var == outer || !dt_cg_may_be_absent(var))
		return cg_part_there(as, node);
	label = dt_as_label(as);
	as->absent = var;
	as->absent_label = label;
	reg = cg_part_there(as, node);
	as->absent = outer;
	as->absent_label = outer_label;
	if (node->flags & DT_NF_REF)
		put_absent(as, label, node, reg);
	else
		dt_as_place(as, label);
	return reg;
}

/* A variable as a whole. */
int dt_cg_whole(struct dt_as *as, struct dt_node *node)
{
	const struct dt_node *outer = as->absent;
	unsigned int outer_label = as->absent_label;
	int reg;

	if (node == outer || !dt_cg_may_be_absent(node))
		return dt_cg_var(as, node);
	as->absent = node;
	as->absent_label = dt_as_label(as);
	reg = dt_cg_var(as, node);
	put_absent(as, as->absent_label, node, reg);
	as->absent = outer;
	as->absent_label = outer_label;
	return reg;
}
