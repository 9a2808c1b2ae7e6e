/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * symbols/process_symbols.c - names for addresses of processes: their mappings, and the files that
 * are mapped.
 */
#include <stdlib.h>
#include <string.h>

#include "process/process.h"
#include "symbols/symbols.h"

#define FRESH 1000000000ull /* ns that mappings are believed */

/* A file that is mapped somewhere: its functions are read once. */
struct object {
	struct ldt_mapping file;         /* only its identity */
	struct ldt_functions *functions; /* NULL: none to be had */
	struct object *next;
};

struct process {
	uint32_t pid;
	uint64_t read; /* when, ns */
	struct ldt_maps maps;
	struct object **objects; /* of each mapping; NULL: not looked at yet */
	struct process *next;
};

struct ldt_usyms {
	struct process *processes;
	struct object *objects;
};

/* ---- mappings -------------------------------------------------------------------------------- */

static const char *procfs_of(const struct dtrace_hdl *dtp)
{
	return dtp->copts.procfs_path ? dtp->copts.procfs_path : "/proc";
}

static bool read_maps(struct dtrace_hdl *dtp, struct process *process)
{
	struct object **objects;
	struct ldt_maps maps;

	if (!ldt_maps_read(procfs_of(dtp), process->pid, &maps))
		return false;
	objects = calloc(maps.count, sizeof(*objects));
	if (!objects) {
		ldt_maps_free(&maps);
		return false;
	}
	ldt_maps_free(&process->maps);
	free(process->objects);
	process->maps = maps;
	process->objects = objects;
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
	if (!process->maps.all || ldt_now() - process->read > FRESH)
		read_maps(dtp, process);
	return process;
}

static uint64_t object_base(const struct process *process, const struct ldt_mapping *mapping)
{
	const struct ldt_mapping *first = process->maps.all;

	while (first < mapping && strcmp(first->path, mapping->path) != 0)
		first++;
	return first->start;
}

/* ---- files ----------------------------------------------------------------------------------- */

static struct object *find_object(struct dtrace_hdl *dtp, const struct process *process,
				  const struct ldt_mapping *mapping)
{
	struct object *object = dtp->usyms->objects;

	while (object && !ldt_mapping_same_file(&object->file, mapping))
		object = object->next;
	if (object)
		return object;
	object = calloc(1, sizeof(*object));
	if (!object)
		return NULL;
	object->file = *mapping;
	object->file.path = strdup(mapping->path);
	if (!object->file.path) {
		free(object);
		return NULL;
	}
	object->functions = ldt_functions_of_mapping(procfs_of(dtp), process->pid, &process->maps, mapping);
	object->next = dtp->usyms->objects;
	dtp->usyms->objects = object;
	return object;
}

/* ---- addresses ------------------------------------------------------------------------------- */

enum ldt_code ldt_usym_is_code(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, uint64_t since)
{
	struct process *process = find_process(dtp, pid);
	const struct ldt_mapping *mapping = process ? ldt_maps_find(&process->maps, addr) : NULL;

	if (!process)
		return LDT_CODE_UNKNOWN;
	if (!mapping && (!process->maps.all || process->read < since)) {
		if (!read_maps(dtp, process))
			return LDT_CODE_UNKNOWN;
		mapping = ldt_maps_find(&process->maps, addr);
	}
	return mapping && mapping->executable ? LDT_CODE_YES : LDT_CODE_NO;
}

bool ldt_usym_find(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, struct ldt_usym *ret)
{
	const struct ldt_mapping *mapping;
	struct process *process;
	struct object **object;
	const char *slash;

	process = find_process(dtp, pid);
	mapping = process ? ldt_maps_find(&process->maps, addr) : NULL;
	if (!mapping || !mapping->path[0])
		return false;
	slash = strrchr(mapping->path, '/');
	ret->object = slash ? slash + 1 : mapping->path;
	ret->name = NULL;
	ret->into = 0;
	ret->offset = addr - mapping->start + mapping->offset;
	ret->base = object_base(process, mapping);
	object = &process->objects[mapping - process->maps.all];
	if (!*object && mapping->path[0] == '/')
		*object = find_object(dtp, process, mapping);
	if (*object && (*object)->functions)
		ret->name = ldt_functions_name((*object)->functions, ret->offset, &ret->into);
	return true;
}

void ldt_usyms_destroy(struct ldt_usyms *usyms)
{
	if (!usyms)
		return;
	while (usyms->processes) {
		struct process *process = usyms->processes;

		usyms->processes = process->next;
		ldt_maps_free(&process->maps);
		free(process->objects);
		free(process);
	}
	while (usyms->objects) {
		struct object *object = usyms->objects;

		usyms->objects = object->next;
		ldt_functions_free(object->functions);
		free(object->file.path);
		free(object);
	}
	free(usyms);
}
