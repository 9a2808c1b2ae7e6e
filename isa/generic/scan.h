/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * scan.h - scan_sites() of CPUs whose instructions are fixed bit patterns: one pass over a function in address order.
 *
 * A function's size is often known only as the distance to the next symbol, so bytes that are not
 * its instructions may follow its last one: instructions that the kernel copies over others when it
 * starts (they are at the end of an object file, after its last function), padding of zeros, NOPs
 * that leave the kernel room for an address, and the 8 bytes in front of an ftrace-able function
 * that the kernel uses (the address of its ftrace_ops: data, and dangerous to write to). The scan
 * recognises these; any other bytes that do not decode end it.
 *
 * Between a load-exclusive and its store-exclusive a trap would break the reservation each time:
 * the candidates there become REJECT(ATOMIC). A load-exclusive without a store-exclusive after it
 * (a wait for an event) guards nothing.
 */
#ifndef ISA_GENERIC_SCAN_H
#define ISA_GENERIC_SCAN_H

#include "isa/generic/fixed.h"
#include "isa/generic/mem.h"

/* Where to a jump leads, by a few of its bits. */
enum isa_scan_way {
	ISA_SCAN_NO_JUMP,
	ISA_SCAN_FORWARD, /* or to itself */
	ISA_SCAN_BACKWARD,
	ISA_SCAN_EITHER
};

/* The parts that differ between CPUs. */
struct isa_scan_rules {
	/*
	 * The table's entry for the instruction at @code and its length, 0 when it is none. Most
	 * instructions need no more.
	 */
	unsigned int (*look)(const uint8_t *code, size_t size, const struct isa_fixed_entry **entry);
	enum isa_verdict (*decode)(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in);
	/* resolve a two-instruction jump; may be NULL */
	void (*pair)(const struct isa_insn *before, struct isa_insn *in);
	/* where to a direct jump at @code, or the second one of such a pair, leads; at least @step bytes are there */
	enum isa_scan_way (*way)(const uint8_t *code);
	uint8_t step;           /* bytes: instructions begin at multiples of it */
	uint8_t load_exclusive; /* isa_insn.op */
	uint8_t store_exclusive;
	uint16_t exclusive_span; /* bytes: a sequence is not longer */
	/* bits that the high word of a kernel address has, which no instruction has */
	uint32_t literal_high;
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

/* Are the bytes zeros, with at most NOPs after them? */
static inline bool isa_scan_padding(const struct isa_scan_rules *rules, const uint8_t *code, size_t size)
{
	const struct isa_fixed_entry *entry;
	unsigned int len;
	size_t at = 0;

	while (at < size && !code[at])
		at++;
	for (; at < size; at += len) {
		len = rules->look(code + at, size - at, &entry);
		if (len == 0 || entry->tail.class != ISA_CLASS_NOP)
			return false;
	}
	return true;
}

/*
 * May the function end after this instruction? It does not go on to the next one, it is padding, or
 * it is a call or trap that may not return.
 */
static inline bool isa_scan_may_stop(const struct isa_fixed_entry *entry)
{
	return (entry->flags & ISA_FIXED_ENDS) || entry->tail.class == ISA_CLASS_CALL ||
	       entry->tail.class == ISA_CLASS_BREAK || entry->tail.class == ISA_CLASS_NOP;
}

/* Offset after the store-exclusive that belongs to the load-exclusive before @at, or 0. */
static inline size_t isa_scan_exclusive(const struct isa_scan_rules *rules, const uint8_t *code, size_t at, size_t size)
{
	const struct isa_fixed_entry *entry;
	size_t end = at + rules->exclusive_span;
	unsigned int len;

	for (; at < size && at < end; at += len) {
		len = rules->look(code + at, size - at, &entry);
		if (len == 0 || (entry->flags & ISA_FIXED_ENDS))
			break;
		if (entry->op == rules->store_exclusive)
			return at + len;
	}
	return 0;
}

static inline bool isa_scan_jumps(const struct isa_fixed_entry *entry)
{
	return entry->tail.class == ISA_CLASS_RETURN || entry->tail.class == ISA_CLASS_JUMP ||
	       entry->tail.class == ISA_CLASS_IJUMP || entry->tail.class == ISA_CLASS_BRANCH;
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
		if (env->entry && in->target >= env->func && in->target <= env->entry) {
			candidate->kind = ISA_CANDIDATE_REENTRY;
			return true;
		}
		return outside;
	case ISA_CLASS_IJUMP:
		return in->target == 0 || outside;
	default:
		return false;
	}
}

/* Where a scan is. */
struct isa_scan_state {
	const struct isa_scan_rules *rules;
	const struct isa_scan_env *env;
	const uint8_t *code;
	size_t size; /* of @code, less what is not instructions at its end */
	size_t at;
	size_t before;     /* where the instruction before is; at the start: 0 */
	size_t atomic_end; /* the exclusive sequence that @at may be in ends here */
};

/* The destination of a jump or call whose address the instruction before it has computed. */
static inline void isa_scan_pair(const struct isa_scan_state *state, struct isa_insn *in)
{
	struct isa_insn before;

	if (!state->rules->pair || state->at == 0)
		return;
	state->rules->decode(state->code + state->before, state->size - state->before, state->env->func + state->before,
			     &before);
	state->rules->pair(&before, in);
}

/* Decode a jump in full. Return: is the function left here? */
static inline bool isa_scan_exit(const struct isa_scan_state *state, struct isa_candidate *candidate)
{
	struct isa_insn *in = &candidate->insn;

	state->rules->decode(state->code + state->at, state->size - state->at, state->env->func + state->at, in);
	isa_scan_pair(state, in);
	if (!isa_scan_leaves(state->env, candidate))
		return false;
	if (state->at < state->atomic_end) {
		in->verdict = ISA_REJECT;
		in->reason = ISA_REASON_ATOMIC;
	}
	return true;
}

/*
 * Is the instruction before state->at never executed? It follows one that does not go on, and no
 * jump leads to it. Jump tables are not checked: zeros follow it, and no function runs into those.
 */
static inline bool isa_scan_unreached(const struct isa_scan_state *state)
{
	const struct isa_fixed_entry *entry;
	const struct isa_scan_env *env = state->env;
	uint64_t farthest = env->func;
	struct isa_insn in;
	unsigned int len;
	size_t at, tail = 0;

	for (at = 0; at < state->at; at += len) {
		len = state->rules->look(state->code + at, state->size - at, &entry);
		if (len == 0)
			return false;
		if (entry->tail.class == ISA_CLASS_JUMP || entry->tail.class == ISA_CLASS_BRANCH) {
			state->rules->decode(state->code + at, state->size - at, env->func + at, &in);
			if (in.target < env->end && in.target > farthest)
				farthest = in.target;
		}
		if (entry->tail.class != ISA_CLASS_NOP && isa_scan_may_stop(entry))
			tail = at + len;
	}
	return tail > 0 && farthest < env->func + tail;
}

/* @before is the last instruction that decodes: are the bytes after it no part of the function? */
static inline bool isa_scan_ends_well(const struct isa_scan_state *state, const struct isa_fixed_entry *before)
{
	if (state->at >= state->size)
		return true;
	return before && isa_scan_padding(state->rules, state->code + state->at, state->size - state->at) &&
	       (isa_scan_may_stop(before) || isa_scan_unreached(state));
}

/* may_jump_to() of isa.h. */
static inline bool isa_scan_may_jump_to(const struct isa_scan_rules *rules, const uint8_t *code, size_t size,
					uint64_t addr, uint64_t target)
{
	struct isa_insn in, before;
	enum isa_scan_way way;
	size_t at;

	for (at = 0; size - at >= rules->step; at += rules->step) {
		way = rules->way(code + at);
		if (DT_LIKELY(way == ISA_SCAN_NO_JUMP) ||
		    way == (target < addr + at ? ISA_SCAN_FORWARD : ISA_SCAN_BACKWARD))
			continue;
		rules->decode(code + at, size - at, addr + at, &in);
		if (in.target == 0 && rules->pair && at >= 4) {
			rules->decode(code + at - 4, size - at + 4, addr + at - 4, &before);
			rules->pair(&before, &in);
		}
		if (in.target == target)
			return true;
	}
	return false;
}

static inline long isa_scan_fixed(const struct isa_scan_rules *rules, const uint8_t *code,
				  const struct isa_scan_env *env,
				  int (*report)(void *arg, const struct isa_candidate *candidate), void *arg)
{
	struct isa_scan_state state = { .rules = rules, .env = env, .code = code };
	const struct isa_fixed_entry *entry, *before = NULL;
	struct isa_candidate candidate;
	unsigned int len;
	long count = 0;
	int ret;

	state.size = isa_scan_end(code, env, rules->literal_high);
	for (; state.at < state.size; state.at += len) {
		len = rules->look(code + state.at, state.size - state.at, &entry);
		if (len == 0)
			break;
		count++;
		if (entry->op == rules->load_exclusive && state.at >= state.atomic_end)
			state.atomic_end = isa_scan_exclusive(rules, code, state.at + len, state.size);
		if (isa_scan_jumps(entry) && isa_scan_exit(&state, &candidate)) {
			ret = report(arg, &candidate);
			if (ret != 0)
				return ret;
		}
		before = entry;
		state.before = state.at;
	}
	return isa_scan_ends_well(&state, before) ? count : -ISA_EILSEQ;
}

/* ---- every instruction ----------------------------------------------------------------------- */

static inline int isa_scan_insn(const struct isa_scan_state *state,
				int (*report)(void *arg, const struct isa_insn *insn), void *arg)
{
	struct isa_insn in;

	state->rules->decode(state->code + state->at, state->size - state->at, state->env->func + state->at, &in);
	if ((in.class == ISA_CLASS_CALL || in.class == ISA_CLASS_IJUMP) && in.target == 0)
		isa_scan_pair(state, &in);
	if (state->at < state->atomic_end && in.verdict != ISA_REJECT) {
		in.verdict = ISA_REJECT;
		in.reason = ISA_REASON_ATOMIC;
	}
	return report(arg, &in);
}

static inline long isa_scan_fixed_insns(const struct isa_scan_rules *rules, const uint8_t *code,
					const struct isa_scan_env *env,
					int (*report)(void *arg, const struct isa_insn *insn), void *arg)
{
	struct isa_scan_state state = { .rules = rules, .env = env, .code = code };
	const uint32_t classes = env->classes ? env->classes : ~0u;
	const struct isa_fixed_entry *entry, *before = NULL;
	unsigned int len;
	long count = 0;
	int ret;

	state.size = isa_scan_end(code, env, rules->literal_high);
	for (; state.at < state.size; state.at += len) {
		len = rules->look(code + state.at, state.size - state.at, &entry);
		if (len == 0)
			break;
		count++;
		if (entry->op == rules->load_exclusive && state.at >= state.atomic_end)
			state.atomic_end = isa_scan_exclusive(rules, code, state.at + len, state.size);
		before = entry;
		if (env->starts)
			env->starts[state.at] |= 1;
		ret = classes >> entry->tail.class & 1 ? isa_scan_insn(&state, report, arg) : 0;
		if (ret != 0)
			return ret;
		state.before = state.at;
	}
	return isa_scan_ends_well(&state, before) ? count : -ISA_EILSEQ;
}

#endif
