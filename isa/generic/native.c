/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native.c - programs as a CPU's own instructions (isa/native.h). There are two passes. An instruction is as long
 * whatever its target is, so the first pass finds where each one begins, and the second writes the targets.
 */
#include "isa/native.h"

#include "isa/generic/emit.h"

/* Return: false: no room, or out of reach. @offsets: of each instruction, and the end; read and written. */
static bool write_all(const struct isa_native *cpu, const struct isa_native_insn *program, uint32_t count,
		      uint64_t thunk, uint32_t *offsets, struct isa_emit *to)
{
	uint64_t target;
	uint32_t i;

	if (!cpu->begin(to))
		return false;
	for (i = 0; i < count; i++) {
		target = to->addr + offsets[program[i].op == ISA_NATIVE_BRANCH ? program[i].target : count];
		offsets[i] = to->used;
		if (!cpu->insn(to, &program[i], target, thunk))
			return false;
	}
	offsets[count] = to->used;
	return cpu->end(to, thunk);
}

size_t isa_native_make(const struct isa_native *cpu, const struct isa_native_insn *program, uint32_t count,
		       const struct isa_native_place *place, uint32_t *offsets, uint8_t *bytes, size_t size)
{
	struct isa_emit first = { .bytes = bytes, .addr = place->addr, .size = (unsigned int)size }, second = first;
	uint32_t i;

	for (i = 0; i <= count; i++)
		offsets[i] = 0;
	if (!write_all(cpu, program, count, place->thunk, offsets, &first) ||
	    !write_all(cpu, program, count, place->thunk, offsets, &second))
		return 0;
	return second.used;
}
