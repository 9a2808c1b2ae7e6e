/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * copyout() after speculate().
 * @@options: -w
 */
BEGIN { speculate(1); copyout(NULL, 8, 8); }
