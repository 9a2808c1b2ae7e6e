/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * run_time.c - how long the current task has run on a CPU: the time that the scheduler has booked,
 * and the time since it last booked any.
 *
 * The scheduler's clock is sched_clock_cpu(), corrected for each CPU where the TSC cannot be
 * trusted; sched_clock() differs from it there by hundreds of milliseconds. Kernels that take
 * interrupts or stolen time out of a task's time have a clock of their own for it, which a module
 * cannot read: there only the booked time is reported, which is at most a tick old.
 */
#include <linux/sched.h>
#include <linux/sched/clock.h>

#include "os/linux/linux.h"

/*
 * The time last reported for a task. When the scheduler is about to switch it may book by a clock
 * that it read some microseconds ago, which gives less than was reported in between; a thread's
 * time must not go back. A task's place is found by its number: tasks that run at the same time were
 * often made one after the other, and do not share one then. The idle tasks, all number 0, have one
 * for each CPU. Another task with the same place takes it over.
 */
struct told {
	atomic_t busy; /* the other members are being read or written */
	const struct task_struct *task;
	u64 start_time; /* the task's: its memory may be another task's by now */
	u64 time;
};

#define PLACE_BITS 10
static struct told told[1 << PLACE_BITS];

#define READ_TRIES 8

/*
 * Another CPU that wakes a task here books our time meanwhile: the start of the stretch first, then
 * the sum, and on 32-bit CPUs each in two halves. Two equal looks are whole numbers; the sum is read
 * first, so that a stretch is never counted twice.
 */
DT_PROBE_CTX static void read_booked(const struct task_struct *task, u64 *booked, u64 *start)
{
	u64 sum, began;
	int tries;

	*booked = READ_ONCE(task->se.sum_exec_runtime);
	smp_rmb();
	*start = READ_ONCE(task->se.exec_start);
	for (tries = 0; tries < READ_TRIES; tries++) {
		smp_rmb();
		sum = READ_ONCE(task->se.sum_exec_runtime);
		smp_rmb();
		began = READ_ONCE(task->se.exec_start);
		if (sum == *booked && began == *start)
			return;
		*booked = sum;
		*start = began;
	}
}

DT_PROBE_CTX static u64 since(u64 start)
{
	u64 now;

	if (IS_ENABLED(CONFIG_IRQ_TIME_ACCOUNTING) || IS_ENABLED(CONFIG_PARAVIRT_TIME_ACCOUNTING))
		return 0;
	now = linux_calls.sched_clock_cpu(raw_smp_processor_id());
	return start != 0 && now > start ? now - start : 0;
}

/*
 * @time, or the time reported before if that is more. A place that another CPU is using is ignored.
 */
DT_PROBE_CTX static u64 not_back(const struct task_struct *task, u64 time)
{
	unsigned int number = task->pid != 0 ? (unsigned int)task->pid : ~raw_smp_processor_id();
	struct told *place = &told[number % ARRAY_SIZE(told)];

	if (atomic_cmpxchg_acquire(&place->busy, 0, 1) != 0)
		return time;
	if (place->task == task && place->start_time == task->start_time && time < place->time)
		time = place->time;
	place->task = task;
	place->start_time = task->start_time;
	place->time = time;
	atomic_set_release(&place->busy, 0);
	return time;
}

DT_PROBE_CTX uint64_t linux_run_time(const struct task_struct *task)
{
	u64 booked, start;

	read_booked(task, &booked, &start);
	return not_back(task, booked + since(start));
}
