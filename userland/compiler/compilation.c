/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/compilation.c - errors and memory of a compilation. */
#include <errno.h>
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/lexer.h"
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

static void set_message(struct ldt_comp *c, enum ldt_errtag tag, const struct ldt_loc *loc, const char *source,
			const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	ldt_set_errmsg(c->dtp, tag, loc, source, fmt, ap);
	va_end(ap);
}

void ldt_error(struct ldt_comp *c, enum ldt_errtag tag, const struct ldt_pos *pos, const char *fmt, ...)
{
	struct ldt_loc loc = { NULL, 0, 0 };
	const char *source = NULL;
	va_list ap;

	if (pos) {
		loc.file = pos->file;
		loc.line = pos->line;
		source = source_line(c, pos, &loc.column);
	} else {
		loc.line = c->source->lex.line;
	}
	if (!fmt) {
		set_message(c, tag, &loc, source, "%s", ldt_errtag_name(tag));
		longjmp(c->recover, 1);
	}
	va_start(ap, fmt);
	ldt_set_errmsg(c->dtp, tag, &loc, source, fmt, ap);
	va_end(ap);
	longjmp(c->recover, 1);
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
