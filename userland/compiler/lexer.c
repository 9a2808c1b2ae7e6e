/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/lexer.c - text to tokens.
 *
 * Sections: characters and blanks; identifiers; constants; macros; operators; tokens; the top level.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/declaration.h"
#include "compiler/lexer.h"
#include "types/types.h"
#include "words/words.h"

static const char *const tok_text[] = {
#define LDT_TOKEN(NAME, text) text,
#include "compiler/token.def"
#undef LDT_TOKEN
};

const char *ldt_tok_text(enum ldt_tok kind)
{
	return tok_text[kind];
}

void ldt_lex_init(struct ldt_comp *c, const char *text, size_t length, const char *file)
{
	struct ldt_lex *lex = &c->source->lex;

	memset(lex, 0, sizeof(*lex));
	lex->text = lex->at = lex->line_start = text;
	lex->end = text + length;
	lex->file = file;
	lex->line = 1;
	lex->fresh_line = true;
	if (length > 2 && text[0] == '#' && text[1] == '!')
		while (lex->at < lex->end && *lex->at != '\n')
			lex->at++;
}

/* ---- characters and blanks ------------------------------------------------------------------- */

static struct ldt_pos here(const struct ldt_lex *lex)
{
	struct ldt_pos pos = { lex->file, lex->at, lex->line, (int)(lex->at - lex->line_start) + 1 };

	return pos;
}

static int ch(const struct ldt_lex *lex, size_t n)
{
	return (size_t)(lex->end - lex->at) > n ? (unsigned char)lex->at[n] : -1;
}

static void advance(struct ldt_lex *lex)
{
	if (*lex->at++ == '\n') {
		lex->line++;
		lex->line_start = lex->at;
		lex->fresh_line = true;
	}
}

static void skip_comment(struct ldt_comp *c)
{
	struct ldt_lex *lex = &c->source->lex;
	struct ldt_pos start = here(lex);

	lex->at += 2;
	while (ch(lex, 0) >= 0) {
		if (ch(lex, 0) == '*' && ch(lex, 1) == '/') {
			lex->at += 2;
			return;
		}
		if (ch(lex, 0) == '/' && ch(lex, 1) == '*') {
			struct ldt_pos inner = here(lex);

			ldt_error(c, D_SYNTAX, &inner,
				  "comments do not nest: /* found inside the comment that began in line %d",
				  start.line);
		}
		advance(lex);
	}
	ldt_error(c, D_SYNTAX, &start, "end of input in a comment: expected */");
}

/* # line N "file", also the forms of preprocessors: # N "file" flags; <stdin> and its like are the program itself. */
static bool line_directive(struct ldt_comp *c, const char *text, const char *end)
{
	struct ldt_lex *lex = &c->source->lex;
	const char *p = text, *name;
	char *stop;
	long number;

	while (p < end && isblank((unsigned char)*p))
		p++;
	if (end - p > 4 && !strncmp(p, "line", 4) && isblank((unsigned char)p[4]))
		p += 4;
	while (p < end && isblank((unsigned char)*p))
		p++;
	if (p == end || !isdigit((unsigned char)*p))
		return false;
	number = strtol(p, &stop, 10);
	p = stop;
	while (p < end && isblank((unsigned char)*p))
		p++;
	if (p < end && *p == '"') {
		name = ++p;
		while (p < end && *p != '"')
			p++;
		lex->file = p > name && *name != '<' ? ldt_arena_strndup(c->arena, name, (size_t)(p - name)) : NULL;
	}
	lex->line = (int)number - 1;
	return true;
}

static void control_line(struct ldt_comp *c)
{
	struct ldt_lex *lex = &c->source->lex;
	struct ldt_pos pos = here(lex);
	const char *start = lex->at + 1, *end = start;

	while (end < lex->end && *end != '\n')
		end++;
	if (!line_directive(c, start, end))
		ldt_directive(c, &pos, start, (size_t)(end - start));
	lex->at = end;
}

static void skip_blanks(struct ldt_comp *c)
{
	struct ldt_lex *lex = &c->source->lex;

	for (;;) {
		int chr = ch(lex, 0);

		if (chr == ' ' || chr == '\t' || chr == '\n' || chr == '\r' || chr == '\f' || chr == '\v') {
			advance(lex);
		} else if (chr == '\\' && ch(lex, 1) == '\n') {
			advance(lex);
			advance(lex);
		} else if (chr == '/' && ch(lex, 1) == '*') {
			skip_comment(c);
		} else if (chr == '/' && ch(lex, 1) == '/' && c->dtp->copts.oracle_compat) {
			while (ch(lex, 0) >= 0 && ch(lex, 0) != '\n')
				advance(lex);
		} else if (chr == '#' && lex->fresh_line) {
			control_line(c);
		} else {
			lex->fresh_line = false;
			return;
		}
	}
}

/* ---- identifiers ----------------------------------------------------------------------------- */

static bool ident_start(int chr)
{
	return chr >= 0 && (isalpha(chr) || chr == '_' || chr == '`');
}

static bool ident_char(int chr)
{
	return chr >= 0 && (isalnum(chr) || chr == '_' || chr == '`');
}

static enum ldt_tok keyword(const char *text)
{
	int low = LDT_TOK_KW_AUTO, high = LDT_TOK_KW_XLATE;

	while (low <= high) {
		int middle = (low + high) / 2, order = strcmp(text, tok_text[middle]);

		if (!order)
			return (enum ldt_tok)middle;
		if (order < 0)
			high = middle - 1;
		else
			low = middle + 1;
	}
	return LDT_TOK_IDENT;
}

static void lex_ident(struct ldt_comp *c, struct ldt_token *token)
{
	struct ldt_lex *lex = &c->source->lex;
	const char *start = lex->at;

	while (ident_char(ch(lex, 0)))
		lex->at++;
	token->length = (size_t)(lex->at - start);
	token->text = ldt_arena_strndup(c->arena, start, token->length);
	token->kind = keyword(token->text);
}

/* ---- constants ------------------------------------------------------------------------------- */

static void take_suffix(struct ldt_comp *c, struct ldt_token *token, const char **p, const char *end)
{
	while (*p < end && strchr("uUlL", **p) && **p) {
		if (**p == 'u' || **p == 'U') {
			if (token->is_unsigned)
				break;
			token->is_unsigned = true;
		} else if (++token->longs > 2) {
			ldt_error(c, D_SYNTAX, &token->pos,
				  "integer constant has too many suffixes l: u, l, ul, ll and ull are possible");
		}
		(*p)++;
	}
}

/* Digits from @p: sets value and suffixes; returns the first byte after them. */
static const char *lex_digits(struct ldt_comp *c, struct ldt_token *token, const char *p, const char *end,
			      enum ldt_errtag overflow)
{
	unsigned int base = 10;
	uint64_t value = 0;
	bool too_large = false;
	const char *start = p;

	if (p + 1 < end && *p == '0' && (p[1] == 'x' || p[1] == 'X') && p + 2 < end && isxdigit((unsigned char)p[2])) {
		base = 16;
		p += 2;
	} else if (*p == '0') {
		base = 8;
	}
	for (; p < end && (base == 16 ? isxdigit((unsigned char)*p) : isdigit((unsigned char)*p)); p++) {
		unsigned int digit =
			isdigit((unsigned char)*p) ? (unsigned int)(*p - '0') : (unsigned int)(tolower(*p) - 'a' + 10);

		if (digit >= base)
			ldt_error(c, D_INT_DIGIT, &token->pos,
				  "invalid digit '%c' in an octal constant: expected 0 to 7", *p);
		if (value > (UINT64_MAX - digit) / base)
			too_large = true;
		value = value * base + digit;
	}
	if (too_large)
		ldt_error(c, overflow, &token->pos, "integer constant %.*s is too large: at most 64 bits",
			  (int)(p - start), start);
	token->kind = LDT_TOK_INT;
	token->value = value;
	token->decimal = base == 10;
	take_suffix(c, token, &p, end);
	return p;
}

static void lex_number(struct ldt_comp *c, struct ldt_token *token)
{
	struct ldt_lex *lex = &c->source->lex;

	lex->at = lex_digits(c, token, lex->at, lex->end, D_INT_OFLOW);
	if (ch(lex, 0) == '.' && ch(lex, 1) != '.' && token->decimal)
		ldt_error(c, D_SYNTAX, &token->pos, "floating-point constants are not permitted in D");
	if ((ch(lex, 0) == 'e' || ch(lex, 0) == 'E') && token->decimal)
		ldt_error(c, D_SYNTAX, &token->pos, "floating-point constants are not permitted in D");
}

/* One escape sequence, the backslash is at *p; returns the byte. */
static char unescape(const char **p, const char *end)
{
	static const char from[] = "abfnrtv", to[] = "\a\b\f\n\r\t\v";
	const char *s = *p + 1, *found;
	unsigned int value = 0, digits = 0;

	if (s >= end) {
		*p = s;
		return '\\';
	}
	if (*s >= '0' && *s <= '7') {
		for (; digits < 3 && s < end && *s >= '0' && *s <= '7'; s++, digits++)
			value = value * 8 + (unsigned int)(*s - '0');
		*p = s;
		return (char)value;
	}
	if (*s == 'x' && s + 1 < end && isxdigit((unsigned char)s[1])) {
		for (s++; s < end && isxdigit((unsigned char)*s); s++)
			value = value * 16 +
				(unsigned int)(isdigit((unsigned char)*s) ? *s - '0' : tolower(*s) - 'a' + 10);
		*p = s;
		return (char)value;
	}
	found = *s ? strchr(from, *s) : NULL;
	*p = s + 1;
	return found ? to[found - from] : *s;
}

/* The text between quotes with escapes resolved; the opening quote is at lex->at. */
static void lex_quoted(struct ldt_comp *c, struct ldt_token *token, char quote)
{
	struct ldt_lex *lex = &c->source->lex;
	bool is_char = quote == '\'';
	const char *p = lex->at + 1;
	size_t room = 64, length = 0;
	char *text = ldt_arena_alloc(c->arena, room);

	for (;;) {
		if (p >= lex->end)
			ldt_error(c, D_SYNTAX, &token->pos, "end of input in a %s constant: expected %c",
				  is_char ? "character" : "string", quote);
		if (*p == quote)
			break;
		if (*p == '\n')
			ldt_error(c, is_char ? D_CHR_NL : D_STR_NL, &token->pos,
				  "newline in a %s constant: expected %c before the end of the line",
				  is_char ? "character" : "string", quote);
		if (length + 1 >= room) {
			char *bigger = ldt_arena_alloc(c->arena, room * 2);

			memcpy(bigger, text, length);
			text = bigger;
			room *= 2;
		}
		if (*p == '\\' && p + 1 < lex->end && p[1] == '\n') {
			p += 2;
			lex->line++;
			lex->line_start = p;
			continue;
		}
		text[length++] = *p == '\\' ? unescape(&p, lex->end) : *p++;
	}
	text[length] = '\0';
	lex->at = p + 1;
	token->text = text;
	token->length = length;
}

static void lex_char(struct ldt_comp *c, struct ldt_token *token)
{
	size_t i;

	lex_quoted(c, token, '\'');
	if (token->length == 0)
		ldt_error(c, D_CHR_NULL, &token->pos,
			  "empty character constant: expected at least one character between the quotes");
	if (token->length > 8)
		ldt_error(c, D_CHR_OFLOW, &token->pos, "character constant is longer than 8 characters");
	token->kind = LDT_TOK_INT;
	token->is_char = true;
	token->value = 0;
	for (i = 0; i < token->length; i++)
		token->value = token->value << 8 | (unsigned char)token->text[i];
	if (token->length == 1)
		token->value = (uint64_t)(int64_t)(signed char)token->text[0];
}

static void lex_string(struct ldt_comp *c, struct ldt_token *token)
{
	lex_quoted(c, token, '"');
	token->kind = LDT_TOK_STRING;
}

/* ---- macros ---------------------------------------------------------------------------------- */

/* A script argument becomes the token that its text looks like: number, quoted or other string, name. */
static void macro_token(struct ldt_comp *c, struct ldt_token *token, const char *text)
{
	size_t length = strlen(text), i;
	const char *p = text, *end = text + length;
	bool name = ident_start((unsigned char)text[0]) && text[0] != '`';

	if (*p == '-' || *p == '+') {
		token->negative = *p == '-';
		p++;
	}
	if (isdigit((unsigned char)*p)) {
		if (lex_digits(c, token, p, end, D_MACRO_OFLOW) == end) {
			if (token->negative)
				token->value = -token->value;
			return;
		}
	}
	for (i = 0; i < length; i++)
		name = name && ident_char((unsigned char)text[i]);
	token->negative = false;
	token->is_unsigned = false;
	if (name) {
		token->text = text;
		token->length = length;
		token->kind = keyword(text);
		return;
	}
	if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
		text++;
		length -= 2;
	}
	token->kind = LDT_TOK_STRING;
	token->text = ldt_arena_strndup(c->arena, text, length);
	token->length = length;
}

/* The name that follows $ or $$ at lex->at, which moves past it. */
static const char *macro_name(struct ldt_comp *c, bool *as_string)
{
	struct ldt_lex *lex = &c->source->lex;
	struct ldt_pos pos = here(lex);
	const char *start;

	lex->at++;
	*as_string = ch(lex, 0) == '$';
	if (*as_string)
		lex->at++;
	start = lex->at;
	if (isdigit(ch(lex, 0)))
		while (isdigit(ch(lex, 0)))
			lex->at++;
	else
		while (ident_char(ch(lex, 0)) && ch(lex, 0) != '`')
			lex->at++;
	if (lex->at == start)
		ldt_error(c, D_SYNTAX, &pos, "expected a macro variable name or number after $");
	return ldt_arena_strndup(c->arena, start, (size_t)(lex->at - start));
}

static void lex_macro(struct ldt_comp *c, struct ldt_token *token)
{
	struct ldt_macro macro;
	bool as_string;
	const char *name = macro_name(c, &as_string);

	ldt_macro_value(c, &token->pos, name, as_string, &macro);
	if (as_string) {
		token->kind = LDT_TOK_STRING;
		token->text = macro.text;
		token->length = strlen(macro.text);
	} else if (macro.is_number) {
		token->kind = LDT_TOK_INT;
		token->value = (uint64_t)macro.number;
		token->decimal = true;
		token->negative = macro.number < 0;
	} else {
		macro_token(c, token, macro.text);
	}
}

/* ---- operators ------------------------------------------------------------------------------- */

static void lex_operator(struct ldt_comp *c, struct ldt_token *token)
{
	struct ldt_lex *lex = &c->source->lex;
	size_t best = 0;
	int kind;

	for (kind = LDT_TOK_COMMA; kind <= LDT_TOK_SEMICOLON; kind++) {
		const char *text = tok_text[kind];
		size_t length;

		if (*text != *lex->at) /* so is nearly every one: the D library is read at each start */
			continue;
		length = strlen(text);
		if (length > best && (size_t)(lex->end - lex->at) >= length && !memcmp(lex->at, text, length)) {
			best = length;
			token->kind = (enum ldt_tok)kind;
		}
	}
	if (!best) {
		unsigned char chr = (unsigned char)*lex->at;

		ldt_error(c, D_SYNTAX, &token->pos,
			  isprint(chr) ? "unexpected character '%c'" : "unexpected byte 0x%02x", chr);
	}
	lex->at += best;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void lex_aggregation(struct ldt_comp *c, struct ldt_token *token)
{
	struct ldt_lex *lex = &c->source->lex;
	const char *start = ++lex->at;

	if (ident_start(ch(lex, 0)) && ch(lex, 0) != '`')
		while (ident_char(ch(lex, 0)) && ch(lex, 0) != '`')
			lex->at++;
	token->kind = LDT_TOK_AGG;
	token->length = (size_t)(lex->at - start);
	token->text = token->length ? ldt_arena_strndup(c->arena, start, token->length) : "_";
}

static void lex_token(struct ldt_comp *c, struct ldt_token *token)
{
	struct ldt_lex *lex = &c->source->lex;
	int chr;

	skip_blanks(c);
	memset(token, 0, sizeof(*token));
	token->pos = here(lex);
	chr = ch(lex, 0);
	if (chr < 0)
		token->kind = LDT_TOK_EOF;
	else if (ident_start(chr))
		lex_ident(c, token);
	else if (isdigit(chr))
		lex_number(c, token);
	else if (chr == '"')
		lex_string(c, token);
	else if (chr == '\'')
		lex_char(c, token);
	else if (chr == '$')
		lex_macro(c, token);
	else if (chr == '@')
		lex_aggregation(c, token);
	else
		lex_operator(c, token);
	token->end = lex->at;
}

static void dump_token(struct ldt_comp *c, const struct ldt_token *token)
{
	FILE *out = c->dtp->dump ? c->dtp->dump : stderr;

	if (!c->dtp->copts.dump_tokens || c->in_library || c->source->in_type_text)
		return;
	fprintf(out, "%d:%d %s", token->pos.line, token->pos.column, tok_text[token->kind]);
	if (token->kind == LDT_TOK_INT)
		fprintf(out, " %lld", (long long)token->value);
	else if (token->text && token->kind <= LDT_TOK_PSPEC)
		fprintf(out, " %s", token->text);
	fputc('\n', out);
}

const struct ldt_token *ldt_peek_at(struct ldt_comp *c, unsigned int n)
{
	struct ldt_lex *lex = &c->source->lex;

	while (lex->count <= n)
		lex_token(c, &lex->ahead[lex->count++]);
	return &lex->ahead[n];
}

const struct ldt_token *ldt_peek(struct ldt_comp *c)
{
	return ldt_peek_at(c, 0);
}

struct ldt_token ldt_take(struct ldt_comp *c)
{
	struct ldt_token token = *ldt_peek(c);

	c->source->lex.count--;
	memmove(c->source->lex.ahead, c->source->lex.ahead + 1, c->source->lex.count * sizeof(token));
	dump_token(c, &token);
	return token;
}

bool ldt_lex_ends_predicate(struct ldt_comp *c)
{
	const struct ldt_token *slash = ldt_peek(c);
	const char *p = slash->end, *end = c->source->lex.end;

	for (;;) {
		while (p < end && isspace((unsigned char)*p))
			p++;
		if (end - p < 2 || p[0] != '/' || p[1] != '*')
			break;
		for (p += 2; end - p >= 2 && (p[0] != '*' || p[1] != '/'); p++)
			;
		p = end - p >= 2 ? p + 2 : end;
	}
	return p >= end || *p == ';' || *p == '{' || *p == '/';
}

/* ---- the top level --------------------------------------------------------------------------- */

static bool pspec_char(int chr)
{
	return chr >= 0 && ldt_in_description((char)chr);
}

/* Those of globs are left out: a glob is compared with the last part of a path. */
static bool path_char(int chr)
{
	return chr >= 0x80 || isalnum(chr) || (chr > 0 && strchr("/-_.+~@%=#$", chr));
}

/*
 * The length of a path that is the module of a description; 0: the / at @start begins a predicate. A path is directly
 * after the first colon and ends at the next one: a predicate has a colon only after a ?. With -m the description may
 * end with the path, too: no predicate ends without a /.
 */
static size_t path_length(const struct ldt_lex *lex, size_t start, enum dtrace_probespec spec)
{
	size_t end = start, next;

	while (path_char(ch(lex, end)))
		end++;
	if (ch(lex, end) == ':')
		return end - start;
	for (next = end; isspace(ch(lex, next)); next++)
		;
	if (spec != DTRACE_PROBESPEC_MOD || ch(lex, end - 1) == '/')
		return 0;
	return ch(lex, next) < 0 || memchr("{/,;", ch(lex, next), 4) ? end - start : 0;
}

/* The length of the description that begins at the next character. */
static size_t pspec_length(const struct ldt_lex *lex, enum dtrace_probespec spec)
{
	size_t length = 0, path;
	unsigned int colons = 0;

	for (;;) {
		int chr = ch(lex, length);

		if (pspec_char(chr)) {
			colons += chr == ':';
			length++;
			continue;
		}
		path = chr == '/' && colons == 1 && ch(lex, length - 1) == ':' ? path_length(lex, length, spec) : 0;
		if (!path)
			return length;
		length += path;
	}
}

static bool lex_behind(const struct ldt_comp *c, const char *p, size_t offset)
{
	return p + offset < c->source->lex.end;
}

/*
 * Whether the run of description characters at @p begins a declaration: a keyword of declarations
 * or a type name, alone or with stars.
 */
static bool run_is_declaration(struct ldt_comp *c, const char *p, size_t length)
{
	size_t name = 0, i;
	char *text;
	enum ldt_tok kind;

	while (name < length && ident_char((unsigned char)p[name]))
		name++;
	for (i = name; i < length; i++)
		if (p[i] != '*')
			return false;
	if (!name)
		return false;
	text = ldt_arena_strndup(c->arena, p, name);
	kind = keyword(text);
	if (kind != LDT_TOK_IDENT)
		return true;
	if (!isalpha((unsigned char)*p) && *p != '_')
		return false;
	if (!strchr(text, '`') && ldt_type_find(c->types, LDT_NS_TYPEDEF, text))
		return true;
	/*
	 * The kernel's types are searched only when a name follows: no name follows a description.
	 */
	for (i = length; lex_behind(c, p, i) && isspace((unsigned char)p[i]); i++)
		;
	while (lex_behind(c, p, i) && p[i] == '*')
		i++;
	return lex_behind(c, p, i) && (isalpha((unsigned char)p[i]) || p[i] == '_') && ldt_type_by_name(c, text);
}

static const char *expand_macros(struct ldt_comp *c, const struct ldt_pos *pos, const char *text, size_t length)
{
	const char *p = text, *end = text + length;
	char *ret = ldt_arena_strndup(c->arena, "", 0);

	while (p < end) {
		const char *dollar = memchr(p, '$', (size_t)(end - p)), *name;
		struct ldt_macro macro;

		if (!dollar)
			return ldt_arena_printf(c->arena, "%s%.*s", ret, (int)(end - p), p);
		name = dollar + 1;
		if (name < end && *name == '$')
			name++;
		text = name;
		while (name < end && (isdigit((unsigned char)*text) ? isdigit((unsigned char)*name)
								    : ident_char((unsigned char)*name)))
			name++;
		if (name == text)
			ldt_error(c, D_SYNTAX, pos,
				  "expected a macro variable name or number after $ in a probe description");
		ldt_macro_value(c, pos, ldt_arena_strndup(c->arena, text, (size_t)(name - text)), true, &macro);
		ret = ldt_arena_printf(c->arena, "%s%.*s%s", ret, (int)(dollar - p), p, macro.text);
		p = name;
	}
	return ret;
}

bool ldt_lex_head(struct ldt_comp *c, struct ldt_token *token, bool force)
{
	struct ldt_lex *lex = &c->source->lex;
	const char *start;
	size_t length;

	if (lex->count)
		return false;
	skip_blanks(c);
	if (!pspec_char(ch(lex, 0)) || ch(lex, 0) == '+')
		return false;
	start = lex->at;
	length = pspec_length(lex, c->source->spec);
	if (!force && run_is_declaration(c, start, length))
		return false;
	memset(token, 0, sizeof(*token));
	token->kind = LDT_TOK_PSPEC;
	token->pos = here(lex);
	token->text = expand_macros(c, &token->pos, start, length);
	token->length = strlen(token->text);
	lex->at += length;
	token->end = lex->at;
	dump_token(c, token);
	return true;
}
