/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* output/page_value.c - values of a page: as in JSON, but stacks are numbers of frames. */
#include <stdlib.h>

#include "output/page.h"

/* The text of a frame: of one function there is one, wherever in it they are. malloc'ed, NULL without memory. */
static char *frame_text(const dtrace_symbol_t *at)
{
	const char *note = at->note ? at->note : "";
	char *text;
	int length;

	if (at->module && at->name)
		length = asprintf(&text, "%s`%s%s%s", at->module, at->name, *note ? " " : "", note);
	else
		length = asprintf(&text, "%s%s%s", at->text, *note ? " " : "", note);
	return length == -1 ? NULL : text;
}

/* A frame that is new: its line, and its number for later. */
static struct json_object *frame_new(struct ldt_page *page, const char *key, const char *text, bool is_user)
{
	struct json_object *line = ldt_json_line("frame");
	bool good = ldt_json_add_number(line, "number", page->frame_count) && ldt_json_add_text(line, "text", text) &&
		    ldt_json_add_text(line, "space", is_user ? "user" : "kernel");
	int64_t number;

	if (!good) {
		json_object_put(line);
		return NULL;
	}
	if (!ldt_page_line(page, line, LDT_PAGE_ROOM))
		return NULL;
	number = page->frame_count++; /* it is on the page: no other frame may have it, whatever fails below */
	return ldt_json_add_number(page->frames, key, number) ? json_object_new_int64(number) : NULL;
}

static struct json_object *frame_number(struct ldt_page *page, const dtrace_symbol_t *at, bool is_user)
{
	char *text = frame_text(at), *key = NULL;
	struct json_object *number = NULL, *known;

	if (text && asprintf(&key, "%c%s", is_user ? 'u' : 'k', text) == -1)
		key = NULL;
	if (key)
		number = json_object_object_get_ex(page->frames, key, &known)
				 ? json_object_new_int64(json_object_get_int64(known))
				 : frame_new(page, key, text, is_user);
	free(key);
	free(text);
	return number;
}

static struct json_object *stack(struct ldt_page *page, const dtrace_value_t *value)
{
	struct json_object *object = json_object_new_object(), *frames = json_object_new_array();
	bool good = ldt_json_add_text(object, "space", value->stack.is_user ? "user" : "kernel") && frames;

	if (value->stack.is_user)
		good = good && ldt_json_add_number(object, "pid", value->stack.pid);
	for (size_t i = 0; good && i < value->stack.count; i++) {
		struct json_object *number = frame_number(page, &value->stack.frames[i], value->stack.is_user);

		good = number && json_object_array_add(frames, number) == 0;
		if (!good)
			json_object_put(number);
	}
	if (ldt_json_add(object, "frames", frames) && good)
		return object;
	json_object_put(object);
	return NULL;
}

struct json_object *ldt_page_value(struct ldt_page *page, const dtrace_value_t *value)
{
	return value->kind == DTRACE_VALUE_STACK ? stack(page, value) : ldt_json_value(value);
}
