/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What is not 0 is true: numbers, negative ones, pointers. */
#pragma D option quiet

int zero;
BEGIN /1/ { printf("a"); }
BEGIN /0/ { printf("b"); }
BEGIN /-1/ { printf("c"); }
BEGIN /zero/ { printf("d"); }
BEGIN /!zero/ { printf("e"); }
BEGIN /(int *)8/ { printf("f"); }
BEGIN /(int *)0/ { printf("g"); }
BEGIN /"a" == "a"/ { printf("h"); }
BEGIN { printf("\n"); exit(0); }
