#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * exitsnoop - which processes end, how, and after how long?
 *
 *	exitsnoop [-d seconds] [-j] [program]
 *
 * HOW is "exited", "killed" or "dumped core"; BY is the status with which it exited, or the signal that killed it. MS is the
 * time since the process was made; - for one that was there before this command.
 *
 * How: the probes of proc. Cost: only where a process begins or ends.
 */
#pragma D option quiet
#pragma D option defaultargs

inline string how[int reason] = reason == 1 ? "exited" : reason == 2 ? "killed" : reason == 3 ? "dumped core" : "?";

BEGIN
/tool_text/
{
	printf("%-8s %-8s %-16s %-12s %-12s %10s\n", "PID", "PPID", "PROGRAM", "HOW", "BY", "MS");
}

proc:::start
{
	born[pid] = timestamp;
}

proc:::exit
/$$1 == "" || execname == $$1/
{
	this->ms = born[pid] ? lltostr((timestamp - born[pid]) / 1000000) : "-";
	this->status = curpsinfo->pr_wstat;
	this->by = args[0] == 1 ? lltostr((this->status >> 8) & 0xff) : signame(this->status & 0x7f);
	printf("%-8d %-8d %-16s %-12s %-12s %10s\n", pid, ppid, execname, how[args[0]], this->by, this->ms);
}

proc:::exit
{
	born[pid] = 0;
}
