/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * denied.h - functions that may not be probed on any CPU, each with its reason. Most of what must
 * not be probed has no record of the function tracer and needs no name here.
 */
#ifndef OS_LINUX_DENIED_H
#define OS_LINUX_DENIED_H

#include "os/linux/cpu.h"

static const struct linux_refused_name denied_names[] = {
	/* what probe context calls */
	{ "arch_stack_walk", "probe-context" },        { "irq_work_queue", "probe-context" },
	{ "ktime_get_boot_fast_ns", "probe-context" }, { "ktime_get_mono_fast_ns", "probe-context" },
	{ "ktime_get_real_fast_ns", "probe-context" }, { NULL, NULL },
};

#endif
