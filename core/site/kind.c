/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * kind.c - sites that are jumps become breaks again: for good, or because they are in the way. kind.h has the theory.
 */
#include "core/site/kind.h"

#include "base/sort.h"

const char *dt_jump_refusal_name(unsigned int why)
{
	static const char *const names[DT_JUMP_REFUSALS - ISA_JUMP_REFUSALS] = {
		[DT_JUMP_FUNCTION - ISA_JUMP_REFUSALS] = "function",
		[DT_JUMP_SITE - ISA_JUMP_REFUSALS] = "other-site",
		[DT_JUMP_ELSEWHERE - ISA_JUMP_REFUSALS] = "goes-elsewhere",
		[DT_JUMP_MEMORY - ISA_JUMP_REFUSALS] = "no-memory",
		[DT_JUMP_CHANGED - ISA_JUMP_REFUSALS] = "text-changed",
	};

	return why >= ISA_JUMP_REFUSALS && why < DT_JUMP_REFUSALS ? names[why - ISA_JUMP_REFUSALS]
								  : isa_jump_refusal_name(why);
}

/* ---- the way back ---------------------------------------------------------------------------- */

/* Its text is breaks, which continue in the stubs. */
static void become_breaks(struct dt_kinds *kinds, struct dt_region *region)
{
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = dt_region_sites(region, of);

	for (i = 0; i < n; i++) {
		kinds->jumps -= of[i]->kind == DT_SITE_JUMP;
		DT_WRITE_ONCE(of[i]->kind, DT_SITE_STUB);
	}
	region->guarded = region->broken = false;
}

void dt_regions_back(struct dt_sites *sites, struct dt_region **regions, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		regions[i]->trouble = DT_TROUBLE_NONE;
	dt_regions_write(sites, regions, count, false, DT_WRITE_GUARD);
	for (i = 0; i < count; i++)
		regions[i]->broken &= regions[i]->trouble == DT_TROUBLE_NONE;
	dt_regions_write(sites, regions, count, false, DT_WRITE_REST);
	dt_regions_write(sites, regions, count, false, DT_WRITE_FIRST);
	for (i = 0; i < count; i++) {
		if (regions[i]->trouble == DT_TROUBLE_NONE)
			become_breaks(sites->kinds, regions[i]);
		else
			os_trace("site: jump is not taken away", dt_region_addr(regions[i]), regions[i]->trouble);
	}
}

/* ---- ways without a stub --------------------------------------------------------------------- */

#define FEW 8 /* regions that are moved at once when there is no memory */

bool dt_region_is_over(const struct dt_sites *sites, struct dt_region *region)
{
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = dt_region_sites(region, of);

	for (i = 0; i < n; i++) {
		if (dt_site_is_there(sites, of[i]))
			return false;
	}
	return true;
}

/* Slots for the sites of a region, those that need one. Return: false without memory; then none has. */
static bool ways_make(struct dt_sites *sites, struct dt_region *region, size_t expected, uint64_t *slots)
{
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = dt_region_sites(region, of);

	slots[0] = slots[1] = 0;
	for (i = 0; i < n; i++) {
		if (!dt_site_is_there(sites, of[i]) || dt_way_make(sites, of[i], expected, &slots[i]) == NULL)
			continue;
		if (slots[0] && dt_slot_free(sites, slots[0]))
			dt_site_hold(of[0]); /* the slot gives a reference back when it is free */
		return false;
	}
	return true;
}

/* Its sites get the ways that they had before their stubs. What they can be is found out anew. */
static void forget_stubs(struct dt_sites *sites, struct dt_region *region, const uint64_t *slots)
{
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = dt_region_sites(region, of);

	for (i = 0; i < n; i++) {
		of[i]->why = DT_JUMP_POSSIBLE;
		DT_WRITE_ONCE(of[i]->slot, slots[i]);
	}
	dt_region_leave(sites->kinds, region);
}

/* Slots are seen by all CPUs before a trap continues there. Those without one keep their region. */
static void move_some(struct dt_sites *sites, struct dt_region **regions, size_t count, uint64_t *slots)
{
	struct os_space *space = sites->space;
	size_t i;

	for (i = 0; i < count; i++) {
		if (regions[i]->trouble == DT_TROUBLE_NONE &&
		    !ways_make(sites, regions[i], count - i, &slots[DT_REGION_SITES * i]))
			regions[i]->trouble = DT_TROUBLE_MEMORY;
	}
	dt_slots_flush(sites);
	space->ops->patch(space, NULL, 0);
	for (i = 0; i < count; i++) {
		if (regions[i]->trouble == DT_TROUBLE_NONE)
			forget_stubs(sites, regions[i], &slots[DT_REGION_SITES * i]);
	}
}

/* They are breaks that continue in their stubs, or are in trouble: the others get other ways. */
static void move(struct dt_sites *sites, struct dt_region **regions, size_t count)
{
	uint64_t few[DT_REGION_SITES * FEW], *slots = os_alloc(count * DT_REGION_SITES * sizeof(*slots));
	size_t i, n, most = slots ? count : FEW;

	for (i = 0; i < count; i += n) {
		n = DT_MIN(most, count - i);
		move_some(sites, regions + i, n, slots ? slots : few);
	}
	os_free(slots);
	os_task_queue(&sites->reclaim_task);
	dt_switch_queue(sites);
}

/* ---- sites that are disarmed ----------------------------------------------------------------- */

/* The regions of some sites, each once, into an array with room for all. */
static size_t regions_of(const struct dt_sites *sites, struct dt_site *const *some, size_t count,
			 struct dt_region **ret)
{
	struct dt_region *region;
	size_t i, found = 0;

	for (i = 0; i < count; i++) {
		region = dt_region_of_next(sites->kinds, some[i]);
		if (!region || region->listed)
			continue;
		region->listed = true;
		ret[found++] = region;
	}
	for (i = 0; i < found; i++)
		ret[i]->listed = false;
	return found;
}

/* Whether one of its sites has probes. */
static bool is_used(struct dt_region *region)
{
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = dt_region_sites(region, of);

	for (i = 0; i < n; i++) {
		if (of[i]->first)
			return true;
	}
	return false;
}

/* Of two sites in one region one is disarmed: the other one gets a way of its own, as the first stub leads to both. */
static void part(struct dt_sites *sites, struct dt_region **regions, size_t count)
{
	size_t i, parted = 0;

	for (i = 0; i < count; i++) {
		if (is_used(regions[i]))
			regions[parted++] = regions[i];
	}
	if (parted > 0)
		move(sites, regions, parted);
}

static void leave_some(struct dt_sites *sites, struct dt_site *const *dying, size_t count, struct dt_region **room)
{
	size_t found = regions_of(sites, dying, count, room);

	dt_regions_back(sites, room, found);
	part(sites, room, found);
}

enum dt_trouble dt_site_trouble(const struct dt_sites *sites, const struct dt_site *site)
{
	const struct dt_region *region = sites->kinds ? dt_region_of_next(sites->kinds, site) : NULL;

	return region ? (enum dt_trouble)region->trouble : DT_TROUBLE_NONE;
}

size_t dt_sites_leave(struct dt_sites *sites, struct dt_site **dying, size_t count)
{
	struct dt_region **room;
	struct dt_site *site;
	size_t i, n, ready = 0;

	if (!sites->kinds || !sites->kinds->regions)
		return count;
	room = os_alloc(count * sizeof(*room));
	if (room)
		leave_some(sites, dying, count, room);
	for (i = 0; i < count && !room; i += n) {
		n = DT_MIN(count - i, (size_t)DT_SITES_FALLBACK);
		leave_some(sites, dying + i, n, sites->fallback.regions);
	}
	os_free(room);
	for (i = 0; i < count; i++) {
		site = dying[i];
		if (dt_site_trouble(sites, site) != DT_TROUBLE_NONE)
			continue;
		dying[i] = dying[ready];
		dying[ready++] = site;
	}
	return ready;
}

/* ---- sites that are in the way --------------------------------------------------------------- */

/* The region that does not go with this attachment, NULL when there is none. */
static struct dt_region *in_the_way(const struct dt_sites *sites, const struct dt_site_attachment *attachment)
{
	struct dt_region *region = dt_region_at(sites->kinds, attachment->addr);
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = region ? dt_region_sites(region, of) : 0;
	bool own = false;

	for (i = 0; i < n; i++) {
		if (!dt_site_is_there(sites, of[i])) /* the first one's stub leads to that of one that has gone */
			return region;
		own |= of[i]->insn.addr == attachment->addr && attachment->order != DT_SITE_ORDER_LAST;
	}
	return own ? NULL : region;
}

bool dt_site_in_the_way(const struct dt_sites *sites, const struct dt_site_attachment *attachment)
{
	return sites->kinds && in_the_way(sites, attachment);
}

void dt_sites_make_way(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count)
{
	struct dt_region **regions, *region;
	size_t i, found = 0;

	if (!sites->kinds || !sites->kinds->regions)
		return;
	for (i = 0; i < count; i++)
		found += in_the_way(sites, attachments[i]) != NULL;
	if (found == 0)
		return;
	regions = os_alloc(found * sizeof(*regions));
	if (!regions)
		return;
	for (i = 0, found = 0; i < count; i++) {
		region = in_the_way(sites, attachments[i]);
		if (region && (found == 0 || regions[found - 1] != region))
			regions[found++] = region;
	}
	dt_regions_back(sites, regions, found);
	move(sites, regions, found);
	os_free(regions);
}

/* ---- those that others hold ------------------------------------------------------------------ */

void dt_kinds_settle(struct dt_sites *sites)
{
	struct dt_kinds *kinds = sites->kinds;
	const struct os_jumps *jumps = sites->space->jumps;

	if (!kinds || kinds->is_held == (kinds->held > 0))
		return;
	kinds->is_held = kinds->held > 0;
	if (jumps->hold)
		jumps->hold(sites->space, kinds->is_held ? 1 : -1);
}
