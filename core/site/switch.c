/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * switch.c - sites become jumps, in the background: a batch of all that are armed. kind.h has the theory.
 *
 * Whoever arms or disarms meanwhile does not wait for more than a slice of it: what the task has found out is looked at
 * again each time it has the lock.
 */
#include <dtrace/provider.h>

#include "base/memory.h"
#include "base/sort.h"
#include "core/entry.h"
#include "core/site/kind.h"

#define PAUSE  100000000ull /* ns from arming to the first jump: short runs do without */
#define SLICE  64           /* sites that are prepared in one stretch with the lock */
#define BUSY   1024         /* sites of the first batch */
#define MANY   4            /* with so many times as many sites there is a first batch */

#define LEVELS 65

/* A batch of sites that become jumps. */
struct batch {
	struct dt_sites *sites;
	void **addrs; /* of sites that may become jumps, in order: those that are busy, then the others */
	size_t addr_count, busy_count, addr_room;
	size_t levels[LEVELS];      /* how many sites have fired so often: level_of() */
	unsigned int busy;          /* from this level on they are busy */
	struct dt_region **regions; /* the drafts, in order of address */
	size_t count;
	uint32_t generation;
	bool stale; /* a module has come or gone: what was found out is good for nothing */
	struct dt_flow flow;
};

static bool goes_on(const struct dt_sites *sites)
{
	return DT_READ_ONCE(sites->kinds->wanted) && !DT_READ_ONCE(sites->space->dying);
}

/* Whether what is known of text is still so. Context: [M] held. */
static bool is_current(struct batch *batch)
{
	batch->stale |= batch->generation != batch->sites->kinds->generation;
	return !batch->stale;
}

/* ---- which sites ----------------------------------------------------------------------------- */

/* The bits of the number that says how often it has fired: the same level is up to twice as often. */
static unsigned int level_of(const struct dt_site *site)
{
	const struct dt_site_attachment *attachment;
	unsigned int level = 0;
	uint64_t fired = 0;

	for (attachment = site->first; attachment; attachment = attachment->next)
		fired += dt_site_fired(attachment);
	for (; fired > 0; fired >>= 1)
		level++;
	return level;
}

static void count_site(void *arg, struct dt_site *site)
{
	struct batch *batch = arg;

	if (!dt_site_may_jump(site))
		return;
	batch->addr_count++;
	batch->levels[level_of(site)]++;
}

/*
 * A trap for each firing may leave a slow machine no time for anything else, this task included. A small part of all
 * sites makes nearly all firings: where there are many sites, that part comes first, in a batch of its own.
 */
static void choose_busy(struct batch *batch)
{
	size_t most = batch->sites->kinds->busy, sum = 0;
	unsigned int level = LEVELS;

	if (batch->addr_count >= MANY * most) {
		while (level > 1 && sum + batch->levels[level - 1] <= most)
			sum += batch->levels[--level];
	}
	batch->busy = level;
	batch->addr_count = 0;
}

/* The busy ones from the front, the others from the back. */
static void add_site(void *arg, struct dt_site *site)
{
	struct batch *batch = arg;
	void *addr = (void *)(uintptr_t)site->insn.addr;

	if (!dt_site_may_jump(site) || batch->addr_count == batch->addr_room)
		return;
	batch->addr_count++;
	if (level_of(site) >= batch->busy)
		batch->addrs[batch->busy_count++] = addr;
	else
		batch->addrs[batch->addr_room - (batch->addr_count - batch->busy_count)] = addr;
}

/* One after the other, each part in order. */
static void settle(struct batch *batch)
{
	size_t others = batch->addr_count - batch->busy_count;

	dt_memmove(batch->addrs + batch->busy_count, batch->addrs + (batch->addr_room - others),
		   others * sizeof(*batch->addrs));
	/* the regions are not made yet, so there is room: a sort in place takes three times as many instructions */
	dt_sort_mostly(batch->addrs, batch->busy_count, (void **)batch->regions, dt_compare_values);
	dt_sort_mostly(batch->addrs + batch->busy_count, others, (void **)batch->regions, dt_compare_values);
}

/* Return: false without memory, or when a module has come or gone since text was looked through. */
static bool gather(struct batch *batch)
{
	struct dt_sites *sites = batch->sites;

	os_mutex_lock(&sites->lock);
	batch->generation = sites->kinds->generation;
	batch->stale = !dt_flow_is_known(sites->kinds);
	batch->addr_room = sites->live;
	batch->addrs = os_alloc(batch->addr_room * sizeof(*batch->addrs));
	batch->regions = os_alloc(batch->addr_room * sizeof(struct dt_region *));
	if (batch->addrs && batch->regions) {
		dt_site_table_each(sites, count_site, batch);
		choose_busy(batch);
		dt_site_table_each(sites, add_site, batch);
	}
	os_mutex_unlock(&sites->lock);
	if (!batch->addrs || !batch->regions || batch->stale)
		return false;
	settle(batch);
	return true;
}

/* ---- drafts ---------------------------------------------------------------------------------- */

/* How many of those in [@from, @end) may have their stubs in memory that is near the first one. */
static size_t count_near(const struct batch *batch, size_t from, size_t end)
{
	uint64_t reach = batch->sites->kinds->stubs.reach, first = (uintptr_t)batch->addrs[from];
	size_t low = from, high = end, middle;

	while (reach && low < high) {
		middle = low + (high - low) / 2;
		if ((uintptr_t)batch->addrs[middle] - first <= reach)
			low = middle + 1;
		else
			high = middle;
	}
	return high - from;
}

static void draft(struct batch *batch, struct dt_site *site, size_t expected)
{
	struct dt_region *last = batch->count > 0 ? batch->regions[batch->count - 1] : NULL, *region;
	struct dt_site *second = NULL;
	struct isa_region found;

	site->why = dt_flow_region(&batch->flow, site, last, &found);
	if (site->why != DT_JUMP_POSSIBLE)
		return;
	if (found.second)
		second = dt_site_find(batch->sites, found.second);
	region = dt_region_make(batch->sites, site, second, &found, expected, &site->why);
	if (!region)
		return;
	site->kind = DT_SITE_DRAFT;
	if (second)
		second->kind = DT_SITE_DRAFT;
	batch->regions[batch->count++] = region;
}

/* [@from, @to) of those up to @end. */
static void draft_some(struct batch *batch, size_t from, size_t to, size_t end)
{
	struct dt_sites *sites = batch->sites;
	struct dt_site *site;

	os_mutex_lock(&sites->lock);
	dt_flow_stale(&batch->flow); /* modules may have come and gone */
	for (; from < to && goes_on(sites) && is_current(batch); from++) {
		site = dt_site_find(sites, (uintptr_t)batch->addrs[from]);
		if (site && dt_site_may_jump(site))
			draft(batch, site, count_near(batch, from, end));
	}
	os_mutex_unlock(&sites->lock);
}

static void drop(struct batch *batch, struct dt_region *region)
{
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = dt_region_sites(region, of);

	for (i = 0; i < n; i++) {
		if (of[i]->kind == DT_SITE_DRAFT)
			of[i]->kind = DT_SITE_BREAK;
	}
	dt_region_drop(batch->sites, region);
}

static void drop_all(struct batch *batch)
{
	while (batch->count > 0)
		drop(batch, batch->regions[--batch->count]);
	dt_slots_trim(batch->sites, &batch->sites->kinds->stubs);
}

/* Whether a region's sites are still armed as they were, and none was armed in it since. */
static bool is_good(const struct dt_sites *sites, struct dt_region *region)
{
	uint64_t addr = dt_region_addr(region), end = addr + region->len;
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = dt_region_sites(region, of);

	for (i = 0; i < n; i++) {
		if (!dt_site_is_there(sites, of[i]) || !of[i]->first || of[i]->kind != DT_SITE_DRAFT)
			return false;
	}
	for (; addr < end; addr += sites->space->isa->insn_align) {
		if (addr != of[0]->insn.addr && addr != of[n - 1]->insn.addr && dt_site_find(sites, addr))
			return false;
	}
	return true;
}

/* Of two sites in one region the one that is left is looked at again. */
static void drop_bad(struct batch *batch)
{
	size_t i, good = 0;

	for (i = 0; i < batch->count; i++) {
		if (is_good(batch->sites, batch->regions[i])) {
			batch->regions[good++] = batch->regions[i];
			continue;
		}
		if (batch->regions[i]->paired)
			dt_switch_queue(batch->sites);
		drop(batch, batch->regions[i]);
	}
	batch->count = good;
}

/* ---- from break to break through the stub ---------------------------------------------------- */

/*
 * All that are breaks through their stubs, or drafts; with @guarded only those whose regions are guarded. Of two sites
 * of a region the first one speaks for both.
 */
static size_t collect(const struct dt_sites *sites, bool guarded, struct dt_region **ret)
{
	const struct dt_regions *regions = sites->kinds->regions;
	struct dt_region *region;
	size_t i, count = 0;

	for (i = 0; regions && i < regions->count; i++) {
		region = regions->all[i];
		if (region->left || region->site->kind == DT_SITE_JUMP || region->site->why != DT_JUMP_POSSIBLE ||
		    !region->site->first || region->guarded != guarded)
			continue;
		if (ret)
			ret[count] = region;
		count++;
	}
	return count;
}

/* The way out through the stub takes the place of the slot, which is given back. */
static void use_stub(struct dt_sites *sites, struct dt_site *site, uint64_t rest)
{
	uint64_t slot = site->slot;

	if (site->kind != DT_SITE_DRAFT)
		return;
	site->kind = DT_SITE_STUB;
	DT_WRITE_ONCE(site->slot, rest);
	if (slot && dt_slot_free(sites, slot))
		dt_site_hold(site); /* the slot's owner has a reference of its own now */
}

/* The second one's is in use before the first one's leads there. */
static void use_stubs(struct dt_sites *sites, struct dt_region *region)
{
	const struct dt_region_second *second = dt_region_second(region);

	region->guarded = true;
	if (second)
		use_stub(sites, second->site, dt_region_second_stub(second) + second->rest);
	use_stub(sites, region->site, dt_region_stub(region) + region->rest);
}

/* Its text is not what it was: it stays a break. Without memory it is tried again with the next batch. */
static void give_up(struct dt_sites *sites, struct dt_region *region)
{
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = dt_region_sites(region, of);

	for (i = 0; i < n && region->trouble != DT_TROUBLE_MEMORY; i++)
		of[i]->why = DT_JUMP_CHANGED;
	if (region->site->kind == DT_SITE_DRAFT)
		dt_region_leave(sites->kinds, region);
}

static void guard(struct dt_sites *sites, struct dt_region **regions, size_t count)
{
	struct os_space *space = sites->space;
	size_t i;

	for (i = 0; i < count; i++)
		regions[i]->trouble = DT_TROUBLE_NONE;
	dt_slots_flush(sites);
	space->ops->patch(space, NULL, 0);
	dt_regions_write(sites, regions, count, true, DT_WRITE_GUARD);
	for (i = 0; i < count; i++) {
		if (regions[i]->trouble == DT_TROUBLE_NONE)
			use_stubs(sites, regions[i]);
		else
			give_up(sites, regions[i]);
	}
}

/*
 * Traps find the regions before there is a break at their starts. Return: whether there is something to
 * finish. Context: [M] held.
 */
static bool commit_locked(struct batch *batch)
{
	struct dt_sites *sites = batch->sites;
	struct dt_regions *before = sites->kinds->regions;
	struct dt_region **all = NULL;
	bool good;

	good = goes_on(sites) && is_current(batch);
	if (good) {
		drop_bad(batch);
		all = os_alloc((batch->count + (before ? before->count : 0)) * sizeof(struct dt_region *));
		good = all && dt_regions_add(sites->kinds, batch->regions, batch->count);
	}
	if (good) {
		batch->count = 0; /* they are the table's */
		guard(sites, all, collect(sites, false, all));
	}
	drop_all(batch);
	os_free(all);
	return good && collect(sites, true, NULL) > 0;
}

/* ---- from there to jump ---------------------------------------------------------------------- */

static void judge(struct dt_sites *sites, struct dt_region *region)
{
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = dt_region_sites(region, of);

	if (region->trouble == DT_TROUBLE_NONE) {
		region->broken = false;
		for (i = 0; i < n; i++)
			DT_WRITE_ONCE(of[i]->kind, DT_SITE_JUMP);
		sites->kinds->jumps += n;
		return;
	}
	give_up(sites, region);
	dt_regions_back(sites, &region, 1);
}

static void jump_all(struct dt_sites *sites, struct dt_region **regions, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		regions[i]->trouble = DT_TROUBLE_NONE;
	dt_regions_write(sites, regions, count, true, DT_WRITE_REST);
	dt_regions_write(sites, regions, count, true, DT_WRITE_FIRST);
	for (i = 0; i < count; i++)
		judge(sites, regions[i]);
}

static size_t sites_of(struct dt_region *const *regions, size_t count)
{
	size_t i, sites = count;

	for (i = 0; i < count; i++)
		sites += regions[i]->paired;
	return sites;
}

/* grace() has returned since all that are guarded were. Context: [M] held. */
static void finish_locked(struct dt_sites *sites)
{
	uint64_t start = os_time_mono();
	struct dt_region **regions;
	size_t count;

	if (!goes_on(sites))
		return;
	count = collect(sites, true, NULL);
	regions = count > 0 ? os_alloc(count * sizeof(struct dt_region *)) : NULL;
	if (!regions)
		return;
	collect(sites, true, regions);
	jump_all(sites, regions, count);
	sites->kinds->switched = sites_of(regions, count);
	sites->kinds->switch_ns = os_time_mono() - start;
	os_free(regions);
	os_trace("site: jumps", sites->kinds->jumps, sites->live);
}

/* ---- the task -------------------------------------------------------------------------------- */

static bool commit(struct batch *batch)
{
	struct dt_sites *sites = batch->sites;
	bool any;

	os_mutex_lock(&sites->lock);
	dt_regions_made(sites->kinds);
	any = commit_locked(batch);
	os_task_queue(&sites->reclaim_task); /* of slots, and of what was dropped */
	os_mutex_unlock(&sites->lock);
	return any;
}

/* Those of [@from, @end) become jumps. */
static void switch_some(struct batch *batch, size_t from, size_t end)
{
	struct dt_sites *sites = batch->sites;
	size_t i;

	for (i = from; i < end && goes_on(sites); i += SLICE) {
		draft_some(batch, i, DT_MIN(i + SLICE, end), end);
		os_yield();
	}
	os_trace("site: drafts", batch->count, end - from);
	if (!commit(batch))
		return;
	os_trace("site: committed", 0, 0);
	sites->space->ops->grace(sites->space);
	os_trace("site: grace", 0, 0);
	os_mutex_lock(&sites->lock);
	finish_locked(sites);
	os_mutex_unlock(&sites->lock);
}

static void switch_sites(void *arg)
{
	struct dt_sites *sites = arg;
	struct batch batch = { .sites = sites, .flow = { .sites = sites } };

	os_event_wait(&sites->kinds->stop, PAUSE);
	os_trace("site: switch begins", sites->live, 0);
	if (!goes_on(sites) || dt_flow_learn(sites) != 0 || !goes_on(sites))
		return;
	os_trace("site: text known", 0, 0);
	if (gather(&batch)) {
		if (batch.busy_count > 0)
			switch_some(&batch, 0, batch.busy_count);
		switch_some(&batch, batch.busy_count, batch.addr_count);
	}
	dt_flow_fini(&batch.flow);
	os_free(batch.addrs);
	os_free(batch.regions);
	if (batch.stale)
		dt_switch_queue(sites);
}

void dt_switch_queue(struct dt_sites *sites)
{
	if (sites->kinds && goes_on(sites))
		os_task_queue(&sites->kinds->task);
}

void dt_switch_stop(struct dt_sites *sites)
{
	if (!sites->kinds)
		return;
	DT_WRITE_ONCE(sites->kinds->wanted, false);
	os_event_set(&sites->kinds->stop);
	os_task_drain(&sites->kinds->task);
}

/* ---- on and off ------------------------------------------------------------------------------ */

/* All that are jumps, or on the way: their stubs stay, as no trap needs another way. */
static void back_all(struct dt_sites *sites)
{
	const struct dt_regions *regions = sites->kinds->regions;
	size_t i, count = 0, room = regions ? regions->count : 0;
	struct dt_region **all = os_alloc(room * sizeof(struct dt_region *)), **some = all;

	if (!all) {
		some = sites->fallback.regions;
		room = DT_SITES_FALLBACK;
	}
	for (i = 0; regions && i < regions->count; i++) {
		if (!regions->all[i]->left)
			some[count++] = regions->all[i];
		if (count == room) {
			dt_regions_back(sites, some, count);
			count = 0;
		}
	}
	dt_regions_back(sites, some, count);
	os_free(all);
}

void dt_sites_jump(bool wanted)
{
	struct dt_sites *sites = &dt_kernel_sites;

	if (!sites->kinds || DT_READ_ONCE(sites->kinds->wanted) == wanted)
		return;
	if (!wanted) {
		dt_switch_stop(sites);
		os_mutex_lock(&sites->lock);
		back_all(sites);
		os_mutex_unlock(&sites->lock);
		return;
	}
	os_event_clear(&sites->kinds->stop);
	DT_WRITE_ONCE(sites->kinds->wanted, true);
	dt_switch_queue(sites);
}

void dt_sites_modules_changed(void)
{
	struct dt_sites *sites = &dt_kernel_sites;

	if (!sites->space || !sites->kinds)
		return;
	os_mutex_lock(&sites->lock);
	dt_flow_forget_modules(sites->kinds);
	os_mutex_unlock(&sites->lock);
}

/* ---- life ------------------------------------------------------------------------------------ */

int dt_kinds_create(struct dt_sites *sites)
{
	struct dt_kinds *kinds;

	sites->kinds = NULL;
	if (!sites->space->jumps)
		return 0;
	kinds = os_alloc(sizeof(*kinds));
	if (!kinds)
		return -OS_ENOMEM;
	kinds->stubs.size = sites->space->jumps->isa->unit;
	kinds->stubs.reach = sites->space->jumps->reach;
	kinds->wanted = true;
	kinds->busy = BUSY;
	kinds->block_size = DT_REGION_BLOCK;
	os_event_init(&kinds->stop);
	os_task_init(&kinds->task, switch_sites, sites);
	sites->kinds = kinds;
	return 0;
}

void dt_kinds_destroy(struct dt_sites *sites)
{
	struct dt_kinds *kinds = sites->kinds;

	if (!kinds)
		return;
	DT_ASSERT(kinds->stubs.chunks == NULL && kinds->jumps == 0 && kinds->left_count == 0 && !kinds->left);
	dt_flow_forget(kinds);
	os_free(kinds->regions);
	sites->kinds = NULL;
	os_free(kinds);
}
