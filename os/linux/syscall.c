/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * syscall.c - watching system calls: the kernel's tracepoints sys_enter and sys_exit, found by
 * name, attached only while a probe uses them.
 */
#include <linux/audit.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <asm/syscall.h>

#include "os/linux/cpu.h"

#include "core/entry.h"
#include "os/tracepoint.h"

static struct tracepoint *point_enter, *point_exit;
static DEFINE_MUTEX(lock);
static struct os_syscall_watch entries[OS_SYSCALL_ABIS], returns[OS_SYSCALL_ABIS]; /* [lock] constant while attached */
static bool follows_entries, follows_returns;                                      /* [lock] */

/*
 * The kernel's function is inlined where it is called from one place only: a copy of it out of line
 * would be no probe context.
 */
DT_PROBE_CTX noinline void os_syscall_args(struct isa_regs *regs, uint64_t args[6])
{
	DT_UNINITIALIZED unsigned long words[6];
	unsigned int i;

	syscall_get_arguments(current, (struct pt_regs *)regs, words);
	for (i = 0; i < 6; i++)
		args[i] = words[i];
}

/* NULL: nobody watches this call, or there is none of this number. */
DT_PROBE_INLINE const struct dt_called *called_of(const struct os_syscall_watch *watch, unsigned long number)
{
	return number < watch->count ? READ_ONCE(watch->calls[number]) : NULL;
}

/* Interrupts are off so that os_sync() waits for the walk along the list: it is read again then. */
DT_PROBE_INLINE void fire_entry(struct pt_regs *regs, const struct os_syscall_watch *watch, unsigned long number)
{
	unsigned long flags = arch_local_irq_save();
	const struct dt_called *called = READ_ONCE(watch->calls[number]);

	if (likely(called))
		dt_call_entered(called, (struct isa_regs *)regs);
	arch_local_irq_restore(flags);
}

/* Of a number that no call of its ABI has: it may have a mark, which the CPU's part knows. */
DT_PROBE_CTX static noinline void entered_marked(struct pt_regs *regs, unsigned long number)
{
	unsigned int abi = linux_cpu_syscall(regs, &number);

	if (called_of(&entries[abi], number))
		fire_entry(regs, &entries[abi], number);
}

/* Whether the call is one of a 32-bit program on a 64-bit kernel. Not so for x32, whose numbers have a mark. */
DT_PROBE_INLINE bool is_narrow(void)
{
	return IS_ENABLED(CONFIG_64BIT) && !(syscall_get_arch(current) & __AUDIT_ARCH_64BIT);
}

/* Most calls are watched by nobody: they end here, after as few instructions as can be. */
DT_PROBE_CTX static void entered(void *data, struct pt_regs *regs, long id)
{
	const struct os_syscall_watch *watch = is_narrow() ? &entries[1] : &entries[0];
	unsigned long number = id;

	if (likely(number < watch->count)) {
		if (READ_ONCE(watch->calls[number]))
			fire_entry(regs, watch, number);
	} else if (id >= 0) {
		entered_marked(regs, number);
	}
}

DT_PROBE_CTX static void left(void *data, struct pt_regs *regs, long value)
{
	long id = syscall_get_nr(current, regs);
	const struct os_syscall_watch *watch;
	const struct dt_called *called;
	unsigned long number = id, flags;

	if (id < 0)
		return;
	watch = &returns[linux_cpu_syscall(regs, &number)];
	if (!called_of(watch, number))
		return;
	flags = arch_local_irq_save();
	called = READ_ONCE(watch->calls[number]);
	if (likely(called))
		dt_call_left(called, (struct isa_regs *)regs, value);
	arch_local_irq_restore(flags);
}

/* sys_enter: registers, number; sys_exit: registers, value. */
DT_PROBE_CTX bool os_tracepoint_syscall(const uint64_t *args, bool leaves, unsigned int *abi_index,
					unsigned int *number, uint64_t *words)
{
	struct pt_regs *regs = (struct pt_regs *)(unsigned long)args[0];
	long id = leaves ? syscall_get_nr(current, regs) : (long)args[1];
	unsigned long plain = id;

	if (id < 0)
		return false;
	*abi_index = linux_cpu_syscall(regs, &plain);
	*number = plain;
	if (leaves)
		*words++ = (long)args[1];
	os_syscall_args((struct isa_regs *)regs, words);
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

/* The new is attached before the old is detached: a failure changes nothing. */
static int change(const struct os_syscall_watch *new_entries, const struct os_syscall_watch *new_returns)
{
	bool attaches_entries = new_entries && !follows_entries, attaches_returns = new_returns && !follows_returns;
	int error;

	if (attaches_entries) {
		memcpy(entries, new_entries, sizeof(entries));
		error = tracepoint_probe_register(point_enter, entered, NULL);
		if (error)
			return error;
	}
	if (attaches_returns) {
		memcpy(returns, new_returns, sizeof(returns));
		error = tracepoint_probe_register(point_exit, left, NULL);
		if (error) {
			if (attaches_entries)
				detach(point_enter, entered);
			return error;
		}
	}
	if (!new_entries && follows_entries)
		detach(point_enter, entered);
	if (!new_returns && follows_returns)
		detach(point_exit, left);
	follows_entries = new_entries;
	follows_returns = new_returns;
	return 0;
}

int os_syscall_trace(const struct os_syscall_watch *new_entries, const struct os_syscall_watch *new_returns)
{
	int error;

	mutex_lock(&lock);
	error = change(new_entries, new_returns);
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
