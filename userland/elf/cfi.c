/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* elf/cfi.c - call frame instructions; see elf/cfi.h. */
#include "elf/cfi.h"

#include <dwarf.h>
#include <string.h>

/* States that a program may have remembered at one time. */
#define REMEMBERED_MAX 32

/* The row that a program has come to. */
struct state {
	struct ldt_elf_value cfa, ra, fp;
};

struct run {
	const struct ldt_cfi_function *function;
	struct state state;
	struct state initial; /* after the common entry's part */
	bool is_common;       /* that part is being run: it has no rows */
	struct state remembered[REMEMBERED_MAX];
	unsigned int depth;
	uint64_t loc;
	bool (*each)(void *arg, const struct ldt_elf_frame *frame);
	void *arg;
	bool stopped; /* by each() */
};

/* ---- numbers --------------------------------------------------------------------------------- */

bool ldt_cfi_take(struct ldt_cfi_bytes *bytes, unsigned int size, bool is_signed, uint64_t *ret)
{
	uint64_t value = 0;

	if (size > (size_t)(bytes->end - bytes->at))
		return false;
	memcpy(&value, bytes->at, size); /* the file has this machine's byte order: little-endian */
	if (is_signed && size < 8 && value >> (8 * size - 1))
		value |= ~(uint64_t)0 << 8 * size;
	bytes->at += size;
	*ret = value;
	return true;
}

bool ldt_cfi_take_leb(struct ldt_cfi_bytes *bytes, bool is_signed, uint64_t *ret)
{
	uint64_t value = 0;
	unsigned int shift = 0;
	uint8_t byte;

	do {
		if (bytes->at == bytes->end)
			return false;
		byte = *bytes->at++;
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += shift < 64 ? 7 : 0;
	} while (byte & 0x80);
	if (is_signed && shift < 64 && (byte & 0x40))
		value |= ~(uint64_t)0 << shift;
	*ret = value;
	return true;
}

unsigned int ldt_cfi_encoded_size(unsigned int encoding, unsigned int word)
{
	switch (encoding & 7) {
	case DW_EH_PE_absptr:
		return word;
	case DW_EH_PE_udata2:
		return 2;
	case DW_EH_PE_udata4:
		return 4;
	case DW_EH_PE_udata8:
		return 8;
	}
	return 0;
}

bool ldt_cfi_take_addr(struct ldt_cfi_bytes *bytes, unsigned int encoding, unsigned int word, uint64_t addr,
		       uint64_t *ret)
{
	unsigned int size = ldt_cfi_encoded_size(encoding, word), relative = encoding & 0x70;

	if (size == 0 || (encoding & DW_EH_PE_indirect) || (relative != 0 && relative != DW_EH_PE_pcrel) ||
	    !ldt_cfi_take(bytes, size, encoding & DW_EH_PE_signed, ret))
		return false;
	if (relative == DW_EH_PE_pcrel)
		*ret += addr;
	if (word == 4)
		*ret = (uint32_t)*ret;
	return true;
}

/* ---- expressions ----------------------------------------------------------------------------- */

/* A register's number; those that are no number of any CPU's are one. */
static unsigned int number_of(uint64_t reg)
{
	return reg < UINT32_MAX ? (unsigned int)reg : UINT32_MAX;
}

/* Takes an operation that is a register and an offset. */
static bool take_register(struct ldt_cfi_bytes *bytes, struct ldt_elf_value *ret)
{
	uint64_t op, reg, offset;

	if (!ldt_cfi_take(bytes, 1, false, &op))
		return false;
	if (op == DW_OP_bregx) {
		if (!ldt_cfi_take_leb(bytes, false, &reg))
			return false;
	} else if (op >= DW_OP_breg0 && op <= DW_OP_breg31) {
		reg = op - DW_OP_breg0;
	} else {
		return false;
	}
	if (!ldt_cfi_take_leb(bytes, true, &offset))
		return false;
	*ret = (struct ldt_elf_value){ LDT_ELF_VALUE_REGISTER, number_of(reg), (int64_t)offset, 0 };
	return true;
}

/*
 * x86's linkage table: register + a word + ((pc & 15) >= N) * a word. What is multiplied is shifted
 * by 2 or 3.
 */
static bool is_linkage(struct ldt_cfi_bytes bytes, unsigned int word, struct ldt_elf_value *ret)
{
	const uint8_t shift = word == 4 ? DW_OP_lit2 : DW_OP_lit3;
	struct ldt_elf_value pc;

	if (!take_register(&bytes, &pc) || pc.offset != 0 || bytes.end - bytes.at != 7 || bytes.at[0] != DW_OP_lit15 ||
	    bytes.at[1] != DW_OP_and || bytes.at[2] < DW_OP_lit0 || bytes.at[2] > DW_OP_lit16 ||
	    bytes.at[3] != DW_OP_ge || bytes.at[4] != shift || bytes.at[5] != DW_OP_shl || bytes.at[6] != DW_OP_plus)
		return false;
	ret->kind = LDT_ELF_VALUE_PLT;
	ret->more = bytes.at[2] - DW_OP_lit0;
	return true;
}

/* A CFA that an expression computes. */
static struct ldt_elf_value cfa_of(struct ldt_cfi_bytes bytes, unsigned int word)
{
	struct ldt_elf_value value;
	uint64_t op, more;

	if (!take_register(&bytes, &value))
		return (struct ldt_elf_value){ 0 };
	if (bytes.at == bytes.end || is_linkage(bytes, word, &value))
		return value;
	value.kind = LDT_ELF_VALUE_LOAD;
	if (*bytes.at++ != DW_OP_deref)
		return (struct ldt_elf_value){ 0 };
	if (bytes.at == bytes.end)
		return value;
	if (!ldt_cfi_take(&bytes, 1, false, &op) || op != DW_OP_plus_uconst ||
	    !ldt_cfi_take_leb(&bytes, false, &more) || bytes.at != bytes.end)
		return (struct ldt_elf_value){ 0 };
	value.more = (int64_t)more;
	return value;
}

/* Where a register was saved, by an expression, which begins with the CFA on its stack. */
static struct ldt_elf_value saved_at(struct ldt_cfi_bytes bytes)
{
	struct ldt_elf_value value;
	uint64_t offset;

	if (bytes.at != bytes.end && *bytes.at == DW_OP_plus_uconst) {
		bytes.at++;
		if (ldt_cfi_take_leb(&bytes, false, &offset) && bytes.at == bytes.end)
			return (struct ldt_elf_value){ LDT_ELF_VALUE_FRAME, 0, (int64_t)offset, 0 };
		return (struct ldt_elf_value){ 0 };
	}
	if (!take_register(&bytes, &value) || bytes.at != bytes.end)
		return (struct ldt_elf_value){ 0 };
	value.kind = LDT_ELF_VALUE_LOAD;
	return value;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/*
 * A function that says nothing of them has not changed the frame pointer, which every ABI has
 * callees keep, nor the link register; without one, nobody knows the return address.
 */
static struct state state_of_abi(const struct ldt_cfi_function *function)
{
	return (struct state){
		.cfa = { LDT_ELF_VALUE_UNDEFINED, 0, 0, 0 },
		.ra = { function->has_link ? LDT_ELF_VALUE_SAME : LDT_ELF_VALUE_UNDEFINED, function->ra, 0, 0 },
		.fp = { LDT_ELF_VALUE_SAME, function->fp, 0, 0 },
	};
}

/* The row from the place that the program has come to. False: stop. */
static bool hand_out(struct run *run, uint64_t end, const struct state *state)
{
	struct ldt_elf_frame row = { .start = run->loc, .end = end };

	if (state->cfa.kind != LDT_ELF_VALUE_OTHER && state->cfa.kind != LDT_ELF_VALUE_UNDEFINED) {
		row.cfa = state->cfa;
		row.ra = state->ra;
		row.fp = state->fp;
	}
	run->loc = end;
	run->stopped = !run->each(run->arg, &row);
	return !run->stopped;
}

/* Goes on to an address. False: stop, or nothing can be understood of what follows. */
static bool go_to(struct run *run, uint64_t loc)
{
	if (run->is_common || loc < run->loc)
		return false;
	if (loc > run->function->end)
		loc = run->function->end;
	return loc == run->loc || hand_out(run, loc, &run->state);
}

static bool advance(struct run *run, uint64_t units)
{
	uint64_t left = run->function->end - run->loc, bytes;

	if (__builtin_mul_overflow(units, run->function->code_factor, &bytes) || bytes > left)
		bytes = left;
	return go_to(run, run->loc + bytes);
}

static bool set_loc(struct run *run, struct ldt_cfi_bytes *bytes)
{
	const struct ldt_cfi_function *function = run->function;
	uint64_t loc, addr = function->program_addr + (uint64_t)(bytes->at - function->program.at);

	return !run->is_common && ldt_cfi_take_addr(bytes, function->encoding, function->word, addr, &loc) &&
	       go_to(run, loc);
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* The value that is kept of a register, or NULL. */
static struct ldt_elf_value *kept(struct run *run, uint64_t reg)
{
	return reg == run->function->ra ? &run->state.ra : reg == run->function->fp ? &run->state.fp : NULL;
}

static void set(struct run *run, uint64_t reg, struct ldt_elf_value value)
{
	struct ldt_elf_value *to = kept(run, reg);

	if (to)
		*to = value;
}

/* A register has its rule of the common entry again. */
static bool restore(struct run *run, uint64_t reg)
{
	struct ldt_elf_value *to = kept(run, reg);

	if (run->is_common)
		return false;
	if (to)
		*to = to == &run->state.ra ? run->initial.ra : run->initial.fp;
	return true;
}

/* At an offset from the CFA, in units of the data factor. */
static struct ldt_elf_value in_frame(const struct run *run, uint64_t units)
{
	return (struct ldt_elf_value){ LDT_ELF_VALUE_FRAME, 0, (int64_t)(units * (uint64_t)run->function->data_factor),
				       0 };
}

static bool take_block(struct ldt_cfi_bytes *bytes, struct ldt_cfi_bytes *ret)
{
	uint64_t size;

	if (!ldt_cfi_take_leb(bytes, false, &size) || size > (size_t)(bytes->end - bytes->at))
		return false;
	*ret = (struct ldt_cfi_bytes){ bytes->at, bytes->at + size };
	bytes->at += size;
	return true;
}

/* Instructions about the CFA. */
static bool run_cfa(struct run *run, unsigned int opcode, struct ldt_cfi_bytes *bytes)
{
	bool is_signed = opcode == DW_CFA_def_cfa_sf || opcode == DW_CFA_def_cfa_offset_sf;
	bool has_register = opcode != DW_CFA_def_cfa_offset && opcode != DW_CFA_def_cfa_offset_sf;
	bool has_offset = opcode != DW_CFA_def_cfa_register;
	struct ldt_elf_value *cfa = &run->state.cfa;
	uint64_t reg = cfa->reg, offset = (uint64_t)cfa->offset;

	if ((has_register && !ldt_cfi_take_leb(bytes, false, &reg)) ||
	    (has_offset && !ldt_cfi_take_leb(bytes, is_signed, &offset)))
		return false;
	if (is_signed)
		offset *= (uint64_t)run->function->data_factor;
	/* half of a rule changes a rule of that kind only; as the first one, a register has the offset 0 */
	if (has_register && (has_offset || cfa->kind == LDT_ELF_VALUE_UNDEFINED))
		cfa->kind = LDT_ELF_VALUE_REGISTER;
	else if (cfa->kind != LDT_ELF_VALUE_REGISTER)
		cfa->kind = LDT_ELF_VALUE_OTHER;
	*cfa = (struct ldt_elf_value){ cfa->kind, number_of(reg), (int64_t)offset, 0 };
	return true;
}

/* Instructions that say where a register was saved: at an offset from the CFA. */
static bool run_offset(struct run *run, unsigned int opcode, struct ldt_cfi_bytes *bytes)
{
	bool is_signed = opcode == DW_CFA_offset_extended_sf || opcode == DW_CFA_val_offset_sf;
	uint64_t reg, units;

	if (!ldt_cfi_take_leb(bytes, false, &reg) || !ldt_cfi_take_leb(bytes, is_signed, &units))
		return false;
	if (opcode == DW_CFA_GNU_negative_offset_extended)
		units = 0 - units;
	if (opcode == DW_CFA_val_offset || opcode == DW_CFA_val_offset_sf)
		set(run, reg, (struct ldt_elf_value){ 0 }); /* no register that is kept is an address of the frame */
	else
		set(run, reg, in_frame(run, units));
	return true;
}

/* Instructions about a register that are not an offset. */
static bool run_register(struct run *run, unsigned int opcode, struct ldt_cfi_bytes *bytes)
{
	struct ldt_cfi_bytes block = { 0 };
	uint64_t reg, other;

	if (!ldt_cfi_take_leb(bytes, false, &reg))
		return false;
	switch (opcode) {
	case DW_CFA_undefined:
		set(run, reg, (struct ldt_elf_value){ LDT_ELF_VALUE_UNDEFINED, number_of(reg), 0, 0 });
		return true;
	case DW_CFA_same_value:
		set(run, reg, (struct ldt_elf_value){ LDT_ELF_VALUE_SAME, number_of(reg), 0, 0 });
		return true;
	case DW_CFA_restore_extended:
		return restore(run, reg);
	case DW_CFA_register:
		set(run, reg, (struct ldt_elf_value){ 0 });
		return ldt_cfi_take_leb(bytes, false, &other);
	default: /* DW_CFA_expression, DW_CFA_val_expression */
		if (!take_block(bytes, &block))
			return false;
		set(run, reg, opcode == DW_CFA_expression ? saved_at(block) : (struct ldt_elf_value){ 0 });
		return true;
	}
}

static bool remember(struct run *run)
{
	if (run->depth == REMEMBERED_MAX)
		return false;
	run->remembered[run->depth++] = run->state;
	return true;
}

static bool recall(struct run *run)
{
	if (run->depth == 0)
		return false;
	run->state = run->remembered[--run->depth];
	return true;
}

/* Advances, states, and what says nothing of the values that are kept. */
static bool run_other(struct run *run, unsigned int opcode, struct ldt_cfi_bytes *bytes)
{
	uint64_t number;

	switch (opcode) {
	case DW_CFA_nop:
	/* its other meaning: whether the return address is signed, and walks take signatures off anyhow */
	case DW_CFA_GNU_window_save:
		return true;
	case DW_CFA_GNU_args_size:
		return ldt_cfi_take_leb(bytes, false, &number);
	case DW_CFA_set_loc:
		return set_loc(run, bytes);
	case DW_CFA_advance_loc1:
		return ldt_cfi_take(bytes, 1, false, &number) && advance(run, number);
	case DW_CFA_advance_loc2:
		return ldt_cfi_take(bytes, 2, false, &number) && advance(run, number);
	case DW_CFA_advance_loc4:
		return ldt_cfi_take(bytes, 4, false, &number) && advance(run, number);
	case DW_CFA_MIPS_advance_loc8:
		return ldt_cfi_take(bytes, 8, false, &number) && advance(run, number);
	case DW_CFA_remember_state:
		return remember(run);
	case DW_CFA_restore_state:
		return recall(run);
	}
	return false;
}

/* The three instructions that have an operand in their byte. */
static bool run_short(struct run *run, unsigned int byte, struct ldt_cfi_bytes *bytes)
{
	unsigned int operand = byte & 0x3f;
	uint64_t units;

	if ((byte & 0xc0) == DW_CFA_advance_loc)
		return advance(run, operand);
	if ((byte & 0xc0) == DW_CFA_restore)
		return restore(run, operand);
	if (!ldt_cfi_take_leb(bytes, false, &units))
		return false;
	set(run, operand, in_frame(run, units));
	return true;
}

static bool run_one(struct run *run, struct ldt_cfi_bytes *bytes)
{
	struct ldt_cfi_bytes block;
	unsigned int byte = *bytes->at++;

	if (byte & 0xc0)
		return run_short(run, byte, bytes);
	switch (byte) {
	case DW_CFA_def_cfa:
	case DW_CFA_def_cfa_sf:
	case DW_CFA_def_cfa_register:
	case DW_CFA_def_cfa_offset:
	case DW_CFA_def_cfa_offset_sf:
		return run_cfa(run, byte, bytes);
	case DW_CFA_def_cfa_expression:
		if (!take_block(bytes, &block))
			return false;
		run->state.cfa = cfa_of(block, run->function->word);
		return true;
	case DW_CFA_offset_extended:
	case DW_CFA_offset_extended_sf:
	case DW_CFA_val_offset:
	case DW_CFA_val_offset_sf:
	case DW_CFA_GNU_negative_offset_extended:
		return run_offset(run, byte, bytes);
	case DW_CFA_undefined:
	case DW_CFA_same_value:
	case DW_CFA_restore_extended:
	case DW_CFA_register:
	case DW_CFA_expression:
	case DW_CFA_val_expression:
		return run_register(run, byte, bytes);
	}
	return run_other(run, byte, bytes);
}

/* False: stop, or nothing can be understood of what follows. */
static bool run_all(struct run *run, struct ldt_cfi_bytes bytes)
{
	while (bytes.at < bytes.end && (run->is_common || run->loc < run->function->end)) {
		if (!run_one(run, &bytes))
			return false;
	}
	return true;
}

bool ldt_cfi_rows(const struct ldt_cfi_function *function, bool (*each)(void *arg, const struct ldt_elf_frame *frame),
		  void *arg)
{
	const struct state unknown = { .cfa = { LDT_ELF_VALUE_UNDEFINED, 0, 0, 0 } };
	struct run run = { .function = function, .loc = function->start, .each = each, .arg = arg };
	bool known;

	run.state = state_of_abi(function);
	run.is_common = true;
	known = run_all(&run, function->common);
	run.is_common = false;
	run.initial = run.state;
	run.depth = 0;
	known = known && run_all(&run, function->program);
	if (run.stopped)
		return false;
	return run.loc == function->end || hand_out(&run, function->end, known ? &run.state : &unknown);
}
