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

#define WORD        8u
#define EACH        0x0101010101010101ull
#define RAMP        0x0706050403020100ull

#define SHORT_REACH 128u /* a short jump leads back 128 bytes at most, counted from its end */

static bool is_short_jump(const uint8_t *code, size_t distance)
{
	uint8_t opcode = distance >= 1 ? code[distance - 1] : 0;

	return (opcode & 0xf0) == 0x70 || (opcode & 0xfc) == 0xe0 || opcode == 0xeb;
}

static bool is_long_jump(const uint8_t *code, size_t distance)
{
	return (distance >= 1 && code[distance - 1] == 0xe9) ||
	       (distance >= 2 && (code[distance - 1] & 0xf0) == 0x80 && code[distance - 2] == 0x0f);
}

/* What is looked for. */
struct destination {
	const uint8_t *code;
	size_t size;
	uint64_t offset; /* from @code, modulo the size of an address */
	uint64_t mask;   /* of an address */
};

/* Whether the byte at @at begins the distance of a jump that leads there. */
static bool leads_there(const struct destination *to, size_t at)
{
	if (is_short_jump(to->code, at) && ((at + 1 + (uint64_t)(int8_t)to->code[at]) & to->mask) == to->offset)
		return true;
	return is_long_jump(to->code, at) && to->size - at >= 4 &&
	       ((at + 4 + (uint64_t)(int32_t)DT_GET32(to->code + at)) & to->mask) == to->offset;
}

static bool some_leads_there(const struct destination *to, size_t at, size_t end)
{
	for (; at < end; at++) {
		if (leads_there(to, at))
			return true;
	}
	return false;
}

/* Each byte less the other's, modulo 256. */
static uint64_t sub_bytes(uint64_t a, uint64_t b)
{
	const uint64_t high = EACH << 7;

	return ((a | high) - (b & ~high)) ^ ((a ^ ~b) & high);
}

/* Not 0 when some byte is. */
static uint64_t zero_byte(uint64_t word)
{
	return (word - EACH) & ~word & EACH << 7;
}

/*
 * The first byte of a distance and its own offset add up to the same for all jumps of a kind that lead to one place.
 * So eight bytes are compared together with what they would have to be, each one less than the one before; one word in
 * some tens has to be looked at byte by byte. An operand-size prefix makes an address of 16 bits (Intel SDM volume 2,
 * JMP; on CPUs that do not ignore it in 64-bit mode).
 */
bool x86_may_jump_to(const uint8_t *code, size_t size, uint64_t addr, uint64_t target, bool long_mode)
{
	struct destination to = { code, size, 0, long_mode ? ~0ull : 0xffffffff };
	uint64_t shorts, longs, word, found;
	size_t at, near;

	if (target <= 0xffff)
		return true;
	to.offset = (target - addr) & to.mask;
	near = to.offset < size ? (size_t)to.offset + SHORT_REACH : size;
	shorts = sub_bytes(EACH * ((to.offset - 1) & 0xff), RAMP);
	longs = sub_bytes(EACH * ((to.offset - 4) & 0xff), RAMP);
	for (at = 0; size - at >= WORD; at += WORD) {
		word = DT_GET64(code + at);
		found = zero_byte(word ^ longs);
		if (at < near) {
			found |= zero_byte(word ^ shorts);
			shorts = sub_bytes(shorts, EACH * WORD);
		}
		if (DT_UNLIKELY(found) && some_leads_there(&to, at, at + WORD))
			return true;
		longs = sub_bytes(longs, EACH * WORD);
	}
	return some_leads_there(&to, at, size);
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
