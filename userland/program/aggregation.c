/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* program/aggregation.c - the names of the aggregations of all programs of a handle. */
#include <stdlib.h>
#include <string.h>

#include "program/program.h"

int ldt_aggregation_set_name(struct dtrace_hdl *dtp, uint32_t varid, const char *name)
{
	char *copy = strdup(name), **names = dtp->agg_names;

	if (copy && varid >= dtp->agg_name_count) {
		size_t count = ((size_t)varid + 16) & ~(size_t)15;

		names = realloc(dtp->agg_names, count * sizeof(*names));
		if (names) {
			memset(names + dtp->agg_name_count, 0, (count - dtp->agg_name_count) * sizeof(*names));
			dtp->agg_names = names;
			dtp->agg_name_count = count;
		}
	}
	if (!copy || !names) {
		free(copy);
		return ldt_set_errno(dtp, EDT_NOMEM);
	}
	free(names[varid]);
	names[varid] = copy;
	return 0;
}

const char *ldt_aggregation_name(const struct dtrace_hdl *dtp, uint32_t varid)
{
	return varid < dtp->agg_name_count ? dtp->agg_names[varid] : NULL;
}

void ldt_aggregation_names_destroy(struct dtrace_hdl *dtp)
{
	for (size_t i = 0; i < dtp->agg_name_count; i++)
		free(dtp->agg_names[i]);
	free(dtp->agg_names);
}
