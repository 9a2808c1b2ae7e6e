/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation that nobody makes. */
BEGIN { printa(@never); }
