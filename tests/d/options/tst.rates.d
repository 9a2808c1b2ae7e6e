/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Rates in every unit. */
#pragma D option quiet

#pragma D option switchrate=100ms
#pragma D option aggrate=1sec
#pragma D option statusrate=1s
#pragma D option cleanrate=101hz
BEGIN
{
	printf("ok\n");
	exit(0);
}
