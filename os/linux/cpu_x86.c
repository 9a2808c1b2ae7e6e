/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cpu_x86.c - Linux on x86_64 and i386: text, caches, the die notifier, the user's page tables. */
#include <linux/jump_label.h>
#include <linux/kdebug.h>
#include <linux/linkage.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <asm/alternative.h>
#include <asm/asm.h>
#include <asm/pgtable.h>
#include <asm/processor.h>
#include <asm/sync_core.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "base/memory.h"
#include "isa/isa.h"

#include "core/entry.h"
#include "os/linux/cpu_x86.h"

#define FENTRY_LEN 5

/* The tracer's call, or the NOP in its place, is five bytes long and comes after the landing pad. */
unsigned long linux_cpu_body(unsigned long func, unsigned long record)
{
	return record + FENTRY_LEN;
}

/*
 * A store of one byte is atomic; so is one of four bytes within one cache line, which the trap's
 * entry needs.
 */
void linux_cpu_store(void *alias, const struct os_patch *patch)
{
	if (patch->len == 1)
		WRITE_ONCE(*(u8 *)alias, patch->new_bytes[0]);
	else if (patch->len == 2)
		WRITE_ONCE(*(u16 *)alias, *(const u16 *)patch->new_bytes);
	else
		WRITE_ONCE(*(u32 *)alias, *(const u32 *)patch->new_bytes);
}

/* Instruction caches see stores on this CPU. */
void linux_cpu_stored(unsigned long start, unsigned long end)
{
}

void linux_cpu_user_stored(void *place, size_t size)
{
}

static void serialize_here(void *arg)
{
	sync_core();
}

void linux_cpu_sync(void)
{
	on_each_cpu(serialize_here, NULL, 1);
}

/*
 * A kernel that runs on one CPU has replaced every `lock` prefix by another one, and puts them back when a second CPU
 * comes online. It writes that one byte, where our break would be. It does the same in modules: this prefix, which is
 * never executed, is what all others are.
 */
extern const uint8_t x86_lock_prefix[];
asm(".pushsection .text, \"ax\", @progbits\n"
    ".globl x86_lock_prefix\n"
    ".type x86_lock_prefix, @function\n"
    "x86_lock_prefix:\n" LOCK_PREFIX "incl (%" _ASM_AX ")\n" ASM_RET "int3\n"
    ".size x86_lock_prefix, . - x86_lock_prefix\n"
    ".popsection\n");

#define PREFIX_LOCK  0xf0
#define PREFIX_ALONE 0x3e /* in its place while there is one CPU */

bool linux_cpu_switches(void)
{
	return READ_ONCE(x86_lock_prefix[0]) == PREFIX_ALONE;
}

size_t linux_cpu_switched(const uint8_t *code, size_t from, size_t size)
{
	return dt_find_either(code, from, size, PREFIX_LOCK, PREFIX_ALONE);
}

/*
 * A jump label is a NOP or a jump of two or five bytes. (Static calls in line are x86_64's, whose
 * tables are found.)
 */
const char *linux_cpu_patched(unsigned long addr, unsigned int len)
{
	struct isa_insn insn;
	uint8_t code[ISA_INSN_MAX];

	if (linux_text_read(addr, code, sizeof(code)) != 0)
		return NULL;
	isa_insn_decode(code, sizeof(code), addr, &insn);
	if (insn.class != ISA_CLASS_NOP && insn.class != ISA_CLASS_JUMP)
		return NULL;
	return linux_calls.jump_label_text_reserved((void *)addr, (void *)(addr + insn.len - 1)) ? "patched-by-kernel"
												 : NULL;
}

/* ORC has a row for each instruction; without any the stack is searched from the return address on. */
DT_PROBE_CTX bool linux_cpu_unwinder_exact(void)
{
	return !IS_ENABLED(CONFIG_UNWINDER_FRAME_POINTER);
}

DT_PROBE_CTX bool linux_cpu_user_mapped(void)
{
	const struct mm_struct *mm = current->mm;

	return mm && (__native_read_cr3() & CR3_ADDR_MASK) == __pa(mm->pgd);
}

#define CACHE_FLAGS       (_PAGE_PWT | _PAGE_PCD | _PAGE_PAT) /* none of them: write-back, ordinary memory */
#define CACHE_FLAGS_LARGE (_PAGE_PWT | _PAGE_PCD | _PAGE_PAT_LARGE)

/*
 * The page tables that are in use now, which all have the kernel's part. An address that is not
 * mapped is left to fault.
 */
DT_PROBE_CTX static bool device_page(unsigned long addr)
{
	pgd_t *pgd = (pgd_t *)__va(__native_read_cr3() & CR3_ADDR_MASK) + pgd_index(addr);
	p4d_t *p4d;
	pud_t *pud;
	pmd_t *pmd;

	if (pgd_none(*pgd))
		return false;
	p4d = p4d_offset(pgd, addr);
	if (p4d_none(*p4d))
		return false;
	pud = pud_offset(p4d, addr);
	if (!(pud_flags(*pud) & _PAGE_PRESENT))
		return false;
	if (pud_flags(*pud) & _PAGE_PSE)
		return (pud_flags(*pud) & CACHE_FLAGS_LARGE) != 0;
	pmd = pmd_offset(pud, addr);
	if (!(pmd_flags(*pmd) & _PAGE_PRESENT))
		return false;
	if (pmd_flags(*pmd) & _PAGE_PSE)
		return (pmd_flags(*pmd) & CACHE_FLAGS_LARGE) != 0;
	return (pte_flags(*pte_offset_kernel(pmd, addr)) & CACHE_FLAGS) != 0;
}

DT_PROBE_CTX bool x86_device_memory(unsigned long addr, size_t size)
{
	unsigned long page = addr & PAGE_MASK, last = (addr + size - 1) & PAGE_MASK;

	for (; page <= last; page += PAGE_SIZE) {
		if (device_page(page))
			return true;
		if (page == last)
			break;
	}
	return false;
}

/* The chain is called as if from an NMI: do_int3 has raised the preemption count. */
DT_PROBE_CTX static int die_notified(struct notifier_block *block, unsigned long value, void *data)
{
	struct die_args *args = data;
	bool ours;

	if (value != DIE_INT3)
		return NOTIFY_DONE;
	if (user_mode(args->regs))
		return linux_user_trap(args->regs) ? NOTIFY_STOP : NOTIFY_DONE;
	raw_cpu_inc(linux_trap_nmi);
	ours = dt_trap((struct isa_regs *)args->regs);
	raw_cpu_dec(linux_trap_nmi);
	return ours ? NOTIFY_STOP : NOTIFY_DONE;
}

bool linux_cpu_single_steps(const struct pt_regs *regs)
{
	return (regs->flags & X86_EFLAGS_TF) != 0;
}

DT_PROBE_CTX long linux_cpu_syscall_number(const struct pt_regs *regs)
{
	return (long)regs->orig_ax; /* -1 after interrupts and exceptions */
}

static struct notifier_block die_block = { .notifier_call = die_notified, .priority = INT_MAX };

int x86_notifier_init(void)
{
	return register_die_notifier(&die_block);
}

void x86_notifier_fini(void)
{
	unregister_die_notifier(&die_block);
}

bool linux_cpu_reg_settable(const struct isa_reg_name *reg)
{
	return reg->size == isa_self.word_size && reg->dwarf >= 0 && !strstr(reg->name, "flags");
}
