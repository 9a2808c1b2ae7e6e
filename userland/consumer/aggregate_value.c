/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/aggregate_value.c - keys and values of aggregations as text.
 *
 * Sections: 128-bit arithmetic; values; keys.
 */
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_value.h"
#include "consumer/distribution.h"
#include "consumer/print.h"

/* ---- 128-bit arithmetic for stddev: no CPU of ours may need a wider C type than 64 bits */

struct wide {
	uint64_t low, high;
};

static struct wide wide_divide(struct wide number, uint64_t by)
{
	struct wide quotient = { 0, 0 };
	uint64_t rest = 0;

	for (int bit = 127; bit >= 0; bit--) {
		bool carry = rest >> 63;

		rest = rest << 1 | ((bit >= 64 ? number.high >> (bit - 64) : number.low >> bit) & 1);
		if (carry || rest >= by) {
			rest -= by;
			if (bit >= 64)
				quotient.high |= 1ull << (bit - 64);
			else
				quotient.low |= 1ull << bit;
		}
	}
	return quotient;
}

static struct wide wide_square(uint64_t number)
{
	uint64_t low = (uint32_t)number, high = number >> 32, middle = low * high;
	struct wide result = { low * low, high * high };
	uint64_t shifted = middle << 33;

	result.high += middle >> 31;
	result.low += shifted;
	result.high += result.low < shifted;
	return result;
}

static int wide_compare(struct wide a, struct wide b)
{
	if (a.high != b.high)
		return a.high < b.high ? -1 : 1;
	return (a.low > b.low) - (a.low < b.low);
}

static uint64_t wide_root(struct wide number)
{
	uint64_t root = 0;

	for (int bit = 63; bit >= 0; bit--) {
		uint64_t candidate = root | 1ull << bit;

		if (wide_compare(wide_square(candidate), number) <= 0)
			root = candidate;
	}
	return root;
}

uint64_t ldt_stddev(const uint64_t *data, uint64_t normal)
{
	uint64_t words[4];
	struct wide squares, square;
	int64_t average;

	memcpy(words, data, sizeof(words));
	if (words[0] == 0 || normal == 0)
		return 0;
	squares = wide_divide((struct wide){ words[2], words[3] }, normal);
	squares = wide_divide(wide_divide(squares, normal), words[0]);
	average = ldt_divide(ldt_divide((int64_t)words[1], (int64_t)normal), (int64_t)words[0]);
	square = wide_square(average < 0 ? -(uint64_t)average : (uint64_t)average);
	if (wide_compare(squares, square) < 0)
		return 0;
	squares.high -= square.high + (squares.low < square.low);
	squares.low -= square.low;
	return wide_root(squares);
}

/* ---- values */

static int64_t scalar_of(unsigned int action, const char *value, uint64_t normal)
{
	int64_t words[2], divisor = normal ? (int64_t)normal : 1;

	memcpy(words, value, action == DTRACEAGG_AVG ? sizeof(words) : sizeof(words[0]));
	switch (action) {
	case DTRACEAGG_AVG:
		return words[0] ? ldt_divide(ldt_divide(words[1], divisor), words[0]) : 0;
	case DTRACEAGG_STDDEV:
		return (int64_t)ldt_stddev((const uint64_t *)value, (uint64_t)divisor);
	default:
		return ldt_divide(words[0], divisor);
	}
}

int64_t ldt_agg_scalar(const dtrace_aggdata_t *data)
{
	return scalar_of(ldt_agg_value_rec(data)->action, ldt_agg_value(data), data->dtada_normal);
}

static int print_number(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data)
{
	struct ldt_distribution dist;

	if (!ldt_agg_is_distribution(data)) {
		if (ldt_agg_value_rec(data)->action == DTRACEAGG_STDDEV)
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
