/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * doubt.c - breaks that a debugger puts back. There are ways to read a process's memory where our breaks cannot
 * be concealed (debugger.c). A debugger that uses one takes our break for the program's own text when it
 * sets one of its own there, and writes it back when it takes that away: when ours may be long gone. The
 * program would die of it.
 *
 * So the places of such a process are in doubt when its sites are disarmed: the next break that is executed
 * at one of them is given back, that is, the instruction is written there. A break that the debugger means is
 * lost by it once. When the debugger has gone all that it has left is given back; until then, or until the
 * memory goes, the space is kept.
 */
#include "core/entry.h"
#include "core/site/site.h"
#include "base/memory.h"

static unsigned long given_back; /* [A] of all spaces */

bool dt_space_is_seen(struct os_space *space)
{
	return space->ops->seen && space->ops->seen(space);
}

void dt_doubt_begin(struct dt_sites *sites)
{
	struct os_space *space = sites->space;
	struct dt_past *past = sites->past;
	size_t i;

	if (!past || !dt_space_is_seen(space))
		return;
	for (i = 0; i < past->count; i++) {
		if (!dt_site_find(sites, past->places[i].addr) &&
		    dt_memcmp(past->places[i].bytes, space->isa->break_bytes, space->isa->break_len) != 0)
			DT_WRITE_ONCE(past->places[i].doubtful, true);
	}
	if (!sites->kept)
		sites->kept = dt_space_get(space, 1);
}

/* Context: [M] held. */
static void give_back(struct dt_sites *sites, struct dt_past_place *place)
{
	if (!place->doubtful || dt_site_find(sites, place->addr))
		return;
	if (!dt_past_write_back(sites->space, place->addr, place->bytes))
		return;
	DT_WRITE_ONCE(place->doubtful, false);
	__atomic_fetch_add(&given_back, 1, __ATOMIC_RELAXED);
}

void dt_user_give_back(struct os_space *space, uint64_t addr)
{
	struct dt_sites *sites = space->sites;
	struct dt_past_place *place;

	os_mutex_lock(&sites->lock);
	place = dt_past_find(sites->past, addr);
	if (place)
		give_back(sites, place);
	os_mutex_unlock(&sites->lock);
}

void dt_user_surrender(struct os_space *space, uint64_t addr)
{
	struct dt_sites *sites = space->sites;
	struct dt_site *site;

	os_mutex_lock(&sites->lock);
	site = dt_site_find(sites, addr);
	if (site && !space->dying && !dt_past_write_back(space, addr, dt_past_under(sites, site)))
		os_trace("site: break was not there to surrender", addr, 0);
	os_mutex_unlock(&sites->lock);
}

bool dt_space_in_doubt(struct os_space *space)
{
	return DT_READ_ONCE(space->sites->kept);
}

void dt_space_settle_doubt(struct os_space *space)
{
	struct dt_sites *sites = space->sites;
	uint8_t bytes[ISA_BREAK_MAX];
	struct dt_past_place *place;
	size_t i;

	os_mutex_lock(&sites->lock);
	for (i = 0; sites->past && i < sites->past->count; i++) {
		place = &sites->past->places[i];
		if (place->doubtful && space->ops->read(space, place->addr, bytes, space->isa->break_len) == 0 &&
		    dt_memcmp(bytes, space->isa->break_bytes, space->isa->break_len) == 0)
			give_back(sites, place);
		DT_WRITE_ONCE(place->doubtful, false);
	}
	os_mutex_unlock(&sites->lock);
	dt_space_forget_doubt(space);
}

unsigned long dt_sites_given_back(void)
{
	return DT_READ_ONCE(given_back);
}
