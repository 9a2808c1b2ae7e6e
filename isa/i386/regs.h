/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* regs.h - i386: the functions and tables of regs.c that the table in insn.c uses. */
#ifndef ISA_I386_REGS_H
#define ISA_I386_REGS_H

#include "isa/isa.h"
#include "isa/x86/memory.h"

#define I386_REG_COUNT 17
#define I386_CALL_MAX_ARGS \
	X86_CALL_MAX_ARGS_32 /* of the kernel three in registers (regparm), the others on the stack */

extern const struct isa_reg_name i386_reg_names[I386_REG_COUNT];

#endif
