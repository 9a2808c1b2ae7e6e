/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * report.c - the framework's present state as text: one line per provider, consumer, enabling, and
 * probe with nested firings.
 *
 *   provider NAME probes N armed N
 *   consumer N activity NAME enablings N ecbs N
 *   enabling N PROVIDER:MODULE:FUNCTION:NAME ecbs N fired N recorded N predicated N dropped N faulted N
 *   firings N     of all CPUs since the module was loaded, with those of ERROR, without nested ones
 *   nested CPU N firings N
 *   nested probe N PROVIDER:MODULE:FUNCTION:NAME firings N
 */
#include "core/entry.h"
#include "core/framework/framework.h"
#include "core/enabling/enabling.h"
#include "core/probe/probe.h"
#include "core/consumer/consumer.h"
#include "base/line.h"
#include "base/memory.h"

struct report {
	void (*emit)(void *arg, const char *line);
	void *arg;
	char line[DTRACE_FULLNAMELEN + 256];
};

static void report_provider(struct report *report, const struct dt_provider *provider)
{
	dt_format_line(report->line, sizeof(report->line), "provider %s probes %u armed %u", provider->name->text,
		       provider->probe_count, provider->armed_count);
	report->emit(report->arg, report->line);
}

static void report_plan(struct report *report, const struct dt_plan *plan)
{
	unsigned long long dropped = 0;
	struct dt_ledger sum;
	unsigned int cpu, i;

	dt_memset(&sum, 0, sizeof(sum));
	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++) {
		sum.fired += plan->ledger[cpu].fired;
		sum.recorded += plan->ledger[cpu].recorded;
		sum.predicated += plan->ledger[cpu].predicated;
		for (i = 0; i < DT_DROP_COUNT; i++)
			dropped += plan->ledger[cpu].dropped[i];
		sum.faulted += plan->ledger[cpu].faulted;
	}
	dt_format_line(
		report->line, sizeof(report->line),
		"enabling %u %s:%s:%s:%s ecbs %u fired %llu recorded %llu predicated %llu dropped %llu faulted %llu",
		plan->index, plan->desc.provider, plan->desc.module, plan->desc.function, plan->desc.name,
		plan->ecb_count, (unsigned long long)sum.fired, (unsigned long long)sum.recorded,
		(unsigned long long)sum.predicated, dropped, (unsigned long long)sum.faulted);
	report->emit(report->arg, report->line);
}

static void report_state(struct report *report, const struct dt_state *state, unsigned int number)
{
	static const char *const activities[] = { "inactive", "warmup",  "active", "draining",
						  "cooldown", "stopped", "killed" };
	uint32_t i;

	dt_format_line(report->line, sizeof(report->line), "consumer %u activity %s enablings %u ecbs %u", number,
		       activities[DT_READ_ONCE(state->activity)], state->plans.count, state->ecbs.count);
	report->emit(report->arg, report->line);
	for (i = 0; i < state->plans.count; i++)
		report_plan(report, state->plans.entry[i]);
}

static int report_nested(void *arg, struct dt_probe *probe)
{
	struct report *report = arg;

	if (probe->nested == 0)
		return 0;
	dt_format_line(report->line, sizeof(report->line), "nested probe %u %s:%s:%s:%s firings %llu", probe->id,
		       probe->provider->name->text, probe->module->text, probe->function->text, probe->name->text,
		       (unsigned long long)probe->nested);
	report->emit(report->arg, report->line);
	return 0;
}

static void report_cpus(struct report *report)
{
	uint64_t firings = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++)
		firings += DT_READ_ONCE(dt_framework.cpus[cpu].firings) + DT_READ_ONCE(dt_framework.cpus[cpu].errors);
	dt_format_line(report->line, sizeof(report->line), "firings %llu", (unsigned long long)firings);
	report->emit(report->arg, report->line);
	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++) {
		if (dt_framework.cpus[cpu].nested == 0)
			continue;
		dt_format_line(report->line, sizeof(report->line), "nested CPU %u firings %llu", cpu,
			       (unsigned long long)dt_framework.cpus[cpu].nested);
		report->emit(report->arg, report->line);
	}
}

void dt_provider_report(const char *name, void (*emit)(void *arg, const char *line), void *arg)
{
	const struct dt_provider *provider;

	dt_framework_lock();
	provider = dt_provider_find(name);
	if (provider != NULL && provider->ops->report != NULL)
		provider->ops->report(provider->arg, emit, arg);
	dt_framework_unlock();
}

void dt_core_report(void (*emit)(void *arg, const char *line), void *arg)
{
	static const struct dtrace_probedesc everything;
	static struct report report; /* [F]; no allocation: it is looked at when memory is short */
	const struct dt_provider *provider;
	const struct dt_state *state;
	struct dt_match match;
	unsigned int number = 0;

	dt_framework_lock();
	report.emit = emit;
	report.arg = arg;
	for (provider = dt_framework.providers; provider != NULL; provider = provider->next)
		report_provider(&report, provider);
	for (state = dt_framework.states; state != NULL; state = state->next)
		report_state(&report, state, number++);
	report_cpus(&report);
	dt_match_prepare(&match, &everything);
	dt_probes_each(&match, 1, report_nested, &report);
	dt_framework_unlock();
}
