/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * scan.c - where a function is left: every instruction is walked by length, and only those that may
 * leave are decoded.
 *
 * A conditional jump out of the function is reported as a tail jump of class BRANCH, an indirect
 * jump as one of class IJUMP (kernels compiled with retpolines have no jump tables, so it does
 * leave); far returns are reported with verdict REJECT. `push; ret` is the call of an inlined
 * retpoline, not a return. Nor is iret: outside entry code it goes on at the next instruction, to
 * make the CPU fetch it anew. Each provider decides which of these it offers. Jumps to a function's
 * own cold part look like tail jumps here: only symbols tell them apart.
 */
#include "isa/x86/x86.h"

#define IRET 0xcf

static bool may_leave(unsigned int map, unsigned int op)
{
	if (map == X86_MAP_L1)
		return (op & 0xf0) == 0x70 || op == 0xc2 || op == 0xc3 || (op >= 0xca && op != 0xe8 && op != IRET);
	return map == X86_MAP_L0F && ((op & 0xf0) == 0x80 || op == 0x07 || op == 0x35 || op == 0x01 || op == 0xaa);
}

static bool is_return_thunk(const struct isa_scan_env *env, uint64_t target)
{
	size_t i;

	for (i = 0; i < env->return_thunk_count; i++) {
		if (env->return_thunks[i] == target)
			return true;
	}
	return false;
}

/*
 * A jump to a return thunk is still emulated as the jump it is: the thunk does the CPU's
 * mitigation, and its own return.
 */
static bool name_return(struct isa_insn *in, const struct isa_scan_env *env)
{
	if (in->class != ISA_CLASS_JUMP || !is_return_thunk(env, in->target))
		return false;
	in->class = ISA_CLASS_RETURN;
	return true;
}

/* Does the decoded instruction leave the function? Then *@candidate is complete. */
static bool leaves(struct isa_candidate *candidate, const struct isa_scan_env *env)
{
	struct isa_insn *in = &candidate->insn;

	candidate->kind = ISA_CANDIDATE_TAIL_JUMP;
	switch (in->class) {
	case ISA_CLASS_RETURN:
		candidate->kind = ISA_CANDIDATE_RETURN;
		return true;
	case ISA_CLASS_IJUMP:
		return true;
	case ISA_CLASS_JUMP:
	case ISA_CLASS_BRANCH:
		if (env->entry && in->target >= env->func && in->target <= env->entry) {
			candidate->kind = ISA_CANDIDATE_REENTRY;
			return true;
		}
		if (name_return(in, env)) {
			candidate->kind = ISA_CANDIDATE_RETURN;
			return true;
		}
		return in->target < env->func || in->target >= env->end;
	default:
		return false;
	}
}

static bool is_push(unsigned int map, unsigned int op)
{
	return map == X86_MAP_L1 && (op & 0xf8) == 0x50;
}

long x86_scan_sites(const uint8_t *code, const struct isa_scan_env *env, const struct x86_frame *frame,
		    int (*report)(void *arg, const struct isa_candidate *candidate), void *arg)
{
	const size_t size = (size_t)(env->end - env->func);
	struct isa_candidate candidate;
	unsigned int opcode;
	bool pushed = false; /* by the instruction before */
	unsigned int len;
	size_t at = 0;
	long seen = 0;
	int answer;

	while (at < size) {
		len = x86_step(code + at, size - at, frame->long_mode, &opcode);
		if (len == 0)
			return -OS_EILSEQ;
		if (may_leave(opcode >> 8, opcode & 0xff)) {
			x86_decode(code + at, size - at, env->func + at, frame, &candidate.insn);
			if (leaves(&candidate, env) && !(pushed && candidate.kind == ISA_CANDIDATE_RETURN)) {
				answer = report(arg, &candidate);
				if (answer != 0)
					return answer;
			}
		}
		pushed = is_push(opcode >> 8, opcode & 0xff);
		at += len;
		seen++;
	}
	return seen;
}

/* ---- every instruction ----------------------------------------------------------------------- */

#define FLOW                                                                                            \
	(1u << ISA_CLASS_CALL | 1u << ISA_CLASS_JUMP | 1u << ISA_CLASS_IJUMP | 1u << ISA_CLASS_BRANCH | \
	 1u << ISA_CLASS_RETURN)

/*
 * Usually few classes are wanted, and most other instructions are ruled out without being decoded.
 */
static bool may_be(uint32_t classes, unsigned int map, unsigned int op)
{
	return classes & ~FLOW || may_leave(map, op) || (map == X86_MAP_L1 && (op == 0xe8 || op == 0x9a || op == IRET));
}

long x86_scan_insns(const uint8_t *code, const struct isa_scan_env *env, const struct x86_frame *frame,
		    int (*report)(void *arg, const struct isa_insn *insn), void *arg)
{
	const size_t size = (size_t)(env->end - env->func);
	const uint32_t classes = env->classes ? env->classes : ~0u;
	struct isa_insn in;
	unsigned int opcode;
	unsigned int len;
	size_t at = 0;
	long seen = 0;
	int answer;

	for (; at < size; at += len, seen++) {
		len = x86_step(code + at, size - at, frame->long_mode, &opcode);
		if (len == 0)
			return -OS_EILSEQ;
		if (!may_be(classes, opcode >> 8, opcode & 0xff))
			continue;
		x86_decode(code + at, size - at, env->func + at, frame, &in);
		name_return(&in, env);
		if (!(classes >> in.class & 1))
			continue;
		answer = report(arg, &in);
		if (answer != 0)
			return answer;
	}
	return seen;
}
