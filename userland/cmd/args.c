/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* args.c - the command line: options may be bundled (-qs file) and mixed with script arguments; -- ends them. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "words/words.h"

#define TOOL "--tool"

static const char *const help =
	"Usage: dtrace [options] [-n 'probe /predicate/ { actions }']... [-s script] [arguments]\n"
	"Probes are provider:module:function:name, with * ? [] as globs; fields may be left out.\n"
	"  -n CLAUSE   -f FUNC  -m MOD  -P PROV  -i ID    one clause, described from that field on\n"
	"  -s FILE     a script; the rest of the command line are its arguments $1 $2 ...\n"
	"  -l          list the probes that match, or all; -v adds types and stability\n"
	"  -c COMMAND  start it, trace it until it ends: it is $target      -p PID  one that runs\n"
	"  -q  only what the program prints       -o FILE  append output to FILE\n"
	"  -F  indent by call and return          -e  compile only\n"
	"  -w  allow destructive actions          --report FILE  a page in HTML with pictures\n"
	"  -Z  probes need not exist              -v  stability    -S  show the compiled program\n"
	"  -b SIZE  trace buffer of each CPU      -x NAME[=VALUE]  an option (strsize, switchrate...)\n"
	"  -C  preprocess: -D NAME[=VALUE] -U NAME -I DIR -H -X a|c|s|t     -L DIR  D libraries\n"
	"  -V  version                            -A, -a   anonymous enabling: save it, claim it\n"
	"  -h, -G -s FILE  a header, an object: probes of your own program (docs/usdt.md)\n"
	"  --self-test  whether tracing works here        --list-tools  commands that are ready to use\n"
	"\n"
	"Examples (more: dtrace --examples [TOPIC]):\n"
	"  dtrace -n 'syscall:::entry { @[execname, probefunc] = count(); }'      Ctrl-C prints\n"
	"  dtrace -n 'syscall::read:return /arg0 > 0/ { @[execname] = quantize(arg0); }'\n"
	"  dtrace -n 'fbt::vfs_read:entry { self->t = timestamp; }\n"
	"      fbt::vfs_read:return /self->t/ { @ = quantize(timestamp - self->t); self->t = 0; }'\n"
	"  dtrace -ln 'fbt::vfs_*:entry'          dtrace -qs script.d 5 \"text\"\n"
	"\n"
	"Exit status: that of exit(), 1 after an error, 2 for a wrong command line. More: man dtrace\n";

void command_usage(FILE *out)
{
	fputs(help, out);
}

static void *grow(void *array, size_t count, size_t size)
{
	void *more = realloc(array, (count + 1) * size);

	if (!more) {
		fputs("dtrace: out of memory\n", stderr);
		exit(EXIT_ERROR);
	}
	return more;
}

void command_add_clause(struct command *command, dtrace_probespec_t spec, const char *text)
{
	struct clause *clause;

	command->clauses = grow(command->clauses, command->clause_count, sizeof(*clause));
	clause = &command->clauses[command->clause_count++];
	memset(clause, 0, sizeof(*clause));
	clause->spec = spec;
	clause->text = text;
}

void command_add_setting(struct command *command, const char *name, const char *value)
{
	if (!settings_add(&command->settings, name, value)) {
		fputs("dtrace: out of memory\n", stderr);
		exit(EXIT_ERROR);
	}
}

void command_add_arg(struct command *command, char *arg)
{
	command->args = grow(command->args, (size_t)command->arg_count + 1, sizeof(*command->args));
	command->args[command->arg_count++] = arg;
	command->args[command->arg_count] = NULL;
}

static int wrong(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static int wrong(const char *fmt, ...)
{
	va_list ap;

	fputs("dtrace: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputs("\nTry 'dtrace --help'.\n", stderr);
	return EXIT_USAGE;
}

static int set_mode(struct command *command, enum mode mode)
{
	if (command->mode != MODE_RUN && command->mode != mode)
		return wrong("only one of -A -G -h -l -V --examples --list-tools --self-test can be given");
	command->mode = mode;
	return 0;
}

void command_add_target(struct command *command, const char *text, bool is_command)
{
	struct target *target;

	command->targets = grow(command->targets, command->target_count, sizeof(*target));
	target = &command->targets[command->target_count++];
	*target = (struct target){ .text = text, .is_command = is_command };
}

/* A letter without an argument. */
static int plain_letter(struct command *command, char letter)
{
	switch (letter) {
	case 'a':
		command->claim = true;
		command_add_setting(command, "grabanon", NULL);
		return 0;
	case 'A':
		return set_mode(command, MODE_ANONYMOUS);
	case 'B':
		command->raw = true;
		return 0;
	case 'C':
		command->flags |= DTRACE_C_CPP;
		return 0;
	case 'e':
		command->no_exec = true;
		return 0;
	case 'F':
		command_add_setting(command, "flowindent", NULL);
		return 0;
	case 'G':
		return set_mode(command, MODE_OBJECT);
	case 'h':
		return set_mode(command, MODE_HEADER);
	case 'H':
		command_add_setting(command, "cpphdrs", NULL);
		return 0;
	case 'l':
		return set_mode(command, MODE_LIST);
	case 'q':
		command_add_setting(command, "quiet", NULL);
		return 0;
	case 'S':
		command->flags |= DTRACE_C_DIFV;
		return 0;
	case 'v':
		command->verbose = true;
		return 0;
	case 'V':
		return set_mode(command, MODE_VERSION);
	case 'w':
		command_add_setting(command, "destructive", NULL);
		return 0;
	case 'Z':
		command->flags |= DTRACE_C_ZDEFS;
		return 0;
	default:
		return wrong("unknown option -%c", letter);
	}
}

/* A letter with an argument. False when @letter is none. */
static bool argument_letter(struct command *command, char letter, char *value)
{
	static const struct {
		char letter;
		const char *option;
	} options[] = { { 'b', "bufsize" }, { 'D', "define" }, { 'I', "incdir" },
			{ 'L', "libdir" },  { 'U', "undef" },  { 'X', "stdc" } };
	static const char specs[] = { 'P', 'm', 'f', 'n' };

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (options[i].letter == letter) {
			if (value)
				command_add_setting(command, options[i].option, value);
			return true;
		}
	}
	for (size_t i = 0; i < sizeof(specs); i++) {
		if (specs[i] == letter) {
			if (value)
				command_add_clause(command, (dtrace_probespec_t)i, value);
			return true;
		}
	}
	switch (letter) {
	case 'c':
	case 'p':
		if (value)
			command_add_target(command, value, letter == 'c');
		return true;
	case 'i':
		if (value)
			command_add_clause(command, DTRACE_PROBESPEC_NAME, value);
		return true;
	case 's':
		if (value)
			command_add_clause(command, DTRACE_PROBESPEC_NONE, value);
		return true;
	case 'o':
		command->output_name = value;
		return true;
	case 'x':
		if (value)
			command_add_setting(command, value, NULL);
		return true;
	default:
		return false;
	}
}

/* The words that begin with two hyphens, and what each is. */
static const struct {
	const char *word;
	enum mode mode; /* MODE_RUN: none of its own */
	enum { NO_VALUE, MAY_HAVE_VALUE, WANTS_VALUE } value;
} long_options[] = {
	{ "--examples", MODE_EXAMPLES, MAY_HAVE_VALUE }, { "--help", MODE_HELP, NO_VALUE },
	{ "--list-tools", MODE_TOOLS, MAY_HAVE_VALUE },  { "--report", MODE_RUN, WANTS_VALUE },
	{ "--self-test", MODE_SELFTEST, NO_VALUE },      { "--version", MODE_VERSION, NO_VALUE },
};

bool command_long_is(const char *option, const char *word)
{
	size_t length = strlen(option);

	return strncmp(word, option, length) == 0 && (word[length] == '\0' || word[length] == '=');
}

/* A word of letters that begins like one with two hyphens, as -help, of which the letters would mean something else. */
static const char *meant_long(const char *word)
{
	for (size_t i = 0; i < sizeof(long_options) / sizeof(long_options[0]); i++) {
		if (command_long_is(long_options[i].word + 1, word))
			return long_options[i].word;
	}
	return command_long_is(TOOL + 1, word) ? TOOL : NULL;
}

/* One word of the command line that starts with '-'. *index moves when a following word is its argument. */
static int parse_word(struct command *command, int argc, char **argv, int *index)
{
	char *word = argv[*index] + 1;
	const char *meant = meant_long(argv[*index]);

	if (meant)
		return wrong("unknown option %s: did you mean %s?", argv[*index], meant);
	if (strcmp(word, "32") == 0 || strcmp(word, "64") == 0) {
		command->model = atoi(word);
		return 0;
	}
	for (; *word; word++) {
		int result;

		if (argument_letter(command, *word, NULL)) {
			char *value = word[1] ? word + 1 : *index + 1 < argc ? argv[++*index] : NULL;

			if (!value)
				return wrong("option -%c needs an argument", *word);
			argument_letter(command, *word, value);
			return 0;
		}
		result = plain_letter(command, *word);
		if (result)
			return result;
	}
	return 0;
}

/* -i takes a number. Checked here, because -n, too, would take a number for a probe's id. */
static int check_ids(struct command *command, int argc, char **argv)
{
	for (int i = 1; i + 1 < argc; i++) {
		if (strcmp(argv[i], "--") == 0)
			break;
		if (strcmp(argv[i], "-i") == 0 && strtoul(argv[i + 1], NULL, 10) == 0) {
			fprintf(stderr, "dtrace: invalid probe identifier %s\n", argv[i + 1]);
			return EXIT_ERROR;
		}
	}
	return 0;
}

/* Whether a program that is listed may have macros, which stand for the words after the options. */
static bool may_use_arguments(const struct command *command)
{
	for (size_t i = 0; i < command->clause_count; i++) {
		if (command->clauses[i].spec == DTRACE_PROBESPEC_NONE || strchr(command->clauses[i].text, '$'))
			return true;
	}
	return false;
}

/* -l takes no pattern of its own, as that of another tracer does. With -x compat nothing is said, as in the lineage. */
static int check_listed(const struct command *command)
{
	const char *first = command->args[1], *at = first;
	unsigned int colons = 0;

	if (command->mode != MODE_LIST || !first || may_use_arguments(command) ||
	    settings_has(&command->settings, "compat"))
		return 0;
	while ((at = strchr(at, ':')) != NULL) {
		at++;
		colons++;
	}
	if (colons == 3)
		return wrong("'%s' is not used: did you mean dtrace -ln '%s'?", first, first);
	at = strrchr(first, ':');
	return wrong("'%s' is not used: did you mean dtrace -lf '%s'?", first, at ? at + 1 : first);
}

char *command_long_value(const char *option, int argc, char **argv, int *index)
{
	size_t length = strlen(option);
	char *word = argv[*index];

	if (word[length] == '=')
		return word + length + 1;
	return *index + 1 < argc ? argv[++*index] : NULL;
}

/* There is no such word: what may be meant. */
static int unknown_long(const char *word)
{
	size_t length = strcspn(word, "=");
	char name[64];
	struct ldt_nearest nearest;

	if (command_long_is(TOOL, word))
		return wrong(TOOL " comes first: dtrace " TOOL " NAME [options]");
	snprintf(name, sizeof(name), "%.*s", (int)length, word);
	ldt_nearest_begin(&nearest, name);
	for (size_t i = 0; i < sizeof(long_options) / sizeof(long_options[0]); i++)
		ldt_nearest_offer(&nearest, long_options[i].word);
	ldt_nearest_offer(&nearest, TOOL);
	if (nearest.found)
		return wrong("unknown option %s: did you mean %s?", word, nearest.found);
	return wrong("unknown option %s", word);
}

/* argv[*index] begins with two hyphens. *index moves when the following word is its value. 0, or an exit status. */
static int long_option(struct command *command, int argc, char **argv, int *index)
{
	const char *word = argv[*index], *value = NULL;
	size_t i = 0, count = sizeof(long_options) / sizeof(long_options[0]);
	int result = 0;

	while (i < count && !command_long_is(long_options[i].word, word))
		i++;
	if (i == count)
		return unknown_long(word);
	if (long_options[i].value == NO_VALUE && strchr(word, '='))
		return wrong("option %s takes no value", long_options[i].word);
	if (long_options[i].value == WANTS_VALUE || strchr(word, '=') ||
	    (long_options[i].value == MAY_HAVE_VALUE && *index + 1 < argc && argv[*index + 1][0] != '-'))
		value = command_long_value(long_options[i].word, argc, argv, index);
	if (value && !*value)
		return wrong("option %s has an empty argument", long_options[i].word);
	if (long_options[i].value == WANTS_VALUE && !value)
		return wrong("option %s needs an argument", long_options[i].word);
	if (long_options[i].mode != MODE_RUN)
		result = set_mode(command, long_options[i].mode);
	else
		command->report_name = value;
	if (long_options[i].mode == MODE_EXAMPLES || long_options[i].mode == MODE_TOOLS)
		command->topic = value;
	return result;
}

int command_parse(struct command *command, int argc, char **argv)
{
	bool options = true;
	int result;

	command->words = argv;
	command->word_count = argc;
	if (argc > 1 && command_long_is(TOOL, argv[1]))
		return tool_parse(command, argc, argv);
	command_add_arg(command, argv[0]);
	for (int i = 1; i < argc; i++) {
		if (!options || argv[i][0] != '-' || argv[i][1] == '\0') {
			command_add_arg(command, argv[i]);
			continue;
		}
		if (strcmp(argv[i], "--") == 0) {
			options = false;
			continue;
		}
		if (strcmp(argv[i], "--help") == 0) {
			command->mode = MODE_HELP;
			return 0;
		}
		result = argv[i][1] == '-' ? long_option(command, argc, argv, &i) : parse_word(command, argc, argv, &i);
		if (result)
			return result;
	}
	if (argc == 1) {
		command_usage(stderr);
		return EXIT_USAGE;
	}
	if (command->report_name && (command->mode != MODE_RUN || command->no_exec))
		return wrong(
			"--report goes with tracing: not with -A -e -G -h -l -V --examples --list-tools --self-test");
	result = check_listed(command);
	return result ? result : check_ids(command, argc, argv);
}

void command_fini(struct command *command)
{
	for (size_t i = 0; i < command->clause_count; i++)
		free(command->clauses[i].name);
	settings_free(&command->settings);
	free(command->targets);
	free(command->clauses);
	free(command->args);
	free(command->tool_path);
	free(command->tool_name);
}
