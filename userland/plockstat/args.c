/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* args.c - the command line. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "plockstat.h"

void usage_print(FILE *out)
{
	fputs("usage: plockstat [-vACHV] [-n count] [-s depth] [-e secs] [-x opt[=val]] command [arg ...]\n"
	      "       plockstat [-vACHV] [-n count] [-s depth] [-e secs] [-x opt[=val]] -p pid\n"
	      "\n"
	      "Events:  -C waits for locks (the default)   -H locks that are held   -A both\n"
	      "Report:  -n N the first N of each table only   -s DEPTH stacks, and how times are distributed\n"
	      "Others:  -e SECS of tracing at most   -x OPTION[=VALUE] of dtrace   -v say when it begins\n"
	      "         -V print the D program\n"
	      "\n"
	      "Examples:\n"
	      "  plockstat ./server               which locks a program waits for, until it ends\n"
	      "  plockstat -A -e 10 -p 1234       waits and holds of a process in ten seconds\n"
	      "  plockstat -s 8 -n 5 -p 1234      who waits for the five worst locks, with stacks\n",
	      out);
}

static int wrong(const char *what, const char *text)
{
	fprintf(stderr, "plockstat: %s: %s\n", what, text);
	return EXIT_USAGE;
}

/* Options with a number: from @least to @most. */
static int number(char letter, uint64_t least, uint64_t most, uint64_t *ret)
{
	char what[32];

	if (settings_number(optarg, least, most, ret))
		return 0;
	snprintf(what, sizeof(what), "invalid argument of -%c", letter);
	return wrong(what, optarg);
}

static int one_option(struct options *options, int letter)
{
	uint64_t value;
	int error = 0;

	switch (letter) {
	case 'A':
		options->holds = options->waits = true;
		break;
	case 'C':
		options->waits = true;
		break;
	case 'H':
		options->holds = true;
		break;
	case 'v':
		options->verbose = true;
		break;
	case 'V':
		options->show_program = true;
		break;
	case 'n':
		options->has_count = true;
		error = number('n', 1, UINT64_MAX, &options->count);
		break;
	case 's':
		error = number('s', 1, DEPTH_MAX, &value);
		options->depth = (unsigned int)value;
		break;
	case 'e':
		error = number('e', 1, UINT32_MAX, &options->seconds);
		break;
	case 'p':
		error = number('p', 1, INT32_MAX, &value);
		options->pid = (pid_t)value;
		break;
	case 'x':
		error = settings_add(&options->settings, optarg, NULL) ? 0 : wrong("out of memory", optarg);
		break;
	case '0':
		options->help = true;
		break;
	default: /* getopt has said what is wrong */
		usage_print(stderr);
		error = EXIT_USAGE;
	}
	return error;
}

int options_parse(struct options *options, int argc, char **argv)
{
	static const struct option longs[] = { { "help", no_argument, NULL, '0' }, { NULL, 0, NULL, 0 } };
	int letter, error;

	memset(options, 0, sizeof(*options));
	while ((letter = getopt_long(argc, argv, "+ACHVve:n:p:s:x:", longs, NULL)) != -1) {
		error = one_option(options, letter);
		if (error)
			return error;
	}
	if (!options->holds)
		options->waits = true;
	options->command = argv + optind;
	if (options->pid && options->command[0])
		return wrong("a process and a command", "one of them is traced");
	if (options->help || options->show_program || options->pid || options->command[0])
		return 0;
	fputs("plockstat: no process: give a command, or -p PID\n", stderr);
	usage_print(stderr);
	return EXIT_USAGE;
}

void options_free(struct options *options)
{
	settings_free(&options->settings);
}
