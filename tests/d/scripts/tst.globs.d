#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: patterns in every field of a description.
 */
#pragma D option quiet
dtr*::: { printf("%s\n", probename); }
:::BEGIN { printf("any\n"); }
d?race:::B[A-F]GIN { printf("class\n"); }
dtrace:::?EGIN { printf("one\n"); }
BEGIN, END { printf("%s2\n", probename); }
dtrace:::[!E]* { printf("not E\n"); exit(0); }
