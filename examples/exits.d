#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * exits.d - which processes end, how, and after how long?
 *
 *	exits.d
 *
 * HOW is "exited", "killed" or "dumped core". The status of one that exited is not told by this probe; `errors.d` and
 * `signals.d` say what came before. MS is the time since the process was made, if that was seen.
 */
#pragma D option quiet

inline string how[int reason] = reason == 1 ? "exited" : reason == 2 ? "killed" : reason == 3 ? "dumped core" : "?";

BEGIN
{
	printf("%-8s %-8s %-16s %-12s %10s\n", "PID", "PPID", "PROGRAM", "HOW", "MS");
}

proc:::start
{
	born[pid] = timestamp;
}

proc:::exit
{
	this->ms = born[pid] ? (timestamp - born[pid]) / 1000000 : 0;
	printf("%-8d %-8d %-16s %-12s %10d\n", pid, ppid, execname, how[args[0]], this->ms);
	born[pid] = 0;
}
