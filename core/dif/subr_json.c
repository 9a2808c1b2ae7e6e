/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * subr_json.c - json(text, path): one value out of JSON text, in one walk without recursion.
 *
 * The path's elements are keys of objects and indexes of arrays: "a.b[2].c". A string is given
 * without its quotes, its escapes unchanged; an object or array as its text; numbers, true, false
 * and null as they are written. NULL: no such element, or the text on the way to it is not JSON.
 */
#include "core/dif/dif_impl.h"

struct json {
	struct dt_reader text;
	struct dt_reader path;
	uint64_t at;      /* position in the text */
	uint64_t element; /* the path's current element: begin and end */
	uint64_t element_end;
};

DT_PROBE_CTX static int skip_space(struct json *json)
{
	int c;

	while ((c = dt_byte(&json->text, json->at)) == ' ' || (c >= '\t' && c <= '\r'))
		json->at++;
	return c;
}

DT_PROBE_INLINE bool separates(int c)
{
	return c == '.' || c == '[' || c == ']';
}

/* The next element of the path; false when there is none. */
DT_PROBE_CTX static bool next_element(struct json *json)
{
	int c;

	while (separates(dt_byte(&json->path, json->element_end)))
		json->element_end++;
	json->element = json->element_end;
	while ((c = dt_byte(&json->path, json->element_end)) > 0 && !separates(c))
		json->element_end++;
	return json->element_end > json->element;
}

/* Go from an opening quote to after the closing one. */
DT_PROBE_CTX static bool skip_string(struct json *json)
{
	int c;

	json->at++;
	while ((c = dt_byte(&json->text, json->at)) > 0) {
		json->at++;
		if (c == '"')
			return true;
		if (c == '\\' && dt_byte(&json->text, json->at) > 0)
			json->at++;
	}
	return false;
}

/*
 * Go from an opening bracket to after the one that closes it. All kinds of brackets are counted
 * together.
 */
DT_PROBE_CTX static bool skip_container(struct json *json)
{
	uint64_t depth = 0;
	int c;

	while ((c = dt_byte(&json->text, json->at)) > 0) {
		if (c == '"') {
			if (!skip_string(json))
				return false;
			continue;
		}
		json->at++;
		if (c == '{' || c == '[')
			depth++;
		else if ((c == '}' || c == ']') && --depth == 0)
			return true;
	}
	return false;
}

/* Whether the text from @begin to json->at is this word. */
DT_PROBE_CTX static bool is_word(struct json *json, uint64_t begin, const char *word)
{
	for (; *word; word++, begin++)
		if (begin >= json->at || dt_byte(&json->text, begin) != *word)
			return false;
	return begin == json->at;
}

DT_PROBE_INLINE bool is_number_character(int c)
{
	return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/* A number, true, false or null. */
DT_PROBE_CTX static bool skip_scalar(struct json *json)
{
	uint64_t begin = json->at;
	int first = dt_byte(&json->text, begin);
	int c;

	if (first == '-' || (first >= '0' && first <= '9')) {
		while (is_number_character(dt_byte(&json->text, json->at)))
			json->at++;
		return first != '-' || json->at > begin + 1;
	}
	while ((c = dt_byte(&json->text, json->at)) >= 'a' && c <= 'z')
		json->at++;
	return is_word(json, begin, "true") || is_word(json, begin, "false") || is_word(json, begin, "null");
}

DT_PROBE_CTX static bool skip_value(struct json *json)
{
	int c = skip_space(json);

	if (c == '"')
		return skip_string(json);
	if (c == '{' || c == '[')
		return skip_container(json);
	return skip_scalar(json);
}

/*
 * After a value in a container: skip a comma, go to the next item. False at the end, or when
 * something else follows.
 */
DT_PROBE_CTX static bool next_item(struct json *json)
{
	if (skip_space(json) != ',')
		return false;
	json->at++;
	return true;
}

/* Whether the string that was just skipped, which began at @begin, is the path's element. */
DT_PROBE_CTX static bool key_matches(struct json *json, uint64_t begin)
{
	uint64_t size = json->element_end - json->element;
	uint64_t at;

	if (json->at - begin - 2 != size)
		return false;
	for (at = 0; at < size; at++)
		if (dt_byte(&json->text, begin + 1 + at) != dt_byte(&json->path, json->element + at))
			return false;
	return true;
}

/* In an object: go to the value of the element. */
DT_PROBE_CTX static bool enter_object(struct json *json)
{
	uint64_t begin;

	json->at++;
	do {
		if (skip_space(json) != '"')
			return false;
		begin = json->at;
		if (!skip_string(json))
			return false;
		begin = key_matches(json, begin);
		if (skip_space(json) != ':')
			return false;
		json->at++;
		if (begin)
			return true;
	} while (skip_value(json) && next_item(json));
	return false;
}

/* In an array: go to the value with the element's number. */
DT_PROBE_CTX static bool enter_array(struct json *json)
{
	uint64_t index = 0;
	uint64_t at;
	int c;

	for (at = json->element; at < json->element_end; at++) {
		c = dt_byte(&json->path, at);
		if (c < '0' || c > '9' || index > UINT32_MAX)
			return false;
		index = index * 10 + (uint64_t)(c - '0');
	}
	json->at++;
	for (; index; index--)
		if (!skip_value(json) || !next_item(json))
			return false;
	return skip_space(json) != ']';
}

/* The value at json->at as a string. */
DT_PROBE_CTX static uint64_t value_text(const struct dt_call *call, struct json *json)
{
	struct dt_string string;
	bool quoted = skip_space(json) == '"';
	uint64_t begin = json->at;
	uint64_t end;

	if (!skip_value(json))
		return 0;
	end = json->at - quoted;
	begin += quoted;
	dt_string_begin(&string, call->mstate);
	while (begin < end && dt_string_put(&string, dt_byte(&json->text, begin)))
		begin++;
	return dt_string_end(&string);
}

DT_PROBE_CTX uint64_t dt_subr_json(const struct dt_call *call)
{
	struct json json;
	int c;

	dt_call_string(call, 0, &json.text);
	dt_call_string(call, 1, &json.path);
	json.at = 0;
	json.element_end = 0;
	if (!next_element(&json))
		return 0;
	do {
		c = skip_space(&json);
		if (c == '{' ? !enter_object(&json) : c != '[' || !enter_array(&json))
			return 0;
	} while (next_element(&json));
	return call->mstate->faulted ? 0 : value_text(call, &json);
}
