/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/aggregate_value.c - keys and values of aggregations as text.
 *
 * Sections: values; keys.
 */
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_value.h"
#include "consumer/distribution.h"
#include "consumer/print.h"

/* ---- values */

int64_t ldt_agg_scalar(const dtrace_aggdata_t *data)
{
	return ldt_agg_number(data, data->dtada_normal ? (int64_t)data->dtada_normal : 1);
}

static int print_number(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data)
{
	struct ldt_distribution dist;

	if (!ldt_agg_is_distribution(data)) {
		if (ldt_agg_shows(data)->is_unsigned)
			fprintf(out, " %16llu", (unsigned long long)ldt_agg_scalar(data));
		else
			fprintf(out, " %16lld", (long long)ldt_agg_scalar(data));
		return 0;
	}
	if (ldt_distribution_init(&dist, data) == -1)
		return -1;
	ldt_distribution_print(dtp, out, &dist);
	ldt_distribution_fini(&dist);
	return 0;
}

/* The value, and with -x aggpercpu the value of each CPU. */
int ldt_print_agg_value(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data)
{
	if (print_number(dtp, out, data) == -1)
		return -1;
	for (uint32_t cpu = 0; data->dtada_percpu && cpu < dtp->conf.cpus; cpu++) {
		const dtrace_recdesc_t *rec = ldt_agg_value_rec(data);
		dtrace_aggdata_t one = *data;

		fprintf(out, "\n    [CPU %u]", cpu);
		one.dtada_data = data->dtada_percpu[cpu] - rec->offset;
		if (print_number(dtp, out, &one) == -1)
			return -1;
	}
	return 0;
}

/* ---- keys */

struct ldt_value ldt_key_value(const dtrace_aggdata_t *data, unsigned int index)
{
	const dtrace_recdesc_t *rec = ldt_key_rec(data, index);

	return (struct ldt_value){ .rec = rec, .data = data->dtada_data + rec->offset };
}

bool ldt_key_is_number(const dtrace_recdesc_t *rec)
{
	return !ldt_is_symbolic(rec->action) && !(ldt_rec_flags(rec) & (DTRACE_EXPR_STRING | DTRACE_EXPR_BYREF));
}

int ldt_print_key(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data, unsigned int index)
{
	struct ldt_value key = ldt_key_value(data, index);
	static const int widths[9] = { [1] = 3, [2] = 5, [4] = 8, [8] = 16 };
	bool is_signed = ldt_rec_signed(key.rec), ok;
	int64_t number;
	int result = ldt_print_symbolic(dtp, out, key, false);

	if (result <= 0)
		return result;
	number = ldt_int(key.data, key.rec->size, is_signed, &ok);
	if (!ok || (ldt_rec_flags(key.rec) & (DTRACE_EXPR_STRING | DTRACE_EXPR_BYREF)))
		return ldt_print_bytes(dtp, out, key.data, key.rec->size, 50, false,
				       ldt_is_text(dtp, ldt_rec_flags(key.rec)));
	if (is_signed)
		fprintf(out, " %*lld", widths[key.rec->size], (long long)number);
	else
		fprintf(out, " %*llu", widths[key.rec->size], (unsigned long long)number);
	return 0;
}

char *ldt_key_text(struct dtrace_hdl *dtp, const dtrace_aggdata_t *data, unsigned int index)
{
	char *text = NULL, *start;
	size_t size, length;
	FILE *out = open_memstream(&text, &size);
	int result;

	if (!out) {
		ldt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	result = ldt_print_key(dtp, out, data, index);
	if (fclose(out) != 0 || result == -1) {
		free(text);
		return NULL;
	}
	start = text + strspn(text, " ");
	length = strlen(start);
	while (length > 0 && start[length - 1] == ' ')
		length--;
	memmove(text, start, length);
	text[length] = '\0';
	return text;
}
