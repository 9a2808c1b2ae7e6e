#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * hotkernel.d - in which functions does the kernel spend its time?
 *
 *	hotkernel.d
 *
 * 997 times a second it looks where each CPU is. Idle CPUs are left out. The last lines are the hottest.
 */
#pragma D option quiet

BEGIN
{
	printf("Sampling the kernel; Ctrl-C ends.\n");
}

profile-997
/arg0 && pid != 0/
{
	@[func(arg0)] = count();
}

END
{
	trunc(@, 20);
	printf("%-48s %10s\n", "FUNCTION", "SAMPLES");
	printa("%-48a %@10d\n", @);
}
