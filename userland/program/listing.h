/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* program/listing.h - DIF objects as text, and objects from that text. */
#ifndef LDT_PROGRAM_LISTING_H
#define LDT_PROGRAM_LISTING_H

#include "program/program.h"

/* ldt_difo_print - the listing of one object. */
void ldt_difo_print(const struct ldt_difo_user *difo, FILE *out);

/*
 * ldt_difo_assemble - read one object from the text that ldt_difo_print() made: opcodes, operands, the values in the
 * notes (! ...), the variables.
 * args:    *@text moves past what was read.
 * return:  the object, with one reference (ldt_difo_put); NULL: there is none, or a line is not
 *          understood (*@bad_line from 1, else 0).
 */
struct ldt_difo_user *ldt_difo_assemble(const char **text, unsigned int *bad_line);

#endif
