/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline of the structure's type whose definition is the pointer. */
struct out { int b; };
translator struct out < int I > { b = I; };
inline struct out o = xlate <struct out *> (4);
BEGIN { exit(0); }
