/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * anonymous.c - anonymous enablings: -A compiles programs into a file, one DOF after the other; -a
 * claims what is there, once. Nothing loads the file while the machine starts: its probes fire from
 * the claim on.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

#define STANDARD_FILE "/etc/dtrace.anonymous"
#define FILE_MAX      (64u << 20)

static const char *file_name(const struct command *command)
{
	const char *name = command->mode == MODE_ANONYMOUS ? command->output_name : NULL;

	if (!name)
		name = getenv("DTRACE_ANONYMOUS");
	return name && *name ? name : STANDARD_FILE;
}

/* ---- -A */

static int write_programs(struct command *command, FILE *file)
{
	for (size_t i = 0; i < command->clause_count; i++) {
		size_t size = 0;
		void *dof = dtrace_dof_create(command->dtp, command->clauses[i].prog, 0, &size);
		bool written = dof && fwrite(dof, 1, size, file) == size;

		if (!dof)
			say_error(command, "failed to make an anonymous enabling of '%s'", command->clauses[i].name);
		dtrace_dof_destroy(command->dtp, dof);
		if (!written)
			return -1;
	}
	return fflush(file) == 0 ? 0 : -1;
}

static int remove_file(struct command *command, const char *name)
{
	if (unlink(name) == 0) {
		notice(command, "cleaned up old anonymous enabling in %s", name);
	} else if (errno != ENOENT) {
		say(command, "cannot remove %s: %s", name, strerror(errno));
		return EXIT_ERROR;
	}
	return 0;
}

int command_anonymous(struct command *command)
{
	const char *name = file_name(command);
	int64_t quiet;
	FILE *file;
	int result;

	result = command_compile(command);
	if (result)
		return result;
	command->quiet = dtrace_getopt(command->dtp, "quiet", &quiet) == 0 && quiet != DTRACEOPT_UNSET;
	if (command->clause_count == 0)
		return remove_file(command, name);
	file = fopen(name, "we");
	if (!file) {
		say(command, "cannot write %s: %s", name, strerror(errno));
		return EXIT_ERROR;
	}
	result = write_programs(command, file);
	if (result)
		say(command, "cannot write %s: %s", name, strerror(errno));
	if (fclose(file) != 0 && result == 0) {
		say(command, "cannot write %s: %s", name, strerror(errno));
		result = -1;
	}
	if (result) {
		unlink(name);
		return EXIT_ERROR;
	}
	notice(command, "saved anonymous enabling in %s", name);
	return 0;
}

/* ---- -a */

static char *read_file(struct command *command, const char *name, size_t *size)
{
	FILE *file = fopen(name, "re");
	struct stat status;
	char *data = NULL;

	*size = 0;
	if (!file) {
		say(command, "no anonymous enabling: %s: %s", name, strerror(errno));
		return NULL;
	}
	if (fstat(fileno(file), &status) == 0 && status.st_size > 0 && status.st_size <= FILE_MAX)
		data = malloc((size_t)status.st_size);
	if (data)
		*size = fread(data, 1, (size_t)status.st_size, file);
	else
		say(command, "no anonymous enabling: %s is empty or too large", name);
	fclose(file);
	return data;
}

int command_claim(struct command *command, unsigned int *matched)
{
	const char *name = file_name(command);
	dtrace_proginfo_t info;
	size_t size, used = 0;
	char *data = read_file(command, name, &size);
	int result = data ? 0 : EXIT_ERROR;

	while (result == 0 && used < size) {
		size_t one = 0;

		if (dtrace_dof_exec(command->dtp, data + used, size - used, &one, &info) == -1) {
			say_error(command, "failed to claim the anonymous enabling of %s", name);
			result = EXIT_ERROR;
			break;
		}
		used += one;
		*matched += info.dpi_matches;
		report_refused(command, NULL, &info);
		report_valueless(command, &info);
	}
	free(data);
	if (result == 0 && unlink(name) == -1 && errno != ENOENT) {
		say(command, "cannot remove %s: %s", name, strerror(errno));
		result = EXIT_ERROR;
	}
	return result;
}
