/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Statements are separated. */
BEGIN { x = 1 y = 2; }
