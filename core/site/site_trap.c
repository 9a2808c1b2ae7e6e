/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * site_trap.c - a break was executed: find its site, fire its probes, continue after it. This is
 * the hottest path of the tracer, and all of it is probe context. It handles kernel text on this
 * CPU only, so the CPU's functions are bound at link time. Text of processes: user_trap.c.
 */
#include "core/entry.h"
#include "core/site/kind.h"
#include "core/site/trap.h"

/*
 * The break at the start of a region whose site is further on. Nothing fires here: it is the stub that calls
 * dt_jump() before the site's instruction.
 */
DT_PROBE_CTX static bool trap_at_start(struct isa_regs *regs, uint64_t addr)
{
	const struct dt_kinds *kinds = dt_kernel_sites.kinds;
	const struct dt_region *region = kinds ? dt_region_at(kinds, addr) : NULL;

	if (!region || dt_region_addr(region) != addr || dt_region_is_jump(region))
		return false;
	isa_pc_set(regs, dt_region_stub(region) + region->start);
	return true;
}

/*
 * There is no site at @addr. It may be the second break of a slot: continue after the site. Or the
 * break is gone (removed after this CPU fetched it): run the instruction that is there now.
 * Otherwise the break is not ours.
 */
DT_PROBE_CTX static bool trap_without_site(struct isa_regs *regs, uint64_t addr)
{
	const uint8_t *text = (const uint8_t *)(uintptr_t)addr;
	const struct dt_site *site = dt_slot_site(&dt_kernel_sites, addr, ISA_SELF_SLOT_SIZE);
	unsigned int i;

	if (site) {
		isa_pc_set(regs, site->insn.addr + site->insn.len);
		return true;
	}
	if (trap_at_start(regs, addr))
		return true;
	for (i = 0; i < ISA_SELF_BREAK_LEN; i++) {
		if (DT_READ_ONCE(text[i]) != isa_self.break_bytes[i])
			break;
	}
	if (i == ISA_SELF_BREAK_LEN)
		return false;
	__atomic_fetch_add(&dt_kernel_sites.late, 1, __ATOMIC_RELAXED);
	isa_pc_set(regs, addr);
	return true;
}

DT_PROBE_CTX static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	return os_kload(dst, addr, size);
}

/* Only a call stores something, its return address; it is dropped here. */
DT_PROBE_CTX static int store(void *arg, uint64_t addr, const void *src, size_t size)
{
	return 0;
}

/* Store without a guard: only the interrupted stack is written, and that is mapped. */
DT_PROBE_CTX static int push(void *arg, uint64_t addr, const void *src, size_t size)
{
	const uint8_t *from = src;
	uint8_t *to = (uint8_t *)(uintptr_t)addr;

	while (size-- > 0)
		*to++ = *from++;
	return 0;
}

/* Find where an emulated instruction goes next, by emulating it on a copy of the registers. */
DT_PROBE_CTX static int next_pc(const struct isa_insn *insn, const struct isa_regs *regs, uint64_t *pc)
{
	struct isa_self_regs copy = *(const struct isa_self_regs *)regs;
	struct isa_mem mem;

	mem.arg = NULL;
	mem.load = load;
	mem.store = store;
	if (isa_insn_emulate(insn, (struct isa_regs *)&copy, &mem) != 0)
		return -OS_EFAULT;
	*pc = isa_pc_get((struct isa_regs *)&copy);
	return 0;
}

DT_PROBE_CTX int dt_site_target(const struct isa_regs *regs, uint64_t *target)
{
	struct dt_site *site = dt_site_find(&dt_kernel_sites, isa_pc_get(regs));

	if (!site || site->insn.verdict != ISA_EMULATE)
		return -OS_ERANGE;
	switch (site->insn.class) {
	case ISA_CLASS_CALL:
	case ISA_CLASS_JUMP:
	case ISA_CLASS_IJUMP:
	case ISA_CLASS_BRANCH:
	case ISA_CLASS_RETURN:
		return next_pc(&site->insn, regs, target);
	default:
		return -OS_ERANGE;
	}
}

/*
 * Does the emulated branch at a site lead out of an attachment's extents? A branch whose target cannot be read will
 * fault; it does not lead out.
 */
DT_PROBE_CTX static bool leads_out(struct dt_site_attachment *attachment, const struct dt_site *site,
				   const struct isa_regs *regs)
{
	uint64_t pc;

	return next_pc(&site->insn, regs, &pc) == 0 && dt_trap_is_outside(attachment->inside, pc);
}

/*
 * Continue after an instruction whose memory operand may not be mapped. It runs in its slot, so
 * that a fault is the instruction's own and the kernel handles it as usual. A call is emulated
 * here, because its return address must be that of the site; if its operand cannot be read, it
 * faults in the slot too.
 */
DT_PROBE_CTX static void pass_carefully(const struct dt_site *site, struct isa_regs *regs)
{
	struct isa_mem mem;

	mem.arg = NULL;
	mem.load = load;
	mem.store = push;
	if (site->insn.class != ISA_CLASS_CALL || isa_insn_emulate(&site->insn, regs, &mem) != 0)
		isa_pc_set(regs, site->slot);
}

/* A break in place of a jump. */
DT_PROBE_CTX static bool jump_is_others(const struct dt_site *site)
{
	const struct dt_region *region = dt_region_of(dt_kernel_sites.kinds, site);

	return region && dt_region_is_jump(region);
}

/* A break at a site. Return: false: it is not ours. */
DT_PROBE_INLINE bool trap_at_site(struct isa_regs *regs, uint64_t addr, struct dt_site *site)
{
	if (DT_UNLIKELY(DT_READ_ONCE(site->kind) == DT_SITE_JUMP) && jump_is_others(site))
		return false;
	isa_pc_set(regs, addr);
	if (dt_trap_fire(dt_walk_cpu(os_cpu_self()), &dt_kernel_sites, site, regs, dt_trap_make, leads_out) &&
	    isa_pc_get(regs) != addr)
		return true;
	if (!site->slot)
		isa_insn_emulate(&site->insn, regs, NULL);
	else if (DT_UNLIKELY(site->insn.may_fault))
		pass_carefully(site, regs);
	else
		isa_pc_set(regs, site->slot);
	return true;
}

DT_PROBE_CTX bool dt_trap(struct isa_regs *regs)
{
	uint64_t addr = isa_pc_get(regs) - ISA_SELF_BREAK_PC_AFTER;
	struct dt_site *site;

	if (DT_UNLIKELY(!dt_site_look_up(&dt_kernel_sites, addr, &site)))
		return trap_without_site(regs, addr);
	return trap_at_site(regs, addr, site);
}

DT_PROBE_CTX void dt_trap_or(struct isa_regs *regs, void (*otherwise)(struct isa_regs *regs))
{
	uint64_t addr = isa_pc_get(regs) - ISA_SELF_BREAK_PC_AFTER;
	struct dt_site *site;
	bool ours;

	if (DT_LIKELY(dt_site_look_up(&dt_kernel_sites, addr, &site)))
		ours = trap_at_site(regs, addr, site);
	else
		ours = trap_without_site(regs, addr);
	if (DT_UNLIKELY(!ours))
		otherwise(regs);
}

/* The entry does not know the pc, and only what reads the firing's registers asks for it. */
DT_PROBE_INLINE void jump_make(const void *of)
{
	const struct dt_trap_from *from = of;

	isa_pc_set(from->firing->regs, (*from->site)->insn.addr);
	dt_trap_make(of);
}

DT_PROBE_CTX DT_BY_NAME void dt_jump(struct isa_regs *regs, uintptr_t cookie, struct dt_cpu *self)
{
	struct dt_site *site = (struct dt_site *)cookie;

	dt_trap_fire(self, &dt_kernel_sites, site, regs, jump_make, leads_out);
}

struct dt_cpu *dt_jump_cpu(unsigned int cpu)
{
	return dt_walk_cpu(cpu);
}

DT_PROBE_CTX uint64_t dt_text_pc(uint64_t pc)
{
	const struct dt_kinds *kinds = dt_kernel_sites.kinds;
	uint64_t stub = kinds ? dt_slot_start(&kinds->stubs, pc) : 0;
	const struct dt_site *site;

	if (!stub)
		return pc;
	site = *(struct dt_site *const *)(uintptr_t)stub;
	return site ? site->insn.addr : pc; /* NULL: in the veneer */
}
