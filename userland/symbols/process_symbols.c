/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * symbols/process_symbols.c - names for addresses of processes: their mappings, and the files that
 * are mapped.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/symbols.h"
#include "symbols/elf_symbols.h"

#define FRESH 1000000000ull /* ns that mappings are believed */

/* A file as /proc/PID/maps says: processes with other roots have other files by the same path. */
struct file {
	char *path; /* "": anonymous memory */
	char device[16];
	uint64_t inode;
};

struct object {
	struct file file;
	struct ldt_elfsyms *syms; /* NULL: none to be had */
	struct object *next;
};

struct mapping {
	uint64_t start, end, offset;
	bool executable;
	struct file file;
	struct object *object; /* NULL: not looked at yet */
};

struct process {
	uint32_t pid;
	uint64_t read; /* when, ns */
	struct mapping *maps;
	size_t count;
	struct process *next;
};

struct ldt_usyms {
	struct process *processes;
	struct object *objects;
};

/* ---- mappings -------------------------------------------------------------------------------- */

static void maps_free(struct mapping *maps, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(maps[i].file.path);
	free(maps);
}

/* One line of /proc/PID/maps: start-end perms offset device inode path. */
static bool parse_line(char *line, struct mapping *ret)
{
	static const char deleted[] = " (deleted)";
	char permissions[8];
	size_t length;
	int path = 0;

	memset(ret, 0, sizeof(*ret));
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %15s %" SCNu64 " %n", &ret->start, &ret->end,
		   permissions, &ret->offset, ret->file.device, &ret->file.inode, &path) < 6 ||
	    !path)
		return false;
	ret->executable = strchr(permissions, 'x') != NULL;
	line += path;
	line[strcspn(line, "\n")] = '\0';
	length = strlen(line);
	if (length > sizeof(deleted) - 1 && strcmp(line + length - (sizeof(deleted) - 1), deleted) == 0)
		line[length - (sizeof(deleted) - 1)] = '\0';
	ret->file.path = strdup(line);
	return ret->file.path != NULL;
}

static bool read_maps(struct dtrace_hdl *dtp, struct process *process)
{
	const char *root = dtp->copts.procfs_path ? dtp->copts.procfs_path : "/proc";
	struct mapping *maps = NULL, *more;
	char *line = NULL, *path;
	size_t count = 0, room = 0;
	FILE *file;

	if (asprintf(&path, "%s/%u/maps", root, process->pid) < 0)
		return false;
	file = fopen(path, "re");
	free(path);
	if (!file)
		return false;
	while (getline(&line, &room, file) > 0) {
		more = realloc(maps, (count + 1) * sizeof(*maps));
		if (!more)
			break;
		maps = more;
		count += parse_line(line, &maps[count]);
	}
	free(line);
	fclose(file);
	if (count == 0) { /* it is ending: nothing is mapped any more */
		free(maps);
		return false;
	}
	maps_free(process->maps, process->count);
	process->maps = maps;
	process->count = count;
	process->read = ldt_now();
	return true;
}

static struct process *find_process(struct dtrace_hdl *dtp, uint32_t pid)
{
	struct process *process;

	if (!dtp->usyms)
		dtp->usyms = calloc(1, sizeof(*dtp->usyms));
	if (!dtp->usyms || !pid)
		return NULL;
	process = dtp->usyms->processes;
	while (process && process->pid != pid)
		process = process->next;
	if (!process) {
		process = calloc(1, sizeof(*process));
		if (!process)
			return NULL;
		process->pid = pid;
		process->next = dtp->usyms->processes;
		dtp->usyms->processes = process;
	}
	if (!process->maps || ldt_now() - process->read > FRESH)
		read_maps(dtp, process);
	return process;
}

static struct mapping *find_mapping(const struct process *process, uint64_t addr)
{
	size_t low = 0, high = process->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (addr >= process->maps[middle].end)
			low = middle + 1;
		else
			high = middle;
	}
	return low < process->count && addr >= process->maps[low].start ? &process->maps[low] : NULL;
}

static uint64_t object_base(const struct process *process, const struct mapping *mapping)
{
	const struct mapping *first = process->maps;

	while (first < mapping && strcmp(first->file.path, mapping->file.path) != 0)
		first++;
	return first->start;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Open a file as the process sees it, whose root may be another; else by its path here. */
static struct ldt_elfsyms *open_object(struct dtrace_hdl *dtp, uint32_t pid, const char *path)
{
	const char *root = dtp->copts.procfs_path ? dtp->copts.procfs_path : "/proc";
	struct ldt_elfsyms *syms = NULL;
	char *inside;

	if (asprintf(&inside, "%s/%u/root", root, pid) >= 0) {
		syms = ldt_elfsyms_open(inside, path);
		free(inside);
	}
	return syms ? syms : ldt_elfsyms_open("", path);
}

static bool is_same_file(const struct file *a, const struct file *b)
{
	return a->inode == b->inode && strcmp(a->device, b->device) == 0 && strcmp(a->path, b->path) == 0;
}

static struct object *find_object(struct dtrace_hdl *dtp, uint32_t pid, const struct file *file)
{
	struct object *object = dtp->usyms->objects;

	while (object && !is_same_file(&object->file, file))
		object = object->next;
	if (object)
		return object;
	object = calloc(1, sizeof(*object));
	if (!object)
		return NULL;
	object->file = *file;
	object->file.path = strdup(file->path);
	if (!object->file.path) {
		free(object);
		return NULL;
	}
	object->syms = open_object(dtp, pid, file->path);
	object->next = dtp->usyms->objects;
	dtp->usyms->objects = object;
	return object;
}

/* ---- addresses ------------------------------------------------------------------------------- */

enum ldt_code ldt_usym_is_code(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, uint64_t since)
{
	struct process *process = find_process(dtp, pid);
	const struct mapping *mapping = process ? find_mapping(process, addr) : NULL;

	if (!process)
		return LDT_CODE_UNKNOWN;
	if (!mapping && (!process->maps || process->read < since)) {
		if (!read_maps(dtp, process))
			return LDT_CODE_UNKNOWN;
		mapping = find_mapping(process, addr);
	}
	return mapping && mapping->executable ? LDT_CODE_YES : LDT_CODE_NO;
}

bool ldt_usym_find(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, struct ldt_usym *ret)
{
	struct process *process;
	struct mapping *mapping;
	const char *slash;

	process = find_process(dtp, pid);
	mapping = process ? find_mapping(process, addr) : NULL;
	if (!mapping || !mapping->file.path[0])
		return false;
	slash = strrchr(mapping->file.path, '/');
	ret->object = slash ? slash + 1 : mapping->file.path;
	ret->name = NULL;
	ret->into = 0;
	ret->offset = addr - mapping->start + mapping->offset;
	ret->base = object_base(process, mapping);
	if (!mapping->object && mapping->file.path[0] == '/')
		mapping->object = find_object(dtp, pid, &mapping->file);
	if (mapping->object && mapping->object->syms)
		ret->name = ldt_elfsyms_find(mapping->object->syms, ret->offset, &ret->into);
	return true;
}

void ldt_usyms_destroy(struct ldt_usyms *usyms)
{
	if (!usyms)
		return;
	while (usyms->processes) {
		struct process *process = usyms->processes;

		usyms->processes = process->next;
		maps_free(process->maps, process->count);
		free(process);
	}
	while (usyms->objects) {
		struct object *object = usyms->objects;

		usyms->objects = object->next;
		ldt_elfsyms_close(object->syms);
		free(object->file.path);
		free(object);
	}
	free(usyms);
}
