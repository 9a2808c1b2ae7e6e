/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The built-in macros are numbers that fit. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d\n", $pid > 0, $ppid > 0, $pgid >= 0);
	printf("%d %d %d %d\n", $uid >= 0, $gid >= 0, $euid == $uid, $egid == $gid);
	printf("%d\n", $sid >= 0);
	exit(0);
}
