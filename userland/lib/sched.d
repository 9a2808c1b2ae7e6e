/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * sched.d - CPUs as D programs know them: cpuinfo_t, curcpu, and its members as variables: chip (the physical package), lgrp (the memory node),
 * pset. Linux has no processor sets: all CPUs are in the one there is, number 0.
 */

typedef struct cpuinfo {
	processorid_t cpu_id;
	psetid_t cpu_pset;
	chipid_t cpu_chip;
	lgrp_id_t cpu_lgrp;
} cpuinfo_t;

translator cpuinfo_t < int C > {
	cpu_id = C;
	cpu_pset = 0;
	cpu_chip = dt_number(cpu_chip, C);
	cpu_lgrp = dt_number(cpu_node, C);
};

struct dt_this_cpu;

translator cpuinfo_t < struct dt_this_cpu *C > {
	cpu_id = cpu;
	cpu_pset = 0;
	cpu_chip = dt_chip;
	cpu_lgrp = dt_node;
};

inline cpuinfo_t *curcpu = xlate <cpuinfo_t *> ((struct dt_this_cpu *)NULL);
inline chipid_t chip = dt_chip;
inline lgrp_id_t lgrp = dt_node;
inline psetid_t pset = 0;
