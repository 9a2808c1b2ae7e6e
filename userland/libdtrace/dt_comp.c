/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_comp.c - errors and memory of a compilation. */
#include <errno.h>
#include <string.h>

#include "dt_comp.h"

#define SHOWN 200 /* characters before and behind a place: a line that macros expanded to can be very long */

/*
 * The source line around a place, NUL-terminated, and the column of the place in it. Only the text that is being read
 * is known.
 */
static const char *source_line(struct dt_comp *c, const struct dt_pos *pos, int *column_ret)
{
	const struct dt_lex *lex = &c->lex;
	const char *start = pos->at, *end = pos->at;

	if (!pos->at || pos->at < lex->text || pos->at > lex->end)
		return NULL;
	while (start > lex->text && start[-1] != '\n' && pos->at - start < SHOWN)
		start--;
	while (end < lex->end && *end != '\n' && end - pos->at < SHOWN)
		end++;
	*column_ret = pos->column;
	if (start == lex->text || start[-1] == '\n')
		return dt_arena_strndup(&c->own_arena, start, (size_t)(end - start));
	*column_ret = (int)(pos->at - start) + 4;
	return dt_arena_printf(&c->own_arena, "...%.*s", (int)(end - start), start);
}

static void set_message(struct dt_comp *c, enum dt_errtag tag, const struct dt_loc *loc, const char *source,
			const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	dt_set_errmsg(c->dtp, tag, loc, source, fmt, ap);
	va_end(ap);
}

void dt_error(struct dt_comp *c, enum dt_errtag tag, const struct dt_pos *pos, const char *fmt, ...)
{
	struct dt_loc loc = { NULL, 0, 0 };
	const char *source = NULL;
	va_list ap;

	if (pos) {
		loc.file = pos->file;
		loc.line = pos->line;
		source = source_line(c, pos, &loc.column);
	} else {
		loc.line = c->lex.line;
	}
	if (!fmt) {
		set_message(c, tag, &loc, source, "%s", dt_errtag_name(tag));
		longjmp(c->recover, 1);
	}
	va_start(ap, fmt);
	dt_set_errmsg(c->dtp, tag, &loc, source, fmt, ap);
	va_end(ap);
	longjmp(c->recover, 1);
}

void *dt_alloc(struct dt_comp *c, size_t size)
{
	return dt_arena_alloc(c->arena, size);
}

const char *dt_type_text(struct dt_comp *c, struct dt_type *type)
{
	char buf[256];

	return dt_arena_strdup(&c->own_arena, dt_type_name(type, buf, sizeof(buf)));
}

void *dt_must(struct dt_comp *c, void *pointer)
{
	if (!pointer) {
		dt_set_errno(c->dtp, ENOMEM);
		longjmp(c->recover, 1);
	}
	return pointer;
}
