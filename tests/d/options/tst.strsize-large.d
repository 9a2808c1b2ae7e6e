/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The largest strings, several in one record and key.
 * @@options: -x strsize=1m
 */
#pragma D option quiet
BEGIN { x = "abc"; printf("%s %s %s\n", x, x, probename); @[x, x] = count(); exit(0); }
