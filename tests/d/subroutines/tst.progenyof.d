/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A process is a progeny of itself and of its parent, not of one that is not there.
 * @@engine: host
 */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d\n", progenyof(pid), progenyof(ppid), progenyof(999999999));
	exit(0);
}
