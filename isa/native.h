/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native.h - small programs as this CPU's own instructions: the third contract between the tracer and a CPU.
 *
 * Theory. A program is a list of instructions for a machine with ISA_NATIVE_REGS registers of 64 bits, which are
 * memory: the first words of a frame that the caller owns. Most are one line of C. What is more is a call of a helper, which
 * finds everything in the frame. Branches lead forwards only, so every program ends.
 *
 *      C: value = code(frame) --> begin, instruction 0, ..., instruction n-1, end
 *                                      | call            | helper's return: not 0
 *                                      v                 v
 *                                   helper(frame, word)  end: the value is 0
 *
 * The code is position-dependent: it is made for the address where it will be. It has the frame record or frame pointer
 * that the CPU's calling convention knows, so that walks through the stack find its caller, and a landing pad. It uses
 * no memory but its part of the stack and the frame, and no register of vectors.
 *
 * All functions are pure, as in isa.h: no state, no allocation, any context but probe context. Who writes the bytes
 * makes CPUs see them (os.h).
 */
#ifndef ISA_NATIVE_H
#define ISA_NATIVE_H

#include "isa/isa.h"

#define ISA_NATIVE_REGS 10u
#define ISA_NATIVE_MAX  48u /* bytes: no instruction, nor the beginning or the end, is longer on any CPU */

enum isa_native_op {
	ISA_NATIVE_CONST, /* rd = value */
	ISA_NATIVE_MOVE,  /* rd = r1 */
	ISA_NATIVE_NOT,   /* rd = ~r1 */
	ISA_NATIVE_OR,    /* rd = r1 | r2; the others likewise */
	ISA_NATIVE_XOR,
	ISA_NATIVE_AND,
	ISA_NATIVE_ADD,
	ISA_NATIVE_SUB,
	ISA_NATIVE_MUL,
	ISA_NATIVE_SLL, /* by the low six bits of r2; so the next two */
	ISA_NATIVE_SRL,
	ISA_NATIVE_SRA,
	ISA_NATIVE_BRANCH, /* to @target, when r1 and r2 are as @when says */
	ISA_NATIVE_CALL,   /* the helper at @value, with @word */
	ISA_NATIVE_RETURN, /* r1 */
	ISA_NATIVE_OPS
};

/* How r1 is to r2. Those with a U compare without signs. */
enum isa_native_when {
	ISA_NATIVE_E,
	ISA_NATIVE_NE,
	ISA_NATIVE_L,
	ISA_NATIVE_GE,
	ISA_NATIVE_LE,
	ISA_NATIVE_G,
	ISA_NATIVE_LU,
	ISA_NATIVE_GEU,
	ISA_NATIVE_LEU,
	ISA_NATIVE_GU,
	ISA_NATIVE_ALWAYS
};

struct isa_native_insn {
	uint8_t op;   /* enum isa_native_op */
	uint8_t when; /* enum isa_native_when */
	uint8_t rd, r1, r2;
	uint32_t word;
	uint32_t target; /* index of a later instruction */
	uint64_t value;
};

/*
 * A helper: an ordinary function of the caller. Return: 0 to go on. Code that isa_native_make() has made is called
 * likewise, by a pointer of the second type. ISA_NATIVE_CC (<isa_types.h>): how, where a CPU has several ways.
 */
#define ISA_NATIVE_HELPER(name) int ISA_NATIVE_CC name(void *frame, uint32_t word)
#define ISA_NATIVE_CODE(name)   uint64_t(ISA_NATIVE_CC *name)(void *frame)

/* Where code will be. */
struct isa_native_place {
	uint64_t addr;
	/* where returns jump to, in kernels that have such a place (os_code_return); 0: code returns by
	 * itself. Only x86 has such kernels: the other CPUs' code always does */
	uint64_t thunk;
};

struct isa_emit;

/* struct isa_native - one CPU. The functions are the backends'. Each returns false without room, or out of reach. */
struct isa_native {
	const struct isa *isa;
	bool (*begin)(struct isa_emit *to);
	/* @target: the address where a branch leads, or to go to when the helper does not return 0 */
	bool (*insn)(struct isa_emit *to, const struct isa_native_insn *in, uint64_t target, uint64_t thunk);
	bool (*end)(struct isa_emit *to, uint64_t thunk); /* return 0 */
};

/* The tables: isa_native_NAME of every CPU in spec/isa.def. */
#define DT_ISA(name) extern const struct isa_native isa_native_##name;
#include "spec/isa.def"
#undef DT_ISA

/*
 * isa_native_make - make code of a program.
 * args:    @program: registers are less than ISA_NATIVE_REGS, a target comes after its branch, the last
 *          instruction is RETURN; @offsets room for @count + 1 numbers; @bytes of @size: (@count + 2) * ISA_NATIVE_MAX are enough.
 * return:  bytes used; 0: a helper or the thunk is too far away for a call, or there was no room.
 */
size_t isa_native_make(const struct isa_native *cpu, const struct isa_native_insn *program, uint32_t count,
		       const struct isa_native_place *place, uint32_t *offsets, uint8_t *bytes, size_t size);

#endif
