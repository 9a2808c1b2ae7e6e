/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* progress.c - a line on the terminal while a step of the command takes long. */
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "progress.h"

#define SECOND      1000000000ll
#define WAIT        (2 * SECOND)
#define WAIT_LONG   (SECOND / 2)
#define MANY_PROBES 1000
#define LINE_ROOM   160

static struct {
	pthread_t thread;
	pthread_mutex_t lock; /* of all below */
	pthread_cond_t changed;
	bool running, over;
	bool active; /* there is a step: */
	char step[96];
	int64_t begun, due; /* ns, monotonic; due: of the next drawing */
	int width;          /* of the line on the terminal; 0: there is none */
} line = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * SECOND + time.tv_nsec;
}

/* In one piece. A terminal that cannot be written to has no line. */
static void put(const char *text, size_t length)
{
	ssize_t written = write(STDERR_FILENO, text, length);

	(void)written;
}

static int terminal_width(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* By blanks: every terminal has them. */
static void erase(void)
{
	char text[LINE_ROOM + 3];

	if (line.width == 0)
		return;
	put(text, (size_t)snprintf(text, sizeof(text), "\r%*s\r", line.width, ""));
	line.width = 0;
}

/* A job in the background does not write on the terminal; one that the shell does not control may. */
static bool in_background(void)
{
	pid_t group = tcgetpgrp(STDERR_FILENO);

	return group != -1 && group != getpgrp();
}

/* The cursor stays at the line's start: what another program prints there is legible. */
static void draw(void)
{
	int64_t seconds = (now() - line.begun) / SECOND;
	int room = terminal_width() - 1, length;
	char text[LINE_ROOM], line_text[LINE_ROOM + 3];

	if (in_background())
		return;
	if (seconds > 0)
		length = snprintf(text, sizeof(text), "dtrace: %s... %lld s", line.step, (long long)seconds);
	else
		length = snprintf(text, sizeof(text), "dtrace: %s...", line.step);
	if (length > room)
		length = room;
	if (length < line.width)
		erase(); /* the terminal has become narrower */
	put(line_text, (size_t)snprintf(line_text, sizeof(line_text), "\r%.*s\r", length, text));
	line.width = length;
}

static void wait_until(int64_t due)
{
	struct timespec time = { .tv_sec = due / SECOND, .tv_nsec = due % SECOND };

	pthread_cond_timedwait(&line.changed, &line.lock, &time);
}

static void *show(void *unused)
{
	pthread_mutex_lock(&line.lock);
	while (!line.over) {
		if (!line.active) {
			pthread_cond_wait(&line.changed, &line.lock);
		} else if (now() < line.due) {
			wait_until(line.due);
		} else {
			draw();
			line.due = line.begun + ((now() - line.begun) / SECOND + 1) * SECOND;
		}
	}
	pthread_mutex_unlock(&line.lock);
	return unused;
}

static bool init_condition(void)
{
	pthread_condattr_t attributes;
	bool done;

	if (pthread_condattr_init(&attributes))
		return false;
	done = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
	       pthread_cond_init(&line.changed, &attributes) == 0;
	pthread_condattr_destroy(&attributes);
	return done;
}

void progress_allow(void)
{
	sigset_t all, before;

	if (!isatty(STDERR_FILENO) || !init_condition())
		return;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	line.running = pthread_create(&line.thread, NULL, show, NULL) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void progress_begin(bool is_long, const char *fmt, ...)
{
	va_list ap;

	if (!line.running)
		return;
	pthread_mutex_lock(&line.lock);
	erase();
	va_start(ap, fmt);
	vsnprintf(line.step, sizeof(line.step), fmt, ap);
	va_end(ap);
	line.active = true;
	line.begun = now();
	line.due = line.begun + (is_long ? WAIT_LONG : WAIT);
	pthread_cond_signal(&line.changed);
	pthread_mutex_unlock(&line.lock);
}

void progress_end(void)
{
	if (!line.running)
		return;
	pthread_mutex_lock(&line.lock);
	erase();
	line.active = false;
	pthread_mutex_unlock(&line.lock);
}

void progress_probes(const char *verb, uint64_t count)
{
	char text[32];

	if (count == 0)
		progress_begin(false, "%s probes", verb);
	else
		progress_begin(count >= MANY_PROBES, "%s %s probe%s", verb, grouped(count, text),
			       count == 1 ? "" : "s");
}

void progress_pause(void)
{
	if (!line.running)
		return;
	pthread_mutex_lock(&line.lock);
	erase();
}

void progress_resume(void)
{
	if (line.running)
		pthread_mutex_unlock(&line.lock);
}

void progress_over(void)
{
	if (!line.running)
		return;
	pthread_mutex_lock(&line.lock);
	erase();
	line.active = false;
	line.over = true;
	pthread_cond_signal(&line.changed);
	pthread_mutex_unlock(&line.lock);
	pthread_join(line.thread, NULL);
	line.running = false;
}
