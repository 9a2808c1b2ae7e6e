/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * cpu_aarch64.c - Linux on aarch64.
 *
 * Writing an instruction that another CPU may be executing: the architecture promises that it sees
 * the old or the new one only for a few instructions (branches, NOP, BRK and their like, on both
 * sides). Here BRK replaces anything, as an aligned single store; implementations fetch whole
 * words. The caches are cleaned to the point of unification by the address that executes, and the
 * cross call after the batch is a context synchronisation on every CPU.
 */
#include <linux/compat.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/uaccess.h>
#include <asm/barrier.h>
#include <asm/cacheflush.h>
#include <asm/cpufeature.h>
#include <asm/sysreg.h>
#include <asm/unistd.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "core/entry.h"
#include "os/linux/compat/break_hook.h"

static_assert(offsetof(struct aarch64_regs, x) == offsetof(struct pt_regs, regs), "aarch64_regs is not pt_regs");
static_assert(offsetof(struct aarch64_regs, sp) == offsetof(struct pt_regs, sp), "aarch64_regs is not pt_regs");
static_assert(offsetof(struct aarch64_regs, pstate) == offsetof(struct pt_regs, pstate), "aarch64_regs is not pt_regs");

#define TABLE_ADDRESS GENMASK_ULL(47, 1) /* of TTBR0_EL1 */

const struct linux_refused_name linux_cpu_refused[] = {
	{ "do_el1_brk64", "trap-path" },           { "call_el1_break_hook", "trap-path" },
	{ "call_break_hook", "trap-path" },        { "brk_handler", "trap-path" },
	{ "do_debug_exception", "trap-path" },     { "secondary_start_kernel", "cpu-bring-up" },
	{ "cpu_uninstall_idmap", "cpu-bring-up" }, { "cpu_resume", "cpu-bring-up" },
	{ "machine_kexec", "cpu-bring-up" },       { NULL, NULL },
};

static const char *trap_name = "none";

DT_PROBE_CTX static bool trapped(struct pt_regs *regs)
{
	return dt_trap((struct isa_regs *)regs);
}

/*
 * In kernels that handle breaks of user mode with interrupts on, the process may have been closed
 * since this thread came to its break: what is in its place now is executed then.
 */
static bool user_trapped(struct pt_regs *regs)
{
	u32 insn;

	if (linux_user_trap(regs))
		return true;
	return copy_from_user_nofault(&insn, (void __user *)regs->pc, sizeof(insn)) == 0 && insn != AARCH64_BREAK;
}

int linux_cpu_trap_init(const char *how)
{
	return compat_break_init(AARCH64_BREAK_IMM, trapped, user_trapped, &trap_name);
}

void linux_cpu_trap_fini(void)
{
	compat_break_fini();
}

const char *linux_cpu_trap_name(void)
{
	return trap_name;
}

/*
 * The record is that of the tracer's branch; what comes before it (a landing pad, the saving of the
 * return address) is skipped too.
 */
unsigned long linux_cpu_body(unsigned long func, unsigned long record)
{
	return record + 4;
}

void linux_cpu_store(void *alias, const struct os_patch *patch)
{
	unsigned long addr = patch->addr;

	WRITE_ONCE(*(u32 *)alias, *(const u32 *)patch->new_bytes);
	caches_clean_inval_pou(addr, addr + 4);
}

void linux_cpu_stored(unsigned long start, unsigned long end)
{
	caches_clean_inval_pou(start, end);
}

#define L1IP_PIPT 3

/*
 * Where the instruction cache of some CPU is indexed by virtual addresses (CTR_EL0, Arm ARM DDI 0487,
 * D24.2), cleaning it by the kernel's address does not reach the program's.
 */
void linux_cpu_user_stored(void *place, size_t size)
{
	caches_clean_inval_pou((unsigned long)place, (unsigned long)place + size);
	if (CTR_L1IP(read_sanitised_ftr_reg(SYS_CTR_EL0)) != L1IP_PIPT)
		icache_inval_all_pou();
}

static void synchronize_here(void *arg)
{
	isb();
}

void linux_cpu_sync(void)
{
	on_each_cpu(synchronize_here, NULL, 1);
}

/*
 * Asks the CPU how the address is mapped (AT S1E1R and PAR_EL1, Arm ARM DDI 0487, D24.2): the
 * kernel's own tables have no name that every kernel gives (swapper_pg_dir is data, and kallsyms
 * may hold text only). Ordinary memory is write-back cached, bits 7 and 6 of the attribute;
 * whatever else (device, uncached) may be a device. An address that is not mapped is left to fault.
 * The interrupted code may be between its own AT and its reading of PAR_EL1, so the register is put
 * back.
 */
#define PAR_ATTRIBUTE(par) ((par) >> 56)
#define WRITE_BACK         0xc0

DT_PROBE_CTX static bool device_page(unsigned long addr)
{
	u64 saved = read_sysreg_par(), par;

	asm volatile("at s1e1r, %0" : : "r"(addr));
	isb();
	par = read_sysreg_par();
	write_sysreg(saved, par_el1);
	return !(par & SYS_PAR_EL1_F) && (PAR_ATTRIBUTE(par) & WRITE_BACK) != WRITE_BACK;
}

/* The map of all memory has no devices; the rest of the kernel's half is looked up page by page. */
DT_PROBE_CTX bool linux_cpu_kernel_range(unsigned long addr, size_t size)
{
	unsigned long last = addr + size - 1, page;

	if (addr < PAGE_OFFSET || last < addr)
		return false;
	if (last < PAGE_END)
		return true;
	for (page = addr & PAGE_MASK; page <= (last & PAGE_MASK); page += PAGE_SIZE) {
		if (device_page(page))
			return false;
		if (page == (last & PAGE_MASK))
			break;
	}
	return true;
}

/* Where user accesses are switched by software, the switch itself takes the task's own tables. */
DT_PROBE_CTX bool linux_cpu_user_mapped(void)
{
	const struct mm_struct *mm = current->mm;

	if (!mm)
		return false;
	if (system_uses_ttbr0_pan())
		return true;
	return ((read_sysreg(ttbr0_el1) ^ virt_to_phys(mm->pgd)) & TABLE_ADDRESS) == 0;
}

#define COMPAT_EXECVE   11
#define COMPAT_EXECVEAT 387

/*
 * A program of the other word size that an execve has just started: the call's number is still that
 * of the old word size, and the register in which the program itself would have put one is empty
 * like all its registers.
 */
DT_PROBE_CTX static bool other_size_started(const struct pt_regs *regs, bool compat, unsigned long number)
{
	if (regs->regs[compat ? 7 : 8] != 0)
		return false;
	return compat ? number == __NR_execve || number == __NR_execveat
		      : number == COMPAT_EXECVE || number == COMPAT_EXECVEAT;
}

DT_PROBE_CTX unsigned int linux_cpu_syscall(struct pt_regs *regs, unsigned long *number)
{
	bool compat = in_compat_syscall();

	return compat != other_size_started(regs, compat, *number) ? 1 : 0;
}

bool linux_cpu_single_steps(const struct pt_regs *regs)
{
	return test_thread_flag(TIF_SINGLESTEP);
}

DT_PROBE_CTX long linux_cpu_syscall_number(const struct pt_regs *regs)
{
	return regs->syscallno; /* -1: NO_SYSCALL */
}

DT_PROBE_CTX unsigned int linux_cpu_user_bits(unsigned long thread_flags)
{
	return thread_flags & 1ul << TIF_32BIT ? 32 : 64;
}

DT_PROBE_CTX unsigned int linux_cpu_user_word(const struct pt_regs *regs)
{
	return compat_user_mode(regs) ? 4 : 8;
}

size_t linux_cpu_return_thunks(uint64_t *thunks, size_t max)
{
	return 0;
}
