/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_process.c - the command PROCESS: what is malformed, who holds a process, probes that come while
 * enablings want them, and a process that ends while they are enabled. The provider is the test's own.
 */
#include "fixture.h"

#include <stdio.h>
#include <string.h>

#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/state/state.h"
#include "os/host/host.h"
#include "os/os.h"

/* ---- a provider of processes ------------------------------------------------------------------ */

#define PID 77u

static struct {
	struct dt_provider *provider;
	struct dt_probe *last; /* enabled last */
	unsigned int holds, opened, adds, destroyed, armed, disarmed_all;
	int open_error, add_error;
	size_t sites, parts;
	uint32_t limit;
	char names[256];
	bool is_retired;
} maker;

static void maker_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	maker.armed += (unsigned int)count;
	maker.last = requests[count - 1].probe;
}

static void maker_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	maker.armed -= (unsigned int)count;
}

static void maker_destroy(void *arg, void *probe_arg)
{
	maker.destroyed++;
}

static const struct dt_provider_ops probe_ops = { .enable = maker_enable,
						  .disable = maker_disable,
						  .destroy = maker_destroy,
						  .named_only = true,
						  .idle_kept = true };

static void disarm_all(void *arg)
{
	assert_ptr_equal(arg, &maker);
	assert_true(dt_framework_held());
	maker.disarmed_all++;
	maker.armed = 0;
}

static void retire(void)
{
	if (!maker.is_retired)
		dt_provider_retire(maker.provider, disarm_all);
	maker.is_retired = true;
}

static int maker_open(uint64_t pid, void **ret)
{
	static const struct dtrace_pattr attributes;

	assert_false(dt_framework_held());
	if (pid != PID)
		return -OS_ESRCH;
	if (maker.open_error)
		return maker.open_error;
	if (maker.holds == 0) {
		maker.is_retired = false;
		assert_int_equal(dt_provider_register("pid77", &attributes, &probe_ops, &maker, &maker.provider), 0);
	}
	maker.holds++;
	maker.opened++;
	*ret = &maker;
	return 0;
}

static int maker_add(void *process, const struct dt_process_probe *probe, uint32_t limit, uint32_t *made,
		     uint32_t *added)
{
	int id;

	assert_ptr_equal(process, &maker);
	assert_true(dt_framework_held());
	maker.adds++;
	maker.sites = probe->site_count;
	maker.parts = probe->part_count;
	maker.limit = limit;
	snprintf(maker.names, sizeof(maker.names), "%s:%s:%s", probe->module, probe->function, probe->name);
	if (maker.add_error)
		return maker.add_error;
	dt_provide_refused("test-reason", 2);
	id = dt_probe_create(maker.provider, probe->module, probe->function, probe->name, 0, &maker);
	*made += id > 0;
	*added += (uint32_t)probe->site_count;
	return 0;
}

static void maker_close(void *process)
{
	assert_ptr_equal(process, &maker);
	assert_false(dt_framework_held());
	if (--maker.holds == 0)
		retire();
}

static const struct dt_process_ops process_ops = { .open = maker_open, .add = maker_add, .close = maker_close };

static int setup(void **state)
{
	(void)state;
	memset(&maker, 0, sizeof(maker));
	fixture_start(1, 2);
	dt_process_provider(&process_ops);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	assert_int_equal(maker.holds, 0);
	dt_process_provider(NULL);
	fixture_end();
	return 0;
}

/* ---- requests ---------------------------------------------------------------------------------- */

/* One probe with two sites and a part, then one with a site. */
static struct {
	struct dtrace_processprobe first;
	struct dtrace_processsite sites[2];
	struct dtrace_processpart part;
	char names[24]; /* libc.so.6 malloc return */
	struct dtrace_processprobe second;
	struct dtrace_processsite site;
	char other_names[16]; /* a.out main 4f */
} buffer;

static struct dtrace_process request;

static void fill(void)
{
	memset(&buffer, 0, sizeof(buffer));
	buffer.first.size = sizeof(buffer.first) + sizeof(buffer.sites) + sizeof(buffer.part) + sizeof(buffer.names);
	buffer.first.sites = 2;
	buffer.first.parts = 1;
	buffer.first.module_len = 9;
	buffer.first.function_len = 6;
	buffer.first.name_len = 6;
	memcpy(buffer.names, "libc.so.6\0malloc\0return", 24);
	buffer.sites[0] = (struct dtrace_processsite){ .addr = 4096, .offset = -4, .length = 1 };
	buffer.sites[1] = (struct dtrace_processsite){ .addr = 8192,
						       .length = 16,
						       .flags = DTRACE_PROCESSF_CONDITIONAL | DTRACE_PROCESSF_TAIL };
	buffer.part = (struct dtrace_processpart){ 4096, 8192 };
	buffer.second.size = sizeof(buffer.second) + sizeof(buffer.site) + sizeof(buffer.other_names);
	buffer.second.sites = 1;
	buffer.second.module_len = 5;
	buffer.second.function_len = 4;
	buffer.second.name_len = 2;
	memcpy(buffer.other_names,
	       "a.out\0main\0"
	       "4f",
	       14);
	buffer.site = (struct dtrace_processsite){ .addr = 1, .length = 4 };
	request = (struct dtrace_process){
		.pid = PID, .buffer = (uint64_t)(uintptr_t)&buffer, .size = sizeof(buffer), .count = 2
	};
}

static int send(struct dt_state *state)
{
	return fixture_ioctl(state, DTRACEIOC_PROCESS, &request);
}

static struct dt_state *consumer(void)
{
	struct dt_state *state;

	assert_int_equal(dt_state_open(&state), 0);
	return state;
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

/* ---- tests ------------------------------------------------------------------------------------- */

static void makes_probes(void **unused)
{
	struct dt_state *state = consumer();
	uint32_t before = matches("");

	fill();
	request.limit = 5;
	request.made = 99; /* out only */
	assert_int_equal(send(state), 0);
	assert_int_equal(request.made, 2);
	assert_int_equal(request.added, 3);
	assert_int_equal(request.refused, 4);
	assert_int_equal(request.reasons, 1);
	assert_string_equal(request.reason[0].name, "test-reason");
	assert_int_equal(request.reason[0].count, 4);
	assert_string_equal(maker.names, "a.out:main:4f");
	assert_int_equal(maker.limit, 5);
	assert_int_equal(matches("pid77"), 2);
	assert_int_equal(matches(""), before); /* a description has to name their provider */
	fill();
	request.count = 1;
	request.size = buffer.first.size;
	assert_int_equal(send(state), 0);
	assert_int_equal(request.made, 0); /* it is there */
	assert_int_equal(maker.limit, DTRACE_PROCESS_SITES);
	assert_int_equal(maker.sites, 2);
	assert_int_equal(maker.parts, 1);
	assert_int_equal(maker.opened, 2);
	assert_int_equal(maker.holds, 1); /* once for each consumer */
	dt_state_close(state);
	assert_int_equal(maker.destroyed, 2);
	assert_int_equal(matches("pid77"), 0);
}

/* Each makes the request malformed in one way. */
static void break_it(unsigned int how)
{
	static void *const nowhere;

	switch (how) {
	case 0:
		request.size = 0;
		break;
	case 1:
		request.size = DTRACE_PROCESS_SIZE + 8;
		break;
	case 2:
		request.buffer += 4;
		break;
	case 3:
		request.count = 1;
		break;
	case 4:
		request.count = 3;
		break;
	case 5:
		request.size -= 8;
		break;
	case 6:
		buffer.first.size = 0;
		break;
	case 7:
		buffer.first.size -= 4;
		break;
	case 8:
		buffer.first.size = UINT32_MAX - 7;
		break;
	case 9:
		buffer.first.size = sizeof(buffer.first);
		break;
	case 10:
		buffer.first.sites = 0;
		break;
	case 11:
		buffer.first.sites = 3;
		break;
	case 12:
		buffer.first.sites = DTRACE_PROCESS_SITES_MAX + 1;
		break;
	case 13:
		buffer.first.parts = DTRACE_PROCESS_PARTS_MAX + 1;
		break;
	case 14:
		buffer.first.parts = 0;
		break; /* what follows is read as names then */
	case 15:
		buffer.first.module_len = 0;
		break;
	case 16:
		buffer.first.module_len = 8;
		break;
	case 17:
		buffer.first.module_len = 16;
		break; /* a NUL in it */
	case 18:
		buffer.first.name_len = 7;
		break;
	case 19:
		buffer.first.name_len = 200;
		break;
	case 20:
		memcpy(buffer.names + 17, "Return", 6);
		break;
	case 21:
		buffer.other_names[12] = 'g';
		break;
	case 22:
		buffer.other_names[0] = '\033';
		break;
	case 23:
		buffer.sites[0].length = 0;
		break;
	case 24:
		buffer.sites[0].length = 17;
		break;
	case 25:
		buffer.sites[0].flags = 4;
		break;
	case 26:
		buffer.site.flags = DTRACE_PROCESSF_TAIL;
		break; /* only of a return */
	case 27:
		buffer.sites[1].addr = 4096;
		break;
	case 28:
		buffer.sites[1].addr = 5;
		break;
	case 29:
		buffer.part.end = 4096;
		break;
	case 30:
		request.size = sizeof(buffer.first);
		request.count = 1;
		break;
	default:
		request.buffer = (uint64_t)(uintptr_t)nowhere;
		break;
	}
}

static void malformed(void **unused)
{
	struct dt_state *state = consumer();
	unsigned int how;

	for (how = 0; how < 31; how++) {
		fill();
		break_it(how);
		if (send(state) != -OS_EINVAL)
			fail_msg("malformed in the way %u, and taken", how);
	}
	fill();
	break_it(how);
	assert_int_equal(send(state), -OS_EFAULT);
	assert_int_equal(maker.opened, 0);
	fill(); /* a conditional exit needs the parts */
	memmove(&buffer.part, buffer.names, sizeof(buffer.names));
	buffer.first.parts = 0;
	buffer.first.size -= sizeof(buffer.part);
	request.count = 1;
	request.size = buffer.first.size;
	assert_int_equal(send(state), -OS_EINVAL);
	buffer.sites[1].flags = 0;
	assert_int_equal(send(state), 0);
	dt_state_close(state);
}

static void refused(void **unused)
{
	struct dt_state *state = consumer(), *other;

	fill();
	request.pid = 1;
	assert_int_equal(send(state), -OS_ESRCH);
	fill();
	maker.open_error = -OS_EPERM;
	assert_int_equal(send(state), -OS_EPERM);
	maker.open_error = 0;
	dt_process_provider(NULL);
	assert_int_equal(send(state), -OS_EOPNOTSUPP);
	dt_process_provider(&process_ops);
	assert_int_equal(maker.adds, 0);
	maker.add_error = -OS_ENOMEM;
	assert_int_equal(send(state), -OS_ENOMEM);
	assert_int_equal(maker.adds, 1);
	maker.add_error = 0;
	os_host_fail_alloc(1);
	assert_int_equal(send(state), -OS_ENOMEM);
	assert_int_equal(send(state), 0);
	other = consumer();
	os_host_fail_alloc(2); /* the table of its processes */
	assert_int_equal(send(other), -OS_ENOMEM);
	assert_int_equal(maker.holds, 1);
	dt_state_close(other);
	dt_state_close(state);
}

/* Two consumers have the process; the probes stay when nobody uses them, and until the last of them closes. */
static void two_consumers(void **unused)
{
	struct dt_state *first = consumer(), *second = consumer(), *third;

	fill();
	assert_int_equal(send(first), 0);
	fill();
	assert_int_equal(send(second), 0);
	assert_int_equal(maker.holds, 2);
	trace(first, "pid77:::");
	assert_int_equal(maker.armed, 2);
	dt_state_close(first);
	assert_int_equal(maker.armed, 0);
	assert_int_equal(matches("pid77"), 2); /* and again after another consumer has closed */
	third = consumer();
	dt_state_close(third);
	assert_int_equal(matches("pid77"), 2);
	dt_state_close(second);
	assert_int_equal(matches("pid*"), 0);
}

/* A library is loaded: its probes are for those who want them at once. */
static void comes_later(void **unused)
{
	struct dt_state *state = consumer(), *other = consumer();
	struct dt_firing firing = { 0 };

	fill();
	request.count = 1;
	request.size = buffer.first.size;
	assert_int_equal(send(state), 0);
	trace(state, "pid77:::");
	trace(other, "fake:::");
	assert_int_equal(maker.armed, 1);
	fill();
	assert_int_equal(send(state), 0);
	assert_int_equal(request.made, 1);
	assert_int_equal(maker.armed, 2);
	dt_probe_fire(maker.last, &firing);
	assert_int_equal(fixture_account(state, 0).recorded, 1);
	assert_int_equal(other->ecbs.count, 2);
	dt_state_close(other);
	dt_state_close(state);
	assert_int_equal(maker.armed, 0);
}

/* The process ends while it is traced: the records can be read, the number may be used again. */
static void ends(void **unused)
{
	struct dt_state *state = consumer(), *next = consumer();
	uint64_t room[64];
	struct dtrace_probelist list = { .buffer = (uint64_t)(uintptr_t)room, .size = sizeof(room) };
	const struct dtrace_probeitem *item = (const struct dtrace_probeitem *)room;
	struct dtrace_eprobedesc eprobe = { .epid = 1 };
	struct dt_firing firing = { 0 };
	size_t size;

	fill();
	assert_int_equal(send(state), 0);
	trace(state, "pid77:::return");
	dt_probe_fire(maker.last, &firing);
	retire();
	assert_int_equal(maker.disarmed_all, 1);
	assert_int_equal(maker.destroyed, 2);
	assert_int_equal(matches("pid77"), 0);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 16);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_EPROBE, &eprobe), 0);
	list.pattern.id = eprobe.probe;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_PROBES, &list), 0);
	assert_string_equal(item->names, "pid77");
	assert_string_equal(item->names + 6, "libc.so.6");
	maker.holds = 0; /* another process has the number now */
	fill();
	assert_int_equal(send(next), 0);
	assert_int_equal(request.made, 2);
	assert_int_equal(matches("pid77"), 2);
	maker.holds++;
	dt_state_close(state);
	assert_int_equal(matches("pid77"), 2);
	dt_state_close(next);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(makes_probes, setup, teardown),
		cmocka_unit_test_setup_teardown(malformed, setup, teardown),
		cmocka_unit_test_setup_teardown(refused, setup, teardown),
		cmocka_unit_test_setup_teardown(two_consumers, setup, teardown),
		cmocka_unit_test_setup_teardown(comes_later, setup, teardown),
		cmocka_unit_test_setup_teardown(ends, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
