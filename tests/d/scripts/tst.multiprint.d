#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, several aggregations in one line: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
syscall::read:return { @c[execname] = count(); @s[execname] = sum(arg1); @m[execname] = max(arg1); @n[execname] = min(arg1); @a[execname] = avg(arg1); }
profile:::tick-1s
{
	setopt("aggsortpos", "1"); setopt("quiet");
	printf("%-16s %8s %8s %8s %8s %8s\n", "EXEC", "COUNT", "SUM", "MAX", "MIN", "AVG");
	printa("%-16s %@8d %@8d %@8d %@8d %@8d\n", @c, @s, @m, @n, @a);
	trunc(@c); trunc(@s); trunc(@m); trunc(@n); trunc(@a);
}
