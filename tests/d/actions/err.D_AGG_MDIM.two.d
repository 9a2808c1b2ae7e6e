/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation has one tuple. */
BEGIN { @a[1][2] = count(); }
