/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A name that nobody gave, inside of an expression. */
BEGIN { x = 1 + missing * 2; }
