/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/generate_memory.c - code: constants, ranges of types, and loads and stores of memory.
 */
#include "compiler/dif_build.h"
#include "compiler/generate_parts.h"
#include "compiler/tree.h"
#include "types/types.h"

/* ---- values ---------------------------------------------------------------------------------- */

uint32_t ldt_cg_size(struct ldt_as *as, struct ldt_type *type)
{
	return (uint32_t)ldt_type_size(as->c->types, type);
}

uint32_t ldt_cg_stride(struct ldt_as *as, struct ldt_type *pointer)
{
	return (uint32_t)ldt_type_storage(as->c->types, ldt_pointee(pointer));
}

int ldt_cg_int(struct ldt_as *as, uint64_t value)
{
	int reg = ldt_as_alloc(as);

	ldt_as_setx(as, reg, value);
	return reg;
}

/* Bring a register into the range of a type of @bits bits. */
void ldt_cg_extend(struct ldt_as *as, int reg, unsigned int bits, bool is_signed)
{
	int count;

	if (bits >= 64)
		return;
	count = ldt_cg_int(as, 64 - bits);
	ldt_as_emit3(as, DIF_OP_SLL, reg, count, reg);
	ldt_as_emit3(as, is_signed ? DIF_OP_SRA : DIF_OP_SRL, reg, count, reg);
	ldt_as_free(as, count);
}

void ldt_cg_extend_type(struct ldt_as *as, int reg, struct ldt_type *type)
{
	ldt_cg_extend(as, reg, ldt_cg_size(as, type) * 8, ldt_type_is_signed(type));
}

/* reg = 1 when the branch @op is taken after a comparison, else 0. */
void ldt_cg_condition(struct ldt_as *as, enum dif_op op, int reg)
{
	unsigned int yes = ldt_as_label(as), end = ldt_as_label(as);

	ldt_as_branch(as, op, yes);
	ldt_as_setx(as, reg, 0);
	ldt_as_branch(as, DIF_OP_BA, end);
	ldt_as_place(as, yes);
	ldt_as_setx(as, reg, 1);
	ldt_as_place(as, end);
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

struct ldt_bits ldt_cg_bits(struct ldt_as *as, const struct ldt_node *node)
{
	struct ldt_bits bits = { .size = ldt_cg_size(as, node->member->type), .width = node->member->bit_width };

	bits.offset = node->bit_offset / (bits.size * 8) * bits.size;
	bits.shift = (unsigned int)(node->bit_offset - bits.offset * 8);
	if (bits.shift + bits.width > bits.size * 8) { /* packed across units */
		bits.size = 8;
		bits.offset = node->bit_offset / 8;
		bits.shift = (unsigned int)(node->bit_offset % 8);
	}
	return bits;
}

static void shift_by(struct ldt_as *as, enum dif_op op, int reg, unsigned int count)
{
	int amount;

	if (!count)
		return;
	amount = ldt_cg_int(as, count);
	ldt_as_emit3(as, op, reg, amount, reg);
	ldt_as_free(as, amount);
}

/* Replace an address by the value there. */
void ldt_cg_load(struct ldt_as *as, const struct ldt_node *node, int reg)
{
	bool user = node->flags & LDT_NF_USER;

	if (node->flags & LDT_NF_REF)
		return;
	if (node->flags & LDT_NF_BITFIELD) {
		struct ldt_bits bits = ldt_cg_bits(as, node);

		ldt_as_emit3(as, load_op(bits.size, false, user), reg, 0, reg);
		shift_by(as, DIF_OP_SLL, reg, 64 - bits.shift - bits.width);
		shift_by(as, ldt_type_is_signed(node->type) ? DIF_OP_SRA : DIF_OP_SRL, reg, 64 - bits.width);
		return;
	}
	ldt_as_emit3(as, load_op(ldt_cg_size(as, node->type), ldt_type_is_signed(node->type), user), reg, 0, reg);
}

void ldt_cg_add(struct ldt_as *as, int reg, uint64_t value)
{
	int amount;

	if (!value)
		return;
	amount = ldt_cg_int(as, value);
	ldt_as_emit3(as, DIF_OP_ADD, reg, amount, reg);
	ldt_as_free(as, amount);
}

/* Store a string into a member of @room bytes: as much as fits, with a NUL at the end. No byte
 * after the source's NUL is read. */
void ldt_cg_store_string(struct ldt_as *as, int address, int value, uint64_t room)
{
	int size = ldt_cg_int(as, room - 1), text = ldt_as_alloc(as);

	ldt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	ldt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, value));
	ldt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, 0));
	ldt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, size));
	ldt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_SUBSTR, text));
	ldt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	ldt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, text));
	ldt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_STRLEN, size));
	ldt_cg_add(as, size, 1);
	ldt_as_emit3(as, DIF_OP_COPYS, text, size, address);
	ldt_as_free(as, text);
	ldt_as_free(as, size);
}

/* Store @value to the object @node, whose address is in @address. */
void ldt_cg_store(struct ldt_as *as, const struct ldt_node *node, int address, int value)
{
	struct ldt_bits bits;
	int old, mask;

	if (node->flags & LDT_NF_REF) {
		int size;

		if (ldt_is_string(node->type)) {
			ldt_cg_store_string(as, address, value, as->c->types->string_size);
			return;
		}
		size = ldt_cg_int(as, ldt_cg_size(as, node->type));
		ldt_as_emit3(as, DIF_OP_COPYS, value, size, address);
		ldt_as_free(as, size);
		return;
	}
	if (!(node->flags & LDT_NF_BITFIELD)) {
		ldt_as_emit3(as, store_op(ldt_cg_size(as, node->type)), value, 0, address);
		return;
	}
	bits = ldt_cg_bits(as, node);
	old = ldt_as_alloc(as);
	ldt_as_emit3(as, load_op(bits.size, false, false), address, 0, old);
	mask = ldt_cg_int(as, ~(((bits.width == 64 ? 0 : 1ull << bits.width) - 1) << bits.shift));
	ldt_as_emit3(as, DIF_OP_AND, old, mask, old);
	ldt_as_emit3(as, DIF_OP_MOV, value, 0, mask);
	shift_by(as, DIF_OP_SLL, mask, 64 - bits.width);
	shift_by(as, DIF_OP_SRL, mask, 64 - bits.width - bits.shift);
	ldt_as_emit3(as, DIF_OP_OR, old, mask, old);
	ldt_as_emit3(as, store_op(bits.size), old, 0, address);
	ldt_as_free(as, mask);
	ldt_as_free(as, old);
}
