/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fire.h - a probe fires. Providers fire theirs by dt_probe_fire() (dtrace/provider.h). */
#ifndef CORE_FIRE_H
#define CORE_FIRE_H

#include <stdint.h>

struct dt_probe;
struct dt_state;

/*
 * dt_fire_special - fire BEGIN or END for one consumer on this CPU.
 * return:  the CPU.
 * context: process or irq.
 */
uint32_t dt_fire_special(struct dt_state *state, struct dt_probe *probe);

#endif
