/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* unwind/rules.h - the different rules of a table, and the rule of a row of call frames. */
#ifndef LDT_UNWIND_RULES_H
#define LDT_UNWIND_RULES_H

#include "elf/elf.h"
#include "unwind/unwind.h"

/* Rows of spec/frames.def. */
struct cpu {
	unsigned int machine, word, sp, fp, ra;
	int link;
};
#define KNOWN_CODE_MAX 16 /* bytes */
struct known_code {
	unsigned int machine, before, align, base;
	int offset, ra, fp;
	size_t size;
	const uint8_t *code, *mask; /* mask NULL: all bits count */
};

/* ldt_unwind_cpu - the CPU of a file; NULL: not known. */
const struct cpu *ldt_unwind_cpu(unsigned int machine, unsigned int word);

/*
 * ldt_unwind_rule - the rule that says the same as a row of call frames. False: no rule can; *@ret is
 * then DTRACE_UNWIND_NONE.
 */
bool ldt_unwind_rule(const struct cpu *cpu, const struct ldt_elf_frame *frame, struct dtrace_unwind_rule *ret);
/*
 * ldt_unwind_code - code of which something is known although .eh_frame does not say it: one after the
 * other.
 * args:    @after NULL for the first one. *@rule is the rule at its instructions.
 * return:  NULL: there is no other of this CPU.
 */
const struct known_code *ldt_unwind_code(const struct cpu *cpu, const struct known_code *after,
					 struct dtrace_unwind_rule *rule);

/* Different rules, by their numbers. Number 0 is DTRACE_UNWIND_NONE. */
struct rules {
	struct dtrace_unwind_rule *rules;
	size_t count;
	uint32_t *slots; /* number of a rule in a hash table, or 0 */
};
bool ldt_unwind_rules_open(struct rules *rules); /* false: no memory */
void ldt_unwind_rules_close(struct rules *rules);
/* ldt_unwind_rules_number - the number of a rule, which is new or not. False: there are too many. */
bool ldt_unwind_rules_number(struct rules *rules, const struct dtrace_unwind_rule *rule, uint32_t *ret);

#endif
