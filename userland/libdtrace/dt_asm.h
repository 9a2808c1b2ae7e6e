/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_asm.h - DIF objects from their own listings. */
#ifndef LIBDTRACE_DT_ASM_H
#define LIBDTRACE_DT_ASM_H

#include "dt_impl.h"

/*
 * dt_difo_assemble - read one object from the text that dt_difo_print() made: opcodes, operands, the values in the
 * notes (! ...), the variables. args:    *@text moves behind what was read. return:  the object, with one reference
 * (dt_difo_put); NULL: there is none, or a line is not understood (*@bad_line from 1, else 0).
 */
struct dt_difo_user *dt_difo_assemble(const char **text, unsigned int *bad_line);

#endif
