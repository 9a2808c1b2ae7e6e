/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* list.c - dtrace -l, and the stability report of -v. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "progress.h"

struct listing {
	struct command *command;
	bool failed, misses_kernel; /* a description matches nothing; one that is not of a process */
};

static void print_attributes(FILE *out, const char *title, struct dtrace_attribute attr)
{
	fprintf(out, "\n\t%s\n", title);
	fprintf(out, "\t\tIdentifier Names: %s\n", dtrace_stability_name(attr.name));
	fprintf(out, "\t\tData Semantics:   %s\n", dtrace_stability_name(attr.data));
	fprintf(out, "\t\tDependency Class: %s\n", dtrace_class_name(attr.dclass));
}

void print_stability(struct command *command, const struct clause *clause)
{
	fprintf(command->out, "\nStability attributes for %s %s:\n", clause->what, clause->name);
	print_attributes(command->out, "Minimum Probe Description Attributes", clause->info.dpi_descattr);
	print_attributes(command->out, "Minimum Statement Attributes", clause->info.dpi_stmtattr);
	fputc('\n', command->out);
}

/* A warning about the value, in parentheses; "" when there is none. */
static const char *value_note(const dtrace_argdesc_t *arg)
{
	if (arg->flags & DTRACE_ARGF_NEVER)
		return " (always 0: the function ends in jumps to others)";
	if (arg->flags & DTRACE_ARGF_SOMETIMES)
		return " (0 where the function ends in a jump to another)";
	return "";
}

static void print_details(struct command *command, const dtrace_probedesc_t *desc)
{
	FILE *out = command->out;
	dtrace_probeinfo_t info;
	dtrace_argdesc_t arg;
	unsigned int count = 0;

	if (dtrace_probe_info(command->dtp, desc, &info) == -1)
		return;
	print_attributes(out, "Probe Description Attributes", info.dtp_attr);
	print_attributes(out, "Argument Attributes", info.dtp_arga);
	fputs("\n\tArgument Types\n", out);
	while (dtrace_probe_arg(command->dtp, desc->id, count, &arg) == 0 && arg.mapping != DTRACE_ARGNONE) {
		fprintf(out, "\t\targs[%u]: %s%s\n", count, arg.translated[0] ? arg.translated : arg.native,
			value_note(&arg));
		count++;
	}
	if (count == 0)
		fputs("\t\tNone\n", out);
	if (count <= 1 && dtrace_probe_arg(command->dtp, desc->id, 1, &arg) == 0 && *value_note(&arg))
		fprintf(out, "\t\targ1%s\n", value_note(&arg)); /* whose type is not known */
	fputc('\n', out);
}

static int list_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *desc, void *arg)
{
	struct command *command = arg;

	progress_end(); /* it is seen now */
	fprintf(command->out, "%5u %10s %17s %33s %s\n", desc->id, desc->provider, desc->module, desc->function,
		desc->name);
	if (command->verbose)
		print_details(command, desc);
	return interrupts ? 1 : 0;
}

static int list_pattern(dtrace_hdl_t *dtp, dtrace_prog_t *prog, const dtrace_probedesc_t *desc, void *arg)
{
	struct listing *listing = arg;
	char text[DTRACE_FULLNAMELEN];
	dtrace_probedesc_t meaning;

	for (size_t i = 0; dtrace_desc_meaning(dtp, desc, i, &meaning); i++) {
		if (dtrace_probe_iter(dtp, &meaning, list_probe, listing->command) == 1)
			return 0;
	}
	if (dtrace_desc_meaning(dtp, desc, 0, &meaning))
		return 0;
	if (dtrace_probe_iter(dtp, desc, list_probe, listing->command) == -1 && !interrupts) {
		say_error(listing->command, "failed to match %s", dtrace_desc2str(desc, text, sizeof(text)));
		listing->failed = true;
		listing->misses_kernel |= !is_of_process(desc->provider);
	}
	return 0;
}

/* Whether a clause is one description, of a process: the compiler says why it matches nothing, as without -l. */
static bool is_strict(struct command *command, const struct clause *clause)
{
	return clause->spec != DTRACE_PROBESPEC_NONE && !strpbrk(clause->text, "{,;") && is_of_process(clause->text) &&
	       !command_option_is_set(command, "compat");
}

/* A clause with more than one description or with a program is compiled for its descriptions. */
static int list_compiled(struct listing *listing, const struct clause *clause)
{
	struct command *command = listing->command;
	unsigned int flags = command->flags | (is_strict(command, clause) ? 0 : DTRACE_C_ZDEFS);
	dtrace_prog_t *prog;
	FILE *file;

	if (clause->spec != DTRACE_PROBESPEC_NONE) {
		prog = dtrace_program_strcompile(command->dtp, clause->text, clause->spec, flags, command->arg_count,
						 command->args);
		if (!prog)
			say_error(command, "invalid probe specifier");
	} else {
		file = fopen(clause->text, "re");
		if (!file) {
			say(command, "failed to open %s: %m", clause->text);
			return EXIT_ERROR;
		}
		prog = dtrace_program_fcompile(command->dtp, file, flags, command->arg_count, command->args);
		fclose(file);
		if (!prog)
			say_error(command, "failed to compile script %s", clause->text);
	}
	if (!prog)
		return EXIT_ERROR;
	dtrace_stmt_iter(command->dtp, prog, list_pattern, listing);
	return 0;
}

/* The probes of processes are made when a description is compiled: its provider's name ends with a number, or with `*`. */
static bool names_process(const struct clause *clause)
{
	const char *end = strchr(clause->text, ':');

	if (!end && clause->spec == DTRACE_PROBESPEC_PROVIDER)
		end = clause->text + strlen(clause->text);
	return end && end > clause->text && ((end[-1] >= '0' && end[-1] <= '9') || end[-1] == '*');
}

static int list_clause(struct listing *listing, const struct clause *clause)
{
	struct command *command = listing->command;
	dtrace_probedesc_t desc;

	if (clause->spec == DTRACE_PROBESPEC_NONE || strpbrk(clause->text, "{/;,$ \t\n") || names_process(clause))
		return list_compiled(listing, clause);
	if (dtrace_str2desc(command->dtp, clause->spec, clause->text, &desc) == -1) {
		say_error(command, "invalid probe specifier %s", clause->text);
		return EXIT_ERROR;
	}
	return list_pattern(command->dtp, NULL, &desc, listing);
}

int command_list(struct command *command)
{
	struct listing listing = { .command = command };
	int result = command_processes(command);

	if (result)
		return result;
	progress_begin(false, "listing probes");
	signals_keep_output();
	fprintf(command->out, "%5s %10s %17s %33s %s\n", "ID", "PROVIDER", "MODULE", "FUNCTION", "NAME");
	for (size_t i = 0; i < command->clause_count && result == 0 && !interrupts; i++)
		result = list_clause(&listing, &command->clauses[i]);
	if (command->clause_count == 0 && dtrace_probe_iter(command->dtp, NULL, list_probe, command) == -1 &&
	    !interrupts) {
		say_error(command, "failed to list probes");
		result = EXIT_ERROR;
	}
	progress_end();
	if (interrupts) {
		say(command, "interrupted: the list is not complete");
		return EXIT_ERROR;
	}
	if (command->clause_count == 0 || listing.misses_kernel)
		note_host(command);
	return result ? result : listing.failed ? EXIT_ERROR : 0;
}
