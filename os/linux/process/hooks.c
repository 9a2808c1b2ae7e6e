/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * hooks.c - the tracepoints that tell what the threads of processes do. They are found by name: the
 * kernel exports few of them.
 */
#include <linux/tracepoint.h>

#include "os/linux/linux.h"

#include "os/linux/process/hooks.h"

static const struct linux_hooks *hooks;

DT_PROBE_CTX static void on_switch(void *data, bool preempt, struct task_struct *prev, struct task_struct *next,
				   unsigned int state)
{
	hooks->leaves_cpu();
}

DT_PROBE_CTX static void on_signal(void *data, int signal, void *info, void *action)
{
	unsigned long state = os_irq_save();

	hooks->gets_signal();
	os_irq_restore(state);
}

static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	hooks->forked(child);
}

static void on_exit(void *data, struct task_struct *task)
{
	hooks->ends(task);
}

static void on_exec(void *data, struct task_struct *task, pid_t old, void *binary)
{
	hooks->executes();
}

static struct {
	const char *name;
	void *fn;
	struct tracepoint *point;
	bool registered;
} points[] = {
	{ "sched_switch", on_switch },     { "signal_deliver", on_signal },   { "sched_process_fork", on_fork },
	{ "sched_process_exit", on_exit }, { "sched_process_exec", on_exec },
};

static void find(struct tracepoint *point, void *arg)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(points); i++) {
		if (strcmp(point->name, points[i].name) == 0)
			points[i].point = point;
	}
}

static int register_one(size_t i)
{
	int error;

	if (!points[i].point) {
		pr_err("dtrace: this kernel has no tracepoint %s: processes cannot be traced\n", points[i].name);
		return -ENOENT;
	}
	error = tracepoint_probe_register(points[i].point, points[i].fn, NULL);
	points[i].registered = error == 0;
	return error;
}

int linux_hooks_register(const struct linux_hooks *called)
{
	int error = 0;
	size_t i;

	hooks = called;
	for_each_kernel_tracepoint(find, NULL);
	for (i = 0; error == 0 && i < ARRAY_SIZE(points); i++)
		error = register_one(i);
	if (error)
		linux_hooks_unregister();
	return error;
}

void linux_hooks_unregister(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(points); i++) {
		if (points[i].registered)
			tracepoint_probe_unregister(points[i].point, points[i].fn, NULL);
		points[i].registered = false;
	}
	tracepoint_synchronize_unregister();
}
