/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * cpu_riscv64.c - Linux on riscv64: how a break's trap reaches us.
 *
 * handle_exception looks the handler up in excp_vect_table by the cause. The entry for breakpoints
 * is replaced by our function, which passes other breaks on. Before it only functions that the
 * exception entry itself calls can carry a probe.
 */
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/io.h>
#include <linux/smp.h>
#include <linux/vmalloc.h>
#include <asm/cacheflush.h>
#include <asm/csr.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "core/entry.h"

static_assert(offsetof(struct riscv64_regs, epc) == offsetof(struct pt_regs, epc), "riscv64_regs is not pt_regs");
static_assert(offsetof(struct riscv64_regs, status) == offsetof(struct pt_regs, status), "riscv64_regs is not pt_regs");
static_assert(offsetof(struct riscv64_regs, orig_a0) == offsetof(struct pt_regs, orig_a0),
	      "riscv64_regs is not pt_regs");

const struct linux_refused_name linux_cpu_refused[] = {
	/* called by the exception entry, before the handler */
	{ "riscv_v_context_nesting_start", "trap-path" },
	{ "riscv_v_context_nesting_end", "trap-path" },
	{ "handle_break", "trap-path" },
	{ "smp_callin", "cpu-bring-up" },
	{ NULL, NULL },
};

typedef void (*handler_fn)(struct pt_regs *regs);

static handler_fn *entry;
static handler_fn kernel_handler;
/* the kernel's own work at entry from user mode, on the way back, and its handler between the two */
static handler_fn from_user, to_user, user_handler;

/* As the kernel's do_trap_break(). */
DT_PROBE_CTX static void from_user_mode(struct pt_regs *regs)
{
	from_user(regs);
	if (!linux_user_trap(regs)) {
		local_irq_enable();
		user_handler(regs);
		local_irq_disable();
	}
	to_user(regs);
}

DT_PROBE_CTX static void early_entry(struct pt_regs *regs)
{
	if (user_mode(regs) && user_handler && linux_user_traced()) {
		from_user_mode(regs);
		return;
	}
	if (!user_mode(regs) && dt_trap((struct isa_regs *)regs))
		return;
	kernel_handler(regs);
}

/* The table is read-only data of the kernel's image: written through a second mapping, in one store. */
static int set_entry(handler_fn handler)
{
	struct page *page = virt_to_page(lm_alias((void *)entry));
	void *alias = vmap(&page, 1, VM_MAP, PAGE_KERNEL);

	if (!alias)
		return -ENOMEM;
	WRITE_ONCE(*(handler_fn *)(alias + offset_in_page(entry)), handler);
	vunmap(alias);
	return 0;
}

int linux_cpu_trap_init(const char *how)
{
	unsigned long table = linux_symbol_need("excp_vect_table");

	if (!table)
		return -ENOENT;
	entry = (handler_fn *)table + EXC_BREAKPOINT;
	kernel_handler = *entry;
	from_user = (handler_fn)linux_symbol("irqentry_enter_from_user_mode");
	to_user = (handler_fn)linux_symbol("irqentry_exit_to_user_mode");
	user_handler = from_user && to_user ? (handler_fn)linux_symbol("handle_break") : NULL;
	return set_entry(early_entry);
}

/* Interrupts are off in the handler: after the cross call no CPU is in it. */
void linux_cpu_trap_fini(void)
{
	if (set_entry(kernel_handler) != 0)
		pr_err("dtrace: the trap's entry could not be restored\n");
	os_sync();
}

const char *linux_cpu_trap_name(void)
{
	return "early";
}

/*
 * 6.12: two NOPs at the function's start, both the tracer's, and the record is that of the first.
 * Later: an auipc that stays, with the record on it or on the NOP after it.
 */
unsigned long linux_cpu_body(unsigned long func, unsigned long record)
{
	return record == func ? record + 8 : record + 4;
}

/* A break is one parcel of 16 bits: one store, whatever was there. */
void linux_cpu_store(void *alias, const struct os_patch *patch)
{
	if (patch->len == 2)
		WRITE_ONCE(*(u16 *)alias, *(const u16 *)patch->new_bytes);
	else
		WRITE_ONCE(*(u32 *)alias, *(const u32 *)patch->new_bytes);
}

void linux_cpu_stored(unsigned long start, unsigned long end)
{
}

/* linux_cpu_sync() is for all of memory. */
void linux_cpu_user_stored(void *place, size_t size)
{
}

void linux_cpu_sync(void)
{
	flush_icache_all();
}

/*
 * Whether the kernel knows this page frame as memory; on CPUs without Svpbmt page table entries do
 * not show it. As pfn_valid(), without its locks.
 */
DT_PROBE_CTX static bool memory_frame(unsigned long frame)
{
	struct mem_section *section;

	if (pfn_to_section_nr(frame) >= NR_MEM_SECTIONS)
		return false;
	section = __pfn_to_section(frame);
	return valid_section(section) && (early_section(section) || pfn_section_valid(section, frame));
}

/*
 * Page tables of 512 entries, three to five levels of them by the mode in satp. The kernel's own
 * steps down are functions that may carry probes. An address that is not mapped is left to fault.
 */
#define TABLE_BITS      9
#define LEVELS_OF(satp) ((int)((satp) >> SATP_MODE_SHIFT) - 5) /* mode 8 is Sv39, 9 Sv48, 10 Sv57 */

DT_PROBE_CTX static bool device_page(unsigned long addr)
{
	unsigned long satp = csr_read(CSR_SATP), page = addr >> PAGE_SHIFT, entry, frame = satp & SATP_PPN;
	int level;

	for (level = LEVELS_OF(satp) - 1; level >= 0; level--) {
		entry = page >> (level * TABLE_BITS) & ((1ul << TABLE_BITS) - 1);
		entry = READ_ONCE(((unsigned long *)pfn_to_virt(frame))[entry]);
		if (!(entry & _PAGE_PRESENT))
			return false;
		frame = (entry & _PAGE_PFN_MASK) >> _PAGE_PFN_SHIFT;
		if (entry & _PAGE_LEAF)
			return !memory_frame(frame + (page & ((1ul << (level * TABLE_BITS)) - 1)));
	}
	return false;
}

/*
 * Devices are mapped where vmalloc() and the fixed map are, below the map of all memory; the
 * kernel's own text and data are above it.
 */
DT_PROBE_CTX bool linux_cpu_kernel_range(unsigned long addr, size_t size)
{
	unsigned long last = addr + size - 1, page;

	if ((long)addr >= 0 || (long)last >= 0 || last < addr)
		return false;
	if (addr >= PAGE_OFFSET)
		return true;
	for (page = addr & PAGE_MASK; page <= (last & PAGE_MASK); page += PAGE_SIZE) {
		if (device_page(page))
			return false;
	}
	return true;
}

DT_PROBE_CTX bool linux_cpu_user_mapped(void)
{
	const struct mm_struct *mm = current->mm;

	return mm && (csr_read(CSR_SATP) & SATP_PPN) == PFN_DOWN(virt_to_phys(mm->pgd));
}

DT_PROBE_CTX unsigned int linux_cpu_syscall(struct pt_regs *regs, unsigned long *number)
{
	return in_compat_syscall() ? 1 : 0;
}

/* The CPU cannot: debuggers write breaks after the instruction. */
bool linux_cpu_single_steps(const struct pt_regs *regs)
{
	return false;
}

DT_PROBE_CTX long linux_cpu_syscall_number(const struct pt_regs *regs)
{
	return regs->cause == EXC_SYSCALL ? (long)regs->a7 : -1;
}

DT_PROBE_CTX unsigned int linux_cpu_user_bits(unsigned long thread_flags)
{
#ifdef CONFIG_COMPAT
	if (thread_flags & 1ul << TIF_32BIT)
		return 32;
#endif
	return 64;
}

DT_PROBE_CTX unsigned int linux_cpu_user_word(const struct pt_regs *regs)
{
	return linux_cpu_user_bits(read_thread_flags()) / 8;
}

size_t linux_cpu_return_thunks(uint64_t *thunks, size_t max)
{
	return 0;
}
