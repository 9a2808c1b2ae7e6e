/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The CPU as the library's structure, and its members as variables. */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", curcpu->cpu_id == cpu, xlate <cpuinfo_t> (3).cpu_id);
	printf("%d %d %d\n", curcpu->cpu_chip == chip, curcpu->cpu_lgrp == lgrp, curcpu->cpu_pset == pset);
	printf("%d %d %d\n", chip >= -1, lgrp >= 0, pset);
	printf("%d %d %d\n", sizeof(chip), sizeof(lgrp), sizeof(pset));
	exit(0);
}
