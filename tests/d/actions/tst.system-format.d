/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * system() takes a format; what it prints is in its place.
 * @@options: -w
 */
#pragma D option quiet

BEGIN { printf("before\n"); }
BEGIN { system("echo %s-%d", "text", 5); }
BEGIN { printf("after\n"); exit(0); }
