/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * no_frames.c - kernels without ORC tables: the tracer has no walk of its own through their stacks, and the kernel's
 * unwinder has it all. With them: orc.c.
 */
#include "os/linux/cpu.h"

#ifndef CONFIG_UNWINDER_ORC

int linux_cpu_frames_init(void)
{
	return 0;
}

void linux_cpu_frames_fini(void)
{
}

void linux_cpu_frames_changed(void)
{
}

DT_PROBE_CTX bool linux_cpu_frame_first(const struct pt_regs *regs, struct linux_frame *frame)
{
	return false;
}

DT_PROBE_CTX enum linux_step linux_cpu_frame_next(struct linux_frame *frame)
{
	return LINUX_STEP_UNKNOWN;
}

#endif
