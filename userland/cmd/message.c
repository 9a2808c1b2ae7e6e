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

/* The probes of providers that need no kernel, each after a blank and with a semicolon. */
#define PROBES_ANYWHERE(probes) " " probes ";"
#define PROBES_KERNEL(probes)
#define DT_PROVIDER(name, where, probes) PROBES_##where(probes)
static const char host_probes[] =
#include "../../spec/provider.def"
	;
#undef DT_PROVIDER

void note_host(struct command *command)
{
	if (command->host_noted || strcmp(dtrace_engine(command->dtp), "host") != 0)
		return;
	command->host_noted = true;
	say(command, "no kernel tracing here: %s; running on the host engine there is only%.*s",
	    dtrace_engine_why(command->dtp), (int)sizeof(host_probes) - 2, host_probes);
}

void notice_host(struct command *command)
{
	if (command->host_noted || strcmp(dtrace_engine(command->dtp), "host") != 0)
		return;
	command->host_noted = true;
	notice(command, "on the host engine, not the kernel's: %s", dtrace_engine_why(command->dtp));
}
