/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * agree.c - agree FILE...: the tables of these files, of any CPU, say the same at each address of
 * text as libdw. Each row of libdw's is computed here with made-up registers and memory, and the
 * walk of the core takes one step from the same registers by the table. Prints the tables' sizes.
 *
 * Exit status 1 when they do not agree.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/errno.h"
#include "core/unwind/unwind.h"
#include "os/os.h"
#include "unwind/unwind.h"

/* DWARF numbers of sp, fp and of the pc, where linkage tables compute with it. */
struct numbers {
	unsigned int machine, word, sp, fp, pc;
	const struct isa *isa;
};
static const struct numbers numbers[] = {
	{ EM_X86_64, 8, 7, 6, 16, &isa_x86_64 },
	{ EM_386, 4, 4, 5, 8, &isa_i386 },
	{ EM_AARCH64, 8, 31, 29, ~0u, &isa_aarch64 },
	{ EM_RISCV, 8, 2, 8, ~0u, &isa_riscv64 },
};

struct check {
	const char *name;
	const struct numbers *n;
	const struct dt_unwind_table *table;
	struct dt_unwind_map *map;
	Dwarf_CFI *cfi;
	uint64_t start, end;
	unsigned int step; /* of instructions */
	unsigned long rows, none, lost, below, wrong;
	int table_link;        /* not 0: the CPU has a link register */
	unsigned long linkage; /* bytes of linkage tables that have a rule */
};

/* ---- a made-up machine ----------------------------------------------------------------------- */

static uint64_t memory_at(const struct numbers *n, uint64_t addr)
{
	uint64_t mix = addr * 0x9e3779b97f4a7c15u;

	/* above all registers, so that stacks grow; no more bits than addresses have */
	return (mix >> 40) * n->word + 0x40000000u;
}

static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	uint64_t value = memory_at(arg, addr);

	memcpy(dst, &value, size);
	return 0;
}

static uint64_t register_value(const struct numbers *n, unsigned int reg, uint64_t pc)
{
	return reg == n->pc ? pc : 0x1000000u + 0x100000u * (reg == n->fp ? 64 : reg);
}

/* Computes an expression. False: it has an operation that no call frame has. */
static bool compute(const struct check *c, const Dwarf_Op *ops, size_t count, uint64_t pc, uint64_t cfa, uint64_t *ret,
		    bool *is_value)
{
	uint64_t stack[16] = { 0 };
	size_t top = 0;

	*is_value = false;
	for (size_t i = 0; i < count && top < 15; i++) {
		const Dwarf_Op *op = &ops[i];

		if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
			stack[top++] = register_value(c->n, op->atom - DW_OP_breg0, pc) + op->number;
		else if (op->atom == DW_OP_bregx)
			stack[top++] = register_value(c->n, (unsigned int)op->number, pc) + op->number2;
		else if (op->atom == DW_OP_call_frame_cfa)
			stack[top++] = cfa;
		else if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
			stack[top++] = op->atom - DW_OP_lit0;
		else if (op->atom == DW_OP_plus_uconst && top)
			stack[top - 1] += op->number;
		else if (op->atom == DW_OP_deref && top)
			stack[top - 1] = memory_at(c->n, stack[top - 1]);
		else if (op->atom == DW_OP_stack_value)
			*is_value = true;
		else if (top >= 2 && (op->atom == DW_OP_and || op->atom == DW_OP_ge || op->atom == DW_OP_shl ||
				      op->atom == DW_OP_plus)) {
			uint64_t right = stack[--top], *left = &stack[top - 1];

			*left = op->atom == DW_OP_and   ? *left & right
				: op->atom == DW_OP_ge  ? (int64_t)*left >= (int64_t)right
				: op->atom == DW_OP_shl ? *left << right
							: *left + right;
		} else {
			return false;
		}
	}
	*ret = top ? stack[top - 1] : 0;
	return top != 0;
}

/* What libdw says of one register of the caller: computed, the same, undefined or not to be computed. */
enum known { COMPUTED, UNDEFINED, ODD };
static enum known caller_register(const struct check *c, Dwarf_Frame *frame, int reg, uint64_t pc, uint64_t cfa,
				  uint64_t *ret)
{
	Dwarf_Op room[3], *ops;
	bool is_value;
	size_t count;

	if (dwarf_frame_register(frame, reg, room, &ops, &count) != 0)
		return ODD;
	if (count == 0) {
		*ret = register_value(c->n, (unsigned int)reg, pc);
		return ops ? UNDEFINED : COMPUTED;
	}
	if (!compute(c, ops, count, pc, cfa, ret, &is_value))
		return ODD;
	if (!is_value)
		*ret = memory_at(c->n, *ret);
	return COMPUTED;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static void complain(struct check *c, uint64_t pc, const char *what, uint64_t ours, uint64_t theirs)
{
	if (c->wrong++ < 10)
		printf("%s: at 0x%llx %s is 0x%llx, by libdw 0x%llx\n", c->name, (unsigned long long)pc, what,
		       (unsigned long long)ours, (unsigned long long)theirs);
}

static void compare_at(struct check *c, uint64_t pc, Dwarf_Frame *frame, int ra_reg)
{
	const struct isa_mem memory = { .load = load, .arg = (void *)(uintptr_t)c->n };
	struct dt_unwind_walk walk = {
		.isa = c->n->isa,
		.mem = &memory,
		.map = c->map,
		.word = c->n->word,
		.pc = pc,
		.sp = register_value(c->n, c->n->sp, pc),
		.fp = register_value(c->n, c->n->fp, pc),
		.link = register_value(c->n, (unsigned int)ra_reg, pc),
	};
	const struct dtrace_unwind_rule *rule = dt_unwind_rule(c->table, pc);
	uint64_t cfa = 0, ra = 0, fp = 0, pcs[1];
	enum known ra_known, fp_known;
	Dwarf_Op *ops;
	size_t count;
	bool is_value;

	if (!rule) {
		c->none++;
		return;
	}
	if (dwarf_frame_cfa(frame, &ops, &count) != 0 || !compute(c, ops, count, pc, 0, &cfa, &is_value)) {
		complain(c, pc, "the base", DTRACE_UNWIND_BASE(rule), 0);
		return;
	}
	ra_known = caller_register(c, frame, ra_reg, pc, cfa, &ra);
	fp_known = caller_register(c, frame, (int)c->n->fp, pc, cfa, &fp);
	dt_unwind(&walk, pcs, 1);
	if (ra_known == UNDEFINED || DTRACE_UNWIND_BASE(rule) == DTRACE_UNWIND_END) {
		if (walk.stop != DT_UNWIND_END || ra_known != UNDEFINED)
			complain(c, pc, "the end", walk.stop, ra_known);
		return;
	}
	if (walk.stop == DT_UNWIND_DOWN && cfa < register_value(c->n, c->n->sp, pc))
		c->below++; /* assembler code whose author lost count of pushes and pops: no stack is so */
	else if (walk.stop != DT_UNWIND_FULL)
		complain(c, pc, dt_unwind_stop_name(walk.stop), 0, cfa);
	else if (walk.sp != cfa)
		complain(c, pc, "the CFA", walk.sp, cfa);
	else if (ra_known != COMPUTED || walk.pc != ra)
		complain(c, pc, "the return address", walk.pc, ra);
	else if (rule->fp == DTRACE_UNWIND_FP_LOST)
		c->lost++;
	else if (fp_known == COMPUTED && walk.fp != fp)
		complain(c, pc, "the frame pointer", walk.fp, fp);
}

/* All addresses of one row: computed at the first sixteen, the rest has the same rule. */
static void compare_row(struct check *c, uint64_t start, uint64_t end, Dwarf_Frame *frame, int ra_reg)
{
	const struct dtrace_unwind_rule *first = dt_unwind_rule(c->table, start);

	c->rows++;
	for (uint64_t pc = start; pc < end && pc < start + 16; pc += c->step)
		compare_at(c, pc, frame, ra_reg);
	for (uint64_t pc = start; pc < end; pc++) {
		const struct dtrace_unwind_rule *rule = dt_unwind_rule(c->table, pc);

		if (!rule != !first || (rule && memcmp(rule, first, sizeof(*rule)) != 0))
			complain(c, pc, "another rule", rule ? rule->cfa : 0, first ? first->cfa : 0);
	}
}

/* Whether it may be the rule of code that has no call frames: spec/frames.def. */
static bool is_known_code(struct check *c, const struct dtrace_unwind_rule *rule)
{
	bool is_linkage = rule->cfa == DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, 0) && rule->ra == DTRACE_UNWIND_RA_LINK &&
			  rule->fp == DTRACE_UNWIND_FP_SAME;

	c->linkage += is_linkage;
	if (is_linkage)
		return true;
	if (DTRACE_UNWIND_BASE(rule) == DTRACE_UNWIND_SIGNAL)
		printf("%s: signal: sp %d pc %d fp %d link %d\n", c->name, DTRACE_UNWIND_OFFSET(rule),
		       rule->ra * (int)c->n->word, rule->fp * (int)c->n->word, c->table->header->link);
	return DTRACE_UNWIND_BASE(rule) == DTRACE_UNWIND_SIGNAL ||
	       (rule->cfa == DTRACE_UNWIND_CFA(DTRACE_UNWIND_SP, 0, c->n->word) && rule->ra == -1 &&
		rule->fp == DTRACE_UNWIND_FP_SAME);
}

static void compare_all(struct check *c)
{
	uint64_t pc = c->start;

	while (pc < c->end) {
		Dwarf_Addr start, end;
		Dwarf_Frame *frame;
		bool is_signal;
		int ra;

		if (dwarf_cfi_addrframe(c->cfi, pc, &frame) != 0) {
			const struct dtrace_unwind_rule *rule = dt_unwind_rule(c->table, pc);

			if (rule && !is_known_code(c, rule))
				complain(c, pc, "a rule without a function", 1, 0);
			pc++;
			continue;
		}
		ra = dwarf_frame_info(frame, &start, &end, &is_signal);
		compare_row(c, pc, end < c->end ? end : c->end, frame, ra);
		free(frame);
		pc = end;
	}
}

static void print_size(const struct check *c, const struct ldt_unwind *unwind)
{
	const char *base = strrchr(c->name, '/');

	printf("%-24s text %8llu K, rows %7zu -> %7u, rules %4u, table %7zu K, %4.1f %% of text; odd %zu, no rule at "
	       "%lu, "
	       "fp lost at %lu, CFA below sp at %lu; rows compared %lu, wrong %lu\n",
	       base ? base + 1 : c->name, (unsigned long long)unwind->text / 1024, unwind->frames,
	       c->table->header->rows, c->table->header->rules, unwind->size / 1024,
	       100.0 * (double)unwind->size / (double)unwind->text, unwind->odd + unwind->excess, c->none, c->lost,
	       c->below, c->rows, c->wrong);
}

/* Text of the file: the extent of its executable segments. */
static bool find_text(Elf *elf, struct check *c)
{
	GElf_Phdr header;
	size_t count;

	c->start = ~(uint64_t)0;
	if (elf_getphdrnum(elf, &count) != 0)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!gelf_getphdr(elf, (int)i, &header) || header.p_type != PT_LOAD || !(header.p_flags & PF_X))
			continue;
		if (header.p_vaddr < c->start)
			c->start = header.p_vaddr;
		if (header.p_vaddr + header.p_filesz > c->end)
			c->end = header.p_vaddr + header.p_filesz;
	}
	return c->start < c->end;
}

static bool find_numbers(Elf *elf, struct check *c)
{
	GElf_Ehdr header;

	if (!gelf_getehdr(elf, &header))
		return false;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		if (numbers[i].machine == header.e_machine)
			c->n = &numbers[i];
	}
	return c->n != NULL;
}

static bool check_elf(struct check *c, Elf *elf, const struct ldt_unwind *unwind)
{
	struct dt_unwind_area area = { .end = ~(uint64_t)0 };
	void *bytes = os_alloc(unwind->size);

	if (!bytes || !find_numbers(elf, c) || !find_text(elf, c))
		return false;
	memcpy(bytes, unwind->bytes, unwind->size);
	if (dt_unwind_table_load(bytes, unwind->size, &area.table) != 0) {
		printf("%s: the core refuses the table: %s\n", c->name, dt_unwind_refusal(bytes, unwind->size));
		os_free(bytes);
		return false;
	}
	c->table = area.table;
	c->table_link = c->table->header->link;
	c->step = c->n->isa->insn_align;
	if (dt_unwind_map_new(&area, 1, &c->map) != 0)
		return false;
	c->cfi = dwarf_getcfi_elf(elf);
	if (c->cfi) {
		compare_all(c);
		dwarf_cfi_end(c->cfi);
	}
	print_size(c, unwind);
	dt_unwind_map_free(c->map);
	dt_unwind_table_put(area.table);
	/* linkers describe their tables on x86 only */
	if (c->n->isa->has_link != (c->table_link != 0))
		printf("%s: spec/frames.def and the CPU's table do not agree about a link register\n", c->name);
	if (c->table_link != 0 && c->linkage == 0)
		printf("%s: its linkage table has no rules\n", c->name);
	/* of a few rows no rule can be said; a table without rules agrees with everything */
	if (c->none > 16 + c->rows / 100)
		printf("%s: too many rows without a rule\n", c->name);
	return c->cfi && c->rows != 0 && c->wrong == 0 && c->none <= 16 + c->rows / 100 &&
	       c->n->isa->has_link == (c->table_link != 0) && (c->table_link == 0 || c->linkage != 0);
}

static bool check_file(const char *name)
{
	struct check c = { .name = name };
	struct ldt_unwind unwind;
	int fd = open(name, O_RDONLY);
	const char *why = NULL;
	bool good;
	Elf *elf;

	if (fd == -1 || !ldt_unwind_of_fd(fd, &unwind, &why)) {
		printf("%s: no table: %s\n", name, why ? why : "not a file with call frames");
		if (fd != -1)
			close(fd);
		return false;
	}
	elf = elf_begin(fd, ELF_C_READ, NULL);
	good = elf && check_elf(&c, elf, &unwind);
	elf_end(elf);
	close(fd);
	ldt_unwind_free(&unwind);
	return good;
}

int main(int argc, char **argv)
{
	int status = 0;

	elf_version(EV_CURRENT);
	for (int i = 1; i < argc; i++) {
		if (!check_file(argv[i]))
			status = 1;
	}
	return status;
}
