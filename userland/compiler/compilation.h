/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/compilation.h - one compilation: its errors, its memory, and the parts of its state,
 * each of which the header of its floor describes.
 *
 * An error is raised with ldt_error(): it makes the text, and jumps to the recovery point; the
 * arena is freed there, so nothing leaks.
 */
#ifndef LDT_COMPILER_COMPILATION_H
#define LDT_COMPILER_COMPILATION_H

#include <setjmp.h>

#include "handle/handle.h"
#include "types/types.h"

struct ldt_pos;
struct ldt_recursion;

struct ldt_comp {
	struct dtrace_hdl *dtp;
	struct ldt_compiler *cc; /* what is kept between compilations: session.h */
	struct ldt_types *types;
	struct ldt_arena *arena; /* of this compilation */
	struct ldt_arena own_arena;
	jmp_buf recover;
	struct ldt_difo_user *building; /* half-made object, freed on error */
	const struct ldt_recursion *recursion;
	unsigned int flags; /* DTRACE_C_* */
	bool in_library;
	unsigned int depth;            /* of nested expressions, against stack overflow */
	unsigned int choices;          /* ?: whose right side is read, likewise */
	unsigned int copied;           /* nodes, for the inlines and translators of one statement */
	struct ldt_source *source;     /* text, tokens, arguments: lexer.h */
	struct ldt_parsing *parsing;   /* parse.h */
	struct ldt_checking *checking; /* check.h */
	struct ldt_making *making;     /* the clause that becomes actions: action.h */
	struct ldt_output *output;     /* the program: program_build.h */
};

void ldt_error(struct ldt_comp *c, enum ldt_errtag tag, const struct ldt_pos *pos, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 4, 5)));
#define ldt_node_error(c, tag, node, ...) ldt_error(c, tag, &(node)->pos, __VA_ARGS__)
/*
 * ldt_warn - the program is legal, but most likely not meant: a text for dtrace_program_warnings(), with its place. None
 * for the D library, and with compat.
 */
void ldt_warn(struct ldt_comp *c, const struct ldt_pos *pos, const char *message);
void *ldt_alloc(struct ldt_comp *c, size_t size);
const char *ldt_type_text(struct ldt_comp *c, struct ldt_type *type);
void *ldt_must(struct ldt_comp *c, void *pointer); /* a malloc'ed result: jumps when NULL */

#endif
