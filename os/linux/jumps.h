/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jumps.h - sites of the kernel that are jumps: what the files jumps.c, marks.c and jump_<isa>.c share. docs/jump.md
 * has the design.
 *
 * Theory. os/space.h has the contract, struct os_jumps. linux_cpu_jumps() (cpu.h) says whether this CPU and this kernel
 * can do it. The module's parameter `jump` says whether it is wanted; it can be changed at any time.
 */
#ifndef OS_LINUX_JUMPS_H
#define OS_LINUX_JUMPS_H

#include "os/linux/linux.h"

/* Stages of the module: marks, then space, after the symbols; jumps after the sites. */
int linux_marks_init(void);
int linux_space_init(void);
int linux_jumps_init(void);
void linux_jumps_fini(void);

/* linux_jumps - of the kernel's space; NULL: this CPU or this kernel has none. Context: process. */
const struct os_jumps *linux_jumps(void);

/* linux_marks - the operation `marks` of struct os_jumps (os/space.h). */
const char *linux_marks(struct os_space *space, uint64_t func, uint64_t end, uint8_t *marks);

/* linux_marks_forget - copied tables are out of date: a module came or went. Context: process. */
void linux_marks_forget(void);

#endif
