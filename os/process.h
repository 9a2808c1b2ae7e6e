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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/os.h"

/*
 * os_process_open - the text space of a process as it is now.
 * args:    @pid its number in the namespace of the process that calls; *@number gets that in the initial one.
 * return:  0 and *@ret, open (dt_space_open), with a reference that the caller gives back by
 *          dt_space_put(); -OS_ESRCH there is no such process, or it is about to end; -OS_EPERM not
 *          permitted to the caller; -OS_EBUSY somebody else controls it; -OS_EOPNOTSUPP its
 *          instructions are not those of this CPU, or this system has no way; -OS_ENOMEM.
 * context: process, may sleep. One call at a time.
 */
int os_process_open(uint64_t pid, struct os_space **ret, uint64_t *number);

/*
 * os_process_permitted - whether the process that calls may look into another one's memory.
 * args:    @pid, *@number as above.
 * return:  0; -OS_ESRCH; -OS_EPERM; -OS_EOPNOTSUPP this system has no way.
 * context: process.
 */
int os_process_permitted(uint64_t pid, uint64_t *number);

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

/* When a watcher is told. */
enum os_mapped {
	OS_MAPPED_BEFORE, /* the process was there when the watcher came */
	OS_MAPPED_NOW,    /* by the process itself, which has not executed any of it yet */
	OS_MAPPED_LATE,   /* it may have executed some of it */
};

struct os_memory_watcher {
	bool wants_before; /* it is told OS_MAPPED_BEFORE, too */

	/*
	 * mapped - a process that runs, or is about to execute its first instruction, has these parts
	 * mapped now, and no others.
	 * args:    @memory any number but 0, the same until gone(); @pid of a process that has it, as
	 *          getpid() says in the initial namespace; @mappings in order of address, borrowed.
	 * return:  with OS_MAPPED_NOW: what the process waits for, see wait(); else, and if it does not, NULL.
	 * context: process, may sleep.
	 */
	void *(*mapped)(uint64_t memory, uint32_t pid, const struct os_mapping *mappings, size_t count,
			enum os_mapped when);

	/*
	 * wait - called by the process for what mapped() has returned: when it returns the process goes on.
	 * NULL: mapped() never returns anything. Context: process, may sleep, no lock held; not one at a time.
	 */
	void (*wait)(void *what);

	/* gone - no process has it any more; the number may mean another memory from now on. Context: as mapped. */
	void (*gone)(uint64_t memory);
};

/*
 * os_memory_watch - be told what is mapped in the memory of each process: of those that there are
 * before the call returns; then, when one has mapped more that it may execute, before it executes
 * that (another of its threads might), and of new ones before they execute anything. What was
 * unmapped is told with the next change. The calls come one at a time, but for wait().
 * os_memory_unwatch - no more: when the call returns none of its functions runs, nor will. A watcher that is none
 * is accepted.
 * args:    @watcher at most OS_MEMORY_WATCHERS, each once; it stays until unwatch has returned.
 * return:  0; -OS_EOPNOTSUPP this system has no way, or none to make a process wait, and the watcher has wait();
 *          -OS_ENOMEM. A system that traces processes one by one (os/host) tells of these alone, and late.
 * context: process, may sleep; no lock that a function of the watcher takes is held.
 */
#define OS_MEMORY_WATCHERS 2
int os_memory_watch(const struct os_memory_watcher *watcher);
void os_memory_unwatch(const struct os_memory_watcher *watcher);

/*
 * os_memory_watch_data - from now on, or not any more, mapped() is also called when a process has mapped a part of a
 * file that it may write. Context: any but probe context.
 */
void os_memory_watch_data(bool wanted);

/* os_space_memory - the number that watchers are told for the memory of a process. Context: process. */
uint64_t os_space_memory(const struct os_space *space);

/*
 * os_process_number - of the process that calls, in the initial namespace. os_process_parent - of the parent of a
 * process; 0: it has none, or is gone. os_processes_permitted - whether the caller may trace every process.
 * context: process.
 */
uint32_t os_process_number(void);
uint32_t os_process_parent(uint32_t pid);
bool os_processes_permitted(void);

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
