/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * types/arena.h - memory that is freed all at once, and hash tables by name that live in it.
 *
 * An arena gives zeroed memory and never returns NULL: when the machine has none, it calls its fail function, which
 * must not return (the compiler's jumps to its recovery point).
 */
#ifndef LDT_TYPES_ARENA_H
#define LDT_TYPES_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ldt_arena_chunk;

struct ldt_arena {
	struct ldt_arena_chunk *chunks; /* newest first */
	size_t used, size;              /* of the newest */
	void (*fail)(void *arg);        /* no memory: must not return */
	void *fail_arg;
};

void ldt_arena_init(struct ldt_arena *arena, void (*fail)(void *arg), void *arg);
void ldt_arena_fini(struct ldt_arena *arena);
void *ldt_arena_alloc(struct ldt_arena *arena, size_t size);
char *ldt_arena_strndup(struct ldt_arena *arena, const char *text, size_t length);
char *ldt_arena_strdup(struct ldt_arena *arena, const char *text);
char *ldt_arena_printf(struct ldt_arena *arena, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A table of pointers by name. Names are kept by reference: they must live as long as the table. */
struct ldt_map_slot {
	const char *name;
	void *value;
	uint32_t hash;
};

struct ldt_map {
	struct ldt_arena *arena;
	struct ldt_map_slot *slots;
	size_t room, count; /* room is a power of two or 0; count includes removed slots */
};

void ldt_map_init(struct ldt_map *map, struct ldt_arena *arena);
void *ldt_map_get(const struct ldt_map *map, const char *name);
void ldt_map_put(struct ldt_map *map, const char *name, void *value); /* replaces an entry of that name */
void ldt_map_remove(struct ldt_map *map, const char *name);

#endif
