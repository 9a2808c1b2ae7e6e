/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/generate_parts.h - between the files that make DIF of a typed tree.
 *
 * compiler/generate.c         a node by its kind, calls, translations, whole objects
 * compiler/generate_memory.c     constants, ranges of types, loads and stores of memory
 * compiler/generate_variable.c     arguments and keys, variables, and parts of those that may not be there
 * compiler/generate_operator.c      operators that change nothing
 * compiler/generate_assign.c  =, op=, ++ and --
 *
 * Every value is in one 64-bit register. A load extends it from its type's size by its sign;
 * the result of an operator is what the 64-bit instruction gives, and may have more bits than its type:
 * compiler/narrow.c decides where it is cut to its type; a cast node cuts it. By-reference values
 * (strings, structures, arrays) are the address of the data. A function that returns int returns
 * the register of the value, taken from @as, which the caller gives back with ldt_as_free(). No
 * function here returns an error: a node that has no code raises an error of the program at its
 * place, as in the whole compiler (ldt_error()).
 */
#ifndef LDT_COMPILER_GENERATE_PARTS_H
#define LDT_COMPILER_GENERATE_PARTS_H

#include "compiler/dif_build.h"
#include "compiler/recursion.h"

/* ---- compiler/generate.c --------------------------------------------------------------------------------- */
int ldt_generate_node(struct ldt_as *as, struct ldt_node *node); /* below: ldt_cg_node of recursion.h */

/* ---- compiler/generate_memory.c ----------------------------------------------------------------------------- */
/* The place of a bit-field: the unit that is loaded, and the shift in it. */
struct ldt_bits {
	uint32_t size;   /* bytes of the unit */
	uint64_t offset; /* of the unit, bytes */
	unsigned int shift, width;
};

uint32_t ldt_cg_size(struct ldt_as *as, struct ldt_type *type);      /* bytes */
uint32_t ldt_cg_stride(struct ldt_as *as, struct ldt_type *pointer); /* bytes from one element to the next */
int ldt_cg_int(struct ldt_as *as, uint64_t value);
void ldt_cg_add(struct ldt_as *as, int reg, uint64_t value); /* reg += value */
/* Bring a register into the range of a type of @bits bits, or of @type. */
void ldt_cg_extend(struct ldt_as *as, int reg, unsigned int bits, bool is_signed);
void ldt_cg_extend_type(struct ldt_as *as, int reg, struct ldt_type *type);
void ldt_cg_condition(struct ldt_as *as, enum dif_op op, int reg); /* reg = 1 when branch @op is taken now, else 0 */
struct ldt_bits ldt_cg_bits(struct ldt_as *as, const struct ldt_node *node);
int ldt_cg_address_of(struct ldt_as *as,
		      struct ldt_node *node); /* of something in memory, or of a by-reference value */
int ldt_cg_member_address(struct ldt_as *as, struct ldt_node *node);
void ldt_cg_load(struct ldt_as *as, const struct ldt_node *node, int reg); /* replaces an address by the value there */
void ldt_cg_store(struct ldt_as *as, const struct ldt_node *node, int address, int value);
void ldt_cg_store_string(struct ldt_as *as, int address, int value, uint64_t room); /* @room: bytes, with the end */

/* ---- compiler/generate_variable.c ----------------------------------------------------------------------------- */
void ldt_cg_push_list(struct ldt_as *as, struct ldt_node *args,
		      struct ldt_type *const *types); /* @types: of keys, or NULL */
void ldt_cg_keys(struct ldt_as *as, struct ldt_node *node);
void ldt_cg_load_var(struct ldt_as *as, const struct ldt_node *node, int reg); /* whose keys have been pushed */
void ldt_cg_store_var(struct ldt_as *as, const struct ldt_node *node, int reg);
int ldt_cg_var(struct ldt_as *as, struct ldt_node *node);
int ldt_cg_whole(struct ldt_as *as, struct ldt_node *node); /* a variable; zeros, or "", while nothing is stored */
int ldt_cg_part(struct ldt_as *as, struct ldt_node *node);  /* a member or an element, likewise */
struct ldt_node *ldt_cg_holder(struct ldt_node *node);      /* v of v.a.b[2].c; NULL: a pointer is on the way */
bool ldt_cg_may_be_absent(const struct ldt_node *var);
bool ldt_cg_has_effects(const struct ldt_node *node); /* computing it twice does something twice */
void ldt_cg_zeros(struct ldt_as *as, int reg, struct ldt_type *type);

/* ---- compiler/generate_operator.c ------------------------------------------------------------------------------ */
int ldt_cg_unary(struct ldt_as *as, struct ldt_node *node);
int ldt_cg_cast(struct ldt_as *as, struct ldt_node *node);
int ldt_cg_arithmetic(struct ldt_as *as, struct ldt_node *node);
int ldt_cg_comparison(struct ldt_as *as, struct ldt_node *node);
int ldt_cg_short_circuit(struct ldt_as *as, struct ldt_node *node);      /* && and || */
int ldt_cg_xor(struct ldt_as *as, struct ldt_node *node);                /* ^^ */
int ldt_cg_choice(struct ldt_as *as, struct ldt_node *node);             /* ?: */
void ldt_cg_scale(struct ldt_as *as, int reg, struct ldt_type *pointer); /* an index to bytes */
/* left = left op right, with 64 bits, by the sign of @type; a pointer's right side is scaled already. */
void ldt_cg_operate(struct ldt_as *as, enum ldt_tok tok, struct ldt_type *type, int left, int right);

/* ---- compiler/generate_assign.c -------------------------------------------------------------------------- */
int ldt_cg_assign(struct ldt_as *as, struct ldt_node *node);
int ldt_cg_compound(struct ldt_as *as, struct ldt_node *node, enum ldt_tok tok, bool old); /* @old: the value before */
int ldt_cg_step(struct ldt_as *as, struct ldt_node *node);

#endif
