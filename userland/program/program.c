/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* program/program.c - programs after compilation: described, walked, freed. */
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "program/program.h"

/* Lower of two attributes, member by member. */
static struct dtrace_attribute attr_min(struct dtrace_attribute a, struct dtrace_attribute b)
{
	return (struct dtrace_attribute){ .name = DT_MIN(a.name, b.name),
					  .data = DT_MIN(a.data, b.data),
					  .dclass = DT_MIN(a.dclass, b.dclass) };
}

static void count_actions(const struct ldt_stmt *stmt, dtrace_proginfo_t *info)
{
	for (size_t i = 0; i < stmt->action_count; i++) {
		unsigned int kind = stmt->actions[i].kind;

		if (DTRACEACT_ISAGG(kind))
			info->dpi_aggregates++;
		else if (DTRACEACT_CLASS(kind) == DTRACEACT_SPECULATIVE)
			info->dpi_speculations++;
		else
			info->dpi_recgens++;
	}
}

void dtrace_program_info(dtrace_hdl_t *dtp, dtrace_prog_t *prog, dtrace_proginfo_t *info)
{
	memset(info, 0, sizeof(*info));
	info->dpi_found = prog ? prog->found : 0;
	info->dpi_awaited = prog ? prog->awaited : 0;
	for (const struct ldt_stmt *stmt = prog ? prog->stmts : NULL; stmt; stmt = stmt->next) {
		if (stmt == prog->stmts) {
			info->dpi_descattr = stmt->probe_attr;
			info->dpi_stmtattr = stmt->stmt_attr;
		}
		info->dpi_descattr = attr_min(info->dpi_descattr, stmt->probe_attr);
		info->dpi_stmtattr = attr_min(info->dpi_stmtattr, stmt->stmt_attr);
		count_actions(stmt, info);
	}
}

bool ldt_field_matches(const char *field, const char *name)
{
	return dt_glob_all(field) || dt_glob_match(field, name);
}

int dtrace_stmt_iter(dtrace_hdl_t *dtp, dtrace_prog_t *prog, dtrace_stmt_f *fn, void *arg)
{
	for (const struct ldt_stmt *stmt = prog->stmts; stmt; stmt = stmt->next) {
		int result = fn(dtp, prog, &stmt->probe, arg);

		if (result != 0)
			return result;
	}
	return 0;
}

void ldt_difo_put(struct ldt_difo_user *difo)
{
	if (!difo || --difo->refs > 0)
		return;
	free(difo->code);
	free(difo->ints);
	free(difo->strings);
	free(difo->vars);
	free(difo->type_name);
	free(difo);
}

void ldt_stmts_destroy(struct ldt_stmt *stmt)
{
	while (stmt) {
		struct ldt_stmt *next = stmt->next;

		ldt_difo_put(stmt->predicate);
		for (size_t i = 0; i < stmt->action_count; i++)
			ldt_difo_put(stmt->actions[i].difo);
		free(stmt->actions);
		free(stmt);
		stmt = next;
	}
}

const char *dtrace_program_warnings(const dtrace_prog_t *prog)
{
	return prog->warnings ? prog->warnings : "";
}

void ldt_prog_destroy(struct dtrace_prog *prog)
{
	ldt_stmts_destroy(prog->stmts);
	for (size_t i = 0; i < prog->format_count; i++)
		ldt_format_destroy(prog->formats[i]);
	free(prog->formats);
	free(prog->warnings);
	free(prog);
}
