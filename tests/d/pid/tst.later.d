/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * With -Z a library may come later.
 * @@options: -Z
 */
#pragma D option quiet
pid$ppid:libnonsense.so:main:entry { }
BEGIN { printf("begin\n"); exit(0); }
