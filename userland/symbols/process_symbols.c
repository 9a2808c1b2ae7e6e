/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * symbols/process_symbols.c - names for addresses of processes: their mappings, and the files that
 * are mapped.
 *
 * A process that lives is asked itself (/proc). What one had that has ended, or has executed another
 * program since, the core knows for some time: the consumer fetches it as it comes. So a process may
 * have several lives: an address is looked for in the latest one first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dtrace/ioctl.h>

#include "engine/engine.h"
#include "process/process.h"
#include "symbols/perf_map.h"
#include "symbols/symbols.h"

#define FRESH      1000000000ull /* ns that mappings are believed */
#define BUCKETS    1024u         /* a power of two */
#define LIVES_MAX  16384u        /* ended lives that are kept */
#define PID_NOBODY 0u            /* the process of a life that has ended: no file is opened through it */
#define VDSO       "[vdso]"

/* A file that is mapped somewhere: its functions are read once. */
struct object {
	struct ldt_mapping file;         /* only its identity */
	struct ldt_functions *functions; /* NULL: none to be had */
	struct object *next;
};

/* The mappings of a process as they are, or were when it ended. */
struct life {
	struct life *before; /* ended earlier */
	struct ldt_maps maps;
	struct object **objects; /* of each mapping; NULL: not looked at yet */
};

struct process {
	struct process *next; /* of the same bucket */
	uint32_t pid;
	uint64_t read;      /* when the present life was looked at, ns */
	bool is_asked;      /* the core was asked for it, since /proc does not know it */
	struct life *ended; /* the latest first */
	struct life now;
	struct ldt_perf_map *made; /* names of code that it has made itself; NULL: none that is known */
	uint64_t made_read;        /* when that was looked for, ns */
	char made_object[32];      /* what it is called: perf-PID.map */
};

struct ldt_usyms {
	struct process *processes[BUCKETS];
	struct object *objects;
	/* processes with lives that have ended, in that order: a ring */
	uint32_t lived[LIVES_MAX];
	uint64_t lives;    /* so many have been written */
	uint64_t sequence; /* of the last one that the core has told of */
	struct dtrace_textfile *room;
};

/* ---- mappings -------------------------------------------------------------------------------- */

static void life_clear(struct life *life)
{
	ldt_maps_free(&life->maps);
	free(life->objects);
	*life = (struct life){ .before = life->before };
}

/* Takes @maps, in any case. */
static bool life_fill(struct life *life, struct ldt_maps *maps)
{
	struct object **objects = calloc(maps->count ? maps->count : 1, sizeof(*objects));

	if (!objects) {
		ldt_maps_free(maps);
		return false;
	}
	life_clear(life);
	life->maps = *maps;
	life->objects = objects;
	return true;
}

static bool read_maps(struct dtrace_hdl *dtp, struct process *process)
{
	struct ldt_maps maps;

	if (!ldt_maps_read(ldt_procfs(dtp), process->pid, &maps) || !life_fill(&process->now, &maps))
		return false;
	process->read = ldt_now();
	return true;
}

static struct process **bucket_of(struct ldt_usyms *usyms, uint32_t pid)
{
	return &usyms->processes[pid % BUCKETS];
}

static bool usyms_open(struct dtrace_hdl *dtp)
{
	if (!dtp->usyms)
		dtp->usyms = calloc(1, sizeof(*dtp->usyms));
	return dtp->usyms != NULL;
}

static struct process *get_process(struct dtrace_hdl *dtp, uint32_t pid)
{
	struct process **bucket, *process;

	if (!pid || !usyms_open(dtp))
		return NULL;
	bucket = bucket_of(dtp->usyms, pid);
	process = *bucket;
	while (process && process->pid != pid)
		process = process->next;
	if (process)
		return process;
	process = calloc(1, sizeof(*process));
	if (!process)
		return NULL;
	process->pid = pid;
	process->next = *bucket;
	*bucket = process;
	return process;
}

/* ---- lives that have ended ------------------------------------------------------------------- */

static bool take_mapping(struct ldt_mapping *to, const struct dtrace_textfile *file)
{
	static const char deleted[] = " (deleted)";
	const char *path = file->inode ? file->path : VDSO;
	size_t length = strnlen(path, DTRACE_FILES_PATH), end = sizeof(deleted) - 1;

	*to = (struct ldt_mapping){
		.start = file->start,
		.end = file->end,
		.offset = file->offset,
		.device = file->device,
		.inode = file->inode,
		.executable = true,
	};
	if (length > end && memcmp(path + length - end, deleted, end) == 0) {
		length -= end;
		to->is_deleted = true;
	}
	to->path = strndup(path, length);
	return to->path != NULL;
}

static bool maps_of(const struct dtrace_textfile *files, size_t count, struct ldt_maps *ret)
{
	*ret = (struct ldt_maps){ .all = calloc(count ? count : 1, sizeof(ret->all[0])) };
	while (ret->all && ret->count < count && take_mapping(&ret->all[ret->count], &files[ret->count]))
		ret->count++;
	if (ret->all && ret->count == count)
		return true;
	ldt_maps_free(ret);
	return false;
}

static void life_free(struct life *life)
{
	life_clear(life);
	free(life);
}

/* The process whose life ended first of all loses it. */
static void forget_oldest(struct dtrace_hdl *dtp)
{
	struct ldt_usyms *usyms = dtp->usyms;
	struct process *process = get_process(dtp, usyms->lived[usyms->lives % LIVES_MAX]);
	struct life **link = process ? &process->ended : NULL, *oldest;

	while (link && *link && (*link)->before)
		link = &(*link)->before;
	if (!link || !*link)
		return;
	oldest = *link;
	*link = NULL;
	life_free(oldest);
}

static void add_ended(struct dtrace_hdl *dtp, uint32_t pid, const struct dtrace_textfile *files, size_t count)
{
	struct process *process = get_process(dtp, pid);
	struct life *life = process ? calloc(1, sizeof(*life)) : NULL;
	struct ldt_maps maps;

	if (!life || !maps_of(files, count, &maps) || !life_fill(life, &maps)) {
		free(life);
		return;
	}
	if (dtp->usyms->lives >= LIVES_MAX)
		forget_oldest(dtp);
	dtp->usyms->lived[dtp->usyms->lives++ % LIVES_MAX] = pid;
	life->before = process->ended;
	process->ended = life;
}

/* Ask the core for the mappings of a process: the one with this number, or, with 0, the next that has ended. */
static bool ask_core(struct dtrace_hdl *dtp, uint32_t pid)
{
	struct dtrace_textfile *files = calloc(DTRACE_FILES_MAX, sizeof(*files));
	struct dtrace_mapped request = {
		.buffer = (uintptr_t)files, .sequence = dtp->usyms->sequence, .count = DTRACE_FILES_MAX, .pid = pid
	};
	bool found = files && ldt_ioctl(dtp, DTRACEIOC_MAPPED, &request) == 0;

	if (found)
		add_ended(dtp, request.pid, files, request.count < DTRACE_FILES_MAX ? request.count : DTRACE_FILES_MAX);
	if (found && !pid)
		dtp->usyms->sequence = request.sequence;
	free(files);
	return found;
}

void ldt_usyms_ended(struct dtrace_hdl *dtp)
{
	while (usyms_open(dtp) && ask_core(dtp, 0))
		;
}

/* ---- processes ------------------------------------------------------------------------------- */

/* A process, its present life looked at not long ago if it has one. */
static struct process *find_process(struct dtrace_hdl *dtp, uint32_t pid)
{
	struct process *process = get_process(dtp, pid);

	if (!process || (process->now.maps.all && ldt_now() - process->read <= FRESH))
		return process;
	if (!read_maps(dtp, process) && !process->now.maps.all && !process->is_asked && dtp->engine) {
		process->is_asked = true;
		ask_core(dtp, pid);
	}
	return process;
}

/* The latest life in which there is something at an address. */
static struct life *find_life(struct process *process, uint64_t addr, const struct ldt_mapping **mapping)
{
	struct life *life = &process->now;

	*mapping = ldt_maps_find(&life->maps, addr);
	for (life = *mapping ? life : process->ended; life && !*mapping; life = *mapping ? life : life->before)
		*mapping = ldt_maps_find(&life->maps, addr);
	return *mapping ? life : NULL;
}

/* Where a life has the beginning of a file. Of one that has ended only the code is known. */
static uint64_t object_base(const struct life *life, const struct ldt_mapping *mapping)
{
	const struct ldt_mapping *first = life->maps.all;

	while (first < mapping && strcmp(first->path, mapping->path) != 0)
		first++;
	return first->start - first->offset;
}

/* ---- files ----------------------------------------------------------------------------------- */

static struct object *find_object(struct dtrace_hdl *dtp, uint32_t pid, const struct life *life,
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
	object->functions = ldt_functions_of_mapping(ldt_procfs(dtp), pid, &life->maps, mapping);
	object->next = dtp->usyms->objects;
	dtp->usyms->objects = object;
	return object;
}

/* ---- addresses ------------------------------------------------------------------------------- */

void ldt_symbols_recorded(struct dtrace_hdl *dtp)
{
	dtp->recorded = ldt_now();
	ldt_ksyms_check(dtp);
}

/*
 * The latest life in which there is something at an address. Where none has, the process may have mapped it before the
 * record was made and after it was looked at.
 */
static struct life *look_again(struct dtrace_hdl *dtp, struct process *process, uint64_t addr,
			       const struct ldt_mapping **mapping)
{
	struct life *life = find_life(process, addr, mapping);

	if (!life && process->now.maps.all && process->read < dtp->recorded && read_maps(dtp, process))
		life = find_life(process, addr, mapping);
	return life;
}

enum ldt_code ldt_usym_is_code(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr)
{
	struct process *process = find_process(dtp, pid);
	const struct ldt_mapping *mapping;

	if (!process)
		return LDT_CODE_UNKNOWN;
	if (!look_again(dtp, process, addr, &mapping) && !process->ended &&
	    (!process->now.maps.all || process->read < dtp->recorded))
		return LDT_CODE_UNKNOWN;
	return mapping && mapping->executable ? LDT_CODE_YES : LDT_CODE_NO;
}

/* The names of code that the process has made itself, as they are now. */
static const struct ldt_perf_map *made_names(struct dtrace_hdl *dtp, struct process *process)
{
	struct ldt_perf_map *map;

	if (process->made_read && ldt_now() - process->made_read <= FRESH)
		return process->made;
	process->made_read = ldt_now();
	if (process->made && !ldt_perf_map_changed(process->made))
		return process->made;
	map = ldt_perf_map_open(ldt_procfs(dtp), process->pid);
	if (!map)
		return process->made;
	ldt_perf_map_close(process->made);
	process->made = map;
	snprintf(process->made_object, sizeof(process->made_object), "perf-%u.map", (unsigned int)process->pid);
	return process->made;
}

/* An address of such code. Its object is the mapping's, if that has a name. */
static bool find_made(struct dtrace_hdl *dtp, struct process *process, uint64_t addr, struct ldt_usym *ret)
{
	const struct ldt_perf_map *map = made_names(dtp, process);
	uint64_t into;

	ret->name = map ? ldt_perf_map_find(map, addr, &into) : NULL;
	if (!ret->name)
		return false;
	ret->into = into;
	if (!ret->object) {
		ret->object = process->made_object;
		ret->offset = addr;
		ret->base = addr - into;
	}
	return true;
}

/* The file of a mapping of a life; NULL: it has none that can be read. */
static const struct object *object_of(struct dtrace_hdl *dtp, const struct process *process, struct life *life,
				      const struct ldt_mapping *mapping)
{
	struct object **object = &life->objects[mapping - life->maps.all];

	if (!*object && mapping->path[0] == '/')
		*object = find_object(dtp, life == &process->now ? process->pid : PID_NOBODY, life, mapping);
	return *object;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/*
 * A variable of a file that the process has code of. Its memory may be of no file (.bss), and is not known any
 * more when the process has ended.
 */
static bool find_variable(struct dtrace_hdl *dtp, struct process *process, struct life *life, uint64_t addr,
			  struct ldt_usym *ret)
{
	for (size_t i = 0; i < life->maps.count; i++) {
		const struct ldt_mapping *mapping = &life->maps.all[i];
		const struct object *object = mapping->executable ? object_of(dtp, process, life, mapping) : NULL;

		if (!object || !object->functions)
			continue;
		ret->name = ldt_functions_variable(object->functions, mapping, addr, &ret->into);
		if (!ret->name)
			continue;
		ret->object = base_name(mapping->path);
		ret->base = object_base(life, mapping);
		ret->offset = addr - ret->base;
		return true;
	}
	return false;
}

static bool find_symbol(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, struct ldt_usym *ret)
{
	struct process *process = find_process(dtp, pid);
	const struct ldt_mapping *mapping;
	const struct object *object;
	struct life *life, *other;

	if (!process)
		return false;
	life = look_again(dtp, process, addr, &mapping);
	*ret = (struct ldt_usym){ .object = NULL };
	if (life && !mapping->executable && find_variable(dtp, process, life, addr, ret))
		return true;
	for (other = life ? NULL : process->ended; other; other = other->before) {
		if (find_variable(dtp, process, other, addr, ret))
			return true;
	}
	if (!life || !mapping->path[0])
		return find_made(dtp, process, addr, ret);
	ret->object = base_name(mapping->path);
	ret->offset = addr - mapping->start + mapping->offset;
	ret->base = object_base(life, mapping);
	object = object_of(dtp, process, life, mapping);
	if (object && object->functions)
		ret->name = ldt_functions_name(object->functions, ret->offset, &ret->into);
	if (!ret->name && mapping->executable)
		find_made(dtp, process, addr, ret);
	return true;
}

bool ldt_usym_find(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, struct ldt_usym *ret)
{
	if (!find_symbol(dtp, pid, addr, ret))
		return false;
	ret->name = ldt_demangled(dtp, ret->name);
	return true;
}

static void process_free(struct process *process)
{
	struct life *life;

	while ((life = process->ended) != NULL) {
		process->ended = life->before;
		life_free(life);
	}
	life_clear(&process->now);
	ldt_perf_map_close(process->made);
	free(process);
}

void ldt_usyms_destroy(struct ldt_usyms *usyms)
{
	struct process *process;

	if (!usyms)
		return;
	for (size_t i = 0; i < BUCKETS; i++) {
		while ((process = usyms->processes[i]) != NULL) {
			usyms->processes[i] = process->next;
			process_free(process);
		}
	}
	while (usyms->objects) {
		struct object *object = usyms->objects;

		usyms->objects = object->next;
		ldt_functions_free(object->functions);
		free(object->file.path);
		free(object);
	}
	free(usyms->room);
	free(usyms);
}
