/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * procfs.d - processes and threads as D programs know them: psinfo_t, lwpsinfo_t, curpsinfo, curlwpsinfo.
 *
 * Members without a line in a translator have no counterpart in Linux, or none that can be had of another thread: using them is an error that
 * names them. Facts (dt_number, dt_text): spec/fact.def. The thread that runs (struct dt_this_thread) is described by built-in variables as far as they go, without kernel types; it waits for
 * nothing (pr_wchan, pr_stype). Linux has no tasks, projects, pools, zones and contracts of that kind: all is in the first one, number 0.
 */

typedef struct timestruc {
	int64_t tv_sec;
	int64_t tv_nsec;
} timestruc_t;

translator timestruc_t < uint64_t N > {
	tv_sec = N / 1000000000;
	tv_nsec = N % 1000000000;
};

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
	timestruc_t pr_start;
	timestruc_t pr_time;
	char pr_clname[8];
	char pr_name[16];
	processorid_t pr_onpro;
	processorid_t pr_bindpro;
	psetid_t pr_bindpset;
	int pr_lgrp;
} lwpsinfo_t;

typedef struct psinfo {
	int pr_flag;
	int pr_nlwp;
	pid_t pr_pid;
	pid_t pr_ppid;
	pid_t pr_pgid;
	pid_t pr_sid;
	uid_t pr_uid;
	uid_t pr_euid;
	gid_t pr_gid;
	gid_t pr_egid;
	uintptr_t pr_addr;
	size_t pr_size;
	size_t pr_rssize;
	dev_t pr_ttydev;
	ushort_t pr_pctcpu;
	ushort_t pr_pctmem;
	timestruc_t pr_start;
	timestruc_t pr_time;
	timestruc_t pr_ctime;
	char pr_fname[16];
	char pr_psargs[80];
	int pr_wstat;
	int pr_argc;
	uintptr_t pr_argv;
	uintptr_t pr_envp;
	char pr_dmodel;
	taskid_t pr_taskid;
	projid_t pr_projid;
	int pr_nzomb;
	poolid_t pr_poolid;
	zoneid_t pr_zoneid;
	id_t pr_contract;
	lwpsinfo_t pr_lwp;
} psinfo_t;

/* Scheduling classes by their SCHED_* number, as ps(1) calls them. */
inline string dt_class[int policy] = policy == 0 ? "TS" : policy == 1 ? "FF" : policy == 2 ? "RR" : policy == 3 ? "B" : policy == 5 ? "IDL" :
	policy == 6 ? "DLN" : policy == 7 ? "EXT" : "?";

/* The state is a letter: O on a CPU, R waits for one, S asleep, T stopped, Z ended. */
translator lwpsinfo_t < struct task_struct *T > {
	pr_flag = (dt_number(task_state, T) == 'S' ? PR_ASLEEP : 0) | (dt_number(task_state, T) == 'T' ? PR_STOPPED : 0) | PR_ISSYS * dt_number(task_kernel, T);
	pr_lwpid = dt_number(task_tid, T);
	pr_addr = (uintptr_t)T;
	pr_state = dt_number(task_state, T) == 'O' ? SONPROC : dt_number(task_state, T) == 'R' ? SRUN : dt_number(task_state, T) == 'S' ? SSLEEP :
		dt_number(task_state, T) == 'T' ? SSTOP : SZOMB;
	pr_sname = dt_number(task_state, T);
	pr_nice = dt_number(task_nice, T);
	pr_pri = dt_number(task_prio, T);
	pr_start = xlate <timestruc_t> ((uint64_t)dt_number(task_start, T));
	pr_time = xlate <timestruc_t> ((uint64_t)dt_number(task_time, T));
	pr_clname = dt_class[dt_number(task_policy, T)];
	pr_name = dt_text(task_comm, T);
	pr_onpro = dt_number(task_cpu, T);
	pr_bindpro = dt_number(task_bound, T);
	pr_bindpset = -1;
	pr_lgrp = dt_number(cpu_node, dt_number(task_cpu, T));
};

/* Its arguments are in its own memory: of another process than the current one pr_psargs is the name. */
translator psinfo_t < struct task_struct *T > {
	pr_flag = PR_ISSYS * dt_number(task_kernel, T);
	pr_nlwp = dt_number(task_threads, T);
	pr_pid = dt_number(task_pid, T);
	pr_ppid = dt_number(task_ppid, T);
	pr_pgid = dt_number(task_pgid, T);
	pr_sid = dt_number(task_sid, T);
	pr_uid = dt_number(task_uid, T);
	pr_euid = dt_number(task_euid, T);
	pr_gid = dt_number(task_gid, T);
	pr_egid = dt_number(task_egid, T);
	pr_addr = (uintptr_t)T;
	pr_size = dt_number(task_size, T) / 1024;
	pr_rssize = dt_number(task_rss, T) / 1024;
	pr_ttydev = dt_number(task_tty, T);
	pr_start = xlate <timestruc_t> ((uint64_t)dt_number(task_start, T));
	pr_time = xlate <timestruc_t> ((uint64_t)dt_number(task_time, T));
	pr_ctime = xlate <timestruc_t> ((uint64_t)dt_number(task_ctime, T));
	pr_fname = dt_text(task_comm, T);
	pr_psargs = dt_text(task_args, T);
	pr_wstat = dt_number(task_wstat, T);
	pr_dmodel = dt_number(task_bits, T) == 32 ? PR_MODEL_ILP32 : PR_MODEL_LP64;
	pr_taskid = 0;
	pr_projid = 0;
	pr_nzomb = 0;
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
	pr_start = xlate <timestruc_t> ((uint64_t)dt_number(task_start, curthread));
	pr_time = xlate <timestruc_t> (vtimestamp);
	pr_clname = dt_class[dt_policy];
	pr_name = execname;
	pr_onpro = cpu;
	pr_bindpro = dt_bound_cpu;
	pr_bindpset = -1;
	pr_lgrp = dt_node;
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
	pr_size = dt_number(task_size, curthread) / 1024;
	pr_rssize = dt_number(task_rss, curthread) / 1024;
	pr_ttydev = dt_tty;
	pr_start = xlate <timestruc_t> ((uint64_t)dt_number(task_start, curthread));
	pr_time = xlate <timestruc_t> (vtimestamp);
	pr_ctime = xlate <timestruc_t> ((uint64_t)dt_number(task_ctime, curthread));
	pr_fname = execname;
	pr_psargs = execargs;
	pr_wstat = dt_exit_status;
	pr_argc = dt_argc;
	pr_argv = dt_user_stack ? dt_user_stack + dt_user_bits / 8 : 0;
	pr_envp = dt_user_stack ? dt_user_stack + (dt_argc + 2) * (dt_user_bits / 8) : 0;
	pr_dmodel = dt_user_bits == 32 ? PR_MODEL_ILP32 : PR_MODEL_LP64;
	pr_taskid = 0;
	pr_projid = 0;
	pr_nzomb = 0;
	pr_poolid = 0;
	pr_zoneid = 0;
	pr_contract = 0;
	pr_lwp = xlate <lwpsinfo_t> (T);
};

inline psinfo_t *curpsinfo = xlate <psinfo_t *> ((struct dt_this_thread *)NULL);
inline lwpsinfo_t *curlwpsinfo = xlate <lwpsinfo_t *> ((struct dt_this_thread *)NULL);
