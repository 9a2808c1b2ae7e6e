/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/link_maps.c - the loader's list of what it loaded, in the process's memory (<link.h>).
 *
 *      dynamic section of a.out: DT_DEBUG
 *          --> struct r_debug { version, map, brk, state, ldbase [, next] }
 *                 | map: struct link_map { addr, name, dynamic, next, ...}
 *                 | next (version 2): the r_debug of the next link map
 *
 * All of it is the process's, which may change it while it is read, or lie.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "process/map_file.h"
#include "process/target.h"

#define TAG_DEBUG        21 /* DT_DEBUG */
#define STATE_CONSISTENT 0  /* RT_CONSISTENT */
#define TAGS_MAX         4096
#define MAPS_MAX         64
#define OBJECTS_MAX      65536
#define NAME_LENGTH      4096

/* Words of r_debug and of link_map. */
enum { DEBUG_MAP = 1, DEBUG_STATE = 3, DEBUG_NEXT = 5, LINK_ADDR = 0, LINK_NAME = 1, LINK_DYNAMIC = 2, LINK_NEXT = 3 };

/* The loader of a process: words of its size. */
struct loader {
	struct ldt_target *target;
	const struct ldt_module *program;
	unsigned int word;
};

static bool read_word(const struct loader *loader, uint64_t addr, unsigned int index, uint64_t *ret)
{
	return ldt_target_word(loader->target, loader->program, addr + (uint64_t)index * loader->word, ret);
}

/* Whether the target has a program; its loader then. */
static bool find_loader(struct ldt_target *target, struct loader *loader)
{
	*loader = (struct loader){ .target = target };
	for (size_t i = 0; i < target->count && !loader->program; i++) {
		if (target->modules[i]->object.is_program && target->modules[i]->object.isa)
			loader->program = target->modules[i];
	}
	if (loader->program)
		loader->word = loader->program->object.isa->word_size;
	return loader->program != NULL;
}

/* Whether the program has a word for the address of the first r_debug; the address then, 0: not yet. */
static bool find_debug(const struct loader *loader, uint64_t *ret)
{
	uint64_t at = loader->program->dynamic + loader->program->object.bias, tag;

	for (unsigned int i = 0; loader->program->dynamic && i < TAGS_MAX; i++) {
		if (!read_word(loader, at, 2 * i, &tag) || tag == 0)
			return false;
		if (tag == TAG_DEBUG)
			return read_word(loader, at, 2 * i + 1, ret);
	}
	return false;
}

static char *read_name(const struct loader *loader, uint64_t addr)
{
	char name[NAME_LENGTH];
	size_t got = addr ? ldt_memory_read(loader->target->memory, addr, name, sizeof(name)) : 0;

	return memchr(name, '\0', got) && *name ? strdup(name) : NULL;
}

/* Which module it is; as many as there are: none. */
static size_t find_module(const struct loader *loader, uint64_t bias, uint64_t dynamic)
{
	size_t i;

	for (i = 0; i < loader->target->count; i++) {
		const struct ldt_module *module = loader->target->modules[i];

		if (module->dynamic && module->object.bias == bias && module->dynamic + bias == dynamic)
			break;
	}
	return i;
}

/* In the first link map each object has its own name. */
static void put_into_map(struct ldt_module *module, unsigned int map, char *link_name)
{
	char *name;

	if (!module->link_name) {
		module->link_name = link_name;
		link_name = NULL;
	}
	free(link_name);
	/* the loader itself is in every map */
	if (map == 0 || module->object.map != 0 || asprintf(&name, "LM%x`%s", map, module->name) < 0)
		return;
	free(module->name);
	module->name = name;
	module->object.name = name;
	module->object.map = map;
}

static void read_map(const struct loader *loader, unsigned int map, uint64_t link, bool *seen)
{
	uint64_t bias, name, dynamic;

	for (unsigned int i = 0; link && i < OBJECTS_MAX; i++) {
		size_t found;

		if (!read_word(loader, link, LINK_ADDR, &bias) || !read_word(loader, link, LINK_NAME, &name) ||
		    !read_word(loader, link, LINK_DYNAMIC, &dynamic))
			return;
		found = find_module(loader, bias, dynamic);
		if (found < loader->target->count && !seen[found]) {
			put_into_map(loader->target->modules[found], map, read_name(loader, name));
			seen[found] = true;
		}
		if (!read_word(loader, link, LINK_NEXT, &link))
			return;
	}
}

void ldt_link_maps_read(struct ldt_target *target)
{
	uint64_t debug, version, link;
	struct loader loader;
	bool *seen;

	if (!find_loader(target, &loader) || !find_debug(&loader, &debug))
		return;
	seen = calloc(target->count, sizeof(*seen));
	for (unsigned int map = 0; seen && debug && map < MAPS_MAX; map++) {
		if (!read_word(&loader, debug, DEBUG_MAP, &link))
			break;
		read_map(&loader, map, link, seen);
		/* the version is an int */
		if (!read_word(&loader, debug, 0, &version) || (uint32_t)version < 2 ||
		    !read_word(&loader, debug, DEBUG_NEXT, &debug))
			break;
	}
	free(seen);
}

bool ldt_target_is_loading(struct ldt_target *target)
{
	uint64_t debug, state;
	struct loader loader;

	/* musl's loader fills in the address last; glibc's before the state, which is an enum, tells that it loads */
	return find_loader(target, &loader) && loader.program->has_loader && find_debug(&loader, &debug) &&
	       (!debug || (read_word(&loader, debug, DEBUG_STATE, &state) && (uint32_t)state != STATE_CONSISTENT));
}
