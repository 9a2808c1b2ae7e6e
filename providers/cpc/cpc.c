/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * cpc.c - the provider cpc: fires each time that a CPU has counted so many events.
 *
 *   cpc:::EVENT-MODE-COUNT     arg0 the program counter in the kernel, or 0; arg1 the one in user
 *                              code, or 0
 *
 * Each CPU counts for itself. Probes are made when a description names them. A listing shows one for
 * each event that this machine can count; whoever means all probes does not mean these.
 */
#include <dtrace/provider.h>
#include <isa_types.h>

#include "base/glob.h"
#include "base/report.h"
#include "base/text.h"
#include "isa/isa.h"
#include "os/os.h"
#include "providers/cpc/cpc.h"
#include "providers/providers.h"

struct cpc_probe {
	struct dt_probe *probe;
	struct cpc_name name;
	struct os_counter *counter; /* while enabled */
};

#define USUAL_END "-all-1000000" /* of the names in a listing */

static struct dt_provider *provider;

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.name = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_CPU, 0 },
	.args = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
};

/* ---- firing ---------------------------------------------------------------------------------- */

static DT_PROBE_CTX void cpc_overflow(void *arg, const struct os_overflow *overflow)
{
	struct cpc_probe *self = arg;
	uint64_t args[2] = { 0, 0 };
	struct dt_firing firing = { .regs = overflow->regs, .args = args, .arg_count = 2 };

	firing.user = overflow->user ? DT_FIRING_INTERRUPTED : DT_FIRING_KERNEL;
	if (overflow->regs != NULL)
		args[overflow->user ? 1 : 0] = isa_pc_get(overflow->regs);
	dt_probe_fire(self->probe, &firing);
}

/* ---- arming ---------------------------------------------------------------------------------- */

static const char no_memory[] = "no-memory";

static const char *reason(int error)
{
	switch (error) {
	case 0:
		return NULL;
	case -OS_ENOENT:
		return "nobody-knows-this-event";
	case -OS_ENOMEM:
		return no_memory;
	case -OS_EBUSY:
		return "counters-are-in-use";
	default:
		return "cannot-be-counted-here";
	}
}

static int open_counter(struct cpc_probe *self)
{
	return os_counter_open(self->name.event, self->name.mode, self->name.count, cpc_overflow, self, &self->counter);
}

static void cpc_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct cpc_probe *self;
	size_t i;

	for (i = 0; i < count; i++) {
		self = requests[i].arg;
		self->probe = requests[i].probe;
		requests[i].refused = reason(open_counter(self));
	}
}

static int cpc_go(void *arg, void *probe_arg)
{
	struct cpc_probe *self = probe_arg;

	return os_counter_go(self->counter);
}

static void cpc_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct cpc_probe *self;
	size_t i;

	for (i = 0; i < count; i++) {
		self = requests[i].arg;
		os_counter_close(self->counter);
		self->counter = NULL;
	}
}

/* ---- making probes --------------------------------------------------------------------------- */

static bool is_known(const char *name)
{
	return dt_probe_lookup(provider, "", "", name) != DTRACE_IDNONE;
}

/* Return: NULL, or why there is no such probe. A name of another form is none of ours. */
static const char *make(const char *name)
{
	struct cpc_probe *self = os_alloc(sizeof(*self));
	const char *refused = no_memory;

	if (self != NULL && !cpc_name_parse(name, &self->name, &refused)) {
		os_free(self);
		return NULL;
	}
	if (self != NULL && refused == NULL)
		refused = reason(open_counter(self));
	if (refused == NULL) {
		os_counter_close(self->counter);
		self->counter = NULL;
		if (dt_probe_create(provider, "", "", name, 0, self) > 0)
			return NULL;
		refused = no_memory;
	}
	os_free(self);
	return refused;
}

/* One probe of a listing. An event that this machine cannot count is left out without a word. */
static bool make_usual(void *arg, const char *event)
{
	char name[OS_COUNTER_NAME_MAX + sizeof(USUAL_END)];
	size_t length;

	length = dt_strlcpy(name, event, sizeof(name));
	dt_strlcpy(name + length, USUAL_END, sizeof(name) - length);
	if (!is_known(name) && make(name) == no_memory)
		dt_provide_failed(-OS_ENOMEM, 1);
	return true;
}

static void cpc_provide(void *arg, const struct dtrace_probedesc *pattern)
{
	const char *refused;

	if (pattern == NULL || !dt_glob_plain(pattern->name)) {
		if (pattern == NULL || (dt_glob_all(pattern->module) && dt_glob_all(pattern->function)))
			os_counter_each(make_usual, NULL);
		return;
	}
	if (!dt_glob_all(pattern->module) || !dt_glob_all(pattern->function) || is_known(pattern->name))
		return;
	refused = make(pattern->name);
	if (refused == no_memory)
		dt_provide_failed(-OS_ENOMEM, 1);
	else if (refused != NULL)
		dt_provide_refused(refused, 1);
}

static void cpc_destroy(void *arg, void *probe_arg)
{
	os_free(probe_arg);
}

static void cpc_report(void *arg, struct dt_report *report)
{
	dt_report_begin(report);
	dt_report_line(report, "throttled %llu", (unsigned long long)os_counter_throttled());
	report->done = dt_report_end(report);
}

static const struct dt_provider_ops ops = {
	.provide = cpc_provide,
	.enable = cpc_enable,
	.disable = cpc_disable,
	.go = cpc_go,
	.report = cpc_report,
	.named_only = true,
	.destroy = cpc_destroy,
};

int dt_provider_cpc_init(void)
{
	return dt_provider_register("cpc", &attributes, &ops, NULL, &provider);
}

void dt_provider_cpc_fini(void)
{
	dt_provider_unregister(provider);
	provider = NULL;
}
