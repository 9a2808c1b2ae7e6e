/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_cg_op.c - code: operators that change nothing.
 */
#include "dt_cg.h"

/* ---- arithmetic ------------------------------------------------------------------------------ */

static enum dif_op arithmetic_op(enum dt_tok op, bool is_signed)
{
	switch (op) {
	case DT_TOK_ADD:
	case DT_TOK_ADD_EQ:
		return DIF_OP_ADD;
	case DT_TOK_SUB:
	case DT_TOK_SUB_EQ:
		return DIF_OP_SUB;
	case DT_TOK_MUL:
	case DT_TOK_MUL_EQ:
		return DIF_OP_MUL;
	case DT_TOK_DIV:
	case DT_TOK_DIV_EQ:
		return is_signed ? DIF_OP_SDIV : DIF_OP_UDIV;
	case DT_TOK_MOD:
	case DT_TOK_MOD_EQ:
		return is_signed ? DIF_OP_SREM : DIF_OP_UREM;
	case DT_TOK_BAND:
	case DT_TOK_AND_EQ:
		return DIF_OP_AND;
	case DT_TOK_BOR:
	case DT_TOK_OR_EQ:
		return DIF_OP_OR;
	case DT_TOK_XOR:
	case DT_TOK_XOR_EQ:
		return DIF_OP_XOR;
	case DT_TOK_LSH:
	case DT_TOK_LSH_EQ:
		return DIF_OP_SLL;
	default:
		return is_signed ? DIF_OP_SRA : DIF_OP_SRL;
	}
}

static bool may_overflow(enum dif_op op)
{
	return op == DIF_OP_ADD || op == DIF_OP_SUB || op == DIF_OP_MUL || op == DIF_OP_SLL || op == DIF_OP_SDIV;
}

void dt_cg_scale(struct dt_as *as, int reg, struct dt_type *pointer)
{
	uint32_t size = dt_cg_stride(as, pointer);
	int amount;

	if (size <= 1)
		return;
	amount = dt_cg_int(as, size);
	dt_as_emit3(as, DIF_OP_MUL, reg, amount, reg);
	dt_as_free(as, amount);
}

/* left = left op right, both of @type; a pointer's right side is scaled already. */
void dt_cg_operate(struct dt_as *as, enum dt_tok tok, struct dt_type *type, int left, int right)
{
	enum dif_op op = arithmetic_op(tok, dt_type_is_signed(type));

	dt_as_emit3(as, op, left, right, left);
	if (may_overflow(op))
		dt_cg_extend_type(as, left, type);
}

/* Sums and products of sums and products are cut to their type once, at the end: each cut costs a register. */
static bool is_sum(const struct dt_node *node)
{
	return node->kind == DT_NODE_OP2 && dt_type_is_integer(node->type) &&
	       (node->op == DT_TOK_ADD || node->op == DT_TOK_SUB || node->op == DT_TOK_MUL || node->op == DT_TOK_LSH);
}

static void defer_cuts(const struct dt_node *node)
{
	uint64_t size = dt_type_resolve(node->type)->size;

	if (!is_sum(node))
		return;
	if (is_sum(node->left) && dt_type_resolve(node->left->type)->size == size)
		node->left->flags |= DT_NF_UNCUT;
	if (node->op != DT_TOK_LSH && is_sum(node->right) && dt_type_resolve(node->right->type)->size == size)
		node->right->flags |= DT_NF_UNCUT;
}

int dt_cg_arithmetic(struct dt_as *as, struct dt_node *node)
{
	bool left_pointer = dt_is_pointer(node->left->type), right_pointer = dt_is_pointer(node->right->type);
	int left, right;

	defer_cuts(node);
	left = dt_cg_node(as, node->left);
	right = dt_cg_node(as, node->right);
	if (left_pointer && right_pointer) {
		uint32_t size = dt_cg_stride(as, node->left->type);
		int amount;

		dt_as_emit3(as, DIF_OP_SUB, left, right, left);
		dt_as_free(as, right);
		if (as->c->types->word_size == 4)
			dt_cg_extend(as, left, 32, true);
		if (size <= 1)
			return left;
		amount = dt_cg_int(as, size);
		dt_as_emit3(as, DIF_OP_SDIV, left, amount, left);
		dt_as_free(as, amount);
		return left;
	}
	if (left_pointer)
		dt_cg_scale(as, right, node->left->type);
	if (node->flags & DT_NF_UNCUT)
		dt_as_emit3(as, arithmetic_op(node->op, true), left, right, left);
	else
		dt_cg_operate(as, node->op, node->type, left, right);
	dt_as_free(as, right);
	return left;
}

int dt_cg_unary(struct dt_as *as, struct dt_node *node)
{
	int reg;

	switch (node->op) {
	case DT_TOK_DEREF:
		return dt_cg_part(as, node);
	case DT_TOK_ADDROF:
		return dt_cg_address_of(as, node->left);
	case DT_TOK_INEG:
		reg = dt_cg_node(as, node->left);
		dt_as_emit3(as, DIF_OP_SUB, 0, reg, reg);
		dt_cg_extend_type(as, reg, node->type);
		return reg;
	case DT_TOK_BNEG:
		reg = dt_cg_node(as, node->left);
		dt_as_emit3(as, DIF_OP_NOT, reg, 0, reg);
		if (!dt_type_is_signed(node->type))
			dt_cg_extend_type(as, reg, node->type);
		return reg;
	default:
		reg = dt_cg_node(as, node->left);
		dt_as_emit3(as, DIF_OP_TST, reg, 0, 0);
		dt_cg_condition(as, DIF_OP_BE, reg);
		return reg;
	}
}

/* Whether a value of one integer type needs an extension to be one of the other. */
bool dt_cg_needs_extension(struct dt_as *as, struct dt_type *from, struct dt_type *to)
{
	uint32_t from_size = dt_cg_size(as, from), to_size = dt_cg_size(as, to);

	if (to_size >= 8 || !from_size)
		return false;
	if (to_size > from_size)
		return dt_type_is_signed(from) && !dt_type_is_signed(to);
	return to_size < from_size || dt_type_is_signed(from) != dt_type_is_signed(to);
}

int dt_cg_cast(struct dt_as *as, struct dt_node *node)
{
	struct dt_type *to = dt_type_resolve(node->type), *from = dt_type_resolve(node->left->type);
	int reg = dt_cg_node(as, node->left);

	if (to->kind == DT_KIND_VOID || (node->flags & DT_NF_REF) || from->kind == DT_KIND_ARRAY ||
	    from->kind == DT_KIND_STRING)
		return reg;
	if (to->is_bool) {
		dt_as_emit3(as, DIF_OP_TST, reg, 0, 0);
		dt_cg_condition(as, DIF_OP_BNE, reg);
	} else if (dt_cg_needs_extension(as, from, to)) {
		dt_cg_extend_type(as, reg, to);
	}
	return reg;
}

/* ---- comparison and logic -------------------------------------------------------------------- */

static enum dif_op branch_op(enum dt_tok op, bool is_signed)
{
	switch (op) {
	case DT_TOK_EQU:
		return DIF_OP_BE;
	case DT_TOK_NEQ:
		return DIF_OP_BNE;
	case DT_TOK_LT:
		return is_signed ? DIF_OP_BL : DIF_OP_BLU;
	case DT_TOK_LE:
		return is_signed ? DIF_OP_BLE : DIF_OP_BLEU;
	case DT_TOK_GT:
		return is_signed ? DIF_OP_BG : DIF_OP_BGU;
	default:
		return is_signed ? DIF_OP_BGE : DIF_OP_BGEU;
	}
}

/*
 * A string is compared by its text with NULL too, which has none: a variable that was never set
 * equals both NULL and "".
 */
static bool compares_text(const struct dt_node *node)
{
	const struct dt_node *left = node->left, *right = node->right;

	return dt_is_string(left->type) || dt_is_string(right->type) ||
	       (dt_type_is_char_array(left->type) && dt_type_is_char_array(right->type));
}

int dt_cg_comparison(struct dt_as *as, struct dt_node *node)
{
	bool text = compares_text(node),
	     is_signed = dt_type_is_signed(node->left->type) && dt_type_is_signed(node->right->type);
	int left = dt_cg_node(as, node->left), right = dt_cg_node(as, node->right);

	dt_as_emit(as, DIF_INSTR(text ? DIF_OP_SCMP : DIF_OP_CMP, left, right, 0));
	dt_as_free(as, right);
	dt_cg_condition(as, branch_op(node->op, is_signed || text), left);
	return left;
}

static void jump_if(struct dt_as *as, struct dt_node *node, enum dif_op op, unsigned int label)
{
	int reg = dt_cg_node(as, node);

	dt_as_emit3(as, DIF_OP_TST, reg, 0, 0);
	dt_as_branch(as, op, label);
	dt_as_free(as, reg);
}

int dt_cg_short_circuit(struct dt_as *as, struct dt_node *node)
{
	bool is_and = node->op == DT_TOK_LAND;
	enum dif_op op = is_and ? DIF_OP_BE : DIF_OP_BNE;
	unsigned int out = dt_as_label(as), end = dt_as_label(as);
	int reg;

	jump_if(as, node->left, op, out);
	jump_if(as, node->right, op, out);
	reg = dt_as_alloc(as);
	dt_as_setx(as, reg, is_and);
	dt_as_branch(as, DIF_OP_BA, end);
	dt_as_place(as, out);
	dt_as_setx(as, reg, !is_and);
	dt_as_place(as, end);
	return reg;
}

int dt_cg_xor(struct dt_as *as, struct dt_node *node)
{
	int left = dt_cg_node(as, node->left), right;

	dt_as_emit3(as, DIF_OP_TST, left, 0, 0);
	dt_cg_condition(as, DIF_OP_BNE, left);
	right = dt_cg_node(as, node->right);
	dt_as_emit3(as, DIF_OP_TST, right, 0, 0);
	dt_cg_condition(as, DIF_OP_BNE, right);
	dt_as_emit3(as, DIF_OP_XOR, left, right, left);
	dt_as_free(as, right);
	return left;
}

int dt_cg_choice(struct dt_as *as, struct dt_node *node)
{
	unsigned int other = dt_as_label(as), end = dt_as_label(as);
	int left, right;

	jump_if(as, node->cond, DIF_OP_BE, other);
	left = dt_cg_node(as, node->left);
	dt_as_branch(as, DIF_OP_BA, end);
	dt_as_place(as, other);
	dt_as_free(as, left);
	right = dt_cg_node(as, node->right);
	if (right != left) {
		dt_as_emit3(as, DIF_OP_MOV, right, 0, left);
		dt_as_free(as, right);
		as->used |= 1u << left;
	}
	dt_as_place(as, end);
	return left;
}
