/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_pdesc.c - probe descriptions of clauses: text to fields, and whether anything matches. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "dt_comp.h"

void dt_pdesc_parse(struct dt_comp *c, const struct dt_token *token, enum dtrace_probespec spec,
		    struct dtrace_probedesc *ret)
{
	memset(ret, 0, sizeof(*ret));
	if (dtrace_str2desc(c->dtp, spec == DTRACE_PROBESPEC_NONE ? DTRACE_PROBESPEC_NAME : spec, token->text, ret)) {
		const char *why = dt_arena_strdup(c->arena, dtrace_errmsg(c->dtp, dtrace_errno(c->dtp)));

		dt_error(c, D_PDESC_INVAL, &token->pos, "invalid probe description '%s': %s", token->text, why);
	}
}

void dt_pdesc_check(struct dt_comp *c, const struct dt_token *token, const struct dtrace_probedesc *desc)
{
	struct dtrace_probematch match;

	if (!c->dtp->engine || c->in_library)
		return;
	memset(&match, 0, sizeof(match));
	match.pattern = *desc;
	if (dt_ioctl(c->dtp, DTRACEIOC_PROBEMATCH, &match))
		return; /* the engine says why when the program is enabled */
	if (match.matched) {
		if (!c->first_probe)
			c->first_probe = match.first;
		return;
	}
	if ((c->flags & DTRACE_C_ZDEFS) || c->dtp->copts.zdefs)
		return;
	dt_error(c, D_PDESC_ZERO, &token->pos, "probe description %s does not match any probes", token->text);
}
