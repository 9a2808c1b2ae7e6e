/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* object_task.c - facts of any task; facts.c has the current one's. */
#include <linux/cred.h>
#include <linux/fs_struct.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/sched/prio.h>
#include <linux/sched/signal.h>
#include <linux/timekeeping.h>
#include <linux/tty.h>
#include <linux/tty_driver.h>

#include "os/linux/cpu.h"

#include "os/linux/compat/compat.h"
#include "os/linux/object.h"

/* ---- who ------------------------------------------------------------------------------------- */

FACT_MEMBER(task_tid, struct task_struct, pid, u32)
FACT_MEMBER(task_pid, struct task_struct, tgid, u32)

DT_PROBE_CTX int linux_number_task_ppid(uint64_t object, uint64_t *ret)
{
	uint64_t parent;

	if (!LOAD_POINTER(&parent, object, struct task_struct, real_parent))
		return -OS_EFAULT;
	return linux_number_task_pid(parent, ret);
}

/* The number of its group or session in the initial namespace. */
DT_PROBE_CTX static int group(uint64_t task, enum pid_type type, uint64_t *ret)
{
	uint64_t signal, pid;
	pid_t number = 0;

	if (!LOAD_POINTER(&signal, task, struct task_struct, signal) ||
	    !linux_load_pointer(signal + offsetof(struct signal_struct, pids) + type * sizeof(struct pid *), &pid) ||
	    (pid && os_kload(&number, pid + offsetof(struct pid, numbers[0].nr), sizeof(number)) != 0))
		return -OS_EFAULT;
	*ret = number;
	return 0;
}

DT_PROBE_CTX int linux_number_task_pgid(uint64_t object, uint64_t *ret)
{
	return group(object, PIDTYPE_PGID, ret);
}

DT_PROBE_CTX int linux_number_task_sid(uint64_t object, uint64_t *ret)
{
	return group(object, PIDTYPE_SID, ret);
}

/* A number at @offset of the credentials that a task's member at @which points to. */
DT_PROBE_CTX static int credential(uint64_t task, size_t which, size_t offset, uint64_t *ret)
{
	uint64_t cred;
	u32 number;

	if (!linux_load_pointer(task + which, &cred) || os_kload(&number, cred + offset, sizeof(number)) != 0)
		return -OS_EFAULT;
	*ret = number;
	return 0;
}

DT_PROBE_CTX int linux_number_task_uid(uint64_t object, uint64_t *ret)
{
	return credential(object, offsetof(struct task_struct, real_cred), offsetof(struct cred, uid), ret);
}

DT_PROBE_CTX int linux_number_task_euid(uint64_t object, uint64_t *ret)
{
	return credential(object, offsetof(struct task_struct, cred), offsetof(struct cred, euid), ret);
}

DT_PROBE_CTX int linux_number_task_gid(uint64_t object, uint64_t *ret)
{
	return credential(object, offsetof(struct task_struct, real_cred), offsetof(struct cred, gid), ret);
}

DT_PROBE_CTX int linux_number_task_egid(uint64_t object, uint64_t *ret)
{
	return credential(object, offsetof(struct task_struct, cred), offsetof(struct cred, egid), ret);
}

DT_PROBE_CTX int linux_number_task_threads(uint64_t object, uint64_t *ret)
{
	uint64_t signal;
	int count;

	if (!LOAD_POINTER(&signal, object, struct task_struct, signal) ||
	    !LOAD_MEMBER(&count, signal, struct signal_struct, nr_threads))
		return -OS_EFAULT;
	*ret = (uint64_t)count;
	return 0;
}

DT_PROBE_CTX int linux_number_task_tty(uint64_t object, uint64_t *ret)
{
	uint64_t signal, tty, driver;
	int index, major, first;

	*ret = (uint64_t)-1;
	if (!LOAD_POINTER(&signal, object, struct task_struct, signal) ||
	    !LOAD_POINTER(&tty, signal, struct signal_struct, tty))
		return -OS_EFAULT;
	if (!tty)
		return 0;
	if (!LOAD_POINTER(&driver, tty, struct tty_struct, driver) ||
	    !LOAD_MEMBER(&index, tty, struct tty_struct, index) ||
	    !LOAD_MEMBER(&major, driver, struct tty_driver, major) ||
	    !LOAD_MEMBER(&first, driver, struct tty_driver, minor_start))
		return -OS_EFAULT;
	*ret = (uint64_t)(u32)MKDEV(major, first + index);
	return 0;
}

DT_PROBE_CTX long linux_text_task_comm(uint64_t object, char *dst, size_t size)
{
	return linux_text_at(object + offsetof(struct task_struct, comm), TASK_COMM_LEN - 1, dst, size);
}

/* The arguments are in its own memory, which only the current process's can be read of. */
DT_PROBE_CTX long linux_text_task_args(uint64_t object, char *dst, size_t size)
{
	uint64_t mm;
	long length;

	if (!LOAD_POINTER(&mm, object, struct task_struct, mm))
		return -OS_EFAULT;
	if (mm && mm == (unsigned long)current->mm) {
		length = os_execargs(dst, size);
		if (length >= 0)
			return length;
	}
	return linux_text_task_comm(object, dst, size);
}

/* ---- memory and files ------------------------------------------------------------------------ */

/* Its memory; a thread of the kernel has none. */
DT_PROBE_CTX static int memory_of(uint64_t task, uint64_t *mm)
{
	return LOAD_POINTER(mm, task, struct task_struct, mm) ? 0 : -OS_EFAULT;
}

DT_PROBE_CTX int linux_number_task_size(uint64_t object, uint64_t *ret)
{
	unsigned long pages = 0;
	uint64_t mm;

	if (memory_of(object, &mm) != 0 || (mm && !LOAD_MEMBER(&pages, mm, struct mm_struct, total_vm)))
		return -OS_EFAULT;
	*ret = (uint64_t)pages << PAGE_SHIFT;
	return 0;
}

DT_PROBE_CTX int linux_number_task_rss(uint64_t object, uint64_t *ret)
{
	static const int kinds[] = { MM_FILEPAGES, MM_ANONPAGES, MM_SHMEMPAGES };
	int64_t pages, sum = 0;
	uint64_t mm;
	size_t i;

	if (memory_of(object, &mm) != 0)
		return -OS_EFAULT;
	for (i = 0; mm && i < ARRAY_SIZE(kinds); i++) {
		if (compat_mm_counter(mm, kinds[i], &pages) != 0)
			return -OS_EFAULT;
		sum += max_t(int64_t, pages, 0); /* a CPU may not have told yet what it added */
	}
	*ret = (uint64_t)sum << PAGE_SHIFT;
	return 0;
}

DT_PROBE_CTX int linux_number_task_kernel(uint64_t object, uint64_t *ret)
{
	uint64_t mm;

	if (memory_of(object, &mm) != 0)
		return -OS_EFAULT;
	*ret = mm == 0;
	return 0;
}

DT_PROBE_CTX int linux_number_task_bits(uint64_t object, uint64_t *ret)
{
	unsigned long flags;
	uint64_t mm;

	if (memory_of(object, &mm) != 0 || !LOAD_MEMBER(&flags, object, struct task_struct, thread_info.flags))
		return -OS_EFAULT;
	*ret = mm ? linux_cpu_user_bits(flags) : BITS_PER_LONG;
	return 0;
}

/* A path of the folders that the task sees files from: @which is the member of its struct fs_struct. */
DT_PROBE_CTX static long folder(uint64_t task, size_t which, char *dst, size_t size)
{
	uint64_t fs, mount, dentry;

	if (!LOAD_POINTER(&fs, task, struct task_struct, fs))
		return -OS_EFAULT;
	if (!fs) /* it is past its end */
		return linux_text_put(dst, size, LINUX_NONE);
	if (!linux_load_pointer(fs + which + offsetof(struct path, mnt), &mount) ||
	    !linux_load_pointer(fs + which + offsetof(struct path, dentry), &dentry))
		return -OS_EFAULT;
	return os_path(mount, dentry, dst, size);
}

DT_PROBE_CTX long linux_text_task_cwd(uint64_t object, char *dst, size_t size)
{
	return folder(object, offsetof(struct fs_struct, pwd), dst, size);
}

DT_PROBE_CTX long linux_text_task_root(uint64_t object, char *dst, size_t size)
{
	return folder(object, offsetof(struct fs_struct, root), dst, size);
}

/* ---- time and scheduling --------------------------------------------------------------------- */

DT_PROBE_CTX int linux_number_task_start(uint64_t object, uint64_t *ret)
{
	u64 since_boot;

	if (!LOAD_MEMBER(&since_boot, object, struct task_struct, start_boottime))
		return -OS_EFAULT;
	*ret = os_time_wall() - ktime_get_boot_fast_ns() + since_boot;
	return 0;
}

FACT_MEMBER(task_time, struct task_struct, se.sum_exec_runtime, u64)

DT_PROBE_CTX int linux_number_task_ctime(uint64_t object, uint64_t *ret)
{
	uint64_t signal;
	u64 user, system;

	if (!LOAD_POINTER(&signal, object, struct task_struct, signal) ||
	    !LOAD_MEMBER(&user, signal, struct signal_struct, cutime) ||
	    !LOAD_MEMBER(&system, signal, struct signal_struct, cstime))
		return -OS_EFAULT;
	*ret = user + system;
	return 0;
}

DT_PROBE_CTX int linux_number_task_state(uint64_t object, uint64_t *ret)
{
	typeof_member(struct task_struct, on_cpu) on_cpu;
	unsigned int state;
	int ended;

	if (!LOAD_MEMBER(&state, object, struct task_struct, __state) ||
	    !LOAD_MEMBER(&ended, object, struct task_struct, exit_state) ||
	    !LOAD_MEMBER(&on_cpu, object, struct task_struct, on_cpu))
		return -OS_EFAULT;
	if (ended)
		*ret = 'Z';
	else if (state & (__TASK_STOPPED | __TASK_TRACED))
		*ret = 'T';
	else if (state & (TASK_INTERRUPTIBLE | TASK_UNINTERRUPTIBLE))
		*ret = 'S';
	else
		*ret = on_cpu ? 'O' : 'R';
	return 0;
}

DT_PROBE_CTX int linux_number_task_nice(uint64_t object, uint64_t *ret)
{
	int prio;

	if (!LOAD_MEMBER(&prio, object, struct task_struct, static_prio))
		return -OS_EFAULT;
	*ret = (uint64_t)(int64_t)PRIO_TO_NICE(prio);
	return 0;
}

FACT_MEMBER(task_prio, struct task_struct, prio, int64_t)
FACT_MEMBER(task_policy, struct task_struct, policy, u64)
FACT_MEMBER(task_cpu, struct task_struct, thread_info.cpu, u64)
FACT_MEMBER(task_flags, struct task_struct, flags, u64)
FACT_MEMBER(task_wstat, struct task_struct, exit_code, u32)

DT_PROBE_CTX int linux_number_task_bound(uint64_t object, uint64_t *ret)
{
	int allowed;

	*ret = (uint64_t)-1;
	if (!LOAD_MEMBER(&allowed, object, struct task_struct, nr_cpus_allowed))
		return -OS_EFAULT;
	return allowed == 1 ? linux_number_task_cpu(object, ret) : 0;
}
