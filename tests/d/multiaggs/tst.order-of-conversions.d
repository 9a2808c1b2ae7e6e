/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Conversions of keys and of values may stand in any order. */
#pragma D option quiet

BEGIN { @x[1, "k"] = sum(5); @y[1, "k"] = sum(6); printa("%@d %d %@d %s\n", @x, @y); exit(0); }
