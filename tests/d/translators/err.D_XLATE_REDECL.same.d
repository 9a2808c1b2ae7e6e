/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The same pair twice. */
struct out { int a; };
translator struct out < int I > { a = I; };
translator struct out < int J > { a = J; };
BEGIN { exit(0); }
