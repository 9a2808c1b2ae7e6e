#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: inlines in inlines.
 * @@options: -q
 */
uint64_t start;
inline string sz[int n] = n < 1024 ? strjoin(lltostr(n), "B") : n < 1024 * 1024 ? strjoin(lltostr(n / 1024), "K") : strjoin(lltostr(n / 1048576), "M");
inline int pct[int a, int b] = b == 0 ? 0 : a * 100 / b;
inline int elapsed_ms = (timestamp - start) / 1000000;
BEGIN { start = timestamp; printf("%s %s %s %d%% %d%%\n", sz[100], sz[5000], sz[70000000], pct[1, 3], pct[1, 0]); printf("%s\n", elapsed_ms < 1000 ? "fast" : "slow"); exit(0); }
