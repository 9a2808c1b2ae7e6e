/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compact.c - large memory for slots is given back though some slots in it are used.
 *
 * Theory. A large batch gets large chunks of slots (site_slots.c), and a chunk stays as long as one slot in it is used.
 * When sites become jumps their slots are given back, nearly all of them: what remains are those of the few that stay
 * breaks, all over the chunks. They get slots in other chunks, as small as there are:
 *
 *      chunks that are mostly free are closed: no slot in them is given any more
 *      each site that has a slot there gets another one, which is filled
 *      one synchronisation: all CPUs see the new slots
 *      traps continue in the new slots; the old ones go to limbo
 *      grace(): the old ones are free, and so is all of their chunks (reclaim.c)
 *
 * When one site gets none, for want of memory, all keep what they have, and the chunks are opened again.
 *
 * Only chunks larger than the smallest are emptied, and new ones are as small as that, so this comes to an end. It is for
 * the text of the kernel: a process has no jumps, and what it arms at once is small.
 */
#include "core/site/site.h"

struct move {
	struct dt_site *site;
	uint64_t slot; /* its new one */
};

struct moves {
	struct dt_sites *sites;
	size_t count, room;
	struct move *all;
};

static void add_site(void *arg, struct dt_site *site)
{
	struct moves *moves = arg;

	if (dt_slot_is_closed(&moves->sites->slots, site->slot) && moves->count < moves->room)
		moves->all[moves->count++].site = site;
}

/* Return: how many have a new slot, which are all of them unless there is no memory. */
static size_t fill(struct moves *moves)
{
	size_t i;

	for (i = 0; i < moves->count; i++) {
		if (dt_way_make(moves->sites, moves->all[i].site, 1, &moves->all[i].slot) != NULL)
			break;
	}
	return i;
}

/* A slot of this site is not used any more. */
static void leave(struct dt_sites *sites, struct dt_site *site, uint64_t slot)
{
	if (dt_slot_free(sites, slot))
		dt_site_hold(site); /* the slot's owner has a reference of its own now */
}

static bool move_all(struct moves *moves)
{
	struct dt_sites *sites = moves->sites;
	size_t i, filled = fill(moves);
	struct move *move;
	uint64_t old;

	dt_slots_flush(sites);
	if (filled < moves->count) {
		for (i = 0; i < filled; i++)
			leave(sites, moves->all[i].site, moves->all[i].slot);
		return false;
	}
	sites->space->ops->patch(sites->space, NULL, 0);
	for (i = 0; i < moves->count; i++) {
		move = &moves->all[i];
		old = move->site->slot;
		DT_WRITE_ONCE(move->site->slot, move->slot);
		leave(sites, move->site, old);
	}
	return true;
}

bool dt_sites_compact(struct dt_sites *sites)
{
	struct moves moves = { .sites = sites };
	bool good;

	if (dt_sites_in_process(sites) || DT_READ_ONCE(sites->space->dying))
		return true;
	moves.room = dt_slots_close(&sites->slots);
	if (moves.room == 0)
		return true;
	moves.all = os_alloc(moves.room * sizeof(*moves.all));
	if (moves.all)
		dt_site_table_each(sites, add_site, &moves);
	good = moves.all && move_all(&moves);
	if (!good)
		dt_slots_open(&sites->slots);
	os_trace("site: slots moved", good ? moves.count : 0, moves.room);
	os_free(moves.all);
	return good;
}
