/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * entry.h - the few functions of the core that an operating system calls. Everything else in core/
 * is the core's own.
 */
#ifndef CORE_ENTRY_H
#define CORE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/provider.h> /* dt_space_put() */

struct dt_cpu;
struct dt_report;
struct dt_state;
struct isa_regs;
struct os_event;
struct os_space;

/*
 * dt_core_init - start the framework: tables and locks. Providers register after it.
 * return:  0 or a negative errno and nothing allocated. context: process, once.
 */
int dt_core_init(void);

/*
 * dt_core_fini - undo dt_core_init(); all states are closed and all providers unregistered before
 * it. Context: process.
 */
void dt_core_fini(void);

/*
 * dt_state_open / dt_state_close - one consumer. Closing stops its tracing, disarms the probes that
 * no other consumer uses and frees everything it had. It cannot fail and may be called at any
 * moment (a consumer that was killed).
 * return:  0 and *@ret, or a negative errno; -OS_EIO after a failed assertion.
 * context: process.
 */
int dt_state_open(struct dt_state **ret);
void dt_state_close(struct dt_state *state);

/*
 * dt_state_limit - the consumer has these rights and no others, and numbers processes as the process that calls
 * does. Before its first command.
 * args:    @rights of enum os_right (os/subject.h).
 * return:  0; -OS_ENOMEM; -OS_EUSERS: the user has too many limited consumers.
 * context: process, the one that opens it.
 */
int dt_state_limit(struct dt_state *state, uint32_t rights);

/*
 * dt_state_ioctl - one command of dtrace/ioctl.h.
 * args:    @uarg address of its structure in the consumer's memory (read and written through os_copyin/os_copyout).
 * return:  0 or a negative errno.
 * context: process.
 */
int dt_state_ioctl(struct dt_state *state, uint32_t command, uint64_t uarg);

/*
 * dt_state_news - set while there is something to be asked for by NEWS; NULL: the consumer watches nothing. It
 * stays until the state is closed. Context: process.
 */
struct os_event *dt_state_news(const struct dt_state *state);

/*
 * dt_helper_ioctl - one command of dtrace/helper.h, for the memory of the process that calls.
 * args:    @value address of the command's structure, of DOF, or a generation.
 * return:  as the header says: a generation above 0, 0, or a negative errno.
 * context: process, that whose memory it is.
 */
int dt_helper_ioctl(uint32_t command, uint64_t value);

/*
 * dt_trap - a break instruction was executed in kernel mode.
 * args:    @regs the interrupted state, as the CPU delivered it; changed so that execution goes on past the site.
 * return:  true: the break was ours and has been handled; false: it is not ours, @regs unchanged,
 *          the kernel should handle it.
 * context: probe context (interrupts off, any lock held, perhaps in an NMI).
 */
bool dt_trap(struct isa_regs *regs);

/*
 * dt_trap_or - the same; a break that is not ours is handed to @otherwise, with @regs unchanged.
 * Context: as dt_trap.
 */
void dt_trap_or(struct isa_regs *regs, void (*otherwise)(struct isa_regs *regs));

/*
 * dt_jump - a site of the kernel that is a jump was come to: called by the common entry (isa/jump.h).
 * args:    @regs as at the site; pc is set here, whatever it was, when something reads them. They are not changed
 *          otherwise.
 *          @cookie of the stub; @self what dt_jump_cpu() says of this CPU.
 * context: probe context (interrupts off, any lock held, perhaps in an NMI).
 */
DT_BY_NAME void dt_jump(struct isa_regs *regs, uintptr_t cookie, struct dt_cpu *self);

/* dt_jump_cpu - a CPU by its id, for dt_jump(). It stays the same as long as there are sites. Context: any. */
struct dt_cpu *dt_jump_cpu(unsigned int cpu);

/*
 * dt_call_entered / dt_call_left - a task has entered a system call that is watched (os_syscall_trace()), or leaves it.
 * args:    @first not NULL; @regs user registers; @value what the call returns, negative errnos included.
 * context: probe context (interrupts off).
 */
void dt_call_entered(const struct dt_called *first, struct isa_regs *regs);
void dt_call_left(const struct dt_called *first, struct isa_regs *regs, int64_t value);

/*
 * dt_text_pc - where in the kernel's text a task is whose pc is @pc.
 * return:  in a stub: the address of its site, which is in the same function; elsewhere @pc.
 * context: probe context.
 */
uint64_t dt_text_pc(uint64_t pc);

/*
 * dt_sites_jump - whether sites of the kernel are made jumps from now on; at the start they are. With @wanted
 * false those that are jumps become breaks before it returns. Nothing is done where the space has no jumps.
 * dt_sites_modules_changed - a module has come, or is about to go: what is known of text of modules is
 * forgotten.
 * context: process, may sleep.
 */
void dt_sites_jump(bool wanted);
void dt_sites_modules_changed(void);

/* What became of a break in the text of a process. */
enum dt_user_trap {
	DT_USER_TRAP_FOREIGN,  /* not ours, or not ours alone, registers unchanged: it is the kernel's to handle */
	DT_USER_TRAP_EXECUTED, /* handled, the instruction was executed: the thread goes on with these registers */
	DT_USER_TRAP_PASSED,   /* handled: the thread goes on in a slot, or after one, or tries again */
	/*
	 * fired, but the instruction accesses memory that is not there now: pc is on the site. When
	 * the memory is there the thread traps here again, silently. When it cannot be had, the
	 * fault is the program's own, at this pc.
	 */
	DT_USER_TRAP_MISSING,
	/*
	 * a debugger has put a break of ours back that was gone: pc is on it. Before the thread goes on,
	 * dt_user_give_back() is called for missing->addr.
	 */
	DT_USER_TRAP_STALE,
	/*
	 * the break cannot stay: pc is on the site. Before the thread goes on, dt_user_surrender()
	 * is called for missing->addr.
	 */
	DT_USER_TRAP_APART,
};

/* An access of a program to its memory. */
struct dt_user_access {
	uint64_t addr;
	uint32_t size; /* bytes */
	bool write;
};

/* A thread of a process, when it traps or is looked at. */
struct dt_user_thread {
	uint32_t id; /* not 0; no other thread of the process has it. 32 bits: i386 has no atomic access to more */
	/* the stack of its signal handlers (sigaltstack); the same address twice: none, or not known */
	uint64_t stack_start, stack_end;
	/*
	 * of dt_user_trap() only: the CPU keeps its return addresses a second time, where only calls and returns that
	 * it executes itself write, and compares them (x86: CET)
	 */
	bool has_shadow_stack;
};

/* dt_user_memory - the current process's memory by os_uload(), os_ustore(): for struct os_space. Probe context. */
struct isa_mem;
extern const struct isa_mem dt_user_memory;

/*
 * dt_user_trap - a break instruction was executed in the text of a process.
 * args:    @space of its memory, open; @regs as the CPU delivered them, in the mode of space->isa; changed so
 *          that execution goes on past the site; @thread that trapped; *@missing filled when the
 *          result is DT_USER_TRAP_MISSING; of DT_USER_TRAP_STALE and _APART its address.
 * context: probe context (interrupts off), in the thread that trapped, or of who has stopped it.
 */
enum dt_user_trap dt_user_trap(struct os_space *space, struct isa_regs *regs, const struct dt_user_thread *thread,
			       struct dt_user_access *missing);

/*
 * dt_user_give_back - write the instruction of the program where dt_user_trap() has found a break that a debugger put
 * back. Nothing is done when that place has a site again, or is in doubt no more.
 * args:    @space open; @addr.
 * context: process, may sleep.
 */
void dt_user_give_back(struct os_space *space, uint64_t addr);

/*
 * dt_user_conceal - somebody has read memory of a process: the bytes are made what they would be without our
 * breaks.
 * args:    @space open; @bytes what was read at [@addr, @addr + @size), changed.
 * context: process, may sleep.
 */
void dt_user_conceal(struct os_space *space, uint64_t addr, void *bytes, size_t size);

/*
 * dt_user_write - somebody writes to memory of a process: our breaks in it stay where they are, and what is written
 * over one is what dt_user_conceal() gives from now on.
 * args:    @space open; @bytes to be written to [@addr, @addr + @size): changed while @write runs; @write writes
 *          them, with @arg, and returns how many.
 * return:  what @write has returned.
 * context: process, may sleep; nothing is armed or disarmed in @space meanwhile.
 */
long dt_user_write(struct os_space *space, uint64_t addr, void *bytes, size_t size, long (*write)(void *arg),
		   void *arg);

/*
 * dt_user_trap_apart - the same, executed in a mode of the CPU in which the bytes there are another
 * instruction than space->isa has: a program may change from 64-bit code to 32-bit code and back. Nothing
 * fires, and the break has to go.
 */
enum dt_user_trap dt_user_trap_apart(struct os_space *space, struct isa_regs *regs, struct dt_user_access *missing);

/*
 * dt_user_surrender - take the break of a site away, for good. The site stays until it is disarmed, and counts as
 * overwritten then. Nothing is done when there is no site any more.
 * args:    @space open; @addr.
 * context: process, may sleep.
 */
void dt_user_surrender(struct os_space *space, uint64_t addr);

/*
 * A program may throw text away, with the breaks in it: madvise(MADV_DONTNEED), munmap(), mmap() over it. Or
 * it takes the text elsewhere, breaks included: mremap().
 *
 * dt_user_has_places - whether there is a break of ours in [@start, @end), or was one. Context: probe context.
 * dt_user_thrown - what is in [@start, @end) is not what it was: the sites there get their breaks again if their
 * instructions are there. Before a thread executes any of it.
 * dt_user_mapped - something was mapped: the same for the sites that had no text any more.
 * dt_user_moved - what was at [@from, @from + @size) is at @to now, our breaks included: they are taken out there.
 * args:    @space open.
 * context: process, may sleep.
 */
bool dt_user_has_places(const struct os_space *space, uint64_t start, uint64_t end);
void dt_user_thrown(struct os_space *space, uint64_t start, uint64_t end);
void dt_user_mapped(struct os_space *space);
void dt_user_moved(struct os_space *space, uint64_t from, uint64_t to, uint64_t size);

/*
 * dt_user_is_site - whether a break that was executed is at a site of ours alone, or the second one of a slot: then
 * dt_user_trap() does not return DT_USER_TRAP_FOREIGN.
 * args:    @regs as dt_user_trap() gets them.
 * context: probe context; reads no memory of the process.
 */
bool dt_user_is_site(const struct os_space *space, const struct isa_regs *regs);

/*
 * dt_user_leave_slot - take a thread out of the slot that it is in: its pc becomes that of the site
 * when the instruction is still to be executed (its next trap there is silent), and the address
 * after it when only the way back is left.
 * args:    @regs of the thread, changed when it is in a slot.
 * return:  false: it is in no slot.
 * context: probe context; the thread does not execute meanwhile.
 */
bool dt_user_leave_slot(struct os_space *space, struct isa_regs *regs, const struct dt_user_thread *thread);

/*
 * dt_user_pc - the address in the program of an instruction that a thread is at.
 * args:    @pc of the thread, in a slot of @space or anywhere.
 * return:  as dt_user_leave_slot() would set it; @pc when it is in no slot.
 * context: probe context.
 */
uint64_t dt_user_pc(const struct os_space *space, uint64_t pc);

/*
 * dt_user_thread_end - a thread has executed its last instruction, or another has its number now.
 * context: probe context.
 */
void dt_user_thread_end(struct os_space *space, uint32_t id);

/*
 * The texts of /proc/dtrace/, made piece by piece (base/report.h). dt_core_report - providers,
 * consumers and their ledgers, firings. dt_provider_report - what the provider of that name reports,
 * nothing when there is no such provider. dt_provider_reports - whether it ever does.
 * dt_sites_report - every site with a probe of @provider and its counters. dt_sites_stats - how many
 * sites there are, what they take, how long the last batches took.
 * context: process.
 */
void dt_core_report(struct dt_report *report);
void dt_provider_report(const char *name, struct dt_report *report);
bool dt_provider_reports(const char *name);
void dt_sites_report(const char *provider, struct dt_report *report);
void dt_sites_stats(struct dt_report *report);

/*
 * dt_stacks_report - user stacks: how walks have ended, what is kept for them. Text for
 * /proc/dtrace/stats. Context: process, may sleep.
 */
void dt_stacks_report(struct dt_report *report);

/*
 * dt_watches_report - processes that waited until a consumer had looked at what they had mapped. Text for
 * /proc/dtrace/stats. Context: process, may sleep.
 */
void dt_watches_report(struct dt_report *report);

/*
 * dt_space_open - make a text space ready for sites. The caller has its one reference.
 * args:    @space filled but for sites, references, dying; it stays until ops->release(), or, where
 *          that is NULL, until dt_space_put() of the last reference has returned.
 * return:  0 or -OS_ENOMEM and nothing allocated.
 * context: process.
 */
int dt_space_open(struct os_space *space);

/*
 * dt_space_kill - the text is about to disappear, our breaks included: from now on nothing is armed
 * in it, and disarming writes nothing.
 * context: process; the caller has a reference.
 */
void dt_space_kill(struct os_space *space);

/*
 * dt_space_in_doubt / dt_space_settle_doubt - whether a debugger may put breaks of ours back; and what is done when it
 * has gone: all that it has left is given back, and the space is not kept for it any more.
 * args:    @space open; the caller has a reference to settle.
 * context: in_doubt: any but probe context; settle: process, may sleep.
 */
bool dt_space_in_doubt(struct os_space *space);
void dt_space_settle_doubt(struct os_space *space);

/*
 * dt_space_forget_doubt - the reference that a space has to itself, for breaks that a debugger may put back, is given
 * back: the memory goes (dt_space_kill does it), or the tracer does. The caller has one of its own.
 * context: process, may sleep.
 */
void dt_space_forget_doubt(struct os_space *space);

/*
 * dt_space_past - call @fn for each place that had a break at any time since the space was opened, in
 * order of address: a copy of its memory, made by fork(), may have the break still.
 * args:    @bytes what was there before, of isa->break_len; borrowed, as @arg.
 * context: process, may sleep; takes the lock of sites: @fn arms and disarms nothing.
 */
void dt_space_past(struct os_space *space, void (*fn)(void *arg, uint64_t addr, const uint8_t *bytes), void *arg);

/*
 * dt_sites_init / dt_sites_fini - the kernel's space is opened and closed (os/host has none).
 * dt_sites_settle - return when no break of ours is left in it and no task is inside a slot; nothing
 * may be attached any more. Call it before traps stop to reach dt_trap. Context: process.
 */
int dt_sites_init(void);
void dt_sites_settle(void);
void dt_sites_fini(void);

#endif
