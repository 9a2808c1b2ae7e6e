/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/provider.h - provider definitions. */
#ifndef LDT_COMPILER_PROVIDER_H
#define LDT_COMPILER_PROVIDER_H

#include "compiler/compilation.h"

/*
 * ldt_providers_prepare - for -h and -G: names of types that definitions take from C's headers without
 * including them.
 */
void ldt_providers_prepare(struct ldt_comp *c);
void ldt_parse_provider(struct ldt_comp *c);
void ldt_providers_check(struct ldt_comp *c);  /* all translators are known: those of arguments must be among them */
void ldt_providers_forget(struct ldt_comp *c); /* of a failed compilation */
/*
 * ldt_providers_tell - has the definitions that are known now in the handle (`definitions`): those of the D library, too, and
 * of the program that is being compiled. What no probe of a program can be is left out.
 */
void ldt_providers_tell(struct ldt_comp *c);
/* The attributes of a provider that a program may change; NULL: there is none of that name and @create is false. */
struct dtrace_pattr *ldt_provider_declare(struct ldt_comp *c, const char *name, bool create);

#endif
