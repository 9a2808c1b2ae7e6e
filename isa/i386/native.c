/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native.c - i386: small programs as machine code (isa/native.h). ebx is the frame; a number of the machine is two
 * words there, and edx:eax here. Arguments of calls are in eax and edx (ISA_NATIVE_CC is regparm(3), as in the kernel).
 */
#include "isa/native.h"

#include "isa/x86/jump.h"

#define ENDBR32   0xfb1e0ff3u
#define AX        0u
#define CX        1u
#define DX        2u
#define AT_EBX(r) (0x43u | (r) << 3) /* ModRM: [ebx + disp8], and a register */

#define LOAD      0x8bu
#define STORE     0x89u
#define CMP       0x3bu
#define SBB       0x1bu
#define XOR       0x33u

static bool put(struct isa_emit *to, uint64_t bytes, unsigned int len)
{
	return isa_emit_put(to, bytes, len);
}

/* An instruction with @reg and the low or the high word of the machine's register @number. */
static bool put_low(struct isa_emit *to, unsigned int opcode, unsigned int reg, unsigned int number)
{
	return put(to, opcode | AT_EBX(reg) << 8 | number * 8 << 16, 3);
}

static bool put_high(struct isa_emit *to, unsigned int opcode, unsigned int reg, unsigned int number)
{
	return put(to, opcode | AT_EBX(reg) << 8 | (number * 8 + 4) << 16, 3);
}

/* edx:eax from the machine's register, or to it. */
static bool put_pair(struct isa_emit *to, unsigned int opcode, unsigned int number)
{
	return put_low(to, opcode, AX, number) && put_high(to, opcode, DX, number);
}

static bool put_rel32(struct isa_emit *to, unsigned int opcode, unsigned int len, uint64_t target)
{
	return x86_put_rel32(to, opcode, len, target, false) == ISA_JUMP_POSSIBLE;
}

static bool begin(struct isa_emit *to)
{
	return put(to, ENDBR32, 4) && put(to, 0x55, 1) /* push ebp */ && put(to, 0xe589, 2) /* mov ebp, esp */ &&
	       put(to, 0x53, 1) /* push ebx */ && put(to, 0x04ec83, 3) /* sub esp, 4 */ &&
	       put(to, 0xc389, 2); /* mov ebx, eax */
}

static bool leave(struct isa_emit *to, uint64_t thunk)
{
	/* add esp, 4; pop ebx; pop ebp */
	if (!put(to, 0x04c483, 3) || !put(to, 0x5d5b, 2))
		return false;
	return thunk ? put_rel32(to, 0xe9, 1, thunk) : put(to, 0xccc3, 2); /* ret; nothing is executed ahead of it */
}

static bool end(struct isa_emit *to, uint64_t thunk)
{
	return put(to, 0xc031, 2) /* xor eax, eax */ && put(to, 0xd231, 2) /* xor edx, edx */ && leave(to, thunk);
}

/* mov dword, imm32 */
static bool constant(struct isa_emit *to, const struct isa_native_insn *in)
{
	return put_low(to, 0xc7, 0, in->rd) && put(to, in->value, 4) && put_high(to, 0xc7, 0, in->rd) &&
	       put(to, in->value >> 32, 4);
}

static bool operate(struct isa_emit *to, const struct isa_native_insn *in, unsigned int low, unsigned int high)
{
	return put_pair(to, LOAD, in->r1) && put_low(to, low, AX, in->r2) && put_high(to, high, DX, in->r2) &&
	       put_pair(to, STORE, in->rd);
}

/* low * low, and to its high word the low ones of high * low and low * high */
static bool multiply(struct isa_emit *to, const struct isa_native_insn *in)
{
	return put_low(to, LOAD, AX, in->r1) && put_low(to, 0xf7, 4, in->r2) /* mul */ &&
	       put_high(to, LOAD, CX, in->r1) && put(to, 0x0f, 1) && put_low(to, 0xaf, CX, in->r2) /* imul */ &&
	       put(to, 0xca01, 2) /* add edx, ecx */ && put_low(to, LOAD, CX, in->r1) && put(to, 0x0f, 1) &&
	       put_high(to, 0xaf, CX, in->r2) && put(to, 0xca01, 2) && put_pair(to, STORE, in->rd);
}

/* A shift of two words is by at most 31; from 32 on one word becomes the other, and @rest fills. */
static bool shift(struct isa_emit *to, const struct isa_native_insn *in, uint64_t both, unsigned int both_len,
		  uint64_t rest, unsigned int rest_len)
{
	return put_pair(to, LOAD, in->r1) && put_low(to, LOAD, CX, in->r2) && put(to, both, both_len) &&
	       put(to, 0x20c1f6, 3) /* test cl, 32 */ && put(to, 0x74u | rest_len << 8, 2) /* je */ &&
	       put(to, rest, rest_len) && put_pair(to, STORE, in->rd);
}

/* edx:eax = a - b, for the flags but for `equal` */
static bool compare(struct isa_emit *to, unsigned int a, unsigned int b)
{
	return put_low(to, LOAD, AX, a) && put_low(to, CMP, AX, b) && put_high(to, LOAD, DX, a) &&
	       put_high(to, SBB, DX, b);
}

static bool branch(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target)
{
	switch (in->when) {
	case ISA_NATIVE_E:
	case ISA_NATIVE_NE: /* or eax, edx; je or jne */
		return put_pair(to, LOAD, in->r1) && put_low(to, XOR, AX, in->r2) && put_high(to, XOR, DX, in->r2) &&
		       put(to, 0xd009, 2) && put_rel32(to, in->when == ISA_NATIVE_E ? 0x840f : 0x850f, 2, target);
	case ISA_NATIVE_L:
		return compare(to, in->r1, in->r2) && put_rel32(to, 0x8c0f, 2, target);
	case ISA_NATIVE_GE:
		return compare(to, in->r1, in->r2) && put_rel32(to, 0x8d0f, 2, target);
	case ISA_NATIVE_G:
		return compare(to, in->r2, in->r1) && put_rel32(to, 0x8c0f, 2, target);
	case ISA_NATIVE_LE:
		return compare(to, in->r2, in->r1) && put_rel32(to, 0x8d0f, 2, target);
	case ISA_NATIVE_LU:
		return compare(to, in->r1, in->r2) && put_rel32(to, 0x820f, 2, target);
	case ISA_NATIVE_GEU:
		return compare(to, in->r1, in->r2) && put_rel32(to, 0x830f, 2, target);
	case ISA_NATIVE_GU:
		return compare(to, in->r2, in->r1) && put_rel32(to, 0x820f, 2, target);
	case ISA_NATIVE_LEU:
		return compare(to, in->r2, in->r1) && put_rel32(to, 0x830f, 2, target);
	default:
		return put_rel32(to, 0xe9, 1, target);
	}
}

static bool call(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target)
{
	return put(to, 0xd889, 2) /* mov eax, ebx */ && put(to, 0xba, 1) && put(to, in->word, 4) /* mov edx */ &&
	       put_rel32(to, 0xe8, 1, in->value) && put(to, 0xc085, 2) /* test eax, eax */ &&
	       put_rel32(to, 0x850f, 2, target);
}

static bool insn(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target, uint64_t thunk)
{
	switch (in->op) {
	case ISA_NATIVE_CONST:
		return constant(to, in);
	case ISA_NATIVE_MOVE:
		return put_pair(to, LOAD, in->r1) && put_pair(to, STORE, in->rd);
	case ISA_NATIVE_NOT: /* not eax; not edx */
		return put_pair(to, LOAD, in->r1) && put(to, 0xd2f7d0f7, 4) && put_pair(to, STORE, in->rd);
	case ISA_NATIVE_OR:
		return operate(to, in, 0x0b, 0x0b);
	case ISA_NATIVE_XOR:
		return operate(to, in, XOR, XOR);
	case ISA_NATIVE_AND:
		return operate(to, in, 0x23, 0x23);
	case ISA_NATIVE_ADD: /* adc */
		return operate(to, in, 0x03, 0x13);
	case ISA_NATIVE_SUB:
		return operate(to, in, 0x2b, SBB);
	case ISA_NATIVE_MUL:
		return multiply(to, in);
	case ISA_NATIVE_SLL: /* shld edx, eax, cl; shl eax, cl; mov edx, eax; xor eax, eax */
		return shift(to, in, 0xe0d3c2a50f, 5, 0xc031c289, 4);
	case ISA_NATIVE_SRL: /* shrd eax, edx, cl; shr edx, cl; mov eax, edx; xor edx, edx */
		return shift(to, in, 0xead3d0ad0f, 5, 0xd231d089, 4);
	case ISA_NATIVE_SRA: /* shrd eax, edx, cl; sar edx, cl; mov eax, edx; sar edx, 31 */
		return shift(to, in, 0xfad3d0ad0f, 5, 0x1ffac1d089, 5);
	case ISA_NATIVE_BRANCH:
		return branch(to, in, target);
	case ISA_NATIVE_CALL:
		return call(to, in, target);
	case ISA_NATIVE_RETURN:
		return put_pair(to, LOAD, in->r1) && leave(to, thunk);
	default:
		return false;
	}
}

const struct isa_native isa_native_i386 = { &isa_i386, begin, insn, end };
