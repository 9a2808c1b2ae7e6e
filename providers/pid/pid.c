/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* pid.c - processes: who has them, their end, their report. pid.h has the theory. */
#include "base/line.h"
#include "base/report.h"
#include "base/text.h"
#include "os/process.h"
#include "providers/pid/locks.h"
#include "providers/pid/pid.h"
#include "providers/providers.h"

static struct os_mutex_kind list_kind = { .name = "dtrace: processes" };
static struct os_mutex list_lock; /* [L] */
static struct pid_process *list;  /* [L] */
static struct pid_process *shown; /* [F] those that something was added to: for the report */
static struct dt_provider *provider;
static struct dt_sites_losses ended; /* [A] of all processes that are not listed any more */

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.name = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
	.args = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
};

/* ---- the end of a process -------------------------------------------------------------------- */

/* Its probes are about to go: nothing is added any more. Context: [F] held. */
static void disarm(void *arg)
{
	struct pid_process *process = arg;

	struct pid_process **link = &shown;

	while (*link && *link != process)
		link = &(*link)->next_shown;
	if (*link)
		*link = process->next_shown;
	process->gone = true;
	pid_disarm_all(process);
	pid_locks_disarm_all(process);
}

/* Context: [L] held. */
static void unlist(struct pid_process *process)
{
	struct pid_process **link = &list;

	while (*link != process)
		link = &(*link)->next;
	*link = process->next;
	process->is_listed = false;
}

static void providers_free(struct pid_process *process)
{
	struct pid_provider *one;

	while ((one = process->providers) != NULL) {
		process->providers = one->next;
		os_free(one);
	}
}

/* It is in no list any more. Context: neither [L] nor [F] held. */
static void take_away(struct pid_process *process)
{
	struct dt_sites_losses *losses = &process->losses;
	struct pid_provider *one;

	for (one = process->providers; one; one = one->next)
		dt_provider_retire(one->provider, disarm);
	dt_sites_losses(process->space, losses);
	__atomic_fetch_add(&ended.late, losses->late, __ATOMIC_RELAXED);
	__atomic_fetch_add(&ended.overwritten, losses->overwritten, __ATOMIC_RELAXED);
	__atomic_fetch_add(&ended.again, losses->again, __ATOMIC_RELAXED);
	__atomic_fetch_add(&ended.restored, losses->restored, __ATOMIC_RELAXED);
	__atomic_fetch_add(&ended.gone, losses->gone, __ATOMIC_RELAXED);
	os_mutex_lock(&list_lock);
	process->is_gone = true;
	pid_locks_end(process);
	os_mutex_unlock(&list_lock);
	dt_space_put(process->space, 1);
}

/* The caller's hold ends. Context: as take_away(). */
static void let_go(struct pid_process *process)
{
	bool is_last, was_listed;

	os_mutex_lock(&list_lock);
	is_last = --process->holds == 0;
	was_listed = is_last && process->is_listed;
	if (was_listed)
		unlist(process);
	os_mutex_unlock(&list_lock);
	if (was_listed)
		take_away(process);
	if (is_last) {
		providers_free(process);
		pid_locks_destroy(process->locks);
		dt_helpers_put(process->followed.helpers);
		os_free(process);
	}
}

/* The watcher of os/process.h. */
static void memory_gone(struct os_space *space)
{
	struct pid_process *process;

	os_mutex_lock(&list_lock);
	for (process = list; process && process->space != space; process = process->next)
		;
	if (process) {
		unlist(process);
		process->holds++;
	}
	os_mutex_unlock(&list_lock);
	if (!process)
		return;
	take_away(process);
	let_go(process);
}

/* ---- what the core asks for ------------------------------------------------------------------ */

struct pid_provider *pid_provider_find(const struct pid_process *process, const char *name)
{
	struct pid_provider *one = DT_LOAD_ACQUIRE(&process->providers);

	while (one && !dt_str_same(one->name, name))
		one = one->next;
	return one;
}

/* Makes the provider of a name, if there is none. Context: [L] held. */
static int provider_make(struct pid_process *process, const char *name, const struct dtrace_pattr *attr,
			 bool is_registered)
{
	struct pid_provider *one = pid_provider_find(process, name);
	bool is_locks = dt_str_same(name, DTRACE_PLOCKSTAT);
	char full[DTRACE_PROVNAMELEN];
	int error;

	if (one)
		return one->is_registered == is_registered ? 0 : -OS_EEXIST;
	if (is_locks && !process->locks)
		process->locks = pid_locks_create();
	if (is_locks && !process->locks)
		return -OS_ENOMEM;
	one = os_alloc(sizeof(*one));
	if (!one)
		return -OS_ENOMEM;
	one->is_registered = is_registered;
	dt_strlcpy(one->name, name, sizeof(one->name));
	dt_format_line(full, sizeof(full), "%s%llu", name, (unsigned long long)process->pid);
	error = dt_provider_register(full, attr, is_locks ? &pid_locks_ops : &pid_probe_ops, process, &one->provider);
	if (error) {
		os_free(one);
		return error;
	}
	one->next = process->providers;
	DT_STORE_RELEASE(&process->providers, one);
	return 0;
}

/* Takes the reference to @space over. Context: [L] held. */
static int process_make(uint64_t pid, struct os_space *space, struct pid_process **ret)
{
	struct pid_process *process = os_alloc(sizeof(*process));
	int error = -OS_ENOMEM;

	if (!process)
		return error;
	process->pid = pid;
	process->space = space;
	process->holds = 1;
	process->is_listed = true;
	error = provider_make(process, "pid", &attributes, false);
	if (error) {
		/* the process that had this number has not been taken away yet */
		os_free(process);
		return error == -OS_EEXIST ? -OS_EBUSY : error;
	}
	process->next = list;
	list = process;
	*ret = process;
	return 0;
}

/* Whether a process of this space is listed: it is held once more then. Context: [L] held. */
static bool is_known(const struct os_space *space, struct pid_process **ret)
{
	struct pid_process *process = list;

	while (process && process->space != space)
		process = process->next;
	if (!process)
		return false;
	process->holds++;
	*ret = process;
	return true;
}

/* The system is asked each time: it says whether the caller is permitted. */
static int process_open(uint64_t pid, const char *own, const struct dtrace_pattr *attr, void **ret)
{
	struct pid_process *process = NULL;
	struct os_space *space = NULL;
	bool was_known = false;
	int error;

	os_mutex_lock(&list_lock);
	error = os_process_open(pid, &space, &pid);
	if (!error)
		was_known = is_known(space, &process);
	if (!error && !was_known)
		error = process_make(pid, space, &process);
	if (!error && own)
		error = provider_make(process, own, attr, false);
	os_mutex_unlock(&list_lock);
	if (space && (!process || was_known))
		dt_space_put(space, 1);
	if (error && process)
		let_go(process);
	if (!error) {
		__atomic_fetch_add(&process->opened, 1, __ATOMIC_RELAXED);
		*ret = process;
	}
	return error;
}

static int process_add(void *arg, const struct dt_process_probe *probe, uint32_t limit, uint32_t *made, uint32_t *added)
{
	struct pid_process *process = arg;

	if (process->gone)
		return -OS_ESRCH;
	if (!process->is_shown) {
		process->is_shown = true;
		process->next_shown = shown;
		shown = process;
	}
	return probe->lock ? pid_locks_add(process, probe, limit, made, added)
			   : pid_probe_add(process, probe, limit, made, added);
}

static void process_close(void *arg)
{
	let_go(arg);
}

/* ---- what programs register ------------------------------------------------------------------- */

static void *process_find(const struct os_space *space)
{
	struct pid_process *process = NULL;

	os_mutex_lock(&list_lock);
	is_known(space, &process);
	os_mutex_unlock(&list_lock);
	return process;
}

static struct os_space *process_space(void *arg)
{
	return ((struct pid_process *)arg)->space;
}

static struct dt_followed *process_followed(void *arg)
{
	return &((struct pid_process *)arg)->followed;
}

/* Probes are about to be made: what was read of the process's text before does not count. */
static int process_own(void *arg, const char *name, const struct dtrace_pattr *attr)
{
	struct pid_process *process = arg;
	int error = -OS_ESRCH;

	os_mutex_lock(&list_lock);
	if (process->is_listed)
		error = provider_make(process, name, attr, true);
	os_mutex_unlock(&list_lock);
	__atomic_fetch_add(&process->opened, 1, __ATOMIC_RELAXED);
	return error;
}

/* Of one provider. Context: [L] and [F] held. */
static void disarm_retiring(void *arg)
{
	struct pid_process *process = arg;
	struct pid_provider **link = &process->providers;

	while (*link != process->retiring)
		link = &(*link)->next;
	DT_STORE_RELEASE(link, process->retiring->next);
	pid_disarm_provider(process, process->retiring);
}

/* A process that is not listed any more loses all its providers elsewhere. */
static void process_retire(void *arg, const char *name)
{
	struct pid_process *process = arg;
	struct pid_provider *one;

	os_mutex_lock(&list_lock);
	one = process->is_listed ? pid_provider_find(process, name) : NULL;
	if (one && one->is_registered) {
		process->retiring = one;
		dt_provider_retire(one->provider, disarm_retiring);
		process->retiring = NULL;
		os_free(one);
	}
	os_mutex_unlock(&list_lock);
}

static uint64_t process_number(void *arg)
{
	return ((struct pid_process *)arg)->pid;
}

/* Its sites have their own lock: [L] is not held while they are looked at. */
static bool process_losses(void *arg, bool check, struct dt_process_losses *ret, size_t *looked)
{
	struct pid_process *process = arg;
	struct dt_sites_losses losses;
	struct os_space *space = NULL;
	bool is_gone;

	*looked = 0;
	os_mutex_lock(&list_lock);
	is_gone = process->is_gone;
	if (process->is_listed && dt_space_get(process->space, 1))
		space = process->space;
	ret->locks = pid_locks_lost(process);
	os_mutex_unlock(&list_lock);
	if (!space && !is_gone)
		return false;
	if (space && check)
		*looked = dt_sites_check(space);
	losses = process->losses;
	if (space)
		dt_sites_losses(space, &losses);
	ret->overwritten = losses.overwritten;
	ret->again = losses.again;
	if (space)
		dt_space_put(space, 1);
	return true;
}

static const struct dt_process_ops process_ops = {
	.number = process_number,
	.losses = process_losses,
	.open = process_open,
	.add = process_add,
	.close = process_close,
	.find = process_find,
	.space = process_space,
	.followed = process_followed,
	.own = process_own,
	.retire = process_retire,
};

enum dt_scope pid_scope(void *probe_arg)
{
	return DT_SCOPE_TARGET;
}

/* ---- the report ------------------------------------------------------------------------------ */

enum {
	SUM_PROCESSES,
	SUM_PROBES,
	SUM_SITES,
	SUM_REFUSED,
	SUM_LATE,
	SUM_AGAIN,
	SUM_OVERWRITTEN,
	SUM_RESTORED,
	SUM_GONE
};

static void say_process(struct dt_report *report, const struct pid_process *process)
{
	struct dt_sites_losses losses;
	size_t i;

	dt_sites_losses(process->space, &losses);
	dt_report_line(report,
		       "process %llu space %u probes %u sites %u late %lu again %lu overwritten %lu "
		       "restored %lu gone %lu",
		       (unsigned long long)process->pid, process->space->id, process->probe_count, process->site_count,
		       losses.late, losses.again, losses.overwritten, losses.restored, losses.gone);
	report->sums[SUM_LATE] += losses.late;
	report->sums[SUM_AGAIN] += losses.again;
	report->sums[SUM_OVERWRITTEN] += losses.overwritten;
	report->sums[SUM_RESTORED] += losses.restored;
	report->sums[SUM_GONE] += losses.gone;
	for (i = 0; i < PID_REASONS && process->refused[i].name; i++) {
		dt_report_line(report, "refused process %llu sites %llu %s", (unsigned long long)process->pid,
			       (unsigned long long)process->refused[i].count, process->refused[i].name);
		report->sums[SUM_REFUSED] += process->refused[i].count;
	}
	pid_locks_report(process, report);
	report->sums[SUM_PROCESSES]++;
	report->sums[SUM_PROBES] += process->probe_count;
	report->sums[SUM_SITES] += process->site_count;
}

static void say_site(struct dt_report *report, const struct pid_process *process, const struct dt_site_attachment *site)
{
	if (!site->armed || !site->probe)
		return;
	dt_report_line(report, "armed process %llu %llx %s:%s:%s:%s fired %llu", (unsigned long long)process->pid,
		       (unsigned long long)site->addr, dt_probe_name_part(site->probe, DT_PART_PROVIDER),
		       dt_probe_name_part(site->probe, DT_PART_MODULE),
		       dt_probe_name_part(site->probe, DT_PART_FUNCTION), dt_probe_name_part(site->probe, DT_PART_NAME),
		       (unsigned long long)dt_site_fired(site));
}

/* report->place: which process, PLACE_PROCESSES; and of that 0 for itself, then 1 + its site. */
#define PLACE_SUMS      UINT64_MAX
#define PLACE_PROCESSES 32

/* @number is the process's. Return: whether all that is armed in it, from report->place on, is in the piece. */
static bool report_sites(struct dt_report *report, const struct pid_process *process, uint64_t number)
{
	uint64_t line = number << PLACE_PROCESSES;
	const struct pid_sites *sites;
	const struct pid_probe *probe;
	size_t i;

	for (probe = process->probes; probe; probe = probe->next) {
		for (sites = probe->sites; sites; sites = sites->next) {
			for (i = 0; i < sites->count; i++) {
				if (++line < report->place)
					continue;
				dt_report_begin(report);
				say_site(report, process, &sites->sites[i]);
				if (!dt_report_end(report))
					return false;
				report->place = line + 1;
			}
		}
	}
	return true;
}

/* The same of the process itself and its sites. */
static bool report_process(struct dt_report *report, const struct pid_process *process, uint64_t number)
{
	if (report->place <= number << PLACE_PROCESSES) {
		dt_report_begin(report);
		say_process(report, process);
		if (!dt_report_end(report))
			return false;
		report->place = (number << PLACE_PROCESSES) + 1;
	}
	return report_sites(report, process, number);
}

static void pid_report(void *arg, struct dt_report *report)
{
	const struct pid_process *process;
	uint64_t number = 0;

	report->full = false;
	for (process = shown; process && report->place != PLACE_SUMS; process = process->next_shown, number++) {
		if (number < report->place >> PLACE_PROCESSES)
			continue;
		if (!report_process(report, process, number))
			break;
		report->place = (number + 1) << PLACE_PROCESSES;
	}
	if (report->full)
		return;
	report->place = PLACE_SUMS;
	dt_report_begin(report);
	dt_report_line(report,
		       "processes %llu probes %llu sites %llu refused %llu late %llu again %llu overwritten %llu "
		       "given-back %lu restored %llu gone %llu",
		       (unsigned long long)report->sums[SUM_PROCESSES], (unsigned long long)report->sums[SUM_PROBES],
		       (unsigned long long)report->sums[SUM_SITES], (unsigned long long)report->sums[SUM_REFUSED],
		       (unsigned long long)report->sums[SUM_LATE] + DT_READ_ONCE(ended.late),
		       (unsigned long long)report->sums[SUM_AGAIN] + DT_READ_ONCE(ended.again),
		       (unsigned long long)report->sums[SUM_OVERWRITTEN] + DT_READ_ONCE(ended.overwritten),
		       dt_sites_given_back(),
		       (unsigned long long)report->sums[SUM_RESTORED] + DT_READ_ONCE(ended.restored),
		       (unsigned long long)report->sums[SUM_GONE] + DT_READ_ONCE(ended.gone));
	report->done = dt_report_end(report);
}

/* The provider itself has no probes: the processes' have. */
static const struct dt_provider_ops ops = { .report = pid_report, .scope = pid_scope };

/* ---- life ------------------------------------------------------------------------------------ */

int dt_provider_pid_init(void)
{
	int error;

	os_mutex_init(&list_lock, &list_kind);
	error = dt_provider_register("pid", &attributes, &ops, NULL, &provider);
	if (error) {
		os_mutex_fini(&list_lock);
		return error;
	}
	os_process_watch(memory_gone);
	dt_process_provider(&process_ops);
	return 0;
}

void dt_provider_pid_fini(void)
{
	dt_process_provider(NULL);
	os_process_watch(NULL);
	dt_provider_unregister(provider);
	provider = NULL;
	os_mutex_fini(&list_lock);
}
