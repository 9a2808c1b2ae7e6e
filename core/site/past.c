/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* past.c - the places of a process that have a break, or had one, by their address. */
#include "core/site/site.h"
#include "base/memory.h"

DT_PROBE_CTX size_t dt_past_from(const struct dt_past *past, uint64_t addr)
{
	size_t low = 0, high = past ? past->count : 0, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (past->places[middle].addr < addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

DT_PROBE_CTX struct dt_past_place *dt_past_find(struct dt_past *past, uint64_t addr)
{
	size_t i = dt_past_from(past, addr);

	return past && i < past->count && past->places[i].addr == addr ? &past->places[i] : NULL;
}

const uint8_t *dt_past_under(const struct dt_sites *sites, const struct dt_site *site)
{
	const struct dt_past_place *place = site->foreign ? dt_past_find(sites->past, site->insn.addr) : NULL;

	return place ? place->bytes : site->insn.bytes;
}

bool dt_past_write_back(struct os_space *space, uint64_t addr, const uint8_t *bytes)
{
	struct os_patch patch = { .addr = addr, .len = (uint8_t)space->isa->break_len };

	dt_memcpy(patch.old_bytes, space->isa->break_bytes, patch.len);
	dt_memcpy(patch.new_bytes, bytes, patch.len);
	return space->ops->patch(space, &patch, 1) == 1;
}
