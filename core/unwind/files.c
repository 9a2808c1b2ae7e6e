/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * files.c - the files that processes have mapped, by what they have in them, and their tables. All of
 * it under the lock [T] of memories.c.
 */
#include "base/errno.h"
#include "base/memory.h"
#include "base/text.h"
#include "core/unwind/memories.h"
#include "os/os.h"

#define BUCKETS 256u /* a power of two */

static struct dt_file *files[BUCKETS];
static uint32_t last_number;
static size_t table_bytes;

static struct dt_file **bucket_of(const struct os_file_id *id)
{
	return &files[(uint32_t)(id->inode ^ id->device ^ id->size) % BUCKETS];
}

static bool same_file(const struct os_file_id *a, const struct os_file_id *b)
{
	return a->device == b->device && a->inode == b->inode && a->generation == b->generation && a->size == b->size &&
	       a->changed == b->changed;
}

struct dt_file *dt_file_get(const struct os_mapping *mapping)
{
	struct dt_file **bucket = bucket_of(&mapping->file), *file = *bucket;

	while (file && !same_file(&file->id, &mapping->file))
		file = file->next;
	if (file)
		return file;
	file = os_alloc(sizeof(*file));
	if (!file)
		return NULL;
	file->id = mapping->file;
	if (dt_strlen(mapping->path) < sizeof(file->path))
		dt_strlcpy(file->path, mapping->path, sizeof(file->path));
	file->number = ++last_number;
	file->next = *bucket;
	*bucket = file;
	return file;
}

struct dt_file *dt_files_next(const struct dt_file *file)
{
	size_t i = file ? (size_t)(bucket_of(&file->id) - files) + 1 : 0;

	if (file && file->next)
		return file->next;
	while (i < BUCKETS && !files[i])
		i++;
	return i < BUCKETS ? files[i] : NULL;
}

struct dt_file *dt_file_find(uint32_t number)
{
	struct dt_file *file = dt_files_next(NULL);

	while (file && file->number != number)
		file = dt_files_next(file);
	return file;
}

static void file_free(struct dt_file *file)
{
	struct dt_file **link = bucket_of(&file->id);

	while (*link != file)
		link = &(*link)->next;
	*link = file->next;
	if (file->table)
		table_bytes -= file->table->header->size;
	dt_unwind_table_put(file->table);
	os_free(file);
}

/*
 * A file that nobody has mapped is kept for its table, for the next process; or because a consumer may
 * still make one, by the file's path.
 */
static bool is_kept(const struct dt_file *file)
{
	return file->pieces > 0 || file->table ||
	       (!file->is_settled && (file->missed || file->is_asked) && file->path[0]);
}

void dt_file_trim(struct dt_file *file)
{
	if (!is_kept(file))
		file_free(file);
}

/* Give back tables that nobody needs now until @size bytes more are allowed. */
static bool make_room(size_t size)
{
	struct dt_file *file, *next;

	for (file = dt_files_next(NULL); file && table_bytes + size > DTRACE_UNWIND_SIZE_MAX; file = next) {
		next = dt_files_next(file);
		if (file->pieces == 0 && file->table)
			file_free(file);
	}
	return table_bytes + size <= DTRACE_UNWIND_SIZE_MAX;
}

int dt_file_settle(struct dt_file *file, const struct dtrace_unwindfile *parts, void *bytes, size_t size)
{
	int error = 0;

	if (size > 0)
		error = make_room(size) ? dt_unwind_table_load(bytes, size, &file->table) : -OS_ENOSPC;
	if (error && error != -OS_ENOSPC)
		return error;
	if (file->table)
		table_bytes += size;
	dt_memcpy(file->parts, parts->part, sizeof(file->parts));
	file->part_count = parts->parts;
	file->is_settled = true;
	return error;
}

void dt_files_sum(struct dt_files_sum *ret)
{
	const struct dt_file *file;

	*ret = (struct dt_files_sum){ .bytes = table_bytes };
	for (file = dt_files_next(NULL); file; file = dt_files_next(file)) {
		ret->files++;
		ret->tables += file->table != NULL;
	}
}

void dt_files_forget(void)
{
	struct dt_file *file;

	while ((file = dt_files_next(NULL)) != NULL)
		file_free(file);
}
