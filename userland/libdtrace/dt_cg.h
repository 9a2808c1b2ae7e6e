/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_cg.h - between the files that make DIF of a typed tree.
 *
 * dt_cg.c         a node by its kind, calls, translations, whole objects (the functions that the
 *                 rest calls: dt_comp.h)
 * dt_cg_mem.c     constants, ranges of types, loads and stores of memory
 * dt_cg_var.c     arguments and keys, variables, and parts of those that may not be there
 * dt_cg_op.c      operators that change nothing
 * dt_cg_assign.c  =, op=, ++ and --
 *
 * Every value sits in one 64-bit register, extended from its type's size by its sign; operations
 * whose result may leave that range are followed by an extension. By-reference values (strings,
 * structures, arrays) are the address of the data. A function that returns int returns the register
 * of the value, taken from @as, which the caller gives back with dt_as_free(). What cannot be
 * expressed is raised as an error of the program at the node's place, as in the whole compiler
 * (dt_error()): no function here returns an error.
 */
#ifndef LIBDTRACE_DT_CG_H
#define LIBDTRACE_DT_CG_H

#include "dt_as.h"

/* ---- dt_cg.c --------------------------------------------------------------------------------- */
int dt_cg_node(struct dt_as *as, struct dt_node *node);

/* ---- dt_cg_mem.c ----------------------------------------------------------------------------- */
/* Where a bit-field lies: the unit that is loaded, and the shift in it. */
struct dt_bits {
	uint32_t size;   /* bytes of the unit */
	uint64_t offset; /* of the unit, bytes */
	unsigned int shift, width;
};

uint32_t dt_cg_size(struct dt_as *as, struct dt_type *type);      /* bytes */
uint32_t dt_cg_stride(struct dt_as *as, struct dt_type *pointer); /* bytes from one element to the next */
int dt_cg_int(struct dt_as *as, uint64_t value);
void dt_cg_add(struct dt_as *as, int reg, uint64_t value); /* reg += value */
/* Bring a register into the range of a type of @bits bits, or of @type. */
void dt_cg_extend(struct dt_as *as, int reg, unsigned int bits, bool is_signed);
void dt_cg_extend_type(struct dt_as *as, int reg, struct dt_type *type);
void dt_cg_condition(struct dt_as *as, enum dif_op op, int reg); /* reg = 1 when branch @op is taken now, else 0 */
struct dt_bits dt_cg_bits(struct dt_as *as, const struct dt_node *node);
int dt_cg_address_of(struct dt_as *as, struct dt_node *node); /* of something in memory, or of a by-reference value */
int dt_cg_member_address(struct dt_as *as, struct dt_node *node);
void dt_cg_load(struct dt_as *as, const struct dt_node *node, int reg); /* replaces an address by the value there */
void dt_cg_store(struct dt_as *as, const struct dt_node *node, int address, int value);
void dt_cg_store_string(struct dt_as *as, int address, int value, uint64_t room); /* @room: bytes, with the end */

/* ---- dt_cg_var.c ----------------------------------------------------------------------------- */
void dt_cg_push_list(struct dt_as *as, struct dt_node *args,
		     struct dt_type *const *types); /* @types: of keys, or NULL */
void dt_cg_keys(struct dt_as *as, struct dt_node *node);
void dt_cg_load_var(struct dt_as *as, const struct dt_node *node, int reg); /* whose keys have been pushed */
void dt_cg_store_var(struct dt_as *as, const struct dt_node *node, int reg);
int dt_cg_var(struct dt_as *as, struct dt_node *node);
int dt_cg_whole(struct dt_as *as, struct dt_node *node); /* a variable; zeros, or "", while nothing is stored */
int dt_cg_part(struct dt_as *as, struct dt_node *node);  /* a member or an element, likewise */
struct dt_node *dt_cg_holder(struct dt_node *node);      /* v of v.a.b[2].c; NULL: a pointer is on the way */
bool dt_cg_may_be_absent(const struct dt_node *var);
bool dt_cg_has_effects(const struct dt_node *node); /* computing it twice does something twice */
void dt_cg_zeros(struct dt_as *as, int reg, struct dt_type *type);

/* ---- dt_cg_op.c ------------------------------------------------------------------------------ */
int dt_cg_unary(struct dt_as *as, struct dt_node *node);
int dt_cg_cast(struct dt_as *as, struct dt_node *node);
int dt_cg_arithmetic(struct dt_as *as, struct dt_node *node);
int dt_cg_comparison(struct dt_as *as, struct dt_node *node);
int dt_cg_short_circuit(struct dt_as *as, struct dt_node *node);      /* && and || */
int dt_cg_xor(struct dt_as *as, struct dt_node *node);                /* ^^ */
int dt_cg_choice(struct dt_as *as, struct dt_node *node);             /* ?: */
void dt_cg_scale(struct dt_as *as, int reg, struct dt_type *pointer); /* an index to bytes */
/* left = left op right, both of @type; a pointer's right side is scaled already. */
void dt_cg_operate(struct dt_as *as, enum dt_tok tok, struct dt_type *type, int left, int right);
bool dt_cg_needs_extension(struct dt_as *as, struct dt_type *from, struct dt_type *to);

/* ---- dt_cg_assign.c -------------------------------------------------------------------------- */
int dt_cg_assign(struct dt_as *as, struct dt_node *node);
int dt_cg_compound(struct dt_as *as, struct dt_node *node, enum dt_tok tok, bool old); /* @old: the value before */
int dt_cg_step(struct dt_as *as, struct dt_node *node);

#endif
