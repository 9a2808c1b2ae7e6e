/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracepoints.h - an operating system with a few tracepoints (os/tracepoint.h), for tests of the
 * providers that use them: a test says which there are and passes them.
 */
#ifndef TESTS_FAKE_TRACEPOINTS_H
#define TESTS_FAKE_TRACEPOINTS_H

#include "os/tracepoint.h"

#define FAKE_HOOKS 16

struct fake_tracepoints {
	const struct os_tracepoint *points; /* each has another `point` */
	size_t count;
	const char *gone;         /* tracepoints of this module are not found any more */
	const char *refused_name; /* hooks on this one are refused with `refused` */
	const char *refused;

	const struct os_syscall *calls;
	size_t call_count;

	/* what happened */
	struct os_tracepoint_hook *hooks[FAKE_HOOKS]; /* attached, in the order of attaching */
	size_t hook_count;
	unsigned int walks, attaches, detaches; /* calls, whatever they had to do */
};

extern struct fake_tracepoints fake_tracepoints;

/* fake_call - the kernel passes OS_TRACEPOINT_ENTER or LEAVE, for a system call with @word as argument or value. */
void fake_call(unsigned int abi_index, unsigned int number, bool leaves, uint64_t word);

/* fake_pass - the kernel passes a tracepoint: each hook on it is called with @args of @count. */
void fake_pass(const char *name, const uint64_t *args, unsigned int count);

#endif
