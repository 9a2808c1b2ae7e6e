/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_progress.c - the line of a step that takes long, on a terminal that the test reads: its words, what erases it, who gets signals. */
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cmd/progress.h"

#define LIMIT_MS 300000

static int terminal, errors; /* the terminal's other side; the true standard error */
static char text[65536];     /* what was written to it since begin() */
static size_t used;

static int open_terminal(void **state)
{
	int theirs;

	(void)state;
	errors = dup(STDERR_FILENO);
	if (errors == -1 || openpty(&terminal, &theirs, NULL, NULL, NULL) == -1 || dup2(theirs, STDERR_FILENO) == -1)
		return -1;
	close(theirs);
	progress_allow();
	return 0;
}

static int close_terminal(void **state)
{
	(void)state;
	progress_over();
	dup2(errors, STDERR_FILENO);
	close(errors);
	close(terminal);
	return 0;
}

static void begin(void)
{
	used = 0;
	text[0] = '\0';
}

/* Reads until @wanted is there. */
static void wait_for(const char *wanted)
{
	struct pollfd ready = { .fd = terminal, .events = POLLIN };

	while (!strstr(text, wanted)) {
		ssize_t more;

		if (poll(&ready, 1, LIMIT_MS) != 1 || used + 4096 > sizeof(text))
			fail_msg("not written: %s", wanted);
		more = read(terminal, text + used, 4096);
		assert_true(more > 0);
		used += (size_t)more;
		text[used] = '\0';
	}
}

/* Everything that was written before the call is in the text after it. */
static void wait_for_all(void)
{
	assert_int_equal(write(STDERR_FILENO, "#", 1), 1);
	wait_for("#");
}

/* Whether what was written last is blanks over @line, and the # of wait_for_all(). */
static bool is_erased(const char *line)
{
	char blanks[128];
	size_t length = (size_t)snprintf(blanks, sizeof(blanks), "\r%*s\r#", (int)strlen(line), "");

	return used >= length && strcmp(text + used - length, blanks) == 0;
}

static void test_words(void **state)
{
	(void)state;
	begin();
	progress_probes("arming", 65536);
	wait_for("\rdtrace: arming 65,536 probes... 1 s\r");
	assert_ptr_equal(strstr(text, "\rdtrace: arming 65,536 probes...\r"), text);
	progress_end();
	wait_for_all();
	assert_true(is_erased("dtrace: arming 65,536 probes... 1 s"));
}

/* Not many: nothing before 2 s. The next step begins where this one is erased. */
static void test_steps(void **state)
{
	(void)state;
	begin();
	progress_probes("disarming", 1);
	wait_for("\rdtrace: disarming 1 probe... ");
	assert_null(strstr(text, "probe...\r"));
	assert_null(strstr(text, " 1 s"));
	progress_begin(true, "%s", "stopping");
	wait_for(" \r\rdtrace: stopping...\r");
	progress_end();
	progress_probes("arming", 0);
	progress_end();
	wait_for_all();
	assert_null(strstr(text, "arming probes"));
}

/* While a message is written nobody draws; then the line is back. */
static void test_pause(void **state)
{
	(void)state;
	begin();
	progress_begin(true, "compiling");
	wait_for("\rdtrace: compiling...\r");
	progress_pause();
	wait_for_all();
	progress_resume();
	assert_true(is_erased("dtrace: compiling..."));
	begin();
	wait_for("\rdtrace: compiling... ");
	progress_end();
}

static pthread_t receiver;
static volatile sig_atomic_t received;

static void on_signal(int number)
{
	(void)number;
	receiver = pthread_self();
	received++;
}

/* A signal of the process interrupts the main thread, as it does without the line. */
static void test_signals(void **state)
{
	sigset_t usr1;

	(void)state;
	signal(SIGUSR1, on_signal);
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &usr1, NULL); /* another thread that takes it would get it now */
	begin();
	progress_begin(true, "compiling");
	wait_for("compiling");
	kill(getpid(), SIGUSR1);
	wait_for("compiling... 1 s");
	assert_int_equal(received, 0);
	pthread_sigmask(SIG_UNBLOCK, &usr1, NULL);
	assert_int_equal(received, 1);
	assert_true(pthread_equal(receiver, pthread_self()));
	progress_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_pause),
		cmocka_unit_test(test_signals),
	};

	return cmocka_run_group_tests(tests, open_terminal, close_terminal);
}
