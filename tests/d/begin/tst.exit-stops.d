/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* After exit() nothing but END fires. */
#pragma D option quiet

BEGIN { exit(0); }
tick-1ms { printf("never\n"); }
END { printf("end\n"); }
