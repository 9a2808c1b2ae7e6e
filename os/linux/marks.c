/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * marks.c - what the kernel knows of a function's bytes, for jumps (struct os_jumps, os/space.h). A jump covers several
 * instructions: nobody else may write into them, or know the address of one.
 *
 * Addresses from the kernel's tables (places.h) are copied and sorted once, as are the refusals (refuse.c), and freed
 * with them. Kprobes come and go: the kernel is asked each time. A kprobe that comes later is refused by the kernel
 * where our break is, and in what follows it in the function (x86).
 */
#include <linux/kprobes.h>
#include <linux/mutex.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "base/memory.h"
#include "isa/jump.h"
#include "os/linux/jumps.h"
#include "os/linux/places.h"
#include "os/linux/stretches.h"

/*
 * Bytes from a kprobe's instruction on that it may have copied and replaced: a jump, and the rest of the instruction
 * that the jump ends in (MAX_OPTINSN_SIZE of arch/x86/include/asm/kprobes.h has the jump and an instruction).
 */
#define KPROBE_BYTES   20

#define KPROBE_BUCKETS 64 /* KPROBE_TABLE_SIZE of kernel/kprobes.c */

/* Functions that the compiler made, in which computed gotos lead anywhere: their addresses are in data. */
static const char *const computing[] = { "___bpf_prog_run" };

static DEFINE_MUTEX(lock);
static struct stretch *known;          /* [lock] of the kernel's tables; NULL: not copied yet */
static size_t known_count, known_room; /* [lock] */
static unsigned long computed[ARRAY_SIZE(computing)];
static struct kprobe *(*find_kprobe)(void *addr);
/* the kernel's kprobe_table (a variable of that name would be found in our own module); NULL: find_kprobe is asked */
static const struct hlist_head *kprobe_buckets;

int linux_marks_init(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(computing); i++)
		computed[i] = linux_symbol(computing[i]);
	find_kprobe = (void *)linux_symbol("get_kprobe");
	kprobe_buckets = (void *)linux_symbol("kprobe_table");
	return 0;
}

void linux_marks_forget(void)
{
	mutex_lock(&lock);
	os_free(known);
	known = NULL;
	known_count = known_room = 0;
	mutex_unlock(&lock);
}

/* ---- what is in tables ------------------------------------------------------------------------ */

static void count_place(void *arg, enum linux_place place, unsigned long addr)
{
	known_room++;
}

static void add_place(void *arg, enum linux_place place, unsigned long addr)
{
	if (known_count == known_room)
		return;
	known[known_count].start = addr;
	known[known_count++].end = addr + (place == LINUX_PLACE_PATCHED ? LINUX_PATCHED_MAX : 1);
}

/* As in refuse.c: a module that comes between the two walks has a notice of its own. Return: false without memory. */
static bool copy_tables(void)
{
	if (known)
		return true;
	linux_places_each(count_place, NULL);
	known = os_alloc((known_room + 1) * sizeof(*known));
	if (!known) {
		known_room = 0;
		return false;
	}
	linux_places_each(add_place, NULL);
	known_count = stretches_settle(known, known_count, linux_sort);
	return true;
}

static void reserve(uint8_t *marks, unsigned long func, unsigned long end, unsigned long from, unsigned long to)
{
	unsigned long addr;

	for (addr = max(from, func); addr < min(to, end); addr++)
		marks[addr - func] |= ISA_FLOW_RESERVED;
}

static void mark_known(unsigned long func, unsigned long end, uint8_t *marks)
{
	size_t i = stretches_from(known, known_count, func);

	for (; i < known_count && known[i].start < end; i++)
		reserve(marks, func, end, known[i].start, known[i].end);
}

/* ---- what is asked for ------------------------------------------------------------------------ */

/* Those in [@addr, @end), by the hash table of kernel/kprobes.c. Context: preemption off, as entries go after that. */
static void mark_kprobe_table(unsigned long func, unsigned long addr, unsigned long end, uint8_t *marks)
{
	const struct kprobe *probe;
	unsigned long at;
	size_t i;

	for (i = 0; i < KPROBE_BUCKETS; i++) {
		hlist_for_each_entry_rcu (probe, &kprobe_buckets[i], hlist, true) {
			at = (unsigned long)probe->addr;
			if (at >= addr && at < end)
				reserve(marks, func, end, at, at + KPROBE_BYTES);
		}
	}
}

/* Those before the function, too: what they have copied may reach into it. */
static void mark_kprobes(unsigned long func, unsigned long end, uint8_t *marks)
{
	unsigned long addr = func > KPROBE_BYTES ? func - KPROBE_BYTES : 0;

	preempt_disable();
	if (kprobe_buckets)
		mark_kprobe_table(func, addr, end, marks);
	for (; !kprobe_buckets && addr < end; addr += isa_self.insn_align) {
		if (find_kprobe((void *)addr))
			reserve(marks, func, end, addr, addr + KPROBE_BYTES);
	}
	preempt_enable();
}

/* The function tracer's place, and all before the body: the kernel writes there. Return: whether there is one. */
static bool mark_record(unsigned long func, unsigned long end, uint8_t *marks)
{
	unsigned long record = linux_calls.ftrace_location_range(func, end - 1);

	if (!record)
		return false;
	reserve(marks, func, end, func, linux_cpu_body(func, record));
	return true;
}

/* Text is read a piece at a time; what cannot be read has no jump either. */
static void mark_switched(unsigned long func, unsigned long end, uint8_t *marks)
{
	uint8_t code[256] = { 0 };
	size_t size, i;

	if (!linux_cpu_switches())
		return;
	for (; func < end; func += size, marks += size) {
		size = min_t(size_t, end - func, sizeof(code));
		if (linux_text_read(func, code, size) != 0)
			dt_memset(marks, ISA_FLOW_RESERVED, size);
		for (i = linux_cpu_switched(code, 0, size); i < size; i = linux_cpu_switched(code, i + 1, size))
			marks[i] |= ISA_FLOW_RESERVED;
	}
}

static const char *refusal(unsigned long func)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(computed); i++) {
		if (computed[i] == func)
			return "computed-goto";
	}
	return linux_refuse_range(func);
}

static bool tables_are_known(void)
{
	return find_kprobe && linux_places_complete();
}

/*
 * Functions in assembler may use registers and stack in any way. The function tracer has a record of each function
 * that the compiler made, but for those that may not be traced, and for parts that the compiler split off: their
 * functions may jump into the middle of them.
 */
const char *linux_marks(struct os_space *space, uint64_t wide_func, uint64_t wide_end, uint8_t *marks)
{
	unsigned long func = wide_func, end = wide_end;
	const char *reason = refusal(func);

	if (reason)
		return reason;
	if (!tables_are_known())
		return "tables-unknown";
	if (!mark_record(func, end, marks))
		return "not-traceable";
	mutex_lock(&lock);
	if (copy_tables())
		mark_known(func, end, marks);
	else
		reason = "no-memory";
	mutex_unlock(&lock);
	mark_kprobes(func, end, marks);
	mark_switched(func, end, marks);
	return reason;
}
