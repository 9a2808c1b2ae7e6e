/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * attach.c - what providers call: a batch of attachments, in order, space by space, with the
 * references that keep each space open while something is armed in it.
 */
#include <dtrace/provider.h>

#include "base/sort.h"
#include "core/entry.h"
#include "core/site/site.h"

/*
 * By space, then address; at one address entries come first, so that a site there is made as a
 * function's entry (scratch_dead).
 */
static int by_address(const void *a, const void *b)
{
	const struct dt_site_attachment *x = a, *y = b;

	if (x->space != y->space)
		return x->space->id < y->space->id ? -1 : 1;
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return (int)x->order - (int)y->order;
}

/*
 * Providers mostly give them in order, except for parts of functions that the compiler put
 * elsewhere.
 */
static void sort(struct dt_site_attachment **attachments, size_t count)
{
	void **room = os_alloc(count * sizeof(*room));

	if (room)
		dt_sort_mostly((void **)attachments, count, room, by_address);
	else
		dt_sort((void **)attachments, count, by_address);
	os_free(room);
}

/* How many of the first attachments, which are sorted, are in one space. */
static size_t of_one_space(struct dt_site_attachment **attachments, size_t count)
{
	size_t i = 1;

	while (i < count && attachments[i]->space == attachments[0]->space)
		i++;
	return i;
}

/* The references are taken first: while sites are armed the space cannot be closed. */
static size_t attach_in(struct os_space *space, struct dt_site_attachment **attachments, size_t count)
{
	struct dt_sites *sites = space->sites;
	uint64_t start = os_time_mono();
	size_t armed;

	if (!dt_space_get(space, (uint32_t)count)) {
		dt_sites_refuse(attachments, count, "text-gone");
		return 0;
	}
	os_mutex_lock(&sites->lock);
	os_trace("site: attach", count, space->id);
	if (space->dying) { /* since we looked: it dies under this lock */
		dt_sites_refuse(attachments, count, "text-gone");
		armed = 0;
	} else {
		armed = dt_sites_arm(sites, attachments, count);
	}
	sites->last.armed = armed;
	sites->last.arm_ns = os_time_mono() - start;
	os_trace("site: attached", armed, sites->last.arm_ns);
	os_mutex_unlock(&sites->lock);
	dt_space_put(space, (uint32_t)(count - armed));
	return armed;
}

size_t dt_sites_attach(struct dt_site_attachment **attachments, size_t count)
{
	size_t i, n, armed = 0;

	if (count == 0)
		return 0;
	sort(attachments, count);
	for (i = 0; i < count; i += n) {
		n = of_one_space(attachments + i, count - i);
		armed += attach_in(attachments[i]->space, attachments + i, n);
	}
	return armed;
}

static void detach_in(struct os_space *space, struct dt_site_attachment **attachments, size_t count)
{
	struct dt_sites *sites = space->sites;
	uint64_t start = os_time_mono();
	size_t armed;

	os_mutex_lock(&sites->lock);
	os_trace("site: detach", count, space->id);
	armed = dt_sites_disarm(sites, attachments, count);
	dt_doubt_begin(sites);
	sites->last.disarmed = count;
	sites->last.disarm_ns = os_time_mono() - start;
	os_trace("site: detached", count, sites->last.disarm_ns);
	os_mutex_unlock(&sites->lock);
	dt_space_put(space, (uint32_t)armed);
}

void dt_sites_detach(struct dt_site_attachment **attachments, size_t count)
{
	size_t i, n;

	if (count == 0)
		return;
	sort(attachments, count);
	for (i = 0; i < count; i += n) {
		n = of_one_space(attachments + i, count - i);
		detach_in(attachments[i]->space, attachments + i, n);
	}
}
