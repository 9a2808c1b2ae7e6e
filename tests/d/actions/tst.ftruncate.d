/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ftruncate() takes away what was printed to a file. */
#pragma D option quiet

BEGIN { printf("x\n"); ftruncate(); printf("y\n"); exit(0); }
