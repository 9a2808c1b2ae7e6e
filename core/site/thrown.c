/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * thrown.c - text that a program throws away, our breaks included, has read from its file anew, unmaps, or moves.
 *
 * Theory. The system says where (core/entry.h), in the thread that did it, before that returns to its program:
 *
 *     the instruction is there   the break is written again, and counted (restored)
 *     nothing is there, or       the site is gone: its probes stay attached. It is looked at again when something is
 *     another instruction        mapped: the same library may come to the same place
 *
 * Where another library has come to that place, and probes of its own are attached there, a site of theirs
 * replaces the one that is gone (site.c). Other threads may come to the text before its breaks are back.
 */
#include "core/entry.h"
#include "core/site/site.h"
#include "base/memory.h"

void dt_site_origin_keep(const struct dt_sites *sites, const struct dt_site *site)
{
	struct os_space *space = sites->space;
	struct dt_site_block *block = dt_site_block_of(site);

	if (block->origins)
		block->origins[site->index] = space->ops->origin(space, site->insn.addr);
}

/* What was mapped at a site when it was made. */
static uint64_t origin_of(const struct dt_site *site)
{
	const struct dt_site_block *block = dt_site_block_of(site);

	return block->origins ? block->origins[site->index] : 0;
}

/* What is mapped at an address now. */
static uint64_t origin_at(struct os_space *space, uint64_t addr)
{
	return space->ops->origin ? space->ops->origin(space, addr) : 0;
}

/* Who throws text away has its breaks written again under [M]: it cannot have ended since the caller has missed one. */
bool dt_sites_throwing(const struct dt_sites *sites)
{
	struct os_space *space = sites->space;

	return space->ops->throwing && space->ops->throwing(space);
}

/* What is at a site now. Another library may have the same instruction there. */
enum found { FOUND_BREAK, FOUND_INSTRUCTION, FOUND_OVERWRITTEN, FOUND_OTHER };

static enum found look_at(const struct dt_sites *sites, const struct dt_site *site)
{
	struct os_space *space = sites->space;
	uint8_t bytes[ISA_INSN_MAX];
	uint64_t origin;
	bool same;

	if (space->ops->read(space, site->insn.addr, bytes, site->insn.len) != 0)
		return FOUND_OTHER;
	if (dt_memcmp(bytes, space->isa->break_bytes, space->isa->break_len) == 0)
		return FOUND_BREAK;
	origin = origin_of(site);
	same = origin_at(space, site->insn.addr) == origin;
	if (dt_memcmp(bytes, site->insn.bytes, site->insn.len) == 0)
		return same ? FOUND_INSTRUCTION : FOUND_OTHER;
	/* the same part of the same file: another tracer has given the process a page with its own break */
	return same && origin ? FOUND_OVERWRITTEN : FOUND_OTHER;
}

static void set_gone(struct dt_sites *sites, struct dt_site *site, bool gone)
{
	if (gone == dt_site_is_gone(site))
		return;
	sites->gone += gone ? 1 : (size_t)-1;
	DT_WRITE_ONCE(site->key, gone ? dt_site_key_gone(site->insn.addr) : site->insn.addr);
}

/* Sites whose break is to be written again, in order of address. */
struct batch {
	struct dt_sites *sites;
	size_t count;
};

/* Its break was written. What another library had at the place, or a debugger there, went with the text. */
static void restored(struct dt_sites *sites, struct dt_site *site)
{
	struct dt_past_place *place = dt_past_find(sites->past, site->insn.addr);

	if (place)
		dt_memcpy(place->bytes, site->insn.bytes, sizeof(place->bytes));
	DT_WRITE_ONCE(site->foreign, false);
	site->lost = false; /* somebody else had written there before */
	sites->restored++;
}

/* Traps find the sites before their breaks are there. */
static void batch_write(struct batch *batch)
{
	struct dt_sites *sites = batch->sites;
	struct os_space *space = sites->space;
	struct os_patch *patches = sites->fallback.patches;
	size_t i;

	for (i = 0; i < batch->count; i++)
		set_gone(sites, sites->fallback.sites[i], false);
	if (batch->count > 0)
		space->ops->patch(space, patches, batch->count);
	for (i = 0; i < batch->count; i++) {
		if (patches[i].status == 0)
			restored(sites, sites->fallback.sites[i]);
		else
			set_gone(sites, sites->fallback.sites[i], true);
	}
	batch->count = 0;
}

static void batch_add(struct batch *batch, struct dt_site *site)
{
	struct dt_sites *sites = batch->sites;
	const struct isa *isa = sites->space->isa;
	struct os_patch *patch = &sites->fallback.patches[batch->count];

	patch->addr = site->insn.addr;
	patch->len = isa->break_len;
	patch->status = -OS_EFAULT;
	dt_break_copy(sites, patch->old_bytes, site->insn.bytes);
	dt_break_copy(sites, patch->new_bytes, isa->break_bytes);
	sites->fallback.sites[batch->count++] = site;
	if (batch->count == DT_SITES_FALLBACK)
		batch_write(batch);
}

/* One that stands. Without probes its break is to be taken away: it need not be there. */
static bool judge_standing(struct batch *batch, struct dt_site *site)
{
	enum found found = site->first ? look_at(batch->sites, site) : FOUND_BREAK;

	if (found == FOUND_INSTRUCTION)
		batch_add(batch, site);
	if (found == FOUND_OVERWRITTEN && !site->lost) {
		site->lost = true;
		batch->sites->overwritten++;
	}
	if (found == FOUND_OTHER)
		set_gone(batch->sites, site, true);
	return found != FOUND_OTHER;
}

/* No site stands at the address: perhaps one of those that are gone has its text again. */
static void judge_gone(struct batch *batch, uint64_t addr)
{
	struct dt_site *site = dt_site_gone_at(batch->sites, addr, NULL);

	while (site && look_at(batch->sites, site) != FOUND_INSTRUCTION)
		site = dt_site_gone_at(batch->sites, addr, site);
	if (site)
		batch_add(batch, site);
}

/* The sites with an address in [@start, @end); @only_gone: those that are gone. Context: [M] held. */
static void restore(struct dt_sites *sites, uint64_t start, uint64_t end, bool only_gone)
{
	const struct dt_past *past = sites->past;
	struct batch batch = { sites, 0 };
	struct dt_site *site;
	uint64_t addr;
	size_t i;

	if (DT_READ_ONCE(sites->space->dying))
		return;
	for (i = dt_past_from(past, start); past && i < past->count && past->places[i].addr < end; i++) {
		addr = past->places[i].addr;
		site = dt_site_find(sites, addr);
		if (site && (only_gone || judge_standing(&batch, site)))
			continue;
		if (sites->gone > 0)
			judge_gone(&batch, addr);
	}
	batch_write(&batch);
}

/* ---- what the system calls ------------------------------------------------------------------- */

/* The first address that [@start, ...) may have a byte of a site's instruction of. */
static uint64_t first_of(uint64_t start)
{
	return start < ISA_INSN_MAX ? 0 : start - ISA_INSN_MAX + 1;
}

DT_PROBE_CTX bool dt_user_has_places(const struct os_space *space, uint64_t start, uint64_t end)
{
	const struct dt_past *past = DT_READ_ONCE(space->sites->past);
	size_t i = dt_past_from(past, first_of(start));

	return past && i < past->count && past->places[i].addr < end;
}

void dt_user_thrown(struct os_space *space, uint64_t start, uint64_t end)
{
	struct dt_sites *sites = space->sites;

	os_mutex_lock(&sites->lock);
	restore(sites, first_of(start), end, false);
	os_mutex_unlock(&sites->lock);
}

void dt_user_mapped(struct os_space *space)
{
	struct dt_sites *sites = space->sites;

	os_mutex_lock(&sites->lock);
	if (sites->gone > 0)
		restore(sites, 0, UINT64_MAX, true);
	os_mutex_unlock(&sites->lock);
}

/* Nothing of ours is at the new place: what is there came with the text. */
static void take_out(struct dt_sites *sites, uint64_t from, uint64_t to, uint64_t size)
{
	const struct dt_past *past = sites->past;
	size_t i;

	for (i = dt_past_from(past, from); past && i < past->count && past->places[i].addr - from < size; i++)
		dt_past_write_back(sites->space, past->places[i].addr - from + to, past->places[i].bytes);
}

void dt_user_moved(struct os_space *space, uint64_t from, uint64_t to, uint64_t size)
{
	struct dt_sites *sites = space->sites;

	os_mutex_lock(&sites->lock);
	if (!DT_READ_ONCE(space->dying))
		take_out(sites, from, to, size);
	restore(sites, first_of(from), from + size, false);
	restore(sites, first_of(to), to + size, false);
	os_mutex_unlock(&sites->lock);
}
