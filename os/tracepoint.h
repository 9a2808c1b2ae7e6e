/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracepoint.h - places in the kernel that call whoever has attached to them. Part of the contract
 * of os.h.
 *
 * Theory. A tracepoint has a name and arguments; it costs nothing until something is attached. The
 * tracer attaches hooks: several may be on one tracepoint, each is called for itself. Nothing of the
 * kernel's types of the arguments is known here: an argument is a word of 64 bits. One that is
 * narrower is in its low bits, and the others may have any value.
 *
 *      provider                                  operating system
 *      os_tracepoint_each() ------------------>  tracepoints of the kernel and its modules
 *      os_tracepoints_attach(hooks) ---------->  all of a batch, refused ones with their reason
 *      hook->fn(hook, args)  <-----------------  each time the kernel passes one
 *      os_tracepoints_detach(hooks) ---------->  one wait for the whole batch
 *
 * A module's tracepoints go with it: its hooks are detached while the watcher of os_module_watch()
 * runs.
 */
#ifndef OS_TRACEPOINT_H
#define OS_TRACEPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/os.h"

/* One tracepoint. Strings are borrowed for the time of the call. */
struct os_tracepoint {
	const char *module; /* "vmlinux" or the module's name */
	const char *group;  /* of events, as the kernel's own tools show it; "": not known */
	const char *name;
	void *point; /* for os_tracepoint_hook; as long as the module is there */
};

/* Which tracepoints are meant. module and name may be NULL: all. */
struct os_tracepoint_query {
	const char *module;
	const char *name;
	bool ungrouped; /* groups are not wanted, and are "": quicker */
};

#define OS_TRACEPOINT_ARGS   10
#define OS_TRACEPOINT_FRAMES 3

/*
 * One user of one tracepoint. The provider owns the memory and keeps it unmoved from attach until
 * detach returned.
 */
struct os_tracepoint_hook {
	void *point; /* in: os_tracepoint.point */
	/*
	 * in: called each time the kernel passes the tracepoint. @args has arg_count words and is
	 * valid until it returns. context: probe context; interrupts on or off, in an NMI too; the
	 * task may be preempted and go to another CPU at any time (while interrupts are on).
	 */
	void (*fn)(struct os_tracepoint_hook *hook, const uint64_t *args);
	const char *refused; /* out: NULL when attached, else the reason's name (constant) */
	/*
	 * out: how many arguments @fn gets, at most OS_TRACEPOINT_ARGS. If the kernel does not say
	 * how many there are, it is so many as can be read in any case, and what follows the last
	 * one is of no meaning.
	 */
	unsigned int arg_count;
	/* out: functions of the kernel that are between the tracepoint and @fn on the stack; then an end of 0 */
	struct os_extent frames[OS_TRACEPOINT_FRAMES + 1];
	bool attached;    /* out */
	void *storage[2]; /* the implementation's */
};

/*
 * os_tracepoint_each - call @fn for every tracepoint that @query means.
 * args:    @query borrowed; @arg for @fn.
 * return:  0; the first non-zero result of @fn, which ends the walk; -OS_ENOMEM; -OS_EOPNOTSUPP
 *          where there are none (os/host).
 * context: process, may sleep. Takes the OS's list of modules: @fn must not load modules, nor call
 *          this.
 */
int os_tracepoint_each(const struct os_tracepoint_query *query,
		       int (*fn)(void *arg, const struct os_tracepoint *tracepoint), void *arg);

/*
 * The tracepoints that every system call passes, and what a passage of them tells.
 *
 * os_tracepoint_syscall - which system call it is, and its words.
 * args:    @args as a hook's fn got them; @leaves: those of OS_TRACEPOINT_LEAVE; *@abi_index and
 *          *@number as in struct os_syscall; @words gets OS_SYSCALL_WORDS: of a call that returns the
 *          value, sign-extended, then the six arguments; else the arguments from the first word on.
 * return:  false: no system call.
 * context: probe context, in fn.
 */
#define OS_TRACEPOINT_ENTER "sys_enter"
#define OS_TRACEPOINT_LEAVE "sys_exit"
#define OS_SYSCALL_WORDS    7
bool os_tracepoint_syscall(const uint64_t *args, bool leaves, unsigned int *abi_index, unsigned int *number,
			   uint64_t *words);

/*
 * os_tracepoints_attach - attach a batch. One that cannot be attached does not stop the others.
 * args:    @hooks array of pointers, none attached; the hooks stay the provider's.
 * return:  how many were attached; each hook has `attached` or `refused`.
 * context: process, may sleep. Calls of fn may begin before it returns.
 */
size_t os_tracepoints_attach(struct os_tracepoint_hook **hooks, size_t count);

/*
 * os_tracepoints_detach - detach a batch and wait once: when it returns no fn of these hooks runs,
 * and their memory may be freed. Hooks that are not attached are skipped.
 * args:    @hooks array of pointers.
 * context: process, may sleep.
 */
void os_tracepoints_detach(struct os_tracepoint_hook **hooks, size_t count);

#endif
