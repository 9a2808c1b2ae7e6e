/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/dump.c - trees as text, for -xdump=ast. */
#include <string.h>

#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/dump.h"
#include "compiler/lexer.h"
#include "compiler/tree.h"
#include "types/types.h"

static const char *const kind_names[] = { "integer", "string",      "name",      "variable", "symbol",
					  "type",    "call",        "unary",     "binary",   "choice",
					  "cast",    "sizeof",      "offsetof",  "stringof", "xlate",
					  "member",  "aggregation", "parameter", "if",       "statement" };

static void dump_node(FILE *out, const struct ldt_node *node, int depth, const char *role);

static void dump_list(FILE *out, const struct ldt_node *list, int depth, const char *role)
{
	for (; list; list = list->next)
		dump_node(out, list, depth, role);
}

static void dump_node(FILE *out, const struct ldt_node *node, int depth, const char *role)
{
	char type[128];

	fprintf(out, "%*s%s%s", depth * 2, "", role, kind_names[node->kind]);
	if (node->kind == LDT_NODE_OP1 || node->kind == LDT_NODE_OP2)
		fprintf(out, " %s", ldt_tok_text(node->op));
	if (node->kind == LDT_NODE_INT)
		fprintf(out, " %lld", (long long)node->value);
	else if (node->text)
		fprintf(out, " \"%s\"", node->text);
	if (node->type)
		fprintf(out, " <%s>", ldt_type_name(node->type, type, sizeof(type)));
	fprintf(out, " at %d:%d\n", node->pos.line, node->pos.column);
	if (node->cond)
		dump_node(out, node->cond, depth + 1, "if ");
	if (node->left)
		dump_node(out, node->left, depth + 1, "");
	if (node->right)
		dump_node(out, node->right, depth + 1, "");
	dump_list(out, node->args, depth + 1, "arg ");
	dump_list(out, node->body, depth + 1, "then ");
	dump_list(out, node->orelse, depth + 1, "else ");
}

void ldt_dump_clause(struct ldt_comp *c, const struct ldt_node *predicate, const struct ldt_node *body)
{
	FILE *out = c->dtp->dump ? c->dtp->dump : stderr;
	char name[DTRACE_FULLNAMELEN];
	size_t i;

	if (!c->dtp->copts.dump_ast || c->in_library)
		return;
	for (i = 0; i < c->checking->pdesc_count; i++)
		fprintf(out, "clause %s\n", dtrace_desc2str(&c->checking->pdescs[i], name, sizeof(name)));
	if (predicate)
		dump_node(out, predicate, 1, "predicate ");
	dump_list(out, body, 1, "");
}
