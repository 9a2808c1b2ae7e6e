/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* place.c - text as it is without our breaks, and whether a place in it can be a site. */
#include <dtrace/provider.h>

#include "core/site/site.h"
#include "base/memory.h"

#define WORD sizeof(uint64_t)

/* Breaks side by side in a word, and 1 in the place of each; no ones: instructions may begin between them. */
struct breaks {
	uint64_t word, ones;
};

static struct breaks breaks_of(const struct isa *isa)
{
	struct breaks breaks = { 0, 0 };
	uint8_t bytes[WORD];
	size_t i;

	for (i = 0; i < WORD; i++)
		bytes[i] = isa->break_bytes[i % isa->break_len];
	breaks.word = DT_GET64(bytes);
	for (i = 0; isa->break_len == isa->insn_align && i < WORD; i += isa->break_len)
		breaks.ones |= 1ull << (8 * i);
	return breaks;
}

/* Whether a break may be in the word at @bytes: of those without one nearly none. */
static bool may_have_break(const struct breaks *breaks, const uint8_t *bytes, size_t break_len)
{
	uint64_t differing = DT_GET64(bytes) ^ breaks->word;

	/* a part of it is 0 where a break is; taking 1 away from that sets its highest bit */
	return (differing - breaks->ones) & ~differing & breaks->ones << (8 * break_len - 1);
}

/* Our break at @bytes, which are those of @addr: the instruction takes its place. */
static void take_break_off(const struct dt_sites *sites, uint64_t addr, uint8_t *bytes)
{
	const struct isa *isa = sites->space->isa;
	const struct dt_site *site;

	if (bytes[0] != isa->break_bytes[0] ||
	    (isa->break_len > 1 && dt_memcmp(bytes, isa->break_bytes, isa->break_len) != 0))
		return;
	site = dt_site_find(sites, addr);
	if (site)
		dt_memcpy(bytes, site->insn.bytes, isa->break_len);
}

/* Text as it is without our breaks. Context: [M] held. */
static int place_read(const struct dt_sites *sites, uint64_t addr, void *dst, size_t size)
{
	struct os_space *space = sites->space;
	size_t len = space->isa->break_len, i = 0, word_end;
	struct breaks breaks;
	uint8_t *bytes = dst;
	int error = space->ops->read(space, addr, dst, size);

	if (error != 0 || sites->live == 0) /* no break of ours is anywhere */
		return error;
	breaks = breaks_of(space->isa);
	while (i + len <= size) {
		word_end = i + WORD;
		if (breaks.ones && word_end <= size && !may_have_break(&breaks, bytes + i, len)) {
			i = word_end;
			continue;
		}
		for (; i < word_end && i + len <= size; i += space->isa->insn_align)
			take_break_off(sites, addr + i, bytes + i);
	}
	return 0;
}

int dt_sites_text(struct os_space *space, uint64_t addr, void *dst, size_t size)
{
	int error;

	os_mutex_lock(&space->sites->lock);
	error = place_read(space->sites, addr, dst, size);
	os_mutex_unlock(&space->sites->lock);
	return error;
}

bool dt_place_decode(const struct dt_sites *sites, uint64_t addr, struct isa_insn *insn)
{
	uint8_t code[ISA_INSN_MAX];
	size_t size;

	for (size = ISA_INSN_MAX; size > 0; size /= 2) {
		if (place_read(sites, addr, code, size) == 0)
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
