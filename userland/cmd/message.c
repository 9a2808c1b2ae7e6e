/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* message.c - messages to the user, on standard error, each a line that starts with "dtrace: ". */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "colour.h"
#include "command.h"
#include "progress.h"

static void begin(struct command *command)
{
	progress_pause();
	if (command->out)
		fflush(command->out);
	fputs("dtrace: ", stderr);
}

static void end(void)
{
	fputc('\n', stderr);
	progress_resume();
}

void say(struct command *command, const char *fmt, ...)
{
	va_list ap;

	begin(command);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	end();
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
	end();
}

void say_error(struct command *command, const char *fmt, ...)
{
	const char *why = dtrace_errmsg(command->dtp, dtrace_errno(command->dtp));
	char *what = NULL, *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&what, fmt, ap) < 0)
		what = NULL;
	va_end(ap);
	if (asprintf(&text, "dtrace: %s: %s", what ? what : "error", why) < 0)
		text = NULL;
	progress_pause();
	if (command->out)
		fflush(command->out);
	if (text && colour_wanted(stderr, getenv("NO_COLOR"), getenv("TERM")))
		colour_error(stderr, text);
	else
		fprintf(stderr, "%s\n", text ? text : why);
	progress_resume();
	free(text);
	free(what);
}
