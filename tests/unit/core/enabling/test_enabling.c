/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_enabling.c - matching and arming: batches, refusals, order, many probes, modules that come and go. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/enabling/plan.h"
#include "core/probe/probe.h"
#include "core/state/state.h"
#include "os/host/host.h"
#include "os/os.h"

#define MANY 100000u

static void clause(struct dof_builder *b, const char *probe)
{
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, probe, 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
}

static void one_batch(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable;
	struct dt_state *first, *second;

	fixture_start(2, 50);
	assert_int_equal(dt_state_open(&first), 0);
	assert_int_equal(dt_state_open(&second), 0);
	clause(b, "fake:::");
	clause(b, "fake::func1*:go");
	clause(b, "fake::func1:go");
	assert_int_equal(fixture_enable(first, b, &enable), 0);
	assert_int_equal(enable.matched, 50 + 11 + 1);
	assert_int_equal(fake.enable_calls, 1);
	assert_int_equal(fake.enabled, 50);
	b = dofb_create();
	clause(b, "fake::func[2-3]:");
	assert_int_equal(fixture_enable(second, b, &enable), 0);
	assert_int_equal(enable.matched, 2);
	assert_int_equal(fake.enable_calls, 1); /* they were armed */
	dt_state_close(first);
	assert_int_equal(fake.disable_calls, 1);
	assert_int_equal(fake.disabled, 48); /* the second one has two */
	dt_state_close(second);
	assert_int_equal(fake.disabled, 50);
	fixture_end();
}

static void refused_are_counted(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable;
	struct dt_state *state;

	fixture_start(2, 50);
	fake.refuse_every = 10;
	assert_int_equal(dt_state_open(&state), 0);
	clause(b, "fake:::");
	clause(b, "fake::func20:");
	assert_int_equal(fixture_enable(state, b, &enable), 0);
	assert_int_equal(enable.matched, 45);
	assert_int_equal(enable.refused, 5);
	assert_int_equal(enable.reasons, 1);
	assert_string_equal(enable.reason[0].name, "fake-reason");
	assert_int_equal(enable.reason[0].count, 5);
	fixture_go(state);
	fake_fire(20, 0, 0);
	fake_fire(21, 0, 0);
	assert_int_equal(fixture_account(state, 0).fired, 1);
	dt_state_close(state);
	assert_int_equal(fake.disabled, 45);
	fixture_end();
}

/* A value of args[@index], whose index is constant or, with @computed, comes by way of another register. */
static uint32_t args_at(struct dof_builder *b, uint64_t index, bool computed)
{
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1), DIF_INSTR(DIF_OP_MOV, 1, 0, 2),
				     DIF_INSTR(DIF_OP_LDGA, DIF_VAR_ARGS, computed ? 2 : 1, 1),
				     DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const dif_instr_t direct[] = { code[0], code[2], code[3] };
	struct dofb_difo difo = { .code = computed ? code : direct,
				  .code_count = computed ? 4 : 3,
				  .ints = &index,
				  .int_count = 1,
				  .rtype = { .kind = DIF_TYPE_CTF, .size = 8 } };

	return dofb_difo(b, &difo);
}

static uint32_t valueless(struct dt_state *state, struct dof_builder *b, uint32_t predicate, uint32_t value)
{
	struct dtrace_enable enable;

	dofb_action(b, DTRACEACT_DIFEXPR, value);
	dofb_clause(b, dofb_probe(b, "fake:::", 0), predicate, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, &enable), 0);
	assert_int_equal(enable.matched, 50);
	return enable.valueless;
}

/* Clauses that read arg1, by that name or as args[1], are told at how many probes there may be none. */
static void no_arg1(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_argdesc arg = { .index = 1, .flags = 77 };
	struct dt_state *state;

	fixture_start(1, 50);
	fake.valueless_every = 10;
	assert_int_equal(dt_state_open(&state), 0);
	assert_int_equal(valueless(state, b, DOF_SECIDX_NONE, dofb_var(b, DIF_VAR_ARG1)), 5);
	b = dofb_create();
	assert_int_equal(valueless(state, b, dofb_var(b, DIF_VAR_ARG1), dofb_const(b, 1)), 5);
	b = dofb_create();
	assert_int_equal(valueless(state, b, DOF_SECIDX_NONE, args_at(b, 1, false)), 5);
	b = dofb_create();
	assert_int_equal(valueless(state, b, DOF_SECIDX_NONE, args_at(b, 0, true)), 5); /* not known */
	b = dofb_create();
	assert_int_equal(valueless(state, b, DOF_SECIDX_NONE, args_at(b, 0, false)), 0);
	b = dofb_create();
	assert_int_equal(valueless(state, b, DOF_SECIDX_NONE, dofb_var(b, DIF_VAR_ARG0)), 0);
	arg.probe = dt_probe_lookup(fake.provider, "mod", "func10", "go");
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBEARG, &arg), 0);
	assert_int_equal(arg.flags, DTRACE_ARGF_SOMETIMES);
	arg.probe = dt_probe_lookup(fake.provider, "mod", "func11", "go");
	arg.flags = 77;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBEARG, &arg), 0);
	assert_int_equal(arg.flags, 0);
	dt_state_close(state);
	fixture_end();
}

static void nothing_matches(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable;
	struct dt_state *state;

	fixture_start(1, 5);
	assert_int_equal(dt_state_open(&state), 0);
	clause(b, "nobody:::");
	clause(b, "fake::none*:");
	assert_int_equal(fixture_enable(state, b, &enable), 0);
	assert_int_equal(enable.matched, 0);
	assert_int_equal(fake.enable_calls, 0);
	dt_state_close(state);
	fixture_end();
}

/* Clauses on one probe run in program order. */
static void order(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dt_state *state;
	const uint64_t *words;
	size_t size, i;

	fixture_start(1, 5);
	assert_int_equal(dt_state_open(&state), 0);
	for (i = 0; i < 200; i++) {
		dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, i));
		dofb_clause(b, dofb_probe(b, i % 2 ? "fake:::" : "fake::func2:go", 0), DOF_SECIDX_NONE, dofb_actions(b),
			    0);
	}
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire(2, 0, 0);
	words = (const uint64_t *)fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 200 * 16);
	for (i = 0; i < 200; i++)
		assert_int_equal(words[i * 2 + 1], i);
	dt_state_close(state);
	fixture_end();
}

static void count_func0(struct dt_state *state)
{
	struct dof_builder *b = dofb_create();

	clause(b, "fake::func0:go");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
}

/* A thousand clauses on one probe: none is appended by a walk over those before it. */
static void appended_without_a_walk(void **unused)
{
	struct dt_ecb *ecbs[4], *poison = (struct dt_ecb *)1;
	struct dt_state *first, *second;
	size_t i;

	fixture_start(1, 1);
	assert_int_equal(dt_state_open(&first), 0);
	assert_int_equal(dt_state_open(&second), 0);
	for (i = 0; i < 3; i++)
		count_func0(i == 1 ? second : first);
	for (i = 0, ecbs[0] = fake.probes[0]->ecbs; i < 2; i++)
		ecbs[i + 1] = ecbs[i]->next;
	ecbs[1]->next = poison;
	count_func0(first);
	assert_ptr_equal(ecbs[1]->next, poison);
	ecbs[1]->next = ecbs[2];
	ecbs[3] = ecbs[2]->next;
	assert_non_null(ecbs[3]);
	assert_null(ecbs[3]->next);
	dt_state_close(first); /* the first and the last ones go */
	assert_ptr_equal(fake.probes[0]->ecbs, ecbs[1]);
	assert_null(ecbs[1]->next);
	count_func0(second);
	assert_non_null(ecbs[1]->next);
	assert_null(ecbs[1]->next->next);
	dt_state_close(second);
	assert_null(fake.probes[0]->ecbs);
	fixture_end();
}

/* ---- a long ENABLE: what happens between its steps ------------------------------------------- */

static void (*between)(void); /* NULL: nothing */
static unsigned int steps;
static bool killed;

bool __wrap_os_interrupted(void);
bool __wrap_os_interrupted(void)
{
	assert_false(dt_framework_held());
	steps++;
	if (between != NULL)
		between();
	return killed;
}

#define LONG_PROBES  400u
#define LONG_CLAUSES 1000u

static void long_start(struct dt_state **state)
{
	fixture_start(1, LONG_PROBES);
	between = NULL;
	killed = false;
	steps = 0;
	assert_int_equal(dt_state_open(state), 0);
}

static int long_enable(struct dt_state *state, struct dtrace_enable *enable)
{
	struct dof_builder *b = dofb_create();
	uint32_t probe = dofb_probe(b, "fake:::go", 0), actions, i;

	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	actions = dofb_actions(b);
	for (i = 0; i < LONG_CLAUSES; i++)
		dofb_clause(b, probe, DOF_SECIDX_NONE, actions, 0);
	return fixture_enable(state, b, enable);
}

static unsigned int most_attached; /* in one step */
static unsigned long attached;

/* Another consumer comes, enables and goes. */
static void other_consumer(void)
{
	void (*self)(void) = between;
	unsigned int before = steps;
	struct dt_state *other;
	const struct dt_ecb *ecb;
	unsigned long count = 0;

	for (ecb = fake.probes[0]->ecbs; ecb != NULL; ecb = ecb->next)
		count++;
	most_attached = (unsigned int)DT_MAX((unsigned long)most_attached, (count - attached) * LONG_PROBES);
	attached = count;
	if (count == 0 || count == LONG_CLAUSES)
		return;
	between = NULL;
	assert_int_equal(dt_state_open(&other), 0);
	count_func0(other);
	dt_state_close(other);
	between = self;
	steps = before;
}

/* The lock is free after every 16384 pairs and a clause, and after each of the clauses was checked. */
static void others_go_on(void **unused)
{
	struct dtrace_enable enable;
	struct dt_state *state;

	long_start(&state);
	between = other_consumer;
	most_attached = 0;
	attached = 0;
	assert_int_equal(long_enable(state, &enable), 0);
	assert_int_equal(enable.matched, LONG_PROBES * LONG_CLAUSES);
	assert_int_equal(fake.enable_calls, 1);
	assert_in_range(most_attached, 16384, 16384 + LONG_PROBES);
	assert_int_equal(steps, LONG_CLAUSES + 25);
	between = NULL;
	fixture_go(state);
	fake_fire(7, 0, 0);
	assert_int_equal(fixture_account(state, 0).fired, 1);
	assert_int_equal(fixture_account(state, LONG_CLAUSES - 1).fired, 1);
	dt_state_close(state);
	fixture_end();
}

static unsigned int kill_at;

static void kill_later(void)
{
	killed = steps == kill_at;
}

/* Killed while the clauses are checked, after the first clauses were attached, and at the end. */
static void killed_enable_leaves_nothing(void **unused)
{
	static const unsigned int at[] = { 1, 10, LONG_CLAUSES, LONG_CLAUSES + 1, LONG_CLAUSES + 5, 0 };
	struct dtrace_enable enable;
	struct dt_state *state;
	unsigned long blocks;
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(at); i++) {
		long_start(&state);
		count_func0(state);
		steps = 0;
		between = kill_later;
		kill_at = at[i];
		blocks = os_host_alloc_count();
		assert_int_equal(long_enable(state, &enable), kill_at == 0 ? 0 : -OS_EINTR);
		if (kill_at != 0) {
			assert_int_equal(steps, kill_at);
			assert_in_range(os_host_alloc_count(), blocks - 2, blocks + 2); /* tables may have grown */
			assert_int_equal(fake.enabled - fake.disabled, 1);
			assert_int_equal(state->plans.count, 1);
			assert_int_equal(state->ecbs.count, 1);
			assert_int_equal(state->cache_next, 1);
			assert_null(fake.probes[0]->ecbs->next);
		}
		dt_state_close(state);
		fixture_end();
	}
}

/* A module that comes and goes in the middle: each clause has each of its probes once. */
static void come(void)
{
	if (steps == LONG_CLAUSES + 5)
		os_host_module("late", true);
}

static void module_comes_between(void **unused)
{
	struct dtrace_enable enable;
	struct dt_state *state;

	long_start(&state);
	fake.late_count = 3;
	count_func0(state);
	steps = 0;
	between = come;
	assert_int_equal(long_enable(state, &enable), 0);
	between = NULL;
	assert_int_equal(state->ecbs.count, 1 + (LONG_PROBES + 3) * LONG_CLAUSES);
	fixture_go(state);
	fake_fire(LONG_PROBES + 2, 0, 0);
	assert_int_equal(fixture_account(state, 1).fired, 1);
	assert_int_equal(fixture_account(state, LONG_CLAUSES).fired, 1);
	os_host_module("late", false);
	dt_state_close(state);
	fixture_end();
}

/* The same, and then the process is killed: the earlier program keeps what the module gave it. */
static void come_and_be_killed(void)
{
	come();
	killed = steps == LONG_CLAUSES + 7;
}

static void killed_after_module(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_eprobedesc desc = { 0 };
	struct dt_state *state;

	long_start(&state);
	fake.late_count = 3;
	clause(b, "fake:late::go");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	steps = 0;
	between = come_and_be_killed;
	assert_int_equal(long_enable(state, NULL), -OS_EINTR);
	between = NULL;
	killed = false;
	assert_int_equal(state->plans.count, 1);
	assert_int_equal(fake.enabled - fake.disabled, 3);
	desc.epid = state->ecbs.count;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_EPROBE, &desc), 0);
	desc.epid = 1; /* was the killed program's */
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_EPROBE, &desc), -OS_ENOENT);
	fixture_go(state);
	fake_fire(LONG_PROBES + 1, 0, 0);
	assert_int_equal(fixture_account(state, 0).recorded, 1);
	os_host_module("late", false);
	dt_state_close(state);
	fixture_end();
}

static uint64_t lap(uint64_t *last)
{
	uint64_t now = os_time_mono(), time = now - *last;

	*last = now;
	return time / 1000;
}

static void list_all(struct dt_state *state, uint32_t expect)
{
	static uint64_t room[64 * 1024];
	struct dtrace_probelist list = { .buffer = (uint64_t)(uintptr_t)room };
	const struct dtrace_probeitem *item;
	uint32_t total = 0, last = 0, i, offset;

	do {
		list.size = sizeof(room);
		assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), 0);
		for (i = 0, offset = 0; i < list.count; i++, offset += item->size) {
			item = (const struct dtrace_probeitem *)((const char *)room + offset);
			assert_true(item->id > last);
			last = item->id;
		}
		assert_int_equal(offset, list.size);
		total += list.count;
	} while (list.first != 0);
	assert_true(total >= expect);
}

static void many_probes(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable;
	struct dt_state *state;
	uint64_t last = os_time_mono(), make, enabled, list, gone;
	size_t bytes;

	fixture_start(4, MANY);
	make = lap(&last);
	dt_framework_lock();
	bytes = dt_probes_bytes();
	dt_framework_unlock();
	assert_int_equal(dt_state_open(&state), 0);
	list_all(state, MANY);
	list = lap(&last);
	clause(b, "fake:::go");
	assert_int_equal(fixture_enable(state, b, &enable), 0);
	assert_int_equal(enable.matched, MANY);
	assert_int_equal(fake.enable_calls, 1);
	enabled = lap(&last);
	fixture_go(state);
	fake_fire(MANY - 1, 0, 0);
	assert_int_equal(fixture_account(state, 0).recorded, 1);
	lap(&last);
	dt_state_close(state);
	gone = lap(&last);
	assert_int_equal(fake.disable_calls, 1);
	print_message(
		"%u probes: made in %llu us (%zu bytes), listed in %llu us, enabled in %llu us, closed in %llu us\n",
		MANY, (unsigned long long)make, bytes, (unsigned long long)list, (unsigned long long)enabled,
		(unsigned long long)gone);
	fixture_end();
}

/* Probes of a module go while they are traced; those that come match what is enabled. */
static void probes_go(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dt_enable_result result = { 0 };
	struct dt_state *state;
	uint32_t first;

	fixture_start(2, 5);
	assert_int_equal(dt_state_open(&state), 0);
	clause(b, "fake:::");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire(0, 0, 0);
	dt_framework_lock();
	first = dt_probes_next_id();
	assert_true(dt_probe_create(fake.provider, "late", "func5", "go", 0, (void *)5) > 0);
	fake.probes[5] = dt_probe_by_id(first);
	assert_int_equal(
		dt_enabling_match_new((struct dt_plan **)state->plans.entry, state->plans.count, first, NULL, &result),
		0);
	assert_int_equal(result.matched, 1);
	memset(fake.armed, 0, 5 * sizeof(*fake.armed)); /* as remove_module does */
	fake.disabled += 5;
	dt_probes_destroy(fake.provider, "mod");
	assert_null(dt_probe_by_id(first - 1));
	assert_non_null(dt_probe_by_id(first));
	dt_framework_unlock();
	fake_fire(5, 0, 0);
	assert_int_equal(fixture_account(state, 0).fired, 2);
	dt_state_close(state);
	assert_int_equal(fake.enabled, fake.disabled);
	fixture_end();
}

/* The whole of the framework's report, made in pieces of @piece bytes. Return: how many. */
static unsigned int core_report(char *text, size_t piece)
{
	struct dt_report report = { .room = piece };
	unsigned int pieces = 0;
	size_t used = 0;

	for (; !report.done; pieces++) {
		report.text = text + used;
		report.used = 0;
		dt_core_report(&report);
		assert_true(report.used > 0 || report.done);
		used += report.used;
	}
	text[used] = '\0';
	return pieces;
}

/* The module's sum of firings, in its report. */
static unsigned long long reported_firings(char *text)
{
	const char *line;

	core_report(text, 4096);
	line = strstr(text, "\nfirings ");
	assert_non_null(line);
	return strtoull(line + strlen("\nfirings "), NULL, 10);
}

static void report(void **unused)
{
	struct dof_builder *b = dofb_create();
	unsigned long long before;
	char text[4096] = "", again[4096];
	struct dt_state *state, *other;
	size_t piece;

	fixture_start(2, 5);
	assert_int_equal(dt_state_open(&state), 0);
	clause(b, "fake::func[0-2]:");
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire(1, 0, 0);
	core_report(text, sizeof(text));
	assert_non_null(strstr(text, "provider fake probes 5 armed 3\n"));
	assert_non_null(strstr(text, "consumer 0 activity active enablings 1 ecbs 3\n"));
	assert_non_null(strstr(
		text, "enabling 0 fake::func[0-2]: ecbs 3 fired 1 recorded 1 predicated 0 dropped 0 faulted 0\n"));
	before = reported_firings(text);
	fake_fire_on(0, 1, 0, 0);
	fake_fire_on(1, 2, 0, 0);
	assert_int_equal(reported_firings(text), before + 2);
	assert_int_equal(dt_state_open(&other), 0);
	b = dofb_create();
	for (piece = 0; piece < 5; piece++)
		clause(b, "fake::func[0-2]:");
	assert_int_equal(fixture_enable(other, b, NULL), 0);
	fake.probes[1]->nested = fake.probes[3]->nested = 7;
	assert_int_equal(core_report(text, sizeof(text)), 1);
	assert_non_null(strstr(text, "consumer 1 activity inactive enablings 5 ecbs 15\nenabling 0 "));
	assert_non_null(strstr(text, "fake:mod:func3:go firings 7\n"));
	for (piece = 150; piece < 1500; piece += 11) {
		assert_true(core_report(again, piece) > 1 || piece > strlen(text));
		assert_string_equal(again, text);
	}
	dt_state_close(other);
	dt_state_close(state);
	fixture_end();
}

/* ---- a provider with so many probes that it makes them for one description, and is meant only by name ---- */

static struct dt_provider *many;
static unsigned int many_asked;
static bool many_too_many, many_no_memory, many_reasons;

static void many_provide(void *arg, const struct dtrace_probedesc *pattern)
{
	static const char *const names[] = { "a", "b", "c" };
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"; /* each end of it is a reason of its own */
	size_t i;

	many_asked++;
	if (many_too_many) {
		dt_provide_failed(-OS_E2BIG, 4000);
		return;
	}
	for (i = 0; i < DT_ARRAY_SIZE(letters) - 1 && many_reasons; i++)
		dt_provide_refused(&letters[i], 1);
	if (many_no_memory)
		dt_provide_failed(-OS_ENOMEM, 1);
	for (i = 0; i < 3; i++) {
		if (dt_pattern_match(pattern->name, names[i]))
			dt_probe_create(many, "mod", "func1", names[i], 0, NULL);
	}
	dt_provide_refused("no-place", 2);
	dt_provide_refused("no-place", 1);
}

static void many_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
}

static const struct dt_provider_ops many_ops = {
	.provide = many_provide,
	.enable = many_enable,
	.disable = many_enable,
	.named_only = true,
};

static void many_start(void)
{
	static const struct dtrace_pattr none;

	fixture_start(1, 2);
	many_asked = 0;
	many_too_many = many_no_memory = many_reasons = false;
	assert_int_equal(dt_provider_register("many", &none, &many_ops, NULL, &many), 0);
}

static int many_match(struct dt_state *state, const char *provider, uint32_t *matched)
{
	struct dtrace_probematch request = { 0 };
	int error;

	snprintf(request.pattern.provider, sizeof(request.pattern.provider), "%s", provider);
	snprintf(request.pattern.function, sizeof(request.pattern.function), "func1");
	error = fixture_ioctl(state, DTRACEIOC_PROBEMATCH, &request);
	*matched = request.matched;
	return error;
}

static void named_only(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable = { 0 };
	struct dt_state *state, *other;
	uint32_t matched;

	many_start();
	assert_int_equal(dt_state_open(&state), 0);
	assert_int_equal(dt_state_open(&other), 0);
	assert_int_equal(many_match(state, "*", &matched), 0);
	assert_int_equal(many_asked, 0);
	assert_int_equal(matched, 1); /* the fake provider's */
	assert_int_equal(many_match(state, "m*", &matched), 0);
	assert_int_equal(matched, 3);
	assert_int_equal(many_match(state, "", &matched), 0);
	assert_int_equal(matched, 1);
	clause(b, "many:::b");
	assert_int_equal(fixture_enable(state, b, &enable), 0);
	assert_int_equal(enable.matched, 1);
	assert_int_equal(enable.refused, 3);
	assert_int_equal(enable.reasons, 1);
	assert_string_equal(enable.reason[0].name, "no-place");
	dt_state_close(other); /* unused probes go with a consumer that matched them */
	assert_int_equal(dt_probe_lookup(many, "mod", "func1", "a"), 0);
	assert_true(dt_probe_lookup(many, "mod", "func1", "b") != 0);
	dt_state_close(state);
	assert_int_equal(dt_probe_lookup(many, "mod", "func1", "b"), 0);
	assert_int_equal(dt_provider_unregister(many), 0);
	fixture_end();
}

static void never(void *arg, void *probe_arg)
{
	fail();
}

/*
 * Closing looks for unused probes only when there may be some: the probe that would be destroyed if
 * somebody looked at it is found once a description has made others.
 */
static void closing_does_not_look_at_all_probes(void **unused)
{
	static struct dt_provider_ops spy_ops;
	struct dt_provider *real, spy;
	struct dt_state *state, *other;
	uint32_t matched;

	many_start();
	spy_ops = many_ops;
	spy_ops.destroy = never;
	assert_int_equal(dt_state_open(&state), 0);
	assert_int_equal(many_match(state, "many", &matched), 0);
	assert_int_equal(dt_state_open(&other), 0);
	dt_state_close(other);
	assert_int_equal(dt_probe_lookup(many, "mod", "func1", "a"), 0);
	real = fake.probes[0]->provider;
	spy = *real;
	spy.ops = &spy_ops;
	fake.probes[0]->provider = &spy;
	assert_int_equal(dt_state_open(&other), 0);
	dt_state_close(other);
	fake.probes[0]->provider = real;
	assert_int_equal(many_match(state, "many", &matched), 0);
	dt_state_close(state);
	assert_int_equal(dt_probe_lookup(many, "mod", "func1", "a"), 0);
	assert_int_equal(dt_provider_unregister(many), 0);
	fixture_end();
}

/* Consumers are in the order in which they were opened, whichever of them goes. */
static void consumers_in_order(void **unused)
{
	struct dt_state *states[5], *state;
	size_t i;

	fixture_start(1, 1);
	for (i = 0; i < 4; i++)
		assert_int_equal(dt_state_open(&states[i]), 0);
	dt_state_close(states[3]);
	dt_state_close(states[1]);
	assert_int_equal(dt_state_open(&states[4]), 0);
	state = dt_framework.states;
	assert_ptr_equal(state, states[0]);
	assert_ptr_equal(state->next, states[2]);
	assert_ptr_equal(state->next->next, states[4]);
	assert_null(state->next->next->next);
	for (i = 0; i < 5; i += 2)
		dt_state_close(states[i]);
	assert_int_equal(dt_state_open(&state), 0);
	assert_ptr_equal(dt_framework.states, state);
	dt_state_close(state);
	fixture_end();
}

/* Neither counted nor listed. */
static void many_fail_with(struct dt_state *state, int error)
{
	uint64_t room[64];
	struct dtrace_probelist list = { .buffer = (uint64_t)(uintptr_t)room, .size = sizeof(room) };
	uint32_t matched;

	assert_int_equal(many_match(state, "many", &matched), error);
	snprintf(list.pattern.provider, sizeof(list.pattern.provider), "many");
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), error);
}

static void too_many(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable = { 0 };
	struct dt_state *state;
	uint32_t matched;

	many_start();
	assert_int_equal(dt_state_open(&state), 0);
	assert_int_equal(many_match(state, "many", &matched), 0);
	many_too_many = true;
	many_fail_with(state, -OS_E2BIG);
	clause(b, "many:::");
	assert_int_equal(fixture_enable(state, b, &enable), 0);
	assert_int_equal(enable.matched, 0); /* not those that happen to be there either */
	assert_int_equal(enable.refused, 4000);
	assert_string_equal(enable.reason[0].name, "too-many-probes");
	dt_state_close(state);
	assert_int_equal(dt_provider_unregister(many), 0);
	fixture_end();
}

/* Some probes were made, others not: a description must not mean only some of its probes. */
static void no_memory(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable = { 0 };
	struct dt_state *state;

	many_start();
	many_no_memory = true;
	assert_int_equal(dt_state_open(&state), 0);
	many_fail_with(state, -OS_ENOMEM);
	clause(b, "many:::");
	assert_int_equal(fixture_enable(state, b, &enable), -OS_ENOMEM);
	assert_int_equal(enable.matched, 0);
	dt_state_close(state);
	assert_int_equal(dt_provider_unregister(many), 0);
	fixture_end();
}

/* The same after more reasons than are told apart. */
static void no_memory_after_many_reasons(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_enable enable = { 0 };
	struct dt_state *state;

	many_start();
	many_no_memory = many_reasons = true;
	assert_int_equal(dt_state_open(&state), 0);
	many_fail_with(state, -OS_ENOMEM);
	clause(b, "many:::");
	assert_int_equal(fixture_enable(state, b, &enable), -OS_ENOMEM);
	assert_int_equal(enable.matched, 0);
	dt_state_close(state);
	assert_int_equal(dt_provider_unregister(many), 0);
	fixture_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_batch),
		cmocka_unit_test(refused_are_counted),
		cmocka_unit_test(no_arg1),
		cmocka_unit_test(nothing_matches),
		cmocka_unit_test(order),
		cmocka_unit_test(appended_without_a_walk),
		cmocka_unit_test(others_go_on),
		cmocka_unit_test(killed_enable_leaves_nothing),
		cmocka_unit_test(module_comes_between),
		cmocka_unit_test(killed_after_module),
		cmocka_unit_test(many_probes),
		cmocka_unit_test(probes_go),
		cmocka_unit_test(named_only),
		cmocka_unit_test(closing_does_not_look_at_all_probes),
		cmocka_unit_test(consumers_in_order),
		cmocka_unit_test(too_many),
		cmocka_unit_test(no_memory),
		cmocka_unit_test(report),
		cmocka_unit_test(no_memory_after_many_reasons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
