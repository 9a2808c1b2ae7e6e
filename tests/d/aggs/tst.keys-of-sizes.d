/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Clauses may give a key with integers of different sizes: none is cut to the size of the first. */
#pragma D option quiet

BEGIN { @a[0] = sum(1); @a[(char)-2] = sum(2); @a[0x1ffffffff] = sum(3); @a[0L] = sum(4); }
BEGIN { @b[(char)1] = sum(1); @b[300] = sum(2); printa("%d %@d\n", @b); }
BEGIN { exit(0); }
