#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ownprobes.d - which probes does a program define itself (USDT), how often do they fire, and where from?
 *
 *	ownprobes.d -p PID PROVIDER
 *	ownprobes.d -c COMMAND PROVIDER
 *
 * PROVIDER is what the program calls it: python, postgresql, ruby, php, hotspot (Java). `dtrace -ln 'PROVIDER$target:::' -p PID` lists all probes.
 */
#pragma D option quiet

BEGIN
{
	printf("Probes of %s in process %d; Ctrl-C ends.\n", $$1, $target);
}

$1$target:::
{
	@[probename, ufunc(uregs[R_PC])] = count();
}

END
{
	printf("\n%-32s %-40s %10s\n", "PROBE", "IN", "FIRINGS");
	printa("%-32s %-40A %@10d\n", @);
}
