/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/emit.c - records, rows, losses and errors on their way to a format of output. */
#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "consumer/aggregate.h"
#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_value.h"
#include "consumer/emit.h"
#include "consumer/value.h"
#include "output/output.h"

struct ldt_emit {
	const dtrace_outputops_t *ops; /* NULL: text, beside a page */
	void *arg;
	const struct ldt_output_format *format; /* NULL: @ops are the consumer's */
	FILE *out;                              /* as the last call gave it; NULL: the buffered handler's */
	bool started, ended;
	uint64_t records, rows, errors;
	struct ldt_arena arena; /* of the record or row that is being made */
	jmp_buf no_memory;
	dtrace_outitem_t *items; /* of the record */
	size_t count, room;
};

static void no_memory(void *arg)
{
	struct ldt_emit *emit = arg;

	longjmp(emit->no_memory, 1);
}

bool ldt_emits_rows(const struct dtrace_hdl *dtp)
{
	return dtp->consume->page || ldt_emits(dtp);
}

/* Where things go now; NULL: nowhere yet. */
static FILE *target(const struct dtrace_hdl *dtp)
{
	const struct ldt_consume *consume = dtp->consume;

	return consume->redirect ? consume->redirect : consume->emit->out ? consume->emit->out : consume->memory;
}

static struct ldt_emit *emit_create(struct dtrace_hdl *dtp)
{
	struct ldt_emit *emit = calloc(1, sizeof(*emit));

	if (!emit)
		return NULL;
	ldt_arena_init(&emit->arena, no_memory, emit);
	if (dtp->handlers.output) {
		emit->ops = dtp->handlers.output;
		emit->arg = dtp->handlers.output_arg;
		return emit;
	}
	emit->format = ldt_output_format(dtp);
	if (!emit->format)
		return emit;
	emit->ops = &emit->format->ops;
	if (emit->format->create && !(emit->arg = emit->format->create(dtp))) {
		free(emit);
		return NULL;
	}
	return emit;
}

void ldt_emit_destroy(struct ldt_emit *emit)
{
	if (!emit)
		return;
	if (emit->format && emit->format->destroy)
		emit->format->destroy(emit->arg);
	ldt_arena_fini(&emit->arena);
	free(emit->items);
	free(emit);
}

/* The most keys that an aggregation has. The ids of programs begin at 1, without gaps. */
static unsigned int most_keys(struct dtrace_hdl *dtp)
{
	const dtrace_aggdesc_t *desc;
	unsigned int most = 0;

	for (uint32_t id = 1; (desc = ldt_aggdesc_lookup(dtp, id)); id++)
		most = DT_MAX(most, desc->records - 2);
	return most;
}

int ldt_emit_open(struct dtrace_hdl *dtp, FILE *out)
{
	struct ldt_emit *emit = dtp->consume->emit;
	dtrace_outstart_t start;

	if (!ldt_emits_rows(dtp))
		return 0;
	if (!emit)
		emit = dtp->consume->emit = emit_create(dtp);
	if (!emit)
		return ldt_set_errno(dtp, EDT_NOMEM);
	emit->out = out;
	if (emit->started)
		return 0;
	emit->started = true;
	start.keys = most_keys(dtp);
	return emit->ops && emit->ops->start ? emit->ops->start(dtp, target(dtp), &start, emit->arg) : 0;
}

/* ---- records */

/* The word for an action: its name in D, of spec/action.def. */
static const char *action_word(struct ldt_arena *arena, unsigned int kind)
{
	static const struct {
		unsigned int kind;
		const char *name;
	} names[] = {
#define DT_ACTION_KIND(number, NAME, value, word, records, does, needs, shows, prints) { number, #NAME },
#include "../../spec/action.def"
	};
	char *word;

	if (kind == DTRACEACT_DIFEXPR)
		return "trace";
	for (size_t i = 0; i < DT_ARRAY_SIZE(names); i++) {
		if (names[i].kind != kind)
			continue;
		word = ldt_arena_strdup(arena, names[i].name);
		for (char *at = word; *at; at++)
			*at = (char)tolower((unsigned char)*at);
		return word;
	}
	return "unknown";
}

/*
 * The conversion that prints value @index of a format; NULL: a width or precision, or there is none. Conversions of
 * aggregations take no value.
 */
static const struct ldt_conv *conversion(const struct ldt_format *format, size_t index)
{
	size_t taken = 0;

	for (size_t i = 0; format && i < format->conv_count; i++) {
		const struct ldt_conv *conv = &format->conv[i];

		taken += (conv->flags & LDT_CONV_DYNWIDTH) != 0;
		taken += (conv->flags & LDT_CONV_DYNPREC) != 0;
		if (taken > index)
			return NULL;
		if (!conv->conv || (conv->flags & LDT_CONV_AGG))
			continue;
		if (taken++ == index)
			return conv;
	}
	return NULL;
}

static int need_item(struct dtrace_hdl *dtp, struct ldt_emit *emit)
{
	size_t room = emit->room ? emit->room * 2 : 8;
	dtrace_outitem_t *more;

	if (emit->count < emit->room)
		return 0;
	more = realloc(emit->items, room * sizeof(*more));
	if (!more)
		return ldt_set_errno(dtp, EDT_NOMEM);
	emit->items = more;
	emit->room = room;
	return 0;
}

static dtrace_text_t keep_text(struct ldt_arena *arena, const dtrace_text_t *text)
{
	dtrace_text_t kept = { NULL, 0 };

	if (text && text->data) {
		kept.data = ldt_arena_strndup(arena, text->data, text->size);
		kept.size = text->size;
	}
	return kept;
}

int ldt_emit_item(struct dtrace_hdl *dtp, const struct ldt_statement *statement, const struct ldt_format *format,
		  const dtrace_text_t *text)
{
	struct ldt_emit *emit = dtp->consume->emit;
	struct ldt_arena *arena = &emit->arena;
	dtrace_outitem_t *item;
	dtrace_value_t *values;

	if (need_item(dtp, emit) == -1)
		return -1;
	if (setjmp(emit->no_memory)) {
		ldt_emit_discard(dtp);
		return ldt_set_errno(dtp, EDT_NOMEM);
	}
	item = &emit->items[emit->count];
	values = ldt_arena_alloc(arena, (statement->value_count + 1) * sizeof(*values));
	for (size_t i = 0; i < statement->value_count; i++)
		ldt_value_read(dtp, arena, statement->values[i], conversion(format, i), &values[i]);
	*item = (dtrace_outitem_t){ .action = action_word(arena, statement->kind),
				    .format = format ? ldt_arena_strdup(arena, format->text) : NULL,
				    .text = keep_text(arena, text),
				    .values = values,
				    .count = statement->value_count };
	emit->count++;
	return 0;
}

bool ldt_emit_has_items(const struct dtrace_hdl *dtp)
{
	return dtp->consume->emit->count > 0;
}

void ldt_emit_discard(struct dtrace_hdl *dtp)
{
	struct ldt_emit *emit = dtp->consume->emit;

	emit->count = 0;
	ldt_arena_fini(&emit->arena);
}

int ldt_emit_record(struct dtrace_hdl *dtp, FILE *out, const dtrace_probedata_t *data)
{
	struct ldt_emit *emit = dtp->consume->emit;
	dtrace_outrecord_t record = { .probe = data,
				      .has_timestamp = dtp->consume->temporal,
				      .has_flow = ldt_option(dtp, LDT_OPT_FLOWINDENT) != 0,
				      .items = emit->items,
				      .count = emit->count };
	int result = 0;

	if (emit->count > 0 || !ldt_option(dtp, LDT_OPT_QUIET) || record.has_flow) {
		emit->records++;
		if (emit->ops->record)
			result = emit->ops->record(dtp, out, &record, emit->arg);
	}
	ldt_emit_discard(dtp);
	return result;
}

/* ---- rows */

static const char *function_name(const dtrace_aggdata_t *data)
{
	switch (ldt_agg_value_rec(data)->action - DTRACEACT_AGGREGATION) {
#define DT_AGG(id, NAME, name, prototype, since, cells, start, takes, merge, shows) \
	case id:                                                                    \
		return name;
#define DT_AGG_FORM(id, NAME, cells, start, merge, shows) \
	case id:                                          \
		return "llquantize";
#include "../../spec/agg.def"
	}
	return "unknown";
}

/* The values of each CPU, of an entry that has them. */
static int read_cpus(struct dtrace_hdl *dtp, struct ldt_emit *emit, const dtrace_aggdata_t *data,
		     dtrace_outcell_t *cell)
{
	dtrace_value_t *values;

	if (!data->dtada_percpu)
		return 0;
	values = ldt_arena_alloc(&emit->arena, dtp->conf.cpus * sizeof(*values));
	for (uint32_t cpu = 0; cpu < dtp->conf.cpus; cpu++) {
		dtrace_aggdata_t one = *data;

		one.dtada_data = data->dtada_percpu[cpu] - ldt_agg_value_rec(data)->offset;
		if (ldt_value_read_aggregation(dtp, &emit->arena, &one, &values[cpu]) == -1)
			return -1;
	}
	cell->cpus = values;
	cell->cpu_count = dtp->conf.cpus;
	return 0;
}

static int read_cell(struct dtrace_hdl *dtp, struct ldt_emit *emit, const dtrace_aggdata_t *data,
		     dtrace_outcell_t *cell)
{
	if (!data)
		return 0;
	cell->name = ldt_aggregation_name(dtp, data->dtada_desc->varid);
	cell->function = function_name(data);
	cell->normal = data->dtada_normal ? data->dtada_normal : 1;
	if (ldt_value_read_aggregation(dtp, &emit->arena, data, &cell->value) == -1)
		return -1;
	return read_cpus(dtp, emit, data, cell);
}

/* The parts of a row in the arena. */
static int read_row(struct dtrace_hdl *dtp, struct ldt_emit *emit, const dtrace_aggdata_t *const *entries, int count,
		    const dtrace_aggdata_t *any, dtrace_outrow_t *row)
{
	unsigned int key_count = ldt_key_count(any);
	dtrace_value_t *keys = ldt_arena_alloc(&emit->arena, (key_count + 1) * sizeof(*keys));
	dtrace_outcell_t *cells = ldt_arena_alloc(&emit->arena, (size_t)count * sizeof(*cells));

	for (unsigned int i = 0; i < key_count; i++)
		ldt_value_read(dtp, &emit->arena, ldt_key_value(any, i), NULL, &keys[i]);
	for (int i = 0; i < count; i++) {
		if (read_cell(dtp, emit, entries[i], &cells[i]) == -1)
			return -1;
	}
	row->keys = keys;
	row->key_count = key_count;
	row->cells = cells;
	row->cell_count = (size_t)count;
	return 0;
}

void ldt_emit_print(struct dtrace_hdl *dtp, const uint32_t *vars, size_t count, bool final)
{
	struct ldt_page *page = dtp->consume->page;
	const char **names;

	if (!page)
		return;
	names = calloc(count + 1, sizeof(*names));
	for (size_t i = 0; names && i < count; i++)
		names[i] = ldt_aggregation_name(dtp, vars[i]);
	ldt_page_print(page, names, names ? count : 0, final);
	free(names);
	dtp->aggregate->prints = ldt_page_prints(page);
}

/* A row for the page. */
static void row_to_page(struct dtrace_hdl *dtp, struct ldt_emit *emit, const dtrace_aggdata_t *const *entries,
			const dtrace_outrow_t *row)
{
	uint64_t *since = ldt_arena_alloc(&emit->arena, (row->cell_count + 1) * sizeof(*since));

	for (size_t i = 0; i < row->cell_count; i++)
		since[i] = entries[i] ? ldt_aggregate_since(entries[i]) : 0;
	ldt_page_row(dtp->consume->page, row, since);
}

/* Read the keys and cells of a row and hand it over. A printed one goes to the page and into the totals, too. */
static int hand_row(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *const *entries, int count,
		    const dtrace_aggdata_t *any, dtrace_outrow_t *row, bool printed)
{
	struct ldt_emit *emit = dtp->consume->emit;
	struct ldt_arena record = emit->arena; /* a printa() comes in the middle of a record */
	int result;

	ldt_arena_init(&emit->arena, no_memory, emit);
	if (setjmp(emit->no_memory))
		result = ldt_set_errno(dtp, EDT_NOMEM);
	else if ((result = read_row(dtp, emit, entries, count, any, row)) == 0 && printed && dtp->consume->page)
		row_to_page(dtp, emit, entries, row);
	if (result == -1 && !emit->ops) {
		ldt_page_lose(dtp->consume->page); /* the text has the row */
		result = 0;
	} else if (result == 0) {
		emit->rows += printed ? 1 : 0;
		if (emit->ops && emit->ops->row)
			result = emit->ops->row(dtp, out, row, emit->arg);
	}
	ldt_arena_fini(&emit->arena);
	emit->arena = record;
	return result;
}

int ldt_emit_row(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *const *entries, int count,
		 const dtrace_aggdata_t *any, bool final, const struct ldt_format *format, const dtrace_text_t *text)
{
	dtrace_outrow_t row = { .is_final = final, .format = format ? format->text : NULL };

	if (text)
		row.text = *text;
	return hand_row(dtp, out, entries, count, any, &row, true);
}

/* ---- what went wrong */

int ldt_emit_drop(struct dtrace_hdl *dtp, const dtrace_dropdata_t *drop)
{
	struct ldt_emit *emit = dtp->consume->emit;

	if (dtp->consume->page)
		ldt_page_drop(dtp->consume->page, drop);
	if (!emit || !emit->ops || !target(dtp) || !emit->ops->drop)
		return 0;
	return emit->ops->drop(dtp, target(dtp), drop, emit->arg);
}

int ldt_emit_error(struct dtrace_hdl *dtp, const dtrace_errdata_t *error)
{
	struct ldt_emit *emit = dtp->consume->emit;

	if (dtp->consume->page)
		ldt_page_error(dtp, dtp->consume->page, error);
	if (!emit || !target(dtp))
		return 0;
	emit->errors++;
	return emit->ops && emit->ops->error ? emit->ops->error(dtp, target(dtp), error, emit->arg) : 0;
}

/* ---- the interface of dtrace.h */

int dtrace_handle_output(dtrace_hdl_t *dtp, const dtrace_outputops_t *ops, void *arg)
{
	if (dtp->active)
		return ldt_set_errno(dtp, EDT_ACTIVE);
	dtp->handlers.output = ops;
	dtp->handlers.output_arg = arg;
	return 0;
}

int dtrace_aggrow(const dtrace_aggdata_t *data)
{
	struct dtrace_hdl *dtp = data->dtada_handle;
	struct ldt_emit *emit = dtp->consume->emit;
	dtrace_outrow_t row = { .is_final = true };

	if (!dtp->handlers.output)
		return ldt_set_errno(dtp, EINVAL);
	if (ldt_emit_open(dtp, emit ? emit->out : NULL) == -1)
		return -1;
	return hand_row(dtp, target(dtp), &data, 1, data, &row, false);
}

/* What is in memory when there is no firing any more. */
static int hand_over(struct dtrace_hdl *dtp)
{
	struct ldt_consume *consume = dtp->consume;
	dtrace_bufdata_t data = { .dtbda_handle = dtp };

	if (consume->emit->out || consume->redirect || fflush(consume->memory) != 0 || consume->memory_size == 0)
		return 0;
	data.dtbda_buffered = consume->memory_text;
	if (dtp->handlers.buffered(&data, dtp->handlers.buffered_arg) == DTRACE_HANDLE_ABORT)
		return ldt_set_errno(dtp, EDT_CALLABORT);
	return 0;
}

int dtrace_output_end(dtrace_hdl_t *dtp, FILE *out)
{
	struct ldt_consume *consume = dtp->consume;
	dtrace_outend_t end = { .status = consume->exit_status,
				.drops = consume->total,
				.drop_count = DT_ARRAY_SIZE(consume->total) };

	if (!ldt_emits(dtp))
		return 0;
	if (!out && !consume->memory)
		return ldt_set_errno(dtp, EINVAL);
	if (ldt_emit_open(dtp, out) == -1)
		return -1;
	if (consume->emit->ended)
		return 0;
	consume->emit->ended = true;
	end.records = consume->emit->records;
	end.rows = consume->emit->rows;
	end.errors = consume->emit->errors;
	if (consume->emit->ops->end && consume->emit->ops->end(dtp, target(dtp), &end, consume->emit->arg) == -1)
		return -1;
	return hand_over(dtp);
}

const char *dtrace_output_why(dtrace_hdl_t *dtp)
{
	struct ldt_consume *consume = dtp->consume;

	consume->output_why[0] = '\0';
	if (consume->emit && consume->emit->format && consume->emit->format->why)
		consume->emit->format->why(consume->emit->arg, consume->output_why, sizeof(consume->output_why));
	return consume->output_why;
}

/* ---- the page of a report */

int dtrace_report_open(dtrace_hdl_t *dtp, const char *path)
{
	struct ldt_consume *consume = dtp->consume;

	if (dtp->active)
		return ldt_set_errno(dtp, EDT_ACTIVE);
	if (ldt_page_check(dtp, path) == -1)
		return -1;
	ldt_page_destroy(consume->page);
	free(consume->page_path);
	consume->page = ldt_page_create();
	consume->page_path = strdup(path);
	return consume->page && consume->page_path ? 0 : ldt_set_errno(dtp, EDT_NOMEM);
}

int dtrace_report_command(dtrace_hdl_t *dtp, int argc, char *const *argv)
{
	return dtp->consume->page ? ldt_page_command(dtp, dtp->consume->page, argc, argv) : ldt_set_errno(dtp, EINVAL);
}

int dtrace_report_source(dtrace_hdl_t *dtp, const char *name, const char *text, size_t size)
{
	return dtp->consume->page ? ldt_page_source(dtp, dtp->consume->page, name, text, size)
				  : ldt_set_errno(dtp, EINVAL);
}

/* Why tracing has ended, as far as the library knows. */
static const char *ended(const struct ldt_consume *consume)
{
	if (consume->status.killed)
		return "killed";
	return consume->status.exiting ? "exit" : consume->status.filled ? "full" : "stop";
}

int dtrace_report_write(dtrace_hdl_t *dtp, const char *why, bool is_complete)
{
	struct ldt_consume *consume = dtp->consume;
	const struct ldt_emit *emit = consume->emit;
	struct ldt_page_run run = { .ended = why ? why : ended(consume),
				    .is_complete = is_complete,
				    .status = consume->exit_status,
				    .drops = consume->total,
				    .drop_count = DT_ARRAY_SIZE(consume->total) };

	if (!consume->page || !dtp->active)
		return ldt_set_errno(dtp, consume->page ? EDT_NOTACTIVE : EINVAL);
	ldt_page_stop(consume->page);
	if (emit) {
		run.firings = consume->firings;
		run.rows = emit->rows;
	}
	return ldt_page_write(dtp, consume->page, consume->page_path, &run);
}

const char *dtrace_report_why(dtrace_hdl_t *dtp)
{
	struct ldt_consume *consume = dtp->consume;

	consume->page_why[0] = '\0';
	if (consume->page)
		ldt_page_why(consume->page, consume->page_why, sizeof(consume->page_why));
	return consume->page_why;
}
