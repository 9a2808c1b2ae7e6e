/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * task.c - functions that run once, soon, in a thread of their own: one worker for the process,
 * started by the first task and ended when the queue has been empty and nobody waits.
 *
 *      idle --queue--> queued --worker takes it--> running --(queued again meanwhile?)--> queued | idle
 */
#include <pthread.h>
#include <signal.h>

#include "os/os.h"

enum task_state { TASK_IDLE, TASK_QUEUED, TASK_RUNNING, TASK_AGAIN };

struct task_storage {
	struct os_task *next;
	enum task_state state;
};
DT_STATIC_ASSERT(sizeof(struct task_storage) <= sizeof(((struct os_task *)0)->storage),
		 "os_task.storage is large enough");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects all below and every task's storage */
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;   /* a task became idle */
static struct os_task *head, **tail = &head;
static bool worker_runs;

static struct task_storage *storage(struct os_task *task)
{
	return (struct task_storage *)task->storage;
}

void os_task_init(struct os_task *task, void (*fn)(void *arg), void *arg)
{
	task->fn = fn;
	task->arg = arg;
	*storage(task) = (struct task_storage){ .state = TASK_IDLE };
}

/* A signal that kills this process kills the core with it. */
bool os_interrupted(void)
{
	return false;
}

/* The kernel takes the processor away from a program when it wants to. */
void os_yield(void)
{
}

static void enqueue(struct os_task *task)
{
	storage(task)->state = TASK_QUEUED;
	storage(task)->next = NULL;
	*tail = task;
	tail = &storage(task)->next;
}

static struct os_task *dequeue(void)
{
	struct os_task *task = head;

	if (task != NULL) {
		head = storage(task)->next;
		if (head == NULL)
			tail = &head;
		storage(task)->state = TASK_RUNNING;
	}
	return task;
}

static void *worker(void *unused)
{
	struct os_task *task;

	pthread_mutex_lock(&lock);
	while ((task = dequeue()) != NULL) {
		pthread_mutex_unlock(&lock);
		task->fn(task->arg);
		pthread_mutex_lock(&lock);
		if (storage(task)->state == TASK_AGAIN)
			enqueue(task);
		else
			storage(task)->state = TASK_IDLE;
		pthread_cond_broadcast(&done);
	}
	worker_runs = false;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void worker_start(void)
{
	pthread_attr_t attr;
	pthread_t thread;
	sigset_t all, before;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	worker_runs = pthread_create(&thread, &attr, worker, NULL) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
}

void os_task_queue(struct os_task *task)
{
	pthread_mutex_lock(&lock);
	if (storage(task)->state == TASK_IDLE)
		enqueue(task);
	else if (storage(task)->state == TASK_RUNNING)
		storage(task)->state = TASK_AGAIN;
	if (!worker_runs)
		worker_start(); /* without a thread the task stays queued and the next call tries again */
	pthread_mutex_unlock(&lock);
}

void os_task_drain(struct os_task *task)
{
	pthread_mutex_lock(&lock);
	while (storage(task)->state != TASK_IDLE) {
		if (worker_runs) {
			pthread_cond_wait(&done, &lock);
			continue;
		}
		worker_runs = true; /* no thread could be had: work the queue off here */
		pthread_mutex_unlock(&lock);
		worker(NULL);
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
}
