/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * format.c - RV64GC as text. Instructions whose operands we decode are written as `objdump -M
 * no-aliases` writes them, compressed forms with the full form's operands; the rest as `.insn` with
 * the name of their group.
 */
#include "isa/riscv64/riscv64.h"
#include "base/line.h"

static const char *const reg_texts[32] = {
	"zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
	"a6",   "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};
static const char *const branch_names[8] = { "beq", "bne", "", "", "blt", "bge", "bltu", "bgeu" };
static const char *const load_names[8] = { "lb", "lh", "lw", "ld", "lbu", "lhu", "lwu", "" };
static const char *const store_names[8] = { "sb", "sh", "sw", "sd", "", "", "", "" };

static void put_name(struct dt_line *text, const char *name)
{
	dt_line_text(text, name);
	dt_line_char(text, ' ');
}

static void put_reg(struct dt_line *text, unsigned int reg)
{
	dt_line_text(text, reg_texts[reg & 31]);
}

static void put_reg_comma(struct dt_line *text, unsigned int reg)
{
	put_reg(text, reg);
	dt_line_char(text, ',');
}

/* imm(reg) */
static void put_place(struct dt_line *text, const struct isa_insn *in)
{
	dt_line_dec(text, in->imm);
	dt_line_char(text, '(');
	put_reg(text, RISCV64_RS1(in));
	dt_line_char(text, ')');
}

static void put_memory(struct dt_line *text, const struct isa_insn *in, const char *name)
{
	bool is_load = in->op == RISCV64_OP_LOAD;

	if (in->len == 4)
		name = (is_load ? load_names : store_names)[RISCV64_FUNCT3(in)];
	put_name(text, name);
	put_reg_comma(text, is_load ? RISCV64_RD(in) : RISCV64_RS2(in));
	put_place(text, in);
}

static void put_branch(struct dt_line *text, const struct isa_insn *in, const char *name)
{
	put_name(text, in->len == 4 ? branch_names[RISCV64_FUNCT3(in)] : name);
	put_reg_comma(text, RISCV64_RS1(in));
	if (in->len == 4)
		put_reg_comma(text, RISCV64_RS2(in));
	dt_line_hex(text, in->target);
}

/* jal, j, c.j; jalr, jr, ret and their compressed forms. */
static void put_jump(struct dt_line *text, const struct isa_insn *in, const char *name)
{
	dt_line_text(text, name);
	if (in->class == ISA_CLASS_RETURN)
		return;
	dt_line_char(text, ' ');
	if (in->class == ISA_CLASS_CALL && in->len == 4)
		put_reg_comma(text, RISCV64_RD(in));
	if (in->op == RISCV64_OP_JAL)
		dt_line_hex(text, in->target);
	else if (in->len == 4)
		put_place(text, in);
	else
		put_reg(text, RISCV64_RS1(in));
}

static void put_arithmetic(struct dt_line *text, const struct isa_insn *in, const char *name)
{
	put_name(text, name);
	put_reg_comma(text, RISCV64_RD(in));
	if (in->op != RISCV64_OP_LI)
		put_reg_comma(text, RISCV64_RS1(in));
	if (in->op == RISCV64_OP_LI || RISCV64_RS2(in) == RISCV64_USE_IMM)
		dt_line_dec(text, in->imm);
	else
		put_reg(text, RISCV64_RS2(in));
}

static void put_raw(struct dt_line *text, const struct isa_insn *in, const char *name)
{
	dt_line_text(text, ".insn ");
	dt_line_hex(text, riscv64_word(in->bytes, in->len));
	dt_line_text(text, " // ");
	dt_line_text(text, name);
}

void riscv64_insn_format(const struct isa_insn *in, char *buf, size_t size)
{
	const char *name = riscv64_entry(riscv64_word(in->bytes, in->len))->name;
	struct dt_line text;

	dt_line_init(&text, buf, size);
	switch (in->op) {
	case RISCV64_OP_NONE:
	case RISCV64_OP_LOAD_RESERVED:
	case RISCV64_OP_STORE_CONDITIONAL:
		put_raw(&text, in, name);
		break;
	case RISCV64_OP_NOP:
		dt_line_text(&text, name);
		break;
	case RISCV64_OP_AUIPC:
		put_name(&text, name);
		put_reg_comma(&text, RISCV64_RD(in));
		dt_line_hex(&text, (uint64_t)in->imm >> 12 & 0xfffff);
		break;
	case RISCV64_OP_LOAD:
	case RISCV64_OP_STORE:
		put_memory(&text, in, name);
		break;
	case RISCV64_OP_BRANCH:
		put_branch(&text, in, name);
		break;
	case RISCV64_OP_JAL:
	case RISCV64_OP_JALR:
		put_jump(&text, in, name);
		break;
	default:
		put_arithmetic(&text, in, name);
		break;
	}
}
