/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A thousand records of a tick are all there. */
#pragma D option quiet

int n;

tick-1ms
{
	printf("%d\n", n++);
}

tick-1ms
/n == 200/
{
	exit(0);
}
