/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native.c - x86_64: small programs as machine code (isa/native.h). rbx is the frame. Kernels have their calls and
 * returns within 2 GiB of each other, so a call is `call rel32`.
 */
#include "isa/native.h"

#include "isa/x86/jump.h"

#define ENDBR64   0xfa1e0ff3u
#define AX        0u
#define CX        1u
#define AT_RBX(r) (0x43u | (r) << 3) /* ModRM: [rbx + disp8], and a register */

/* One-byte opcodes with an operand in memory; in 64-bit form after REX.W. */
#define REX_W     0x48u
#define LOAD      0x8bu
#define STORE     0x89u
#define CMP       0x3bu

static bool put(struct isa_emit *to, uint64_t bytes, unsigned int len)
{
	return isa_emit_put(to, bytes, len);
}

/* An instruction with @reg and the machine's register @number. */
static bool put_memory(struct isa_emit *to, unsigned int opcode, unsigned int reg, unsigned int number)
{
	return put(to, REX_W | opcode << 8 | AT_RBX(reg) << 16 | number * 8 << 24, 4);
}

static bool put_rel32(struct isa_emit *to, unsigned int opcode, unsigned int len, uint64_t target)
{
	return x86_put_rel32(to, opcode, len, target, true) == ISA_JUMP_POSSIBLE;
}

static bool begin(struct isa_emit *to)
{
	return put(to, ENDBR64, 4) && put(to, 0x55, 1) /* push rbp */ && put(to, 0xe58948, 3) /* mov rbp, rsp */ &&
	       put(to, 0x53, 1) /* push rbx */ && put(to, 0x08ec8348, 4) /* sub rsp, 8 */ &&
	       put(to, 0xfb8948, 3); /* mov rbx, rdi */
}

static bool leave(struct isa_emit *to, uint64_t thunk)
{
	/* add rsp, 8; pop rbx; pop rbp */
	if (!put(to, 0x08c48348, 4) || !put(to, 0x5d5b, 2))
		return false;
	return thunk ? put_rel32(to, 0xe9, 1, thunk) : put(to, 0xccc3, 2); /* ret; nothing is executed ahead of it */
}

static bool end(struct isa_emit *to, uint64_t thunk)
{
	return put(to, 0xc031, 2) /* xor eax, eax */ && leave(to, thunk);
}

static bool constant(struct isa_emit *to, const struct isa_native_insn *in)
{
	if (isa_emit_fits((int64_t)in->value, 32)) /* mov qword, imm32 */
		return put(to, REX_W | 0xc7u << 8 | AT_RBX(0) << 16 | in->rd * 8u << 24, 4) && put(to, in->value, 4);
	return put(to, 0xb848, 2) /* mov rax, imm64 */ && put(to, in->value, 8) && put_memory(to, STORE, AX, in->rd);
}

/* @extension: of the group D3. */
static bool shift(struct isa_emit *to, const struct isa_native_insn *in, unsigned int extension)
{
	return put_memory(to, LOAD, AX, in->r1) && put_memory(to, LOAD, CX, in->r2) &&
	       put(to, 0xd348u | (0xc0u | extension << 3) << 16, 3) && put_memory(to, STORE, AX, in->rd);
}

static bool operate(struct isa_emit *to, const struct isa_native_insn *in, unsigned int opcode)
{
	return put_memory(to, LOAD, AX, in->r1) && put_memory(to, opcode, AX, in->r2) &&
	       put_memory(to, STORE, AX, in->rd);
}

static bool multiply(struct isa_emit *to, const struct isa_native_insn *in)
{
	return put_memory(to, LOAD, AX, in->r1) && put(to, 0xaf0f48u | AT_RBX(AX) << 24, 4) && /* imul */
	       put(to, in->r2 * 8u, 1) && put_memory(to, STORE, AX, in->rd);
}

static bool branch(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target)
{
	/* condition codes, SDM volume 2, appendix B */
	static const uint8_t codes[] = {
		[ISA_NATIVE_E] = 4,   [ISA_NATIVE_NE] = 5, [ISA_NATIVE_L] = 12, [ISA_NATIVE_GE] = 13,
		[ISA_NATIVE_LE] = 14, [ISA_NATIVE_G] = 15, [ISA_NATIVE_LU] = 2, [ISA_NATIVE_GEU] = 3,
		[ISA_NATIVE_LEU] = 6, [ISA_NATIVE_GU] = 7
	};

	if (in->when == ISA_NATIVE_ALWAYS)
		return put_rel32(to, 0xe9, 1, target);
	return put_memory(to, LOAD, AX, in->r1) && put_memory(to, CMP, AX, in->r2) &&
	       put_rel32(to, 0x800fu | (unsigned int)codes[in->when] << 8, 2, target);
}

static bool call(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target)
{
	return put(to, 0xdf8948, 3) /* mov rdi, rbx */ && put(to, 0xbe, 1) && put(to, in->word, 4) /* mov esi */ &&
	       put_rel32(to, 0xe8, 1, in->value) && put(to, 0xc085, 2) /* test eax, eax */ &&
	       put_rel32(to, 0x850f, 2, target);
}

static bool insn(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target, uint64_t thunk)
{
	switch (in->op) {
	case ISA_NATIVE_CONST:
		return constant(to, in);
	case ISA_NATIVE_MOVE:
		return put_memory(to, LOAD, AX, in->r1) && put_memory(to, STORE, AX, in->rd);
	case ISA_NATIVE_NOT:
		return put_memory(to, LOAD, AX, in->r1) && put(to, 0xd0f748, 3) && put_memory(to, STORE, AX, in->rd);
	case ISA_NATIVE_OR:
		return operate(to, in, 0x0b);
	case ISA_NATIVE_XOR:
		return operate(to, in, 0x33);
	case ISA_NATIVE_AND:
		return operate(to, in, 0x23);
	case ISA_NATIVE_ADD:
		return operate(to, in, 0x03);
	case ISA_NATIVE_SUB:
		return operate(to, in, 0x2b);
	case ISA_NATIVE_MUL:
		return multiply(to, in);
	case ISA_NATIVE_SLL:
		return shift(to, in, 4);
	case ISA_NATIVE_SRL:
		return shift(to, in, 5);
	case ISA_NATIVE_SRA:
		return shift(to, in, 7);
	case ISA_NATIVE_BRANCH:
		return branch(to, in, target);
	case ISA_NATIVE_CALL:
		return call(to, in, target);
	case ISA_NATIVE_RETURN:
		return put_memory(to, LOAD, AX, in->r1) && leave(to, thunk);
	default:
		return false;
	}
}

const struct isa_native isa_native_x86_64 = { &isa_x86_64, begin, insn, end };
