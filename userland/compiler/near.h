/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/near.h - "did you mean": what the end of a message says of the name that is nearest to an unknown one. */
#ifndef LDT_COMPILER_NEAR_H
#define LDT_COMPILER_NEAR_H

#include "types/types.h"
#include "words/words.h"

struct ldt_comp;
struct ldt_nearest;

/*
 * ldt_near_text - ": did you mean NAME?"; "" when none is near, and with compat. In the compilation's arena, as those
 * below.
 */
const char *ldt_near_text(struct ldt_comp *c, const struct ldt_nearest *nearest);
/* ldt_near_type - of a type's name or tag; @ns says which, and the keyword before a tag is in the text. */
const char *ldt_near_type(struct ldt_comp *c, enum ldt_namespace ns, const char *name);
/* ldt_near_incomplete - the same of a struct, union or enum that has no definition; "" for another type. */
const char *ldt_near_incomplete(struct ldt_comp *c, struct ldt_type *type);
/* ldt_near_member - of a member of @type, a struct or union; those of anonymous ones in it, too. */
const char *ldt_near_member(struct ldt_comp *c, struct ldt_type *type, const char *name);
/* ldt_near_macro - of a macro variable, with its $. */
const char *ldt_near_macro(struct ldt_comp *c, const char *name);

#endif
