/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process.h - the memory of processes as text spaces. Part of the contract of os.h.
 *
 * Theory. A process's text belongs to its memory, not to its number: all its threads execute it, and a
 * child of vfork() does; fork() makes a copy, breaks included; exec() and the end take it away. So a
 * space (os/space.h) is one memory, and lives as long as that.
 *
 *      os_process_open(pid) ------> the space; sites are armed and disarmed in it (core/site)
 *      a thread executes a break -> the system finds the space by the thread's memory: dt_user_trap()
 *      fork() --------------------> the copy has the breaks: the system takes them out before the
 *                                   child executes its first instruction
 *      exec(), the last exit() ---> the space dies (dt_space_kill), then watcher(space)
 *
 * A signal's frame and a debugger show where a thread is. That is never the address of a slot: the
 * system calls dt_user_leave_slot() before it shows a pc.
 */
#ifndef OS_PROCESS_H
#define OS_PROCESS_H

#include <stdint.h>

#include "os/os.h"

/*
 * os_process_open - the text space of a process as it is now.
 * args:    @pid its number, as getpid() says in the initial namespace.
 * return:  0 and *@ret, open (dt_space_open), with a reference that the caller gives back by
 *          dt_space_put(); -OS_ESRCH there is no such process, or it is about to end; -OS_EPERM not
 *          permitted to the caller; -OS_EBUSY somebody else controls it; -OS_EOPNOTSUPP its
 *          instructions are not those of this CPU, or this system has no way; -OS_ENOMEM.
 * context: process, may sleep. One call at a time.
 */
int os_process_open(uint64_t pid, struct os_space **ret);

/*
 * os_process_watch - watch the spaces that are open: @gone is called once for each whose memory goes,
 * when it is dying and no thread executes in it any more; for a process that ends at once perhaps
 * before os_process_open() has returned.
 * args:    one watcher; NULL ends it: when the call returns @gone does not run.
 * context: process, may sleep; @gone too, and it may give references back.
 */
void os_process_watch(void (*gone)(struct os_space *space));

/* ---- what is mapped in the memory of processes ------------------------------------------------- */

/* The identity of a file's contents: the same numbers mean the same bytes. */
struct os_file_id {
	uint64_t device;     /* major << 32 | minor */
	uint64_t inode;      /* 0: no file, but code of the system itself (Linux: the vDSO) */
	uint64_t generation; /* of the inode, whose number may have been another file's before */
	uint64_t size;       /* bytes */
	uint64_t changed;    /* ns */
};

/* A part of a file that a process may execute. */
struct os_mapping {
	uint64_t start, end; /* [start, end) in the process */
	uint64_t offset;     /* of start in the file */
	struct os_file_id file;
	const char *path; /* where the file was found, as the process sees it; "": not known. Borrowed */
};

struct os_memory_watcher {
	/*
	 * mapped - a process that runs, or is about to execute its first instruction, has these parts
	 * mapped now, and no others.
	 * args:    @memory any number but 0, the same until gone(); @pid of a process that has it, as
	 *          getpid() says in the initial namespace; @mappings in order of address, borrowed.
	 * context: process, may sleep.
	 */
	void (*mapped)(uint64_t memory, uint32_t pid, const struct os_mapping *mappings, size_t count);

	/* gone - no process has it any more; the number may mean another memory from now on. Context: as mapped. */
	void (*gone)(uint64_t memory);
};

/*
 * os_memory_watch - be told what is mapped in the memory of each process: of those that there are
 * before the call returns; then, when one has mapped more that it may execute, before it executes
 * that (another of its threads might), and of new ones before they execute anything. What was
 * unmapped is told with the next change. The calls come one at a time.
 * args:    one watcher; NULL ends it: when the call returns none of its functions runs.
 * return:  0; -OS_EOPNOTSUPP this system has no way; -OS_ENOMEM. NULL: always 0.
 * context: process, may sleep.
 */
int os_memory_watch(const struct os_memory_watcher *watcher);

/* ---- what programs register ------------------------------------------------------------------- */

/*
 * Programs register probes at run time (dtrace/helper.h). What one memory has registered is a list of the
 * core's (dt_helpers_hold, dt_helpers_put); the system keeps it with the memory: fork() copies it, exec()
 * and the last exit() drop it.
 */
struct dt_helpers;

/*
 * os_helpers_get - what a memory has registered.
 * args:    @space of a process; NULL: the process that calls.
 * return:  0 and *@ret with a reference, NULL: nothing; -OS_EOPNOTSUPP this system keeps nothing.
 * context: process.
 */
int os_helpers_get(const struct os_space *space, struct dt_helpers **ret);

/*
 * os_helpers_set - what the memory of the process that calls has registered, from now on.
 * args:    @helpers a reference, which the system takes over when it succeeds; NULL: nothing.
 * return:  0; -OS_EOPNOTSUPP; -OS_ENOMEM.
 * context: process; one call at a time.
 */
int os_helpers_set(struct dt_helpers *helpers);

/*
 * os_process_self - the space of the process that calls, with a reference; NULL: nobody has opened it.
 * context: process.
 */
struct os_space *os_process_self(void);

#endif
