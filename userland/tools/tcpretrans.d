#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tcpretrans - which connections send again what was lost?
 *
 *	tcpretrans [-d seconds] [-t top] [-j] [port]
 *
 * One line for each segment of TCP that is sent again: the connection's ends, its state; at the end how many there were of
 * each. A few are the way TCP finds out how much the network carries; many to one address are a bad line, or a firewall
 * that swallows packets. SYN_SENT: the other end does not answer at all. With a port: only connections that have it at
 * either end.
 *
 * How: the kernel's tracepoint tcp_retransmit_skb. Cost: only where a segment is sent again. Limits: the program is not
 * known: a timer sends again.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("%-20s %-24s %5s %-24s %5s  %s\n", "TIME", "LOCAL", "PORT", "REMOTE", "PORT", "STATE");
}

sdt::tcp:tcp_retransmit_skb
{
	this->c = xlate <tcpsinfo_t>((struct sock *)arg0);
}

sdt::tcp:tcp_retransmit_skb
/!$1 || this->c.tcps_lport == $1 || this->c.tcps_rport == $1/
{
	this->state = substr(tcp_state_string[this->c.tcps_state], 6);
	printf("%-20Y %-24s %5d %-24s %5d  %s\n", walltimestamp, this->c.tcps_laddr, this->c.tcps_lport, this->c.tcps_raddr,
	    this->c.tcps_rport, this->state);
	@[this->c.tcps_raddr, this->c.tcps_rport, this->state] = count();
}

END
{
	trunc(@, tool_top);
}

END
/tool_text/
{
	printf("\n%-40s %6s  %-14s %10s\n", "TO", "PORT", "STATE", "SENT AGAIN");
}

END
{
	printa("%-40s %6d  %-14s %@10d\n", @);
}
