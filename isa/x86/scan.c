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

#include "base/bits.h"

#define IRET       0xcf

#define SECOND_MAP (X86_MAP_L0F << 8)

/* Those of spec/isa/x86.insn that may be jumps or returns, but for iret. */
#define MAY_LEAVE                                                                                    \
	[0x70 ... 0x7f] = 1, [0xc2 ... 0xc3] = 1, [0xca ... 0xcb] = 1, [0xe0 ... 0xe3] = 1,          \
		  [0xe9 ... 0xeb] = 1, [0xff] = 1, [SECOND_MAP + 0x01] = 1, [SECOND_MAP + 0x07] = 1, \
		  [SECOND_MAP + 0x35] = 1, [SECOND_MAP + 0x80 ... SECOND_MAP + 0x8f] = 1, [SECOND_MAP + 0xaa] = 1

static const uint8_t may_leave[X86_STOPS] = { MAY_LEAVE };

/* These, calls, and iret. */
static const uint8_t may_flow[X86_STOPS] = { MAY_LEAVE, [0x9a] = 1, [IRET] = 1, [0xe8] = 1 };

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

/*
 * The distance of a direct jump without prefixes, whose @len bytes begin at @code; 0, which leads to
 * the next instruction, for all else.
 */
static int64_t plain_distance(const uint8_t *code, unsigned int len)
{
	if ((len == 2 && ((code[0] & 0xf0) == 0x70 || code[0] == 0xeb)) || (len == 5 && code[0] == 0xe9) ||
	    (len == 6 && code[0] == 0x0f && (code[1] & 0xf0) == 0x80))
		return x86_distance(code, len);
	return 0;
}

/* The part of a function in which jumps stay: after the entry site, and no thunk is there. */
struct inner {
	uint64_t first;
	uint64_t size;
};

static struct inner inner_of(const struct isa_scan_env *env)
{
	struct inner inner = { env->entry ? env->entry + 1 : env->func, 0 };
	size_t i;

	for (i = 0; i < env->return_thunk_count; i++) {
		if (env->return_thunks[i] >= env->func && env->return_thunks[i] < env->end)
			return inner;
	}
	if (env->end > inner.first)
		inner.size = env->end - inner.first;
	return inner;
}

/*
 * Nearly every jump stays in its function, and a look at its distance costs a tenth of decoding it.
 * @next: the address after the @len bytes at @code. False: it has to be decoded.
 */
static bool stays(const struct inner *inner, const uint8_t *code, unsigned int len, uint64_t next)
{
	int64_t distance = plain_distance(code, len);

	return distance != 0 && next + (uint64_t)distance - inner->first < inner->size;
}

static bool is_push(unsigned int opcode)
{
	return opcode >> 8 == X86_MAP_L1 && (opcode & 0xf8) == 0x50;
}

long x86_scan_sites(const uint8_t *code, const struct isa_scan_env *env, const struct x86_frame *frame,
		    int (*report)(void *arg, const struct isa_candidate *candidate), void *arg)
{
	struct x86_run run = { .code = code, .size = (size_t)(env->end - env->func) };
	const struct inner inner = inner_of(env);
	struct isa_candidate candidate;
	int answer;

	while ((answer = x86_run(&run, may_leave, frame->long_mode)) == 1) {
		if (stays(&inner, code + run.at, run.len, env->func + run.at + run.len))
			continue;
		x86_decode(code + run.at, run.size - run.at, env->func + run.at, frame, &candidate.insn);
		if (!leaves(&candidate, env) || (is_push(run.before) && candidate.kind == ISA_CANDIDATE_RETURN))
			continue;
		answer = report(arg, &candidate);
		if (answer != 0)
			return answer;
	}
	return answer == 0 ? run.seen : answer;
}

/* ---- jumps by their bytes -------------------------------------------------------------------- */

#define RESIZES 1 /* no jump: an operand-size prefix, which changes how far one leads */
#define SHORT   2
#define LONG    5
#define LONG_0F 6 /* when the second byte is 0x8x */

/* Bytes that a direct jump without prefixes has, by its first one. */
static const uint8_t jump_len[256] = {
	[0x66] = RESIZES, [0x70 ... 0x7f] = SHORT, [0xe0 ... 0xe3] = SHORT,
	[0xeb] = SHORT,   [0xe9] = LONG,           [0x0f] = LONG_0F,
};

/* Whether an operand-size prefix is before the jump at @at, with nothing but prefixes between. */
static bool is_resized(const uint8_t *code, size_t at, bool long_mode)
{
	while (at > 0 && x86_is_prefix(code[--at], long_mode)) {
		if (jump_len[code[at]] == RESIZES)
			return true;
	}
	return false;
}

#define WORD  8u
#define EACH  0x0101010101010101ull
#define REACH 128u /* bytes: no short jump leads further from its end */

/* The lowest bit that is set is the highest one of the first byte that is @byte. */
static uint64_t equals(uint64_t word, uint8_t byte)
{
	word ^= EACH * byte;
	return (word - EACH) & ~word & EACH << 7;
}

/* Offset of the first byte of a word at @code with which a long jump may begin; WORD: there is none. */
static size_t first_long(const uint8_t *code)
{
	uint64_t word = DT_GET64(code), found = equals(word, 0xe9) | equals(word, 0x0f);

	return found ? (dt_bits(found & (0 - found)) - 1) / 8 : WORD;
}

/* Where a short jump can only stay, eight bytes are looked at together. */
int x86_find_jumps(const uint8_t *code, const struct isa_scan_env *env, bool long_mode,
		   int (*report)(void *arg, uint64_t target), void *arg)
{
	const uint64_t stay = env->entry + 1, stays = env->end - stay;
	const size_t size = (size_t)(env->end - env->func), near = (size_t)(env->entry - env->func) + REACH;
	size_t at, skip, resizes = SIZE_MAX / 2;
	uint64_t target;
	unsigned int len;
	int answer;

	for (at = 0; at < size; at++) {
		if (at > near && at + WORD + REACH < size) {
			skip = first_long(code + at);
			if (skip == WORD) {
				at += WORD - 1;
				continue;
			}
			at += skip;
			resizes = at; /* one may have been passed */
		}
		len = jump_len[code[at]];
		if (DT_LIKELY(len == 0) || at + 1 == size || (len == LONG_0F && (code[at + 1] & 0xf0) != 0x80))
			continue;
		if (len == RESIZES) {
			resizes = at; /* of several before a jump the last one will do */
			continue;
		}
		target = stay; /* one with fewer bytes may be there when it is resized */
		if (at + len <= size)
			target = env->func + at + len + (uint64_t)x86_distance(code + at, len);
		if (!long_mode)
			target = (uint32_t)target;
		answer = target - stay < stays ? 0 : report(arg, target);
		if (DT_UNLIKELY(at - resizes < X86_INSN_MAX) && !answer && is_resized(code, at, long_mode))
			answer = report(arg, env->entry); /* who knows */
		if (answer != 0)
			return answer;
	}
	return 0;
}

/* ---- every instruction ----------------------------------------------------------------------- */

/* Usually few classes are wanted, and most other instructions are ruled out without being decoded. */
long x86_scan_insns(const uint8_t *code, const struct isa_scan_env *env, const struct x86_frame *frame,
		    int (*report)(void *arg, const struct isa_insn *insn), void *arg)
{
	struct x86_run run = { .code = code, .size = (size_t)(env->end - env->func), .starts = env->starts };
	const uint32_t classes = env->classes ? env->classes : ~0u;
	const uint8_t *stops = classes & ~ISA_CLASSES_FLOW ? NULL : may_flow;
	struct isa_insn in;
	int answer;

	while ((answer = x86_run(&run, stops, frame->long_mode)) == 1) {
		x86_decode(code + run.at, run.size - run.at, env->func + run.at, frame, &in);
		name_return(&in, env);
		if (!(classes >> in.class & 1))
			continue;
		answer = report(arg, &in);
		if (answer != 0)
			return answer;
	}
	return answer == 0 ? run.seen : answer;
}
