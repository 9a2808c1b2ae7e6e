/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * registered.c - what programs have registered (os/process.h), by their memory; a table of those that have.
 *
 * A process that has registered something costs nothing but three tracepoints of rare events: fork, where
 * the child gets a reference to its parent's list; exec and exit, after which memories that are gone are looked
 * for. The address of a struct mm_struct stays ours as long as it is in the table, so no other memory can be
 * taken for it. The module is in use as long as the table has an entry.
 *
 * Locks: [U] `users`, a mutex: who adds to the table, or takes away from it, but fork; and the tracepoints.
 * [T] the table's, for all of it: fork may not sleep.
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "os/linux/process/process.h"

#include "os/linux/process/hooks.h"

#define BUCKETS 256 /* a power of two */

struct registered {
	struct registered *next; /* [T] */
	struct mm_struct *mm;    /* constant */
	struct dt_helpers *helpers;
};

static DEFINE_MUTEX(users);
static DEFINE_RAW_SPINLOCK(table_lock);
static struct registered *table[BUCKETS]; /* [T] */
static bool is_hooked;                    /* [U] */
static struct delayed_work look;
static atomic_t looks; /* how often is still to be looked */

/* ---- the table ------------------------------------------------------------------------------- */

static struct registered **bucket_of(const struct mm_struct *mm)
{
	return &table[((unsigned long)mm >> 10) % BUCKETS]; /* one is about so large */
}

/* Context: [T]. */
static struct registered *find(const struct mm_struct *mm)
{
	struct registered *one = *bucket_of(mm);

	while (one && one->mm != mm)
		one = one->next;
	return one;
}

/* With a reference; NULL: nothing. */
static struct dt_helpers *get(const struct mm_struct *mm)
{
	struct dt_helpers *helpers;
	struct registered *one;
	unsigned long flags;

	raw_spin_lock_irqsave(&table_lock, flags);
	one = find(mm);
	helpers = one ? one->helpers : NULL;
	dt_helpers_hold(helpers);
	raw_spin_unlock_irqrestore(&table_lock, flags);
	return helpers;
}

/* Takes the reference over. Return: false without memory. */
static bool add(struct mm_struct *mm, struct dt_helpers *helpers, gfp_t gfp)
{
	struct registered *one = kmalloc(sizeof(*one), gfp), **bucket = bucket_of(mm);
	unsigned long flags;

	if (!one)
		return false;
	mmgrab(mm);
	__module_get(THIS_MODULE);
	one->mm = mm;
	one->helpers = helpers;
	raw_spin_lock_irqsave(&table_lock, flags);
	one->next = *bucket;
	*bucket = one;
	raw_spin_unlock_irqrestore(&table_lock, flags);
	return true;
}

static void drop(struct registered *one)
{
	dt_helpers_put(one->helpers);
	mmdrop(one->mm);
	kfree(one);
	module_put(THIS_MODULE);
}

/* Takes out of one bucket what is of @mm, or, NULL, of memories that are gone. Return: a list of it. */
static struct registered *take(struct registered **link, const struct mm_struct *mm)
{
	struct registered *taken = NULL, *one;
	unsigned long flags;

	raw_spin_lock_irqsave(&table_lock, flags);
	while ((one = *link) != NULL) {
		if (mm ? one->mm != mm : atomic_read(&one->mm->mm_users) != 0) {
			link = &one->next;
			continue;
		}
		*link = one->next;
		one->next = taken;
		taken = one;
	}
	raw_spin_unlock_irqrestore(&table_lock, flags);
	return taken;
}

static void drop_all(struct registered *list)
{
	struct registered *one;

	while ((one = list) != NULL) {
		list = one->next;
		drop(one);
	}
}

static bool is_empty(void)
{
	size_t i;

	for (i = 0; i < BUCKETS; i++) {
		if (READ_ONCE(table[i]))
			return false;
	}
	return true;
}

/* ---- what the kernel tells -------------------------------------------------------------------- */

/* The current thread has made a child, which has not executed anything yet. */
static void forked(struct task_struct *child)
{
	struct dt_helpers *helpers;

	if (!child->mm || child->mm == current->mm || !current->mm)
		return;
	helpers = get(current->mm);
	if (!helpers || add(child->mm, helpers, GFP_ATOMIC | __GFP_NOWARN))
		return;
	pr_err("dtrace: no memory: process %d does not have the probes that %d has registered\n", child->pid,
	       current->tgid);
	/* the parent's entry has a reference, too: this is not the last one */
	dt_helpers_put(helpers);
}

/* Its memory may be gone now, or when somebody who only reads it is done. */
static void ends(struct task_struct *task)
{
	atomic_set(&looks, 2);
	schedule_delayed_work(&look, 0);
}

static void executes(void)
{
	ends(current);
}

static const struct linux_hooks hooks = { .forked = forked, .ends = ends, .executes = executes };

/* Context: [U]. */
static int hooks_use(void)
{
	int error = is_hooked ? 0 : linux_hooks_register(&hooks);

	if (!error)
		is_hooked = true;
	return error;
}

/* Context: [U]. */
static void hooks_unuse(void)
{
	if (!is_hooked || !is_empty())
		return;
	linux_hooks_unregister(&hooks);
	is_hooked = false;
}

static void look_run(struct work_struct *work)
{
	size_t i;

	mutex_lock(&users);
	for (i = 0; i < BUCKETS; i++) {
		if (READ_ONCE(table[i]))
			drop_all(take(&table[i], NULL));
	}
	hooks_unuse();
	mutex_unlock(&users);
	if (atomic_dec_if_positive(&looks) > 0)
		schedule_delayed_work(&look, HZ);
}

/* ---- the contract ----------------------------------------------------------------------------- */

int os_helpers_get(const struct os_space *space, struct dt_helpers **ret)
{
	*ret = get(space ? container_of(space, struct linux_process, space)->mm : current->mm);
	return 0;
}

/* Return: false: nothing was registered. */
static bool replace(struct dt_helpers *helpers)
{
	struct dt_helpers *old = NULL;
	struct registered *one;
	unsigned long flags;

	raw_spin_lock_irqsave(&table_lock, flags);
	one = find(current->mm);
	if (one) {
		old = one->helpers;
		one->helpers = helpers;
	}
	raw_spin_unlock_irqrestore(&table_lock, flags);
	dt_helpers_put(old);
	return one != NULL;
}

/* A task of the kernel has no memory. */
int os_helpers_set(struct dt_helpers *helpers)
{
	int error = 0;

	if (!current->mm)
		return -OS_EOPNOTSUPP;
	mutex_lock(&users);
	if (!helpers) {
		drop_all(take(bucket_of(current->mm), current->mm));
		hooks_unuse();
	} else if (!replace(helpers)) {
		error = hooks_use() == 0 ? 0 : -OS_EOPNOTSUPP;
		if (!error && !add(current->mm, helpers, GFP_KERNEL)) {
			hooks_unuse();
			error = -OS_ENOMEM;
		}
	}
	mutex_unlock(&users);
	return error;
}

struct os_space *os_process_self(void)
{
	unsigned long state = os_irq_save();
	struct linux_process *process = current->mm ? linux_process_find(current->mm) : NULL;
	struct os_space *space = process && dt_space_get(&process->space, 1) ? &process->space : NULL;

	os_irq_restore(state);
	return space;
}

/* ---- the module ------------------------------------------------------------------------------ */

void linux_registered_init(void)
{
	INIT_DELAYED_WORK(&look, look_run);
}

/* The table is empty: its entries hold the module. */
void linux_registered_fini(void)
{
	cancel_delayed_work_sync(&look);
}
