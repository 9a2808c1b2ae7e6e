/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracee/probes.c - descriptions of the provider pidN: looked up in the process, told the core. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "engine/engine.h"
#include "isa/isa.h"
#include "tracee/request.h"
#include "tracee/room.h"

#define TARGET_LASTS 1000000000ull /* ns: what a process has mapped is looked up again after that */

DT_PRINTF(3, 4) static bool fail(struct ldt_tracee_error *error, enum ldt_errtag tag, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(error->text, sizeof(error->text), format, list);
	va_end(list);
	error->tag = tag;
	return false;
}

/* ---- which process --------------------------------------------------------------------------- */

enum provider { PROVIDER_OTHER, PROVIDER_PID, PROVIDER_COMING, PROVIDER_LOCKS, PROVIDER_WRONG };

static enum provider read_provider(const char *provider, uint32_t *pid, struct ldt_tracee_error *error)
{
	bool is_locks = strncmp(provider, DTRACE_PLOCKSTAT, strlen(DTRACE_PLOCKSTAT)) == 0;
	const char *number = provider + (is_locks ? strlen(DTRACE_PLOCKSTAT) : 3);

	if (!is_locks && strncmp(provider, "pid", 3) != 0)
		return PROVIDER_OTHER;
	if (strcmp(number, "*") == 0)
		return PROVIDER_COMING;
	if (!isdigit((unsigned char)*number) || number[strspn(number, "0123456789")] != '\0')
		return PROVIDER_OTHER;
	if (ldt_pid_provider(provider, pid))
		return is_locks ? PROVIDER_LOCKS : PROVIDER_PID;
	if (number[strspn(number, "0")] == '\0')
		fail(error, D_PROC_BADPID, "'%s' does not contain a valid pid%s", provider,
		     strcmp(number, "0") ? "" : " (0 is $target without -p and -c)");
	else
		fail(error, D_PROC_BADPID, "'%s' does not contain a valid pid", provider);
	return PROVIDER_WRONG;
}

/* ---- names ----------------------------------------------------------------------------------- */

void ldt_tracee_quote(char *to, size_t size, const char *name)
{
	size_t used = 0;

	for (; *name && used + 2 < size; name++) {
		if (strchr("*?[]\\", *name))
			to[used++] = '\\';
		to[used++] = *name;
	}
	to[used] = '\0';
}

void ldt_tracee_take_module(struct ldt_described *described, const struct ldt_object *object)
{
	const char *module = described->as_written.module;
	bool is_name = strpbrk(module, "*?[\\") == NULL || strcmp(module, object->path) == 0;

	if (*module && is_name)
		ldt_tracee_quote(described->as_named.module, sizeof(described->as_named.module), object->name);
}

/* One lookup. */
struct lookup {
	struct ldt_request request;
	const struct dtrace_probedesc *written;
	struct dtrace_probedesc *named;
	bool any; /* a site was found */
};

/* The names of the first site are those of all, where the description has one name. */
static void take_names(struct lookup *lookup, const struct ldt_site *site)
{
	bool is_object = strpbrk(lookup->written->module, "*?[\\") == NULL ||
			 strcmp(lookup->written->module, site->module) == 0 ||
			 (site->object && strcmp(lookup->written->module, site->object->path) == 0);

	if (lookup->written->module[0] && is_object)
		ldt_tracee_quote(lookup->named->module, sizeof(lookup->named->module), site->module);
	if (site->kind == LDT_SITE_OFFSET && dt_glob_plain(lookup->written->name))
		snprintf(lookup->named->name, sizeof(lookup->named->name), "%llx", (unsigned long long)site->offset);
}

static bool each_site(void *arg, const struct ldt_site *site)
{
	struct lookup *lookup = arg;

	if (!lookup->any)
		take_names(lookup, site);
	lookup->any = true;
	return ldt_request_site(&lookup->request, site);
}

/* ---- one process ----------------------------------------------------------------------------- */

bool ldt_tracee_open(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_tracee_error *error)
{
	const char *why;

	if (tracee->target && ldt_now() - tracee->looked < TARGET_LASTS)
		return true;
	ldt_target_close(tracee->target);
	tracee->target = ldt_target_open(ldt_procfs(dtp), tracee->pid, &why);
	tracee->looked = ldt_now();
	return tracee->target ? true
			      : fail(error, D_PROC_GRAB, "failed to grab pid %u: %s", (unsigned int)tracee->pid, why);
}

static enum ldt_errtag tag_of(const char *name)
{
	enum ldt_errtag tag = 0;

	while (tag < LDT_ERRTAG_COUNT && strcmp(ldt_errtag_name(tag), name) != 0)
		tag++;
	return tag < LDT_ERRTAG_COUNT ? tag : D_PROC_CREATEFAIL;
}

/* What the core said. */
bool ldt_tracee_no_memory(uint32_t pid, struct ldt_tracee_error *error)
{
	return fail(error, D_PROC_CREATEFAIL, "failed to instantiate probes for pid %u: out of memory",
		    (unsigned int)pid);
}

/* The CPU that the process's program is for, when it is not the machine's own: a 32-bit one. NULL: it is. */
static const char *other_cpu(const struct ldt_request *request)
{
	const struct ldt_tracee *tracee = ldt_tracee_get(request->dtp, request->pid);
	const struct ldt_object *object;
	size_t i;

	for (i = 0; tracee && tracee->target && (object = ldt_target_object(tracee->target, i)) != NULL; i++) {
		if (object->is_program && object->isa && strcmp(object->isa->name, request->dtp->conf.isa) != 0)
			return object->isa->name;
	}
	return NULL;
}

bool ldt_tracee_failed(const struct ldt_request *request, struct ldt_tracee_error *error)
{
	unsigned int pid = request->pid;
	const char *cpu;

	switch (request->error) {
	case ESRCH:
		return fail(error, D_PROC_GRAB, "failed to grab pid %u: no such process", pid);
	case EPERM:
		return fail(error, D_PROC_GRAB, "failed to grab pid %u: not permitted", pid);
	case EBUSY:
		return fail(error, D_PROC_GRAB, "failed to grab pid %u: another program controls it (a debugger?)",
			    pid);
	case EOPNOTSUPP:
	case ENOTTY:
		cpu = other_cpu(request);
		if (cpu)
			return fail(
				error, D_PROC_NODEV,
				"failed to instantiate probes for pid %u: the %s engine cannot trace a program for %s",
				pid, dtrace_engine(request->dtp), cpu);
		return fail(error, D_PROC_NODEV,
			    "failed to instantiate probes for pid %u: the %s engine cannot trace this process", pid,
			    dtrace_engine(request->dtp));
	case EEXIST:
		return fail(error, D_PROC_CREATEFAIL,
			    "failed to instantiate probes for pid %u: another provider is called %s%u", pid,
			    request->provider, pid);
	default:
		return fail(error, D_PROC_CREATEFAIL, "failed to instantiate probes for pid %u: %s", pid,
			    strerror(request->error));
	}
}

/* Whether a description that means nothing now may mean something later. */
static bool may_come(enum ldt_errtag tag)
{
	return tag == D_PROC_LIB || tag == D_PROC_FUNC;
}

/* By what is known of the file, where processes to come may have it, too. */
static int64_t sites_each(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, const struct ldt_object *object,
			  const struct ldt_description *description, struct lookup *lookup, struct ldt_site_error *why)
{
	struct ldt_templates *templates = object && lookup->request.means ? dtp->tracees->templates : NULL;
	int64_t found;
	size_t known;

	if (!templates)
		return ldt_sites_each(tracee->target, description, each_site, lookup, why);
	found = ldt_templates_each(templates, tracee->target, object, description, each_site, lookup, why, &known);
	ldt_debug(dtp, "process %u: %s: %zu sites were known", (unsigned int)tracee->pid, object->path, known);
	return found;
}

/* What the message ends with, after @sign: a name that may be meant, or the file whose names were stripped off; "": neither. */
static const char *advice(const struct dtrace_hdl *dtp, const struct ldt_site_error *why, const char *sign, char *room,
			  size_t size)
{
	*room = '\0';
	if (dtp->copts.compat_set)
		return room;
	if (*why->meant)
		snprintf(room, size, "%s did you mean %s?", sign, why->meant);
	else if (*why->stripped)
		snprintf(room, size, "%s %s is stripped", sign, why->stripped);
	return room;
}

const char *ldt_tracee_module(const struct ldt_object *object)
{
	return object->is_program ? "a.out" : object->path;
}

bool ldt_tracee_look_up(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_described *described,
			const struct ldt_object *object, bool strict, ldt_tracee_refused_f *refused, void *arg,
			size_t *count, struct ldt_tracee_error *error)
{
	const struct dtrace_probedesc *written = &described->as_written;
	struct ldt_description description = { object ? ldt_tracee_module(object) : written->module, written->function,
					       written->name };
	struct lookup *lookup = calloc(1, sizeof(*lookup));
	struct ldt_site_error why = { .meant = "" };
	int64_t found = -1;
	char room[sizeof(why.meant) + 32];
	bool done;

	*count = 0;
	if (!lookup || !ldt_request_begin(&lookup->request, dtp, tracee->pid, refused, arg)) {
		free(lookup);
		return ldt_tracee_no_memory(tracee->pid, error);
	}
	lookup->written = written;
	lookup->named = &described->as_named;
	lookup->request.means = described->is_coming ? written : NULL;
	found = sites_each(dtp, tracee, object, &description, lookup, &why);
	ldt_request_end(&lookup->request);
	*count = found > 0 ? (size_t)found : 0;
	done = !lookup->request.error;
	if (!done)
		ldt_tracee_failed(&lookup->request, error);
	else if (found < 0)
		done = (may_come(tag_of(why.tag)) && !strict) ||
		       fail(error, tag_of(why.tag), "%s%s", why.text, advice(dtp, &why, ":", room, sizeof(room)));
	else if (found == 0 && strict)
		done = fail(error, D_PDESC_ZERO,
			    "probe description %s:%s:%s:%s does not match any probes: process %u has nothing of these "
			    "names now%s",
			    written->provider, written->module, written->function, written->name,
			    (unsigned int)tracee->pid, advice(dtp, &why, ",", room, sizeof(room)));
	else if (lookup->request.refusals == lookup->request.sites && lookup->request.sites > 0 && strict)
		done = fail(error, D_PDESC_ZERO,
			    "probe description %s:%s:%s:%s does not match any probes: its places are refused (%s)",
			    written->provider, written->module, written->function, written->name,
			    lookup->request.reason);
	free(lookup);
	return done;
}

static struct ldt_described *find_described(const struct ldt_tracee *tracee, const struct dtrace_probedesc *desc)
{
	struct ldt_described *described = tracee->described;

	while (described && memcmp(&described->as_written, desc, sizeof(*desc)) != 0)
		described = described->next;
	return described;
}

/* Context: the description is not known yet. */
static bool look_up_pid(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_described *described, bool strict,
			ldt_tracee_refused_f *refused, void *arg, struct ldt_tracee_error *error)
{
	size_t found;

	snprintf(described->as_named.provider, sizeof(described->as_named.provider), "pid%u",
		 (unsigned int)tracee->pid);
	return ldt_tracee_open(dtp, tracee, error) &&
	       ldt_tracee_look_up(dtp, tracee, described, NULL, strict, refused, arg, &found, error);
}

/* The same for plockstat. */
static bool look_up_locks(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_described *described,
			  bool strict, ldt_tracee_refused_f *refused, void *arg, struct ldt_tracee_error *error)
{
	const struct dtrace_probedesc *written = &described->as_written;
	size_t found;

	described->is_locks = true;
	snprintf(described->as_named.provider, sizeof(described->as_named.provider), DTRACE_PLOCKSTAT "%u",
		 (unsigned int)tracee->pid);
	if (!ldt_tracee_open(dtp, tracee, error) ||
	    !ldt_tracee_locks(dtp, tracee, described, NULL, refused, arg, &found, error))
		return false;
	if (found == 0 && strict)
		return fail(error, D_PDESC_ZERO,
			    "probe description %s:%s:%s:%s does not match any probes: process %u has no functions of "
			    "locks of these names whose C library is known",
			    written->provider, written->module, written->function, written->name,
			    (unsigned int)tracee->pid);
	return true;
}

static struct ldt_described *described_create(const struct dtrace_probedesc *desc)
{
	struct ldt_described *described = calloc(1, sizeof(*described));

	if (described)
		described->as_written = described->as_named = *desc;
	return described;
}

static void described_add(struct ldt_tracee *tracee, struct ldt_described *described)
{
	described->next = tracee->described;
	tracee->described = described;
}

/* ---- providers of the program's own ---------------------------------------------------------- */

/* The number at the end of a provider's name, from character @at on; 0: it is none of a process. */
static uint32_t number_at(const char *provider, size_t at)
{
	unsigned long long value;

	errno = 0;
	value = provider[at] == '0' ? 0 : strtoull(provider + at, NULL, 10);
	return errno == 0 && value <= INT32_MAX ? (uint32_t)value : 0;
}

/* Where the digits at the end of a name begin. */
static size_t digits_at(const char *provider)
{
	size_t at = strlen(provider);

	while (at > 0 && isdigit((unsigned char)provider[at - 1]))
		at--;
	return at;
}

/*
 * Where the name ends and the number begins is not said: foo12 may be `foo` of process 12 or `foo1` of process
 * 2. The first that is there counts, the longest number first.
 */
static bool look_up_defined(struct dtrace_hdl *dtp, struct dtrace_probedesc *desc, bool strict,
			    ldt_tracee_refused_f *refused, void *arg, struct ldt_tracee_error *error)
{
	struct ldt_tracee_error unseen;
	struct ldt_described *described;
	struct ldt_tracee *tracee;
	size_t found = 0;

	for (size_t at = digits_at(desc->provider); found == 0 && at > 0 && desc->provider[at]; at++) {
		uint32_t pid = number_at(desc->provider, at);

		tracee = pid ? ldt_tracee_get(dtp, pid) : NULL;
		if (!tracee || !ldt_tracee_open(dtp, tracee, &unseen))
			continue;
		described = find_described(tracee, desc);
		if (described) {
			*desc = described->as_named;
			return true;
		}
		described = described_create(desc);
		if (!described)
			return fail(error, D_PROC_CREATEFAIL, "out of memory");
		described->own = at;
		if (!ldt_tracee_defined(dtp, tracee, described, NULL, refused, arg, &found, error)) {
			free(described);
			return false;
		}
		/* a library that defines it may be loaded later */
		if (found == 0 && strict) {
			free(described);
			continue;
		}
		described_add(tracee, described);
		*desc = described->as_named;
	}
	return true;
}

/* NAME*: where the engine cannot tell of processes to come, it is an error only if nothing of that name is there. */
static bool look_up_coming(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc, ldt_tracee_refused_f *refused,
			   void *arg, struct ldt_tracee_error *error)
{
	struct dtrace_probematch match = { .pattern = *desc };

	return ldt_tracee_coming(dtp, desc, refused, arg, error) ||
	       (ldt_ioctl(dtp, DTRACEIOC_PROBEMATCH, &match) == 0 && match.matched > 0);
}

bool ldt_tracee_probes(struct dtrace_hdl *dtp, struct dtrace_probedesc *desc, bool strict,
		       ldt_tracee_refused_f *refused, void *arg, struct ldt_tracee_error *error)
{
	struct ldt_described *described;
	struct ldt_tracee *tracee;
	enum provider provider;
	uint32_t pid;

	provider = read_provider(desc->provider, &pid, error);
	switch (provider) {
	case PROVIDER_COMING:
		return ldt_tracee_coming(dtp, desc, refused, arg, error);
	case PROVIDER_OTHER:
		if (ldt_pid_provider(desc->provider, &pid) && pid == 0)
			return look_up_coming(dtp, desc, refused, arg, error);
		return look_up_defined(dtp, desc, strict, refused, arg, error);
	case PROVIDER_WRONG:
		return false;
	default:
		break;
	}
	tracee = ldt_tracee_get(dtp, pid);
	described = tracee ? find_described(tracee, desc) : NULL;
	if (!described) {
		described = tracee ? described_create(desc) : NULL;
		if (!described)
			return fail(error, D_PROC_CREATEFAIL, "out of memory");
		if (!(provider == PROVIDER_LOCKS ? look_up_locks : look_up_pid)(dtp, tracee, described, strict, refused,
										arg, error)) {
			free(described);
			return false;
		}
		described_add(tracee, described);
	}
	*desc = described->as_named;
	return true;
}
