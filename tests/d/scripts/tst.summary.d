#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: several aggregations side by side, normalized, printed again in other ways, cleared.
 */
#pragma D option quiet
#pragma D option aggsortrev
BEGIN
{
	@num["alpha", 1] = count();
	@num["beta", 2] = count(); @num["beta", 2] = count();
	@avg["alpha", 1] = avg(10); @avg["beta", 2] = avg(4); @avg["beta", 2] = avg(7);
	@std["beta", 2] = stddev(4); @std["beta", 2] = stddev(8); @std["alpha", 1] = stddev(3);
	@sum["alpha", 1] = sum(10485760); @sum["beta", 2] = sum(20971520);
	normalize(@sum, 1048576);
	printf("%-10s %3s %6s %6s %6s %6s\n", "NAME", "KEY", "COUNT", "AVG", "STDDEV", "MB");
	printa("%-10s %3d %@6d %@6d %@6d %@6d\n", @num, @avg, @std, @sum);
	denormalize(@sum);
	printa("%s,%d,%@d\n", @sum);
	printa(@num);
	printa("%@8u %s\n", @num);
	printa("[%-20s] %2d %@'d\n", @sum);
	clear(@num); clear(@avg); trunc(@std); trunc(@sum);
	printa("%-10s %3d %@6d\n", @num);
	exit(0);
}
