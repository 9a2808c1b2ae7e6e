/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* locks.c - functions of locks of one process: their probes, made and armed. locks.h has the theory. */
#include "providers/pid/locks.h"

#include "base/report.h"
#include "base/text.h"

/* ---- sites ------------------------------------------------------------------------------------- */

/* An unlock's call is kept only for the sake of its error. */
static bool keeps_calls(const struct pid_lock *lock)
{
	bool is_unlock = lock->how.call == DTRACE_LOCK_MUTEX_UNLOCK || lock->how.call == DTRACE_LOCK_RW_UNLOCK;
	size_t i;

	for (i = 0; i < PID_LOCK_EVENTS; i++) {
		if (lock->events[i].probe && (!is_unlock || i == PID_LOCK_ERROR))
			return true;
	}
	return false;
}

static bool is_enabled(const struct pid_lock *lock)
{
	size_t i;

	for (i = 0; i < PID_LOCK_EVENTS; i++) {
		if (lock->events[i].probe)
			return true;
	}
	return false;
}

/* Whether a site is to be armed. */
static bool is_needed(const struct pid_lock *lock, const struct dt_site_attachment *site)
{
	return site->fire == pid_lock_entered ? is_enabled(lock) : keeps_calls(lock);
}

/* The sites of the process that are to be armed, or disarmed: how many, and into @list when it is there. */
static size_t gather(const struct pid_locks *locks, bool armed, struct dt_site_attachment **list)
{
	struct pid_sites *sites;
	struct pid_lock *lock;
	size_t total = 0, i;

	for (lock = locks->all; lock; lock = lock->next) {
		for (sites = lock->sites; sites; sites = sites->next) {
			for (i = 0; i < sites->count; i++) {
				if (sites->sites[i].armed == armed || is_needed(lock, &sites->sites[i]) != armed)
					continue;
				if (list)
					list[total] = &sites->sites[i];
				total++;
			}
		}
	}
	return total;
}

/* Arms what is needed, and is not armed. Without memory nothing is. */
static void arm(const struct pid_locks *locks)
{
	size_t total = gather(locks, true, NULL);
	struct dt_site_attachment **list = total ? os_alloc(total * sizeof(struct dt_site_attachment *)) : NULL;

	if (!list)
		return;
	gather(locks, true, list);
	dt_sites_attach(list, total);
	os_free(list);
}

static void disarm_one_by_one(const struct pid_locks *locks)
{
	struct pid_sites *sites;
	struct dt_site_attachment *one;
	struct pid_lock *lock;
	size_t i;

	for (lock = locks->all; lock; lock = lock->next) {
		for (sites = lock->sites; sites; sites = sites->next) {
			for (i = 0; i < sites->count; i++) {
				one = &sites->sites[i];
				if (one->armed && !is_needed(lock, one))
					dt_sites_detach(&one, 1);
			}
		}
	}
}

/* Why a function's sites are not all armed that are needed; NULL: they are. */
static const char *judge(const struct pid_lock *lock)
{
	struct pid_sites *sites;
	const char *refused;
	size_t i;

	for (sites = lock->sites; sites; sites = sites->next) {
		for (i = 0; i < sites->count; i++) {
			if (!is_needed(lock, &sites->sites[i]) || sites->sites[i].armed)
				continue;
			refused = dt_site_refused(&sites->sites[i]);
			return refused ? refused : "no-memory";
		}
	}
	return NULL;
}

/* ---- hooks ------------------------------------------------------------------------------------- */

static int take_point(void *arg, const struct os_tracepoint *tracepoint)
{
	((struct os_tracepoint_hook *)arg)->point = tracepoint->point;
	return 1;
}

static int take_number(void *arg, const struct os_syscall *call)
{
	struct pid_locks *locks = arg;

	if (call->abi_index >= OS_SYSCALL_ABIS)
		return 0;
	if (dt_str_same(call->name, "futex"))
		locks->numbers[call->abi_index][0] = call->number + 1;
	else if (dt_str_same(call->name, "futex_time64"))
		locks->numbers[call->abi_index][1] = call->number + 1;
	return 0;
}

static bool hook_attach(struct pid_locks *locks, enum pid_lock_hook which)
{
	static const char *const names[] = {
		[PID_LOCK_WAITS] = OS_TRACEPOINT_ENTER, [PID_LOCK_ENDS] = "sched_process_exit"
	};
	struct os_tracepoint_query query = { .module = "vmlinux", .name = names[which], .ungrouped = true };
	struct os_tracepoint_hook *hook = &locks->hooks[which];

	if (hook->attached)
		return true;
	hook->fn = which == PID_LOCK_WAITS ? pid_lock_waits : pid_lock_ends;
	return os_tracepoint_each(&query, take_point, hook) == 1 && os_tracepoints_attach(&hook, 1) == 1;
}

static void hook_detach(struct pid_locks *locks, enum pid_lock_hook which)
{
	struct os_tracepoint_hook *hook = &locks->hooks[which];

	if (hook->attached)
		os_tracepoints_detach(&hook, 1);
}

/* Waits are seen, from now on. Return: false: there is no way here. */
static bool sees_waits(struct pid_locks *locks)
{
	return os_syscall_each(take_number, locks) == 0 && hook_attach(locks, PID_LOCK_WAITS);
}

/* Whether an event cannot be told without the system calls. */
static bool needs_waits(enum pid_lock_event_kind event)
{
	return event == PID_LOCK_BLOCK || event == PID_LOCK_BLOCKED || event == PID_LOCK_SPIN || event == PID_LOCK_SPUN;
}

/* Detaches the hooks that no probe needs. */
static void hooks_settle(struct pid_locks *locks)
{
	bool is_used = false, waits = false;
	const struct pid_lock *lock;
	size_t i;

	for (lock = locks->all; lock; lock = lock->next) {
		for (i = 0; i < PID_LOCK_EVENTS; i++) {
			is_used |= lock->events[i].probe != NULL;
			waits |= lock->events[i].probe && needs_waits((enum pid_lock_event_kind)i);
		}
	}
	if (!waits)
		hook_detach(locks, PID_LOCK_WAITS);
	if (!is_used)
		hook_detach(locks, PID_LOCK_ENDS);
}

/* ---- enabling ---------------------------------------------------------------------------------- */

static enum pid_lock_event_kind kind_of(const struct pid_lock_event *event)
{
	return (enum pid_lock_event_kind)(event - event->lock->events);
}

/* Puts the functions into the state that their enabled probes need. When it returns, what is disabled fires no more. */
static void settle(struct pid_locks *locks)
{
	size_t total = gather(locks, false, NULL);
	struct dt_site_attachment **list = total ? os_alloc(total * sizeof(struct dt_site_attachment *)) : NULL;
	struct pid_lock *lock;

	if (list) {
		gather(locks, false, list);
		dt_sites_detach(list, total);
		os_free(list);
	} else if (total) {
		disarm_one_by_one(locks);
	}
	hooks_settle(locks);
	os_sync();
	for (lock = locks->all; lock; lock = lock->next) {
		if (lock->is_kept && !keeps_calls(lock)) {
			DT_WRITE_ONCE(lock->is_kept, false);
			lock_calls_forget(locks->calls, lock);
		}
	}
}

static void locks_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct pid_locks *locks = ((struct pid_process *)arg)->locks;
	struct pid_lock_event *event;
	struct pid_lock *lock;
	bool is_refused = false;
	size_t i;

	for (i = 0; i < count; i++) {
		event = requests[i].arg;
		requests[i].refused = needs_waits(kind_of(event)) && !sees_waits(locks) ? "no-system-calls" : NULL;
		if (!requests[i].refused)
			DT_STORE_RELEASE(&event->probe, requests[i].probe);
	}
	for (lock = locks->all; lock; lock = lock->next)
		DT_WRITE_ONCE(lock->is_kept, keeps_calls(lock));
	/* without it the calls of threads that end inside stay until their stack is used again */
	hook_attach(locks, PID_LOCK_ENDS);
	arm(locks);
	for (i = 0; i < count; i++) {
		event = requests[i].arg;
		if (!requests[i].refused)
			requests[i].refused = judge(event->lock);
		is_refused |= requests[i].refused != NULL;
	}
	for (i = 0; i < count; i++) {
		event = requests[i].arg;
		if (requests[i].refused)
			DT_WRITE_ONCE(event->probe, NULL);
	}
	if (is_refused)
		settle(locks);
}

static void locks_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct pid_lock_event *event;
	size_t i;

	for (i = 0; i < count; i++) {
		event = requests[i].arg;
		DT_WRITE_ONCE(event->probe, NULL);
	}
	settle(((struct pid_process *)arg)->locks);
}

void pid_locks_disarm_all(struct pid_process *process)
{
	struct pid_lock *lock;
	size_t i;

	if (!process->locks)
		return;
	for (lock = process->locks->all; lock; lock = lock->next) {
		for (i = 0; i < PID_LOCK_EVENTS; i++)
			DT_WRITE_ONCE(lock->events[i].probe, NULL);
	}
	settle(process->locks);
}

static void locks_arg_desc(void *arg, void *probe_arg, struct dtrace_argdesc *desc)
{
	const struct pid_lock_event *event = probe_arg;
	enum pid_lock_event_kind kind = kind_of(event);
	bool is_single = !event->lock->is_rw && (kind == PID_LOCK_BLOCK || kind == PID_LOCK_SPIN);
	bool is_triple = event->lock->is_rw && (kind == PID_LOCK_BLOCKED || kind == PID_LOCK_ERROR);

	if (desc->index >= (is_single ? 1u : is_triple ? 3u : 2u))
		return;
	desc->mapping = desc->index;
	dt_strlcpy(desc->native, desc->index ? "int" : "uintptr_t", sizeof(desc->native));
}

/* ---- making ------------------------------------------------------------------------------------ */

static void lock_free(struct pid_lock *lock)
{
	struct pid_sites *sites;

	*lock->link = lock->next;
	if (lock->next)
		lock->next->link = lock->link;
	while ((sites = lock->sites) != NULL) {
		lock->sites = sites->next;
		os_free(sites);
	}
	lock->process->site_count -= lock->site_count;
	pid_site_total -= lock->site_count;
	os_free(lock);
}

static void locks_destroy(void *arg, void *probe_arg)
{
	struct pid_lock_event *event = probe_arg;

	event->is_made = false;
	event->lock->process->probe_count--;
	if (--event->lock->probe_count == 0)
		lock_free(event->lock);
}

/* The function of these names; NULL: it is not known yet. */
static struct pid_lock *lock_find(struct dt_provider *provider, const struct dt_process_probe *from)
{
	/* one of these two is an event of each function */
	static const char *const names[] = { "mutex-error", "rw-error" };
	struct pid_lock_event *event = NULL;
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(names) && !event; i++)
		event = dt_probe_provided(dt_probe_lookup(provider, from->module, from->function, names[i]));
	return event ? event->lock : NULL;
}

/* Return: how many probes of it there are now. */
static uint32_t make_probes(struct pid_lock *lock, struct dt_provider *provider, const struct dt_process_probe *from)
{
	struct pid_lock_event *event;
	size_t i;

	/* the last one first: it tells that the function is known */
	for (i = PID_LOCK_EVENTS; i-- > 0;) {
		event = &lock->events[i];
		event->lock = lock;
		if (!pid_lock_has(lock, (enum pid_lock_event_kind)i))
			continue;
		event->is_made = dt_probe_create(provider, from->module, from->function,
						 pid_lock_event_name(lock, (enum pid_lock_event_kind)i), 0, event) > 0;
		lock->probe_count += event->is_made;
	}
	lock->process->probe_count += lock->probe_count;
	return lock->probe_count;
}

static struct pid_lock *lock_make(struct pid_process *process, struct dt_provider *provider,
				  const struct dt_process_probe *from, uint32_t *made)
{
	struct pid_locks *locks = process->locks;
	struct pid_lock *lock = os_alloc(sizeof(*lock));

	if (!lock)
		return NULL;
	lock->process = process;
	lock->how = *from->lock;
	lock->is_rw = lock->how.call >= DTRACE_LOCK_READ;
	lock->is_writer = lock->how.call == DTRACE_LOCK_WRITE || lock->how.call == DTRACE_LOCK_WRITE_TRY;
	lock->link = &locks->all;
	lock->next = locks->all;
	if (lock->next)
		lock->next->link = &lock->next;
	locks->all = lock;
	if (make_probes(lock, provider, from) == 0) {
		lock_free(lock);
		return NULL;
	}
	*made += lock->probe_count;
	return lock;
}

/* Sites that the function does not have yet; all of them, or none. */
static uint32_t new_sites(struct pid_process *process, const struct pid_lock *lock, const struct dt_process_probe *from,
			  uint32_t limit, struct pid_sites *ret)
{
	const struct dtrace_processsite *site;
	struct dt_site_attachment *to;
	const char *refused = NULL;
	struct isa_insn insn;
	size_t i;

	for (i = 0; i < from->site_count && !refused; i++) {
		site = &from->sites[i];
		if (pid_has_site(lock ? lock->sites : NULL, site->addr))
			continue;
		refused = pid_place_refusal(process, site, &insn);
		if (!refused && (pid_site_total + ret->count >= limit ||
				 (lock ? lock->site_count : 0) + ret->count >= DTRACE_PROCESS_SITES_MAX))
			refused = "too-many-sites";
		to = &ret->sites[ret->count++];
		to->space = process->space;
		to->addr = site->addr;
		to->special = DT_SITE_FIRE;
		to->fire = site->flags & DTRACE_PROCESSF_ENTRY ? pid_lock_entered : pid_lock_returned;
		to->order = site->flags & DTRACE_PROCESSF_ENTRY ? DT_SITE_ORDER_ENTRY : DT_SITE_ORDER_RETURN;
		to->edge = true;
	}
	if (!refused)
		return (uint32_t)ret->count;
	pid_refuse(process, refused, 1);
	return 0;
}

/* They are the function's from now on, and fire if it is enabled and all of them can. */
static void sites_give(struct pid_lock *lock, struct pid_sites *sites)
{
	const char *refused;
	size_t i;

	for (i = 0; i < sites->count; i++)
		sites->sites[i].data = (uintptr_t)lock;
	sites->next = lock->sites;
	lock->sites = sites;
	lock->site_count += (uint32_t)sites->count;
	lock->process->site_count += (uint32_t)sites->count;
	pid_site_total += (uint32_t)sites->count;
	if (!is_enabled(lock))
		return;
	arm(lock->process->locks);
	refused = judge(lock);
	if (refused)
		pid_refuse(lock->process, refused, 1);
}

int pid_locks_add(struct pid_process *process, const struct dt_process_probe *from, uint32_t limit, uint32_t *made,
		  uint32_t *added)
{
	struct dt_provider *provider = pid_provider_find(process, DTRACE_PLOCKSTAT)->provider;
	struct pid_lock *lock = lock_find(provider, from);
	struct pid_sites *sites = os_alloc(sizeof(*sites) + from->site_count * sizeof(sites->sites[0]));
	uint32_t count;

	if (!sites)
		return -OS_ENOMEM;
	count = new_sites(process, lock, from, limit, sites);
	if (count > 0 && !lock) {
		lock = lock_make(process, provider, from, made);
		if (!lock) {
			os_free(sites);
			return -OS_ENOMEM;
		}
	}
	*added += count;
	if (count > 0)
		sites_give(lock, sites);
	else
		os_free(sites);
	return 0;
}

/* ---- all ------------------------------------------------------------------------------------- */

struct pid_locks *pid_locks_create(void)
{
	struct pid_locks *locks = os_alloc(sizeof(*locks));

	if (!locks)
		return NULL;
	locks->calls = lock_calls_create();
	if (locks->calls)
		return locks;
	os_free(locks);
	return NULL;
}

void pid_locks_destroy(struct pid_locks *locks)
{
	if (!locks)
		return;
	lock_calls_destroy(locks->calls);
	os_free(locks);
}

/* Calls for which there was no room. */
static unsigned long full_of(const struct pid_locks *locks)
{
	return locks->calls ? lock_calls_full(locks->calls) : locks->full;
}

uint64_t pid_locks_lost(const struct pid_process *process)
{
	const struct pid_locks *locks = DT_LOAD_ACQUIRE(&process->locks);

	return locks ? (uint64_t)full_of(locks) + DT_READ_ONCE(locks->unread) : 0;
}

void pid_locks_end(struct pid_process *process)
{
	struct pid_locks *locks = process->locks;

	if (!locks || locks->all)
		return;
	locks->full = full_of(locks);
	lock_calls_destroy(locks->calls);
	locks->calls = NULL;
}

void pid_locks_report(const struct pid_process *process, struct dt_report *report)
{
	const struct pid_locks *locks = process->locks;
	unsigned int functions = 0;
	const struct pid_lock *lock;

	if (!locks)
		return;
	for (lock = locks->all; lock; lock = lock->next)
		functions++;
	dt_report_line(report, "locks process %llu functions %u calls %u lost %lu unread %lu",
		       (unsigned long long)process->pid, functions, locks->calls ? lock_calls_used(locks->calls) : 0,
		       full_of(locks), DT_READ_ONCE(locks->unread));
}

const struct dt_provider_ops pid_locks_ops = {
	.scope = pid_scope,
	.of_process = true,
	.enable = locks_enable,
	.disable = locks_disable,
	.arg_desc = locks_arg_desc,
	.destroy = locks_destroy,
	.named_only = true,
	.idle_kept = true,
};
