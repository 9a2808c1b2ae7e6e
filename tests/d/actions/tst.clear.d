/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* clear() zeroes values and keeps keys; trunc() takes both away. */
#pragma D option quiet

BEGIN { @a["x"] = count(); @b["y"] = count(); clear(@a); trunc(@b); exit(0); }
