/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -D and -U on the command line.
 * @@options: -C -D VALUE=7 -D FLAG -U GONE
 */
#pragma D option quiet

#ifdef FLAG
BEGIN { printf("%d\n", VALUE); }
#endif
#ifdef GONE
BEGIN { printf("no\n"); }
#endif
BEGIN { exit(0); }
