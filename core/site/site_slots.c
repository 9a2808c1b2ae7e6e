/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * site_slots.c - memory for out-of-line slots and for stubs, in chunks. A slot is free (all breaks), used, or in
 * limbo: given back, but a task may have been preempted inside it. Limbo ends when ops->grace() has
 * returned, in a task of its own, so that disarming does not wait for it. Stubs wait with their regions (region.c).
 * A chunk in which all is free is given back as it is: breaks are only written where it stays.
 */
#include "core/site/kind.h"
#include "base/memory.h"

#define DT_SLOT_BYTES_MAX DT_MAX(ISA_SLOT_MAX, ISA_STUB_SIZE)

#define CHUNK_BYTES       65536 /* of the smallest chunk; others are multiples of it */
#define CHUNK_BYTES_MAX   (4u << 20)
#define STAGE_BYTES       65536
#define SPARSE            8 /* less than this part of a chunk is used: it is mostly free */

enum slot_state {
	SLOT_FREE,
	SLOT_USED,
	SLOT_LIMBO,   /* given back */
	SLOT_LEAVING, /* the grace period now running will free it */
	SLOT_MORE,    /* the one before it goes on here: it is used as long as that one */
	SLOT_SPENT,   /* no task is inside any more: it becomes breaks when its chunk stays */
};

static struct dt_slot_chunk *chunk_create(struct dt_sites *sites, const struct dt_slots *of, uint64_t near,
					  size_t bytes)
{
	size_t slots = bytes / of->size;
	struct dt_slot_chunk *chunk = os_alloc(sizeof(*chunk) + slots);

	if (!chunk)
		return NULL;
	chunk->bytes = bytes;
	chunk->slots = slots;
	chunk->base = sites->space->ops->slots_alloc(sites->space, near, of->reach, bytes);
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

static bool are_free(const struct dt_slot_chunk *chunk, size_t first, size_t count)
{
	size_t i;

	if (count > chunk->slots - first)
		return false;
	for (i = 0; i < count && chunk->state[first + i] == SLOT_FREE; i++)
		;
	return i == count;
}

/* @count of them, side by side. */
static uint64_t chunk_alloc(struct dt_slot_chunk *chunk, size_t slot_size, size_t count)
{
	size_t n, i = chunk->cursor;

	if (count > chunk->slots - chunk->used_count)
		return 0;
	for (n = 0; n < chunk->slots && !are_free(chunk, i, count); n++)
		i = i + 1 == chunk->slots ? 0 : i + 1;
	if (n == chunk->slots)
		return 0;
	chunk->used_count += count;
	chunk->cursor = i + count == chunk->slots ? 0 : i + count;
	for (n = 1; n < count; n++)
		chunk->state[i + n] = SLOT_MORE;
	chunk->state[i] = SLOT_USED;
	return chunk->base + i * slot_size;
}

DT_PROBE_INLINE size_t index_of(const struct dt_slots *slots, const struct dt_slot_chunk *chunk, uint64_t addr)
{
	return (uint32_t)(addr - chunk->base) / slots->size;
}

/* How many slots are taken for the same: the first one is @i. */
static size_t count_taken(const struct dt_slot_chunk *chunk, size_t i)
{
	size_t count = 1;

	while (i + count < chunk->slots && chunk->state[i + count] == SLOT_MORE)
		count++;
	return count;
}

/* Whether every slot of the chunk reaches @near. */
static bool chunk_reaches(const struct dt_slots *of, const struct dt_slot_chunk *chunk, uint64_t near)
{
	uint64_t reach = of->reach, end = chunk->base + chunk->bytes;

	if (reach == 0)
		return true;
	return near < chunk->base ? end - near <= reach : near - chunk->base <= reach;
}

/*
 * Making memory executable is expensive, so a large batch gets large chunks: enough for half of the
 * expected sites, because on some CPUs the other half is emulated.
 */
static struct dt_slot_chunk *chunk_for(struct dt_sites *sites, const struct dt_slots *slots, uint64_t near,
				       size_t expected)
{
	size_t bytes = DT_ROUNDUP(expected / 2 * slots->size + 1, (size_t)CHUNK_BYTES);
	struct dt_slot_chunk *chunk = chunk_create(sites, slots, near, DT_MIN(bytes, (size_t)CHUNK_BYTES_MAX));

	return chunk || bytes == CHUNK_BYTES ? chunk : chunk_create(sites, slots, near, CHUNK_BYTES);
}

uint64_t dt_slot_alloc(struct dt_sites *sites, struct dt_slots *slots, uint64_t near, size_t count, size_t expected)
{
	struct dt_slot_chunk *chunk;
	uint64_t slot;

	for (chunk = slots->chunks; chunk; chunk = chunk->next) {
		if (chunk->closed)
			continue;
		slot = chunk_reaches(slots, chunk, near) ? chunk_alloc(chunk, slots->size, count) : 0;
		if (slot)
			return slot;
	}
	chunk = chunk_for(sites, slots, near, expected);
	if (!chunk)
		return 0;
	chunk->next = slots->chunks;
	DT_STORE_RELEASE(&slots->chunks, chunk);
	return chunk_alloc(chunk, slots->size, count);
}

/* All that is taken for the same as @slot. Return: its chunk. */
static struct dt_slot_chunk *give_back(struct dt_slots *slots, uint64_t slot, enum slot_state state)
{
	struct dt_slot_chunk *chunk = dt_slot_chunk_of(slots, slot);
	size_t i = index_of(slots, chunk, slot), count = count_taken(chunk, i), n;

	for (n = 0; n < count; n++)
		chunk->state[i + n] = state;
	chunk->used_count -= count;
	if (chunk->cursor == (i + count == chunk->slots ? 0 : i + count))
		chunk->cursor = i;
	return chunk;
}

/* Taken back at once, it is the next that is given: no hole is left. */
void dt_slot_unalloc(struct dt_slots *slots, uint64_t slot)
{
	give_back(slots, slot, SLOT_FREE);
}

DT_PROBE_CTX uint64_t dt_slot_start(const struct dt_slots *slots, uint64_t addr)
{
	const struct dt_slot_chunk *chunk = dt_slot_chunk_of(slots, addr);
	uint8_t state;
	size_t i;

	if (!chunk)
		return 0;
	i = index_of(slots, chunk, addr);
	while (i > 0 && DT_READ_ONCE(chunk->state[i]) == SLOT_MORE)
		i--;
	state = DT_READ_ONCE(chunk->state[i]);
	return state == SLOT_FREE || state == SLOT_SPENT ? 0 : chunk->base + i * slots->size;
}

void dt_slots_flush(struct dt_sites *sites)
{
	if (sites->stage_used)
		sites->space->ops->slots_write(sites->space, sites->stage_addr, sites->stage, sites->stage_used);
	sites->stage_used = 0;
}

void dt_slot_write(struct dt_sites *sites, const struct dt_slots *slots, uint64_t slot, const uint8_t *bytes)
{
	const struct dt_slot_chunk *chunk;
	size_t size = slots->size;

	/* what follows may be another chunk's, where the system's memory for them touches */
	if (sites->stage_used &&
	    (slot != sites->stage_addr + sites->stage_used || sites->stage_used + size > sites->stage_room))
		dt_slots_flush(sites);
	if (!sites->stage_used) {
		chunk = dt_slot_chunk_of(slots, slot);
		sites->stage_addr = slot;
		sites->stage_room = DT_MIN((size_t)STAGE_BYTES, (size_t)(chunk->base + chunk->bytes - slot));
	}
	dt_memcpy(sites->stage + sites->stage_used, bytes, size);
	sites->stage_used += size;
}

/* The first that asks is the only one in its chunk, so there is room. */
uint64_t dt_slot_shared(struct dt_sites *sites, struct dt_slots *slots, uint64_t slot, bool *is_new)
{
	struct dt_slot_chunk *chunk = dt_slot_chunk_of(slots, slot);

	*is_new = !chunk->shared;
	if (*is_new)
		chunk->shared = chunk_alloc(chunk, slots->size, 1);
	return chunk->shared;
}

bool dt_slot_owner(struct dt_sites *sites, uint64_t slot, struct dt_site *site)
{
	struct dt_slot_chunk *chunk = dt_slot_chunk_of(&sites->slots, slot);
	struct dt_site **owners = chunk->owners;

	if (!owners) {
		owners = os_alloc(chunk->slots * sizeof(*owners));
		if (!owners)
			return false;
		DT_STORE_RELEASE(&chunk->owners, owners);
	}
	DT_STORE_RELEASE(&owners[index_of(&sites->slots, chunk, slot)], site);
	return true;
}

/* The owner stays: a task preempted inside the slot has yet to execute its second break. */
bool dt_slot_free(struct dt_sites *sites, uint64_t slot)
{
	struct dt_slot_chunk *chunk = dt_slot_chunk_of(&sites->slots, slot);
	size_t i = index_of(&sites->slots, chunk, slot);

	chunk->state[i] = SLOT_LIMBO;
	return chunk->owners && chunk->owners[i];
}

static void write_breaks(struct dt_sites *sites, const struct dt_slots *slots, uint64_t slot)
{
	const struct isa *isa = sites->space->isa;
	uint8_t bytes[DT_SLOT_BYTES_MAX];
	size_t i;

	for (i = 0; i < slots->size; i++)
		bytes[i] = isa->break_bytes[i % isa->break_len];
	dt_slot_write(sites, slots, slot, bytes);
}

void dt_slot_free_now(struct dt_slots *slots, uint64_t slot)
{
	give_back(slots, slot, SLOT_SPENT)->spent = true;
}

bool dt_slots_limbo_begin(struct dt_sites *sites)
{
	struct dt_slot_chunk *chunk;
	bool any = false;
	size_t i;

	for (chunk = sites->slots.chunks; chunk; chunk = chunk->next) {
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
	struct dt_site *owner;
	size_t i;

	for (i = 0; i < chunk->slots; i++) {
		if (chunk->state[i] != SLOT_LEAVING)
			continue;
		owner = chunk->owners ? chunk->owners[i] : NULL;
		if (owner) {
			DT_STORE_RELEASE(&chunk->owners[i], NULL);
			dt_site_release(owner);
		}
		dt_slot_free_now(&sites->slots, chunk->base + i * sites->slots.size);
	}
}

/* The chunk stays. */
static void settle_spent(struct dt_sites *sites, const struct dt_slots *slots, struct dt_slot_chunk *chunk)
{
	size_t i;

	for (i = 0; chunk->spent && i < chunk->slots; i++) {
		if (chunk->state[i] != SLOT_SPENT)
			continue;
		write_breaks(sites, slots, chunk->base + i * slots->size);
		chunk->state[i] = SLOT_FREE;
	}
	chunk->spent = false;
}

/* Until the cross call a trap may be walking the list, so a chunk keeps its link until then. */
void dt_slots_trim(struct dt_sites *sites, struct dt_slots *slots)
{
	struct dt_slot_chunk **link = &slots->chunks, *chunk, *dead = NULL;

	dt_slots_flush(sites); /* what was written may be in a chunk that goes */
	while ((chunk = *link) != NULL) {
		if (chunk->used_count > (chunk->shared ? 1 : 0)) {
			settle_spent(sites, slots, chunk);
			link = &chunk->next;
			continue;
		}
		DT_STORE_RELEASE(link, chunk->next);
		chunk->dead = dead;
		dead = chunk;
	}
	dt_slots_flush(sites);
	if (dead)
		os_sync();
	while ((chunk = dead) != NULL) {
		dead = chunk->dead;
		chunk_destroy(sites, chunk);
	}
}

/* ---- memory that is mostly free --------------------------------------------------------------- */

static bool is_sparse(const struct dt_slot_chunk *chunk)
{
	return chunk->bytes > CHUNK_BYTES && chunk->used_count < chunk->slots / SPARSE;
}

size_t dt_slots_close(struct dt_slots *slots)
{
	size_t used = 0, bytes = 0;
	struct dt_slot_chunk *chunk;

	for (chunk = slots->chunks; chunk; chunk = chunk->next) {
		if (!is_sparse(chunk))
			continue;
		used += chunk->used_count;
		bytes += chunk->bytes;
	}
	if (bytes <= CHUNK_BYTES + DT_ROUNDUP(used * slots->size, (size_t)CHUNK_BYTES))
		return 0;
	for (chunk = slots->chunks; chunk; chunk = chunk->next)
		chunk->closed = is_sparse(chunk);
	return used;
}

void dt_slots_open(struct dt_slots *slots)
{
	struct dt_slot_chunk *chunk;

	for (chunk = slots->chunks; chunk; chunk = chunk->next)
		chunk->closed = false;
}

bool dt_slot_is_closed(const struct dt_slots *slots, uint64_t slot)
{
	const struct dt_slot_chunk *chunk = dt_slot_chunk_of(slots, slot);

	return chunk && chunk->closed;
}

void dt_slots_limbo_end(struct dt_sites *sites)
{
	struct dt_slot_chunk *chunk;

	for (chunk = sites->slots.chunks; chunk; chunk = chunk->next)
		limbo_end_chunk(sites, chunk);
	dt_slots_trim(sites, &sites->slots);
}

size_t dt_slots_bytes(const struct dt_slots *slots)
{
	const struct dt_slot_chunk *chunk;
	size_t bytes = 0;

	for (chunk = slots->chunks; chunk; chunk = chunk->next)
		bytes += chunk->bytes + sizeof(*chunk) + chunk->slots +
			 (chunk->owners ? chunk->slots * sizeof(*chunk->owners) : 0);
	return bytes;
}

int dt_slots_init(struct dt_sites *sites)
{
	sites->slots.chunks = NULL;
	sites->slots.size = sites->space->isa->slot_size;
	sites->slots.reach = sites->space->slot_reach;
	sites->stage_used = 0;
	sites->stage = os_alloc(STAGE_BYTES);
	return sites->stage ? 0 : -OS_ENOMEM;
}

/* No site is left, and everything is free. */
void dt_slots_fini(struct dt_sites *sites)
{
	DT_ASSERT(!sites->slots.chunks);
	os_free(sites->stage);
	sites->stage = NULL;
}
