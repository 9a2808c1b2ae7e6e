/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -q does not take away what -F prints: it leaves the newlines to the program.
 * @@testing
 * @@options: -q -F
 */
BEGIN { printf("first\n"); }
BEGIN { trace(2); }
BEGIN { printf("\n"); exit(0); }
END { printf("last\n"); }
