/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* way.c - how the CPU gets past a site that is a break: its instruction is emulated, or runs in a slot. */
#include "core/site/site.h"

/* Whether an emulated instruction has a slot as well. */
static bool wants_slot(const struct dt_sites *sites, const struct isa_insn *insn)
{
	return dt_sites_in_process(sites) ? insn->accesses_memory && insn->class != ISA_CLASS_CALL : insn->may_fault;
}

static const char *slot_make(struct dt_sites *sites, struct dt_site *site, size_t expected, uint64_t *slot_ret)
{
	bool owned = dt_sites_in_process(sites);
	uint8_t bytes[ISA_SLOT_MAX];
	uint64_t slot;
	int answer;

	slot = dt_slot_alloc(sites, &sites->slots, site->insn.addr, 1, expected);
	if (!slot)
		return "no-memory";
	answer = sites->space->isa->insn_relocate(&site->insn, bytes, slot);
	owned |= answer == 1;
	if (answer >= 0 && (!owned || dt_slot_owner(sites, slot, site))) {
		dt_slot_write(sites, &sites->slots, slot, bytes);
		*slot_ret = slot;
		return NULL;
	}
	dt_slot_free(sites, slot);
	return answer >= 0 ? "no-memory" : isa_reason_name(ISA_REASON_RANGE);
}

/* In a process what is emulated can wait for its memory, where its slot does not reach. */
static bool has_other_way(const struct dt_sites *sites, const struct isa_insn *insn, const char *refused)
{
	return dt_sites_in_process(sites) && insn->verdict == ISA_EMULATE &&
	       refused == isa_reason_name(ISA_REASON_RANGE);
}

const char *dt_way_make(struct dt_sites *sites, struct dt_site *site, size_t expected, uint64_t *slot_ret)
{
	const char *refused;

	*slot_ret = 0;
	if (site->insn.verdict == ISA_EMULATE && !wants_slot(sites, &site->insn))
		return NULL;
	refused = slot_make(sites, site, expected, slot_ret);
	return refused && has_other_way(sites, &site->insn, refused) ? NULL : refused;
}
