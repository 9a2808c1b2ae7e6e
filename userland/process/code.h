/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/code.h - the code of one function: its instructions, where it is left, and data that lies
 * between its instructions.
 *
 * Theory. A function is decoded from its first byte to its last. Where that works, and every jump
 * within the function leads to an instruction that was found so, there is no doubt. Doubt is
 *
 *      bytes that do not decode
 *      a jump into the middle of an instruction
 *      an operand that is an address within the function: it reads its own text
 *      words that are places in the function, where control does not come to (a jump table)
 *
 * Then control is followed from the entry: whatever it reaches is code; a jump table's places are
 * reached as well. What is left is code if it decodes without a rest, else data. If an instruction
 * takes its address, it must end as code does, too, with a jump or return; a literal is data.
 * An instruction is never made of data: a break there would change what the program reads.
 */
#ifndef LDT_PROCESS_CODE_H
#define LDT_PROCESS_CODE_H

#include "process/functions.h"
#include "process/text.h"

#define LDT_PARTS_MAX 8 /* of one function, itself included */

struct ldt_insn {
	uint64_t addr;
	const char *refused; /* NULL, or why it cannot be a site */
	uint8_t length;
	uint8_t class; /* enum isa_class */
	bool ends_flow;
};

struct ldt_exit {
	uint64_t addr;
	const char *refused;
	uint8_t length;
	uint8_t class;
	bool tail, conditional; /* as in struct ldt_site */
};

/* The result; arrays are used again by the next scan. All zero is empty. */
struct ldt_code {
	struct ldt_insn *insns; /* by address */
	size_t insn_count, insn_room;
	struct ldt_exit *exits; /* by part and address */
	size_t exit_count, exit_room;
	struct ldt_extent *data; /* what is not code */
	size_t data_count, data_room;
	struct ldt_extent parts[LDT_PARTS_MAX];
	size_t part_count;
	uint64_t entry;            /* address of the entry site; of a function of Go see stack_check.h */
	const char *refused;       /* NULL, or why there are no instructions */
	const char *exits_refused; /* NULL, or why there are no exits */
	bool loops;                /* it jumps back to its entry site */
	bool no_memory;
	struct ldt_flow *flow; /* room for what is in doubt */
	uint32_t *targets;     /* of jumps: bits of the function's bytes */
	uint32_t *starts;      /* of instructions */
	size_t bits_room;      /* words of each */
};

/* What is wanted. Without exits and instructions only `refused`, `entry` and `loops` are found. */
enum { LDT_CODE_EXITS = 1, LDT_CODE_INSNS = 2 };

/*
 * ldt_code_scan - decode a function.
 * args:    @code is filled, whatever it had before; @isa of the file; @functions tell what jumps
 *          out lead to; @function is one of them; @wanted: bits of the enum above.
 * return:  nothing: @code says why something is missing.
 */
void ldt_code_scan(struct ldt_code *code, const struct isa *isa, struct ldt_text *text,
		   const struct ldt_functions *functions, const struct ldt_function *function, unsigned int wanted);
void ldt_code_fini(struct ldt_code *code);
/* ldt_code_insn - the instruction at an address; NULL: none begins there. */
const struct ldt_insn *ldt_code_insn(const struct ldt_code *code, uint64_t addr);
/* ldt_code_is_data - whether an address of the function is no code. */
bool ldt_code_is_data(const struct ldt_code *code, uint64_t addr);

#endif
