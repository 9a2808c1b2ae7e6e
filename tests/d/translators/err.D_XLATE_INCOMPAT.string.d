/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string for a number. */
struct out { int a; };
translator struct out < int I > { a = "x"; };
BEGIN { exit(0); }
