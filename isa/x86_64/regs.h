/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* regs.h - x86_64: the functions and tables of regs.c that the table in insn.c uses. */
#ifndef ISA_X86_64_REGS_H
#define ISA_X86_64_REGS_H

#include "isa/isa.h"

#define X86_64_REG_COUNT     21
#define X86_64_CALL_MAX_ARGS 32 /* six in registers, the others on the stack: our own bound */

extern const struct isa_reg_name x86_64_reg_names[X86_64_REG_COUNT];

/* 32-bit programs on this CPU's register file (narrow.c). */
extern const struct isa isa_x86_64_narrow;

#endif
