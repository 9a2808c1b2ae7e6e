/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* output/page.c - what is collected for a page, line by line (page.h). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "output/page.h"

static int64_t now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

struct ldt_page *ldt_page_create(void)
{
	struct ldt_page *page = calloc(1, sizeof(*page));

	if (!page)
		return NULL;
	page->command = json_object_new_array();
	page->frames = json_object_new_object();
	if (page->command && page->frames)
		return page;
	ldt_page_destroy(page);
	return NULL;
}

void ldt_page_destroy(struct ldt_page *page)
{
	if (!page)
		return;
	free(page->text);
	free(page->names);
	json_object_put(page->command);
	json_object_put(page->frames);
	free(page);
}

/* A line's text; NULL without memory. It is @object's. */
static const char *line_text(struct json_object *object, size_t *size)
{
	return json_object_to_json_string_length(object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, size);
}

static bool need_room(struct ldt_page *page, size_t size)
{
	size_t room = page->room ? page->room : 4096;
	char *more;

	while (room < size)
		room *= 2;
	if (room == page->room)
		return true;
	more = realloc(page->text, room);
	if (!more)
		return false;
	page->text = more;
	page->room = room;
	return true;
}

bool ldt_page_line(struct ldt_page *page, struct json_object *object, size_t most)
{
	size_t size;
	const char *text = object ? line_text(object, &size) : NULL;
	bool fits = text && page->size + size < most && need_room(page, page->size + size + 1);

	if (fits) {
		memcpy(page->text + page->size, text, size);
		page->text[page->size + size] = '\n';
		page->size += size + 1;
	}
	json_object_put(object);
	return fits;
}

/* ---- before tracing */

int ldt_page_command(dtrace_hdl_t *dtp, struct ldt_page *page, int argc, char *const *argv)
{
	for (int i = 0; i < argc; i++) {
		struct json_object *word = ldt_json_string(argv[i]);

		if (!word || json_object_array_add(page->command, word) != 0) {
			json_object_put(word);
			return ldt_set_errno(dtp, EDT_NOMEM);
		}
	}
	return 0;
}

int ldt_page_source(dtrace_hdl_t *dtp, struct ldt_page *page, const char *name, const char *text, size_t size)
{
	struct json_object *line = ldt_json_line("source");

	if (!ldt_json_add_text(line, "name", name) || !ldt_json_add(line, "text", ldt_json_text(text, size))) {
		json_object_put(line);
		return ldt_set_errno(dtp, EDT_NOMEM);
	}
	return ldt_page_line(page, line, LDT_PAGE_ROOM) ? 0 : ldt_set_errno(dtp, EDT_NOMEM);
}

void ldt_page_begin(struct ldt_page *page)
{
	page->began = now(CLOCK_MONOTONIC);
	page->began_at = now(CLOCK_REALTIME);
}

void ldt_page_stop(struct ldt_page *page)
{
	if (!page->stopped)
		page->stopped = now(CLOCK_MONOTONIC);
}

/* ---- prints */

uint64_t ldt_page_prints(const struct ldt_page *page)
{
	return page->prints;
}

/* A list of names; NULL without memory. */
static struct json_object *name_list(const char *const *names, size_t count)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; list && i < count; i++) {
		struct json_object *name = names[i] ? ldt_json_string(names[i]) : NULL;

		if ((names[i] && !name) || json_object_array_add(list, name) != 0) {
			json_object_put(name);
			json_object_put(list);
			return NULL;
		}
	}
	return list;
}

/* Whether this goes on with the last print: at the end an aggregation may be handed over row by row. */
static bool goes_on(struct ldt_page *page, struct json_object *list, bool is_final)
{
	size_t size;
	const char *text = is_final && list ? line_text(list, &size) : NULL;

	if (text && page->names && strcmp(text, page->names) == 0)
		return true;
	free(page->names);
	page->names = text ? strdup(text) : NULL;
	return false;
}

void ldt_page_print(struct ldt_page *page, const char *const *names, size_t count, bool is_final)
{
	struct json_object *list = name_list(names, count), *line;
	bool good;

	if (goes_on(page, list, is_final)) {
		json_object_put(list);
		return;
	}
	page->prints++;
	line = ldt_json_line("print");
	good = ldt_json_add_natural(line, "number", page->prints) &&
	       ldt_json_add_number(line, "at", now(CLOCK_MONOTONIC) - page->began) &&
	       ldt_json_add_text(line, "by", is_final ? "end" : "printa");
	if (ldt_json_add(line, "aggregations", list) && good) {
		page->has_print = ldt_page_line(page, line, LDT_PAGE_ROOM);
		return;
	}
	json_object_put(line);
	page->has_print = false;
}

static struct json_object *row_keys(struct ldt_page *page, const dtrace_outrow_t *row)
{
	struct json_object *keys = json_object_new_array();

	for (size_t i = 0; keys && i < row->key_count; i++) {
		struct json_object *key = ldt_page_value(page, &row->keys[i]);

		if ((!key && row->keys[i].kind != DTRACE_VALUE_NONE) || json_object_array_add(keys, key) != 0) {
			json_object_put(key);
			json_object_put(keys);
			return NULL;
		}
	}
	return keys;
}

static struct json_object *row_cells(const dtrace_outrow_t *row, const uint64_t *since)
{
	struct json_object *cells = json_object_new_array();

	for (size_t i = 0; cells && i < row->cell_count; i++) {
		struct json_object *cell;

		if (row->cells[i].value.kind == DTRACE_VALUE_NONE)
			continue;
		cell = ldt_json_cell(&row->cells[i]);
		if (!ldt_json_add_natural(cell, "since", since[i]) || json_object_array_add(cells, cell) != 0) {
			json_object_put(cell);
			json_object_put(cells);
			return NULL;
		}
	}
	return cells;
}

void ldt_page_row(struct ldt_page *page, const dtrace_outrow_t *row, const uint64_t *since)
{
	struct json_object *line = ldt_json_line("row");
	bool good = page->has_print && ldt_json_add_natural(line, "print", page->prints) &&
		    ldt_json_add(line, "keys", row_keys(page, row)) &&
		    ldt_json_add(line, "values", row_cells(row, since));

	if (!good) {
		json_object_put(line);
		line = NULL;
	}
	if (!ldt_page_line(page, line, row->is_final ? LDT_PAGE_ROOM : LDT_PAGE_MOST))
		page->left_rows++;
}

void ldt_page_lose(struct ldt_page *page)
{
	page->left_rows++;
}

/* ---- losses and errors: their numbers are in the first line, whether there is a line for each or not */

void ldt_page_drop(struct ldt_page *page, const dtrace_dropdata_t *drop)
{
	if (page->drops++ < LDT_PAGE_LINES)
		ldt_page_line(page, ldt_json_drop(drop), LDT_PAGE_ROOM);
}

void ldt_page_error(dtrace_hdl_t *dtp, struct ldt_page *page, const dtrace_errdata_t *error)
{
	if (page->errors++ < LDT_PAGE_LINES)
		ldt_page_line(page, ldt_json_error(dtp, error), LDT_PAGE_ROOM);
}

/* ---- the first line */

static bool add_machine(struct json_object *line)
{
	struct utsname name;

	return uname(&name) == 0 && ldt_json_add_text(line, "host", name.nodename) &&
	       ldt_json_add_text(line, "system", name.sysname) && ldt_json_add_text(line, "release", name.release) &&
	       ldt_json_add_text(line, "build", name.version) && ldt_json_add_text(line, "machine", name.machine);
}

static bool add_times(struct json_object *line, const struct ldt_page *page)
{
	return ldt_json_add_number(line, "began", page->began_at) &&
	       ldt_json_add_number(line, "duration", page->stopped - page->began);
}

static bool add_losses(struct json_object *line, const struct ldt_page *page, const struct ldt_page_run *run)
{
	struct json_object *drops = json_object_new_object();
	bool good = drops != NULL;

	for (size_t kind = 0; good && kind < run->drop_count; kind++) {
		if (run->drops[kind])
			good = ldt_json_add_natural(drops, dtrace_dropname((dtrace_dropkind_t)kind), run->drops[kind]);
	}
	return ldt_json_add(line, "drops", drops) && good && ldt_json_add_natural(line, "errors", page->errors) &&
	       ldt_json_add_natural(line, "left_rows", page->left_rows);
}

char *ldt_page_run_line(dtrace_hdl_t *dtp, struct ldt_page *page, const struct ldt_page_run *run, size_t *size)
{
	struct json_object *line = ldt_json_line("run");
	bool good = ldt_json_add_number(line, "version", LDT_PAGE_VERSION) &&
		    ldt_json_add(line, "command", json_object_get(page->command)) && add_machine(line) &&
		    ldt_json_add_text(line, "engine", dtrace_engine(dtp)) &&
		    ldt_json_add_number(line, "cpus", dtp->conf.cpus) && add_times(line, page) &&
		    ldt_json_add_text(line, "ended", run->ended) &&
		    ldt_json_add(line, "complete", json_object_new_boolean(run->is_complete)) &&
		    ldt_json_add_number(line, "status", run->status) &&
		    ldt_json_add_natural(line, "firings", run->firings) &&
		    ldt_json_add_natural(line, "rows", run->rows) && add_losses(line, page, run);
	const char *text = good ? line_text(line, size) : NULL;
	char *copy = text ? malloc(*size + 1) : NULL;

	if (copy)
		memcpy(copy, text, *size + 1);
	json_object_put(line);
	return copy;
}

void ldt_page_why(const struct ldt_page *page, char *buf, size_t size)
{
	if (page->left_rows)
		snprintf(buf, size,
			 "%llu rows of aggregations are not on the page, which holds %u MB: print fewer, less often",
			 (unsigned long long)page->left_rows, LDT_PAGE_MOST >> 20);
	else
		buf[0] = '\0';
}
