/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/process.h - os/process.h for Linux: functions that the files of this folder share, and what
 * the rest of os/linux calls.
 *
 * Theory. A process's memory is a struct mm_struct; its text space is found by it, in a small table
 * that traps read without a lock. Our breaks are bytes in private copies of the pages of its text,
 * written through the kernel's map of the page (text.c): no other process has them, nor has the file.
 *
 *      life.c      open, the end of the memory, copies that fork() makes, the last reference
 *      text.c      read and write the memory of a process, page by page
 *      count.c     counters in the memory of a process
 *      slots.c     memory for slots, mapped into the process near its text
 *      thrown.c    text that a process throws away, or moves
 *      trap.c      a break was executed; threads that are in slots; memory that is missing
 *      access.c    others read and write the memory: debuggers
 *      mapped.c    what is mapped in the memory of any process, open or not
 *      registered.c  what programs have registered at run time, open or not
 *      hooks.c     the tracepoints below
 *
 * What we hear from the kernel: breaks (cpu_<isa>.c calls linux_user_trap()), and by tracepoints, as
 * long as a process is open:
 *
 *      sched_switch         a thread leaves its CPU: it is taken out of its slot, so a debugger,
 *                           /proc and everybody else see where it is in the program
 *      signal_deliver       the same before a signal's frame is made
 *      sched_process_fork   a copy of the memory was made, breaks included: before the child executes
 *                           its first instruction it takes them out
 *      sched_process_exit   a thread ends; its memory, too, if it was the last one
 *      sched_process_exec   a thread executes another program: the same
 *
 * and by breaks in the kernel, at the entries of __access_remote_vm() and process_vm_rw() (access.c).
 *
 * Locks: [L] the list of processes, a mutex of life.c; [P] written under it, read by traps; [S] the
 * lock of the space's sites, which the core holds in its operations; [C] the lock of counters, count.c.
 */
#ifndef OS_LINUX_PROCESS_PROCESS_H
#define OS_LINUX_PROCESS_PROCESS_H

#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/workqueue.h>

#include "os/linux/cpu.h"

#include "core/entry.h"
#include "os/process.h"

/* What is mapped at [start, end); known at a time. */
struct linux_origin {
	unsigned long start, end;
	u64 number;
	unsigned long when; /* jiffies */
	int throws;         /* of the process, by then */
};

/* A process that is open. */
struct linux_process {
	struct os_space space;      /* first */
	struct linux_process *next; /* [P] of the same hash */
	struct mm_struct *mm;       /* constant; its memory stays, so no other has this address */
	pid_t pid;                  /* constant, as it was opened by; for reports */
	struct work_struct gone;    /* the memory goes: tell the watcher */
	struct task_struct *closer; /* executes `gone`, and may close the space in it */
	bool listed;                /* [L] it is in the table */
	bool told;                  /* [L] `gone` was queued */
	bool clean;                 /* it has no break any more, nor had it when a copy was begun */
	atomic_t copies;            /* children that have yet to take breaks out of their memory */
	struct list_head counters;  /* [C] that were changed: count.c */
	bool slots_written;         /* [S] no CPU has been made to see them yet */
	bool lost;                  /* [S] a slot could not be written: no break may be any more */
	unsigned long page;         /* [S] address of the page that `bytes` is a copy of; 1: of none */
	unsigned long when;         /* [S] jiffies, when it was copied */
	struct linux_origin origin; /* [S] of the last address that was asked for */
	int copied_throws;          /* [S] `throws` before it was copied */
	atomic_t throws;            /* how often places of breaks were thrown away */
	atomic_t throwing;          /* threads that have thrown some away, and have not told the core yet */
	struct task_struct *writer; /* [S] who writes to its text now: what that throws away is no loss */
	void *notifier;             /* constant while it is listed: thrown.c */
	bool looks;                 /* [A] a worker is to look at all its places */
	u8 *bytes;                  /* [S] */
};

/* ---- life.c ---------------------------------------------------------------------------------- */

/*
 * linux_process_find - the open process with this memory, NULL when there is none.
 * context: interrupts off, and what was found is used until they are on again.
 */
struct linux_process *linux_process_find(const struct mm_struct *mm);

/*
 * linux_process_space - the space of a memory, with a reference for dt_space_put(); NULL: nobody has opened it. Any context.
 * linux_process_may - ptrace_may_access() (PTRACE_MODE_*) of the process that calls. Context: process.
 */
struct os_space *linux_process_space(const struct mm_struct *mm);
bool linux_process_may(struct task_struct *task, unsigned int mode);

/* linux_process_each - call @fn for each open process. Context: interrupts off. */
void linux_process_each(void (*fn)(struct linux_process *process, void *arg), void *arg);

/*
 * linux_process_copying - whether a thread may be copying the memory, or a copy is not clean yet. False
 * stays so while the caller holds mmap_read_lock() of it, which who copies has to wait for.
 * context: process; not in a batch of sites.
 */
bool linux_process_copying(struct linux_process *process);

/*
 * linux_process_look - a worker looks soon whether breaks were thrown away.
 * context: interrupts off, or process with a reference.
 */
void linux_process_look(struct linux_process *process);

/* ---- page.c ---------------------------------------------------------------------------------- */

/*
 * linux_user_page - the page at an address of a process's memory, brought in where needed, also for a caller that is
 * being killed. linux_user_page_locked - the same for who holds the lock of the memory's mappings, mmap_read_lock().
 * args:    @mm whose memory stays during the call; @flags FOLL_WRITE, FOLL_FORCE.
 * return:  with a reference that the caller gives back by put_page(); ERR_PTR(): -EFAULT, none is there, or not for
 *          writing; -ENOMEM.
 * context: process, may sleep; takes the lock of the mappings.
 */
struct page *linux_user_page(struct mm_struct *mm, unsigned long addr, unsigned int flags);
struct page *linux_user_page_locked(struct mm_struct *mm, unsigned long addr, unsigned int flags);

/* ---- text.c ---------------------------------------------------------------------------------- */

/*
 * A writer of single bytes and words of a process's memory, which keeps one page open. Zeroed, but
 * for mm, whose memory must stay until linux_writer_end().
 */
struct linux_writer {
	struct mm_struct *mm;
	struct page *page; /* NULL: none is open */
	unsigned long addr;
	void *map;
};

/*
 * linux_writer_at - where to write, at most to the end of the page: a private page of the process,
 * made by this call if there was none.
 * return:  a kernel address, until the next call; ERR_PTR(): as linux_user_page(). After
 *          a store there linux_cpu_user_stored(), at the end linux_cpu_sync() (cpu.h).
 * context: process, may sleep; between the calls too.
 */
void *linux_writer_at(struct linux_writer *writer, unsigned long addr);
void linux_writer_end(struct linux_writer *writer);

/* linux_process_fill - write to the memory of a process. Return: false: some of it is not there. */
bool linux_process_fill(struct mm_struct *mm, unsigned long addr, const void *src, size_t size);

/* Operations of the space of these names (os/space.h). */
int linux_process_read(struct os_space *space, uint64_t addr, void *dst, size_t size);
long linux_process_patch(struct os_space *space, struct os_patch *patches, size_t count);
uint64_t linux_process_origin(struct os_space *space, uint64_t addr);

/*
 * linux_process_clean - take the breaks of @process out of a copy of its memory, the current task's.
 * context: process.
 */
void linux_process_clean(struct linux_process *process);

/* ---- count.c --------------------------------------------------------------------------------- */

/* The operation of the space of this name (os/space.h). */
int linux_process_count(struct os_space *space, uint64_t addr, int change);
/*
 * linux_process_count_clean - the current task's memory is a copy of @process's: what we have added is
 * taken off there. Context: process.
 */
void linux_process_count_clean(struct linux_process *process);
/* linux_process_count_free - nothing of it is counted any more. */
void linux_process_count_free(struct linux_process *process);

/* ---- thrown.c -------------------------------------------------------------------------------- */

/* linux_process_throwing - os_space_ops.throwing. linux_process_thrown - one of them has told. Context: process. */
bool linux_process_throwing(struct os_space *space);
void linux_process_thrown(struct os_space *space);

/*
 * linux_thrown_begin / end - from now on, and until then, the core is told of text that a process throws away, before
 * its thread returns to user mode. Where this kernel has no way its log says so.
 * linux_thrown_fini - when it returns nobody executes what begin() has arranged any more.
 * linux_process_mapped - the current task's process, open or not, has mapped something.
 * context: process, may sleep.
 */
void linux_thrown_begin(struct linux_process *process);
void linux_thrown_end(struct linux_process *process);
void linux_thrown_fini(void);
void linux_process_mapped(void);

/* ---- mapped.c -------------------------------------------------------------------------------- */

void linux_mapped_init(void);

/*
 * linux_mapped_hold / release - what open processes map is told to linux_process_mapped() from now on, and until then.
 * Each hold is released once, also one that this kernel does not allow: its log says so then. Context: process.
 */
void linux_mapped_hold(void);
void linux_mapped_release(void);

/*
 * linux_task_is_held - whether a thread waits on its way to user mode until somebody has looked at what it has
 * mapped. False also for some of many. Context: any.
 */
bool linux_task_is_held(const struct task_struct *task);

/* ---- registered.c ---------------------------------------------------------------------------- */

/* linux_registered_init, linux_registered_fini - at the module's start and end. Context: process. */
void linux_registered_init(void);
void linux_registered_fini(void);

/* ---- access.c -------------------------------------------------------------------------------- */

/*
 * linux_access_begin / end - from now on, and until then, those who read the memory of an open process do not see
 * our breaks, and do not overwrite them. Where this kernel does not allow it the kernel's log says so.
 * linux_access_fini - when it returns no task executes a function of access.c any more.
 * context: process, may sleep.
 */
void linux_access_begin(void);
void linux_access_end(void);
void linux_access_fini(void);

/* linux_access_is_passed - whether somebody may have read our breaks since then in another way. Context: any. */
bool linux_access_is_passed(void);

/* ---- slots.c --------------------------------------------------------------------------------- */

/* Operations of the space of these names (os/space.h). */
uint64_t linux_process_slots_alloc(struct os_space *space, uint64_t near, uint64_t reach, size_t size);
void linux_process_slots_write(struct os_space *space, uint64_t addr, const void *src, size_t size);
void linux_process_slots_free(struct os_space *space, uint64_t addr, size_t size);

/* ---- trap.c ---------------------------------------------------------------------------------- */

int linux_user_trap_init(void);
/* linux_user_trap_fini - when it returns no task executes a function of linux_task_work_begin() any more. */
void linux_user_trap_fini(void);

/*
 * linux_task_work_begin - have @fn called by @task before it returns to user mode. @fn ends with
 * linux_task_work_end().
 * return:  false: it is about to end, nothing is called.
 * context: any; @fn in the task, may sleep.
 */
bool linux_task_work_begin(struct task_struct *task, struct callback_head *work,
			   void (*fn)(struct callback_head *work));
void linux_task_work_end(void);

/*
 * linux_process_leave_slot - the current task is not in a slot any more (dt_user_leave_slot).
 * context: interrupts off, in the kernel; the task's user registers are saved.
 */
void linux_process_leave_slot(void);

/*
 * linux_process_begin - the first thread of a copy, which has not run yet, is not in a slot any more:
 * the system call that made it may have been called in one.
 * context: interrupts off.
 */
void linux_process_begin(struct linux_process *process, struct task_struct *task);

/* linux_process_thread_end - the same for a thread that ends. Context: interrupts off. */
void linux_process_thread_end(struct linux_process *process, void *task);

/* linux_process_grace - the operation `grace`. */
void linux_process_grace(struct os_space *space);

#endif
