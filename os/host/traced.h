/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * traced.h - the thread of a traced process that has executed a break, while its probes fire in a thread
 * of ours: it is the current task then.
 */
#ifndef OS_HOST_TRACED_H
#define OS_HOST_TRACED_H

#include <sys/types.h>

#include "isa/isa.h"

struct os_host_task {
	pid_t pid, tid;
	uint64_t memory; /* os_space_memory() */
	const struct isa *isa;
	struct isa_regs *regs;
};

/* os_host_task - NULL: the current task is this thread itself. */
extern __thread const struct os_host_task *os_host_task;

#endif
