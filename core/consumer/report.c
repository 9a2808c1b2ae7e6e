/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * report.c - the framework's present state as text: one line per provider, consumer, enabling, and
 * probe with nested firings.
 *
 *   provider NAME probes N armed N
 *   consumer N activity NAME enablings N ecbs N
 *   enabling N PROVIDER:MODULE:FUNCTION:NAME ecbs N fired N recorded N predicated N dropped N faulted N
 *   expressions native N left N bytes N   of programs, without those that need no machine (core/dif/native.h)
 *   firings N     of all CPUs since the module was loaded, with those of ERROR, without nested ones
 *   nested CPU N firings N
 *   nested probe N PROVIDER:MODULE:FUNCTION:NAME firings N
 *
 * It is made piece by piece: report->place says which of these parts is next, and which item of it
 * (a provider, a consumer and its enabling, a CPU, a probe).
 */
#include "core/entry.h"
#include "core/framework/framework.h"
#include "core/enabling/enabling.h"
#include "core/probe/probe.h"
#include "core/consumer/consumer.h"
#include "base/memory.h"
#include "base/report.h"

enum part { PART_PROVIDERS, PART_CONSUMERS, PART_CPUS, PART_PROBES, PART_COUNT };

#define PLACE_PART_SHIFT  60
#define PLACE_STATE_SHIFT 32 /* in PART_CONSUMERS: the consumer's number, then 1 + that of the enabling */

static uint64_t place(enum part part, uint64_t item)
{
	return (uint64_t)part << PLACE_PART_SHIFT | item;
}

static uint64_t item_of(const struct dt_report *report)
{
	return report->place & ((1ull << PLACE_PART_SHIFT) - 1);
}

static void report_providers(struct dt_report *report)
{
	const struct dt_provider *provider;
	uint64_t number = 0;

	for (provider = dt_framework.providers; provider != NULL; provider = provider->next, number++) {
		if (number < item_of(report))
			continue;
		dt_report_begin(report);
		dt_report_line(report, "provider %s probes %u armed %u", provider->name->text, provider->probe_count,
			       provider->armed_count);
		if (!dt_report_end(report))
			return;
		report->place = place(PART_PROVIDERS, number + 1);
	}
	report->place = place(PART_PROVIDERS + 1, 0);
}

static void say_plan(struct dt_report *report, const struct dt_plan *plan)
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
	dt_report_line(
		report,
		"enabling %u %s:%s:%s:%s ecbs %u fired %llu recorded %llu predicated %llu dropped %llu faulted %llu",
		plan->index, plan->desc.provider, plan->desc.module, plan->desc.function, plan->desc.name,
		plan->ecb_count, (unsigned long long)sum.fired, (unsigned long long)sum.recorded,
		(unsigned long long)sum.predicated, dropped, (unsigned long long)sum.faulted);
}

static void say_state(struct dt_report *report, const struct dt_state *state, uint32_t number)
{
	static const char *const activities[] = { "inactive", "warmup",  "active", "draining",
						  "cooldown", "stopped", "killed" };

	dt_report_line(report, "consumer %u activity %s enablings %u ecbs %u", number,
		       activities[dt_state_activity(state)], state->plans.count, state->ecbs.count);
}

/* From @line on: 0 the consumer's own line, then its enablings. Return: whether all are in the piece. */
static bool report_state(struct dt_report *report, const struct dt_state *state, uint32_t number, uint64_t line)
{
	for (; line <= state->plans.count; line++) {
		dt_report_begin(report);
		if (line == 0)
			say_state(report, state, number);
		else
			say_plan(report, state->plans.entry[line - 1]);
		if (!dt_report_end(report))
			return false;
		report->place = place(PART_CONSUMERS, (uint64_t)number << PLACE_STATE_SHIFT | (line + 1));
	}
	return true;
}

static void report_consumers(struct dt_report *report)
{
	uint64_t item = item_of(report), first = item >> PLACE_STATE_SHIFT;
	const struct dt_state *state;
	uint32_t number = 0;

	for (state = dt_framework.states; state != NULL; state = state->next, number++) {
		if (number >= first && !report_state(report, state, number, number == first ? (uint32_t)item : 0))
			return;
	}
	report->place = place(PART_CONSUMERS + 1, 0);
}

static void report_cpus(struct dt_report *report)
{
	uint64_t firings = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < dt_framework.cpu_count; cpu++)
		firings += DT_READ_ONCE(dt_framework.cpus[cpu].firings) + DT_READ_ONCE(dt_framework.cpus[cpu].errors);
	for (cpu = (unsigned int)item_of(report); cpu < dt_framework.cpu_count; cpu++) {
		dt_report_begin(report);
		if (cpu == 0) {
			dt_native_report(report);
			dt_report_line(report, "firings %llu", (unsigned long long)firings);
		}
		if (dt_framework.cpus[cpu].nested != 0)
			dt_report_line(report, "nested CPU %u firings %llu", cpu,
				       (unsigned long long)dt_framework.cpus[cpu].nested);
		if (!dt_report_end(report))
			return;
		report->place = place(PART_CPUS, cpu + 1);
	}
	report->place = place(PART_CPUS + 1, 0);
}

static int report_nested(void *arg, struct dt_probe *probe)
{
	struct dt_report *report = arg;

	if (probe->nested == 0)
		return 0;
	dt_report_begin(report);
	dt_report_line(report, "nested probe %u %s:%s:%s:%s firings %llu", probe->id, probe->provider->name->text,
		       probe->module->text, probe->function->text, probe->name->text,
		       (unsigned long long)probe->nested);
	if (!dt_report_end(report))
		return 1;
	report->place = place(PART_PROBES, probe->id + 1);
	return 0;
}

static void report_probes(struct dt_report *report)
{
	static const struct dtrace_probedesc everything;
	struct dt_match match;

	dt_match_prepare(&match, &everything);
	if (dt_probes_each(&match, (uint32_t)item_of(report), report_nested, report) == 0)
		report->place = place(PART_PROBES + 1, 0);
}

void dt_provider_report(const char *name, struct dt_report *report)
{
	const struct dt_provider *provider;

	dt_framework_lock();
	provider = dt_provider_find(name);
	if (provider != NULL && provider->ops->report != NULL)
		provider->ops->report(provider->arg, report);
	else
		report->done = true;
	dt_framework_unlock();
}

bool dt_provider_reports(const char *name)
{
	const struct dt_provider *provider;
	bool reports;

	dt_framework_lock();
	provider = dt_provider_find(name);
	reports = provider != NULL && provider->ops->report != NULL;
	dt_framework_unlock();
	return reports;
}

void dt_core_report(struct dt_report *report)
{
	static void (*const parts[PART_COUNT])(struct dt_report * report) = {
		[PART_PROVIDERS] = report_providers,
		[PART_CONSUMERS] = report_consumers,
		[PART_CPUS] = report_cpus,
		[PART_PROBES] = report_probes,
	};
	uint64_t part;

	report->full = false;
	dt_framework_lock();
	for (part = report->place >> PLACE_PART_SHIFT; part < PART_COUNT && !report->full; part++)
		parts[part](report);
	dt_framework_unlock();
	report->done = !report->full;
}
