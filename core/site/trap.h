/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trap.h - what traps in the kernel (site_trap.c) and in processes (user_trap.c) have in common. Probe context. */
#ifndef CORE_SITE_TRAP_H
#define CORE_SITE_TRAP_H

#include "core/fire/fire.h"
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

/* The firing of an attachment, and what dt_trap_make() fills it from. */
struct dt_trap_from {
	struct dt_firing *firing; /* its registers are there */
	const struct dt_site *const volatile *site;
	const struct dt_site_attachment *attachment;
};

DT_PROBE_INLINE void dt_trap_make(const void *of)
{
	const struct dt_trap_from *from = of;
	const struct dt_site *site = *from->site;

	from->firing->error = 0;
	from->firing->user = site->user;
	from->firing->edge = site->edge;
	from->firing->data = from->attachment->data;
	from->firing->arg_count = 0;
}

/*
 * Fire an attachment that is special. @leads_out as for dt_trap_fire; it is asked where the attachment wants it. What
 * is special is read again: to keep it in a register would cost all others an instruction.
 */
DT_PROBE_INLINE void dt_trap_fire_special(struct dt_site_attachment *attachment, const struct dt_site *site,
					  struct dt_firing *firing,
					  bool (*leads_out)(struct dt_site_attachment *attachment,
							    const struct dt_site *site, const struct isa_regs *regs))
{
	if (DT_READ_ONCE(attachment->special) == DT_SITE_FIRE)
		dt_trap_count(attachment, attachment->fire(attachment, firing));
	else if (leads_out(attachment, site, firing->regs))
		dt_trap_count(attachment, dt_probe_fire_masked(attachment->probe, firing));
}

/*
 * dt_trap_fire - fire all that is attached to a site.
 * args:    @self this CPU (dt_walk_cpu); @sites it belongs to; @regs with its pc on the site, once @make was called;
 *          @make: dt_trap_make, or more; @leads_out: whether the branch there leads out of the extents of an attachment
 *          that has some.
 * return:  true: the last one may have changed where the thread goes on (DT_SITE_ORDER_LAST).
 */
DT_PROBE_INLINE bool dt_trap_fire(struct dt_cpu *self, struct dt_sites *sites, const struct dt_site *site,
				  struct isa_regs *regs, dt_walk_make_fn *make,
				  bool (*leads_out)(struct dt_site_attachment *attachment, const struct dt_site *site,
						    const struct isa_regs *regs))
{
	struct dt_site_attachment *attachment = DT_READ_ONCE(site->first);
	const struct dt_site *const volatile kept = site; /* in memory: a register would have to be saved */
	DT_UNINITIALIZED struct dt_firing firing;

	if (DT_UNLIKELY(!attachment))
		__atomic_fetch_add(&sites->late, 1, __ATOMIC_RELAXED);
	firing.regs = regs;
	for (; attachment; attachment = DT_READ_ONCE(attachment->next)) {
		struct dt_trap_from from = { &firing, &kept, attachment };

		if (DT_LIKELY(attachment->special == DT_SITE_PLAIN)) {
			dt_trap_count(attachment, dt_walk(self, &attachment->probe, &firing, make, &from, false));
			continue;
		}
		make(&from);
		dt_trap_fire_special(attachment, kept, &firing, leads_out);
		if (attachment->order == DT_SITE_ORDER_LAST)
			return true;
	}
	return false;
}

#endif
