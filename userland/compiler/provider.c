/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/provider.c - provider definitions: provider NAME { probe NAME(arguments) : (as programs see them); };
 *
 * They are checked and kept; programs that are built with them have the probes. A second definition
 * of a name must equal the first. Programs see the argument itself when the types fit, otherwise a
 * translation.
 */
#include <ctype.h>
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/declaration.h"
#include "compiler/lexer.h"
#include "compiler/parse.h"
#include "compiler/provider.h"
#include "compiler/session.h"
#include "compiler/translator.h"
#include "engine/engine.h"
#include "types/types.h"

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
	ldt_expect(c, LDT_TOK_LBRACE, "before the probes of the provider");
	while (!ldt_accept(c, LDT_TOK_RBRACE))
		parse_probe(c, def);
	ldt_expect(c, LDT_TOK_SEMICOLON, "after the provider");
	old = provider_find(c, name.text);
	if (old) {
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
