/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * bufpolicy ring keeps the newest records.
 * @@options: -x bufpolicy=ring -b 256
 * @@sed: /^99$/p;/^$/p;d
 */
#pragma D option quiet

int n;

tick-1ms
/n < 100/
{
	printf("%d\n", n++);
}

tick-1ms
/n == 100/
{
	exit(0);
}
