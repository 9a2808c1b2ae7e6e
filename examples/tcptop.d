#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tcptop.d - between which addresses does TCP carry how much, each so many seconds?
 *
 *	tcptop.d [seconds]
 *
 * Bytes of data, the largest sums first, and the packets that carried them; the kernel may pass many packets of the
 * network as one.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option toprows=20

BEGIN
{
	seconds = $1 ? $1 : 5;
	left = seconds;
	printf("Every %d seconds; Ctrl-C ends.\n", seconds);
}

tcp:::send, tcp:::receive
/args[2]->ip_plength > args[4]->tcp_offset/
{
	@bytes[probename, args[2]->ip_saddr, args[4]->tcp_sport, args[2]->ip_daddr, args[4]->tcp_dport] =
	    sum(args[2]->ip_plength - args[4]->tcp_offset);
	@packets[probename, args[2]->ip_saddr, args[4]->tcp_sport, args[2]->ip_daddr, args[4]->tcp_dport] = count();
}

tick-1s
/--left == 0/
{
	printf("\n%-8s %-24s %5s %-24s %5s %12s %8s\n", "", "FROM", "PORT", "TO", "PORT", "BYTES", "PACKETS");
	printa("%-8s %-24s %5d %-24s %5d %@12d %@8d\n", @bytes, @packets);
	trunc(@bytes);
	trunc(@packets);
	left = seconds;
}
