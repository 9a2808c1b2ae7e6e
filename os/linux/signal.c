/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * signal.c - destructive actions. Probe context cannot send a signal (locks), so a per-CPU request
 * is left to an interrupt that this CPU takes as soon as it can; one request at a time per CPU,
 * others are refused with EAGAIN meanwhile.
 *
 * breakpoint() enters the kernel's own debugger. It needs an I/O driver of kgdb (kgdboc=,
 * kgdbdbgp=). The machine then stops until the user of that line types `continue`.
 */
#include <linux/irq_work.h>
#include <linux/kgdb.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>

#include "os/linux/linux.h"

struct request {
	struct irq_work work;
	struct task_struct *task; /* referenced; NULL when the place is free */
	int signal;               /* or one of the two below */
};
#define ASK_PANIC      0
#define ASK_BREAKPOINT (-1)

static DEFINE_PER_CPU(struct request, requests);

static void deliver(struct irq_work *work)
{
	struct request *request = container_of(work, struct request, work);
	struct task_struct *task = request->task;

	switch (request->signal) {
	case ASK_PANIC:
		panic("dtrace: panic() action at user request");
	case ASK_BREAKPOINT:
#ifdef CONFIG_KGDB
		kgdb_breakpoint();
#endif
		break;
	default:
		send_sig(request->signal, task, 1);
		break;
	}
	put_task_struct(task);
	WRITE_ONCE(request->task, NULL);
}

DT_PROBE_CTX static int ask(int signal)
{
	unsigned long flags = os_irq_save();
	struct request *request = raw_cpu_ptr(&requests);
	int error = -OS_EAGAIN;

	if (!READ_ONCE(request->task)) {
		get_task_struct(current);
		request->task = current;
		request->signal = signal;
		irq_work_queue(&request->work);
		error = 0;
	}
	os_irq_restore(flags);
	return error;
}

DT_PROBE_CTX int os_raise(unsigned int signal)
{
	if (signal == 0 || signal > _NSIG)
		return -OS_EINVAL;
	if (!current->mm)
		return -OS_ESRCH;
	return ask(signal);
}

DT_PROBE_CTX int os_stop(void)
{
	return os_raise(SIGSTOP);
}

DT_PROBE_CTX int os_panic(void)
{
	return ask(ASK_PANIC);
}

static void **debugger; /* the kernel's: the debugger's line, NULL without one */

const char *os_refuses_signals(void)
{
	return NULL;
}

const char *os_refuses_panic(void)
{
	return NULL;
}

const char *os_refuses_packets(void)
{
	return IS_ENABLED(CONFIG_NET) ? NULL : "this kernel has no network";
}

/* At most some 40 characters: it is half of a line. */
const char *os_refuses_breakpoint(void)
{
	if (!IS_ENABLED(CONFIG_KGDB) || !debugger)
		return "this kernel has no kgdb";
	return READ_ONCE(*debugger) ? NULL : "no debugger (kgdboc=) is attached";
}

DT_PROBE_CTX int os_breakpoint(void)
{
	return debugger && READ_ONCE(*debugger) ? ask(ASK_BREAKPOINT) : -OS_EOPNOTSUPP;
}

int linux_signal_init(void)
{
	int cpu;

	debugger = (void *)linux_symbol("dbg_io_ops");
	for_each_possible_cpu (cpu)
		init_irq_work(&per_cpu_ptr(&requests, cpu)->work, deliver);
	return 0;
}

void linux_signal_fini(void)
{
	int cpu;

	for_each_possible_cpu (cpu)
		irq_work_sync(&per_cpu_ptr(&requests, cpu)->work);
}
