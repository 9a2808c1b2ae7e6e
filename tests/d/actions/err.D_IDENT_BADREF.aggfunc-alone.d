/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregating function without an aggregation. */
BEGIN { x = count; }
