/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/kernel_types.h - types of the kernel. */
#ifndef LDT_COMPILER_KERNEL_TYPES_H
#define LDT_COMPILER_KERNEL_TYPES_H

#include <stdbool.h>

struct ldt_comp;
struct ldt_compiler;
struct ldt_ktypes;

bool ldt_ktypes_create(struct ldt_compiler *compiler);
void ldt_ktypes_destroy(struct ldt_ktypes *ktypes);   /* NULL is accepted */
const char *ldt_ktypes_why(const struct ldt_comp *c); /* why there are none; "": there are, or none was needed */

#endif
