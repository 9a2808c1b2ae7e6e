/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member that is an integer takes no pointer. */
struct in { int a; };
struct out { long b; };
translator struct out < struct in *p > { b = p; };
BEGIN { exit(0); }
