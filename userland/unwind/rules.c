/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* unwind/rules.c - see unwind/rules.h. */
#include "unwind/rules.h"

#include <stdlib.h>
#include <string.h>

static const struct cpu cpus[] = {
#define DT_FRAMES(machine, word, sp, fp, ra, link) { machine, word, sp, fp, ra, link },
#include "spec/frames.def"
#undef DT_FRAMES
};

static const struct known_code codes[] = {
#define DT_FRAMES_CODE(machine, before, align, base, offset, ra, fp, size, code, mask) \
	{ machine, before, align, base, offset, ra, fp, size, (const uint8_t *)(code), (const uint8_t *)(mask) },
#include "spec/frames.def"
#undef DT_FRAMES_CODE
};

#define DT_FRAMES_CODE(machine, before, align, base, offset, ra, fp, size, code, mask) \
	_Static_assert((size) <= KNOWN_CODE_MAX, "longer than readers expect");
#include "spec/frames.def"
#undef DT_FRAMES_CODE

const struct cpu *ldt_unwind_cpu(unsigned int machine, unsigned int word)
{
	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		if (cpus[i].machine == machine && cpus[i].word == word)
			return &cpus[i];
	}
	return NULL;
}

/* ---- from call frames to rules --------------------------------------------------------------- */

static bool in_words(const struct cpu *cpu, int64_t bytes, int16_t *ret)
{
	int64_t words = bytes / (int64_t)cpu->word;

	if (bytes % (int64_t)cpu->word != 0 || words < DTRACE_UNWIND_WORDS_MIN || words > DTRACE_UNWIND_WORDS_MAX)
		return false;
	*ret = (int16_t)words;
	return true;
}

static bool set_cfa(struct dtrace_unwind_rule *rule, unsigned int base, int64_t more, int64_t offset)
{
	if (offset < DTRACE_UNWIND_OFFSET_MIN || offset > DTRACE_UNWIND_OFFSET_MAX || more < 0 ||
	    more > DTRACE_UNWIND_MORE_MAX)
		return false;
	rule->cfa = DTRACE_UNWIND_CFA(base, more, offset);
	return true;
}

/* All of an interrupted frame, at offsets from sp. */
static bool is_signal(const struct cpu *cpu, const struct ldt_elf_frame *frame)
{
	return frame->cfa.kind == LDT_ELF_VALUE_LOAD && frame->cfa.reg == cpu->sp && frame->cfa.more == 0 &&
	       frame->ra.kind == LDT_ELF_VALUE_LOAD && frame->ra.reg == cpu->sp &&
	       frame->fp.kind == LDT_ELF_VALUE_LOAD && frame->fp.reg == cpu->sp;
}

static bool signal_rule(const struct cpu *cpu, int64_t sp, int64_t pc, int64_t fp, struct dtrace_unwind_rule *rule)
{
	return set_cfa(rule, DTRACE_UNWIND_SIGNAL, 0, sp) && in_words(cpu, pc, &rule->ra) &&
	       in_words(cpu, fp, &rule->fp);
}

static bool cfa_rule(const struct cpu *cpu, const struct ldt_elf_value *cfa, struct dtrace_unwind_rule *rule)
{
	bool by_sp = cfa->reg == cpu->sp;

	if (!by_sp && cfa->reg != cpu->fp)
		return false;
	switch (cfa->kind) {
	case LDT_ELF_VALUE_REGISTER:
		return set_cfa(rule, by_sp ? DTRACE_UNWIND_SP : DTRACE_UNWIND_FP, 0, cfa->offset);
	case LDT_ELF_VALUE_LOAD:
		return cfa->more % (int64_t)cpu->word == 0 &&
		       set_cfa(rule, by_sp ? DTRACE_UNWIND_SP_LOAD : DTRACE_UNWIND_FP_LOAD,
			       cfa->more / (int64_t)cpu->word, cfa->offset);
	case LDT_ELF_VALUE_PLT:
		return by_sp && cfa->offset == (int64_t)cpu->word && set_cfa(rule, DTRACE_UNWIND_PLT, 0, cfa->more);
	default:
		return false;
	}
}

static bool ra_rule(const struct cpu *cpu, const struct ldt_elf_value *ra, struct dtrace_unwind_rule *rule)
{
	if (ra->kind == LDT_ELF_VALUE_SAME && ra->reg == cpu->ra && cpu->link != 0) {
		rule->ra = DTRACE_UNWIND_RA_LINK;
		return true;
	}
	return ra->kind == LDT_ELF_VALUE_FRAME && in_words(cpu, ra->offset, &rule->ra);
}

/* The frame pointer's place; where it cannot be said, the rule serves all but frames that go by it. */
static void fp_rule(const struct cpu *cpu, const struct ldt_elf_value *fp, struct dtrace_unwind_rule *rule)
{
	if (fp->kind == LDT_ELF_VALUE_SAME)
		rule->fp = DTRACE_UNWIND_FP_SAME;
	else if (fp->kind == LDT_ELF_VALUE_LOAD && fp->reg == cpu->fp && fp->offset == 0)
		rule->fp = DTRACE_UNWIND_FP_AT_FP;
	else if (fp->kind != LDT_ELF_VALUE_FRAME || !in_words(cpu, fp->offset, &rule->fp))
		rule->fp = DTRACE_UNWIND_FP_LOST;
}

bool ldt_unwind_rule(const struct cpu *cpu, const struct ldt_elf_frame *frame, struct dtrace_unwind_rule *ret)
{
	struct dtrace_unwind_rule rule = { 0 };
	bool known;

	if (frame->cfa.kind != LDT_ELF_VALUE_OTHER && frame->ra.kind == LDT_ELF_VALUE_UNDEFINED) {
		*ret = (struct dtrace_unwind_rule){ .cfa = DTRACE_UNWIND_END };
		return true;
	}
	if (is_signal(cpu, frame)) {
		known = signal_rule(cpu, frame->cfa.offset, frame->ra.offset, frame->fp.offset, &rule);
	} else {
		known = cfa_rule(cpu, &frame->cfa, &rule) && ra_rule(cpu, &frame->ra, &rule);
		fp_rule(cpu, &frame->fp, &rule);
	}
	*ret = known ? rule : (struct dtrace_unwind_rule){ 0 };
	return known;
}

static struct dtrace_unwind_rule rule_of_code(const struct cpu *cpu, const struct known_code *code)
{
	struct dtrace_unwind_rule rule = { 0 };

	set_cfa(&rule, code->base, 0, code->offset);
	if (code->ra == DTRACE_UNWIND_RA_LINK)
		rule.ra = DTRACE_UNWIND_RA_LINK;
	else
		in_words(cpu, code->ra, &rule.ra);
	if (code->fp == DTRACE_UNWIND_FP_SAME)
		rule.fp = DTRACE_UNWIND_FP_SAME;
	else
		in_words(cpu, code->fp, &rule.fp);
	return rule;
}

const struct known_code *ldt_unwind_code(const struct cpu *cpu, const struct known_code *after,
					 struct dtrace_unwind_rule *rule)
{
	const struct known_code *code = after ? after + 1 : codes;

	for (; code < codes + sizeof(codes) / sizeof(codes[0]); code++) {
		if (code->machine == cpu->machine) {
			*rule = rule_of_code(cpu, code);
			return code;
		}
	}
	return NULL;
}

/* ---- their numbers --------------------------------------------------------------------------- */

#define SLOTS (2 * DTRACE_UNWIND_RULES_MAX) /* a power of two */

bool ldt_unwind_rules_open(struct rules *rules)
{
	rules->rules = calloc(DTRACE_UNWIND_RULES_MAX, sizeof(rules->rules[0]));
	rules->slots = calloc(SLOTS, sizeof(rules->slots[0]));
	rules->count = 1;
	if (rules->rules && rules->slots)
		return true;
	ldt_unwind_rules_close(rules);
	return false;
}

void ldt_unwind_rules_close(struct rules *rules)
{
	free(rules->rules);
	free(rules->slots);
	*rules = (struct rules){ 0 };
}

bool ldt_unwind_rules_number(struct rules *rules, const struct dtrace_unwind_rule *rule, uint32_t *ret)
{
	uint64_t key;
	uint32_t *slot;

	memcpy(&key, rule, sizeof(key));
	if (key == 0) {
		*ret = 0;
		return true;
	}
	for (size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 40);; at++) {
		slot = &rules->slots[at % SLOTS];
		if (*slot == 0 || memcmp(&rules->rules[*slot], rule, sizeof(*rule)) == 0)
			break;
	}
	if (*slot == 0) {
		if (rules->count == DTRACE_UNWIND_RULES_MAX)
			return false;
		rules->rules[rules->count] = *rule;
		*slot = (uint32_t)rules->count++;
	}
	*ret = *slot;
	return true;
}
