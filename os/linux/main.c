/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * main.c - the module's start and end. Each stage needs the ones before it; they end in the
 * opposite order. Providers make their probes on demand, so loading is cheap.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "os/linux/cpu.h"

#include <dt_version.h>

#include "core/entry.h"
#include "os/linux/compat/compat.h"
#include "os/linux/jumps.h"
#include "os/linux/object.h"
#include "os/linux/places.h"
#include "providers/providers.h"

static char *trap = "early";
module_param(trap, charp, 0444);
MODULE_PARM_DESC(trap, "how traps reach the tracer: early (where possible) or notifier");

static int trap_init(void)
{
	return linux_cpu_trap_init(trap);
}

/* Remove every break and wait until no task is inside a slot, while traps still reach us. */
static void trap_fini(void)
{
	dt_sites_settle();
	linux_cpu_trap_fini();
}

static const struct {
	const char *name;
	int (*init)(void);
	void (*fini)(void);
} stages[] = {
	{ "symbols", linux_symbols_init, NULL },
	{ "walks through symbols", compat_symbols_init, NULL },
	{ "places", linux_places_init, NULL },
	{ "functions", NULL, linux_functions_fini },
	{ "refusals", linux_refuse_init, linux_refuse_fini },
	{ "marks", linux_marks_init, linux_marks_forget },
	{ "space", linux_space_init, NULL },
	{ "text", linux_text_init, linux_text_fini },
	{ "slots", linux_exec_init, linux_exec_fini },
	{ "walks of stacks", linux_cpu_frames_init, linux_cpu_frames_fini },
	{ "facts of objects", linux_objects_init, NULL },
	{ "signals", linux_signal_init, linux_signal_fini },
	{ "timers", linux_timers_init, linux_timers_fini },
	{ "counters", linux_counters_init, linux_counters_fini },
	{ "system calls", linux_syscall_init, linux_syscall_fini },
	{ "tracepoints", linux_tracepoints_init, linux_tracepoints_fini },
	{ "adapters", linux_adapters_init, NULL },
	{ "adapters of sched", linux_adapt_sched_init, NULL },
	{ "adapters of kmem", linux_adapt_kmem_init, NULL },
	{ "processes", linux_process_init, linux_process_fini },
	{ "core", dt_core_init, dt_core_fini },
	{ "sites", dt_sites_init, dt_sites_fini },
	{ "traps", trap_init, trap_fini },
	{ "jumps", linux_jumps_init, linux_jumps_fini },
#define DT_PROVIDER(name, where, probes) { #name, dt_provider_##name##_init, dt_provider_##name##_fini },
#include "spec/provider.def"
#undef DT_PROVIDER
	{ "modules", linux_modules_init, linux_modules_fini },
	{ "/proc/dtrace", linux_proc_init, linux_proc_fini },
	{ "control of processes", linux_ctl_init, linux_ctl_fini },
	{ "device", linux_device_init, linux_device_fini },
};

static void stages_fini(size_t count)
{
	while (count-- > 0) {
		if (stages[count].fini)
			stages[count].fini();
	}
}

static int __init dtrace_init(void)
{
	size_t i;
	int error;

	for (i = 0; i < ARRAY_SIZE(stages); i++) {
		error = stages[i].init ? stages[i].init() : 0;
		if (error) {
			pr_err("dtrace: not loaded: %s (error %d)\n", stages[i].name, error);
			stages_fini(i);
			return error;
		}
	}
	pr_info("dtrace: %s loaded, traps by %s\n", ANYTRACE_BUILD_VERSION, linux_cpu_trap_name());
	return 0;
}

/*
 * `rmmod -f` gets here while consumers have the device open, and the kernel frees our text when we
 * return. So wait: new consumers cannot open the device any more, present ones go on, and the last
 * one that closes it ends the wait.
 */
static void wait_for_consumers(void)
{
	if (module_refcount(THIS_MODULE) <= 0)
		return;
	pr_warn("dtrace: unloading by force waits until nobody traces\n");
	while (module_refcount(THIS_MODULE) > 0)
		schedule_timeout_idle(HZ / 10);
}

static void __exit dtrace_exit(void)
{
	wait_for_consumers();
	stages_fini(ARRAY_SIZE(stages));
}

module_init(dtrace_init);
module_exit(dtrace_exit);
MODULE_DESCRIPTION("DTrace: dynamic tracing of the kernel");
MODULE_AUTHOR("the anytrace project");
MODULE_VERSION(ANYTRACE_VERSION);
MODULE_LICENSE("Dual MIT/GPL");
