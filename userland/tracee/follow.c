/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracee/follow.c - libraries that a process loads while it is traced. Where the core tells of them, the process waits
 * until they have been looked at (coming.c). Else what it has mapped is looked at when the consumer is awake: the calls
 * that are made in a new library before that are not seen.
 */
#include <string.h>

#include "base/glob.h"
#include "tracee/room.h"

/* A sum of the mappings that have code; 0: the process is gone. */
static uint64_t mapped_sum(const struct dtrace_hdl *dtp, const struct ldt_tracee *tracee)
{
	struct ldt_maps maps;
	uint64_t sum = 1;

	if (!ldt_maps_read(ldt_procfs(dtp), tracee->pid, &maps))
		return 0;
	for (size_t i = 0; i < maps.count; i++) {
		if (maps.all[i].executable && maps.all[i].inode)
			sum = (sum ^ maps.all[i].start ^ maps.all[i].inode << 40) * 0x9e3779b97f4a7c15ull;
	}
	ldt_maps_free(&maps);
	return sum;
}

static bool was_there(const struct ldt_target *before, const struct ldt_object *object)
{
	const struct ldt_object *old;

	for (size_t i = 0; before && (old = ldt_target_object(before, i)) != NULL; i++) {
		if (old->bias == object->bias && strcmp(old->path, object->path) == 0)
			return true;
	}
	return false;
}

/* Look up a description, in @object if it is not NULL. @refused is told of places that cannot be traced. */
static void look_up(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_described *described,
		    const struct ldt_object *object, ldt_tracee_refused_f *refused)
{
	const char *module = object ? object->path : NULL;
	struct ldt_tracee_error error;
	size_t found;

	if (described->is_locks)
		ldt_tracee_locks(dtp, tracee, described, module, refused, dtp, &found, &error);
	else if (described->own)
		ldt_tracee_defined(dtp, tracee, described, module, refused, dtp, &found, &error);
	else
		ldt_tracee_look_up(dtp, tracee, described, object, false, refused, dtp, &found, &error);
}

/* Look up each description that means an object in it. Places of one that @was_there were told of before. */
static void look_at(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, const struct ldt_object *object, bool was_there)
{
	ldt_tracee_refused_f *refused = was_there ? NULL : ldt_tracee_lost_places;
	struct ldt_described *described;

	for (described = tracee->described; described; described = described->next) {
		const char *module = described->as_written.module;

		if (!dt_glob_plain(module) && (!*module || dt_glob_match(module, object->name)))
			look_up(dtp, tracee, described, object, refused);
		else if (dt_glob_plain(module) && ldt_tracee_means(tracee, module, object))
			look_up(dtp, tracee, described, NULL, refused);
	}
}

void ldt_tracee_follow(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, bool all)
{
	struct ldt_target *before = tracee->target;
	uint64_t sum = mapped_sum(dtp, tracee);
	const struct ldt_object *object;
	const char *why;

	if ((sum == tracee->mapped && !all) || !sum)
		return;
	tracee->is_unfinished = false;
	tracee->mapped = sum;
	tracee->target = ldt_target_open(ldt_procfs(dtp), tracee->pid, &why);
	tracee->looked = ldt_now();
	for (size_t i = 0; tracee->target && (object = ldt_target_object(tracee->target, i)) != NULL; i++) {
		bool is_old = was_there(before, object);

		if (!all && is_old)
			continue;
		ldt_debug(dtp, "process %u: %s is new", tracee->pid, object->path);
		look_at(dtp, tracee, object, is_old);
	}
	ldt_target_close(before);
}

void ldt_tracees_follow(struct dtrace_hdl *dtp)
{
	struct ldt_tracee *tracee;

	for (tracee = dtp->tracees ? dtp->tracees->all : NULL; tracee; tracee = tracee->next) {
		if (tracee->described && !tracee->is_watched)
			ldt_tracee_follow(dtp, tracee, false);
	}
}
