/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two aggregations with different numbers of keys. */
BEGIN { @a[1] = count(); @b[1, 2] = count(); printa("%d %@d %@d\n", @a, @b); }
