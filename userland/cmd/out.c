/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* out.c - where results go: standard output, or the file of -o; that they arrive there. */
#include <errno.h>
#include <stdio_ext.h>
#include <string.h>

#include "command.h"

#define OUTPUT_BUFFER (256 * 1024)

int output_open(struct command *command)
{
	command->out = stdout;
	if (command->output_name) {
		command->out = fopen(command->output_name, "ae");
		if (!command->out) {
			command->out = stdout;
			say(command, "failed to open %s: %s", command->output_name, strerror(errno));
			return EXIT_ERROR;
		}
	}
	setvbuf(command->out, NULL, _IOFBF, OUTPUT_BUFFER);
	__fsetlocking(command->out,
		      FSETLOCKING_BYCALLER); /* one thread prints: the other shows progress, on standard error */
	return 0;
}

/* The output is lost from @error on: said once, however often it is noticed. @error 0: it was not kept. */
static int lost(struct command *command, int error)
{
	const char *name = command->out != stdout ? command->output_name : NULL;

	if (!command->output_lost)
		fprintf(stderr, "dtrace: cannot write output%s%s: %s\n", name ? " to " : "", name ? name : "",
			error ? strerror(error) : "an earlier write failed");
	command->output_lost = true;
	return EXIT_ERROR;
}

int output_flush(struct command *command)
{
	if (fflush(command->out) == EOF)
		return lost(command, errno);
	return ferror(command->out) ? lost(command, 0) : 0;
}

int output_close(struct command *command)
{
	bool is_stdout = !command->out || command->out == stdout;
	int result;

	if (!command->out)
		command->out = stdout; /* --help and its like open nothing */
	result = output_flush(command);
	/* a file system may say only now what it could not keep; standard output that is closed is nobody's wish */
	if (fclose(command->out) == EOF && result == 0 && !(is_stdout && errno == EBADF))
		result = lost(command, errno);
	command->out = NULL;
	return result;
}
