/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* space.c - a text space's life. os/space.h has the theory. */
#include <dtrace/provider.h>

#include "core/entry.h"
#include "core/site/kind.h"
#include "core/site/marks.h"

struct dt_sites dt_kernel_sites;
static struct os_mutex_kind sites_lock = { .name = "dtrace: sites" };

static struct dt_sites *sites_alloc(const struct os_space *space)
{
	return space->id == OS_SPACE_KERNEL ? &dt_kernel_sites : os_alloc(sizeof(struct dt_sites));
}

static void sites_free(struct dt_sites *sites)
{
	if (sites != &dt_kernel_sites)
		os_free(sites);
}

int dt_space_open(struct os_space *space)
{
	struct dt_sites *sites = sites_alloc(space);

	if (!sites)
		return -OS_ENOMEM;
	sites->space = space;
	sites->stuck = 0;
	sites->overwritten = 0;
	sites->gone = 0;
	sites->restored = 0;
	sites->late = 0;
	sites->past = NULL;
	sites->kept = false;
	sites->marks = NULL;
	sites->serial = 0;
	dt_reclaim_init(sites);
	dt_place_init(sites);
	if (dt_site_table_init(sites) != 0)
		goto undo_alloc;
	if (dt_slots_init(sites) != 0)
		goto undo_table;
	if (space->id != OS_SPACE_KERNEL)
		sites->marks = dt_marks_create();
	if (space->id != OS_SPACE_KERNEL && !sites->marks)
		goto undo_slots;
	if (dt_kinds_create(sites) != 0)
		goto undo_marks;
	os_mutex_init(&sites->lock, &sites_lock);
	space->dying = false;
	space->references = 1;
	space->sites = sites;
	return 0;

undo_marks:
	dt_marks_destroy(sites->marks);
undo_slots:
	dt_slots_fini(sites);
undo_table:
	dt_site_table_fini(sites);
undo_alloc:
	sites_free(sites);
	return -OS_ENOMEM;
}

void dt_space_forget_doubt(struct os_space *space)
{
	bool kept;

	os_mutex_lock(&space->sites->lock);
	kept = space->sites->kept;
	space->sites->kept = false;
	os_mutex_unlock(&space->sites->lock);
	if (kept)
		dt_space_put(space, 1);
}

void dt_space_kill(struct os_space *space)
{
	os_mutex_lock(&space->sites->lock);
	DT_WRITE_ONCE(space->dying, true);
	os_mutex_unlock(&space->sites->lock);
	dt_space_forget_doubt(space);
}

bool dt_space_get(struct os_space *space, uint32_t count)
{
	uint32_t had = DT_READ_ONCE(space->references);

	if (DT_READ_ONCE(space->dying))
		return false;
	while (had > 0) {
		if (__atomic_compare_exchange_n(&space->references, &had, had + count, false, __ATOMIC_RELAXED,
						__ATOMIC_RELAXED))
			return true;
	}
	return false;
}

void dt_space_past(struct os_space *space, void (*fn)(void *arg, uint64_t addr, const uint8_t *bytes), void *arg)
{
	struct dt_sites *sites = space->sites;
	size_t i;

	os_mutex_lock(&sites->lock);
	for (i = 0; sites->past && i < sites->past->count; i++)
		fn(arg, sites->past->places[i].addr, sites->past->places[i].bytes);
	os_mutex_unlock(&sites->lock);
}

void dt_sites_losses(struct os_space *space, struct dt_sites_losses *ret)
{
	struct dt_sites *sites = space->sites;

	os_mutex_lock(&sites->lock);
	ret->late = DT_READ_ONCE(sites->late);
	ret->overwritten = sites->overwritten;
	ret->restored = sites->restored;
	ret->gone = sites->gone;
	ret->again = sites->marks ? dt_marks_lost(sites->marks) : 0;
	os_mutex_unlock(&sites->lock);
}

static void space_close(struct os_space *space)
{
	struct dt_sites *sites = space->sites;

	dt_reclaim_settle(sites);
	if (space->ops->leave)
		space->ops->leave(space);
	dt_slots_fini(sites);
	dt_kinds_destroy(sites);
	DT_ASSERT(sites->live == 0);
	dt_site_table_fini(sites);
	os_free(sites->past);
	sites->past = NULL;
	dt_marks_destroy(sites->marks);
	os_mutex_fini(&sites->lock);
	space->sites = NULL;
	sites_free(sites);
	if (space->ops->release)
		space->ops->release(space);
}

void dt_space_put(struct os_space *space, uint32_t count)
{
	if (count > 0 && __atomic_sub_fetch(&space->references, count, __ATOMIC_ACQ_REL) == 0)
		space_close(space);
}

int dt_sites_init(void)
{
	return dt_space_open(os_kernel_space());
}

void dt_sites_settle(void)
{
	dt_reclaim_settle(&dt_kernel_sites);
}

void dt_sites_fini(void)
{
	dt_space_put(os_kernel_space(), 1);
}
