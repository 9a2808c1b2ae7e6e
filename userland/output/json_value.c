/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * output/json_value.c - values as JSON.
 *
 * Integers are written with all their digits. Addresses are strings: they are names, not quantities, and most readers of JSON
 * would round them.
 */
#include <inttypes.h>
#include <string.h>

#include "output/writers.h"

bool ldt_json_add(struct json_object *object, const char *name, struct json_object *value)
{
	if (object && value && json_object_object_add(object, name, value) == 0)
		return true;
	json_object_put(value);
	return false;
}

bool ldt_json_add_number(struct json_object *object, const char *name, int64_t number)
{
	return ldt_json_add(object, name, json_object_new_int64(number));
}

bool ldt_json_add_natural(struct json_object *object, const char *name, uint64_t number)
{
	return ldt_json_add(object, name, json_object_new_uint64(number));
}

bool ldt_json_add_text(struct json_object *object, const char *name, const char *text)
{
	return ldt_json_add(object, name, ldt_json_string(text));
}

/* An array's element; false without memory. */
static bool append(struct json_object *array, struct json_object *value)
{
	if (array && value && json_object_array_add(array, value) == 0)
		return true;
	json_object_put(value);
	return false;
}

/* @object, or NULL and nothing left of it when a part has failed. */
static struct json_object *whole(struct json_object *object, bool good)
{
	if (good)
		return object;
	json_object_put(object);
	return NULL;
}

static struct json_object *hex(const char *data, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	struct json_object *object = json_object_new_object(), *text;
	char *buf = malloc(size * 2 + 1);

	if (!buf)
		return whole(object, false);
	for (size_t i = 0; i < size; i++) {
		buf[i * 2] = digits[(unsigned char)data[i] >> 4];
		buf[i * 2 + 1] = digits[(unsigned char)data[i] & 15];
	}
	text = json_object_new_string_len(buf, (int)(size * 2));
	free(buf);
	return whole(object, ldt_json_add(object, "hex", text));
}

struct json_object *ldt_json_text(const char *data, size_t size)
{
	return ldt_utf8_is_valid(data, size) ? json_object_new_string_len(data, (int)size) : hex(data, size);
}

struct json_object *ldt_json_string(const char *text)
{
	return ldt_json_text(text, strlen(text));
}

static struct json_object *address(uint64_t addr)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%" PRIx64, addr);
	return json_object_new_string(text);
}

static struct json_object *symbol(const dtrace_symbol_t *at)
{
	struct json_object *object = json_object_new_object();
	bool good = ldt_json_add(object, "address", address(at->addr)) &&
		    ldt_json_add(object, "text", ldt_json_string(at->text));

	if (at->module)
		good = good && ldt_json_add(object, "module", ldt_json_string(at->module));
	if (at->name)
		good = good && ldt_json_add(object, "symbol", ldt_json_string(at->name)) &&
		       ldt_json_add(object, "offset", json_object_new_uint64(at->offset));
	if (at->note)
		good = good && ldt_json_add(object, "note", ldt_json_string(at->note));
	return whole(object, good);
}

static bool add_space(struct json_object *object, bool is_user, uint32_t pid)
{
	if (!ldt_json_add(object, "space", json_object_new_string(is_user ? "user" : "kernel")))
		return false;
	return !is_user || ldt_json_add(object, "pid", json_object_new_int64(pid));
}

static struct json_object *stack(const dtrace_value_t *value)
{
	struct json_object *object = json_object_new_object(), *frames = json_object_new_array();
	bool good = add_space(object, value->stack.is_user, value->stack.pid);

	for (size_t i = 0; good && i < value->stack.count; i++)
		good = append(frames, symbol(&value->stack.frames[i]));
	return whole(object, ldt_json_add(object, "frames", frames) && good);
}

/* A value that the record has no bytes for is null. */
static bool append_value(struct json_object *array, const dtrace_value_t *value)
{
	return value->kind == DTRACE_VALUE_NONE ? array && json_object_array_add(array, NULL) == 0
						: append(array, ldt_json_value(value));
}

static struct json_object *structure(const dtrace_value_t *value)
{
	struct json_object *object = json_object_new_object(), *members = json_object_new_object();
	bool good = !value->type || ldt_json_add(object, "type", ldt_json_string(value->type));

	for (size_t i = 0; good && i < value->list.count; i++) {
		const dtrace_value_t *item = &value->list.items[i];

		good = item->kind == DTRACE_VALUE_NONE ? json_object_object_add(members, item->name, NULL) == 0
						       : ldt_json_add(members, item->name, ldt_json_value(item));
	}
	return whole(object, ldt_json_add(object, "members", members) && good);
}

static struct json_object *enumerator(const dtrace_value_t *value)
{
	struct json_object *object = json_object_new_object();
	bool good = ldt_json_add(object, "value", json_object_new_int64(value->enumerator.value));

	if (value->enumerator.name)
		good = good && ldt_json_add(object, "enumerator", ldt_json_string(value->enumerator.name));
	return whole(object, good);
}

static struct json_object *bound(bool is_unsigned, int64_t number)
{
	return is_unsigned ? json_object_new_uint64((uint64_t)number) : json_object_new_int64(number);
}

static struct json_object *distribution(const dtrace_value_t *value)
{
	struct json_object *object = json_object_new_object(), *buckets = json_object_new_array();
	bool good = ldt_json_add(object, "total", json_object_new_int64(value->distribution.total));

	for (size_t i = 0; good && i < value->distribution.count; i++) {
		const dtrace_bucket_t *from = &value->distribution.buckets[i];
		struct json_object *bucket = json_object_new_object();
		bool is_unsigned = value->distribution.is_unsigned;

		good = (!from->has_low || ldt_json_add(bucket, "low", bound(is_unsigned, from->low))) &&
		       (!from->has_high || ldt_json_add(bucket, "high", bound(is_unsigned, from->high))) &&
		       ldt_json_add(bucket, "count", json_object_new_int64(from->count));
		good = append(buckets, bucket) && good;
	}
	return whole(object, ldt_json_add(object, "buckets", buckets) && good);
}

static struct json_object *place(const dtrace_value_t *value)
{
	struct json_object *object = symbol(&value->symbol.at);

	return whole(object, object && add_space(object, value->symbol.is_user, value->symbol.pid));
}

struct json_object *ldt_json_value(const dtrace_value_t *value)
{
	switch (value->kind) {
	case DTRACE_VALUE_NONE:
		return NULL;
	case DTRACE_VALUE_INT:
		return json_object_new_int64(value->number);
	case DTRACE_VALUE_UINT:
		return json_object_new_uint64(value->natural);
	case DTRACE_VALUE_FLOAT:
		return json_object_new_double(value->real);
	case DTRACE_VALUE_STRING:
		return ldt_json_text(value->bytes.data, value->bytes.size);
	case DTRACE_VALUE_BYTES:
		return hex(value->bytes.data, value->bytes.size);
	case DTRACE_VALUE_ENUM:
		return enumerator(value);
	case DTRACE_VALUE_SYMBOL:
		return place(value);
	case DTRACE_VALUE_STACK:
		return stack(value);
	case DTRACE_VALUE_STRUCT:
		return structure(value);
	case DTRACE_VALUE_ARRAY:
		return ldt_json_values(value->list.items, value->list.count);
	case DTRACE_VALUE_DISTRIBUTION:
		return distribution(value);
	}
	return NULL;
}

struct json_object *ldt_json_values(const dtrace_value_t *values, size_t count)
{
	struct json_object *array = json_object_new_array();
	bool good = array != NULL;

	for (size_t i = 0; good && i < count; i++)
		good = append_value(array, &values[i]);
	return whole(array, good);
}

struct json_object *ldt_json_cell(const dtrace_outcell_t *cell)
{
	struct json_object *object = json_object_new_object();
	bool good = (cell->name ? ldt_json_add_text(object, "name", cell->name)
				: object && json_object_object_add(object, "name", NULL) == 0) &&
		    ldt_json_add_text(object, "function", cell->function) &&
		    ldt_json_add(object, "value", ldt_json_value(&cell->value));

	if (cell->normal != 1)
		good = good && ldt_json_add_natural(object, "normal", cell->normal);
	if (cell->cpu_count)
		good = good && ldt_json_add(object, "cpus", ldt_json_values(cell->cpus, cell->cpu_count));
	return whole(object, good);
}

struct json_object *ldt_json_line(const char *type)
{
	struct json_object *object = json_object_new_object();

	return whole(object, ldt_json_add(object, "type", json_object_new_string(type)));
}

int ldt_json_write(dtrace_hdl_t *dtp, FILE *out, struct json_object *object)
{
	const char *text;
	size_t size;

	text = object ? json_object_to_json_string_length(
				object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &size)
		      : NULL;
	if (text) {
		fwrite(text, 1, size, out);
		fputc('\n', out);
	}
	json_object_put(object);
	return text ? 0 : ldt_set_errno(dtp, EDT_NOMEM);
}
