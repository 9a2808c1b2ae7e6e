/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* places.h - the table of places that a watch has judged (watch.h). */
#ifndef CORE_WATCH_PLACES_H
#define CORE_WATCH_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/process.h"

/* A part of a file, by the file's identity and name; of `seen` ones also where. No padding: they are compared as bytes. */
struct dt_place {
	struct os_file_id file;
	uint64_t path;          /* a hash of it: what is wanted of a file depends on its name */
	uint64_t memory, start; /* of plain ones 0 */
};

struct dt_places;

/* dt_places_create - an empty table; NULL: no memory. dt_places_destroy accepts NULL. Context: process. */
struct dt_places *dt_places_create(void);
void dt_places_destroy(struct dt_places *places);

/*
 * dt_place_of - of a mapping, as a plain one. dt_place_seen - the same as one that was seen in a memory.
 * Context: any.
 */
struct dt_place dt_place_of(const struct os_mapping *mapping);
struct dt_place dt_place_seen(const struct dt_place *plain, uint64_t memory, uint64_t start);

/*
 * dt_places_has - whether it is there. dt_places_add - it is from now on; a full table is emptied before.
 * dt_places_forget - those of a memory are not there any more. dt_places_count - how many there are.
 * context: one at a time.
 */
bool dt_places_has(const struct dt_places *places, const struct dt_place *place);
void dt_places_add(struct dt_places *places, const struct dt_place *place);
void dt_places_forget(struct dt_places *places, uint64_t memory);
uint32_t dt_places_count(const struct dt_places *places);

#endif
