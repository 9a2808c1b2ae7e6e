#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, global variables and assignments: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
int state; string who; uint64_t begin_ns; int hist[64]; string names[int]; self uint64_t t0; this int tmp;
extern int x;
BEGIN { state = 1; who = "nobody"; begin_ns = timestamp; hist[0] = 1; hist[1]++; names[1] = "one"; state ^= 1; state |= 0x4; state <<= 2; state %= 7; state = -state; state = ~state; state = !state; }
tick-1s { hist[(timestamp - begin_ns) / 1000000000 % 64] += 1; this->tmp = hist[1]; who = names[this->tmp]; exit(this->tmp > 100); }
