/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * user_trap.c - a break was executed in the text of a process: find its site, fire its probes, continue
 * after it. All of it is probe context. The process may have another CPU's instructions than the
 * kernel (32-bit programs of a 64-bit one), so its space says which.
 *
 * Theory. What differs from the kernel's text is memory. An instruction that is emulated reads and
 * writes the program's, which may be swapped out, not written yet since a fork, or not there at all.
 * A trap cannot wait for it. Two ways are left:
 *
 *     a slot         the instruction has one beside its emulation: it runs there, and a fault is its own
 *     bring it in    a call has none (it would push the slot's address as its return address): the
 *                    thread stays on the site, the operating system brings the memory in where it may
 *                    sleep, and the site is trapped again, silently
 *
 * And a program of one word size may execute code of the other: the same bytes are another instruction then.
 * Where such a thread comes to a site, the site loses its break (dt_user_trap_apart).
 *
 * A thread with a shadow stack has to execute its calls and returns itself: a return in its slot; at a call, which has
 * none, the site loses its break after it has fired once.
 *
 * An attachment may itself decide where the thread goes on (dt_site_attachment.fire): then the instruction is
 * neither emulated nor executed.
 *
 * A slot's addresses are not the program's. Before anybody looks at a thread that is in one, a
 * signal's frame first of all, dt_user_leave_slot() puts it back into the program. When its
 * instruction begins again (marks.c), its probes do not fire again.
 */
#include "core/entry.h"
#include "core/site/marks.h"
#include "core/site/trap.h"
#include "base/memory.h"

DT_PROBE_CTX static int user_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	return os_uload(dst, addr, size);
}

DT_PROBE_CTX static int user_store(void *arg, uint64_t addr, const void *src, size_t size)
{
	return os_ustore(addr, src, size);
}

const struct isa_mem dt_user_memory = { .load = user_load, .store = user_store };

/* The space's memory, and what could not be accessed of it. */
struct guarded {
	const struct isa_mem *memory;
	struct dt_user_access *missing;
};

DT_PROBE_CTX static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	struct guarded *guarded = arg;

	if (guarded->memory->load(guarded->memory->arg, addr, dst, size) == 0)
		return 0;
	guarded->missing->addr = addr;
	guarded->missing->size = (uint32_t)size;
	guarded->missing->write = false;
	return -OS_EFAULT;
}

DT_PROBE_CTX static int store(void *arg, uint64_t addr, const void *src, size_t size)
{
	struct guarded *guarded = arg;

	if (guarded->memory->store(guarded->memory->arg, addr, src, size) == 0)
		return 0;
	guarded->missing->addr = addr;
	guarded->missing->size = (uint32_t)size;
	guarded->missing->write = true;
	return -OS_EFAULT;
}

/*
 * Does the branch at a site lead out of an attachment's extents? It stores nothing. One whose target cannot be
 * read does not: it ends in a fault, or runs in its slot.
 */
DT_PROBE_CTX static bool leads_out(struct dt_site_attachment *attachment, const struct dt_site *site,
				   const struct isa_regs *regs)
{
	DT_UNINITIALIZED uint64_t copy[ISA_REGS_MAX / sizeof(uint64_t)];
	const struct os_space *space = dt_site_space(attachment);

	dt_memcpy(copy, regs, space->isa->regs_size);
	return space->isa->insn_emulate(&site->insn, (struct isa_regs *)copy, space->memory) == 0 &&
	       dt_trap_is_outside(attachment->inside, space->isa->pc_get((struct isa_regs *)copy));
}

/*
 * There is no site here. The second break of a slot: continue after its site. A break that is gone
 * (this thread came to it before it was removed): execute what is there now. Else it is somebody
 * else's, or no break of one instruction (x86: `int $3` in two bytes); or a debugger has put it back.
 */
DT_PROBE_CTX static enum dt_user_trap trap_without_site(struct os_space *space, struct isa_regs *regs, uint64_t addr,
							struct dt_user_access *missing)
{
	const struct isa *isa = space->isa;
	const struct dt_site *site = dt_slot_site(space->sites, addr, isa->slot_size);
	const struct dt_past_place *place;
	uint8_t bytes[ISA_BREAK_MAX];

	if (site) {
		isa->pc_set(regs, site->insn.addr + site->insn.len);
		return DT_USER_TRAP_PASSED;
	}
	place = dt_past_find(DT_READ_ONCE(space->sites->past), addr);
	if (!place)
		return DT_USER_TRAP_FOREIGN;
	/* a page that is not there is brought in when the thread executes it */
	if (space->memory->load(space->memory->arg, addr, bytes, isa->break_len) == 0) {
		if (dt_memcmp(bytes, isa->break_bytes, isa->break_len) == 0) {
			if (!DT_READ_ONCE(place->doubtful))
				return DT_USER_TRAP_FOREIGN;
			missing->addr = addr;
			isa->pc_set(regs, addr);
			return DT_USER_TRAP_STALE;
		}
		__atomic_fetch_add(&space->sites->late, 1, __ATOMIC_RELAXED);
	}
	isa->pc_set(regs, addr);
	return DT_USER_TRAP_PASSED;
}

/*
 * A debugger has a break here, too. It will write the instruction back, and have the thread execute that: the trap
 * then is silent.
 */
DT_PROBE_CTX static enum dt_user_trap trap_of_two(struct os_space *space, struct dt_site *site, struct isa_regs *regs,
						  const struct dt_user_thread *thread)
{
	const struct isa *isa = space->isa;
	uint64_t addr = isa->pc_get(regs);

	dt_mark_take(space->sites->marks, thread, site->serial, isa->sp_get(regs));
	dt_trap_fire(dt_walk_cpu(os_cpu_self()), space->sites, site, regs, dt_trap_make, leads_out);
	if (isa->pc_get(regs) != addr)
		return DT_USER_TRAP_EXECUTED;
	dt_mark_add(space->sites->marks, thread, site->serial, isa->sp_get(regs));
	isa->pc_set(regs, addr + isa->break_pc_after);
	return DT_USER_TRAP_FOREIGN;
}

/* A call or return of a thread with a shadow stack, on its site, has fired: the CPU has to execute it. */
DT_PROBE_CTX static enum dt_user_trap past_by_cpu(struct os_space *space, struct dt_site *site, struct isa_regs *regs,
						  const struct dt_user_thread *thread, struct dt_user_access *missing)
{
	const struct isa *isa = space->isa;

	if (site->slot) {
		isa->pc_set(regs, site->slot);
		return DT_USER_TRAP_PASSED;
	}
	/* until the break is gone the thread may trap here again */
	dt_mark_add(space->sites->marks, thread, site->serial, isa->sp_get(regs));
	missing->addr = site->insn.addr;
	return DT_USER_TRAP_APART;
}

DT_PROBE_INLINE bool uses_shadow_stack(const struct isa_insn *insn)
{
	return insn->verdict == ISA_EMULATE && (insn->class == ISA_CLASS_CALL || insn->class == ISA_CLASS_RETURN);
}

DT_PROBE_CTX enum dt_user_trap dt_user_trap(struct os_space *space, struct isa_regs *regs,
					    const struct dt_user_thread *thread, struct dt_user_access *missing)
{
	const struct isa *isa = space->isa;
	uint64_t addr = isa->pc_get(regs) - isa->break_pc_after;
	struct guarded guarded = { space->memory, missing };
	struct isa_mem mem = { &guarded, load, store };
	struct dt_site *site;

	if (DT_UNLIKELY(!dt_site_look_up(space->sites, addr, &site)))
		return trap_without_site(space, regs, addr, missing);
	isa->pc_set(regs, addr);
	if (DT_UNLIKELY(DT_READ_ONCE(site->foreign)))
		return trap_of_two(space, site, regs, thread);
	if (DT_LIKELY(!dt_marks_any(space->sites->marks)) ||
	    !dt_mark_take(space->sites->marks, thread, site->serial, isa->sp_get(regs)))
		dt_trap_fire(dt_walk_cpu(os_cpu_self()), space->sites, site, regs, dt_trap_make, leads_out);
	if (DT_UNLIKELY(isa->pc_get(regs) != addr))
		return DT_USER_TRAP_EXECUTED;
	if (DT_UNLIKELY(thread->has_shadow_stack) && uses_shadow_stack(&site->insn))
		return past_by_cpu(space, site, regs, thread, missing);
	if (site->insn.verdict == ISA_EMULATE && isa->insn_emulate(&site->insn, regs, &mem) == 0)
		return DT_USER_TRAP_EXECUTED;
	if (DT_UNLIKELY(!site->slot)) {
		dt_mark_add(space->sites->marks, thread, site->serial, isa->sp_get(regs));
		return DT_USER_TRAP_MISSING;
	}
	isa->pc_set(regs, site->slot);
	return DT_USER_TRAP_PASSED;
}

DT_PROBE_CTX enum dt_user_trap dt_user_trap_apart(struct os_space *space, struct isa_regs *regs,
						  struct dt_user_access *missing)
{
	uint64_t addr = space->isa->pc_get(regs) - space->isa->break_pc_after;

	if (!dt_site_find(space->sites, addr))
		return trap_without_site(space, regs, addr, missing);
	missing->addr = addr;
	space->isa->pc_set(regs, addr);
	return DT_USER_TRAP_APART;
}

/* Where in the program a thread is that is at an address of a site's slot. */
DT_PROBE_INLINE uint64_t pc_of(const struct dt_site *site, uint64_t pc)
{
	return pc == site->slot ? site->insn.addr : site->insn.addr + site->insn.len;
}

DT_PROBE_CTX bool dt_user_is_site(const struct os_space *space, const struct isa_regs *regs)
{
	uint64_t addr = space->isa->pc_get(regs) - space->isa->break_pc_after;
	const struct dt_site *site = dt_site_find(space->sites, addr);

	return site ? !DT_READ_ONCE(site->foreign) : dt_slot_site(space->sites, addr, space->isa->slot_size) != NULL;
}

DT_PROBE_CTX bool dt_user_leave_slot(struct os_space *space, struct isa_regs *regs, const struct dt_user_thread *thread)
{
	const struct isa *isa = space->isa;
	uint64_t pc = isa->pc_get(regs);
	const struct dt_site *site = dt_slot_of(space->sites, pc, isa->slot_size);

	if (!site)
		return false;
	if (pc == site->slot)
		dt_mark_add(space->sites->marks, thread, site->serial, isa->sp_get(regs));
	isa->pc_set(regs, pc_of(site, pc));
	return true;
}

DT_PROBE_CTX uint64_t dt_user_pc(const struct os_space *space, uint64_t pc)
{
	const struct dt_site *site = dt_slot_of(space->sites, pc, space->isa->slot_size);

	return site ? pc_of(site, pc) : pc;
}

DT_PROBE_CTX void dt_user_thread_end(struct os_space *space, uint32_t id)
{
	dt_marks_forget(space->sites->marks, id);
}
