/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* region.c - the regions that have a stub: made, found by address, given back. kind.h has the theory. */
#include "core/site/kind.h"

#include "base/memory.h"

/* ---- the table ------------------------------------------------------------------------------- */

/* How many regions begin at @addr or before. */
DT_PROBE_CTX static size_t begun(const struct dt_regions *regions, uint64_t addr)
{
	size_t low = 0, high = regions ? regions->count : 0, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (dt_region_addr(regions->all[middle]) <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Regions that are left may be among the others, and overlap them. */
DT_PROBE_CTX struct dt_region *dt_region_at(const struct dt_kinds *kinds, uint64_t addr)
{
	const struct dt_regions *regions = DT_READ_ONCE(kinds->regions);
	size_t i = begun(regions, addr);
	struct dt_region *region;

	while (i > 0) {
		region = regions->all[--i];
		if (addr - dt_region_addr(region) >= ISA_REGION_MAX)
			break;
		if (!DT_READ_ONCE(region->left))
			return addr - dt_region_addr(region) < region->len ? region : NULL;
	}
	return NULL;
}

DT_PROBE_CTX struct dt_region *dt_region_of(const struct dt_kinds *kinds, const struct dt_site *site)
{
	struct dt_region *region = dt_region_at(kinds, site->insn.addr);

	return region && region->site == site ? region : NULL;
}

/* Copy those that are left, or those that are not. Return: how many these are. */
static size_t copy_some(const struct dt_regions *from, bool left, struct dt_region **to)
{
	size_t i, count = 0;

	for (i = 0; from && i < from->count; i++) {
		if (from->all[i]->left == left)
			to[count++] = from->all[i];
	}
	return count;
}

/* Put @more into @all, which has room for both; from the end, so that nothing is written over too early. */
static void merge(struct dt_region **all, size_t count, struct dt_region *const *more, size_t more_count)
{
	while (more_count > 0) {
		if (count > 0 && dt_region_addr(all[count - 1]) > dt_region_addr(more[more_count - 1])) {
			all[count + more_count - 1] = all[count - 1];
			count--;
		} else {
			all[count + more_count - 1] = more[more_count - 1];
			more_count--;
		}
	}
}

static struct dt_regions *regions_alloc(size_t count)
{
	struct dt_regions *regions = os_alloc(sizeof(*regions) + count * sizeof(regions->all[0]));

	if (regions)
		regions->count = count;
	return regions;
}

/* Those that are left come to the others that wait for grace(). Return: false without memory. */
static bool put_left_aside(struct dt_kinds *kinds)
{
	size_t waiting = kinds->left ? kinds->left->count : 0, i;
	struct dt_regions *all;

	if (kinds->left_count == 0)
		return true;
	all = regions_alloc(waiting + kinds->left_count);
	if (!all)
		return false;
	for (i = 0; i < waiting; i++)
		all->all[i] = kinds->left->all[i];
	copy_some(kinds->regions, true, all->all + waiting);
	os_free(kinds->left);
	kinds->left = all;
	kinds->left_count = 0;
	return true;
}

bool dt_regions_add(struct dt_kinds *kinds, struct dt_region *const *more, size_t count)
{
	struct dt_regions *old = kinds->regions, *new = NULL;
	size_t used = old ? old->count - kinds->left_count : 0;

	if (used + count > 0) {
		new = regions_alloc(used + count);
		if (!new)
			return false;
	}
	if (!put_left_aside(kinds)) {
		os_free(new);
		return false;
	}
	if (new) {
		copy_some(old, false, new->all);
		merge(new->all, used, more, count);
	}
	DT_STORE_RELEASE(&kinds->regions, new);
	os_sync();
	os_free(old);
	return true;
}

size_t dt_regions_bytes(const struct dt_kinds *kinds)
{
	const struct dt_regions *regions = kinds->regions;
	size_t i, bytes = regions ? sizeof(*regions) + regions->count * sizeof(regions->all[0]) : 0;

	for (i = 0; regions && i < regions->count; i++)
		bytes += offsetof(struct dt_region, bytes) + regions->all[i]->len;
	return bytes;
}

void dt_regions_each(const struct dt_kinds *kinds, uint64_t from, uint64_t to,
		     void (*fn)(const struct dt_flow *flow, uint64_t addr, uint64_t end), const struct dt_flow *flow)
{
	const struct dt_regions *regions = kinds->regions;
	const struct dt_region *region;
	size_t i;

	for (i = begun(regions, from < ISA_REGION_MAX ? 0 : from - ISA_REGION_MAX); regions && i < regions->count;
	     i++) {
		region = regions->all[i];
		if (dt_region_addr(region) >= to)
			break;
		if (!region->left)
			fn(flow, dt_region_addr(region), dt_region_addr(region) + region->len);
	}
}

/* ---- one region ------------------------------------------------------------------------------ */

void dt_region_describe(const struct dt_region *region, struct isa_region *ret)
{
	ret->addr = dt_region_addr(region);
	ret->site = region->site->insn.addr;
	ret->len = region->len;
	ret->code = region->code;
	ret->scratch_in = region->scratch_in;
	ret->scratch_out = 0; /* the stub is made already */
	dt_memcpy(ret->bytes, region->bytes, region->len);
}

void dt_region_jump(const struct dt_sites *sites, const struct isa_region *found, const struct dt_region *region,
		    uint8_t *bytes)
{
	/* it was possible when the region was made, and is the same now */
	isa_jump_make(sites->space->jumps->isa, found, dt_region_stub(region) + region->start, bytes);
}

/* What the stub at @addr calls. */
static uint64_t entry_for(struct dt_sites *sites, uint64_t addr)
{
	const struct os_jumps *jumps = sites->space->jumps;
	struct dt_slots *stubs = &sites->kinds->stubs;
	uint8_t bytes[ISA_STUB_SIZE];
	uint64_t veneer;
	bool is_new;

	if (!jumps->isa->veneer)
		return jumps->entry;
	veneer = dt_slot_shared(sites, stubs, addr, &is_new);
	if (is_new) {
		isa_veneer_make(jumps->isa, veneer, jumps->entry, bytes);
		dt_slot_write(sites, stubs, veneer, bytes);
	}
	return veneer + ISA_STUB_COOKIE;
}

static uint8_t fill_stub(struct dt_sites *sites, struct dt_region *region, const struct isa_region *found,
			 uint64_t addr)
{
	const struct os_jumps *jumps = sites->space->jumps;
	uint8_t bytes[ISA_REGION_MAX];
	enum isa_jump_refusal why;
	struct isa_stub stub;

	region->stub_away = (int32_t)(addr - found->site);
	if (dt_region_stub(region) != addr)
		return ISA_JUMP_REACH;
	why = isa_stub_make(jumps->isa, found, addr, entry_for(sites, addr), (uintptr_t)region->site, &stub);
	if (why == ISA_JUMP_POSSIBLE)
		why = isa_jump_make(jumps->isa, found, addr + stub.start, bytes);
	if (why != ISA_JUMP_POSSIBLE)
		return (uint8_t)why;
	region->start = stub.start;
	region->rest = stub.rest & (ISA_STUB_SIZE - 1);
	dt_slot_write(sites, &sites->kinds->stubs, addr, stub.bytes);
	return DT_JUMP_POSSIBLE;
}

struct dt_region *dt_region_make(struct dt_sites *sites, struct dt_site *site, const struct isa_region *found,
				 size_t expected, uint8_t *why)
{
	struct dt_region *region = os_alloc(offsetof(struct dt_region, bytes) + found->len);
	uint64_t stub;

	*why = DT_JUMP_MEMORY;
	if (!region)
		return NULL;
	region->site = site;
	region->before = (found->site - found->addr) & (ISA_REGION_MAX - 1);
	region->len = found->len & (2 * ISA_REGION_MAX - 1);
	region->code = found->code & (2 * ISA_REGION_MAX - 1);
	region->scratch_in = found->scratch_in & 31;
	dt_memcpy(region->bytes, found->bytes, found->len);
	/* memory is for half of what is expected, as not all sites need a slot */
	stub = dt_slot_alloc(sites, &sites->kinds->stubs, found->addr, 2 * expected);
	if (stub) {
		*why = fill_stub(sites, region, found, stub);
		if (*why == DT_JUMP_POSSIBLE) {
			dt_site_hold(site);
			return region;
		}
		dt_slot_free_now(sites, &sites->kinds->stubs, stub);
	}
	os_free(region);
	return NULL;
}

void dt_region_drop(struct dt_sites *sites, struct dt_region *region)
{
	dt_slot_free_now(sites, &sites->kinds->stubs, dt_region_stub(region));
	dt_site_release(region->site);
	os_free(region);
}

/* ---- those that are left --------------------------------------------------------------------- */

void dt_region_leave(struct dt_kinds *kinds, struct dt_region *region)
{
	kinds->jumps -= region->site->kind == DT_SITE_JUMP; /* the text that it was in has gone */
	region->site->kind = DT_SITE_BREAK;
	DT_WRITE_ONCE(region->left, true);
	kinds->left_count++;
}

/* Without memory for a smaller table they stay in it, and wait. */
bool dt_regions_left_begin(struct dt_kinds *kinds)
{
	bool waits = kinds->left_count > 0 && !dt_regions_add(kinds, NULL, 0);

	DT_ASSERT(!kinds->leaving);
	kinds->leaving = kinds->left;
	kinds->left = NULL;
	return waits || kinds->leaving;
}

void dt_regions_left_end(struct dt_sites *sites)
{
	struct dt_regions *leaving = sites->kinds->leaving;
	size_t i;

	sites->kinds->leaving = NULL;
	for (i = 0; leaving && i < leaving->count; i++)
		dt_region_drop(sites, leaving->all[i]);
	os_free(leaving);
	dt_slots_trim(sites, &sites->kinds->stubs);
}

/* ---- text without them ----------------------------------------------------------------------- */

/* Replace the bytes of one region by the instructions under it, unless somebody else has written there. */
static void conceal_one(const struct dt_sites *sites, const struct dt_region *region, uint64_t addr, uint8_t *bytes,
			size_t size)
{
	const struct isa *isa = sites->space->isa;
	uint64_t start = dt_region_addr(region);
	size_t first = addr > start ? (size_t)(addr - start) : 0, last, i;
	uint8_t jump[ISA_REGION_MAX], byte;
	struct isa_region found;

	last = (size_t)DT_MIN((uint64_t)region->len, addr + size - start);
	dt_region_describe(region, &found);
	dt_region_jump(sites, &found, region, jump);
	for (i = first; i < last; i++) {
		byte = bytes[start + i - addr];
		if (byte != jump[i] && byte != region->bytes[i] &&
		    !(i < isa->break_len && byte == isa->break_bytes[i]) &&
		    !(i - region->before < isa->break_len && byte == isa->break_bytes[i - region->before]))
			return;
	}
	for (i = first; i < last; i++)
		bytes[start + i - addr] = region->bytes[i];
}

void dt_regions_conceal(const struct dt_sites *sites, uint64_t addr, uint8_t *bytes, size_t size)
{
	const struct dt_regions *regions = sites->kinds ? sites->kinds->regions : NULL;
	const struct dt_region *region;
	size_t i;

	if (!regions)
		return;
	for (i = begun(regions, addr < ISA_REGION_MAX ? 0 : addr - ISA_REGION_MAX); i < regions->count; i++) {
		region = regions->all[i];
		if (dt_region_addr(region) >= addr + size)
			break;
		if (!region->left && dt_region_addr(region) + region->len > addr)
			conceal_one(sites, region, addr, bytes, size);
	}
}
