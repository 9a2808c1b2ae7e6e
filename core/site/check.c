/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * check.c - whether the breaks of a process are still there. Another tracer may write over them: nobody tells us.
 * Disarming finds it out, but the consumer has gone then, and a text that has gone says nothing any more. So the
 * consumer asks while it traces. Breaks that the program itself has thrown away are written again (thrown.c).
 */
#include <dtrace/provider.h>

#include "base/memory.h"
#include "core/site/site.h"

/* Context: [M] held. */
static void check(struct dt_sites *sites, struct dt_site *site)
{
	const struct os_space *space = sites->space;
	uint8_t bytes[ISA_BREAK_MAX];

	if (!site || !site->first || site->lost)
		return;
	/* what is not mapped any more is not executed, either */
	if (space->ops->read(sites->space, site->insn.addr, bytes, space->isa->break_len) != 0 ||
	    dt_memcmp(bytes, space->isa->break_bytes, space->isa->break_len) == 0)
		return;
	if (dt_sites_throwing(sites))
		return;
	site->lost = true;
	sites->overwritten++;
	os_trace("site: break is not there any more", site->insn.addr, space->id);
}

size_t dt_sites_check(struct os_space *space)
{
	struct dt_sites *sites = space->sites;
	size_t i, count = 0;

	os_mutex_lock(&sites->lock);
	if (sites->past && !space->dying)
		count = sites->past->count;
	for (i = 0; i < count; i++)
		check(sites, dt_site_find(sites, sites->past->places[i].addr));
	os_mutex_unlock(&sites->lock);
	return count;
}
