/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * cpu.h - the contract between os/linux and the CPU it runs on: the parts that need both Linux and
 * the CPU.
 *
 * Theory. isa/isa.h has the facts about a CPU that hold without running on it; os/os.h has the
 * functions that the tracer needs of an operating system. This header has the parts of os/linux
 * that differ from CPU to CPU: how the trap of a break reaches the tracer, how text is stored while
 * other CPUs execute it, which of the kernel's bytes and functions must be left alone, which
 * addresses may be read, how a system call and a 32-bit program look. os/linux/cpu_<isa>.c
 * implements all of it for one CPU (with cpu_x86.c and cpu_risc.c for what two have in common);
 * SOURCES.<isa> says which files a build takes. There is no table of pointers: one CPU is linked,
 * and probe context calls ordinary functions.
 *
 * A port begins with the asserts that struct <isa>_regs is the beginning of the kernel's struct
 * pt_regs, then writes every function below.
 */
#ifndef OS_LINUX_CPU_H
#define OS_LINUX_CPU_H

#include "os/linux/linux.h"

/* ---- traps ------------------------------------------------------------------------------------ */

/*
 * linux_cpu_trap_init - have dt_trap() or dt_trap_or() (core/entry.h) called for every break that is
 * executed in kernel mode, with interrupts off, and linux_user_trap() (linux.h) for every one in user
 * mode, where the kernel's entry work is done; a break that is not ours goes to the kernel.
 * args:    @how the module's parameter `trap`: "early" (the shortest way there is) or "notifier" (the
 *          kernel's own notification); a CPU with one way takes that one.
 * return:  0; -ENOENT when this kernel has no way; -EINVAL for an unknown @how; other negative errnos.
 * context: process, once, before the first site is armed.
 */
int linux_cpu_trap_init(const char *how);

/*
 * linux_cpu_trap_fini - undo linux_cpu_trap_init(): when it returns no CPU is in our trap entry.
 * args:    none; linux_cpu_trap_init() has returned 0.
 * return:  nothing; a failure to undo something is reported in the kernel log.
 * context: process; no break of ours is left, and no task is inside a slot.
 */
void linux_cpu_trap_fini(void);

/*
 * linux_cpu_trap_name - how traps reach us, for people: "early", "notifier", ...
 * args:    none.
 * return:  a constant string.
 * context: any, after linux_cpu_trap_init().
 */
const char *linux_cpu_trap_name(void);

/*
 * linux_jump_self - this CPU, for dt_jump(): what dt_jump_cpu() says. Written before the first jump is made, then
 * constant; read by the common entry (jump_<isa>.c).
 */
DECLARE_PER_CPU(struct dt_cpu *, linux_jump_self);

/*
 * linux_trap_nmi - how many levels of NMI the trap's entry has added to the preemption count, in a
 * firing from a trap. A trap entry that the kernel calls as if from an NMI writes it.
 * context: per CPU, probe context.
 */
DECLARE_PER_CPU(int, linux_trap_nmi);

/*
 * linux_in_nmi - whether the interrupted code runs in an NMI. The kernel's in_nmi() is true in every
 * firing from a trap entry that counts as one (linux_trap_nmi).
 * args:    none.
 * return:  true: it does.
 * context: probe context.
 */
bool linux_in_nmi(void);

/* ---- text ------------------------------------------------------------------------------------- */

/*
 * linux_cpu_body - where a function's own code begins: after its landing pad and the function
 * tracer's call or NOPs.
 * args:    @func first byte; @record the address that the tracer's record of it names.
 * return:  the address of the first instruction that is not the kernel's to change.
 * context: process.
 */
unsigned long linux_cpu_body(unsigned long func, unsigned long record);

/*
 * linux_cpu_store - write one patch, atomically for CPUs that execute it, and clean the caches for it.
 * args:    @alias a writable mapping of patch->addr; @patch of 1, 2 or 4 bytes, aligned as
 *          instructions are; its new_bytes are stored.
 * return:  nothing.
 * context: process, preemption allowed; linux_cpu_sync() follows the last one.
 */
void linux_cpu_store(void *alias, const struct os_patch *patch);

/*
 * linux_cpu_stored - clean the caches after ordinary stores to text that no CPU executes yet.
 * args:    [@start, @end) as instructions are fetched from it, not the alias.
 * return:  nothing.
 * context: process.
 */
void linux_cpu_stored(unsigned long start, unsigned long end);

/*
 * linux_cpu_user_stored - clean the caches after stores to a page of a process that may be executed.
 * args:    [@place, @place + @size) in the kernel's own map of the page.
 * return:  nothing.
 * context: process; linux_cpu_sync() follows the last one.
 */
void linux_cpu_user_stored(void *place, size_t size);

struct isa_reg_name;

/*
 * linux_cpu_reg_settable - whether a tool may set this register of a program that is stopped: it holds a number or an
 * address, and nothing that the kernel relies on (flags, segments, causes).
 * context: process.
 */
bool linux_cpu_reg_settable(const struct isa_reg_name *reg);

/*
 * linux_cpu_sync - make every CPU fetch the new text: one cross call.
 * args:    none.
 * return:  nothing, when all CPUs have done it.
 * context: process.
 */
void linux_cpu_sync(void);

/*
 * linux_cpu_patched - whether these bytes may be a place that the kernel itself patches (a jump
 * label), where its tables cannot be read: asks the kernel about instructions that could be one.
 * args:    [@addr, @addr + @len) one instruction of kernel text.
 * return:  NULL, or the reason's name (constant).
 * context: process.
 */
const char *linux_cpu_patched(unsigned long addr, unsigned int len);

/*
 * linux_cpu_switches - whether the kernel will rewrite all instructions of some kind when a second CPU comes online.
 * Context: process.
 */
bool linux_cpu_switches(void);

/*
 * linux_cpu_switched - the next place in text where one of this kind may be.
 * args:    @code text of the kernel, as it is now; @from the first place that is looked at; @size bytes of all.
 * return:  an index in @code, where no break may be while linux_cpu_switches(); @size: there is none.
 * context: process.
 */
size_t linux_cpu_switched(const uint8_t *code, size_t from, size_t size);

/*
 * linux_cpu_return_thunks - the addresses to which a jump is a return.
 * args:    @thunks room for @max addresses.
 * return:  how many were written; 0 where returns are instructions.
 * context: process.
 */
size_t linux_cpu_return_thunks(uint64_t *thunks, size_t max);

struct os_jumps;

/*
 * linux_cpu_jumps - how sites of the kernel are made jumps on this CPU: the common entry (isa/jump.h), which functions
 * have jump tables, retpolines.
 * args:    @jumps its members isa, entry, tables, thunks, thunk_count are set.
 * return:  false: this CPU or this kernel cannot do it, and *@jumps is not changed.
 * context: process.
 */
bool linux_cpu_jumps(struct os_jumps *jumps);

/* A function that may not be probed on this CPU, beside those that may not on any (denied.h). */
struct linux_refused_name {
	const char *name;
	const char *reason; /* "trap-path", "cpu-bring-up", ... */
};

/* linux_cpu_refused - those functions; ends with a NULL name. Constant. Context: any. */
extern const struct linux_refused_name linux_cpu_refused[];

/* ---- memory ----------------------------------------------------------------------------------- */

/*
 * linux_cpu_kernel_range - whether a load of these addresses can at worst page-fault: they are
 * kernel addresses, none raises another exception, and no device is mapped there.
 * args:    [@addr, @addr + @size), @size > 0.
 * return:  true: the load may be tried.
 * context: probe context.
 */
bool linux_cpu_kernel_range(unsigned long addr, size_t size);

/*
 * linux_cpu_user_mapped - whether the user memory that is mapped now is that of the current task.
 * args:    none.
 * return:  false: it has none, or borrowed or switched page tables are in use.
 * context: probe context.
 */
bool linux_cpu_user_mapped(void);

/* ---- stacks ----------------------------------------------------------------------------------- */

/*
 * linux_cpu_unwinder_exact - whether this kernel's unwinder knows the stack at every instruction, and
 * so finds the caller of a function that has no frame yet, or none any more.
 * args:    none.
 * return:  false: it follows frame pointers.
 * context: probe context.
 */
bool linux_cpu_unwinder_exact(void);

/* A function on the kernel's stack, for linux_cpu_frame_first() and linux_cpu_frame_next(). */
struct linux_frame {
	unsigned long pc, sp, fp;
	unsigned long low; /* lowest address of the task's stack */
	const void *row;   /* of the unwinder's table, for pc */
	bool called;       /* pc is a return address: the instruction before it is the one that counts */
};

enum linux_step {
	LINUX_STEP_CALLER, /* the frame is that of the caller now */
	LINUX_STEP_END,    /* there is none: the kernel was entered here, or a thread has begun */
	LINUX_STEP_UNKNOWN
};

/*
 * linux_cpu_frames_init - get ready for walks; not finding what is needed for it is no error. Return 0.
 * linux_cpu_frames_fini - no walk is under way. linux_cpu_frames_changed - a module has come, or is about to go; its
 * memory stays as long as somebody has interrupts off. Context: process.
 * linux_cpu_frame_first - begin a walk through the kernel's stack that is quicker than the kernel's unwinder, and gives
 * up where something is not plain. Its answers are those of the kernel's unwinder, or go on where that stops.
 * args:    @regs of kernel code; NULL: here.
 * return:  false: walks on this CPU, in this kernel, or from here are left to the kernel's unwinder.
 * context: probe context, interrupts off.
 * linux_cpu_frame_next - its caller. UNKNOWN: the whole walk is left to the kernel's unwinder. Context: as the first.
 */
int linux_cpu_frames_init(void);
void linux_cpu_frames_fini(void);
void linux_cpu_frames_changed(void);
bool linux_cpu_frame_first(const struct pt_regs *regs, struct linux_frame *frame);
enum linux_step linux_cpu_frame_next(struct linux_frame *frame);

/* ---- system calls and user programs ----------------------------------------------------------- */

/*
 * linux_cpu_syscall - which ABI a system call of the current task has.
 * args:    @regs its user registers; *@number as the kernel's tracepoint gave it, stripped here of
 *          what marks the ABI.
 * return:  abi_index of struct os_syscall: 0 native, 1 compat, 2 x32.
 * context: probe context.
 */
unsigned int linux_cpu_syscall(struct pt_regs *regs, unsigned long *number);

/*
 * linux_cpu_syscall_number - the system call for which user mode was left.
 * args:    @regs user registers of a task.
 * return:  its number as user mode gave it; negative: it was left for something else.
 * context: probe context.
 */
long linux_cpu_syscall_number(const struct pt_regs *regs);

/*
 * linux_cpu_single_steps - whether the CPU stops the current task after its next instruction.
 * args:    @regs its user registers.
 * return:  true: somebody single-steps it.
 * context: any.
 */
bool linux_cpu_single_steps(const struct pt_regs *regs);

/*
 * linux_cpu_has_shadow_stack - whether the CPU keeps the return addresses of a task's program a second time, where only
 * calls and returns that it executes itself write (Intel SDM volume 1, "Control-flow Enforcement Technology").
 * args:    @task any.
 * context: probe context.
 */
bool linux_cpu_has_shadow_stack(const struct task_struct *task);
/* linux_cpu_shadow_stacks - whether any task may have one: this CPU and this kernel do it. Context: any. */
bool linux_cpu_shadow_stacks(void);

/*
 * linux_cpu_syscall_isa - whose numbers the system call has that a task is in.
 * args:    @task for which linux_cpu_syscall_number() is no negative number.
 * return:  &isa_self, or isa_self.narrow: of isa_syscall the numbers are meant.
 * context: any.
 */
const struct isa *linux_cpu_syscall_isa(const struct task_struct *task);

/*
 * linux_cpu_user_bits - of an address in the code of a task.
 * args:    @thread_flags of its thread_info; the task has user memory.
 * return:  32 or 64.
 * context: probe context.
 */
unsigned int linux_cpu_user_bits(unsigned long thread_flags);

/*
 * linux_cpu_program - whose instructions the program of a task has, and how its registers are in struct pt_regs.
 * args:    @mm its memory, which stays during the call.
 * return:  &isa_self, isa_self.narrow, or NULL: of a kind that cannot be traced (32-bit ARM, x32).
 * context: process.
 */
const struct isa *linux_cpu_program(const struct task_struct *task, struct mm_struct *mm);

/*
 * linux_cpu_user_word - of a user program interrupted at @regs: how wide the words are of which its
 * frames consist, for isa_frame_next(). Not the same as its addresses (x32: 32 bits, words of 8).
 * args:    @regs user registers of the current task.
 * return:  4 or 8.
 * context: probe context.
 */
unsigned int linux_cpu_user_word(const struct pt_regs *regs);

#endif
