/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sched.d - CPUs as D programs know them: cpuinfo_t, curcpu. Linux has no processor sets: cpu_pset has no translation. */

typedef struct cpuinfo {
	processorid_t cpu_id;
	psetid_t cpu_pset;
	chipid_t cpu_chip;
	lgrp_id_t cpu_lgrp;
} cpuinfo_t;

translator cpuinfo_t < int C > {
	cpu_id = C;
};

inline cpuinfo_t *curcpu = xlate <cpuinfo_t *> ((int)cpu);
