/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fire.h - instead of core/fire/fire.h where the framework is the fake one: a firing that a site makes is handed to
 * dt_probe_fire_masked(), which writes it down.
 */
#ifndef CORE_FIRE_H
#define CORE_FIRE_H

#include <dtrace/provider.h>

struct dt_cpu;

typedef void dt_walk_make_fn(const void *of);

DT_PROBE_INLINE struct dt_cpu *dt_walk_cpu(unsigned long cpu)
{
	(void)cpu;
	return NULL;
}

DT_PROBE_INLINE uint32_t dt_walk(struct dt_cpu *self, struct dt_probe *const *probe_at, const struct dt_firing *firing,
				 dt_walk_make_fn *make, const void *of, bool special)
{
	(void)self, (void)special;
	make(of);
	return dt_probe_fire_masked(*probe_at, firing);
}

#endif
