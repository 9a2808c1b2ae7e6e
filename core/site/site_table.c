/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * site_table.c - address to site, read without locks (site.h says how). At most half full, so that
 * a search is short.
 */
#include "core/site/site.h"

#define TABLE_SMALLEST 256

/* One for each site, of which there are more than a hundred thousand: it grows only on purpose. */
DT_STATIC_ASSERT(sizeof(struct dt_site) == (sizeof(void *) == 8 ? 88 : 84), "as docs/jump.md has it");

/* no instruction is at these addresses: they match no trap */
struct dt_site dt_site_vacant = { .key = UINT64_MAX };
static struct dt_site tombstone = { .key = UINT64_MAX - 1 };

static bool entry_is_site(const struct dt_site *site)
{
	return site != &dt_site_vacant && site != &tombstone;
}

static struct dt_site_table *table_create(size_t size)
{
	struct dt_site_table *table = os_alloc(sizeof(*table) + size * sizeof(table->entries[0]));
	size_t i;

	if (!table)
		return NULL;
	for (i = 0; i < size; i++)
		table->entries[i] = &dt_site_vacant;
	table->mask = size - 1;
	for (table->shift = 32; size > 1; size >>= 1)
		table->shift--;
	return table;
}

/* Returns whether an entry was taken that was never used before. */
static bool table_put(struct dt_site_table *table, struct dt_site *site)
{
	uint32_t i = dt_site_hash(site->insn.addr, table->shift);
	bool fresh;

	while (entry_is_site(table->entries[i]))
		i = (i + 1) & table->mask;
	fresh = table->entries[i] == &dt_site_vacant;
	DT_STORE_RELEASE(&table->entries[i], site);
	return fresh;
}

int dt_site_table_init(struct dt_sites *sites)
{
	sites->used = sites->live = 0;
	sites->table = table_create(TABLE_SMALLEST);
	return sites->table ? 0 : -OS_ENOMEM;
}

void dt_site_table_fini(struct dt_sites *sites)
{
	os_free(sites->table);
	sites->table = NULL;
}

size_t dt_site_table_bytes(const struct dt_sites *sites)
{
	return sizeof(*sites->table) + ((size_t)sites->table->mask + 1) * sizeof(sites->table->entries[0]);
}

int dt_site_table_reserve(struct dt_sites *sites, size_t count)
{
	struct dt_site_table *old = sites->table, *new;
	size_t size = TABLE_SMALLEST, i;

	if ((sites->used + count) * 2 <= (size_t)old->mask + 1)
		return 0;
	while (size < (sites->live + count) * 2)
		size *= 2;
	new = table_create(size);
	if (!new)
		return -OS_ENOMEM;
	sites->used = 0;
	for (i = 0; i <= old->mask; i++) {
		if (entry_is_site(old->entries[i]))
			sites->used += table_put(new, old->entries[i]);
	}
	DT_STORE_RELEASE(&sites->table, new);
	os_sync();
	os_free(old);
	return 0;
}

void dt_site_table_insert(struct dt_sites *sites, struct dt_site *site)
{
	sites->used += table_put(sites->table, site);
	sites->live++;
}

void dt_site_table_remove(struct dt_sites *sites, struct dt_site *site)
{
	struct dt_site_table *table = sites->table;
	uint32_t i = dt_site_hash(site->insn.addr, table->shift);

	while (table->entries[i] != &dt_site_vacant && table->entries[i] != site)
		i = (i + 1) & table->mask;
	DT_ASSERT(table->entries[i] == site);
	if (table->entries[i] != site)
		return;
	DT_STORE_RELEASE(&table->entries[i], &tombstone);
	sites->live--;
}

struct dt_site *dt_site_table_at(const struct dt_site_table *table, uint32_t i)
{
	return entry_is_site(table->entries[i]) ? table->entries[i] : NULL;
}

struct dt_site *dt_site_gone_at(const struct dt_sites *sites, uint64_t addr, const struct dt_site *last)
{
	const struct dt_site_table *table = sites->table;
	uint32_t i = dt_site_hash(addr, table->shift);
	bool passed = last == NULL;

	for (; table->entries[i] != &dt_site_vacant; i = (i + 1) & table->mask) {
		if (passed && table->entries[i]->key == dt_site_key_gone(addr))
			return table->entries[i];
		passed |= table->entries[i] == last;
	}
	return NULL;
}

void dt_site_table_each(const struct dt_sites *sites, void (*fn)(void *arg, struct dt_site *site), void *arg)
{
	const struct dt_site_table *table = sites->table;
	uint32_t i;

	for (i = 0; i <= table->mask; i++) {
		if (entry_is_site(table->entries[i]))
			fn(arg, table->entries[i]);
	}
}

struct dt_site_block *dt_site_block_of(const struct dt_site *site)
{
	return (struct dt_site_block *)((char *)(site - site->index) - offsetof(struct dt_site_block, sites));
}

void dt_site_release(struct dt_site *site)
{
	struct dt_site_block *block = dt_site_block_of(site);

	DT_ASSERT(block->live > 0);
	if (--block->live == 0)
		os_free(block);
}

void dt_site_hold(struct dt_site *site)
{
	dt_site_block_of(site)->live++;
}
