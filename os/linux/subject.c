/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * subject.c - whose a process is, and what numbers it has in a pid namespace. The rule of ptrace_may_access()
 * is applied here as far as it can be without a lock: security modules are not asked at each firing, they are
 * when a process is opened (process/life.c).
 */
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/user_namespace.h>

#include "os/linux/compat/compat.h"
#include "os/linux/linux.h"
#include "os/subject.h"

struct os_subject {
	const struct cred *cred;
	struct pid_namespace *pids;
	uint32_t rights;
};

int os_subject_self(uint32_t rights, struct os_subject **ret)
{
	struct os_subject *subject = kzalloc(sizeof(*subject), GFP_KERNEL_ACCOUNT);

	if (!subject)
		return -OS_ENOMEM;
	subject->cred = get_current_cred();
	subject->pids = get_pid_ns(task_active_pid_ns(current));
	subject->rights = rights;
	*ret = subject;
	return 0;
}

void os_subject_free(struct os_subject *subject)
{
	if (!subject)
		return;
	put_cred(subject->cred);
	put_pid_ns(subject->pids);
	kfree(subject);
}

uint32_t os_subject_rights(const struct os_subject *subject)
{
	return subject->rights;
}

bool os_subject_is_nested(const struct os_subject *subject)
{
	return subject->pids != &init_pid_ns;
}

static bool same_capabilities(const struct cred *one, const struct cred *other)
{
	return cap_issubset(one->cap_permitted, other->cap_permitted) &&
	       cap_issubset(other->cap_permitted, one->cap_permitted);
}

bool os_subject_is_self(const struct os_subject *subject)
{
	const struct cred *own = subject->cred, *cred = current_cred();

	return cred == own ||
	       (cred->user_ns == own->user_ns && uid_eq(cred->uid, own->uid) && uid_eq(cred->euid, own->euid) &&
		uid_eq(cred->suid, own->suid) && gid_eq(cred->gid, own->gid) && gid_eq(cred->egid, own->egid) &&
		gid_eq(cred->sgid, own->sgid) && same_capabilities(cred, own));
}

bool os_subject_is_same_user(const struct os_subject *one, const struct os_subject *other)
{
	return uid_eq(one->cred->uid, other->cred->uid);
}

/* ---- whose a process is ---------------------------------------------------------------------- */

/*
 * Whether a process can do nothing that the subject cannot: in one user namespace it has no other capability;
 * one in a namespace that the subject's user has made below the subject's own is in the subject's hands.
 */
DT_PROBE_CTX static bool is_no_stronger(const struct cred *cred, const struct cred *own)
{
	const struct user_namespace *space = cred->user_ns;
	unsigned int i;

	if (space == own->user_ns) {
		for (i = 0; i < sizeof(kernel_cap_t) / sizeof(u32); i++) {
			if (((const u32 *)&cred->cap_permitted)[i] & ~((const u32 *)&own->cap_permitted)[i])
				return false;
		}
		return true;
	}
	while (space->level > own->user_ns->level + 1)
		space = space->parent;
	return space->parent == own->user_ns && space->level == own->user_ns->level + 1 &&
	       space->owner.val == own->euid.val;
}

DT_PROBE_CTX static bool has_ids(const struct cred *cred, kuid_t uid, kgid_t gid)
{
	return cred->uid.val == uid.val && cred->euid.val == uid.val && cred->suid.val == uid.val &&
	       cred->gid.val == gid.val && cred->egid.val == gid.val && cred->sgid.val == gid.val;
}

DT_PROBE_CTX bool os_subject_owns(const struct os_subject *subject)
{
	const struct cred *cred = (const struct cred *)rcu_access_pointer(current->real_cred);

	if (!current->mm || (current->flags & PF_KTHREAD))
		return false;
	if (subject->rights & OS_RIGHT_OTHERS)
		return true;
	return has_ids(cred, subject->cred->uid, subject->cred->gid) && compat_is_dumpable(current) &&
	       is_no_stronger(cred, subject->cred);
}

/* ---- numbers --------------------------------------------------------------------------------- */

DT_PROBE_CTX static uint64_t number_in(const struct pid_namespace *space, const struct pid *pid)
{
	if (!pid || space->level > pid->level || pid->numbers[space->level].ns != space)
		return 0;
	return pid->numbers[space->level].nr;
}

DT_PROBE_CTX static const struct pid *pid_of(const struct task_struct *task, enum pid_type type)
{
	return (const struct pid *)rcu_access_pointer(task->signal->pids[type]);
}

DT_PROBE_CTX static const struct task_struct *parent_of(const struct task_struct *task)
{
	return (const struct task_struct *)rcu_access_pointer(task->real_parent);
}

DT_PROBE_CTX uint64_t os_subject_fact(const struct os_subject *subject, enum os_fact fact)
{
	const struct pid_namespace *space = subject->pids;

	switch (fact) {
	case OS_FACT_PID:
		return number_in(space, pid_of(current, PIDTYPE_TGID));
	case OS_FACT_TID:
		return number_in(space, READ_ONCE(current->thread_pid));
	case OS_FACT_PPID:
		return number_in(space, pid_of(parent_of(current), PIDTYPE_TGID));
	case OS_FACT_PGID:
		return number_in(space, pid_of(current, PIDTYPE_PGID));
	case OS_FACT_SID:
		return number_in(space, pid_of(current, PIDTYPE_SID));
	default:
		return os_fact(fact);
	}
}

DT_PROBE_CTX bool os_subject_progeny(const struct os_subject *subject, uint64_t pid)
{
	const struct task_struct *task = current;
	int depth;

	for (depth = 0; depth < 256 && task->tgid != 0; depth++) {
		if (pid != 0 && number_in(subject->pids, pid_of(task, PIDTYPE_TGID)) == pid)
			return true;
		task = parent_of(task);
	}
	return false;
}

uint64_t os_subject_number(const struct os_subject *subject, uint64_t pid)
{
	uint64_t number = 0;

	if (pid == 0 || pid > INT_MAX)
		return 0;
	rcu_read_lock();
	number = number_in(subject->pids, find_pid_ns((int)pid, &init_pid_ns));
	rcu_read_unlock();
	return number;
}
