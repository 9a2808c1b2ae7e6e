/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ioctl_data.c - commands that deliver traced data, and the descriptions needed to read it. */
#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/consumer/ioctl.h"
#include "core/probe/probe.h"
#include "core/consumer/consumer.h"
#include "base/memory.h"
#include "base/text.h"
#include "core/dif/dif.h"
#include "core/unwind/unwind.h"
#include "os/os.h"

/* ---- snapshots ------------------------------------------------------------------------------- */

/* The CPU whose buffer is asked for; NULL: there is none. */
static struct dt_state_cpu *snap_cpu(struct dt_state *state, const struct dtrace_bufdesc *request)
{
	return request->cpu < dt_framework.cpu_count ? state->cpus[request->cpu] : NULL;
}

/* A taken half is kept until it has reached the consumer: a bad address loses nothing. */
static int deliver_principal(struct dt_buf *buf, struct dtrace_bufdesc *request)
{
	if (request->size < buf->other_used)
		return -OS_EINVAL;
	if (buf->other_used > 0 && os_copyout(request->data, dt_buf_taken(buf), buf->other_used) != 0)
		return -OS_EFAULT;
	request->size = buf->other_used;
	request->drops = buf->other_drops;
	request->errors = buf->other_errors;
	request->oldest = buf->other_oldest;
	buf->pending = false;
	buf->other_used = 0;
	buf->other_oldest = 0;
	return 0;
}

/* How a snapshot is taken now: enum dt_take. */
static unsigned int taking(const struct dt_state *state)
{
	uint32_t activity = dt_state_activity(state);
	bool ended = activity == DT_ACTIVITY_STOPPED || activity == DT_ACTIVITY_KILLED;

	return (ended ? DT_TAKE_ENDED : 0) | (state->temporal ? DT_TAKE_IN_ORDER : 0);
}

/* How small the second half of a buffer of @size may be. */
static size_t second_half_least(const struct dt_state *state, size_t size)
{
	bool manual = dt_option_get(&state->options, DTRACEOPT_BUFRESIZE, 0) == DTRACE_BUFRESIZE_MANUAL;

	return manual ? size & ~(size_t)(DT_RECORD_ALIGN - 1) : DT_MIN((size_t)DT_BUF_MIN, size);
}

int dt_ioctl_bufsnap(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_bufdesc *request = &arg->buffer;
	struct dt_state_cpu *sc = snap_cpu(state, request);
	unsigned int how = taking(state);
	int error;

	if (sc == NULL)
		return -OS_ENOENT;
	if (state->bufsize > 0 && sc->principal.policy != DTRACE_BUFPOLICY_SWITCH && !(how & DT_TAKE_ENDED))
		return -OS_EBUSY;
	request->timestamp = os_time_mono();
	error = dt_buf_take(&sc->principal, request->cpu, second_half_least(state, state->bufsize), how);
	return error != 0 ? error : deliver_principal(&sc->principal, request);
}

int dt_ioctl_aggsnap(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_bufdesc *request = &arg->buffer;
	struct dt_state_cpu *sc = snap_cpu(state, request);
	const struct dt_agghalf *half;
	int error = 0;

	if (sc == NULL)
		return -OS_ENOENT;
	request->timestamp = os_time_mono();
	request->drops = 0;
	request->errors = 0;
	request->oldest = 0;
	if (sc->agg.active != NULL)
		error = dt_aggbufs_take(&sc->agg, request->cpu, second_half_least(state, state->aggsize),
					taking(state));
	if (error != 0)
		return error;
	half = sc->agg.taken;
	if (half == NULL) {
		request->size = 0;
		return 0;
	}
	if (request->size < half->table.used)
		return -OS_EINVAL;
	if (half->table.used > 0 && os_copyout(request->data, half->table.data, half->table.used) != 0)
		return -OS_EFAULT;
	request->size = half->table.used;
	request->drops = half->table.drops;
	dt_aggbufs_delivered(&sc->agg);
	return 0;
}

/* ---- descriptions ---------------------------------------------------------------------------- */

/* Record descriptions after a fixed part: those that fit in the consumer's room. */
struct rec_writer {
	uint64_t to;
	uint32_t room;
	uint32_t count;
	int error;
};

static void put_rec(struct rec_writer *writer, const struct dtrace_recdesc *rec)
{
	if (writer->count < writer->room && writer->error == 0)
		writer->error = os_copyout(writer->to + (uint64_t)writer->count * sizeof(*rec), rec, sizeof(*rec));
	writer->count++;
}

static void put_action(struct rec_writer *writer, const struct dt_action *action)
{
	struct dtrace_recdesc rec;

	dt_plan_recdesc(action, &rec);
	put_rec(writer, &rec);
}

int dt_ioctl_eprobe(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_eprobedesc *request = &arg->eprobe;
	struct rec_writer writer = { uarg + offsetof(struct dtrace_eprobedesc, rec), request->records, 0, 0 };
	const struct dt_plan *plan = NULL;
	const struct dt_ecb *ecb;
	uint32_t i;

	dt_framework_lock();
	ecb = dt_table_get(&state->ecbs, request->epid);
	if (ecb != NULL) {
		plan = ecb->plan;
		request->probe = ecb->probe_id;
	}
	dt_framework_unlock();
	if (plan == NULL)
		return -OS_ENOENT;
	for (i = 0; i < plan->action_count; i++) {
		if (plan->actions[i].records && plan->actions[i].agg == NULL)
			put_action(&writer, &plan->actions[i]);
	}
	request->uarg = plan->uarg;
	request->size = plan->record_size;
	request->records = writer.count;
	return writer.error;
}

int dt_ioctl_aggdesc(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_aggdesc *request = &arg->agg;
	struct rec_writer writer = { uarg + offsetof(struct dtrace_aggdesc, rec), request->records, 0, 0 };
	const struct dt_agg_step *step = dt_table_get(&state->aggs, request->id);
	struct dtrace_recdesc rec;
	uint32_t i;

	if (step == NULL)
		return -OS_ENOENT;
	dt_memset(&rec, 0, sizeof(rec));
	rec.action = DTRACEACT_DIFEXPR;
	rec.alignment = rec.size = sizeof(uint32_t);
	put_rec(&writer, &rec);
	for (i = 0; i < step->key_count; i++)
		put_action(&writer, &step->keys[i]);
	rec.action = step->agg.action;
	rec.alignment = sizeof(uint64_t);
	rec.offset = step->agg.key_size;
	rec.size = dt_agg_data_size(step->agg.action, step->agg.arg);
	rec.arg = step->agg.arg;
	put_rec(&writer, &rec);
	request->varid = step->agg.varid;
	request->epid = step->plan->first_epid;
	request->flags = step->agg.flags;
	request->size = step->agg.size;
	request->records = writer.count;
	return writer.error;
}

int dt_ioctl_format(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_fmtdesc *request = &arg->format;
	const char *text = dt_table_get(&state->formats, request->format);
	uint32_t size, room = request->size;

	if (text == NULL)
		return -OS_ENOENT;
	size = (uint32_t)dt_strlen(text) + 1;
	request->size = size;
	if (request->text == 0 || room < size)
		return 0;
	return os_copyout(request->text, text, size);
}

/* ---- STATUS, ACCOUNT ------------------------------------------------------------------------- */

static void add_counters(struct dtrace_status *status, const struct dt_state_cpu *sc)
{
	status->specdrops += sc->counters.specdrops;
	status->specdrops_busy += sc->specs.busy;
	status->specdrops_unavail += sc->specs.unavailable;
	status->errors += sc->counters.errors;
	status->dblerrors += sc->counters.dblerrors;
	status->stkstroverflows += sc->counters.stkstroverflows;
	status->filled += sc->principal.full;
	if (dt_buf_filling(&sc->principal))
		status->filling |= DTRACE_FILLING_PRINCIPAL;
	if (dt_aggbufs_filling(&sc->agg))
		status->filling |= DTRACE_FILLING_AGGREGATION;
}

int dt_ioctl_status(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_status *status = &arg->status;
	struct dt_vars_drops drops = { 0, 0, 0 };
	unsigned int cpu;

	DT_WRITE_ONCE(state->last_status, dt_moment(os_time_mono()));
	dt_state_new_cpus(state);
	dt_memset(status, 0, sizeof(*status));
	dt_vars_drops(state->vars, &drops);
	status->dyndrops = drops.dropped;
	status->dyndrops_rinsing = drops.rinsing;
	status->dyndrops_dirty = drops.dirty;
	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++) {
		if (state->cpus[cpu] != NULL)
			add_counters(status, state->cpus[cpu]);
	}
	if (dt_state_activity(state) == DT_ACTIVITY_KILLED || DT_READ_ONCE(dt_framework.broken))
		status->killed = DT_READ_ONCE(dt_framework.broken) ? DTRACE_KILLED_BROKEN : DTRACE_KILLED_DEADMAN;
	status->exiting = DT_READ_ONCE(state->exiting);
	if (state->own_only)
		return 0;
	if (state->uses_stacks && dt_stacks_wanted())
		status->files |= DTRACE_FILES_MISSED;
	if (state->uses_stacks && dt_stacks_ended(state->ended_told))
		status->files |= DTRACE_FILES_ENDED;
	return 0;
}

/* Each CPU copies its own page of the ledger: none is in the middle of a firing then. */
struct ledger_copy {
	const struct dt_ledger *from;
	struct dt_ledger *to;
};

static void ledger_copy_cpu(const struct ledger_copy *copy, unsigned int cpu)
{
	dt_memcpy(&copy->to[cpu], &copy->from[cpu], sizeof(copy->to[cpu]));
}

static void ledger_copy_here(void *arg)
{
	ledger_copy_cpu(arg, os_cpu_self());
}

static void add_ledgers(struct dtrace_account *account, const struct dt_ledger *ledgers)
{
	unsigned int cpu;

	account->fired = account->recorded = account->predicated = account->faulted = 0;
	account->dropped = account->dropped_principal = account->dropped_aggregation = 0;
	account->dropped_speculation = account->dropped_cpu = 0;
	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++) {
		account->fired += ledgers[cpu].fired;
		account->recorded += ledgers[cpu].recorded;
		account->predicated += ledgers[cpu].predicated;
		account->dropped_principal += ledgers[cpu].dropped[DT_DROP_PRINCIPAL];
		account->dropped_aggregation += ledgers[cpu].dropped[DT_DROP_AGGREGATION];
		account->dropped_speculation += ledgers[cpu].dropped[DT_DROP_SPECULATION];
		account->dropped_cpu += ledgers[cpu].dropped[DT_DROP_CPU];
		account->faulted += ledgers[cpu].faulted;
	}
	account->dropped = account->dropped_principal + account->dropped_aggregation + account->dropped_speculation +
			   account->dropped_cpu;
}

int dt_ioctl_account(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_account *account = &arg->account;
	struct ledger_copy copy;
	unsigned int cpu;

	if (account->enabling >= state->plans.count)
		return -OS_ENOENT;
	copy.from = ((struct dt_plan *)state->plans.entry[account->enabling])->ledger;
	copy.to = os_alloc(dt_framework.cpu_count * sizeof(*copy.to));
	if (copy.to == NULL)
		return -OS_ENOMEM;
	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++) {
		if (!os_cpu_online(cpu))
			ledger_copy_cpu(&copy, cpu);
	}
	dt_xcall(OS_CPU_ALL, ledger_copy_here, &copy);
	add_ledgers(account, copy.to);
	os_free(copy.to);
	return 0;
}
