/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_check_call.c - calls: which function, how many arguments, of which types. */
#include <string.h>

#include "dt_action.h"
#include "dt_comp.h"

static bool is_function(const struct dt_ident *ident)
{
	return ident->kind == DT_IDENT_SUBR || ident->kind == DT_IDENT_ACTION || ident->kind == DT_IDENT_AGGFUNC;
}

static struct dt_ident *find_function(struct dt_comp *c, const struct dt_node *node)
{
	const struct dt_node *name = node->left;
	struct dt_ident *ident;

	if (name->kind != DT_NODE_IDENT)
		dt_node_error(c, D_FUNC_IDENT, node, "expected the name of a function before (");
	ident = dt_ident_find(c, DT_SCOPE_GLOBAL, name->text);
	if (!ident)
		dt_node_error(c, D_FUNC_UNDEF, node, "undefined function name: %s", name->text);
	if (!is_function(ident))
		dt_node_error(c, D_FUNC_IDKIND, node, "'%s' is %s, no function", name->text,
			      dt_ident_kind_name(ident->kind));
	if (ident->flags & DT_IDENT_FOREIGN)
		dt_node_error(c, D_FUNC_UNDEF, node,
			      "function %s() belongs to another operating system: it does not exist on Linux",
			      name->text);
	return ident;
}

/* Whether an argument can be given for a parameter. */
static bool arg_fits(struct dt_comp *c, struct dt_type *want, struct dt_node *arg)
{
	struct dt_type *base = dt_type_resolve(want), *type = dt_type_resolve(arg->type);

	if (type->kind == DT_KIND_VOID || type->kind == DT_KIND_DYN || type->kind == DT_KIND_FLOAT)
		return false;
	switch (base->kind) {
	case DT_KIND_POINTER:
		if (dt_is_stringlike(want))
			return dt_is_stringlike(arg->type) || (arg->kind == DT_NODE_INT && arg->value == 0) ||
			       (type->kind == DT_KIND_POINTER && dt_type_resolve(type->target)->kind == DT_KIND_VOID);
		if (dt_type_resolve(base->target)->kind == DT_KIND_VOID)
			return dt_is_pointer(arg->type) || type->kind == DT_KIND_STRING ||
			       dt_type_is_integer(arg->type);
		return dt_assignable(c, want, arg);
	case DT_KIND_INT:
		if (type->kind == DT_KIND_POINTER || type->kind == DT_KIND_FUNCTION)
			return base->size == c->types->word_size;
		return dt_type_is_integer(arg->type) ||
		       (type->kind == DT_KIND_SYMADDR && base->size == c->types->word_size);
	default:
		return dt_assignable(c, want, arg);
	}
}

static void check_count(struct dt_comp *c, const struct dt_pos *pos, const struct dt_ident *function,
			const struct dt_proto *proto, unsigned int count)
{
	if (count >= proto->required && (count <= proto->count || proto->varargs))
		return;
	dt_error(c, D_PROTO_LEN, pos, "%s() takes %s%u argument%s: %u given", function->name,
		 proto->varargs || proto->count != proto->required
			 ? (count < proto->required ? "at least " : "at most ")
			 : "",
		 count < proto->required ? proto->required : proto->count,
		 (count < proto->required ? proto->required : proto->count) == 1 ? "" : "s", count);
}

void dt_check_args(struct dt_comp *c, const struct dt_pos *pos, struct dt_ident *function, struct dt_node *args)
{
	struct dt_proto *proto = dt_ident_proto(c, function);
	struct dt_node *arg;
	unsigned int i = 0;

	check_count(c, pos, function, proto, dt_count(args));
	for (arg = args; arg && i < proto->count; arg = arg->next, i++) {
		if (proto->param[i].class == DT_PARAM_ANY)
			continue;
		if (arg->kind == DT_NODE_CALL && arg->ident && arg->ident->kind == DT_IDENT_AGGFUNC)
			continue;
		if (!arg_fits(c, proto->param[i].type, arg))
			dt_error(c, D_PROTO_ARG, &arg->pos,
				 "argument %u of %s() must have the type %s: %s does not fit", i + 1, function->name,
				 dt_type_text(c, proto->param[i].type), dt_type_text(c, arg->type));
	}
}

/* What fits may still be an action, which has no value: sym() for an address. */
static void check_values(struct dt_comp *c, struct dt_node *args)
{
	for (; args; args = args->next)
		dt_check_value(c, args);
}

static void convert_args(struct dt_comp *c, struct dt_node **list, const struct dt_proto *proto)
{
	unsigned int i;

	for (i = 0; *list && i < proto->count; list = &(*list)->next, i++) {
		struct dt_node *next = (*list)->next;

		if (proto->param[i].class == DT_PARAM_TYPE && dt_type_is_integer(proto->param[i].type) &&
		    dt_type_is_integer((*list)->type))
			*list = dt_convert(c, *list, proto->param[i].type);
		(*list)->next = next;
	}
}

/* Oracle's: more than the scratch memory can hold is an error when the program is compiled, not when it runs. */
static void check_alloca_size(struct dt_comp *c, const struct dt_node *node)
{
	uint64_t most = (uint64_t)dt_option(c->dtp, DT_OPT_SCRATCHSIZE);
	int64_t size;

	if (!c->dtp->copts.oracle_compat || node->ident->kind != DT_IDENT_SUBR || node->ident->id != DIF_SUBR_ALLOCA)
		return;
	if (dt_node_const(node->args, &size) && (uint64_t)size > most)
		dt_node_error(c, D_ALLOCA_SIZE, node->args, "alloca() of %llu bytes is more than scratchsize: %llu",
			      (unsigned long long)size, (unsigned long long)most);
}

struct dt_node *dt_check_call(struct dt_comp *c, struct dt_node *node)
{
	struct dt_ident *ident = find_function(c, node);
	struct dt_proto *proto = dt_ident_proto(c, ident);
	struct dt_node **list;

	node->ident = ident;
	dt_note_attr(c, &node->pos, ident->name, ident->attr);
	for (list = &node->args; *list; list = &(*list)->next) {
		struct dt_node *next = (*list)->next;

		*list = dt_check(c, *list);
		(*list)->next = next;
	}
	dt_check_args(c, &node->pos, ident, node->args);
	if (ident->kind == DT_IDENT_SUBR)
		check_values(c, node->args);
	check_alloca_size(c, node);
	if (ident->kind == DT_IDENT_SUBR && (ident->flags & DT_IDENT_DESTRUCTIVE))
		dt_note_destructive(c, node);
	if (ident->kind == DT_IDENT_SUBR)
		convert_args(c, &node->args, proto);
	dt_set_type(c, node, proto->result);
	node->flags |= DT_NF_COMPLEX;
	return node;
}
