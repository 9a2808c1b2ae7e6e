/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dif.h - DIF, the instruction set that D programs are compiled to (version 2), and the parts of a DIF object.
 *
 * An instruction is 32 bits in host byte order:
 *
 *      31    24 23    16 15     8 7      0
 *      +-------+--------+--------+--------+
 *      |  op   |   r1   |   r2   |   rd   |   R    arithmetic; R1: r2 is 0; CMP: rd is 0; TST: r1 only
 *      |  op   |          label           |   B    absolute instruction index, always forward
 *      |  op   |     index       |   rd   |   W    integer/string table, variable, subroutine
 *      |  op   |  var   |   ri   |   rd   |   A    array variable, index register
 *      |  op   |  type  |   r2   |   rs   |   T    push on the tuple stack: type, size register (0:
 *                                                  size of the type), value
 *      |  op   |    0   |    0   |   rd   |   RET  (NONE: all zero)
 *      +-------+--------+--------+--------+
 *
 * Eight 64-bit registers; %r0 reads as zero and is never written. cmp/scmp/tst set the condition
 * codes n z v c. PUSHTR pushes a value by reference (rs is an address, r2 its size; for strings r2
 * is 0 or the bound), PUSHTV by value.
 */
#ifndef DTRACE_DIF_H
#define DTRACE_DIF_H

#include <stdint.h>

#define DIF_VERSION    2
#define DIF_REGS       8 /* integer registers, %r0 included */
#define DIF_TUPLE_REGS 8 /* entries of the tuple stack */
#define DIF_LABEL_MAX  0xffffffu
#define DIF_INDEX_MAX  0xffffu      /* integer-table index, string offset, variable id, subroutine */
#define DIF_OBJECT_MAX (256 * 1024) /* bytes of one object, all parts together */

enum dif_format {
	DIF_FMT_R,
	DIF_FMT_R1,
	DIF_FMT_CMP,
	DIF_FMT_TST,
	DIF_FMT_B,
	DIF_FMT_W,
	DIF_FMT_A,
	DIF_FMT_T,
	DIF_FMT_RET,
	DIF_FMT_NONE
};

enum dif_op {
#define DIF_OP(number, NAME, text, format) DIF_OP_##NAME = number,
#include "../../spec/dif.def"
#undef DIF_OP
	DIF_OP_LAST = DIF_OP_XLARG
};

typedef uint32_t dif_instr_t;

#define DIF_INSTR_OP(i)    (((i) >> 24) & 0xff)
#define DIF_INSTR_R1(i)    (((i) >> 16) & 0xff)
#define DIF_INSTR_R2(i)    (((i) >> 8) & 0xff)
#define DIF_INSTR_RD(i)    ((i)&0xff)
#define DIF_INSTR_LABEL(i) ((i)&0xffffff)
#define DIF_INSTR_INDEX(i) (((i) >> 8) & 0xffff) /* W */
#define DIF_INSTR_VAR(i)   DIF_INSTR_R1(i)       /* A */
#define DIF_INSTR_TYPE(i)  DIF_INSTR_R1(i)       /* T */

#define DIF_INSTR(op, r1, r2, rd) \
	(((dif_instr_t)(op) << 24) | ((dif_instr_t)(r1) << 16) | ((dif_instr_t)(r2) << 8) | (dif_instr_t)(rd))
#define DIF_INSTR_BRANCH(op, label)   (((dif_instr_t)(op) << 24) | (dif_instr_t)(label))
#define DIF_INSTR_WIDE(op, index, rd) (((dif_instr_t)(op) << 24) | ((dif_instr_t)(index) << 8) | (dif_instr_t)(rd))

/* Variable ids. */
#define DIF_VAR_ARRAY_MAX             0x07f /* built-in arrays 0x000.. */
#define DIF_VAR_SCALAR_MIN            0x100 /* built-in scalars 0x100.. */
#define DIF_VAR_SCALAR_MAX            0x4ff
#define DIF_VAR_USER_MIN              0x500 /* variables of the program 0x500..0xffff */
#define DIF_VAR_USER_MAX              0xffff

enum dif_var {
#define DIF_VAR(id, NAME, text, shape, type, since) DIF_VAR_##NAME = id,
#include "../../spec/difvar.def"
#undef DIF_VAR
};

#define DIF_SUBR_DESTRUCTIVE 1u
#define DIF_SUBR_FOREIGN     2u
#define DIF_SUBR_LIBRARY     4u

enum dif_subr {
#define DIF_SUBR(id, NAME, text, prototype, since, flags) DIF_SUBR_##NAME = id,
#include "../../spec/subr.def"
#undef DIF_SUBR
	DIF_SUBR_LAST = DIF_SUBR_SIGNAME
};

/* A call's index: the subroutine, and of dt_number and dt_text the fact. */
#define DIF_CALL_SUBR(index)       ((index)&0xff)
#define DIF_CALL_FACT(index)       ((index) >> 8)
#define DIF_CALL_INDEX(subr, fact) ((uint32_t)(fact) << 8 | (uint32_t)(subr))

enum dif_fact_kind { DIF_FACT_NONE, DIF_FACT_NUMBER, DIF_FACT_TEXT };

enum dif_fact {
#define DIF_FACT(id, NAME, name, kind, object) DIF_FACT_##NAME = id,
#include "../../spec/fact.def"
#undef DIF_FACT
};

/* The type of a value, as far as the machine needs it. 8 bytes. */
enum dif_type_kind { DIF_TYPE_CTF = 0, DIF_TYPE_STRING = 1 };
#define DIF_TYPE_BYREF  0x1 /* the value is the address of the data */
#define DIF_TYPE_BYUREF 0x2 /* ... and the address is in the user process */

struct dtrace_diftype {
	uint8_t kind;  /* enum dif_type_kind */
	uint8_t ckind; /* CTF kind; 1 integer, 3 pointer, 4 array, 6 struct, 7 union, 8 enum; 0 unknown */
	uint8_t flags; /* DIF_TYPE_BY* */
	uint8_t pad;
	uint32_t size; /* bytes of the data; strings: 0 means strsize */
};

enum dif_var_kind { DIF_VARKIND_ARRAY = 0, DIF_VARKIND_SCALAR = 1 };
enum dif_var_scope { DIF_SCOPE_GLOBAL = 0, DIF_SCOPE_THREAD = 1, DIF_SCOPE_LOCAL = 2 };
#define DIF_VARFLAG_REF 0x1 /* read by the object */
#define DIF_VARFLAG_MOD 0x2 /* written by the object */

/* One variable that a DIF object refers to. 20 bytes. */
struct dtrace_difv {
	uint32_t name; /* offset in the object's string table */
	uint32_t id;
	uint8_t kind;   /* enum dif_var_kind; ARRAY: associative */
	uint8_t scope;  /* enum dif_var_scope */
	uint16_t flags; /* DIF_VARFLAG_* */
	struct dtrace_diftype type;
};

#endif
