/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printa() of an aggregation without entries prints nothing. */
#pragma D option quiet

BEGIN
/0/
{
	@late = count();
}

BEGIN
{
	printa("%@d\n", @late);
	printf("done\n");
	exit(0);
}
