/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * report.c - what fbt does not offer, and why. All is looked through anew: it shows what holds now, and nothing is kept for it.
 *
 *   refused ADDRESS MODULE`FUNCTION REASON                  nothing in it may be probed
 *   refused ADDRESS MODULE`FUNCTION entry|return REASON     it has no such probe
 *   incomplete ADDRESS MODULE`FUNCTION return MISSED of EXITS REASON    it has one, which does not fire at all of its exits
 *   functions N refused N entries-refused N returns-refused N returns-incomplete N exits N conditional N in-cold-parts N
 */
#include "providers/fbt/fbt.h"

struct sums {
	struct fbt_scan *scan;
	void (*emit)(void *arg, const char *line);
	void *arg;
	uint64_t functions, refused, entries_refused, returns_refused, incomplete, exits, conditional, cold;
	char line[320];
	size_t used;
};

/* ---- a line of text, put together ------------------------------------------------------------------------------------------------ */

static void add(struct sums *sums, const char *text)
{
	while (*text && sums->used + 1 < sizeof(sums->line))
		sums->line[sums->used++] = *text++;
	sums->line[sums->used] = 0;
}

static void add_number(struct sums *sums, uint64_t value, unsigned int base, unsigned int digits)
{
	char text[24];
	size_t at = sizeof(text) - 1;

	text[at] = 0;
	do {
		text[--at] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value || sizeof(text) - 1 - at < digits);
	add(sums, text + at);
}

static void add_sum(struct sums *sums, const char *name, uint64_t value)
{
	add(sums, name);
	add_number(sums, value, 10, 1);
}

static void begin(struct sums *sums, const struct os_func *func, const char *what)
{
	sums->used = 0;
	add(sums, what);
	add_number(sums, func->addr, 16, 16);
	add(sums, " ");
	add(sums, func->module);
	add(sums, "`");
	add(sums, func->name);
}

static void end(struct sums *sums)
{
	sums->emit(sums->arg, sums->line);
	sums->used = 0;
}

/* ---- what is said ------------------------------------------------------------------------------------------------------------------ */

static void say_refused(struct sums *sums, const struct os_func *func, const char *probe, const char *reason)
{
	begin(sums, func, "refused ");
	add(sums, probe);
	add(sums, reason);
	end(sums);
}

static const char *first_refusal(const struct fbt_scan *scan)
{
	size_t i;

	for (i = 0; i < scan->count; i++) {
		if (scan->exits[i].refused)
			return scan->exits[i].refused;
	}
	return "";
}

static void say_incomplete(struct sums *sums, const struct os_func *func)
{
	begin(sums, func, "incomplete ");
	add_sum(sums, " return ", sums->scan->refused_count);
	add_sum(sums, " of ", sums->scan->count);
	add(sums, " ");
	add(sums, first_refusal(sums->scan));
	end(sums);
	sums->incomplete++;
}

static void count_exits(struct sums *sums, const struct os_func *func)
{
	const struct fbt_scan *scan = sums->scan;
	size_t i;

	sums->exits += scan->count;
	sums->conditional += scan->conditional_count;
	for (i = 0; i < scan->count; i++)
		sums->cold += scan->exits[i].addr < func->addr || scan->exits[i].addr >= func->addr + func->size;
}

static int report_func(void *arg, const struct os_func *func)
{
	struct sums *sums = arg;
	const char *refused;

	sums->functions++;
	if (func->refused) {
		sums->refused++;
		say_refused(sums, func, " ", func->refused);
		return 0;
	}
	fbt_scan(sums->scan, func->addr, func->body, func->size > FBT_CODE_MAX ? 0 : func->size);
	refused = fbt_entry_refusal(sums->scan, func->body);
	if (refused) {
		sums->entries_refused++;
		say_refused(sums, func, " entry ", refused);
	}
	if (sums->scan->refused) {
		sums->returns_refused++;
		say_refused(sums, func, " return ", sums->scan->refused);
		return 0;
	}
	if (sums->scan->refused_count > 0)
		say_incomplete(sums, func);
	count_exits(sums, func);
	return 0;
}

static void say_sums(struct sums *sums)
{
	add_sum(sums, "functions ", sums->functions);
	add_sum(sums, " refused ", sums->refused);
	add_sum(sums, " entries-refused ", sums->entries_refused);
	add_sum(sums, " returns-refused ", sums->returns_refused);
	add_sum(sums, " returns-incomplete ", sums->incomplete);
	add_sum(sums, " exits ", sums->exits);
	add_sum(sums, " conditional ", sums->conditional);
	add_sum(sums, " in-cold-parts ", sums->cold);
	end(sums);
}

void fbt_report(void *arg, void (*emit)(void *emit_arg, const char *line), void *emit_arg)
{
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
	os_func_each(NULL, report_func, sums);
	say_sums(sums);
	os_free(sums->scan);
	os_free(sums);
}
