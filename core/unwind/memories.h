/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* memories.h - what files.c and memories.c (who write) and stack.c (who walks) of this room share. */
#ifndef CORE_UNWIND_MEMORIES_H
#define CORE_UNWIND_MEMORIES_H

#include <dtrace/ioctl.h>

#include "core/unwind/unwind.h"
#include "os/process.h"

/* ---- files.c --------------------------------------------------------------------------------- */

/* A file that processes have mapped, or had. [T] */
struct dt_file {
	struct dt_file *next;
	struct os_file_id id;
	uint32_t number;
	uint32_t pieces; /* of memories that are not freed yet */
	uint32_t missed; /* [A] a walk needs its table */
	bool is_asked;   /* a consumer was asked for it, and may be making it */
	bool is_settled; /* a consumer has said what there is: a table, or none */
	struct dt_unwind_table *table;
	struct dtrace_unwind_part parts[DTRACE_UNWIND_PARTS_MAX];
	uint32_t part_count;
	char path[DTRACE_FILES_PATH];
};

/*
 * dt_file_get - the file of a mapping, made if there is none; NULL: no memory. dt_file_find - the file
 * of a number. dt_files_next - the one after @file, NULL: the first; NULL: no more.
 * dt_file_trim - free it if nothing of it is worth to be kept.
 * Context: process, [T].
 */
struct dt_file *dt_file_get(const struct os_mapping *mapping);
struct dt_file *dt_file_find(uint32_t number);
struct dt_file *dt_files_next(const struct dt_file *file);
void dt_file_trim(struct dt_file *file);

/*
 * dt_file_settle - as dt_stacks_table(), of a file that is not settled yet: it is after 0, and after
 * -OS_ENOSPC, without a table. Context: process, [T].
 */
int dt_file_settle(struct dt_file *file, const struct dtrace_unwindfile *parts, void *bytes, size_t size);

struct dt_files_sum {
	uint32_t files, tables;
	size_t bytes; /* of the tables */
};
void dt_files_sum(struct dt_files_sum *ret);

/* dt_files_forget - free all; no memory is left. Context: process, [T]. */
void dt_files_forget(void);

/* ---- memories.c ------------------------------------------------------------------------------ */

/* A part of a file in a memory. */
struct dt_piece {
	uint64_t start, end;
	uint64_t offset; /* of start in the file */
	struct dt_file *file;
};

/* The mappings of a process. What has no letter is constant once walks can see it. */
struct dt_memory {
	struct dt_memory *next; /* [P] of the same bucket; of an ended one [T] the one that ended after it */
	struct dt_memory *dead; /* [T] waits to be freed */
	uint64_t id;
	uint64_t told;     /* when the system told of it: of two with one pid the later one is that of today */
	uint64_t sequence; /* [T] of one that has ended: the n-th */
	uint32_t pid;
	uint32_t seen; /* [A] a record has addresses of it */
	bool ends;     /* [T] its process has gone: it was not replaced by another state of it */
	uint32_t count;
	struct dt_unwind_map *map;
	struct dt_piece pieces[];
};

#define DT_MEMORY_BUCKETS 512u /* a power of two */

extern struct dt_memory *dt_memories[DT_MEMORY_BUCKETS]; /* [P] */

/* The numbers of a system's memories may be addresses. */
DT_PROBE_INLINE struct dt_memory **dt_memory_bucket(uint64_t id)
{
	return &dt_memories[(uint32_t)(id ^ id >> 6 ^ id >> 12) % DT_MEMORY_BUCKETS];
}

/* ---- stack.c --------------------------------------------------------------------------------- */

/* How walks have ended. One for each CPU, which alone writes it; it fills its cache lines. */
struct dt_walks {
	uint64_t stops[DT_UNWIND_STOP_COUNT];
	uint64_t chained; /* frames found by frame pointers */
	uint64_t missed;  /* walks that came to a file whose table was not there */
	uint64_t pad[7];
};

/* [A] A walk has missed a table. */
extern uint32_t dt_walks_missed;

/* dt_walks_sum - of all CPUs. Context: process. */
void dt_walks_sum(struct dt_walks *ret);
int dt_walks_init(void);
void dt_walks_fini(void);

#endif
