/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * amin is met by what is stable.
 * @@options: -x amin=Stable/Stable/Common
 */
#pragma D option quiet

BEGIN { x = 1; printf("%d\n", x); exit(0); }
