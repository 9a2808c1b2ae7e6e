/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* BEGIN is printed before anything that fires later on other CPUs. */
#pragma D option quiet

BEGIN
{
	printf("begin ");
}

tick-1ms
{
	printf("tick ");
	exit(0);
}

END
{
	printf("end\n");
}
