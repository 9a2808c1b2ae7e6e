/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Ticks come after BEGIN and before END. */
#pragma D option quiet

BEGIN { printf("begin\n"); }
tick-10ms { printf("tick\n"); exit(0); }
END { printf("end\n"); }
