/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/action_format.c - printf, printa, system and freopen: formats, and whether the arguments fit them. */
#include <string.h>

#include "compiler/action.h"
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/generate.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/program_build.h"
#include "compiler/recursion.h"
#include "compiler/tree.h"
#include "program/program.h"
#include "types/types.h"

/* ---- does a value fit a conversion ----------------------------------------------------------- */

static bool is_wide(struct ldt_type *type)
{
	type = ldt_type_resolve(type);
	if (type->kind != LDT_KIND_ARRAY)
		return false;
	type = ldt_type_resolve(type->target);
	return type->kind == LDT_KIND_INT && type->size == 4;
}

/* The size that h, l and their like demand; 0: any. */
static uint64_t prefix_size(struct ldt_comp *c, const struct ldt_conv *conv)
{
	if (!strcmp(conv->size, "hh"))
		return 1;
	if (!strcmp(conv->size, "h"))
		return 2;
	if (!strcmp(conv->size, "l"))
		return c->types->word_size;
	if (!strcmp(conv->size, "ll"))
		return 8;
	return 0;
}

static bool integer_fits(struct ldt_comp *c, const struct ldt_conv *conv, struct ldt_type *type)
{
	uint64_t size = prefix_size(c, conv);

	if (!ldt_type_is_integer(type) || (size && size != ldt_type_size(c->types, type)))
		return false;
	/* There l and h name a type, which has a sign. */
	if (size && c->dtp->copts.illumos_compat && strchr("diu", conv->conv))
		return ldt_type_is_signed(type) == (conv->conv != 'u');
	return true;
}

static bool fits(struct ldt_comp *c, const struct ldt_conv *conv, struct ldt_type *type)
{
	enum ldt_kind kind = ldt_type_resolve(type)->kind;

	switch (conv->conv) {
	case 'a':
		return ldt_type_is_integer(type) || ldt_is_pointer(type) || kind == LDT_KIND_SYMADDR ||
		       kind == LDT_KIND_FUNCTION;
	case 'A':
		return ldt_type_is_integer(type) || ldt_is_pointer(type) || kind == LDT_KIND_USYMADDR;
	case 'c':
	case 'C':
		return ldt_type_is_integer(type) && ldt_type_size(c->types, type) <= 4;
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X':
		return integer_fits(c, conv, type);
	case 'e':
	case 'E':
	case 'f':
	case 'g':
	case 'G':
		return kind == LDT_KIND_FLOAT;
	case 'k':
		return kind == LDT_KIND_STACK;
	case 'p':
		return ldt_type_is_integer(type) || ldt_is_pointer(type) || kind == LDT_KIND_SYMADDR;
	case 's':
	case 'S':
		if (conv->size[0])
			return is_wide(type);
		return kind == LDT_KIND_STRING || ldt_type_is_char_array(type) || kind == LDT_KIND_SYMADDR ||
		       kind == LDT_KIND_USYMADDR || (kind == LDT_KIND_ENUM && ldt_type_ensure(c->types, type));
	default: /* T Y */
		return ldt_type_is_integer(type);
	}
}

static void bad_type(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_pos *pos, unsigned int number,
		     const struct ldt_conv *conv, struct ldt_type *type) __attribute__((noreturn));
static void bad_type(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_pos *pos, unsigned int number,
		     const struct ldt_conv *conv, struct ldt_type *type)
{
	ldt_error(c, D_PRINTF_ARG_TYPE, pos, "%s() argument %u does not fit conversion %%%s%c: its type is %s",
		  call->ident->name, number, conv->size, conv->conv, ldt_type_text(c, type));
}

/* ---- printf ---------------------------------------------------------------------------------- */

static const char *format_text(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_node *node)
{
	if (node->kind != LDT_NODE_STRING)
		ldt_node_error(c, D_PRINTF_ARG_FMT, node, "the format of %s() must be a string constant",
			       call->ident->name);
	if (!*node->text && call->ident->id != LDT_ACT_FREOPEN)
		ldt_node_error(c, D_PRINTF_FMT_EMPTY, node, "the format of %s() must not be empty", call->ident->name);
	if (!strcmp(node->text, ".") && call->ident->id == LDT_ACT_FREOPEN)
		ldt_node_error(c, D_FREOPEN_INVALID, node,
			       "freopen() cannot write to \".\": expected the name of a file");
	return node->text;
}

struct arg_walk {
	struct ldt_comp *c;
	const struct ldt_node *call;
	struct ldt_node *arg;
	unsigned int number; /* of the argument, the format is 1 */
};

static void check_dynamic(struct arg_walk *walk, const struct ldt_conv *conv, unsigned int flag, const char *what)
{
	if (!(conv->flags & flag))
		return;
	if (!walk->arg)
		ldt_node_error(walk->c, D_PRINTF_DYN_PROTO, walk->call,
			       "%s() misses an argument: the %s of conversion %%%c (*)", walk->call->ident->name, what,
			       conv->conv);
	if (!ldt_type_is_integer(walk->arg->type))
		ldt_node_error(walk->c, D_PRINTF_DYN_TYPE, walk->arg,
			       "%s() argument %u must be an integer: it is the %s of conversion %%%c (*)",
			       walk->call->ident->name, walk->number, what, conv->conv);
	walk->arg = walk->arg->next;
	walk->number++;
}

/* Times that no date can be made of. */
static void warn_of_date(struct ldt_comp *c, const struct ldt_conv *conv, const struct ldt_node *arg)
{
	if (conv->conv == 'Y' && arg->kind == LDT_NODE_VAR && (arg->ident->flags & LDT_IDENT_BUILTIN) &&
	    (arg->ident->id == DIF_VAR_TIMESTAMP || arg->ident->id == DIF_VAR_VTIMESTAMP))
		ldt_warn(c, &arg->pos,
			 ldt_arena_printf(&c->own_arena,
					  "%s is no date, it only measures durations: %%Y takes walltimestamp",
					  arg->ident->name));
}

static void check_conversions(struct arg_walk *walk, const struct ldt_format *format)
{
	const struct ldt_conv *conv;

	for (conv = format->conv; conv->conv; conv++) {
		check_dynamic(walk, conv, LDT_CONV_DYNWIDTH, "width");
		check_dynamic(walk, conv, LDT_CONV_DYNPREC, "precision");
		if (!walk->arg)
			ldt_node_error(walk->c, D_PRINTF_ARG_PROTO, walk->call,
				       "%s() misses an argument: a value for conversion %%%s%c",
				       walk->call->ident->name, conv->size, conv->conv);
		if (!fits(walk->c, conv, walk->arg->type))
			bad_type(walk->c, walk->call, &walk->arg->pos, walk->number, conv, walk->arg->type);
		warn_of_date(walk->c, conv, walk->arg);
		if (conv->conv == 'A' && !ldt_action_is_symbolic(walk->arg))
			walk->arg->flags |= LDT_NF_UADDR;
		walk->arg = walk->arg->next;
		walk->number++;
	}
	if (walk->arg)
		ldt_node_error(walk->c, D_PRINTF_ARG_EXTRA, walk->arg,
			       "%s() has more arguments than its format has conversions", walk->call->ident->name);
}

/*
 * A value that printf prints: no void, no dynamic type, no other action than those of stacks and
 * symbols. Aggregations and translations are left to the conversions, none of which they fit.
 */
static void check_printable(struct ldt_comp *c, struct ldt_node *arg)
{
	if (arg->kind != LDT_NODE_AGG && arg->kind != LDT_NODE_XLATE && !ldt_action_is_symbolic(arg))
		ldt_check_value(c, arg);
}

static void refuse_agg_conversions(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_format *format)
{
	const struct ldt_conv *conv;

	for (conv = format->conv; conv->conv; conv++)
		if (conv->flags & LDT_CONV_AGG)
			ldt_node_error(c, D_PRINTF_AGG_CONV, call, "conversion %%@%c is only possible in printa()",
				       conv->conv);
}

static enum dtrace_action format_kind(const struct ldt_node *call)
{
	return call->ident->id == LDT_ACT_SYSTEM    ? DTRACEACT_SYSTEM
	       : call->ident->id == LDT_ACT_FREOPEN ? DTRACEACT_FREOPEN
						    : DTRACEACT_PRINTF;
}

void ldt_action_printf(struct ldt_comp *c, struct ldt_node *call)
{
	enum dtrace_action kind = format_kind(call);
	struct ldt_format *format = ldt_program_format(c, &call->args->pos, format_text(c, call, call->args));
	struct arg_walk walk = { c, call, call->args->next, 2 };
	struct ldt_node *arg;

	if (kind != DTRACEACT_PRINTF)
		ldt_note_destructive(c, call);
	else
		ldt_note_record(c, call);
	refuse_agg_conversions(c, call, format);
	for (arg = call->args->next; arg; arg = arg->next)
		check_printable(c, arg);
	check_conversions(&walk, format);
	arg = call->args->next;
	if (!arg || ldt_action_is_symbolic(arg) || (arg->flags & LDT_NF_UADDR))
		ldt_action_add(c, kind, NULL, 0)->format = format;
	for (; arg; arg = arg->next) {
		if (ldt_action_is_symbolic(arg))
			ldt_action_symbolic(c, arg);
		else if (arg->flags & LDT_NF_UADDR) /* which process it was is recorded with it */
			ldt_action_add(c, DTRACEACT_UADDR, ldt_cg(c, arg), 0);
		else
			ldt_action_add(c, kind, ldt_cg(c, arg), ldt_expr_flags(c, arg) << 32)->format = format;
	}
}

/* ---- printa ---------------------------------------------------------------------------------- */

static unsigned int key_count(const struct ldt_keys *keys)
{
	return keys ? keys->count : 0;
}

/* Whether keys are of the same types; their number is the same. */
static bool same_keys(const struct ldt_keys *a, const struct ldt_keys *b)
{
	unsigned int i, count = key_count(a);

	for (i = 0; i < count; i++)
		if (!ldt_type_same(a->type[i], b->type[i]) &&
		    !(ldt_type_is_integer(a->type[i]) && ldt_type_is_integer(b->type[i]) &&
		      ldt_type_resolve(a->type[i])->size == ldt_type_resolve(b->type[i])->size))
			return false;
	return true;
}

/* A width or precision of * is the next key. */
static void check_printa_dynamic(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_keys *keys,
				 const struct ldt_conv *conv, unsigned int flag, unsigned int *key)
{
	const char *what = flag == LDT_CONV_DYNWIDTH ? "width" : "precision";

	if (!(conv->flags & flag))
		return;
	if (*key >= key_count(keys))
		ldt_node_error(c, D_PRINTF_DYN_PROTO, call,
			       "printa() misses a key: the %s of conversion %%%c (*), the aggregation has %u", what,
			       conv->conv, key_count(keys));
	if (!ldt_type_is_integer(keys->type[*key]))
		ldt_node_error(c, D_PRINTF_DYN_TYPE, call,
			       "key %u must be an integer: it is the %s of conversion %%%c (*)", *key + 1, what,
			       conv->conv);
	(*key)++;
}

/* Conversions without @, widths and precisions take the keys in order, those with @ the aggregations. */
static void check_printa_format(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_format *format,
				const struct ldt_keys *keys, unsigned int aggs)
{
	unsigned int key = 0, agg = 0, count = keys ? keys->count : 0;
	const struct ldt_conv *conv;

	for (conv = format->conv; conv->conv; conv++) {
		check_printa_dynamic(c, call, keys, conv, LDT_CONV_DYNWIDTH, &key);
		check_printa_dynamic(c, call, keys, conv, LDT_CONV_DYNPREC, &key);
		if (conv->flags & LDT_CONV_AGG) {
			agg++;
			if (!fits(c, conv, c->types->int64))
				ldt_node_error(
					c, D_PRINTF_ARG_TYPE, call,
					"printa() cannot print the value of an aggregation by conversion %%@%s%c",
					conv->size, conv->conv);
			continue;
		}
		if (key >= count)
			ldt_node_error(c, D_PRINTF_ARG_PROTO, call,
				       "printa() misses a key for conversion %%%s%c: the aggregation has %u",
				       conv->size, conv->conv, count);
		if (!fits(c, conv, keys->type[key]))
			bad_type(c, call, &call->pos, key + 1, conv, keys->type[key]);
		key++;
	}
	if (agg > 1 && aggs > agg)
		ldt_node_error(c, D_PRINTA_AGGPROTO, call,
			       "printa() has %u aggregations, but its format has %u conversions with @", aggs, agg);
}

static struct ldt_ident *printa_aggregation(struct ldt_comp *c, const struct ldt_node *call, const struct ldt_node *arg,
					    unsigned int number, const struct ldt_ident *first)
{
	if (arg->kind != LDT_NODE_AGG)
		ldt_node_error(c, D_PRINTA_AGGARG, arg, "argument %u of printa() must be an aggregation", number);
	if (!arg->ident)
		ldt_node_error(c, D_PRINTA_AGGBAD, arg, "undefined aggregation: @%s", arg->text);
	ldt_warn_of_keys(c, call, arg);
	if (first && key_count(first->keys) != key_count(arg->ident->keys))
		ldt_node_error(c, D_PRINTA_AGGKEY, arg, "the numbers of keys of @%s and @%s differ: %u and %u",
			       first->name, arg->ident->name, key_count(first->keys), key_count(arg->ident->keys));
	if (first && !same_keys(first->keys, arg->ident->keys))
		ldt_node_error(c, D_PRINTA_AGGPROTO, arg, "the keys of @%s and @%s are not of the same types",
			       first->name, arg->ident->name);
	return arg->ident;
}

void ldt_action_printa(struct ldt_comp *c, struct ldt_node *call)
{
	struct ldt_node *arg = call->args, *first = arg, *id;
	struct ldt_format *format = NULL;
	struct ldt_ident *agg = NULL;
	unsigned int number = 1;

	if (arg->kind != LDT_NODE_AGG) {
		if (arg->kind != LDT_NODE_STRING)
			ldt_node_error(c, D_PRINTA_AGGARG, arg,
				       "argument 1 of printa() must be a format or an aggregation");
		format = ldt_program_format(c, &arg->pos, format_text(c, call, arg));
		first = arg->next;
		number++;
	}
	if (!first)
		ldt_node_error(c, D_PRINTA_PROTO, call, "printa() needs an aggregation after the format");
	for (arg = first; arg; arg = arg->next, number++) {
		struct ldt_ident *ident = printa_aggregation(c, call, arg, number, agg);

		agg = agg ? agg : ident;
	}
	if (format)
		check_printa_format(c, call, format, agg->keys, ldt_count(first));
	ldt_note_record(c, call);
	for (arg = first; arg; arg = arg->next) {
		id = ldt_check(c, ldt_node_int(c, &arg->pos, arg->ident->id, c->types->uint));
		ldt_action_add(c, DTRACEACT_PRINTA, ldt_cg(c, id), 0)->format = format;
	}
}
