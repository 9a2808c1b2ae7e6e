#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: latencies: counts, rates, averages, and the slow ones.
 */
/*
 * simulated request latencies, printed as published scripts print them
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option switchrate=10hz

inline int INTERVAL = $1 ? $1 : 3;
inline int SLOW_US = 500;

dtrace:::BEGIN
{
	printf("Tracing %d rounds... Hit Ctrl-C to end.\n", INTERVAL);
	secs = INTERVAL;
	op = 0;
}

profile:::tick-10ms
{
	this->us = (op * 137) % 1000;
	this->name = op % 3 == 0 ? "read" : op % 3 == 1 ? "write" : "open";
	@count[this->name] = count();
	@total[this->name] = sum(this->us);
	@average[this->name] = avg(this->us);
	@slowest[this->name] = max(this->us);
	op++;
}

profile:::tick-10ms
/this->us > SLOW_US/
{
	@slow[this->name, strjoin(lltostr(this->us / 100), "00us+")] = count();
}

profile:::tick-10ms
/op % 10 == 0/
{
	secs--;
}

profile:::tick-10ms
/op % 10 == 0 && secs == 0/
{
	exit(0);
}

dtrace:::END
{
	normalize(@total, INTERVAL);
	printf("%-8s %8s %8s %8s %8s\n", "OP", "COUNT", "US/RND", "AVG(us)", "MAX(us)");
	setopt("aggsortkey");
	printa("%-8s %@8d %@8d %@8d %@8d\n", @count, @total, @average, @slowest);
	printf("\n%-8s %-8s %s\n", "OP", "SLOW", "COUNT");
	printa("%-8s %-8s %@d\n", @slow);
}
