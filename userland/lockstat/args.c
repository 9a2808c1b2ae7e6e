/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* args.c - the command line. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "lockstat.h"

#define RATE_MAX 1000

void usage_print(FILE *out)
{
	fputs("usage: lockstat [options] command [argument ...]\n"
	      "\n"
	      "Events:      -C waits for locks (the default)    -H locks that are held    -E errors    -A as -C -H\n"
	      "             -I a profile of the kernel instead  -i RATE its samples a second on each CPU: 97\n"
	      "             -e LIST of events by number: 0-2,32\n"
	      "How closely: -b counts  -t times, too (the default)  -h their distribution  -s DEPTH stacks, too  -T "
	      "each event\n"
	      "Which:       -l LOCK[,SIZE]  -f FUNCTION[,SIZE] whose  -d NS at least that long  -n RECORDS room for "
	      "that many\n"
	      "Report:      -c locks by symbol  -k callers by function  -w not by caller  -W not by lock  -g by all "
	      "callers\n"
	      "             -P the longest first  -R per second  -D N the first N only  -p for programs  -o FILE\n"
	      "Others:      -V print the D program  -x OPTION[=VALUE] of dtrace\n"
	      "\n"
	      "Examples:\n"
	      "  lockstat sleep 5                         which locks are waited for in five seconds\n"
	      "  lockstat -A -D 10 make -j4               waits and holds of ten locks each, while make runs\n"
	      "  lockstat -s 10 -l contend_mutex sleep 5  who waits for one lock, and how long, with stacks\n"
	      "  lockstat -kIW -D 20 sleep 10             the 20 functions of the kernel that use the CPUs\n",
	      out);
}

static int wrong(const char *what, const char *text)
{
	fprintf(stderr, "lockstat: %s: %s\n", what, text);
	return EXIT_USAGE;
}

static void want(struct options *options, enum event_kind kind)
{
	for (unsigned int i = 0; i < EVENT_MAX; i++)
		if (event_of(i) && event_of(i)->kind == kind)
			options->events[i] = true;
}

/* N, N-M, with commas between them. */
static int want_list(struct options *options, const char *text)
{
	char *list = strdup(text), *rest = list, *part;
	int error = 0;

	while (!error && (part = strsep(&rest, ","))) {
		char *dash = strchr(part, '-');
		uint64_t first, last;

		if (dash)
			*dash = '\0';
		if (!settings_number(part, 0, EVENT_MAX - 1, &first) ||
		    !settings_number(dash ? dash + 1 : part, first, EVENT_MAX - 1, &last) ||
		    (!dash && !event_of((unsigned int)first))) {
			error = wrong("no such events", text);
			break;
		}
		for (; first <= last; first++)
			if (event_of((unsigned int)first))
				options->events[first] = true;
	}
	free(list);
	return error;
}

static int add_filter(struct filter **filters, size_t *count, const char *text)
{
	struct filter *more = realloc(*filters, (*count + 1) * sizeof(*more));
	char *comma;

	if (!more)
		return wrong("no memory", text);
	*filters = more;
	more[*count] = (struct filter){ strdup(text), 0 };
	comma = strchr(more[*count].name, ',');
	++*count;
	if (!comma)
		return 0;
	*comma = '\0';
	return settings_number(comma + 1, 1, UINT64_MAX, &more[*count - 1].size) ? 0 : wrong("invalid size", text);
}

/* Options with a number: from @least to @most. */
static int number(const char *text, char letter, uint64_t least, uint64_t most, uint64_t *ret)
{
	char what[32];

	snprintf(what, sizeof(what), "invalid argument of -%c", letter);
	return settings_number(text, least, most, ret) ? 0 : wrong(what, text);
}

static void detail(struct options *options, enum detail level)
{
	options->detail = level;
}

static int with_number(struct options *options, int letter)
{
	uint64_t value;
	int error;

	switch (letter) {
	case 'D':
		options->has_top = true;
		return number(optarg, 'D', 0, UINT64_MAX, &options->top);
	case 'd':
		return number(optarg, 'd', 0, UINT64_MAX, &options->duration);
	case 'n':
		return number(optarg, 'n', 1, 1u << 24, &options->records);
	case 'i':
		error = number(optarg, 'i', 1, RATE_MAX, &value);
		options->rate = error ? 0 : (unsigned int)value;
		return error;
	default: /* s */
		error = number(optarg, 's', 1, STACK_MAX, &value);
		options->depth = error ? 0 : (unsigned int)value;
		detail(options, DETAIL_HISTOGRAM);
		return error;
	}
}

static int with_text(struct options *options, int letter)
{
	switch (letter) {
	case 'e':
		options->chosen = true;
		return want_list(options, optarg);
	case 'f':
		return add_filter(&options->callers, &options->caller_count, optarg);
	case 'l':
		return add_filter(&options->locks, &options->lock_count, optarg);
	case 'o':
		options->output = optarg;
		return 0;
	default: /* x */
		return settings_add(&options->settings, optarg, NULL) ? 0 : wrong("no memory", optarg);
	}
}

/* Letters that switch one thing on; false: it is none of them. */
static bool is_switch(struct options *options, int letter)
{
	const struct {
		char letter;
		bool *what;
	} switches[] = {
		{ 'T', &options->trace },        { 'V', &options->show_program }, { 'c', &options->join_locks },
		{ 'k', &options->join_callers }, { 'w', &options->any_caller },   { 'W', &options->any_lock },
		{ 'g', &options->generated },    { 'P', &options->by_time },      { 'R', &options->rates },
		{ 'p', &options->plain },
	};

	for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++) {
		if (switches[i].letter == letter) {
			*switches[i].what = true;
			return true;
		}
	}
	return false;
}

static bool is_choice(struct options *options, int letter)
{
	static const struct {
		char letter;
		enum event_kind kind;
	} choices[] = { { 'A', EVENT_WAIT }, { 'A', EVENT_HOLD },  { 'C', EVENT_WAIT },
			{ 'H', EVENT_HOLD }, { 'E', EVENT_ERROR }, { 'I', EVENT_INTERRUPT } };
	bool found = false;

	for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++) {
		if (choices[i].letter != letter)
			continue;
		found = options->chosen = true;
		want(options, choices[i].kind);
	}
	return found;
}

static int one_option(struct options *options, int letter)
{
	if (is_choice(options, letter) || is_switch(options, letter))
		return 0;
	switch (letter) {
	case 'b':
		detail(options, DETAIL_COUNT);
		return 0;
	case 't':
		detail(options, DETAIL_TIME);
		return 0;
	case 'h':
		detail(options, DETAIL_HISTOGRAM);
		return 0;
	case 'D':
	case 'd':
	case 'i':
	case 'n':
	case 's':
		return with_number(options, letter);
	case 'e':
	case 'f':
	case 'l':
	case 'o':
	case 'x':
		return with_text(options, letter);
	case '0':
		options->help = true;
		return 0;
	default: /* getopt has said what is wrong */
		usage_print(stderr);
		return EXIT_USAGE;
	}
}

int options_parse(struct options *options, int argc, char **argv)
{
	static const struct option longs[] = { { "help", no_argument, NULL, '0' }, { NULL, 0, NULL, 0 } };
	int letter, error;

	memset(options, 0, sizeof(*options));
	options->detail = DETAIL_TIME;
	options->rate = 97;
	options->records = 10000;
	while ((letter = getopt_long(argc, argv, "+ACEHITVbcgkhpPRtwWD:d:e:f:i:l:n:o:s:x:", longs, NULL)) != -1) {
		error = one_option(options, letter);
		if (error)
			return error;
	}
	if (options->help)
		return 0;
	if (!options->chosen)
		want(options, EVENT_WAIT);
	if (options->generated) {
		options->depth = STACK_MAX;
		if (options->trace)
			return wrong("-g and -T", "records are joined with one and not with the other");
	}
	options->command = argv + optind;
	if (!options->command[0] && !options->show_program) {
		fputs("lockstat: no command: lockstat sleep 5 is five seconds of all that runs\n", stderr);
		usage_print(stderr);
		return EXIT_USAGE;
	}
	return 0;
}

void options_free(struct options *options)
{
	for (size_t i = 0; i < options->lock_count; i++)
		free(options->locks[i].name);
	for (size_t i = 0; i < options->caller_count; i++)
		free(options->callers[i].name);
	free(options->locks);
	free(options->callers);
	settings_free(&options->settings);
}
