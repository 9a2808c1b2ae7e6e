/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/preprocess.h - text in: whole files, and through the C preprocessor. */
#ifndef LDT_COMPILER_PREPROCESS_H
#define LDT_COMPILER_PREPROCESS_H

#include <stddef.h>
#include <stdio.h>

struct ldt_comp;

char *ldt_read_file(FILE *file, size_t *length_ret);
char *ldt_preprocess(struct ldt_comp *c, const char *text, size_t length, const char *file_name, size_t *length_ret);

#endif
