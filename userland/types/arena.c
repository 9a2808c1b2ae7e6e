/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* types/arena.c - memory that is freed all at once, and hash tables by name. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types/arena.h"

#define ARENA_CHUNK (16 * 1024)
#define ARENA_ALIGN 16

struct ldt_arena_chunk {
	struct ldt_arena_chunk *next;
	_Alignas(ARENA_ALIGN) unsigned char data[];
};

void ldt_arena_init(struct ldt_arena *arena, void (*fail)(void *arg), void *arg)
{
	memset(arena, 0, sizeof(*arena));
	arena->fail = fail;
	arena->fail_arg = arg;
}

void ldt_arena_fini(struct ldt_arena *arena)
{
	struct ldt_arena_chunk *chunk = arena->chunks;

	while (chunk) {
		struct ldt_arena_chunk *next = chunk->next;

		free(chunk);
		chunk = next;
	}
	arena->chunks = NULL;
	arena->used = arena->size = 0;
}

static void arena_grow(struct ldt_arena *arena, size_t size)
{
	size_t room = size > ARENA_CHUNK ? size : ARENA_CHUNK;
	struct ldt_arena_chunk *chunk = calloc(1, sizeof(*chunk) + room);

	if (!chunk) {
		arena->fail(arena->fail_arg);
		abort();
	}
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	arena->used = 0;
	arena->size = room;
}

void *ldt_arena_alloc(struct ldt_arena *arena, size_t size)
{
	void *ret;

	size = (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
	if (!arena->chunks || arena->size - arena->used < size)
		arena_grow(arena, size);
	ret = arena->chunks->data + arena->used;
	arena->used += size;
	return ret;
}

char *ldt_arena_strndup(struct ldt_arena *arena, const char *text, size_t length)
{
	char *ret = ldt_arena_alloc(arena, length + 1);

	memcpy(ret, text, length);
	return ret;
}

char *ldt_arena_strdup(struct ldt_arena *arena, const char *text)
{
	return ldt_arena_strndup(arena, text, strlen(text));
}

char *ldt_arena_printf(struct ldt_arena *arena, const char *fmt, ...)
{
	va_list ap;
	char *ret;
	int length;

	va_start(ap, fmt);
	length = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	ret = ldt_arena_alloc(arena, (size_t)length + 1);
	va_start(ap, fmt);
	vsnprintf(ret, (size_t)length + 1, fmt, ap);
	va_end(ap);
	return ret;
}

static uint32_t name_hash(const char *name)
{
	uint32_t hash = 2166136261u;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return hash;
}

void ldt_map_init(struct ldt_map *map, struct ldt_arena *arena)
{
	memset(map, 0, sizeof(*map));
	map->arena = arena;
}

/* The slot of @name, or the free slot where it belongs. Removed entries keep their name with a NULL value. */
static struct ldt_map_slot *map_slot(const struct ldt_map *map, const char *name, uint32_t hash)
{
	size_t i = hash & (map->room - 1);

	while (map->slots[i].name && (map->slots[i].hash != hash || strcmp(map->slots[i].name, name)))
		i = (i + 1) & (map->room - 1);
	return &map->slots[i];
}

void *ldt_map_get(const struct ldt_map *map, const char *name)
{
	return map->room ? map_slot(map, name, name_hash(name))->value : NULL;
}

static void map_grow(struct ldt_map *map)
{
	struct ldt_map_slot *old = map->slots;
	size_t room = map->room, i;

	map->room = room ? room * 2 : 32;
	map->slots = ldt_arena_alloc(map->arena, map->room * sizeof(*map->slots));
	map->count = 0;
	for (i = 0; i < room; i++) {
		if (!old[i].value)
			continue;
		*map_slot(map, old[i].name, old[i].hash) = old[i];
		map->count++;
	}
}

void ldt_map_put(struct ldt_map *map, const char *name, void *value)
{
	uint32_t hash = name_hash(name);
	struct ldt_map_slot *slot;

	if (map->count * 4 >= map->room * 3)
		map_grow(map);
	slot = map_slot(map, name, hash);
	if (!slot->name)
		map->count++;
	slot->name = name;
	slot->hash = hash;
	slot->value = value;
}

void ldt_map_remove(struct ldt_map *map, const char *name)
{
	if (map->room)
		map_slot(map, name, name_hash(name))->value = NULL;
}
