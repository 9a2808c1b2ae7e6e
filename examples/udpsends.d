#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * udpsends.d - which programs send datagrams to where, and how much? Who asks which name server?
 *
 *	udpsends.d
 *
 * A table when Ctrl-C ends it: the program, where its datagrams go, how many, and bytes of data.
 */
#pragma D option quiet

BEGIN
{
	printf("Counting datagrams of UDP; Ctrl-C ends.\n");
}

udp:::send
{
	@count[execname, args[2]->ip_daddr, args[4]->udp_dport] = count();
	@bytes[execname, args[2]->ip_daddr, args[4]->udp_dport] = sum(args[4]->udp_length - 8);
}

END
{
	printf("\n%-16s %-40s %6s %10s %12s\n", "PROGRAM", "TO", "PORT", "DATAGRAMS", "BYTES");
	printa("%-16s %-40s %6d %@10d %@12d\n", @count, @bytes);
}
