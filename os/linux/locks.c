/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * locks.c - sleeping locks and deferred functions, in the memory that os.h sets aside for them; and
 * when long work should end.
 */
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "os/linux/linux.h"

struct linux_mutex {
	struct mutex mutex;
	struct task_struct *owner; /* [mutex] */
};

struct linux_task {
	struct work_struct work;
};

struct linux_event {
	wait_queue_head_t queue;
	int is_set; /* written with the lock of the queue */
};

static_assert(sizeof(struct linux_mutex) <= sizeof(((struct os_mutex *)0)->storage), "os_mutex is too small");
static_assert(sizeof(struct lock_class_key) <= sizeof(((struct os_mutex_kind *)0)->storage),
	      "os_mutex_kind is too small");
static_assert(sizeof(struct linux_event) <= sizeof(((struct os_event *)0)->storage), "os_event is too small");
static_assert(sizeof(struct linux_task) <= sizeof(((struct os_task *)0)->storage), "os_task is too small");

static struct linux_mutex *mutex_of(struct os_mutex *mutex)
{
	return (struct linux_mutex *)mutex->storage;
}

void os_mutex_init(struct os_mutex *mutex, struct os_mutex_kind *kind)
{
	mutex_init(&mutex_of(mutex)->mutex);
	/* or else every mutex of ours would be of one class, and one inside the other a deadlock to lockdep */
	lockdep_set_class_and_name(&mutex_of(mutex)->mutex, (struct lock_class_key *)kind->storage, kind->name);
	mutex_of(mutex)->owner = NULL;
}

void os_mutex_fini(struct os_mutex *mutex)
{
	mutex_destroy(&mutex_of(mutex)->mutex);
}

void os_mutex_lock(struct os_mutex *mutex)
{
	mutex_lock(&mutex_of(mutex)->mutex);
	mutex_of(mutex)->owner = current;
}

void os_mutex_unlock(struct os_mutex *mutex)
{
	mutex_of(mutex)->owner = NULL;
	mutex_unlock(&mutex_of(mutex)->mutex);
}

bool os_mutex_held(struct os_mutex *mutex)
{
	return READ_ONCE(mutex_of(mutex)->owner) == current;
}

void os_yield(void)
{
	cond_resched();
}

bool os_interrupted(void)
{
	os_yield();
	return fatal_signal_pending(current);
}

static struct linux_task *task_of(struct os_task *task)
{
	return (struct linux_task *)task->storage;
}

static void task_run(struct work_struct *work)
{
	struct os_task *task = container_of((void *)work, struct os_task, storage);

	task->fn(task->arg);
}

void os_task_init(struct os_task *task, void (*fn)(void *arg), void *arg)
{
	task->fn = fn;
	task->arg = arg;
	INIT_WORK(&task_of(task)->work, task_run);
}

void os_task_queue(struct os_task *task)
{
	queue_work(system_unbound_wq, &task_of(task)->work);
}

void os_task_drain(struct os_task *task)
{
	while (flush_work(&task_of(task)->work)) /* its function may have queued it again */
		;
}

/* ---- events ---------------------------------------------------------------------------------- */

static struct linux_event *event_of(struct os_event *event)
{
	return (struct linux_event *)event->storage;
}

void os_event_init(struct os_event *event)
{
	init_waitqueue_head(&event_of(event)->queue);
	event_of(event)->is_set = 0;
}

/* With the queue's lock: who has seen that it is set takes the lock once more, so that all is over then. */
static void event_change(struct linux_event *event, int is_set)
{
	unsigned long state;

	spin_lock_irqsave(&event->queue.lock, state);
	WRITE_ONCE(event->is_set, is_set);
	if (is_set)
		wake_up_locked_poll(&event->queue, EPOLLIN | EPOLLRDNORM);
	spin_unlock_irqrestore(&event->queue.lock, state);
}

void os_event_set(struct os_event *event)
{
	event_change(event_of(event), 1);
}

void os_event_clear(struct os_event *event)
{
	event_change(event_of(event), 0);
}

bool os_event_is_set(const struct os_event *event)
{
	return READ_ONCE(((const struct linux_event *)event->storage)->is_set) != 0;
}

int os_event_wait(struct os_event *event, uint64_t patience)
{
	struct linux_event *self = event_of(event);
	unsigned long state;
	long left =
		wait_event_killable_timeout(self->queue, READ_ONCE(self->is_set), max(nsecs_to_jiffies(patience), 1ul));

	spin_lock_irqsave(&self->queue.lock, state);
	spin_unlock_irqrestore(&self->queue.lock, state);
	return left > 0 ? 0 : left == 0 ? -OS_EAGAIN : -OS_EINTR;
}

bool linux_event_poll(struct os_event *event, struct file *file, struct poll_table_struct *table)
{
	poll_wait(file, &event_of(event)->queue, table);
	return os_event_is_set(event);
}
