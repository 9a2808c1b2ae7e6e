/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A statement is no predicate. */
BEGIN /x = 1;/ { exit(0); }
