/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/generate_operator.c - code: operators that change nothing.
 */
#include "compiler/check.h"
#include "compiler/dif_build.h"
#include "compiler/generate_parts.h"
#include "compiler/lexer.h"
#include "compiler/recursion.h"
#include "compiler/tree.h"
#include "types/types.h"

/* ---- arithmetic ------------------------------------------------------------------------------ */

static enum dif_op arithmetic_op(enum ldt_tok op, bool is_signed)
{
	switch (op) {
	case LDT_TOK_ADD:
	case LDT_TOK_ADD_EQ:
		return DIF_OP_ADD;
	case LDT_TOK_SUB:
	case LDT_TOK_SUB_EQ:
		return DIF_OP_SUB;
	case LDT_TOK_MUL:
	case LDT_TOK_MUL_EQ:
		return DIF_OP_MUL;
	case LDT_TOK_DIV:
	case LDT_TOK_DIV_EQ:
		return is_signed ? DIF_OP_SDIV : DIF_OP_UDIV;
	case LDT_TOK_MOD:
	case LDT_TOK_MOD_EQ:
		return is_signed ? DIF_OP_SREM : DIF_OP_UREM;
	case LDT_TOK_BAND:
	case LDT_TOK_AND_EQ:
		return DIF_OP_AND;
	case LDT_TOK_BOR:
	case LDT_TOK_OR_EQ:
		return DIF_OP_OR;
	case LDT_TOK_XOR:
	case LDT_TOK_XOR_EQ:
		return DIF_OP_XOR;
	case LDT_TOK_LSH:
	case LDT_TOK_LSH_EQ:
		return DIF_OP_SLL;
	default:
		return is_signed ? DIF_OP_SRA : DIF_OP_SRL;
	}
}

void ldt_cg_scale(struct ldt_as *as, int reg, struct ldt_type *pointer)
{
	uint32_t size = ldt_cg_stride(as, pointer);
	int amount;

	if (size <= 1)
		return;
	amount = ldt_cg_int(as, size);
	ldt_as_emit3(as, DIF_OP_MUL, reg, amount, reg);
	ldt_as_free(as, amount);
}

void ldt_cg_operate(struct ldt_as *as, enum ldt_tok tok, struct ldt_type *type, int left, int right)
{
	ldt_as_emit3(as, arithmetic_op(tok, ldt_type_is_signed(type)), left, right, left);
	if (ldt_is_pointer(type)) /* an address has the bits of one */
		ldt_cg_extend_type(as, left, type);
}

int ldt_cg_arithmetic(struct ldt_as *as, struct ldt_node *node)
{
	bool left_pointer = ldt_is_pointer(node->left->type), right_pointer = ldt_is_pointer(node->right->type);
	int left, right;

	left = ldt_cg_node(as, node->left);
	right = ldt_cg_node(as, node->right);
	if (left_pointer && right_pointer) {
		uint32_t size = ldt_cg_stride(as, node->left->type);
		int amount;

		ldt_as_emit3(as, DIF_OP_SUB, left, right, left);
		ldt_as_free(as, right);
		if (as->c->types->word_size == 4)
			ldt_cg_extend(as, left, 32, true);
		if (size <= 1)
			return left;
		amount = ldt_cg_int(as, size);
		ldt_as_emit3(as, DIF_OP_SDIV, left, amount, left);
		ldt_as_free(as, amount);
		return left;
	}
	if (left_pointer)
		ldt_cg_scale(as, right, node->left->type);
	ldt_cg_operate(as, node->op, node->type, left, right);
	ldt_as_free(as, right);
	return left;
}

int ldt_cg_unary(struct ldt_as *as, struct ldt_node *node)
{
	int reg;

	switch (node->op) {
	case LDT_TOK_DEREF:
		return ldt_cg_part(as, node);
	case LDT_TOK_ADDROF:
		return ldt_cg_address_of(as, node->left);
	case LDT_TOK_INEG:
		reg = ldt_cg_node(as, node->left);
		ldt_as_emit3(as, DIF_OP_SUB, 0, reg, reg);
		return reg;
	case LDT_TOK_BNEG:
		reg = ldt_cg_node(as, node->left);
		ldt_as_emit3(as, DIF_OP_NOT, reg, 0, reg);
		return reg;
	default:
		reg = ldt_cg_node(as, node->left);
		ldt_as_emit3(as, DIF_OP_TST, reg, 0, 0);
		ldt_cg_condition(as, DIF_OP_BE, reg);
		return reg;
	}
}

int ldt_cg_cast(struct ldt_as *as, struct ldt_node *node)
{
	struct ldt_type *to = ldt_type_resolve(node->type), *from = ldt_type_resolve(node->left->type);
	int reg = ldt_cg_node(as, node->left);

	if (to->kind == LDT_KIND_VOID || (node->flags & LDT_NF_REF) || from->kind == LDT_KIND_ARRAY ||
	    from->kind == LDT_KIND_STRING)
		return reg;
	if (to->is_bool) {
		ldt_as_emit3(as, DIF_OP_TST, reg, 0, 0);
		ldt_cg_condition(as, DIF_OP_BNE, reg);
	} else if (!ldt_value_fits(as->c, node->left, to)) {
		ldt_cg_extend_type(as, reg, to);
	}
	return reg;
}

/* ---- comparison and logic -------------------------------------------------------------------- */

static enum dif_op branch_op(enum ldt_tok op, bool is_signed)
{
	switch (op) {
	case LDT_TOK_EQU:
		return DIF_OP_BE;
	case LDT_TOK_NEQ:
		return DIF_OP_BNE;
	case LDT_TOK_LT:
		return is_signed ? DIF_OP_BL : DIF_OP_BLU;
	case LDT_TOK_LE:
		return is_signed ? DIF_OP_BLE : DIF_OP_BLEU;
	case LDT_TOK_GT:
		return is_signed ? DIF_OP_BG : DIF_OP_BGU;
	default:
		return is_signed ? DIF_OP_BGE : DIF_OP_BGEU;
	}
}

/*
 * A string is compared by its text with NULL too, which has none: a variable that was never set
 * equals both NULL and "".
 */
static bool compares_text(const struct ldt_node *node)
{
	const struct ldt_node *left = node->left, *right = node->right;

	return ldt_is_string(left->type) || ldt_is_string(right->type) ||
	       (ldt_type_is_char_array(left->type) && ldt_type_is_char_array(right->type));
}

/* Integers are compared by the sign of the type that both have together, everything else as addresses. */
static bool compares_signed(struct ldt_as *as, const struct ldt_node *node)
{
	return ldt_type_is_integer(node->left->type) && ldt_type_is_integer(node->right->type) &&
	       ldt_type_is_signed(ldt_comparison_type(as->c, node));
}

int ldt_cg_comparison(struct ldt_as *as, struct ldt_node *node)
{
	bool text = compares_text(node), is_signed = compares_signed(as, node);
	int left = ldt_cg_node(as, node->left), right = ldt_cg_node(as, node->right);

	ldt_as_emit(as, DIF_INSTR(text ? DIF_OP_SCMP : DIF_OP_CMP, left, right, 0));
	ldt_as_free(as, right);
	ldt_cg_condition(as, branch_op(node->op, is_signed || text), left);
	return left;
}

static void jump_if(struct ldt_as *as, struct ldt_node *node, enum dif_op op, unsigned int label)
{
	int reg = ldt_cg_node(as, node);

	ldt_as_emit3(as, DIF_OP_TST, reg, 0, 0);
	ldt_as_branch(as, op, label);
	ldt_as_free(as, reg);
}

int ldt_cg_short_circuit(struct ldt_as *as, struct ldt_node *node)
{
	bool is_and = node->op == LDT_TOK_LAND;
	enum dif_op op = is_and ? DIF_OP_BE : DIF_OP_BNE;
	unsigned int out = ldt_as_label(as), end = ldt_as_label(as);
	int reg;

	jump_if(as, node->left, op, out);
	jump_if(as, node->right, op, out);
	reg = ldt_as_alloc(as);
	ldt_as_setx(as, reg, is_and);
	ldt_as_branch(as, DIF_OP_BA, end);
	ldt_as_place(as, out);
	ldt_as_setx(as, reg, !is_and);
	ldt_as_place(as, end);
	return reg;
}

int ldt_cg_xor(struct ldt_as *as, struct ldt_node *node)
{
	int left = ldt_cg_node(as, node->left), right;

	ldt_as_emit3(as, DIF_OP_TST, left, 0, 0);
	ldt_cg_condition(as, DIF_OP_BNE, left);
	right = ldt_cg_node(as, node->right);
	ldt_as_emit3(as, DIF_OP_TST, right, 0, 0);
	ldt_cg_condition(as, DIF_OP_BNE, right);
	ldt_as_emit3(as, DIF_OP_XOR, left, right, left);
	ldt_as_free(as, right);
	return left;
}

int ldt_cg_choice(struct ldt_as *as, struct ldt_node *node)
{
	unsigned int other = ldt_as_label(as), end = ldt_as_label(as);
	int left, right;

	jump_if(as, node->cond, DIF_OP_BE, other);
	left = ldt_cg_node(as, node->left);
	ldt_as_branch(as, DIF_OP_BA, end);
	ldt_as_place(as, other);
	ldt_as_free(as, left);
	right = ldt_cg_node(as, node->right);
	if (right != left) {
		ldt_as_emit3(as, DIF_OP_MOV, right, 0, left);
		ldt_as_free(as, right);
		as->used |= 1u << left;
	}
	ldt_as_place(as, end);
	return left;
}
