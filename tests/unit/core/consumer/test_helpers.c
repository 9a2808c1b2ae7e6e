/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_helpers.c - programs register, and take back: the commands of their device, and which probes a consumer that
 * follows the process has of it. The provider of processes and the system are the test's own.
 */
#include "fixture.h"

#include <stdio.h>
#include <string.h>

#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/usdt/usdt.h"
#include "fake/helper_dof.h"
#include "os/host/host.h"
#include "os/os.h"
#include "os/process.h"

#define PID 77u

/* ---- the system: one memory, which is the caller's -------------------------------------------- */

static struct dt_helpers *registered;
static int set_error, get_error;
static bool is_open; /* somebody has opened the memory */
static struct os_space space = { .id = 7 };

int os_helpers_get(const struct os_space *of, struct dt_helpers **ret)
{
	assert_true(!of || of == &space);
	dt_helpers_hold(registered);
	*ret = registered;
	return get_error;
}

int os_helpers_set(struct dt_helpers *helpers)
{
	if (set_error)
		return set_error;
	dt_helpers_put(registered);
	registered = helpers;
	return 0;
}

struct os_space *os_process_self(void)
{
	if (is_open)
		space.references++;
	return is_open ? &space : NULL;
}

/* ---- the provider of processes ---------------------------------------------------------------- */

static struct {
	struct dt_followed followed;
	unsigned int holds, adds, armed;
	struct {
		struct dt_provider *provider;
		char name[DTRACE_PROVNAMELEN]; /* "": there is none */
	} own[4];
	uint32_t limit;
} maker;

static void maker_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	maker.armed += (unsigned int)count;
}

static void maker_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	maker.armed -= (unsigned int)count;
}

static const struct dt_provider_ops probe_ops = {
	.enable = maker_enable, .disable = maker_disable, .named_only = true, .idle_kept = true
};

static size_t own_at(const char *name)
{
	size_t i = 0;

	while (i < DT_ARRAY_SIZE(maker.own) && strcmp(maker.own[i].name, name) != 0)
		i++;
	return i;
}

static void disarm(void *arg)
{
	maker.armed = 0; /* tests enable those of one provider */
}

static void maker_retire(void *process, const char *name)
{
	size_t i = own_at(name);

	assert_false(dt_framework_held());
	if (i == DT_ARRAY_SIZE(maker.own))
		return;
	dt_provider_retire(maker.own[i].provider, disarm);
	maker.own[i].name[0] = '\0';
}

static int maker_own(void *process, const char *name, const struct dtrace_pattr *attr)
{
	size_t i = own_at(name);
	char full[DTRACE_PROVNAMELEN + 12];

	assert_false(dt_framework_held());
	if (i < DT_ARRAY_SIZE(maker.own))
		return 0;
	i = own_at("");
	snprintf(full, sizeof(full), "%s%u", name, PID);
	strcpy(maker.own[i].name, name);
	return dt_provider_register(full, attr, &probe_ops, &maker, &maker.own[i].provider);
}

static int maker_open(uint64_t pid, const char *provider, const struct dtrace_pattr *attr, void **ret)
{
	assert_null(provider);
	if (pid != PID)
		return -OS_ESRCH;
	maker.holds++;
	is_open = true;
	*ret = &maker;
	return 0;
}

static int maker_add(void *process, const struct dt_process_probe *probe, uint32_t limit, uint32_t *made,
		     uint32_t *added)
{
	size_t i = own_at(probe->provider);

	assert_true(dt_framework_held());
	assert_true(probe->registered);
	maker.adds++;
	maker.limit = limit;
	*made += dt_probe_create(maker.own[i].provider, probe->module, probe->function, probe->name, 0, &maker) > 0;
	*added += (uint32_t)probe->site_count;
	return 0;
}

static void maker_close(void *process)
{
	if (--maker.holds > 0)
		return;
	for (size_t i = 0; i < DT_ARRAY_SIZE(maker.own); i++) {
		if (maker.own[i].name[0])
			maker_retire(process, maker.own[i].name);
	}
	dt_helpers_put(maker.followed.helpers);
	memset(&maker, 0, sizeof(maker));
	is_open = false;
}

static void *maker_find(const struct os_space *of)
{
	assert_ptr_equal(of, &space);
	maker.holds++;
	return &maker;
}

static struct os_space *maker_space(void *process)
{
	return &space;
}

static struct dt_followed *maker_followed(void *process)
{
	return &maker.followed;
}

static bool maker_losses(void *process, bool check, struct dt_process_losses *ret, size_t *looked)
{
	return false;
}

static const struct dt_process_ops process_ops = { .open = maker_open,
						   .add = maker_add,
						   .close = maker_close,
						   .find = maker_find,
						   .space = maker_space,
						   .followed = maker_followed,
						   .own = maker_own,
						   .retire = maker_retire,
						   .losses = maker_losses };

static int setup(void **state)
{
	(void)state;
	memset(&maker, 0, sizeof(maker));
	set_error = get_error = 0;
	space.references = 100; /* the last one is never given back */
	fixture_start(1, 2);
	dt_process_provider(&process_ops);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	assert_int_equal(space.references, 100);
	assert_int_equal(maker.holds, 0);
	dt_helpers_put(registered);
	registered = NULL;
	dt_process_provider(NULL);
	fixture_end();
	return 0;
}

/* ---- what programs do ------------------------------------------------------------------------- */

static int add(const char *provider, const char *name)
{
	struct helper_dof *dof = helper_dof_create();
	struct dof_helper helper = { .mod = "a.out" };
	size_t size;
	void *data;
	int result;

	helper_dof_provider(dof, provider);
	helper_dof_probe(dof, 0x1000, "work", name);
	helper_dof_site(dof, 4);
	data = helper_dof_finish(dof, &size);
	helper.dof = (uintptr_t)data;
	result = dt_helper_ioctl(DTRACEHIOC_ADDDOF, (uintptr_t)&helper);
	os_free(data);
	return result;
}

static int take_back(int generation)
{
	return dt_helper_ioctl(DTRACEHIOC_REMOVE, (uint64_t)generation);
}

static struct dt_state *consumer(void)
{
	struct dt_state *state;

	assert_int_equal(dt_state_open(&state), 0);
	return state;
}

static struct dtrace_helpers request;

static int follow(struct dt_state *state)
{
	request = (struct dtrace_helpers){ .pid = PID, .made = 99 };
	return fixture_ioctl(state, DTRACEIOC_HELPERS, &request);
}

static uint32_t matches(const char *provider)
{
	struct dtrace_probematch match = { .matched = 0 };
	struct dt_state *state = consumer();

	strcpy(match.pattern.provider, provider);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBEMATCH, &match), 0);
	dt_state_close(state);
	return match.matched;
}

static void trace(struct dt_state *state, const char *pattern)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 7));
	dofb_clause(b, dofb_probe(b, pattern, 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
}

/* ---- tests ------------------------------------------------------------------------------------ */

/* Nobody follows the process: nothing is made. */
static void test_alone(void **unused)
{
	int first = add("worker", "go"), second = add("worker", "halt");

	assert_true(first > 0 && second > 0 && first != second);
	assert_int_equal(registered->count, 2);
	assert_int_equal(matches("worker77"), 0);
	assert_int_equal(take_back(first), 0);
	assert_int_equal(take_back(first), -OS_ENOENT);
	assert_int_equal(registered->count, 1);
	assert_int_equal(take_back(second), 0);
	assert_null(registered);
}

/* How often something was registered that the consumer means and does not get. */
static uint32_t unfollowed(struct dt_state *state)
{
	struct dtrace_losses losses = { .registered = 99 };

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_LOSSES, &losses), 0);
	assert_int_equal(losses.registered_pid != 0, losses.registered > 0);
	if (losses.registered)
		assert_int_equal(losses.registered_pid, os_process_number());
	return losses.registered;
}

/* A pattern finds nothing that is registered, and that is said. */
static void test_patterns(void **unused)
{
	static const struct {
		const char *pattern;
		uint32_t count;
	} patterns[] = {
		{ "worker*:::", 2 },     { "work*:a.out:w*:go", 1 }, { "worker*:::stay", 0 }, { "worker*:b.out::", 0 },
		{ "worker*::play:", 0 }, { "player*:::", 0 },        { "worker1:::", 0 },     { "*:::go", 0 },
	};

	for (size_t i = 0; i < DT_ARRAY_SIZE(patterns); i++) {
		struct dt_state *state = consumer(), *other = consumer();
		int first, second;

		trace(state, patterns[i].pattern);
		first = add("worker", "go");
		second = add("worker", "halt");
		assert_int_equal(unfollowed(state), patterns[i].count);
		assert_int_equal(unfollowed(state), 0);
		assert_int_equal(unfollowed(other), 0);
		assert_int_equal(take_back(first), 0);
		assert_int_equal(take_back(second), 0);
		assert_int_equal(unfollowed(state), 0);
		dt_state_close(other);
		dt_state_close(state);
	}
}

/* Somebody follows the process: then a pattern means its probes as any other. */
static void test_pattern_of_followed(void **unused)
{
	struct dt_state *state = consumer();
	int generation;

	assert_int_equal(follow(state), 0);
	trace(state, "worker*:::go");
	generation = add("worker", "go");
	assert_int_equal(unfollowed(state), 0);
	assert_int_equal(take_back(generation), 0);
	dt_state_close(state);
}

static void test_commands(void **unused)
{
	uint8_t bytes[sizeof(struct dof_hdr)] = { 0 };
	struct dof_helper helper = { .mod = "a.out", .dof = (uintptr_t)bytes };
	struct dof_hdr *header = (struct dof_hdr *)bytes;

	assert_int_equal(dt_helper_ioctl(DTRACEHIOC(4), 0), -OS_ENOTTY);
	assert_int_equal(dt_helper_ioctl(DTRACEHIOC_ADDDOF, (uintptr_t)&helper), -OS_ENOEXEC);
	memcpy(bytes, DOF_MAGIC, 4);
	assert_int_equal(dt_helper_ioctl(DTRACEHIOC_ADDDOF, (uintptr_t)&helper), -OS_EINVAL);
	header->loadsz = DTRACE_HELPER_DOF_MAX + 1;
	assert_int_equal(dt_helper_ioctl(DTRACEHIOC_ADDDOF, (uintptr_t)&helper), -OS_E2BIG);
	header->loadsz = sizeof(*header);
	assert_int_equal(dt_helper_ioctl(DTRACEHIOC_ADD, (uintptr_t)bytes), -OS_ENOEXEC); /* no version */
	for (unsigned int copy = 1; copy <= 3; copy++) {
		os_host_fail_copy(copy);
		assert_int_equal(dt_helper_ioctl(DTRACEHIOC_ADDDOF, (uintptr_t)&helper), -OS_EFAULT);
	}
	os_host_fail_copy(0);
	assert_int_equal(take_back(0), -OS_ENOENT);
	assert_int_equal(dt_helper_ioctl(DTRACEHIOC_REMOVE, 1ull << 32), -OS_ENOENT);
	assert_null(registered);
}

/* The system cannot keep it: nothing is left. */
static void test_not_kept(void **unused)
{
	int generation = add("worker", "go");

	set_error = -OS_ENOMEM;
	assert_int_equal(add("worker", "halt"), -OS_ENOMEM);
	assert_int_equal(take_back(generation), -OS_ENOMEM);
	assert_int_equal(registered->count, 1);
	set_error = 0;
	assert_int_equal(take_back(generation), 0);
}

/* Where nothing can be registered no process is opened. */
static void test_not_supported(void **unused)
{
	struct dt_state *state = consumer();

	get_error = -OS_EOPNOTSUPP;
	assert_int_equal(follow(state), -OS_EOPNOTSUPP);
	assert_int_equal(maker.holds, 0);
	dt_state_close(state);
}

static void test_follow(void **unused)
{
	struct dt_state *state = consumer();
	int first = add("worker", "go"), second, third;

	assert_int_equal(follow(state), 0);
	assert_int_equal(request.objects, 1);
	assert_int_equal(request.made, 1);
	assert_int_equal(request.added, 1);
	assert_int_equal(maker.limit, DTRACE_PROCESS_SITES);
	assert_int_equal(matches("worker77"), 1);
	trace(state, "worker77:::");
	assert_int_equal(maker.armed, 1);
	/* what comes is armed before the program's call returns */
	second = add("worker", "halt");
	assert_int_equal(matches("worker77"), 2);
	assert_int_equal(maker.armed, 2);
	assert_int_equal(maker.adds, 2); /* what was there was left alone */
	third = add("other", "go");
	assert_int_equal(matches("other77"), 1);
	assert_int_equal(maker.armed, 2);
	/* the provider goes with the first object; the second one's probes are made anew */
	assert_int_equal(take_back(first), 0);
	assert_int_equal(matches("worker77"), 1);
	assert_int_equal(matches("other77"), 1);
	assert_int_equal(maker.armed, 1);
	assert_int_equal(maker.adds, 4);
	assert_int_equal(follow(state), 0); /* nothing is new */
	assert_int_equal(request.objects, 2);
	assert_int_equal(request.made, 0);
	assert_int_equal(maker.adds, 4);
	assert_int_equal(maker.holds, 1);
	assert_int_equal(take_back(second), 0);
	assert_int_equal(matches("worker77"), 0);
	assert_int_equal(maker.armed, 0);
	dt_state_close(state);
	assert_int_equal(matches("other77"), 0);
	assert_int_equal(take_back(third), 0);
	state = consumer();
	assert_int_equal(follow(state), 0); /* nothing there */
	assert_int_equal(request.objects, 0);
	request.pid = 1;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_HELPERS, &request), -OS_ESRCH);
	dt_state_close(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_alone, setup, teardown),
		cmocka_unit_test_setup_teardown(test_commands, setup, teardown),
		cmocka_unit_test_setup_teardown(test_patterns, setup, teardown),
		cmocka_unit_test_setup_teardown(test_pattern_of_followed, setup, teardown),
		cmocka_unit_test_setup_teardown(test_not_kept, setup, teardown),
		cmocka_unit_test_setup_teardown(test_not_supported, setup, teardown),
		cmocka_unit_test_setup_teardown(test_follow, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
