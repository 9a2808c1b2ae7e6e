/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/compiler.h - what the compiler does for the rest of the library: texts to programs. */
#ifndef LDT_COMPILER_COMPILER_H
#define LDT_COMPILER_COMPILER_H

#include "program/program.h"

/*
 * ldt_compile - compile a text (@file NULL) or a file.
 * args:    @spec how the first probe description of a text is read (-P -m -f -n:
 *          DTRACE_PROBESPEC_*); argc/argv script arguments ($0 first).
 * return:  the program, owned by the handle until dtrace_close; NULL with the handle's error set.
 */
struct dtrace_prog *ldt_compile(struct dtrace_hdl *dtp, const char *text, FILE *file, const char *file_name,
				enum dtrace_probespec spec, unsigned int flags, int argc, char *const argv[]);

/*
 * ldt_providers_describe - the providers that programs of the handle have defined, not those of its
 * libraries, in their order.
 * return:  0, *@ret (NULL: there is none) until the handle is closed; -1 with the handle's error set: an
 *          argument cannot be one of a probe of a program.
 */
struct ldt_usdt_provider;
int ldt_providers_describe(struct dtrace_hdl *dtp, const struct ldt_usdt_provider **ret);

/* ldt_compiler_destroy - what the compiler kept in the handle between programs: names, types. NULL is accepted. */
void ldt_compiler_destroy(struct ldt_compiler *compiler);

#endif
