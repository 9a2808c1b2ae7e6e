/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracee/tracee.c - the list of processes. */
#include <stdlib.h>

#include "tracee/room.h"

struct ldt_tracee *ldt_tracee_get(struct dtrace_hdl *dtp, uint32_t pid)
{
	struct ldt_tracee *tracee;

	if (!dtp->tracees)
		dtp->tracees = calloc(1, sizeof(*dtp->tracees));
	if (!dtp->tracees)
		return NULL;
	for (tracee = dtp->tracees->all; tracee; tracee = tracee->next) {
		if (tracee->pid == pid)
			return tracee;
	}
	tracee = calloc(1, sizeof(*tracee));
	if (!tracee)
		return NULL;
	tracee->pid = pid;
	tracee->next = dtp->tracees->all;
	dtp->tracees->all = tracee;
	return tracee;
}

uint32_t ldt_tracee_pid(const struct dtrace_hdl *dtp, size_t index)
{
	const struct ldt_tracee *tracee = dtp->tracees ? dtp->tracees->all : NULL;
	const struct ps_prochandle *proc = dtp->tracees ? dtp->tracees->procs : NULL;

	for (; tracee && index > 0; tracee = tracee->next)
		index--;
	if (tracee)
		return tracee->pid;
	for (; proc && index > 0; proc = proc->next)
		index--;
	return proc ? (uint32_t)proc->pid : 0;
}

static void described_free(struct ldt_described *described)
{
	struct ldt_described *next;

	for (; described; described = next) {
		next = described->next;
		free(described->meanings);
		free(described);
	}
}

static void tracee_free(struct ldt_tracee *tracee)
{
	described_free(tracee->described);
	ldt_target_close(tracee->target);
	free(tracee);
}

void ldt_tracees_destroy(struct ldt_tracees *tracees)
{
	struct ldt_tracee *tracee;

	if (!tracees)
		return;
	ldt_procs_destroy(tracees);
	while ((tracee = tracees->all) != NULL) {
		tracees->all = tracee->next;
		tracee_free(tracee);
	}
	described_free(tracees->coming);
	ldt_templates_destroy(tracees->templates);
	free(tracees);
}
