/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/provider.c - provider definitions: provider NAME { probe NAME(arguments) : (as programs see them); };
 *
 * They are checked and kept; programs that are built with them have the probes. A second definition
 * of a name must equal the first; one of the D library is replaced. Programs see the argument itself when the types fit, otherwise a
 * translation.
 */
#include <ctype.h>
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/compiler.h"
#include "compiler/declaration.h"
#include "compiler/driver.h"
#include "compiler/lexer.h"
#include "compiler/parse.h"
#include "compiler/provider.h"
#include "compiler/session.h"
#include "compiler/translator.h"
#include "engine/engine.h"
#include "types/types.h"
#include "usdt/usdt.h"

#define PROBE_ARGS_MAX 255 /* DOF counts them in a byte */

struct probe {
	const char *name;
	struct ldt_pos pos;
	struct ldt_param *native, *seen;
	bool translated; /* there is a second list */
	struct probe *next;
};

struct ldt_providerdef {
	const char *name;
	uint32_t generation;
	bool checked;
	bool in_library;
	struct probe *probes, **tail;
	struct ldt_map by_name;
	struct ldt_providerdef *next;
};

/* ---- attributes ------------------------------------------------------------------------------ */

struct dtrace_pattr *ldt_provider_declare(struct ldt_comp *c, const char *name, bool create)
{
	struct ldt_provattr *entry = ldt_provider_declared(c->dtp, name);
	struct dtrace_pattr attr;

	if (entry)
		return &entry->attr;
	if (ldt_provider_attr(c->dtp, name, &attr)) {
		if (!create)
			return NULL;
		attr = ldt_provider_unknown();
	}
	entry = ldt_arena_alloc(&c->cc->arena, sizeof(*entry));
	entry->name = ldt_arena_strdup(&c->cc->arena, name);
	entry->attr = attr;
	entry->next = c->dtp->provattrs;
	c->dtp->provattrs = entry;
	return &entry->attr;
}

/* ---- definitions ----------------------------------------------------------------------------- */

static struct ldt_providerdef *provider_find(struct ldt_comp *c, const char *name)
{
	struct ldt_providerdef *def = c->cc->providers;

	while (def && strcmp(def->name, name))
		def = def->next;
	return def;
}

static unsigned int count(const struct ldt_param *param)
{
	unsigned int ret = 0;

	for (; param; param = param->next)
		ret++;
	return ret;
}

static struct ldt_param *parse_args(struct ldt_comp *c, const struct ldt_token *probe)
{
	struct ldt_param *first, *param;

	ldt_expect(c, LDT_TOK_LPAR, "before the arguments of the probe");
	first = ldt_parse_probe_params(c);
	if (first && !first->next && ldt_type_resolve(first->type)->kind == LDT_KIND_VOID)
		first = NULL;
	if (count(first) > PROBE_ARGS_MAX)
		ldt_error(c, D_PROV_PRARGLEN, &probe->pos, "probe '%s' has more than %d arguments", probe->text,
			  PROBE_ARGS_MAX);
	for (param = first; param; param = param->next) {
		const char *text = ldt_type_text(c, param->type);

		if (strlen(text) >= DTRACE_ARGTYPELEN)
			ldt_error(c, D_PROV_PRARGLEN, &probe->pos,
				  "the type of an argument of probe '%s' is longer than %d characters: %s", probe->text,
				  DTRACE_ARGTYPELEN - 1, text);
	}
	return first;
}

static void parse_probe(struct ldt_comp *c, struct ldt_providerdef *def)
{
	struct probe *probe = ldt_arena_alloc(&c->cc->arena, sizeof(*probe));
	struct ldt_token name;

	ldt_expect(c, LDT_TOK_KW_PROBE, "in a provider definition");
	name = ldt_expect(c, LDT_TOK_IDENT, "after probe");
	if (name.length >= DTRACE_NAMELEN)
		ldt_error(c, D_PROV_BADNAME, &name.pos, "invalid probe name '%s': it is longer than %d characters",
			  name.text, DTRACE_NAMELEN - 1);
	if (ldt_map_get(&def->by_name, name.text))
		ldt_error(c, D_PROV_PRDUP, &name.pos, "probe '%s' is declared already", name.text);
	probe->name = ldt_arena_strdup(&c->cc->arena, name.text);
	probe->pos = name.pos;
	probe->native = parse_args(c, &name);
	if (ldt_accept(c, LDT_TOK_COLON)) {
		probe->seen = parse_args(c, &name);
		probe->translated = true;
	}
	ldt_expect(c, LDT_TOK_SEMICOLON, "after the probe");
	ldt_map_put(&def->by_name, probe->name, probe);
	*def->tail = probe;
	def->tail = &probe->next;
}

static bool same_args(const struct ldt_param *a, const struct ldt_param *b)
{
	for (; a && b; a = a->next, b = b->next)
		if (!ldt_type_same(a->type, b->type))
			return false;
	return a == b;
}

/* A second definition must equal the first. */
static void check_same(struct ldt_comp *c, const struct ldt_pos *pos, const struct ldt_providerdef *old,
		       const struct ldt_providerdef *def)
{
	const struct probe *probe, *before;

	for (probe = def->probes; probe; probe = probe->next) {
		before = ldt_map_get(&old->by_name, probe->name);
		if (!before)
			ldt_error(c, D_PROV_INCOMPAT, &probe->pos,
				  "provider '%s' is defined already, without a probe '%s'", def->name, probe->name);
		if (!same_args(before->native, probe->native) || before->translated != probe->translated ||
		    !same_args(before->seen, probe->seen))
			ldt_error(c, D_PROV_INCOMPAT, &probe->pos,
				  "provider '%s' is defined already, with other arguments of probe '%s'", def->name,
				  probe->name);
	}
	for (before = old->probes; before; before = before->next)
		if (!ldt_map_get(&def->by_name, before->name))
			ldt_error(c, D_PROV_INCOMPAT, pos, "provider '%s' is defined already, with a probe '%s'",
				  def->name, before->name);
}

static void check_name(struct ldt_comp *c, const struct ldt_token *name)
{
	struct dtrace_pattr attr;

	if (name->length >= DTRACE_PROVNAMELEN)
		ldt_error(c, D_PROV_BADNAME, &name->pos, "invalid provider name '%s': it is longer than %d characters",
			  name->text, DTRACE_PROVNAMELEN - 1);
	if (isdigit((unsigned char)name->text[name->length - 1]))
		ldt_error(
			c, D_PROV_BADNAME, &name->pos,
			"invalid provider name '%s': it ends with a digit, and the number of a process comes after it",
			name->text);
	if (!provider_find(c, name->text) && !ldt_provider_declared(c->dtp, name->text) &&
	    !ldt_provider_attr(c->dtp, name->text, &attr))
		ldt_error(c, D_PROV_INCOMPAT, &name->pos, "provider '%s' is there already, with probes of its own",
			  name->text);
}

void ldt_providers_prepare(struct ldt_comp *c)
{
	const struct {
		const char *name;
		struct ldt_type *type;
	} types[] = { { "bool", c->types->bool_ },
		      { "ushort", c->types->ushort },
		      { "uint", c->types->uint },
		      { "ulong", c->types->ulong } };

	for (size_t i = 0; i < DT_ARRAY_SIZE(types); i++) {
		if (!ldt_type_find(c->types, LDT_NS_TYPEDEF, types[i].name))
			ldt_type_typedef(c->types, types[i].name, types[i].type)->soft = true;
	}
}

void ldt_parse_provider(struct ldt_comp *c)
{
	struct ldt_providerdef *def = ldt_arena_alloc(&c->cc->arena, sizeof(*def)), *old;
	struct ldt_token name;

	ldt_take(c);
	name = ldt_expect(c, LDT_TOK_IDENT, "after provider");
	check_name(c, &name);
	ldt_map_init(&def->by_name, &c->cc->arena);
	def->tail = &def->probes;
	def->name = ldt_arena_strdup(&c->cc->arena, name.text);
	def->generation = c->cc->generation;
	def->in_library = c->in_library;
	ldt_expect(c, LDT_TOK_LBRACE, "before the probes of the provider");
	while (!ldt_accept(c, LDT_TOK_RBRACE))
		parse_probe(c, def);
	ldt_expect(c, LDT_TOK_SEMICOLON, "after the provider");
	old = provider_find(c, name.text);
	if (old && (!old->in_library || c->in_library)) {
		check_same(c, &name.pos, old, def);
		return;
	}
	ldt_provider_declare(c, name.text, true);
	def->next = c->cc->providers;
	c->cc->providers = def;
}

/* ---- translated arguments -------------------------------------------------------------------- */

/* The argument that another is made of: that of its name, or, when there is none, the one in its place. */
static const struct ldt_param *source_of(const struct probe *probe, const struct ldt_param *seen, unsigned int index)
{
	const struct ldt_param *param;

	for (param = probe->native; seen->name && param; param = param->next)
		if (param->name && !strcmp(param->name, seen->name))
			return param;
	for (param = probe->native; param && index; param = param->next)
		index--;
	return param;
}

static void check_seen(struct ldt_comp *c, const struct probe *probe)
{
	const struct ldt_param *seen, *source;
	unsigned int index = 0;

	for (seen = probe->seen; seen; seen = seen->next, index++) {
		source = source_of(probe, seen, index);
		if (!source)
			ldt_error(c, D_PROV_PRXLATOR, &probe->pos,
				  "argument %u of probe '%s' as programs see it is made of none that the probe has",
				  index, probe->name);
		if (!ldt_xlate_possible(c, &probe->pos, seen->type, source->type))
			ldt_error(c, D_PROV_PRXLATOR, &probe->pos,
				  "argument %u of probe '%s': there is no translator from %s to %s", index, probe->name,
				  ldt_type_text(c, source->type), ldt_type_text(c, seen->type));
	}
}

void ldt_providers_check(struct ldt_comp *c)
{
	struct ldt_providerdef *def;
	struct probe *probe;

	for (def = c->cc->providers; def && !def->checked; def = def->next) {
		for (probe = def->probes; probe; probe = probe->next)
			check_seen(c, probe);
		def->checked = true;
	}
}

void ldt_providers_forget(struct ldt_comp *c)
{
	while (c->cc->providers && c->cc->providers->generation == c->cc->generation)
		c->cc->providers = c->cc->providers->next;
}

/* ---- definitions for -h and -G --------------------------------------------------------------- */

/* The type without names of typedefs, which whoever reads it later need not know. */
static struct ldt_type *plain_type(struct ldt_comp *c, struct ldt_type *type)
{
	switch (type->kind) {
	case LDT_KIND_TYPEDEF:
		return plain_type(c, type->target);
	case LDT_KIND_POINTER:
		return ldt_type_pointer(c->types, plain_type(c, type->target));
	case LDT_KIND_CONST:
	case LDT_KIND_VOLATILE:
	case LDT_KIND_RESTRICT:
		return ldt_type_qualified(c->types, type->kind, plain_type(c, type->target));
	default:
		return type;
	}
}

/* Copies of texts and lists live as long as the definitions do. */
static const char *kept_text(struct ldt_comp *c, struct ldt_type *type)
{
	return ldt_arena_strdup(&c->cc->arena, ldt_type_text(c, type));
}

/* Whether it can be in a register, as an integer. */
static bool is_passed(struct ldt_type *type)
{
	enum ldt_kind kind = ldt_type_resolve(type)->kind;

	return kind == LDT_KIND_INT || kind == LDT_KIND_ENUM || kind == LDT_KIND_POINTER || kind == LDT_KIND_STRING ||
	       kind == LDT_KIND_ARRAY;
}

static void check_passed(struct ldt_comp *c, const struct probe *probe, unsigned int index, struct ldt_type *type)
{
	if (ldt_type_resolve(type)->kind == LDT_KIND_FLOAT)
		ldt_error(c, D_PROC_USDT, NULL,
			  "argument %u of probe '%s' is %s: probes of programs have no floating-point arguments", index,
			  probe->name, ldt_type_text(c, type));
	if (!is_passed(type))
		ldt_error(c, D_PROC_USDT, NULL,
			  "argument %u of probe '%s' is %s, which cannot be in a register: make it a pointer", index,
			  probe->name, ldt_type_text(c, type));
}

static unsigned int size_of(struct ldt_comp *c, struct ldt_type *type)
{
	enum ldt_kind kind = ldt_type_resolve(type)->kind;

	return kind == LDT_KIND_INT || kind == LDT_KIND_ENUM ? (unsigned int)ldt_type_size(c->types, type)
							     : LDT_USDT_WORD;
}

static struct ldt_usdt_param *describe_params(struct ldt_comp *c, const struct probe *probe,
					      const struct ldt_param *list, bool native)
{
	struct ldt_usdt_param *params = ldt_arena_alloc(&c->cc->arena, (count(list) + 1) * sizeof(*params));
	const struct ldt_param *param, *other;
	unsigned int i = 0;

	for (param = list; param; param = param->next, i++) {
		if (native)
			params[i].size = size_of(c, param->type);
		params[i].type = kept_text(c, param->type);
		params[i].plain = kept_text(c, plain_type(c, param->type));
		for (other = probe->native; !native && other != source_of(probe, param, i); other = other->next)
			params[i].from++;
	}
	return params;
}

static struct ldt_usdt_probe *describe_probe(struct ldt_comp *c, const struct probe *probe)
{
	struct ldt_usdt_probe *ret = ldt_arena_alloc(&c->cc->arena, sizeof(*ret));

	ret->name = probe->name;
	ret->native_count = count(probe->native);
	ret->native = describe_params(c, probe, probe->native, true);
	ret->seen_count = count(probe->seen);
	ret->seen = describe_params(c, probe, probe->seen, false);
	ret->is_translated = probe->translated;
	return ret;
}

/* Errors for what the macros of a header cannot do. */
static void check_probe(struct ldt_comp *c, const struct probe *probe)
{
	const struct ldt_param *param;
	unsigned int i = 0;

	if (count(probe->native) > LDT_USDT_MACRO_ARGS)
		ldt_error(c, D_PROC_USDT, NULL, "probe '%s' has %u arguments: a probe of a program can have %d",
			  probe->name, count(probe->native), LDT_USDT_MACRO_ARGS);
	for (param = probe->native; param; param = param->next)
		check_passed(c, probe, i++, param->type);
}

/* Whether it may be one of a program, which others have made. */
static bool is_possible(const struct probe *probe)
{
	const struct ldt_param *param = probe->native;

	while (param && is_passed(param->type))
		param = param->next;
	return !param && count(probe->native) <= DTRACE_USDT_ARGS_MAX && count(probe->seen) <= DTRACE_USDT_ARGS_MAX;
}

static struct ldt_usdt_provider *describe_provider(struct ldt_comp *c, const struct ldt_providerdef *def)
{
	struct ldt_usdt_provider *ret = ldt_arena_alloc(&c->cc->arena, sizeof(*ret));
	struct ldt_usdt_probe **tail = &ret->probes;
	const struct probe *probe;

	ret->name = def->name;
	ret->attr = *ldt_provider_declare(c, def->name, true);
	for (probe = def->probes; probe; probe = probe->next) {
		if (!is_possible(probe))
			continue;
		*tail = describe_probe(c, probe);
		tail = &(*tail)->next;
	}
	return ret;
}

/* @arg: where the list begins. Definitions are kept with the newest first. */
static void describe_all(struct ldt_comp *c, void *arg)
{
	struct ldt_usdt_provider *list = NULL;
	const struct ldt_providerdef *def;
	const struct probe *probe;

	for (def = c->cc->providers; def; def = def->next) {
		struct ldt_usdt_provider *provider;

		if (def->in_library)
			continue;
		for (probe = def->probes; probe; probe = probe->next)
			check_probe(c, probe);
		provider = describe_provider(c, def);
		provider->next = list;
		list = provider;
	}
	*(struct ldt_usdt_provider **)arg = list;
}

int ldt_providers_describe(struct dtrace_hdl *dtp, const struct ldt_usdt_provider **ret)
{
	struct ldt_usdt_provider *list = NULL;

	if (ldt_compiler_call(dtp, describe_all, &list))
		return -1;
	*ret = list;
	return 0;
}

void ldt_providers_tell(struct ldt_comp *c)
{
	struct ldt_usdt_provider *list = NULL, **tail = &list;
	const struct ldt_providerdef *def;

	if (c->cc->told == c->cc->providers)
		return;
	for (def = c->cc->providers; def; def = def->next) {
		*tail = describe_provider(c, def);
		tail = &(*tail)->next;
	}
	c->dtp->definitions = list;
	c->cc->told = c->cc->providers;
}
