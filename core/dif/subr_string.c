/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* subr_string.c - strings made of strings: strlen, strjoin, toupper, tolower, substr. Every string ends at the string
 * size at the latest. */
#include "core/dif/dif_impl.h"

DT_PROBE_CTX uint64_t dt_subr_strlen(const struct dt_call *call)
{
	struct dt_reader reader;
	int64_t length;

	dt_call_string(call, 0, &reader);
	length = dt_reader_length(&reader);
	return length < 0 ? 0 : (uint64_t)length;
}

/* Append characters from position @from on, at most @max. */
DT_PROBE_CTX static void append(struct dt_string *string, struct dt_reader *reader, uint64_t from, uint64_t max)
{
	int c;

	for (; max; max--) {
		c = dt_byte(reader, from++);
		if (c <= 0 || !dt_string_put(string, c))
			break;
	}
}

/* Cut at the string size. */
DT_PROBE_CTX uint64_t dt_subr_strjoin(const struct dt_call *call)
{
	struct dt_string string;
	struct dt_reader reader;

	dt_string_begin(&string, call->mstate);
	dt_call_string(call, 0, &reader);
	append(&string, &reader, 0, UINT64_MAX);
	dt_call_string(call, 1, &reader);
	append(&string, &reader, 0, UINT64_MAX);
	return dt_string_end(&string);
}

DT_PROBE_CTX uint64_t dt_subr_case(const struct dt_call *call, bool upper)
{
	struct dt_string string;
	struct dt_reader reader;
	uint64_t at;
	int c;

	dt_string_begin(&string, call->mstate);
	dt_call_string(call, 0, &reader);
	for (at = 0; (c = dt_byte(&reader, at)) > 0; at++) {
		if (upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z')
			c ^= 'a' ^ 'A';
		if (!dt_string_put(&string, c))
			break;
	}
	return dt_string_end(&string);
}

/*
 * substr(string, start[, count]) as in Perl: a negative start counts from the end, a negative count leaves so many
 * characters off at the end. With a start before the beginning only the part of the count that is
 * inside the string is taken; a start after the end gives "".
 */
DT_PROBE_CTX uint64_t dt_subr_substr(const struct dt_call *call)
{
	struct dt_string string;
	struct dt_reader reader;
	int64_t start = (int64_t)call->args->value[1];
	int64_t count = (int64_t)dt_call_arg(call, 2, INT64_MAX);
	int64_t length, end;

	dt_string_begin(&string, call->mstate);
	dt_call_string(call, 0, &reader);
	length = dt_reader_length(&reader);
	if (length < 0)
		return 0;
	if (start < 0)
		start = start < -(INT64_MAX / 2) ? -(INT64_MAX / 2) : start + length;
	if (start > length)
		start = length;
	if (count < 0)
		end = count < -length ? 0 : length + count;
	else
		end = count > length - start ? length : start + count;
	if (start < 0)
		start = 0;
	if (end > start)
		append(&string, &reader, (uint64_t)start, (uint64_t)(end - start));
	return dt_string_end(&string);
}
