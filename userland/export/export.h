/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * export.h - the command dtrace-export(8): what D programs aggregate, as metrics over HTTP. It uses libdtrace's public
 * interface only.
 *
 *      args.c       the command line --> struct options
 *      describe.c   what programs say of their aggregations: names of keys, texts
 *      metrics.c    families and series: the values
 *      families.c   the aggregations of the programs --> families
 *      collect.c    traces; what has been aggregated --> series
 *      state.c      the values in a file, from one run to the next
 *      text.c       the values as text
 *      serve.c      HTTP
 *      export.c     all of it together
 *
 *      the thread of collect.c                             the thread of serve.c
 *      sleeps, works, collects once in a second            a request: asks for a collection, waits for it (struct exporter,
 *      or when it is asked to, saves                       collect.h), writes the text
 *
 * The lock of struct exporter is held by whoever touches the metrics.
 */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "describe.h"
#include "settings/settings.h"

#define EXIT_ERROR      1
#define EXIT_USAGE      2

#define DEFAULT_LISTEN  "127.0.0.1:10430"
#define DEFAULT_SAMPLES 20000
#define DEFAULT_SAVE    10

/* One -s or -n. */
struct program {
	const char *file; /* NULL: it is text */
	const char *text;
};

struct options {
	bool help, version, destructive, preprocess, zero_defined;
	const char *listen;       /* -l */
	const char *name;         /* -N; NULL: none */
	const char *state;        /* -S; NULL: none */
	uint64_t save_every;      /* --save, s */
	uint64_t samples;         /* -m */
	struct settings settings; /* -x */
	struct program *programs;
	size_t program_count;
	struct descriptions descriptions; /* -L */
	char **args;                      /* of the programs: $1, $2, ...; NULL-terminated */
	int arg_count;
};

/*
 * options_parse - the command line.
 * return:  0, or the exit status; what is wrong has been said on stderr then.
 */
int options_parse(struct options *options, int argc, char **argv);
void options_free(struct options *options);
void usage_print(FILE *out);

/* export_run - all that the options say. Return: the exit status. */
int export_run(struct options *options);

/* say - a line on stderr, "dtrace-export: ...". */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

#endif
