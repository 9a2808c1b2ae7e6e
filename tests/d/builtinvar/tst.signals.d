/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Constants: errors, signals, families, faults. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", EPERM, ENOENT, EINTR, EINVAL);
	printf("%d %d %d %d\n", SIGHUP, SIGINT, SIGKILL, SIGTERM);
	printf("%d %d\n", AF_INET, AF_INET6);
	printf("%d %d %d %d %d\n", DTRACEFLT_UNKNOWN, DTRACEFLT_BADADDR, DTRACEFLT_BADALIGN, DTRACEFLT_ILLOP, DTRACEFLT_DIVZERO);
	printf("%d %d %d %d %d\n", DTRACEFLT_NOSCRATCH, DTRACEFLT_KPRIV, DTRACEFLT_UPRIV, DTRACEFLT_TUPOFLOW, DTRACEFLT_BADSTACK);
	printf("%d\n", DTRACEFLT_LIBRARY);
	exit(0);
}
