/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * freopen() sends the output to a file, and "" back.
 * @@options: -w
 */
#pragma D option quiet

BEGIN { printf("one\n"); freopen("%s.%d", "out", 1); printf("two\n"); freopen(""); printf("three\n"); system("cat out.1"); exit(0); }
