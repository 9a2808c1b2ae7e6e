/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_cg_mem.c - code: constants, ranges of types, and loads and stores of memory.
 */
#include "dt_cg.h"

/* ---- values ---------------------------------------------------------------------------------- */

uint32_t dt_cg_size(struct dt_as *as, struct dt_type *type)
{
	return (uint32_t)dt_type_size(as->c->types, type);
}

uint32_t dt_cg_stride(struct dt_as *as, struct dt_type *pointer)
{
	return (uint32_t)dt_type_storage(as->c->types, dt_pointee(pointer));
}

int dt_cg_int(struct dt_as *as, uint64_t value)
{
	int reg = dt_as_alloc(as);

	dt_as_setx(as, reg, value);
	return reg;
}

/* Bring a register into the range of a type of @bits bits. */
void dt_cg_extend(struct dt_as *as, int reg, unsigned int bits, bool is_signed)
{
	int count;

	if (bits >= 64)
		return;
	count = dt_cg_int(as, 64 - bits);
	dt_as_emit3(as, DIF_OP_SLL, reg, count, reg);
	dt_as_emit3(as, is_signed ? DIF_OP_SRA : DIF_OP_SRL, reg, count, reg);
	dt_as_free(as, count);
}

void dt_cg_extend_type(struct dt_as *as, int reg, struct dt_type *type)
{
	dt_cg_extend(as, reg, dt_cg_size(as, type) * 8, dt_type_is_signed(type));
}

/* reg = 1 when the branch @op is taken after a comparison, else 0. */
void dt_cg_condition(struct dt_as *as, enum dif_op op, int reg)
{
	unsigned int yes = dt_as_label(as), end = dt_as_label(as);

	dt_as_branch(as, op, yes);
	dt_as_setx(as, reg, 0);
	dt_as_branch(as, DIF_OP_BA, end);
	dt_as_place(as, yes);
	dt_as_setx(as, reg, 1);
	dt_as_place(as, end);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static enum dif_op load_op(uint32_t size, bool is_signed, bool user)
{
	enum dif_op op;

	switch (size) {
	case 1:
		op = is_signed ? DIF_OP_LDSB : DIF_OP_LDUB;
		break;
	case 2:
		op = is_signed ? DIF_OP_LDSH : DIF_OP_LDUH;
		break;
	case 4:
		op = is_signed ? DIF_OP_LDSW : DIF_OP_LDUW;
		break;
	default:
		op = DIF_OP_LDX;
	}
	return user ? (enum dif_op)(op - DIF_OP_LDSB + DIF_OP_ULDSB) : op;
}

static enum dif_op store_op(uint32_t size)
{
	return size == 1 ? DIF_OP_STB : size == 2 ? DIF_OP_STH : size == 4 ? DIF_OP_STW : DIF_OP_STX;
}

struct dt_bits dt_cg_bits(struct dt_as *as, const struct dt_node *node)
{
	struct dt_bits bits = { .size = dt_cg_size(as, node->member->type), .width = node->member->bit_width };

	bits.offset = node->bit_offset / (bits.size * 8) * bits.size;
	bits.shift = (unsigned int)(node->bit_offset - bits.offset * 8);
	if (bits.shift + bits.width > bits.size * 8) { /* packed across units */
		bits.size = 8;
		bits.offset = node->bit_offset / 8;
		bits.shift = (unsigned int)(node->bit_offset % 8);
	}
	return bits;
}

static void shift_by(struct dt_as *as, enum dif_op op, int reg, unsigned int count)
{
	int amount;

	if (!count)
		return;
	amount = dt_cg_int(as, count);
	dt_as_emit3(as, op, reg, amount, reg);
	dt_as_free(as, amount);
}

/* Replace an address by the value there. */
void dt_cg_load(struct dt_as *as, const struct dt_node *node, int reg)
{
	bool user = node->flags & DT_NF_USER;

	if (node->flags & DT_NF_REF)
		return;
	if (node->flags & DT_NF_BITFIELD) {
		struct dt_bits bits = dt_cg_bits(as, node);

		dt_as_emit3(as, load_op(bits.size, false, user), reg, 0, reg);
		shift_by(as, DIF_OP_SLL, reg, 64 - bits.shift - bits.width);
		shift_by(as, dt_type_is_signed(node->type) ? DIF_OP_SRA : DIF_OP_SRL, reg, 64 - bits.width);
		return;
	}
	dt_as_emit3(as, load_op(dt_cg_size(as, node->type), dt_type_is_signed(node->type), user), reg, 0, reg);
}

void dt_cg_add(struct dt_as *as, int reg, uint64_t value)
{
	int amount;

	if (!value)
		return;
	amount = dt_cg_int(as, value);
	dt_as_emit3(as, DIF_OP_ADD, reg, amount, reg);
	dt_as_free(as, amount);
}

int dt_cg_member_address(struct dt_as *as, struct dt_node *node)
{
	int reg = node->op == DT_TOK_PTR ? dt_cg_node(as, node->left) : dt_cg_address_of(as, node->left);

	dt_cg_add(as, reg, node->flags & DT_NF_BITFIELD ? dt_cg_bits(as, node).offset : node->bit_offset / 8);
	return reg;
}

/* The address of something in memory, or of a by-reference value. */
int dt_cg_address_of(struct dt_as *as, struct dt_node *node)
{
	switch (node->kind) {
	case DT_NODE_SYM:
		return dt_cg_int(as, node->value);
	case DT_NODE_VAR:
		return dt_cg_var(as, node);
	case DT_NODE_MEMBER:
		return dt_cg_member_address(as, node);
	case DT_NODE_OP1:
		if (node->op == DT_TOK_DEREF)
			return dt_cg_node(as, node->left);
		return dt_cg_node(as, node);
	default:
		return dt_cg_node(as, node);
	}
}

/* A member of type string takes what fits, its end included: no byte of the source is read behind its own end. @room:
 * its bytes. */
void dt_cg_store_string(struct dt_as *as, int address, int value, uint64_t room)
{
	int size = dt_cg_int(as, room - 1), text = dt_as_alloc(as);

	dt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, value));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, 0));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, size));
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_SUBSTR, text));
	dt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, text));
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_STRLEN, size));
	dt_cg_add(as, size, 1);
	dt_as_emit3(as, DIF_OP_COPYS, text, size, address);
	dt_as_free(as, text);
	dt_as_free(as, size);
}

/* Store @value to the memory that @node stands for, whose address is in @address. */
void dt_cg_store(struct dt_as *as, const struct dt_node *node, int address, int value)
{
	struct dt_bits bits;
	int old, mask;

	if (node->flags & DT_NF_REF) {
		int size;

		if (dt_is_string(node->type)) {
			dt_cg_store_string(as, address, value, as->c->types->string_size);
			return;
		}
		size = dt_cg_int(as, dt_cg_size(as, node->type));
		dt_as_emit3(as, DIF_OP_COPYS, value, size, address);
		dt_as_free(as, size);
		return;
	}
	if (!(node->flags & DT_NF_BITFIELD)) {
		dt_as_emit3(as, store_op(dt_cg_size(as, node->type)), value, 0, address);
		return;
	}
	bits = dt_cg_bits(as, node);
	old = dt_as_alloc(as);
	dt_as_emit3(as, load_op(bits.size, false, false), address, 0, old);
	mask = dt_cg_int(as, ~(((bits.width == 64 ? 0 : 1ull << bits.width) - 1) << bits.shift));
	dt_as_emit3(as, DIF_OP_AND, old, mask, old);
	dt_as_emit3(as, DIF_OP_MOV, value, 0, mask);
	shift_by(as, DIF_OP_SLL, mask, 64 - bits.width);
	shift_by(as, DIF_OP_SRL, mask, 64 - bits.width - bits.shift);
	dt_as_emit3(as, DIF_OP_OR, old, mask, old);
	dt_as_emit3(as, store_op(bits.size), old, 0, address);
	dt_as_free(as, mask);
	dt_as_free(as, old);
}
