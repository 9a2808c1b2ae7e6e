/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/pragma.h - lines that begin with #. */
#ifndef LDT_COMPILER_PRAGMA_H
#define LDT_COMPILER_PRAGMA_H

#include "compiler/lexer.h"

/* ldt_directive - a line that begins with #; ldt_read_directive: the same, for the floors above. */
void ldt_read_directive(struct ldt_comp *c, const struct ldt_pos *pos, const char *text, size_t length);

#endif
