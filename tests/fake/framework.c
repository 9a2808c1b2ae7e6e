/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* framework.c - see framework.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "fake/framework.h"

struct fake fake;

void fake_reset(void)
{
	memset(&fake, 0, sizeof(fake));
}

struct dt_provider *fake_provider(const char *name)
{
	struct dt_provider *provider;

	for (provider = fake.providers; provider < fake.providers + FAKE_PROVIDERS; provider++) {
		if (strcmp(provider->name, name) == 0)
			return provider;
	}
	return NULL;
}

static void assert_registered(const struct dt_provider *provider)
{
	assert_true(provider >= fake.providers && provider < fake.providers + FAKE_PROVIDERS);
	assert_string_not_equal(provider->name, "");
}

int dt_provider_register(const char *name, const struct dtrace_pattr *attr, const struct dt_provider_ops *ops,
			 void *arg, struct dt_provider **ret)
{
	struct dt_provider *provider = fake_provider("");

	if (fake_provider(name))
		return -OS_EEXIST;
	assert_non_null(provider);
	snprintf(provider->name, sizeof(provider->name), "%s", name);
	snprintf(fake.provider, sizeof(fake.provider), "%s", name);
	provider->attr = *attr;
	provider->ops = fake.ops = ops;
	provider->arg = fake.arg = arg;
	*ret = provider;
	return 0;
}

int dt_provider_unregister(struct dt_provider *provider)
{
	struct dt_probe *probe;

	assert_registered(provider);
	for (probe = fake.probes; probe < fake.probes + fake.probe_count; probe++) {
		if (probe->provider != provider)
			continue;
		if (provider->ops->destroy)
			provider->ops->destroy(provider->arg, probe->arg);
		probe->provider = NULL;
	}
	while (fake.probe_count > 0 && !fake.probes[fake.probe_count - 1].provider)
		fake.probe_count--;
	memset(provider, 0, sizeof(*provider));
	return 0;
}

void dt_provider_retire(struct dt_provider *provider, void (*disarm)(void *arg))
{
	assert_registered(provider);
	disarm(provider->arg);
	assert_int_equal(dt_provider_unregister(provider), 0);
	fake.retired++;
}

void dt_process_provider(const struct dt_process_ops *ops)
{
	fake.process_ops = ops;
}

/* The probe of a provider, NULL: of any. */
static struct dt_probe *find(const struct dt_provider *provider, const char *module, const char *function,
			     const char *name)
{
	struct dt_probe *probe;

	for (probe = fake.probes; probe < fake.probes + fake.probe_count; probe++) {
		if (!probe->provider || (provider && probe->provider != provider))
			continue;
		if (strcmp(probe->module, module) == 0 && strcmp(probe->function, function) == 0 &&
		    strcmp(probe->name, name) == 0)
			return probe;
	}
	return NULL;
}

struct dt_probe *fake_probe(const char *module, const char *function, const char *name)
{
	return find(NULL, module, function, name);
}

int dt_probe_create(struct dt_provider *provider, const char *module, const char *function, const char *name,
		    unsigned int aframes, void *arg)
{
	struct dt_probe *probe = &fake.probes[fake.probe_count];

	assert_registered(provider);
	assert_int_equal(aframes, 0);
	if (find(provider, module, function, name))
		return -OS_EEXIST;
	if (fake.create_error)
		return fake.create_error;
	assert_true(fake.probe_count < FAKE_PROBES);
	memset(probe, 0, sizeof(*probe));
	probe->provider = provider;
	probe->module = module;
	probe->function = function;
	snprintf(probe->name, sizeof(probe->name), "%s", name);
	probe->arg = arg;
	return (int)++fake.probe_count;
}

void dt_probe_args(dt_probe_id_t id, enum dt_probe_args args)
{
	assert_true(id > 0 && id <= fake.probe_count);
	fake.probes[id - 1].args = args;
	fake.probes[id - 1].args_known = true;
}

void dt_probe_seldom(dt_probe_id_t id)
{
	assert_true(id > 0 && id <= fake.probe_count);
	fake.probes[id - 1].seldom = true;
}

void dt_probe_alias(dt_probe_id_t id, dt_probe_id_t of)
{
	assert_true(id <= fake.probe_count && of < id && of > 0);
	fake.probes[id - 1].alias_of = of;
}

dt_probe_id_t dt_probe_lookup(struct dt_provider *provider, const char *module, const char *function, const char *name)
{
	struct dt_probe *probe = find(provider, module, function, name);

	assert_registered(provider);
	return probe ? (dt_probe_id_t)(probe - fake.probes) + 1 : 0;
}

void *dt_probe_provided(dt_probe_id_t id)
{
	return id > 0 && id <= fake.probe_count ? fake.probes[id - 1].arg : NULL;
}

void dt_provide_refused(const char *reason, uint64_t count)
{
	size_t used = strlen(fake.refused);

	snprintf(fake.refused + used, sizeof(fake.refused) - used, "%s=%llu ", reason, (unsigned long long)count);
}

void dt_provide_failed(int error, uint64_t count)
{
	assert_true(error == -OS_E2BIG || error == -OS_ENOMEM);
	dt_provide_refused(error == -OS_E2BIG ? "too-many-probes" : "no-memory", count);
	fake.failed++;
}

/* A trailing star is all the globbing that tests of providers need. */
bool dt_pattern_match(const char *pattern, const char *text)
{
	const char *star = strchr(pattern, '*');

	return star ? strncmp(pattern, text, (size_t)(star - pattern)) == 0 : !*pattern || strcmp(pattern, text) == 0;
}

void dt_probe_fire(struct dt_probe *probe, const struct dt_firing *firing)
{
	if (probe)
		probe->fired++;
	if (fake.fired < FAKE_FIRINGS)
		fake.fired_data[fake.fired] = firing->data;
	fake.fired++;
	fake.edge = firing->edge;
	if (firing->regs)
		fake.fired_pc = isa_pc_get(firing->regs);
	fake.arg_count = firing->arg_count;
	if (firing->arg_count)
		memcpy(fake.args, firing->args, firing->arg_count * sizeof(fake.args[0]));
	fake.error = firing->error;
	fake.user = firing->user;
}

uint32_t dt_probe_fire_masked(struct dt_probe *probe, const struct dt_firing *firing)
{
	dt_probe_fire(probe, firing);
	return fake.cpu;
}

void fake_report(char *text, size_t piece)
{
	struct dt_report report = { .room = piece };
	size_t used = 0;

	for (fake.pieces = 0; !report.done; fake.pieces++) {
		report.text = text + used;
		report.used = 0;
		fake.ops->report(fake.arg, &report);
		assert_true(report.used > 0 || report.done);
		used += report.used;
	}
	text[used] = '\0';
}

const char *fake_enable(struct dt_probe *probe)
{
	struct dt_enable_request request = { .probe = probe, .arg = probe->arg };

	probe->provider->ops->enable(probe->provider->arg, &request, 1);
	return request.refused;
}

void fake_disable(struct dt_probe *probe)
{
	struct dt_enable_request request = { .probe = probe, .arg = probe->arg };

	probe->provider->ops->disable(probe->provider->arg, &request, 1);
}
