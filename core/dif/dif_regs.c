/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dif_regs.c - built-in variables that need the CPU's contract: uregs[], caller, the kernel stack. */
#include <dtrace/provider.h>
#include <isa_types.h>

#include "core/dif/dif_impl.h"
#include "os/os.h"

#define CALLER_FRAMES 16u /* the tracer's own frames, the probed function, its caller */

DT_PROBE_CTX uint64_t dt_dif_ureg(struct dt_mstate *mstate, uint64_t index)
{
	const struct isa_regs *regs = mstate->firing->user ? mstate->firing->regs : os_user_regs();

	if (index >= isa_self.reg_count) {
		dt_mstate_fault(mstate, DTRACEFLT_ILLOP, index);
		return 0;
	}
	if (!regs) {
		dt_mstate_fault(mstate, DTRACEFLT_BADADDR, 0);
		return 0;
	}
	return isa_reg_get(regs, (unsigned int)index);
}

DT_PROBE_CTX static int kernel_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	return os_kload(dst, addr, size);
}

DT_PROBE_CTX static int kernel_store(void *arg, uint64_t addr, const void *src, size_t size)
{
	return -OS_EFAULT;
}

static const struct isa_mem kernel_memory = { NULL, kernel_load, kernel_store };

DT_PROBE_CTX static bool is_hidden(const struct os_extent *hidden, uint64_t addr)
{
	for (; hidden && hidden->end; hidden++) {
		if (addr >= hidden->start && addr < hidden->end)
			return true;
	}
	return false;
}

/*
 * Frames of the tracer itself, and of what calls it, are left out. At a function's edge there is no frame yet, or none any
 * more, and the return address is where the calling convention puts it: a walk that follows frames
 * has skipped the caller, so it is inserted. It is inserted even if the same address is there
 * already: in a function that calls itself it is, as the caller of another frame. If the function is
 * one that the provider hides, the stack begins with the caller.
 */
DT_PROBE_CTX unsigned int dt_firing_kstack(const struct dt_probe *probe, const struct dt_firing *firing, uint64_t *pcs,
					   unsigned int max)
{
	struct isa_regs *regs = firing->user ? NULL : firing->regs;
	const struct os_extent *frames = dt_probe_frames(probe);
	unsigned int count, hidden, place, i;
	uint64_t caller;

	if (firing->user == DT_FIRING_INTERRUPTED)
		return 0;
	count = os_kstack(regs, frames, pcs, max);
	hidden = regs ? 0 : DT_MIN(dt_probe_aframes(probe), count);
	count -= hidden;
	for (i = 0; hidden > 0 && i < count; i++)
		pcs[i] = pcs[i + hidden];
	if (!firing->edge || os_kstack_exact() || !regs || isa_caller_get(regs, &kernel_memory, &caller) != 0 ||
	    caller == 0 || is_hidden(frames, caller))
		return count;
	place = is_hidden(frames, isa_pc_get(regs)) ? 0 : 1;
	if (count < place || max < place + 1)
		return count;
	count = DT_MIN(count + 1, max);
	for (i = count - 1; i > place; i--)
		pcs[i] = pcs[i - 1];
	pcs[place] = caller;
	return count;
}

DT_PROBE_CTX uint64_t dt_dif_caller(struct dt_mstate *mstate)
{
	const struct os_extent *frames = dt_probe_frames(mstate->probe);
	struct isa_regs *regs = mstate->firing->regs;
	unsigned int frame;
	uint64_t pcs[CALLER_FRAMES], caller;

	if (mstate->firing->user)
		return 0;
	if (regs && mstate->firing->edge && !isa_caller_get(regs, &kernel_memory, &caller) &&
	    !is_hidden(frames, caller))
		return caller;
	frame = regs && !is_hidden(frames, isa_pc_get(regs)) ? 1 : 0;
	return dt_firing_kstack(mstate->probe, mstate->firing, pcs, CALLER_FRAMES) > frame ? pcs[frame] : 0;
}
