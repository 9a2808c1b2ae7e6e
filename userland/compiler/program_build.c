/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/program_build.c - the program that a compilation makes: clauses are added to it, formats
 * are shared in it.
 */
#include <stdlib.h>
#include <string.h>

#include "compiler/action.h"
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/lexer.h"
#include "compiler/program_build.h"
#include "engine/engine.h"
#include "program/program.h"

static struct ldt_stmt *copy_statement(struct ldt_comp *c)
{
	const struct ldt_action_list *list = c->making->actions;
	struct ldt_stmt *stmt = ldt_must(c, calloc(1, sizeof(*stmt)));
	size_t i;

	if (list->count) {
		stmt->actions = malloc(list->count * sizeof(*stmt->actions));
		if (!stmt->actions) {
			free(stmt);
			return ldt_must(c, NULL); /* does not come back */
		}
		memcpy(stmt->actions, list->item, list->count * sizeof(*stmt->actions));
	}
	stmt->action_count = list->count;
	for (i = 0; i < list->count; i++)
		if (list->item[i].difo)
			list->item[i].difo->refs++;
	stmt->predicate = c->making->predicate;
	if (stmt->predicate)
		stmt->predicate->refs++;
	return stmt;
}

/* Order of references: each statement holds one to each object; the list's own are given back at the end. */
void ldt_program_add(struct ldt_comp *c)
{
	size_t i;

	for (i = 0; i < c->checking->pdesc_count; i++) {
		struct ldt_stmt *stmt = copy_statement(c);

		stmt->probe = c->checking->pdescs[i];
		stmt->stmt_attr = c->checking->attr;
		*c->output->stmt_tail = stmt;
		c->output->stmt_tail = &stmt->next;
		c->output->prog->stmt_count++;
		stmt->probe_attr = ldt_probedesc_attr(c->dtp, &stmt->probe);
	}
	ldt_action_list_free(c->making->actions);
	ldt_difo_put(c->making->predicate);
	c->making->predicate = NULL;
}

struct ldt_format *ldt_program_format(struct ldt_comp *c, const struct ldt_pos *pos, const char *text)
{
	struct dtrace_prog *prog = c->output->prog;
	struct ldt_format *format, **bigger;
	const char *why = "";

	format = ldt_map_get(&c->output->formats, text);
	if (format)
		return format;
	if ((prog->format_count & (prog->format_count - 1)) == 0) {
		size_t room = prog->format_count ? prog->format_count * 2 : 1;

		bigger = ldt_must(c, realloc(prog->formats, room * sizeof(struct ldt_format *)));
		prog->formats = bigger;
	}
	format = ldt_format_parse(c->dtp, text, &why);
	if (!format)
		ldt_error(c, D_SYNTAX, pos, "%s", ldt_arena_strdup(c->arena, why));
	prog->formats[prog->format_count++] = format;
	ldt_map_put(&c->output->formats, text, format);
	return format;
}
