/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fixture.c - a core in this process for tests. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "os/host/host.h"
#include "os/os.h"
#include "providers/providers.h"

struct fake fake;

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_UNSTABLE, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_COMMON, 0 },
};

static void fake_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	size_t i, n;

	fake.enable_calls++;
	for (i = 0; i < count; i++) {
		n = (size_t)(uintptr_t)requests[i].arg;
		assert_false(fake.armed[n]);
		if (fake.refuse_every != 0 && n % fake.refuse_every == 0) {
			requests[i].refused = "fake-reason";
			continue;
		}
		fake.armed[n] = true;
		fake.enabled++;
	}
}

static void fake_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	size_t i, n;

	fake.disable_calls++;
	for (i = 0; i < count; i++) {
		n = (size_t)(uintptr_t)requests[i].arg;
		assert_true(fake.armed[n]);
		fake.armed[n] = false;
		fake.disabled++;
	}
}

static void make_late(const char *module)
{
	char function[32];
	unsigned int i, n;
	int id;

	for (i = 0; i < fake.late_count; i++) {
		n = fake.probe_count + i;
		snprintf(function, sizeof(function), "late%u", i);
		id = dt_probe_create(fake.provider, module, function, "go", 0, (void *)(uintptr_t)n);
		if (id > 0)
			fake.probes[n] = dt_probe_by_id((dt_probe_id_t)id);
		else
			assert_int_equal(id, -OS_EEXIST);
	}
}

static void fake_provide(void *arg, const struct dtrace_probedesc *pattern)
{
	if (fake.on_demand && strcmp(pattern->module, "late") == 0)
		make_late(pattern->module);
}

static void fake_provide_module(void *arg, const char *module)
{
	if (!fake.on_demand)
		make_late(module);
}

static void fake_remove_module(void *arg, const char *module)
{
	unsigned int i, n;

	for (i = 0; i < fake.late_count; i++) {
		n = fake.probe_count + i;
		fake.disabled += fake.armed[n];
		fake.armed[n] = false;
	}
}

static void fake_destroy(void *arg, void *probe_arg)
{
	fake.destroyed += (uintptr_t)probe_arg >= fake.probe_count;
}

static int fake_arg_get(void *probe_arg, const struct dt_firing *firing, unsigned int n, uint64_t *value)
{
	return fake.args_fault ? -OS_EFAULT : -OS_ERANGE;
}

static void fake_arg_desc(void *arg, void *probe_arg, struct dtrace_argdesc *desc)
{
	unsigned int n = (unsigned int)(uintptr_t)probe_arg;

	if (desc->index == 1 && fake.valueless_every != 0 && n % fake.valueless_every == 0)
		desc->flags = n == 0 ? DTRACE_ARGF_NEVER : DTRACE_ARGF_SOMETIMES;
}

static enum dt_scope scope;

static enum dt_scope fake_scope(void *probe_arg)
{
	return scope;
}

/* Whether it has a scope is the test's to say: the kernel's providers have none. */
static struct dt_provider_ops ops = {
	.arg_get = fake_arg_get,
	.arg_desc = fake_arg_desc,
	.provide = fake_provide,
	.provide_module = fake_provide_module,
	.remove_module = fake_remove_module,
	.enable = fake_enable,
	.disable = fake_disable,
	.destroy = fake_destroy,
};

void fake_set_scope(enum dt_scope wanted)
{
	scope = wanted;
	ops.scope = scope == DT_SCOPE_KERNEL ? NULL : fake_scope;
}

static void fake_start(unsigned int probes)
{
	char function[32];
	unsigned int i;
	int id;

	memset(&fake, 0, sizeof(fake));
	fake.probe_count = probes;
	fake.probes = calloc(probes + FAKE_LATE_MAX, sizeof(*fake.probes));
	fake.armed = calloc(probes + FAKE_LATE_MAX, sizeof(*fake.armed));
	assert_int_equal(dt_provider_register("fake", &attributes, &ops, NULL, &fake.provider), 0);
	for (i = 0; i < probes; i++) {
		snprintf(function, sizeof(function), "func%u", i);
		id = dt_probe_create(fake.provider, "mod", function, "go", 0, (void *)(uintptr_t)i);
		assert_true(id > 0);
		fake.probes[i] = dt_probe_by_id((dt_probe_id_t)id);
	}
}

void fixture_start(unsigned int cpus, unsigned int probes)
{
	os_host_cpu_set_count(cpus);
	assert_int_equal(dt_core_init(), 0);
	assert_int_equal(dt_provider_dtrace_init(), 0);
	assert_int_equal(dt_provider_profile_init(), 0);
	fake_start(probes);
}

void fixture_end(void)
{
	assert_int_equal(dt_provider_unregister(fake.provider), 0);
	dt_provider_profile_fini();
	dt_provider_dtrace_fini();
	dt_core_fini();
	free(fake.probes);
	free(fake.armed);
	assert_int_equal(os_host_alloc_count(), 0);
}

void fake_fire(unsigned int n, uint64_t arg0, uint64_t arg1)
{
	uint64_t args[2] = { arg0, arg1 };
	struct dt_firing firing = { .args = args, .arg_count = 2 };

	if (fake.armed[n])
		dt_probe_fire(fake.probes[n], &firing);
}

void fake_fire_on(unsigned int cpu, unsigned int n, uint64_t arg0, uint64_t arg1)
{
	unsigned long state = os_host_irq_save_on(cpu);

	fake_fire(n, arg0, arg1);
	os_irq_restore(state);
}

void fixture_wait(bool (*done)(void *arg), void *arg)
{
	struct timespec nap = { 0, 1000 * 1000 }, begin, now;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	while (!done(arg)) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		assert_true(now.tv_sec - begin.tv_sec < 120);
		nanosleep(&nap, NULL);
	}
}

int fixture_ioctl(struct dt_state *state, uint32_t command, void *arg)
{
	return dt_state_ioctl(state, command, (uint64_t)(uintptr_t)arg);
}

int fixture_enable(struct dt_state *state, struct dof_builder *b, struct dtrace_enable *ret)
{
	struct dtrace_enable enable = { 0 };
	size_t size;
	void *dof = dofb_finish(b, &size);
	int error;

	dofb_destroy(b);
	enable.dof = (uint64_t)(uintptr_t)dof;
	enable.size = size;
	error = fixture_ioctl(state, DTRACEIOC_ENABLE, &enable);
	if (error != 0 && enable.error[0] != '\0' && ret == NULL)
		print_error("enable: %s\n", enable.error);
	free(dof);
	if (ret != NULL)
		*ret = enable;
	return error;
}

uint32_t fixture_go(struct dt_state *state)
{
	uint32_t cpu = 0;

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_GO, &cpu), 0);
	return cpu;
}

uint32_t fixture_stop(struct dt_state *state)
{
	uint32_t cpu = 0;

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STOP, &cpu), 0);
	return cpu;
}

const uint8_t *fixture_snap(struct dt_state *state, uint32_t command, uint32_t cpu, size_t *size,
			    struct dtrace_bufdesc *desc)
{
	static uint64_t room[1024 * 1024];
	struct dtrace_bufdesc request = { .size = sizeof(room), .cpu = cpu, .data = (uint64_t)(uintptr_t)room };

	assert_int_equal(fixture_ioctl(state, command, &request), 0);
	*size = (size_t)request.size;
	if (desc != NULL)
		*desc = request;
	return (const uint8_t *)room;
}

size_t fixture_records(struct dt_state *state, const uint8_t *data, size_t size, uint32_t epid)
{
	struct dtrace_eprobedesc desc;
	size_t offset, count = 0;
	uint32_t found;

	for (offset = 0; offset < size;) {
		found = *(const uint32_t *)(data + offset);
		if (found == DTRACE_EPIDNONE) {
			offset += 4;
			continue;
		}
		memset(&desc, 0, sizeof(desc));
		desc.epid = found;
		assert_int_equal(fixture_ioctl(state, DTRACEIOC_EPROBE, &desc), 0);
		assert_true(desc.size >= sizeof(struct dtrace_rechdr) && desc.size <= size - offset);
		assert_int_equal(*(const uint32_t *)(data + offset + 4), 0);
		if (epid == 0 || epid == found)
			count++;
		offset += desc.size;
	}
	return count;
}

struct dtrace_account fixture_account(struct dt_state *state, uint32_t enabling)
{
	struct dtrace_account account = { .enabling = enabling };

	assert_int_equal(fixture_ioctl(state, DTRACEIOC_ACCOUNT, &account), 0);
	assert_int_equal(account.fired, account.recorded + account.predicated + account.dropped + account.faulted);
	assert_int_equal(account.dropped, account.dropped_principal + account.dropped_aggregation +
						  account.dropped_speculation + account.dropped_cpu);
	return account;
}

uint64_t fixture_aggregate(struct dt_state *state, uint32_t id)
{
	uint64_t sum = 0;
	const uint8_t *data;
	uint32_t cpu, found;
	size_t size, offset;

	for (cpu = 0; cpu < os_cpu_count(); cpu++) {
		struct {
			struct dtrace_aggdesc desc;
			struct dtrace_recdesc rec[16];
		} agg;

		data = fixture_snap(state, DTRACEIOC_AGGSNAP, cpu, &size, NULL);
		for (offset = 0; offset < size; offset += agg.desc.size) {
			found = *(const uint32_t *)(data + offset);
			memset(&agg, 0, sizeof(agg));
			agg.desc.id = found;
			agg.desc.records = 16;
			assert_int_equal(fixture_ioctl(state, DTRACEIOC_AGGDESC, &agg), 0);
			if (found == id)
				sum += *(const uint64_t *)(data + offset + agg.rec[agg.desc.records - 1].offset);
		}
	}
	return sum;
}
