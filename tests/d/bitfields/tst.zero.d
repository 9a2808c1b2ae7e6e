/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An unnamed field of width 0 starts a new unit. */
#pragma D option quiet

struct bits { unsigned int a : 4; unsigned int : 0; unsigned int b : 4; };
BEGIN
{
	printf("%d\n", sizeof (struct bits));
	exit(0);
}
