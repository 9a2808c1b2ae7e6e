/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscall_table.c - names and numbers of system calls. The kernel's own table is data that cannot
 * be found by name everywhere, so the lists are made from the headers of the kernel that the module
 * is built for (Kbuild.in): CALL(name, number) a line.
 */
#include <linux/kernel.h>
#include <asm/unistd.h>

#include "os/linux/linux.h"

struct entry {
	const char *name;
	unsigned int number;
};

#define CALL(call_name, call_number) { .name = #call_name, .number = call_number },
static const struct entry native[] = {
#include <dt_syscalls_native.inc>
	{ NULL, 0 },
};
static const struct entry compat[] = {
#include <dt_syscalls_compat.inc>
	{ NULL, 0 },
};
#undef CALL

static int each(const struct entry *entry, const char *abi, unsigned int abi_index,
		int (*fn)(void *arg, const struct os_syscall *call), void *arg)
{
	struct os_syscall call = { .abi = abi, .abi_index = abi_index };
	int error = 0;

	for (; entry->name && !error; entry++) {
		call.name = entry->name;
		call.number = entry->number;
		error = fn(arg, &call);
	}
	return error;
}

int os_syscall_each(int (*fn)(void *arg, const struct os_syscall *call), void *arg)
{
	int error = each(native, "", 0, fn, arg);

	return error ? error : each(compat, "compat", 1, fn, arg);
}
