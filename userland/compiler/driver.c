/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/driver.c - drives a compilation: text in, clause after clause, program out; the recovery point.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/action.h"
#include "compiler/check.h"
#include "compiler/clause.h"
#include "compiler/clause_probes.h"
#include "compiler/compilation.h"
#include "compiler/declaration.h"
#include "compiler/driver.h"
#include "compiler/dump.h"
#include "compiler/generate_parts.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/near.h"
#include "compiler/parse.h"
#include "compiler/pragma.h"
#include "compiler/preprocess.h"
#include "compiler/program_build.h"
#include "compiler/provider.h"
#include "compiler/recursion.h"
#include "compiler/session.h"
#include "compiler/translator.h"
#include "compiler/tree.h"
#include "program/program.h"
#include "types/types.h"

/* ---- one compilation ------------------------------------------------------------------------- */

static void parse_predicate(struct ldt_comp *c, struct ldt_node **ret)
{
	ldt_expect(c, LDT_TOK_DIV, "before the predicate");
	c->parsing->in_predicate = true;
	*ret = ldt_parse_expression(c);
	c->parsing->in_predicate = false;
	ldt_warn_assignment(c, *ret, "predicate");
	ldt_expect(c, LDT_TOK_DIV, "after the predicate");
}

static void make_room(struct ldt_comp *c, size_t room)
{
	struct dtrace_probedesc *pdescs = ldt_alloc(c, room * sizeof(*pdescs));
	struct ldt_token *tokens = ldt_alloc(c, room * sizeof(*tokens));

	if (c->checking->pdesc_count) {
		memcpy(pdescs, c->checking->pdescs, c->checking->pdesc_count * sizeof(*pdescs));
		memcpy(tokens, c->checking->pdesc_tokens, c->checking->pdesc_count * sizeof(*tokens));
	}
	c->checking->pdescs = pdescs;
	c->checking->pdesc_tokens = tokens;
}

/* The descriptions of a clause, separated by commas. */
static void parse_descriptions(struct ldt_comp *c, const struct ldt_token *first)
{
	struct ldt_token token = *first;
	size_t room = 4, count;

	c->checking->pdesc_count = 0;
	make_room(c, room);
	for (;;) {
		count = c->checking->pdesc_count;
		if (count == room) {
			room *= 2;
			make_room(c, room);
		}
		c->checking->pdesc_tokens[count] = token;
		c->checking->pdesc_count++;
		ldt_pdesc_parse(c, &token, c->source->spec, &c->checking->pdescs[count]);
		if (!ldt_accept(c, LDT_TOK_COMMA))
			break;
		if (!ldt_lex_head(c, &token, true))
			ldt_syntax_error(c, "a probe description after ,");
	}
}

static void check_descriptions(struct ldt_comp *c)
{
	size_t i;

	for (i = 0; i < c->checking->pdesc_count; i++)
		ldt_pdesc_check(c, &c->checking->pdesc_tokens[i], &c->checking->pdescs[i]);
}

/* A clause that was read, until all have been. */
struct ldt_clause {
	struct dtrace_probedesc *pdescs;
	struct ldt_token *pdesc_tokens;
	size_t pdesc_count;
	struct ldt_node *predicate, *body;
	struct ldt_clause *next;
};

static void keep_clause(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body)
{
	struct ldt_clause *clause = ldt_alloc(c, sizeof(*clause));

	clause->pdescs = c->checking->pdescs;
	clause->pdesc_tokens = c->checking->pdesc_tokens;
	clause->pdesc_count = c->checking->pdesc_count;
	clause->predicate = predicate;
	clause->body = body;
	*c->parsing->clauses_tail = clause;
	c->parsing->clauses_tail = &clause->next;
}

static void parse_clause(struct ldt_comp *c, const struct ldt_token *token)
{
	struct ldt_node *predicate = NULL, *body = NULL;
	bool has_body = false, has_predicate = false;

	parse_descriptions(c, token);
	if (ldt_next_is(c, LDT_TOK_DIV)) {
		parse_predicate(c, &predicate);
		has_predicate = true;
	}
	if (ldt_accept(c, LDT_TOK_LBRACE)) {
		body = ldt_parse_statements(c);
		has_body = true;
	} else if (has_predicate) {
		ldt_accept(c, LDT_TOK_SEMICOLON);
	}
	if (!has_body && !has_predicate && ldt_next_is(c, LDT_TOK_IDENT) && !strchr(token->text, ':'))
		ldt_error(c, D_SYNTAX, &token->pos, "unknown type '%s', or a probe description without { after it%s",
			  token->text, ldt_near_type(c, LDT_NS_TYPEDEF, token->text));
	if (!has_body && !has_predicate && (c->source->from_file || !ldt_next_is(c, LDT_TOK_EOF)))
		ldt_syntax_error(c, "a predicate or { after the probe description");
	ldt_dump_clause(c, predicate, body);
	keep_clause(c, predicate, body);
}

/* Everything has been read: a declaration holds for clauses above it, too. */
static void compile_clauses(struct ldt_comp *c)
{
	struct ldt_clause *clause;

	for (clause = c->parsing->clauses; clause; clause = clause->next) {
		c->checking->pdescs = clause->pdescs;
		c->checking->pdesc_tokens = clause->pdesc_tokens;
		c->checking->pdesc_count = clause->pdesc_count;
		c->checking->first_probe = 0;
		check_descriptions(c);
		ldt_compile_clause(c, clause->predicate, clause->body);
	}
}

static void refuse_top_level(struct ldt_comp *c)
{
	ldt_syntax_error(c, "a probe description or a declaration");
}

static bool starts_declaration(struct ldt_comp *c)
{
	const struct ldt_token *token = ldt_peek(c);

	return ldt_starts_type(c, token) || (token->kind == LDT_TOK_IDENT && ldt_type_by_name(c, token->text));
}

/* Skip a static function of a header, up to its closing brace or semicolon: D does not use it. */
static void skip_function(struct ldt_comp *c)
{
	unsigned int depth = 0;

	for (;;) {
		enum ldt_tok kind = ldt_peek(c)->kind;

		if (kind == LDT_TOK_EOF)
			ldt_syntax_error(c, "'}' after a function");
		ldt_take(c);
		depth += kind == LDT_TOK_LBRACE;
		if (kind == LDT_TOK_SEMICOLON && !depth)
			return;
		if (kind == LDT_TOK_RBRACE && depth && --depth == 0)
			return;
	}
}

static bool parse_item(struct ldt_comp *c)
{
	struct ldt_token token;

	if (ldt_lex_head(c, &token, false)) {
		parse_clause(c, &token);
		return true;
	}
	switch (ldt_peek(c)->kind) {
	case LDT_TOK_EOF:
		return false;
	case LDT_TOK_SEMICOLON:
		ldt_take(c);
		return true;
	case LDT_TOK_KW_INLINE:
		ldt_parse_inline(c);
		return true;
	case LDT_TOK_KW_TRANSLATOR:
		ldt_parse_translator(c);
		return true;
	case LDT_TOK_KW_PROVIDER:
		ldt_parse_provider(c);
		return true;
	default:
		if (!starts_declaration(c) && ldt_peek(c)->kind != LDT_TOK_KW_TYPEDEF &&
		    ldt_peek(c)->kind != LDT_TOK_KW_SELF && ldt_peek(c)->kind != LDT_TOK_KW_THIS &&
		    ldt_peek(c)->kind != LDT_TOK_KW_EXTERN && ldt_peek(c)->kind != LDT_TOK_KW_STATIC &&
		    ldt_peek(c)->kind != LDT_TOK_KW_AUTO && ldt_peek(c)->kind != LDT_TOK_KW_REGISTER)
			refuse_top_level(c);
		if (ldt_peek(c)->kind == LDT_TOK_KW_STATIC && ldt_peek(c)->pos.file)
			skip_function(c);
		else
			ldt_parse_declaration(c);
		return true;
	}
}

static void read_program(struct ldt_comp *c, const char *text, size_t length, const char *file_name)
{
	ldt_map_init(&c->cc->locals, &c->cc->arena);
	ldt_lex_init(c, text, length, c->in_library ? file_name : NULL);
	c->parsing->clauses_tail = &c->parsing->clauses;
	if (c->flags & DTRACE_C_USDT)
		ldt_providers_prepare(c);
	while (parse_item(c))
		;
	ldt_providers_check(c);
	compile_clauses(c);
	if (!c->output->prog->stmt_count && !(c->flags & DTRACE_C_EMPTY) && !c->dtp->copts.empty)
		ldt_error(c, D_EMPTY, NULL, "empty D program: expected at least one probe clause");
	ldt_macro_check_unused(c);
}

static void read_text(struct ldt_comp *c, const char *text, FILE *file, const char *file_name)
{
	static const char mark[] = "\xef\xbb\xbf"; /* the byte order mark that some editors begin a file with */
	size_t length = text ? strlen(text) : 0;

	if (file) {
		c->source->file_text = ldt_read_file(file, &length);
		if (!c->source->file_text) {
			if (errno == EFBIG)
				ldt_error(c, D_SYNTAX, NULL, "the program is too large: more than 16 MB");
			ldt_set_errno(c->dtp, errno ? errno : EIO);
			longjmp(c->recover, 1);
		}
		text = c->source->file_text;
	}
	if (length >= sizeof(mark) - 1 && memcmp(text, mark, sizeof(mark) - 1) == 0) {
		text += sizeof(mark) - 1;
		length -= sizeof(mark) - 1;
	}
	if ((c->flags & DTRACE_C_CPP) || c->dtp->copts.cpp) {
		char *expanded = ldt_preprocess(c, text, length, file_name, &length);

		free(c->source->file_text);
		text = c->source->file_text = expanded;
	}
	read_program(c, text, length, file_name);
}

/* Names of a program that does not compile are removed. */
static void forget(struct ldt_comp *c)
{
	ldt_ident_forget(c, NULL);
	ldt_providers_forget(c);
	ldt_types_forget(c->types, c->cc->generation);
	while (c->cc->xlators && c->cc->xlators->generation == c->cc->generation)
		c->cc->xlators = c->cc->xlators->next;
}

static void finish(struct ldt_comp *c, bool failed)
{
	struct ldt_compiler *cc = c->cc;

	if (failed)
		forget(c);
	else
		while (cc->made && cc->made->generation == cc->generation)
			cc->made = cc->made->next;
	if (c->making->actions)
		ldt_action_list_free(c->making->actions);
	ldt_difo_put(c->building);
	ldt_difo_put(c->making->predicate);
	free(c->source->file_text);
	free(c->source->arg_used);
	ldt_arena_fini(&c->own_arena);
	cc->running = NULL;
	free(c);
}

static const struct ldt_recursion recursion = {
	.directive = ldt_read_directive,
	.type_name = ldt_read_type_name,
	.sou = ldt_read_sou,
	.enumeration = ldt_read_enum,
	.check = ldt_check_node,
	.generate = ldt_generate_node,
};

static struct ldt_comp *start(struct dtrace_hdl *dtp, unsigned int flags, enum dtrace_probespec spec, int argc,
			      char *const argv[])
{
	struct ldt_comp *c = ldt_comp_alloc();

	if (!c)
		return NULL;
	c->output->prog = calloc(1, sizeof(*c->output->prog));
	c->source->arg_used = calloc((size_t)argc + 1, sizeof(bool));
	if (!c->output->prog || !c->source->arg_used) {
		free(c->output->prog);
		free(c->source->arg_used);
		free(c);
		return NULL;
	}
	c->dtp = c->output->prog->dtp = dtp;
	c->cc = dtp->compiler;
	c->recursion = &recursion;
	c->types = c->cc->types;
	c->flags = flags;
	c->source->spec = spec;
	c->source->argc = argc;
	c->source->argv = argv;
	ldt_arena_init(&c->own_arena, ldt_no_memory, c->cc);
	c->arena = &c->own_arena;
	ldt_map_init(&c->output->formats, c->arena);
	ldt_map_init(&c->parsing->seen, c->arena);
	c->output->stmt_tail = &c->output->prog->stmts;
	c->output->program_attr =
		(struct dtrace_attribute){ DTRACE_STABILITY_STABLE, DTRACE_STABILITY_STABLE, DTRACE_CLASS_COMMON, 0 };
	c->cc->running = c;
	c->types->generation = ++c->cc->generation;
	c->types->nesting = 0;
	ldt_types_set_string_size(c->types, (uint32_t)ldt_string_size(dtp));
	return c;
}

struct dtrace_prog *ldt_compile_input(struct dtrace_hdl *dtp, const struct ldt_input *input, unsigned int flags,
				      int argc, char *const argv[])
{
	struct ldt_comp *c = start(dtp, flags, input->spec, argc, argv);
	struct dtrace_prog *prog;

	if (!c) {
		ldt_set_errno(dtp, ENOMEM);
		return NULL;
	}
	prog = c->output->prog;
	c->source->from_file = input->file != NULL;
	c->in_library = input->library;
	if (setjmp(c->recover)) {
		finish(c, true);
		ldt_prog_destroy(prog);
		return NULL;
	}
	read_text(c, input->text, input->file, input->file_name);
	finish(c, false);
	return prog;
}

struct dtrace_prog *ldt_compile_library(struct dtrace_hdl *dtp, FILE *file, const char *text, const char *path)
{
	struct ldt_input input = { text, file, path, DTRACE_PROBESPEC_NONE, true };

	return ldt_compile_input(dtp, &input, DTRACE_C_EMPTY, 0, NULL);
}

void ldt_library_done(struct ldt_compiler *cc, const char *name)
{
	struct ldt_comp *c = ldt_comp_alloc();

	if (!c)
		return;
	c->dtp = cc->dtp;
	cc->running = c;
	if (!setjmp(c->recover))
		ldt_map_put(&cc->libs, ldt_arena_strdup(&cc->arena, name), cc);
	cc->running = NULL;
	free(c);
}

int ldt_compiler_call(struct dtrace_hdl *dtp, void (*fn)(struct ldt_comp *c, void *arg), void *arg)
{
	struct dtrace_prog *prog;
	struct ldt_comp *c;

	if (!dtp->compiler)
		dtp->compiler = ldt_compiler_create(dtp);
	c = dtp->compiler ? start(dtp, 0, DTRACE_PROBESPEC_NONE, 0, NULL) : NULL;
	if (!c)
		return ldt_set_errno(dtp, ENOMEM);
	prog = c->output->prog;
	if (setjmp(c->recover)) {
		finish(c, true);
		ldt_prog_destroy(prog);
		return -1;
	}
	fn(c, arg);
	finish(c, false);
	ldt_prog_destroy(prog);
	return 0;
}
