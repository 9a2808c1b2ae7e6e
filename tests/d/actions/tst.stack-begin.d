/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * BEGIN has no kernel stack outside of the kernel: an empty block.
 * @@engine: host
 */
#pragma D option quiet

BEGIN { stack(); printf("x\n"); exit(0); }
