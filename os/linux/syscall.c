/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* syscall.c - being told of system calls: the kernel's tracepoints sys_enter and sys_exit, found by name, attached only while somebody wants them. */
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <asm/syscall.h>

#include "os/linux/linux.h"

typedef void (*enter_fn)(struct isa_regs *regs, unsigned int abi_index, unsigned int number, const uint64_t args[6]);
typedef void (*leave_fn)(struct isa_regs *regs, unsigned int abi_index, unsigned int number, int64_t value);

static struct tracepoint *point_enter, *point_exit;
static DEFINE_MUTEX(lock);
static enter_fn on_enter;	/* [lock] changed only while not attached */
static leave_fn on_leave;	/* [lock] as on_enter */

DT_PROBE_CTX static void entered(void *data, struct pt_regs *regs, long id)
{
	unsigned long number = id, words[6];
	uint64_t args[6];
	unsigned int abi, i;

	if (id < 0)
		return;
	abi = linux_cpu_syscall(regs, &number);
	syscall_get_arguments(current, regs, words);
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

static void find_point(struct tracepoint *point, void *data)
{
	if (strcmp(point->name, "sys_enter") == 0)
		point_enter = point;
	else if (strcmp(point->name, "sys_exit") == 0)
		point_exit = point;
}

static int attach(enter_fn enter, leave_fn leave)
{
	int error;

	if (on_enter)
		return -OS_EBUSY;
	on_enter = enter;
	on_leave = leave;
	error = tracepoint_probe_register(point_enter, entered, NULL);
	if (error)
		goto undo_names;
	error = tracepoint_probe_register(point_exit, left, NULL);
	if (error)
		goto undo_enter;
	return 0;
undo_enter:
	tracepoint_probe_unregister(point_enter, entered, NULL);
	tracepoint_synchronize_unregister();
undo_names:
	on_enter = NULL;
	return error;
}

static void detach(void)
{
	if (!on_enter)
		return;
	tracepoint_probe_unregister(point_exit, left, NULL);
	tracepoint_probe_unregister(point_enter, entered, NULL);
	tracepoint_synchronize_unregister();
	on_enter = NULL;
	on_leave = NULL;
}

int os_syscall_trace(enter_fn enter, leave_fn leave)
{
	int error = 0;

	mutex_lock(&lock);
	if (enter)
		error = attach(enter, leave);
	else
		detach();
	mutex_unlock(&lock);
	return error;
}

int linux_syscall_init(void)
{
	for_each_kernel_tracepoint(find_point, NULL);
	if (point_enter && point_exit)
		return 0;
	pr_err("dtrace: this kernel is not supported: it has no tracepoint '%s'\n", point_enter ? "sys_exit" : "sys_enter");
	return -ENOENT;
}

void linux_syscall_fini(void)
{
	os_syscall_trace(NULL, NULL);
}
