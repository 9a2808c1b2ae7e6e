/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Every enabling has an identifier of its own. */
#pragma D option quiet

BEGIN
{
	a = epid;
}
BEGIN
{
	printf("%d %d\n", epid != a, epid > 0);
	exit(0);
}
