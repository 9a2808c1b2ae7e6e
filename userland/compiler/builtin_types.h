/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/builtin_types.h - types and prototypes from texts. */
#ifndef LDT_COMPILER_BUILTIN_TYPES_H
#define LDT_COMPILER_BUILTIN_TYPES_H

#include "compiler/ident.h"

struct ldt_type *ldt_parse_type_text(struct ldt_comp *c, const char *text); /* of built-ins */
void ldt_parse_proto_text(struct ldt_comp *c, const char *text, struct ldt_proto *ret);

#endif
