/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracepoint.c - there is no kernel here: no tracepoints. */
#include "os/tracepoint.h"

int os_tracepoint_each(const struct os_tracepoint_query *query,
		       int (*fn)(void *arg, const struct os_tracepoint *tracepoint), void *arg)
{
	return -OS_EOPNOTSUPP;
}

size_t os_tracepoints_attach(struct os_tracepoint_hook **hooks, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		hooks[i]->refused = "no-kernel";
	return 0;
}

void os_tracepoints_detach(struct os_tracepoint_hook **hooks, size_t count)
{
}

bool os_tracepoint_syscall(const uint64_t *args, bool leaves, unsigned int *abi_index, unsigned int *number,
			   uint64_t *words)
{
	return false;
}
