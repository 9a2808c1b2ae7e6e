/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dif_regs.c - built-in variables that need the CPU's contract: uregs[] and caller. */
#include <dtrace/provider.h>
#include <isa_types.h>

#include "core/dif_impl.h"
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

/* At a function's first instruction there is no frame yet: the return address is where the calling convention puts it.
 */
DT_PROBE_CTX static bool at_function_entry(const struct dt_probe *probe)
{
	return dt_strcmp(dt_probe_name_part(probe, 0), "fbt") == 0 &&
	       dt_strcmp(dt_probe_name_part(probe, 3), "entry") == 0;
}

DT_PROBE_CTX uint64_t dt_dif_caller(struct dt_mstate *mstate)
{
	struct isa_regs *regs = mstate->firing->regs;
	uint64_t pcs[CALLER_FRAMES];
	unsigned int frame = dt_probe_aframes(mstate->probe) + (regs ? 1 : 0);
	uint64_t caller;

	if (mstate->firing->user)
		return 0;
	if (regs && at_function_entry(mstate->probe) && !isa_caller_get(regs, &kernel_memory, &caller))
		return caller;
	if (frame >= CALLER_FRAMES)
		return 0;
	return os_kstack(regs, pcs, frame + 1) == frame + 1 ? pcs[frame] : 0;
}
