#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tcplife - which connections were there, how long, and how much went through them?
 *
 *	tcplife [-d seconds] [-j] [port]
 *
 * One line for each connection that begins and ends while this runs: its ends, bytes of data in each direction (sent again
 * ones count again), and its life. PROGRAM is known of connections that this machine asked for. With a port: only
 * connections that have it at either end.
 *
 * How: the probes of tcp; its packets are counted. Cost: some 600 instructions for each packet of TCP.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
/tool_text/
{
	printf("%-16s %-24s %5s %-24s %5s %10s %10s %10s\n", "PROGRAM", "LOCAL", "PORT", "REMOTE", "PORT", "SENT", "RECEIVED", "MS");
}

tcp:::connect-request
{
	program[args[1]->cs_cid] = execname;
}

tcp:::state-change
/args[3]->tcps_state == TCP_STATE_ESTABLISHED && (!$1 || args[3]->tcps_lport == $1 || args[3]->tcps_rport == $1)/
{
	began[args[1]->cs_cid] = timestamp;
	sent[args[1]->cs_cid] = 0;
	received[args[1]->cs_cid] = 0;
}

tcp:::send
/began[args[1]->cs_cid]/
{
	sent[args[1]->cs_cid] += args[2]->ip_plength - args[4]->tcp_offset;
}

tcp:::receive
/began[args[1]->cs_cid]/
{
	received[args[1]->cs_cid] += args[2]->ip_plength - args[4]->tcp_offset;
}

tcp:::state-change
/began[args[1]->cs_cid] && (args[3]->tcps_state == TCP_STATE_CLOSED || args[3]->tcps_state == TCP_STATE_TIME_WAIT ||
    args[3]->tcps_state == TCP_STATE_FIN_WAIT_2)/
{
	this->program = program[args[1]->cs_cid];
	printf("%-16s %-24s %5d %-24s %5d %10d %10d %10d\n", this->program == "" ? "-" : this->program, args[3]->tcps_laddr,
	    args[3]->tcps_lport, args[3]->tcps_raddr, args[3]->tcps_rport, sent[args[1]->cs_cid], received[args[1]->cs_cid],
	    (timestamp - began[args[1]->cs_cid]) / 1000000);
	began[args[1]->cs_cid] = 0;
	sent[args[1]->cs_cid] = 0;
	received[args[1]->cs_cid] = 0;
	program[args[1]->cs_cid] = 0;
}
