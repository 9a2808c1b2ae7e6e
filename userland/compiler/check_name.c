/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/check_name.c - names: variables of all scopes, enumerators, inlines, kernel symbols;
 * indexing.
 */
#include <stdlib.h>
#include <string.h>

#include <dtrace/dif.h>

#include "compiler/builtin_types.h"
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/probe_args.h"
#include "compiler/recursion.h"
#include "compiler/session.h"
#include "compiler/translator.h"
#include "compiler/tree.h"
#include "symbols/symbols.h"
#include "types/types.h"

/* ---- kernel symbols -------------------------------------------------------------------------- */

static const struct known {
	const char *name, *type;
} known[] = {
#define LDT_SYMBOL(name, type) { #name, type },
#include "compiler/symbol.def"
#undef LDT_SYMBOL
};

static int by_name(const void *name, const void *entry)
{
	return strcmp(name, ((const struct known *)entry)->name);
}

/*
 * A symbol of unknown type is an integer of the symbol's size, signed, when that is 1, 2, 4 or 8
 * bytes; else only its address can be used: &`sym.
 */
static struct ldt_type *symbol_type(struct ldt_comp *c, const struct ldt_node *node, const char *module,
				    const char *name, const struct ldt_ksym *sym)
{
	struct ldt_type_loader *loader;
	const struct known *found;
	struct ldt_type *type;

	for (loader = c->types->loaders; loader; loader = loader->next) {
		type = loader->symbol ? loader->symbol(loader->arg, c->types, module, name) : NULL;
		if (type)
			return type;
	}
	found = module ? NULL : bsearch(name, known, sizeof(known) / sizeof(*known), sizeof(*known), by_name);
	if (found)
		return ldt_parse_type_text(c, found->type);
	if (sym->size == 1 || sym->size == 2 || sym->size == 4 || sym->size == 8)
		return ldt_type_int(c->types, (uint32_t)sym->size, true);
	if (node->flags & LDT_NF_MARKED)
		return c->types->void_;
	ldt_node_error(c, D_SYM_NOTYPES, node,
		       "no type is known for kernel symbol '%s': take its address and cast it, as *((int *)&%s)",
		       node->text, node->text);
}

static struct ldt_node *check_symbol(struct ldt_comp *c, struct ldt_node *node)
{
	const char *mark = strrchr(node->text, '`'), *name = mark + 1;
	const char *module =
		mark > node->text ? ldt_arena_strndup(c->arena, node->text, (size_t)(mark - node->text)) : NULL;
	static const struct dtrace_attribute attr = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE,
						      DTRACE_CLASS_UNKNOWN, 0 };
	struct ldt_ksym sym;

	if (!*name)
		ldt_node_error(c, D_SYNTAX, node, "expected a symbol name after `");
	if (module && !strcmp(module, "kernel"))
		module = NULL;
	if (ldt_ksym_by_name(c->dtp, module, name, &sym))
		ldt_node_error(c, c->dtp->copts.kdefs ? D_IDENT_UNDEF : D_ASRELO, node,
			       c->dtp->copts.kdefs
				       ? "failed to resolve '%s': no such kernel symbol in /proc/kallsyms"
				       : "relocation remains against the kernel symbol '%s': a program that runs "
					 "needs its address",
			       node->text);
	node->kind = LDT_NODE_SYM;
	node->value = sym.addr;
	ldt_set_type(c, node, symbol_type(c, node, module, name, &sym));
	node->flags |= LDT_NF_LVAL;
	ldt_note_attr(c, &node->pos, node->text, attr);
	if (ldt_type_resolve(node->type)->kind == LDT_KIND_FUNCTION && !(node->flags & LDT_NF_MARKED))
		return ldt_check(c, ldt_node_op1(c, LDT_TOK_ADDROF, &node->pos, node)); /* as in C: its address */
	return node;
}

/* ---- variables ------------------------------------------------------------------------------- */

static const char *scope_text(enum ldt_scope scope)
{
	return scope == LDT_SCOPE_SELF ? "self->" : scope == LDT_SCOPE_THIS ? "this->" : "";
}

static struct ldt_node *use_variable(struct ldt_comp *c, struct ldt_node *node, struct ldt_ident *ident)
{
	struct ldt_type *type = ldt_ident_type(c, ident);

	node->kind = LDT_NODE_VAR;
	node->ident = ident;
	ldt_note_attr(c, &node->pos, ident->name, ident->attr);
	if (type)
		ldt_set_type(c, node, type);
	else
		ldt_set_type(c, node, c->types->dyn);
	node->flags |= LDT_NF_LVAL;
	if (!(ident->flags & LDT_IDENT_BUILTIN))
		node->flags |= LDT_NF_WRITABLE;
	return node;
}

void ldt_check_inline(struct ldt_comp *c, const struct ldt_node *node, const struct ldt_ident *ident,
		      struct ldt_node *value)
{
	if (!ldt_assignable(c, ident->type, value))
		ldt_node_error(c, D_OP_INCOMPAT, node,
			       "inline '%s' is declared as %s, but its definition has the type %s", ident->name,
			       ldt_type_text(c, ident->type), ldt_type_text(c, value->type));
}

/* A parameter gets a value of its type; or a translation, whose members the body takes. */
static struct ldt_node *inline_argument(struct ldt_comp *c, const struct ldt_ident *ident, struct ldt_node *arg,
					unsigned int index)
{
	struct ldt_type *type = ident->inline_types[index];
	struct ldt_node *value = ldt_check(c, arg), *cast;
	bool fits;

	if (value->kind == LDT_NODE_XLATE) {
		fits = ldt_xlate_fits(type, value);
	} else {
		value = ldt_check_value(c, value);
		fits = ldt_assignable(c, type, value);
	}
	if (!fits)
		ldt_node_error(
			c, D_PROTO_ARG, arg, "parameter %u of inline '%s' must have the type %s: %s does not fit",
			index + 1, ident->name, ldt_type_text(c, type),
			value->kind == LDT_NODE_XLATE ? ldt_xlate_text(c, value) : ldt_type_text(c, value->type));
	if (value->kind == LDT_NODE_XLATE)
		return value;
	cast = ldt_node_new(c, LDT_NODE_CAST, &arg->pos);
	cast->type = type;
	cast->left = value;
	return ldt_check_value(c, cast);
}

static bool is_expanding(const struct ldt_comp *c, const struct ldt_ident *ident)
{
	const struct ldt_expansion *expansion;

	for (expansion = c->checking->expansion; expansion; expansion = expansion->outer)
		if (expansion->ident == ident)
			return true;
	return false;
}

static struct ldt_node *expand_inline(struct ldt_comp *c, struct ldt_node *node, struct ldt_ident *ident,
				      struct ldt_node *args)
{
	unsigned int count = ldt_count(args), i;
	struct ldt_node **values = ldt_alloc(c, (count + 1) * sizeof(*values)), *arg, *next, *ret, *cast;
	struct ldt_expansion expansion = { ident, c->checking->expansion };
	bool attr_given = c->checking->attr_given;

	if (count != ident->inline_count)
		ldt_node_error(c, D_PROTO_LEN, node, "inline '%s' takes %u parameter%s: %u given", ident->name,
			       ident->inline_count, ident->inline_count == 1 ? "" : "s", count);
	if (is_expanding(c, ident))
		ldt_node_error(c, D_SYNTAX, node, "inline '%s' refers to itself", ident->name);
	ldt_note_attr(c, &node->pos, ident->name, ident->attr);
	for (i = 0, arg = args; arg; arg = next, i++) {
		next = arg->next;
		values[i] = inline_argument(c, ident, arg, i);
	}
	c->checking->expansion = &expansion;
	c->checking->attr_given |= (ident->flags & LDT_IDENT_ATTR) != 0;
	cast = ldt_node_new(c, LDT_NODE_CAST, &node->pos);
	cast->left = ldt_clone(c, c->arena, ident->body, values);
	ldt_node_height(c, cast, cast->left);
	cast->type = ident->type;
	ret = ldt_check(c, cast->left);
	c->checking->attr_given = attr_given;
	if (ret->kind == LDT_NODE_XLATE) { /* the members are what has values */
		c->checking->expansion = expansion.outer;
		ldt_xlate_check_fits(c, node, ident->type, ret);
		ret->pos = node->pos; /* errors are about the use, not about the library's text */
		return ret;
	}
	ret = ldt_check_value(c, ret);
	ldt_check_inline(c, node, ident, ret);
	cast->left = ret;
	ret = ldt_type_is_integer(ident->type) || !ldt_type_same(ident->type, ret->type) ? ldt_check(c, cast) : ret;
	c->checking->expansion = expansion.outer;
	return ret;
}

static struct ldt_node *check_constant(struct ldt_comp *c, struct ldt_node *node)
{
	const struct ldt_constant *constant = ldt_map_get(&c->types->constants, node->text);

	struct ldt_type *type = constant ? constant->type : NULL;
	int64_t value = constant ? constant->value : 0;

	if (!type)
		type = ldt_type_constant(c->types, node->text, &value);
	if (!type)
		return NULL;
	if (value > INT32_MAX && ldt_type_resolve(type)->size == sizeof(int32_t))
		type = c->types->uint; /* as in C: int does not hold it */
	node = ldt_node_int(c, &node->pos, (uint64_t)value, type);
	node->flags |= LDT_NF_CHECKED;
	return node;
}

/* Of the program or a header: an assignment makes no variable of its name. */
static bool is_enumerator(struct ldt_comp *c, const char *name)
{
	const struct ldt_constant *constant = ldt_map_get(&c->types->constants, name);

	return constant && constant->origin != LDT_ORIGIN_FILE;
}

static bool is_type_like(const char *name)
{
	size_t length = strlen(name);

	return length > 2 && !strcmp(name + length - 2, "_t");
}

static struct ldt_node *unknown_name(struct ldt_comp *c, struct ldt_node *node) __attribute__((noreturn));
static struct ldt_node *unknown_name(struct ldt_comp *c, struct ldt_node *node)
{
	static const char *const foreign[] = { "jid", "jailname" };
	size_t i;

	for (i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++)
		if (!strcmp(node->text, foreign[i]))
			ldt_node_error(c, D_IDENT_UNDEF, node,
				       "variable %s belongs to another operating system: it does not exist on Linux",
				       node->text);
	ldt_node_error(c, D_IDENT_UNDEF, node, "failed to resolve '%s': unknown %s name%s", node->text,
		       is_type_like(node->text) ? "type or variable" : "variable",
		       ldt_ident_similar(c, node->text, false));
}

/* Linux has no zones: everything is in the one that other systems call global. */
static struct ldt_node *zone_name(struct ldt_comp *c, const struct ldt_node *node)
{
	struct ldt_node *text = ldt_node_new(c, LDT_NODE_STRING, &node->pos);

	text->text = "global";
	text->length = strlen(text->text);
	return ldt_check(c, text);
}

static struct ldt_node *check_global(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_ident *ident;
	struct ldt_node *constant;

	if (strchr(node->text, '`'))
		return check_symbol(c, node);
	if (c->checking->xlator && !strcmp(node->text, c->checking->xlator->param)) {
		struct ldt_node *input = ldt_alloc(c, sizeof(*input));

		*input = *c->checking->xlator_input;
		input->next = NULL;
		return input;
	}
	ident = ldt_ident_find(c, LDT_SCOPE_GLOBAL, node->text);
	if (!ident) {
		constant = check_constant(c, node);
		if (constant)
			return constant;
		unknown_name(c, node);
	}
	switch (ident->kind) {
	case LDT_IDENT_CONST:
		constant = check_constant(c, node); /* an enumerator of the program */
		if (constant)
			return constant;
		node = ldt_node_int(c, &node->pos, ident->body->value, ident->type);
		node->flags |= LDT_NF_CHECKED;
		return node;
	case LDT_IDENT_INLINE:
		return expand_inline(c, node, ident, NULL);
	case LDT_IDENT_SCALAR:
		if ((ident->flags & LDT_IDENT_BUILTIN) && ident->id == DIF_VAR_ZONENAME)
			return zone_name(c, node);
		return use_variable(c, node, ident);
	case LDT_IDENT_ARRAY:
		ldt_node_error(c, D_IDENT_BADREF, node, "'%s' is an array: it cannot be used without an index",
			       node->text);
	case LDT_IDENT_SCOPE:
		ldt_node_error(c, D_IDENT_BADREF, node, "'%s' needs -> and the name of a variable", node->text);
	default:
		ldt_node_error(c, D_IDENT_BADREF, node, "'%s' is %s: it cannot be used as a variable", node->text,
			       ldt_ident_kind_name(ident->kind));
	}
}

/* A variable without a type has not been assigned anywhere before. */
static void check_assigned(struct ldt_comp *c, const struct ldt_node *node, enum ldt_scope scope)
{
	if (ldt_type_resolve(node->type)->kind == LDT_KIND_DYN)
		ldt_node_error(c, D_VAR_UNDEF, node, "'%s%s' has not been declared or assigned before",
			       scope_text(scope), node->ident->name);
}

static struct ldt_ident *scoped_ident(struct ldt_comp *c, struct ldt_node *node, enum ldt_ident_kind kind, bool create,
				      enum ldt_scope *scope)
{
	struct ldt_ident *ident;

	*scope = !strcmp(node->left->text, "self") ? LDT_SCOPE_SELF : LDT_SCOPE_THIS;
	ident = ldt_ident_find(c, *scope, node->text);
	if (!ident && !create)
		ldt_node_error(c, D_VAR_UNDEF, node, "'%s%s' has not been declared or assigned before",
			       scope_text(*scope), node->text);
	if (!ident && kind == LDT_IDENT_ARRAY && *scope == LDT_SCOPE_THIS)
		ldt_node_error(c, D_ARR_LOCAL, node,
			       "'this->%s' cannot be an associative array: clause-local arrays do not exist",
			       node->text);
	if (!ident)
		ident = ldt_ident_create(c, *scope, kind, node->text, &node->pos);
	return ident;
}

static bool is_scoped(const struct ldt_node *node)
{
	return node->kind == LDT_NODE_OP2 && node->op == LDT_TOK_PTR && node->left->kind == LDT_NODE_IDENT &&
	       (!strcmp(node->left->text, "self") || !strcmp(node->left->text, "this"));
}

static struct ldt_node *check_scoped(struct ldt_comp *c, struct ldt_node *node, bool create)
{
	enum ldt_scope scope;
	struct ldt_ident *ident = scoped_ident(c, node, LDT_IDENT_SCALAR, create, &scope);

	if (ident->kind == LDT_IDENT_ARRAY)
		ldt_node_error(c, D_IDENT_BADREF, node, "'%s%s' is an array: it cannot be used without keys",
			       scope_text(scope), ident->name);
	node = use_variable(c, node, ident);
	if (!create)
		check_assigned(c, node, scope);
	return node;
}

struct ldt_node *ldt_check_name(struct ldt_comp *c, struct ldt_node *node)
{
	if (node->kind == LDT_NODE_OP2)
		return check_scoped(c, node, false);
	node = check_global(c, node);
	if (node->kind == LDT_NODE_VAR)
		check_assigned(c, node, LDT_SCOPE_GLOBAL);
	return node;
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static void check_key_type(struct ldt_comp *c, const struct ldt_node *key)
{
	struct ldt_type *type = ldt_type_resolve(key->type);

	if (type->kind == LDT_KIND_VOID || type->kind == LDT_KIND_DYN || type->kind == LDT_KIND_FUNCTION ||
	    type->kind == LDT_KIND_FLOAT || type->kind == LDT_KIND_STACK || type->kind == LDT_KIND_SYMADDR ||
	    type->kind == LDT_KIND_USYMADDR || (type->kind == LDT_KIND_ARRAY && !type->complete))
		ldt_node_error(c, D_KEY_TYPE, key, "an expression of type %s cannot be a key",
			       ldt_type_text(c, key->type));
}

static void fix_keys(struct ldt_comp *c, struct ldt_ident *ident, const struct ldt_node *args)
{
	struct ldt_keys *keys = ldt_arena_alloc(&c->cc->arena, sizeof(*keys));

	keys->type = ldt_arena_alloc(&c->cc->arena, ldt_count(args) * sizeof(struct ldt_type *));
	for (; args; args = args->next)
		keys->type[keys->count++] = ldt_is_string(args->type) ? c->types->string : args->type;
	ident->keys = keys;
}

/* Whether a key of this type fits the array's: integers do among themselves, strings, and equal types. */
static bool key_fits(struct ldt_comp *c, struct ldt_type *want, struct ldt_node *key)
{
	struct ldt_type *type = ldt_type_resolve(want);

	if (type->kind == LDT_KIND_SYMADDR || type->kind == LDT_KIND_USYMADDR || type->kind == LDT_KIND_STACK)
		return ldt_type_resolve(key->type)->kind == type->kind;
	if (ldt_type_is_integer(want))
		return ldt_type_is_integer(key->type);
	return ldt_assignable(c, want, key);
}

/* Whether all values of an integer type are values of another, or at least the same bytes. */
static bool holds_all(struct ldt_comp *c, struct ldt_type *want, struct ldt_type *type)
{
	uint64_t room = ldt_type_size(c->types, want), size = ldt_type_size(c->types, type);

	return room == size || (room > size && (ldt_type_is_signed(want) || !ldt_type_is_signed(type)));
}

/*
 * Keys of an array become what its signature says. Those of an aggregation do only where nothing is
 * lost: each clause records keys of its own sizes, so @[0] in one of them does not cut the
 * addresses of another. With compat=oracle all do.
 */
static bool converts_key(struct ldt_comp *c, bool is_agg, struct ldt_type *want, struct ldt_type *type)
{
	return ldt_type_is_integer(want) && ldt_type_is_integer(type) &&
	       (!is_agg || c->dtp->copts.oracle_compat || holds_all(c, want, type));
}

void ldt_check_keys(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_ident *ident, struct ldt_node **list)
{
	bool is_agg = ident->kind == LDT_IDENT_AGG;
	unsigned int count = ldt_count(*list), i;

	if (!ident->keys)
		fix_keys(c, ident, *list);
	if (count != ident->keys->count)
		ldt_error(c, is_agg ? D_AGG_REDEF : D_PROTO_LEN, pos, "'%s%s' has %u key%s: %u given",
			  is_agg ? "@" : "", ident->name, ident->keys->count, ident->keys->count == 1 ? "" : "s",
			  count);
	for (i = 0; *list; list = &(*list)->next, i++) {
		struct ldt_type *want = ident->keys->type[i];
		struct ldt_node *next = (*list)->next;

		if (!key_fits(c, want, *list))
			ldt_error(c, is_agg ? D_AGG_REDEF : D_PROTO_ARG, &(*list)->pos,
				  "key %u of '%s%s' must have the type %s: %s does not fit", i + 1, is_agg ? "@" : "",
				  ident->name, ldt_type_text(c, want), ldt_type_text(c, (*list)->type));
		if (converts_key(c, is_agg, want, (*list)->type))
			*list = ldt_convert(c, *list, want);
		(*list)->next = next;
	}
}

static void check_key_list(struct ldt_comp *c, struct ldt_node **list)
{
	for (; *list; list = &(*list)->next) {
		struct ldt_node *next = (*list)->next;

		*list = ldt_check(c, *list);
		check_key_type(c, *list);
		*list = ldt_check_value(c, *list);
		(*list)->next = next;
	}
}

static struct ldt_node *use_array(struct ldt_comp *c, struct ldt_node *node, struct ldt_ident *ident,
				  struct ldt_node *args, bool create)
{
	check_key_list(c, &args);
	ldt_check_keys(c, &node->pos, ident, &args);
	node = use_variable(c, node, ident);
	node->left = node->right = NULL;
	node->args = args;
	node->flags |= LDT_NF_COMPLEX;
	if (!create)
		check_assigned(c, node, ident->scope);
	return node;
}

/* An argument that programs see by a translator is its translation. */
static struct ldt_node *translated_arg(struct ldt_comp *c, struct ldt_node *node, const struct ldt_arg *arg)
{
	struct ldt_node *xlate;

	if (!arg->translated)
		return node;
	xlate = ldt_node_new(c, LDT_NODE_XLATE, &node->pos);
	xlate->type = arg->translated;
	xlate->left = node;
	xlate->flags |= LDT_NF_MARKED; /* when there is no translator: D_ARGS_XLATOR */
	return ldt_check(c, xlate);
}

/* args[] and uregs[]. */
static struct ldt_node *builtin_array(struct ldt_comp *c, struct ldt_node *node, struct ldt_ident *ident,
				      struct ldt_node *args)
{
	struct ldt_type *type = ldt_ident_type(c, ident);
	struct ldt_arg arg = { 0 };
	int64_t index;

	if (args->next)
		ldt_node_error(c, D_PROTO_LEN, node, "%s[] takes one index", ident->name);
	args = ldt_check_value(c, args);
	if (!ldt_type_is_integer(args->type))
		ldt_node_error(c, D_PROTO_ARG, node, "the index of %s[] must be an integer: %s is none", ident->name,
			       ldt_type_text(c, args->type));
	if (ident->id == DIF_VAR_ARGS) {
		if (!ldt_node_const(args, &index))
			ldt_node_error(c, D_PROTO_ARG, node, "the index of args[] must be an integer constant");
		ldt_arg_find(c, node, index, &arg);
		type = arg.type;
		args = ldt_node_int(c, &args->pos, arg.mapping, c->types->int_);
	} else if (ident->id == DIF_VAR_UREGS && ldt_node_const(args, &index) && !ldt_reg_kept(c, index)) {
		ldt_node_error(c, D_REGS_IDX, node, "register %lld is not kept: uregs[] has 0 to %u on this CPU",
			       (long long)index, ldt_reg_count(c) - 1);
	}
	node = use_variable(c, node, ident);
	ldt_set_type(c, node, type);
	node->left = node->right = NULL;
	node->args = ldt_check(c, args);
	node->flags &= ~(uint32_t)LDT_NF_LVAL;
	return translated_arg(c, node, &arg);
}

/* Is this lvalue part of a D variable, whose size the program says? A pointer leads to memory that may be larger than
 * its type. */
static bool inside_variable(const struct ldt_node *node)
{
	for (;;) {
		switch (node->kind) {
		case LDT_NODE_VAR:
			return !(node->ident->flags & LDT_IDENT_BUILTIN);
		case LDT_NODE_MEMBER:
			if (ldt_is_pointer(node->left->type))
				return false;
			node = node->left;
			break;
		case LDT_NODE_OP1:
			if (node->op != LDT_TOK_DEREF || node->left->kind != LDT_NODE_OP2 ||
			    ldt_type_resolve(node->left->left->type)->kind != LDT_KIND_ARRAY)
				return false;
			node = node->left->left;
			break;
		default:
			return false;
		}
	}
}

/* An index that is known only at the firing, of an array of @count elements. */
static struct ldt_node *bounded_index(struct ldt_comp *c, struct ldt_node *index, uint64_t count)
{
	struct ldt_node *call = ldt_node_new(c, LDT_NODE_CALL, &index->pos);

	call->left = ldt_node_new(c, LDT_NODE_IDENT, &index->pos);
	call->left->text = "[]";
	call->args = index;
	index->next = ldt_node_int(c, &index->pos, (int64_t)count, c->types->int_);
	return ldt_check(c, call);
}

/* E1[E2] on a pointer or array is *(E1 + E2). */
static struct ldt_node *index_pointer(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_node *left = node->left = ldt_check(c, node->left), *sum;
	struct ldt_type *type = left->type;
	int64_t index;

	if (!ldt_is_pointer(type) && !ldt_is_string(type)) {
		if (left->kind == LDT_NODE_VAR)
			ldt_node_error(c, D_ARR_BADREF, node, "'%s' is no array: its type is %s", left->ident->name,
				       ldt_type_text(c, type));
		ldt_node_error(c, D_DEREF_NONPTR, node,
			       "cannot index an expression of type %s: expected a pointer or an array",
			       ldt_type_text(c, type));
	}
	if (node->args->next)
		ldt_node_error(c, D_ARR_BADREF, node, "an expression of type %s takes one index: %u given",
			       ldt_type_text(c, type), ldt_count(node->args));
	node->args = ldt_check_value(c, node->args);
	type = ldt_type_resolve(type);
	if (type->kind == LDT_KIND_ARRAY && type->complete && ldt_node_const(node->args, &index) &&
	    ldt_type_is_integer(node->args->type) && type->count > 0 && (index < 0 || (uint64_t)index >= type->count))
		ldt_node_error(c, D_ARR_BOUNDS, node, "index %lld is out of bounds: the array has %llu elements",
			       (long long)index, (unsigned long long)type->count);
	if (type->kind == LDT_KIND_ARRAY && type->complete && type->count > 0 && !ldt_node_const(node->args, &index) &&
	    ldt_type_is_integer(node->args->type) && inside_variable(left))
		node->args = bounded_index(c, node->args, type->count);
	if (type->kind == LDT_KIND_STRING) {
		struct ldt_node *cast = ldt_node_new(c, LDT_NODE_CAST, &left->pos);

		cast->type = ldt_type_pointer(c->types, c->types->char_);
		cast->left = left;
		left = cast;
	}
	sum = ldt_node_op2(c, LDT_TOK_ADD, left, node->args);
	return ldt_check(c, ldt_node_op1(c, LDT_TOK_DEREF, &node->pos, sum));
}

/* @create: the element is assigned, an unknown name becomes an array. */
static struct ldt_node *check_element(struct ldt_comp *c, struct ldt_node *node, bool create)
{
	struct ldt_node *left = node->left;
	struct ldt_ident *ident;
	enum ldt_scope scope;

	if (left->kind == LDT_NODE_AGG)
		ldt_node_error(c, D_AGG_MDIM, node,
			       "aggregations have one list of keys: use @name[a, b], not @name[a][b]");
	if (is_scoped(left)) {
		ident = scoped_ident(c, left, LDT_IDENT_ARRAY, create, &scope);
		if (ident->kind == LDT_IDENT_ARRAY)
			return use_array(c, node, ident, node->args, create);
		return index_pointer(c, node);
	}
	if (left->kind != LDT_NODE_IDENT || strchr(left->text, '`'))
		return index_pointer(c, node);
	ident = ldt_ident_find(c, LDT_SCOPE_GLOBAL, left->text);
	if (!ident && create && !is_enumerator(c, left->text))
		ident = ldt_ident_create(c, LDT_SCOPE_GLOBAL, LDT_IDENT_ARRAY, left->text, &left->pos);
	if (!ident)
		return index_pointer(c, node); /* the name is unknown, or an enumerator */
	if (ident->kind == LDT_IDENT_INLINE && ident->inline_count)
		return expand_inline(c, node, ident, node->args);
	if (ident->kind != LDT_IDENT_ARRAY)
		return index_pointer(c, node);
	if (ident->flags & LDT_IDENT_BUILTIN)
		return builtin_array(c, node, ident, node->args);
	return use_array(c, node, ident, node->args, create);
}

struct ldt_node *ldt_check_index(struct ldt_comp *c, struct ldt_node *node)
{
	return check_element(c, node, false);
}

/* ---- left sides ------------------------------------------------------------------------------ */

/* An inline that is just a variable, of its type, can be assigned: the variable is. NULL: it is not. */
static struct ldt_node *inline_variable(struct ldt_comp *c, struct ldt_ident *ident)
{
	struct ldt_node *body;

	if (ident->inline_count || is_expanding(c, ident))
		return NULL;
	body = ldt_clone(c, c->arena, ident->body, NULL);
	if (body->kind != LDT_NODE_IDENT && !is_scoped(body))
		return NULL;
	body = ldt_check_lvalue(c, body, false);
	return body->kind == LDT_NODE_VAR && ldt_type_same(body->type, ident->type) ? body : NULL;
}

struct ldt_node *ldt_check_lvalue(struct ldt_comp *c, struct ldt_node *node, bool create)
{
	struct ldt_node *variable;
	struct ldt_ident *ident;

	if (is_scoped(node))
		return check_scoped(c, node, create);
	if (node->kind == LDT_NODE_OP2 && node->op == LDT_TOK_LBRAC)
		return check_element(c, node, create);
	if (node->kind != LDT_NODE_IDENT || strchr(node->text, '`'))
		return ldt_check(c, node);
	ident = ldt_ident_find(c, LDT_SCOPE_GLOBAL, node->text);
	if (ident && ident->kind == LDT_IDENT_INLINE) {
		variable = inline_variable(c, ident);
		if (variable)
			return variable;
	}
	if (!ident && !is_enumerator(c, node->text) && !c->checking->xlator)
		ldt_ident_create(c, LDT_SCOPE_GLOBAL, LDT_IDENT_SCALAR, node->text, &node->pos);
	return check_global(c, node);
}
