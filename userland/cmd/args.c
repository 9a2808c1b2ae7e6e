/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* args.c - the command line: options may be bundled (-qs file) and mixed with script arguments; -- ends them. */
#include <stdlib.h>
#include <string.h>

#include "command.h"

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
	struct setting *setting;
	char *copy = strdup(name), *equals;

	command->settings = grow(command->settings, command->setting_count, sizeof(*setting));
	setting = &command->settings[command->setting_count++];
	setting->name = copy;
	setting->value = value;
	equals = copy && !value ? strchr(copy, '=') : NULL;
	if (equals) {
		*equals = '\0';
		setting->value = equals + 1;
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

/* One word of the command line that starts with '-'. *index moves when a following word is its argument. */
static int parse_word(struct command *command, int argc, char **argv, int *index)
{
	char *word = argv[*index] + 1;

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

int command_parse(struct command *command, int argc, char **argv)
{
	bool options = true;
	int result;

	if (argc > 1 && strcmp(argv[1], "--tool") == 0)
		return tool_parse(command, argc - 2, argv + 2);
	command->words = argv;
	command->word_count = argc;
	command_add_arg(command, argv[0]);
	for (int i = 1; i < argc; i++) {
		if (!options || argv[i][0] != '-' || argv[i][1] == '\0') {
			command_add_arg(command, argv[i]);
		} else if (strcmp(argv[i], "--") == 0) {
			options = false;
		} else if (strcmp(argv[i], "--help") == 0) {
			command->mode = MODE_HELP;
			return 0;
		} else if (strcmp(argv[i], "--version") == 0) {
			command->mode = MODE_VERSION;
		} else if (strcmp(argv[i], "--self-test") == 0) {
			result = set_mode(command, MODE_SELFTEST);
			if (result)
				return result;
		} else if (strcmp(argv[i], "--list-tools") == 0) {
			result = set_mode(command, MODE_TOOLS);
			if (result)
				return result;
		} else if (strcmp(argv[i], "--examples") == 0) {
			result = set_mode(command, MODE_EXAMPLES);
			if (result)
				return result;
			if (i + 1 < argc && argv[i + 1][0] != '-')
				command->topic = argv[++i];
		} else if (strcmp(argv[i], "--report") == 0) {
			if (i + 1 == argc)
				return wrong("option --report needs an argument");
			command->report_name = argv[++i];
		} else if (strncmp(argv[i], "--", 2) == 0) {
			return wrong("unknown option %s", argv[i]);
		} else {
			result = parse_word(command, argc, argv, &i);
			if (result)
				return result;
		}
	}
	if (argc == 1) {
		command_usage(stderr);
		return EXIT_USAGE;
	}
	if (command->report_name && (command->mode != MODE_RUN || command->no_exec))
		return wrong(
			"--report goes with tracing: not with -A -e -G -h -l -V --examples --list-tools --self-test");
	return check_ids(command, argc, argv);
}

void command_fini(struct command *command)
{
	for (size_t i = 0; i < command->clause_count; i++)
		free(command->clauses[i].name);
	for (size_t i = 0; i < command->setting_count; i++)
		free(command->settings[i].name);
	free(command->targets);
	free(command->clauses);
	free(command->settings);
	free(command->args);
	free(command->tool_path);
}
