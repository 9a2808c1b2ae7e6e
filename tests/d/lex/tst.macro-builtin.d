/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Macro variables of the process.
 * @@engine: host
 */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", $pid == pid, $uid == uid);
	exit(0);
}
