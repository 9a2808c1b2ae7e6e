/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/enabled.c - what the core says about enabled probes, aggregations and formats: asked
 * once each, kept in the handle.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate_function.h"
#include "consumer/consume.h"
#include "consumer/line.h"
#include "engine/engine.h"

#define ID_MAX (1u << 26) /* an id beyond this is a damaged buffer, not a description to make room for */

/* The slot of @id in a table that grows. NULL without memory or with an id out of range. */
static void **table_slot(void ***table, size_t *count, uint32_t id)
{
	void **more;
	size_t want;

	if (id < *count)
		return &(*table)[id];
	if (id >= ID_MAX)
		return NULL;
	want = DT_MAX((size_t)id + 1, *count * 2);
	want = DT_MAX(want, (size_t)16);
	more = realloc(*table, want * sizeof(*more));
	if (!more)
		return NULL;
	memset(more + *count, 0, (want - *count) * sizeof(*more));
	*table = more;
	*count = want;
	return &more[id];
}

static bool has_suffix(const char *name, const char *suffix)
{
	size_t length = strlen(name), tail = strlen(suffix);

	return length >= tail && strcmp(name + length - tail, suffix) == 0 &&
	       (length == tail || name[length - tail - 1] == '-');
}

/* Whether a program of the handle has the return of the function that @entry enters. */
static bool has_return(struct dtrace_hdl *dtp, const struct dtrace_probedesc *entry)
{
	size_t before = strlen(entry->name) - strlen("entry");
	char name[DTRACE_NAMELEN + 8];

	snprintf(name, sizeof(name), "%.*sreturn", (int)before, entry->name);
	for (const struct dtrace_prog *prog = dtp->programs; prog; prog = prog->next) {
		for (const struct ldt_stmt *stmt = prog->stmts; stmt; stmt = stmt->next) {
			struct dtrace_probedesc desc = stmt->probe;

			if (desc.id && dtrace_id2desc(dtp, desc.id, &desc) == -1)
				continue;
			if (ldt_field_matches(desc.provider, entry->provider) &&
			    ldt_field_matches(desc.module, entry->module) &&
			    ldt_field_matches(desc.function, entry->function) && ldt_field_matches(desc.name, name))
				return true;
		}
	}
	return false;
}

static void epid_classify(struct dtrace_hdl *dtp, struct ldt_epid *epid)
{
	const struct dtrace_probedesc *probe = &epid->probe;

	epid->flow = has_suffix(probe->name, "entry")    ? DTRACEFLOW_ENTRY
		     : has_suffix(probe->name, "return") ? DTRACEFLOW_RETURN
							 : DTRACEFLOW_NONE;
	epid->syscall = strcmp(probe->provider, "syscall") == 0;
	epid->begin = strcmp(probe->provider, "dtrace") == 0 && strcmp(probe->name, "END") != 0;
	epid->error = epid->desc->records > 0 && epid->desc->rec[0].uarg == LDT_UARG_ERROR;
	for (uint32_t i = 0; i < epid->desc->records; i++) {
		if (epid->desc->rec[i].uarg == LDT_UARG_FLOW)
			epid->thread = &epid->desc->rec[i];
		if (epid->desc->rec[i].uarg == LDT_UARG_TAIL)
			epid->tail = &epid->desc->rec[i];
	}
	epid->closed = epid->thread && epid->flow == DTRACEFLOW_ENTRY && has_return(dtp, probe);
}

/* The description of an enabled probe, malloc'ed; asked twice when it has more records than the first guess. */
static dtrace_eprobedesc_t *fetch_eprobe(struct dtrace_hdl *dtp, uint32_t id)
{
	uint32_t room = 8;

	for (;;) {
		dtrace_eprobedesc_t *desc = calloc(1, sizeof(*desc) + room * sizeof(desc->rec[0]));
		int error;

		if (!desc) {
			ldt_set_errno(dtp, EDT_NOMEM);
			return NULL;
		}
		desc->epid = id;
		desc->records = room;
		error = ldt_ioctl(dtp, DTRACEIOC_EPROBE, desc);
		if (error == 0 && desc->records <= room)
			return desc;
		room = desc->records;
		free(desc);
		if (error) {
			ldt_set_errno(dtp, error == ENOENT ? EDT_BADEPID : error);
			return NULL;
		}
	}
}

static void epid_destroy(struct ldt_epid *epid)
{
	if (!epid)
		return;
	ldt_statements_fini(&epid->statements);
	free(epid->desc);
	free(epid);
}

/* A format that cannot be had is reported by each firing that prints it. */
static void make_lines(struct dtrace_hdl *dtp, struct ldt_statements *statements)
{
	for (uint32_t i = 0; i < statements->count; i++) {
		struct ldt_statement *statement = &statements->all[i];
		const struct ldt_format *format =
			statement->kind == DTRACEACT_PRINTF ? ldt_format_lookup(dtp, statement->format) : NULL;

		if (format)
			statement->line = ldt_line_make(statement, format);
	}
}

struct ldt_epid *ldt_epid_fetch(struct dtrace_hdl *dtp, uint32_t id)
{
	struct ldt_descs *descs = &dtp->consume->descs;
	struct ldt_epid **slot, *epid;

	slot = (struct ldt_epid **)table_slot((void ***)&descs->epids, &descs->epid_count, id);
	epid = slot ? calloc(1, sizeof(*epid)) : NULL;
	if (!epid) {
		ldt_set_errno(dtp, slot ? EDT_NOMEM : EDT_BADEPID);
		return NULL;
	}
	epid->desc = fetch_eprobe(dtp, id);
	if (!epid->desc || dtrace_id2desc(dtp, epid->desc->probe, &epid->probe) == -1) {
		epid_destroy(epid);
		return NULL;
	}
	if (ldt_statements_make(epid->desc, &epid->statements) == -1) {
		epid_destroy(epid);
		ldt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	make_lines(dtp, &epid->statements);
	epid_classify(dtp, epid);
	*slot = epid;
	return epid;
}

const dtrace_aggdesc_t *ldt_aggdesc_lookup(struct dtrace_hdl *dtp, uint32_t id)
{
	struct ldt_descs *descs = &dtp->consume->descs;
	uint32_t room = 8;
	dtrace_aggdesc_t **slot;

	if (id < descs->agg_count && descs->aggs[id])
		return descs->aggs[id];
	slot = (dtrace_aggdesc_t **)table_slot((void ***)&descs->aggs, &descs->agg_count, id);
	if (!slot) {
		ldt_set_errno(dtp, EDT_BADAGG);
		return NULL;
	}
	for (;;) {
		dtrace_aggdesc_t *desc = calloc(1, sizeof(*desc) + room * sizeof(desc->rec[0]));
		int error;

		if (!desc) {
			ldt_set_errno(dtp, EDT_NOMEM);
			return NULL;
		}
		desc->id = id;
		desc->records = room;
		error = ldt_ioctl(dtp, DTRACEIOC_AGGDESC, desc);
		if (error == 0 && desc->records <= room && desc->records >= 2 &&
		    ldt_agg_function(desc->rec[desc->records - 1].action))
			return *slot = desc;
		if (error == 0 && desc->records <= room) /* of a core that knows more functions */
			error = EDT_BADAGG;
		room = desc->records;
		free(desc);
		if (error || room < 2) {
			ldt_set_errno(dtp, error && error != ENOENT ? error : EDT_BADAGG);
			return NULL;
		}
	}
}

/* The text of a format, malloc'ed; NULL when there is none. */
static char *fetch_format(struct dtrace_hdl *dtp, uint32_t id)
{
	struct dtrace_fmtdesc desc = { .format = id };
	char *text;

	if (ldt_ioctl(dtp, DTRACEIOC_FORMAT, &desc) != 0 || desc.size == 0)
		return NULL;
	text = malloc((size_t)desc.size + 1);
	if (!text)
		return NULL;
	desc.text = (uintptr_t)text;
	if (ldt_ioctl(dtp, DTRACEIOC_FORMAT, &desc) != 0) {
		free(text);
		return NULL;
	}
	text[desc.size] = '\0';
	return text;
}

const struct ldt_format *ldt_format_fetch(struct dtrace_hdl *dtp, uint32_t id)
{
	struct ldt_descs *descs = &dtp->consume->descs;
	struct ldt_format **slot;
	const char *why = NULL;
	char *text;

	slot = (struct ldt_format **)table_slot((void ***)&descs->formats, &descs->format_count, id);
	text = slot ? fetch_format(dtp, id) : NULL;
	if (!text) {
		ldt_set_errno(dtp, EDT_BADFORMAT);
		return NULL;
	}
	*slot = ldt_format_parse(dtp, text, &why);
	free(text);
	if (!*slot)
		ldt_set_errno(dtp, EDT_BADFORMAT);
	return *slot;
}

void ldt_descs_fini(struct ldt_descs *descs)
{
	for (size_t i = 0; i < descs->epid_count; i++) {
		epid_destroy(descs->epids[i]);
	}
	for (size_t i = 0; i < descs->format_count; i++)
		ldt_format_destroy(descs->formats[i]);
	for (size_t i = 0; i < descs->agg_count; i++)
		free(descs->aggs[i]);
	free(descs->epids);
	free(descs->formats);
	free(descs->aggs);
	memset(descs, 0, sizeof(*descs));
}
