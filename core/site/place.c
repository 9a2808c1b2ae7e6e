/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* place.c - text as it is without our breaks, and whether a place in it can be a site. */
#include <dtrace/provider.h>

#include "core/site/site.h"
#include "base/memory.h"

/* Text as it is without our breaks. Context: [M] held. */
static int place_read(const struct dt_sites *sites, uint64_t addr, void *dst, size_t size)
{
	struct os_space *space = sites->space;
	const struct isa *isa = space->isa;
	uint8_t *bytes = dst;
	struct dt_site *site;
	size_t i;
	int error = space->ops->read(space, addr, dst, size);

	if (sites->live == 0) /* no break of ours is anywhere */
		return error;
	for (i = 0; error == 0 && i + isa->break_len <= size; i += isa->insn_align) {
		if (bytes[i] != isa->break_bytes[0] || dt_memcmp(bytes + i, isa->break_bytes, isa->break_len) != 0)
			continue;
		site = dt_site_find(sites, addr + i);
		if (site)
			dt_memcpy(bytes + i, site->insn.bytes, isa->break_len);
	}
	return error;
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
