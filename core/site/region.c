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

/* The same where it is mostly @from, or one more. */
static size_t begun_from(const struct dt_regions *regions, size_t from, uint64_t addr)
{
	size_t count = regions ? regions->count : 0, i = DT_MIN(from, count);

	if (i > 0 && dt_region_addr(regions->all[i - 1]) > addr)
		return begun(regions, addr);
	if (i < count && dt_region_addr(regions->all[i]) <= addr)
		i++;
	return i == count || dt_region_addr(regions->all[i]) > addr ? i : begun(regions, addr);
}

/* The region that an address is in, of the first @i. Regions that are left may be among them, and overlap others. */
DT_PROBE_CTX static struct dt_region *region_before(const struct dt_regions *regions, size_t i, uint64_t addr)
{
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

DT_PROBE_CTX struct dt_region *dt_region_at(const struct dt_kinds *kinds, uint64_t addr)
{
	const struct dt_regions *regions = DT_READ_ONCE(kinds->regions);

	return region_before(regions, begun(regions, addr), addr);
}

/* NULL when it is another site's. */
DT_PROBE_CTX static struct dt_region *if_of(struct dt_region *region, const struct dt_site *site)
{
	if (!region || region->site == site)
		return region;
	return region->paired && dt_region_second(region)->site == site ? region : NULL;
}

DT_PROBE_CTX struct dt_region *dt_region_of(const struct dt_kinds *kinds, const struct dt_site *site)
{
	return if_of(dt_region_at(kinds, site->insn.addr), site);
}

struct dt_region *dt_region_of_next(struct dt_kinds *kinds, const struct dt_site *site)
{
	kinds->begun = begun_from(kinds->regions, kinds->begun, site->insn.addr);
	return if_of(region_before(kinds->regions, kinds->begun, site->insn.addr), site);
}

unsigned int dt_region_sites(struct dt_region *region, struct dt_site **ret)
{
	ret[0] = region->site;
	if (!region->paired)
		return 1;
	ret[1] = dt_region_second(region)->site;
	return 2;
}

bool dt_site_may_jump(const struct dt_site *site)
{
	const struct dt_site_attachment *attachment;

	if (!site->first || site->kind != DT_SITE_BREAK || site->why != DT_JUMP_POSSIBLE)
		return false;
	for (attachment = site->first; attachment; attachment = attachment->next) {
		if (attachment->order == DT_SITE_ORDER_LAST)
			return false;
	}
	return true;
}

#define PLACE 8u /* bytes: the unit of a region's place in its block */

/* Of a region's memory, its second site included. */
static size_t size_of(size_t len, bool paired)
{
	size_t size = DT_ROUNDUP(offsetof(struct dt_region, bytes) + len, PLACE);

	return paired ? size + DT_ROUNDUP(sizeof(struct dt_region_second), PLACE) : size;
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
		bytes += size_of(regions->all[i]->len, regions->all[i]->paired);
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

/* ---- memory ---------------------------------------------------------------------------------- */

#define USUAL 40u /* bytes of a region, which seldom has more */

DT_STATIC_ASSERT(DT_REGION_BLOCK / PLACE <= UINT16_MAX, "a region's place fits");

static void block_release(struct dt_region_block *block)
{
	if (--block->live == 0)
		os_free(block);
}

void dt_regions_made(struct dt_kinds *kinds)
{
	if (kinds->block)
		block_release(kinds->block);
	kinds->block = NULL;
}

/* Memory for a region of @size bytes, all zero but for its place; @expected, with it, will want some. NULL: none. */
static struct dt_region *region_alloc(struct dt_kinds *kinds, size_t size, size_t expected)
{
	size_t start = DT_ROUNDUP(sizeof(struct dt_region_block), PLACE), room;
	struct dt_region_block *block = kinds->block;
	struct dt_region *region;

	if (!block || block->size - block->used < size) {
		dt_regions_made(kinds);
		room = expected < kinds->block_size / USUAL ? start + DT_MAX(expected * USUAL, size)
							    : kinds->block_size;
		block = os_alloc(room);
		if (!block)
			return NULL;
		block->live = 1;
		block->used = (uint32_t)start;
		block->size = (uint32_t)room;
		kinds->block = block;
	}
	region = (struct dt_region *)(void *)((char *)block + block->used);
	region->place = (uint16_t)(block->used / PLACE);
	block->used += (uint32_t)size;
	block->live++;
	return region;
}

static void region_free(struct dt_region *region)
{
	block_release((struct dt_region_block *)(void *)((char *)region - (size_t)region->place * PLACE));
}

/* ---- one region ------------------------------------------------------------------------------ */

void dt_region_describe(struct dt_region *region, struct isa_region *ret)
{
	const struct dt_region_second *second = dt_region_second(region);

	ret->addr = dt_region_addr(region);
	ret->site = region->site->insn.addr;
	ret->len = region->len;
	ret->code = region->code;
	ret->scratch_in = region->scratch_in;
	ret->scratch_out = 0; /* the stub is made already */
	ret->second = second ? second->site->insn.addr : 0;
	ret->second_start = second ? dt_region_second_stub(second) + second->start : 0;
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

/* A stub that is being made. */
struct stub {
	uint64_t addr;
	int32_t away; /* from the site */
	struct isa_stub made;
};

/* The stub of a site, which is @found's first one, as it is at stub->addr. Return: enum dt_jump_refusal. */
static uint8_t stub_make(struct dt_sites *sites, const struct dt_site *site, const struct isa_region *found,
			 struct stub *stub)
{
	uint64_t addr = stub->addr;

	stub->away = (int32_t)(addr - found->site);
	if ((uintptr_t)(found->site + (uint64_t)(int64_t)stub->away) != addr)
		return ISA_JUMP_REACH;
	return (uint8_t)isa_stub_make(sites->space->jumps->isa, found, addr, entry_for(sites, addr), (uintptr_t)site,
				      &stub->made);
}

/*
 * The same, with memory for it: as few units as any stub has, or as many as it turns out to need. Nothing is written.
 * Return: enum dt_jump_refusal; when it is another one than DT_JUMP_POSSIBLE no memory is taken.
 */
static uint8_t stub_alloc(struct dt_sites *sites, const struct dt_site *site, const struct isa_region *found,
			  size_t expected, struct stub *stub)
{
	struct dt_slots *stubs = &sites->kinds->stubs;
	size_t least = sites->space->jumps->isa->back + 1u, units = 0, needs = least;
	uint8_t why;

	while (units < needs) {
		if (units > 0)
			dt_slot_unalloc(stubs, stub->addr);
		units = needs;
		/* memory is for half of what is expected, as not all sites need a slot */
		stub->addr = dt_slot_alloc(sites, stubs, found->addr, units, 2 * expected * least);
		if (!stub->addr)
			return DT_JUMP_MEMORY;
		why = stub_make(sites, site, found, stub);
		if (why != DT_JUMP_POSSIBLE) {
			dt_slot_unalloc(stubs, stub->addr);
			return why;
		}
		needs = stub->made.size / stubs->size;
	}
	return DT_JUMP_POSSIBLE;
}

static void stub_write(struct dt_sites *sites, const struct stub *stub)
{
	struct dt_slots *stubs = &sites->kinds->stubs;
	unsigned int at;

	for (at = 0; at < stub->made.size; at += stubs->size)
		dt_slot_write(sites, stubs, stub->addr + at, stub->made.bytes + at);
}

/* The second site's stub comes first: the first one's leads there. */
static uint8_t make_second(struct dt_sites *sites, struct dt_region_second *second, struct isa_region *found,
			   size_t expected)
{
	struct isa_region rest;
	struct stub stub;
	uint8_t why;

	isa_region_second(found, &rest);
	why = stub_alloc(sites, second->site, &rest, expected, &stub);
	if (why != DT_JUMP_POSSIBLE)
		return why;
	stub_write(sites, &stub);
	second->stub_away = stub.away;
	second->start = stub.made.start;
	second->rest = stub.made.rest & (ISA_STUB_SIZE - 1);
	found->second_start = stub.addr + stub.made.start;
	return DT_JUMP_POSSIBLE;
}

static uint8_t make_first(struct dt_sites *sites, struct dt_region *region, const struct isa_region *found,
			  size_t expected)
{
	uint8_t bytes[ISA_REGION_MAX], why;
	struct stub stub;

	why = stub_alloc(sites, region->site, found, expected, &stub);
	if (why != DT_JUMP_POSSIBLE)
		return why;
	why = (uint8_t)isa_jump_make(sites->space->jumps->isa, found, stub.addr + stub.made.start, bytes);
	if (why != DT_JUMP_POSSIBLE) {
		dt_slot_unalloc(&sites->kinds->stubs, stub.addr);
		return why;
	}
	stub_write(sites, &stub);
	region->stub_away = stub.away;
	region->start = stub.made.start;
	region->rest = stub.made.rest & (ISA_STUB_SIZE - 1);
	return DT_JUMP_POSSIBLE;
}

struct dt_region *dt_region_make(struct dt_sites *sites, struct dt_site *site, struct dt_site *second,
				 struct isa_region *found, size_t expected, uint8_t *why)
{
	struct dt_region *region = region_alloc(sites->kinds, size_of(found->len, second != NULL), expected);

	*why = DT_JUMP_MEMORY;
	if (!region)
		return NULL;
	region->site = site;
	region->before = (found->site - found->addr) & (ISA_REGION_MAX - 1);
	region->len = found->len & (2 * ISA_REGION_MAX - 1);
	region->code = found->code & (2 * ISA_REGION_MAX - 1);
	region->scratch_in = found->scratch_in & 31;
	region->paired = second != NULL;
	dt_memcpy(region->bytes, found->bytes, found->len);
	if (second) {
		dt_region_second(region)->site = second;
		*why = make_second(sites, dt_region_second(region), found, expected);
	}
	if (!second || *why == DT_JUMP_POSSIBLE)
		*why = make_first(sites, region, found, expected);
	if (*why == DT_JUMP_POSSIBLE) {
		dt_site_hold(site);
		if (second)
			dt_site_hold(second);
		return region;
	}
	if (found->second_start)
		dt_slot_free_now(&sites->kinds->stubs, dt_region_second_stub(dt_region_second(region)));
	region_free(region);
	return NULL;
}

void dt_region_drop(struct dt_sites *sites, struct dt_region *region)
{
	const struct dt_region_second *second = dt_region_second(region);

	dt_slot_free_now(&sites->kinds->stubs, dt_region_stub(region));
	dt_site_release(region->site);
	if (second) {
		dt_slot_free_now(&sites->kinds->stubs, dt_region_second_stub(second));
		dt_site_release(second->site);
	}
	region_free(region);
}

/* ---- those that are left --------------------------------------------------------------------- */

void dt_region_leave(struct dt_kinds *kinds, struct dt_region *region)
{
	struct dt_site *of[DT_REGION_SITES];
	unsigned int i, n = dt_region_sites(region, of);

	for (i = 0; i < n; i++) {
		kinds->jumps -= of[i]->kind == DT_SITE_JUMP; /* the text that it was in has gone */
		of[i]->kind = DT_SITE_BREAK;
	}
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
static void conceal_one(const struct dt_sites *sites, struct dt_region *region, uint64_t addr, uint8_t *bytes,
			size_t size)
{
	uint8_t jump[ISA_REGION_MAX], guarded[ISA_REGION_MAX], byte;
	uint64_t start = dt_region_addr(region);
	size_t first = addr > start ? (size_t)(addr - start) : 0, last, i;
	struct isa_region found;

	last = (size_t)DT_MIN((uint64_t)region->len, addr + size - start);
	dt_region_describe(region, &found);
	dt_region_jump(sites, &found, region, jump);
	isa_region_guarded(sites->space->jumps->isa, &found, guarded);
	for (i = first; i < last; i++) {
		byte = bytes[start + i - addr];
		if (byte != jump[i] && byte != region->bytes[i] && byte != guarded[i])
			return;
	}
	for (i = first; i < last; i++)
		bytes[start + i - addr] = region->bytes[i];
}

void dt_regions_conceal(const struct dt_sites *sites, uint64_t addr, uint8_t *bytes, size_t size)
{
	const struct dt_regions *regions = sites->kinds ? sites->kinds->regions : NULL;
	struct dt_region *region;
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
