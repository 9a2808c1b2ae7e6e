/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracee/launch.h - a command is started, and stopped before it does anything. */
#ifndef LDT_TRACEE_LAUNCH_H
#define LDT_TRACEE_LAUNCH_H

#include <stddef.h>
#include <sys/types.h>

#include "handle/handle.h"

/*
 * ldt_launch - start a program and let it run to a place; there it is stopped, as by SIGSTOP: SIGCONT
 * continues it.
 *
 *      EVALTIME_EXEC      nothing of it has been executed
 *      EVALTIME_PREINIT   its libraries are loaded, none of them has been initialized
 *      EVALTIME_POSTINIT  they are initialized; its own first instruction is next
 *      EVALTIME_MAIN      at the beginning of main()
 *
 * args:    @file is looked up as execvp(3) does; @child, which may be NULL, is called in the new process
 *          before; @procfs is where it is mounted.
 * return:  its pid, or -1: *@why is a message of @size bytes, and nothing is left of it.
 * context: by ptrace(2), which is over when it returns.
 */
pid_t ldt_launch(const char *procfs, const char *file, char *const argv[], void (*child)(void *arg), void *arg,
		 enum ldt_evaltime when, char *why, size_t size);

#endif
