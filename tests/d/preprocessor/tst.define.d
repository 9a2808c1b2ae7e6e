/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -C with macros, conditions and comments of C++.
 * @@options: -C
 */
#pragma D option quiet

#define VALUE 5
#define ADD(a, b) ((a) + (b))
#if VALUE > 3
BEGIN { printf("%d\n", ADD(VALUE, 1)); } // a comment
#else
BEGIN { printf("no\n"); }
#endif
BEGIN { exit(0); }
