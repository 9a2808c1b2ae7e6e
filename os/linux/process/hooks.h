/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/hooks.h - the tracepoints that tell what the threads of processes do (process.h). */
#ifndef OS_LINUX_PROCESS_HOOKS_H
#define OS_LINUX_PROCESS_HOOKS_H

struct task_struct;

/* Called for any task, traced or not. Constant. NULL: not to be called, and costs nothing. */
struct linux_hooks {
	void (*leaves_cpu)(void);                  /* the current task; interrupts off, the run queue locked */
	void (*gets_signal)(void);                 /* the current task; interrupts off */
	void (*forked)(struct task_struct *child); /* by the current task; may not sleep */
	void (*ends)(struct task_struct *task);    /* it executes no instruction any more; may not sleep */
	void (*executes)(void);                    /* the current task, another program; may not sleep */
};

/*
 * linux_hooks_register - from now on the functions are called.
 * return:  0; -ENOENT this kernel lacks one of the tracepoints, which is named in its log; another
 *          negative errno: nothing is registered.
 * context: process, may sleep; not twice with the same @hooks.
 */
int linux_hooks_register(const struct linux_hooks *hooks);

/* linux_hooks_unregister - when it returns none of them runs. Context: as register, which succeeded. */
void linux_hooks_unregister(const struct linux_hooks *hooks);

#endif
