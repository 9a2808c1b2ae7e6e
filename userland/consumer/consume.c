/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/consume.c - buffers taken from the core and walked.
 *
 * One round takes the buffers of all CPUs, then walks them: BEGIN's CPU first (of it, the first
 * time, only the records of BEGIN, so that they are printed before everything else), the others,
 * END's CPU last. With the option temporal the CPUs are merged by time stamp instead; records
 * younger than the oldest snapshot of the round wait for the next one, because another CPU may
 * still have older ones.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <dtrace/option.h>

#include "consumer/consume.h"
#include "consumer/emit.h"
#include "consumer/flow.h"
#include "consumer/pages.h"
#include "consumer/print.h"
#include "consumer/record.h"
#include "engine/engine.h"
#include "output/output.h"
#include "symbols/symbols.h"

struct ldt_consume *ldt_consume_create(struct dtrace_hdl *dtp)
{
	struct ldt_consume *consume = calloc(1, sizeof(*consume));

	if (!consume)
		return NULL;
	consume->begin_cpu = consume->end_cpu = LDT_CPU_NONE;
	consume->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (consume->wake_fd == -1) {
		free(consume);
		return NULL;
	}
	return consume;
}

/* With temporal, what is left of one snapshot and all of the next must fit. */
static size_t buffer_size(const struct ldt_consume *consume)
{
	return consume->temporal ? consume->room * 2 : consume->room;
}

void ldt_consume_destroy(struct ldt_consume *consume)
{
	if (!consume)
		return;
	for (uint32_t i = 0; i < consume->cpu_count; i++)
		ldt_pages_destroy(consume->cpus[i].data, buffer_size(consume));
	free(consume->cpus);
	ldt_descs_fini(&consume->descs);
	ldt_emit_destroy(consume->emit);
	ldt_page_destroy(consume->page);
	free(consume->page_path);
	ldt_capture_close(consume);
	ldt_viewers_close(consume);
	if (consume->redirect)
		fclose(consume->redirect);
	free(consume->redirect_name);
	ldt_flow_free(consume->flow);
	if (consume->memory)
		fclose(consume->memory);
	free(consume->memory_text);
	close(consume->wake_fd);
	free(consume);
}

/* The room for one CPU's buffer, as large as the core made it. */
static int prepare(struct dtrace_hdl *dtp)
{
	struct ldt_consume *consume = dtp->consume;
	struct dtrace_option option = { .option = LDT_OPT_BUFSIZE };

	if (consume->cpus)
		return 0;
	consume->room = (size_t)ldt_option(dtp, LDT_OPT_BUFSIZE);
	if (ldt_ioctl(dtp, DTRACEIOC_OPTION, &option) == 0 && option.value > 0)
		consume->room = (size_t)option.value;
	consume->temporal = ldt_option(dtp, LDT_OPT_TEMPORAL) != 0;
	consume->cpus = calloc(dtp->conf.cpus, sizeof(consume->cpus[0]));
	if (!consume->cpus)
		return ldt_set_errno(dtp, EDT_NOMEM);
	consume->cpu_count = dtp->conf.cpus;
	return 0;
}

/* The rest of the last snapshot, not walked yet, moves to the front. */
static size_t keep_rest(struct ldt_cpubuf *buf)
{
	size_t rest = buf->end - buf->offset;

	memmove(buf->data, buf->data + buf->offset, rest);
	buf->offset = 0;
	buf->end = rest;
	return rest;
}

/* As large as the kernel's, but only touched as far as there are records: the pages come when they are written. */
static int make_buffer(struct dtrace_hdl *dtp, struct ldt_cpubuf *buf)
{
	buf->data = ldt_pages_create(buffer_size(dtp->consume));
	return buf->data ? 0 : ldt_set_errno(dtp, EDT_NOMEM);
}

int ldt_snap_failed(struct dtrace_hdl *dtp, int error, const char *option, uint32_t cpu, size_t size)
{
	struct ldt_consume *consume = dtp->consume;

	if (error != ENOMEM)
		return ldt_set_errno(dtp, error);
	snprintf(consume->starved, sizeof(consume->starved),
		 "the kernel has no memory for the second half of CPU %" PRIu32 "'s buffer: -x %s=%zu is too much here",
		 cpu, option, size);
	return ldt_set_error(dtp, EDT_NOMEM, "%s", consume->starved);
}

static int snap_cpu(struct dtrace_hdl *dtp, uint32_t cpu)
{
	struct ldt_consume *consume = dtp->consume;
	struct ldt_cpubuf *buf = &consume->cpus[cpu];
	struct dtrace_bufdesc desc = { .size = consume->room, .cpu = cpu };
	size_t rest;
	int error;

	if (!buf->data && make_buffer(dtp, buf) == -1)
		return -1;
	rest = keep_rest(buf);
	desc.data = (uintptr_t)(buf->data + rest);
	error = ldt_ioctl(dtp, DTRACEIOC_BUFSNAP, &desc);
	if (error == ENOENT || error == ESRCH || error == EAGAIN)
		return 0;
	if (error)
		return ldt_snap_failed(dtp, error, "bufsize", cpu, consume->room);
	buf->end = rest + (size_t)desc.size;
	buf->taken = desc.timestamp;
	if (desc.size)
		ldt_symbols_recorded(dtp);
	if (desc.oldest > 0 && desc.oldest < desc.size) {
		buf->wrap = (size_t)desc.oldest;
		buf->offset = (size_t)desc.oldest;
	}
	if (desc.drops)
		return ldt_report_drop(dtp, DTRACEDROP_PRINCIPAL, cpu, desc.drops);
	return 0;
}

static uint32_t load32(const char *data)
{
	uint32_t value;

	memcpy(&value, data, sizeof(value));
	return value;
}

static uint64_t load64(const char *data)
{
	uint64_t value;

	memcpy(&value, data, sizeof(value));
	return value;
}

/* The next record's start, over padding; NULL at the end of the buffer. */
static char *next_record(struct ldt_cpubuf *buf)
{
	for (;;) {
		while (buf->end - buf->offset >= sizeof(uint32_t)) {
			char *record = buf->data + buf->offset;

			if (load32(record) != DTRACE_EPIDNONE)
				return record;
			buf->offset += sizeof(uint32_t);
		}
		buf->offset = buf->end;
		if (buf->wrap == 0)
			return NULL;
		buf->offset = 0;
		buf->end = buf->wrap;
		buf->wrap = 0;
	}
}

/* Arrows and indentation, by the name of the probe. */
static void set_flow(struct ldt_walk *walk, const struct ldt_epid *epid, struct ldt_cpubuf *buf, const char *record)
{
	static const char *const prefixes[2][2] = { { " -> ", " <- " }, { " => ", " <= " } };
	dtrace_probedata_t *data = &walk->data;
	size_t after = (size_t)(record - buf->data) + DT_ROUNDUP(epid->desc->size, 8u);
	bool same_before =
		buf->last_epid != 0 && buf->last_epid != epid->desc->epid && buf->last_probe == epid->probe.id;

	data->dtpda_flow = epid->flow;
	if (epid->flow == DTRACEFLOW_ENTRY && same_before)
		data->dtpda_flow = DTRACEFLOW_NONE;
	if (epid->flow == DTRACEFLOW_RETURN && buf->end - after >= sizeof(uint32_t) && after < buf->end) {
		uint32_t next = load32(buf->data + after);
		const struct ldt_epid *other =
			next && next != epid->desc->epid ? ldt_epid_lookup(walk->dtp, next) : NULL;

		if (other && other->probe.id == epid->probe.id)
			data->dtpda_flow = DTRACEFLOW_NONE;
	}
	data->dtpda_prefix = data->dtpda_flow == DTRACEFLOW_NONE
				     ? "| "
				     : prefixes[epid->syscall][data->dtpda_flow == DTRACEFLOW_RETURN];
}

/* The depth as the lineage has it: what returns on a CPU goes up, whatever it is. */
static void set_cpu_depth(struct ldt_walk *walk, struct ldt_cpubuf *buf)
{
	dtrace_probedata_t *data = &walk->data;

	if (data->dtpda_flow == DTRACEFLOW_RETURN && buf->indent > 0)
		buf->indent -= 2;
	data->dtpda_indent = buf->indent;
	if (data->dtpda_flow == DTRACEFLOW_ENTRY)
		buf->indent += 2;
}

static uint64_t flow_value(const struct ldt_walk *walk, const dtrace_recdesc_t *rec)
{
	bool ok;

	return (uint64_t)ldt_int(walk->data.dtpda_data + rec->offset, rec->size, false, &ok);
}

/* As the thread of the firing has it; false: its depth is not to be shown. */
static bool set_thread_depth(struct ldt_walk *walk, const struct ldt_epid *epid)
{
	const struct ldt_compile_options *options = &walk->dtp->copts;
	dtrace_probedata_t *data = &walk->data;
	struct ldt_flow_line line = { .elapsed = -1 };

	ldt_flow_note(&walk->dtp->consume->flow,
		      &(struct ldt_flow_firing){ .thread = flow_value(walk, epid->thread),
						 .cpu = data->dtpda_cpu,
						 .probe = &epid->probe,
						 .kind = data->dtpda_flow,
						 .closed = epid->closed,
						 .time = data->dtpda_timestamp },
		      &line);
	if (options->flowtime)
		data->dtpda_elapsed = line.elapsed;
	data->dtpda_indent = (int)line.depth * 2;
	return !options->compat_set;
}

/* How deep the line is, and of a return how long the function took: as its thread has it, where that is known. */
static void set_depth(struct ldt_walk *walk, const struct ldt_epid *epid, struct ldt_cpubuf *buf)
{
	dtrace_probedata_t *data = &walk->data;

	data->dtpda_elapsed = -1;
	data->dtpda_tail = epid->tail && data->dtpda_flow == DTRACEFLOW_RETURN && flow_value(walk, epid->tail) == 1;
	if (!epid->thread || !walk->dtp->consume->temporal || !set_thread_depth(walk, epid))
		set_cpu_depth(walk, buf);
}

/* maxdepth: whether the line is deeper. A firing that does more than record values is never left out: it may exit, print. */
static bool is_too_deep(const struct ldt_walk *walk, const struct ldt_epid *epid)
{
	uint32_t most = walk->dtp->copts.max_depth, depth = (uint32_t)walk->data.dtpda_indent / 2;

	if (most == 0 || !ldt_option(walk->dtp, LDT_OPT_FLOWINDENT) ||
	    depth < most + (walk->data.dtpda_flow == DTRACEFLOW_NONE))
		return false;
	for (uint32_t i = 0; i < epid->desc->records; i++) {
		if (epid->desc->rec[i].action != DTRACEACT_DIFEXPR)
			return false;
	}
	return true;
}

/* Walk one record, which starts at buf->offset. 0 or -1. */
static int walk_record(struct ldt_walk *walk, uint32_t cpu, char *record)
{
	struct ldt_cpubuf *buf = &walk->dtp->consume->cpus[cpu];
	struct ldt_epid *epid = ldt_epid_lookup(walk->dtp, load32(record));

	if (!epid)
		return -1;
	if (epid->desc->size < sizeof(struct dtrace_rechdr) || epid->desc->size > buf->end - buf->offset)
		return ldt_set_errno(walk->dtp, EDT_BADREC);
	walk->epid = epid;
	walk->data.dtpda_edesc = epid->desc;
	walk->data.dtpda_pdesc = &epid->probe;
	walk->data.dtpda_cpu = cpu;
	walk->data.dtpda_data = record;
	walk->data.dtpda_timestamp = walk->dtp->consume->temporal ? load64(record + sizeof(struct dtrace_rechdr)) : 0;
	buf->offset = DT_MIN(buf->offset + DT_ROUNDUP((size_t)epid->desc->size, (size_t)8), buf->end);
	if (epid->error)
		return ldt_report_error(walk->dtp, &walk->data);
	set_flow(walk, epid, buf, record);
	set_depth(walk, epid, buf);
	if (!is_too_deep(walk, epid) && ldt_walk_firing(walk) == -1)
		return -1;
	buf->last_epid = epid->desc->epid;
	buf->last_probe = epid->probe.id;
	return 0;
}

/* Walk what a CPU has; with @begin only the records of BEGIN at its start. */
static int walk_cpu(struct ldt_walk *walk, uint32_t cpu, bool begin)
{
	struct ldt_cpubuf *buf = &walk->dtp->consume->cpus[cpu];
	char *record;

	while ((record = next_record(buf)) != NULL) {
		if (begin) {
			const struct ldt_epid *epid = ldt_epid_lookup(walk->dtp, load32(record));

			if (!epid)
				return -1;
			if (!epid->begin)
				return 0;
		}
		if (walk_record(walk, cpu, record) == -1)
			return -1;
	}
	return 0;
}

/* ---- merged by time */

/* The CPU with the oldest record at its front, that is not younger than @limit; LDT_CPU_NONE when there is none. */
static uint32_t oldest_cpu(struct ldt_consume *consume, uint64_t limit)
{
	uint32_t found = LDT_CPU_NONE;
	uint64_t oldest = limit;

	for (uint32_t cpu = 0; cpu < consume->cpu_count; cpu++) {
		struct ldt_cpubuf *buf = &consume->cpus[cpu];
		const char *record = buf->data ? next_record(buf) : NULL;
		uint64_t time;

		if (!record)
			continue;
		time = load64(record + sizeof(struct dtrace_rechdr));
		if (time < oldest || (time == oldest && found == LDT_CPU_NONE)) {
			oldest = time;
			found = cpu;
		}
	}
	return found;
}

static int walk_merged(struct ldt_walk *walk)
{
	struct ldt_consume *consume = walk->dtp->consume;
	uint64_t limit = UINT64_MAX;
	uint32_t cpu;

	for (uint32_t i = 0; !walk->dtp->stopped && i < consume->cpu_count; i++) {
		if (consume->cpus[i].data && consume->cpus[i].taken)
			limit = DT_MIN(limit, consume->cpus[i].taken);
	}
	while ((cpu = oldest_cpu(consume, limit)) != LDT_CPU_NONE) {
		if (walk_record(walk, cpu, next_record(&consume->cpus[cpu])) == -1)
			return -1;
	}
	return 0;
}

static int walk_all(struct ldt_walk *walk)
{
	struct ldt_consume *consume = walk->dtp->consume;
	uint32_t end = consume->end_cpu;

	if (consume->temporal)
		return walk_merged(walk);
	if (!consume->begun && consume->begin_cpu < consume->cpu_count &&
	    walk_cpu(walk, consume->begin_cpu, true) == -1)
		return -1;
	consume->begun = true;
	for (uint32_t cpu = 0; cpu < consume->cpu_count; cpu++) {
		if (cpu != end && walk_cpu(walk, cpu, false) == -1)
			return -1;
	}
	return end < consume->cpu_count ? walk_cpu(walk, end, false) : 0;
}

int dtrace_consume(dtrace_hdl_t *dtp, FILE *out, dtrace_consume_probe_f *probe, dtrace_consume_rec_f *rec, void *arg)
{
	struct ldt_consume *consume = dtp->consume;
	struct ldt_walk walk = {
		.dtp = dtp, .out = out, .probe = probe, .rec = rec, .arg = arg, .data = { .dtpda_handle = dtp }
	};
	uint64_t now = ldt_now();
	bool failed = false;

	if (!dtp->active)
		return ldt_set_errno(dtp, EDT_NOTACTIVE);
	if (!dtp->stopped) {
		if (now < consume->next_switch)
			return 0;
		consume->next_switch = now + (uint64_t)ldt_option(dtp, LDT_OPT_SWITCHRATE);
		if (ldt_option(dtp, LDT_OPT_BUFPOLICY) != DTRACE_BUFPOLICY_SWITCH)
			return 0;
	}
	if (prepare(dtp) == -1 || ldt_walk_open(&walk) == -1 || ldt_emit_open(dtp, out) == -1)
		return -1;
	for (uint32_t cpu = 0; cpu < consume->cpu_count && !failed; cpu++)
		failed = snap_cpu(dtp, cpu) == -1;
	if (failed && !*consume->starved)
		return -1;
	consume->aggs_fresh = false;
	if (walk_all(&walk) == -1)
		return -1;
	return failed ? ldt_set_error(dtp, EDT_NOMEM, "%s", consume->starved) : 0;
}

/*
 * The kernel has no memory to take buffers while it traces. When tracing has ended it needs none:
 * all that was recorded is delivered, and the error is reported after it.
 */
static dtrace_workstatus_t work_starved(dtrace_hdl_t *dtp, FILE *out, dtrace_consume_probe_f *probe,
					dtrace_consume_rec_f *rec, void *arg)
{
	if (!dtp->stopped && dtrace_stop(dtp) == 0 && dtrace_consume(dtp, out, probe, rec, arg) == 0)
		dtrace_aggregate_snap(dtp);
	ldt_set_error(dtp, EDT_NOMEM, "%s", dtp->consume->starved);
	return DTRACE_WORKSTATUS_ERROR;
}

dtrace_workstatus_t dtrace_work(dtrace_hdl_t *dtp, FILE *out, dtrace_consume_probe_f *probe, dtrace_consume_rec_f *rec,
				void *arg)
{
	bool done = false;

	if (dtp->active && out && ldt_emit_open(dtp, out) == -1)
		return DTRACE_WORKSTATUS_ERROR;
	switch (dtrace_status(dtp)) {
	case -1:
		return DTRACE_WORKSTATUS_ERROR;
	case DTRACE_STATUS_EXITED:
	case DTRACE_STATUS_FILLED:
	case DTRACE_STATUS_STOPPED:
		done = true;
		break;
	default:
		break;
	}
	if (done && dtrace_stop(dtp) == -1)
		return DTRACE_WORKSTATUS_ERROR;
	if (dtrace_consume(dtp, out, probe, rec, arg) == -1 || dtrace_aggregate_snap(dtp) == -1)
		return *dtp->consume->starved ? work_starved(dtp, out, probe, rec, arg) : DTRACE_WORKSTATUS_ERROR;
	if (done && dtrace_status(dtp) == -1)
		return DTRACE_WORKSTATUS_ERROR;
	if (dtp->consume->status.killed) {
		if (dtp->consume->status.killed == DTRACE_KILLED_BROKEN)
			ldt_set_error(dtp, EDT_UNRESPONSIVE,
				      "Abort: an assertion of the tracer failed and all tracing was "
				      "stopped (see /proc/dtrace/trace; load the module anew)");
		else
			ldt_set_errno(dtp, EDT_UNRESPONSIVE);
		return DTRACE_WORKSTATUS_ERROR;
	}
	return done ? DTRACE_WORKSTATUS_DONE : DTRACE_WORKSTATUS_OKAY;
}
