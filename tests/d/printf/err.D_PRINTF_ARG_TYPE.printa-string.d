/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The value of an aggregation is no string. */
BEGIN { @a[1] = count(); printa("%d %@s\n", @a); }
