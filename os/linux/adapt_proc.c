/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_proc.c - arguments of the provider proc's probes (os/adapter.h; spec/providers/proc.def). */
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>
#include <asm/siginfo.h>
#include <asm/syscall.h>

#include "os/linux/cpu.h"

#include "os/adapter.h"

DT_PROBE_CTX bool os_adapt_proc_always(const uint64_t *in, uint64_t *out)
{
	return true;
}

/* ---- processes and threads ------------------------------------------------------------------- */

/* sched_process_fork: parent, child. */
DT_PROBE_CTX bool os_adapt_proc_thread_made(const uint64_t *in, uint64_t *out)
{
	out[0] = in[1];
	return true;
}

DT_PROBE_CTX bool os_adapt_proc_process_made(const uint64_t *in, uint64_t *out)
{
	const struct task_struct *child = (const void *)(unsigned long)in[1];

	out[0] = in[1];
	return thread_group_leader((struct task_struct *)child);
}

DT_PROBE_CTX bool os_adapt_proc_process_starts(const uint64_t *in, uint64_t *out)
{
	return thread_group_leader(current);
}

/* illumos' CLD_*, which are Linux's. */
static_assert(CLD_EXITED == 1 && CLD_KILLED == 2 && CLD_DUMPED == 3, "reasons of proc:::exit");

/*
 * taskstats_exit: task, whether it is the last of its process. It comes after the exit status is
 * stored and before the memory goes.
 */
DT_PROBE_CTX bool os_adapt_proc_process_ends(const uint64_t *in, uint64_t *out)
{
	const struct task_struct *task = (const void *)(unsigned long)in[0];
	int code =
		task->signal->flags & SIGNAL_GROUP_EXIT ? task->signal->group_exit_code : task->group_leader->exit_code;

	out[0] = !(code & 0x7f) ? CLD_EXITED : code & 0x80 ? CLD_DUMPED : CLD_KILLED;
	return in[1] & 0xff;
}

/* ---- execution, and other system calls ------------------------------------------------------- */

enum call { CALL_EXECVE, CALL_EXECVEAT, CALL_WAIT, CALL_WAIT_32, CALL_WAIT_64, CALLS };

static const char *const call_names[CALLS] = { "execve", "execveat", "rt_sigtimedwait", "rt_sigtimedwait_time32",
					       "rt_sigtimedwait_time64" };
static unsigned int call_numbers[OS_SYSCALL_ABIS][CALLS]; /* 0: there is none; none of these has number 0 */

static int call_seen(void *arg, const struct os_syscall *call)
{
	size_t i;

	for (i = 0; i < CALLS && call->abi_index < OS_SYSCALL_ABIS; i++) {
		if (strcmp(call->name, call_names[i]) == 0)
			call_numbers[call->abi_index][i] = call->number;
	}
	return 0;
}

int linux_adapters_init(void)
{
	return os_syscall_each(call_seen, NULL);
}

/* Which of them a system call is; CALLS: none. */
DT_PROBE_CTX static enum call which_call(struct pt_regs *regs, long id)
{
	unsigned long number = id;
	unsigned int abi, i;

	if (id <= 0)
		return CALLS;
	abi = linux_cpu_syscall(regs, &number);
	for (i = 0; i < CALLS; i++) {
		if (call_numbers[abi][i] == number)
			break;
	}
	return i;
}

/*
 * The kernel's function is inlined where it is called from one place only: a copy of it out of line
 * would be no probe context.
 */
DT_PROBE_CTX static noinline void call_words(struct pt_regs *regs, unsigned long *words)
{
	syscall_get_arguments(current, regs, words);
}

#define PATH_SIZE 1024 /* a longer one is cut */

static DEFINE_PER_CPU(char[PATH_SIZE], path);

/* A path in user memory that is not there at this moment is empty. */
DT_PROBE_CTX static uint64_t user_path(unsigned long addr)
{
	char *text = *this_cpu_ptr(&path);

	if (os_uload_str(text, addr, PATH_SIZE) < 0)
		text[0] = '\0';
	return (unsigned long)text;
}

/* sys_enter: registers, number. */
DT_PROBE_CTX bool os_adapt_proc_exec(const uint64_t *in, uint64_t *out)
{
	struct pt_regs *regs = (struct pt_regs *)(unsigned long)in[0];
	enum call call = which_call(regs, (long)in[1]);
	unsigned long words[6];

	if (call > CALL_EXECVEAT)
		return false;
	call_words(regs, words);
	out[0] = user_path(words[call == CALL_EXECVE ? 0 : 1]);
	return true;
}

/* kernel_execve: path, arguments, environment. */
DT_PROBE_CTX bool os_adapt_proc_exec_kernel(const uint64_t *in, uint64_t *out)
{
	out[0] = in[0];
	return true;
}

/* sys_exit: registers, value. */
DT_PROBE_CTX bool os_adapt_proc_exec_failed(const uint64_t *in, uint64_t *out)
{
	struct pt_regs *regs = (struct pt_regs *)(unsigned long)in[0];
	long value = (long)in[1];

	if (value >= 0 || which_call(regs, syscall_get_nr(current, regs)) > CALL_EXECVEAT)
		return false;
	out[0] = -value;
	return true;
}

DT_PROBE_CTX bool os_adapt_proc_signal_cleared(const uint64_t *in, uint64_t *out)
{
	struct pt_regs *regs = (struct pt_regs *)(unsigned long)in[0];
	long value = (long)in[1];
	unsigned long words[6];
	enum call call;

	if (value <= 0)
		return false;
	call = which_call(regs, syscall_get_nr(current, regs));
	if (call < CALL_WAIT || call > CALL_WAIT_64)
		return false;
	call_words(regs, words);
	out[0] = value;
	out[1] = words[1];
	return true;
}

/* ---- signals --------------------------------------------------------------------------------- */

/* trace/events/signal.h: what became of a signal. Its header cannot be read without its tracepoints. */
enum result { DELIVERED, IGNORED, ALREADY_PENDING, OVERFLOW_FAIL, LOSE_INFO };

/* signal_generate: number, information, target, whether it is for the whole process, result. */
DT_PROBE_INLINE void signal_of(const uint64_t *in, uint64_t *out)
{
	out[0] = out[1] = in[2]; /* its thread, and its process */
	out[2] = in[0];
}

DT_PROBE_CTX bool os_adapt_proc_signal_sent(const uint64_t *in, uint64_t *out)
{
	u32 result = in[4];

	signal_of(in, out);
	return result == DELIVERED || result == ALREADY_PENDING || result == LOSE_INFO;
}

DT_PROBE_CTX bool os_adapt_proc_signal_discarded(const uint64_t *in, uint64_t *out)
{
	signal_of(in, out);
	return (u32)in[4] == IGNORED;
}

/* signal_deliver: number, information, action. */
DT_PROBE_CTX bool os_adapt_proc_signal_handled(const uint64_t *in, uint64_t *out)
{
	const struct k_sigaction *action = (const void *)(unsigned long)in[2];

	out[0] = in[0];
	out[1] = in[1];
	out[2] = (unsigned long)action->sa.sa_handler;
	return true;
}

/* The faults of the published list that are a signal here. */
static const struct {
	int sig, fault;
} faults[] = {
	{ SIGILL, 1 /* FLTILL */ }, { SIGTRAP, 3 /* FLTBPT */ },    { SIGBUS, 5 /* FLTACCESS */ },
	{ SIGFPE, 9 /* FLTFPE */ }, { SIGSEGV, 6 /* FLTBOUNDS */ },
};

/* force_sig_info_to_task: information, task, handler. */
DT_PROBE_CTX bool os_adapt_proc_fault(const uint64_t *in, uint64_t *out)
{
	const struct kernel_siginfo *info = (const void *)(unsigned long)in[0];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(faults); i++) {
		if (faults[i].sig != info->si_signo)
			continue;
		out[0] = faults[i].fault;
		out[1] = in[0];
		return true;
	}
	return false;
}
