/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * helpers.c - probes that programs register at run time (dtrace/helper.h): the commands of their device, and
 * HELPERS of a consumer.
 *
 * Theory. What a memory has registered is a list (core/usdt/usdt.h), which is replaced as a whole. There
 * are no probes of it, and nothing to pay, until a consumer names the process and follows it. From then
 * on `update` makes what was made equal to what is registered: at HELPERS, and in each call by which the
 * process changes it, which so returns to a program that is traced already.
 *
 *      ADDDOF --> dt_helper_make() --> list of the memory --+--> update(): providers NAMEpid, probes, matching
 *                                                           |
 *      HELPERS of a consumer -------------------------------+
 *
 * Two objects of one process may have probes of one provider. When one of them goes, the provider is taken away
 * with all its probes, and those of the other objects are made anew.
 *
 * Locks: [H] below, for the change of a list and all that follows from it; taken before those of the provider
 * of processes and [F].
 */
#include <dtrace/dof.h>

#include "core/consumer/consumer.h"
#include "core/consumer/ioctl.h"
#include "core/entry.h"
#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/usdt/usdt.h"
#include "base/glob.h"
#include "base/line.h"
#include "base/memory.h"
#include "base/text.h"
#include "os/os.h"
#include "os/process.h"

static struct os_mutex_kind kind = { .name = "dtrace: helpers" };
static struct os_mutex lock; /* [H] */
static int last_generation;  /* [H] */

/* ---- probes of what is registered ------------------------------------------------------------- */

/* From @had to @now. */
struct update {
	void *process;
	const struct dt_process_ops *ops;
	struct dt_followed *followed;
	const struct dt_helpers *had, *now;
	uint32_t made, added;
	struct dt_enable_result refused;
};

static bool has_provider(const struct dt_helper *helper, const char *name)
{
	uint32_t i;

	for (i = 0; i < helper->provider_count; i++) {
		if (dt_str_same(helper->providers[i].name, name))
			return true;
	}
	return false;
}

/* Whether the provider of a name has lost something. */
static bool is_retired(const struct update *update, const char *name)
{
	uint32_t i;

	for (i = 0; update->had && i < update->had->count; i++) {
		if (!dt_helpers_have(update->now, update->had->all[i]) && has_provider(update->had->all[i], name))
			return true;
	}
	return false;
}

static void retire_old(const struct update *update)
{
	const struct dt_helper *helper;
	uint32_t i, j;

	for (i = 0; update->had && i < update->had->count; i++) {
		helper = update->had->all[i];
		for (j = 0; j < helper->provider_count && !dt_helpers_have(update->now, helper); j++)
			update->ops->retire(update->process, helper->providers[j].name);
	}
}

/* Whether what an object has of a provider is to be made. */
static bool is_due(const struct update *update, const struct dt_helper *helper, const char *name)
{
	return !dt_helpers_have(update->had, helper) || is_retired(update, name);
}

/* One that cannot be is missing when its probes are to be made: they are refused. */
static void own_providers(struct update *update)
{
	const struct dt_helper *helper;
	uint32_t i, j;

	for (i = 0; update->now && i < update->now->count; i++) {
		helper = update->now->all[i];
		for (j = 0; j < helper->provider_count; j++) {
			if (is_due(update, helper, helper->providers[j].name))
				update->ops->own(update->process, helper->providers[j].name,
						 &helper->providers[j].attr);
		}
	}
}

/* Context: [F] held. */
static int add_probes(struct update *update, const struct dt_helper *helper)
{
	const struct dt_process_probe *probe = helper->probes, *end = probe + helper->probe_count;
	int error = 0;

	for (; probe < end && !error; probe++) {
		if (is_due(update, helper, probe->provider))
			error = update->ops->add(update->process, probe, update->followed->limit, &update->made,
						 &update->added);
	}
	return error;
}

static int make_new(struct update *update)
{
	uint32_t first, i;
	int error = 0;

	own_providers(update);
	dt_framework_lock();
	first = dt_probes_next_id();
	dt_providers_collect(&update->refused);
	for (i = 0; update->now && i < update->now->count && !error; i++)
		error = add_probes(update, update->now->all[i]);
	dt_providers_collect(NULL);
	dt_match_new_probes(first, NULL, NULL);
	dt_framework_unlock();
	return error;
}

/* Takes the reference to @now over. What was made stays where there is no memory for more. Context: [H] held. */
static int update_probes(struct update *update, struct dt_helpers *now)
{
	struct dt_helpers *had = update->followed->helpers;
	int error;

	update->had = had;
	update->now = now;
	retire_old(update);
	error = make_new(update);
	update->followed->helpers = now;
	dt_helpers_put(had);
	return error;
}

/* The list of the calling process is another now: its probes, if somebody follows it. Context: [H] held. Return: that. */
static bool tell_followers(void)
{
	struct update update = { .ops = dt_process_ops() };
	struct os_space *space = update.ops ? os_process_self() : NULL;
	struct dt_helpers *now;
	bool is_followed = false;

	if (!space)
		return false;
	update.process = update.ops->find(space);
	if (update.process) {
		update.followed = update.ops->followed(update.process);
		is_followed = update.followed->is_followed;
		if (is_followed && os_helpers_get(NULL, &now) == 0 && update_probes(&update, now) != 0)
			os_log("not all probes could be made that a process has registered");
		update.ops->close(update.process);
	}
	dt_space_put(space, 1);
	return is_followed;
}

/* ---- patterns --------------------------------------------------------------------------------- */

static bool field_fits(const char *pattern, const char *name)
{
	return !*pattern || dt_glob_match(pattern, name);
}

/* Whether a description means a probe by a pattern of its provider's name. */
static bool is_meant(const struct dtrace_probedesc *desc, const struct dt_process_probe *probe, const char *provider)
{
	return dt_glob_special(desc->provider) && !dt_glob_all(desc->provider) &&
	       dt_glob_match(desc->provider, provider) && field_fits(desc->module, probe->module) &&
	       field_fits(desc->function, probe->function) && field_fits(desc->name, probe->name);
}

/* Whether a consumer traces something that means the probe. Context: [F] held. */
static bool has_meaning(const struct dt_state *state, const struct dt_process_probe *probe, const char *provider)
{
	uint32_t i;

	for (i = 0; i < state->plans.count; i++) {
		if (is_meant(&((const struct dt_plan *)state->plans.entry[i])->desc, probe, provider))
			return true;
	}
	return false;
}

static bool means_one(const struct dt_state *state, const struct dt_helper *helper, uint32_t pid)
{
	char name[DTRACE_PROVNAMELEN];
	uint32_t i;

	for (i = 0; i < helper->probe_count; i++) {
		dt_format_line(name, sizeof(name), "%s%u", helper->probes[i].provider, (unsigned int)pid);
		if (has_meaning(state, &helper->probes[i], name))
			return true;
	}
	return false;
}

/*
 * Nobody follows the process that calls: a consumer that means its probes by a pattern (`worker*:::`) does not get them. It
 * is told that by LOSSES.
 */
static void tell_unfollowed(const struct dt_helper *helper)
{
	uint32_t pid = os_process_number();
	struct dt_state *state;

	dt_framework_lock();
	for (state = dt_framework.states; state; state = state->next) {
		if (!means_one(state, helper, pid))
			continue;
		state->registered++;
		state->registered_pid = pid;
	}
	dt_framework_unlock();
}

/* ---- the device ------------------------------------------------------------------------------- */

/* Takes the reference to @next over. @added is new in it; NULL: nothing is. Context: [H] held. */
static int replace(struct dt_helpers *next, const struct dt_helper *added)
{
	int error = os_helpers_set(next);

	if (error)
		dt_helpers_put(next);
	else if (!tell_followers() && added)
		tell_unfollowed(added);
	return error;
}

static int generation_next(void)
{
	last_generation = last_generation == INT32_MAX ? 1 : last_generation + 1;
	return last_generation;
}

static int list_add(struct dt_helper *helper)
{
	struct dt_helpers *old = NULL, *next;
	int generation, error;

	os_mutex_lock(&lock);
	error = os_helpers_get(NULL, &old);
	if (!error) {
		helper->generation = generation = generation_next();
		error = dt_helpers_with(old, helper, &next);
	}
	if (!error)
		error = replace(next, helper);
	dt_helpers_put(old);
	os_mutex_unlock(&lock);
	return error ? error : generation;
}

static int list_remove(int generation)
{
	struct dt_helpers *old = NULL, *next;
	int error;

	os_mutex_lock(&lock);
	error = os_helpers_get(NULL, &old);
	if (!error)
		error = dt_helpers_without(old, generation, &next);
	if (!error)
		error = replace(next, NULL);
	dt_helpers_put(old);
	os_mutex_unlock(&lock);
	return error;
}

/* The program may change its DOF while it is read: only the second copy counts. */
static int dof_read(uint64_t addr, void **ret, size_t *size)
{
	struct dof_hdr header;
	void *dof;

	if (os_copyin(&header, addr, sizeof(header)) != 0)
		return -OS_EFAULT;
	if (dt_memcmp(header.ident, DOF_MAGIC, 4) != 0)
		return -OS_ENOEXEC;
	if (header.loadsz > DTRACE_HELPER_DOF_MAX)
		return -OS_E2BIG;
	if (header.loadsz < sizeof(header))
		return -OS_EINVAL;
	dof = os_alloc((size_t)header.loadsz);
	if (!dof)
		return -OS_ENOMEM;
	if (os_copyin(dof, addr, (size_t)header.loadsz) != 0) {
		os_free(dof);
		return -OS_EFAULT;
	}
	*ret = dof;
	*size = (size_t)header.loadsz;
	return 0;
}

static int helper_add(struct dof_helper *from)
{
	struct dt_helper *helper;
	void *dof;
	size_t size;
	int result = dof_read(from->dof, &dof, &size);

	if (result)
		return result;
	from->mod[sizeof(from->mod) - 1] = '\0';
	result = dt_helper_make(dof, size, from, &helper);
	if (result) {
		os_free(dof);
		return result;
	}
	result = list_add(helper);
	dt_helper_put(helper);
	return result;
}

/* The first form of the interface has neither a module's name nor a place: the program's own, not moved. */
static int helper_add_plain(uint64_t dof)
{
	struct dof_helper from = { .dof = dof };

	dt_strlcpy(from.mod, "a.out", sizeof(from.mod));
	return helper_add(&from);
}

int dt_helper_ioctl(uint32_t command, uint64_t value)
{
	struct dof_helper from;

	switch (command) {
	case DTRACEHIOC_ADD:
		return helper_add_plain(value);
	case DTRACEHIOC_ADDDOF:
		return os_copyin(&from, value, sizeof(from)) == 0 ? helper_add(&from) : -OS_EFAULT;
	case DTRACEHIOC_REMOVE:
		return value > 0 && value <= INT32_MAX ? list_remove((int)value) : -OS_ENOENT;
	default:
		return -OS_ENOTTY;
	}
}

/* ---- consumers -------------------------------------------------------------------------------- */

static void report(struct dtrace_helpers *request, const struct update *update)
{
	uint32_t i;

	request->objects = update->now ? update->now->count : 0;
	request->made = update->made;
	request->added = update->added;
	request->refused = update->refused.refused;
	request->reasons = update->refused.reasons;
	for (i = 0; i < update->refused.reasons; i++) {
		dt_strlcpy(request->reason[i].name, update->refused.reason[i].name, sizeof(request->reason[i].name));
		request->reason[i].count = update->refused.reason[i].count;
	}
}

/* Context: [H] held; the consumer has the process. */
static int follow(void *process, struct dtrace_helpers *request, uint32_t limit)
{
	struct update update = { .process = process, .ops = dt_process_ops() };
	struct dt_helpers *now;
	int error;

	error = os_helpers_get(update.ops->space(process), &now);
	if (error)
		return error;
	update.followed = update.ops->followed(process);
	update.followed->is_followed = true;
	update.followed->limit = limit;
	error = update_probes(&update, now);
	report(request, &update);
	return error;
}

int dt_ioctl_helpers(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_helpers *request = &arg->helpers;
	struct dt_helpers *any;
	void *process;
	int error = os_helpers_get(NULL, &any);

	/* where nothing can be registered no process is touched */
	if (error)
		return error;
	dt_helpers_put(any);
	dt_memset(request->reason, 0, sizeof(request->reason));
	os_mutex_lock(&lock);
	error = dt_process_get(state, request->pid, NULL, NULL, &process);
	if (!error)
		error = follow(process, request, dt_process_limit(state, request->limit));
	os_mutex_unlock(&lock);
	return error;
}

/* ---- life ------------------------------------------------------------------------------------- */

void dt_helpers_init(void)
{
	os_mutex_init(&lock, &kind);
}

void dt_helpers_fini(void)
{
	os_mutex_fini(&lock);
}
