/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * scan.h - scan_sites() of CPUs whose instructions are fixed bit patterns: one pass over a function in address order.
 *
 * Two things that are not the function's instructions may stand behind its last one, because its size is often known only
 * as the distance to the next symbol: padding of zeros, and the 8 bytes that the kernel keeps in front of an ftrace-able
 * function (the address of its ftrace_ops: data, and dangerous to write to). Both are recognised; everything else that
 * does not decode ends the scan.
 *
 * Between a load-exclusive and its store-exclusive a trap would take the reservation away, for ever: the candidates there are
 * turned to REJECT(ATOMIC). A load-exclusive without a store-exclusive after it (a wait for an event) guards nothing.
 */
#ifndef ISA_GENERIC_SCAN_H
#define ISA_GENERIC_SCAN_H

#include "isa/generic/mem.h"

/* What differs between CPUs. */
struct isa_scan_rules {
	enum isa_verdict (*decode)(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in);
	void (*pair)(const struct isa_insn *before, struct isa_insn *in);	/* resolve a two-instruction jump; may be NULL */
	uint16_t load_exclusive;		/* isa_insn.op */
	uint16_t store_exclusive;
	uint16_t exclusive_span;		/* bytes after which a sequence is not one any more */
	uint32_t literal_high;			/* bits that the high word of a kernel address has, which no instruction has */
};

static inline size_t isa_scan_end(const uint8_t *code, const struct isa_scan_env *env, uint32_t literal_high)
{
	size_t size = (size_t)(env->end - env->func);
	uint32_t high;

	if (size < 16 || (env->end & 7))
		return size;
	high = (uint32_t)code[size - 4] | (uint32_t)code[size - 3] << 8 | (uint32_t)code[size - 2] << 16 |
	       (uint32_t)code[size - 1] << 24;
	return (high & literal_high) == literal_high ? size - 8 : size;
}

static inline bool isa_scan_zeros(const uint8_t *code, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++) {
		if (code[i])
			return false;
	}
	return true;
}

/* May the function stop behind @in? It does not go on, or the call or trap before the padding does not come back. */
static inline bool isa_scan_may_stop(const struct isa_insn *in)
{
	return in->ends_flow || in->class == ISA_CLASS_CALL || in->class == ISA_CLASS_BREAK || in->class == ISA_CLASS_NOP;
}

/* Offset behind the store-exclusive that belongs to the load-exclusive before @at, or 0. */
static inline size_t isa_scan_exclusive(const struct isa_scan_rules *rules, const uint8_t *code, size_t at, size_t size)
{
	size_t end = at + rules->exclusive_span;
	struct isa_insn in;

	for (; at < size && at < end; at += in.len) {
		rules->decode(code + at, size - at, 0, &in);
		if (in.len == 0 || in.ends_flow)
			break;
		if (in.op == rules->store_exclusive)
			return at + in.len;
	}
	return 0;
}

/* Is the place of @candidate->insn one where the function is left? Sets the kind. */
static inline bool isa_scan_leaves(const struct isa_scan_env *env, struct isa_candidate *candidate)
{
	const struct isa_insn *in = &candidate->insn;
	bool outside = in->target < env->func || in->target >= env->end;

	candidate->kind = ISA_CANDIDATE_TAIL_JUMP;
	switch (in->class) {
	case ISA_CLASS_RETURN:
		candidate->kind = ISA_CANDIDATE_RETURN;
		return true;
	case ISA_CLASS_JUMP:
	case ISA_CLASS_BRANCH:
		return outside;
	case ISA_CLASS_IJUMP:
		return in->target == 0 || outside;
	default:
		return false;
	}
}

static inline long isa_scan_fixed(const struct isa_scan_rules *rules, const uint8_t *code, const struct isa_scan_env *env,
				  int (*report)(void *arg, const struct isa_candidate *candidate), void *arg)
{
	size_t size = isa_scan_end(code, env, rules->literal_high), at = 0, atomic_end = 0;
	struct isa_candidate candidate;
	struct isa_insn *in = &candidate.insn, before;
	long count = 0;
	int ret;

	before.len = 0;
	before.ends_flow = false;
	before.class = ISA_CLASS_OTHER;
	for (; at < size; at += in->len) {
		rules->decode(code + at, size - at, env->func + at, in);
		if (in->len == 0)
			return isa_scan_may_stop(&before) && isa_scan_zeros(code + at, size - at) ? count : -ISA_EILSEQ;
		count++;
		if (rules->pair && before.len)
			rules->pair(&before, in);
		if (in->op == rules->load_exclusive && at >= atomic_end)
			atomic_end = isa_scan_exclusive(rules, code, at + in->len, size);
		before = *in;
		if (!isa_scan_leaves(env, &candidate))
			continue;
		if (at < atomic_end) {
			in->verdict = ISA_REJECT;
			in->reason = ISA_REASON_ATOMIC;
		}
		ret = report(arg, &candidate);
		if (ret != 0)
			return ret;
	}
	return count;
}

#endif
