/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jumps.c - sites of the kernel that are jumps: struct os_jumps of its space, and the module's parameter. */
#include "os/linux/jumps.h"

#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/percpu.h>

#include "core/entry.h"
#include "os/linux/cpu.h"

static DEFINE_MUTEX(lock);
static bool wanted = true; /* [lock] the parameter */
static bool started;       /* [lock] the core has sites */

DEFINE_PER_CPU(struct dt_cpu *, linux_jump_self);

static void hold(struct os_space *space, int change)
{
	if (change > 0)
		__module_get(THIS_MODULE);
	else
		module_put(THIS_MODULE);
}

static int text_each(struct os_space *space, bool modules, int (*fn)(void *arg, const struct os_text *text), void *arg)
{
	return linux_text_each(modules, fn, arg);
}

const struct os_jumps *linux_jumps(void)
{
	static struct os_jumps jumps = { .marks = linux_marks, .text_each = text_each, .hold = hold };

	return linux_cpu_jumps(&jumps) ? &jumps : NULL;
}

/* Jumps become breaks again before it returns; the other direction is the core's affair, in the background. */
static int jump_set(const char *text, const struct kernel_param *parameter)
{
	int error;

	mutex_lock(&lock);
	error = param_set_bool(text, parameter);
	if (!error && started)
		dt_sites_jump(wanted);
	mutex_unlock(&lock);
	return error;
}

static const struct kernel_param_ops jump_ops = { .set = jump_set, .get = param_get_bool };
module_param_cb(jump, &jump_ops, &wanted, 0644);
MODULE_PARM_DESC(jump, "whether sites become jumps where they can, and need no trap: 1 (default) or 0, at any time");

int linux_jumps_init(void)
{
	unsigned int cpu;

	for_each_possible_cpu (cpu)
		per_cpu(linux_jump_self, cpu) = dt_jump_cpu(cpu);
	mutex_lock(&lock);
	started = true;
	dt_sites_jump(wanted);
	mutex_unlock(&lock);
	return 0;
}

void linux_jumps_fini(void)
{
	mutex_lock(&lock);
	started = false;
	mutex_unlock(&lock);
}
