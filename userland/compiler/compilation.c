/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/compilation.c - errors and memory of a compilation. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/hint.h"
#include "compiler/lexer.h"
#include "compiler/program_build.h"
#include "program/program.h"
#include "types/types.h"

#define LINE_MAX_SHOWN 100 /* characters: a longer line is shown around the place only */
#define SHOWN_BEFORE   50
#define SHOWN_AFTER    40

/*
 * The source line around a place, NUL-terminated, and the column of the place in it. Only the text that is being read
 * is known.
 */
static const char *source_line(struct ldt_comp *c, const struct ldt_pos *pos, int *column_ret)
{
	const struct ldt_lex *lex = &c->source->lex;
	const char *start = pos->at, *end = pos->at;
	bool cut_before, cut_after;

	if (!pos->at || pos->at < lex->text || pos->at > lex->end)
		return NULL;
	while (start > lex->text && start[-1] != '\n')
		start--;
	while (end < lex->end && *end != '\n')
		end++;
	*column_ret = pos->column;
	if (end - start <= LINE_MAX_SHOWN)
		return ldt_arena_strndup(&c->own_arena, start, (size_t)(end - start));
	cut_after = end - pos->at > SHOWN_AFTER;
	if (cut_after)
		end = pos->at + SHOWN_AFTER;
	cut_before = pos->at - start > SHOWN_BEFORE;
	if (cut_before) {
		start = pos->at - SHOWN_BEFORE;
		*column_ret = SHOWN_BEFORE + 4;
	}
	return ldt_arena_printf(&c->own_arena, "%s%.*s%s", cut_before ? "..." : "", (int)(end - start), start,
				cut_after ? "..." : "");
}

/* Not the D library, whose authors know D; not with compat, which says what its lineage says. */
static bool wants_advice(const struct ldt_comp *c)
{
	return !c->in_library && !c->dtp->copts.compat_set;
}

/* @message: without its place. */
static void add_hint(struct ldt_comp *c, enum ldt_errtag tag, const struct ldt_pos *pos, const char *message)
{
	const struct ldt_lex *lex = &c->source->lex;
	struct ldt_hint_place place = { NULL, NULL, NULL };
	char *hint;

	if (!wants_advice(c))
		return;
	if (pos && pos->at && pos->at >= lex->text && pos->at <= lex->end)
		place = (struct ldt_hint_place){ lex->text, pos->at, lex->end };
	hint = ldt_hint(tag, message, &place);
	if (hint)
		ldt_add_hint(c->dtp, hint);
	free(hint);
}

/* The place as it is shown: *@source_ret is its line, NULL when that is not known. */
static struct ldt_loc shown_place(struct ldt_comp *c, const struct ldt_pos *pos, const char **source_ret)
{
	struct ldt_loc loc = { NULL, 0, 0 };

	*source_ret = NULL;
	if (pos) {
		loc.file = pos->file;
		loc.line = pos->line;
		*source_ret = source_line(c, pos, &loc.column);
	} else {
		loc.line = c->source->lex.line;
	}
	return loc;
}

void ldt_error(struct ldt_comp *c, enum ldt_errtag tag, const struct ldt_pos *pos, const char *fmt, ...)
{
	const char *source;
	struct ldt_loc loc = shown_place(c, pos, &source);
	char *message = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (fmt && vasprintf(&message, fmt, ap) < 0)
		message = NULL;
	va_end(ap);
	ldt_set_errmsg(c->dtp, tag, &loc, source, message ? message : ldt_errtag_name(tag));
	loc.column = pos ? pos->column : 0; /* that of the whole line */
	ldt_set_errplace(c->dtp, &loc);
	if (message)
		add_hint(c, tag, pos, message);
	free(message);
	longjmp(c->recover, 1);
}

void ldt_warn(struct ldt_comp *c, const struct ldt_pos *pos, const char *message)
{
	const char *source;
	struct ldt_loc loc = shown_place(c, pos, &source);
	struct dtrace_prog *prog = c->output->prog;
	char *text, *all;

	if (!wants_advice(c))
		return;
	text = ldt_must(c, ldt_located_text(NULL, &loc, source, message));
	if (prog->warnings && strstr(prog->warnings, text)) { /* a part that is compiled anew */
		free(text);
		return;
	}
	if (asprintf(&all, "%s%s%s", prog->warnings ? prog->warnings : "", prog->warnings ? "\n" : "", text) < 0)
		all = NULL;
	free(text);
	ldt_must(c, all);
	free(prog->warnings);
	prog->warnings = all;
}

void *ldt_alloc(struct ldt_comp *c, size_t size)
{
	return ldt_arena_alloc(c->arena, size);
}

const char *ldt_type_text(struct ldt_comp *c, struct ldt_type *type)
{
	char buf[256];

	return ldt_arena_strdup(&c->own_arena, ldt_type_name(type, buf, sizeof(buf)));
}

void *ldt_must(struct ldt_comp *c, void *pointer)
{
	if (!pointer) {
		ldt_set_errno(c->dtp, ENOMEM);
		longjmp(c->recover, 1);
	}
	return pointer;
}
