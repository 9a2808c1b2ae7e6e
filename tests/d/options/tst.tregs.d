/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * As many keys as tregs says.
 * @@options: -x tregs=2
 */
#pragma D option quiet

BEGIN { a[1, 2] = 5; printf("%d\n", a[1, 2]); exit(0); }
