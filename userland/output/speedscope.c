/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * output/speedscope.c - the file of speedscope (https://www.speedscope.app/file-format-schema.json): a table of frames, and a
 * profile for each aggregation, and label, whose samples are numbers of frames. It is one object: written at the end.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "output/writers.h"

#define SCHEMA "https://www.speedscope.app/file-format-schema.json"

/* Profiles in the order in which they came. */
struct profile {
	struct profile *next;
	char *name;
	struct json_object *samples, *weights; /* arrays */
	int64_t total;
};

struct speedscope {
	struct ldt_sample_losses losses;
	struct json_object *frames;  /* array of { "name" } */
	struct json_object *numbers; /* name of a frame: its number */
	struct profile *profiles, **tail;
};

static void profile_destroy(struct profile *profile)
{
	json_object_put(profile->samples);
	json_object_put(profile->weights);
	free(profile->name);
	free(profile);
}

static void speedscope_destroy(void *state)
{
	struct speedscope *scope = state;

	if (!scope)
		return;
	while (scope->profiles) {
		struct profile *profile = scope->profiles;

		scope->profiles = profile->next;
		profile_destroy(profile);
	}
	json_object_put(scope->frames);
	json_object_put(scope->numbers);
	free(scope);
}

static void *speedscope_create(struct dtrace_hdl *dtp)
{
	struct speedscope *scope = calloc(1, sizeof(*scope));

	if (!scope)
		return NULL;
	scope->tail = &scope->profiles;
	scope->frames = json_object_new_array();
	scope->numbers = json_object_new_object();
	if (scope->frames && scope->numbers)
		return scope;
	speedscope_destroy(scope);
	return NULL;
}

/* A profile named @name; @name becomes its own. NULL without memory. */
static struct profile *profile_get(struct speedscope *scope, char *name)
{
	struct profile *profile = scope->profiles;

	while (profile && strcmp(profile->name, name) != 0)
		profile = profile->next;
	if (profile) {
		free(name);
		return profile;
	}
	profile = calloc(1, sizeof(*profile));
	if (!profile) {
		free(name);
		return NULL;
	}
	profile->name = name;
	profile->samples = json_object_new_array();
	profile->weights = json_object_new_array();
	if (!profile->samples || !profile->weights) {
		profile_destroy(profile);
		return NULL;
	}
	*scope->tail = profile;
	scope->tail = &profile->next;
	return profile;
}

/* The number of a frame, as a new object; NULL without memory. */
static struct json_object *frame_number(struct speedscope *scope, const char *name)
{
	struct json_object *known, *frame;
	int64_t number;

	if (json_object_object_get_ex(scope->numbers, name, &known))
		return json_object_new_int64(json_object_get_int64(known));
	number = (int64_t)json_object_array_length(scope->frames);
	frame = json_object_new_object();
	if (!ldt_json_add(frame, "name", ldt_json_string(name)) || json_object_array_add(scope->frames, frame) != 0) {
		json_object_put(frame);
		return NULL;
	}
	return ldt_json_add(scope->numbers, name, json_object_new_int64(number)) ? json_object_new_int64(number) : NULL;
}

static struct json_object *sample_numbers(struct speedscope *scope, const struct ldt_sample *sample)
{
	struct json_object *numbers = json_object_new_array();

	for (size_t i = 0; numbers && i < sample->count; i++) {
		struct json_object *number = frame_number(scope, sample->frames[i]);

		if (!number || json_object_array_add(numbers, number) != 0) {
			json_object_put(number);
			json_object_put(numbers);
			return NULL;
		}
	}
	return numbers;
}

static int add_sample(dtrace_hdl_t *dtp, FILE *out, const struct ldt_sample *sample, void *arg)
{
	struct speedscope *scope = arg;
	struct json_object *numbers = sample_numbers(scope, sample), *weight = json_object_new_int64(sample->weight);
	struct profile *profile;
	char *name;

	if (asprintf(&name, "%s%s%s", sample->name ? sample->name : "", *sample->label ? " " : "", sample->label) == -1)
		name = NULL;
	profile = name ? profile_get(scope, name) : NULL;
	if (!profile || !numbers || !weight || json_object_array_add(profile->samples, numbers) != 0) {
		json_object_put(numbers);
		json_object_put(weight);
		return ldt_set_errno(dtp, EDT_NOMEM);
	}
	if (json_object_array_add(profile->weights, weight) != 0) {
		json_object_put(weight);
		return ldt_set_errno(dtp, EDT_NOMEM);
	}
	profile->total += sample->weight;
	return 0;
}

static int speedscope_record(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrecord_t *record, void *arg)
{
	struct speedscope *scope = arg;

	return ldt_samples_of_record(dtp, out, record, add_sample, scope, &scope->losses);
}

static int speedscope_row(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrow_t *row, void *arg)
{
	struct speedscope *scope = arg;

	return ldt_samples_of_row(dtp, out, row, add_sample, scope, &scope->losses);
}

static struct json_object *profile_object(const struct profile *profile)
{
	struct json_object *object = json_object_new_object();
	bool good = ldt_json_add(object, "type", json_object_new_string("sampled")) &&
		    ldt_json_add(object, "name", ldt_json_string(profile->name)) &&
		    ldt_json_add(object, "unit", json_object_new_string("none")) &&
		    ldt_json_add(object, "startValue", json_object_new_int64(0)) &&
		    ldt_json_add(object, "endValue", json_object_new_int64(profile->total)) &&
		    ldt_json_add(object, "samples", json_object_get(profile->samples)) &&
		    ldt_json_add(object, "weights", json_object_get(profile->weights));

	if (good)
		return object;
	json_object_put(object);
	return NULL;
}

static int speedscope_end(dtrace_hdl_t *dtp, FILE *out, const dtrace_outend_t *end, void *arg)
{
	struct speedscope *scope = arg;
	struct json_object *object = json_object_new_object(), *shared = json_object_new_object();
	struct json_object *profiles = json_object_new_array();
	bool good = ldt_json_add(shared, "frames", json_object_get(scope->frames));

	for (const struct profile *profile = scope->profiles; good && profile; profile = profile->next) {
		struct json_object *one = profile_object(profile);

		good = one && json_object_array_add(profiles, one) == 0;
		if (!good)
			json_object_put(one);
	}
	good = ldt_json_add(object, "$schema", json_object_new_string(SCHEMA)) && good;
	good = ldt_json_add(object, "exporter", json_object_new_string("anytrace")) && good;
	good = ldt_json_add(object, "shared", shared) && good;
	good = ldt_json_add(object, "profiles", profiles) && good;
	if (good)
		return ldt_json_write(dtp, out, object);
	json_object_put(object);
	return ldt_set_errno(dtp, EDT_NOMEM);
}

static void speedscope_why(const void *state, char *buf, size_t size)
{
	const struct speedscope *scope = state;

	ldt_sample_losses_why(&scope->losses, "speedscope", buf, size);
}

const struct ldt_output_format ldt_output_speedscope = {
	.ops = { .record = speedscope_record, .row = speedscope_row, .end = speedscope_end },
	.create = speedscope_create,
	.destroy = speedscope_destroy,
	.why = speedscope_why,
};
