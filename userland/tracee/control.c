/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracee/control.c - processes that are created or grabbed for a handle (-c, -p): held until tracing
 * begins, watched until they end.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tracee/launch.h"
#include "tracee/room.h"

#define LOADING_LASTS 10000000000ull /* ns: so long a process that is grabbed may take to load its libraries */
#define LOADING_POLL  2              /* ms */

static struct ps_prochandle *proc_add(struct dtrace_hdl *dtp, pid_t pid, bool is_created)
{
	struct ps_prochandle *proc = calloc(1, sizeof(*proc)), **link;

	if (!proc)
		return NULL;
	proc->pid = pid;
	proc->is_created = proc->is_held = is_created;
	proc->fd = (int)syscall(SYS_pidfd_open, pid, 0);
	for (link = &dtp->tracees->procs; *link; link = &(*link)->next)
		;
	*link = proc;
	return proc;
}

static bool tracees_exist(struct dtrace_hdl *dtp)
{
	if (!dtp->tracees)
		dtp->tracees = calloc(1, sizeof(*dtp->tracees));
	return dtp->tracees != NULL;
}

/* Arguments of begin(), which the new process calls before it executes the program. */
struct beginning {
	const struct ldt_tracees *tracees;
	dtrace_proc_child_f *child;
	void *arg;
};

static void begin(void *arg)
{
	const struct beginning *beginning = arg;

	ldt_stops_own(beginning->tracees);
	if (beginning->child)
		beginning->child(beginning->arg);
}

struct ps_prochandle *dtrace_proc_create(dtrace_hdl_t *dtp, const char *file, char *const argv[],
					 dtrace_proc_child_f *child, void *arg)
{
	struct ps_prochandle *proc = NULL;
	struct beginning beginning;
	char why[256];
	pid_t pid;

	if (!tracees_exist(dtp)) {
		ldt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	beginning = (struct beginning){ dtp->tracees, child, arg };
	ldt_stops_hold(dtp->tracees);
	pid = ldt_launch(ldt_procfs(dtp), file, argv, begin, &beginning, dtp->copts.evaltime, why, sizeof(why));
	if (pid == -1) {
		ldt_set_error(dtp, EDT_PROCESS, "failed to execute %s: %s", file, why);
	} else if ((proc = proc_add(dtp, pid, true)) == NULL) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		ldt_set_errno(dtp, EDT_NOMEM);
	}
	if (!proc)
		ldt_stops_come(dtp->tracees);
	return proc;
}

/* A process that is stopped: by a debugger, a signal. */
static bool is_stopped(const char *procfs, pid_t pid)
{
	char path[64], text[256] = "", state = '?';
	const char *end;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%d/stat", procfs, (int)pid);
	file = fopen(path, "re");
	end = file && fgets(text, sizeof(text), file) ? strrchr(text, ')')
						      : NULL; /* after its name, which may be anything */
	if (end && end[1] == ' ')
		state = end[2];
	if (file)
		fclose(file);
	return state == 'T' || state == 't';
}

/* Why dtrace goes on with a process, a constant text; NULL while its libraries are being loaded. */
static const char *reason_to_go_on(const char *procfs, pid_t pid)
{
	const char *why;
	struct ldt_target *target = ldt_target_open(procfs, (uint32_t)pid, &why);
	bool loading = target && ldt_target_is_loading(target);
	struct ldt_maps maps;

	ldt_target_close(target);
	if (loading)
		return is_stopped(procfs, pid) ? "it is stopped" : NULL;
	/* memory of a process that is ending cannot be read either */
	if (!ldt_maps_read(procfs, (uint32_t)pid, &maps))
		return "it has ended";
	ldt_maps_free(&maps);
	return "its libraries are there";
}

/* Until they are loaded; for a loader that waits for something there is a limit. Return: as reason_to_go_on(). */
static const char *wait_while_loading(const struct dtrace_hdl *dtp, const struct ps_prochandle *proc)
{
	uint64_t end = ldt_now() + LOADING_LASTS;
	const char *reason;

	do {
		/* a signal seldom comes during poll(): reading what is mapped takes longer */
		if (poll(NULL, 0, LOADING_POLL) < 0 || dtp->is_woken)
			return "a signal has come";
		reason = reason_to_go_on(ldt_procfs(dtp), proc->pid);
		if (reason)
			return reason;
	} while (ldt_now() < end);
	return "its libraries are not there";
}

/* A process that has just begun has its libraries soon: descriptions are to find them. */
static void wait_for_libraries(struct dtrace_hdl *dtp, const struct ps_prochandle *proc)
{
	if (reason_to_go_on(ldt_procfs(dtp), proc->pid))
		return;
	ldt_debug(dtp, "process %d: its libraries are being loaded", (int)proc->pid);
	ldt_debug(dtp, "process %d: goes on, %s", (int)proc->pid, wait_while_loading(dtp, proc));
}

struct ps_prochandle *dtrace_proc_grab(dtrace_hdl_t *dtp, pid_t pid, int flags)
{
	struct ps_prochandle *proc = NULL;
	struct ldt_maps maps;

	if (flags) {
		ldt_set_errno(dtp, EINVAL);
		return NULL;
	}
	if (pid <= 0 || (kill(pid, 0) == -1 && errno == ESRCH))
		ldt_set_error(dtp, EDT_PROCESS, "failed to grab pid %d: no such process", (int)pid);
	else if (!ldt_maps_read(ldt_procfs(dtp), (uint32_t)pid, &maps))
		ldt_set_error(dtp, EDT_PROCESS, "failed to grab pid %d: it has ended, or may not be looked at",
			      (int)pid);
	else {
		ldt_maps_free(&maps);
		proc = tracees_exist(dtp) ? proc_add(dtp, pid, false) : NULL;
		if (proc)
			wait_for_libraries(dtp, proc);
		else
			ldt_set_errno(dtp, EDT_NOMEM);
	}
	return proc;
}

pid_t dtrace_proc_getpid(dtrace_hdl_t *dtp, struct ps_prochandle *proc)
{
	return proc->pid;
}

void dtrace_proc_continue(dtrace_hdl_t *dtp, struct ps_prochandle *proc)
{
	if (!proc->is_held)
		return;
	proc->is_held = false;
	kill(proc->pid, SIGCONT);
	ldt_stops_come(dtp->tracees);
}

/* A process of ours ends with us; it is reaped after the engine has let go of it. */
static void proc_free(struct ldt_tracees *tracees, struct ps_prochandle *proc)
{
	if (proc->is_held)
		ldt_stops_come(tracees);
	if (proc->is_created) {
		if (!proc->has_ended)
			kill(proc->pid, SIGKILL);
		while (waitpid(proc->pid, NULL, 0) == -1 && errno == EINTR)
			;
	}
	if (proc->fd != -1)
		close(proc->fd);
	free(proc);
}

void dtrace_proc_release(dtrace_hdl_t *dtp, struct ps_prochandle *proc)
{
	struct ps_prochandle **link = &dtp->tracees->procs;

	while (*link && *link != proc)
		link = &(*link)->next;
	if (!*link)
		return;
	*link = proc->next;
	proc_free(dtp->tracees, proc);
}

void ldt_procs_destroy(struct ldt_tracees *tracees)
{
	struct ps_prochandle *proc;

	while (tracees && (proc = tracees->procs) != NULL) {
		tracees->procs = proc->next;
		proc_free(tracees, proc);
	}
}

uint32_t ldt_target_pid(const struct dtrace_hdl *dtp)
{
	return dtp->tracees && dtp->tracees->procs ? (uint32_t)dtp->tracees->procs->pid : 0;
}

/* ---- the end --------------------------------------------------------------------------------- */

int dtrace_handle_proc(dtrace_hdl_t *dtp, dtrace_handle_proc_f *fn, void *arg)
{
	dtp->handlers.proc = fn;
	dtp->handlers.proc_arg = arg;
	return 0;
}

static bool has_ended(const struct ps_prochandle *proc, siginfo_t *info)
{
	struct pollfd end = { .fd = proc->fd, .events = POLLIN };

	info->si_pid = 0;
	if (proc->is_created) /* a child that the host engine traces is told of when it stops, too */
		return waitid(P_PID, (id_t)proc->pid, info, WEXITED | WNOHANG | WNOWAIT) == 0 && info->si_pid &&
		       (info->si_code == CLD_EXITED || info->si_code == CLD_KILLED || info->si_code == CLD_DUMPED);
	return proc->fd != -1 ? poll(&end, 1, 0) == 1 : kill(proc->pid, 0) == -1 && errno == ESRCH;
}

static void tell(struct dtrace_hdl *dtp, struct ps_prochandle *proc, const siginfo_t *info)
{
	const char *name;
	char text[96];
	int used = snprintf(text, sizeof(text), "pid %d ", (int)proc->pid);

	if (info->si_pid && info->si_code != CLD_EXITED) {
		name = sigabbrev_np(info->si_status);
		snprintf(text + used, sizeof(text) - used, name ? "terminated by SIG%s" : "terminated by signal %s",
			 name ? name : "?");
	} else if (info->si_pid && info->si_status != 0) {
		snprintf(text + used, sizeof(text) - used, "exited with status %d", info->si_status);
	} else {
		snprintf(text + used, sizeof(text) - used, "has exited");
	}
	if (dtp->handlers.proc)
		dtp->handlers.proc(proc, text, dtp->handlers.proc_arg);
}

bool ldt_procs_check(struct dtrace_hdl *dtp)
{
	struct ps_prochandle *proc;
	siginfo_t info;
	bool any = false;

	for (proc = dtp->tracees ? dtp->tracees->procs : NULL; proc; proc = proc->next) {
		if (proc->has_ended || proc->is_held || !has_ended(proc, &info))
			continue;
		proc->has_ended = any = true;
		tell(dtp, proc, &info);
	}
	return any;
}
