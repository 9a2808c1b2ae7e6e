/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -x temporal: by time, whatever the CPU.
 * @@options: -x temporal
 */
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
