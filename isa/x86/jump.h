/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump.h - isa/jump.h for either x86 mode; isa/x86_64/jump.c and isa/i386/jump.c have the tables. */
#ifndef ISA_X86_JUMP_H
#define ISA_X86_JUMP_H

#include "isa/generic/emit.h"

#define X86_JUMP_LEN 5 /* e9 rel32 */

/*
 * x86_put_rel32 - @opcode, of @opcode_len bytes, and the distance to @target in four. Return: ISA_JUMP_REACH;
 * ISA_JUMP_LONG, there is no room; or ISA_JUMP_POSSIBLE.
 */
enum isa_jump_refusal x86_put_rel32(struct isa_emit *to, unsigned int opcode, unsigned int opcode_len, uint64_t target,
				    bool long_mode);

/* As in struct isa_jump. */
enum isa_jump_refusal x86_jump_movable(const struct isa_insn *in, bool long_mode);
enum isa_jump_refusal x86_jump_move(struct isa_emit *to, const struct isa_insn *in, bool long_mode);
enum isa_jump_refusal x86_jump_call(struct isa_emit *to, uint64_t entry, bool long_mode);
enum isa_jump_refusal x86_jump_jump(struct isa_emit *to, uint64_t target, bool long_mode);

#endif
