/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation with empty brackets. */
BEGIN { @a[] = count(); }
