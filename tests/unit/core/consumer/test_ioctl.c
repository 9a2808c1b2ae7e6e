/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_ioctl.c - commands: their results, and the errors for bad arguments. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/host/host.h"
#include "os/os.h"

static struct dt_state *state;

static int setup(void **unused)
{
	fixture_start(2, 300);
	assert_int_equal(dt_state_open(&state), 0);
	return 0;
}

static int teardown(void **unused)
{
	os_host_fail_copy(0);
	dt_state_close(state);
	fixture_end();
	return 0;
}

static void conf(void **unused)
{
	struct dtrace_conf conf;

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_CONF, &conf), 0);
	assert_int_equal(conf.abi_version, DTRACE_ABI_VERSION);
	assert_int_equal(conf.dif_version, DIF_VERSION);
	assert_int_equal(conf.cpus, 2);
	assert_int_equal(conf.word_size, sizeof(void *));
	assert_int_equal(conf.flags, DTRACE_CONF_HOST);
}

static void listing(void **unused)
{
	static uint64_t room[64];
	struct dtrace_probelist list = { .buffer = (uint64_t)(uintptr_t)room, .size = sizeof(room) };
	const struct dtrace_probeitem *item = (const struct dtrace_probeitem *)room;
	uint32_t total = 0;

	strcpy(list.pattern.provider, "fake");
	do {
		list.size = sizeof(room);
		assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), 0);
		assert_true(list.count > 0 && list.count < 20);
		total += list.count;
	} while (list.first != 0);
	assert_int_equal(total, 300);
	memset(&list.pattern, 0, sizeof(list.pattern));
	list.pattern.id = 5;
	list.size = sizeof(room);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), 0);
	assert_int_equal(list.count, 1);
	assert_int_equal(item->id, 5);
	assert_string_equal(item->names, "fake");
	assert_string_equal(item->names + 5, "mod");
	assert_int_equal(item->size % 8, 0);
	/* one by its id needs no memory: a consumer asks while it reads records */
	os_host_fail_alloc(1);
	list.size = sizeof(room);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), 0);
	assert_int_equal(list.count, 1);
	os_host_fail_alloc(0);
	list.pattern.id = 100000;
	list.size = sizeof(room);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), -OS_ESRCH);
	list.pattern.id = 5;
	list.size = 16;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), -OS_EINVAL);
	list.size = sizeof(room);
	list.buffer = 0x100;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), -OS_EFAULT);
	memset(list.pattern.module, 'x', sizeof(list.pattern.module));
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), -OS_EINVAL);
}

/* ---- a provider that makes its probes in parts ----------------------------------------------- */

static struct dt_provider *parts;
static unsigned int parts_asked;
static int parts_error;

static void provide_all(void *arg, const struct dtrace_probedesc *pattern)
{
	fail(); /* nobody lists all of them at once */
}

/* Position N makes the probe of that number, N = 2 none; 4 is the last one. */
static void provide_part(void *arg, const struct dtrace_probedesc *pattern, uint64_t *position)
{
	char function[8];

	parts_asked++;
	if (parts_error != 0 && *position == 3) {
		dt_provide_failed(parts_error, 1);
		*position = 0;
		return;
	}
	snprintf(function, sizeof(function), "part%u", (unsigned int)*position);
	if (*position != 2 && dt_probe_lookup(parts, "mod", function, "go") == 0)
		assert_true(dt_probe_create(parts, "mod", function, "go", 0, NULL) > 0);
	*position = *position == 4 ? 0 : *position + 1;
}

static unsigned int whole_asked;

static void provide_whole(void *arg, const struct dtrace_probedesc *pattern)
{
	whole_asked++;
}

static const struct dt_provider_ops whole_ops = {
	.provide = provide_whole,
};

static const struct dt_provider_ops parts_ops = {
	.provide = provide_all,
	.provide_part = provide_part,
};

static const struct dtrace_pattr *parts_attributes(void)
{
	static const struct dtrace_pattr attributes;

	return &attributes;
}

static void parts_begin(void)
{
	parts_asked = 0;
	parts_error = 0;
	assert_int_equal(dt_provider_register("parts", parts_attributes(), &parts_ops, NULL, &parts), 0);
}

/* One command of a listing; the function's name of its first probe, "" without one. */
static const char *next_part(struct dtrace_probelist *list, int error)
{
	static uint64_t room[64];
	const struct dtrace_probeitem *item = (const struct dtrace_probeitem *)room;

	list->buffer = (uint64_t)(uintptr_t)room;
	list->size = sizeof(room);
	list->count = 99;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, list), error);
	if (error != 0)
		return NULL;
	return list->count > 0 ? item->names + item->provider_len + 1 + item->module_len + 1 : "";
}

static void listing_in_parts(void **unused)
{
	static const char *const names[] = { "part0", "part1", "", "part3", "part4" };
	struct dtrace_probelist list = { .pattern = { .provider = "parts" },
					 .position = 3 }; /* it begins at 0 all the same */
	unsigned int i;

	parts_begin();
	for (i = 0; i < 5; i++) {
		assert_string_equal(next_part(&list, 0), names[i]);
		assert_int_equal(list.count, i != 2);
		assert_int_equal(list.first == 0, i == 4);
	}
	assert_int_equal(parts_asked, 5);
	/* all are there now: the first command has them */
	assert_string_equal(next_part(&list, 0), "part0");
	assert_int_equal(list.count, 4);
	while (list.first != 0)
		assert_string_equal(next_part(&list, 0), "");
	/* another provider's, and one probe by its number: nobody is asked */
	parts_asked = 0;
	memset(&list, 0, sizeof(list));
	strcpy(list.pattern.provider, "fake");
	list.position = 1;
	list.first = 7;
	next_part(&list, 0);
	assert_int_equal(list.position, 0);
	memset(&list, 0, sizeof(list));
	list.pattern.id = 5;
	list.position = 1;
	next_part(&list, 0);
	assert_int_equal(list.count, 1);
	assert_int_equal(list.position, 0);
	assert_int_equal(list.first, 0);
	assert_int_equal(parts_asked, 0);
	assert_int_equal(dt_provider_unregister(parts), 0);
}

/* A later part fails: the probes of the parts before it were listed, and then the error is told. */
static void listing_fails_later(void **unused)
{
	struct dtrace_probelist list = { .pattern = { .provider = "parts" } };

	parts_begin();
	parts_error = -OS_E2BIG;
	assert_string_equal(next_part(&list, 0), "part0");
	assert_string_equal(next_part(&list, 0), "part1");
	assert_string_equal(next_part(&list, 0), "");
	next_part(&list, -OS_E2BIG);
	assert_int_equal(dt_provider_unregister(parts), 0);
}

/* Among all probes, whatever does not fit into one buffer: each once, in order. Other providers are asked once. */
static void parts_among_others(void **unused)
{
	struct dtrace_probelist list = { .first = 0 };
	const struct dtrace_probeitem *item;
	uint32_t last = 0, total = 0, i;
	struct dt_provider *whole;

	parts_begin();
	whole_asked = 0;
	assert_int_equal(dt_provider_register("whole", parts_attributes(), &whole_ops, NULL, &whole), 0);
	do {
		next_part(&list, 0);
		item = (const struct dtrace_probeitem *)(uintptr_t)list.buffer;
		for (i = 0; i < list.count; i++) {
			assert_true(item->id > last);
			last = item->id;
			item = (const struct dtrace_probeitem *)((const uint8_t *)item + item->size);
		}
		total += list.count;
	} while (list.first != 0);
	assert_true(total >= 300 + 4);
	assert_int_equal(parts_asked, 5);
	assert_int_equal(whole_asked, 1);
	assert_int_equal(dt_provider_unregister(whole), 0);
	assert_int_equal(dt_provider_unregister(parts), 0);
}

/* More than is put together before it is copied out. */
static void long_listing(void **unused)
{
	size_t size = 512 * 1024;
	struct dtrace_probelist list = { .size = size };
	const struct dtrace_probeitem *item;
	uint8_t *room = malloc(size), *at = room;
	uint32_t i;

	assert_non_null(room);
	dt_state_close(state);
	fixture_end();
	fixture_start(2, 4000);
	assert_int_equal(dt_state_open(&state), 0);
	list.buffer = (uint64_t)(uintptr_t)room;
	strcpy(list.pattern.provider, "fake");
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), 0);
	assert_int_equal(list.count, 4000);
	for (i = 0; i < list.count; i++, at += item->size) {
		item = (const struct dtrace_probeitem *)at;
		assert_string_equal(item->names, "fake");
	}
	assert_true((size_t)(at - room) > 2 * 64 * 1024);
	free(room);
}

static void providers_and_arguments(void **unused)
{
	struct dtrace_providerdesc provider = { .name = "fake" };
	struct dtrace_argdesc arg = { .probe = 5, .index = 0 };

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROVIDER, &provider), 0);
	assert_int_equal(provider.probes, 300);
	assert_int_equal(provider.attr.provider.name, DTRACE_STABILITY_UNSTABLE);
	strcpy(provider.name, "nobody");
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROVIDER, &provider), -OS_ESRCH);
	memset(provider.name, 'x', sizeof(provider.name));
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROVIDER, &provider), -OS_EINVAL);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBEARG, &arg), 0);
	assert_int_equal(arg.mapping, DTRACE_ARGNONE);
	arg.probe = 0;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBEARG, &arg), -OS_ESRCH);
}

/* The DOF of DOFGET can be enabled again. */
static void options_round_trip(void **unused)
{
	static uint64_t room[256];
	struct dtrace_dofget get = { .buffer = (uint64_t)(uintptr_t)room, .size = sizeof(room) };
	struct dtrace_enable enable = { .dof = (uint64_t)(uintptr_t)room };
	struct dtrace_option option = { .option = DTRACEOPT_BUFSIZE };
	struct dof_builder *b = dofb_create();
	struct dt_state *other;

	dofb_option(b, DTRACEOPT_BUFSIZE, 12345);
	dofb_option(b, DTRACEOPT_CLEANRATE, 1); /* clamped */
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	/* without room for all of it: its size, and no byte of it */
	memset(room, 0x77, sizeof(room));
	get.size = 8;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_DOFGET, &get), 0);
	assert_true(get.size > 8);
	assert_int_equal(room[0], 0x7777777777777777ull);
	assert_int_equal(room[1], 0x7777777777777777ull);
	get.size = sizeof(room);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_DOFGET, &get), 0);
	assert_int_equal(dt_state_open(&other), 0);
	enable.size = get.size;
	assert_int_equal(fixture_ioctl(other, DTRACEIOC_ENABLE, &enable), 0);
	assert_int_equal(fixture_ioctl(other, DTRACEIOC_OPTION, &option), 0);
	assert_int_equal(option.value, 12345);
	option.option = DTRACEOPT_CLEANRATE;
	assert_int_equal(fixture_ioctl(other, DTRACEIOC_OPTION, &option), 0);
	assert_int_equal(option.value, 200000);
	option.option = DTRACEOPT_CPU;
	assert_int_equal(fixture_ioctl(other, DTRACEIOC_OPTION, &option), 0);
	assert_int_equal(option.value, DTRACE_OPTION_UNSET);
	option.option = 39;
	assert_int_equal(fixture_ioctl(other, DTRACEIOC_OPTION, &option), -OS_EINVAL);
	dt_state_close(other);
}

/* A ring keeps its records until tracing has ended: nobody takes them before. */
static void ring_while_active(void **unused)
{
	struct dtrace_bufdesc desc = { .cpu = 0 };
	struct dof_builder *b = dofb_create();
	static uint64_t room[2048];

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	dofb_clause(b, dofb_probe(b, "fake::func1:", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	dofb_option(b, DTRACEOPT_BUFPOLICY, DTRACE_BUFPOLICY_RING);
	dofb_option(b, DTRACEOPT_BUFSIZE, 4096);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	desc.data = (uint64_t)(uintptr_t)room;
	desc.size = sizeof(room);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_BUFSNAP, &desc), -OS_EBUSY);
	fixture_stop(state);
	desc.size = sizeof(room);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_BUFSNAP, &desc), 0);
}

/*
 * Descriptions that do not fit into the consumer's room: it gets their number; no byte is overrun.
 */
static void room_for_descriptions(void **unused)
{
	struct dof_builder *b = dofb_create();
	union {
		struct dtrace_eprobedesc eprobe;
		struct dtrace_aggdesc agg;
		uint8_t bytes[1024];
	} arg;
	size_t fixed, end, i;
	uint32_t room;
	bool agg;

	for (i = 0; i < 4; i++)
		dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, i));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 2));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 2;
	dofb_clause(b, dofb_probe(b, "fake::func1:", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (room = 0; room <= 10; room++) {
		agg = room > 5;
		fixed = agg ? offsetof(struct dtrace_aggdesc, rec) : offsetof(struct dtrace_eprobedesc, rec);
		memset(&arg, 0xa5, sizeof(arg));
		memset(&arg, 0, fixed);
		if (agg) {
			arg.agg.id = 1;
			arg.agg.records = room - 6;
		} else {
			arg.eprobe.epid = 1;
			arg.eprobe.records = room;
		}
		assert_int_equal(fixture_ioctl(state, agg ? DTRACEIOC_AGGDESC : DTRACEIOC_EPROBE, &arg), 0);
		assert_int_equal(agg ? arg.agg.records : arg.eprobe.records, 4);
		end = fixed + (agg ? room - 6 : room < 4 ? room : 4) * sizeof(struct dtrace_recdesc);
		for (i = end; i < sizeof(arg); i++)
			assert_int_equal(arg.bytes[i], 0xa5);
		assert_true(end == fixed || arg.bytes[end - 1] != 0xa5);
	}
}

/* A name of a description that fills its field has no end. */
static void names_without_end(void **unused)
{
	struct dtrace_probematch match;
	struct dtrace_probelist list;
	size_t i;
	const struct {
		size_t offset, size;
	} fields[] = {
		{ offsetof(struct dtrace_probedesc, provider), sizeof(match.pattern.provider) },
		{ offsetof(struct dtrace_probedesc, module), sizeof(match.pattern.module) },
		{ offsetof(struct dtrace_probedesc, function), sizeof(match.pattern.function) },
		{ offsetof(struct dtrace_probedesc, name), sizeof(match.pattern.name) },
	};

	for (i = 0; i < 4; i++) {
		memset(&match, 0, sizeof(match));
		memset(&list, 0, sizeof(list));
		memset((uint8_t *)&match.pattern + fields[i].offset, 'x', fields[i].size);
		list.pattern = match.pattern;
		assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBEMATCH, &match), -OS_EINVAL);
		assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), -OS_EINVAL);
		((uint8_t *)&match.pattern)[fields[i].offset + fields[i].size - 1] = '\0';
		assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBEMATCH, &match), 0);
		assert_int_equal(match.matched, 0);
	}
}

static void nonsense(void **unused)
{
	static const uint32_t numbers[] = { 0, DTRACEIOC(0), DTRACEIOC(3), DTRACEIOC(14), DTRACEIOC(31), ~0u };
	struct {
		struct dtrace_eprobedesc desc;
		struct dtrace_recdesc rec[1];
	} eprobe = { .desc = { .epid = 0 } };
	struct dtrace_aggdesc agg = { .id = 1 };
	struct dtrace_enable enable = { .dof = 0x10, .size = 1000 };
	struct dtrace_bufdesc buffer = { .cpu = 0 };
	struct dtrace_status status;
	uint32_t cpu;
	size_t i;

	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		assert_int_equal(dt_state_ioctl(state, numbers[i], 0), -OS_ENOTTY);
	assert_int_equal(dt_state_ioctl(state, DTRACEIOC_CONF, 0x10), -OS_EFAULT);
	assert_int_equal(dt_state_ioctl(state, DTRACEIOC_PROVIDER, 0), -OS_EFAULT);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_EPROBE, &eprobe), -OS_ENOENT);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_AGGDESC, &agg), -OS_ENOENT);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STOP, &cpu), -OS_EBUSY);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_BUFSNAP, &buffer), -OS_ENOENT);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_ENABLE, &enable), -OS_EFAULT);
	enable.size = 10;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_ENABLE, &enable), -OS_EINVAL);
	assert_string_equal(enable.error, "dof-size");
	enable.size = ~0ull;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_ENABLE, &enable), -OS_EINVAL);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	os_host_fail_copy(1);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), -OS_EFAULT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(conf, setup, teardown),
		cmocka_unit_test_setup_teardown(listing, setup, teardown),
		cmocka_unit_test_setup_teardown(listing_in_parts, setup, teardown),
		cmocka_unit_test_setup_teardown(listing_fails_later, setup, teardown),
		cmocka_unit_test_setup_teardown(parts_among_others, setup, teardown),
		cmocka_unit_test_setup_teardown(long_listing, setup, teardown),
		cmocka_unit_test_setup_teardown(providers_and_arguments, setup, teardown),
		cmocka_unit_test_setup_teardown(options_round_trip, setup, teardown),
		cmocka_unit_test_setup_teardown(ring_while_active, setup, teardown),
		cmocka_unit_test_setup_teardown(room_for_descriptions, setup, teardown),
		cmocka_unit_test_setup_teardown(names_without_end, setup, teardown),
		cmocka_unit_test_setup_teardown(nonsense, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
