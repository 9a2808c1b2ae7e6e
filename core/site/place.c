/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* place.c - text as it is without our breaks, and whether a place in it can be a site. */
#include <dtrace/provider.h>

#include "core/site/kind.h"
#include "base/memory.h"

#define WORD sizeof(uint64_t)

void dt_place_init(struct dt_sites *sites)
{
	const struct isa *isa = sites->space->isa;
	uint8_t bytes[WORD];
	size_t i;

	for (i = 0; i < WORD; i++)
		bytes[i] = isa->break_bytes[i % isa->break_len];
	sites->breaks.word = DT_GET64(bytes);
	sites->breaks.highest = 0;
	for (i = isa->break_len; isa->break_len == isa->insn_align && i <= WORD; i += isa->break_len)
		sites->breaks.highest |= 1ull << (8 * i - 1);
}

/* The highest bits of those places in the word at @bytes that have breaks: no carry leaves its place. */
static uint64_t breaks_in(const struct dt_breaks *breaks, const uint8_t *bytes)
{
	uint64_t difference = DT_GET64(bytes) ^ breaks->word, others = ~breaks->highest;

	return ~(((difference & others) + others) | difference) & breaks->highest;
}

/* The text at @addr, which is at @bytes, has a break: if that is ours the instruction takes its place. */
static void take_break_off(const struct dt_sites *sites, uint64_t addr, uint8_t *bytes)
{
	const struct dt_site *site = dt_site_find(sites, addr);

	if (site)
		dt_break_copy(sites, bytes, site->insn.bytes);
}

/* Of a word. */
static void take_breaks_off(const struct dt_sites *sites, uint64_t found, uint64_t addr, uint8_t *bytes)
{
	unsigned int len = sites->space->isa->break_len;

	for (; found; found >>= 8 * len, addr += len, bytes += len) {
		if (found >> (8 * len - 1) & 1)
			take_break_off(sites, addr, bytes);
	}
}

/* One by one. */
static void take_all_off(const struct dt_sites *sites, uint64_t addr, uint8_t *bytes, size_t size)
{
	const struct isa *isa = sites->space->isa;
	size_t i;

	for (i = 0; i + isa->break_len <= size; i += isa->insn_align) {
		if (dt_memcmp(bytes + i, isa->break_bytes, isa->break_len) == 0)
			take_break_off(sites, addr + i, bytes + i);
	}
}

int dt_place_read(const struct dt_sites *sites, uint64_t addr, void *dst, size_t size)
{
	const struct dt_breaks *breaks = &sites->breaks;
	struct os_space *space = sites->space;
	uint8_t *bytes = dst;
	uint64_t found;
	size_t i = 0;
	int error = space->ops->read(space, addr, dst, size);

	if (error != 0 || sites->live == 0) /* no break of ours is anywhere */
		return error;
	dt_regions_conceal(sites, addr, bytes, size);
	for (; breaks->highest != 0 && i + WORD <= size; i += WORD) {
		found = breaks_in(breaks, bytes + i);
		if (DT_UNLIKELY(found))
			take_breaks_off(sites, found, addr + i, bytes + i);
	}
	take_all_off(sites, addr + i, bytes + i, size - i);
	return 0;
}

int dt_sites_text(struct os_space *space, uint64_t addr, void *dst, size_t size)
{
	int error;

	os_mutex_lock(&space->sites->lock);
	error = dt_place_read(space->sites, addr, dst, size);
	os_mutex_unlock(&space->sites->lock);
	return error;
}

bool dt_place_decode(const struct dt_sites *sites, uint64_t addr, struct isa_insn *insn)
{
	uint8_t code[ISA_INSN_MAX];
	size_t size;

	for (size = ISA_INSN_MAX; size > 0; size--) {
		if (dt_place_read(sites, addr, code, size) == 0)
			break;
	}
	if (size > 0)
		sites->space->isa->insn_decode(code, size, addr, insn);
	return size > 0;
}

bool dt_site_decode(struct os_space *space, uint64_t addr, struct isa_insn *insn)
{
	bool found;

	os_mutex_lock(&space->sites->lock);
	found = dt_place_decode(space->sites, addr, insn);
	os_mutex_unlock(&space->sites->lock);
	return found;
}

/* Before a function's body are its landing pad and the places where the kernel's own tracers write. */
const char *dt_site_refusal(struct os_space *space, const struct os_func *func, const struct isa_insn *insn,
			    bool leads_out)
{
	const char *refused = space->id == OS_SPACE_KERNEL ? isa_insn_refusal(insn, leads_out)
							   : isa_user_insn_refusal(insn, leads_out);

	if (func && func->refused)
		return func->refused;
	if (refused)
		return refused;
	if (func && insn->addr >= func->addr && insn->addr < func->body)
		return "patched-by-kernel";
	return space->ops->refusal ? space->ops->refusal(space, insn->addr, insn->len) : NULL;
}
