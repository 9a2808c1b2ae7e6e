/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member that was left out. */
struct out { int a; int b; };
translator struct out < int I > { a = I; };
BEGIN { x = 1; trace(xlate <struct out> (x).b); }
