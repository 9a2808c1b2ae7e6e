/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* exit() after speculate(). */
BEGIN { speculate(1); exit(0); }
