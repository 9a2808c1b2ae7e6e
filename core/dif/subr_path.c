/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* subr_path.c - file names: basename, dirname, cleanpath. Text only, nothing is looked up. */
#include "core/dif/dif_impl.h"

/* Where the last component of a path is, and where the one before it ends. Positions; begin == end: there is no
 * component. */
struct components {
	int64_t length;
	uint64_t begin, end;
	uint64_t before; /* end of the component before the last one, 0 when there is none */
};

DT_PROBE_CTX static bool find_components(struct dt_reader *reader, struct components *found)
{
	uint64_t at;
	int c;
	int last = '/';

	found->begin = 0;
	found->end = 0;
	found->before = 0;
	for (at = 0; (c = dt_byte(reader, at)) > 0; at++) {
		if (c != '/') {
			if (last == '/') {
				found->before = found->end;
				found->begin = at;
			}
			found->end = at + 1;
		}
		last = c;
	}
	found->length = (int64_t)at;
	return c == 0;
}

DT_PROBE_CTX static uint64_t part_of(const struct dt_call *call, struct dt_reader *reader, uint64_t begin, uint64_t end)
{
	struct dt_string string;
	int c;

	dt_string_begin(&string, call->mstate);
	for (; begin < end; begin++) {
		c = dt_byte(reader, begin);
		if (c <= 0 || !dt_string_put(&string, c))
			break;
	}
	return dt_string_end(&string);
}

DT_PROBE_CTX static uint64_t one_character(const struct dt_call *call, int c)
{
	struct dt_string string;

	dt_string_begin(&string, call->mstate);
	dt_string_put(&string, c);
	return dt_string_end(&string);
}

DT_PROBE_CTX uint64_t dt_subr_basename(const struct dt_call *call)
{
	struct dt_reader reader;
	struct components found;

	dt_call_string(call, 0, &reader);
	if (!find_components(&reader, &found))
		return 0;
	if (found.begin == found.end)
		return one_character(call, found.length ? '/' : '.');
	return part_of(call, &reader, found.begin, found.end);
}

DT_PROBE_CTX uint64_t dt_subr_dirname(const struct dt_call *call)
{
	struct dt_reader reader;
	struct components found;

	dt_call_string(call, 0, &reader);
	if (!find_components(&reader, &found))
		return 0;
	if (found.before)
		return part_of(call, &reader, 0, found.before);
	return one_character(call, found.begin || (found.begin == found.end && found.length) ? '/' : '.');
}

/* ---- cleanpath ------------------------------------------------------------------------------- */

/* Whether what has been written is, or ends in, a component "..". */
DT_PROBE_CTX static bool ends_in_dots(const struct dt_string *path)
{
	size_t used = path->used;

	if (used < 2 || path->text[used - 1] != '.' || path->text[used - 2] != '.')
		return false;
	return used == 2 || path->text[used - 3] == '/';
}

/* ".." after what has been written: remove the last component; at a leading ".." of a relative path
 * append another "..". */
DT_PROBE_CTX static void go_up(struct dt_string *path, bool last)
{
	if (path->used > path->room) {
		dt_mstate_fault(path->mstate, DTRACEFLT_NOSCRATCH, 0);
		return;
	}
	if (ends_in_dots(path)) {
		dt_string_put(path, '/');
		dt_string_put(path, '.');
		dt_string_put(path, '.');
		return;
	}
	while (path->used && path->text[path->used - 1] != '/')
		path->used--;
	if (path->used)
		path->used--;
	if (last)
		dt_string_put(path, '/');
}

/*
 * cleanpath(path): "//" and "/./" become "/", "/x/.." is removed, by text alone. As in the illumos
 * lineage a slash at the end stays, so does a last "/.", and a path whose components are all
 * removed continues as an absolute one.
 */
DT_PROBE_CTX uint64_t dt_subr_cleanpath(const struct dt_call *call)
{
	struct dt_string path;
	struct dt_reader reader;
	uint64_t at = 0;
	uint64_t size;
	int c;

	dt_string_begin(&path, call->mstate);
	dt_call_string(call, 0, &reader);
	while ((c = dt_byte(&reader, at)) > 0 && c != '/') {
		dt_string_put(&path, c);
		at++;
	}
	while (c == '/') {
		while ((c = dt_byte(&reader, at)) == '/')
			at++;
		for (size = 0; (c = dt_byte(&reader, at + size)) > 0 && c != '/';)
			size++;
		if (size == 1 && c == '/' && dt_byte(&reader, at) == '.') {
			at++;
			continue;
		}
		if (size == 2 && dt_byte(&reader, at) == '.' && dt_byte(&reader, at + 1) == '.') {
			go_up(&path, c == 0);
			at += 2;
			continue;
		}
		dt_string_put(&path, '/');
		for (; size; size--)
			dt_string_put(&path, dt_byte(&reader, at++));
	}
	return dt_string_end(&path);
}
