#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tcpstates.d - which states do connections go through, and how long do they stay in each?
 *
 *	tcpstates.d [port]
 *
 * One line for each change of a connection with that port at either end. MS is how long it was in the state before; -, if
 * that was not seen. A connection that stays in close-wait belongs to a program that does not close it.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option temporal

uint64_t since[uint16_t, uint16_t];

BEGIN
{
	printf("%-24s %5s %-24s %5s  %-12s -> %-12s %10s\n", "LOCAL", "PORT", "REMOTE", "PORT", "FROM", "TO", "MS");
}

tcp:::state-change
/!$1 || args[3]->tcps_lport == $1 || args[3]->tcps_rport == $1/
{
	this->since = since[args[3]->tcps_lport, args[3]->tcps_rport];
	this->us = (timestamp - this->since) / 1000;
	printf("%-24s %5d %-24s %5d  %-12s -> %-12s %10s\n", args[3]->tcps_laddr, args[3]->tcps_lport, args[3]->tcps_raddr,
	    args[3]->tcps_rport, substr(tcp_state_string[args[5]->tcps_state], 6), substr(tcp_state_string[args[3]->tcps_state], 6),
	    this->since ? strjoin(lltostr(this->us / 1000), strjoin(".", substr(lltostr(this->us % 1000 + 1000), 1))) : "-");
	since[args[3]->tcps_lport, args[3]->tcps_rport] = args[3]->tcps_state == TCP_STATE_CLOSED ? 0 : timestamp;
}
