/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt.c - probes of programs (docs/usdt.md): -h makes a header of the definitions of providers in
 * scripts, -G an object file. Builds give -C, -I, -D and -x options with them, and objects after -G.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

bool command_makes_usdt(const struct command *command)
{
	return command->mode == MODE_HEADER || command->mode == MODE_OBJECT;
}

/* The word size that the fifth byte of an ELF file says; 0: it is none. */
static int file_model(const char *path)
{
	FILE *file = fopen(path, "re");
	unsigned char bytes[5] = { 0 };
	size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;

	if (file)
		fclose(file);
	if (size < sizeof(bytes) || memcmp(bytes, "\177ELF", 4) != 0)
		return 0;
	return bytes[4] == 1 ? 32 : bytes[4] == 2 ? 64 : 0;
}

int command_usdt_model(const struct command *command)
{
	int model = command->model;

	for (int i = 1; model == 0 && command->mode == MODE_OBJECT && i < command->arg_count; i++)
		model = file_model(command->args[i]);
	return model;
}

/* The name of a script without folders and .d, with another ending. */
static char *output_name(const struct command *command, const char *ending)
{
	const char *script, *dot;
	char *name;

	if (command->output_name)
		return strdup(command->output_name);
	script = strrchr(command->clauses[0].text, '/');
	script = script ? script + 1 : command->clauses[0].text;
	dot = strrchr(script, '.');
	if (asprintf(&name, "%.*s%s", (int)(dot && dot != script ? dot - script : (long)strlen(script)), script,
		     ending) < 0)
		return NULL;
	return name;
}

/* With -C, #include "x.h" finds what is beside the script, as it does for a C file: the preprocessor reads a copy. */
static int add_folder(struct command *command, const char *script)
{
	const char *slash = strrchr(script, '/');
	char *option;
	int result;

	if (!(command->flags & DTRACE_C_CPP) || !slash)
		return 0;
	if (asprintf(&option, "-iquote%.*s", (int)(slash - script + 1), script) < 0)
		return -1;
	result = dtrace_setopt(command->dtp, "cppargs", option);
	free(option);
	return result;
}

static int compile_scripts(struct command *command)
{
	for (size_t i = 0; i < command->clause_count; i++) {
		const char *name = command->clauses[i].text;
		FILE *file;

		if (command->clauses[i].spec != DTRACE_PROBESPEC_NONE) {
			say(command, "-%c takes definitions of providers from scripts (-s)",
			    command->mode == MODE_HEADER ? 'h' : 'G');
			return EXIT_USAGE;
		}
		file = add_folder(command, name) == 0 ? fopen(name, "re") : NULL;
		if (!file) {
			say(command, "failed to open %s: %s", name, strerror(errno));
			return EXIT_ERROR;
		}
		command->clauses[i].prog =
			dtrace_program_fcompile(command->dtp, file, command->flags, 1, command->args);
		fclose(file);
		if (!command->clauses[i].prog) {
			say_error(command, "failed to compile script %s", name);
			return EXIT_ERROR;
		}
	}
	return 0;
}

/* The text is made before the file: after an error there is none. */
static int write_header(struct command *command, const char *name)
{
	char *text = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&text, &size), *file;
	int result = memory ? dtrace_program_header(command->dtp, memory, name) : -1;

	if (memory)
		fclose(memory);
	if (result == -1) {
		say_error(command, "failed to create header file %s", name);
		free(text);
		return EXIT_ERROR;
	}
	file = fopen(name, "we");
	if (!file || fwrite(text, 1, size, file) != size)
		result = -1;
	if (file && fclose(file) != 0)
		result = -1;
	if (result == -1) {
		say(command, "failed to create header file %s: %s", name, strerror(errno));
		if (file)
			unlink(name);
	}
	free(text);
	return result ? EXIT_ERROR : 0;
}

static int write_object(struct command *command, const char *name)
{
	if (dtrace_program_link(command->dtp, name, (unsigned int)command->model, command->arg_count - 1,
				command->args + 1) == 0)
		return 0;
	say_error(command, "failed to create object file %s", name);
	return EXIT_ERROR;
}

int command_usdt(struct command *command)
{
	bool header = command->mode == MODE_HEADER;
	char *name;
	int result;

	if (command->clause_count == 0) {
		say(command, "-%c needs a script: -s FILE", header ? 'h' : 'G');
		return EXIT_USAGE;
	}
	command->flags |= DTRACE_C_EMPTY | DTRACE_C_ZDEFS | DTRACE_C_USDT;
	result = compile_scripts(command);
	if (result)
		return result;
	name = output_name(command, header ? ".h" : ".o");
	if (!name) {
		say(command, "out of memory");
		return EXIT_ERROR;
	}
	result = header ? write_header(command, name) : write_object(command, name);
	free(name);
	return result;
}
