/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member twice: nobody could tell which counts. */
struct out { int a; };
translator struct out < int I > { a = I; a = I + 1; };
BEGIN { exit(0); }
