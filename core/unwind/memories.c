/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * memories.c - the maps of all processes, from what the system says is mapped and the tables that
 * consumers hand in.
 *
 * Theory. What the system says of a memory is kept: its pieces. Its map is made of them, and made
 * again when one of its files gets a table. A memory never changes once traps can
 * see it: another one takes its place in the list, and the old one is freed after a cross call, in
 * the background, since processes wait for mapped().
 *
 * A memory that has ended is kept for some time, without its map, if records have addresses of it: they
 * are printed later, and then nobody else knows any more what was where.
 *
 * Locks: [T] the tables of memories and files; [U] users come and go. [P] written under [T], read by
 * walks.
 */
#include "base/errno.h"
#include "base/memory.h"
#include "base/report.h"
#include "base/text.h"
#include "core/entry.h"
#include "core/unwind/memories.h"
#include "os/os.h"

#define ENDED_MAX 1024u /* memories of processes that have ended */

static struct os_mutex_kind table_kind = { "user stacks" }, use_kind = { "users of user stacks" };
static struct os_mutex table_lock, use_lock;
static unsigned int users;                             /* [U] */
static bool watching;                                  /* [U] */
static struct dt_memory *dead;                         /* [T] clean_task is to free them */
static struct dt_memory *cleaning;                     /* [T] it is at work on them */
static uint64_t refused;                               /* [T] tables for which there was no room */
static uint64_t last_told;                             /* [T] */
static uint64_t failed;                                /* [T] memories that are not known for want of memory */
static struct dt_memory *ended, **ended_last = &ended; /* [T] in order */
static uint32_t ended_count;                           /* [T] */
static uint64_t last_ended;                            /* [T] sequence of the last one */
static uint64_t forgotten;                             /* [T] ended ones that had to make room */
static struct os_task clean_task;

struct dt_memory *dt_memories[DT_MEMORY_BUCKETS];

/* ---- maps ------------------------------------------------------------------------------------ */

/*
 * The file's own address of a byte less its offset, in a piece of it. Pieces are whole pages, which may
 * hold an end of another part, too. Return: false: it has nothing of any part.
 */
static bool delta_of(const struct dt_piece *piece, uint64_t *ret)
{
	const struct dtrace_unwind_part *parts = piece->file->parts;
	uint64_t piece_end = piece->offset + (piece->end - piece->start), start, end, most = 0;
	uint32_t i;

	for (i = 0; i < piece->file->part_count; i++) {
		start = DT_MAX(parts[i].offset, piece->offset);
		end = DT_MIN(parts[i].end, piece_end);
		if (start < end && end - start > most) {
			most = end - start;
			*ret = parts[i].delta;
		}
	}
	return most > 0;
}

static struct dt_unwind_area area_of(const struct dt_piece *piece)
{
	struct dt_unwind_area area = { .start = piece->start, .end = piece->end };
	uint64_t delta;

	if (!piece->file->is_settled)
		area.missed = &piece->file->missed;
	if (piece->file->table && delta_of(piece, &delta)) {
		area.table = piece->file->table;
		area.bias = piece->start - piece->offset - delta;
	}
	return area;
}

static struct dt_unwind_map *map_of(const struct dt_memory *memory)
{
	struct dt_unwind_map *map = NULL;
	struct dt_unwind_area *areas = os_alloc(DT_MAX(memory->count, 1u) * sizeof(*areas));
	uint32_t i;

	if (!areas)
		return NULL;
	for (i = 0; i < memory->count; i++)
		areas[i] = area_of(&memory->pieces[i]);
	if (dt_unwind_map_new(areas, memory->count, &map) != 0)
		map = NULL;
	os_free(areas);
	return map;
}

/* ---- memories -------------------------------------------------------------------------------- */

static struct dt_memory *memory_create(uint64_t id, uint32_t pid, uint32_t count)
{
	struct dt_memory *memory = os_alloc(sizeof(*memory) + count * sizeof(memory->pieces[0]));

	if (!memory)
		return NULL;
	memory->id = id;
	memory->pid = pid;
	return memory;
}

static void let_go(struct dt_file *file)
{
	file->pieces--;
	dt_file_trim(file);
}

/* One that no walk can see. */
static void memory_free(struct dt_memory *memory)
{
	dt_unwind_map_free(memory->map);
	while (memory->count > 0)
		let_go(memory->pieces[--memory->count].file);
	os_free(memory);
}

static void add_piece(struct dt_memory *memory, const struct dt_piece *piece)
{
	memory->pieces[memory->count++] = *piece;
	piece->file->pieces++;
}

/* Put @memory in the place of the one with that number; NULL: its process has gone. */
static void publish(uint64_t id, struct dt_memory *memory)
{
	struct dt_memory **link = dt_memory_bucket(id), *old;

	while (*link && (*link)->id != id)
		link = &(*link)->next;
	old = *link;
	if (memory) {
		memory->next = old ? old->next : NULL;
		DT_STORE_RELEASE(link, memory);
	} else if (old) {
		DT_STORE_RELEASE(link, old->next);
	}
	if (!old)
		return;
	old->ends = !memory;
	old->dead = dead;
	dead = old;
	os_task_queue(&clean_task);
}

static struct dt_memory *memory_find(uint64_t id)
{
	struct dt_memory *memory = *dt_memory_bucket(id);

	while (memory && memory->id != id)
		memory = memory->next;
	return memory;
}

static void forget_oldest(void)
{
	struct dt_memory *oldest = ended;

	ended = oldest->next;
	if (!ended)
		ended_last = &ended;
	ended_count--;
	memory_free(oldest);
}

static void keep_ended(struct dt_memory *memory)
{
	if (ended_count == ENDED_MAX) {
		forget_oldest();
		forgotten++;
	}
	dt_unwind_map_free(memory->map);
	memory->map = NULL;
	memory->next = NULL;
	memory->sequence = ++last_ended;
	*ended_last = memory;
	ended_last = &memory->next;
	ended_count++;
}

/* A state of a memory that no walk sees any more. */
static void retire(struct dt_memory *memory)
{
	struct dt_memory *successor = memory->ends ? NULL : memory_find(memory->id);

	if (memory->seen && memory->ends) {
		keep_ended(memory);
		return;
	}
	if (memory->seen && successor)
		DT_WRITE_ONCE(successor->seen, 1);
	memory_free(memory);
}

/* All that are dead are to be cleaned, in the order in which they died. */
static void take_dead(void)
{
	struct dt_memory *memory;

	os_mutex_lock(&table_lock);
	while ((memory = dead) != NULL) {
		dead = memory->dead;
		memory->dead = cleaning;
		cleaning = memory;
	}
	os_mutex_unlock(&table_lock);
}

static void clean(void *arg)
{
	struct dt_memory *memory;

	take_dead();
	os_sync();
	os_mutex_lock(&table_lock);
	while ((memory = cleaning) != NULL) {
		cleaning = memory->dead;
		retire(memory);
	}
	os_mutex_unlock(&table_lock);
}

/* The memory as it was said to be. NULL: no memory. */
static struct dt_memory *memory_of(uint64_t id, uint32_t pid, const struct os_mapping *mappings, uint32_t count)
{
	struct dt_memory *memory = memory_create(id, pid, count);
	struct dt_piece piece;
	uint32_t i;

	for (i = 0; memory && i < count; i++) {
		piece.start = mappings[i].start;
		piece.end = mappings[i].end;
		piece.offset = mappings[i].offset;
		piece.file = dt_file_get(&mappings[i]);
		if (!piece.file)
			break;
		add_piece(memory, &piece);
	}
	if (!memory)
		return NULL;
	memory->map = i == count ? map_of(memory) : NULL;
	if (memory->map)
		return memory;
	memory_free(memory);
	return NULL;
}

static void *mapped(uint64_t id, uint32_t pid, const struct os_mapping *mappings, size_t count, enum os_mapped when)
{
	struct dt_memory *memory;

	os_mutex_lock(&table_lock);
	memory = memory_of(id, pid, mappings, (uint32_t)count);
	if (memory)
		memory->told = ++last_told;
	else
		failed++;
	publish(id, memory);
	os_mutex_unlock(&table_lock);
	return NULL;
}

static void gone(uint64_t id)
{
	os_mutex_lock(&table_lock);
	publish(id, NULL);
	os_mutex_unlock(&table_lock);
}

static const struct os_memory_watcher watcher = { .wants_before = true, .mapped = mapped, .gone = gone };

static bool has_file(const struct dt_memory *memory, const struct dt_file *file)
{
	uint32_t i;

	for (i = 0; i < memory->count; i++) {
		if (memory->pieces[i].file == file)
			return true;
	}
	return false;
}

/* Make the map of a memory again. Without memory for it the old one stays: it lacks a table. */
static void remap(const struct dt_memory *memory)
{
	struct dt_memory *copy = memory_create(memory->id, memory->pid, memory->count);
	uint32_t i;

	for (i = 0; copy && i < memory->count; i++)
		add_piece(copy, &memory->pieces[i]);
	if (!copy)
		return;
	copy->told = memory->told;
	copy->map = map_of(copy);
	if (copy->map)
		publish(copy->id, copy);
	else
		memory_free(copy);
}

static void remap_all(const struct dt_file *file)
{
	struct dt_memory *memory, *next;
	size_t i;

	for (i = 0; i < DT_MEMORY_BUCKETS; i++) {
		for (memory = dt_memories[i]; memory; memory = next) {
			next = memory->next;
			if (has_file(memory, file))
				remap(memory);
		}
	}
}

/* ---- consumers ------------------------------------------------------------------------------- */

static void describe_place(const struct dt_memory *memory, const struct dt_piece *piece, struct dtrace_textfile *ret)
{
	ret->pid = memory->pid;
	ret->start = piece->start;
	ret->end = piece->end;
	ret->offset = piece->offset;
}

static void describe_file(const struct dt_file *file, struct dtrace_textfile *ret)
{
	ret->number = file->number;
	ret->device = file->id.device;
	ret->inode = file->id.inode;
	ret->bytes = file->id.size;
	ret->changed = file->id.changed;
	dt_strlcpy(ret->path, file->path, sizeof(ret->path));
}

/* Where a file is mapped, in a process of that number if it is not 0. Return: false: nowhere. */
static bool find_place(const struct dt_file *file, uint32_t pid, struct dtrace_textfile *ret)
{
	const struct dt_memory *memory;
	uint32_t i, k;

	for (i = 0; i < DT_MEMORY_BUCKETS; i++) {
		for (memory = dt_memories[i]; memory; memory = memory->next) {
			if (pid && memory->pid != pid)
				continue;
			for (k = 0; k < memory->count; k++) {
				if (memory->pieces[k].file != file)
					continue;
				if (ret)
					describe_place(memory, &memory->pieces[k], ret);
				return true;
			}
		}
	}
	return false;
}

/* Whether a consumer is asked for a table of this file. @ret: NULL: there is no room for it. */
static bool ask_for(struct dt_file *file, uint32_t pid, struct dtrace_textfile *ret)
{
	bool is_mapped;

	if (file->is_settled || (pid == 0 && !DT_READ_ONCE(file->missed)))
		return false;
	is_mapped = find_place(file, pid, ret);
	if (!is_mapped && pid)
		return false;
	if (!ret)
		return true;
	describe_file(file, ret);
	DT_WRITE_ONCE(file->missed, 0);
	file->is_asked = true;
	return true;
}

uint32_t dt_stacks_files(uint32_t pid, struct dtrace_textfile *ret, uint32_t max)
{
	struct dt_file *file;
	uint32_t count = 0;

	if (pid == 0)
		DT_WRITE_ONCE(dt_walks_missed, 0);
	os_mutex_lock(&table_lock);
	for (file = dt_files_next(NULL); file; file = dt_files_next(file)) {
		if (ask_for(file, pid, count < max ? &ret[count] : NULL))
			count++;
	}
	os_mutex_unlock(&table_lock);
	return count;
}

static const struct dt_memory *later(const struct dt_memory *a, const struct dt_memory *b, uint32_t pid)
{
	return b->pid == pid && (!a || b->told > a->told) ? b : a;
}

/* The latest memory of a process: that of today, or the last one that has ended. */
static const struct dt_memory *memory_of_pid(uint32_t pid)
{
	const struct dt_memory *memory, *found = NULL;
	uint32_t i;

	for (i = 0; i < DT_MEMORY_BUCKETS; i++) {
		for (memory = dt_memories[i]; memory; memory = memory->next)
			found = later(found, memory, pid);
	}
	for (memory = dead; memory; memory = memory->dead)
		found = later(found, memory, pid);
	for (memory = cleaning; memory; memory = memory->dead)
		found = later(found, memory, pid);
	for (memory = ended; memory; memory = memory->next)
		found = later(found, memory, pid);
	return found;
}

static const struct dt_memory *ended_after(uint64_t sequence)
{
	const struct dt_memory *memory = ended;

	while (memory && memory->sequence <= sequence)
		memory = memory->next;
	return memory;
}

bool dt_stacks_mapped(uint32_t *pid, uint64_t *sequence, struct dtrace_textfile *ret, uint32_t *count)
{
	const struct dt_memory *memory;
	uint32_t max = *count, i;

	os_mutex_lock(&table_lock);
	memory = *pid ? memory_of_pid(*pid) : ended_after(*sequence);
	if (!memory)
		*sequence = last_ended;
	if (memory) {
		*pid = memory->pid;
		*sequence = memory->sequence;
		*count = memory->count;
		for (i = 0; i < memory->count && i < max; i++) {
			describe_place(memory, &memory->pieces[i], &ret[i]);
			describe_file(memory->pieces[i].file, &ret[i]);
		}
	}
	os_mutex_unlock(&table_lock);
	return memory != NULL;
}

bool dt_stacks_ended(uint64_t sequence)
{
	return DT_READ_ONCE(last_ended) > sequence;
}

bool dt_stacks_wanted(void)
{
	return DT_READ_ONCE(dt_walks_missed) != 0;
}

/* Context: [T]. */
static int settle(struct dt_file *file, const struct dtrace_unwindfile *parts, void *bytes, size_t size)
{
	int error = dt_file_settle(file, parts, bytes, size);

	if (error && error != -OS_ENOSPC)
		return error;
	if (error)
		refused++;
	remap_all(file);
	dt_file_trim(file);
	return error;
}

int dt_stacks_table(const struct dtrace_unwindfile *parts, void *bytes, size_t size)
{
	struct dt_file *file;
	uint32_t i;
	int error;

	if (parts->parts > DTRACE_UNWIND_PARTS_MAX || (size > 0 && parts->parts == 0))
		return -OS_EINVAL;
	for (i = 0; i < parts->parts; i++) {
		if (parts->part[i].offset >= parts->part[i].end)
			return -OS_EINVAL;
	}
	os_mutex_lock(&table_lock);
	file = dt_file_find(parts->number);
	if (!file)
		error = -OS_ENOENT;
	else
		error = file->is_settled ? -OS_EEXIST : settle(file, parts, bytes, size);
	os_mutex_unlock(&table_lock);
	return error;
}

/* ---- users ----------------------------------------------------------------------------------- */

void dt_stacks_settle(void)
{
	os_task_drain(&clean_task);
}

/* Everything goes. Context: [U], nobody watches. */
static void forget_all(void)
{
	struct dt_memory *memory;
	size_t i;

	os_mutex_lock(&table_lock);
	for (i = 0; i < DT_MEMORY_BUCKETS; i++) {
		while ((memory = dt_memories[i]) != NULL)
			publish(memory->id, NULL);
	}
	os_mutex_unlock(&table_lock);
	dt_stacks_settle();
	os_mutex_lock(&table_lock);
	while (ended)
		forget_oldest();
	last_ended = 0;
	dt_files_forget();
	DT_WRITE_ONCE(dt_walks_missed, 0);
	os_mutex_unlock(&table_lock);
}

int dt_stacks_use(void)
{
	int error = 0;

	os_mutex_lock(&use_lock);
	if (users == 0) {
		error = os_memory_watch(&watcher);
		watching = error == 0;
		if (error == -OS_EOPNOTSUPP)
			error = 0; /* by frame pointers then: dt_stacks_report() says so */
	}
	if (!error)
		users++;
	os_mutex_unlock(&use_lock);
	return error;
}

void dt_stacks_unuse(void)
{
	os_mutex_lock(&use_lock);
	if (--users == 0) {
		os_memory_unwatch(&watcher);
		watching = false;
		forget_all();
	}
	os_mutex_unlock(&use_lock);
}

/* ---- the report ------------------------------------------------------------------------------ */

void dt_stacks_report(struct dt_report *report)
{
	const struct dt_memory *memory;
	struct dt_files_sum files;
	struct dt_walks walks;
	uint32_t memories = 0;
	size_t i;

	dt_walks_sum(&walks);
	os_mutex_lock(&table_lock);
	dt_files_sum(&files);
	for (i = 0; i < DT_MEMORY_BUCKETS; i++) {
		for (memory = dt_memories[i]; memory; memory = memory->next)
			memories++;
	}
	dt_report_begin(report);
	dt_report_line(report, "user-stacks watched %s memories %u files %u tables %u table-bytes %llu",
		       watching ? "yes" : "no", memories, files.files, files.tables, (unsigned long long)files.bytes);
	dt_report_line(report, "user-stacks lost tables %llu memories %llu ended %llu", (unsigned long long)refused,
		       (unsigned long long)failed, (unsigned long long)forgotten);
	for (i = 0; i < DT_UNWIND_STOP_COUNT; i++)
		dt_report_line(report, "user-stacks walks %s %llu", dt_unwind_stop_name((unsigned int)i),
			       (unsigned long long)walks.stops[i]);
	dt_report_line(report, "user-stacks walks without-table %llu", (unsigned long long)walks.missed);
	dt_report_line(report, "user-stacks frames-by-pointer %llu", (unsigned long long)walks.chained);
	report->done = dt_report_end(report);
	os_mutex_unlock(&table_lock);
}

/* ---- the module ------------------------------------------------------------------------------ */

int dt_stacks_init(void)
{
	int error = dt_walks_init();

	if (error)
		return error;
	os_mutex_init(&table_lock, &table_kind);
	os_mutex_init(&use_lock, &use_kind);
	os_task_init(&clean_task, clean, NULL);
	refused = failed = forgotten = 0;
	return 0;
}

void dt_stacks_fini(void)
{
	os_task_drain(&clean_task);
	os_mutex_fini(&use_lock);
	os_mutex_fini(&table_lock);
	dt_walks_fini();
}
