#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * accepts.d - who connects to which port of this machine, and who tries it where nobody listens?
 *
 *	accepts.d
 *
 * Two tables, when Ctrl-C ends it: connections that were made, and attempts that were refused. Many refused ones from one
 * address are a scan of ports, or a program that looks for a service that has moved.
 */
#pragma D option quiet

BEGIN
{
	printf("Counting connections to this machine; Ctrl-C ends.\n");
}

tcp:::accept-established
{
	@made[args[3]->tcps_raddr, args[3]->tcps_lport] = count();
}

/* The packet is the answer: it goes from the port that was asked for. */
tcp:::accept-refused
{
	@refused[args[2]->ip_daddr, args[4]->tcp_sport] = count();
}

END
{
	printf("\n%-40s %6s %10s\n", "FROM", "PORT", "MADE");
	printa("%-40s %6d %@10d\n", @made);
	printf("\n%-40s %6s %10s\n", "FROM", "PORT", "REFUSED");
	printa("%-40s %6d %@10d\n", @refused);
}
