/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* syscall.c - there is no kernel here: no system calls of others. */
#include <string.h>

#include "os/os.h"

int os_syscall_each(int (*fn)(void *arg, const struct os_syscall *call), void *arg)
{
	return -OS_EOPNOTSUPP;
}

int os_syscall_trace(const struct os_syscall_watch *entries, const struct os_syscall_watch *returns)
{
	return entries == NULL && returns == NULL ? 0 : -OS_EOPNOTSUPP;
}

DT_PROBE_CTX void os_syscall_args(struct isa_regs *regs, uint64_t args[6])
{
	memset(args, 0, 6 * sizeof(*args)); /* none is ever entered */
}
