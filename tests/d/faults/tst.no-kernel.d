/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* @@engine: host */
/* Without a kernel there is no structure of the running thread: a fault, not some value. */
#pragma D option quiet

struct task_struct { int first; int pid; };

ERROR { printf("%d %d %d\n", arg4 == DTRACEFLT_BADADDR, arg5 == 4, curthread == 0); exit(0); }
BEGIN { trace(curthread->pid); }
