/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * machine.h - the DIF machine: objects, their validation, and running one inside a firing.
 *
 * Theory. A DIF object is validated once, when it is loaded (dt_difo_validate): opcodes, registers,
 * indexes, forward-only branches, a final ret, consistent variable tables, subroutines that exist.
 * After that the machine trusts its structure and checks only what depends on run-time values:
 * addresses, sizes, division, scratch space, the tuple stack.
 *
 * Memory a program can read: its own (string tables, scratch, variables, probe names), directly
 * after a range check; everything else through guarded loads (os_kload, os_uload), as far as the
 * consumer has the right (core/rights/rights.h). Memory it can write: scratch and variables only.
 *
 * A fault ends the object: mstate->fault is set, the value is 0, the caller abandons the ECB and raises ERROR.
 */
#ifndef CORE_MACHINE_H
#define CORE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/dif.h>
#include <dtrace/fault.h>

#include "core/buffer/buffer.h"
#include "core/probe/probe.h"
#include "core/rights/rights.h"

struct dt_chunk;
struct dt_firing;
struct dt_probe;
struct dt_vars;

/* The short form of an object, when it has one (core/dif/quick.h). */
enum dt_difo_shape {
	DT_SHAPE_CODE,
	DT_SHAPE_CONSTANT, /* operand */
	DT_SHAPE_FACT,     /* os_fact(operand) */
	DT_SHAPE_ARG,      /* argument number operand of the firing */
	DT_SHAPE_BUILTIN,  /* another built-in variable: operand */
	DT_SHAPE_FORMULA,  /* formula */
};

/* One number of a formula. */
enum dt_term_kind {
	DT_TERM_NONE,
	DT_TERM_CONSTANT,
	DT_TERM_FACT, /* os_fact(which) */
	DT_TERM_TIMESTAMP,
	DT_TERM_BUILTIN, /* another built-in variable */
	DT_TERM_THREAD,  /* a thread's variable, by its id; likewise: */
	DT_TERM_LOCAL,
	DT_TERM_GLOBAL,
};

struct dt_term {
	uint8_t kind;   /* enum dt_term_kind */
	uint32_t which; /* fact, or id of the variable */
	uint64_t constant;
};

/* An object that computes `left op right`, or left alone, and stores it or not. */
struct dt_formula {
	struct dt_term left, right;
	uint8_t op;     /* DIF_OP_MOV: left alone */
	uint8_t to;     /* where it is stored: DT_TERM_THREAD, _LOCAL, _GLOBAL, or DT_TERM_NONE */
	bool is_value;  /* it is the object's value; else that is 0 */
	bool faultless; /* nothing in it can fault */
	uint32_t to_id; /* of that variable, which is by value */
};

/*
 * One DIF object, loaded. All arrays are in memory owned by the enabling; constant after
 * validation.
 */
struct dt_difo {
	const dif_instr_t *code;
	const uint64_t *ints;
	const char *strings; /* string_size bytes, ends with NUL */
	const struct dtrace_difv *vars;
	uint32_t code_count; /* instructions */
	uint32_t int_count;
	uint32_t string_size;
	uint32_t var_count;
	struct dtrace_diftype rtype; /* of the value */
	uint32_t slots;              /* set by dt_vars_declare: nothing for others */
	uint8_t shape;               /* set by dt_difo_validate: enum dt_difo_shape */
	uint64_t operand;            /* set by dt_difo_validate: of the shape */
	struct dt_formula formula;   /* set by dt_difo_validate: DT_SHAPE_FORMULA */
	uint64_t native;             /* set by dt_native_make: address of its code, 0: it has none */
	bool destructive;            /* set by dt_difo_validate: calls a destructive subroutine */
	/* set by dt_difo_validate: reads probeprov, probemod, probefunc or probename */
	bool probe_names;
};

/*
 * dt_difo_validate - check every rule of the format (docs/dif.md) and fill
 * the members that say "set by".
 * args:    @difo borrowed, pointers valid; @reason_ret gets the constant tag of the rule broken
 *          ("dif-branch-backwards"), untouched on success.
 * return:  0 or -OS_EINVAL.
 * context: process.
 */
int dt_difo_validate(struct dt_difo *difo, const char **reason_ret);

/* dt_difo_reads - whether an object reads a built-in variable. Context: process. */
bool dt_difo_reads(const struct dt_difo *difo, uint32_t variable);

/* Bits of dt_mstate.have: values fetched once in a firing. */
enum {
	DT_HAVE_TIMESTAMP = 1,
	DT_HAVE_WALLTIME = 2,
	DT_HAVE_VTIME = 4,
	DT_HAVE_CALLER = 8,
	DT_HAVE_EXECNAME = 16,
	DT_HAVE_UCALLER = 32,
	DT_HAVE_STACKDEPTH = 64,
	DT_HAVE_USTACKDEPTH = 128,
	DT_HAVE_THREAD_KEY = 256
};

/*
 * The state of one firing for one consumer: on the firing CPU's memory, reused for all ECBs of that
 * consumer in the firing. The caller (core/fire/direct.c) fills the first part, calls dt_mstate_begin once
 * per firing and dt_mstate_clause before each ECB.
 */
struct dt_mstate {
	struct dt_probe *probe;
	const struct dt_firing *firing;
	struct dt_specs *specs; /* this and the next for the speculation() subroutine */
	struct dt_specs_cpu *specs_cpu;
	struct dt_vars *vars;
	uint8_t *scratch;     /* this CPU's scratch area of this consumer */
	uint8_t *scratch_ptr; /* first free byte; 8-aligned allocations grow from here */
	uint8_t *scratch_end;
	uint32_t strsize;
	uint32_t epid;
	uint32_t cpu;
	bool destructive; /* the consumer may act destructively */
	/*
	 * the consumer lacks rights (core/rights/rights.h), or numbers processes in its own way: no short form
	 * of an object is used, and everything is asked
	 */
	bool limited;
	bool own_only; /* limited: it may not read the kernel's memory */
	bool foreign;  /* limited: nor the current process; set for each firing */
	const struct os_subject
		*numbers; /* limited: whose numbers of processes; NULL: those of the initial namespace */

	/* set by the machine */
	uint16_t fault; /* enum dtrace_fault; valid when faulted */
	bool faulted;
	int32_t fault_offset; /* byte offset in the DIF object; -1: outside of one */
	uint64_t fault_value; /* address or other datum */
	uint32_t have;
	uint64_t timestamp, walltimestamp, vtimestamp, caller, ucaller;
	uint32_t stackdepth, ustackdepth;
	uint64_t thread_key;        /* of the thread's variables */
	struct dt_chunk *own_chunk; /* of the thread's variable own_id, NULL: it has none */
	uint32_t own_id;            /* the thread's scalar that was used last in this firing; 0: none */
	char *execname;             /* = execname_text, when DT_HAVE_EXECNAME */
	uint64_t strtok_next;       /* address where strtok() goes on, 0: none */
	uint64_t strtok_left;       /* bytes left there; when there is no such address, anything */
	const struct dt_difo *difo; /* that ran last in this firing: its strings are the program's own memory */
	uint8_t name_part;          /* enum dt_probe_part that was read last */
	char execname_text[16];     /* OS_EXECNAME_SIZE */
};

/*
 * dt_mstate_begin - a firing starts: nothing is known about it yet. dt_mstate_clause - an ECB of it
 * starts: scratch is empty, there is no fault, and the clause has a time of its own; what the other
 * values of `have` cached stays, as does strtok()'s place.
 * context: probe context.
 */
DT_PROBE_INLINE void dt_mstate_begin(struct dt_mstate *mstate)
{
	mstate->scratch_ptr = mstate->scratch;
	mstate->faulted = false;
	mstate->have = 0;
	mstate->own_id = 0;
	mstate->strtok_next = 0;
	mstate->difo = NULL;
}

DT_PROBE_INLINE void dt_mstate_clause(struct dt_mstate *mstate)
{
	mstate->scratch_ptr = mstate->scratch;
	mstate->faulted = false;
	mstate->have &= ~(uint32_t)(DT_HAVE_TIMESTAMP | DT_HAVE_WALLTIME | DT_HAVE_VTIME);
}

/*
 * dt_dif_run - run an object to its ret.
 * return:  its value; for by-reference types the address of the data (own memory, or memory still
 *          to be loaded guarded). 0 when mstate->faulted.
 * context: probe context.
 */
uint64_t dt_dif_run(const struct dt_difo *difo, struct dt_mstate *mstate);

/*
 * dt_dif_store - put a value of type @type into a record: integers by size, data and strings by a
 * guarded copy of exactly type->size bytes (strings: cut at the NUL, rest zeroed; size 0 means
 * strsize).
 * args:    @dst room for dt_dif_size(type, strsize) bytes.
 * return:  true; false with mstate->faulted set, when the data could not be read.
 * context: probe context.
 */
bool dt_dif_store(struct dt_mstate *mstate, const struct dtrace_diftype *type, uint64_t value, void *dst);

/*
 * dt_dif_copy_string - copy a string of at most @size - 1 bytes from anywhere into memory that is
 * known to be writable, and end it; after the NUL, up to @size, some bytes may be made zero.
 * return:  its length; -1 with mstate->faulted set.
 * context: probe context.
 */
long dt_dif_copy_string(struct dt_mstate *mstate, char *dst, uint64_t addr, size_t size);

/* dt_dif_size - bytes that a value of this type takes in a record. Context: any. */
static inline uint32_t dt_dif_size(const struct dtrace_diftype *type, uint32_t strsize)
{
	if (type->kind == DIF_TYPE_STRING && type->size == 0)
		return strsize;
	return type->size;
}

/* dt_mstate_fault - record a fault, unless there already is one. Context: probe context. */
DT_PROBE_INLINE void dt_mstate_fault(struct dt_mstate *mstate, enum dtrace_fault fault, uint64_t value)
{
	if (!mstate->faulted) {
		mstate->faulted = true;
		mstate->fault = fault;
		mstate->fault_offset = -1; /* the machine says where, when it runs */
		mstate->fault_value = value;
	}
}

/*
 * dt_mstate_permits - whether the consumer may use what has this need now; else a fault at @addr.
 * context: probe context.
 */
DT_PROBE_INLINE bool dt_mstate_permits(struct dt_mstate *mstate, enum dt_need need, uint64_t addr)
{
	if (DT_LIKELY(!mstate->foreign) || need == DT_NEED_NOTHING)
		return true;
	dt_mstate_fault(mstate, DTRACEFLT_UPRIV, addr);
	return false;
}

/*
 * dt_firing_kstack - the kernel stack of a firing, innermost first, without our own frames: at most
 * @max. Return: how many. Context: probe context.
 */
unsigned int dt_firing_kstack(const struct dt_probe *probe, const struct dt_firing *firing, uint64_t *pcs,
			      unsigned int max);

/* dt_dif_taken - whether a branch is taken when @a was compared with @b last. Context: any. */
DT_PROBE_INLINE bool dt_dif_taken(unsigned int op, uint64_t a, uint64_t b)
{
	switch (op) {
	case DIF_OP_BE:
		return a == b;
	case DIF_OP_BNE:
		return a != b;
	case DIF_OP_BG:
		return (int64_t)a > (int64_t)b;
	case DIF_OP_BGE:
		return (int64_t)a >= (int64_t)b;
	case DIF_OP_BL:
		return (int64_t)a < (int64_t)b;
	case DIF_OP_BLE:
		return (int64_t)a <= (int64_t)b;
	case DIF_OP_BGU:
		return a > b;
	case DIF_OP_BGEU:
		return a >= b;
	case DIF_OP_BLU:
		return a < b;
	case DIF_OP_BLEU:
		return a <= b;
	default:
		return true;
	}
}

#endif
