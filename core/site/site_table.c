/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * site_table.c - address to site, read without locks (site.h says how). At most half full, so that
 * a search is short.
 */
#include "core/site/site.h"

#define TABLE_SMALLEST 256

struct dt_site_table *dt_site_table;

static struct dt_site tombstone; /* at address 0: matches no trap */
static size_t used;              /* entries that are not NULL, tombstones included */
static size_t live;

static struct dt_site_table *table_create(size_t size)
{
	struct dt_site_table *table = os_alloc(sizeof(*table) + size * sizeof(table->entries[0]));

	if (!table)
		return NULL;
	table->mask = size - 1;
	for (table->shift = 32; size > 1; size >>= 1)
		table->shift--;
	return table;
}

static void table_put(struct dt_site_table *table, struct dt_site *site)
{
	uint32_t i = dt_site_hash(site->insn.addr, table->shift);

	while (table->entries[i] && table->entries[i] != &tombstone)
		i = (i + 1) & table->mask;
	if (!table->entries[i])
		used++;
	DT_STORE_RELEASE(&table->entries[i], site);
}

int dt_site_table_init(void)
{
	used = live = 0;
	dt_site_table = table_create(TABLE_SMALLEST);
	return dt_site_table ? 0 : -OS_ENOMEM;
}

void dt_site_table_fini(void)
{
	os_free(dt_site_table);
	dt_site_table = NULL;
}

size_t dt_site_table_bytes(void)
{
	return sizeof(*dt_site_table) + ((size_t)dt_site_table->mask + 1) * sizeof(dt_site_table->entries[0]);
}

int dt_site_table_reserve(size_t count)
{
	struct dt_site_table *old = dt_site_table, *new;
	size_t size = TABLE_SMALLEST, i;

	if ((used + count) * 2 <= (size_t)old->mask + 1)
		return 0;
	while (size < (live + count) * 2)
		size *= 2;
	new = table_create(size);
	if (!new)
		return -OS_ENOMEM;
	used = 0;
	for (i = 0; i <= old->mask; i++) {
		if (old->entries[i] && old->entries[i] != &tombstone)
			table_put(new, old->entries[i]);
	}
	DT_STORE_RELEASE(&dt_site_table, new);
	os_sync();
	os_free(old);
	return 0;
}

void dt_site_table_insert(struct dt_site *site)
{
	table_put(dt_site_table, site);
	live++;
}

void dt_site_table_remove(struct dt_site *site)
{
	struct dt_site_table *table = dt_site_table;
	uint32_t i = dt_site_hash(site->insn.addr, table->shift);

	while (table->entries[i] && table->entries[i] != site)
		i = (i + 1) & table->mask;
	DT_ASSERT(table->entries[i] == site);
	if (table->entries[i] != site)
		return;
	DT_STORE_RELEASE(&table->entries[i], &tombstone);
	live--;
}
