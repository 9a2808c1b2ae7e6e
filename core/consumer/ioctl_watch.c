/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ioctl_watch.c - WATCH and NEWS: processes that map something new wait for this consumer (core/watch). */
#include "core/consumer/consumer.h"
#include "core/consumer/ioctl.h"
#include "core/watch/watch.h"
#include "base/errno.h"
#include "os/os.h"
#include "os/process.h"

/* Watching begins with the first process that is named. */
static int watch_use(struct dt_state *state)
{
	struct dt_watch *watch;
	int error;

	if (state->watch)
		return 0;
	error = dt_watch_begin(&watch);
	if (!error)
		DT_STORE_RELEASE(&state->watch, watch);
	return error;
}

static int watch_process(struct dt_state *state, const struct dtrace_watch *request)
{
	void *process;
	int error = dt_process_get(state, request->pid, NULL, NULL, &process);

	if (!error)
		error = watch_use(state);
	if (error)
		return error;
	return dt_watch_memory(state->watch, os_space_memory(dt_process_ops()->space(process)), (uint32_t)request->pid,
			       request->patience);
}

static int watch_all(struct dt_state *state, const struct dtrace_watch *request)
{
	int error;

	if (!os_processes_permitted())
		return -OS_EPERM;
	if (request->flags & DTRACE_WATCHF_ASK)
		return os_is_kernel() ? 0 : -OS_EOPNOTSUPP;
	error = watch_use(state);
	if (!error)
		dt_watch_all(state->watch, request->patience);
	return error;
}

int dt_ioctl_watch(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	const struct dtrace_watch *request = &arg->watch;

	if (request->flags & ~(DTRACE_WATCHF_ALL | DTRACE_WATCHF_ASK) || (request->flags == 0) == (request->pid == 0))
		return -OS_EINVAL;
	return request->pid ? watch_process(state, request) : watch_all(state, request);
}

int dt_ioctl_news(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	return state->watch ? dt_watch_next(state->watch, &arg->news) : -OS_EINVAL;
}

struct os_event *dt_state_news(const struct dt_state *state)
{
	struct dt_watch *watch = DT_LOAD_ACQUIRE(&state->watch);

	return watch ? dt_watch_event(watch) : NULL;
}
