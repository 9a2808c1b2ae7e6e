#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * modules.d - which kernel modules come and go, and at whose request?
 *
 *	modules.d
 *
 * A device that is plugged in, a file system that is mounted, a network rule: each may load a module.
 */
#pragma D option quiet

BEGIN
{
	printf("%-20s %-8s %-16s %-6s %s\n", "TIME", "PID", "PROGRAM", "WHAT", "MODULE");
}

sdt::module:module_load, sdt::module:module_free
{
	printf("%-20Y %-8d %-16s %-6s %s\n", walltimestamp, pid, execname, probename == "module_load" ? "load" : "free",
	    stringof(args[0]->name));
}
