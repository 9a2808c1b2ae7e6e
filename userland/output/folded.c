/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * output/folded.c - folded stacks: a line for each, the outermost frame first, frames separated by semicolons, then a blank
 * and the number. flamegraph.pl, inferno and speedscope read it.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "output/writers.h"

static void *folded_create(struct dtrace_hdl *dtp)
{
	return calloc(1, sizeof(struct ldt_sample_losses));
}

static int print_sample(dtrace_hdl_t *dtp, FILE *out, const struct ldt_sample *sample, void *arg)
{
	const char *separator = *sample->label ? ";" : "";

	if (*sample->label)
		fprintf(out, "[%s]", sample->label);
	for (size_t i = 0; i < sample->count; i++) {
		fprintf(out, "%s%s", separator, sample->frames[i]);
		separator = ";";
	}
	if (!*separator)
		fputs("[no frames]", out);
	fprintf(out, " %" PRId64 "\n", sample->weight);
	return 0;
}

static int folded_record(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrecord_t *record, void *arg)
{
	return ldt_samples_of_record(dtp, out, record, print_sample, NULL, arg);
}

static int folded_row(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrow_t *row, void *arg)
{
	return ldt_samples_of_row(dtp, out, row, print_sample, NULL, arg);
}

static void folded_why(const void *state, char *buf, size_t size)
{
	ldt_sample_losses_why(state, "folded", buf, size);
}

const struct ldt_output_format ldt_output_folded = {
	.ops = { .record = folded_record, .row = folded_row },
	.create = folded_create,
	.destroy = free,
	.why = folded_why,
};
