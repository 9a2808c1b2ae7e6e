/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/maps.c - what a process has mapped, by /proc/PID/maps. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/process.h"

/* The kernel writes a newline in a path as \012. */
static void unescape(char *path)
{
	char *to = path;

	for (; *path; path++) {
		if (strncmp(path, "\\012", 4) == 0) {
			*to++ = '\n';
			path += 3;
		} else {
			*to++ = *path;
		}
	}
	*to = '\0';
}

/* One line: start-end perms offset device inode path. */
static bool parse_line(char *line, struct ldt_mapping *ret)
{
	static const char deleted[] = " (deleted)";
	char permissions[8];
	uint32_t major, minor;
	size_t length;
	int path = 0;

	memset(ret, 0, sizeof(*ret));
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %" SCNx32 ":%" SCNx32 " %" SCNu64 " %n", &ret->start,
		   &ret->end, permissions, &ret->offset, &major, &minor, &ret->inode, &path) < 7 ||
	    !path)
		return false;
	ret->executable = strchr(permissions, 'x') != NULL;
	ret->writable = strchr(permissions, 'w') != NULL;
	ret->is_shared = strchr(permissions, 's') != NULL;
	ret->device = (uint64_t)major << 32 | minor;
	line += path;
	line[strcspn(line, "\n")] = '\0';
	length = strlen(line);
	if (length > sizeof(deleted) - 1 && strcmp(line + length - (sizeof(deleted) - 1), deleted) == 0) {
		line[length - (sizeof(deleted) - 1)] = '\0';
		ret->is_deleted = true;
	}
	unescape(line);
	ret->path = strdup(line);
	return ret->path != NULL;
}

bool ldt_maps_read(const char *procfs, uint32_t pid, struct ldt_maps *ret)
{
	struct ldt_maps maps = { 0 };
	size_t room = 0, line_room = 0;
	char *line = NULL, *path;
	FILE *file;

	if (asprintf(&path, "%s/%" PRIu32 "/maps", procfs, pid) < 0)
		return false;
	file = fopen(path, "re");
	free(path);
	if (!file)
		return false;
	while (getline(&line, &line_room, file) > 0) {
		if (maps.count == room) {
			struct ldt_mapping *more = realloc(maps.all, (room ? room * 2 : 64) * sizeof(*more));

			if (!more)
				break;
			maps.all = more;
			room = room ? room * 2 : 64;
		}
		maps.count += parse_line(line, &maps.all[maps.count]);
	}
	free(line);
	fclose(file);
	if (maps.count == 0) { /* it is ending: nothing is mapped any more */
		free(maps.all);
		return false;
	}
	*ret = maps;
	return true;
}

void ldt_maps_free(struct ldt_maps *maps)
{
	for (size_t i = 0; i < maps->count; i++)
		free(maps->all[i].path);
	free(maps->all);
	*maps = (struct ldt_maps){ 0 };
}

const struct ldt_mapping *ldt_maps_find(const struct ldt_maps *maps, uint64_t addr)
{
	size_t low = 0, high = maps->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (addr >= maps->all[middle].end)
			low = middle + 1;
		else
			high = middle;
	}
	return low < maps->count && addr >= maps->all[low].start ? &maps->all[low] : NULL;
}

bool ldt_mapping_same_file(const struct ldt_mapping *a, const struct ldt_mapping *b)
{
	return a->inode == b->inode && a->device == b->device && strcmp(a->path, b->path) == 0;
}
