/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An aggregation before the error keeps its value.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN { @a["before"] = count(); @b["bad"] = sum(*(int *)4); @c["after"] = count(); }
ERROR { exit(0); }
