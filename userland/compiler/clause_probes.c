/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/clause_probes.c - probe descriptions of clauses: text to fields, and whether anything matches. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/check.h"
#include "compiler/clause_probes.h"
#include "compiler/compilation.h"
#include "compiler/lexer.h"
#include "compiler/program_build.h"
#include "compiler/provider.h"
#include "engine/engine.h"
#include "program/program.h"
#include "tracee/tracee.h"

void ldt_pdesc_parse(struct ldt_comp *c, const struct ldt_token *token, enum dtrace_probespec spec,
		     struct dtrace_probedesc *ret)
{
	memset(ret, 0, sizeof(*ret));
	if (dtrace_str2desc(c->dtp, spec == DTRACE_PROBESPEC_NONE ? DTRACE_PROBESPEC_NAME : spec, token->text, ret)) {
		const char *why = ldt_arena_strdup(c->arena, dtrace_errmsg(c->dtp, dtrace_errno(c->dtp)));

		ldt_error(c, D_PDESC_INVAL, &token->pos, "invalid probe description '%s': %s", token->text, why);
	}
}

/* Whether there is no provider of this name: scripts for other systems often name one. */
static bool provider_missing(struct ldt_comp *c, const char *provider)
{
	struct dtrace_probematch match;

	if (!*provider || strpbrk(provider, "*?[\\"))
		return false;
	memset(&match, 0, sizeof(match));
	snprintf(match.pattern.provider, sizeof(match.pattern.provider), "%s", provider);
	return !ldt_ioctl(c->dtp, DTRACEIOC_PROBEMATCH, &match) && !match.matched;
}

#define FIELDS 4

/* As it was written; what -P, -m and -f gave, with the colons that say which field it is. */
static const char *desc_text(struct ldt_comp *c, const struct ldt_token *token, const struct dtrace_probedesc *desc)
{
	if (desc->id || *desc->name || strchr(token->text, ':'))
		return token->text;
	return ldt_arena_printf(c->arena, "%s:%s:%s:", desc->provider, desc->module, desc->function);
}

/* Another description, with the fields from the first on that the written one has, or its own first. */
static const char *similar_text(struct ldt_comp *c, const char *written, const struct ldt_similar_probe *similar)
{
	const struct dtrace_probedesc *desc = &similar->desc;
	const char *all =
		ldt_arena_printf(c->arena, "%s:%s:%s:%s", desc->provider, desc->module, desc->function, desc->name);
	int colons = similar->is_function ? 1 : 0, skip;

	if (similar->is_moved)
		return all + strspn(all, ":");
	for (; *written; written++)
		colons += *written == ':';
	for (skip = FIELDS - 1 - colons; skip > 0; skip--)
		all = strchr(all, ':') + 1;
	return all;
}

/* The place of a field of a description; of the description when the program has it in a macro. */
static struct ldt_pos field_pos(const struct ldt_token *token, enum dtrace_probespec last, unsigned int field)
{
	struct ldt_pos pos = token->pos;
	size_t length = strlen(token->text);
	const char *at = token->text + length;

	if (!pos.at || strncmp(pos.at, token->text, length) != 0)
		return pos;
	for (;;) {
		while (at > token->text && at[-1] != ':')
			at--;
		if (last == field || last == 0 || at == token->text)
			break;
		at--;
		last--;
	}
	pos.at += at - token->text;
	pos.column += (int)(at - token->text);
	return pos;
}

static void refuse(struct ldt_comp *c, const struct ldt_token *token, const struct dtrace_probedesc *desc)
	__attribute__((noreturn));
static void refuse(struct ldt_comp *c, const struct ldt_token *token, const struct dtrace_probedesc *desc)
{
	const char *written = desc_text(c, token, desc), *why = "", *meant = "";
	enum dtrace_probespec last = c->source->spec == DTRACE_PROBESPEC_NONE ? DTRACE_PROBESPEC_NAME : c->source->spec;
	char reason[DTRACE_FULLNAMELEN + 64], hint[640];
	struct ldt_similar_probe similar;
	struct ldt_pos pos;

	if (desc->id)
		ldt_error(c, D_PDESC_ZERO, &token->pos,
			  "probe description %s does not match any probes: no probe has this id", written);
	ldt_probe_similar(c->dtp, desc, &similar);
	ldt_probe_reason(desc, &similar, reason, sizeof(reason));
	pos = field_pos(token, last, similar.wrong);
	if (provider_missing(c, desc->provider) && ldt_tracee_hint(c->dtp, desc->provider, hint, sizeof(hint)))
		why = ldt_arena_printf(c->arena, ": %s (%s)", reason, hint);
	else if (*reason)
		why = ldt_arena_printf(c->arena, ": %s", reason);
	if (similar.found)
		meant = ldt_arena_printf(c->arena, "%s did you mean %s?", *why && !similar.is_provider ? "," : ":",
					 similar_text(c, written, &similar));
	if (c->dtp->copts.compat_set) /* as the lineage says it */
		why = meant = "";
	ldt_error(c, D_PDESC_ZERO, &pos, "probe description %s does not match any probes%s%s", written, why, meant);
}

/* False: the engine will say why when the program is enabled. */
static bool count_matches(struct ldt_comp *c, const struct dtrace_probedesc *desc, struct dtrace_probematch *match)
{
	memset(match, 0, sizeof(*match));
	match->pattern = *desc;
	return !ldt_ioctl(c->dtp, DTRACEIOC_PROBEMATCH, match);
}

static void note_refused(void *arg, const char *reason, uint32_t count)
{
	struct ldt_comp *c = arg;

	ldt_prog_refused(c->output->prog, reason, count);
}

/* A description of a process: its probes are made. */
static void make_probes(struct ldt_comp *c, const struct ldt_token *token, struct dtrace_probedesc *desc)
{
	bool strict = !(c->flags & DTRACE_C_ZDEFS) && !c->dtp->copts.zdefs;
	struct ldt_tracee_error error;

	ldt_providers_tell(c);
	if (desc->id == 0 && !ldt_tracee_probes(c->dtp, desc, strict, note_refused, c, &error))
		ldt_error(c, error.tag, &token->pos, "%s", error.text);
}

void ldt_pdesc_check(struct ldt_comp *c, const struct ldt_token *token, struct dtrace_probedesc *desc)
{
	struct dtrace_probedesc other;
	struct dtrace_probematch match;

	if (!c->dtp->engine || c->in_library)
		return;
	make_probes(c, token, desc);
	c->output->prog->awaited += ldt_tracee_is_coming(c->dtp, desc);
	if (!count_matches(c, desc, &match))
		return;
	if (!match.matched && ldt_probe_respell(desc, &other) && count_matches(c, &other, &match) && match.matched)
		*desc = other;
	c->output->prog->found += match.matched;
	if (match.matched) {
		if (!c->checking->first_probe)
			c->checking->first_probe = match.first;
		return;
	}
	if ((c->flags & DTRACE_C_ZDEFS) || c->dtp->copts.zdefs || ldt_tracee_is_coming(c->dtp, desc))
		return;
	refuse(c, token, desc);
}
