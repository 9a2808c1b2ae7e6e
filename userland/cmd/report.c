/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * report.c - messages before and after tracing: changed sizes, probes that could not be armed, the
 * ledger.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

static const struct {
	const char *option, *name;
	int64_t standard; /* its default, as spec/options.def has it; of sizes alone */
	bool rate;
} watched[] = {
	{ "bufsize", "buffer size", 4 << 20, false },
	{ "aggsize", "aggregation size", 4 << 20, false },
	{ "specsize", "speculation size", 32 << 10, false },
	{ "dynvarsize", "dynamic variable size", 1 << 20, false },
	{ "cleanrate", "cleaning rate", DTRACEOPT_UNSET, true },
	{ "statusrate", "status rate", DTRACEOPT_UNSET, true },
	{ "switchrate", "switch rate", DTRACEOPT_UNSET, true },
	{ "aggrate", "aggregation rate", DTRACEOPT_UNSET, true },
};

void sizes_get(struct command *command, struct sizes *sizes)
{
	for (size_t i = 0; i < sizeof(watched) / sizeof(watched[0]); i++) {
		if (dtrace_getopt(command->dtp, watched[i].option, &sizes->value[i]) == -1 ||
		    sizes->value[i] == DTRACEOPT_UNSET)
			sizes->value[i] = watched[i].standard;
	}
}

static void size_text(int64_t value, char *text, size_t size)
{
	static const char units[] = "gmk";
	int64_t unit = 1 << 30;

	for (const char *letter = units; *letter; letter++, unit >>= 10) {
		if (value >= unit && value % unit == 0) {
			snprintf(text, size, "%" PRId64 "%c", value / unit, *letter);
			return;
		}
	}
	snprintf(text, size, "%" PRId64, value);
}

static void rate_text(int64_t value, char *text, size_t size)
{
	const int64_t second = 1000000000;

	if (value > 0 && value <= second)
		snprintf(text, size, "%" PRId64 " hz", second / value);
	else if (value % second == 0)
		snprintf(text, size, "once every %" PRId64 " seconds", value / second);
	else
		snprintf(text, size, "once every %" PRId64 " nanoseconds", value);
}

void report_sizes(struct command *command, const struct sizes *wanted)
{
	struct sizes now;
	int64_t quiet;
	char text[64];

	if (command->testing || (dtrace_getopt(command->dtp, "quietresize", &quiet) == 0 && quiet != DTRACEOPT_UNSET))
		return;
	sizes_get(command, &now);
	for (size_t i = 0; i < sizeof(watched) / sizeof(watched[0]); i++) {
		int64_t before = wanted->value[i], after = now.value[i];
		bool lowered = watched[i].rate ? after > before : after < before;

		if (before == DTRACEOPT_UNSET || after == DTRACEOPT_UNSET || before == after)
			continue;
		if (watched[i].rate)
			rate_text(after, text, sizeof(text));
		else
			size_text(after, text, sizeof(text));
		notice(command, "%s %s to %s", watched[i].name, lowered ? "lowered" : "raised", text);
	}
}

struct meant {
	bool functions, instructions, others;
};

static int note_meant(dtrace_hdl_t *dtp, dtrace_prog_t *prog, const dtrace_probedesc_t *desc, void *arg)
{
	struct meant *meant = arg;

	/* a pattern means functions above all */
	bool several = desc->provider[0] == '\0' || strpbrk(desc->provider, "*?[\\");

	if (strcmp(desc->provider, "instr") == 0)
		meant->instructions = true;
	else if (several || strcmp(desc->provider, "fbt") == 0)
		meant->functions = true;
	else
		meant->others = true;
	return 0;
}

/* The word for the places that a program's descriptions mean; @prog NULL: they are not known. */
static const char *places(struct command *command, dtrace_prog_t *prog)
{
	struct meant meant = { false, false, false };

	if (!prog)
		return "probes";
	dtrace_stmt_iter(command->dtp, prog, note_meant, &meant);
	if (meant.others)
		return "probes";
	if (!meant.instructions)
		return "functions";
	return meant.functions ? "functions and instructions" : "instructions";
}

void report_refused(struct command *command, dtrace_prog_t *prog, const dtrace_proginfo_t *info)
{
	char refused[32], all[32], count[32], line[1024];
	size_t used = 0;

	if (info->dpi_refused == 0)
		return;
	line[0] = '\0';
	for (unsigned int i = 0; i < info->dpi_reasons; i++)
		used += (size_t)snprintf(line + used, sizeof(line) - used, "%s%s %s", i ? ", " : ": ",
					 grouped(info->dpi_reason[i].count, count), info->dpi_reason[i].name);
	notice(command, "%s of %s matching %s cannot be armed now%s", grouped(info->dpi_refused, refused),
	       grouped((uint64_t)info->dpi_matches + info->dpi_refused, all), places(command, prog), line);
}

void report_valueless(struct command *command, const dtrace_proginfo_t *info)
{
	char count[32], all[32];

	if (info->dpi_valueless > 0)
		notice(command,
		       "arg1 is 0 at %s of %s matching probes, always or sometimes: their functions end in jumps to "
		       "others (-lv tells which)",
		       grouped(info->dpi_valueless, count), grouped(info->dpi_matches, all));
}

/* ---- the ledger of -x account: fired = recorded + predicated + dropped + faulted, clause by clause */

struct ledger {
	struct command *command;
	unsigned int index;
	bool balanced;
};

static int account_line(dtrace_hdl_t *dtp, dtrace_prog_t *prog, const dtrace_probedesc_t *desc, void *arg)
{
	struct ledger *ledger = arg;
	struct dtrace_account account;
	char name[DTRACE_FULLNAMELEN];

	if (dtrace_account(dtp, ledger->index++, &account) == -1) {
		say_error(ledger->command, "no ledger of clause %u", ledger->index - 1);
		return 1;
	}
	fprintf(stderr, "%6u %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 "  %s\n",
		account.enabling, account.fired, account.recorded, account.predicated, account.dropped, account.faulted,
		dtrace_desc2str(desc, name, sizeof(name)));
	if (account.dropped > 0)
		fprintf(stderr,
			"%6s dropped: %" PRIu64 " buffer, %" PRIu64 " aggregation, %" PRIu64 " speculation, %" PRIu64
			" new CPU\n",
			"", account.dropped_principal, account.dropped_aggregation, account.dropped_speculation,
			account.dropped_cpu);
	return 0;
}

void report_account(struct command *command)
{
	struct ledger ledger = { .command = command };
	int64_t wanted;

	if (dtrace_getopt(command->dtp, "account", &wanted) == -1 || wanted == DTRACEOPT_UNSET)
		return;
	fflush(command->out);
	fprintf(stderr, "%6s %12s %12s %12s %12s %12s  %s\n", "CLAUSE", "FIRED", "RECORDED", "PREDICATED", "DROPPED",
		"FAULTED", "PROBES");
	for (size_t i = 0; i < command->clause_count; i++) {
		if (command->clauses[i].prog)
			dtrace_stmt_iter(command->dtp, command->clauses[i].prog, account_line, &ledger);
	}
}
