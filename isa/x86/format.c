/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * format.c - an x86 instruction as text, AT&T syntax in the manner of GNU objdump 2.40.
 *
 * General, segment, control and x87 operands are exact in spelling; of EVEX forms only the name is
 * given, their operands as "{evex}". Prefixes without a meaning for the instruction are not shown.
 */
#include "base/line.h"
#include "base/text.h"
#include "isa/x86/x86.h"

/* One text in the making. */
struct text {
	struct dt_line line;
	const struct isa_insn *in;
	const struct x86_row *row;
	struct x86_shape shape;
	bool long_mode;
	unsigned int operand_size;
};

static void put_char(struct text *text, char c)
{
	dt_line_char(&text->line, c);
}

static void put_string(struct text *text, const char *string)
{
	dt_line_text(&text->line, string);
}

static void put_hex(struct text *text, uint64_t value)
{
	dt_line_number(&text->line, value, 16);
}

static void put_number(struct text *text, unsigned int value)
{
	dt_line_number(&text->line, value, 10);
}

static void put_hex_signed(struct text *text, int64_t value)
{
	if (value < 0)
		put_char(text, '-');
	dt_line_hex(&text->line, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

/* ---- registers ------------------------------------------------------------------------------- */

static void put_general(struct text *text, unsigned int number, unsigned int size)
{
	static const char names[8][3] = { "ax", "cx", "dx", "bx", "sp", "bp", "si", "di" };
	static const char low[8][5] = { "al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil" };
	static const char high[8][3] = { "al", "cl", "dl", "bl", "ah", "ch", "dh", "bh" };

	put_char(text, '%');
	if (number >= 8) {
		put_char(text, 'r');
		put_number(text, number);
		put_string(text, size == 1 ? "b" : size == 2 ? "w" : size == 4 ? "d" : "");
	} else if (size == 1) {
		put_string(text, text->shape.rex ? low[number] : high[number]);
	} else {
		put_string(text, size == 8 ? "r" : size == 4 ? "e" : "");
		put_string(text, names[number]);
	}
}

static void put_numbered(struct text *text, const char *name, unsigned int number)
{
	put_char(text, '%');
	put_string(text, name);
	put_number(text, number);
}

static void put_vector(struct text *text, unsigned int number, unsigned int length)
{
	put_numbered(text, length == 0 ? "xmm" : length == 1 ? "ymm" : "zmm", number);
}

static void put_segment(struct text *text, unsigned int number)
{
	static const char names[8][3] = { "es", "cs", "ss", "ds", "fs", "gs", "?", "?" };

	put_char(text, '%');
	put_string(text, names[number & 7]);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void put_memory16(struct text *text, int64_t disp)
{
	static const char forms[8][9] = { "%bx,%si", "%bx,%di", "%bp,%si", "%bp,%di", "%si", "%di", "%bp", "%bx" };
	unsigned int rm = text->shape.modrm & 7;

	if (text->shape.disp_size)
		put_hex_signed(text, disp);
	if (text->shape.modrm < 0x40 && rm == 6)
		return;
	put_char(text, '(');
	put_string(text, forms[rm]);
	put_char(text, ')');
}

static void put_sib(struct text *text, unsigned int size)
{
	uint8_t sib = text->in->bytes[text->shape.modrm_at + 1];
	unsigned int base = (sib & 7) | (text->shape.rex & X86_REX_B ? 8 : 0);
	unsigned int index = ((sib >> 3) & 7) | (text->shape.rex & X86_REX_X ? 8 : 0);
	bool has_base = (sib & 7) != 5 || text->shape.modrm >= 0x40;

	if (!has_base && index == 4)
		return;
	put_char(text, '(');
	if (has_base)
		put_general(text, base, size);
	if (index != 4 || (base & 7) != 4) {
		put_char(text, ',');
		if (index == 4)
			put_string(text, size == 8 ? "%riz" : "%eiz");
		else
			put_general(text, index, size);
		put_char(text, ',');
		put_number(text, 1u << (sib >> 6));
	}
	put_char(text, ')');
}

static void put_memory(struct text *text)
{
	const struct x86_shape *shape = &text->shape;
	int64_t disp = x86_get_signed(text->in->bytes + shape->disp_at, shape->disp_size);
	unsigned int size = text->long_mode ? 8 : 4;
	unsigned int rm = shape->modrm & 7;
	uint8_t sib = text->in->bytes[shape->modrm_at + 1];
	bool absolute = shape->modrm < 0x40 && (rm == 5 || (rm == 4 && (sib & 7) == 5));

	if (shape->prefixes & (X86_PREFIX_FS | X86_PREFIX_GS))
		put_string(text, shape->prefixes & X86_PREFIX_FS ? "%fs:" : "%gs:");
	if (shape->prefixes & X86_PREFIX_ASZ) {
		if (!text->long_mode) {
			put_memory16(text, disp);
			return;
		}
		size = 4;
	}
	if (absolute && (rm == 5 ? !text->long_mode : (sib & 0x38) == 0x20 && !(shape->rex & X86_REX_X))) {
		put_string(text, "0x");
		put_hex(text, text->long_mode ? (uint64_t)disp : (uint32_t)disp);
	} else if (shape->disp_size) {
		put_hex_signed(text, disp);
	}
	if (rm == 4) {
		put_sib(text, size);
	} else if (absolute) {
		if (text->long_mode)
			put_string(text, size == 8 ? "(%rip)" : "(%eip)");
	} else {
		put_char(text, '(');
		put_general(text, rm | (shape->rex & X86_REX_B ? 8 : 0), size);
		put_char(text, ')');
	}
}

/* ---- operands -------------------------------------------------------------------------------- */

/* Size in bytes of a general operand, 0 for other kinds. */
static unsigned int general_size(const struct text *text, unsigned int kind)
{
	switch (kind) {
	case X86_OPERAND_Eb:
	case X86_OPERAND_Gb:
	case X86_OPERAND_Zb:
	case X86_OPERAND_AL:
		return 1;
	case X86_OPERAND_Ew:
	case X86_OPERAND_Gw:
	case X86_OPERAND_AX:
		return 2;
	case X86_OPERAND_Ed:
	case X86_OPERAND_Gd:
	case X86_OPERAND_Rd:
		return 4;
	case X86_OPERAND_Eq:
		return 8;
	case X86_OPERAND_Ev:
	case X86_OPERAND_Gv:
	case X86_OPERAND_Rv:
	case X86_OPERAND_Zv:
	case X86_OPERAND_rAX:
		return text->operand_size;
	case X86_OPERAND_eAX:
		return text->operand_size == 2 ? 2 : 4;
	case X86_OPERAND_Ey:
	case X86_OPERAND_Gy:
	case X86_OPERAND_Ry:
	case X86_OPERAND_By:
		return text->long_mode && text->shape.rex & X86_REX_W ? 8 : 4;
	case X86_OPERAND_Em:
	case X86_OPERAND_Gm:
	case X86_OPERAND_Rm:
	case X86_OPERAND_Cm:
	case X86_OPERAND_Dm:
		return text->long_mode ? 8 : 4;
	default:
		return 0;
	}
}

static bool put_immediate(struct text *text, unsigned int kind)
{
	const struct x86_shape *shape = &text->shape;
	const uint8_t *at = text->in->bytes + shape->imm_at;
	unsigned int width = text->operand_size;
	int64_t value;

	switch (kind) {
	case X86_OPERAND_Ib:
		value = at[text->row->imm == X86_IMM_IWB ? 2 : 0]; /* enter's second */
		break;
	case X86_OPERAND_Ibs:
		value = x86_get_signed(at, 1);
		if (width < 8)
			value &= ((int64_t)1 << (8 * width)) - 1;
		break;
	case X86_OPERAND_Iw:
		value = at[0] | at[1] << 8;
		break;
	case X86_OPERAND_Iz:
	case X86_OPERAND_Iv:
		value = x86_get_signed(at, shape->imm_size);
		if (width < 8)
			value &= ((int64_t)1 << (8 * width)) - 1;
		break;
	default:
		return false;
	}
	put_string(text, "$0x");
	put_hex(text, (uint64_t)value);
	return true;
}

static bool put_address(struct text *text, unsigned int kind)
{
	const struct x86_shape *shape = &text->shape;
	const uint8_t *at = text->in->bytes + shape->imm_at;

	switch (kind) {
	case X86_OPERAND_Jb:
	case X86_OPERAND_Jz: {
		uint64_t target = text->in->addr + text->in->len + (uint64_t)x86_get_signed(at, shape->imm_size);

		put_hex(text, text->long_mode ? target : (uint32_t)target);
		return true;
	}
	case X86_OPERAND_Ob:
	case X86_OPERAND_Ov:
		if (shape->prefixes & (X86_PREFIX_FS | X86_PREFIX_GS))
			put_string(text, shape->prefixes & X86_PREFIX_FS ? "%fs:" : "%gs:");
		put_string(text, "0x");
		put_hex(text, (uint64_t)x86_get_signed(at, shape->imm_size) &
				      (shape->imm_size == 8 ? ~(uint64_t)0 : 0xffffffffu));
		return true;
	case X86_OPERAND_Ap:
		put_string(text, "$0x");
		put_hex(text, (uint64_t)x86_get_signed(at + shape->imm_size - 2, 2) & 0xffff);
		put_string(text, ",$0x");
		put_hex(text, (uint64_t)x86_get_signed(at, shape->imm_size - 2u) & 0xffffffffu);
		return true;
	default:
		return false;
	}
}

static bool put_string_operand(struct text *text, unsigned int kind)
{
	unsigned int size = text->long_mode ? 8 : 4;

	if (text->shape.prefixes & X86_PREFIX_ASZ)
		size /= 2;
	switch (kind) {
	case X86_OPERAND_Xb:
	case X86_OPERAND_Xv:
		put_string(text, text->shape.prefixes & X86_PREFIX_FS   ? "%fs:("
				 : text->shape.prefixes & X86_PREFIX_GS ? "%gs:("
									: "%ds:(");
		put_general(text, 6, size);
		break;
	case X86_OPERAND_Yb:
	case X86_OPERAND_Yv:
		put_string(text, "%es:(");
		put_general(text, 7, size);
		break;
	default:
		return false;
	}
	put_char(text, ')');
	return true;
}

static bool put_fixed(struct text *text, unsigned int kind)
{
	switch (kind) {
	case X86_OPERAND_AL:
	case X86_OPERAND_AX:
	case X86_OPERAND_eAX:
	case X86_OPERAND_rAX:
		put_general(text, 0, general_size(text, kind));
		return true;
	case X86_OPERAND_CL:
		put_string(text, "%cl");
		return true;
	case X86_OPERAND_DX:
		put_string(text, "(%dx)");
		return true;
	case X86_OPERAND_ES:
	case X86_OPERAND_CS:
	case X86_OPERAND_SS:
	case X86_OPERAND_DS:
	case X86_OPERAND_FS:
	case X86_OPERAND_GS:
		put_segment(text, kind - X86_OPERAND_ES);
		return true;
	case X86_OPERAND_ST:
		put_string(text, "%st");
		return true;
	case X86_OPERAND_STi:
		put_string(text, "%st(");
		put_number(text, text->shape.modrm & 7);
		put_char(text, ')');
		return true;
	default:
		return false;
	}
}

/* The register that ModRM.reg or VEX.vvvv names. */
static bool put_register(struct text *text, unsigned int kind)
{
	const struct x86_shape *shape = &text->shape;
	unsigned int low = (shape->modrm >> 3) & 7;
	unsigned int reg = low | (shape->rex & X86_REX_R ? 8 : 0);

	switch (kind) {
	case X86_OPERAND_Gb:
	case X86_OPERAND_Gw:
	case X86_OPERAND_Gd:
	case X86_OPERAND_Gv:
	case X86_OPERAND_Gy:
	case X86_OPERAND_Gm:
		put_general(text, reg, general_size(text, kind));
		return true;
	case X86_OPERAND_Zb:
	case X86_OPERAND_Zv:
		put_general(text, (shape->opcode & 7) | (shape->rex & X86_REX_B ? 8 : 0), general_size(text, kind));
		return true;
	case X86_OPERAND_By:
		put_general(text, shape->vvvv, general_size(text, kind));
		return true;
	case X86_OPERAND_Sw:
		put_segment(text, low);
		return true;
	case X86_OPERAND_Cm:
		put_numbered(text, "cr", reg);
		return true;
	case X86_OPERAND_Dm:
		put_numbered(text, "db", reg);
		return true;
	case X86_OPERAND_P:
		put_numbered(text, "mm", low);
		return true;
	case X86_OPERAND_V:
	case X86_OPERAND_Vs:
	case X86_OPERAND_Vh:
		put_vector(text, reg,
			   kind == X86_OPERAND_V ? shape->vector : kind == X86_OPERAND_Vh && shape->vector == 2);
		return true;
	case X86_OPERAND_H:
	case X86_OPERAND_Hs:
		put_vector(text, shape->vvvv, kind == X86_OPERAND_H ? shape->vector : 0);
		return true;
	case X86_OPERAND_L:
		put_vector(text, text->in->bytes[shape->imm_at] >> 4, shape->vector);
		return true;
	case X86_OPERAND_Kr:
	case X86_OPERAND_Tr:
		put_numbered(text, kind == X86_OPERAND_Kr ? "k" : "tmm", low);
		return true;
	case X86_OPERAND_Kv:
	case X86_OPERAND_Tv:
		put_numbered(text, kind == X86_OPERAND_Kv ? "k" : "tmm", shape->vvvv & 7);
		return true;
	case X86_OPERAND_BND:
		put_numbered(text, "bnd", low);
		return true;
	default:
		return false;
	}
}

/* The operand that ModRM.rm names: memory or a register of the operand's kind. */
static void put_rm(struct text *text, unsigned int kind)
{
	const struct x86_shape *shape = &text->shape;
	unsigned int low = shape->modrm & 7;
	unsigned int rm = low | (shape->rex & X86_REX_B ? 8 : 0);

	if (shape->modrm < 0xc0) {
		put_memory(text);
		return;
	}
	switch (kind) {
	case X86_OPERAND_Q:
	case X86_OPERAND_N:
		put_numbered(text, "mm", low);
		break;
	case X86_OPERAND_W:
	case X86_OPERAND_Ws:
	case X86_OPERAND_Wh:
	case X86_OPERAND_U:
	case X86_OPERAND_Us:
		put_vector(text, rm,
			   kind == X86_OPERAND_W || kind == X86_OPERAND_U
				   ? shape->vector
				   : kind == X86_OPERAND_Wh && shape->vector == 2);
		break;
	case X86_OPERAND_Km:
	case X86_OPERAND_Tm:
		put_numbered(text, kind == X86_OPERAND_Km ? "k" : "tmm", low);
		break;
	case X86_OPERAND_E:
		put_numbered(text, "bnd", low);
		break;
	default:
		put_general(text, rm, general_size(text, kind));
		break;
	}
}

static void put_operand(struct text *text, unsigned int kind)
{
	if (text->row->action == X86_DO_CALLI || text->row->action == X86_DO_JMPI)
		put_char(text, '*');
	if (put_immediate(text, kind) || put_address(text, kind) || put_string_operand(text, kind) ||
	    put_fixed(text, kind) || put_register(text, kind))
		return;
	put_rm(text, kind);
}

/* ---- names ----------------------------------------------------------------------------------- */

static char size_suffix(unsigned int size)
{
	return size == 1 ? 'b' : size == 2 ? 'w' : size == 4 ? 'l' : 'q';
}

/* The suffix that tells the size of a memory operand where no register does; 0 for none. */
static char memory_suffix(const struct text *text)
{
	const struct x86_row *row = text->row;
	unsigned int memory = 0;
	unsigned int i;

	if (row->flags & X86_ROW_D64 || !text->shape.modrm_at || text->shape.modrm >= 0xc0)
		return 0;
	if (text->shape.map == X86_MAP_L0F && (text->shape.opcode & 0xf0) == 0x90) /* setcc */
		return 0;
	for (i = 0; i < 4; i++) {
		unsigned int kind = row->operand[i];

		if (kind >= X86_OPERAND_P && kind <= X86_OPERAND_E && x86_row_name(row)[3] != 's')
			return 0; /* a vector register shows the size; not that of cvtsi2sd */
		if (kind >= X86_OPERAND_Eb && kind <= X86_OPERAND_Em)
			memory = general_size(text, kind);
		else if (general_size(text, kind) || kind == X86_OPERAND_Sw)
			return 0;
	}
	return memory ? size_suffix(memory) : 0;
}

static bool is_string(unsigned int kind)
{
	return (kind >= X86_OPERAND_Xb && kind <= X86_OPERAND_Yv) || kind == X86_OPERAND_DX;
}

/* Names that change with sizes in ways of their own. */
static const char *special_name(const struct text *text, const char *name)
{
	static const char cbw[3][5] = { "cbtw", "cwtl", "cltq" };
	static const char cwd[3][5] = { "cwtd", "cltd", "cqto" };
	bool small = text->shape.prefixes & X86_PREFIX_ASZ;

	if (text->row->flags & X86_ROW_NAME_OSZ)
		return (dt_str_same(name, "cbtw") ? cbw : cwd)[text->operand_size >> 2];
	if (text->row->flags & X86_ROW_NAME_ASZ)
		return text->long_mode ? (small ? "jecxz" : "jrcxz") : (small ? "jcxz" : "jecxz");
	if (text->shape.rex & X86_REX_W && (dt_str_same(name, "movd") || dt_str_same(name, "vmovd")))
		return name[0] == 'v' ? "vmovq" : "movq";
	if (dt_str_same(name, "movabs") && text->shape.imm_size != 8)
		return "mov";
	if (dt_str_same(name, "mov") && text->shape.imm_size == 8)
		return "movabs";
	if (dt_str_same(name, "iret") && text->operand_size == 8)
		return "iretq";
	return name;
}

static void put_name(struct text *text)
{
	const struct x86_row *row = text->row;
	const char *name = special_name(text, x86_row_name(row));
	unsigned int kind = row->operand[0];

	put_string(text, name);
	if (dt_str_same(name, "movzb") || dt_str_same(name, "movsb") || dt_str_same(name, "movzw") ||
	    dt_str_same(name, "movsw")) {
		if (kind == X86_OPERAND_Gv)
			put_char(text, size_suffix(text->operand_size));
	} else if (is_string(kind) && is_string(row->operand[1])) {
		if (kind == X86_OPERAND_Xv || kind == X86_OPERAND_Yv || row->operand[1] == X86_OPERAND_Xv)
			put_char(text, size_suffix(text->operand_size));
	} else if (memory_suffix(text)) {
		put_char(text, memory_suffix(text));
	}
}

static void put_prefixes(struct text *text)
{
	unsigned int op = text->shape.opcode;
	bool compare = (op & 0xf6) == 0xa6; /* cmps, scas */

	if (text->shape.prefixes & X86_PREFIX_LOCK)
		put_string(text, "lock ");
	if (text->shape.map != X86_MAP_L1 ||
	    !((op >= 0xa4 && op <= 0xa7) || (op >= 0xaa && op <= 0xaf) || (op & 0xfc) == 0x6c))
		return;
	if (text->shape.prefixes & X86_PREFIX_F3)
		put_string(text, compare ? "repz " : "rep ");
	else if (text->shape.prefixes & X86_PREFIX_F2)
		put_string(text, "repnz ");
}

static void put_operands(struct text *text, size_t start)
{
	const struct x86_row *row = text->row;
	bool first = true;
	size_t pad;
	int count = 0;
	int i;

	while (count < 4 && row->operand[count])
		count++;
	if (count == 0)
		return;
	for (pad = text->line.used; start == 0 && pad < 6; pad++) /* a prefix takes the place of the padding */
		put_char(text, ' ');
	put_char(text, ' ');
	for (i = 0; i < count; i++) { /* AT&T: the destination comes last; enter keeps the manual's order */
		if (!first)
			put_char(text, ',');
		first = false;
		put_operand(text, row->operand[row->action == X86_DO_ENTER ? i : count - 1 - i]);
	}
}

void x86_format(const struct isa_insn *in, char *buf, size_t size, bool long_mode)
{
	struct text text = { .in = in, .long_mode = long_mode };
	size_t start;

	dt_line_init(&text.line, buf, size);
	if (x86_shape_get(in->bytes, in->len, long_mode, &text.shape))
		text.row = x86_row_find(&text.shape, long_mode);
	if (!text.row) {
		put_string(&text, "(bad)");
		return;
	}
	text.operand_size = x86_operand_size(&text.shape, text.row, long_mode);
	if (text.row->action == X86_DO_NOP && text.shape.opcode == 0x90 && text.shape.map == X86_MAP_L1 &&
	    text.shape.prefixes & X86_PREFIX_OSZ) {
		put_string(&text, "xchg   %ax,%ax");
		return;
	}
	put_prefixes(&text);
	start = text.line.used;
	put_name(&text);
	if (text.shape.map >= X86_MAP_E0F)
		put_string(&text, " {evex}");
	else
		put_operands(&text, start);
	if (text.shape.modrm_at && long_mode && (text.shape.modrm & 0xc7) == 5 && text.row->operand[0]) {
		put_string(&text, "        # 0x");
		put_hex(&text, in->addr + in->len + (uint64_t)x86_get_signed(in->bytes + text.shape.disp_at, 4));
	}
}
