/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* output/json.c - JSON lines: an object for each record, row, loss and error, one at the start and one at the end. */
#include <time.h>

#include "output/writers.h"

/* Write a line that is complete; without memory for a part of it nothing is written. */
static int finish(dtrace_hdl_t *dtp, FILE *out, struct json_object *object, bool good)
{
	if (good)
		return ldt_json_write(dtp, out, object);
	json_object_put(object);
	return ldt_set_errno(dtp, EDT_NOMEM);
}

/* ns since 1970. */
static bool add_time(struct json_object *object)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return ldt_json_add_number(object, "time", (int64_t)now.tv_sec * 1000000000 + now.tv_nsec);
}

static bool add_probe(struct json_object *object, const dtrace_probedesc_t *desc)
{
	struct json_object *probe = json_object_new_object();
	bool good =
		ldt_json_add_number(probe, "id", desc->id) && ldt_json_add_text(probe, "provider", desc->provider) &&
		ldt_json_add_text(probe, "module", desc->module) &&
		ldt_json_add_text(probe, "function", desc->function) && ldt_json_add_text(probe, "name", desc->name);

	return ldt_json_add(object, "probe", probe) && good;
}

static int json_start(dtrace_hdl_t *dtp, FILE *out, const dtrace_outstart_t *start, void *arg)
{
	struct json_object *object = ldt_json_line("start");

	return finish(dtp, out, object,
		      ldt_json_add_number(object, "version", LDT_OUTPUT_VERSION) && add_time(object) &&
			      ldt_json_add_text(object, "engine", dtrace_engine(dtp)) &&
			      ldt_json_add_number(object, "cpus", dtp->conf.cpus) &&
			      ldt_json_add_number(object, "word", dtp->conf.word_size));
}

/* ---- records */

static bool add_format(struct json_object *object, const char *format, const dtrace_text_t *text)
{
	return (!format || ldt_json_add_text(object, "format", format)) &&
	       (!text->data || ldt_json_add(object, "text", ldt_json_text(text->data, text->size)));
}

static struct json_object *items(const dtrace_outrecord_t *record)
{
	struct json_object *array = json_object_new_array();

	for (size_t i = 0; array && i < record->count; i++) {
		const dtrace_outitem_t *item = &record->items[i];
		struct json_object *object = json_object_new_object();

		if (!ldt_json_add_text(object, "action", item->action) ||
		    !add_format(object, item->format, &item->text) ||
		    !ldt_json_add(object, "values", ldt_json_values(item->values, item->count)) ||
		    json_object_array_add(array, object) != 0) {
			json_object_put(object);
			json_object_put(array);
			return NULL;
		}
	}
	return array;
}

static bool add_flow(struct json_object *object, const dtrace_probedata_t *probe)
{
	static const char *const names[] = {
		[DTRACEFLOW_ENTRY] = "entry", [DTRACEFLOW_RETURN] = "return", [DTRACEFLOW_NONE] = "none"
	};

	return ldt_json_add_text(object, "flow", names[probe->dtpda_flow]) &&
	       ldt_json_add_number(object, "depth", probe->dtpda_indent / 2) &&
	       (!probe->dtpda_tail || ldt_json_add(object, "tail", json_object_new_boolean(1)));
}

static int json_record(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrecord_t *record, void *arg)
{
	struct json_object *object = ldt_json_line("record");
	const dtrace_probedata_t *probe = record->probe;
	bool good = add_probe(object, probe->dtpda_pdesc) && ldt_json_add_number(object, "cpu", probe->dtpda_cpu);

	if (record->has_timestamp)
		good = good && ldt_json_add_natural(object, "timestamp", probe->dtpda_timestamp);
	if (record->has_flow)
		good = good && add_flow(object, probe);
	return finish(dtp, out, object, good && ldt_json_add(object, "data", items(record)));
}

/* ---- aggregations */

static int json_row(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrow_t *row, void *arg)
{
	struct json_object *object = ldt_json_line("aggregation"), *cells = json_object_new_array();
	bool good = add_time(object) && ldt_json_add_text(object, "by", row->is_final ? "end" : "printa") &&
		    ldt_json_add(object, "keys", ldt_json_values(row->keys, row->key_count)) &&
		    add_format(object, row->format, &row->text);

	for (size_t i = 0; good && i < row->cell_count; i++) {
		struct json_object *cell;

		if (row->cells[i].value.kind == DTRACE_VALUE_NONE)
			continue;
		cell = ldt_json_cell(&row->cells[i]);
		good = cell && json_object_array_add(cells, cell) == 0;
		if (!good)
			json_object_put(cell);
	}
	return finish(dtp, out, object, ldt_json_add(object, "values", cells) && good);
}

/* ---- what went wrong; the end */

/* @object, or NULL and nothing left of it when a part of it has failed. */
static struct json_object *whole(struct json_object *object, bool good)
{
	if (good)
		return object;
	json_object_put(object);
	return NULL;
}

struct json_object *ldt_json_drop(const dtrace_dropdata_t *drop)
{
	struct json_object *object = ldt_json_line("drop");
	bool per_cpu = drop->dtdda_kind == DTRACEDROP_PRINCIPAL || drop->dtdda_kind == DTRACEDROP_AGGREGATION;
	bool good = ldt_json_add_text(object, "kind", dtrace_dropname(drop->dtdda_kind)) &&
		    (!per_cpu || ldt_json_add_number(object, "cpu", drop->dtdda_cpu)) &&
		    ldt_json_add_natural(object, "count", drop->dtdda_drops) &&
		    ldt_json_add_natural(object, "total", drop->dtdda_total) &&
		    ldt_json_add_text(object, "text", drop->dtdda_msg);

	return whole(object, good);
}

struct json_object *ldt_json_error(dtrace_hdl_t *dtp, const dtrace_errdata_t *error)
{
	struct json_object *object = ldt_json_line("error");
	bool good = add_probe(object, error->dteda_pdesc) && ldt_json_add_number(object, "cpu", error->dteda_cpu) &&
		    ldt_json_add_number(object, "fault", error->dteda_fault) &&
		    ldt_json_add_text(object, "faultname", dtrace_faultstr(dtp, error->dteda_fault));

	if (error->dteda_action >= 0)
		good = good && ldt_json_add_number(object, "action", error->dteda_action) &&
		       ldt_json_add_number(object, "offset", error->dteda_offset);
	return whole(object, good && ldt_json_add_text(object, "text", error->dteda_msg));
}

static int json_drop(dtrace_hdl_t *dtp, FILE *out, const dtrace_dropdata_t *drop, void *arg)
{
	return ldt_json_write(dtp, out, ldt_json_drop(drop));
}

static int json_error(dtrace_hdl_t *dtp, FILE *out, const dtrace_errdata_t *error, void *arg)
{
	return ldt_json_write(dtp, out, ldt_json_error(dtp, error));
}

static int json_end(dtrace_hdl_t *dtp, FILE *out, const dtrace_outend_t *end, void *arg)
{
	struct json_object *object = ldt_json_line("end"), *drops = json_object_new_object();
	bool good = add_time(object) && ldt_json_add_number(object, "status", end->status) &&
		    ldt_json_add_natural(object, "records", end->records) &&
		    ldt_json_add_natural(object, "rows", end->rows) &&
		    ldt_json_add_natural(object, "errors", end->errors);

	for (size_t kind = 0; good && kind < end->drop_count; kind++) {
		if (end->drops[kind])
			good = ldt_json_add_natural(drops, dtrace_dropname((dtrace_dropkind_t)kind), end->drops[kind]);
	}
	return finish(dtp, out, object, ldt_json_add(object, "drops", drops) && good);
}

const struct ldt_output_format ldt_output_json = {
	.ops = { .start = json_start,
		 .record = json_record,
		 .row = json_row,
		 .drop = json_drop,
		 .error = json_error,
		 .end = json_end },
};
