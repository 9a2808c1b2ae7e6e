#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tcpaccept - who connects to which port of this machine, and who tries it where nobody listens?
 *
 *	tcpaccept [-d seconds] [-t top] [-j] [port]
 *
 * One line for each connection that another machine, or this one, opens to a port of this one, and for each attempt that
 * is refused; at the end how many there were from each address. Many refused ones from one address are a scan of ports, or
 * a program that looks for a service that has moved.
 *
 * How: the probes of tcp. Cost: only where a connection begins. Limits: the program that will accept the connection is not
 * known yet: the kernel answers before it.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("%-20s %-40s %6s  %s\n", "TIME", "FROM", "PORT", "RESULT");
}

tcp:::accept-established
/!$1 || args[3]->tcps_lport == $1/
{
	printf("%-20Y %-40s %6d  %s\n", walltimestamp, args[3]->tcps_raddr, args[3]->tcps_lport, "established");
	@from[args[3]->tcps_raddr, args[3]->tcps_lport, "established"] = count();
}

/* The packet is the answer: it goes from the port that was asked for. */
tcp:::accept-refused
/!$1 || args[4]->tcp_sport == $1/
{
	printf("%-20Y %-40s %6d  %s\n", walltimestamp, args[2]->ip_daddr, args[4]->tcp_sport, "refused");
	@from[args[2]->ip_daddr, args[4]->tcp_sport, "refused"] = count();
}

END
{
	trunc(@from, tool_top);
}

END
/tool_text/
{
	printf("\n%-40s %6s  %-12s %10s\n", "FROM", "PORT", "RESULT", "COUNT");
}

END
{
	printa("%-40s %6d  %-12s %@10d\n", @from);
}
