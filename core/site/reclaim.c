/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * reclaim.c - in the background: slots in limbo and stubs that are left become free, breaks and jumps that could not be
 * removed are removed, memory for slots that is mostly free is given back.
 */
#include "core/site/kind.h"

static bool begin(struct dt_sites *sites)
{
	bool any = dt_slots_limbo_begin(sites);

	return (sites->kinds && dt_regions_left_begin(sites->kinds)) || any;
}

static void end(struct dt_sites *sites)
{
	dt_slots_limbo_end(sites);
	if (sites->kinds)
		dt_regions_left_end(sites);
}

/* Repeat until nothing is in limbo and no break is left that could not be removed. */
static void reclaim(void *arg)
{
	struct dt_sites *sites = arg;
	bool any, compacts = true;
	size_t left;

	for (;;) {
		os_mutex_lock(&sites->lock);
		left = dt_sites_retry(sites);
		any = begin(sites);
		os_mutex_unlock(&sites->lock);
		if (!any && left == 0)
			return;
		sites->space->ops->grace(sites->space);
		os_mutex_lock(&sites->lock);
		end(sites);
		compacts = compacts && dt_sites_compact(sites);
		os_mutex_unlock(&sites->lock);
	}
}

void dt_reclaim_init(struct dt_sites *sites)
{
	os_task_init(&sites->reclaim_task, reclaim, sites);
}

void dt_reclaim_settle(struct dt_sites *sites)
{
	dt_switch_stop(sites);
	os_task_drain(&sites->reclaim_task);
	reclaim(sites);
}
