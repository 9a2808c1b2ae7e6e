/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/check_call.c - calls: which function, how many arguments, of which types. */
#include <string.h>

#include <dtrace/dif.h>

#include "compiler/action.h"
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/recursion.h"
#include "compiler/tree.h"
#include "types/types.h"

static bool is_function_pointer(struct ldt_type *type)
{
	return ldt_is_pointer(type) && ldt_type_resolve(ldt_pointee(type))->kind == LDT_KIND_FUNCTION;
}

/* The callee has been checked: a name in it may be unknown. */
static void refuse_callee(struct ldt_comp *c, const struct ldt_node *node, const struct ldt_node *callee)
	__attribute__((noreturn));
static void refuse_callee(struct ldt_comp *c, const struct ldt_node *node, const struct ldt_node *callee)
{
	if (is_function_pointer(callee->type))
		ldt_node_error(c, D_OP_VFPTR, node,
			       "cannot call what a function pointer points to: D runs no code of "
			       "the program that is traced");
	ldt_node_error(c, D_FUNC_IDENT, node, "expected the name of a function before (");
}

static struct ldt_ident *find_function(struct ldt_comp *c, const struct ldt_node *node)
{
	const struct ldt_node *name = node->left;
	struct ldt_ident *ident;

	if (name->kind != LDT_NODE_IDENT)
		refuse_callee(c, node, ldt_check(c, node->left));
	ident = ldt_ident_find(c, LDT_SCOPE_GLOBAL, name->text);
	if (!ident)
		ldt_node_error(c, D_FUNC_UNDEF, node, "undefined function name: %s%s", name->text,
			       ldt_ident_similar(c, name->text, true));
	if (!ldt_ident_is_function(ident) && ident->type && is_function_pointer(ident->type))
		refuse_callee(c, node, ldt_check(c, node->left));
	if (!ldt_ident_is_function(ident))
		ldt_node_error(c, D_FUNC_IDKIND, node, "'%s' is %s, no function", name->text,
			       ldt_ident_kind_name(ident->kind));
	if (ident->flags & LDT_IDENT_FOREIGN)
		ldt_node_error(c, D_FUNC_UNDEF, node,
			       "function %s() belongs to another operating system: it does not exist on Linux",
			       name->text);
	if ((ident->flags & LDT_IDENT_LIBRARY) && !(name->flags & LDT_NF_LIBRARY))
		ldt_node_error(c, D_FUNC_UNDEF, node,
			       "function %s() is for files of the D library: use the members of its structures "
			       "(psinfo_t, bufinfo_t, csinfo_t...)",
			       name->text);
	return ident;
}

/* Whether an argument can be given for a parameter. */
static bool arg_fits(struct ldt_comp *c, struct ldt_type *want, struct ldt_node *arg)
{
	struct ldt_type *base = ldt_type_resolve(want), *type = ldt_type_resolve(arg->type);

	if (type->kind == LDT_KIND_VOID || type->kind == LDT_KIND_DYN || type->kind == LDT_KIND_FLOAT)
		return false;
	switch (base->kind) {
	case LDT_KIND_POINTER:
		if (ldt_is_stringlike(want))
			return ldt_is_stringlike(arg->type) || (arg->kind == LDT_NODE_INT && arg->value == 0) ||
			       (type->kind == LDT_KIND_POINTER &&
				ldt_type_resolve(type->target)->kind == LDT_KIND_VOID);
		if (ldt_type_resolve(base->target)->kind == LDT_KIND_VOID)
			return ldt_is_pointer(arg->type) || type->kind == LDT_KIND_STRING ||
			       ldt_type_is_integer(arg->type);
		return ldt_type_is_integer(arg->type) || ldt_assignable(c, want, arg); /* an address, as arg0 is */
	case LDT_KIND_INT:
		if (type->kind == LDT_KIND_POINTER || type->kind == LDT_KIND_FUNCTION)
			return base->size == c->types->word_size;
		return ldt_type_is_integer(arg->type) ||
		       (type->kind == LDT_KIND_SYMADDR && base->size == c->types->word_size);
	default:
		return ldt_assignable(c, want, arg);
	}
}

static void check_count(struct ldt_comp *c, const struct ldt_pos *pos, const struct ldt_ident *function,
			const struct ldt_proto *proto, unsigned int count)
{
	if (count >= proto->required && (count <= proto->count || proto->varargs))
		return;
	ldt_error(c, D_PROTO_LEN, pos, "%s() takes %s%u argument%s: %u given", function->name,
		  proto->varargs || proto->count != proto->required
			  ? (count < proto->required ? "at least " : "at most ")
			  : "",
		  count < proto->required ? proto->required : proto->count,
		  (count < proto->required ? proto->required : proto->count) == 1 ? "" : "s", count);
}

void ldt_check_args(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_ident *function, struct ldt_node *args)
{
	struct ldt_proto *proto = ldt_ident_proto(c, function);
	struct ldt_node *arg;
	unsigned int i = 0;

	check_count(c, pos, function, proto, ldt_count(args));
	for (arg = args; arg && i < proto->count; arg = arg->next, i++) {
		if (proto->param[i].class == LDT_PARAM_ANY)
			continue;
		if (arg->kind == LDT_NODE_CALL && arg->ident && arg->ident->kind == LDT_IDENT_AGGFUNC)
			continue;
		if (!arg_fits(c, proto->param[i].type, arg))
			ldt_error(c, D_PROTO_ARG, &arg->pos,
				  "argument %u of %s() must have the type %s: %s does not fit", i + 1, function->name,
				  ldt_type_text(c, proto->param[i].type), ldt_type_text(c, arg->type));
	}
}

/* An argument that fits may still be an action, which has no value: sym() for an address. */
static void check_values(struct ldt_comp *c, struct ldt_node *args)
{
	for (; args; args = args->next)
		ldt_check_value(c, args);
}

static void convert_args(struct ldt_comp *c, struct ldt_node **list, const struct ldt_proto *proto)
{
	unsigned int i;

	for (i = 0; *list && i < proto->count; list = &(*list)->next, i++) {
		struct ldt_node *next = (*list)->next;

		if (proto->param[i].class == LDT_PARAM_TYPE && ldt_type_is_integer(proto->param[i].type) &&
		    ldt_type_is_integer((*list)->type))
			*list = ldt_convert(c, *list, proto->param[i].type);
		(*list)->next = next;
	}
}

/* Oracle's: more than the scratch memory can hold is an error when the program is compiled, not when it runs. */
static void check_alloca_size(struct ldt_comp *c, const struct ldt_node *node)
{
	uint64_t most = (uint64_t)ldt_option(c->dtp, LDT_OPT_SCRATCHSIZE);
	int64_t size;

	if (!c->dtp->copts.oracle_compat || node->ident->kind != LDT_IDENT_SUBR || node->ident->id != DIF_SUBR_ALLOCA)
		return;
	if (ldt_node_const(node->args, &size) && (uint64_t)size > most)
		ldt_node_error(c, D_ALLOCA_SIZE, node->args, "alloca() of %llu bytes is more than scratchsize: %llu",
			       (unsigned long long)size, (unsigned long long)most);
}

/* ---- facts of the kernel's objects ----------------------------------------------------------- */

enum object {
#define DIF_OBJECT(NAME, tag) OBJECT_##NAME,
#include "spec/fact.def"
#undef DIF_OBJECT
};

static const char *const object_tags[] = {
#define DIF_OBJECT(NAME, tag) [OBJECT_##NAME] = tag,
#include "spec/fact.def"
#undef DIF_OBJECT
};

static const struct fact {
	const char *name;
	uint32_t id;
	enum dif_fact_kind kind;
	enum object object;
} facts[] = {
#define DIF_FACT(id, NAME, name, kind, object) { #name, id, DIF_FACT_##kind, OBJECT_##object },
#include "spec/fact.def"
#undef DIF_FACT
};

/* The fact that the first argument names, which is then taken off the list: it is part of the instruction. */
static const struct fact *take_fact(struct ldt_comp *c, struct ldt_node *node)
{
	enum dif_fact_kind kind = node->ident->id == DIF_SUBR_TEXT ? DIF_FACT_TEXT : DIF_FACT_NUMBER;
	const struct ldt_node *name = node->args;
	size_t i;

	if (!name || name->kind != LDT_NODE_IDENT)
		ldt_node_error(c, D_PROTO_ARG, node, "argument 1 of %s() must be the name of a fact",
			       node->ident->name);
	for (i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		if (strcmp(facts[i].name, name->text) != 0)
			continue;
		if (facts[i].kind != kind)
			ldt_node_error(c, D_PROTO_ARG, name, "fact %s is %s", name->text,
				       facts[i].kind == DIF_FACT_TEXT ? "a text" : "a number");
		node->value = facts[i].id;
		node->args = name->next;
		return &facts[i];
	}
	ldt_node_error(c, D_PROTO_ARG, name, "there is no fact %s", name->text);
}

/* A pointer must be to the object that the fact is of; a number may be the address of one. */
static void check_object(struct ldt_comp *c, const struct ldt_node *node, const struct fact *fact)
{
	const struct ldt_type *type;

	if (!node->args || !ldt_is_pointer(node->args->type))
		return;
	type = ldt_type_resolve(ldt_pointee(node->args->type));
	if (type->kind != LDT_KIND_STRUCT || !type->name || strcmp(type->name, object_tags[fact->object]) != 0)
		ldt_node_error(c, D_PROTO_ARG, node->args, "fact %s is of a struct %s: %s does not fit", fact->name,
			       object_tags[fact->object], ldt_type_text(c, node->args->type));
}

struct ldt_node *ldt_check_call(struct ldt_comp *c, struct ldt_node *node)
{
	struct ldt_ident *ident = find_function(c, node);
	struct ldt_proto *proto = ldt_ident_proto(c, ident);
	const struct fact *fact = NULL;
	struct ldt_node **list;

	node->ident = ident;
	if (ident->flags & LDT_IDENT_LIBRARY)
		fact = take_fact(c, node);
	ldt_note_attr(c, &node->pos, ident->name, ident->attr);
	for (list = &node->args; *list; list = &(*list)->next) {
		struct ldt_node *next = (*list)->next;

		*list = ldt_check(c, *list);
		(*list)->next = next;
	}
	ldt_check_args(c, &node->pos, ident, node->args);
	if (fact)
		check_object(c, node, fact);
	if (ident->kind == LDT_IDENT_SUBR)
		check_values(c, node->args);
	check_alloca_size(c, node);
	if (ident->kind == LDT_IDENT_SUBR && (ident->flags & LDT_IDENT_DESTRUCTIVE))
		ldt_note_destructive(c, node);
	if (ident->kind == LDT_IDENT_SUBR)
		convert_args(c, &node->args, proto);
	ldt_set_type(c, node, proto->result);
	node->flags |= LDT_NF_COMPLEX;
	return node;
}
