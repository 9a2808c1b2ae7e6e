/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two signs of an aggregation. */
BEGIN { @@a = count(); }
