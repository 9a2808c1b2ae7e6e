/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/debug_file.c - the file that has the symbols which were stripped off a program. */
#include "process/debug_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "elf/elf.h"
#include "files/files.h"

#define DEBUG_FOLDER "/usr/lib/debug"
#define SUM_MAX      ((off_t)4 << 30) /* bytes; larger ones are found by build-id alone */

static bool has_build_id(struct ldt_elf *elf, const uint8_t *wanted, size_t wanted_size)
{
	size_t size;
	const uint8_t *id = ldt_elf_build_id(elf, &size);

	return id && size == wanted_size && memcmp(id, wanted, size) == 0;
}

static struct ldt_elf *open_by_build_id(const char *root, struct ldt_elf *elf)
{
	struct ldt_elf *found = NULL;
	const char *why;
	const uint8_t *id;
	size_t size;
	char *path;

	id = ldt_elf_build_id(elf, &size);
	if (size < 2 || size > 64)
		return NULL;
	path = malloc(strlen(root) + sizeof(DEBUG_FOLDER "/.build-id//.debug") + 2 * size);
	if (!path)
		return NULL;
	sprintf(path, "%s" DEBUG_FOLDER "/.build-id/%02x/", root, id[0]);
	for (size_t i = 1; i < size; i++)
		sprintf(path + strlen(path), "%02x", id[i]);
	strcat(path, ".debug");
	found = ldt_elf_open(path, &why);
	free(path);
	if (found && has_build_id(found, id, size))
		return found;
	ldt_elf_close(found);
	return NULL;
}

/* The CRC-32 of a file's bytes; false: it cannot be read, or would take long. */
static bool sum_file(const char *path, uint32_t *ret)
{
	int fd = ldt_regular_open(path, 0);
	struct stat status;
	FILE *file = fd != -1 && fstat(fd, &status) == 0 && status.st_size <= SUM_MAX ? fdopen(fd, "r") : NULL;
	unsigned char bytes[16384];
	uLong sum = crc32(0, NULL, 0);
	bool good;
	size_t got;

	if (!file) {
		if (fd != -1)
			close(fd);
		return false;
	}
	while ((got = fread(bytes, 1, sizeof(bytes), file)) > 0)
		sum = crc32(sum, bytes, (uInt)got);
	good = !ferror(file);
	fclose(file);
	*ret = (uint32_t)sum;
	return good;
}

static struct ldt_elf *open_by_name(const char *root, const char *path, struct ldt_elf *elf)
{
	static const char *const before[] = { "", "", DEBUG_FOLDER }, *const between[] = { "", ".debug/", "" };
	const char *slash = strrchr(path, '/'), *name, *why;
	struct ldt_elf *found = NULL;
	uint32_t wanted, sum;
	char *other;

	name = slash ? ldt_elf_debuglink(elf, &wanted) : NULL;
	for (size_t i = 0; name && !found && i < sizeof(before) / sizeof(before[0]); i++) {
		if (asprintf(&other, "%s%s%.*s/%s%s", root, before[i], (int)(slash - path), path, between[i], name) < 0)
			return NULL;
		if (sum_file(other, &sum) && sum == wanted)
			found = ldt_elf_open(other, &why);
		free(other);
	}
	return found;
}

struct ldt_elf *ldt_debug_file_open(const char *root, const char *path, struct ldt_elf *elf)
{
	struct ldt_elf *found = open_by_build_id(root, elf);

	if (!found && *root) /* the machine's own files serve a process with another root, too */
		found = open_by_build_id("", elf);
	return found ? found : open_by_name(root, path, elf);
}
