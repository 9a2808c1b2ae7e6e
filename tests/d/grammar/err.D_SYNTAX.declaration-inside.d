/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Declarations are outside of clauses. */
BEGIN { int x; x = 1; }
