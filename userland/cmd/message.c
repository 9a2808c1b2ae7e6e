/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* message.c - messages to the user, on standard error, each a line that starts with "dtrace: ". */
#include <stdarg.h>
#include <string.h>

#include "command.h"

static void begin(struct command *command)
{
	if (command->out)
		fflush(command->out);
	fputs("dtrace: ", stderr);
}

void say(struct command *command, const char *fmt, ...)
{
	va_list ap;

	begin(command);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void notice(struct command *command, const char *fmt, ...)
{
	va_list ap;

	if (command->quiet)
		return;
	begin(command);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void say_error(struct command *command, const char *fmt, ...)
{
	va_list ap;

	begin(command);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, ": %s\n", dtrace_errmsg(command->dtp, dtrace_errno(command->dtp)));
}

void note_host(struct command *command)
{
	if (command->host_noted || strcmp(dtrace_engine(command->dtp), "host") != 0)
		return;
	command->host_noted = true;
	say(command,
	    "no kernel tracing here: %s; running on the host engine only BEGIN, END, ERROR, tick-N and profile-N exist",
	    dtrace_engine_why(command->dtp));
}
