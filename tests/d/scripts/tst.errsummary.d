#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, errors of system calls by name: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
dtrace:::BEGIN {
	err[0] = "Success"; err[1] = "EPERM"; err[2] = "ENOENT"; err[EINTR] = "EINTR"; err[EAGAIN] = "EAGAIN";
	trace("Tracing syscall errors... Hit Ctrl-C to end.\n");
}
syscall:::return /errno != 0 && errno <= 11 && pid != $pid/
{
	this->e = err[errno] != NULL ? err[errno] : lltostr(errno);
	@Errs[execname, probefunc, errno, this->e] = count();
}
dtrace:::END {
	printf("%16s %16s %4s %-20s %8s\n", "EXEC", "SYSCALL", "ERR", "DESC", "COUNT");
	printa("%16s %16s %4d %-20s %@8d\n", @Errs);
}
