/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_process.c - the command PROCESS: what is malformed, who holds a process, probes that come while
 * enablings want them, and a process that ends while they are enabled; probes that the program defines. The
 * provider is the test's own.
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
	/* of probes that the program defines */
	bool is_own; /* the last one that was opened is not pid */
	char own[DTRACE_PROVNAMELEN];
	struct dtrace_pattr attr;
	struct dtrace_processusdt usdt;
	struct dtrace_usdt_arg args[DTRACE_USDT_ARGS_MAX];
	char types[256];
	size_t types_size;
	struct dtrace_processlock lock; /* of plockstat */
	struct dt_process_losses losses;
	unsigned int checks; /* how often breaks were looked for */
	bool is_ending;      /* its losses are not known */
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

static int maker_open(uint64_t pid, const char *provider, const struct dtrace_pattr *attr, void **ret)
{
	static const struct dtrace_pattr attributes;

	assert_false(dt_framework_held());
	if (pid != PID)
		return -OS_ESRCH;
	if (maker.open_error)
		return maker.open_error;
	maker.is_own = provider != NULL;
	if (provider) {
		strcpy(maker.own, provider);
		maker.attr = *attr;
	}
	if (maker.holds == 0) {
		maker.is_retired = false;
		assert_int_equal(dt_provider_register("pid77", &attributes, &probe_ops, &maker, &maker.provider), 0);
	}
	maker.holds++;
	maker.opened++;
	*ret = &maker;
	return 0;
}

/* What it says of a probe of the program's own. */
static void defined(const struct dt_process_probe *probe)
{
	size_t args = probe->usdt->natives * probe->site_count;

	assert_string_equal(probe->provider, maker.own);
	assert_int_equal(probe->part_count, 0);
	assert_true(args <= sizeof(maker.args) / sizeof(maker.args[0]));
	assert_true(probe->types_size <= sizeof(maker.types));
	maker.usdt = *probe->usdt;
	memcpy(maker.args, probe->args, args * sizeof(maker.args[0]));
	memcpy(maker.types, probe->types, probe->types_size);
	maker.types_size = probe->types_size;
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
	assert_int_equal(probe->usdt || probe->lock, maker.is_own);
	assert_false(probe->usdt && probe->lock);
	if (probe->lock)
		maker.lock = *probe->lock;
	if (probe->usdt)
		defined(probe);
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

static bool maker_losses(void *process, bool check, struct dt_process_losses *ret, size_t *looked)
{
	assert_ptr_equal(process, &maker);
	assert_false(dt_framework_held());
	maker.checks += check;
	*looked = check;
	*ret = maker.losses;
	return !maker.is_ending;
}

static const struct dt_process_ops process_ops = {
	.open = maker_open, .add = maker_add, .close = maker_close, .losses = maker_losses
};

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
	case 31:
		request.count = UINT32_MAX; /* more than there is memory for, too */
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

	for (how = 0; how < 32; how++) {
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
	os_host_fail_alloc(2); /* what the request says */
	assert_int_equal(send(other), -OS_ENOMEM);
	os_host_fail_alloc(3); /* the table of its processes */
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

/* ---- probes that the program defines ----------------------------------------------------------- */

#define OWN_NAMES "a.out\0serve\0request-end"
#define OWN_TYPES "int\0char *\0uint64_t\0string"

/* One probe with two sites, which have two native arguments each, of which programs of D see two others. */
static struct {
	struct dtrace_processprobe head;
	struct dtrace_processsite sites[2];
	struct dtrace_processusdt usdt;
	struct dtrace_usdt_arg args[4];
	char names[sizeof(OWN_NAMES)];
	char types[256];
	/* then one with a site and nothing else */
	struct dtrace_processprobe second;
	struct dtrace_processsite site;
	struct dtrace_processusdt other_usdt;
	char other_names[16]; /* a.out idle */
} own;

static const struct dtrace_pattr own_attr = {
	.provider = { DTRACE_STABILITY_STABLE, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
	.args = { DTRACE_STABILITY_EXTERNAL, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_PLATFORM, 0 },
};

static void request_own(void *at, size_t size, uint32_t count)
{
	request = (struct dtrace_process){
		.pid = PID, .buffer = (uint64_t)(uintptr_t)at, .size = (uint32_t)size, .count = count, .attr = own_attr
	};
	strcpy(request.provider, "server");
}

static void fill_own(void)
{
	memset(&own, 0, sizeof(own));
	own.head.size = (uint32_t)((uint8_t *)&own.second - (uint8_t *)&own);
	own.head.sites = 2;
	own.head.module_len = 5;
	own.head.function_len = 5;
	own.head.name_len = 11;
	own.sites[0] = (struct dtrace_processsite){ .addr = 4096, .length = 1 };
	own.sites[1] = (struct dtrace_processsite){ .addr = 8192, .length = 4 };
	own.usdt.moved = 0x10000;
	own.usdt.semaphore = 0x2000;
	own.usdt.natives = 2;
	own.usdt.flags = DTRACE_PROCESSUSDT_MAPPED;
	own.usdt.seen = 2;
	own.usdt.from[0] = 1;
	own.args[0] = (struct dtrace_usdt_arg){ .kind = DTRACE_USDT_VALUE, .size = 4, .value = 10 };
	own.args[1] = (struct dtrace_usdt_arg){ .kind = DTRACE_USDT_REGISTER, .size = 8 };
	own.args[2] = (struct dtrace_usdt_arg){ .kind = DTRACE_USDT_REFUSED, .size = 8, .value = DTRACE_USDT_FLOAT };
	own.args[3] = (struct dtrace_usdt_arg){ .kind = DTRACE_USDT_MEMORY, .size = 2, .value = 13 };
	memcpy(own.names, OWN_NAMES, sizeof(OWN_NAMES));
	memcpy(own.types, OWN_TYPES, sizeof(OWN_TYPES));
	own.second.size = (uint32_t)((uint8_t *)(&own + 1) - (uint8_t *)&own.second);
	own.second.sites = 1;
	own.second.module_len = 5;
	own.second.name_len = 4;
	own.site = (struct dtrace_processsite){ .addr = 1, .length = 1 };
	memcpy(own.other_names, "a.out\0\0idle", 12);
	request_own(&own, sizeof(own), 2);
}

/* The first probe alone, with so many bytes after its names. */
static void only_first(size_t after)
{
	own.head.size = (uint32_t)((uint8_t *)own.types + after - (uint8_t *)&own);
	request.count = 1;
	request.size = own.head.size;
}

/* The provider is asked for by its name; each probe has its own places, types, and semaphore. */
static void makes_defined_probes(void **unused)
{
	struct dt_state *state = consumer();

	fill_own();
	only_first(32);
	assert_int_equal(send(state), 0);
	assert_int_equal(request.made, 1);
	assert_int_equal(request.added, 2);
	assert_true(maker.is_own);
	assert_string_equal(maker.own, "server");
	assert_memory_equal(&maker.attr, &own_attr, sizeof(own_attr));
	assert_string_equal(maker.names, "a.out:serve:request-end");
	assert_int_equal(maker.sites, 2);
	assert_memory_equal(&maker.usdt, &own.usdt, sizeof(own.usdt));
	assert_memory_equal(maker.args, own.args, sizeof(own.args));
	assert_int_equal(maker.types_size, sizeof(OWN_TYPES));
	assert_memory_equal(maker.types, OWN_TYPES, sizeof(OWN_TYPES));
	fill_own();
	assert_int_equal(send(state), 0);
	assert_int_equal(maker.adds, 3);
	assert_string_equal(maker.names, "a.out::idle");
	assert_int_equal(maker.sites, 1);
	assert_memory_equal(&maker.usdt, &own.other_usdt, sizeof(own.other_usdt));
	assert_int_equal(maker.types_size, 0);
	assert_int_equal(maker.holds, 1); /* once for each consumer, whatever the provider */
	fill();
	assert_int_equal(send(state), 0);
	assert_false(maker.is_own); /* it is pid again */
	assert_int_equal(maker.holds, 1);
	maker.open_error = -OS_EEXIST;
	fill_own();
	assert_int_equal(send(state), -OS_EEXIST);
	assert_int_equal(maker.holds, 1);
	dt_state_close(state);
}

/* Not mapped: programs of D see the native arguments, and there are no more types. */
static void makes_unmapped_probes(void **unused)
{
	struct dt_state *state = consumer();

	fill_own();
	own.usdt.flags = own.usdt.seen = 0;
	own.usdt.from[0] = 200; /* of no use */
	assert_int_equal(send(state), 0);
	only_first(32);
	assert_int_equal(send(state), 0);
	assert_memory_equal(maker.types, "int\0char *", 11);
	assert_int_equal(maker.types_size, 11);
	dt_state_close(state);
}

/* Each makes the request malformed in one way; the rest of it is as it should be. */
static bool break_own(unsigned int how)
{
	switch (how) {
	case 0:
		strcpy(request.provider, "pid");
		break;
	case 1:
		strcpy(request.provider, "my server");
		break;
	case 2:
		strcpy(request.provider, "my:server");
		break;
	case 3:
		strcpy(request.provider, "server\n");
		break;
	case 4:
		strcpy(request.provider, "server\x7f");
		break;
	case 5:
		strcpy(request.provider, "s\xc3\xa9rver");
		break;
	case 6: /* no room for the number of every process */
		memset(request.provider, 'x', DTRACE_PROVNAMELEN - sizeof("4294967295") + 1);
		break;
	case 7:
		memset(request.provider, 'x', sizeof(request.provider));
		break;
	case 8:
		own.usdt.flags = 0; /* and yet some are seen */
		break;
	case 9:
		own.usdt.flags |= 2;
		break;
	case 10:
		own.usdt.flags |= 0x80;
		break;
	case 11:
		own.usdt.from[0] = 2;
		break;
	case 12:
		own.usdt.from[1] = 255;
		break;
	case 13:
		own.args[0].kind = DTRACE_USDT_KIND_COUNT;
		break;
	case 14:
		own.args[1].base = 255;
		break;
	case 15:
		own.args[3].size = 3;
		break;
	case 16:
		memcpy(own.types, "int\0\0uint64_t\0string", 21);
		break;
	case 17:
		memcpy(own.types, "\0char *\0uint64_t\0string", 24);
		break;
	case 18: /* one is missing */
		memcpy(own.types, "int\0char *\0uint64_t\0\0\0\0\0\0\0", 27);
		break;
	case 19:
		own.types[1] = '\t';
		break;
	case 20:
		own.types[sizeof(OWN_TYPES) - 2] = 0x7f;
		break;
	case 21:
		memset(own.types + sizeof(OWN_TYPES) - 7, 'x', DTRACE_ARGTYPELEN);
		break;
	case 22:
		own.second.name_len = 0;
		own.other_names[7] = '\0';
		break;
	case 23:
		own.second.module_len = 0;
		memcpy(own.other_names, "\0\0idle", 7);
		break;
	case 24:
		own.other_names[6] = 'x'; /* where the function's name, which is empty, ends */
		break;
	case 25:
		own.sites[1].flags = DTRACE_PROCESSF_TAIL;
		break;
	case 26:
		own.sites[1].addr = own.sites[0].addr;
		break;
	case 27:
		request.provider[0] = '\0'; /* of pid they would be other things */
		break;
	default:
		return false;
	}
	return true;
}

static void malformed_defined(void **unused)
{
	struct dt_state *state = consumer();
	unsigned int how;

	for (how = 0; fill_own(), break_own(how); how++) {
		if (send(state) != -OS_EINVAL)
			fail_msg("malformed in the way %u, and taken", how);
	}
	assert_int_equal(how, 28);
	assert_int_equal(maker.opened, 0);
	dt_state_close(state);
}

/* As long as they may be. */
static void longest_defined(void **unused)
{
	struct dt_state *state = consumer();

	fill_own();
	memset(request.provider, 'x', DTRACE_PROVNAMELEN - sizeof("4294967295"));
	memset(own.types + sizeof(OWN_TYPES) - 7, 'x', DTRACE_ARGTYPELEN - 1);
	only_first(sizeof(own.types));
	assert_int_equal(send(state), 0);
	assert_int_equal(strlen(maker.own), DTRACE_PROVNAMELEN - sizeof("4294967295"));
	assert_int_equal(maker.types_size, sizeof(OWN_TYPES) - 7 + DTRACE_ARGTYPELEN);
	dt_state_close(state);
}

/* Wherever it ends too early. */
static void truncated_defined(void **unused)
{
	struct dt_state *state = consumer();
	uint32_t size;

	for (size = sizeof(own.head); size <= offsetof(typeof(own), types) + sizeof(OWN_TYPES) / 8 * 8; size += 8) {
		fill_own();
		own.head.size = request.size = size;
		request.count = 1;
		if (send(state) != -OS_EINVAL)
			fail_msg("truncated to %u bytes, and taken", size);
	}
	fill_own();
	own.head.size = request.size = size;
	request.count = 1;
	assert_int_equal(send(state), 0);
	fill_own(); /* without arguments the names are what ends */
	own.second.size -= sizeof(own.other_names);
	memmove(&own, &own.second, own.second.size);
	request_own(&own, own.head.size, 1);
	assert_int_equal(send(state), -OS_EINVAL);
	fill_own(); /* after the module's name */
	own.second.size -= sizeof(own.other_names) / 2;
	own.second.module_len = 7;
	memcpy(own.other_names, "modules\0\0idle", 14);
	memmove(&own, &own.second, sizeof(own) - offsetof(typeof(own), second));
	request_own(&own, own.head.size, 1);
	assert_int_equal(send(state), -OS_EINVAL);
	dt_state_close(state);
}

/* A function's name may be empty where the program says what its probe is called; not of pid. */
static void without_function(void **unused)
{
	struct dt_state *state = consumer();

	fill_own();
	memmove(&own, &own.second, own.second.size);
	request_own(&own, own.head.size, 1);
	assert_int_equal(send(state), 0);
	assert_string_equal(maker.names, "a.out::idle");
	fill();
	buffer.second.function_len = 0;
	memcpy(buffer.other_names, "a.out\0\0004f\0\0\0\0", 14);
	assert_int_equal(send(state), -OS_EINVAL);
	buffer.second.function_len = 1;
	memcpy(buffer.other_names, "a.out\0f\0004f\0\0\0", 14);
	assert_int_equal(send(state), 0);
	dt_state_close(state);
}

/* A probe with so many arguments, all of which are good. */
static int send_many(struct dt_state *state, unsigned int parts, unsigned int natives, unsigned int seen)
{
	static uint64_t room[1024];
	struct dtrace_processprobe *head = (void *)room;
	struct dtrace_processsite *site = (void *)(head + 1);
	struct dtrace_processpart *part = (void *)(site + 1);
	struct dtrace_processusdt *usdt = (void *)(part + parts);
	struct dtrace_usdt_arg *args = (void *)(usdt + 1);
	char *text = (char *)(args + natives);
	unsigned int i;

	memset(room, 0, sizeof(room));
	*head = (struct dtrace_processprobe){
		.sites = 1, .parts = (uint16_t)parts, .module_len = 1, .function_len = 1, .name_len = 1
	};
	*site = (struct dtrace_processsite){ .addr = 4096, .length = 1 };
	for (i = 0; i < parts; i++)
		part[i] = (struct dtrace_processpart){ 4096 * (i + 1), 4096 * (i + 2) };
	usdt->natives = (uint8_t)natives;
	usdt->seen = (uint8_t)seen;
	usdt->flags = seen ? DTRACE_PROCESSUSDT_MAPPED : 0;
	for (i = 0; i < natives; i++)
		args[i] = (struct dtrace_usdt_arg){ .kind = DTRACE_USDT_VALUE, .size = 1 };
	memcpy(text, "m\0f\0n", 6);
	text += 6;
	for (i = 0; i < natives + seen; i++, text += 2)
		*text = 't';
	head->size = (uint32_t)((text - (char *)room + 7) / 8 * 8);
	request_own(room, head->size, 1);
	return send(state);
}

static void many_arguments(void **unused)
{
	struct dt_state *state = consumer();
	const unsigned int most = DTRACE_USDT_ARGS_MAX;

	assert_int_equal(send_many(state, 0, most, most), 0);
	assert_int_equal(maker.types_size, 4 * most);
	assert_int_equal(send_many(state, 0, most + 1, 0), -OS_EINVAL);
	assert_int_equal(send_many(state, 0, 255, 0), -OS_EINVAL);
	assert_int_equal(send_many(state, 0, most, most + 1), -OS_EINVAL);
	assert_int_equal(send_many(state, 0, 1, most), 0);
	assert_int_equal(send_many(state, 0, 0, 0), 0);
	assert_int_equal(maker.types_size, 0);
	assert_int_equal(send_many(state, 0, 0, 1), -OS_EINVAL); /* of which native one? */
	assert_int_equal(send_many(state, 1, 1, 1), -OS_EINVAL); /* there are no parts */
	assert_int_equal(send_many(state, 0, 1, 1), 0);
	dt_state_close(state);
}

/* With the number after it, it would be the provider of the functions of another process. */
static void name_of_another(void **unused)
{
	struct dt_state *state = consumer();

	fill_own();
	strcpy(request.provider, "pid1");
	assert_int_equal(send(state), -OS_EINVAL);
	fill_own();
	strcpy(request.provider, "pidgin");
	assert_int_equal(send(state), 0);
	dt_state_close(state);
}

/* ---- functions of locks ------------------------------------------------------------------------ */

static struct {
	struct dtrace_processprobe head;
	struct dtrace_processsite sites[2];
	struct dtrace_processlock lock;
	char names[16];
} locked;

static void fill_locked(void)
{
	memset(&locked, 0, sizeof(locked));
	locked.head.size = sizeof(locked);
	locked.head.sites = 2;
	locked.head.module_len = 4;
	locked.head.function_len = 5;
	locked.sites[0] = (struct dtrace_processsite){ .addr = 4096, .length = 1, .flags = DTRACE_PROCESSF_ENTRY };
	locked.sites[1] = (struct dtrace_processsite){ .addr = 8192, .length = 4 };
	locked.lock = (struct dtrace_processlock){ .call = DTRACE_LOCK_RW_UNLOCK,
						   .argument = DTRACE_LOCK_ARGUMENT_MAX,
						   .size = DTRACE_LOCK_SIZE,
						   .tests = { { DTRACE_LOCK_SIZE - 4, 1, 1, 1 } } };
	memcpy(locked.names, "libc\0wrunl\0", 12);
	request_own(&locked, sizeof(locked), 1);
	strcpy(request.provider, DTRACE_PLOCKSTAT);
}

/* Return: false: there are no more ways. */
static bool break_locked(unsigned int how)
{
	switch (how) {
	case 0:
		locked.lock.call = DTRACE_LOCK_NONE;
		return true;
	case 1:
		locked.lock.call = DTRACE_LOCK_CALLS;
		return true;
	case 2:
		locked.lock.argument++;
		return true;
	case 3:
		locked.lock.size++;
		return true;
	case 4:
		locked.lock.tests[0].offset++; /* the word ends after the lock */
		return true;
	case 5:
		locked.lock.tests[2] = (struct dtrace_locktest){ .offset = UINT32_MAX, .mask = 1 };
		return true;
	case 6:
		locked.lock.size = 0;
		return true;
	case 7:
		locked.sites[0].flags = 0; /* where does it begin? */
		return true;
	case 8:
		locked.sites[1].flags = DTRACE_PROCESSF_TAIL;
		return true;
	case 9:
		locked.head.parts = 1;
		return true;
	case 10: /* it has a name */
		locked.head.name_len = 2;
		memcpy(locked.names + 11, "go", 3);
		return true;
	case 11:
		locked.head.function_len = 0;
		return true;
	case 12:
		locked.names[11] = 'x';
		return true;
	case 13:
		locked.head.size = request.size = sizeof(locked.head) + sizeof(locked.sites);
		return true;
	case 14:
		locked.head.size = request.size = (uint32_t)offsetof(__typeof__(locked), names);
		return true;
	case 15:
		locked.lock.tests[DTRACE_LOCKTEST_CHECKED].mask = 1;
		locked.lock.owner_offset = DTRACE_LOCK_SIZE - 3;
		return true;
	case 16:
		strcpy(request.provider, "server"); /* whose own probes are of another form */
		return true;
	default:
		return false;
	}
}

static void makes_locks(void **unused)
{
	struct dt_state *state = consumer();
	unsigned int how;

	fill_locked();
	assert_int_equal(send(state), 0);
	assert_string_equal(maker.own, DTRACE_PLOCKSTAT);
	assert_string_equal(maker.names, "libc:wrunl:");
	assert_int_equal(maker.sites, 2);
	assert_memory_equal(&maker.lock, &locked.lock, sizeof(locked.lock));
	fill_locked();
	locked.lock.tests[2].offset = UINT32_MAX; /* of no use without a mask */
	assert_int_equal(send(state), 0);
	maker.adds = 0;
	for (how = 0; fill_locked(), break_locked(how); how++) {
		if (send(state) != -OS_EINVAL)
			fail_msg("malformed in the way %u, and taken", how);
	}
	assert_int_equal(how, 17);
	assert_int_equal(maker.adds, 0);
	dt_state_close(state);
}

static const struct dtrace_loss *lost(struct dt_state *state, uint32_t flags, uint32_t count)
{
	static struct dtrace_losses losses;

	memset(&losses, 0x77, sizeof(losses));
	losses.flags = flags;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_LOSSES, &losses), 0);
	assert_int_equal(losses.count, count);
	return losses.process;
}

static void losses(void **unused)
{
	struct dtrace_losses wrong = { .flags = 2 };
	struct dt_state *state = consumer(), *other = consumer();
	const struct dtrace_loss *loss;

	lost(state, 0, 0);
	maker.losses = (struct dt_process_losses){ .overwritten = 5, .again = 6, .locks = 7 }; /* before we come */
	fill();
	assert_int_equal(send(state), 0);
	lost(state, DTRACE_LOSSESF_ALL, 0);
	assert_int_equal(maker.checks, 1);
	maker.losses.overwritten = 8;
	maker.losses.locks = 9;
	loss = lost(state, 0, 1);
	assert_int_equal(maker.checks, 2);
	assert_int_equal(loss->pid, PID);
	assert_int_equal(loss->overwritten, 3);
	assert_int_equal(loss->again, 0);
	assert_int_equal(loss->locks, 2);
	lost(state, 0, 0);
	maker.losses.again = 7;
	maker.is_ending = true;
	lost(state, 0, 0);
	maker.is_ending = false;
	assert_int_equal(lost(state, 0, 1)->again, 1);
	fill();
	assert_int_equal(send(other), 0);
	lost(other, 0, 0);
	maker.losses.again = 8;
	assert_int_equal(lost(other, 0, 1)->again, 1);
	assert_int_equal(lost(state, 0, 1)->again, 1);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_LOSSES, &wrong), -OS_EINVAL);
	dt_state_close(state);
	dt_state_close(other);
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
		cmocka_unit_test_setup_teardown(makes_defined_probes, setup, teardown),
		cmocka_unit_test_setup_teardown(makes_unmapped_probes, setup, teardown),
		cmocka_unit_test_setup_teardown(malformed_defined, setup, teardown),
		cmocka_unit_test_setup_teardown(longest_defined, setup, teardown),
		cmocka_unit_test_setup_teardown(truncated_defined, setup, teardown),
		cmocka_unit_test_setup_teardown(without_function, setup, teardown),
		cmocka_unit_test_setup_teardown(many_arguments, setup, teardown),
		cmocka_unit_test_setup_teardown(name_of_another, setup, teardown),
		cmocka_unit_test_setup_teardown(makes_locks, setup, teardown),
		cmocka_unit_test_setup_teardown(losses, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
