/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * profile.c - the provider of profile-N (fires on every CPU) and tick-N (fires on one CPU), N a rate.
 *
 * Probes are made when a description names them; a few usual rates always exist, for listings. A
 * probe has a timer from the moment its consumer begins to trace until it is disabled. A timer call
 * that comes late says how many periods have passed: the probe fires that often, so that counts are
 * right on average, whatever the machine was busy with.
 *
 * Arguments: arg0 the program counter in the kernel, or 0; arg1 the one in user code, or 0; arg2
 * how late the firing is, in ns.
 */
#include <dtrace/provider.h>
#include <isa_types.h>

#include "isa/isa.h"
#include "os/os.h"
#include "providers/profile/rate.h"
#include "providers/providers.h"

struct profile_probe {
	struct dt_probe *probe;
	uint64_t period;        /* ns */
	int cpu;                /* OS_CPU_ALL or OS_CPU_ANY */
	struct os_timer *timer; /* while enabled */
};

#define PROFILE_PREFIX "profile-"
#define TICK_PREFIX    "tick-"
#define SELDOM         1000000000ull /* ns: dt_probe_seldom() */

static struct dt_provider *provider;

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_UNSTABLE, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_COMMON, 0 },
	.module = { DTRACE_STABILITY_UNSTABLE, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.name = { DTRACE_STABILITY_UNSTABLE, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_COMMON, 0 },
	.args = { DTRACE_STABILITY_UNSTABLE, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_COMMON, 0 },
};

/* Rates that a listing shows without being asked for them. */
static const char *const usual[] = {
	"profile-97", "profile-199", "profile-499", "profile-997", "profile-1999", "profile-4001", "profile-4999",
	"tick-1",     "tick-10",     "tick-100",    "tick-500",    "tick-1000",    "tick-5000",
};

/* ---- firing ---------------------------------------------------------------------------------- */

static DT_PROBE_CTX void profile_tick(void *arg, const struct os_tick *tick)
{
	struct profile_probe *self = arg;
	uint64_t args[3] = { 0, 0, 0 };
	struct dt_firing firing = { .regs = tick->regs, .args = args, .arg_count = 3 };
	uint64_t i;

	firing.user = tick->user ? DT_FIRING_INTERRUPTED : DT_FIRING_KERNEL;
	if (tick->regs != NULL)
		args[tick->user ? 1 : 0] = isa_pc_get(tick->regs);
	for (i = 0; i < tick->count; i++) {
		args[2] = tick->late - i * self->period;
		dt_probe_fire(self->probe, &firing);
	}
}

/* ---- arming ---------------------------------------------------------------------------------- */

static void profile_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct profile_probe *self;
	size_t i;

	for (i = 0; i < count; i++) {
		self = requests[i].arg;
		self->probe = requests[i].probe;
		requests[i].refused = NULL;
	}
}

/* The first consumer that begins to trace starts the clock; it already runs for later ones. */
static int profile_go(void *arg, void *probe_arg)
{
	struct profile_probe *self = probe_arg;

	if (self->timer != NULL)
		return 0;
	return os_timer_start(self->period, self->cpu, profile_tick, self, &self->timer);
}

static void profile_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct profile_probe *self;
	size_t i;

	for (i = 0; i < count; i++) {
		self = requests[i].arg;
		os_timer_stop(self->timer);
		self->timer = NULL;
	}
}

/* ---- making probes --------------------------------------------------------------------------- */

/* after_prefix - the rest of @name after @prefix, NULL when it does not begin so. */
static const char *after_prefix(const char *name, const char *prefix)
{
	for (; *prefix != '\0'; name++, prefix++) {
		if (*name != *prefix)
			return NULL;
	}
	return name;
}

static bool has_text(const char *s)
{
	return s[0] != '\0' && !(s[0] == '*' && s[1] == '\0');
}

static bool has_glob(const char *s)
{
	for (; *s != '\0'; s++) {
		if (*s == '*' || *s == '?' || *s == '[')
			return true;
	}
	return false;
}

static void profile_make(const char *name)
{
	struct profile_probe *self;
	const char *rate = after_prefix(name, PROFILE_PREFIX);
	int cpu = OS_CPU_ALL;
	uint64_t period;
	int id;

	if (rate == NULL) {
		rate = after_prefix(name, TICK_PREFIX);
		cpu = OS_CPU_ANY;
	}
	if (rate == NULL)
		return;
	period = profile_rate_parse(rate);
	if (period < PROFILE_PERIOD_MIN || dt_probe_lookup(provider, "", "", name) != DTRACE_IDNONE)
		return;
	self = os_alloc(sizeof(*self));
	if (self != NULL) {
		self->period = period;
		self->cpu = cpu;
		id = dt_probe_create(provider, "", "", name, 0, self);
		if (id > 0 && period >= SELDOM)
			dt_probe_seldom((dt_probe_id_t)id);
		if (id > 0)
			return;
		os_free(self);
	}
	dt_provide_failed(-OS_ENOMEM, 1);
}

static void profile_provide(void *arg, const struct dtrace_probedesc *pattern)
{
	size_t i;

	if (pattern != NULL && (has_text(pattern->module) || has_text(pattern->function)))
		return;
	if (pattern != NULL && pattern->name[0] != '\0' && !has_glob(pattern->name)) {
		profile_make(pattern->name);
		return;
	}
	for (i = 0; i < DT_ARRAY_SIZE(usual); i++)
		profile_make(usual[i]);
}

static void profile_destroy(void *arg, void *probe_arg)
{
	os_free(probe_arg);
}

/* tick is a clock; profile-N samples what the CPUs do. */
static enum dt_scope profile_scope(void *probe_arg)
{
	const struct profile_probe *self = probe_arg;

	return self->cpu == OS_CPU_ANY ? DT_SCOPE_ANYWHERE : DT_SCOPE_PROCESS;
}

static const struct dt_provider_ops ops = {
	.scope = profile_scope,
	.provide = profile_provide,
	.enable = profile_enable,
	.disable = profile_disable,
	.go = profile_go,
	.destroy = profile_destroy,
};

int dt_provider_profile_init(void)
{
	return dt_provider_register("profile", &attributes, &ops, NULL, &provider);
}

void dt_provider_profile_fini(void)
{
	dt_provider_unregister(provider);
	provider = NULL;
}
