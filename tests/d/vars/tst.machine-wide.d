/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The CPU as the library's structure. */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", curcpu->cpu_id == cpu, sizeof(cpuinfo_t));
	exit(0);
}
