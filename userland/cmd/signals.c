/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* signals.c - signals that end tracing. */
#include <string.h>

#include "command.h"

volatile sig_atomic_t interrupts;
static dtrace_hdl_t *volatile wake; /* a signal wakes it up; set before signals are caught */

static void on_signal(int number)
{
	interrupts++;
	if (wake)
		dtrace_wake(wake);
	if (interrupts > 1)
		signal(number, SIG_DFL);
}

/* Signals that are ignored (a command in the background of a script) stay ignored. */
static void install(int flags)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		struct sigaction action;

		if (sigaction(numbers[i], NULL, &action) == -1 || action.sa_handler == SIG_IGN)
			continue;
		memset(&action, 0, sizeof(action));
		action.sa_handler = on_signal;
		action.sa_flags = flags;
		sigaction(numbers[i], &action, NULL);
	}
}

void signals_catch(dtrace_hdl_t *dtp)
{
	wake = dtp;
	install(0);
}

void signals_keep_output(void)
{
	if (!interrupts)
		install(SA_RESTART);
}

void signals_forget(void)
{
	wake = NULL;
}
