/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation keeps its keys. */
BEGIN { @a[1] = count(); @a["x"] = count(); }
