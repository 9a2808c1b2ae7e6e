/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * decode.c - where an x86 instruction's parts are, and which form it is.
 *
 * The walk is inlined once per mode. Before it, for the length alone, comes a short form that knows
 * only the simple instructions, all but a few in a hundred: about 40 machine instructions each,
 * against 180. Format: Intel SDM volume 2, chapter 2 (prefixes 2.1, REX 2.2.1, VEX 2.3, EVEX 2.7).
 */
#include "isa/x86/x86.h"

#include "x86_insn_table.h"

#define X86_WALK static inline __attribute__((always_inline))

static const uint8_t prefix_bits[256] = {
	[0x66] = X86_PREFIX_OSZ,  [0x67] = X86_PREFIX_ASZ, [0xf2] = X86_PREFIX_F2,  [0xf3] = X86_PREFIX_F3,
	[0xf0] = X86_PREFIX_LOCK, [0x64] = X86_PREFIX_FS,  [0x65] = X86_PREFIX_GS,  [0x2e] = X86_PREFIX_SEG,
	[0x36] = X86_PREFIX_SEG,  [0x3e] = X86_PREFIX_SEG, [0x26] = X86_PREFIX_SEG,
};

bool x86_is_prefix(uint8_t byte, bool long_mode)
{
	return prefix_bits[byte] || (long_mode && (byte & 0xf0) == 0x40);
}

int64_t x86_get_signed(const uint8_t *at, unsigned int size)
{
	uint64_t value = 0;
	unsigned int i;

	for (i = 0; i < size; i++)
		value |= (uint64_t)at[i] << (8 * i);
	if (size > 0 && size < 8 && (value >> (8 * size - 1)) & 1)
		value |= ~(uint64_t)0 << (8 * size);
	return (int64_t)value;
}

/* ---- rows ------------------------------------------------------------------------------------ */

const struct x86_row *x86_row_find(const struct x86_shape *shape, bool long_mode)
{
	const struct x86_cell *cell = &x86_cells[shape->map][shape->opcode];
	unsigned int need = 1u << long_mode;
	unsigned int reg = 0xff;
	unsigned int rm = 0xff;
	unsigned int i;

	need |= 4u << shape->pp;
	need |= shape->rex & X86_REX_W ? 0x80 : 0x40;
	need |= 0x100u << shape->vector;
	need |= shape->rex & X86_REX_B ? 0x1000 : 0x800;
	if (shape->modrm_at) {
		need |= shape->modrm >= 0xc0 ? 0x4000 : 0x2000;
		reg = 1u << ((shape->modrm >> 3) & 7);
		if (shape->modrm >= 0xc0)
			rm = 1u << (shape->modrm & 7);
	}
	for (i = cell->first; i < cell->first + (unsigned int)cell->count; i++) {
		const struct x86_row *row = &x86_rows[i];

		if ((row->match & need) == need && row->reg & reg && row->rm & rm)
			return row;
	}
	return NULL;
}

const char *x86_row_name(const struct x86_row *row)
{
	return x86_names + row->name;
}

unsigned int x86_operand_size(const struct x86_shape *shape, const struct x86_row *row, bool long_mode)
{
	if (long_mode && row->flags & X86_ROW_D64)
		return shape->prefixes & X86_PREFIX_OSZ && !(shape->rex & X86_REX_W) ? 2 : 8;
	if (shape->rex & X86_REX_W)
		return 8;
	return shape->prefixes & X86_PREFIX_OSZ ? 2 : 4;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* The bytes after a C4 or C5. 0: not a VEX instruction; else how many bytes follow the lead, opcode included. */
X86_WALK unsigned int walk_vex(const uint8_t *p, size_t left, bool two_byte, bool long_mode, struct x86_shape *shape)
{
	unsigned int last;
	unsigned int map;

	if (shape->rex || shape->prefixes & (X86_PREFIX_OSZ | X86_PREFIX_F2 | X86_PREFIX_F3 | X86_PREFIX_LOCK))
		return 0;
	if (left < (two_byte ? 2u : 3u))
		return 0;
	if (two_byte) {
		map = 1;
		last = p[0];
		shape->rex = (~p[0] >> 5) & X86_REX_R;
	} else {
		map = p[0] & 0x1f;
		last = p[1];
		shape->rex = ((~p[0] >> 5) & 7) | ((p[1] >> 4) & X86_REX_W);
	}
	if (map < 1 || map > 3)
		return 0;
	if (!long_mode)
		shape->rex &= X86_REX_W;
	shape->map = X86_MAP_V0F + map - 1;
	shape->vvvv = (~last >> 3) & 15;
	shape->vector = (last >> 2) & 1;
	shape->pp = last & 3;
	return two_byte ? 2 : 3;
}

/*
 * The bytes after a 62: P0 = RXBR'0mmm, P1 = Wvvvv1pp, P2 = zL'LbV'aaa, opcode. 0: not an EVEX
 * instruction; else 4.
 */
X86_WALK unsigned int walk_evex(const uint8_t *p, size_t left, bool long_mode, struct x86_shape *shape)
{
	static const uint8_t maps[8] = { 0, X86_MAP_E0F, X86_MAP_E38, X86_MAP_E3A, 0, X86_MAP_EM5, X86_MAP_EM6, 0 };

	if (shape->rex || shape->prefixes & (X86_PREFIX_OSZ | X86_PREFIX_F2 | X86_PREFIX_F3 | X86_PREFIX_LOCK))
		return 0;
	if (left < 5 || p[0] & 8 || !(p[1] & 4) || !maps[p[0] & 7])
		return 0;
	shape->map = maps[p[0] & 7];
	shape->rex = ((~p[0] >> 5) & 7) | ((p[1] >> 4) & X86_REX_W);
	shape->evex = ((~p[0] >> 4) & 1) | ((p[2] >> 3) & 2) | ((p[2] >> 5) & 4) | ((p[2] & 7) << 3);
	if (!long_mode)
		shape->rex &= X86_REX_W;
	shape->vvvv = ((~p[1] >> 3) & 15) | ((~(unsigned int)p[2] << 1) & 16);
	shape->vector = (p[2] >> 5) & 3;
	if (p[2] & 0x10 && p[4] >= 0xc0) /* register form with b: the length bits are a rounding mode */
		shape->vector = 2;
	if (shape->vector == 3)
		return 0;
	shape->pp = p[1] & 3;
	return 4;
}

/*
 * Bytes of displacement; *@sib tells whether a SIB byte comes before it. SDM tables 2-1 (16-bit)
 * and 2-2.
 */
X86_WALK unsigned int walk_modrm(const uint8_t *p, const uint8_t *end, bool addr16, bool *sib)
{
	unsigned int mod = p[0] >> 6;
	unsigned int rm = p[0] & 7;

	*sib = false;
	if (mod == 3)
		return 0;
	if (addr16)
		return mod == 0 ? (rm == 6 ? 2 : 0) : mod;
	if (rm == 4) {
		*sib = true;
		if (p + 1 < end && mod == 0)
			return (p[1] & 7) == 5 ? 4 : 0;
	}
	if (mod == 0)
		return rm == 5 ? 4 : 0;
	return mod == 1 ? 1 : 4;
}

/*
 * Bytes of an immediate; 16 (more than any instruction can hold) when its size depends on the maker
 * of the CPU: 64-bit code with an operand-size prefix on a near branch, which Intel ignores and AMD
 * obeys.
 */
X86_WALK unsigned int walk_imm(unsigned int kind, const struct x86_shape *shape, bool long_mode)
{
	bool word = shape->prefixes & X86_PREFIX_OSZ && !(shape->rex & X86_REX_W);

	switch (kind) {
	case X86_IMM_NONE:
		return 0;
	case X86_IMM_IB:
		return 1;
	case X86_IMM_IW:
		return 2;
	case X86_IMM_IWB:
		return 3;
	case X86_IMM_IZ:
		return word ? 2 : 4;
	case X86_IMM_IV:
		return shape->rex & X86_REX_W ? 8 : word ? 2 : 4;
	case X86_IMM_MOFFS:
		if (long_mode)
			return shape->prefixes & X86_PREFIX_ASZ ? 4 : 8;
		return shape->prefixes & X86_PREFIX_ASZ ? 2 : 4;
	case X86_IMM_AP:
		return word ? 4 : 6;
	default: /* X86_IMM_JZ */
		if (long_mode)
			return word ? 16 : 4;
		return word ? 2 : 4;
	}
}

/* Lead bytes. Return the bytes taken up to and including the opcode, 0 when there is no instruction. */
X86_WALK unsigned int walk_opcode(const uint8_t *code, const uint8_t *end, bool long_mode, struct x86_shape *shape)
{
	const uint8_t *p = code;
	unsigned int taken;
	unsigned int byte;

	shape->map = X86_MAP_L1;
	shape->prefixes = 0;
	shape->rex = 0;
	shape->vector = 0;
	shape->vvvv = 0;
	shape->evex = 0;
	for (;;) {
		if (p == end)
			return 0;
		byte = *p++;
		if (DT_LIKELY(!(x86_shapes[long_mode][X86_MAP_L1][byte] & X86_SHAPE_SPECIAL)))
			break;
		if (long_mode && (byte & 0xf0) == 0x40) {
			shape->rex = (uint8_t)byte;
			continue;
		}
		if (!prefix_bits[byte])
			goto lead;
		shape->rex = 0; /* a REX byte counts only right before the opcode */
		if (prefix_bits[byte] & (X86_PREFIX_F2 | X86_PREFIX_F3))
			shape->prefixes &= ~(X86_PREFIX_F2 | X86_PREFIX_F3);
		shape->prefixes |= prefix_bits[byte];
	}
	goto legacy;

lead:
	if (byte == 0x0f) {
		if (p == end)
			return 0;
		byte = *p++;
		shape->map = X86_MAP_L0F;
		if (byte == 0x38 || byte == 0x3a) {
			if (p == end)
				return 0;
			shape->map = byte == 0x38 ? X86_MAP_L38 : X86_MAP_L3A;
			byte = *p++;
		}
		goto legacy;
	}
	if (!long_mode && (p == end || *p < 0xc0)) /* les, lds, bound: they have memory forms only */
		goto legacy;
	if (byte == 0x62)
		taken = walk_evex(p, (size_t)(end - p), long_mode, shape);
	else
		taken = walk_vex(p, (size_t)(end - p), byte == 0xc5, long_mode, shape);
	if (!taken)
		return 0;
	p += taken;
	shape->opcode = p[-1];
	return (unsigned int)(p - code);

legacy:
	shape->opcode = (uint8_t)byte;
	if (shape->prefixes & (X86_PREFIX_F2 | X86_PREFIX_F3))
		shape->pp = shape->prefixes & X86_PREFIX_F3 ? 2 : 3;
	else
		shape->pp = shape->prefixes & X86_PREFIX_OSZ ? 1 : 0;
	return (unsigned int)(p - code);
}

X86_WALK bool walk(const uint8_t *code, size_t size, bool long_mode, struct x86_shape *shape)
{
	const uint8_t *end = code + (size < X86_INSN_MAX ? size : X86_INSN_MAX);
	unsigned int at = walk_opcode(code, end, long_mode, shape);
	unsigned int flags;
	bool sib;

	if (at == 0)
		return false;
	flags = x86_shapes[long_mode][shape->map][shape->opcode];
	if (!(flags & X86_SHAPE_VALID))
		return false;
	shape->modrm_at = 0;
	shape->disp_size = 0;
	if (flags & X86_SHAPE_MODRM) {
		if (code + at == end)
			return false;
		shape->modrm_at = (uint8_t)at;
		shape->modrm = code[at];
		shape->disp_size =
			(uint8_t)walk_modrm(code + at, end, !long_mode && shape->prefixes & X86_PREFIX_ASZ, &sib);
		at += sib ? 2 : 1;
	}
	shape->disp_at = (uint8_t)at;
	at += shape->disp_size;
	shape->imm_at = (uint8_t)at;
	if (flags & X86_SHAPE_SELECT) {
		const struct x86_row *row = x86_row_find(shape, long_mode);

		if (!row)
			return false;
		flags = row->imm;
	}
	shape->imm_size = (uint8_t)walk_imm(flags & X86_SHAPE_IMM, shape, long_mode);
	at += shape->imm_size;
	shape->len = (uint8_t)at;
	return code + at <= end;
}

bool x86_shape_get(const uint8_t *code, size_t size, bool long_mode, struct x86_shape *shape)
{
	return long_mode ? walk(code, size, true, shape) : walk(code, size, false, shape);
}

/* ---- length alone ---------------------------------------------------------------------------- */

/*
 * Bytes of ModRM, SIB and displacement by ModRM byte, 32-bit addressing; MODRM_SIB0: four more if
 * the SIB byte has base 5.
 */
#define MODRM_SIB0                 0x80
#define MODRM_ROW(rest, sib, disp) rest, rest, rest, rest, sib, disp, rest, rest
#define MODRM_ROWS(row)            row, row, row, row, row, row, row, row

static const uint8_t modrm_len[256] = {
	MODRM_ROWS(MODRM_ROW(1, 2 | MODRM_SIB0, 5)),
	MODRM_ROWS(MODRM_ROW(2, 3, 2)),
	MODRM_ROWS(MODRM_ROW(5, 6, 5)),
	MODRM_ROWS(MODRM_ROW(1, 1, 1)),
};

/*
 * Bytes of an immediate where no prefix but REX is there: in 32-bit code, in 64-bit code, and there
 * with REX.W. Addresses are as wide as the mode's.
 */
static const uint8_t plain_imm[3][X86_IMM_JZ + 1] = {
	{ 0, 1, 2, 3, 4, 4, 4, 6, 4 },
	{ 0, 1, 2, 3, 4, 4, 8, 6, 4 },
	{ 0, 1, 2, 3, 4, 8, 8, 6, 4 },
};

/* Whether the flags of an opcode say all that its length needs. */
#define X86_SHAPE_PLAIN(flags) (((flags) & (X86_SHAPE_VALID | X86_SHAPE_SPECIAL | X86_SHAPE_SELECT)) == X86_SHAPE_VALID)

/*
 * The length without a look at anything else, for instructions of the first two maps with at most a
 * REX prefix: nearly all instructions. The caller guarantees 15 readable bytes. 0: not so simple.
 * *@opcode is the map's number times 256 plus the opcode.
 */
X86_WALK unsigned int plain_len(const uint8_t *code, bool long_mode, unsigned int *opcode)
{
	const uint8_t *p = code;
	unsigned int byte = *p;
	unsigned int mode = long_mode;
	unsigned int second;
	unsigned int flags;

	if (long_mode && (byte & 0xf0) == 0x40) {
		mode += (byte >> 3) & 1;
		byte = *++p;
	}
	*opcode = byte;
	flags = x86_shapes[long_mode][X86_MAP_L1][byte];
	if (DT_UNLIKELY(!X86_SHAPE_PLAIN(flags))) {
		second = byte == 0x0f;
		if (second) {
			byte = *++p;
			*opcode = X86_MAP_L0F << 8 | byte;
			flags = x86_shapes[long_mode][X86_MAP_L0F][byte];
		}
		if (flags & X86_SHAPE_SPECIAL)
			return 0;
		if (flags & X86_SHAPE_SELECT)
			flags = x86_groups[x86_group_of[long_mode][second][byte]]
					  [((p[1] >> 3) & 7) | (p[1] >= 0xc0 ? 8 : 0)];
		if (!flags)
			return 0;
	}
	p++;
	if (flags & X86_SHAPE_MODRM) {
		unsigned int part = modrm_len[*p];

		if (DT_UNLIKELY(part & MODRM_SIB0))
			part = 2 + ((p[1] & 7) == 5 ? 4 : 0);
		p += part;
	}
	return (unsigned int)(p - code) + plain_imm[mode][flags & X86_SHAPE_IMM];
}

/*
 * The other instructions: map, opcode and length in one word. Kept out of line: inlined, its
 * registers and shape would burden the short form's prologue.
 */
static __attribute__((__noinline__)) unsigned int full_len(const uint8_t *code, size_t size, bool long_mode)
{
	struct x86_shape shape;

	if (!x86_shape_get(code, size, long_mode, &shape))
		return 0;
	return (unsigned int)shape.map << 16 | (unsigned int)shape.opcode << 8 | shape.len;
}

/*
 * The length of an instruction of one byte and an immediate, however few bytes are there: what is at the end of a
 * function, breaks and returns, jumps and pops. 0: not so simple.
 */
X86_WALK unsigned int last_len(const uint8_t *code, size_t size, bool long_mode, unsigned int *opcode)
{
	unsigned int flags;
	unsigned int len;

	if (size == 0)
		return 0;
	flags = x86_shapes[long_mode][X86_MAP_L1][code[0]];
	len = 1u + plain_imm[long_mode][flags & X86_SHAPE_IMM];
	*opcode = code[0];
	return X86_SHAPE_PLAIN(flags) && !(flags & X86_SHAPE_MODRM) && len <= size ? len : 0;
}

X86_WALK unsigned int any_len(const uint8_t *code, size_t size, bool long_mode, unsigned int *opcode)
{
	unsigned int len;

	if (DT_LIKELY(size >= X86_INSN_MAX))
		len = plain_len(code, long_mode, opcode);
	else
		len = last_len(code, size, long_mode, opcode);
	if (DT_LIKELY(len != 0))
		return len;
	len = full_len(code, size, long_mode);
	*opcode = len >> 8;
	return len & 0xff;
}

unsigned int x86_insn_len_64(const uint8_t *code, size_t size)
{
	unsigned int opcode;

	return any_len(code, size, true, &opcode);
}

unsigned int x86_insn_len_32(const uint8_t *code, size_t size)
{
	unsigned int opcode;

	return any_len(code, size, false, &opcode);
}

X86_WALK int run_on(struct x86_run *run, const uint8_t *stops, bool long_mode, bool marks)
{
	unsigned int len = run->len, opcode = run->opcode, before;
	size_t at = run->at;
	long seen = run->seen;
	int answer = 0;

	for (;;) {
		at += len;
		if (at >= run->size)
			break;
		before = opcode;
		len = any_len(run->code + at, run->size - at, long_mode, &opcode);
		if (DT_UNLIKELY(len == 0)) {
			answer = -OS_EILSEQ;
			break;
		}
		seen++;
		if (marks)
			run->starts[at] |= 1;
		if (!stops || (opcode < X86_STOPS && stops[opcode])) {
			run->before = before;
			answer = 1;
			break;
		}
	}
	run->at = at;
	run->len = len;
	run->opcode = opcode;
	run->seen = seen;
	return answer;
}

int x86_run(struct x86_run *run, const uint8_t *stops, bool long_mode)
{
	if (run->starts)
		return long_mode ? run_on(run, stops, true, true) : run_on(run, stops, false, true);
	return long_mode ? run_on(run, stops, true, false) : run_on(run, stops, false, false);
}
