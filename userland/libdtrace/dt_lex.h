/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_lex.h - tokens of D. Tokens are made on demand, so that the parser can say at the top level that a probe
 * description may come: there the text is read by other rules (dt_lex_head), everywhere else by those of expressions
 * (dt_peek, dt_take).
 */
#ifndef LIBDTRACE_DT_LEX_H
#define LIBDTRACE_DT_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_comp;

enum dt_tok {
#define DT_TOKEN(NAME, text) DT_TOK_##NAME,
#include "dt_tok.def"
#undef DT_TOKEN
	DT_TOK_COUNT
};

/* A place in a source text. */
struct dt_pos {
	const char *file; /* NULL: the program given */
	const char *at;   /* first byte in the text, for the caret; NULL: unknown */
	int line, column;
};

struct dt_token {
	enum dt_tok kind;
	struct dt_pos pos;
	const char *end;  /* behind the last byte in the text */
	const char *text; /* IDENT, AGG (without @), PSPEC, STRING: bytes, NUL-terminated; arena */
	size_t length;
	uint64_t value;   /* INT */
	bool is_unsigned; /* INT: suffix u, or hex/octal that only fits unsigned */
	bool decimal, is_char, negative;
	int longs; /* INT: suffixes l */
};

struct dt_lex {
	const char *text, *at, *end; /* whole text; next byte; its end */
	const char *line_start;
	const char *file;
	int line;
	bool fresh_line; /* only blanks since the start of the line */
	struct dt_token ahead[8];
	unsigned int count; /* tokens in ahead[] */
};

void dt_lex_init(struct dt_comp *c, const char *text, size_t length, const char *file);
const struct dt_token *dt_peek(struct dt_comp *c);
const struct dt_token *dt_peek_at(struct dt_comp *c, unsigned int n); /* n 0..2 */
struct dt_token dt_take(struct dt_comp *c);

/*
 * dt_lex_head - what stands at the top level: a probe description (PSPEC, taken, with macros expanded), or another
 * token, which is left for dt_peek (a declaration, EOF).
 */
bool dt_lex_head(struct dt_comp *c, struct dt_token *pspec_ret, bool force);

/*
 * dt_lex_ends_predicate - whether the / that is the next token ends a predicate: the end, ";", "{"
 * or "/" follow it.
 */
bool dt_lex_ends_predicate(struct dt_comp *c);

const char *dt_tok_text(enum dt_tok kind);

/* dt_macro_value - a macro variable ($pid, $1, without the $). Defined in dt_macro.c; raises D_MACRO_UNDEF. */
struct dt_macro {
	bool is_number; /* built-in, or an unset argument that defaults to 0 */
	int64_t number;
	const char *text; /* argument; for built-ins the number as text */
};
void dt_macro_value(struct dt_comp *c, const struct dt_pos *pos, const char *name, bool as_string,
		    struct dt_macro *ret);
void dt_macro_check_unused(struct dt_comp *c);

/* dt_directive - a line that begins with #, from behind the # to the end of the line. Defined in dt_pragma.c. */
void dt_directive(struct dt_comp *c, const struct dt_pos *pos, const char *text, size_t length);

#endif
