/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* woken.c PID - grabs the process through a handle that is to end already (dtrace_wake()). */
#include <dtrace.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	struct ps_prochandle *proc;
	dtrace_hdl_t *dtp;
	int error;

	if (argc != 2)
		return 2;
	dtp = dtrace_open(DTRACE_VERSION, 0, &error);
	if (!dtp || dtrace_setopt(dtp, "debug", NULL) != 0)
		return 3;
	dtrace_dump_to(dtp, stderr);
	dtrace_wake(dtp);
	proc = dtrace_proc_grab(dtp, atoi(argv[1]), 0);
	dtrace_close(dtp);
	return proc ? 0 : 1;
}
