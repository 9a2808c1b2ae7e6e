/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * os.h - the contract between the tracer and an operating system.
 *
 * Two implementations: os/linux (the module) and os/host (the whole core in one process of user space). Core and
 * providers are written against this header and contain no OS and no CPU name. Functions are bound at link time.
 *
 * Contexts named below: "process" may sleep and holds no lock of its own OS; "irq" interrupts off,
 * in a timer; "probe context" see dtrace/compiler.h. Sizes are bytes, times nanoseconds, errors
 * negative errno values (numbers of Linux).
 *
 * "CPU" is a processor of the kernel. In os/host it is a lock that a thread holds while it is in
 * probe context: turning interrupts off takes the lock, and a cross call runs a function with
 * another CPU's lock held.
 */
#ifndef OS_OS_H
#define OS_OS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/dif.h>

#include "base/errno.h"
#include "os/space.h"

struct isa_regs;

/* A stretch of text, its end not included. */
struct os_extent {
	uint64_t start, end;
};

/* ---- CPUs ------------------------------------------------------------------------------------ */

#define OS_CPU_ALL (-1)

/* os_cpu_count - CPU ids are 0 .. count - 1, for the life of the program; not all need be online. Context: any. */
unsigned int os_cpu_count(void);

/*
 * os_cpu_online - whether a CPU runs now. Context: any; the result may be out of date when it is
 * used.
 */
bool os_cpu_online(unsigned int cpu);

/* os_cpu_self - the CPU this code runs on; stable while interrupts are off. Context: any, probe context included. */
unsigned int os_cpu_self(void);

/*
 * os_irq_save / os_irq_restore - enter and leave a stretch in which this CPU runs nothing else (NMIs aside). Nests.
 * return:  os_irq_save: the state for os_irq_restore.
 * context: any, probe context included.
 */
unsigned long os_irq_save(void);
void os_irq_restore(unsigned long state);

/*
 * os_xcall - run @fn(@arg) on @cpu (OS_CPU_ALL: every online CPU) with interrupts off there, and
 * wait until it has run.
 * return:  0; -OS_ENOENT when @cpu is not online (@fn has not run).
 * context: process. @fn runs in irq context: no sleeping.
 */
int os_xcall(int cpu, void (*fn)(void *arg), void *arg);

/*
 * os_sync - return when every stretch of probe context that ran on any CPU at the time of the call
 * has ended. One cross call. After it no firing can see anything that was unlinked before it.
 * context: process.
 */
void os_sync(void);

/*
 * os_page_size - bytes of a page of memory. os_is_kernel - whether a kernel is traced (os/host: one
 * process). Context: any.
 */
unsigned int os_page_size(void);
bool os_is_kernel(void);

/* ---- time and timers ------------------------------------------------------------------------- */

/*
 * os_time_mono - ns since an arbitrary start, never going back on one CPU. os_time_wall - ns since
 * 1970. Context: probe context.
 */
DT_BY_NAME uint64_t os_time_mono(void);
uint64_t os_time_wall(void);

struct os_timer;

/* The argument of a timer function. */
struct os_tick {
	struct isa_regs *regs; /* what the timer interrupted on this CPU; NULL when unknown */
	bool user;             /* regs are those of user code */
	uint64_t count;        /* periods that have passed since the last call: 1 + overruns */
	uint64_t late;         /* ns since the first of them was over */
};

/*
 * os_timer_start - a cyclic timer: @fn is called each @period on one CPU of the OS's choice (@cpu
 * == OS_CPU_ANY) or on every online CPU for itself (OS_CPU_ALL), also on CPUs that come online
 * later. A late call has the number of periods in tick->count, so none is lost.
 * args:    @period ns, >= 10000; @fn irq context, interrupts off; @arg kept.
 * return:  0 and *@ret; -OS_ENOMEM; -OS_EINVAL.
 * context: process.
 */
#define OS_CPU_ANY (-2)
int os_timer_start(uint64_t period, int cpu, void (*fn)(void *arg, const struct os_tick *tick), void *arg,
		   struct os_timer **ret);

/*
 * os_timer_stop - end a timer; no call runs when it returns. NULL is accepted. Context: process,
 * never from its own fn.
 */
void os_timer_stop(struct os_timer *timer);

/* A function that runs once, soon, in process context. The memory is the caller's. */
struct os_task {
	void (*fn)(void *arg);
	void *arg;
	uint64_t storage[24]; /* the implementation's */
};

/*
 * os_task_init - prepare. os_task_queue - run it (once, however often queued before it ran); irq or
 * process context, not probe
 * context. os_task_drain - return when it neither runs nor is queued; process context.
 */
void os_task_init(struct os_task *task, void (*fn)(void *arg), void *arg);
void os_task_queue(struct os_task *task);
void os_task_drain(struct os_task *task);

/*
 * os_interrupted - asked between the steps of long work: others that wait for the processor run
 * first, where the kernel does not see to that by itself.
 * return:  whether the current process is about to be killed: the work is for nobody.
 * context: process, may sleep, no lock of the core held.
 */
bool os_interrupted(void);

/*
 * os_yield - called between the steps of long work that must be done to its end: others that wait for
 * the processor run first, where the kernel does not see to that by itself. Cheap when nobody waits.
 * context: process, may sleep; mutexes may be held.
 */
void os_yield(void);

/* ---- locks and memory ------------------------------------------------------------------------ */

/*
 * A sleeping lock. The memory is the caller's. Its kind is what a checker of the order in which locks
 * are taken (Linux: CONFIG_PROVE_LOCKING) tells locks apart by, and calls them: one for all mutexes
 * that stand at one place of that order. A kind is static memory, and stays.
 */
struct os_mutex {
	uint64_t storage[24]; /* the implementation's */
};
struct os_mutex_kind {
	const char *name;
	uint64_t storage[2]; /* the implementation's */
};
void os_mutex_init(struct os_mutex *mutex, struct os_mutex_kind *kind);
void os_mutex_fini(struct os_mutex *mutex);
void os_mutex_lock(struct os_mutex *mutex);
void os_mutex_unlock(struct os_mutex *mutex);
bool os_mutex_held(struct os_mutex *mutex); /* by this thread, as far as the OS can tell: for assertions */

/*
 * Something that threads wait for. The memory is the caller's, zeroed.
 *
 * os_event_init - not set yet. os_event_set - it has happened: all who wait go on, and who waits later does
 * not stop. os_event_clear - not any more. os_event_is_set - for who has a lock of its own around both.
 * os_event_wait - until it is set, or @patience ns are over, or the process is about to be killed.
 * return:  wait: 0; -OS_EAGAIN the time is over; -OS_EINTR.
 * context: process; wait may sleep, no lock of the core held. The memory may go when os_event_set() and
 *          os_event_wait() have returned.
 */
struct os_event {
	uint64_t storage[24]; /* the implementation's */
};
void os_event_init(struct os_event *event);
void os_event_set(struct os_event *event);
void os_event_clear(struct os_event *event);
bool os_event_is_set(const struct os_event *event);
int os_event_wait(struct os_event *event, uint64_t patience);

/*
 * os_alloc - zeroed memory, 16-byte aligned. Fails rather than press the machine: a request that
 * the memory now free cannot give returns NULL at once, without the OOM killer and without a
 * message in the kernel log. In the kernel a block of OS_LINE bytes or more shares no cache line with another.
 * return:  memory for os_free(), NULL when there is none.
 * context: process.
 */
#define OS_LINE 64u /* bytes */
void *os_alloc(size_t size);
void os_free(void *memory); /* NULL is accepted */

/*
 * os_memory_short - whether os_alloc() will soon refuse: memory of things that can be made again
 * should be freed. Context: process.
 */
bool os_memory_short(void);

/* ---- code of the tracer's own ---------------------------------------------------------------- */

/*
 * os_code_alloc - memory for code that calls functions of the tracer (isa/native.h), near these. It is never writable
 * where it is executed.
 * os_code_write - put all of the code into it, once, before anybody executes it: when it returns every CPU can.
 * os_code_free - give it back; nobody executes it any more.
 * os_code_return - where such code jumps to for its returns (struct isa_native_place); 0: it returns by itself.
 * args:    @size bytes, the same for all three; @addr from os_code_alloc().
 * return:  os_code_alloc: 0: there is none, or the tracer's owner wants no such code.
 * context: process, may sleep.
 */
uint64_t os_code_alloc(size_t size);
void os_code_write(uint64_t addr, const void *code, size_t size);
void os_code_free(uint64_t addr, size_t size);
uint64_t os_code_return(void);

/* ---- guarded accesses ------------------------------------------------------------------------ */

/*
 * os_kload - copy from kernel memory (os/host: the process's own) that may not be there.
 * os_uload / os_ustore - from and to the user memory of the current process.
 * return:  0; -OS_EFAULT: nothing is known about *@dst.
 * context: probe context. Never faults, never sleeps, never reads device memory.
 */
int os_kload(void *dst, uint64_t addr, size_t size);
int os_uload(void *dst, uint64_t addr, size_t size);
int os_ustore(uint64_t addr, const void *src, size_t size);

/*
 * os_kload_str / os_uload_str - copy a string of at most @size - 1 bytes, always NUL-terminated;
 * bytes after the NUL are not touched, or zero.
 * return:  bytes copied without the NUL (size - 1 when cut), or -OS_EFAULT.
 * context: probe context.
 */
long os_kload_str(char *dst, uint64_t addr, size_t size);
long os_uload_str(char *dst, uint64_t addr, size_t size);

/* os_copyin / os_copyout - the consumer's memory, for ioctl arguments. Return 0 or -OS_EFAULT. Context: process. */
int os_copyin(void *dst, uint64_t uaddr, size_t size);
int os_copyout(uint64_t uaddr, const void *src, size_t size);

/* ---- the current task ------------------------------------------------------------------------ */

enum os_fact {
	OS_FACT_THREAD,  /* address of the kernel's thread structure */
	OS_FACT_PID,     /* process, as getpid() says in the initial namespace */
	OS_FACT_TID,     /* thread */
	OS_FACT_OWN_TID, /* thread, as gettid() says to itself: in its own namespace */
	OS_FACT_PPID,
	OS_FACT_UID,   /* real */
	OS_FACT_GID,   /* real */
	OS_FACT_VTIME, /* ns this thread has run on a CPU */
	OS_FACT_IPL,   /* 0 thread, 1 soft interrupt, 2 interrupt, 3 NMI */
	/*
	 * distinguishes threads for thread-local variables: not used again by a later thread;
	 * others for each interrupt level
	 */
	OS_FACT_THREAD_KEY,
	OS_FACT_PGID,          /* process group */
	OS_FACT_SID,           /* session */
	OS_FACT_EUID,          /* effective */
	OS_FACT_EGID,          /* effective */
	OS_FACT_THREADS,       /* threads of the process */
	OS_FACT_PRIORITY,      /* as the scheduler has it now: the lower, the sooner; 120 is the ordinary one */
	OS_FACT_NICE,          /* -20 .. 19, sign-extended */
	OS_FACT_POLICY,        /* SCHED_* (linux/sched.h) */
	OS_FACT_BOUND_CPU,     /* the only CPU it may run on; -1: there are others */
	OS_FACT_SYSCALL,       /* number of the system call it is in, 0 for none (as for the first one) */
	OS_FACT_KERNEL_THREAD, /* 1: has no user memory */
	/* of this CPU: the number of its physical package, sign-extended; -1: not known */
	OS_FACT_CHIP,
	OS_FACT_NODE, /* of this CPU: the number of its memory node */
	/* of an address in the process's own code: 32 or 64; of a thread of the kernel: of the kernel's */
	OS_FACT_USER_BITS,
	/*
	 * where the process's stack began: the number of its arguments, their addresses, a 0, those
	 * of its environment, each a word of its own size (the psABIs' "process initialization");
	 * 0: it has none
	 */
	OS_FACT_USER_STACK,
	OS_FACT_EXIT_STATUS, /* as wait() will tell it; 0 while the thread does not end */
	OS_FACT_TTY,         /* the session's terminal, major << 20 | minor; -1: there is none */
	OS_FACT_COUNT
};

/* os_fact - one number about the current task. Context: probe context. */
DT_BY_NAME uint64_t os_fact(enum os_fact fact);

#define OS_EXECNAME_SIZE 16 /* with its NUL */

/*
 * os_execname - name of the current program, NUL-terminated, in @dst[OS_EXECNAME_SIZE]; bytes after
 * the NUL are undefined.
 * context: probe context.
 */
void os_execname(char *dst);

/*
 * os_execargs - its arguments, joined by single spaces; its name where it has none (a thread of the kernel).
 * return:  length, or -OS_EFAULT when they are not in memory.
 * context: probe context.
 */
long os_execargs(char *dst, size_t size);

/* os_progeny - whether @pid is the current process or an ancestor of it. Context: probe context. */
bool os_progeny(uint64_t pid);

/*
 * os_mutex_thread / os_rwlock_held - what the first word of a kernel's mutex (a pointer's size) and
 * of its rwlock_t (32 bits) says.
 * args:    @word as it was loaded; *@ret the thread structure of the holder, 0 for none; OS_RW_*.
 * return:  false: this kernel's locks are made differently.
 * context: probe context.
 */
#define OS_RW_READ         1u
#define OS_RW_WRITE        2u
#define OS_RW_WRITER_WAITS 4u
bool os_mutex_thread(uint64_t word, uint64_t *ret);
bool os_rwlock_held(uint32_t word, uint32_t *ret);

/*
 * os_path - the path of a name in a mount, as the current process sees it; cut at its front when it
 * is longer than @size.
 * args:    @mount, @name: the two words of a struct path; @dst gets NUL-terminated text.
 * return:  its length, or -OS_EFAULT when something on the way cannot be read. context: probe context.
 */
long os_path(uint64_t mount, uint64_t name, char *dst, size_t size);

/*
 * os_number / os_text - a fact of an object of the kernel (spec/fact.def has all of them), read by
 * guarded loads.
 * args:    @fact of the kind that is asked for; @object address of a structure of the fact's object,
 *          a number where the object is one, or anything; nothing is kept.
 * return:  0 and *@ret; the length of the NUL-terminated text in @dst, which is cut to @size - 1
 *          bytes. -OS_EFAULT: there is no such object, or something on the way to the fact cannot be
 *          read; -OS_EOPNOTSUPP: this system has no such objects.
 * context: probe context: any level of interrupts, any lock of the kernel held.
 */
int os_number(enum dif_fact fact, uint64_t object, uint64_t *ret);
long os_text(enum dif_fact fact, uint64_t object, char *dst, size_t size);

/*
 * os_packet - bytes of a packet of the network, from where its data begin at this moment.
 * args:    @packet address of the OS's structure of a packet (Linux: struct sk_buff), or anything;
 *          @dst gets @size bytes at most.
 * return:  how many were copied: fewer than @size and *@length when the rest is in memory that the
 *          kernel has not mapped; *@length the packet's length. -OS_EFAULT: no packet, or memory of
 *          it that cannot be read.
 * context: probe context.
 */
long os_packet(uint64_t packet, void *dst, size_t size, uint32_t *length);

/*
 * os_kstack - return addresses of the current kernel stack, innermost first, starting with regs' own
 * pc when @regs is not NULL.
 * args:    @hidden NULL, or extents ended by one whose end is 0: frames in them are left out as the
 *          tracer's own are, down to the first that is in none.
 * return:  how many were stored (<= @max).
 * context: probe context.
 */
unsigned int os_kstack(struct isa_regs *regs, const struct os_extent *hidden, uint64_t *pcs, unsigned int max);

/* The innermost frame of a user stack. */
struct os_user_frame {
	const struct isa
		*isa;      /* of the program's instructions; of a 32-bit program under a 64-bit kernel the kernel's */
	unsigned int word; /* bytes of the program's machine words: 4 or 8 */
	uint64_t pc, sp, fp;
	uint64_t link;   /* the link register; any number where the CPU has none */
	bool called;     /* pc is the address after an instruction by which the program has called the system */
	uint64_t memory; /* os_memory() */
};

/* os_memory - the number of the current process's memory (os_memory_watch); 0: not known. Context: probe context. */
uint64_t os_memory(void);

/*
 * os_user_frame - where the current process is in its program.
 * args:    @regs its user registers, or NULL: those that it entered the kernel with.
 * return:  false: it has none, as a thread of the kernel.
 * context: probe context.
 */
bool os_user_frame(const struct isa_regs *regs, struct os_user_frame *ret);

/*
 * os_kstack_exact - whether os_kstack() finds the caller when it starts from registers at a
 * function's edge, where the function has no frame. An unwinder that knows the stack at each
 * instruction finds it; one that follows frame pointers skips it.
 * return:  always the same.
 * context: probe context.
 */
bool os_kstack_exact(void);

/* os_user_regs - the user registers of the current task, NULL when it has none. Context: probe context. */
struct isa_regs *os_user_regs(void);

/*
 * Destructive actions on the current process and on the system. They are carried out by an
 * interrupt that this CPU takes as soon as it can.
 * return:  0; -OS_EAGAIN: an earlier request of this CPU has not been carried out yet, so this one
 *          is dropped; -OS_ESRCH: there is no process here; -OS_EINVAL: no such signal;
 *          -OS_EOPNOTSUPP.
 * context: probe context.
 */
int os_raise(unsigned int signal);
int os_stop(void);
int os_panic(void);
int os_breakpoint(void);

/*
 * os_refuses_* - why this system cannot do it at all now, as the end of a sentence; NULL when it
 * can. Context: process.
 */
const char *os_refuses_signals(void);
const char *os_refuses_panic(void);
const char *os_refuses_breakpoint(void);
const char *os_refuses_packets(void);

/* ---- text ------------------------------------------------------------------------------------ */

/*
 * os_kernel_space - the kernel's text (os/space.h).
 * args:    none.
 * return:  borrowed, always the same; NULL where no kernel is traced (os/host).
 * context: any.
 */
struct os_space *os_kernel_space(void);

/*
 * os_module_watch - watch modules: @coming is called after a module's text is final and before it
 * runs; @going before its text goes.
 * args:    one watcher; NULLs end it. Both are called in process context, may sleep.
 * return:  0 or a negative errno.
 */
int os_module_watch(void (*coming)(const char *module), void (*going)(const char *module));

/*
 * os_module_get / os_module_put - keep the tracer's own code loaded while somebody traces. Return
 * of get: 0, -OS_ENODEV when it is going.
 */
int os_module_get(void);
void os_module_put(void);

/* ---- system calls ---------------------------------------------------------------------------- */

/* One system call of the running kernel. */
struct os_syscall {
	const char *name; /* as users know it: "read" */
	const char *abi;  /* "" native, else "compat" (32-bit programs on a 64-bit kernel), "x32" */
	unsigned int number;
	unsigned int abi_index; /* 0 native, 1 compat, 2 x32 */
};
#define OS_SYSCALL_ABIS 3

/*
 * os_syscall_each - every system call, by ABI then number.
 * return:  0, or the first non-zero result of @fn, which ends the walk; -OS_EOPNOTSUPP where there
 *          are none (os/host).
 * context: process.
 */
int os_syscall_each(int (*fn)(void *arg, const struct os_syscall *call), void *arg);

/* The calls of one ABI that are watched. */
struct os_syscall_watch {
	struct dt_called *const
		*calls; /* by number; NULL: not this one. Read at any moment, changed by DT_STORE_RELEASE */
	unsigned int count;
};

/*
 * os_syscall_trace - watch system calls of every task: what @entries has of a call goes to dt_call_entered()
 * (core/entry.h), what @returns has to dt_call_left(). A call that is not watched costs a look into the table.
 * args:    @entries, @returns each OS_SYSCALL_ABIS of them, by abi_index, copied; what their members point to is
 *          borrowed. NULL: not wanted (any more). When os_syscall_trace() returns, what is no longer wanted is not
 *          running.
 * return:  0, or a negative errno and nothing is changed.
 * context: process.
 */
int os_syscall_trace(const struct os_syscall_watch *entries, const struct os_syscall_watch *returns);

/*
 * os_syscall_args - what a task passes to a system call.
 * args:    @regs as dt_call_entered() got them; @args gets all six, whatever the call takes.
 * context: probe context, within dt_call_entered().
 */
void os_syscall_args(struct isa_regs *regs, uint64_t args[6]);

/* ---- messages -------------------------------------------------------------------------------- */

/*
 * os_log - one line for the administrator (kernel log; host: nothing unless ANYTRACE_DEBUG is set).
 * Context: process.
 */
void os_log(const char *fmt, ...) DT_PRINTF(1, 2);

/*
 * os_trace - one line into the tracer's own ring of debug messages. Context: any, probe context
 * included. Cut to 120 bytes.
 */
void os_trace(const char *text, uint64_t a, uint64_t b);

/*
 * os_assert_failed - an assumption of ours is broken: record it, and call the watcher, which stops
 * all tracing. The machine goes on (os/host: the process ends there, unless a test says otherwise).
 * context: any, probe context included.
 */
void os_assert_failed(const char *file, int line, const char *text);

/* os_assert_watch - what os_assert_failed() calls, in its context; NULL ends it. Context: process. */
void os_assert_watch(void (*fn)(void));
#define DT_ASSERT(cond)                                              \
	do {                                                         \
		if (DT_UNLIKELY(!(cond)))                            \
			os_assert_failed(__FILE__, __LINE__, #cond); \
	} while (0)

#endif
