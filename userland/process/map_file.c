/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/map_file.c - the file that is mapped, and no other one.
 *
 *     /proc/PID/map_files/START-END     the kernel opens the file itself, whatever its path means
 *                                       by now; not everybody may
 *     /proc/PID/exe                     the program's own file, likewise, for whoever may look at
 *                                       the process
 *     /proc/PID/root + path, path       files by name: right when device and inode are those of the
 *                                       mapping. Some file systems show others to stat(): then the
 *                                       build-id must be the one in the process's memory
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "elf/elf.h"
#include "files/files.h"
#include "process/map_file.h"

#define HEAD_MAX 65536 /* bytes of a file's beginning, in which its build-id is looked for */

/* Takes @fd. */
static struct ldt_elf *open_own(int fd, const char **why)
{
	struct ldt_elf *elf = ldt_elf_open_fd(fd, why);

	close(fd);
	return elf;
}

DT_PRINTF(1, 2) static int open_format(const char *format, ...)
{
	va_list list;
	char *path;
	int fd;

	va_start(list, format);
	fd = vasprintf(&path, format, list);
	va_end(list);
	if (fd < 0)
		return -1;
	fd = ldt_regular_open(path, 0);
	free(path);
	return fd;
}

static bool is_mapped_file(int fd, const struct ldt_mapping *mapping)
{
	struct stat status;

	return fd != -1 && fstat(fd, &status) == 0 && status.st_ino == mapping->inode &&
	       ((uint64_t)major(status.st_dev) << 32 | minor(status.st_dev)) == mapping->device;
}

int ldt_memory_open(const char *procfs, uint32_t pid)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%" PRIu32 "/mem", procfs, pid);
	return open(path, O_RDONLY | O_CLOEXEC);
}

size_t ldt_memory_read(int memory, uint64_t addr, void *dst, size_t size)
{
	size_t had = 0;
	ssize_t got;

	/* the kernel takes addresses as unsigned ones, also those that a loff_t has as negative */
	while (memory != -1 && had < size) {
		got = pread(memory, (char *)dst + had, size - had, (off_t)(addr + had));
		if (got <= 0)
			break;
		had += (size_t)got;
	}
	return had;
}

/* Whether the mapped file, whose beginning is in the process's memory, is of the same build. */
static bool has_build_of_memory(struct ldt_elf *elf, int memory, const struct ldt_maps *maps,
				const struct ldt_mapping *mapping)
{
	size_t size = 0, memory_size = 0, got;
	const uint8_t *id = ldt_elf_build_id(elf, &size), *memory_id = NULL;
	const struct ldt_mapping *first = mapping;
	struct ldt_elf *head = NULL;
	const char *why;
	uint8_t *bytes = id ? malloc(HEAD_MAX) : NULL;
	bool same = false;

	while (first->offset != 0 && first > maps->all && ldt_mapping_same_file(first - 1, mapping))
		first--;
	if (bytes && first->offset == 0) {
		got = first->end - first->start < HEAD_MAX ? (size_t)(first->end - first->start) : HEAD_MAX;
		got = ldt_memory_read(memory, first->start, bytes, got);
		head = ldt_elf_open_head(bytes, got, &why);
	}
	if (head)
		memory_id = ldt_elf_build_id(head, &memory_size);
	same = memory_id && memory_size == size && memcmp(memory_id, id, size) == 0;
	ldt_elf_close(head);
	free(bytes);
	return same;
}

static const char *no_file(const struct ldt_mapping *mapping)
{
	return mapping->is_deleted ? "its file was deleted" : "its file cannot be read";
}

/* The file by its name below @root, if it is the one that is mapped. */
static struct ldt_elf *open_by_path(const char *root, int memory, const struct ldt_maps *maps,
				    const struct ldt_mapping *mapping, const char **why)
{
	int fd = open_format("%s%s", root, mapping->path);
	bool mapped = is_mapped_file(fd, mapping);
	struct ldt_elf *elf;

	if (fd == -1) {
		*why = no_file(mapping);
		return NULL;
	}
	elf = open_own(fd, why);
	if (elf && !mapped && !has_build_of_memory(elf, memory, maps, mapping)) {
		*why = "its file was replaced by another one";
		ldt_elf_close(elf);
		elf = NULL;
	}
	return elf;
}

/* The vDSO: the kernel's, in memory only. Its sections may or may not be there. */
static struct ldt_elf *open_memory(int memory, const struct ldt_mapping *mapping, const char **why)
{
	uint64_t size = mapping->end - mapping->start;
	struct ldt_elf *elf = NULL;
	uint8_t *bytes = size <= 1 << 20 ? malloc((size_t)size) : NULL;

	*why = "its memory cannot be read";
	if (bytes && ldt_memory_read(memory, mapping->start, bytes, (size_t)size) == size) {
		elf = ldt_elf_open_image(bytes, (size_t)size, why);
		if (!elf && *why)
			elf = ldt_elf_open_head(bytes, (size_t)size, why);
	}
	free(bytes);
	return elf;
}

struct ldt_elf *ldt_map_file_open(const char *procfs, uint32_t pid, int memory, const struct ldt_maps *maps,
				  const struct ldt_mapping *mapping, const char **why)
{
	const char *own_why = NULL;
	struct ldt_elf *elf;
	char *root;
	int fd;

	*why = NULL;
	if (strcmp(mapping->path, "[vdso]") == 0)
		return open_memory(memory, mapping, why);
	if (mapping->inode == 0 || mapping->path[0] != '/')
		return NULL;
	fd = open_format("%s/%" PRIu32 "/map_files/%" PRIx64 "-%" PRIx64, procfs, pid, mapping->start, mapping->end);
	if (fd != -1)
		return open_own(fd, why);
	fd = open_format("%s/%" PRIu32 "/exe", procfs, pid);
	if (is_mapped_file(fd, mapping))
		return open_own(fd, why);
	if (fd != -1)
		close(fd);
	if (asprintf(&root, "%s/%" PRIu32 "/root", procfs, pid) < 0) {
		*why = "out of memory";
		return NULL;
	}
	elf = open_by_path(root, memory, maps, mapping, why);
	if (!elf && *why) {
		elf = open_by_path("", memory, maps, mapping, &own_why);
		if (elf || *why == no_file(mapping))
			*why = own_why;
	}
	free(root);
	return elf;
}

struct ldt_elf *ldt_mapping_open(const char *procfs, uint32_t pid, const struct ldt_maps *maps,
				 const struct ldt_mapping *mapping, const char **why)
{
	int memory = ldt_memory_open(procfs, pid);
	struct ldt_elf *elf = ldt_map_file_open(procfs, pid, memory, maps, mapping, why);

	if (memory != -1)
		close(memory);
	return elf;
}
