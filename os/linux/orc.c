/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * orc.c - walks through the kernel's stack on x86_64, by the kernel's own ORC tables
 * (Documentation/arch/x86/orc-unwinder.rst of the kernel; arch/x86/include/asm/orc_types.h).
 *
 * Theory. The tables have a row for each instruction: where the caller's stack begins, and where its frame pointer
 * is. The kernel's unwinder checks on which stack each word is, and asks everybody who may have replaced a return
 * address. Here only what is plain is followed: code of the kernel and of modules, on any stack, to system calls, to
 * interrupted code of user and kernel, and to the beginning of a thread. At anything else the walk gives up.
 *
 * Words of the task's own stack are read as they are: the bounds are known. Others may fault (os_kload).
 *
 * Stacks repeat. Each CPU keeps the rows of the last addresses. The rows are copies, so a module may go; what is kept
 * is thrown away then, for another one may come to its place.
 */
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>

#include "os/linux/cpu.h"

#include "base/memory.h"

#ifdef CONFIG_UNWINDER_ORC
#include <asm/orc_types.h>

/* The kernel's index of its table has an entry for so many bytes of text (arch/x86/include/asm/orc_lookup.h). */
#define BLOCK 256

/* Before 6.4 types had the names of the assembler's hints (include/linux/objtool.h), and the end a bit of its own. */
#ifdef ORC_TYPE_CALL
#define IS_END(row)    ((row)->type == ORC_TYPE_END_OF_STACK)
#define IS_CALL(row)   ((row)->type == ORC_TYPE_CALL)
#define IS_REGS(row)   ((row)->type == ORC_TYPE_REGS)
#define IS_SIGNAL(row) ((row)->signal)
#else
#define IS_END(row)    ((row)->end)
#define IS_CALL(row)   ((row)->type == UNWIND_HINT_TYPE_CALL)
#define IS_REGS(row)   ((row)->type == UNWIND_HINT_TYPE_REGS)
#define IS_SIGNAL(row) IS_REGS(row)
#endif

/* A table: addresses of instructions, each as its distance from where it is kept, in order; and a row for each. */
struct table {
	const int *places;
	const struct orc_entry *rows;
	unsigned int count;
};

static struct table kernel;
static const unsigned int *blocks; /* for each BLOCK of text the last place that is not after its first byte */
static unsigned int block_count;   /* 0: there are no walks */
static struct module *(*module_of)(unsigned long addr);

/* What a CPU keeps: for an instruction's address its row. Used by one firing at a time, with interrupts off. */
#define KEPT 256

struct kept {
	unsigned long addr; /* 0: none */
	struct orc_entry row;
};

struct keeper {
	unsigned long generation; /* of modules, by which the rows are right */
	struct kept kept[KEPT];
};

static struct keeper __percpu *keepers;
static unsigned long generation;

/* Tracers of returns: each puts its own address in place of a return address, and keeps the true one for itself. */
static const char *const hook_names[] = { "return_to_handler", "arch_rethook_trampoline", "__kretprobe_trampoline" };
static unsigned long hooks[ARRAY_SIZE(hook_names)];

/* Code that has run once and is not there any more; its rows are. The idle thread of the first CPU was called by it. */
static unsigned long once, once_end;

/* ---- tables ------------------------------------------------------------------------------------ */

DT_PROBE_INLINE unsigned long place_addr(const struct table *table, unsigned int i)
{
	return (unsigned long)&table->places[i] + table->places[i];
}

/* The row of the last place in [@low, @high) that is not after @addr; that of @low is not. */
DT_PROBE_CTX static const struct orc_entry *find_between(const struct table *table, unsigned int low, unsigned int high,
							 unsigned long addr)
{
	unsigned int middle;

	while (high - low > 1) {
		middle = low + (high - low) / 2;
		if (place_addr(table, middle) <= addr)
			low = middle;
		else
			high = middle;
	}
	return &table->rows[low];
}

DT_PROBE_CTX static const struct orc_entry *find_in_module(unsigned long addr, bool *stays)
{
	const struct module *mod = module_of(addr);
	struct table table;

	if (!mod || mod->arch.num_orcs == 0)
		return NULL;
	*stays = mod->state != MODULE_STATE_GOING;
	table.places = mod->arch.orc_unwind_ip;
	table.rows = mod->arch.orc_unwind;
	table.count = mod->arch.num_orcs;
	return place_addr(&table, 0) <= addr ? find_between(&table, 0, table.count, addr) : NULL;
}

/* @stays: the code is there until linux_cpu_frames_changed() is called. */
DT_PROBE_CTX static const struct orc_entry *find(unsigned long addr, bool *stays)
{
	unsigned long block = (addr - linux_calls.text_start) / BLOCK;

	*stays = true;
	if (addr >= once && addr < once_end)
		return find_between(&kernel, 0, kernel.count, addr);
	if (addr < linux_calls.text_start || addr >= linux_calls.text_end)
		return find_in_module(addr, stays);
	if (block + 1 >= block_count)
		return NULL;
	return find_between(&kernel, blocks[block], blocks[block + 1] + 1, addr);
}

/* Whether the index is what find() takes it for. */
static bool index_is_right(void)
{
	unsigned long start = linux_calls.text_start;
	unsigned int i;

	for (i = 0; i < block_count; i++, start += BLOCK) {
		if (blocks[i] >= kernel.count || place_addr(&kernel, blocks[i]) > start)
			return false;
		if (blocks[i] + 1 < kernel.count && place_addr(&kernel, blocks[i] + 1) <= start &&
		    start < linux_calls.text_end)
			return false;
	}
	return true;
}

static bool is_in_order(void)
{
	unsigned int i;

	for (i = 1; i < kernel.count; i++) {
		if (place_addr(&kernel, i - 1) > place_addr(&kernel, i))
			return false;
	}
	return kernel.count > 0;
}

int linux_cpu_frames_init(void)
{
	unsigned long places = linux_symbol("__start_orc_unwind_ip"), places_end = linux_symbol("__stop_orc_unwind_ip"),
		      index = linux_symbol("orc_lookup"), index_end = linux_symbol("orc_lookup_end");
	size_t i;

	kernel.places = (const int *)places;
	kernel.rows = (const struct orc_entry *)linux_symbol("__start_orc_unwind");
	kernel.count = (places_end - places) / sizeof(*kernel.places);
	module_of = (void *)linux_symbol("__module_address");
	for (i = 0; i < ARRAY_SIZE(hooks); i++)
		hooks[i] = linux_symbol(hook_names[i]);
	once = linux_symbol("_sinittext");
	once_end = linux_symbol("_einittext");
	if (!places || !places_end || !index || !index_end || !kernel.rows || !module_of)
		return 0;
	blocks = (const unsigned int *)index;
	block_count = (index_end - index) / sizeof(*blocks);
	if (!is_in_order() || !index_is_right())
		block_count = 0;
	if (block_count > 0)
		keepers = alloc_percpu(struct keeper);
	return 0;
}

void linux_cpu_frames_fini(void)
{
	free_percpu(keepers);
}

/* The memory of one that goes is freed after all that is under way with interrupts off. */
void linux_cpu_frames_changed(void)
{
	WRITE_ONCE(generation, generation + 1);
}

/* ---- walks ------------------------------------------------------------------------------------- */

DT_PROBE_INLINE bool is_on_task_stack(const struct linux_frame *frame, unsigned long addr, size_t size)
{
	return addr >= frame->low && addr <= frame->low + THREAD_SIZE - size;
}

DT_PROBE_INLINE bool load(const struct linux_frame *frame, unsigned long addr, unsigned long *ret)
{
	if (addr % sizeof(*ret) != 0)
		return false;
	if (!is_on_task_stack(frame, addr, sizeof(*ret)))
		return os_kload(ret, addr, sizeof(*ret)) == 0;
	*ret = READ_ONCE_NOCHECK(*(unsigned long *)addr);
	return true;
}

/* The place for an address in what this CPU keeps. */
DT_PROBE_INLINE struct kept *kept_of(unsigned long addr)
{
	struct keeper *keeper = this_cpu_ptr(keepers);

	if (unlikely(keeper->generation != READ_ONCE(generation))) {
		keeper->generation = READ_ONCE(generation);
		dt_memset(keeper->kept, 0, sizeof(keeper->kept));
	}
	return &keeper->kept[(addr ^ addr >> 8) % KEPT];
}

/* A hook is in no table that says so. */
DT_PROBE_CTX static bool keep(struct kept *kept, unsigned long pc, unsigned long addr)
{
	const struct orc_entry *row;
	bool stays;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hooks); i++) {
		if (pc == hooks[i])
			return false;
	}
	row = find(addr, &stays);
	if (!row)
		return false;
	kept->addr = stays ? addr : 0;
	kept->row = *row;
	return true;
}

/* Where pc is now. */
DT_PROBE_INLINE bool look_up(struct linux_frame *frame)
{
	unsigned long addr = frame->pc - frame->called;
	struct kept *kept = kept_of(addr);

	frame->row = &kept->row;
	return (kept->addr == addr && addr != 0) || keep(kept, frame->pc, addr);
}

DT_PROBE_CTX bool linux_cpu_frame_first(const struct pt_regs *regs, struct linux_frame *frame)
{
	if (!keepers)
		return false;
	frame->low = (unsigned long)task_stack_page(current);
	frame->called = false;
	if (regs) {
		frame->pc = regs->ip;
		frame->sp = regs->sp;
		frame->fp = regs->bp;
	} else {
		asm volatile("lea 0(%%rip), %0\n\t"
			     "mov %%rsp, %1\n\t"
			     "mov %%rbp, %2"
			     : "=r"(frame->pc), "=r"(frame->sp), "=r"(frame->fp));
	}
	return look_up(frame);
}

/* Where the caller's part of the stack begins. */
DT_PROBE_INLINE bool caller_stack(const struct linux_frame *frame, const struct orc_entry *row, unsigned long *sp)
{
	switch (row->sp_reg) {
	case ORC_REG_SP:
		*sp = frame->sp + row->sp_offset;
		return true;
	case ORC_REG_BP:
		*sp = frame->fp + row->sp_offset;
		return true;
	case ORC_REG_BP_INDIRECT:
		return load(frame, frame->fp + row->sp_offset, sp);
	case ORC_REG_SP_INDIRECT:
		if (!load(frame, frame->sp, sp))
			return false;
		*sp += row->sp_offset;
		return true;
	default: /* a function that aligns its stack: the register is known at its own instructions only */
		return false;
	}
}

/* @sp: where the caller's part begins. The frame has its old fp. */
DT_PROBE_INLINE bool caller_fp(struct linux_frame *frame, const struct orc_entry *row, unsigned long sp)
{
	switch (row->bp_reg) {
	case ORC_REG_UNDEFINED:
		return true;
	case ORC_REG_PREV_SP:
		return load(frame, sp + row->bp_offset, &frame->fp);
	case ORC_REG_BP:
		return load(frame, frame->fp + row->bp_offset, &frame->fp);
	default:
		return false;
	}
}

/* At @at are the registers of what was interrupted, or has called the system. */
DT_PROBE_CTX static enum linux_step interrupted(struct linux_frame *frame, const struct orc_entry *row,
						unsigned long at)
{
	unsigned long cs;

	if (row->bp_reg != ORC_REG_UNDEFINED || !load(frame, at + offsetof(struct pt_regs, cs), &cs))
		return LINUX_STEP_UNKNOWN;
	if (cs & 3) /* the privilege level: user mode */
		return LINUX_STEP_END;
	if (!load(frame, at + offsetof(struct pt_regs, ip), &frame->pc) ||
	    !load(frame, at + offsetof(struct pt_regs, sp), &frame->sp) ||
	    !load(frame, at + offsetof(struct pt_regs, bp), &frame->fp))
		return LINUX_STEP_UNKNOWN;
	frame->called = !IS_SIGNAL(row);
	return look_up(frame) ? LINUX_STEP_CALLER : LINUX_STEP_UNKNOWN;
}

DT_PROBE_CTX enum linux_step linux_cpu_frame_next(struct linux_frame *frame)
{
	const struct orc_entry *row = frame->row;
	unsigned long sp;

	if (IS_END(row))
		return LINUX_STEP_END;
	if (!caller_stack(frame, row, &sp))
		return LINUX_STEP_UNKNOWN;
	if (IS_REGS(row))
		return interrupted(frame, row, sp);
	if (!IS_CALL(row) || !load(frame, sp - sizeof(sp), &frame->pc) || !caller_fp(frame, row, sp))
		return LINUX_STEP_UNKNOWN;
	/* on one stack callers are above */
	if (sp <= frame->sp && is_on_task_stack(frame, sp, 0) && is_on_task_stack(frame, frame->sp, 0))
		return LINUX_STEP_UNKNOWN;
	frame->sp = sp;
	frame->called = !IS_SIGNAL(row);
	return look_up(frame) ? LINUX_STEP_CALLER : LINUX_STEP_UNKNOWN;
}

#endif
