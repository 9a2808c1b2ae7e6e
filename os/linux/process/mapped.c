/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * mapped.c - what is mapped in the memory of processes (os/process.h): for walks of their stacks, and for probes of
 * what they map.
 *
 * No tracepoint tells that a process has mapped a file. perf has to know it, too: the kernel calls
 * perf_event_mmap() for each mapping, in the process. A break at its entry tells us; the process looks
 * at its own mappings on the way back to user mode, where it may sleep, and before it executes what
 * it has mapped. A child of fork() does the same before its first instruction.
 *
 * The process may wait there, too: in pending_run(), as the last of all that it has to do on its way. It waits
 * without a lock, for a limited time, and a fatal signal ends that.
 *
 * A trap may not allocate memory: it takes one of PENDING entries. When all are taken, every process
 * is looked at, a little later. Nor may a trap arrange that work itself: it raises an interrupt on its
 * CPU, which comes as soon as the trap is over.
 */
#include <linux/fs.h>
#include <linux/irq_work.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/task_work.h>
#include <linux/wait_bit.h>
#include <linux/workqueue.h>

#include "os/linux/process/process.h"

#include <dtrace/provider.h>
#include <isa_types.h>

#include "os/linux/compat/compat.h"
#include "os/linux/process/hooks.h"

#define PENDING    64
#define LOOK_AFTER (HZ / 10)

/* A memory that the watcher knows. */
struct memory {
	struct memory *next;
	struct mm_struct *mm; /* its structure stays, so no other has this address */
};

static DEFINE_MUTEX(begin_lock); /* held while a watcher comes or goes; before watch_lock */
static DEFINE_MUTEX(watch_lock); /* all that follows but `pending` */
static const struct os_memory_watcher *watchers[OS_MEMORY_WATCHERS]; /* NULL: no such one */
static struct memory *memories;
/* Of the process that is being looked at. */
static struct os_mapping *mappings; /* there is room for mapping_room */
static size_t mapping_room;
static char *names; /* their paths; there is room for name_room bytes */
static size_t name_room;
static char *one_name; /* PATH_MAX bytes */

/* Tasks that look at their mappings before they return to user mode. */
static struct pending {
	struct callback_head work;
	struct task_struct *task; /* NULL: free; written by whoever takes it and whoever gives it back */
	bool is_last;             /* what else the task had to do before it returns has been done */
	int is_raised;            /* by a trap, with a reference to the task: raise_run() goes on with it */
} pending[PENDING];

/* Tasks that wait in wait() of a watcher: the first HELD of them are known by name. */
#define HELD 64
static struct task_struct *held[HELD];
static atomic_t waiting[OS_MEMORY_WATCHERS]; /* how many wait, or are about to, for each watcher */

static DEFINE_PER_CPU(struct irq_work, raise);
static int data_wanted;
static unsigned int watching; /* [begin_lock] how many watchers there are; read by anybody */
static unsigned int hearing;  /* [begin_lock] how many watchers and holds there are */
/* What a process waits for; without a watcher: nothing. */
struct wait {
	const struct os_memory_watcher *watcher;
	void *what;
};

static int all_wanted; /* a trap has found no free one */
static struct os_task all_task;
static struct delayed_work gone_work;

/* ---- looking --------------------------------------------------------------------------------- */

/* A kernel has one vDSO for each word size of programs. */
static struct os_file_id file_id(const struct vm_area_struct *area, unsigned int bits)
{
	const struct inode *inode;

	if (!area->vm_file)
		return (struct os_file_id){ .generation = bits, .size = area->vm_end - area->vm_start };
	inode = file_inode(area->vm_file);
	return (struct os_file_id){
		.device = (u64)MAJOR(inode->i_sb->s_dev) << 32 | MINOR(inode->i_sb->s_dev),
		.inode = inode->i_ino,
		.generation = inode->i_generation,
		.size = (u64)i_size_read(inode),
		.changed = compat_inode_changed(inode),
	};
}

static bool is_vdso(const struct vm_area_struct *area)
{
	return !area->vm_file && area->vm_start == (unsigned long)area->vm_mm->context.vdso;
}

/* The number of mappings and bytes of names, also of those for which there was no room. */
struct gathered {
	unsigned int bits; /* of the process's addresses */
	size_t count, name_bytes;
};

static const char *path_of(const struct vm_area_struct *area)
{
	const char *path = area->vm_file ? file_path(area->vm_file, one_name, PATH_MAX) : "";

	return IS_ERR(path) ? "" : path;
}

static void gather_one(const struct vm_area_struct *area, struct gathered *gathered)
{
	const char *path = path_of(area);
	size_t size = strlen(path) + 1;

	if (gathered->count < mapping_room && gathered->name_bytes + size <= name_room) {
		memcpy(names + gathered->name_bytes, path, size);
		mappings[gathered->count] = (struct os_mapping){
			.start = area->vm_start,
			.end = area->vm_end,
			.offset = area->vm_file ? (u64)area->vm_pgoff << PAGE_SHIFT : 0,
			.file = file_id(area, gathered->bits),
			.path = names + gathered->name_bytes,
		};
	}
	gathered->count++;
	gathered->name_bytes += size;
}

static struct gathered gather(struct mm_struct *mm, unsigned int bits)
{
	struct gathered gathered = { .bits = bits };
	struct vm_area_struct *area;
	unsigned long addr = 0;

	mmap_read_lock(mm);
	while ((area = find_vma(mm, addr)) != NULL && area->vm_end > addr) {
		addr = area->vm_end;
		if ((area->vm_flags & VM_EXEC) && (area->vm_file || is_vdso(area)))
			gather_one(area, &gathered);
	}
	mmap_read_unlock(mm);
	return gathered;
}

static void room_free(void)
{
	kvfree(mappings);
	kvfree(names);
	kfree(one_name);
	mappings = NULL;
	names = one_name = NULL;
	mapping_room = name_room = 0;
}

static bool room_make(const struct gathered *wanted)
{
	room_free();
	mapping_room = wanted->count + 16;
	name_room = wanted->name_bytes + PAGE_SIZE;
	mappings = kvmalloc_array(mapping_room, sizeof(*mappings), GFP_KERNEL);
	names = kvmalloc(name_room, GFP_KERNEL);
	one_name = kmalloc(PATH_MAX, GFP_KERNEL);
	if (mappings && names && one_name)
		return true;
	room_free();
	return false;
}

/* Gather until there is room for all. Return: false: no memory. */
static bool gather_all(struct mm_struct *mm, unsigned int bits, size_t *count)
{
	struct gathered gathered = { 0 };

	if (!one_name && !room_make(&gathered))
		return false;
	for (;;) {
		gathered = gather(mm, bits);
		*count = gathered.count;
		if (gathered.count <= mapping_room && gathered.name_bytes <= name_room)
			return true;
		if (!room_make(&gathered))
			return false;
	}
}

static bool remember(struct mm_struct *mm)
{
	struct memory *memory;

	for (memory = memories; memory; memory = memory->next) {
		if (memory->mm == mm)
			return true;
	}
	memory = kmalloc(sizeof(*memory), GFP_KERNEL);
	if (!memory)
		return false;
	mmgrab(mm);
	memory->mm = mm;
	memory->next = memories;
	memories = memory;
	return true;
}

/*
 * Tell @only, or all (NULL). Without memory they do not know of it: they are told with its next change.
 * args:    @waits NULL, or gets for each watcher what the process waits for, which is counted in `waiting`.
 */
static void tell(struct mm_struct *mm, struct task_struct *task, enum os_mapped when,
		 const struct os_memory_watcher *only, struct wait *waits)
{
	unsigned int bits = linux_cpu_user_bits(task_thread_info(task)->flags), i;
	size_t count;
	void *what;

	mutex_lock(&watch_lock);
	if (gather_all(mm, bits, &count) && remember(mm)) {
		for (i = 0; i < OS_MEMORY_WATCHERS; i++) {
			if (!watchers[i] || (only && watchers[i] != only))
				continue;
			what = watchers[i]->mapped((unsigned long)mm, task->tgid, mappings, count, when);
			if (!waits || !what)
				continue;
			waits[i] = (struct wait){ watchers[i], what };
			atomic_inc(&waiting[i]);
		}
	}
	mutex_unlock(&watch_lock);
}

/* The first thread with a number above *@number of those that stand for their process; NULL: no more. */
static struct task_struct *next_process(pid_t *number)
{
	struct task_struct *task;
	struct pid *found;

	rcu_read_lock();
	while ((found = find_ge_pid(*number + 1, &init_pid_ns)) != NULL) {
		*number = pid_nr(found);
		task = pid_task(found, PIDTYPE_PID);
		/* a leader that has ended has no memory, its threads may have */
		if (task && (thread_group_leader(task) || !READ_ONCE(task->group_leader->mm))) {
			get_task_struct(task);
			rcu_read_unlock();
			return task;
		}
	}
	rcu_read_unlock();
	return NULL;
}

static void look_at(enum os_mapped when, const struct os_memory_watcher *only)
{
	struct task_struct *task;
	struct mm_struct *mm;
	pid_t number = 0;

	while ((task = next_process(&number)) != NULL) {
		mm = get_task_mm(task);
		if (mm) {
			tell(mm, task, when, only, NULL);
			mmput(mm);
		}
		put_task_struct(task);
		cond_resched();
	}
}

static void look_at_process(struct linux_process *process, void *arg)
{
	linux_process_look(process);
}

/* There were more changes than entries. */
static void look_at_all(void *arg)
{
	unsigned long state = os_irq_save();

	linux_process_each(look_at_process, NULL);
	os_irq_restore(state);
	if (READ_ONCE(watching))
		look_at(OS_MAPPED_LATE, NULL);
}

/* ---- changes --------------------------------------------------------------------------------- */

bool linux_task_is_held(const struct task_struct *task)
{
	int i;

	for (i = 0; i < HELD; i++) {
		if (READ_ONCE(held[i]) == task)
			return true;
	}
	return false;
}

/* The current task waits for what the watchers have asked it to. */
static void wait_for_all(const struct wait *waits)
{
	int slot = 0;
	unsigned int i;

	while (slot < HELD && cmpxchg(&held[slot], NULL, current) != NULL)
		slot++;
	for (i = 0; i < OS_MEMORY_WATCHERS; i++) {
		if (!waits[i].watcher)
			continue;
		waits[i].watcher->wait(waits[i].what);
		if (atomic_dec_and_test(&waiting[i]))
			wake_up_var(&waiting[i]);
	}
	if (slot < HELD)
		smp_store_release(&held[slot], NULL);
}

static void tell_current(void)
{
	struct wait waits[OS_MEMORY_WATCHERS] = { { NULL } };
	unsigned int i;
	bool any = false;

	linux_process_mapped();
	if (!READ_ONCE(watching))
		return;
	tell(current->mm, current, OS_MAPPED_NOW, NULL, waits);
	for (i = 0; i < OS_MEMORY_WATCHERS; i++)
		any |= waits[i].watcher != NULL;
	if (any)
		wait_for_all(waits);
}

static void begin(struct pending *self);

/* A child of fork() takes breaks out of its memory in such a function, too: that comes first. */
static void pending_run(struct callback_head *work)
{
	struct pending *self = container_of(work, struct pending, work);

	if (!self->is_last) {
		self->is_last = true;
		begin(self);
	} else {
		smp_store_release(&self->task, NULL); /* a mapping that is made from now on takes another entry */
		if (current->mm && !(current->flags & PF_EXITING))
			tell_current();
	}
	linux_task_work_end();
}

#define ALREADY (-1)
#define NONE    (-2)

/* Take one for a task. Return: its index; ALREADY: the task has one; NONE is free. Context: any. */
DT_PROBE_CTX static int take(struct task_struct *task)
{
	int i;

	for (i = 0; i < PENDING; i++) {
		if (READ_ONCE(pending[i].task) == task)
			return ALREADY;
	}
	for (i = 0; i < PENDING; i++) {
		if (cmpxchg(&pending[i].task, NULL, task) == NULL)
			return i;
	}
	return NONE;
}

/* Context: any but probe context. */
static void begin(struct pending *self)
{
	if (!linux_task_work_begin(self->task, &self->work, pending_run))
		smp_store_release(&self->task, NULL);
}

/* The same for an entry that was just taken. */
static void begin_first(struct pending *self)
{
	self->is_last = false;
	begin(self);
}

/* In a trap of the current task. */
DT_PROBE_CTX static void raise_current(void)
{
	int i = take(current);

	if (i == ALREADY)
		return;
	if (i == NONE) {
		WRITE_ONCE(all_wanted, 1);
	} else {
		get_task_struct(current);
		smp_store_release(&pending[i].is_raised, 1);
	}
	irq_work_queue(this_cpu_ptr(&raise));
}

static void raise_run(struct irq_work *work)
{
	struct task_struct *task;
	int i;

	for (i = 0; i < PENDING; i++) {
		if (!READ_ONCE(pending[i].is_raised) || !xchg(&pending[i].is_raised, 0))
			continue;
		task = pending[i].task;
		begin_first(&pending[i]);
		put_task_struct(task);
	}
	if (xchg(&all_wanted, 0))
		os_task_queue(&all_task);
}

/* By the function that perf uses: its argument is the mapping. */
DT_PROBE_CTX static bool maps_code_area(const struct isa_regs *regs)
{
	unsigned long flags, file;
	uint64_t area;

	if (isa_arg_get(regs, 0, NULL, &area) != 0 ||
	    os_kload(&flags, area + offsetof(struct vm_area_struct, vm_flags), sizeof(flags)) != 0)
		return false;
	if (flags & VM_EXEC)
		return true;
	return READ_ONCE(data_wanted) && (flags & VM_WRITE) &&
	       os_kload(&file, area + offsetof(struct vm_area_struct, vm_file), sizeof(file)) == 0 && file;
}

/* In a kernel without perf: vm_mmap_pgoff(file, addr, len, prot, flag, pgoff). */
DT_PROBE_CTX static bool maps_code_request(const struct isa_regs *regs)
{
	uint64_t protection, file;

	if (isa_arg_get(regs, 3, NULL, &protection) != 0)
		return false;
	if (protection & PROT_EXEC)
		return true;
	return READ_ONCE(data_wanted) && (protection & PROT_WRITE) && isa_arg_get(regs, 0, NULL, &file) == 0 && file;
}

static const struct {
	const char *name;
	bool (*maps_code)(const struct isa_regs *regs);
} functions[] = {
	{ "perf_event_mmap", maps_code_area },
	{ "vm_mmap_pgoff", maps_code_request },
};

static struct dt_site_attachment entry;

DT_PROBE_CTX static uint32_t entered(struct dt_site_attachment *attachment, struct dt_firing *firing)
{
	if (current->mm && !(current->flags & PF_KTHREAD) && (READ_ONCE(watching) || linux_process_find(current->mm)) &&
	    functions[attachment->data].maps_code(firing->regs))
		raise_current();
	return os_cpu_self();
}

static void forked(struct task_struct *child)
{
	int i;

	if (!READ_ONCE(watching) || !child->mm || child->mm == current->mm)
		return;
	i = take(child);
	if (i >= 0)
		begin_first(&pending[i]);
	else if (i == NONE)
		os_task_queue(&all_task);
}

/* A memory may have gone with it; also later, when somebody who only reads it lets it go. */
static void ends(struct task_struct *task)
{
	schedule_delayed_work(&gone_work, LOOK_AFTER);
}

static void executes(void)
{
	schedule_delayed_work(&gone_work, LOOK_AFTER);
}

static const struct linux_hooks hooks = { .forked = forked, .ends = ends, .executes = executes };

/* Forget the memories that nobody has, or all. Context: [watch_lock]. */
static void forget(bool all)
{
	struct memory **link = &memories, *memory;
	unsigned int i;

	while ((memory = *link) != NULL) {
		if (!all && atomic_read(&memory->mm->mm_users) != 0) {
			link = &memory->next;
			continue;
		}
		*link = memory->next;
		for (i = 0; i < OS_MEMORY_WATCHERS; i++) {
			if (watchers[i])
				watchers[i]->gone((unsigned long)memory->mm);
		}
		mmdrop(memory->mm);
		kfree(memory);
	}
}

static void gone_run(struct work_struct *work)
{
	mutex_lock(&watch_lock);
	forget(false);
	mutex_unlock(&watch_lock);
}

/* ---- watching -------------------------------------------------------------------------------- */

/* A break at the entry of the first function that this kernel has. */
static int hook_attach(void)
{
	struct dt_site_attachment *list[] = { &entry };
	size_t i;

	entry = (struct dt_site_attachment){
		.space = os_kernel_space(), .edge = true, .special = DT_SITE_FIRE, .fire = entered
	};
	for (i = 0; i < ARRAY_SIZE(functions) && !entry.addr; i++) {
		entry.data = i;
		entry.addr = linux_function_entry(functions[i].name);
	}
	return entry.addr && dt_sites_attach(list, 1) == 1 ? 0 : -OS_EOPNOTSUPP;
}

static void hook_detach(void)
{
	struct dt_site_attachment *list[] = { &entry };

	dt_sites_detach(list, 1);
}

/* Context: begin_lock. */
static int hear(void)
{
	int error = hearing == 0 ? hook_attach() : 0;

	if (error)
		return error;
	error = hearing == 0 ? linux_hooks_register(&hooks) : 0;
	if (error)
		hook_detach();
	else
		hearing++;
	return error == -ENOMEM ? -OS_ENOMEM : error ? -OS_EOPNOTSUPP : 0;
}

/* What hear() has begun. Context: begin_lock. */
static void hear_no_more(void)
{
	unsigned int cpu;

	if (--hearing > 0)
		return;
	hook_detach();
	for_each_possible_cpu (cpu)
		irq_work_sync(per_cpu_ptr(&raise, cpu));
	linux_hooks_unregister(&hooks);
	os_task_drain(&all_task);
	cancel_delayed_work_sync(&gone_work);
	mutex_lock(&watch_lock);
	forget(true);
	room_free();
	mutex_unlock(&watch_lock);
}

/* The place of a watcher, or, of NULL, a free one; OS_MEMORY_WATCHERS: none. Context: begin_lock. */
static unsigned int place_of(const struct os_memory_watcher *watcher)
{
	unsigned int i = 0;

	while (i < OS_MEMORY_WATCHERS && watchers[i] != watcher)
		i++;
	return i;
}

/* After the last one what was remembered for them is forgotten. */
static void watchers_set(unsigned int place, const struct os_memory_watcher *watcher)
{
	mutex_lock(&watch_lock);
	WRITE_ONCE(watching, watching + (watcher ? 1 : -1));
	watchers[place] = watcher;
	if (!watching)
		forget(true);
	mutex_unlock(&watch_lock);
}

int os_memory_watch(const struct os_memory_watcher *watcher)
{
	unsigned int place;
	int error = 0;

	mutex_lock(&begin_lock);
	place = place_of(NULL);
	if (place == OS_MEMORY_WATCHERS)
		error = -OS_ENOMEM;
	else
		error = hear();
	if (!error) {
		watchers_set(place, watcher);
		if (watcher->wants_before)
			look_at(OS_MAPPED_BEFORE, watcher);
	}
	mutex_unlock(&begin_lock);
	return error;
}

void os_memory_unwatch(const struct os_memory_watcher *watcher)
{
	unsigned int place;

	mutex_lock(&begin_lock);
	place = place_of(watcher);
	if (place < OS_MEMORY_WATCHERS) {
		watchers_set(place, NULL);
		wait_var_event(&waiting[place], atomic_read(&waiting[place]) == 0);
		hear_no_more();
	}
	mutex_unlock(&begin_lock);
}

static bool is_held; /* [begin_lock] this kernel allows it */

void linux_mapped_hold(void)
{
	mutex_lock(&begin_lock);
	is_held = hear() == 0;
	if (!is_held)
		pr_notice_once("dtrace: what traced processes map again is not noticed in this kernel\n");
	mutex_unlock(&begin_lock);
}

void linux_mapped_release(void)
{
	mutex_lock(&begin_lock);
	if (is_held)
		hear_no_more();
	is_held = false;
	mutex_unlock(&begin_lock);
}

void os_memory_watch_data(bool wanted)
{
	WRITE_ONCE(data_wanted, wanted);
}

uint64_t os_space_memory(const struct os_space *space)
{
	return (unsigned long)container_of(space, const struct linux_process, space)->mm;
}

/* ---- processes ------------------------------------------------------------------------------- */

uint32_t os_process_number(void)
{
	return (uint32_t)task_tgid_nr(current);
}

uint32_t os_process_parent(uint32_t pid)
{
	struct task_struct *task;
	uint32_t parent = 0;

	rcu_read_lock();
	task = pid_task(find_pid_ns((int)pid, &init_pid_ns), PIDTYPE_PID);
	if (task)
		parent = (uint32_t)task_tgid_nr(rcu_dereference(task->real_parent));
	rcu_read_unlock();
	return parent;
}

bool os_processes_permitted(void)
{
	return capable(CAP_SYS_PTRACE);
}

void linux_mapped_init(void)
{
	unsigned int cpu;

	for_each_possible_cpu (cpu)
		init_irq_work(per_cpu_ptr(&raise, cpu), raise_run);
	os_task_init(&all_task, look_at_all, NULL);
	INIT_DELAYED_WORK(&gone_work, gone_run);
}
