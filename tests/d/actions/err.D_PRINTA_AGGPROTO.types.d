/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* As many keys, but of other types. */
BEGIN { @a[1] = count(); @b["x"] = count(); printa("%@d %@d\n", @a, @b); }
