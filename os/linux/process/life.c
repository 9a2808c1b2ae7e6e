/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * life.c - processes that are open: from os_process_open() until the last reference is given back, or
 * the memory goes.
 *
 * A copy of the memory that fork() makes has our breaks in it, and the child would die of the first.
 * It is known to us only after it was made, by the tracepoint sched_process_fork. So as long as a
 * thread may be between the two, the process is not forgotten (wait_forks).
 *
 * Nobody tells when a memory goes, at least not in every kernel (CONFIG_MMU_NOTIFIER). But only a
 * thread that ends or executes another program leaves it: after that we look. Its last user may be
 * somebody who only reads it, /proc for example: as long as no thread has it we look again.
 */
#include <linux/mempool.h>
#include <linux/mutex.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/task_work.h>
#include <linux/wait_bit.h>

#include "os/linux/process/process.h"

#include <isa_types.h>

#include "os/linux/process/hooks.h"

#define BUCKETS 256 /* a power of two */
#define COPIES  64  /* children whose cleaning can always be arranged */

static DEFINE_MUTEX(list_lock);                  /* [L] */
static struct linux_process *processes[BUCKETS]; /* [P] */
static unsigned int process_count;               /* [L] */
static uint32_t last_id;                         /* [L] */
static DEFINE_MUTEX(watch_lock);                 /* held while the watcher runs */
static void (*watcher)(struct os_space *space);  /* [watch_lock] */
static mempool_t *copy_pool;
static struct workqueue_struct *queue; /* of `gone`, and of this: */
static struct delayed_work look;
static bool (*may_access)(struct task_struct *task, unsigned int mode);

/* ---- the table ------------------------------------------------------------------------------- */

DT_PROBE_INLINE struct linux_process **bucket_of(const struct mm_struct *mm)
{
	return &processes[((unsigned long)mm >> 10) % BUCKETS]; /* one is about so large */
}

DT_PROBE_CTX struct linux_process *linux_process_find(const struct mm_struct *mm)
{
	struct linux_process *process = DT_READ_ONCE(*bucket_of(mm));

	while (process && process->mm != mm)
		process = DT_READ_ONCE(process->next);
	return process;
}

struct os_space *linux_process_space(const struct mm_struct *mm)
{
	unsigned long state = os_irq_save();
	struct linux_process *process = linux_process_find(mm);
	struct os_space *space = process && dt_space_get(&process->space, 1) ? &process->space : NULL;

	os_irq_restore(state);
	return space;
}

DT_PROBE_CTX void linux_process_each(void (*fn)(struct linux_process *process, void *arg), void *arg)
{
	struct linux_process *process;
	size_t i;

	for (i = 0; i < BUCKETS; i++) {
		for (process = DT_READ_ONCE(processes[i]); process; process = DT_READ_ONCE(process->next))
			fn(process, arg);
	}
}

/* Context: [L]. */
static void table_add(struct linux_process *process)
{
	struct linux_process **bucket = bucket_of(process->mm);

	process->next = *bucket;
	DT_STORE_RELEASE(bucket, process);
}

/* When it returns no trap uses the process any more. Context: [L]. */
static void table_remove(struct linux_process *process)
{
	struct linux_process **link = bucket_of(process->mm);

	while (*link != process)
		link = &(*link)->next;
	DT_STORE_RELEASE(link, process->next);
	os_sync();
}

/* ---- copies by fork() ------------------------------------------------------------------------ */

/* A child, which cleans its memory before it executes anything. */
struct copy {
	struct callback_head work;
	struct linux_process *process;
};

static void copy_run(struct callback_head *work)
{
	struct copy *copy = container_of(work, struct copy, work);
	struct linux_process *process = copy->process;

	mempool_free(copy, copy_pool);
	linux_process_clean(process);
	linux_process_count_clean(process);
	if (atomic_dec_and_test(&process->copies))
		wake_up_var(&process->copies);
	linux_task_work_end();
}

/* The current thread has made a child. Before that it was in its system call, from now on the child counts. */
static void forked(struct task_struct *child)
{
	struct linux_process *process;
	unsigned long state;
	struct copy *copy;

	if (!child->mm || child->mm == current->mm)
		return;
	state = os_irq_save();
	process = linux_process_find(current->mm);
	if (process && READ_ONCE(process->clean))
		process = NULL;
	if (process) {
		atomic_inc(&process->copies);
		linux_process_begin(process, child);
	}
	os_irq_restore(state);
	if (!process)
		return;
	copy = mempool_alloc(copy_pool, GFP_ATOMIC | __GFP_NOWARN);
	if (!copy) {
		pr_err("dtrace: no memory to take the breaks out of process %d, a copy of %d: it will end by SIGTRAP\n",
		       child->pid, process->pid);
		goto out;
	}
	copy->process = process;
	if (linux_task_work_begin(child, &copy->work, copy_run))
		return;
	mempool_free(copy, copy_pool);
out:
	if (atomic_dec_and_test(&process->copies))
		wake_up_var(&process->copies);
}

/* It waits until its child executes another program or ends: the child has been announced. */
static bool waits_for_child(const struct task_struct *task)
{
	struct task_struct *child;

	for_each_process(child)
	{
		if (READ_ONCE(child->vfork_done) && rcu_dereference(child->real_parent) == task)
			return true;
	}
	return false;
}

/* Whether a thread is in a system call that may copy its memory. It has left it when it is held. */
static bool is_forking(const struct task_struct *task)
{
	long number = linux_cpu_syscall_number(task_pt_regs((struct task_struct *)task));
	const struct isa_syscall *calls = &linux_cpu_syscall_isa(task)->syscall;

	if (linux_task_is_held(task))
		return false;
	return (number == calls->fork && calls->fork) || number == calls->clone || number == calls->clone3;
}

static bool any_forking(const struct mm_struct *mm)
{
	struct task_struct *leader, *task;
	bool any = false;

	rcu_read_lock();
	for_each_process_thread(leader, task)
	{
		if (task->mm == mm && !(task->flags & PF_KTHREAD) && is_forking(task) && !waits_for_child(task))
			any = true;
	}
	rcu_read_unlock();
	return any;
}

/*
 * Until every copy of the memory that may have a break is clean. The memory itself has none any more:
 * who begins to copy it from now on needs no cleaning. A thread in user mode may look as if it was in
 * its last system call: the cross call makes it enter the kernel.
 */
static void wait_forks(struct linux_process *process)
{
	os_sync();
	while (any_forking(process->mm)) {
		schedule_timeout_idle(1);
		os_sync();
	}
	WRITE_ONCE(process->clean, true);
	os_sync();
	wait_var_event(&process->copies, atomic_read(&process->copies) == 0);
}

bool linux_process_copying(struct linux_process *process)
{
	return any_forking(process->mm) || atomic_read(&process->copies) != 0;
}

/* ---- what the kernel tells ------------------------------------------------------------------- */

/* By then it has no memory any more that would say which process it was of. */
static void ends(struct task_struct *task)
{
	unsigned long state = os_irq_save();

	linux_process_each(linux_process_thread_end, task);
	os_irq_restore(state); /* the kernel does not know that interrupts were off: nothing of it was called */
	queue_delayed_work(queue, &look, 0);
}

static void executes(void)
{
	queue_delayed_work(queue, &look, 0);
}

static const struct linux_hooks hooks = {
	.leaves_cpu = linux_process_leave_slot,
	.gets_signal = linux_process_leave_slot,
	.forked = forked,
	.ends = ends,
	.executes = executes,
};

/* Context: [L]. */
static int hooks_use(void)
{
	int error = process_count == 0 ? linux_hooks_register(&hooks) : 0;

	if (error)
		return error;
	if (process_count++ == 0) {
		linux_access_begin();
		linux_mapped_hold();
	}
	return 0;
}

/* Context: [L]. */
static void hooks_unuse(void)
{
	if (--process_count > 0)
		return;
	linux_mapped_release();
	linux_access_end();
	linux_hooks_unregister(&hooks);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The memory is gone. The work may end with the process's own memory: nothing follows the last put. */
static void gone_run(struct work_struct *work)
{
	struct linux_process *process = container_of(work, struct linux_process, gone);

	if (!dt_space_get(&process->space, 1))
		return; /* it is being closed already */
	process->closer = current;
	dt_space_kill(&process->space);
	mutex_lock(&watch_lock);
	if (watcher)
		watcher(&process->space);
	mutex_unlock(&watch_lock);
	dt_space_put(&process->space, 1);
}

/* ---- debuggers ------------------------------------------------------------------------------- */

static bool is_controlled(const struct linux_process *process)
{
	struct task_struct *leader, *task;
	bool any = false;

	rcu_read_lock();
	for_each_process_thread(leader, task)
	{
		if (task->mm == process->mm && task->ptrace)
			any = true;
	}
	rcu_read_unlock();
	return any;
}

static bool process_seen(struct os_space *space)
{
	struct linux_process *process = container_of(space, struct linux_process, space);

	return linux_access_is_passed() && is_controlled(process);
}

static bool is_open(struct linux_process *process)
{
	return true;
}

/* Its debugger has gone, and may have left breaks of ours. */
static bool is_left(struct linux_process *process)
{
	return dt_space_in_doubt(&process->space) && !is_controlled(process);
}

/* One for which @is_wanted, with a reference; NULL: there is none. */
static struct linux_process *any_process(bool (*is_wanted)(struct linux_process *process))
{
	struct linux_process *process = NULL;
	size_t i;

	mutex_lock(&list_lock);
	for (i = 0; i < BUCKETS && !process; i++) {
		process = processes[i];
		while (process && !(is_wanted(process) && dt_space_get(&process->space, 1)))
			process = process->next;
	}
	mutex_unlock(&list_lock);
	return process;
}

static void settle_doubts(void)
{
	struct linux_process *process;

	while ((process = any_process(is_left)) != NULL) {
		dt_space_settle_doubt(&process->space);
		dt_space_put(&process->space, 1);
	}
}

static bool is_to_look(struct linux_process *process)
{
	return READ_ONCE(process->looks);
}

/* Somebody else than its own threads has thrown text away. */
static void look_at_thrown(void)
{
	struct linux_process *process;

	while ((process = any_process(is_to_look)) != NULL) {
		atomic_inc(&process->throwing);
		smp_store_release(&process->looks, false);
		dt_user_thrown(&process->space, 0, UINT64_MAX);
		linux_process_thrown(&process->space);
		dt_space_put(&process->space, 1);
	}
}

void linux_process_look(struct linux_process *process)
{
	WRITE_ONCE(process->looks, true);
	queue_delayed_work(queue, &look, 0);
}

/* Those that stay open for a debugger only. */
static void close_all(void)
{
	struct linux_process *process;

	while ((process = any_process(is_open)) != NULL) {
		dt_space_forget_doubt(&process->space);
		dt_space_put(&process->space, 1);
	}
}

static bool has_thread(const struct mm_struct *mm)
{
	struct task_struct *leader, *task;
	bool any = false;

	rcu_read_lock();
	for_each_process_thread(leader, task)
	{
		if (task->mm == mm)
			any = true;
	}
	rcu_read_unlock();
	return any;
}

/* Return: whether to look at it again: no thread has it, but somebody else. Context: [L]. */
static bool look_at(struct linux_process *process)
{
	if (process->told)
		return false;
	if (atomic_read(&process->mm->mm_users) != 0)
		return !has_thread(process->mm);
	process->told = true;
	queue_work(queue, &process->gone);
	return false;
}

static void look_run(struct work_struct *work)
{
	struct linux_process *process;
	bool again = false;
	size_t i;

	mutex_lock(&list_lock);
	for (i = 0; i < BUCKETS; i++) {
		for (process = processes[i]; process; process = process->next)
			again |= look_at(process);
	}
	mutex_unlock(&list_lock);
	settle_doubts();
	look_at_thrown();
	if (again)
		queue_delayed_work(queue, &look, HZ / 10);
}

static void process_leave(struct os_space *space)
{
	struct linux_process *process = container_of(space, struct linux_process, space);

	if (!process->listed)
		return;
	wait_forks(process);
	mutex_lock(&list_lock);
	table_remove(process);
	linux_thrown_end(process);
	hooks_unuse();
	mutex_unlock(&list_lock);
	if (process->closer != current)
		cancel_work_sync(&process->gone);
}

static void process_release(struct os_space *space)
{
	struct linux_process *process = container_of(space, struct linux_process, space);

	linux_process_count_free(process);
	mmdrop(process->mm);
	kfree(process->bytes);
	kfree(process);
}

/* ---- the other operations -------------------------------------------------------------------- */

static const struct os_space_ops process_ops = {
	.read = linux_process_read,
	.patch = linux_process_patch,
	.slots_alloc = linux_process_slots_alloc,
	.slots_write = linux_process_slots_write,
	.slots_free = linux_process_slots_free,
	.grace = linux_process_grace,
	.count = linux_process_count,
	.origin = linux_process_origin,
	.seen = process_seen,
	.throwing = linux_process_throwing,
	.leave = process_leave,
	.release = process_release,
};

/* ---- opening --------------------------------------------------------------------------------- */

static struct linux_process *process_create(struct mm_struct *mm, pid_t pid, const struct isa *isa)
{
	struct linux_process *process = kzalloc(sizeof(*process), GFP_KERNEL);

	if (!process)
		return NULL;
	process->bytes = kmalloc(PAGE_SIZE, GFP_KERNEL);
	if (!process->bytes) {
		kfree(process);
		return NULL;
	}
	mmgrab(mm);
	process->mm = mm;
	process->pid = pid;
	process->page = 1;
	INIT_LIST_HEAD(&process->counters);
	INIT_WORK(&process->gone, gone_run);
	process->space.id = ++last_id;
	process->space.isa = isa;
	process->space.ops = &process_ops;
	process->space.memory = &dt_user_memory;
	process->space.slot_reach = isa->slot_reach;
	return process;
}

/* Context: [L]. */
static int process_start(struct mm_struct *mm, pid_t pid, const struct isa *isa, struct os_space **ret)
{
	struct linux_process *process = process_create(mm, pid, isa);
	int error = -OS_ENOMEM;

	if (!process)
		return error;
	error = dt_space_open(&process->space);
	if (error) {
		process_release(&process->space);
		return error;
	}
	error = hooks_use();
	if (error)
		goto undo_space;
	process->listed = true;
	linux_thrown_begin(process);
	table_add(process);
	*ret = &process->space;
	return 0;

undo_space:
	dt_space_put(&process->space, 1);
	return error == -ENOMEM ? -OS_ENOMEM : -OS_EOPNOTSUPP;
}

/* Context: [L]. */
static int open_memory(struct mm_struct *mm, pid_t pid, const struct isa *isa, struct os_space **ret)
{
	struct linux_process *process = linux_process_find(mm);

	if (!process)
		return process_start(mm, pid, isa, ret);
	*ret = &process->space;
	return dt_space_get(&process->space, 1) ? 0 : -OS_EAGAIN;
}

static int open_task(struct task_struct *task, pid_t pid, struct os_space **ret)
{
	const struct isa *isa;
	struct mm_struct *mm;
	int error;

	if (!may_access)
		return -OS_EOPNOTSUPP;
	/* what was permitted is the program that it executes now: exec() of a set-id one does not come between */
	if (down_read_killable(&task->signal->exec_update_lock) != 0)
		return -OS_EINTR;
	mm = NULL;
	error = may_access(task, PTRACE_MODE_ATTACH_REALCREDS) ? 0 : -OS_EPERM;
	if (!error)
		mm = get_task_mm(task);
	up_read(&task->signal->exec_update_lock);
	if (error)
		return error;
	if (!mm)
		return task->flags & PF_KTHREAD ? -OS_EOPNOTSUPP : -OS_ESRCH;
	isa = linux_cpu_program(task, mm);
	for (;;) {
		mutex_lock(&list_lock);
		error = isa ? open_memory(mm, pid, isa, ret) : -OS_EOPNOTSUPP;
		mutex_unlock(&list_lock);
		if (error != -OS_EAGAIN || fatal_signal_pending(current))
			break;
		schedule_timeout_idle(1); /* somebody is just closing it */
	}
	mmput(mm);
	return error;
}

/* A process by its number in the caller's namespace, with a reference; NULL: there is none. */
static struct task_struct *find_process(uint64_t pid)
{
	struct task_struct *task = NULL;

	if (pid == 0 || pid > INT_MAX)
		return NULL;
	rcu_read_lock();
	task = pid_task(find_pid_ns((int)pid, task_active_pid_ns(current)), PIDTYPE_PID);
	if (task)
		get_task_struct(task);
	rcu_read_unlock();
	return task;
}

int os_process_open(uint64_t pid, struct os_space **ret, uint64_t *number)
{
	struct task_struct *task = find_process(pid);
	int error;

	if (!task)
		return -OS_ESRCH;
	*number = task->pid;
	error = open_task(task, task->pid, ret);
	put_task_struct(task);
	return error;
}

int os_process_permitted(uint64_t pid, uint64_t *number)
{
	struct task_struct *task = find_process(pid);
	int error = 0;

	if (!task)
		return -OS_ESRCH;
	*number = task->pid;
	if (!may_access)
		error = -OS_EOPNOTSUPP;
	else if (!may_access(task, PTRACE_MODE_READ_REALCREDS))
		error = -OS_EPERM;
	put_task_struct(task);
	return error;
}

bool linux_process_may(struct task_struct *task, unsigned int mode)
{
	return may_access && may_access(task, mode);
}

void os_process_watch(void (*gone)(struct os_space *space))
{
	mutex_lock(&watch_lock);
	watcher = gone;
	mutex_unlock(&watch_lock);
}

/* ---- the module ------------------------------------------------------------------------------ */

int linux_process_init(void)
{
	INIT_DELAYED_WORK(&look, look_run);
	linux_mapped_init();
	linux_registered_init();
	may_access = (void *)linux_symbol("ptrace_may_access");
	copy_pool = mempool_create_kmalloc_pool(COPIES, sizeof(struct copy));
	queue = alloc_workqueue("dtrace_processes", WQ_UNBOUND, 0);
	if (!copy_pool || !queue) {
		linux_process_fini();
		return -ENOMEM;
	}
	return linux_user_trap_init();
}

void linux_process_fini(void)
{
	close_all();
	linux_thrown_fini();
	linux_access_fini();
	linux_user_trap_fini();
	linux_registered_fini();
	if (queue) {
		cancel_delayed_work_sync(&look);
		destroy_workqueue(queue);
	}
	mempool_destroy(copy_pool);
}
