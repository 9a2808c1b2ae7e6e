#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: ranges of its own instead of a distribution, sorted by one of the columns.
 */
#pragma D option quiet
/* latency summary: buckets by own */
inline int B1 = 10; inline int B2 = 100;
BEGIN { lat = 1; }
tick-2ms /lat < 3000/ { this->b = lat < B1 ? "0-9" : lat < B2 ? "10-99" : lat < 1000 ? "100-999" : "1000+"; @h[this->b] = count(); @mn[this->b] = min(lat); @mx[this->b] = max(lat); @av[this->b] = avg(lat); lat = lat * 2; }
tick-2ms /lat >= 3000/ { exit(0); }
END { setopt("aggsortpos", "2"); printf("%-10s %5s %5s %5s %5s\n", "RANGE", "N", "MIN", "MAX", "AVG"); printa("%-10s %@5d %@5d %@5d %@5d\n", @h, @mn, @mx, @av); }
