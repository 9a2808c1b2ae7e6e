/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Of several, one that is not 0 counts.
 * @@status: 3
 */
#pragma D option quiet

BEGIN { exit(3); }
END { printf("end\n"); }
