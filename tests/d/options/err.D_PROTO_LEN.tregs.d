/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tregs is the most keys that are possible.
 * @@options: -x tregs=2
 */
BEGIN { a[1, 2, 3] = 1; exit(0); }
