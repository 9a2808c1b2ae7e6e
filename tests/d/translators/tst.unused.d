/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translator that nobody uses costs nothing. */
#pragma D option quiet

struct out { int a; };
translator struct out < char *C > { a = 1; };
BEGIN { printf("ok\n"); exit(0); }
