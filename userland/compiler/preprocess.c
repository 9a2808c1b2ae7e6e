/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/preprocess.c - text in: whole files, and through the C preprocessor (-C). */
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler/compilation.h"
#include "compiler/preprocess.h"

#define SOURCE_MAX (16u << 20) /* bytes: a program of that many cannot be loaded; a device has no end */

char *ldt_read_file(FILE *file, size_t *length_ret)
{
	size_t room = 4096, length = 0, got;
	char *text = malloc(room + 1);

	while (text && (got = fread(text + length, 1, room - length, file)) > 0) {
		char *bigger;

		length += got;
		if (length > SOURCE_MAX) {
			free(text);
			errno = EFBIG;
			return NULL;
		}
		if (length < room)
			continue;
		room *= 2;
		bigger = realloc(text, room + 1);
		if (!bigger)
			free(text);
		text = bigger;
	}
	if (!text)
		return NULL;
	if (ferror(file)) {
		free(text);
		return NULL;
	}
	text[length] = '\0';
	*length_ret = length;
	return text;
}

/* Arguments of the preprocessor: those of the handle's options, then the fixed ones. */
static char **cpp_arguments(struct ldt_comp *c)
{
	/*
	 * Headers need the macros that name the CPU and the system. The one that names the compiler
	 * is undefined, and so are words that programs use.
	 */
	static const char *const fixed[] = { "-U__GNUC__",
					     "-Ulinux",
					     "-Uunix",
					     "-Ui386",
					     "-D__linux",
					     "-D__unix",
					     "-D__SVR4",
					     "-D__SUNW_D=1",
					     "-D__signed__=signed",
					     "-D__inline__=inline",
					     "-D__inline=inline",
					     "-D__extension__=" };
	const struct ldt_compile_options *opts = &c->dtp->copts;
	size_t count = 0, i;
	char **args = ldt_alloc(c, (opts->cpp_arg_count + 20) * sizeof(char *));
	uint32_t version = opts->version ? opts->version : (1u << 24 | 13u << 12);

	args[count++] = opts->cpp_path ? opts->cpp_path : ldt_arena_strdup(c->arena, "cpp");
	for (i = 0; i < DT_ARRAY_SIZE(fixed); i++)
		args[count++] = ldt_arena_strdup(c->arena, fixed[i]);
	args[count++] = ldt_arena_printf(c->arena, "-D__SUNW_D_%d", (int)c->types->word_size * 8);
	args[count++] = ldt_arena_printf(c->arena, "-D__SUNW_D_VERSION=0x%08x", version);
	for (i = 0; i < opts->cpp_arg_count; i++)
		args[count++] = opts->cpp_args[i];
	args[count++] = ldt_arena_strdup(c->arena, "-");
	return args;
}

static FILE *temporary(const char *text, size_t length)
{
	FILE *file = tmpfile();

	if (!file)
		return NULL;
	if (fwrite(text, 1, length, file) != length || fflush(file) || lseek(fileno(file), 0, SEEK_SET)) {
		fclose(file);
		return NULL;
	}
	return file;
}

/* Run the preprocessor from one file to the other; its exit status, or -1 with errno. */
static int run_cpp(struct ldt_comp *c, FILE *in, FILE *out)
{
	extern char **environ;
	posix_spawn_file_actions_t actions;
	char **args = cpp_arguments(c);
	pid_t pid;
	int error, status;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fileno(in), 0);
	posix_spawn_file_actions_adddup2(&actions, fileno(out), 1);
	error = posix_spawnp(&pid, args[0], &actions, NULL, args, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error) {
		errno = error;
		return -1;
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

char *ldt_preprocess(struct ldt_comp *c, const char *text, size_t length, const char *file_name, size_t *length_ret)
{
	const char *end = text + length, *start = text;
	char *ret = NULL;
	FILE *in, *out = NULL;
	int status = -1;

	/*
	 * The line of the interpreter (#!) is not for the preprocessor; its newline stays,
	 * for the line numbers.
	 */
	if (length > 2 && text[0] == '#' && text[1] == '!') {
		start = memchr(text, '\n', length);
		start = start ? start : end;
	}
	in = temporary(start, (size_t)(end - start));
	if (in)
		out = tmpfile();
	if (in && out) {
		status = run_cpp(c, in, out);
		if (status == 0 && fseek(out, 0, SEEK_SET) == 0)
			ret = ldt_read_file(out, length_ret);
	}
	if (in)
		fclose(in);
	if (out)
		fclose(out);
	if (ret)
		return ret;
	if (status > 0)
		ldt_error(c, D_UNKNOWN, NULL, "the preprocessor '%s' failed with status %d on %s",
			  c->dtp->copts.cpp_path ? c->dtp->copts.cpp_path : "cpp", status,
			  file_name ? file_name : "the program");
	ldt_error(c, D_UNKNOWN, NULL, "cannot run the preprocessor '%s': %s",
		  c->dtp->copts.cpp_path ? c->dtp->copts.cpp_path : "cpp", strerror(errno));
}
