#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ipdrops.d - which packets does the kernel give up, of whom, and where in the kernel?
 *
 *	ipdrops.d
 *
 * A table when Ctrl-C ends it: the direction, the addresses, the protocol, how many, and the functions that led there:
 * udp_rcv and its like: nobody has the port; nf_hook_slow: a rule of the firewall.
 */
#pragma D option quiet

BEGIN
{
	printf("Counting packets that are given up; Ctrl-C ends.\n");
}

ip:::drop-in, ip:::drop-out
{
	@[probename, args[2]->ip_saddr, args[2]->ip_daddr, args[2]->ip_ver == 4 ? args[4]->ipv4_protostr : args[5]->ipv6_nextstr,
	    stack(4)] = count();
}

END
{
	printa("\n%s, from %s to %s, %s:%k%@d times\n", @);
}
