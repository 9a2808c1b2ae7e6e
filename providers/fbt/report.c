/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * report.c - the probes that fbt does not offer, and why.
 *
 *   alias ADDRESS MODULE`NAME of FUNCTION                   another name of a function
 *   refused ADDRESS MODULE`FUNCTION REASON                  nothing in it may be probed
 *   refused ADDRESS MODULE`FUNCTION entry|return REASON     it has no such probe
 *   incomplete ADDRESS MODULE`FUNCTION return MISSED of EXITS REASON
 *                                                           its probe fires not at all of its exits
 *   functions N refused N entries-refused N returns-refused N returns-incomplete N exits N
 *      conditional N in-cold-parts N aliases N              one line
 *
 * Scanning all functions takes a second, and many seconds while their own probes fire; walking a
 * list of them takes a tenth. So the results of making all probes, or of the first report, are
 * kept: 16 bytes a function, in the order of the walk. A function at another place of the walk than
 * last time is scanned again. The results of modules are dropped when one comes or goes, as another
 * may come to the same addresses.
 */
#include "base/report.h"
#include "providers/fbt/fbt.h"
#include "base/text.h"

/* The kept result of scanning one function. */
struct outcome {
	uint32_t addr;            /* the low half, to recognise it; 0: nothing is known */
	uint8_t entry, ret, exit; /* why: places in reasons[], 0: not refused. exit: of its first refused one */
	uint8_t cold;             /* exits in cold parts, at most 255 */
	uint16_t exits, refused, conditional;
};

#define REASONS 64

static struct {
	struct outcome *outcomes;
	size_t count, room;
	size_t kernel; /* how many of them, from the first, are the kernel's */
	const char *reasons[REASONS];
	size_t reason_count; /* without the one at 0 */
} kept;

/* What the last line says, and where in the walk the next piece begins: in report->sums. */
enum sum {
	SUM_INDEX, /* of functions that are not refused as a whole: not said */
	SUM_FUNCTIONS,
	SUM_REFUSED,
	SUM_ENTRIES_REFUSED,
	SUM_RETURNS_REFUSED,
	SUM_INCOMPLETE,
	SUM_EXITS,
	SUM_CONDITIONAL,
	SUM_COLD,
	SUM_ALIASES,
	SUM_COUNT
};
DT_STATIC_ASSERT(SUM_COUNT <= DT_REPORT_SUMS, "a report keeps all sums");

struct reporting {
	struct dt_report *report;
	struct exits_scan scan;
};

void fbt_report_forget(bool kernel)
{
	if (kernel) {
		os_free(kept.outcomes);
		kept.outcomes = NULL;
		kept.count = kept.room = kept.kernel = kept.reason_count = 0;
	}
	kept.count = kept.kernel;
}

/* ---- what is known --------------------------------------------------------------------------- */

/* The names are constants of a few dozen kinds. */
static uint8_t reason_index(const char *reason)
{
	size_t i;

	if (!reason)
		return 0;
	for (i = 1; i <= kept.reason_count; i++) {
		if (dt_str_same(kept.reasons[i], reason))
			return (uint8_t)i;
	}
	if (kept.reason_count + 1 == REASONS)
		return (uint8_t)kept.reason_count;
	kept.reasons[++kept.reason_count] = reason;
	return (uint8_t)kept.reason_count;
}

static const char *first_refusal(const struct exits_scan *scan)
{
	size_t i;

	for (i = 0; i < scan->count; i++) {
		if (scan->exits[i].refused)
			return scan->exits[i].refused;
	}
	return NULL;
}

static void note(struct outcome *outcome, const struct os_func *func, const struct exits_scan *scan,
		 const char *entry_refused)
{
	size_t i, cold = 0;

	outcome->addr = (uint32_t)func->addr;
	outcome->entry = reason_index(entry_refused);
	outcome->ret = reason_index(scan->refused);
	outcome->exit = reason_index(first_refusal(scan));
	outcome->exits = (uint16_t)scan->count;
	outcome->refused = (uint16_t)scan->refused_count;
	outcome->conditional = (uint16_t)scan->conditional_count;
	for (i = 0; i < scan->count; i++)
		cold += scan->exits[i].addr < func->addr || scan->exits[i].addr >= func->addr + func->size;
	outcome->cold = cold < 255 ? (uint8_t)cold : 255;
}

/* Where the outcome at @index is kept; NULL without memory. */
static struct outcome *place(size_t index)
{
	size_t room = kept.room ? kept.room * 2 : 4096, i;
	struct outcome *more;

	if (index == kept.room) {
		more = os_alloc(room * sizeof(*more));
		if (!more)
			return NULL;
		for (i = 0; i < kept.count; i++)
			more[i] = kept.outcomes[i];
		os_free(kept.outcomes);
		kept.outcomes = more;
		kept.room = room;
	}
	if (index == kept.count)
		kept.outcomes[kept.count++].addr = 0;
	return &kept.outcomes[index];
}

void fbt_report_note(size_t index, const struct os_func *func, const struct exits_scan *scan, const char *entry_refused)
{
	struct outcome *outcome = index <= kept.count ? place(index) : NULL;

	if (!outcome)
		return;
	note(outcome, func, scan, entry_refused);
	if (dt_str_same(func->module, "vmlinux"))
		kept.kernel = index + 1;
}

static void look_through(struct exits_scan *scan, const struct os_func *func, struct outcome *outcome)
{
	exits_scan(scan, func->addr, func->body, func->size > EXITS_CODE_MAX ? 0 : func->size);
	note(outcome, func, scan, exits_entry_refusal(scan, func->body));
}

static struct outcome outcome_of(struct reporting *reporting, const struct os_func *func)
{
	uint64_t *sums = reporting->report->sums;
	struct outcome *known = sums[SUM_INDEX] <= kept.count ? place(sums[SUM_INDEX]) : NULL, alone;

	sums[SUM_INDEX]++;
	if (!known)
		known = &alone;
	if (known == &alone || known->addr != (uint32_t)func->addr)
		look_through(&reporting->scan, func, known);
	if (known != &alone && dt_str_same(func->module, "vmlinux"))
		kept.kernel = sums[SUM_INDEX];
	return *known;
}

/* ---- the report ------------------------------------------------------------------------------ */

/* @probe: "", "entry " or "return ". */
static void say_refused(struct dt_report *report, const struct os_func *func, const char *probe, const char *reason)
{
	dt_report_line(report, "refused %016llx %s`%s %s%s", (unsigned long long)func->addr, func->module, func->name,
		       probe, reason);
}

static void say_aliases(struct dt_report *report, const struct os_func *func)
{
	const char *const *alias;

	for (alias = func->aliases; alias && *alias; alias++) {
		dt_report_line(report, "alias %016llx %s`%s of %s", (unsigned long long)func->addr, func->module,
			       *alias, func->name);
		report->sums[SUM_ALIASES]++;
	}
}

static void say_exits(struct dt_report *report, const struct os_func *func, const struct outcome *outcome)
{
	uint64_t *sums = report->sums;

	if (outcome->refused > 0) {
		dt_report_line(report, "incomplete %016llx %s`%s return %u of %u %s", (unsigned long long)func->addr,
			       func->module, func->name, outcome->refused, outcome->exits, kept.reasons[outcome->exit]);
		sums[SUM_INCOMPLETE]++;
	}
	sums[SUM_EXITS] += outcome->exits;
	sums[SUM_CONDITIONAL] += outcome->conditional;
	sums[SUM_COLD] += outcome->cold;
}

static void say_func(struct reporting *reporting, const struct os_func *func)
{
	struct dt_report *report = reporting->report;
	struct outcome outcome;

	report->sums[SUM_FUNCTIONS]++;
	say_aliases(report, func);
	if (func->refused) {
		report->sums[SUM_REFUSED]++;
		say_refused(report, func, "", func->refused);
		return;
	}
	outcome = outcome_of(reporting, func);
	if (outcome.entry) {
		report->sums[SUM_ENTRIES_REFUSED]++;
		say_refused(report, func, "entry ", kept.reasons[outcome.entry]);
	}
	if (outcome.ret) {
		report->sums[SUM_RETURNS_REFUSED]++;
		say_refused(report, func, "return ", kept.reasons[outcome.ret]);
		return;
	}
	say_exits(report, func, &outcome);
}

static int report_func(void *arg, const struct os_func *func)
{
	struct reporting *reporting = arg;

	dt_report_begin(reporting->report);
	say_func(reporting, func);
	return dt_report_end(reporting->report) ? 0 : 1;
}

static void say_sums(struct dt_report *report)
{
	const uint64_t *sums = report->sums;

	dt_report_line(report,
		       "functions %llu refused %llu entries-refused %llu returns-refused %llu returns-incomplete %llu "
		       "exits %llu conditional %llu in-cold-parts %llu aliases %llu",
		       (unsigned long long)sums[SUM_FUNCTIONS], (unsigned long long)sums[SUM_REFUSED],
		       (unsigned long long)sums[SUM_ENTRIES_REFUSED], (unsigned long long)sums[SUM_RETURNS_REFUSED],
		       (unsigned long long)sums[SUM_INCOMPLETE], (unsigned long long)sums[SUM_EXITS],
		       (unsigned long long)sums[SUM_CONDITIONAL], (unsigned long long)sums[SUM_COLD],
		       (unsigned long long)sums[SUM_ALIASES]);
}

#define PLACE_SUMS UINT64_MAX /* all functions have been reported */

void fbt_report(void *arg, struct dt_report *report)
{
	struct os_func_query query = { .position = &report->place };
	struct os_space *space = os_kernel_space();
	struct reporting *reporting = os_alloc(sizeof(*reporting));
	int ended = reporting ? 0 : -OS_ENOMEM;

	if (reporting && report->place != PLACE_SUMS) {
		reporting->report = report;
		ended = space->ops->func_each(space, &query, report_func, reporting);
		exits_scan_fini(&reporting->scan);
	}
	os_free(reporting);
	if (ended > 0)
		return;
	dt_report_begin(report);
	if (ended < 0)
		dt_report_line(report, "no memory for the report");
	else
		say_sums(report);
	report->done = dt_report_end(report);
	report->place = ended < 0 ? report->place : PLACE_SUMS;
}
