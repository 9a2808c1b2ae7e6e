/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * site_slots.c - memory for out-of-line slots, in chunks. A slot is free (all breaks), used, or in
 * limbo: given back, but a task may have been preempted inside it. Limbo ends when os_grace() has
 * returned, in a task of its own, so that disarming does not wait for it.
 */
#include "core/site/site.h"
#include "base/memory.h"

#define CHUNK_BYTES     65536 /* of the smallest chunk; others are multiples of it */
#define CHUNK_BYTES_MAX (4u << 20)
#define STAGE_BYTES     65536

struct chunk {
	struct chunk *next;      /* [P] */
	struct chunk *dead;      /* [M] list of what is being given back */
	struct dt_site **owners; /* [P] by slot, only where a slot ends in a break */
	uint64_t base;
	size_t bytes, slots; /* constant */
	size_t used_count;
	size_t cursor;   /* where to look for a free slot first */
	uint8_t state[]; /* by slot: enum slot_state */
};

enum slot_state {
	SLOT_FREE,
	SLOT_USED,
	SLOT_LIMBO,   /* given back */
	SLOT_LEAVING, /* the grace period now running will free it */
};

static struct chunk *chunks; /* [P] */
static struct os_task reclaim_task;
static uint8_t *stage; /* bytes for consecutive slots, written at once */
static uint64_t stage_addr;
static size_t stage_used;

static struct chunk *chunk_create(size_t bytes)
{
	size_t slots = bytes / ISA_SELF_SLOT_SIZE;
	struct chunk *chunk = os_alloc(sizeof(*chunk) + slots);

	if (!chunk)
		return NULL;
	chunk->bytes = bytes;
	chunk->slots = slots;
	chunk->base = os_exec_alloc(bytes);
	if (!chunk->base) {
		os_free(chunk);
		return NULL;
	}
	return chunk;
}

static void chunk_destroy(struct chunk *chunk)
{
	os_exec_free(chunk->base, chunk->bytes);
	os_free(chunk->owners);
	os_free(chunk);
}

static struct chunk *chunk_of(uint64_t slot)
{
	struct chunk *chunk = chunks;

	while (chunk && slot - chunk->base >= chunk->bytes)
		chunk = chunk->next;
	return chunk;
}

static uint64_t chunk_alloc(struct chunk *chunk)
{
	size_t n, i = chunk->cursor;

	if (chunk->used_count == chunk->slots)
		return 0;
	for (n = 0; n < chunk->slots && chunk->state[i] != SLOT_FREE; n++)
		i = i + 1 == chunk->slots ? 0 : i + 1;
	chunk->state[i] = SLOT_USED;
	chunk->used_count++;
	chunk->cursor = i + 1 == chunk->slots ? 0 : i + 1;
	return chunk->base + i * ISA_SELF_SLOT_SIZE;
}

/*
 * Making memory executable is dear, so a large batch gets large chunks: half of what may come, the
 * other half is emulated on some CPUs.
 */
static struct chunk *chunk_for(size_t expected)
{
	size_t bytes = DT_ROUNDUP(expected / 2 * ISA_SELF_SLOT_SIZE + 1, (size_t)CHUNK_BYTES);
	struct chunk *chunk = chunk_create(DT_MIN(bytes, (size_t)CHUNK_BYTES_MAX));

	return chunk || bytes == CHUNK_BYTES ? chunk : chunk_create(CHUNK_BYTES);
}

uint64_t dt_slot_alloc(size_t expected)
{
	struct chunk *chunk;
	uint64_t slot;

	for (chunk = chunks; chunk; chunk = chunk->next) {
		slot = chunk_alloc(chunk);
		if (slot)
			return slot;
	}
	chunk = chunk_for(expected);
	if (!chunk)
		return 0;
	chunk->next = chunks;
	DT_STORE_RELEASE(&chunks, chunk);
	return chunk_alloc(chunk);
}

void dt_slots_flush(void)
{
	if (stage_used)
		os_exec_write(stage_addr, stage, stage_used);
	stage_used = 0;
}

void dt_slot_write(uint64_t slot, const uint8_t *bytes)
{
	if (stage_used && (slot != stage_addr + stage_used || stage_used + ISA_SELF_SLOT_SIZE > STAGE_BYTES))
		dt_slots_flush();
	if (!stage_used)
		stage_addr = slot;
	dt_memcpy(stage + stage_used, bytes, ISA_SELF_SLOT_SIZE);
	stage_used += ISA_SELF_SLOT_SIZE;
}

bool dt_slot_owner(uint64_t slot, struct dt_site *site)
{
	struct chunk *chunk = chunk_of(slot);
	struct dt_site **owners = chunk->owners;

	if (!owners) {
		owners = os_alloc(chunk->slots * sizeof(*owners));
		if (!owners)
			return false;
		DT_STORE_RELEASE(&chunk->owners, owners);
	}
	DT_STORE_RELEASE(&owners[(slot - chunk->base) / ISA_SELF_SLOT_SIZE], site);
	return true;
}

/* The owner stays: a task preempted inside the slot still has its second break before it. */
bool dt_slot_free(uint64_t slot)
{
	struct chunk *chunk = chunk_of(slot);
	size_t i = (slot - chunk->base) / ISA_SELF_SLOT_SIZE;

	chunk->state[i] = SLOT_LIMBO;
	return chunk->owners && chunk->owners[i];
}

DT_PROBE_CTX struct dt_site *dt_slot_site(uint64_t addr)
{
	struct chunk *chunk = DT_READ_ONCE(chunks);
	struct dt_site **owners;
	struct dt_site *site;
	uint64_t slot;

	while (chunk && addr - chunk->base >= chunk->bytes)
		chunk = DT_READ_ONCE(chunk->next);
	if (!chunk)
		return NULL;
	owners = DT_READ_ONCE(chunk->owners);
	if (!owners)
		return NULL;
	slot = chunk->base + ((uint32_t)(addr - chunk->base) / ISA_SELF_SLOT_SIZE) * ISA_SELF_SLOT_SIZE;
	site = DT_READ_ONCE(owners[(uint32_t)(slot - chunk->base) / ISA_SELF_SLOT_SIZE]);
	return site && addr == slot + site->insn.len ? site : NULL;
}

static void fill_breaks(uint8_t *bytes)
{
	size_t i;

	for (i = 0; i < ISA_SELF_SLOT_SIZE; i++)
		bytes[i] = isa_self.break_bytes[i % ISA_SELF_BREAK_LEN];
}

static bool limbo_begin(void)
{
	struct chunk *chunk;
	bool any = false;
	size_t i;

	for (chunk = chunks; chunk; chunk = chunk->next) {
		for (i = 0; i < chunk->slots; i++) {
			if (chunk->state[i] == SLOT_LIMBO)
				chunk->state[i] = SLOT_LEAVING;
			any |= chunk->state[i] == SLOT_LEAVING;
		}
	}
	return any;
}

static void limbo_end_chunk(struct chunk *chunk)
{
	uint8_t bytes[ISA_SELF_SLOT_SIZE];
	struct dt_site *owner;
	size_t i;

	fill_breaks(bytes);
	for (i = 0; i < chunk->slots; i++) {
		if (chunk->state[i] != SLOT_LEAVING)
			continue;
		dt_slot_write(chunk->base + i * ISA_SELF_SLOT_SIZE, bytes);
		owner = chunk->owners ? chunk->owners[i] : NULL;
		if (owner) {
			DT_STORE_RELEASE(&chunk->owners[i], NULL);
			dt_site_release(owner);
		}
		chunk->state[i] = SLOT_FREE;
		chunk->used_count--;
	}
	dt_slots_flush();
}

/*
 * Chunks without a used slot are given back; a trap may look at the list until the cross call, and
 * goes on from what it looks at.
 */
static void limbo_end(void)
{
	struct chunk **link = &chunks, *chunk, *dead = NULL;

	while ((chunk = *link) != NULL) {
		if (chunk->used_count)
			limbo_end_chunk(chunk);
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
		chunk_destroy(chunk);
	}
}

size_t dt_slots_bytes(void)
{
	struct chunk *chunk;
	size_t bytes = 0;

	for (chunk = chunks; chunk; chunk = chunk->next)
		bytes += chunk->bytes + sizeof(*chunk) + chunk->slots +
			 (chunk->owners ? chunk->slots * sizeof(*chunk->owners) : 0);
	return bytes;
}

/* Until nothing is in limbo and no break is left that could not be taken away. */
static void reclaim(void *arg)
{
	size_t left;
	bool any;

	for (;;) {
		os_mutex_lock(&dt_sites_lock);
		left = dt_sites_retry();
		any = limbo_begin();
		os_mutex_unlock(&dt_sites_lock);
		if (!any && left == 0)
			return;
		os_grace();
		os_mutex_lock(&dt_sites_lock);
		limbo_end();
		os_mutex_unlock(&dt_sites_lock);
	}
}

void dt_slots_reclaim(void)
{
	os_task_queue(&reclaim_task);
}

int dt_slots_init(void)
{
	chunks = NULL;
	stage_used = 0;
	stage = os_alloc(STAGE_BYTES);
	os_task_init(&reclaim_task, reclaim, NULL);
	return stage ? 0 : -OS_ENOMEM;
}

void dt_slots_settle(void)
{
	os_task_drain(&reclaim_task);
	reclaim(NULL);
}

/* No site is left: everything is in limbo or free. */
void dt_slots_fini(void)
{
	dt_slots_settle();
	DT_ASSERT(!chunks);
	os_free(stage);
	stage = NULL;
}
