/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/library.c - library files: those that are part of this library (userland/lib), or in their place
 * *.d of the folder -x syslibdir; then *.d of the folders of -L. They are compiled before the first
 * program. A file whose dependencies are not there waits until the others are done; when no more
 * can be compiled, the rest is skipped without a message.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/driver.h"
#include "compiler/library.h"
#include "compiler/session.h"
#include "program/program.h"

struct library {
	char *path, *name;
	const char *text; /* NULL: in the file @path */
	bool done;
};

struct libraries {
	struct library *item;
	size_t count, room;
};

static bool add_library(struct libraries *libs, const char *folder, const char *name, const char *text)
{
	struct library *lib;

	if (libs->count == libs->room) {
		size_t room = libs->room ? libs->room * 2 : 16;
		struct library *bigger = realloc(libs->item, room * sizeof(*bigger));

		if (!bigger)
			return false;
		libs->item = bigger;
		libs->room = room;
	}
	lib = &libs->item[libs->count];
	lib->done = false;
	lib->text = text;
	lib->name = strdup(name);
	lib->path = malloc(strlen(folder) + strlen(name) + 2);
	if (lib->path)
		sprintf(lib->path, "%s%s%s", folder, *folder ? "/" : "", name);
	libs->count++;
	return lib->name && lib->path;
}

static int is_library(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > 2 && entry->d_name[0] != '.' && !strcmp(entry->d_name + length - 2, ".d");
}

/* The files of a folder in order of their names; a folder that is not there is none. */
static bool add_folder(struct libraries *libs, const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_library, alphasort), i;
	bool good = true;

	if (count < 0)
		return errno != ENOMEM;
	for (i = 0; i < count; i++) {
		good = good && add_library(libs, folder, entries[i]->d_name, NULL);
		free(entries[i]);
	}
	free(entries);
	return good;
}

/* One file: 1 compiled, 0 a dependency is missing, -1 failed with the handle's error set. */
static int compile_library(struct dtrace_hdl *dtp, struct library *lib)
{
	FILE *file = lib->text ? NULL : fopen(lib->path, "re");
	struct dtrace_prog *prog;

	if (!file && !lib->text)
		return ldt_set_error(dtp, errno, "cannot open library %s: %s", lib->path, strerror(errno));
	prog = ldt_compile_library(dtp, file, lib->text, lib->path);
	if (file)
		fclose(file);
	if (prog) {
		ldt_prog_destroy(prog);
		lib->done = true;
		return 1;
	}
	return dtp->error == EDT_COMPILER && dtp->errtag == D_PRAGMA_DEPEND ? 0 : -1;
}

static int compile_all(struct dtrace_hdl *dtp, struct libraries *libs)
{
	bool moved = true;
	size_t i;

	while (moved) {
		moved = false;
		for (i = 0; i < libs->count; i++) {
			int result = libs->item[i].done ? 0 : compile_library(dtp, &libs->item[i]);

			if (result < 0)
				return -1;
			if (result > 0) {
				moved = true;
				ldt_library_done(dtp->compiler, libs->item[i].name);
			}
		}
	}
	return 0;
}

/* The library's own files, or those that the user has in their place. */
static bool add_system(struct dtrace_hdl *dtp, struct libraries *libs)
{
	const struct ldt_builtin_library *own = ldt_builtin_libraries;
	bool good = true;

	if (dtp->copts.syslib_dir)
		return add_folder(libs, dtp->copts.syslib_dir);
	for (; own->name; own++)
		good = good && add_library(libs, "", own->name, own->text);
	return good;
}

static int load_libraries(struct dtrace_hdl *dtp)
{
	struct libraries libs = { 0 };
	bool good;
	size_t i;
	int result;

	dtp->compiler->libs_loaded = true;
	good = add_system(dtp, &libs);
	for (i = 0; i < dtp->copts.lib_dir_count; i++)
		good = good && add_folder(&libs, dtp->copts.lib_dirs[i]);
	result = good ? compile_all(dtp, &libs) : ldt_set_errno(dtp, ENOMEM);
	for (i = 0; i < libs.count; i++) {
		free(libs.item[i].name);
		free(libs.item[i].path);
	}
	free(libs.item);
	return result;
}

int ldt_want_libraries(struct dtrace_hdl *dtp)
{
	return dtp->compiler->libs_loaded || dtp->copts.nolibs ? 0 : load_libraries(dtp);
}
