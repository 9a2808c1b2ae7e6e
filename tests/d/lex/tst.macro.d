/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Script arguments as number and as string.
 * @@args: 41 '"word"'
 */
#pragma D option quiet

BEGIN
{
	printf("%d %s %s %s\n", $1 + 1, $$1, $2, $$2);
	exit(0);
}
