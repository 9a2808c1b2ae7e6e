/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * mapped.h - what traced processes have mapped (os_memory_watch of os/process.h).
 *
 * Theory. Nobody tells a tracer of a mapping. So a process is looked at when it has executed a break, before its probes
 * fire: how large its memory is, which is one short read; where that has changed, its mappings. A library that was just
 * loaded is known by its first firing. What comes in the place of something of the same size is seen within
 * LOOK_AGAIN_NS. A process that ends or executes another program is not looked at any more: what it had is known.
 *
 * Lock order: that of this file, then those that a watcher takes. Interrupts are on.
 */
#ifndef OS_HOST_MAPPED_H
#define OS_HOST_MAPPED_H

#include <stdint.h>
#include <sys/types.h>

/*
 * os_host_memory_begin - a process is traced from now on.
 * args:    @memory what watchers are told: os_space_memory().
 * context: process. Without memory for it nobody is told of it.
 */
void os_host_memory_begin(uint64_t memory, pid_t pid);
/*
 * os_host_memory_look - it has executed a break: tell watchers if its mappings are others than they were told.
 * context: process, in the thread that traces it, which has stopped.
 */
void os_host_memory_look(uint64_t memory);
/* os_host_memory_end - it has ended, has executed another program, or is not traced any more. Context: process. */
void os_host_memory_end(uint64_t memory);

#endif
