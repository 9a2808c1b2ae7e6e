/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* syscall.c - there is no kernel here: no system calls of others. */
#include "os/os.h"

int os_syscall_each(int (*fn)(void *arg, const struct os_syscall *call), void *arg)
{
	return -OS_EOPNOTSUPP;
}

int os_syscall_trace(void (*enter)(struct isa_regs *regs, unsigned int abi_index, unsigned int number,
				   const uint64_t args[6]),
		     void (*leave)(struct isa_regs *regs, unsigned int abi_index, unsigned int number, int64_t value))
{
	return enter == NULL && leave == NULL ? 0 : -OS_EOPNOTSUPP;
}
