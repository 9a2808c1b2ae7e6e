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
#include "base/line.h"
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

struct sums {
	struct fbt_scan *scan;
	void (*emit)(void *arg, const char *line);
	void *arg;
	size_t index; /* of functions that are not refused as a whole */
	uint64_t functions, aliases, refused, entries_refused, returns_refused, incomplete, exits, conditional, cold;
	struct dt_line line;
	char text[320]; /* of line */
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

static const char *first_refusal(const struct fbt_scan *scan)
{
	size_t i;

	for (i = 0; i < scan->count; i++) {
		if (scan->exits[i].refused)
			return scan->exits[i].refused;
	}
	return NULL;
}

static void note(struct outcome *outcome, const struct os_func *func, const struct fbt_scan *scan,
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

void fbt_report_note(size_t index, const struct os_func *func, const struct fbt_scan *scan, const char *entry_refused)
{
	struct outcome *outcome = index <= kept.count ? place(index) : NULL;

	if (!outcome)
		return;
	note(outcome, func, scan, entry_refused);
	if (dt_str_same(func->module, "vmlinux"))
		kept.kernel = index + 1;
}

static void look_through(struct fbt_scan *scan, const struct os_func *func, struct outcome *outcome)
{
	fbt_scan(scan, func->addr, func->body, func->size > FBT_CODE_MAX ? 0 : func->size);
	note(outcome, func, scan, fbt_entry_refusal(scan, func->body));
}

static struct outcome outcome_of(struct sums *sums, const struct os_func *func)
{
	struct outcome *known = sums->index <= kept.count ? place(sums->index) : NULL, alone;

	sums->index++;
	if (!known)
		known = &alone;
	if (known == &alone || known->addr != (uint32_t)func->addr)
		look_through(sums->scan, func, known);
	if (known != &alone && dt_str_same(func->module, "vmlinux"))
		kept.kernel = sums->index;
	return *known;
}

/* ---- the report ------------------------------------------------------------------------------ */

static void begin(struct sums *sums, const struct os_func *func, const char *what)
{
	dt_line_init(&sums->line, sums->text, sizeof(sums->text));
	dt_line_add(&sums->line, "%s%016llx %s`%s", what, (unsigned long long)func->addr, func->module, func->name);
}

static void say_refused(struct sums *sums, const struct os_func *func, const char *probe, const char *reason)
{
	begin(sums, func, "refused ");
	dt_line_add(&sums->line, "%s%s", probe, reason);
	sums->emit(sums->arg, sums->text);
}

static void say_incomplete(struct sums *sums, const struct os_func *func, const struct outcome *outcome)
{
	begin(sums, func, "incomplete ");
	dt_line_add(&sums->line, " return %u of %u %s", outcome->refused, outcome->exits, kept.reasons[outcome->exit]);
	sums->emit(sums->arg, sums->text);
	sums->incomplete++;
}

static void say_aliases(struct sums *sums, const struct os_func *func)
{
	const char *const *alias;
	struct os_func other = *func;

	for (alias = func->aliases; alias && *alias; alias++) {
		other.name = *alias;
		begin(sums, &other, "alias ");
		dt_line_add(&sums->line, " of %s", func->name);
		sums->emit(sums->arg, sums->text);
		sums->aliases++;
	}
}

static int report_func(void *arg, const struct os_func *func)
{
	struct sums *sums = arg;
	struct outcome outcome;

	sums->functions++;
	say_aliases(sums, func);
	if (func->refused) {
		sums->refused++;
		say_refused(sums, func, " ", func->refused);
		return 0;
	}
	outcome = outcome_of(sums, func);
	if (outcome.entry) {
		sums->entries_refused++;
		say_refused(sums, func, " entry ", kept.reasons[outcome.entry]);
	}
	if (outcome.ret) {
		sums->returns_refused++;
		say_refused(sums, func, " return ", kept.reasons[outcome.ret]);
		return 0;
	}
	if (outcome.refused > 0)
		say_incomplete(sums, func, &outcome);
	sums->exits += outcome.exits;
	sums->conditional += outcome.conditional;
	sums->cold += outcome.cold;
	return 0;
}

static void say_sum(struct sums *sums, const char *name, uint64_t value)
{
	dt_line_add(&sums->line, "%s%llu", name, (unsigned long long)value);
}

static void say_sums(struct sums *sums)
{
	dt_line_init(&sums->line, sums->text, sizeof(sums->text));
	say_sum(sums, "functions ", sums->functions);
	say_sum(sums, " refused ", sums->refused);
	say_sum(sums, " entries-refused ", sums->entries_refused);
	say_sum(sums, " returns-refused ", sums->returns_refused);
	say_sum(sums, " returns-incomplete ", sums->incomplete);
	say_sum(sums, " exits ", sums->exits);
	say_sum(sums, " conditional ", sums->conditional);
	say_sum(sums, " in-cold-parts ", sums->cold);
	say_sum(sums, " aliases ", sums->aliases);
	sums->emit(sums->arg, sums->text);
}

void fbt_report(void *arg, void (*emit)(void *emit_arg, const char *line), void *emit_arg)
{
	struct os_space *space = os_kernel_space();
	struct sums *sums = os_alloc(sizeof(*sums));

	if (sums)
		sums->scan = os_alloc(sizeof(*sums->scan));
	if (!sums || !sums->scan) {
		os_free(sums);
		emit(emit_arg, "no memory for the report");
		return;
	}
	sums->emit = emit;
	sums->arg = emit_arg;
	space->ops->func_each(space, NULL, report_func, sums);
	say_sums(sums);
	fbt_scan_fini(sums->scan);
	os_free(sums->scan);
	os_free(sums);
}
