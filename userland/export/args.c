/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* args.c - the command line. */
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"

void usage_print(FILE *out)
{
	fputs("usage: dtrace-export [options] {-s script | -n program} ... [arg ...]\n"
	      "\n"
	      "Programs: -s FILE   -n TEXT   -N NAME in the names of metrics   -L 'AGG(KEY, ...): TEXT' describes one\n"
	      "          -C preprocess   -w destructive actions   -Z probes that are not there yet   -x "
	      "OPTION[=VALUE]\n"
	      "Export:   -l, --listen ADDRESS:PORT (" DEFAULT_LISTEN ")   -m, --max-samples N lines\n"
	      "          -S, --state FILE: counters go on after a restart   --save SECONDS between saves\n"
	      "Others:   --help   --version\n"
	      "\n"
	      "Examples:\n"
	      "  dtrace-export -N sys -n 'syscall:::entry { @calls[probefunc] = count(); }'\n"
	      "  dtrace-export -S reads.state -s reads.d\n"
	      "  curl http://" DEFAULT_LISTEN "/metrics\n",
	      out);
}

void say(const char *format, ...)
{
	va_list list;

	fputs("dtrace-export: ", stderr);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
}

static int try_help(void)
{
	fputs("Try 'dtrace-export --help'.\n", stderr);
	return EXIT_USAGE;
}

static int wrong(const char *what, const char *text)
{
	say("%s: %s", what, text);
	return EXIT_USAGE;
}

static int number(const char *option, uint64_t least, uint64_t *ret)
{
	char what[64];

	if (settings_number(optarg, least, UINT32_MAX, ret))
		return 0;
	snprintf(what, sizeof(what), "invalid argument of %s", option);
	return wrong(what, optarg);
}

static int add_program(struct options *options, bool is_file)
{
	struct program *more = realloc(options->programs, (options->program_count + 1) * sizeof(*more));

	if (!more)
		return wrong("out of memory", optarg);
	options->programs = more;
	more[options->program_count++] = (struct program){ is_file ? optarg : NULL, is_file ? NULL : optarg };
	return 0;
}

enum { OPTION_HELP = 1000, OPTION_VERSION, OPTION_SAVE };

static int program_option(struct options *options, int letter)
{
	switch (letter) {
	case 's':
	case 'n':
		return add_program(options, letter == 's');
	case 'N':
		options->name = optarg;
		break;
	case 'L':
		return descriptions_add(&options->descriptions, "-L", optarg) == -1 ? EXIT_USAGE : 0;
	case 'C':
		options->preprocess = true;
		break;
	case 'w':
		options->destructive = true;
		break;
	case 'Z':
		options->zero_defined = true;
		break;
	case 'x':
		return settings_add(&options->settings, optarg, NULL) ? 0 : wrong("out of memory", optarg);
	default: /* getopt has said what is wrong */
		return try_help();
	}
	return 0;
}

static int one_option(struct options *options, int letter)
{
	switch (letter) {
	case 'l':
		options->listen = optarg;
		return 0;
	case 'm':
		return number("--max-samples", 1, &options->samples);
	case 'S':
		options->state = optarg;
		return 0;
	case OPTION_SAVE:
		return number("--save", 1, &options->save_every);
	case OPTION_HELP:
		options->help = true;
		return 0;
	case OPTION_VERSION:
		options->version = true;
		return 0;
	}
	return program_option(options, letter);
}

int options_parse(struct options *options, int argc, char **argv)
{
	static const struct option longs[] = { { "listen", required_argument, NULL, 'l' },
					       { "max-samples", required_argument, NULL, 'm' },
					       { "state", required_argument, NULL, 'S' },
					       { "save", required_argument, NULL, OPTION_SAVE },
					       { "help", no_argument, NULL, OPTION_HELP },
					       { "version", no_argument, NULL, OPTION_VERSION },
					       { NULL, 0, NULL, 0 } };
	int letter, error;

	memset(options, 0, sizeof(*options));
	options->listen = DEFAULT_LISTEN;
	options->samples = DEFAULT_SAMPLES;
	options->save_every = DEFAULT_SAVE;
	while ((letter = getopt_long(argc, argv, "+CL:N:S:Zl:m:n:s:wx:", longs, NULL)) != -1) {
		error = one_option(options, letter);
		if (error)
			return error;
	}
	options->args = argv + optind - 1; /* $0 is put there */
	options->arg_count = argc - optind + 1;
	if (options->help || options->version || options->program_count)
		return 0;
	say("no program: give a script with -s, or a text with -n");
	return try_help();
}

void options_free(struct options *options)
{
	settings_free(&options->settings);
	free(options->programs);
	descriptions_free(&options->descriptions);
}
