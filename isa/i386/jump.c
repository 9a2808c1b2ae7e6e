/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump.c - i386: isa/x86/jump.c bound to this mode, and the table. */
#include "isa/x86/jump.h"
#include "isa/i386/isa_types.h"

static enum isa_jump_refusal movable(const struct isa_insn *in)
{
	return x86_jump_movable(in, false);
}

static enum isa_jump_refusal move(struct isa_emit *to, const struct isa_insn *in)
{
	return x86_jump_move(to, in, false);
}

static enum isa_jump_refusal call(struct isa_emit *to, uint64_t entry)
{
	return x86_jump_call(to, entry, false);
}

static enum isa_jump_refusal jump(struct isa_emit *to, uint64_t target)
{
	return x86_jump_jump(to, target, false);
}

const struct isa_jump isa_jump_i386 = {
	.isa = &isa_i386,
	.len = X86_JUMP_LEN,
	.unit = ISA_SELF_STUB_UNIT,
	.back = ISA_SELF_STUB_BACK,
	.movable = movable,
	.move = move,
	.call = call,
	.jump = jump,
};
