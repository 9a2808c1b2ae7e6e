/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracee/coming.c - processes that do not exist yet, and what traced processes will load: descriptions whose provider
 * is pid*, plockstat*, or NAME* of programs.
 *
 * The core holds each process that has mapped something new until we have answered its news (WATCH, NEWS,
 * dtrace/ioctl.h). We look at the new objects as at those of any process, make the probes, and say of which files
 * nothing is wanted, so that nobody waits for them again.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/glob.h"
#include "engine/engine.h"
#include "tracee/room.h"

#define PROCESSES_MAX 16384u /* that get probes: the core keeps their names until tracing ends */

/* ---- descriptions ---------------------------------------------------------------------------- */

/* Whether a provider other than those of processes has such a name. */
static bool system_has(struct dtrace_hdl *dtp, const char *provider)
{
	struct dtrace_probematch named = { .matched = 0 }, longer = { .matched = 0 };
	int stem = (int)strlen(provider) - 1;

	if (stem + 8 > DTRACE_PROVNAMELEN)
		return false;
	snprintf(named.pattern.provider, DTRACE_PROVNAMELEN, "%.*s", stem, provider);
	snprintf(longer.pattern.provider, DTRACE_PROVNAMELEN, "%.*s*[!0-9]", stem, provider);
	return (ldt_ioctl(dtp, DTRACEIOC_PROBEMATCH, &named) == 0 && named.matched) ||
	       (ldt_ioctl(dtp, DTRACEIOC_PROBEMATCH, &longer) == 0 && longer.matched);
}

static struct ldt_described *find_coming(const struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc)
{
	struct ldt_described *described = dtp->tracees ? dtp->tracees->coming : NULL;

	while (described && memcmp(&described->as_written, desc, sizeof(*desc)) != 0)
		described = described->next;
	return described;
}

bool ldt_tracee_is_coming(const struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc)
{
	return find_coming(dtp, desc) != NULL;
}

static bool is_locks(const struct dtrace_probedesc *desc)
{
	return strcmp(desc->provider, DTRACE_PLOCKSTAT "*") == 0;
}

static struct ldt_described *add_coming(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc, bool is_pid)
{
	struct ldt_described **link, *described = calloc(1, sizeof(*described));

	if (!dtp->tracees)
		dtp->tracees = calloc(1, sizeof(*dtp->tracees));
	if (!described || !dtp->tracees) {
		free(described);
		return NULL;
	}
	described->as_written = described->as_named = *desc;
	described->is_locks = is_locks(desc);
	described->own = is_pid || described->is_locks ? 0 : strlen(desc->provider);
	described->is_coming = true;
	for (link = &dtp->tracees->coming; *link; link = &(*link)->next)
		;
	*link = described;
	return described;
}

/* Whether the core can and may watch all processes. Return: 0 or errno. */
static int ask(struct dtrace_hdl *dtp)
{
	struct dtrace_watch request = { .flags = DTRACE_WATCHF_ALL | DTRACE_WATCHF_ASK };

	return ldt_ioctl(dtp, DTRACEIOC_WATCH, &request);
}

/* ---- one object of a process ----------------------------------------------------------------- */

struct means {
	const struct ldt_object *object;
	bool found;
};

static bool is_object(void *arg, const struct ldt_object *object)
{
	struct means *means = arg;

	means->found |= object == means->object;
	return !means->found;
}

bool ldt_tracee_means(const struct ldt_tracee *tracee, const char *module, const struct ldt_object *object)
{
	struct means means = { .object = object };

	ldt_target_meant(tracee->target, module, is_object, &means);
	return means.found;
}

static bool stop_at_first(void *arg, const struct ldt_site *site)
{
	(void)arg;
	(void)site;
	return false;
}

/* Whether a file that is no program here would have something for the description if it was one elsewhere. */
static bool may_mean_program(const struct ldt_tracee *tracee, const struct ldt_described *described,
			     const struct ldt_object *object)
{
	const struct dtrace_probedesc *desc = &described->as_written;
	struct ldt_description description = { object->path, desc->function, desc->name };
	struct ldt_site_error why;

	if (strchr(desc->module, '`'))
		return true; /* the same file has another name in another link map */
	if (strcmp(desc->module, "a.out") != 0 || object->is_program)
		return false;
	if (described->own || described->is_locks || strcmp(desc->function, "-") == 0)
		return true;
	return ldt_sites_each(tracee->target, &description, stop_at_first, NULL, &why) > 0;
}

/* What is done with an object. */
struct look {
	struct dtrace_hdl *dtp;
	struct ldt_tracee *tracee;
	struct ldt_described *only; /* NULL: all that are coming; else it gets its meanings */
	ldt_tracee_refused_f *refused;
	void *arg;
	bool found;  /* there is a place in the process */
	bool failed; /* the core did not take one */
};

/* Without memory a list of probes lacks some. */
static void add_meaning(struct ldt_described *to, const struct dtrace_probedesc *desc)
{
	struct dtrace_probedesc *more;

	for (size_t i = 0; i < to->meaning_count; i++) {
		if (memcmp(&to->meanings[i], desc, sizeof(*desc)) == 0)
			return;
	}
	more = realloc(to->meanings, (to->meaning_count + 1) * sizeof(*more));
	if (!more)
		return;
	to->meanings = more;
	more[to->meaning_count++] = *desc;
}

int dtrace_desc_meaning(dtrace_hdl_t *dtp, const dtrace_probedesc_t *desc, size_t index, dtrace_probedesc_t *ret)
{
	const struct ldt_described *described = find_coming(dtp, desc);

	if (!described || index >= described->meaning_count)
		return 0;
	*ret = described->meanings[index];
	return 1;
}

/* Return: whether the file has something for the description, in this process or in another. */
static bool look_for(struct look *look, const struct ldt_described *described, const struct ldt_object *object)
{
	struct ldt_described copy = *described; /* names that its probes have are different in each process */
	struct ldt_tracee_error error;
	size_t found = 0;
	bool done;

	if (object->refused)
		return false;
	if (!ldt_tracee_means(look->tracee, described->as_written.module, object))
		return may_mean_program(look->tracee, described, object);
	if (!described->own)
		snprintf(copy.as_named.provider, sizeof(copy.as_named.provider), "%s%u",
			 described->is_locks ? DTRACE_PLOCKSTAT : "pid", (unsigned int)look->tracee->pid);
	if (described->is_locks)
		done = ldt_tracee_locks(look->dtp, look->tracee, &copy, ldt_tracee_module(object), look->refused,
					look->arg, &found, &error);
	else if (described->own)
		done = ldt_tracee_defined(look->dtp, look->tracee, &copy, ldt_tracee_module(object), look->refused,
					  look->arg, &found, &error);
	else
		done = ldt_tracee_look_up(look->dtp, look->tracee, &copy, object, false, look->refused, look->arg,
					  &found, &error);
	if (!done) {
		ldt_debug(look->dtp, "process %u: %s: %s", look->tracee->pid, object->path, error.text);
		look->failed = true;
	}
	if (found > 0 && look->only)
		add_meaning(look->only, &copy.as_named);
	look->found |= found > 0;
	return found > 0 || !done;
}

/* Return: whether something of the file is wanted. */
static bool look_at(struct look *look, const struct ldt_object *object)
{
	const struct ldt_described *described;
	bool any = false;

	for (described = look->dtp->tracees->coming; described; described = described->next) {
		if (!look->only || described == look->only)
			any |= look_for(look, described, object);
	}
	return any;
}

/* ---- processes that there are ---------------------------------------------------------------- */

/* Files in which nothing was found. */
struct plain_file {
	uint64_t device, inode;
	char *path;
};

struct scan {
	struct look look;
	struct plain_file *plain;
	size_t count, room;
};

static bool is_plain(const struct scan *scan, uint64_t device, uint64_t inode, const char *path)
{
	for (size_t i = 0; i < scan->count; i++) {
		if (scan->plain[i].inode == inode && scan->plain[i].device == device &&
		    strcmp(scan->plain[i].path, path) == 0)
			return true;
	}
	return false;
}

/* Without memory the file is looked at again in the next process. */
static void add_plain(struct scan *scan, const struct ldt_object *object)
{
	if (scan->count == scan->room) {
		size_t room = scan->room ? scan->room * 2 : 64;
		struct plain_file *more = realloc(scan->plain, room * sizeof(*more));

		if (!more)
			return;
		scan->plain = more;
		scan->room = room;
	}
	scan->plain[scan->count] = (struct plain_file){ object->device, object->inode, strdup(object->path) };
	scan->count += scan->plain[scan->count].path != NULL;
}

/* Whether each file that the process may execute is known to have nothing. */
static bool has_only_plain(const struct scan *scan, uint32_t pid)
{
	struct ldt_maps maps;
	bool only = true;

	if (!ldt_maps_read(ldt_procfs(scan->look.dtp), pid, &maps))
		return true; /* it has ended, is of the kernel, or is not for us */
	for (size_t i = 0; i < maps.count && only; i++) {
		const struct ldt_mapping *mapping = &maps.all[i];

		if (mapping->executable && mapping->inode)
			only = is_plain(scan, mapping->device, mapping->inode, mapping->path);
	}
	ldt_maps_free(&maps);
	return only;
}

static void scan_process(struct scan *scan, uint32_t pid)
{
	struct ldt_tracee tracee = { .pid = pid };
	const struct ldt_object *object;
	const char *why;

	if (has_only_plain(scan, pid))
		return;
	tracee.target = ldt_target_open(ldt_procfs(scan->look.dtp), pid, &why);
	scan->look.tracee = &tracee;
	for (size_t i = 0; tracee.target && (object = ldt_target_object(tracee.target, i)) != NULL; i++) {
		if (is_plain(scan, object->device, object->inode, object->path))
			continue;
		if (!look_at(&scan->look, object))
			add_plain(scan, object);
	}
	ldt_target_close(tracee.target);
}

/* All processes but ourselves. @only as in struct look. */
static void scan_all(struct dtrace_hdl *dtp, struct ldt_described *only, ldt_tracee_refused_f *refused, void *arg)
{
	struct scan scan = { .look = { .dtp = dtp, .only = only, .refused = refused, .arg = arg } };
	DIR *folder = opendir(ldt_procfs(dtp));
	const struct dirent *entry;

	while (folder && (entry = readdir(folder)) != NULL) {
		if (!isdigit((unsigned char)entry->d_name[0]) || atoi(entry->d_name) == getpid())
			continue;
		scan_process(&scan, (uint32_t)atoi(entry->d_name));
	}
	if (folder)
		closedir(folder);
	while (scan.count > 0)
		free(scan.plain[--scan.count].path);
	free(scan.plain);
}

static bool fail(struct ldt_tracee_error *error, enum ldt_errtag tag, const char *text, const char *provider)
{
	snprintf(error->text, sizeof(error->text), text, provider);
	error->tag = tag;
	return false;
}

bool ldt_tracee_coming(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc, ldt_tracee_refused_f *refused,
		       void *arg, struct ldt_tracee_error *error)
{
	bool is_pid = strcmp(desc->provider, "pid*") == 0;
	struct ldt_described *described;

	if (find_coming(dtp, desc) || (!is_pid && !is_locks(desc) && system_has(dtp, desc->provider)))
		return true;
	switch (ask(dtp)) {
	case 0:
		break;
	case EPERM:
		return fail(error, D_PROC_BADPROV,
			    "'%s': tracing every process needs CAP_SYS_PTRACE: name a process by its number",
			    desc->provider);
	default:
		return fail(
			error, D_PROC_BADPROV,
			"'%s' is not a valid provider here: processes to come can be traced with the kernel's module "
			"only; name a process by its number (or $target with -p or -c)",
			desc->provider);
	}
	described = add_coming(dtp, desc, is_pid);
	if (!described)
		return fail(error, D_PROC_CREATEFAIL, "%s: out of memory", desc->provider);
	scan_all(dtp, described, refused, arg);
	return true;
}

/* ---- news ------------------------------------------------------------------------------------ */

void ldt_tracee_lost_places(void *arg, const char *reason, uint32_t count)
{
	struct dtrace_hdl *dtp = arg;

	ldt_debug(dtp, "new code: %u places refused: %s", (unsigned int)count, reason);
	dtp->tracees->losses.refused += count;
}

/* Whether a description of a process with a number means a file of this name. */
static bool is_named(const struct dtrace_hdl *dtp, const struct ldt_tracee *at, const struct ldt_object *object)
{
	const struct ldt_tracee *tracee;
	const struct ldt_described *described;

	for (tracee = dtp->tracees->all; tracee; tracee = tracee->next) {
		for (described = tracee->described; described; described = described->next) {
			if (ldt_tracee_means(at, described->as_written.module, object))
				return true;
		}
	}
	return false;
}

static struct ldt_tracee *find_named(const struct dtrace_hdl *dtp, uint32_t pid)
{
	struct ldt_tracee *tracee = dtp->tracees->all;

	while (tracee && !(tracee->pid == pid && tracee->described))
		tracee = tracee->next;
	return tracee;
}

/* All objects, whether they are new or not. */
static void look_at_all(struct look *look)
{
	const struct ldt_object *object;

	for (size_t i = 0; (object = ldt_target_object(look->tracee->target, i)) != NULL; i++)
		look_at(look, object);
}

static void look_at_new(struct look *look, const struct dtrace_news *news, struct dtrace_news *answer)
{
	const struct ldt_object *object, *last = NULL;
	bool is_wanted = true;

	for (uint32_t i = 0; i < news->count && i < DTRACE_NEWS_STARTS; i++) {
		object = ldt_target_find(look->tracee->target, news->starts[i]);
		if (!object)
			continue; /* no file that can be traced, or it could not be read now */
		if (object != last) {
			is_wanted = look_at(look, object);
			is_wanted |= is_named(look->dtp, look->tracee, object);
		}
		last = object;
		if (!is_wanted)
			answer->plain |= 1ull << i;
	}
}

/* What one process has mapped. */
static void look_at_process(struct dtrace_hdl *dtp, const struct dtrace_news *news, struct dtrace_news *answer)
{
	struct ldt_tracee *named = find_named(dtp, news->pid), tracee = { .pid = news->pid, .is_held = true };
	struct look look = { .dtp = dtp, .tracee = &tracee, .refused = ldt_tracee_lost_places, .arg = dtp };
	struct ldt_tracees *tracees = dtp->tracees;
	uint64_t begun = ldt_now(), opened;
	const char *why;

	if (!tracees->templates)
		tracees->templates = ldt_templates_create(ldt_tracee_defined_free);
	else
		ldt_templates_trim(tracees->templates);
	if (tracees->with_probes >= PROCESSES_MAX) {
		tracees->losses.processes++;
		return;
	}
	tracee.target = ldt_target_open(ldt_procfs(dtp), news->pid, &why);
	if (!tracee.target)
		return;
	opened = ldt_now();
	if (news->flags & DTRACE_NEWSF_ALL)
		look_at_all(&look);
	look_at_new(&look, news, answer);
	ldt_target_close(tracee.target);
	if (named) {
		named->is_held = true;
		ldt_tracee_follow(dtp, named, (news->flags & DTRACE_NEWSF_ALL) != 0);
		tracee.is_unfinished |= named->is_unfinished;
	}
	ldt_debug(dtp, "process %u: read in %" PRIu64 " us, looked at in %" PRIu64 " us", news->pid,
		  (opened - begun) / 1000, (ldt_now() - opened) / 1000);
	tracees->with_probes += look.found;
	tracees->losses.refused += look.failed;
	if (tracee.is_unfinished)
		answer->flags |= DTRACE_NEWSF_AGAIN;
}

void ldt_tracees_serve(struct dtrace_hdl *dtp)
{
	struct dtrace_news news = { .answered = 0 }, answer;

	if (!dtp->tracees || !dtp->tracees->is_watching)
		return;
	while (ldt_ioctl(dtp, DTRACEIOC_NEWS, &news) == 0) {
		dtp->tracees->losses.late = news.late + news.missed;
		if (!news.number)
			return;
		ldt_debug(dtp, "news %" PRIu64 ": process %u has mapped %u parts of files%s", news.number, news.pid,
			  news.count, news.flags & DTRACE_NEWSF_WAITS ? "" : ", and has gone on");
		answer = (struct dtrace_news){ .answered = news.number };
		look_at_process(dtp, &news, &answer);
		news = answer;
	}
}

struct ldt_tracee_losses ldt_tracees_losses(const struct dtrace_hdl *dtp)
{
	return dtp->tracees ? dtp->tracees->losses : (struct ldt_tracee_losses){ .late = 0 };
}

bool ldt_tracees_watching(const struct dtrace_hdl *dtp)
{
	return dtp->tracees && dtp->tracees->is_watching;
}

/* ---- the beginning --------------------------------------------------------------------------- */

static int watch(struct dtrace_hdl *dtp, uint32_t pid)
{
	struct dtrace_watch request = { .pid = pid,
					.patience = dtp->copts.hold_time,
					.flags = pid ? 0 : DTRACE_WATCHF_ALL };
	int error = ldt_ioctl(dtp, DTRACEIOC_WATCH, &request);

	if (!error)
		dtp->tracees->is_watching = true;
	return error;
}

/* Those of -c and -p are meant by what means all processes, though they may be our children. */
static void watch_named(struct dtrace_hdl *dtp)
{
	const struct ps_prochandle *proc = dtp->tracees->coming ? dtp->tracees->procs : NULL;
	struct ldt_tracee *tracee;

	for (tracee = dtp->tracees->all; tracee; tracee = tracee->next) {
		if (tracee->described)
			tracee->is_watched = watch(dtp, tracee->pid) == 0;
	}
	for (; proc; proc = proc->next)
		watch(dtp, (uint32_t)proc->pid);
}

/*
 * Where the core cannot tell what one process maps it is looked at every now and then (follow.c). What was
 * mapped before watching began is looked at once more.
 */
int ldt_tracees_watch(struct dtrace_hdl *dtp)
{
	struct ldt_tracee *tracee;
	int error;

	if (!dtp->tracees)
		return 0;
	watch_named(dtp);
	error = dtp->tracees->coming ? watch(dtp, 0) : 0;
	if (error)
		return ldt_set_error(dtp, EDT_PROCESS, "failed to watch processes to come: %s", strerror(error));
	if (!dtp->tracees->is_watching)
		return 0;
	for (tracee = dtp->tracees->all; tracee; tracee = tracee->next) {
		if (tracee->is_watched)
			ldt_tracee_follow(dtp, tracee, false);
	}
	if (dtp->tracees->coming)
		scan_all(dtp, NULL, NULL, NULL);
	return 0;
}
