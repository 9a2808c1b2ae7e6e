/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* profile fires on every CPU, with the program counter of the kernel or of the program. */
#pragma D option quiet

int n, m;
profile-97 { n++; }
profile-997hz { m++; }
tick-10ms /n > 3 && m > 3/ { printf("ok\n"); exit(0); }
