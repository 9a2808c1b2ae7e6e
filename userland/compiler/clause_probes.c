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
#include "engine/engine.h"

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

static bool is_timer(const char *name)
{
	return (!strncmp(name, "profile-", 8) || !strncmp(name, "tick-", 5)) && !strpbrk(name, "*?[");
}

/* As it was written; what -P, -m and -f gave, with the colons that say which field it is. */
static const char *desc_text(struct ldt_comp *c, const struct ldt_token *token, const struct dtrace_probedesc *desc)
{
	if (*desc->name || strchr(token->text, ':'))
		return token->text;
	return ldt_arena_printf(c->arena, "%s:%s:%s:", desc->provider, desc->module, desc->function);
}

void ldt_pdesc_check(struct ldt_comp *c, const struct ldt_token *token, const struct dtrace_probedesc *desc)
{
	struct dtrace_probematch match;

	if (!c->dtp->engine || c->in_library)
		return;
	memset(&match, 0, sizeof(match));
	match.pattern = *desc;
	if (ldt_ioctl(c->dtp, DTRACEIOC_PROBEMATCH, &match))
		return; /* the engine says why when the program is enabled */
	if (match.matched) {
		if (!c->checking->first_probe)
			c->checking->first_probe = match.first;
		return;
	}
	if ((c->flags & DTRACE_C_ZDEFS) || c->dtp->copts.zdefs)
		return;
	ldt_error(c, D_PDESC_ZERO, &token->pos, "probe description %s does not match any probes%s",
		  desc_text(c, token, desc),
		  provider_missing(c, desc->provider)
			  ? ldt_arena_printf(c->arena, ": there is no provider %s here", desc->provider)
		  : is_timer(desc->name)
			  ? ": N of profile-N and tick-N is a number from 1, with hz or one of ns us ms s m h d"
			  : "");
}
