/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * hooks.c - the tracepoints that tell what the threads of processes do. They are found by name: the
 * kernel exports few of them.
 */
#include <linux/mutex.h>
#include <linux/tracepoint.h>

#include "os/linux/linux.h"

#include "os/linux/process/hooks.h"

DT_PROBE_CTX static void on_switch(void *data, bool preempt, struct task_struct *prev, struct task_struct *next,
				   unsigned int state)
{
	const struct linux_hooks *hooks = data;

	hooks->leaves_cpu();
}

DT_PROBE_CTX static void on_signal(void *data, int signal, void *info, void *action)
{
	const struct linux_hooks *hooks = data;
	unsigned long state = os_irq_save();

	hooks->gets_signal();
	os_irq_restore(state);
}

static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	const struct linux_hooks *hooks = data;

	hooks->forked(child);
}

static void on_exit(void *data, struct task_struct *task)
{
	const struct linux_hooks *hooks = data;

	hooks->ends(task);
}

static void on_exec(void *data, struct task_struct *task, pid_t old, void *binary)
{
	const struct linux_hooks *hooks = data;

	hooks->executes();
}

enum { SWITCH, SIGNAL, FORK, EXIT, EXEC, POINTS };

static struct {
	const char *name;
	void *fn;
	struct tracepoint *point;
} points[POINTS] = {
	[SWITCH] = { "sched_switch", on_switch },   [SIGNAL] = { "signal_deliver", on_signal },
	[FORK] = { "sched_process_fork", on_fork }, [EXIT] = { "sched_process_exit", on_exit },
	[EXEC] = { "sched_process_exec", on_exec },
};

static void find(struct tracepoint *point, void *arg)
{
	size_t i;

	for (i = 0; i < POINTS; i++) {
		if (strcmp(point->name, points[i].name) == 0)
			points[i].point = point;
	}
}

static bool wants(const struct linux_hooks *hooks, size_t i)
{
	const bool wanted[POINTS] = {
		[SWITCH] = hooks->leaves_cpu, [SIGNAL] = hooks->gets_signal, [FORK] = hooks->forked,
		[EXIT] = hooks->ends,         [EXEC] = hooks->executes,
	};

	return wanted[i];
}

static int register_one(size_t i, const struct linux_hooks *hooks)
{
	if (!wants(hooks, i))
		return 0;
	if (!points[i].point) {
		pr_err("dtrace: this kernel has no tracepoint %s: processes cannot be traced\n", points[i].name);
		return -ENOENT;
	}
	return tracepoint_probe_register(points[i].point, points[i].fn, (void *)hooks);
}

/* The first @count of them. */
static void unregister(const struct linux_hooks *hooks, size_t count)
{
	while (count-- > 0) {
		if (wants(hooks, count))
			tracepoint_probe_unregister(points[count].point, points[count].fn, (void *)hooks);
	}
	tracepoint_synchronize_unregister();
}

static DEFINE_MUTEX(points_lock);

int linux_hooks_register(const struct linux_hooks *hooks)
{
	int error = 0;
	size_t i;

	mutex_lock(&points_lock);
	for_each_kernel_tracepoint(find, NULL);
	for (i = 0; i < POINTS; i++) {
		error = register_one(i, hooks);
		if (error)
			break;
	}
	if (error)
		unregister(hooks, i);
	mutex_unlock(&points_lock);
	return error;
}

void linux_hooks_unregister(const struct linux_hooks *hooks)
{
	unregister(hooks, POINTS);
}
