/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracepoint.h - functions that the files of tracepoints share (os/tracepoint.h is the contract). */
#ifndef OS_LINUX_TRACEPOINT_H
#define OS_LINUX_TRACEPOINT_H

#include <linux/tracepoint.h>

#include "os/linux/linux.h"
#include "os/tracepoint.h"

/* ---- tracepoint_groups.c --------------------------------------------------------------------- */

/* The groups of all events at one moment, by tracepoint. */
struct linux_groups {
	struct linux_group *entries; /* a hash table, its size a power of two; NULL: not read */
	size_t size;
};

/*
 * linux_groups_read - look through the kernel's events.
 * args:    @groups zeroed, the caller's.
 * return:  0; -ENOMEM. Events that cannot be found are no error: no group is known then.
 * context: process, may sleep. What it found of a module stays as long as the module.
 */
int linux_groups_read(struct linux_groups *groups);

/* linux_groups_find - the group of a tracepoint, "" when it is not known. Context: process. */
const char *linux_groups_find(const struct linux_groups *groups, const struct tracepoint *point);

/* linux_groups_free - free what linux_groups_read() allocated. Context: process. */
void linux_groups_free(struct linux_groups *groups);

/* ---- tracepoint_registers.c, or compat/tracepoint_slots.c ------------------------------------ */

/*
 * linux_tracepoint_bind - find out what the kernel has to call, so that hook->fn gets the arguments
 * as words.
 * args:    @hook with its point; *@fn_ret and *@data_ret are for tracepoint_probe_register(). Sets
 *          hook->arg_count; adds to hook->frames.
 * return:  NULL; or why the tracepoint is refused.
 * context: process, may sleep.
 */
const char *linux_tracepoint_bind(struct os_tracepoint_hook *hook, void **fn_ret, void **data_ret);

/* linux_tracepoint_unbind - free what bind allocated, when nothing calls it any more. @data as bind returned it. Context: process. */
void linux_tracepoint_unbind(void *data);

/* ---- tracepoints.c --------------------------------------------------------------------------- */

struct bpf_raw_event_map;

/*
 * linux_tracepoint_raw - what the kernel knows of a tracepoint for BPF programs: how many arguments
 * it has, and a function that makes words of them.
 * args:    *@ret is a copy.
 * return:  false: this kernel, or this tracepoint, has no such thing.
 * context: process, may sleep.
 */
bool linux_tracepoint_raw(const struct tracepoint *point, struct bpf_raw_event_map *ret);

/* linux_tracepoint_frame - calls of @fn are to be hidden in stacks. context: process. */
void linux_tracepoint_frame(struct os_tracepoint_hook *hook, const void *fn);

#endif
