/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* export.c - the parts of the command in their order: socket, state file, programs, server, and down again. */
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect.h"
#include "export.h"
#include "serve.h"
#include "state.h"

static void on_signal(int signal_number)
{
	(void)signal_number;
	collect_stop();
}

/* Until tracing begins signals end the process at once: nothing is counted that could be lost. */
static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal }, ignore = { .sa_handler = SIG_IGN };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	sigaction(SIGPIPE, &ignore, NULL); /* connections that end early */
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Trace and serve. @descriptor: the socket; it is closed. */
static int serve_and_run(struct exporter *exporter, int descriptor, const char *where)
{
	struct server *server;
	int status;

	catch_signals();
	if (dtrace_go(exporter->dtp) == -1) {
		say("tracing does not begin: %s", dtrace_errmsg(exporter->dtp, dtrace_errno(exporter->dtp)));
		close(descriptor);
		return EXIT_ERROR;
	}
	exporter->own.start_time = now();
	state_begin(&exporter->state, &exporter->own, exporter->own.start_time);
	server = serve_start(exporter, descriptor);
	if (!server)
		return EXIT_ERROR;
	say("listening on http://%s/metrics", where);
	status = collect_run(exporter);
	serve_stop(server);
	return status;
}

static int run_on(struct exporter *exporter, struct options *options, int descriptor, const char *where)
{
	int status = 0;

	if (options->state && state_open(&exporter->state, options->state) == -1)
		status = EXIT_ERROR;
	if (!status)
		status = collect_open(exporter, options);
	if (!status && options->state && state_load(&exporter->state, &exporter->metrics, &exporter->own) == -1)
		status = EXIT_ERROR;
	if (!status)
		return serve_and_run(exporter, descriptor, where);
	close(descriptor);
	return status;
}

int export_run(struct options *options)
{
	struct exporter exporter = { .lock = PTHREAD_MUTEX_INITIALIZER,
				     .collected = PTHREAD_COND_INITIALIZER,
				     .own.version = ANYTRACE_VERSION };
	char where[160];
	int descriptor = serve_listen(options->listen, where, sizeof(where)), status;

	if (descriptor < 0)
		return -descriptor;
	metrics_init(&exporter.metrics, options->samples);
	status = run_on(&exporter, options, descriptor, where);
	collect_close(&exporter);
	state_close(&exporter.state);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		say("the output cannot be written");
		status = EXIT_ERROR;
	}
	return status;
}
