/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracee/stops.c - ^Z while a command is held (-c): it waits until the command may go on.
 *
 * Theory. A held command is stopped, and SIGCONT starts it. The shell's `fg` sends SIGCONT to the whole job: after a ^Z
 * during the compilation the command would begin before it is traced. So SIGTSTP is blocked in us from the first command
 * on, and what came meanwhile takes effect when no command is held any more, on all of the job.
 */
#include <pthread.h>
#include <signal.h>

#include "tracee/room.h"

static void terminal_stop(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGTSTP);
}

void ldt_stops_hold(struct ldt_tracees *tracees)
{
	sigset_t stop, before;

	if (tracees->held++ > 0)
		return;
	terminal_stop(&stop);
	pthread_sigmask(SIG_BLOCK, &stop, &before);
	tracees->stops_were_blocked = sigismember(&before, SIGTSTP) == 1;
}

void ldt_stops_own(const struct ldt_tracees *tracees)
{
	sigset_t stop;

	terminal_stop(&stop);
	if (!tracees->stops_were_blocked)
		pthread_sigmask(SIG_UNBLOCK, &stop, NULL);
}

/* The command has had its SIGTSTP, too, which its SIGCONT has taken back. */
static void stop_commands(const struct ldt_tracees *tracees)
{
	const struct ps_prochandle *proc;

	for (proc = tracees->procs; proc; proc = proc->next) {
		if (proc->is_created && !proc->has_ended)
			kill(proc->pid, SIGTSTP);
	}
}

void ldt_stops_come(struct ldt_tracees *tracees)
{
	sigset_t pending;

	if (--tracees->held > 0)
		return;
	if (!tracees->stops_were_blocked && sigpending(&pending) == 0 && sigismember(&pending, SIGTSTP) == 1)
		stop_commands(tracees);
	ldt_stops_own(tracees);
}
