/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/probe_args.c - types of args[]. The provider says them where it knows them (PROBEARG). For functions
 * of the kernel (fbt) and tracepoints (sdt) they are the prototype in its types, for system calls the table
 * compiler/syscall.def: the module would have to carry both without ever needing them.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "compiler/builtin_types.h"
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/probe_args.h"
#include "compiler/tree.h"
#include "engine/engine.h"
#include "types/types.h"

#define ARG_MAX 128

/* ---- functions of the kernel ----------------------------------------------------------------- */

static const struct ldt_type *prototype(struct ldt_comp *c, const struct dtrace_probedesc *desc)
{
	struct ldt_type_loader *loader;
	struct ldt_type *type = NULL;

	for (loader = c->types->loaders; !type && loader; loader = loader->next)
		if (loader->symbol)
			type = loader->symbol(loader->arg, c->types, desc->module, desc->function);
	return type && type->kind == LDT_KIND_FUNCTION ? type : NULL;
}

/* A structure that is passed by value has no address, and may take two registers or none. */
static bool is_word(struct ldt_type *type)
{
	return ldt_type_is_scalar(type);
}

/* The place of a parameter among the words that are passed. */
static bool parameter(struct ldt_types *types, const struct ldt_type *function, uint32_t index, struct ldt_arg *ret)
{
	const struct ldt_param *param = function->params;
	uint64_t slots;

	ret->mapping = 0;
	for (; param && index; param = param->next, index--) {
		slots = (ldt_type_size(types, param->type) + types->word_size - 1) / types->word_size;
		if (!is_word(param->type) && slots > 1) {
			ret->why = "an argument before it is a structure";
			return false;
		}
		ret->mapping += slots ? (uint32_t)slots : 1;
	}
	if (!param) {
		ret->why = function->varargs ? "it is one of a variable list" : "the function has fewer arguments";
		return false;
	}
	ret->type = param->type;
	if (!is_word(param->type))
		ret->why = "it is a structure";
	return is_word(param->type);
}

/* The compiler's own copies of a function: arguments left out or split, constants put in, a part of the function. */
static bool is_changed_copy(const char *function)
{
	static const char *const marks[] = { ".isra.", ".constprop.", ".part.", ".cold" };
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(marks); i++)
		if (strstr(function, marks[i]))
			return true;
	return false;
}

static bool fbt_argument(struct ldt_comp *c, const struct dtrace_probedesc *desc, uint32_t index, struct ldt_arg *ret)
{
	const struct ldt_type *function = prototype(c, desc);

	if (!function) {
		ret->why =
			is_changed_copy(desc->function)
				? "the compiler changed this function's arguments (.isra, .constprop, .part), and left "
				  "no types of what it made"
				: "the kernel's types do not have this function";
		return false;
	}
	if (strcmp(desc->name, "entry") == 0)
		return parameter(c->types, function, index, ret);
	ret->mapping = index;
	ret->type = index == 0 ? c->types->int_ : function->target;
	if (index > 1)
		ret->why = "a return has two: where in the function it is, and the value";
	else if (ldt_type_resolve(ret->type)->kind == LDT_KIND_VOID)
		ret->why = "the function returns no value";
	else if (!is_word(ret->type))
		ret->why = "it is a structure";
	return !ret->why;
}

/* ---- tracepoints ----------------------------------------------------------------------------- */

/* What the kernel calls a pointer to the functions that may be attached to a tracepoint. */
#define POINT_PREFIX "btf_trace_"

static struct ldt_type *point_type(struct ldt_comp *c, const char *module, const char *name)
{
	struct ldt_type_loader *loader;
	struct ldt_type *type = NULL;

	for (loader = c->types->loaders; !type && loader; loader = loader->next)
		if (loader->lookup)
			type = loader->lookup(loader->arg, c->types, module, LDT_NS_TYPEDEF, name);
	return type;
}

/* Types that came with the tracer's module are all in one place, those of the kernel's modules, too. */
static const struct ldt_type *point_prototype(struct ldt_comp *c, const struct dtrace_probedesc *desc)
{
	char name[sizeof(POINT_PREFIX) + DTRACE_NAMELEN];
	struct ldt_type *type;

	snprintf(name, sizeof(name), POINT_PREFIX "%s", desc->name);
	type = point_type(c, desc->module, name);
	if (!type)
		type = point_type(c, "vmlinux", name);
	type = type ? ldt_type_resolve(type) : NULL;
	type = type && type->kind == LDT_KIND_POINTER ? ldt_type_resolve(type->target) : NULL;
	return type && type->kind == LDT_KIND_FUNCTION ? type : NULL;
}

/*
 * Each argument is one word of the firing, on every CPU. Its first parameter is what was given to
 * the kernel for the function, and is not an argument.
 */
static bool sdt_argument(struct ldt_comp *c, const struct dtrace_probedesc *desc, uint32_t index, struct ldt_arg *ret)
{
	const struct ldt_type *function = point_prototype(c, desc);
	const struct ldt_param *param = function ? function->params : NULL;
	uint32_t i;

	if (!param) {
		ret->why = "the kernel's types do not have this tracepoint";
		return false;
	}
	param = param->next;
	for (i = 0; param && i < index; i++, param = param->next)
		if (!is_word(param->type) && ldt_type_size(c->types, param->type) > sizeof(uint64_t)) {
			ret->why = "an argument before it is a structure";
			return false;
		}
	if (!param) {
		ret->why = "the tracepoint has fewer arguments";
		return false;
	}
	ret->mapping = index;
	ret->type = param->type;
	if (!is_word(param->type))
		ret->why = "it is a structure";
	return is_word(param->type);
}

/* ---- system calls ---------------------------------------------------------------------------- */

#define SYSCALL_ARGS 6

static const struct {
	const char *name, *type[SYSCALL_ARGS];
} syscalls[] = {
#define LDT_SYSCALL(name, ...) { #name, { __VA_ARGS__ } },
#include "compiler/syscall.def"
#undef LDT_SYSCALL
};

static bool syscall_argument(struct ldt_comp *c, const struct dtrace_probedesc *desc, uint32_t index,
			     struct ldt_arg *ret)
{
	size_t i = 0;

	ret->mapping = index;
	if (strcmp(desc->name, "return") == 0) {
		ret->type = c->types->long_;
		ret->why = index > 1 ? "a return has two, both of them the value" : NULL;
		return index <= 1;
	}
	while (i < DT_ARRAY_SIZE(syscalls) && strcmp(syscalls[i].name, desc->function) != 0)
		i++;
	if (i == DT_ARRAY_SIZE(syscalls)) {
		ret->why = "the arguments of this system call are not known: use arg0 to arg5";
		return false;
	}
	if (index >= SYSCALL_ARGS || !syscalls[i].type[index]) {
		ret->why = "the system call has fewer arguments";
		return false;
	}
	ret->type = ldt_parse_type_text(c, syscalls[i].type[index]);
	return true;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* 1: the provider knows the argument; 0: it does not; -1: the engine does not know the probe. */
static int provider_argument(struct ldt_comp *c, uint32_t index, uint32_t probe, struct ldt_arg *ret)
{
	struct dtrace_argdesc desc = { .probe = probe, .index = index };

	if (!c->dtp->engine)
		return 0;
	if (ldt_ioctl(c->dtp, DTRACEIOC_PROBEARG, &desc))
		return -1;
	ret->flags = desc.flags;
	if (desc.mapping == DTRACE_ARGNONE)
		return 0;
	desc.native[sizeof(desc.native) - 1] = desc.translated[sizeof(desc.translated) - 1] = '\0';
	ret->mapping = desc.mapping;
	ret->type = ldt_parse_type_text(c, ldt_arena_strdup(c->arena, desc.native));
	if (*desc.translated && strcmp(desc.native, desc.translated) != 0)
		ret->translated = ldt_parse_type_text(c, ldt_arena_strdup(c->arena, desc.translated));
	return 1;
}

bool ldt_arg_of(struct ldt_comp *c, const struct dtrace_probedesc *desc, uint32_t index, struct ldt_arg *ret)
{
	memset(ret, 0, sizeof(*ret));
	if (index >= ARG_MAX)
		return false;
	switch (provider_argument(c, index, desc->id, ret)) {
	case 1:
		return true;
	case 0:
		break;
	default:
		ret->why = "the engine does not know the probe";
		return false;
	}
	if (strcmp(desc->provider, "fbt") == 0)
		return fbt_argument(c, desc, index, ret);
	if (strcmp(desc->provider, "sdt") == 0)
		return sdt_argument(c, desc, index, ret);
	if (strcmp(desc->provider, "syscall") == 0)
		return syscall_argument(c, desc, index, ret);
	return false;
}

/* ---- the probes of a clause ------------------------------------------------------------------ */

static bool arg_is_same(const struct ldt_arg *a, const struct ldt_arg *b)
{
	if (!a->type || !b->type || a->mapping != b->mapping || !a->translated != !b->translated)
		return false;
	return ldt_type_same(a->type, b->type) && (!a->translated || ldt_type_same(a->translated, b->translated));
}

struct comparison {
	struct ldt_comp *c;
	uint32_t index;
	const struct ldt_arg *first;
};

static int compare_arg(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc, void *arg)
{
	struct comparison *comparison = arg;
	struct ldt_arg own;

	(void)dtp;
	return ldt_arg_of(comparison->c, desc, comparison->index, &own) && arg_is_same(comparison->first, &own) ? 0 : 1;
}

/* args[index] must mean the same at all probes of the clause. */
static void check_all_same(struct ldt_comp *c, const struct ldt_node *node, uint32_t index, const struct ldt_arg *first)
{
	struct comparison comparison = { c, index, first };
	size_t i;

	for (i = 0; i < c->checking->pdesc_count; i++)
		if (dtrace_probe_iter(c->dtp, &c->checking->pdescs[i], compare_arg, &comparison) > 0)
			ldt_node_error(c, D_ARGS_MULTI, node,
				       "args[%u] has not the same type at all probes that match: use arg0 to arg9 or "
				       "name fewer probes",
				       index);
}

void ldt_arg_find(struct ldt_comp *c, const struct ldt_node *node, int64_t index, struct ldt_arg *ret)
{
	struct dtrace_probedesc desc;

	if (index < 0 || index >= ARG_MAX)
		ldt_node_error(c, D_ARGS_IDX, node, "index %lld is out of range for args[]", (long long)index);
	if (!c->checking->first_probe || dtrace_id2desc(c->dtp, c->checking->first_probe, &desc))
		ldt_node_error(c, D_ARGS_NONE, node,
			       "the types of args[] of this probe are not known: use arg0 to arg9");
	if (!ldt_arg_of(c, &desc, (uint32_t)index, ret)) {
		if (ret->type)
			ldt_node_error(c, D_ARGS_TYPE, node, "args[%lld] of this probe cannot be used: %s",
				       (long long)index, ret->why);
		ldt_node_error(c, D_ARGS_IDX, node, "index %lld is out of range for args[] of this probe%s%s",
			       (long long)index, ret->why ? ": " : "", ret->why ? ret->why : "");
	}
	check_all_same(c, node, (uint32_t)index, ret);
}
