/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * host.c - what is said where the kernel is not traced: the host engine traces processes and samples this command alone. Its
 * answers must not be taken for answers about the machine.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

/* The probes of providers that need no kernel, each after a blank and with a semicolon. */
#define PROBES_ANYWHERE(probes) " " probes ";"
#define PROBES_KERNEL(probes)
#define DT_PROVIDER(name, where, probes) PROBES_##where(probes)
static const char host_probes[] =
#include "../../spec/provider.def"
	;
#undef DT_PROVIDER

/* What the descriptions of a program mean on this engine. */
struct meaning {
	unsigned int nothing; /* so many match no probe */
	unsigned int samples; /* so many match profile-N */
	unsigned int others;  /* so many match more than BEGIN, END, ERROR, tick-N and profile-N */
	/* of the description that is looked at */
	bool matches, has_sample, has_other;
};

static bool is_host(struct command *command)
{
	return strcmp(dtrace_engine(command->dtp), "host") == 0;
}

bool is_of_process(const char *text)
{
	static const char *const providers[] = { "pid", "plockstat" };
	const char *target = strstr(text, "$target");

	for (size_t i = 0; i < sizeof(providers) / sizeof(providers[0]); i++) {
		size_t length = strlen(providers[i]);

		if (strncmp(text, providers[i], length) == 0 && text[length] && strchr("0123456789$*", text[length]))
			return true;
	}
	return target && target < text + strcspn(text, ": \t");
}

static int look_at_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *desc, void *arg)
{
	struct meaning *meaning = arg;
	bool is_timer = strcmp(desc->provider, "profile") == 0;

	meaning->matches = true;
	meaning->has_sample |= is_timer && strncmp(desc->name, "profile-", strlen("profile-")) == 0;
	meaning->has_other |= !is_timer && strcmp(desc->provider, "dtrace") != 0;
	return meaning->has_other && meaning->has_sample ? 1 : 0;
}

static int look_at_description(dtrace_hdl_t *dtp, dtrace_prog_t *prog, const dtrace_probedesc_t *desc, void *arg)
{
	struct meaning *meaning = arg;

	meaning->matches = meaning->has_sample = meaning->has_other = false;
	dtrace_probe_iter(dtp, desc, look_at_probe, meaning);
	meaning->nothing += !meaning->matches && !is_of_process(desc->provider);
	meaning->samples += meaning->has_sample;
	meaning->others += meaning->has_other;
	return 0;
}

static struct meaning look_at_programs(struct command *command)
{
	struct meaning meaning = { .nothing = 0 };

	for (size_t i = 0; i < command->clause_count; i++)
		dtrace_stmt_iter(command->dtp, command->clauses[i].prog, look_at_description, &meaning);
	return meaning;
}

void note_host(struct command *command)
{
	if (command->host_noted || !is_host(command))
		return;
	command->host_noted = true;
	say(command, "no kernel tracing here: %s; running on the host engine there is only%.*s",
	    dtrace_engine_why(command->dtp), (int)sizeof(host_probes) - 2, host_probes);
}

void note_missing(struct command *command)
{
	if (look_at_programs(command).nothing)
		note_host(command);
}

/* The line of a clause that an error is in, malloc'ed; NULL: it cannot be read, or is in another file. */
static char *error_line(const struct clause *clause, const dtrace_errplace_t *place)
{
	FILE *file = NULL;
	char *line = NULL;
	size_t room = 0;
	bool is_there = true;

	if (!place->file && place->line > 0)
		file = clause->spec == DTRACE_PROBESPEC_NONE
			       ? fopen(clause->text, "re")
			       : fmemopen((char *)clause->text, strlen(clause->text), "r");
	if (!file)
		return NULL;
	for (int i = 0; i < place->line && is_there; i++)
		is_there = getline(&line, &room, file) > 0;
	fclose(file);
	if (is_there)
		return line;
	free(line);
	return NULL;
}

void note_error(struct command *command, const struct clause *clause)
{
	dtrace_errplace_t place;
	char *line, *at;
	bool is_process;

	if (strcmp(dtrace_errtag(command->dtp), "D_PDESC_ZERO") != 0 || dtrace_errplace(command->dtp, &place) == -1)
		return;
	line = error_line(clause, &place);
	is_process = false;
	if (line && place.column > 0 && (size_t)place.column <= strlen(line)) {
		at = line + place.column - 1;
		while (at > line && !strchr(" \t,;}", at[-1]))
			at--;
		is_process = is_of_process(at);
	}
	free(line);
	if (!is_process)
		note_host(command);
}

void notice_host(struct command *command)
{
	struct meaning meaning;

	if (command->host_noted || !is_host(command))
		return;
	meaning = look_at_programs(command);
	if (meaning.nothing) {
		note_host(command);
		return;
	}
	command->host_noted = true;
	if (meaning.samples)
		say(command, "on the host engine, not the kernel's, profile-N samples this command alone: %s",
		    dtrace_engine_why(command->dtp));
	else
		notice(command, "on the host engine, not the kernel's: %s", dtrace_engine_why(command->dtp));
}

bool tool_misses_kernel(struct command *command)
{
	return command->tool_path && !command->tool_wants_process && is_host(command) &&
	       strcmp(dtrace_errtag(command->dtp), "D_PDESC_ZERO") == 0;
}

int tool_refuse(struct command *command)
{
	command->host_noted = true;
	say(command, "%s cannot answer: no kernel tracing here: %s", command->tool_name,
	    dtrace_engine_why(command->dtp));
	return EXIT_ERROR;
}

int tool_check_probes(struct command *command)
{
	struct meaning meaning;

	if (is_host(command)) {
		meaning = look_at_programs(command);
		return meaning.nothing || meaning.samples ? tool_refuse(command) : 0;
	}
	/* without this option it would not have compiled */
	if (!command_option_is_set(command, "zdefs"))
		return 0;
	meaning = look_at_programs(command);
	if (meaning.nothing == 0 || meaning.others > 0)
		return 0;
	say(command, "%s cannot answer: none of its probes is there: this kernel lacks them, or you may not use them",
	    command->tool_name);
	return EXIT_ERROR;
}
