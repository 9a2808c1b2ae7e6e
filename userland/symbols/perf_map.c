/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* symbols/perf_map.c - names of code made at run time; see perf_map.h. */
#include "symbols/perf_map.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/files.h"

#define NAME_MAX_BYTES 1023
#define LINE_MAX_BYTES 2048 /* of a longer one its beginning counts */

/* Whoever writes the file has any size for nothing (it may be sparse): what is beyond is not read. */
#define BYTES_MAX      ((size_t)256 << 20)
#define NAMES_MAX      ((size_t)4 << 20)

struct code {
	uint64_t start, end;
	uint64_t reach; /* the largest end of this one and those before it */
	size_t line;    /* of two at one address the later line counts */
	char *name;
};

struct ldt_perf_map {
	char *path;
	struct stat status; /* of the file as it was read */
	struct code *all;   /* by start */
	size_t count, room;
};

/* ---- finding the file ------------------------------------------------------------------------ */

/* The process's user, and the number that it has in its own namespace. False: it is gone. */
static bool identity_of(const char *procfs, uint32_t pid, uid_t *user, uint32_t *own)
{
	char *line = NULL, *path;
	unsigned int value;
	size_t room = 0;
	FILE *file;

	*own = pid;
	*user = 0;
	if (asprintf(&path, "%s/%" PRIu32 "/status", procfs, pid) < 0)
		return false;
	file = fopen(path, "re");
	free(path);
	if (!file)
		return false;
	while (getline(&line, &room, file) > 0) {
		if (sscanf(line, "Uid: %*u %u", &value) == 1) /* the effective one */
			*user = value;
		if (strncmp(line, "NSpid:", 6) == 0 && strrchr(line, '\t') &&
		    sscanf(strrchr(line, '\t'), "%u", &value) == 1)
			*own = value;
	}
	free(line);
	fclose(file);
	return true;
}

/* ---- reading it ------------------------------------------------------------------------------ */

static char *printable(const char *text)
{
	size_t length = strcspn(text, "\r\n");
	char *name = strndup(text, length < NAME_MAX_BYTES ? length : NAME_MAX_BYTES);

	for (char *at = name; at && *at; at++) {
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			*at = '?';
	}
	return name;
}

/* False: no memory. A line that is none is left out. */
static bool add_line(struct ldt_perf_map *map, const char *line)
{
	struct code *more, code = { .line = map->count };
	uint64_t size;
	int name = 0;

	if (sscanf(line, "%" SCNx64 " %" SCNx64 " %n", &code.start, &size, &name) < 2 || !name || !line[name] ||
	    line[name] == '\n' || size == 0 || code.start + size < code.start)
		return true;
	code.end = code.start + size;
	if (map->count == map->room) {
		more = realloc(map->all, (map->room ? 2 * map->room : 256) * sizeof(*more));
		if (!more)
			return false;
		map->all = more;
		map->room = map->room ? 2 * map->room : 256;
	}
	code.name = printable(line + name);
	if (!code.name)
		return false;
	map->all[map->count++] = code;
	return true;
}

static int by_start(const void *a, const void *b)
{
	const struct code *left = a, *right = b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return left->line < right->line ? -1 : 1;
}

/* Takes a line, or its beginning. False: there is none, or it ends beyond what is read. */
static bool next_line(FILE *file, char line[LINE_MAX_BYTES], size_t *left)
{
	size_t length = 0;
	int byte = EOF;

	while (*left && (byte = getc_unlocked(file)) != EOF && byte != '\n') {
		if (length < LINE_MAX_BYTES - 1)
			line[length++] = (char)byte;
		--*left;
	}
	line[length] = '\0';
	return *left && (byte == '\n' || length);
}

static void read_lines(struct ldt_perf_map *map, FILE *file)
{
	char line[LINE_MAX_BYTES];
	size_t left = BYTES_MAX;
	uint64_t reach = 0;

	while (map->count < NAMES_MAX && next_line(file, line, &left) && add_line(map, line))
		left -= left != 0; /* the line's end */
	if (map->count)
		qsort(map->all, map->count, sizeof(map->all[0]), by_start);
	for (size_t i = 0; i < map->count; i++) {
		reach = map->all[i].end > reach ? map->all[i].end : reach;
		map->all[i].reach = reach;
	}
}

/* Takes @path. */
static struct ldt_perf_map *open_file(char *path, uid_t user)
{
	struct ldt_perf_map *map = calloc(1, sizeof(*map));
	int fd = ldt_regular_open(path, O_NOFOLLOW);
	FILE *file = NULL;

	if (map && fd != -1 && fstat(fd, &map->status) == 0 && (map->status.st_uid == user || map->status.st_uid == 0))
		file = fdopen(fd, "r");
	if (!file) {
		if (fd != -1)
			close(fd);
		free(map);
		free(path);
		return NULL;
	}
	map->path = path;
	read_lines(map, file);
	fclose(file);
	return map;
}

struct ldt_perf_map *ldt_perf_map_open(const char *procfs, uint32_t pid)
{
	uint32_t own;
	uid_t user;
	char *path;

	if (!identity_of(procfs, pid, &user, &own) ||
	    asprintf(&path, "%s/%" PRIu32 "/root/tmp/perf-%" PRIu32 ".map", procfs, pid, own) < 0)
		return NULL;
	return open_file(path, user);
}

void ldt_perf_map_close(struct ldt_perf_map *map)
{
	if (!map)
		return;
	for (size_t i = 0; i < map->count; i++)
		free(map->all[i].name);
	free(map->all);
	free(map->path);
	free(map);
}

bool ldt_perf_map_changed(const struct ldt_perf_map *map)
{
	struct stat now;

	if (stat(map->path, &now) != 0)
		return false; /* it went with its process: what was read is all there is */
	return now.st_size != map->status.st_size || now.st_ino != map->status.st_ino ||
	       now.st_mtim.tv_sec != map->status.st_mtim.tv_sec || now.st_mtim.tv_nsec != map->status.st_mtim.tv_nsec;
}

const char *ldt_perf_map_find(const struct ldt_perf_map *map, uint64_t addr, uint64_t *into)
{
	const struct code *found = NULL;
	size_t first = 0, end = map->count, middle;

	while (first < end) {
		middle = first + (end - first) / 2;
		if (map->all[middle].start <= addr)
			first = middle + 1;
		else
			end = middle;
	}
	for (size_t i = first; i > 0 && map->all[i - 1].reach > addr; i--) {
		const struct code *code = &map->all[i - 1];

		if (addr < code->end && (!found || code->line > found->line))
			found = code;
	}
	if (!found)
		return NULL;
	*into = addr - found->start;
	return found->name;
}
