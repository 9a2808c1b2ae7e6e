/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/type_names.c - which names are types. */
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/declaration.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "types/types.h"

/* Split "mod`name" at its last backquote. */
const char *ldt_split_scope(struct ldt_comp *c, const char *text, const char **module_ret)
{
	const char *mark = strrchr(text, '`');

	*module_ret = NULL;
	if (!mark)
		return text;
	*module_ret = ldt_arena_strndup(c->arena, text, (size_t)(mark - text));
	return mark + 1;
}

struct ldt_type *ldt_type_by_name(struct ldt_comp *c, const char *text)
{
	const char *module, *name = ldt_split_scope(c, text, &module);

	if (!*name)
		return NULL;
	return ldt_type_lookup(c->types, module, LDT_NS_TYPEDEF, name);
}

bool ldt_starts_type(struct ldt_comp *c, const struct ldt_token *token)
{
	switch (token->kind) {
	case LDT_TOK_KW_CHAR:
	case LDT_TOK_KW_CONST:
	case LDT_TOK_KW_DOUBLE:
	case LDT_TOK_KW_ENUM:
	case LDT_TOK_KW_FLOAT:
	case LDT_TOK_KW_INT:
	case LDT_TOK_KW_LONG:
	case LDT_TOK_KW_RESTRICT:
	case LDT_TOK_KW_SHORT:
	case LDT_TOK_KW_SIGNED:
	case LDT_TOK_KW_STRING:
	case LDT_TOK_KW_STRUCT:
	case LDT_TOK_KW_UNION:
	case LDT_TOK_KW_UNSIGNED:
	case LDT_TOK_KW_VOID:
	case LDT_TOK_KW_VOLATILE:
		return true;
	case LDT_TOK_IDENT:
		return !ldt_ident_find(c, LDT_SCOPE_GLOBAL, token->text) &&
		       ldt_type_find(c->types, LDT_NS_TYPEDEF, token->text);
	default:
		return false;
	}
}
