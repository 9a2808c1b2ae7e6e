/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscall.c - watching system calls: the kernel's tracepoints sys_enter and sys_exit, found by
 * name, attached only while a probe uses them.
 */
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <asm/syscall.h>

#include "os/linux/cpu.h"

#include "os/tracepoint.h"

typedef void (*enter_fn)(struct isa_regs *regs, unsigned int abi_index, unsigned int number, const uint64_t args[6]);
typedef void (*leave_fn)(struct isa_regs *regs, unsigned int abi_index, unsigned int number, int64_t value);

static struct tracepoint *point_enter, *point_exit;
static DEFINE_MUTEX(lock);
static enter_fn on_enter; /* [lock] NULL: not attached; changed only then */
static leave_fn on_leave; /* [lock] as on_enter */

/*
 * The kernel's function is inlined where it is called from one place only: a copy of it out of line
 * would be no probe context.
 */
DT_PROBE_CTX static noinline void syscall_arguments(struct pt_regs *regs, unsigned long *words)
{
	syscall_get_arguments(current, regs, words);
}

DT_PROBE_CTX static void entered(void *data, struct pt_regs *regs, long id)
{
	DT_UNINITIALIZED unsigned long words[6];
	DT_UNINITIALIZED uint64_t args[6];
	unsigned long number = id;
	unsigned int abi, i;

	if (id < 0)
		return;
	abi = linux_cpu_syscall(regs, &number);
	syscall_arguments(regs, words);
	if (sizeof(words) == sizeof(args)) {
		on_enter((struct isa_regs *)regs, abi, number, (const uint64_t *)words);
		return;
	}
	for (i = 0; i < 6; i++)
		args[i] = words[i];
	on_enter((struct isa_regs *)regs, abi, number, args);
}

DT_PROBE_CTX static void left(void *data, struct pt_regs *regs, long value)
{
	long id = syscall_get_nr(current, regs);
	unsigned long number = id;
	unsigned int abi;

	if (id < 0)
		return;
	abi = linux_cpu_syscall(regs, &number);
	on_leave((struct isa_regs *)regs, abi, number, value);
}

/* sys_enter: registers, number; sys_exit: registers, value. */
DT_PROBE_CTX bool os_tracepoint_syscall(const uint64_t *args, bool leaves, unsigned int *abi_index,
					unsigned int *number, uint64_t *words)
{
	struct pt_regs *regs = (struct pt_regs *)(unsigned long)args[0];
	long id = leaves ? syscall_get_nr(current, regs) : (long)args[1];
	DT_UNINITIALIZED unsigned long arguments[6];
	unsigned long plain = id;
	unsigned int i;

	if (id < 0)
		return false;
	*abi_index = linux_cpu_syscall(regs, &plain);
	*number = plain;
	syscall_arguments(regs, arguments);
	if (leaves)
		*words++ = (long)args[1];
	for (i = 0; i < 6; i++)
		words[i] = arguments[i];
	return true;
}

static void find_point(struct tracepoint *point, void *data)
{
	if (strcmp(point->name, "sys_enter") == 0)
		point_enter = point;
	else if (strcmp(point->name, "sys_exit") == 0)
		point_exit = point;
}

static void detach(struct tracepoint *point, void *fn)
{
	tracepoint_probe_unregister(point, fn, NULL);
	tracepoint_synchronize_unregister();
}

/* New functions are attached before old ones are detached: a failure changes nothing. */
static int change(enter_fn enter, leave_fn leave)
{
	bool enter_new = enter && !on_enter, leave_new = leave && !on_leave;
	int error;

	if (enter_new) {
		on_enter = enter;
		error = tracepoint_probe_register(point_enter, entered, NULL);
		if (error)
			goto undo_enter;
	}
	if (leave_new) {
		on_leave = leave;
		error = tracepoint_probe_register(point_exit, left, NULL);
		if (error)
			goto undo_leave;
	}
	if (!enter && on_enter) {
		detach(point_enter, entered);
		on_enter = NULL;
	}
	if (!leave && on_leave) {
		detach(point_exit, left);
		on_leave = NULL;
	}
	return 0;
undo_leave:
	on_leave = NULL;
	if (!enter_new)
		return error;
	detach(point_enter, entered);
undo_enter:
	on_enter = NULL;
	return error;
}

int os_syscall_trace(enter_fn enter, leave_fn leave)
{
	int error;

	mutex_lock(&lock);
	error = change(enter, leave);
	mutex_unlock(&lock);
	return error;
}

int linux_syscall_init(void)
{
	for_each_kernel_tracepoint(find_point, NULL);
	if (point_enter && point_exit)
		return 0;
	pr_err("dtrace: this kernel is not supported: it has no tracepoint '%s'\n",
	       point_enter ? "sys_exit" : "sys_enter");
	return -ENOENT;
}

void linux_syscall_fini(void)
{
	os_syscall_trace(NULL, NULL);
}
