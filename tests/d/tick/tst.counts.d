/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A tick fires again and again. */
#pragma D option quiet

tick-2ms { n++; }
tick-2ms /n == 20/ { printf("%d\n", n); exit(0); }
