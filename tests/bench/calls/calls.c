// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * A module for the bench: it calls one small function in a loop and says what a call took, with one
 * of the kernel's own tracing mechanisms on that function or none. /proc/calls: write a mechanism's
 * name, then read the picoseconds of a call. Each round of calls runs with interrupts off, and the
 * shortest round counts: other work of the machine is not in it. Under an emulator that counts one
 * nanosecond per instruction the result is the number of instructions, times 1,000.
 *
 * With the parameter everywhere=1 the loop runs on all CPUs at once, once for what only the first firings do and once
 * between marks, and what is read is how many CPUs that were: the emulator's plugin (../lines.c) counts the rest.
 *
 * The mechanisms uprobe and uretprobe are on a function of a program, by the parameters uprobe_path and
 * uprobe_offset: the program makes the calls, and reading says how many were seen since the last time.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/namei.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>
#include <linux/uprobes.h>
#include <linux/version.h>

#include "mark.h"

static unsigned int rounds = 60;
module_param(rounds, uint, 0600);

static bool everywhere;
module_param(everywhere, bool, 0600);

static char *uprobe_path = "/syscalls";
module_param(uprobe_path, charp, 0400);
static unsigned long uprobe_offset; /* of the function in that file */
module_param(uprobe_offset, ulong, 0600);

static unsigned long seen; /* what every mechanism counts */
static int last_error;

noinline int calls_leaf(int value);
noinline int calls_target(int value);

/* Not to be probed by name, and not to be looked into by the compiler. */
noinline notrace int calls_leaf(int value)
{
	asm volatile("" : "+r"(value));
	return value;
}

/* What is measured: like most functions of a kernel it saves a register, calls another one, and returns a value. */
noinline int calls_target(int value)
{
	return calls_leaf(value) + value;
}

/* ---- the kernel's mechanisms ----------------------------------------------------------------- */

static int kprobe_hit(struct kprobe *probe, struct pt_regs *regs)
{
	seen++;
	return 0;
}

static int kretprobe_hit(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	seen++;
	return 0;
}

static void notrace ftrace_hit(unsigned long ip, unsigned long parent, struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	seen++;
}

static struct kprobe kprobe;
static struct kretprobe kretprobe;
static struct ftrace_ops ftrace_ops;

/*
 * The first address that is the function's own: after a landing pad and the tracer's patched bytes.
 */
static void *body(void)
{
	u8 *at = (u8 *)calls_target;
#if defined(CONFIG_X86)
	static const u8 landing_pad[4] = { 0xf3, 0x0f, 0x1e, 0xfa };

	return (memcmp(at, landing_pad, 4) ? at : at + 4) + 5;
#else
	return at + 8;
#endif
}

static int kprobe_on(void *at)
{
	memset(&kprobe, 0, sizeof(kprobe));
	kprobe.addr = at;
	kprobe.pre_handler = kprobe_hit;
	return register_kprobe(&kprobe);
}

static int kprobe_break_on(void)
{
	return kprobe_on(body());
}

static int kprobe_ftrace_on(void)
{
#ifdef CONFIG_KPROBES_ON_FTRACE
	return kprobe_on((void *)calls_target);
#else
	return -EOPNOTSUPP;
#endif
}

static void kprobe_off(void)
{
	unregister_kprobe(&kprobe);
}

static int kretprobe_on(void)
{
	memset(&kretprobe, 0, sizeof(kretprobe));
	kretprobe.kp.addr = (void *)calls_target;
	kretprobe.handler = kretprobe_hit;
	return register_kretprobe(&kretprobe);
}

static void kretprobe_off(void)
{
	unregister_kretprobe(&kretprobe);
}

static int ftrace_on(void)
{
	int error;

	memset(&ftrace_ops, 0, sizeof(ftrace_ops));
	ftrace_ops.func = ftrace_hit;
	error = ftrace_set_filter_ip(&ftrace_ops, (unsigned long)calls_target, 0, 0);
	return error ? error : register_ftrace_function(&ftrace_ops);
}

static void ftrace_off(void)
{
	unregister_ftrace_function(&ftrace_ops);
}

/* ---- ... on a program ------------------------------------------------------------------------ */

#ifdef CONFIG_UPROBES

static int uprobe_hit(struct uprobe_consumer *consumer, struct pt_regs *regs)
{
	seen++;
	return 0;
}

static int uretprobe_hit(struct uprobe_consumer *consumer, unsigned long function, struct pt_regs *regs)
{
	seen++;
	return 0;
}

static struct uprobe_consumer uprobe_entry = { .handler = uprobe_hit };
static struct uprobe_consumer uprobe_return = { .ret_handler = uretprobe_hit };
static struct uprobe_consumer *uprobe_consumer;
static struct path uprobe_file;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
static struct uprobe *uprobe;
#endif

static int uprobe_on_file(void)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
	return uprobe_register(d_real_inode(uprobe_file.dentry), (loff_t)uprobe_offset, uprobe_consumer);
#else
	uprobe = uprobe_register(d_real_inode(uprobe_file.dentry), (loff_t)uprobe_offset, 0, uprobe_consumer);
	return PTR_ERR_OR_ZERO(uprobe);
#endif
}

static int uprobe_on(struct uprobe_consumer *consumer)
{
	int error = kern_path(uprobe_path, LOOKUP_FOLLOW, &uprobe_file);

	if (error)
		return error;
	seen = 0;
	uprobe_consumer = consumer;
	error = uprobe_on_file();
	if (error)
		path_put(&uprobe_file);
	return error;
}

static int uprobe_entry_on(void)
{
	return uprobe_on(&uprobe_entry);
}

static int uprobe_return_on(void)
{
	return uprobe_on(&uprobe_return);
}

static void uprobe_off(void)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
	uprobe_unregister(d_real_inode(uprobe_file.dentry), (loff_t)uprobe_offset, uprobe_consumer);
#else
	uprobe_unregister_nosync(uprobe, uprobe_consumer);
	uprobe_unregister_sync();
#endif
	path_put(&uprobe_file);
}

#endif

static const struct mechanism {
	const char *name;
	int (*on)(void);
	void (*off)(void);
	bool is_user;
} mechanisms[] = {
	{ "none", NULL, NULL },
	{ "kprobe-break", kprobe_break_on, kprobe_off },
	{ "kprobe-ftrace", kprobe_ftrace_on, kprobe_off },
	{ "kretprobe", kretprobe_on, kretprobe_off },
	{ "ftrace", ftrace_on, ftrace_off },
#ifdef CONFIG_UPROBES
	{ "uprobe", uprobe_entry_on, uprobe_off, true },
	{ "uretprobe", uprobe_return_on, uprobe_off, true },
#endif
};

static const struct mechanism *current_one = &mechanisms[0];

static void switch_to(const struct mechanism *next)
{
	if (current_one->off)
		current_one->off();
	current_one = &mechanisms[0];
	last_error = next->on ? next->on() : 0;
	if (!last_error)
		current_one = next;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static notrace u64 one_round(void)
{
	unsigned long flags;
	u64 start, end;
	int i;

	local_irq_save(flags);
	start = ktime_get_ns();
	BENCH_MARK(BENCH_MARK_BEGIN);
	for (i = 0; i < BENCH_CALLS_PER_ROUND; i++)
		calls_target(i);
	BENCH_MARK(BENCH_MARK_END);
	end = ktime_get_ns();
	local_irq_restore(flags);
	return end - start;
}

/* ---- the loop on all CPUs -------------------------------------------------------------------- */

static atomic_t running, arrived; /* threads */
static int wanted;                /* of them, for each of two rounds */
static DECLARE_COMPLETION(all_done);

static void notrace warm_up(void)
{
	unsigned long flags;
	int i;

	local_irq_save(flags);
	for (i = 0; i < BENCH_CALLS_PER_ROUND; i++)
		calls_target(i);
	local_irq_restore(flags);
}

static void wait_for_all(int round)
{
	atomic_inc(&arrived);
	while (atomic_read(&arrived) < round * wanted)
		cond_resched();
}

static int loop_thread(void *data)
{
	wait_for_all(1);
	warm_up();
	wait_for_all(2);
	one_round();
	if (atomic_dec_and_test(&running))
		complete(&all_done);
	return 0;
}

/* A thread for each CPU, ready to be woken; their number, or a negative errno and no thread. */
static int threads_make(struct task_struct **threads)
{
	int cpu, count = 0;

	for_each_online_cpu(cpu)
	{
		threads[count] = kthread_create(loop_thread, NULL, "calls/%d", cpu);
		if (IS_ERR(threads[count])) {
			cpu = PTR_ERR(threads[count]);
			while (count > 0)
				kthread_stop(threads[--count]);
			return cpu;
		}
		kthread_bind(threads[count++], cpu);
	}
	return count;
}

static int rounds_everywhere(struct seq_file *file)
{
	struct task_struct **threads = kcalloc(nr_cpu_ids, sizeof(*threads), GFP_KERNEL);
	int count, i;

	if (!threads)
		return -ENOMEM;
	cpus_read_lock();
	count = threads_make(threads);
	if (count > 0) {
		wanted = count;
		atomic_set(&arrived, 0);
		atomic_set(&running, count);
		reinit_completion(&all_done);
		for (i = 0; i < count; i++)
			wake_up_process(threads[i]);
		wait_for_completion(&all_done);
		BENCH_MARK(BENCH_MARK_DONE);
		seq_printf(file, "%d\n", count);
	}
	cpus_read_unlock();
	kfree(threads);
	return count < 0 ? count : 0;
}

static int calls_show(struct seq_file *file, void *data)
{
	u64 best = U64_MAX;
	unsigned int i;

	if (last_error)
		return last_error;
	if (everywhere)
		return rounds_everywhere(file);
	if (current_one->is_user) {
		seq_printf(file, "%lu\n", xchg(&seen, 0));
		return 0;
	}
	seen = 0;
	for (i = 0; i < rounds; i++)
		best = min(best, one_round());
	BENCH_MARK(BENCH_MARK_DONE);
	if (current_one->on && seen != (unsigned long)rounds * BENCH_CALLS_PER_ROUND)
		return -EIO; /* the mechanism did not see every call: its figure would mean nothing */
	seq_printf(file, "%llu\n", div_u64(best * 1000, BENCH_CALLS_PER_ROUND));
	return 0;
}

static int calls_open(struct inode *inode, struct file *file)
{
	return single_open(file, calls_show, NULL);
}

static ssize_t calls_write(struct file *file, const char __user *from, size_t size, loff_t *offset)
{
	char name[32];
	size_t i, length = min(size, sizeof(name) - 1);

	if (copy_from_user(name, from, length))
		return -EFAULT;
	name[length] = 0;
	for (i = 0; i < ARRAY_SIZE(mechanisms); i++) {
		if (sysfs_streq(name, mechanisms[i].name)) {
			switch_to(&mechanisms[i]);
			return last_error ? last_error : size;
		}
	}
	return -EINVAL;
}

static const struct proc_ops calls_ops = {
	.proc_open = calls_open,
	.proc_read = seq_read,
	.proc_lseek = seq_lseek,
	.proc_write = calls_write,
	.proc_release = single_release,
};

static int __init calls_init(void)
{
	return proc_create("calls", 0600, NULL, &calls_ops) ? 0 : -ENOMEM;
}

static void __exit calls_exit(void)
{
	remove_proc_entry("calls", NULL);
	switch_to(&mechanisms[0]);
}

module_init(calls_init);
module_exit(calls_exit);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("calls a function in a loop, for the bench of anytrace");
