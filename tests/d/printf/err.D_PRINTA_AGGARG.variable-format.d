/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What is no string constant should be an aggregation. */
BEGIN { @a = count(); printa(execname, @a); }
