/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ctl.c - /dev/dtrace/ctl (dtrace/ctl.h): memory and registers of a process, for who may trace it. The process is held as
 * struct pid; at each command its memory is taken first and the permission asked then, both without an exec()
 * in between: what is looked at is what was permitted.
 */
#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/highmem.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/ptrace.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <dtrace/ctl.h>

#include "os/linux/process/process.h"

#include <isa_types.h>

#include "core/entry.h"
#include "isa/isa.h"
#include "os/linux/cpu.h"

struct ctl {
	struct mutex lock;
	struct pid *pid;        /* [lock] of the process; NULL: none yet */
	u8 *bytes;              /* [lock] PAGE_SIZE */
	struct mm_struct *mm;   /* [lock] during a command */
	struct os_space *space; /* [lock] likewise; NULL: nobody has probes in it */
};

/* ---- the process ----------------------------------------------------------------------------- */

/* A thread of the process that has its memory, with a reference; its first one may have ended. */
static struct task_struct *any_thread(struct pid *pid)
{
	struct task_struct *leader, *task, *found = NULL;

	rcu_read_lock();
	leader = pid_task(pid, PIDTYPE_TGID);
	if (leader) {
		for_each_thread(leader, task)
		{
			if (!found && READ_ONCE(task->mm) && !(task->flags & PF_KTHREAD))
				found = task;
		}
	}
	if (found)
		get_task_struct(found);
	rcu_read_unlock();
	return found;
}

/* The memory of a thread that the caller is permitted to trace, for mmput(). */
static int memory_of(struct task_struct *task, struct mm_struct **ret)
{
	struct mm_struct *mm;
	int error = down_read_killable(&task->signal->exec_update_lock);

	if (error)
		return error;
	mm = get_task_mm(task);
	if (!mm)
		error = -ESRCH;
	else if (!linux_process_may(task, PTRACE_MODE_ATTACH_REALCREDS))
		error = -EPERM;
	up_read(&task->signal->exec_update_lock);
	if (error && mm)
		mmput(mm);
	*ret = error ? NULL : mm;
	return error;
}

/* Begin a command: ctl->mm and ctl->space. */
static int begin(struct ctl *ctl)
{
	struct task_struct *task = ctl->pid ? any_thread(ctl->pid) : NULL;
	int error;

	if (!task)
		return -ESRCH;
	error = memory_of(task, &ctl->mm);
	put_task_struct(task);
	if (!error)
		ctl->space = linux_process_space(ctl->mm);
	return error;
}

static void finish(struct ctl *ctl)
{
	if (ctl->space)
		dt_space_put(ctl->space, 1);
	mmput(ctl->mm);
	ctl->space = NULL;
	ctl->mm = NULL;
}

static long ctl_process(struct ctl *ctl, unsigned long arg)
{
	struct pid *pid = NULL, *before;
	struct task_struct *task;
	u32 number;
	int error;

	if (copy_from_user(&number, (void __user *)arg, sizeof(number)) != 0)
		return -EFAULT;
	if (number != 0 && number <= INT_MAX)
		pid = find_get_pid((int)number);
	task = pid ? any_thread(pid) : NULL;
	if (!task) {
		put_pid(pid);
		return -ESRCH;
	}
	error = memory_of(task, &ctl->mm);
	put_task_struct(task);
	if (error) {
		put_pid(pid);
		return error;
	}
	finish(ctl);
	before = ctl->pid;
	ctl->pid = pid;
	put_pid(before);
	return 0;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Up to a page's end. Return: 0, or an error for the part: what is in the process; -EFAULT: of the caller. */
static int read_piece(struct ctl *ctl, u64 addr, u64 buffer, size_t size)
{
	struct page *page = linux_user_page(ctl->mm, (unsigned long)addr & PAGE_MASK, FOLL_FORCE);
	void *map;

	if (IS_ERR(page))
		return -EIO;
	map = kmap_local_page(page);
	memcpy(ctl->bytes, map + offset_in_page(addr), size);
	kunmap_local(map);
	put_page(page);
	if (ctl->space)
		dt_user_conceal(ctl->space, addr, ctl->bytes, size);
	return copy_to_user((void __user *)(unsigned long)buffer, ctl->bytes, size) == 0 ? 0 : -EFAULT;
}

struct fill {
	struct ctl *ctl;
	u64 addr;
	size_t size;
};

static long fill(void *arg)
{
	const struct fill *fill = arg;

	return linux_process_fill(fill->ctl->mm, (unsigned long)fill->addr, fill->ctl->bytes, fill->size)
		       ? (long)fill->size
		       : -EIO;
}

static int write_piece(struct ctl *ctl, u64 addr, u64 buffer, size_t size)
{
	struct fill what = { ctl, addr, size };
	long done;

	if (copy_from_user(ctl->bytes, (void __user *)(unsigned long)buffer, size) != 0)
		return -EFAULT;
	done = ctl->space ? dt_user_write(ctl->space, addr, ctl->bytes, size, fill, &what) : fill(&what);
	return done < 0 ? (int)done : 0;
}

/* One part: *@done and *@part->error. Return: an error that ends the command. */
static int do_part(struct ctl *ctl, struct dtrace_ctlpart *part,
		   int (*piece)(struct ctl *ctl, u64 addr, u64 buffer, size_t size))
{
	size_t size;
	int error = 0;

	part->done = 0;
	while (part->done < part->size && !error) {
		size = min_t(u64, part->size - part->done, PAGE_SIZE - offset_in_page(part->addr + part->done));
		if (part->addr + part->done + size - 1 >= TASK_SIZE_MAX)
			error = -EIO;
		else if (fatal_signal_pending(current))
			error = -EINTR;
		else
			error = piece(ctl, part->addr + part->done, part->buffer + part->done, size);
		if (!error)
			part->done += size;
		cond_resched();
	}
	part->error = -error;
	return error == -EFAULT || error == -EINTR ? error : 0;
}

static int do_parts(struct ctl *ctl, struct dtrace_ctlmemory *request,
		    int (*piece)(struct ctl *ctl, u64 addr, u64 buffer, size_t size))
{
	struct dtrace_ctlpart __user *at = (void __user *)(unsigned long)request->parts;
	struct dtrace_ctlpart part;
	int error = 0;
	u32 i;

	for (i = 0; i < request->count && !error; i++) {
		if (copy_from_user(&part, &at[i], sizeof(part)) != 0)
			return -EFAULT;
		error = do_part(ctl, &part, piece);
		request->done += part.done;
		if (copy_to_user(&at[i], &part, sizeof(part)) != 0)
			return -EFAULT;
	}
	return error;
}

static long ctl_memory(struct ctl *ctl, unsigned long arg,
		       int (*piece)(struct ctl *ctl, u64 addr, u64 buffer, size_t size))
{
	struct dtrace_ctlmemory request;
	int error;

	if (copy_from_user(&request, (void __user *)arg, sizeof(request)) != 0)
		return -EFAULT;
	if (request.count > DTRACE_CTL_PARTS_MAX || request.pad != 0 || request.parts != (unsigned long)request.parts)
		return -EINVAL;
	error = begin(ctl);
	if (error)
		return error;
	request.done = 0;
	error = do_parts(ctl, &request, piece);
	if (piece == write_piece && request.done > 0)
		linux_cpu_sync();
	finish(ctl);
	if (!error && copy_to_user((void __user *)arg, &request, sizeof(request)) != 0)
		error = -EFAULT;
	return error;
}

/* ---- registers ------------------------------------------------------------------------------- */

/*
 * What a thread does, as far as its registers are concerned; 0: it runs, or is about to. With the lock of the signals
 * of its process a thread that is stopped stays so.
 */
static u32 state_of(struct task_struct *task)
{
	unsigned int state = READ_ONCE(task->__state);

	if (READ_ONCE(task->on_cpu))
		return 0;
	if (state & __TASK_TRACED)
		return DTRACE_CTL_TRACED;
	if (state & __TASK_STOPPED)
		return DTRACE_CTL_STOPPED;
	return state & (TASK_INTERRUPTIBLE | TASK_UNINTERRUPTIBLE) ? DTRACE_CTL_WAITS : 0;
}

/* Of a thread that waits: it has not run between the two looks. */
static int regs_get(struct task_struct *task, struct dtrace_ctlregs *request, u64 *values)
{
	const struct isa_regs *regs = (const struct isa_regs *)task_pt_regs(task);
	unsigned long switches = READ_ONCE(task->nvcsw) + READ_ONCE(task->nivcsw);
	unsigned int i;

	request->state = state_of(task);
	if (request->state == 0)
		return -EBUSY;
	smp_rmb();
	for (i = 0; i < isa_self.reg_count; i++)
		values[i] = isa_reg_get(regs, i);
	smp_rmb();
	if (state_of(task) != request->state || switches != READ_ONCE(task->nvcsw) + READ_ONCE(task->nivcsw))
		return -EBUSY;
	return 0;
}

static int regs_set(struct task_struct *task, struct dtrace_ctlregs *request, const u64 *values)
{
	struct isa_regs *regs = (struct isa_regs *)task_pt_regs(task);
	unsigned int i;

	request->state = state_of(task);
	if (request->state != DTRACE_CTL_STOPPED && request->state != DTRACE_CTL_TRACED)
		return -EBUSY;
	if (linux_cpu_syscall_number(task_pt_regs(task)) >= 0)
		return -EBUSY;
	for (i = 0; i < request->count; i++) {
		if (request->set >> i & 1)
			isa_reg_set(regs, i, values[i]);
	}
	return 0;
}

/* With the lock of its signals. */
static int regs_locked(struct task_struct *task, struct dtrace_ctlregs *request, u64 *values, bool sets)
{
	struct sighand_struct *signals;
	int error = -ESRCH;

	rcu_read_lock();
	signals = rcu_dereference(task->sighand);
	if (signals) {
		spin_lock_irq(&signals->siglock);
		if (signals == rcu_access_pointer(task->sighand))
			error = sets ? regs_set(task, request, values) : regs_get(task, request, values);
		spin_unlock_irq(&signals->siglock);
	}
	rcu_read_unlock();
	return error;
}

/* A thread of the process by its number in the caller's namespace, with a reference. */
static struct task_struct *thread_find(struct ctl *ctl, u32 number)
{
	struct task_struct *leader, *task = NULL;

	rcu_read_lock();
	leader = pid_task(ctl->pid, PIDTYPE_TGID);
	if (leader && number == 0)
		task = leader;
	else if (leader && number <= INT_MAX)
		task = pid_task(find_vpid((int)number), PIDTYPE_PID);
	if (task && (!same_thread_group(task, leader) || task->flags & PF_KTHREAD))
		task = NULL;
	if (task)
		get_task_struct(task);
	rcu_read_unlock();
	return task;
}

static bool all_settable(const struct dtrace_ctlregs *request)
{
	u32 i;

	if (request->count > isa_self.reg_count || (request->count < 64 && request->set >> request->count))
		return false;
	for (i = 0; i < request->count; i++) {
		if (request->set >> i & 1 && !linux_cpu_reg_settable(&isa_self.regs[i]))
			return false;
	}
	return true;
}

static int regs_of(struct ctl *ctl, struct dtrace_ctlregs *request, u64 *values, bool sets)
{
	struct task_struct *task = thread_find(ctl, request->thread);
	int error = -EBUSY, tries;

	if (!task)
		return -ESRCH;
	if (linux_cpu_user_bits(task_thread_info(task)->flags) != isa_self.word_size * 8)
		error = -EOPNOTSUPP;
	/* a thread that was told to stop is still on its way off its CPU for a moment */
	for (tries = 0; tries < 3 && error == -EBUSY; tries++) {
		error = regs_locked(task, request, values, sets);
		if (error == -EBUSY)
			schedule_timeout_interruptible(1);
	}
	put_task_struct(task);
	return error;
}

static long ctl_regs(struct ctl *ctl, unsigned long arg, bool sets)
{
	struct dtrace_ctlregs request;
	u64 values[DTRACE_CTL_REGS_MAX] = { 0 };
	void __user *at;
	int error;

	BUILD_BUG_ON(sizeof(values) > 1024);
	if (copy_from_user(&request, (void __user *)arg, sizeof(request)) != 0)
		return -EFAULT;
	at = (void __user *)(unsigned long)request.values;
	if (request.count > DTRACE_CTL_REGS_MAX || request.pad != 0 ||
	    request.values != (unsigned long)request.values || isa_self.reg_count > DTRACE_CTL_REGS_MAX)
		return -EINVAL;
	if (sets && !all_settable(&request))
		return -EINVAL;
	if (sets && copy_from_user(values, at, request.count * sizeof(u64)) != 0)
		return -EFAULT;
	error = begin(ctl);
	if (error)
		return error;
	error = regs_of(ctl, &request, values, sets);
	finish(ctl);
	if (!error && !sets &&
	    copy_to_user(at, values, min_t(size_t, request.count, isa_self.reg_count) * sizeof(u64)) != 0)
		error = -EFAULT;
	request.count = isa_self.reg_count;
	if (!error && copy_to_user((void __user *)arg, &request, sizeof(request)) != 0)
		error = -EFAULT;
	return error;
}

/* ---- the device ------------------------------------------------------------------------------ */

static long ctl_command(struct ctl *ctl, unsigned int command, unsigned long arg)
{
	switch (command) {
	case DTRACECTL_PROCESS:
		return ctl_process(ctl, arg);
	case DTRACECTL_READ:
		return ctl_memory(ctl, arg, read_piece);
	case DTRACECTL_WRITE:
		return ctl_memory(ctl, arg, write_piece);
	case DTRACECTL_GETREGS:
		return ctl_regs(ctl, arg, false);
	case DTRACECTL_SETREGS:
		return ctl_regs(ctl, arg, true);
	default:
		return -ENOTTY;
	}
}

static long ctl_ioctl(struct file *file, unsigned int command, unsigned long arg)
{
	struct ctl *ctl = file->private_data;
	long result;

	if (mutex_lock_killable(&ctl->lock) != 0)
		return -EINTR;
	result = ctl_command(ctl, command, arg);
	mutex_unlock(&ctl->lock);
	return result;
}

#ifdef CONFIG_COMPAT
static long ctl_compat_ioctl(struct file *file, unsigned int command, unsigned long arg)
{
	return ctl_ioctl(file, command, (unsigned long)compat_ptr(arg));
}
#else
#define ctl_compat_ioctl NULL
#endif

static int ctl_open(struct inode *inode, struct file *file)
{
	struct ctl *ctl = kzalloc(sizeof(*ctl), GFP_KERNEL_ACCOUNT);

	if (!ctl)
		return -ENOMEM;
	ctl->bytes = kmalloc(PAGE_SIZE, GFP_KERNEL_ACCOUNT);
	if (!ctl->bytes) {
		kfree(ctl);
		return -ENOMEM;
	}
	mutex_init(&ctl->lock);
	file->private_data = ctl;
	return nonseekable_open(inode, file);
}

static int ctl_release(struct inode *inode, struct file *file)
{
	struct ctl *ctl = file->private_data;

	put_pid(ctl->pid);
	kfree(ctl->bytes);
	kfree(ctl);
	return 0;
}

static const struct file_operations ctl_ops = {
	.owner = THIS_MODULE,
	.open = ctl_open,
	.release = ctl_release,
	.unlocked_ioctl = ctl_ioctl,
	.compat_ioctl = ctl_compat_ioctl,
};

static struct miscdevice ctl_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "dtrace-ctl",
	.nodename = "dtrace/ctl",
	.fops = &ctl_ops,
	.mode = 0666, /* each process that is named is asked for by ptrace's rule */
};

int linux_ctl_init(void)
{
	return misc_register(&ctl_device);
}

void linux_ctl_fini(void)
{
	misc_deregister(&ctl_device);
}
