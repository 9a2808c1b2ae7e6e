/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * linux.h - functions and variables that the files of os/linux share. Nothing outside this folder
 * includes it.
 *
 * Theory. os/linux carries out os.h with an unmodified kernel underneath. Exported functions of the
 * kernel are linked; others are found by name when the module loads (symbols.c) and called by
 * address. Differences between kernel versions are in compat/, differences between CPUs are in
 * cpu_<isa>.c, declared in cpu.h (SOURCES.<isa> says which of them a build takes).
 *
 *      main.c      start and end, in order     device.c    /dev/dtrace/dtrace
 *      proc.c      /proc/dtrace/               ring.c      /proc/dtrace/trace
 *      symbols.c   names to addresses          functions.c every function
 *      refuse.c    where no break may be       text.c      reading and writing text
 *      exec.c      memory for slots            space.c     the kernel's text space, of these
 *      places.c    the kernel's own tables     jumps.c     sites that are jumps, with marks.c
 *      guarded.c   loads that may fail         facts.c     the current task
 *      run_time.c  its time on CPUs            stack.c     stacks
 *      others (cpus.c timers.c clock.c locks.c ...): as they are called
 */
#ifndef OS_LINUX_LINUX_H
#define OS_LINUX_LINUX_H

#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/types.h>

/*
 * The kernel's directory types define DT_MAX, and compiler.h defines it otherwise; the kernel's is
 * not needed here. So include this header before all others of the tree.
 */
#undef DT_MAX

#include "os/os.h"

/* ---- locks.c --------------------------------------------------------------------------------- */

struct poll_table_struct;
/* linux_event_poll - for poll(2): who polls is woken when it is set. Return: whether it is. Context: process. */
bool linux_event_poll(struct os_event *event, struct file *file, struct poll_table_struct *table);

/* ---- symbols.c ------------------------------------------------------------------------------- */

/*
 * linux_symbols_init - find kallsyms_lookup_name and every symbol that this module cannot do without.
 * return:  0; -ENOENT after naming the missing one in the kernel log.
 * context: process, first of all.
 */
int linux_symbols_init(void);

/* linux_symbol - address of a symbol by name, 0 when this kernel has none. Context: process. */
unsigned long linux_symbol(const char *name);

/*
 * linux_symbol_need - the same for one that a file cannot do without: names it in the kernel log
 * when it is missing. Context: process.
 */
unsigned long linux_symbol_need(const char *name);

/* Functions of the kernel that are not exported; set by linux_symbols_init, never NULL after it. */
struct linux_calls {
	unsigned long (*ftrace_location_range)(unsigned long start, unsigned long end);
	const char *(*kallsyms_lookup)(unsigned long addr, unsigned long *size, unsigned long *offset, char **module,
				       char *buffer);
	bool (*within_kprobe_blacklist)(unsigned long addr);
	const struct exception_table_entry *(*search_exception_tables)(unsigned long addr);
	int (*jump_label_text_reserved)(void *start, void *end);
	void (*arch_stack_walk)(bool (*consume)(void *cookie, unsigned long addr), void *cookie,
				struct task_struct *task, struct pt_regs *regs);
	u64 (*sched_clock_cpu)(int cpu);
	int (*set_memory_ro)(unsigned long addr, int pages);
	int (*set_memory_rw)(unsigned long addr, int pages);
	int (*set_memory_x)(unsigned long addr, int pages);
	int (*set_memory_nx)(unsigned long addr, int pages);
	unsigned long text_start, text_end; /* the kernel's own text, without .init */
	struct os_extent walker;            /* arch_stack_walk() itself */
};
extern struct linux_calls linux_calls;

/* linux_own_text - an address in this module's own text. Context: probe context. */
extern unsigned long linux_own_start, linux_own_end;
DT_PROBE_INLINE bool linux_own_text(unsigned long addr)
{
	return addr >= linux_own_start && addr < linux_own_end;
}

/* ---- stack.c --------------------------------------------------------------------------------- */

/*
 * With the parameter unwinder=2: walks that both have done; of these, those that ours has gone on with, and those with
 * another result; and walks that were left to the kernel's unwinder.
 */
struct linux_stack_counts {
	atomic_long_t compared, longer, different, left; /* of 64 bits they would be functions of the kernel on i386 */
};
extern struct linux_stack_counts linux_stack_counts;

/* ---- functions.c, refuse.c ------------------------------------------------------------------- */

/* linux_sort - as qsort(), by the kernel's sort(). Context: process. */
void linux_sort(void *array, size_t count, size_t size, int (*compare)(const void *a, const void *b));

int linux_refuse_init(void);
void linux_refuse_fini(void);

/* linux_refuse_name - why a function of this name may not be probed, or NULL. Context: process. */
const char *linux_refuse_name(const char *name);

/*
 * linux_refuse_range - why no address in this function may be probed: sections, the kernel's own
 * list, our own text; or NULL. Context: process.
 */
const char *linux_refuse_range(unsigned long addr);

/*
 * linux_functions_use / unuse - keep the tables of linux_func_each() until the last user has called
 * unuse, and for as long after it as the parameter keep_symbols says. linux_functions_changed - a module came or went.
 * linux_functions_fini - nobody comes any more. linux_functions_report - how often the kernel's symbols were walked
 * through, what is kept of it and its modules now, and its memory; for /proc/dtrace/stats. Context: process.
 */
void linux_functions_fini(void);
void linux_functions_use(void);
void linux_functions_unuse(void);
void linux_functions_changed(void);
struct dt_report;
void linux_functions_report(struct dt_report *report);

/*
 * linux_function_entry - where a probe may be at the entry of a function of the kernel, by its name.
 * return:  an address; 0: this kernel has no such function, or it may not be probed.
 * context: process, may sleep.
 */
uint64_t linux_function_entry(const char *name);

/* linux_refuse_forget - collected tables are out of date: a module came or went. Context: process. */
void linux_refuse_forget(void);

/*
 * linux_func_each, linux_text_symbol, linux_text_refusal, linux_return_thunks - the operations of the
 * kernel's space of these names (os/space.h).
 */
int linux_func_each(const struct os_func_query *query, int (*fn)(void *arg, const struct os_func *func), void *arg);
bool linux_text_symbol(uint64_t addr, struct os_text_symbol *symbol);
/* linux_text_each - the operation `text_each` of struct os_jumps (os/space.h). */
int linux_text_each(bool modules, int (*fn)(void *arg, const struct os_text *text), void *arg);
const char *linux_text_refusal(uint64_t addr, size_t size);
const uint64_t *linux_return_thunks(size_t *count);

/* linux_text_contains - in the kernel's text or in that of a loaded module. Context: process. */
bool linux_text_contains(unsigned long addr);

/* linux_grace (cpus.c) - the operation `grace` of the kernel's space (os/space.h). */
void linux_grace(void);

/* ---- text.c, exec.c -------------------------------------------------------------------------- */

/*
 * linux_text_init / fini - allocate in advance the memory that patching needs.
 * linux_text_slots_written - slots have changed: the next batch makes all CPUs see them before its
 * first break. Context: process.
 */
int linux_text_init(void);
void linux_text_fini(void);
void linux_text_slots_written(void);

/*
 * Read, patch and the memory for slots: the operations of the kernel's space (os/space.h).
 * linux_exec_alloc_near - of which every byte is at most @reach from @near, in the bounds of linux_exec_bound().
 * linux_exec_bound - [@low, @high) is where modules and other memory of the kernel's are mapped; nothing else is there.
 */
int linux_text_read(uint64_t addr, void *dst, size_t size);
long linux_text_patch(struct os_patch *patches, size_t count);
uint64_t linux_exec_alloc(size_t size);
uint64_t linux_exec_alloc_near(uint64_t near, uint64_t reach, size_t size);
void linux_exec_bound(unsigned long low, unsigned long high);
void linux_exec_write(uint64_t addr, const void *src, size_t size);
void linux_exec_free(uint64_t addr, size_t size);

/*
 * Batches written, patches in them, cross calls made for them, those of them that a task in the background made, and
 * how many ns the last batch took that was not written in the background. For /proc/dtrace/stats.
 */
extern atomic64_t linux_text_batches, linux_text_writes, linux_text_syncs, linux_text_late_syncs, linux_text_time;

/* ---- process/ -------------------------------------------------------------------------------- */

/*
 * linux_user_trap - a break was executed in user mode, by the current task.
 * args:    @regs its user registers, changed when it was ours.
 * return:  false: it is not ours.
 * context: in the kernel's ordinary entry from user mode, when it may take locks that do not sleep.
 */
bool linux_user_trap(struct pt_regs *regs);

/* linux_user_traced - whether the current task's memory is open (os/process.h). Context: as linux_user_site(). */
bool linux_user_traced(void);

struct linux_process;

/*
 * linux_user_site - the process of the current task, if linux_user_trap() would find a site of ours; else NULL. It is
 * asked before the kernel's entry work is done. Context: interrupts off; touches no user memory.
 */
struct linux_process *linux_user_site(const struct pt_regs *regs);
/*
 * linux_user_trap_in - linux_user_trap() for who knows that it is ours.
 * args:    @process of linux_user_site(), @regs the same.
 * context: as linux_user_trap(), interrupts off since linux_user_site().
 */
void linux_user_trap_in(struct linux_process *process, struct pt_regs *regs);

/*
 * linux_process_pc - the address in the program of @pc, which may be in a slot of the current task's
 * memory. Context: interrupts off.
 */
uint64_t linux_process_pc(uint64_t pc);

/* Stage of the module. */
int linux_process_init(void);
void linux_process_fini(void);

/* ---- the rest -------------------------------------------------------------------------------- */

/*
 * linux_run_time - ns that the current task has run on a CPU. It never goes back.
 * args:    @task the current one, borrowed.
 * return:  the time, never less than the scheduler has booked.
 * context: probe context, interrupts off.
 */
uint64_t linux_run_time(const struct task_struct *task);

int linux_counters_init(void);
void linux_counters_fini(void);
int linux_timers_init(void);
void linux_timers_fini(void);
/*
 * The module that is being unloaded, while our watcher runs for it; it stays until the watcher
 * returns. NULL: none. Written under a lock of modules.c; only the watcher's own walk reads it.
 */
extern struct module *linux_module_going;

int linux_modules_init(void);
void linux_modules_fini(void);
int linux_exec_init(void);
void linux_exec_fini(void);
int linux_syscall_init(void);
void linux_syscall_fini(void);
int linux_adapters_init(void);

/* linux_adapt_*_init - the same for those of one provider. Return: 0 or a negative errno. Context: process. */
int linux_adapt_sched_init(void);
int linux_adapt_kmem_init(void);
int linux_tracepoints_init(void);
void linux_tracepoints_fini(void);
int linux_signal_init(void);
void linux_signal_fini(void);
int linux_ctl_init(void);
void linux_ctl_fini(void);
int linux_device_init(void);
void linux_device_fini(void);
int linux_proc_init(void);
void linux_proc_fini(void);

/*
 * linux_types_init - offer the types that this module was built with, if it was, in the folder of
 * /proc/dtrace, with which the file goes. Return 0 or -ENOMEM. Context: process.
 */
struct proc_dir_entry;
int linux_types_init(struct proc_dir_entry *folder);

/* linux_ring_report - the debug messages, oldest first (base/report.h). Context: process. */
void linux_ring_report(struct dt_report *report);

/* linux_assertions - how many assertions have failed, and the last one's text. */
extern atomic_t linux_assertions;

#endif
