/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * site_slots.c - memory for out-of-line slots, in chunks. A slot is free (all breaks), used, or in
 * limbo: given back, but a task may have been preempted inside it. Limbo ends when ops->grace() has
 * returned, in a task of its own, so that disarming does not wait for it.
 */
#include "core/site/site.h"
#include "base/memory.h"

#define CHUNK_BYTES     65536 /* of the smallest chunk; others are multiples of it */
#define CHUNK_BYTES_MAX (4u << 20)
#define STAGE_BYTES     65536

enum slot_state {
	SLOT_FREE,
	SLOT_USED,
	SLOT_LIMBO,   /* given back */
	SLOT_LEAVING, /* the grace period now running will free it */
};

static struct dt_slot_chunk *chunk_create(struct dt_sites *sites, uint64_t near, size_t bytes)
{
	size_t slots = bytes / sites->space->isa->slot_size;
	struct dt_slot_chunk *chunk = os_alloc(sizeof(*chunk) + slots);

	if (!chunk)
		return NULL;
	chunk->bytes = bytes;
	chunk->slots = slots;
	chunk->base = sites->space->ops->slots_alloc(sites->space, near, bytes);
	if (!chunk->base) {
		os_free(chunk);
		return NULL;
	}
	return chunk;
}

static void chunk_destroy(struct dt_sites *sites, struct dt_slot_chunk *chunk)
{
	sites->space->ops->slots_free(sites->space, chunk->base, chunk->bytes);
	os_free(chunk->owners);
	os_free(chunk);
}

static struct dt_slot_chunk *chunk_of(const struct dt_sites *sites, uint64_t slot)
{
	struct dt_slot_chunk *chunk = sites->chunks;

	while (chunk && slot - chunk->base >= chunk->bytes)
		chunk = chunk->next;
	return chunk;
}

static uint64_t chunk_alloc(struct dt_slot_chunk *chunk, size_t slot_size)
{
	size_t n, i = chunk->cursor;

	if (chunk->used_count == chunk->slots)
		return 0;
	for (n = 0; n < chunk->slots && chunk->state[i] != SLOT_FREE; n++)
		i = i + 1 == chunk->slots ? 0 : i + 1;
	chunk->state[i] = SLOT_USED;
	chunk->used_count++;
	chunk->cursor = i + 1 == chunk->slots ? 0 : i + 1;
	return chunk->base + i * slot_size;
}

/* Whether every slot of the chunk reaches @near. */
static bool chunk_reaches(const struct dt_sites *sites, const struct dt_slot_chunk *chunk, uint64_t near)
{
	uint64_t reach = sites->space->slot_reach, end = chunk->base + chunk->bytes;

	if (reach == 0)
		return true;
	return near < chunk->base ? end - near <= reach : near - chunk->base <= reach;
}

/*
 * Making memory executable is expensive, so a large batch gets large chunks: enough for half of the
 * expected sites, because on some CPUs the other half is emulated.
 */
static struct dt_slot_chunk *chunk_for(struct dt_sites *sites, uint64_t near, size_t expected)
{
	size_t bytes = DT_ROUNDUP(expected / 2 * sites->space->isa->slot_size + 1, (size_t)CHUNK_BYTES);
	struct dt_slot_chunk *chunk = chunk_create(sites, near, DT_MIN(bytes, (size_t)CHUNK_BYTES_MAX));

	return chunk || bytes == CHUNK_BYTES ? chunk : chunk_create(sites, near, CHUNK_BYTES);
}

uint64_t dt_slot_alloc(struct dt_sites *sites, uint64_t near, size_t expected)
{
	size_t slot_size = sites->space->isa->slot_size;
	struct dt_slot_chunk *chunk;
	uint64_t slot;

	for (chunk = sites->chunks; chunk; chunk = chunk->next) {
		slot = chunk_reaches(sites, chunk, near) ? chunk_alloc(chunk, slot_size) : 0;
		if (slot)
			return slot;
	}
	chunk = chunk_for(sites, near, expected);
	if (!chunk)
		return 0;
	chunk->next = sites->chunks;
	DT_STORE_RELEASE(&sites->chunks, chunk);
	return chunk_alloc(chunk, slot_size);
}

void dt_slots_flush(struct dt_sites *sites)
{
	if (sites->stage_used)
		sites->space->ops->slots_write(sites->space, sites->stage_addr, sites->stage, sites->stage_used);
	sites->stage_used = 0;
}

void dt_slot_write(struct dt_sites *sites, uint64_t slot, const uint8_t *bytes)
{
	size_t size = sites->space->isa->slot_size;

	if (sites->stage_used &&
	    (slot != sites->stage_addr + sites->stage_used || sites->stage_used + size > STAGE_BYTES))
		dt_slots_flush(sites);
	if (!sites->stage_used)
		sites->stage_addr = slot;
	dt_memcpy(sites->stage + sites->stage_used, bytes, size);
	sites->stage_used += size;
}

bool dt_slot_owner(struct dt_sites *sites, uint64_t slot, struct dt_site *site)
{
	struct dt_slot_chunk *chunk = chunk_of(sites, slot);
	struct dt_site **owners = chunk->owners;

	if (!owners) {
		owners = os_alloc(chunk->slots * sizeof(*owners));
		if (!owners)
			return false;
		DT_STORE_RELEASE(&chunk->owners, owners);
	}
	DT_STORE_RELEASE(&owners[(uint32_t)(slot - chunk->base) / sites->space->isa->slot_size], site);
	return true;
}

/* The owner stays: a task preempted inside the slot has yet to execute its second break. */
bool dt_slot_free(struct dt_sites *sites, uint64_t slot)
{
	struct dt_slot_chunk *chunk = chunk_of(sites, slot);
	size_t i = (uint32_t)(slot - chunk->base) / sites->space->isa->slot_size;

	chunk->state[i] = SLOT_LIMBO;
	return chunk->owners && chunk->owners[i];
}

static void fill_breaks(const struct isa *isa, uint8_t *bytes)
{
	size_t i;

	for (i = 0; i < isa->slot_size; i++)
		bytes[i] = isa->break_bytes[i % isa->break_len];
}

bool dt_slots_limbo_begin(struct dt_sites *sites)
{
	struct dt_slot_chunk *chunk;
	bool any = false;
	size_t i;

	for (chunk = sites->chunks; chunk; chunk = chunk->next) {
		for (i = 0; i < chunk->slots; i++) {
			if (chunk->state[i] == SLOT_LIMBO)
				chunk->state[i] = SLOT_LEAVING;
			any |= chunk->state[i] == SLOT_LEAVING;
		}
	}
	return any;
}

static void limbo_end_chunk(struct dt_sites *sites, struct dt_slot_chunk *chunk)
{
	size_t slot_size = sites->space->isa->slot_size;
	uint8_t bytes[ISA_SLOT_MAX];
	struct dt_site *owner;
	size_t i;

	fill_breaks(sites->space->isa, bytes);
	for (i = 0; i < chunk->slots; i++) {
		if (chunk->state[i] != SLOT_LEAVING)
			continue;
		dt_slot_write(sites, chunk->base + i * slot_size, bytes);
		owner = chunk->owners ? chunk->owners[i] : NULL;
		if (owner) {
			DT_STORE_RELEASE(&chunk->owners[i], NULL);
			dt_site_release(owner);
		}
		chunk->state[i] = SLOT_FREE;
		chunk->used_count--;
	}
	dt_slots_flush(sites);
}

/*
 * Give back chunks without a used slot. Until the cross call a trap may be walking the list, so a
 * chunk keeps its link until then.
 */
void dt_slots_limbo_end(struct dt_sites *sites)
{
	struct dt_slot_chunk **link = &sites->chunks, *chunk, *dead = NULL;

	while ((chunk = *link) != NULL) {
		if (chunk->used_count)
			limbo_end_chunk(sites, chunk);
		if (chunk->used_count) {
			link = &chunk->next;
			continue;
		}
		DT_STORE_RELEASE(link, chunk->next);
		chunk->dead = dead;
		dead = chunk;
	}
	if (dead)
		os_sync();
	while ((chunk = dead) != NULL) {
		dead = chunk->dead;
		chunk_destroy(sites, chunk);
	}
}

size_t dt_slots_bytes(const struct dt_sites *sites)
{
	const struct dt_slot_chunk *chunk;
	size_t bytes = 0;

	for (chunk = sites->chunks; chunk; chunk = chunk->next)
		bytes += chunk->bytes + sizeof(*chunk) + chunk->slots +
			 (chunk->owners ? chunk->slots * sizeof(*chunk->owners) : 0);
	return bytes;
}

int dt_slots_init(struct dt_sites *sites)
{
	sites->chunks = NULL;
	sites->stage_used = 0;
	sites->stage = os_alloc(STAGE_BYTES);
	return sites->stage ? 0 : -OS_ENOMEM;
}

/* No site is left, and everything is free. */
void dt_slots_fini(struct dt_sites *sites)
{
	DT_ASSERT(!sites->chunks);
	os_free(sites->stage);
	sites->stage = NULL;
}
