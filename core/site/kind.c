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

void dt_regions_back(struct dt_sites *sites, struct dt_region **regions, size_t count)
{
	struct dt_region *region;
	size_t i;

	for (i = 0; i < count; i++)
		regions[i]->trouble = DT_TROUBLE_NONE;
	dt_regions_write(sites, regions, count, false, DT_WRITE_GUARD);
	for (i = 0; i < count; i++)
		regions[i]->broken &= regions[i]->trouble == DT_TROUBLE_NONE;
	dt_regions_write(sites, regions, count, false, DT_WRITE_REST);
	dt_regions_write(sites, regions, count, false, DT_WRITE_FIRST);
	for (i = 0; i < count; i++) {
		region = regions[i];
		if (region->trouble != DT_TROUBLE_NONE) {
			os_trace("site: jump is not taken away", dt_region_addr(region), region->trouble);
			continue;
		}
		sites->kinds->jumps -= region->site->kind == DT_SITE_JUMP;
		DT_WRITE_ONCE(region->site->kind, DT_SITE_STUB);
		region->guarded = region->broken = false;
	}
}

/* ---- sites that are disarmed ----------------------------------------------------------------- */

/* The regions of some sites, into an array with room for all. */
static size_t regions_of(const struct dt_sites *sites, struct dt_site *const *some, size_t count,
			 struct dt_region **ret)
{
	struct dt_region *region;
	size_t i, found = 0;

	for (i = 0; i < count; i++) {
		region = dt_region_of(sites->kinds, some[i]);
		if (region)
			ret[found++] = region;
	}
	return found;
}

static void leave_some(struct dt_sites *sites, struct dt_site *const *dying, size_t count, struct dt_region **room)
{
	dt_regions_back(sites, room, regions_of(sites, dying, count, room));
}

enum dt_trouble dt_site_trouble(const struct dt_sites *sites, const struct dt_site *site)
{
	const struct dt_region *region = sites->kinds ? dt_region_of(sites->kinds, site) : NULL;

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

	if (!region)
		return NULL;
	return region->site->insn.addr != attachment->addr || attachment->order == DT_SITE_ORDER_LAST ? region : NULL;
}

bool dt_site_in_the_way(const struct dt_sites *sites, const struct dt_site_attachment *attachment)
{
	return sites->kinds && in_the_way(sites, attachment);
}

/* It is a break that continues in the stub: give it the way that it had before. */
static void forget_stub(struct dt_sites *sites, struct dt_region *region, uint64_t slot)
{
	struct dt_site *site = region->site;

	DT_WRITE_ONCE(site->slot, slot);
	site->why = DT_JUMP_SITE;
	dt_region_leave(sites->kinds, region);
}

/* Slots are seen by all CPUs before a trap continues there. Those without one keep their region. */
static void move(struct dt_sites *sites, struct dt_region **regions, size_t count, uint64_t *slots)
{
	struct os_space *space = sites->space;
	size_t i;

	dt_regions_back(sites, regions, count);
	for (i = 0; i < count; i++) {
		if (regions[i]->trouble == DT_TROUBLE_NONE &&
		    dt_way_make(sites, regions[i]->site, count - i, &slots[i]) != NULL)
			regions[i]->trouble = DT_TROUBLE_MEMORY;
	}
	dt_slots_flush(sites);
	space->ops->patch(space, NULL, 0);
	for (i = 0; i < count; i++) {
		if (regions[i]->trouble == DT_TROUBLE_NONE)
			forget_stub(sites, regions[i], slots[i]);
	}
	os_task_queue(&sites->reclaim_task);
}

void dt_sites_make_way(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count)
{
	struct dt_region **regions, *region;
	size_t i, found = 0;
	uint64_t *slots;

	if (!sites->kinds || !sites->kinds->regions)
		return;
	for (i = 0; i < count; i++)
		found += in_the_way(sites, attachments[i]) != NULL;
	if (found == 0)
		return;
	regions = os_alloc(found * sizeof(*regions));
	slots = os_alloc(found * sizeof(*slots));
	for (i = 0, found = 0; i < count && regions && slots; i++) {
		region = in_the_way(sites, attachments[i]);
		if (region && (found == 0 || regions[found - 1] != region))
			regions[found++] = region;
	}
	if (regions && slots)
		move(sites, regions, found, slots);
	os_free(regions);
	os_free(slots);
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
