/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* normalize() divides what is printed, denormalize() undoes it. */
#pragma D option quiet

BEGIN
{
	@ = sum(-1000);
	normalize(@, 10);
	printa("%@d\n", @);
	denormalize(@);
	printa("%@d\n", @);
	exit(0);
}
