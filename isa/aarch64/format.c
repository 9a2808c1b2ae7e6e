/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * format.c - A64 as text. Instructions whose operands we decode are written as objdump writes them (without its
 * aliases); the rest as `.inst` with the name of their group.
 */
#include "isa/aarch64/aarch64.h"
#include "base/line.h"

static const char *const conditions[16] = {
	"eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le", "al", "nv",
};
static const char *const logic_names[4] = { "and", "orr", "eor", "ands" };
static const char *const logic_not_names[4] = { "bic", "orn", "eon", "bics" };
static const char *const add_names[4] = { "add", "adds", "sub", "subs" };
static const char *const shift_names[4] = { "lsl", "lsr", "asr", "ror" };

static bool is_wide(const struct isa_insn *in)
{
	return (AARCH64_KIND(in) & 4) != 0;
}

static void put_reg(struct dt_line *text, unsigned int reg, bool wide, bool sp)
{
	if (reg == AARCH64_ZR) {
		dt_line_text(text, sp ? (wide ? "sp" : "wsp") : (wide ? "xzr" : "wzr"));
		return;
	}
	dt_line_char(text, wide ? 'x' : 'w');
	dt_line_dec(text, reg);
}

static void put_regs(struct dt_line *text, const char *name, const struct isa_insn *in, bool rd_sp, bool rn_sp)
{
	dt_line_text(text, name);
	dt_line_char(text, ' ');
	put_reg(text, AARCH64_RD(in), is_wide(in), rd_sp);
	dt_line_text(text, ", ");
	put_reg(text, AARCH64_RN(in), is_wide(in), rn_sp);
	dt_line_text(text, ", ");
}

static void put_shifted(struct dt_line *text, const struct isa_insn *in, unsigned int shift, unsigned int amount)
{
	put_reg(text, AARCH64_RM(in), is_wide(in), false);
	if (shift == 0 && amount == 0)
		return;
	dt_line_text(text, ", ");
	dt_line_text(text, shift_names[shift]);
	dt_line_text(text, " #");
	dt_line_dec(text, amount);
}

static void put_arithmetic(struct dt_line *text, const struct isa_insn *in)
{
	unsigned int how = (unsigned int)in->imm, opc = AARCH64_KIND(in) & 3;

	switch (in->op) {
	case AARCH64_OP_ADDSUB_IMM:
		put_regs(text, add_names[opc], in, !(opc & 1), true);
		dt_line_char(text, '#');
		dt_line_hex(text, (uint64_t)in->imm);
		break;
	case AARCH64_OP_ADDSUB_REG:
		put_regs(text, add_names[opc], in, false, false);
		put_shifted(text, in, how >> 6, how & 63);
		break;
	case AARCH64_OP_LOGIC_IMM:
		put_regs(text, logic_names[opc], in, opc != 3, false);
		dt_line_char(text, '#');
		dt_line_hex(text, is_wide(in) ? (uint64_t)in->imm : (uint32_t)in->imm);
		break;
	default:
		put_regs(text, (how & 64 ? logic_not_names : logic_names)[opc], in, false, false);
		put_shifted(text, in, how >> 7, how & 63);
		break;
	}
}

/* "name rd, " or "name rd, #bit, " and the target. */
static void put_branch(struct dt_line *text, const struct isa_insn *in, const char *name)
{
	dt_line_text(text, name);
	if (in->op == AARCH64_OP_B_COND)
		dt_line_text(text, conditions[AARCH64_KIND(in)]);
	dt_line_char(text, ' ');
	if (in->op == AARCH64_OP_CBZ || in->op == AARCH64_OP_TBZ) {
		put_reg(text, AARCH64_RD(in), in->op == AARCH64_OP_CBZ ? AARCH64_KIND(in) & 2 : AARCH64_RM(in) >= 32,
			false);
		dt_line_text(text, ", ");
	}
	if (in->op == AARCH64_OP_TBZ) {
		dt_line_char(text, '#');
		dt_line_dec(text, AARCH64_RM(in));
		dt_line_text(text, ", ");
	}
	dt_line_hex(text, in->target);
}

static void put_literal(struct dt_line *text, const struct isa_insn *in, const char *name, bool wide)
{
	dt_line_text(text, name);
	dt_line_char(text, ' ');
	put_reg(text, AARCH64_RD(in), wide, false);
	dt_line_text(text, ", ");
	dt_line_hex(text, in->target);
}

static void put_move(struct dt_line *text, const struct isa_insn *in, const char *name)
{
	dt_line_text(text, name);
	dt_line_char(text, ' ');
	put_reg(text, AARCH64_RD(in), is_wide(in), false);
	dt_line_text(text, ", #");
	dt_line_hex(text, (uint64_t)in->imm);
	if (AARCH64_RM(in)) {
		dt_line_text(text, ", lsl #");
		dt_line_dec(text, AARCH64_RM(in) * 16);
	}
}

static void put_raw(struct dt_line *text, const struct isa_insn *in, const char *name)
{
	dt_line_text(text, ".inst ");
	dt_line_hex(text, aarch64_word(in->bytes));
	dt_line_text(text, " // ");
	dt_line_text(text, name);
}

/* One case per operation code: the dispatch table of this file. */
void aarch64_insn_format(const struct isa_insn *in, char *buf, size_t size)
{
	const char *name = aarch64_entry(aarch64_word(in->bytes))->name;
	struct dt_line text;

	dt_line_init(&text, buf, size);
	switch (in->op) {
	case AARCH64_OP_B:
	case AARCH64_OP_BL:
	case AARCH64_OP_B_COND:
	case AARCH64_OP_CBZ:
	case AARCH64_OP_TBZ:
		put_branch(&text, in, name);
		break;
	case AARCH64_OP_BR:
	case AARCH64_OP_BLR:
		dt_line_text(&text, name);
		if (in->class == ISA_CLASS_RETURN && AARCH64_RN(in) == AARCH64_LR)
			break;
		dt_line_char(&text, ' ');
		put_reg(&text, AARCH64_RN(in), true, false);
		break;
	case AARCH64_OP_ADR:
		put_literal(&text, in, name, true);
		break;
	case AARCH64_OP_LDR_LITERAL:
		put_literal(&text, in, AARCH64_KIND(in) == 2 ? "ldrsw" : "ldr", AARCH64_KIND(in) != 0);
		break;
	case AARCH64_OP_ADDSUB_IMM:
	case AARCH64_OP_ADDSUB_REG:
	case AARCH64_OP_LOGIC_IMM:
	case AARCH64_OP_LOGIC_REG:
		put_arithmetic(&text, in);
		break;
	case AARCH64_OP_MOVE_WIDE:
		put_move(&text, in, name);
		break;
	case AARCH64_OP_NOP:
		if (in->class == ISA_CLASS_NOP) {
			dt_line_text(&text, name);
			break;
		}
		put_raw(&text, in, name);
		break;
	default:
		put_raw(&text, in, name);
		break;
	}
}
