/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/generate_variable.c - code: arguments and keys, variables, and parts of those that may not be there.
 */
#include <string.h>

#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/dif_build.h"
#include "compiler/generate_parts.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/recursion.h"
#include "compiler/tree.h"
#include "types/types.h"

/* ---- variables ------------------------------------------------------------------------------- */

static void push(struct ldt_as *as, struct ldt_node *node, struct ldt_type *want, int reg)
{
	int size;

	if (ldt_is_string(want) || ldt_is_string(node->type)) {
		ldt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, reg));
	} else if (node->flags & LDT_NF_REF) {
		size = ldt_cg_int(as, ldt_cg_size(as, node->type));
		ldt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_CTF, size, reg));
		ldt_as_free(as, size);
	} else {
		ldt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, reg));
	}
}

/*
 * Push arguments or keys. Those that use the tuple stack themselves, or change something, are
 * computed before the first push; the others when they are pushed, so that they need no register of
 * their own.
 */
void ldt_cg_push_list(struct ldt_as *as, struct ldt_node *args, struct ldt_type *const *types)
{
	int early[DIF_TUPLE_REGS] = { 0 }, reg;
	struct ldt_node *arg;
	unsigned int i;

	if (ldt_count(args) > as->c->dtp->copts.tuple_regs)
		ldt_error(as->c, D_PROTO_LEN, &args->pos, "at most %u keys or arguments are possible: %u given",
			  as->c->dtp->copts.tuple_regs, ldt_count(args));
	for (arg = args, i = 0; arg; arg = arg->next, i++)
		if (arg->flags & LDT_NF_COMPLEX)
			early[i] = ldt_cg_node(as, arg);
	ldt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	for (arg = args, i = 0; arg; arg = arg->next, i++) {
		reg = early[i] ? early[i] : ldt_cg_node(as, arg);
		push(as, arg, types ? types[i] : arg->type, reg);
		ldt_as_free(as, reg);
	}
}

void ldt_cg_keys(struct ldt_as *as, struct ldt_node *node)
{
	if (node->ident->kind == LDT_IDENT_ARRAY)
		ldt_cg_push_list(as, node->args, node->ident->keys->type);
}

/* The instructions of each kind of variable. */
static const struct access {
	enum dif_op load, store;
} scalars[] = {
	[LDT_SCOPE_GLOBAL] = { DIF_OP_LDGS, DIF_OP_STGS },
	[LDT_SCOPE_SELF] = { DIF_OP_LDTS, DIF_OP_STTS },
	[LDT_SCOPE_THIS] = { DIF_OP_LDLS, DIF_OP_STLS },
}, arrays[] = {
	[LDT_SCOPE_GLOBAL] = { DIF_OP_LDGAA, DIF_OP_STGAA },
	[LDT_SCOPE_SELF] = { DIF_OP_LDTAA, DIF_OP_STTAA },
};

static const struct access *access_of(const struct ldt_ident *ident)
{
	return ident->kind == LDT_IDENT_ARRAY ? &arrays[ident->scope] : &scalars[ident->scope];
}

static bool is_error_clause(const struct ldt_comp *c)
{
	for (size_t i = 0; i < c->checking->pdesc_count; i++) {
		if (strcmp(c->checking->pdescs[i].name, "ERROR") != 0 ||
		    (c->checking->pdescs[i].provider[0] && strcmp(c->checking->pdescs[i].provider, "dtrace") != 0))
			return false;
	}
	return c->checking->pdesc_count > 0;
}

/*
 * The variable that is loaded: with compat=oracle arg1 and arg2 of ERROR are the probe's id and the clause's number,
 * which are arg6 and arg7 here.
 */
static uint32_t variable_id(const struct ldt_comp *c, const struct ldt_ident *ident)
{
	if (!c->dtp->copts.oracle_compat || !(ident->flags & LDT_IDENT_BUILTIN) || ident->kind == LDT_IDENT_ARRAY ||
	    (ident->id != DIF_VAR_ARG1 && ident->id != DIF_VAR_ARG2) || !is_error_clause(c))
		return ident->id;
	return ident->id == DIF_VAR_ARG1 ? DIF_VAR_ARG6 : DIF_VAR_ARG7;
}

void ldt_cg_load_var(struct ldt_as *as, const struct ldt_node *node, int reg)
{
	ldt_as_var_use(as, node->ident, DIF_VARFLAG_REF);
	ldt_as_emit(as, DIF_INSTR_WIDE(access_of(node->ident)->load, variable_id(as->c, node->ident), reg));
}

void ldt_cg_store_var(struct ldt_as *as, const struct ldt_node *node, int reg)
{
	ldt_as_var_use(as, node->ident, DIF_VARFLAG_MOD);
	ldt_as_emit(as, DIF_INSTR_WIDE(access_of(node->ident)->store, node->ident->id, reg));
}

int ldt_cg_var(struct ldt_as *as, struct ldt_node *node)
{
	const struct ldt_ident *ident = node->ident;
	int reg;

	if ((ident->flags & LDT_IDENT_BUILTIN) && ident->kind == LDT_IDENT_ARRAY) {
		reg = ldt_cg_node(as, node->args);
		ldt_as_emit(as, DIF_INSTR(DIF_OP_LDGA, ident->id, reg, reg));
		if (!(node->flags & LDT_NF_REF))
			ldt_cg_extend_type(as, reg, node->type);
		return reg;
	}
	ldt_cg_keys(as, node);
	reg = ldt_as_alloc(as);
	ldt_cg_load_var(as, node, reg);
	if (as->absent == node) {
		ldt_as_emit3(as, DIF_OP_TST, reg, 0, 0);
		ldt_as_branch(as, DIF_OP_BE, as->absent_label);
	}
	return reg;
}

/* ---- addresses */

int ldt_cg_member_address(struct ldt_as *as, struct ldt_node *node)
{
	int reg = node->op == LDT_TOK_PTR ? ldt_cg_node(as, node->left) : ldt_cg_address_of(as, node->left);

	ldt_cg_add(as, reg, node->flags & LDT_NF_BITFIELD ? ldt_cg_bits(as, node).offset : node->bit_offset / 8);
	return reg;
}

/* The address of something in memory, or of a by-reference value. */
int ldt_cg_address_of(struct ldt_as *as, struct ldt_node *node)
{
	switch (node->kind) {
	case LDT_NODE_SYM:
		return ldt_cg_int(as, node->value);
	case LDT_NODE_VAR:
		return ldt_cg_var(as, node);
	case LDT_NODE_MEMBER:
		return ldt_cg_member_address(as, node);
	case LDT_NODE_OP1:
		if (node->op == LDT_TOK_DEREF)
			return ldt_cg_node(as, node->left);
		return ldt_cg_node(as, node);
	default:
		return ldt_cg_node(as, node);
	}
}

/* ---- parts of dynamic variables -------------------------------------------------------------- */

/*
 * The variable that holds the value of an expression: v of v.a.b[2].c. NULL: there is none, for
 * instance because a pointer is followed on the way.
 */
struct ldt_node *ldt_cg_holder(struct ldt_node *node)
{
	while (node->kind != LDT_NODE_VAR) {
		if (node->kind == LDT_NODE_MEMBER && node->op == LDT_TOK_DOT) {
			node = node->left;
		} else if (node->kind == LDT_NODE_OP1 && node->op == LDT_TOK_DEREF &&
			   node->left->kind == LDT_NODE_OP2 && node->left->op == LDT_TOK_ADD &&
			   ldt_type_resolve(node->left->left->type)->kind == LDT_KIND_ARRAY) {
			node = node->left->left;
		} else {
			return NULL;
		}
	}
	return node;
}

/* Whether computing an expression twice does something twice. */
bool ldt_cg_has_effects(const struct ldt_node *node)
{
	const struct ldt_node *arg;

	if (node) {
		if ((node->kind == LDT_NODE_OP1 && node->op >= LDT_TOK_PREINC && node->op <= LDT_TOK_POSTDEC) ||
		    (node->kind == LDT_NODE_OP2 && node->op >= LDT_TOK_ASGN && node->op <= LDT_TOK_RSH_EQ) ||
		    (node->kind == LDT_NODE_CALL &&
		     (node->ident->kind != LDT_IDENT_SUBR || node->ident->id != DIF_SUBR_BOUNDS)))
			return true;
		if (ldt_cg_has_effects(node->left) || ldt_cg_has_effects(node->right) || ldt_cg_has_effects(node->cond))
			return true;
		for (arg = node->args; arg; arg = arg->next)
			if (ldt_cg_has_effects(arg))
				return true;
	}
	return false;
}

/* Structures and arrays that are elements of associative arrays or a thread's: NULL while nothing is stored. */
bool ldt_cg_may_be_absent(const struct ldt_node *var)
{
	return !(var->ident->flags & LDT_IDENT_BUILTIN) && (var->flags & LDT_NF_REF) && !ldt_is_string(var->type) &&
	       (var->ident->kind == LDT_IDENT_ARRAY || var->ident->scope == LDT_SCOPE_SELF);
}

void ldt_cg_zeros(struct ldt_as *as, int reg, struct ldt_type *type)
{
	int size = ldt_cg_int(as, ldt_cg_size(as, type));

	ldt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	ldt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, size));
	ldt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_ALLOCA, reg));
	ldt_as_free(as, size);
}

/*
 * The default of a by-reference value while nothing is stored: an empty string, or zeros. @reg is 0
 * where @absent is reached.
 */
static void put_absent(struct ldt_as *as, unsigned int absent, const struct ldt_node *node, int reg)
{
	unsigned int end = ldt_as_label(as);

	ldt_as_branch(as, DIF_OP_BA, end);
	ldt_as_place(as, absent);
	if (ldt_is_string(node->type))
		ldt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_SETS, ldt_as_string(as, ""), reg));
	else
		ldt_cg_zeros(as, reg, node->type);
	ldt_as_place(as, end);
}

static int cg_part_there(struct ldt_as *as, struct ldt_node *node)
{
	int reg = node->kind == LDT_NODE_MEMBER ? ldt_cg_member_address(as, node) : ldt_cg_node(as, node->left);

	ldt_cg_load(as, node, reg);
	return reg;
}

/*
 * Read x.a.b[2]. When x is a dynamic variable that nothing has been stored in, this is 0: the
 * register that is to hold the value holds x's address until then, so that it is 0 already where
 * the code for the rest is left out.
 */
int ldt_cg_part(struct ldt_as *as, struct ldt_node *node)
{
	struct ldt_node *var = ldt_cg_holder(node), *part = node;
	const struct ldt_node *outer = as->absent;
	unsigned int outer_label = as->absent_label, label;
	int reg;

	for (; var && part != var; part = part->kind == LDT_NODE_MEMBER ? part->left : part->left->left)
		if (part->kind == LDT_NODE_OP1 && ldt_cg_has_effects(part->left->right))
			return cg_part_there(as, node);
	if (!var || var == outer || !ldt_cg_may_be_absent(var))
		return cg_part_there(as, node);
	label = ldt_as_label(as);
	as->absent = var;
	as->absent_label = label;
	reg = cg_part_there(as, node);
	as->absent = outer;
	as->absent_label = outer_label;
	if (node->flags & LDT_NF_REF)
		put_absent(as, label, node, reg);
	else
		ldt_as_place(as, label);
	return reg;
}

/* A variable as a whole. */
int ldt_cg_whole(struct ldt_as *as, struct ldt_node *node)
{
	const struct ldt_node *outer = as->absent;
	unsigned int outer_label = as->absent_label;
	int reg;

	if (node == outer || !ldt_cg_may_be_absent(node))
		return ldt_cg_var(as, node);
	as->absent = node;
	as->absent_label = ldt_as_label(as);
	reg = ldt_cg_var(as, node);
	put_absent(as, as->absent_label, node, reg);
	as->absent = outer;
	as->absent_label = outer_label;
	return reg;
}
