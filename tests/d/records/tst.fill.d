/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * bufpolicy fill stops when a buffer is full.
 * @@options: -x bufpolicy=fill -b 256
 * @@sed: /^0$/p;/^$/p;d
 */
#pragma D option quiet

int n;

tick-1ms
{
	printf("%d\n", n++);
}
