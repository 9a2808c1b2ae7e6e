/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * linux.h - what the files of os/linux tell each other. Nothing outside this folder includes it.
 *
 * Theory. os/linux carries out os.h with an unmodified kernel underneath. What the kernel exports
 *         is linked; what it does not
 * export is found by name when the module loads (symbols.c) and called by address. Differences
 * between kernel versions are in compat/, differences between CPUs in cpu_<isa>.c (SOURCES.<isa>
 * says which one a build takes).
 *
 *      main.c      start and end, in order       device.c    /dev/dtrace/dtrace        proc.c, ring.c   /proc/dtrace/
 *      symbols.c   names to addresses            functions.c every function            refuse.c
 *                  where no break may stand
 *      text.c      reading and writing text      exec.c      memory for slots          cpu_*.c,
 *                  trap.h  the trap's entry
 *      guarded.c   loads that may fail           facts.c     the current task          stack.c          stacks
 *      cpus.c timers.c clock.c locks.c alloc.c modules.c packet.c syscall.c syscall_table.c
 *      signal.c: as they are called
 */
#ifndef OS_LINUX_LINUX_H
#define OS_LINUX_LINUX_H

#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/types.h>

/*
 * The kernel's directory types use a name of compiler.h; they are of no use here. Therefore this
 * header comes before all others of the tree.
 */
#undef DT_MAX

#include "os/os.h"

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
struct isa_mem;

struct linux_calls {
	unsigned long (*ftrace_location_range)(unsigned long start, unsigned long end);
	const char *(*kallsyms_lookup)(unsigned long addr, unsigned long *size, unsigned long *offset, char **module,
				       char *buffer);
	bool (*within_kprobe_blacklist)(unsigned long addr);
	const struct exception_table_entry *(*search_exception_tables)(unsigned long addr);
	int (*jump_label_text_reserved)(void *start, void *end);
	void (*arch_stack_walk)(bool (*consume)(void *cookie, unsigned long addr), void *cookie,
				struct task_struct *task, struct pt_regs *regs);
	unsigned long long (*sched_clock)(void);
	int (*set_memory_ro)(unsigned long addr, int pages);
	int (*set_memory_rw)(unsigned long addr, int pages);
	int (*set_memory_x)(unsigned long addr, int pages);
	int (*set_memory_nx)(unsigned long addr, int pages);
	unsigned long text_start, text_end; /* the kernel's own text, without .init */
};
extern struct linux_calls linux_calls;

/* linux_own_text - an address in this module's own text. Context: probe context. */
extern unsigned long linux_own_start, linux_own_end;
DT_PROBE_INLINE bool linux_own_text(unsigned long addr)
{
	return addr >= linux_own_start && addr < linux_own_end;
}

/* ---- functions.c, refuse.c ------------------------------------------------------------------- */

int linux_refuse_init(void);
void linux_refuse_fini(void);

/* linux_refuse_name - why a function of this name may not be probed, or NULL. Context: process. */
const char *linux_refuse_name(const char *name);

/*
 * linux_refuse_range - why no address in this function may be probed: sections, the kernel's own
 * list, our own text; or NULL. Context: process.
 */
const char *linux_refuse_range(unsigned long addr);

/* linux_refuse_forget - collected tables are out of date: a module came or went. Context: process. */
void linux_refuse_forget(void);

/* linux_text_contains - in the kernel's text or in that of a loaded module. Context: process. */
bool linux_text_contains(unsigned long addr);

/* ---- text.c, exec.c -------------------------------------------------------------------------- */

/*
 * linux_text_init / fini - memory that patching must not have to ask for. linux_text_slots_written
 * - slots have changed: the next batch makes all CPUs see them before its first break. Context:
 * process.
 */
int linux_text_init(void);
void linux_text_fini(void);
void linux_text_slots_written(void);

/*
 * Batches written, patches in them, cross calls made for them, and how many ns the last one took.
 * For /proc/dtrace/stats.
 */
extern atomic64_t linux_text_batches, linux_text_writes, linux_text_syncs, linux_text_time;

/* ---- cpu_<isa>.c: what Linux does differently on each CPU ------------------------------------ */

/*
 * linux_cpu_trap_init / fini - have dt_trap() called for breaks in kernel mode. Return 0 or a
 * negative errno. Context: process.
 */
int linux_cpu_trap_init(const char *how);
void linux_cpu_trap_fini(void);

/* linux_cpu_trap_name - how traps reach us: "early", "notifier"... Constant. */
const char *linux_cpu_trap_name(void);

/*
 * linux_cpu_body - where a function's own code begins: behind landing pad and the tracing NOPs
 * recorded at @record. Context: process.
 */
unsigned long linux_cpu_body(unsigned long func, unsigned long record);

/*
 * linux_cpu_store - write one patch through @alias, atomically for CPUs that execute it, and clean
 * caches as the CPU needs it. linux_cpu_stored - clean caches after other stores to [start, end).
 * Context: process.
 */
void linux_cpu_store(void *alias, const struct os_patch *patch);
void linux_cpu_stored(unsigned long start, unsigned long end);

/* linux_cpu_sync - every CPU sees what was written to text: one cross call. Context: process. */
void linux_cpu_sync(void);

/*
 * linux_cpu_patched - may these bytes, an instruction of the class given, be a place that the
 * kernel itself patches? Context: process.
 */
const char *linux_cpu_patched(unsigned long addr, unsigned int len);

/*
 * linux_cpu_switched - is it one of the instructions that the kernel writes anew, all of a kind,
 * when a second CPU comes? Context: process.
 */
bool linux_cpu_switched(unsigned long addr);

/*
 * linux_cpu_kernel_range - whether a load of these addresses by the kernel cannot do worse than
 * fault. Context: probe context.
 */
bool linux_cpu_kernel_range(unsigned long addr, size_t size);

/* linux_cpu_user_mapped - whether the user memory now mapped is that of the current task. Context: probe context. */
bool linux_cpu_user_mapped(void);

/*
 * linux_cpu_syscall - ABI index of a system call of the current task; *@number is stripped of ABI
 * bits. Context: probe context.
 */
unsigned int linux_cpu_syscall(struct pt_regs *regs, unsigned long *number);

/*
 * linux_cpu_syscall_number - number of the system call that user mode was left for at @regs, as
 * user mode gave it; negative: none. Probe context.
 */
long linux_cpu_syscall_number(const struct pt_regs *regs);

/*
 * linux_cpu_user_bits - of an address in the code of the current task, which has user memory: 32 or
 * 64. Context: probe context.
 */
unsigned int linux_cpu_user_bits(void);

/*
 * linux_cpu_user_frame - the frame pointer of a user program interrupted at @regs; 0 where its word
 * size has no chain that can be followed. linux_cpu_frame_next - isa_frame_next for the word size
 * of that program. Context: probe context.
 */
uint64_t linux_cpu_user_frame(struct pt_regs *regs);
int linux_cpu_frame_next(struct pt_regs *regs, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem);

/*
 * linux_cpu_refused - names of functions that may not be probed on this CPU beside the common ones;
 * ends with a NULL name.
 */
struct linux_refused_name {
	const char *name;
	const char *reason;
};
extern const struct linux_refused_name linux_cpu_refused[];

/*
 * linux_cpu_return_thunks - fill up to @max addresses to which a jump is a return. Return: how
 * many. Context: process.
 */
size_t linux_cpu_return_thunks(uint64_t *thunks, size_t max);

/*
 * linux_cpu_trap_depth - how many levels of NMI the way to us has added to the preemption count, in
 * a firing from a trap.
 */
DECLARE_PER_CPU(int, linux_trap_nmi);

/* ---- the rest -------------------------------------------------------------------------------- */

int linux_timers_init(void);
void linux_timers_fini(void);
/*
 * The module that is on its way out, while our watcher is told of it: it stays until the watcher
 * returns. NULL: none. Under the kernel's own order of notices; read by the watcher's own walk.
 */
extern struct module *linux_module_going;

int linux_modules_init(void);
void linux_modules_fini(void);
int linux_exec_init(void);
void linux_exec_fini(void);
int linux_syscall_init(void);
void linux_syscall_fini(void);
int linux_signal_init(void);
void linux_signal_fini(void);
int linux_device_init(void);
void linux_device_fini(void);
int linux_proc_init(void);
void linux_proc_fini(void);

/* linux_ring_report - the debug messages, oldest first. Context: process. */
void linux_ring_report(void (*emit)(void *arg, const char *line), void *arg);

/* linux_assertions - how many assertions have failed, and the last one's text. */
extern atomic_t linux_assertions;

#endif
