/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_arena.h - memory that is freed all at once, and hash tables by name that live in it.
 *
 * An arena gives zeroed memory and never returns NULL: when the machine has none, it calls its fail function, which
 * must not return (the compiler's jumps to its recovery point).
 */
#ifndef CTYPE_DT_ARENA_H
#define CTYPE_DT_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_arena_chunk;

struct dt_arena {
	struct dt_arena_chunk *chunks; /* newest first */
	size_t used, size;             /* of the newest */
	void (*fail)(void *arg);       /* no memory: must not return */
	void *fail_arg;
};

void dt_arena_init(struct dt_arena *arena, void (*fail)(void *arg), void *arg);
void dt_arena_fini(struct dt_arena *arena);
void *dt_arena_alloc(struct dt_arena *arena, size_t size);
char *dt_arena_strndup(struct dt_arena *arena, const char *text, size_t length);
char *dt_arena_strdup(struct dt_arena *arena, const char *text);
char *dt_arena_printf(struct dt_arena *arena, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A table of pointers by name. Names are kept by reference: they must live as long as the table. */
struct dt_map_slot {
	const char *name;
	void *value;
	uint32_t hash;
};

struct dt_map {
	struct dt_arena *arena;
	struct dt_map_slot *slots;
	size_t room, count; /* room is a power of two or 0; count includes removed slots */
};

void dt_map_init(struct dt_map *map, struct dt_arena *arena);
void *dt_map_get(const struct dt_map *map, const char *name);
void dt_map_put(struct dt_map *map, const char *name, void *value); /* replaces an entry of that name */
void dt_map_remove(struct dt_map *map, const char *name);

#endif
