/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_check_name.c - what names stand for: variables of all scopes, enumerators, inlines, kernel symbols; indexing. */
#include <stdlib.h>
#include <string.h>

#include "dt_args.h"

/* ---- kernel symbols -------------------------------------------------------------------------- */

static const struct known {
	const char *name, *type;
} known[] = {
#define DT_SYMBOL(name, type) { #name, type },
#include "dt_symbol.def"
#undef DT_SYMBOL
};

static int by_name(const void *name, const void *entry)
{
	return strcmp(name, ((const struct known *)entry)->name);
}

/*
 * A symbol whose type nobody knows is an integer of the symbol's size, signed, when that is 1, 2, 4 or 8 bytes; else
 * only its address can be used: &`sym.
 */
static struct dt_type *symbol_type(struct dt_comp *c, const struct dt_node *node, const char *module, const char *name,
				   const struct dt_ksym *sym)
{
	struct dt_type_loader *loader;
	const struct known *found;
	struct dt_type *type;

	for (loader = c->types->loaders; loader; loader = loader->next) {
		type = loader->symbol ? loader->symbol(loader->arg, c->types, module, name) : NULL;
		if (type)
			return type;
	}
	found = module ? NULL : bsearch(name, known, sizeof(known) / sizeof(*known), sizeof(*known), by_name);
	if (found)
		return dt_parse_type_text(c, found->type);
	if (sym->size == 1 || sym->size == 2 || sym->size == 4 || sym->size == 8)
		return dt_type_int(c->types, (uint32_t)sym->size, true);
	if (node->flags & DT_NF_MARKED)
		return c->types->void_;
	dt_node_error(c, D_SYM_NOTYPES, node,
		      "no type is known for kernel symbol '%s': take its address and cast it, as *((int *)&%s)",
		      node->text, node->text);
}

static struct dt_node *check_symbol(struct dt_comp *c, struct dt_node *node)
{
	const char *mark = strrchr(node->text, '`'), *name = mark + 1;
	const char *module =
		mark > node->text ? dt_arena_strndup(c->arena, node->text, (size_t)(mark - node->text)) : NULL;
	static const struct dtrace_attribute attr = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE,
						      DTRACE_CLASS_UNKNOWN, 0 };
	struct dt_ksym sym;

	if (!*name)
		dt_node_error(c, D_SYNTAX, node, "expected a symbol name after `");
	if (module && !strcmp(module, "kernel"))
		module = NULL;
	if (dt_ksym_by_name(c->dtp, module, name, &sym))
		dt_node_error(c, c->dtp->copts.kdefs ? D_IDENT_UNDEF : D_ASRELO, node,
			      c->dtp->copts.kdefs
				      ? "failed to resolve '%s': no such kernel symbol in /proc/kallsyms"
				      : "relocation remains against the kernel symbol '%s': a program that runs "
					"needs its address",
			      node->text);
	node->kind = DT_NODE_SYM;
	node->value = sym.addr;
	dt_set_type(c, node, symbol_type(c, node, module, name, &sym));
	node->flags |= DT_NF_LVAL;
	dt_note_attr(c, &node->pos, node->text, attr);
	if (dt_type_resolve(node->type)->kind == DT_KIND_FUNCTION && !(node->flags & DT_NF_MARKED))
		return dt_check(c, dt_node_op1(c, DT_TOK_ADDROF, &node->pos, node)); /* as in C: its address */
	return node;
}

/* ---- variables ------------------------------------------------------------------------------- */

static const char *scope_text(enum dt_scope scope)
{
	return scope == DT_SCOPE_SELF ? "self->" : scope == DT_SCOPE_THIS ? "this->" : "";
}

static struct dt_node *use_variable(struct dt_comp *c, struct dt_node *node, struct dt_ident *ident)
{
	struct dt_type *type = dt_ident_type(c, ident);

	node->kind = DT_NODE_VAR;
	node->ident = ident;
	dt_note_attr(c, &node->pos, ident->name, ident->attr);
	if (type)
		dt_set_type(c, node, type);
	else
		dt_set_type(c, node, c->types->dyn);
	node->flags |= DT_NF_LVAL;
	if (!(ident->flags & DT_IDENT_BUILTIN))
		node->flags |= DT_NF_WRITABLE;
	return node;
}

void dt_check_inline(struct dt_comp *c, const struct dt_node *node, const struct dt_ident *ident, struct dt_node *value)
{
	if (!dt_assignable(c, ident->type, value))
		dt_node_error(c, D_OP_INCOMPAT, node,
			      "inline '%s' is declared as %s, but its definition has the type %s", ident->name,
			      dt_type_text(c, ident->type), dt_type_text(c, value->type));
}

/* A parameter gets a value of its type; or a translation, whose members the body takes. */
static struct dt_node *inline_argument(struct dt_comp *c, const struct dt_ident *ident, struct dt_node *arg,
				       unsigned int index)
{
	struct dt_type *type = ident->inline_types[index];
	struct dt_node *value = dt_check(c, arg), *cast;
	bool fits;

	if (value->kind == DT_NODE_XLATE) {
		fits = dt_xlate_fits(type, value);
	} else {
		value = dt_check_value(c, value);
		fits = dt_assignable(c, type, value);
	}
	if (!fits)
		dt_node_error(c, D_PROTO_ARG, arg, "parameter %u of inline '%s' must have the type %s: %s does not fit",
			      index + 1, ident->name, dt_type_text(c, type),
			      value->kind == DT_NODE_XLATE ? dt_xlate_text(c, value) : dt_type_text(c, value->type));
	if (value->kind == DT_NODE_XLATE)
		return value;
	cast = dt_node_new(c, DT_NODE_CAST, &arg->pos);
	cast->type = type;
	cast->left = value;
	return dt_check_value(c, cast);
}

static struct dt_node *expand_inline(struct dt_comp *c, struct dt_node *node, struct dt_ident *ident,
				     struct dt_node *args)
{
	unsigned int count = dt_count(args), i;
	struct dt_node **values = dt_alloc(c, (count + 1) * sizeof(*values)), *arg, *next, *ret, *cast;
	bool attr_given = c->attr_given;

	if (count != ident->inline_count)
		dt_node_error(c, D_PROTO_LEN, node, "inline '%s' takes %u parameter%s: %u given", ident->name,
			      ident->inline_count, ident->inline_count == 1 ? "" : "s", count);
	if (ident->flags & DT_IDENT_EXPANDING)
		dt_node_error(c, D_SYNTAX, node, "inline '%s' refers to itself", ident->name);
	dt_note_attr(c, &node->pos, ident->name, ident->attr);
	for (i = 0, arg = args; arg; arg = next, i++) {
		next = arg->next;
		values[i] = inline_argument(c, ident, arg, i);
	}
	ident->flags |= DT_IDENT_EXPANDING;
	c->attr_given |= (ident->flags & DT_IDENT_ATTR) != 0;
	cast = dt_node_new(c, DT_NODE_CAST, &node->pos);
	cast->left = dt_clone(c, c->arena, ident->body, values);
	dt_node_height(c, cast, cast->left);
	cast->type = ident->type;
	ret = dt_check(c, cast->left);
	c->attr_given = attr_given;
	if (ret->kind == DT_NODE_XLATE) { /* the members are what has values */
		ident->flags &= ~(uint32_t)DT_IDENT_EXPANDING;
		dt_xlate_check_fits(c, node, ident->type, ret);
		ret->pos = node->pos; /* errors are about the use, not about the library's text */
		return ret;
	}
	ret = dt_check_value(c, ret);
	dt_check_inline(c, node, ident, ret);
	cast->left = ret;
	ret = dt_type_is_integer(ident->type) || !dt_type_same(ident->type, ret->type) ? dt_check(c, cast) : ret;
	ident->flags &= ~(uint32_t)DT_IDENT_EXPANDING;
	return ret;
}

static struct dt_node *check_constant(struct dt_comp *c, struct dt_node *node)
{
	const struct dt_constant *constant = dt_map_get(&c->types->constants, node->text);

	struct dt_type *type = constant ? constant->type : NULL;
	int64_t value = constant ? constant->value : 0;

	if (!type)
		type = dt_type_constant(c->types, node->text, &value);
	if (!type)
		return NULL;
	if (value > INT32_MAX && dt_type_resolve(type)->size == sizeof(int32_t))
		type = c->types->uint; /* as in C: int does not hold it */
	node = dt_node_int(c, &node->pos, (uint64_t)value, type);
	node->flags |= DT_NF_CHECKED;
	return node;
}

/* Of the program or a header: an assignment makes no variable of its name. */
static bool is_enumerator(struct dt_comp *c, const char *name)
{
	const struct dt_constant *constant = dt_map_get(&c->types->constants, name);

	return constant && constant->origin != DT_ORIGIN_FILE;
}

static struct dt_node *unknown_name(struct dt_comp *c, struct dt_node *node) __attribute__((noreturn));
static struct dt_node *unknown_name(struct dt_comp *c, struct dt_node *node)
{
	static const char *const foreign[] = { "jid", "jailname" };
	size_t i;

	for (i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++)
		if (!strcmp(node->text, foreign[i]))
			dt_node_error(c, D_IDENT_UNDEF, node,
				      "variable %s belongs to another operating system: it does not exist on Linux",
				      node->text);
	dt_node_error(c, D_IDENT_UNDEF, node, "failed to resolve '%s': unknown variable name", node->text);
}

static struct dt_node *check_global(struct dt_comp *c, struct dt_node *node)
{
	struct dt_ident *ident;
	struct dt_node *constant;

	if (strchr(node->text, '`'))
		return check_symbol(c, node);
	if (c->xlator && !strcmp(node->text, c->xlator->param)) {
		struct dt_node *input = dt_alloc(c, sizeof(*input));

		*input = *c->xlator_input;
		input->next = NULL;
		return input;
	}
	ident = dt_ident_find(c, DT_SCOPE_GLOBAL, node->text);
	if (!ident) {
		constant = check_constant(c, node);
		if (constant)
			return constant;
		unknown_name(c, node);
	}
	switch (ident->kind) {
	case DT_IDENT_CONST:
		constant = check_constant(c, node); /* an enumerator of the program */
		if (constant)
			return constant;
		node = dt_node_int(c, &node->pos, ident->body->value, ident->type);
		node->flags |= DT_NF_CHECKED;
		return node;
	case DT_IDENT_INLINE:
		return expand_inline(c, node, ident, NULL);
	case DT_IDENT_SCALAR:
		if ((ident->flags & DT_IDENT_BUILTIN) && ident->id == DIF_VAR_ZONENAME)
			dt_node_error(
				c, D_IDENT_UNDEF, node,
				"variable zonename belongs to another operating system: there are no zones on Linux");
		return use_variable(c, node, ident);
	case DT_IDENT_ARRAY:
		dt_node_error(c, D_IDENT_BADREF, node, "'%s' is an array: it cannot be used without an index",
			      node->text);
	case DT_IDENT_SCOPE:
		dt_node_error(c, D_IDENT_BADREF, node, "'%s' needs -> and the name of a variable", node->text);
	default:
		dt_node_error(c, D_IDENT_BADREF, node, "'%s' is %s: it cannot be used as a variable", node->text,
			      dt_ident_kind_name(ident->kind));
	}
}

/* A variable without a type has not been assigned anywhere before. */
static void check_assigned(struct dt_comp *c, const struct dt_node *node, enum dt_scope scope)
{
	if (dt_type_resolve(node->type)->kind == DT_KIND_DYN)
		dt_node_error(c, D_VAR_UNDEF, node, "'%s%s' has not been declared or assigned before",
			      scope_text(scope), node->ident->name);
}

static struct dt_ident *scoped_ident(struct dt_comp *c, struct dt_node *node, enum dt_ident_kind kind, bool create,
				     enum dt_scope *scope)
{
	struct dt_ident *ident;

	*scope = !strcmp(node->left->text, "self") ? DT_SCOPE_SELF : DT_SCOPE_THIS;
	ident = dt_ident_find(c, *scope, node->text);
	if (!ident && !create)
		dt_node_error(c, D_VAR_UNDEF, node, "'%s%s' has not been declared or assigned before",
			      scope_text(*scope), node->text);
	if (!ident && kind == DT_IDENT_ARRAY && *scope == DT_SCOPE_THIS)
		dt_node_error(c, D_ARR_LOCAL, node,
			      "'this->%s' cannot be an associative array: clause-local arrays do not exist",
			      node->text);
	if (!ident)
		ident = dt_ident_create(c, *scope, kind, node->text, &node->pos);
	return ident;
}

static bool is_scoped(const struct dt_node *node)
{
	return node->kind == DT_NODE_OP2 && node->op == DT_TOK_PTR && node->left->kind == DT_NODE_IDENT &&
	       (!strcmp(node->left->text, "self") || !strcmp(node->left->text, "this"));
}

static struct dt_node *check_scoped(struct dt_comp *c, struct dt_node *node, bool create)
{
	enum dt_scope scope;
	struct dt_ident *ident = scoped_ident(c, node, DT_IDENT_SCALAR, create, &scope);

	if (ident->kind == DT_IDENT_ARRAY)
		dt_node_error(c, D_IDENT_BADREF, node, "'%s%s' is an array: it cannot be used without keys",
			      scope_text(scope), ident->name);
	node = use_variable(c, node, ident);
	if (!create)
		check_assigned(c, node, scope);
	return node;
}

struct dt_node *dt_check_name(struct dt_comp *c, struct dt_node *node)
{
	if (node->kind == DT_NODE_OP2)
		return check_scoped(c, node, false);
	node = check_global(c, node);
	if (node->kind == DT_NODE_VAR)
		check_assigned(c, node, DT_SCOPE_GLOBAL);
	return node;
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static void check_key_type(struct dt_comp *c, const struct dt_node *key)
{
	struct dt_type *type = dt_type_resolve(key->type);

	if (type->kind == DT_KIND_VOID || type->kind == DT_KIND_DYN || type->kind == DT_KIND_FUNCTION ||
	    type->kind == DT_KIND_FLOAT || type->kind == DT_KIND_STACK || type->kind == DT_KIND_SYMADDR ||
	    type->kind == DT_KIND_USYMADDR || (type->kind == DT_KIND_ARRAY && !type->complete))
		dt_node_error(c, D_KEY_TYPE, key, "an expression of type %s cannot be a key",
			      dt_type_text(c, key->type));
}

static void fix_keys(struct dt_comp *c, struct dt_ident *ident, const struct dt_node *args)
{
	struct dt_keys *keys = dt_arena_alloc(&c->cc->arena, sizeof(*keys));

	keys->type = dt_arena_alloc(&c->cc->arena, dt_count(args) * sizeof(struct dt_type *));
	for (; args; args = args->next)
		keys->type[keys->count++] = dt_is_string(args->type) ? c->types->string : args->type;
	ident->keys = keys;
}

/* Whether a key of this type fits the array's: integers do among themselves, strings, and equal types. */
static bool key_fits(struct dt_comp *c, struct dt_type *want, struct dt_node *key)
{
	struct dt_type *type = dt_type_resolve(want);

	if (type->kind == DT_KIND_SYMADDR || type->kind == DT_KIND_USYMADDR || type->kind == DT_KIND_STACK)
		return dt_type_resolve(key->type)->kind == type->kind;
	if (dt_type_is_integer(want))
		return dt_type_is_integer(key->type);
	return dt_assignable(c, want, key);
}

/* Whether all values of an integer type are values of another, or at least the same bytes. */
static bool holds_all(struct dt_comp *c, struct dt_type *want, struct dt_type *type)
{
	uint64_t room = dt_type_size(c->types, want), size = dt_type_size(c->types, type);

	return room == size || (room > size && (dt_type_is_signed(want) || !dt_type_is_signed(type)));
}

/*
 * Keys of an array become what its signature says. Those of an aggregation do only where nothing is
 * lost: each clause records keys of its own sizes, so @[0] in one of them does not cut the
 * addresses of another.
 */
static bool converts_key(struct dt_comp *c, bool is_agg, struct dt_type *want, struct dt_type *type)
{
	return dt_type_is_integer(want) && dt_type_is_integer(type) && (!is_agg || holds_all(c, want, type));
}

void dt_check_keys(struct dt_comp *c, const struct dt_pos *pos, struct dt_ident *ident, struct dt_node **list)
{
	bool is_agg = ident->kind == DT_IDENT_AGG;
	unsigned int count = dt_count(*list), i;

	if (!ident->keys)
		fix_keys(c, ident, *list);
	if (count != ident->keys->count)
		dt_error(c, is_agg ? D_AGG_REDEF : D_PROTO_LEN, pos, "'%s%s' has %u key%s: %u given", is_agg ? "@" : "",
			 ident->name, ident->keys->count, ident->keys->count == 1 ? "" : "s", count);
	for (i = 0; *list; list = &(*list)->next, i++) {
		struct dt_type *want = ident->keys->type[i];
		struct dt_node *next = (*list)->next;

		if (!key_fits(c, want, *list))
			dt_error(c, is_agg ? D_AGG_REDEF : D_PROTO_ARG, &(*list)->pos,
				 "key %u of '%s%s' must have the type %s: %s does not fit", i + 1, is_agg ? "@" : "",
				 ident->name, dt_type_text(c, want), dt_type_text(c, (*list)->type));
		if (converts_key(c, is_agg, want, (*list)->type))
			*list = dt_convert(c, *list, want);
		(*list)->next = next;
	}
}

static void check_key_list(struct dt_comp *c, struct dt_node **list)
{
	for (; *list; list = &(*list)->next) {
		struct dt_node *next = (*list)->next;

		*list = dt_check(c, *list);
		check_key_type(c, *list);
		*list = dt_check_value(c, *list);
		(*list)->next = next;
	}
}

static struct dt_node *use_array(struct dt_comp *c, struct dt_node *node, struct dt_ident *ident, struct dt_node *args,
				 bool create)
{
	check_key_list(c, &args);
	dt_check_keys(c, &node->pos, ident, &args);
	node = use_variable(c, node, ident);
	node->left = node->right = NULL;
	node->args = args;
	node->flags |= DT_NF_COMPLEX;
	if (!create)
		check_assigned(c, node, ident->scope);
	return node;
}

/* An argument that programs see by a translator is its translation. */
static struct dt_node *translated_arg(struct dt_comp *c, struct dt_node *node, const struct dt_arg *arg)
{
	struct dt_node *xlate;

	if (!arg->translated)
		return node;
	xlate = dt_node_new(c, DT_NODE_XLATE, &node->pos);
	xlate->type = arg->translated;
	xlate->left = node;
	xlate->flags |= DT_NF_MARKED; /* when there is no translator: D_ARGS_XLATOR */
	return dt_check(c, xlate);
}

/* args[] and uregs[]. */
static struct dt_node *builtin_array(struct dt_comp *c, struct dt_node *node, struct dt_ident *ident,
				     struct dt_node *args)
{
	struct dt_type *type = dt_ident_type(c, ident);
	struct dt_arg arg = { 0 };
	int64_t index;

	if (args->next)
		dt_node_error(c, D_PROTO_LEN, node, "%s[] takes one index", ident->name);
	args = dt_check_value(c, args);
	if (!dt_type_is_integer(args->type))
		dt_node_error(c, D_PROTO_ARG, node, "the index of %s[] must be an integer: %s is none", ident->name,
			      dt_type_text(c, args->type));
	if (ident->id == DIF_VAR_ARGS) {
		if (!dt_node_const(args, &index))
			dt_node_error(c, D_PROTO_ARG, node, "the index of args[] must be an integer constant");
		dt_arg_find(c, node, index, &arg);
		type = arg.type;
		args = dt_node_int(c, &args->pos, arg.mapping, c->types->int_);
	} else if (ident->id == DIF_VAR_UREGS && dt_node_const(args, &index) && !dt_reg_kept(c, index)) {
		dt_node_error(c, D_REGS_IDX, node, "register %lld is not kept: uregs[] has 0 to %u on this CPU",
			      (long long)index, dt_reg_count(c) - 1);
	}
	node = use_variable(c, node, ident);
	dt_set_type(c, node, type);
	node->left = node->right = NULL;
	node->args = dt_check(c, args);
	node->flags &= ~(uint32_t)DT_NF_LVAL;
	return translated_arg(c, node, &arg);
}

/* Is this lvalue part of a D variable, whose size the program says? A pointer leads to memory that may be larger than
 * its type. */
static bool inside_variable(const struct dt_node *node)
{
	for (;;) {
		switch (node->kind) {
		case DT_NODE_VAR:
			return !(node->ident->flags & DT_IDENT_BUILTIN);
		case DT_NODE_MEMBER:
			if (dt_is_pointer(node->left->type))
				return false;
			node = node->left;
			break;
		case DT_NODE_OP1:
			if (node->op != DT_TOK_DEREF || node->left->kind != DT_NODE_OP2 ||
			    dt_type_resolve(node->left->left->type)->kind != DT_KIND_ARRAY)
				return false;
			node = node->left->left;
			break;
		default:
			return false;
		}
	}
}

/* An index that is known only at the firing, of an array of @count elements. */
static struct dt_node *bounded_index(struct dt_comp *c, struct dt_node *index, uint64_t count)
{
	struct dt_node *call = dt_node_new(c, DT_NODE_CALL, &index->pos);

	call->left = dt_node_new(c, DT_NODE_IDENT, &index->pos);
	call->left->text = "[]";
	call->args = index;
	index->next = dt_node_int(c, &index->pos, (int64_t)count, c->types->int_);
	return dt_check(c, call);
}

/* E1[E2] on a pointer or array is *(E1 + E2). */
static struct dt_node *index_pointer(struct dt_comp *c, struct dt_node *node)
{
	struct dt_node *left = node->left = dt_check(c, node->left), *sum;
	struct dt_type *type = left->type;
	int64_t index;

	if (!dt_is_pointer(type) && !dt_is_string(type)) {
		if (left->kind == DT_NODE_VAR)
			dt_node_error(c, D_ARR_BADREF, node, "'%s' is no array: its type is %s", left->ident->name,
				      dt_type_text(c, type));
		dt_node_error(c, D_DEREF_NONPTR, node,
			      "cannot index an expression of type %s: expected a pointer or an array",
			      dt_type_text(c, type));
	}
	if (node->args->next)
		dt_node_error(c, D_ARR_BADREF, node, "an expression of type %s takes one index: %u given",
			      dt_type_text(c, type), dt_count(node->args));
	node->args = dt_check_value(c, node->args);
	type = dt_type_resolve(type);
	if (type->kind == DT_KIND_ARRAY && type->complete && dt_node_const(node->args, &index) &&
	    dt_type_is_integer(node->args->type) && type->count > 0 && (index < 0 || (uint64_t)index >= type->count))
		dt_node_error(c, D_ARR_BOUNDS, node, "index %lld is out of bounds: the array has %llu elements",
			      (long long)index, (unsigned long long)type->count);
	if (type->kind == DT_KIND_ARRAY && type->complete && type->count > 0 && !dt_node_const(node->args, &index) &&
	    dt_type_is_integer(node->args->type) && inside_variable(left))
		node->args = bounded_index(c, node->args, type->count);
	if (type->kind == DT_KIND_STRING) {
		struct dt_node *cast = dt_node_new(c, DT_NODE_CAST, &left->pos);

		cast->type = dt_type_pointer(c->types, c->types->char_);
		cast->left = left;
		left = cast;
	}
	sum = dt_node_op2(c, DT_TOK_ADD, left, node->args);
	return dt_check(c, dt_node_op1(c, DT_TOK_DEREF, &node->pos, sum));
}

/* @create: the element is assigned, an unknown name becomes an array. */
static struct dt_node *check_element(struct dt_comp *c, struct dt_node *node, bool create)
{
	struct dt_node *left = node->left;
	struct dt_ident *ident;
	enum dt_scope scope;

	if (left->kind == DT_NODE_AGG)
		dt_node_error(c, D_AGG_MDIM, node,
			      "aggregations have one list of keys: use @name[a, b], not @name[a][b]");
	if (is_scoped(left)) {
		ident = scoped_ident(c, left, DT_IDENT_ARRAY, create, &scope);
		if (ident->kind == DT_IDENT_ARRAY)
			return use_array(c, node, ident, node->args, create);
		return index_pointer(c, node);
	}
	if (left->kind != DT_NODE_IDENT || strchr(left->text, '`'))
		return index_pointer(c, node);
	ident = dt_ident_find(c, DT_SCOPE_GLOBAL, left->text);
	if (!ident && create && !is_enumerator(c, left->text))
		ident = dt_ident_create(c, DT_SCOPE_GLOBAL, DT_IDENT_ARRAY, left->text, &left->pos);
	if (!ident)
		return index_pointer(c, node); /* the name is unknown, or an enumerator */
	if (ident->kind == DT_IDENT_INLINE && ident->inline_count)
		return expand_inline(c, node, ident, node->args);
	if (ident->kind != DT_IDENT_ARRAY)
		return index_pointer(c, node);
	if (ident->flags & DT_IDENT_BUILTIN)
		return builtin_array(c, node, ident, node->args);
	return use_array(c, node, ident, node->args, create);
}

struct dt_node *dt_check_index(struct dt_comp *c, struct dt_node *node)
{
	return check_element(c, node, false);
}

/* ---- left sides ------------------------------------------------------------------------------ */

/* An inline that is just a variable, of its type, can be assigned: the variable is. NULL: it is not. */
static struct dt_node *inline_variable(struct dt_comp *c, struct dt_ident *ident)
{
	struct dt_node *body;

	if (ident->inline_count || ident->flags & DT_IDENT_EXPANDING)
		return NULL;
	body = dt_clone(c, c->arena, ident->body, NULL);
	if (body->kind != DT_NODE_IDENT && !is_scoped(body))
		return NULL;
	body = dt_check_lvalue(c, body, false);
	return body->kind == DT_NODE_VAR && dt_type_same(body->type, ident->type) ? body : NULL;
}

struct dt_node *dt_check_lvalue(struct dt_comp *c, struct dt_node *node, bool create)
{
	struct dt_node *variable;
	struct dt_ident *ident;

	if (is_scoped(node))
		return check_scoped(c, node, create);
	if (node->kind == DT_NODE_OP2 && node->op == DT_TOK_LBRAC)
		return check_element(c, node, create);
	if (node->kind != DT_NODE_IDENT || strchr(node->text, '`'))
		return dt_check(c, node);
	ident = dt_ident_find(c, DT_SCOPE_GLOBAL, node->text);
	if (ident && ident->kind == DT_IDENT_INLINE) {
		variable = inline_variable(c, ident);
		if (variable)
			return variable;
	}
	if (!ident && !is_enumerator(c, node->text) && !c->xlator)
		dt_ident_create(c, DT_SCOPE_GLOBAL, DT_IDENT_SCALAR, node->text, &node->pos);
	return check_global(c, node);
}
