/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * copyoutstr() after speculate().
 * @@options: -w
 */
BEGIN { speculate(1); copyoutstr("a", 8, 8); }
