/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_modules.c - modules that go and come while they are traced: names stay for who traces, and nothing grows. */
#include "fixture.h"

#include <string.h>

#include "core/framework/framework.h"
#include "core/probe/names.h"
#include "core/enabling/plan.h"
#include "core/probe/probe.h"
#include "core/probe/provider.h"
#include "core/state/state.h"
#include "os/host/host.h"
#include "os/os.h"

#define FUNCS 10u

static struct dt_state *trace(const char *pattern)
{
	struct dof_builder *b = dofb_create();
	struct dt_state *state;

	assert_int_equal(dt_state_open(&state), 0);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 7));
	dofb_clause(b, dofb_probe(b, pattern, 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	return state;
}

static void start(bool on_demand)
{
	fixture_start(2, 3);
	fake.late_count = FUNCS;
	fake.on_demand = on_demand;
	os_host_module("late", true);
}

static uint32_t epid_of_record(struct dt_state *state)
{
	const uint32_t *words;
	size_t size;

	words = (const uint32_t *)fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 16);
	return words[0];
}

/* As a consumer does for a record: EPROBE, then PROBES by id. Returns the result of PROBES. */
static int describe(struct dt_state *state, uint32_t epid, char *text, uint32_t *id_ret)
{
	static uint64_t room[64];
	const struct dtrace_probeitem *item = (const struct dtrace_probeitem *)room;
	struct dtrace_eprobedesc eprobe = { .epid = epid };
	struct dtrace_probelist list = { .buffer = (uint64_t)(uintptr_t)room, .size = sizeof(room) };
	const char *module;
	int error;

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_EPROBE, &eprobe), 0);
	assert_int_equal(eprobe.size, 16);
	list.pattern.id = eprobe.probe;
	error = fixture_ioctl(state, DTRACEIOC_PROBES, &list);
	if (error != 0)
		return error;
	assert_int_equal(list.count, 1);
	module = item->names + item->provider_len + 1;
	strcpy(text, module);
	strcat(text, ":");
	strcat(text, module + item->module_len + 1);
	*id_ret = item->id;
	return 0;
}

static uint32_t changes(struct dt_state *state)
{
	uint32_t ret = 0;

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_MODULES, &ret), 0);
	return ret;
}

/* A consumer that has read the kernel's symbols can tell that a module has come or gone since. */
static void changes_are_counted(void **unused)
{
	struct dt_state *state;
	uint32_t before;

	start(false);
	assert_int_equal(dt_state_open(&state), 0);
	before = changes(state);
	assert_int_equal(changes(state), before);
	os_host_module("later", true);
	assert_int_equal(changes(state), before + 1);
	os_host_module("later", false);
	assert_int_equal(changes(state), before + 2);
	dt_state_close(state);
	fixture_end();
}

/* A record is read after the module has gone. */
static void names_stay(void **unused)
{
	struct dt_state *state, *other;
	char text[256];
	uint32_t epid, id;

	start(false);
	state = trace("fake:late::");
	fake_fire_on(0, 3 + 4, 0, 0);
	os_host_module("late", false);
	assert_int_equal(fake.destroyed, FUNCS);
	epid = epid_of_record(state);
	assert_int_equal(describe(state, epid, text, &id), 0);
	assert_string_equal(text, "late:late4");
	dt_framework_lock();
	assert_null(dt_probe_by_id(id));
	assert_int_equal(fake.provider->probe_count, 3);
	assert_int_equal(fake.provider->armed_count, 0);
	assert_int_equal(dt_probe_lookup(fake.provider, "late", "late4", "go"), DTRACE_IDNONE);
	dt_framework_unlock();

	/* Nobody else sees it, by whatever way. */
	assert_int_equal(dt_state_open(&other), 0);
	{
		uint64_t room[64];
		struct dtrace_probelist list = { .buffer = (uint64_t)(uintptr_t)room, .size = sizeof(room) };
		struct dtrace_probematch match = { .pattern.module = "late" };

		list.pattern.id = id;
		assert_int_equal(fixture_ioctl(other, DTRACEIOC_PROBES, &list), -OS_ESRCH);
		assert_int_equal(fixture_ioctl(other, DTRACEIOC_PROBEMATCH, &match), 0);
		assert_int_equal(match.matched, 0);
		strcpy(match.pattern.function, "late4");
		assert_int_equal(fixture_ioctl(other, DTRACEIOC_PROBEMATCH, &match), 0);
		assert_int_equal(match.matched, 0);
	}
	dt_state_close(other);
	dt_state_close(state);
	dt_framework_lock();
	assert_null(dt_name_find("late4"));
	dt_framework_unlock();
	fixture_end();
}

/* The probe comes back with its id, its ECBs fire again, and a consumer that came in between gets it, too. */
static void comes_back(void **unused)
{
	struct dt_state *first, *second;
	uint32_t epid, id, id_again;
	char text[256];

	start(false);
	first = trace("fake:::");
	fake_fire_on(0, 3 + 9, 0, 0);
	epid = epid_of_record(first);
	assert_int_equal(describe(first, epid, text, &id), 0);
	os_host_module("late", false);
	second = trace("fake:::");
	os_host_module("late", true);
	assert_int_equal(first->ecbs.count, 3 + FUNCS);
	assert_int_equal(second->ecbs.count, 3 + FUNCS);
	fake_fire_on(0, 3 + 9, 0, 0);
	assert_int_equal(epid_of_record(first), epid);
	assert_int_equal(describe(first, epid, text, &id_again), 0);
	assert_string_equal(text, "late:late9");
	assert_int_equal(id, id_again);
	epid = epid_of_record(second);
	assert_int_equal(describe(second, epid, text, &id_again), 0);
	assert_int_equal(id, id_again);
	dt_state_close(second);
	fake_fire_on(0, 3 + 9, 0, 0);
	assert_int_equal(fixture_account(first, 0).recorded, 3);
	dt_state_close(first);
	assert_int_equal(fake.enabled, fake.disabled);
	os_host_module("late", false);
	fixture_end();
}

/* The list of a function name stays in order of id. */
static void order_of_ids(void **unused)
{
	static uint64_t room[512];
	struct dtrace_probelist list = { .buffer = (uint64_t)(uintptr_t)room, .size = sizeof(room) };
	const struct dtrace_probeitem *item = (const struct dtrace_probeitem *)room;
	struct dt_state *state;
	uint32_t last;

	start(false);
	os_host_module("later", true); /* the same function names */
	state = trace("fake:late::");
	os_host_module("late", false);
	os_host_module("late", true);
	strcpy(list.pattern.function, "late1");
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), 0);
	assert_int_equal(list.count, 2);
	last = item->id;
	item = (const struct dtrace_probeitem *)((const char *)item + item->size);
	assert_true(item->id > last);
	dt_state_close(state);
	os_host_module("late", false);
	os_host_module("later", false);
	fixture_end();
}

/* Probes that are made on demand come back for what is enabled, and only for that. */
static void on_demand(void **unused)
{
	struct dt_state *state, *before;

	start(true);
	before = trace("fake:late:late[0-3]:"); /* asks for the module's: all of them are made */
	state = trace("fake:other::");
	os_host_module("late", false);
	os_host_module("late", true);
	assert_int_equal(before->ecbs.count, 4);
	fake_fire_on(0, 3 + 3, 0, 0);
	assert_int_equal(fixture_account(before, 0).recorded, 1);
	dt_state_close(before);
	os_host_module("late", false);
	os_host_module("late", true);
	dt_framework_lock();
	assert_int_equal(dt_probe_lookup(fake.provider, "late", "late0", "go"), DTRACE_IDNONE);
	dt_framework_unlock();
	dt_state_close(state);
	os_host_module("late", false);
	fixture_end();
}

/* A thousand times, with records in between: memory and ids are those of the first time. */
static void a_thousand_times(void **unused)
{
	unsigned long blocks = 0;
	struct dt_state *state;
	uint32_t i, ids = 0, size = 0;
	size_t bytes = 0;

	start(false);
	state = trace("fake:::");
	for (i = 0; i < 1000; i++) {
		os_host_module("late", false);
		os_host_module("late", true);
		fake_fire_on(0, 3 + i % FUNCS, 0, 0);
		epid_of_record(state);
		dt_framework_lock();
		if (i == 0) {
			ids = dt_probes_next_id();
			bytes = dt_probes_bytes();
			blocks = os_host_alloc_count();
			size = state->ecbs.count;
		}
		assert_int_equal(dt_probes_next_id(), ids);
		assert_int_equal(dt_probes_bytes(), bytes);
		assert_int_equal(os_host_alloc_count(), blocks);
		assert_int_equal(state->ecbs.count, size);
		dt_framework_unlock();
	}
	assert_int_equal(fixture_account(state, 0).recorded, 1000);
	assert_int_equal(fake.destroyed, 1000 * FUNCS);
	dt_state_close(state);
	os_host_module("late", false);
	fixture_end();
}

/* Every allocation on the way back fails once: the tracer goes on, and nothing leaks. */
static void no_memory(void **unused)
{
	struct dt_state *state;
	unsigned int nth;

	for (nth = 1; nth < 12; nth++) {
		start(false);
		state = trace("fake:::");
		os_host_module("late", false);
		os_host_fail_alloc(nth);
		os_host_module("late", true);
		os_host_fail_alloc(0);
		fake_fire_on(0, 0, 0, 0);
		assert_int_equal(fixture_account(state, 0).recorded, 1);
		dt_state_close(state);
		assert_int_equal(fake.enabled, fake.disabled);
		os_host_module("late", false);
		fixture_end();
	}
}

/* So many that pages of probes go with the last ECBs on them; another consumer keeps some. */
static void many_go(void **unused)
{
	struct dt_state *state, *other;
	size_t bytes;

	start(false);
	os_host_module("late", false);
	dt_framework_lock();
	bytes = dt_probes_bytes();
	dt_framework_unlock();
	fake.late_count = FAKE_LATE_MAX;
	os_host_module("late", true);
	state = trace("fake:late::");
	other = trace("fake:late:late1?:");
	fake_fire_on(0, 3, 0, 0);
	os_host_module("late", false);
	dt_state_close(state);
	dt_state_close(other);
	dt_framework_lock();
	assert_true(dt_probes_bytes() < bytes + 512 * 1024);
	dt_framework_unlock();
	fixture_end();
}

/* A provider that goes leaves the names of what was traced. */
static void provider_goes(void **unused)
{
	static const struct dtrace_pattr attr;
	static const struct dt_provider_ops none;
	struct dt_provider *provider;
	struct dt_state *state;
	char text[256];
	uint32_t id;

	start(false);
	state = trace("fake:late::");
	fake_fire_on(0, 3, 0, 0);
	os_host_module("late", false);
	assert_int_equal(dt_provider_unregister(fake.provider), 0);
	assert_int_equal(describe(state, epid_of_record(state), text, &id), 0);
	assert_string_equal(text, "late:late0");
	assert_int_equal(dt_provider_register("fake", &attr, &none, NULL, &provider), 0);
	dt_state_close(state);
	fake.provider = provider;
	fixture_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_stay), cmocka_unit_test(comes_back),       cmocka_unit_test(order_of_ids),
		cmocka_unit_test(on_demand),  cmocka_unit_test(a_thousand_times), cmocka_unit_test(no_memory),
		cmocka_unit_test(many_go),    cmocka_unit_test(provider_goes),    cmocka_unit_test(changes_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
