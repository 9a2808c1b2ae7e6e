/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The process of BEGIN is dtrace itself.
 * @@engine: host
 */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", pid == $pid, ppid == $ppid, uid == $uid, gid == $gid);
	printf("%d %s\n", tid > 0, execname);
	exit(0);
}
