/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation is no predicate. */
BEGIN { @a = count(); }
BEGIN /@a/ { exit(0); }
