/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* places.c - places that a watch has judged: a hash table with open addressing. */
#include "base/errno.h"
#include "base/memory.h"
#include "core/watch/places.h"
#include "os/os.h"

#define ROOM 8192u          /* entries, a power of two: 600 KiB */
#define FULL (ROOM / 4 * 3) /* then it is emptied */

enum entry_state { ENTRY_FREE, ENTRY_USED, ENTRY_GONE }; /* GONE: free, but what comes after it may be there */

struct entry {
	struct dt_place place;
	uint64_t state;
};

struct dt_places {
	uint32_t used, taken; /* taken: those that are not free, gone ones included */
	struct entry entries[ROOM];
};

DT_STATIC_ASSERT(sizeof(struct dt_place) == 8 * 8, "a place has no padding");

struct dt_places *dt_places_create(void)
{
	return os_alloc(sizeof(struct dt_places));
}

void dt_places_destroy(struct dt_places *places)
{
	os_free(places);
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
	return hash ^ hash >> 29;
}

static uint64_t hash_of_text(const char *text)
{
	uint64_t hash = 0;

	for (; *text; text++)
		hash = mix(hash, (uint8_t)*text);
	return hash;
}

struct dt_place dt_place_of(const struct os_mapping *mapping)
{
	return (struct dt_place){ .file = mapping->file, .path = hash_of_text(mapping->path) };
}

struct dt_place dt_place_seen(const struct dt_place *plain, uint64_t memory, uint64_t start)
{
	struct dt_place seen = *plain;

	seen.memory = memory;
	seen.start = start;
	return seen;
}

static uint64_t hash_of(const struct dt_place *place)
{
	const uint64_t *words = (const uint64_t *)place;
	uint64_t hash = 0;
	size_t i;

	for (i = 0; i < sizeof(*place) / sizeof(*words); i++)
		hash = mix(hash, words[i]);
	return hash;
}

/* Its entry, or the first one that is free. */
static uint32_t find(const struct dt_places *places, const struct dt_place *place)
{
	uint32_t at = (uint32_t)hash_of(place) % ROOM;

	while (places->entries[at].state != ENTRY_FREE &&
	       !(places->entries[at].state == ENTRY_USED &&
		 dt_memcmp(&places->entries[at].place, place, sizeof(*place)) == 0))
		at = (at + 1) % ROOM;
	return at;
}

bool dt_places_has(const struct dt_places *places, const struct dt_place *place)
{
	return places->entries[find(places, place)].state == ENTRY_USED;
}

void dt_places_add(struct dt_places *places, const struct dt_place *place)
{
	struct entry *entry;

	if (dt_places_has(places, place))
		return;
	if (places->taken == FULL)
		dt_memset(places, 0, sizeof(*places));
	entry = &places->entries[find(places, place)];
	entry->place = *place;
	entry->state = ENTRY_USED;
	places->used++;
	places->taken++;
}

void dt_places_forget(struct dt_places *places, uint64_t memory)
{
	uint32_t i;

	for (i = 0; i < ROOM && places->used > 0; i++) {
		if (places->entries[i].state != ENTRY_USED || places->entries[i].place.memory != memory)
			continue;
		places->entries[i].state = ENTRY_GONE;
		places->used--;
	}
}

uint32_t dt_places_count(const struct dt_places *places)
{
	return places->used;
}
