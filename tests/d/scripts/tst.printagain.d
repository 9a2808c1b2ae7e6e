#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: one aggregation printed with many formats.
 * @@options: -q
 */
BEGIN { @a["one", 1] = count(); @b["one", 1] = sum(10); @b["two", 2] = sum(20);
printa("%-5s|%@5d|%@-5d|\n", @a, @b);
printa("%-5s %3d %@d %@d %@d\n", @a, @b, @a);
printa("%@d\n", @b);
printa("%@x %@o %@#x %@10u %@-10d|\n", @b);
printa("plain text\n", @b);
printa("%@d %s\n", @b);
exit(0); }
