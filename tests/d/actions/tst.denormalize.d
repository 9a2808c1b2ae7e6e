/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* denormalize() takes normalize() back. */
#pragma D option quiet

BEGIN { @a["x"] = sum(100); normalize(@a, 10); printa("%s %@d\n", @a); denormalize(@a); printa("%s %@d\n", @a); exit(0); }
