#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * modtrace - which kernel modules come and go, and at whose request?
 *
 *	modtrace [-d seconds] [-j]
 *
 * A device that is plugged in, a file system that is mounted, a network rule: each may load a module.
 *
 * How: the kernel's tracepoints module_load and module_free. Cost: only where a module comes or goes. Limits: the moment
 * shown is that before the module's own initialisation.
 */
#pragma D option quiet

BEGIN
/tool_text/
{
	printf("%-20s %-8s %-16s %-6s %s\n", "TIME", "PID", "PROGRAM", "WHAT", "MODULE");
}

sdt::module:module_load, sdt::module:module_free
{
	printf("%-20Y %-8d %-16s %-6s %s\n", walltimestamp, pid, execname, probename == "module_load" ? "load" : "free",
	    stringof(args[0]->name));
}
