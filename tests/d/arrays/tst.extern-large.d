/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array that is elsewhere may be larger than a variable of D. */
#pragma D option quiet
extern int a3[123][456];
extern int small[4];
BEGIN { printf("%d\n", sizeof(small)); exit(0); }
