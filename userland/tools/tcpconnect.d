#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tcpconnect - who opens TCP connections to where, how long does that take, and which are refused?
 *
 *	tcpconnect [-p pid | -c command] [-d seconds] [-j] [port]
 *
 * One line for each connection that this machine asks for, when the answer is there. MS is the time that the other end
 * and the network took. An attempt without an answer has no line. With a port: only connections to it.
 *
 * How: the probes of tcp. Cost: only where a connection begins. Limits: of connections that were asked for before this
 * command began nothing is shown.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
/tool_text/
{
	printf("%-8s %-16s %-24s %5s %8s  %s\n", "PID", "PROGRAM", "TO", "PORT", "MS", "RESULT");
}

tcp:::connect-request
/(!tool_pid || pid == tool_pid) && (!$1 || args[4]->tcp_dport == $1)/
{
	began[args[1]->cs_cid] = timestamp;
	by[args[1]->cs_cid] = pid;
	program[args[1]->cs_cid] = execname;
}

tcp:::connect-established, tcp:::connect-refused
/began[args[1]->cs_cid]/
{
	this->us = (timestamp - began[args[1]->cs_cid]) / 1000;
	printf("%-8d %-16s %-24s %5d %4d.%03d  %s\n", by[args[1]->cs_cid], program[args[1]->cs_cid], args[2]->ip_saddr,
	    args[4]->tcp_sport, this->us / 1000, this->us % 1000, probename == "connect-refused" ? "refused" : "established");
	began[args[1]->cs_cid] = 0;
	by[args[1]->cs_cid] = 0;
	program[args[1]->cs_cid] = 0;
}
