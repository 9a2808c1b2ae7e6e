/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * space.h - text spaces: the memory that holds code. Part of the contract of os.h.
 *
 * Theory. An address alone does not say which instruction is meant: every process has its own
 * memory, and a 32-bit process under a 64-bit kernel even another CPU's instructions. A text space is
 * the place that an address is in. The operating system makes it and knows how to read and write its
 * text; the core keeps the sites in it; a provider asks it for its functions and names it in every
 * attachment.
 *
 *        provider                         core/site                        operating system
 *     attachment.space ------------> space->sites: table, slots, lock
 *     space->ops->func_each() ----------------------------------------------> ops: read, patch, refusal,
 *     space->isa: scan, decode         space->isa: decode, relocate               slots, functions, symbols
 *
 * There are three kinds:
 *
 *     the kernel                 one, for as long as the tracer runs (os_kernel_space): addresses of
 *                                the kernel and its modules, instructions of the CPU that runs
 *     a process's address space  comes with the first enabling that names it, goes with its memory
 *     a child of the host engine the same, without a kernel module
 *
 * Those of processes are opened by os_process_open() (os/process.h). The kernel's traps do not use
 * struct os_space: dt_trap() (core/entry.h) is bound at link time to this CPU's functions and to the
 * kernel's table of sites, and makes no indirect call. Traps of processes go through it:
 * dt_user_trap(). Arming and disarming use the space's operations for every kind.
 *
 * Life. Whoever makes a space has one reference to it, and each armed attachment has another. A space
 * whose text is about to disappear with everything in it (the process ends, or executes another
 * program) is dying: nothing is armed in it any more, and disarming does not write to it. The last
 * reference calls ops->leave() and ops->release().
 *
 *     made, 1 reference --dt_space_open()--> sites are armed and disarmed --dt_space_kill()--> dying
 *                                                                |                               |
 *                                 dt_space_put(), no reference left ------> closed: leave(), release()
 *
 * Members are marked as in core/framework/framework.h: [K] constant after it was made, [A] atomic.
 */
#ifndef OS_SPACE_H
#define OS_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>

struct dt_sites;
struct isa;
struct isa_jump;
struct isa_mem;
struct os_space;

#define OS_SPACE_KERNEL 0u /* the kernel's id */

/* One function. Strings are borrowed for the time of the call. */
struct os_func {
	const char *module; /* "vmlinux" or the module's name; of a process the object's */
	const char *name;   /* the name that callers use, when there are several */
	uint64_t addr;      /* first byte */
	uint64_t size;      /* up to the next symbol */
	/* address of the entry site: after landing pad and the kernel's own tracing NOPs */
	uint64_t body;
	const char *refused; /* NULL, or the name of the reason why nothing in it may be probed */
	/* its other names, the best first, ended by NULL; NULL: it has none */
	const char *const *aliases;
};

/* Which functions are meant. All members may be NULL, or 0; then cold parts are among them, as refused ones. */
struct os_func_query {
	const char *module; /* of this module; NULL: of all */
	const char *name;   /* those with this name, aliases included: quick however many there are */
	uint64_t addr;      /* the one that begins here; 0: wherever they are. Not with name or position */
	bool cold;          /* no functions, but the parts that the compiler split off them: struct os_text_symbol */
	/*
	 * those whose name this function accepts; it is called before anything else is found out
	 * about the function. @arg is that of func_each.
	 */
	bool (*wants)(void *arg, const char *module, const char *name);
	/*
	 * where to begin: 0 at first. When @fn ends the walk it is set to that function, which is
	 * then the first one of the next walk. Not with module or name.
	 */
	uint64_t *position;
};

/* The symbol that contains an address. */
struct os_text_symbol {
	uint64_t start, end; /* of the symbol; it ends at the next one */
	/*
	 * not a function but a part that the compiler split off one (`.cold`): its code runs as
	 * part of that function
	 */
	bool cold;
};

/* One write to text. */
struct os_patch {
	uint64_t addr;
	uint8_t old_bytes[4]; /* must be there, else the patch is refused */
	uint8_t new_bytes[4];
	uint8_t len; /* 1, 2 or 4; aligned as the CPU's instructions are */
	/*
	 * out: 0 written; -OS_EBUSY other bytes were there; -OS_EFAULT no such text; -OS_ENOMEM it
	 * could not be mapped
	 */
	int16_t status;
};

/*
 * Operations on the text of a space. Constant; every member is set unless its comment says what
 * NULL means. Context of all: process, may sleep; the core calls them with the space's lock of
 * sites held.
 */
struct os_space_ops {
	/*
	 * read - bytes of text as they are now, breaks included (dt_sites_text() hides those).
	 * args:    [@addr, @addr + @size) into @dst.
	 * return:  0, or -OS_EFAULT: some of it is not there; nothing is known about *@dst.
	 */
	int (*read)(struct os_space *space, uint64_t addr, void *dst, size_t size);

	/*
	 * patch - write a batch, then make all CPUs see it: slots that were written before are seen
	 * by every CPU before the first of these bytes is. It makes as few cross calls as possible,
	 * however many patches there are. Each write is atomic for a CPU that executes there.
	 * args:    @patches sorted by address, no two at one; their status is set. @count 0: slots that
	 *          were written are seen by every CPU when it returns.
	 * return:  how many were written.
	 */
	long (*patch)(struct os_space *space, struct os_patch *patches, size_t count);

	/*
	 * refusal - whether a break may be written at these bytes, by where they are: not the
	 * tracer's own text, not the trap path, not bytes that others patch. The instruction
	 * itself is not checked: dt_site_refusal() (provider.h) checks both.
	 * args:    [@addr, @addr + @size) one instruction.
	 * return:  NULL when it may, else the reason's name (constant).
	 * NULL:    every place may: one that cannot be written is found out by writing to it.
	 */
	const char *(*refusal)(struct os_space *space, uint64_t addr, size_t size);

	/*
	 * slots_alloc - memory for out-of-line slots, executable in this space, filled with break
	 * instructions.
	 * args:    @near an address that all of it has to be near; @reach how near, bytes; 0: as near as such
	 *          memory of this space always is; @size a multiple of 64 KiB.
	 * return:  its address, 0 when there is none.
	 */
	uint64_t (*slots_alloc)(struct os_space *space, uint64_t near, uint64_t reach, size_t size);

	/*
	 * slots_write - put bytes into such memory; all CPUs see them after the next patch(). Cannot
	 * fail, or a site would lead into a slot without its instruction.
	 * args:    [@addr, @addr + @size) of one slots_alloc(): other memory may begin at its end.
	 */
	void (*slots_write)(struct os_space *space, uint64_t addr, const void *src, size_t size);

	/*
	 * grace - return when every stretch of probe context is over that ran at the time of the
	 * call, and then everybody who was in a slot, in a stub, or between two instructions of the text
	 * has left that place: tasks, preempted ones too, interrupts, idle tasks. Not those who sleep
	 * in a function that they have called: their place is the callee. Slow (tens of milliseconds
	 * in the kernel's space): once per batch, before slots are used again, and before jumps are
	 * written over instructions.
	 */
	void (*grace)(struct os_space *space);

	/* slots_free - give such memory back, with the size it was asked for, after grace(). */
	void (*slots_free)(struct os_space *space, uint64_t addr, size_t size);

	/*
	 * func_each - call @fn for every function that @query means (NULL: all), in address order
	 * per module, refused ones included.
	 * return:  0, or the first non-zero result of @fn, which ends the walk; a negative errno.
	 * context: the lock of sites is not held; takes the OS's module lock: @fn must not load
	 *          modules, nor call func_each.
	 * NULL:    of a process: its names are the consumer's affair, which reads the files.
	 */
	int (*func_each)(struct os_space *space, const struct os_func_query *query,
			 int (*fn)(void *arg, const struct os_func *func), void *arg);

	/*
	 * symbol - the symbol that contains an address. A function begins at @addr when start ==
	 * addr and it is not cold.
	 * return:  true and *@symbol; false when no symbol is known for it. NULL: as func_each.
	 */
	bool (*symbol)(struct os_space *space, uint64_t addr, struct os_text_symbol *symbol);

	/*
	 * return_thunks - addresses to which a jump is a return (x86).
	 * return:  borrowed, constant; *@count of them. NULL: there are none.
	 */
	const uint64_t *(*return_thunks)(struct os_space *space, size_t *count);

	/*
	 * count - change a counter of 16 bits in the space's memory, which says how many are tracing
	 * something of the program (the semaphore of a probe). It does not wrap. A copy of the memory
	 * that fork() makes is not traced: there it is what it would be without these calls.
	 * args:    @change is 1, or -1 for each call with 1 that has succeeded.
	 * return:  0; -OS_EFAULT no such memory, or it may not be written; -OS_ERANGE the counter
	 *          cannot be higher; -OS_ENOMEM.
	 * context: process, may sleep; the lock of sites is not held.
	 * NULL:    the kernel's space has none.
	 */
	int (*count)(struct os_space *space, uint64_t addr, int change);

	/*
	 * seen - whether a debugger controls the process now, and may have read our breaks as the program's own text:
	 * past dt_user_conceal(). It may write them back at any time.
	 * context: process, may sleep; the lock of sites is held.
	 * NULL:    nobody can.
	 */
	bool (*seen)(struct os_space *space);

	/*
	 * origin - what is mapped at an address: the same number means the same part of the same file, at the same address.
	 * context: as read. NULL: it need not be asked, nobody tells of text that is thrown away (dt_user_thrown).
	 */
	uint64_t (*origin)(struct os_space *space, uint64_t addr);

	/*
	 * throwing - whether a thread throws text away now, or has, and dt_user_thrown() will be called for it: a break that
	 * is not there comes back.
	 * context: process, may sleep; the lock of sites is held.
	 * NULL:    as with origin.
	 */
	bool (*throwing)(struct os_space *space);

	/*
	 * leave - no reference is left, no break and no slot: when it returns the system does not
	 * call the core for this space any more (dt_user_trap, dt_user_leave_slot). NULL: nothing to do.
	 */
	void (*leave)(struct os_space *space);

	/* release - it is closed: the memory of @space may go. NULL: it stays (the kernel's). */
	void (*release)(struct os_space *space);
};

/* Text between two neighbouring symbols. */
struct os_text {
	uint64_t start, end;
	/*
	 * none of its jumps leads into the middle of another function, but for parts split off one, in which
	 * os_jumps.marks() refuses all: it need not be looked through
	 */
	bool closed;
};

/*
 * How sites of a space are made jumps (isa/jump.h). Constant, and as long as the space. Stubs are
 * memory of slots_alloc(): one or more units (isa_jump.unit) each, aligned to a unit.
 */
struct os_jumps {
	const struct isa_jump *isa; /* of space->isa */
	/*
	 * address of the common entry: it calls dt_jump() (core/entry.h) with the registers of the
	 * site and the stub's cookie, interrupts off
	 */
	uint64_t entry;
	/*
	 * how near a stub has to be to its region, bytes; 0: all memory of slots_alloc() reaches all text, and
	 * the common entry, by the CPU's long jump
	 */
	uint64_t reach;
	/* isa_flow_code.tables of every function; those that are no such thing are refused by marks() */
	bool tables;
	/* addresses to which a jump is an indirect jump (x86: retpolines); may be NULL */
	const uint64_t *thunks;
	size_t thunk_count;

	/*
	 * marks - what the operating system knows of a function's bytes.
	 * args:    [@func, @end) text between two neighbouring symbols; @marks one for each byte, where
	 *          ISA_FLOW_RESERVED is added at each byte that somebody else writes, or knows the
	 *          address of (exception tables, their fixups, jump labels and their destinations,
	 *          static calls, the places of the kernel's own tracers, alternatives that are not
	 *          settled, kprobes and what they have replaced).
	 * return:  NULL; or the reason's name (constant) when no jump may be anywhere in the function:
	 *          code of entries and exceptions, functions that compute their gotos, text that runs
	 *          with other registers or another stack than functions have.
	 * context: process, may sleep; the space's lock of sites is held.
	 */
	const char *(*marks)(struct os_space *space, uint64_t func, uint64_t end, uint8_t *marks);

	/*
	 * text_each - call @fn for all text, from symbol to symbol, in order of address in each module:
	 * functions, refused ones too, and the parts that the compiler split off; no padding that has a name.
	 * args:    @modules false: of the kernel itself; true: of all modules. @text borrowed.
	 * return:  0, or the first non-zero result of @fn, which ends the walk; a negative errno.
	 * context: process, may sleep; the lock of sites is not held; as func_each.
	 */
	int (*text_each)(struct os_space *space, bool modules, int (*fn)(void *arg, const struct os_text *text),
			 void *arg);

	/*
	 * hold - the tracer may not go (1), or may again (-1): somebody has a copy of a jump of ours, and
	 * executes it at any time. Calls with 1 come while the tracer cannot go anyway.
	 * context: process. NULL: it never goes.
	 */
	void (*hold)(struct os_space *space, int change);
};

struct os_space {
	uint32_t id;                    /* [K] OS_SPACE_KERNEL, or a number that no other space had before */
	const struct isa *isa;          /* [K] of the instructions in it */
	const struct os_space_ops *ops; /* [K] */
	/*
	 * [K] how emulated instructions access memory: NULL: plain accesses, for the kernel, where
	 * emulated instructions touch only the interrupted stack; else guarded ones (for a process
	 * os_uload, os_ustore).
	 */
	const struct isa_mem *memory;
	/* [K] bytes that a PC-relative operand reaches from a slot; 0: every slot of slots_alloc() reaches */
	uint64_t slot_reach;
	const struct os_jumps *jumps; /* [K] NULL: every site is a break */
	void *arg;                    /* [K] the implementation's own */
	struct dt_sites *sites;       /* the core's: the sites armed in it; NULL: it is not open */
	uint32_t references;          /* [A] */
	bool dying;                   /* [A] */
};

#endif
