/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The rest of the clause with exit() is still done. */
#pragma D option quiet

BEGIN { exit(0); printf("rest\n"); }
