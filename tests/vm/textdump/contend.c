// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * A module for the tests whose threads contend for locks. `KIND COUNT MS` written to its parameter `run` makes a
 * thread wait COUNT times for a lock that the writer holds for MS milliseconds after the thread has begun to wait; KIND is
 * mutex, spin, read or write (of an rw_semaphore held for writing). Its parameter `result` is then how often and how many ns
 * the thread waited by its own clock, and how many ns the writer held the lock. Its parameter `locks` has a line NAME
 * ADDRESS for each lock. MS written to `stay`: the writer stays in the kernel for that time and does not give its CPU away,
 * which may be taken from it.
 */
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

/* Not static: their addresses are asked for by name, where the kernel keeps the names of data. */
struct mutex contend_mutex;
struct rw_semaphore contend_rwsem;
raw_spinlock_t contend_spin;

struct work {
	char kind[8];
	int count, ms;
	bool held, trying; /* of this round */
	struct completion done;
	u64 waits, waited, was_held;
};

static u64 waits, waited, was_held;

/* One wait of each kind, in a function that is its caller. */
noinline void contend_mutex_waits(void);
noinline void contend_mutex_waits(void)
{
	mutex_lock(&contend_mutex);
	barrier();
	mutex_unlock(&contend_mutex);
	barrier();
}

noinline void contend_spin_waits(void);
noinline void contend_spin_waits(void)
{
	raw_spin_lock(&contend_spin);
	barrier();
	raw_spin_unlock(&contend_spin);
	barrier();
}

noinline void contend_read_waits(void);
noinline void contend_read_waits(void)
{
	down_read(&contend_rwsem);
	barrier();
	up_read(&contend_rwsem);
	barrier();
}

noinline void contend_write_waits(void);
noinline void contend_write_waits(void)
{
	down_write(&contend_rwsem);
	barrier();
	up_write(&contend_rwsem);
	barrier();
}

static void wait_once(struct work *work)
{
	u64 start = ktime_get_ns();

	WRITE_ONCE(work->trying, true);
	switch (work->kind[0]) {
	case 'm':
		contend_mutex_waits();
		break;
	case 's':
		contend_spin_waits();
		break;
	case 'r':
		contend_read_waits();
		break;
	default:
		contend_write_waits();
	}
	work->waited += ktime_get_ns() - start;
	work->waits++;
}

static int waiter(void *data)
{
	struct work *work = data;
	int i;

	for (i = 0; i < work->count; i++) {
		while (!READ_ONCE(work->held))
			usleep_range(100, 200);
		wait_once(work);
		WRITE_ONCE(work->held, false);
	}
	complete(&work->done);
	return 0;
}

static void hold_spin(struct work *work)
{
	u64 start;

	raw_spin_lock(&contend_spin);
	start = ktime_get_ns();
	WRITE_ONCE(work->held, true);
	while (!READ_ONCE(work->trying))
		cpu_relax();
	mdelay(work->ms);
	work->was_held += ktime_get_ns() - start;
	raw_spin_unlock(&contend_spin);
}

/* The one who has it sleeps, so that nobody spins for it. */
static void hold_asleep(struct work *work)
{
	bool mutex = work->kind[0] == 'm';
	u64 start;

	if (mutex)
		mutex_lock(&contend_mutex);
	else
		down_write(&contend_rwsem);
	start = ktime_get_ns();
	WRITE_ONCE(work->held, true);
	while (!READ_ONCE(work->trying))
		usleep_range(1000, 2000);
	msleep(work->ms);
	work->was_held += ktime_get_ns() - start;
	if (mutex)
		mutex_unlock(&contend_mutex);
	else
		up_write(&contend_rwsem);
}

noinline void contend_holds(struct work *work);
noinline void contend_holds(struct work *work)
{
	work->trying = false;
	if (work->kind[0] == 's')
		hold_spin(work);
	else
		hold_asleep(work);
	while (READ_ONCE(work->held))
		usleep_range(100, 200);
}

static int run(const char *text, const struct kernel_param *param)
{
	unsigned int last = cpumask_last(cpu_online_mask);
	struct work work = { .count = 0 };
	struct task_struct *thread;
	int i;

	if (sscanf(text, "%7s %d %d", work.kind, &work.count, &work.ms) != 3 || (work.kind[0] == 's' && last == 0))
		return -EINVAL;
	init_completion(&work.done);
	set_cpus_allowed_ptr(current, cpumask_of(0));
	thread = kthread_create(waiter, &work, "contend");
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	kthread_bind(thread, last);
	wake_up_process(thread);
	for (i = 0; i < work.count; i++)
		contend_holds(&work);
	wait_for_completion(&work.done);
	waits = work.waits;
	waited = work.waited;
	was_held = work.was_held;
	return 0;
}

static int stay(const char *text, const struct kernel_param *param)
{
	u64 start = ktime_get_ns();
	unsigned int ms;
	int error = kstrtouint(text, 10, &ms);

	while (!error && ktime_get_ns() - start < ms * (u64)NSEC_PER_MSEC)
		cpu_relax();
	return error;
}

static int result(char *text, const struct kernel_param *param)
{
	return sprintf(text, "%llu %llu %llu\n", waits, waited, was_held);
}

static int locks(char *text, const struct kernel_param *param)
{
	return sprintf(text, "contend_mutex 0x%lx\ncontend_rwsem 0x%lx\ncontend_spin 0x%lx\n",
		       (unsigned long)&contend_mutex, (unsigned long)&contend_rwsem, (unsigned long)&contend_spin);
}

static const struct kernel_param_ops run_ops = { .set = run }, stay_ops = { .set = stay },
				     result_ops = { .get = result }, locks_ops = { .get = locks };
module_param_cb(run, &run_ops, NULL, 0200);
MODULE_PARM_DESC(run, "KIND COUNT MS");
module_param_cb(stay, &stay_ops, NULL, 0200);
MODULE_PARM_DESC(stay, "MS");
module_param_cb(result, &result_ops, NULL, 0400);
MODULE_PARM_DESC(result, "how often and how long the thread waited, and how long the lock was held for that");

module_param_cb(locks, &locks_ops, NULL, 0400);
MODULE_PARM_DESC(locks, "names and addresses of the locks");

static int __init contend_init(void)
{
	mutex_init(&contend_mutex);
	init_rwsem(&contend_rwsem);
	raw_spin_lock_init(&contend_spin);
	return 0;
}

static void __exit contend_exit(void)
{
}

module_init(contend_init);
module_exit(contend_exit);
MODULE_DESCRIPTION("threads that contend for locks, for the tests of anytrace");
MODULE_LICENSE("Dual MIT/GPL");
