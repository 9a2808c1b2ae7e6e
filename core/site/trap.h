/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trap.h - what traps in the kernel (site_trap.c) and in processes (user_trap.c) have in common. Probe context. */
#ifndef CORE_SITE_TRAP_H
#define CORE_SITE_TRAP_H

#include "core/site/site.h"

/*
 * Count on this CPU. A count that wraps to 0, which is rare, is noted in one counter for all CPUs.
 */
DT_PROBE_INLINE void dt_trap_count(struct dt_site_attachment *attachment, uint32_t cpu)
{
	if (DT_UNLIKELY(++attachment->counts[cpu * attachment->stride] == 0))
		__atomic_fetch_add(&attachment->wraps, 1, __ATOMIC_RELAXED);
}

/* Whether an address is in none of these extents. */
DT_PROBE_INLINE bool dt_trap_is_outside(const struct os_extent *inside, uint64_t pc)
{
	for (; inside->end != 0; inside++) {
		if (pc >= inside->start && pc < inside->end)
			return false;
	}
	return true;
}

/*
 * dt_trap_fire - fire all that is attached to a site.
 * args:    @sites it belongs to; @regs with its pc on the site; @leads_out: whether the branch there
 *          leads out of the extents of an attachment that has some.
 * return:  true: the last one may have changed where the thread goes on (DT_SITE_ORDER_LAST).
 */
DT_PROBE_INLINE bool dt_trap_fire(struct dt_sites *sites, const struct dt_site *site, struct isa_regs *regs,
				  bool (*leads_out)(struct dt_site_attachment *attachment, const struct dt_site *site,
						    const struct isa_regs *regs))
{
	struct dt_site_attachment *attachment = DT_READ_ONCE(site->first);
	DT_UNINITIALIZED struct dt_firing firing;
	uint32_t cpu;

	if (DT_UNLIKELY(!attachment))
		__atomic_fetch_add(&sites->late, 1, __ATOMIC_RELAXED);
	firing.regs = regs;
	firing.error = 0;
	firing.user = site->user;
	firing.edge = site->edge;
	for (; attachment; attachment = DT_READ_ONCE(attachment->next)) {
		firing.data = attachment->data;
		firing.arg_count = 0;
		if (DT_LIKELY(!attachment->special))
			cpu = dt_probe_fire_masked(attachment->probe, &firing);
		else if (attachment->order == DT_SITE_ORDER_LAST) {
			dt_trap_count(attachment, attachment->fire(attachment, &firing));
			return true;
		} else if (attachment->fire)
			cpu = attachment->fire(attachment, &firing);
		else if (leads_out(attachment, site, regs))
			cpu = dt_probe_fire_masked(attachment->probe, &firing);
		else
			continue;
		dt_trap_count(attachment, cpu);
	}
	return false;
}

#endif
