/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member that the output does not have. */
struct out { int a; };
translator struct out < int I > { b = I; };
BEGIN { exit(0); }
