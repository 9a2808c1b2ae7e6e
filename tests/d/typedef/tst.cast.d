/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Casts to type names. */
#pragma D option quiet

typedef unsigned char byte_t;
typedef short half_t;
BEGIN
{
	printf("%d %d\n", (byte_t)0x1ff, (half_t)0x18000);
	exit(0);
}
