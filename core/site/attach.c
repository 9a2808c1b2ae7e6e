/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * attach.c - what providers call: a batch of attachments, in order, space by space, with the
 * references that keep each space open while something is armed in it.
 */
#include <dtrace/provider.h>

#include "base/sort.h"
#include "core/entry.h"
#include "core/site/site.h"

#define PIECE ((size_t)32768) /* sites of a process that are armed at once */

static struct os_space *space_of(const struct dt_site_attachment *attachment)
{
	return attachment->armed ? dt_site_counts_of(attachment)->space : attachment->space;
}

/*
 * By space, then address; at one address entries come first, so that a site there is made as a
 * function's entry (scratch_dead, in the kernel).
 */
static int by_address(const void *a, const void *b)
{
	const struct dt_site_attachment *x = a, *y = b;
	const struct os_space *x_space = space_of(x), *y_space = space_of(y);

	if (x_space != y_space)
		return x_space->id < y_space->id ? -1 : 1;
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return (int)x->order - (int)y->order;
}

void dt_site_sort(void **array, size_t count, int (*compare)(const void *a, const void *b))
{
	void **room = os_alloc(count * sizeof(*room));

	dt_sort_mostly(array, count, room, compare);
	os_free(room);
}

/* How many of the first attachments, which are sorted, are in one space. */
static size_t of_one_space(struct dt_site_attachment **attachments, size_t count)
{
	const struct os_space *space = space_of(attachments[0]);
	size_t i = 1;

	while (i < count && space_of(attachments[i]) == space)
		i++;
	return i;
}

/*
 * Sites of a process are armed and disarmed piece by piece. Their number is as large as the program: arrays for half a
 * million at once find no place in the addresses that a kernel of 32 bits has for large memory. The kernel's are one
 * batch, for each takes cross calls.
 */
static size_t in_pieces(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count,
			size_t (*step)(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count))
{
	size_t most = dt_sites_in_process(sites) ? PIECE : count, i, n, sum = 0;

	for (i = 0; i < count; i += n) {
		n = DT_MIN(most, count - i);
		sum += step(sites, attachments + i, n);
	}
	return sum;
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
		armed = in_pieces(sites, attachments, count, dt_sites_arm);
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
	dt_site_sort((void **)attachments, count, by_address);
	for (i = 0; i < count; i += n) {
		n = of_one_space(attachments + i, count - i);
		armed += attach_in(space_of(attachments[i]), attachments + i, n);
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
	armed = in_pieces(sites, attachments, count, dt_sites_disarm);
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
	dt_site_sort((void **)attachments, count, by_address);
	for (i = 0; i < count; i += n) {
		n = of_one_space(attachments + i, count - i);
		detach_in(space_of(attachments[i]), attachments + i, n);
	}
}
