/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A predicate that is not closed. */
BEGIN /1 { exit(0); }
