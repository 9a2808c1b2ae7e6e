/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_probe.c - the table of probes and its names: ids, exact names, patterns, destroying. */
#include "fixture.h"

#include <stdio.h>
#include <string.h>

#include "core/framework/framework.h"
#include "core/dif/machine.h"
#include "core/probe/names.h"
#include "core/probe/probe.h"
#include "os/host/host.h"
#include "os/os.h"

static struct dt_provider *one, *two;
static unsigned int provided, destroyed, told;

static void provide(void *arg, const struct dtrace_probedesc *pattern)
{
	provided++;
	dt_probe_create(one, "late", "made", "on-demand", 0, NULL);
}

static void destroy(void *arg, void *probe_arg)
{
	destroyed++;
}

static void idle_destroyed(void *arg)
{
	told++;
}

static const struct dt_provider_ops lazy_ops = { .provide = provide, .destroy = destroy };
static const struct dt_provider_ops plain_ops = { .destroy = destroy };
static const struct dt_provider_ops again_ops = { .destroy = destroy, .idle_destroyed = idle_destroyed };
static const struct dtrace_pattr attributes;

static int setup(void **unused)
{
	provided = destroyed = 0;
	fixture_start(1, 0);
	assert_int_equal(dt_provider_register("one", &attributes, &lazy_ops, NULL, &one), 0);
	assert_int_equal(dt_provider_register("two", &attributes, &plain_ops, NULL, &two), 0);
	return 0;
}

static int teardown(void **unused)
{
	assert_int_equal(dt_provider_unregister(two), 0);
	assert_int_equal(dt_provider_unregister(one), 0);
	fixture_end();
	return 0;
}

struct found {
	uint32_t ids[64];
	size_t count;
};

static int note(void *arg, struct dt_probe *probe)
{
	struct found *found = arg;

	assert_true(found->count < 64);
	found->ids[found->count++] = probe->id;
	return 0;
}

static size_t match(const char *provider, const char *module, const char *function, const char *name,
		    struct found *found)
{
	struct dtrace_probedesc desc;
	struct dt_match pattern;
	struct found mine;
	size_t i;

	memset(&desc, 0, sizeof(desc));
	snprintf(desc.provider, sizeof(desc.provider), "%s", provider);
	snprintf(desc.module, sizeof(desc.module), "%s", module);
	snprintf(desc.function, sizeof(desc.function), "%s", function);
	snprintf(desc.name, sizeof(desc.name), "%s", name);
	found = found == NULL ? &mine : found;
	memset(found, 0, sizeof(*found));
	dt_framework_lock();
	dt_match_prepare(&pattern, &desc);
	dt_probes_each(&pattern, 0, note, found);
	dt_framework_unlock();
	for (i = 1; i < found->count; i++)
		assert_true(found->ids[i] > found->ids[i - 1]);
	return found->count;
}

static void names_are_shared(void **unused)
{
	const struct dt_name *a, *b;

	dt_framework_lock();
	assert_null(dt_name_find("shared"));
	a = dt_name_get("shared", 64);
	b = dt_name_get("shared", 64);
	assert_ptr_equal(a, b);
	assert_ptr_equal(dt_name_find("shared"), a);
	dt_name_put(a);
	assert_ptr_equal(dt_name_find("shared"), a);
	dt_name_put(b);
	assert_null(dt_name_find("shared"));
	a = dt_name_get("too long", 4);
	assert_string_equal(a->text, "too");
	dt_name_put(a);
	dt_framework_unlock();
}

/* Names that are asked for and put back in any order: one copy of each, as long as somebody has it. */
static void names_come_and_go(void **unused)
{
	static const char *const texts[] = { "entry", "return", "e", "vmlinux", "vmlinux_2", "x", "ent", "read" };
	const struct dt_name *held[DT_ARRAY_SIZE(texts)] = { NULL };
	unsigned int refs[DT_ARRAY_SIZE(texts)] = { 0 }, step, seed = 1;
	size_t i, max;

	dt_framework_lock();
	for (step = 0; step < 20000; step++) {
		seed = seed * 1103515245 + 12345;
		i = (seed >> 16) % DT_ARRAY_SIZE(texts);
		if ((seed >> 24) % 2 && refs[i] > 0) {
			dt_name_put(held[i]);
			if (--refs[i] == 0)
				assert_true(dt_name_find(texts[i]) == NULL);
			continue;
		}
		max = strcmp(texts[i], "ent") == 0 ? 4 : 64;
		/* the same name, but cut from a longer text */
		held[i] = dt_name_get(max == 4 && step % 2 ? "entry" : texts[i], max);
		refs[i]++;
		assert_string_equal(held[i]->text, texts[i]);
		assert_int_equal(held[i]->refs, refs[i]);
		assert_ptr_equal(dt_name_find(texts[i]), held[i]);
	}
	for (i = 0; i < DT_ARRAY_SIZE(texts); i++) {
		for (; refs[i] > 0; refs[i]--)
			dt_name_put(held[i]);
		assert_null(dt_name_find(texts[i]));
	}
	dt_framework_unlock();
}

static void ids_and_names(void **unused)
{
	int a = dt_probe_create(one, "m", "f", "n", 3, NULL), b;

	assert_true(a > 0);
	assert_int_equal(dt_probe_create(one, "m", "f", "n", 3, NULL), -OS_EEXIST);
	b = dt_probe_create(two, "m", "f", "n", 0, NULL);
	assert_int_equal(b, a + 1);
	assert_int_equal(dt_probe_lookup(one, "m", "f", "n"), a);
	assert_int_equal(dt_probe_lookup(two, "m", "f", "n"), b);
	assert_int_equal(dt_probe_lookup(two, "m", "f", "other"), 0);
	assert_int_equal(dt_probe_aframes(dt_probe_by_id((uint32_t)a)), 3);
	assert_string_equal(dt_probe_name_part(dt_probe_by_id((uint32_t)b), DT_PART_PROVIDER), "two");
	assert_null(dt_probe_by_id(0));
	assert_null(dt_probe_by_id((uint32_t)b + 1));
	assert_int_equal(dt_provider_register("one", &attributes, &plain_ops, NULL, &two), -OS_EEXIST);
}

static void patterns(void **unused)
{
	struct found found;
	unsigned int i;
	char name[16];

	for (i = 0; i < 10; i++) {
		snprintf(name, sizeof(name), "f%u", i);
		dt_probe_create(one, i % 2 ? "odd" : "even", name, "entry", 0, NULL);
		dt_probe_create(two, "", "f3", name, 0, NULL);
	}
	assert_int_equal(match("one", "", "", "", NULL), 10);
	assert_int_equal(match("", "", "f3", "", NULL), 11);
	assert_int_equal(match("one", "", "f3", "", &found), 1);
	assert_int_equal(match("*", "odd", "f?", "entry", NULL), 5);
	assert_int_equal(match("o*", "", "f[0-3]", "e*", NULL), 4);
	assert_int_equal(match("", "", "f99", "", NULL), 0);
	assert_int_equal(match("", "even", "f1", "", NULL), 0);
	assert_int_equal(match("two", "", "", "f[!0-4]", NULL), 5);
}

static void provide_is_lazy(void **unused)
{
	struct dt_state *state;
	struct dtrace_probematch request;

	assert_int_equal(dt_state_open(&state), 0);
	memset(&request, 0, sizeof(request));
	strcpy(request.pattern.provider, "two");
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBEMATCH, &request), 0);
	assert_int_equal(provided, 0);
	strcpy(request.pattern.provider, "o*");
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBEMATCH, &request), 0);
	assert_int_equal(provided, 1);
	assert_int_equal(request.matched, 1);
	assert_int_equal(request.first, dt_probe_lookup(one, "late", "made", "on-demand"));
	dt_state_close(state);
}

static void destroying(void **unused)
{
	uint32_t first = 0, id;
	unsigned int i;
	char name[16];

	for (i = 0; i < 3000; i++) {
		snprintf(name, sizeof(name), "g%u", i);
		id = (uint32_t)dt_probe_create(one, i < 2000 ? "goes" : "stays", "same", name, 0, NULL);
		first = first == 0 ? id : first;
	}
	dt_framework_lock();
	dt_probes_destroy(one, "goes");
	dt_framework_unlock();
	assert_int_equal(destroyed, 2000);
	assert_null(dt_probe_by_id(first));
	assert_null(dt_probe_by_id(first + 1999));
	assert_non_null(dt_probe_by_id(first + 2000));
	assert_int_equal(match("one", "goes", "", "", NULL), 0);
	assert_int_equal(match("", "", "same", "g20[0-9]", NULL), 0);
	assert_int_equal(match("", "", "same", "g200?", NULL), 10);
	id = (uint32_t)dt_probe_create(one, "goes", "same", "g0", 0, NULL); /* comes back under a new id */
	assert_int_equal(id, first + 3000);
}

static void make_many(struct dt_provider *provider, uint32_t first)
{
	char function[32];
	unsigned int i;

	for (i = 0; i < 1500; i++) {
		snprintf(function, sizeof(function), "many%u", i);
		assert_int_equal(dt_probe_create(provider, "mod", function, "go", 0, NULL), first + i);
	}
}

/*
 * With the last consumer, and only where memory is short, what can be made again goes; made again,
 * it has its ids again.
 */
static void trim(void **unused)
{
	struct dt_provider *again;
	struct dt_state *first, *second;
	uint32_t id;
	size_t bytes;

	assert_int_equal(dt_provider_register("again", &attributes, &again_ops, NULL, &again), 0);
	id = (uint32_t)dt_probe_create(two, "mod", "stays", "go", 0, NULL);
	make_many(again, id + 1);
	bytes = dt_probes_bytes();
	told = 0;
	assert_int_equal(dt_state_open(&first), 0);
	dt_state_close(first);
	assert_int_equal(destroyed, 0);

	os_host_memory_short(true);
	assert_int_equal(dt_state_open(&first), 0);
	assert_int_equal(dt_state_open(&second), 0);
	dt_state_close(first);
	assert_int_equal(destroyed, 0);
	dt_state_close(second);
	os_host_memory_short(false);
	assert_int_equal(destroyed, 1500);
	assert_int_equal(told, 1);
	assert_int_equal(dt_probe_lookup(two, "mod", "stays", "go"), id);
	assert_null(dt_probe_by_id(id + 1));
	dt_framework_lock();
	assert_int_equal(dt_probes_next_id(), id + 1);
	dt_framework_unlock();
	assert_true(dt_probes_bytes() + 1024 * sizeof(struct dt_probe) < bytes);
	make_many(again, id + 1);
	assert_int_equal(dt_provider_unregister(again), 0);
}

static uint32_t make(const char *function, const char *name)
{
	int id = dt_probe_create(two, "m", function, name, 0, NULL);

	assert_true(id > 0);
	return (uint32_t)id;
}

/* One function with three names: a pattern means it once, by the first name that it fits. */
static void aliases(void **unused)
{
	struct found found;
	uint32_t entry, far;

	entry = make("__x_getuid", "entry");
	dt_probe_alias(make("__do_getuid", "entry"), entry);
	dt_probe_alias(make("__se_getuid", "entry"), entry + 1);
	assert_int_equal(match("two", "", "", "", &found), 1);
	assert_int_equal(found.ids[0], entry);
	assert_int_equal(match("two", "", "*getuid", "", &found), 1);
	assert_int_equal(found.ids[0], entry);
	assert_int_equal(match("two", "", "__do_getuid", "", &found), 1);
	assert_int_equal(found.ids[0], entry + 1);
	assert_int_equal(match("two", "m", "__do_*", "entry", &found), 1);
	assert_int_equal(found.ids[0], entry + 1);
	assert_int_equal(match("two", "", "__[ds]*", "", &found), 1);
	assert_int_equal(found.ids[0], entry + 1);
	assert_int_equal(match("two", "", "__se_getuid", "", &found), 1);
	assert_int_equal(found.ids[0], entry + 2);
	assert_int_equal(match("two", "", "__se*", "", &found), 1);
	assert_int_equal(found.ids[0], entry + 2);
	assert_int_equal(match("two", "", "*", "return", &found), 0);
	/* too far away to be told: by its plain name only */
	for (far = 0; far < 300; far++) {
		char name[16];

		snprintf(name, sizeof(name), "fill%u", far);
		make(name, "return");
	}
	far = make("__late_getuid", "entry");
	dt_probe_alias(far, entry);
	assert_int_equal(match("two", "", "__late*", "", &found), 0);
	assert_int_equal(match("two", "", "__late_getuid", "", &found), 1);
	assert_int_equal(found.ids[0], far);
	/* an alias that is destroyed leaves nothing to the next probe with its id */
	dt_framework_lock();
	dt_probes_destroy(two, NULL);
	dt_probes_trim(false);
	dt_framework_unlock();
	assert_int_equal(make("first", "entry"), entry);
	assert_int_equal(make("second", "entry"), entry + 1);
	assert_int_equal(match("two", "", "", "", NULL), 2);
}

#define CROWD 2000 /* probes: several chunks of the table */

static void crowd_make(unsigned int i)
{
	char module[16], function[16], name[16];

	snprintf(module, sizeof(module), "m%u", i / 300);
	snprintf(function, sizeof(function), "f%u", i);
	snprintf(name, sizeof(name), "n%u", i / 700 + i % 2);
	assert_true(dt_probe_create(i < 900 ? one : two, module, function, name, 0, NULL) > 0);
}

static bool same_or_any(const char *pattern, const char *text)
{
	return *pattern == '\0' || strcmp(pattern, text) == 0;
}

/* How many of all probes have these names, by looking at each of them. */
static size_t crowd_count(const char *provider, const char *module, const char *name)
{
	const struct dt_probe *probe;
	size_t count = 0;
	uint32_t id;

	for (id = 1; id < dt_probes_next_id(); id++) {
		probe = dt_probe_by_id(id);
		count += probe != NULL && same_or_any(provider, dt_probe_name_part(probe, DT_PART_PROVIDER)) &&
			 same_or_any(module, dt_probe_name_part(probe, DT_PART_MODULE)) &&
			 same_or_any(name, dt_probe_name_part(probe, DT_PART_NAME));
	}
	return count;
}

static int count_one(void *arg, struct dt_probe *probe)
{
	++*(size_t *)arg;
	return 0;
}

static void crowd_check(const char *provider, const char *module, const char *name)
{
	struct dtrace_probedesc desc;
	struct dt_match pattern;
	size_t count = 0;

	memset(&desc, 0, sizeof(desc));
	snprintf(desc.provider, sizeof(desc.provider), "%s", provider);
	snprintf(desc.module, sizeof(desc.module), "%s", module);
	snprintf(desc.name, sizeof(desc.name), "%s", name);
	dt_framework_lock();
	dt_match_prepare(&pattern, &desc);
	dt_probes_each(&pattern, 0, count_one, &count);
	assert_int_equal(count, crowd_count(provider, module, name));
	dt_framework_unlock();
}

static void crowd_check_all(void)
{
	static const char *const providers[] = { "", "one", "two", "dtrace" };
	static const char *const modules[] = { "", "m0", "m2", "m3", "m6", "m9" };
	static const char *const names[] = { "", "n0", "n1", "n3", "n9" };
	size_t p, m, n;

	for (p = 0; p < DT_ARRAY_SIZE(providers); p++) {
		for (m = 0; m < DT_ARRAY_SIZE(modules); m++) {
			for (n = 0; n < DT_ARRAY_SIZE(names); n++)
				crowd_check(providers[p], modules[m], names[n]);
		}
	}
}

/* Parts of the table in which nothing can match are passed over: nothing else is, whatever has come and gone. */
static void crowds(void **unused)
{
	unsigned int i;

	for (i = 0; i < CROWD; i++)
		crowd_make(i);
	crowd_check_all();
	dt_framework_lock();
	assert_true(crowd_count("one", "", "n1") > 0 && crowd_count("two", "m6", "") > 0);
	dt_probes_destroy(NULL, "m2");
	dt_probes_destroy(two, NULL);
	dt_framework_unlock();
	crowd_check_all();
	for (i = 0; i < CROWD; i++) {
		if (i / 300 == 2 || i >= 900)
			crowd_make(i);
	}
	crowd_check_all();
	dt_framework_lock();
	assert_int_equal(crowd_count("", "m2", ""), 300);
	dt_framework_unlock();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(names_are_shared, setup, teardown),
		cmocka_unit_test_setup_teardown(names_come_and_go, setup, teardown),
		cmocka_unit_test_setup_teardown(ids_and_names, setup, teardown),
		cmocka_unit_test_setup_teardown(patterns, setup, teardown),
		cmocka_unit_test_setup_teardown(aliases, setup, teardown),
		cmocka_unit_test_setup_teardown(provide_is_lazy, setup, teardown),
		cmocka_unit_test_setup_teardown(destroying, setup, teardown),
		cmocka_unit_test_setup_teardown(trim, setup, teardown),
		cmocka_unit_test_setup_teardown(crowds, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
