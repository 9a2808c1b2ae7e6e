/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stacks/stacks.c - tables of files, made where the core asks for them; see stacks/stacks.h. */
#include "stacks/stacks.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <dtrace/ioctl.h>

#include "elf/elf.h"
#include "engine/engine.h"
#include "files/files.h"
#include "process/process.h"
#include "unwind/unwind.h"

/* The mapping may be another one by now. */
static const struct ldt_mapping *mapping_of(const struct ldt_maps *maps, const struct dtrace_textfile *file)
{
	const struct ldt_mapping *mapping = ldt_maps_find(maps, file->start);

	if (!mapping || mapping->start != file->start || !mapping->executable)
		return NULL;
	return !file->inode || mapping->offset == file->offset ? mapping : NULL;
}

static void hand_in(struct dtrace_hdl *dtp, uint32_t number, const struct ldt_unwind *unwind)
{
	struct dtrace_unwindfile request = {
		.number = number,
		.buffer = (uintptr_t)unwind->bytes,
		.size = unwind->size,
		.parts = unwind->part_count,
	};
	int error;

	memcpy(request.part, unwind->part, sizeof(request.part));
	error = ldt_ioctl(dtp, DTRACEIOC_UNWIND, &request);
	dtp->tables_refused += error == ENOSPC;
	if (error)
		ldt_debug(dtp, "stacks: the table of file %" PRIu32 " was refused: error %d", number, error);
}

/* A file without call frames has an empty table. Closes @elf, NULL: it cannot be read. */
static void load_elf(struct dtrace_hdl *dtp, const struct dtrace_textfile *file, struct ldt_elf *elf, const char *why)
{
	struct ldt_unwind unwind = { 0 };

	if (elf && ldt_unwind_of_elf(elf, &unwind, &why))
		ldt_debug(dtp, "stacks: %s has %zu rows, a table of %zu bytes", file->path, unwind.frames, unwind.size);
	else
		ldt_debug(dtp, "stacks: %s has no table: %s", file->path, why ? why : "no call frames");
	ldt_elf_close(elf);
	hand_in(dtp, file->number, &unwind);
	ldt_unwind_free(&unwind);
}

/* Return: false: the process has gone, or maps another file there by now. */
static bool load_of_process(struct dtrace_hdl *dtp, const struct dtrace_textfile *file)
{
	const struct ldt_mapping *mapping;
	struct ldt_elf *elf = NULL;
	const char *why = NULL;
	struct ldt_maps maps;

	if (!file->pid || !ldt_maps_read(ldt_procfs(dtp), file->pid, &maps))
		return false;
	mapping = mapping_of(&maps, file);
	if (mapping) {
		elf = ldt_mapping_open(ldt_procfs(dtp), file->pid, &maps, mapping, &why);
		load_elf(dtp, file, elf, why);
	}
	ldt_maps_free(&maps);
	return mapping != NULL;
}

static bool is_that_file(int fd, const struct dtrace_textfile *file)
{
	struct stat status;

	return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_ino == file->inode &&
	       ((uint64_t)major(status.st_dev) << 32 | minor(status.st_dev)) == file->device &&
	       (uint64_t)status.st_size == file->bytes &&
	       (uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec == file->changed;
}

/* The process has gone: its file may still be where it was. */
static void load_by_path(struct dtrace_hdl *dtp, const struct dtrace_textfile *file)
{
	int fd = file->path[0] == '/' ? ldt_regular_open(file->path, 0) : -1;
	const char *why = "its process has gone, and it is not where it was";
	struct ldt_elf *elf = NULL;

	if (fd != -1 && is_that_file(fd, file))
		elf = ldt_elf_open_fd(fd, &why);
	if (fd != -1)
		close(fd);
	if (elf || !file->pid)
		load_elf(dtp, file, elf, why);
}

void ldt_stacks_load(struct dtrace_hdl *dtp, uint32_t pid)
{
	struct dtrace_textfile *files = calloc(DTRACE_FILES_MAX, sizeof(*files));
	struct dtrace_files request = { .buffer = (uintptr_t)files, .count = DTRACE_FILES_MAX, .pid = pid };

	if (files && ldt_ioctl(dtp, DTRACEIOC_FILES, &request) == 0) {
		for (uint32_t i = 0; i < request.count && i < DTRACE_FILES_MAX; i++)
			if (!load_of_process(dtp, &files[i]))
				load_by_path(dtp, &files[i]);
	}
	free(files);
}
