/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * facts.c - what D's built-in variables say about the current task. Reads its structures only;
 * their parents cannot be freed while interrupts are off.
 */
#include <linux/cred.h>
#include <linux/mm_types.h>
#include <linux/pid.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/prio.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/topology.h>

#include "os/linux/cpu.h"
#include "os/linux/object.h"

DEFINE_PER_CPU(int, linux_trap_nmi);

enum level { LEVEL_THREAD, LEVEL_SOFTIRQ, LEVEL_IRQ, LEVEL_NMI };

/*
 * The interrupted code's level: some trap entries count as an NMI, which is subtracted here. Most firings are in a
 * thread, and have no such bits at all.
 */
DT_PROBE_INLINE unsigned int interrupt_level(void)
{
	unsigned long count = preempt_count();

	if (DT_LIKELY(!(count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return LEVEL_THREAD;
	count -= (unsigned long)raw_cpu_read(linux_trap_nmi) * (NMI_OFFSET + HARDIRQ_OFFSET);
	if (count & NMI_MASK)
		return LEVEL_NMI;
	if (count & HARDIRQ_MASK)
		return LEVEL_IRQ;
	return count & SOFTIRQ_OFFSET ? LEVEL_SOFTIRQ : LEVEL_THREAD;
}

DT_PROBE_CTX bool linux_in_nmi(void)
{
	return interrupt_level() == LEVEL_NMI;
}

#define KEY_PID_BITS  22 /* PID_MAX_LIMIT */
#define KEY_TIME_UNIT 16 /* a unit of time is 2^16 ns; 40 bits of them are 834 days, then they begin again */

/*
 * The key of a thread's thread-local variables. A later thread that gets the same number or
 * structure must not see the variables of an ended one (its exit_group has no return). Start time
 * and number together identify a thread, because no number is reused within 66 microseconds. Idle
 * threads, which never end, have no number: their address, above all others. A thread that becomes
 * its process's leader by exec() is the leader from then on, as the kernel has it.
 */
DT_PROBE_INLINE uint64_t thread_key(const struct task_struct *task)
{
	uint64_t who = (uint64_t)(long)task;

	if (task->pid)
		who = ((task->start_time >> KEY_TIME_UNIT) << KEY_PID_BITS | (uint64_t)task->pid) << 2;
	return who | interrupt_level();
}

/* A thread past its end has none. */
DT_PROBE_CTX static uint64_t own_number(const struct task_struct *task)
{
	const struct pid *pid = READ_ONCE(task->thread_pid);

	return pid ? pid->numbers[pid->level].nr : 0;
}

/* The number of a group or session, in the initial namespace. A process that is past its end has none. */
DT_PROBE_CTX static uint64_t group(const struct task_struct *task, enum pid_type type)
{
	const struct pid *pid = rcu_access_pointer(task->signal->pids[type]);

	return pid ? pid->numbers[0].nr : 0;
}

DT_PROBE_CTX static uint64_t syscall_number(struct task_struct *task)
{
	long number = task->mm ? linux_cpu_syscall_number(task_pt_regs(task)) : -1;

	return number < 0 ? 0 : number;
}

/* Another thread of the session may give up the terminal now: then there is none. */
DT_PROBE_CTX static uint64_t terminal(const struct task_struct *task)
{
	uint64_t number;

	return linux_number_task_tty((unsigned long)task, &number) == 0 ? number : (uint64_t)-1;
}

DT_PROBE_CTX DT_BY_NAME uint64_t os_fact(enum os_fact fact)
{
	struct task_struct *task = current;

	/* the most used ones: the switch is a tree of comparisons */
	if (fact == OS_FACT_PID)
		return task->tgid;
	if (fact == OS_FACT_THREAD_KEY)
		return thread_key(task);
	switch (fact) {
	case OS_FACT_THREAD:
		return (unsigned long)task;
	case OS_FACT_PID:
	case OS_FACT_THREAD_KEY:
		break;
	case OS_FACT_TID:
		return task->pid;
	case OS_FACT_PPID:
		return ((struct task_struct *)rcu_access_pointer(task->real_parent))->tgid;
	case OS_FACT_UID:
		return ((const struct cred *)rcu_access_pointer(task->real_cred))->uid.val;
	case OS_FACT_GID:
		return ((const struct cred *)rcu_access_pointer(task->real_cred))->gid.val;
	case OS_FACT_VTIME:
		return linux_run_time(task);
	case OS_FACT_IPL:
		return interrupt_level();
	case OS_FACT_OWN_TID:
		return own_number(task);
	case OS_FACT_PGID:
		return group(task, PIDTYPE_PGID);
	case OS_FACT_SID:
		return group(task, PIDTYPE_SID);
	case OS_FACT_EUID:
		return ((const struct cred *)rcu_access_pointer(task->cred))->euid.val;
	case OS_FACT_EGID:
		return ((const struct cred *)rcu_access_pointer(task->cred))->egid.val;
	case OS_FACT_THREADS:
		return task->signal->nr_threads;
	case OS_FACT_PRIORITY:
		return (uint64_t)(int64_t)task->prio;
	case OS_FACT_NICE:
		return (uint64_t)(int64_t)PRIO_TO_NICE(task->static_prio);
	case OS_FACT_POLICY:
		return task->policy;
	case OS_FACT_BOUND_CPU:
		return task->nr_cpus_allowed == 1 ? raw_smp_processor_id() : (uint64_t)-1;
	case OS_FACT_SYSCALL:
		return syscall_number(task);
	case OS_FACT_KERNEL_THREAD:
		return !task->mm;
	case OS_FACT_CHIP:
		return (uint64_t)(int64_t)topology_physical_package_id(raw_smp_processor_id());
	case OS_FACT_NODE:
		return numa_node_id();
	case OS_FACT_USER_BITS:
		return task->mm ? linux_cpu_user_bits(read_thread_flags()) : BITS_PER_LONG;
	case OS_FACT_USER_STACK:
		return task->mm ? task->mm->start_stack : 0;
	case OS_FACT_EXIT_STATUS:
		return task->exit_code;
	case OS_FACT_TTY:
		return terminal(task);
	case OS_FACT_COUNT:
		break;
	}
	return 0;
}

/* Copy two words at any address by assignments, which no compiler turns into a call. */
struct comm_words {
	u64 first, second;
} __packed;

DT_PROBE_CTX void os_execname(char *dst)
{
	const struct comm_words *from = (const struct comm_words *)current->comm;
	struct comm_words *to = (struct comm_words *)dst;

	BUILD_BUG_ON(TASK_COMM_LEN != OS_EXECNAME_SIZE || sizeof(*to) != OS_EXECNAME_SIZE);
	to->first = from->first;
	to->second = from->second;
	dst[OS_EXECNAME_SIZE - 1] = 0;
}

/* The name of a thread of the kernel, which has no arguments. */
DT_PROBE_CTX static long name_as_args(char *dst, size_t size)
{
	const char *comm = current->comm;
	size_t n;

	for (n = 0; n + 1 < size && n < TASK_COMM_LEN && comm[n] != 0; n++)
		dst[n] = comm[n];
	if (size > 0)
		dst[n] = 0;
	return n;
}

DT_PROBE_CTX long os_execargs(char *dst, size_t size)
{
	struct mm_struct *mm = current->mm;
	unsigned long start, end;
	size_t i, n;

	start = mm ? mm->arg_start : 0;
	end = mm ? mm->arg_end : 0;
	if (end <= start)
		return name_as_args(dst, size);
	if (size == 0)
		return -OS_EFAULT;
	n = min_t(size_t, end - start - 1, size - 1); /* without the last argument's NUL */
	if (os_uload(dst, start, n) != 0)
		return -OS_EFAULT;
	for (i = 0; i < n; i++) {
		if (dst[i] == 0)
			dst[i] = ' ';
	}
	dst[n] = 0;
	return n;
}

DT_PROBE_CTX bool os_progeny(uint64_t pid)
{
	const struct task_struct *task = current;
	int depth;

	for (depth = 0; depth < 256 && task->tgid != 0; depth++) {
		if ((uint64_t)task->tgid == pid)
			return true;
		task = (const struct task_struct *)rcu_access_pointer(task->real_parent);
	}
	return false;
}

DT_PROBE_CTX struct isa_regs *os_user_regs(void)
{
	if (!current->mm)
		return NULL;
	return (struct isa_regs *)task_pt_regs(current);
}
