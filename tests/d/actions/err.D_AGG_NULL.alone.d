/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation alone does nothing. */
BEGIN { @a[1]; }
