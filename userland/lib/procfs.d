/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * procfs.d - processes and threads as D programs know them: psinfo_t, lwpsinfo_t, curpsinfo, curlwpsinfo.
 *
 * Members without a line in a translator have no counterpart in Linux, or none that the kernel's types reach: using them is an error that
 * names them. The thread that runs (struct dt_this_thread) is described by built-in variables as far as they go, without kernel types; it waits for
 * nothing (pr_wchan, pr_stype). Linux has no tasks, projects, pools, zones and contracts of that kind: all is in the first one, number 0.
 */

typedef struct lwpsinfo {
	int pr_flag;
	id_t pr_lwpid;
	uintptr_t pr_addr;
	uintptr_t pr_wchan;
	char pr_stype;
	char pr_state;
	char pr_sname;
	char pr_nice;
	short pr_syscall;
	char pr_oldpri;
	char pr_cpu;
	int pr_pri;
	ushort_t pr_pctcpu;
	uint64_t pr_start;
	uint64_t pr_time;
	char pr_clname[8];
	char pr_name[16];
	int pr_onpro;
	int pr_bindpro;
	int pr_bindpset;
	int pr_lgrp;
} lwpsinfo_t;

typedef struct psinfo {
	int pr_flag;
	int pr_nlwp;
	pid_t pr_pid;
	pid_t pr_ppid;
	pid_t pr_pgid;
	pid_t pr_sid;
	uint_t pr_uid;
	uint_t pr_euid;
	uint_t pr_gid;
	uint_t pr_egid;
	uintptr_t pr_addr;
	size_t pr_size;
	size_t pr_rssize;
	uint_t pr_ttydev;
	ushort_t pr_pctcpu;
	ushort_t pr_pctmem;
	uint64_t pr_start;
	uint64_t pr_time;
	uint64_t pr_ctime;
	char pr_fname[16];
	char pr_psargs[80];
	int pr_wstat;
	int pr_argc;
	uintptr_t pr_argv;
	uintptr_t pr_envp;
	char pr_dmodel;
	int pr_taskid;
	int pr_projid;
	int pr_nzomb;
	int pr_poolid;
	int pr_zoneid;
	int pr_contract;
	lwpsinfo_t pr_lwp;
} psinfo_t;

/* Scheduling classes by their SCHED_* number, as ps(1) calls them. */
inline string dt_class[int policy] = policy == 0 ? "TS" : policy == 1 ? "FF" : policy == 2 ? "RR" : policy == 3 ? "B" : policy == 5 ? "IDL" :
	policy == 6 ? "DLN" : policy == 7 ? "EXT" : "?";

/* __state: 0 running, 1 and 2 asleep, 4 and 8 stopped; exit_state: 0x20 waiting for its parent, 0x10 gone. */
translator lwpsinfo_t < struct task_struct *T > {
	pr_flag = (T->__state & 3 ? PR_ASLEEP : 0) | (T->__state & 0xc ? PR_STOPPED : 0) | (T->mm ? 0 : PR_ISSYS);
	pr_lwpid = T->pid;
	pr_addr = (uintptr_t)T;
	pr_state = T->exit_state ? SZOMB : T->__state & 0xc ? SSTOP : T->__state & 3 ? SSLEEP : T->on_cpu ? SONPROC : SRUN;
	pr_sname = T->exit_state ? 'Z' : T->__state & 0xc ? 'T' : T->__state & 3 ? 'S' : T->on_cpu ? 'O' : 'R';
	pr_nice = T->static_prio - 120;
	pr_pri = T->prio;
	pr_time = T->se.sum_exec_runtime;
	pr_clname = dt_class[T->policy];
	pr_name = T->comm;
	pr_onpro = T->thread_info.cpu;
	pr_bindpro = T->nr_cpus_allowed == 1 ? (int)T->thread_info.cpu : -1;
	pr_bindpset = -1;
};

translator psinfo_t < struct task_struct *T > {
	pr_flag = T->mm ? 0 : PR_ISSYS;
	pr_nlwp = T->signal->nr_threads;
	pr_pid = T->tgid;
	pr_ppid = T->real_parent->tgid;
	pr_pgid = T->signal->pids[PIDTYPE_PGID]->numbers[0].nr;
	pr_sid = T->signal->pids[PIDTYPE_SID]->numbers[0].nr;
	pr_uid = T->cred->uid.val;
	pr_euid = T->cred->euid.val;
	pr_gid = T->cred->gid.val;
	pr_egid = T->cred->egid.val;
	pr_addr = (uintptr_t)T;
	pr_ttydev = T->signal->tty ? T->signal->tty->driver->major << 20 | (T->signal->tty->driver->minor_start + T->signal->tty->index) : -1;
	pr_fname = T->comm;
	pr_wstat = T->exit_code;
	pr_taskid = 0;
	pr_projid = 0;
	pr_poolid = 0;
	pr_zoneid = 0;
	pr_contract = 0;
	pr_lwp = xlate <lwpsinfo_t> (T);
};

struct dt_this_thread;

translator lwpsinfo_t < struct dt_this_thread *T > {
	pr_flag = PR_ISSYS * dt_kernel_thread;
	pr_lwpid = tid;
	pr_addr = (uintptr_t)curthread;
	pr_wchan = 0;
	pr_stype = 0;
	pr_state = SONPROC;
	pr_sname = 'O';
	pr_nice = dt_nice;
	pr_syscall = dt_syscall;
	pr_pri = dt_priority;
	pr_time = vtimestamp;
	pr_clname = dt_class[dt_policy];
	pr_name = execname;
	pr_onpro = cpu;
	pr_bindpro = dt_bound_cpu;
	pr_bindpset = -1;
};

/* Where a process's stack began are the number of its arguments, their addresses, a 0, and the addresses of its environment. */
translator psinfo_t < struct dt_this_thread *T > {
	pr_flag = PR_ISSYS * dt_kernel_thread;
	pr_nlwp = dt_threads;
	pr_pid = pid;
	pr_ppid = ppid;
	pr_pgid = dt_pgid;
	pr_sid = dt_sid;
	pr_uid = uid;
	pr_euid = dt_euid;
	pr_gid = gid;
	pr_egid = dt_egid;
	pr_addr = (uintptr_t)curthread;
	pr_ttydev = dt_tty;
	pr_fname = execname;
	pr_psargs = execargs;
	pr_wstat = dt_exit_status;
	pr_argc = dt_argc;
	pr_argv = dt_user_stack ? dt_user_stack + dt_user_bits / 8 : 0;
	pr_envp = dt_user_stack ? dt_user_stack + (dt_argc + 2) * (dt_user_bits / 8) : 0;
	pr_dmodel = dt_user_bits == 32 ? PR_MODEL_ILP32 : PR_MODEL_LP64;
	pr_taskid = 0;
	pr_projid = 0;
	pr_poolid = 0;
	pr_zoneid = 0;
	pr_contract = 0;
	pr_lwp = xlate <lwpsinfo_t> (T);
};

inline psinfo_t *curpsinfo = xlate <psinfo_t *> ((struct dt_this_thread *)NULL);
inline lwpsinfo_t *curlwpsinfo = xlate <lwpsinfo_t *> ((struct dt_this_thread *)NULL);
