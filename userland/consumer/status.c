/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/status.c - the state of tracing: go, stop, sleep, and what went wrong on the way
 * (losses, errors of clauses).
 *
 * Errors of clauses come as records: the library enables one clause of its own on dtrace:::ERROR,
 * whose five values are the probe's arguments. It is built here, not compiled, because it must
 * exist in every program.
 */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "consumer/consume.h"
#include "consumer/emit.h"
#include "engine/engine.h"
#include "output/output.h"
#include "program/program.h"
#include "stacks/stacks.h"
#include "symbols/symbols.h"
#include "tracee/tracee.h"

#define ERROR_VALUES 5 /* arg1 .. arg5: epid, action, offset, fault, address */
/* ns between two looks at the status while asleep, unless the user said statusrate */
#define STATUS_SLICE 50000000ull
#define EARLY_SIZE   (1 << 20) /* bytes: smaller buffers are taken at their rate only */

/* ---- losses */

static const struct {
	const char *tag;
	const char *text; /* after the number; %s is the plural's s */
} drop_texts[] = {
	[DTRACEDROP_PRINCIPAL] = { "DTRACEDROP_PRINCIPAL", "drop%s on CPU" },
	[DTRACEDROP_AGGREGATION] = { "DTRACEDROP_AGGREGATION", "aggregation drop%s on CPU" },
	[DTRACEDROP_DYNAMIC] = { "DTRACEDROP_DYNAMIC", "dynamic variable drop%s" },
	[DTRACEDROP_DYNRINSE] = { "DTRACEDROP_DYNRINSE", "dynamic variable drop%s with non-empty rinsing list" },
	[DTRACEDROP_DYNDIRTY] = { "DTRACEDROP_DYNDIRTY", "dynamic variable drop%s with non-empty dirty list" },
	[DTRACEDROP_SPEC] = { "DTRACEDROP_SPEC", "speculative drop%s" },
	[DTRACEDROP_SPECBUSY] = { "DTRACEDROP_SPECBUSY", "failed speculation%s (available buffer(s) still busy)" },
	[DTRACEDROP_SPECUNAVAIL] = { "DTRACEDROP_SPECUNAVAIL",
				     "failed speculation%s (no speculative buffer available)" },
	[DTRACEDROP_STKSTROVERFLOW] = { "DTRACEDROP_STKSTROVERFLOW", "jstack()/ustack() string table overflow%s" },
	[DTRACEDROP_DBLERROR] = { "DTRACEDROP_DBLERROR", "error%s in ERROR probe enabling" },
	[DTRACEDROP_LATE] = { "DTRACEDROP_LATE", "time%s a process executed new code before its probes were there" },
	[DTRACEDROP_PLACES] = { "DTRACEDROP_PLACES", "place%s in new code not traced (/proc/dtrace/pid says why)" },
	[DTRACEDROP_PROCESSES] = { "DTRACEDROP_PROCESSES", "new process%s not traced: too many have probes" },
	[DTRACEDROP_OVERWRITTEN] = { "DTRACEDROP_OVERWRITTEN",
				     "place%s overwritten by the program or by another tracer, not traced until dtrace "
				     "is started again: process" },
	[DTRACEDROP_AGAIN] = { "DTRACEDROP_AGAIN", "time%s a probe fired twice, too many signals at once: process" },
	[DTRACEDROP_LOCKS] = { "DTRACEDROP_LOCKS",
			       "call%s of lock functions without events (/proc/dtrace/pid says why): process" },
	[DTRACEDROP_REGISTERED] = { "DTRACEDROP_REGISTERED", "time%s a process registered probes of its own, not "
							     "traced: name its provider by its "
							     "number, not by a pattern; process" },
	[DTRACEDROP_TABLES] = { "DTRACEDROP_TABLES", "file%s without a table for user stacks, walked by frame "
						     "pointers: all tables together have at most 64 MB" },
};

/* Whether the text ends in a number: of a CPU, of a process. */
static bool has_number(dtrace_dropkind_t kind)
{
	return kind == DTRACEDROP_PRINCIPAL || kind == DTRACEDROP_AGGREGATION ||
	       (kind >= DTRACEDROP_OVERWRITTEN && kind <= DTRACEDROP_REGISTERED);
}

int ldt_report_drop(struct dtrace_hdl *dtp, dtrace_dropkind_t kind, uint32_t cpu, uint64_t count)
{
	dtrace_dropdata_t data = { .dtdda_handle = dtp, .dtdda_cpu = cpu, .dtdda_kind = kind, .dtdda_drops = count };
	char text[192];
	int used = 0;

	if (dtp->copts.droptags)
		used = snprintf(text, sizeof(text), "[%s] ", drop_texts[kind].tag);
	used += snprintf(text + used, sizeof(text) - used, "%" PRIu64 " ", count);
	used += snprintf(text + used, sizeof(text) - used, drop_texts[kind].text,
			 count == 1                     ? ""
			 : kind == DTRACEDROP_PROCESSES ? "es"
							: "s");
	if (has_number(kind))
		snprintf(text + used, sizeof(text) - used, " %u", cpu);
	dtp->consume->total[kind] += count;
	data.dtdda_total = dtp->consume->total[kind];
	data.dtdda_msg = text;
	if (ldt_emit_drop(dtp, &data) == -1)
		return -1;
	if (!dtp->handlers.drop)
		return ldt_set_errno(dtp, EDT_DROPABORT);
	if (dtp->handlers.drop(&data, dtp->handlers.drop_arg) == DTRACE_HANDLE_ABORT)
		return ldt_set_errno(dtp, EDT_DROPABORT);
	return 0;
}

int ldt_report_status(struct dtrace_hdl *dtp, const struct dtrace_status *now)
{
	struct dtrace_status *last = &dtp->consume->status;
	const struct {
		dtrace_dropkind_t kind;
		uint64_t before, after;
	} losses[] = {
		{ DTRACEDROP_DYNAMIC, last->dyndrops, now->dyndrops },
		{ DTRACEDROP_DYNRINSE, last->dyndrops_rinsing, now->dyndrops_rinsing },
		{ DTRACEDROP_DYNDIRTY, last->dyndrops_dirty, now->dyndrops_dirty },
		{ DTRACEDROP_SPEC, last->specdrops, now->specdrops },
		{ DTRACEDROP_SPECBUSY, last->specdrops_busy, now->specdrops_busy },
		{ DTRACEDROP_SPECUNAVAIL, last->specdrops_unavail, now->specdrops_unavail },
		{ DTRACEDROP_STKSTROVERFLOW, last->stkstroverflows, now->stkstroverflows },
		{ DTRACEDROP_DBLERROR, last->dblerrors, now->dblerrors },
	};

	*last = *now;
	for (size_t i = 0; i < DT_ARRAY_SIZE(losses); i++) {
		if (losses[i].after > losses[i].before &&
		    ldt_report_drop(dtp, losses[i].kind, 0, losses[i].after - losses[i].before) == -1)
			return -1;
	}
	return 0;
}

/* ---- errors of clauses */

static int report_to_handler(struct dtrace_hdl *dtp, const dtrace_errdata_t *data)
{
	if (ldt_emit_error(dtp, data) == -1)
		return -1;
	if (!dtp->handlers.err)
		return ldt_set_errno(dtp, EDT_ERRABORT);
	if (dtp->handlers.err(data, dtp->handlers.err_arg) == DTRACE_HANDLE_ABORT)
		return ldt_set_errno(dtp, EDT_ERRABORT);
	return 0;
}

/* Value @index of the ERROR record. */
static uint64_t error_value(const dtrace_probedata_t *data, uint32_t index)
{
	uint64_t value = 0;

	if (index < data->dtpda_edesc->records)
		memcpy(&value, data->dtpda_data + data->dtpda_edesc->rec[index].offset, sizeof(value));
	return value;
}

static void error_text(struct dtrace_hdl *dtp, const dtrace_errdata_t *data, uint32_t epid, char *text, size_t size)
{
	const struct dtrace_probedesc *probe = data->dteda_pdesc;
	const char *fault = dtrace_faultstr(dtp, data->dteda_fault);
	char addr[32] = "", where[40], offset[48] = "";

	if (data->dteda_fault == DTRACEFLT_BADADDR || data->dteda_fault == DTRACEFLT_BADALIGN ||
	    data->dteda_fault == DTRACEFLT_BADSTACK || data->dteda_fault == DTRACEFLT_BADSIZE)
		snprintf(addr, sizeof(addr), " (0x%" PRIx64 ")", data->dteda_addr);
	if (data->dteda_fault == DTRACEFLT_BADINDEX)
		snprintf(addr, sizeof(addr), " (%" PRId64 ")", (int64_t)data->dteda_addr);
	if (dtp->copts.oracle_compat) {
		snprintf(text, size, "error in dt_clause_%u for probe ID %u (%s:%s:%s:%s): %s%s at BPF pc %d", epid - 1,
			 probe->id, probe->provider, probe->module, probe->function, probe->name, fault, addr,
			 data->dteda_offset);
		return;
	}
	if (data->dteda_action == 0)
		snprintf(where, sizeof(where), "predicate");
	else
		snprintf(where, sizeof(where), "action #%d", data->dteda_action);
	if (data->dteda_offset != -1)
		snprintf(offset, sizeof(offset), " at DIF offset %d", data->dteda_offset);
	snprintf(text, size, "error on enabled probe ID %u (ID %u: %s:%s:%s:%s): %s%s in %s%s", epid, probe->id,
		 probe->provider, probe->module, probe->function, probe->name, fault, addr, where, offset);
}

int ldt_report_error(struct dtrace_hdl *dtp, const dtrace_probedata_t *data)
{
	char text[DTRACE_FULLNAMELEN + 256];
	uint32_t id = (uint32_t)error_value(data, 0);
	const struct ldt_epid *epid = ldt_epid_lookup(dtp, id);
	dtrace_errdata_t error = {
		.dteda_handle = dtp,
		.dteda_cpu = data->dtpda_cpu,
		.dteda_action = (int)error_value(data, 1),
		.dteda_offset = (int)error_value(data, 2),
		.dteda_fault = (int)error_value(data, 3),
		.dteda_addr = error_value(data, 4),
		.dteda_msg = text,
	};

	if (!epid)
		return -1;
	error.dteda_edesc = epid->desc;
	error.dteda_pdesc = &epid->probe;
	error_text(dtp, &error, id, text, sizeof(text));
	return report_to_handler(dtp, &error);
}

int ldt_report_library_error(struct dtrace_hdl *dtp, const dtrace_probedata_t *data, const char *fmt, ...)
{
	const struct dtrace_probedesc *probe = data->dtpda_pdesc;
	char text[DTRACE_FULLNAMELEN + 512];
	dtrace_errdata_t error = {
		.dteda_handle = dtp,
		.dteda_edesc = data->dtpda_edesc,
		.dteda_pdesc = probe,
		.dteda_cpu = data->dtpda_cpu,
		.dteda_action = -1,
		.dteda_offset = -1,
		.dteda_fault = DTRACEFLT_LIBRARY,
		.dteda_msg = text,
	};
	va_list ap;
	int used;

	used = snprintf(text, sizeof(text),
			"error on enabled probe ID %u (ID %u: %s:%s:%s:%s): ", data->dtpda_edesc->epid, probe->id,
			probe->provider, probe->module, probe->function, probe->name);
	va_start(ap, fmt);
	vsnprintf(text + used, sizeof(text) - (size_t)used, fmt, ap);
	va_end(ap);
	return report_to_handler(dtp, &error);
}

/* An object that gives the value of a built-in variable. */
static struct ldt_difo_user *variable_object(uint32_t variable)
{
	struct ldt_difo_user *difo = calloc(1, sizeof(*difo));

	if (!difo || !(difo->code = calloc(2, sizeof(difo->code[0])))) {
		free(difo);
		return NULL;
	}
	difo->refs = 1;
	difo->code_count = 2;
	difo->code[0] = DIF_INSTR_WIDE(DIF_OP_LDGS, variable, 1);
	difo->code[1] = DIF_INSTR(DIF_OP_RET, 0, 0, 1);
	difo->rtype = (struct dtrace_diftype){ .kind = DIF_TYPE_CTF, .ckind = 1, .size = sizeof(uint64_t) };
	return difo;
}

/* The clause dtrace:::ERROR { trace(arg1); ... trace(arg5); }. NULL without memory. */
static struct dtrace_prog *error_program(struct dtrace_hdl *dtp)
{
	struct dtrace_prog *prog = calloc(1, sizeof(*prog));
	struct ldt_stmt *stmt = prog ? calloc(1, sizeof(*stmt)) : NULL;

	if (!stmt) {
		free(prog);
		return NULL;
	}
	prog->dtp = dtp;
	prog->stmts = stmt;
	prog->stmt_count = 1;
	strcpy(stmt->probe.provider, "dtrace");
	strcpy(stmt->probe.name, "ERROR");
	stmt->actions = calloc(ERROR_VALUES, sizeof(stmt->actions[0]));
	while (stmt->actions && stmt->action_count < ERROR_VALUES) {
		struct ldt_action_user *action = &stmt->actions[stmt->action_count];

		action->kind = DTRACEACT_DIFEXPR;
		action->uarg = LDT_UARG_ERROR;
		action->arg = DTRACE_EXPR_SIGNED;
		action->difo = variable_object(DIF_VAR_ARG1 + (uint32_t)stmt->action_count);
		if (!action->difo)
			break;
		stmt->action_count++;
	}
	if (stmt->action_count == ERROR_VALUES)
		return prog;
	ldt_prog_destroy(prog);
	return NULL;
}

int ldt_enable_error_clause(struct dtrace_hdl *dtp)
{
	struct dtrace_prog *prog = error_program(dtp);
	int result;

	if (!prog)
		return ldt_set_errno(dtp, EDT_NOMEM);
	result = dtrace_program_exec(dtp, prog, NULL);
	ldt_prog_destroy(prog);
	return result;
}

/* ---- go, stop, status, sleep */

static bool any_option(const struct dtrace_hdl *dtp)
{
	for (size_t i = 0; i < LDT_OPT_MAX; i++) {
		if (dtp->options[i] != LDT_OPT_UNSET)
			return true;
	}
	return false;
}

/* Options that were set after the last program was loaded. */
static int send_options(struct dtrace_hdl *dtp)
{
	struct dtrace_enable enable;
	size_t size;
	void *dof;
	int error;

	if (!any_option(dtp))
		return 0;
	dof = ldt_dof_create(dtp, NULL, 0, &size);
	if (!dof)
		return -1;
	memset(&enable, 0, sizeof(enable));
	enable.dof = (uintptr_t)dof;
	enable.size = size;
	error = ldt_ioctl(dtp, DTRACEIOC_ENABLE, &enable);
	free(dof);
	if (error == EINVAL && enable.error[0])
		return ldt_refusal_set(dtp, &enable);
	if (error == EOPNOTSUPP && enable.error[0])
		return ldt_set_error(dtp, EDT_NOTSUP, "%.*s", (int)sizeof(enable.error), enable.error);
	return error ? ldt_set_errno(dtp, error == EACCES ? EDT_DESTRUCTIVE : error) : 0;
}

static int go_error(struct dtrace_hdl *dtp, int error)
{
	switch (error) {
	case EACCES:
		return ldt_set_errno(dtp, EDT_DESTRUCTIVE);
	case EPERM:
		return ldt_set_error(dtp, EDT_ACCESS, "Not permitted: the descriptor belongs to another user");
	case ENOMEM:
		return ldt_set_error(
			dtp, EDT_NOMEM,
			"Not enough memory for the trace buffers (smaller ones: -b, -x bufsize=, aggsize=, "
			"dynvarsize=)");
	case EBUSY:
		return ldt_set_errno(dtp, EDT_BUSY);
	default:
		return ldt_set_errno(dtp, error);
	}
}

/* Where the core had to change a size, the option takes the core's value, also when nobody had said it. */
static void load_options(struct dtrace_hdl *dtp)
{
	static const enum ldt_opt changing[] = { LDT_OPT_BUFSIZE, LDT_OPT_AGGSIZE, LDT_OPT_SPECSIZE, LDT_OPT_DYNVARSIZE,
						 LDT_OPT_CLEANRATE };

	for (size_t i = 0; i < DT_ARRAY_SIZE(changing); i++) {
		struct dtrace_option option = { .option = changing[i] };

		if (ldt_ioctl(dtp, DTRACEIOC_OPTION, &option) == 0 && option.value != ldt_option(dtp, changing[i]))
			dtp->options[changing[i]] = option.value;
	}
}

/* The stacks of processes that are traced by name are walked by tables from the first firing on. */
static void load_stacks(struct dtrace_hdl *dtp)
{
	uint32_t pid;

	for (size_t i = 0; (pid = ldt_tracee_pid(dtp, i)) != 0; i++)
		ldt_stacks_load(dtp, pid);
}

int dtrace_go(dtrace_hdl_t *dtp)
{
	struct ldt_consume *consume = dtp->consume;
	uint32_t cpu = LDT_CPU_NONE;
	int error;

	if (dtp->active)
		return ldt_set_errno(dtp, EDT_ACTIVE);
	if (!dtp->engine)
		return ldt_set_errno(dtp, EDT_NODEVICE);
	if (ldt_enable_error_clause(dtp) == -1 || send_options(dtp) == -1)
		return -1;
	load_stacks(dtp);
	if (ldt_tracees_watch(dtp) == -1)
		return -1;
	error = ldt_ioctl(dtp, DTRACEIOC_GO, &cpu);
	ldt_debug(dtp, "go: engine %s, %u CPUs, error %d, BEGIN on CPU %d", dtp->engine->name, dtp->conf.cpus, error,
		  (int)cpu);
	if (error)
		return go_error(dtp, error);
	dtp->active = true;
	if (consume->page)
		ldt_page_begin(consume->page);
	load_options(dtp);
	consume->begin_cpu = cpu;
	consume->next_status = ldt_now();
	return 0;
}

/* What is lost of processes to come. 0 or -1. */
static int report_tracees(struct dtrace_hdl *dtp)
{
	struct ldt_tracee_losses now = ldt_tracees_losses(dtp), *last = &dtp->consume->tracees;
	const struct {
		dtrace_dropkind_t kind;
		uint64_t count;
	} losses[] = {
		{ DTRACEDROP_LATE, now.late - last->late },
		{ DTRACEDROP_PLACES, now.refused - last->refused },
		{ DTRACEDROP_PROCESSES, now.processes - last->processes },
	};

	*last = now;
	for (size_t i = 0; i < DT_ARRAY_SIZE(losses); i++) {
		if (losses[i].count && ldt_report_drop(dtp, losses[i].kind, 0, losses[i].count) == -1)
			return -1;
	}
	return 0;
}

/* Files whose tables the core has refused. 0 or -1. */
static int report_tables(struct dtrace_hdl *dtp)
{
	uint64_t count = dtp->tables_refused - dtp->consume->tables_refused;

	dtp->consume->tables_refused = dtp->tables_refused;
	return count ? ldt_report_drop(dtp, DTRACEDROP_TABLES, 0, count) : 0;
}

/* What is lost of processes that are named. 0 or -1. */
static int report_processes(struct dtrace_hdl *dtp, uint32_t flags)
{
	struct dtrace_losses losses;

	do {
		losses = (struct dtrace_losses){ .flags = flags };
		if (ldt_ioctl(dtp, DTRACEIOC_LOSSES, &losses) != 0)
			return 0; /* an engine without processes */
		if (losses.registered &&
		    ldt_report_drop(dtp, DTRACEDROP_REGISTERED, losses.registered_pid, losses.registered) == -1)
			return -1;
		for (uint32_t i = 0; i < losses.count && i < DTRACE_LOSSES_MAX; i++) {
			const struct dtrace_loss *loss = &losses.process[i];
			const struct {
				dtrace_dropkind_t kind;
				uint64_t count;
			} kinds[] = {
				{ DTRACEDROP_OVERWRITTEN, loss->overwritten },
				{ DTRACEDROP_AGAIN, loss->again },
				{ DTRACEDROP_LOCKS, loss->locks },
			};

			for (size_t j = 0; j < DT_ARRAY_SIZE(kinds); j++) {
				if (kinds[j].count &&
				    ldt_report_drop(dtp, kinds[j].kind, (uint32_t)loss->pid, kinds[j].count) == -1)
					return -1;
			}
		}
	} while (losses.count == DTRACE_LOSSES_MAX);
	return 0;
}

/* Ask the core, report new losses. 0 or -1. */
static int status_refresh(struct dtrace_hdl *dtp)
{
	struct dtrace_status now;
	int error;

	memset(&now, 0, sizeof(now));
	error = ldt_ioctl(dtp, DTRACEIOC_STATUS, &now);
	if (error)
		return ldt_set_errno(dtp, error);
	if (report_tables(dtp) == -1 || report_tracees(dtp) == -1 || report_processes(dtp, 0) == -1)
		return -1;
	return ldt_report_status(dtp, &now);
}

int dtrace_stop(dtrace_hdl_t *dtp)
{
	uint32_t cpu = LDT_CPU_NONE;
	int error;

	if (dtp->stopped)
		return 0;
	if (!dtp->active)
		return ldt_set_errno(dtp, EDT_NOTACTIVE);
	error = ldt_ioctl(dtp, DTRACEIOC_STOP, &cpu);
	if (error == EBUSY && status_refresh(dtp) == 0 && dtp->consume->status.killed)
		error = 0; /* the core has stopped it already, without END: what was recorded is still to be had */
	if (error)
		return ldt_set_errno(dtp, error);
	dtp->stopped = true;
	if (dtp->consume->page)
		ldt_page_stop(dtp->consume->page);
	dtp->consume->end_cpu = cpu;
	ldt_tracees_serve(dtp); /* nobody waits any more: for the losses */
	if (report_tables(dtp) == -1 || report_tracees(dtp) == -1)
		return -1;
	return report_processes(dtp, DTRACE_LOSSESF_ALL);
}

int dtrace_status(dtrace_hdl_t *dtp)
{
	const struct dtrace_status *status = &dtp->consume->status;

	if (!dtp->active)
		return DTRACE_STATUS_NONE;
	if (status_refresh(dtp) == -1)
		return -1;
	if (status->killed)
		return DTRACE_STATUS_STOPPED;
	if (dtp->stopped)
		return DTRACE_STATUS_STOPPED;
	if (status->filled)
		return DTRACE_STATUS_FILLED;
	return status->exiting ? DTRACE_STATUS_EXITED : DTRACE_STATUS_OKAY;
}

int dtrace_exit_status(dtrace_hdl_t *dtp)
{
	return dtp->consume->exit_status;
}

int dtrace_account(dtrace_hdl_t *dtp, unsigned int enabling, struct dtrace_account *ret)
{
	struct dtrace_account account;
	int error;

	memset(&account, 0, sizeof(account));
	account.enabling = enabling;
	error = ldt_ioctl(dtp, DTRACEIOC_ACCOUNT, &account);
	if (error)
		return ldt_set_errno(dtp, error);
	*ret = account;
	return 0;
}

/* The time of the next thing to do. */
static uint64_t next_deadline(struct dtrace_hdl *dtp)
{
	const struct ldt_consume *consume = dtp->consume;
	uint64_t status = consume->next_status + (uint64_t)ldt_option(dtp, LDT_OPT_STATUSRATE);

	return DT_MIN(DT_MIN(consume->next_switch, consume->next_agg), status);
}

/*
 * Whether buffers are taken before their time when they fill: not where the program has set a rate,
 * or buffers so small that it is meant to lose (they would be taken all the time).
 */
static bool may_take_early(struct dtrace_hdl *dtp, enum ldt_opt rate, enum ldt_opt size)
{
	return dtp->options[rate] == LDT_OPT_UNSET && ldt_option(dtp, size) >= EARLY_SIZE;
}

/*
 * Whether there is something to do before the deadline: tracing has ended by itself, or a buffer fills.
 * The check must not report anything: dtrace_status() does that. What the core asks for it gets here.
 */
static bool is_due(struct dtrace_hdl *dtp)
{
	struct dtrace_status now;
	bool due;

	memset(&now, 0, sizeof(now));
	due = ldt_ioctl(dtp, DTRACEIOC_STATUS, &now) != 0 || now.exiting || now.killed || now.filled;
	if (now.files & DTRACE_FILES_MISSED)
		ldt_stacks_load(dtp, 0);
	if (now.files & DTRACE_FILES_ENDED)
		ldt_usyms_ended(dtp);
	if ((now.filling & DTRACE_FILLING_PRINCIPAL) && may_take_early(dtp, LDT_OPT_SWITCHRATE, LDT_OPT_BUFSIZE)) {
		dtp->consume->next_switch = 0;
		due = true;
	}
	if ((now.filling & DTRACE_FILLING_AGGREGATION) && may_take_early(dtp, LDT_OPT_AGGRATE, LDT_OPT_AGGSIZE)) {
		dtp->consume->next_agg = 0;
		due = true;
	}
	return due;
}

void dtrace_sleep(dtrace_hdl_t *dtp)
{
	struct pollfd polled[] = { { .fd = dtp->consume->wake_fd, .events = POLLIN }, { .fd = -1, .events = POLLIN } };
	struct pollfd *wake = &polled[0], *news = &polled[1];
	bool slices = dtp->options[LDT_OPT_STATUSRATE] == LDT_OPT_UNSET;
	uint64_t deadline, now;

	if (!dtp->active || dtp->stopped)
		return;
	deadline = next_deadline(dtp);
	if (ldt_tracees_watching(dtp))
		news->fd = ldt_engine_descriptor(dtp);
	ldt_tracees_serve(dtp);
	while ((now = ldt_now()) < deadline && !is_due(dtp)) {
		uint64_t left = deadline - now;
		struct timespec wait;

		ldt_tracees_follow(dtp);
		if (ldt_procs_check(dtp))
			break;
		if (slices)
			left = DT_MIN(left, STATUS_SLICE);
		wait = (struct timespec){ .tv_sec = (time_t)(left / 1000000000), .tv_nsec = (long)(left % 1000000000) };
		if (ppoll(polled, DT_ARRAY_SIZE(polled), &wait, NULL) != 0 && (wake->revents || !news->revents))
			break;
		ldt_tracees_serve(dtp);
	}
	dtp->consume->next_status = ldt_now();
	if (wake->revents) {
		uint64_t count;

		dtp->is_woken = 0;
		if (read(wake->fd, &count, sizeof(count)) < 0)
			return;
	}
}

void dtrace_wake(dtrace_hdl_t *dtp)
{
	int saved = errno;
	uint64_t one = 1;

	dtp->is_woken = 1;
	if (write(dtp->consume->wake_fd, &one, sizeof(one)) < 0)
		errno = saved;
	errno = saved;
}
