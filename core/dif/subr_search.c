/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* subr_search.c - searching in strings: strchr, strrchr, strstr, index, rindex, strtok. */
#include "core/dif/dif_impl.h"

/* The address of the character in the string itself, NULL when it is not there; NUL is found at the end. */
DT_PROBE_CTX uint64_t dt_subr_strchr(const struct dt_call *call, bool last)
{
	int wanted = (uint8_t)call->args->value[1];
	struct dt_reader reader;
	uint64_t found = 0;
	uint64_t at = 0;
	int c;

	dt_call_string(call, 0, &reader);
	do {
		c = dt_byte(&reader, at);
		if (c == wanted) {
			found = reader.addr + at;
			if (!last)
				break;
		}
		at++;
	} while (c > 0);
	return call->mstate->faulted ? 0 : found;
}

/* Whether @pattern is at @at: 1 yes, 0 no, -1 faulted. */
DT_PROBE_CTX static int matches(struct dt_reader *text, uint64_t at, struct dt_reader *pattern)
{
	uint64_t k;
	int c, d;

	for (k = 0;; k++) {
		c = dt_byte(pattern, k);
		if (c <= 0)
			return c < 0 ? -1 : 1;
		d = dt_byte(text, at + k);
		if (d != c)
			return d < 0 ? -1 : 0;
	}
}

/* First or last position of @pattern in first..last; -1 when there is none (or a fault). */
DT_PROBE_CTX static int64_t search(struct dt_reader *text, struct dt_reader *pattern, int64_t first, int64_t last,
				   bool backward)
{
	int64_t found = -1;
	int answer;

	for (; first <= last; first++) {
		answer = matches(text, (uint64_t)first, pattern);
		if (answer < 0)
			return -1;
		if (answer) {
			found = first;
			if (!backward)
				break;
		}
	}
	return found;
}

/* Both strings and their lengths; false when faulted. */
DT_PROBE_CTX static bool open_both(const struct dt_call *call, struct dt_reader *text, struct dt_reader *pattern,
				   int64_t *length, int64_t *pattern_length)
{
	dt_call_string(call, 0, text);
	dt_call_string(call, 1, pattern);
	*length = dt_reader_length(text);
	*pattern_length = *length < 0 ? -1 : dt_reader_length(pattern);
	return *pattern_length >= 0;
}

DT_PROBE_CTX uint64_t dt_subr_strstr(const struct dt_call *call)
{
	struct dt_reader text, pattern;
	int64_t length, pattern_length, found;

	if (!open_both(call, &text, &pattern, &length, &pattern_length))
		return 0;
	found = search(&text, &pattern, 0, length - pattern_length, false);
	return found < 0 ? 0 : text.addr + (uint64_t)found;
}

/* index(string, pattern[, start]): an empty pattern is found at the start, which counts as the nearest place in the
 * string. */
DT_PROBE_CTX uint64_t dt_subr_index(const struct dt_call *call)
{
	int64_t start = (int64_t)dt_call_arg(call, 2, 0);
	struct dt_reader text, pattern;
	int64_t length, pattern_length;

	if (!open_both(call, &text, &pattern, &length, &pattern_length))
		return 0;
	if (start < 0)
		start = 0;
	if (pattern_length == 0)
		return (uint64_t)DT_MIN(start, length);
	return (uint64_t)search(&text, &pattern, start, length - pattern_length, false);
}

/* rindex(string, pattern[, start]): the last place at or before the start; a start before the string finds only the
 * empty pattern. */
DT_PROBE_CTX uint64_t dt_subr_rindex(const struct dt_call *call)
{
	int64_t start = (int64_t)dt_call_arg(call, 2, INT64_MAX);
	struct dt_reader text, pattern;
	int64_t length, pattern_length;

	if (!open_both(call, &text, &pattern, &length, &pattern_length))
		return 0;
	if (pattern_length == 0)
		return (uint64_t)(start < 0 ? 0 : DT_MIN(start, length));
	return (uint64_t)search(&text, &pattern, 0, DT_MIN(start, length - pattern_length), true);
}

/* ---- strtok ---------------------------------------------------------------------------------- */

/* One bit per character: the separators. */
DT_PROBE_CTX static bool read_separators(struct dt_reader *reader, uint32_t set[8])
{
	uint64_t at;
	int c;

	for (at = 0; at < 8; at++)
		set[at] = 0;
	for (at = 0; (c = dt_byte(reader, at)) > 0; at++)
		set[c >> 5] |= 1u << (c & 31);
	return c == 0;
}

DT_PROBE_INLINE bool is_separator(const uint32_t set[8], int c)
{
	return (set[c >> 5] >> (c & 31)) & 1;
}

/*
 * strtok(string, separators): the string is not changed; the token is a copy. With NULL it goes on
 * where the last call in this firing stopped; NULL when there is no token left.
 */
DT_PROBE_CTX uint64_t dt_subr_strtok(const struct dt_call *call)
{
	struct dt_mstate *mstate = call->mstate;
	uint64_t addr = call->args->value[0];
	uint64_t left = addr ? mstate->strsize : mstate->strtok_left;
	struct dt_reader reader;
	struct dt_string token;
	uint32_t set[8];
	uint64_t at = 0;
	int c;

	if (!addr)
		addr = mstate->strtok_next;
	dt_call_string(call, 1, &reader);
	if (!read_separators(&reader, set) || !addr)
		return 0;
	dt_reader_init(&reader, mstate, addr, left);
	while ((c = dt_byte(&reader, at)) > 0 && is_separator(set, c))
		at++;
	if (c <= 0) {
		mstate->strtok_next = 0;
		return 0;
	}
	dt_string_begin(&token, mstate);
	while ((c = dt_byte(&reader, at)) > 0 && !is_separator(set, c) && dt_string_put(&token, c))
		at++;
	mstate->strtok_next = addr + at;
	mstate->strtok_left = left - at;
	return dt_string_end(&token);
}
