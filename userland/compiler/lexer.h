/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/lexer.h - tokens of D. Tokens are made on demand, so that the parser can say at the top level that a probe
 * description may come: there the text is read by other rules (ldt_lex_head), everywhere else by those of expressions
 * (ldt_peek, ldt_take).
 */
#ifndef LDT_COMPILER_LEXER_H
#define LDT_COMPILER_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace.h>

struct ldt_comp;

enum ldt_tok {
#define LDT_TOKEN(NAME, text) LDT_TOK_##NAME,
#include "compiler/token.def"
#undef LDT_TOKEN
	LDT_TOK_COUNT
};

/* A place in a source text. */
struct ldt_pos {
	const char *file; /* NULL: the program given */
	const char *at;   /* first byte in the text, for the caret; NULL: unknown */
	int line, column;
};

struct ldt_token {
	enum ldt_tok kind;
	struct ldt_pos pos;
	const char *end;  /* after the last byte in the text */
	const char *text; /* IDENT, AGG (without @), PSPEC, STRING: bytes, NUL-terminated; arena */
	size_t length;
	uint64_t value;   /* INT */
	bool is_unsigned; /* INT: suffix u, or hex/octal that only fits unsigned */
	bool decimal, is_char, negative;
	int longs; /* INT: suffixes l */
};

struct ldt_lex {
	const char *text, *at, *end; /* whole text; next byte; its end */
	const char *line_start;
	const char *file;
	int line;
	bool fresh_line; /* only blanks since the start of the line */
	struct ldt_token ahead[8];
	unsigned int count; /* tokens in ahead[] */
};

/* The text that a compilation reads, and what it is given with it. */
struct ldt_source {
	struct ldt_lex lex;
	char *file_text; /* malloc'ed */
	enum dtrace_probespec spec;
	bool from_file;
	bool in_type_text; /* the text of a built-in is read */
	int argc;
	char *const *argv;
	bool *arg_used;
};

void ldt_lex_init(struct ldt_comp *c, const char *text, size_t length, const char *file);
const struct ldt_token *ldt_peek(struct ldt_comp *c);
const struct ldt_token *ldt_peek_at(struct ldt_comp *c, unsigned int n); /* n 0..2 */
struct ldt_token ldt_take(struct ldt_comp *c);

/*
 * ldt_lex_head - the next token at the top level: a probe description (PSPEC, taken, with macros
 * expanded), or another token, which is left for ldt_peek (a declaration, EOF).
 */
bool ldt_lex_head(struct ldt_comp *c, struct ldt_token *pspec_ret, bool force);

/*
 * ldt_lex_ends_predicate - whether the / that is the next token ends a predicate: the end, ";", "{"
 * or "/" follow it.
 */
bool ldt_lex_ends_predicate(struct ldt_comp *c);

const char *ldt_tok_text(enum ldt_tok kind);

/* ldt_macro_value - a macro variable ($pid, $1, without the $). Defined in compiler/macro.c; raises D_MACRO_UNDEF. */
struct ldt_macro {
	bool is_number; /* built-in, or an unset argument that defaults to 0 */
	int64_t number;
	const char *text; /* argument; for built-ins the number as text */
};
void ldt_macro_value(struct ldt_comp *c, const struct ldt_pos *pos, const char *name, bool as_string,
		     struct ldt_macro *ret);
void ldt_macro_check_unused(struct ldt_comp *c);

/*
 * ldt_directive - a line that begins with #, from after the # to its end. Defined in
 * compiler/pragma.c.
 */
void ldt_directive(struct ldt_comp *c, const struct ldt_pos *pos, const char *text, size_t length);

#endif
