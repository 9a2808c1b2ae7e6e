/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * unwind.h - user stacks by tables (<dtrace/unwind.h>), without frame pointers.
 *
 * Theory. A table belongs to a file and is checked wholly when it is loaded: after that a walk may
 * index with everything in it. A map belongs to an address space: it says which table is for which
 * addresses. Both are constant once they are made. Whoever publishes a map for firings to find
 * replaces it as a whole, and puts the old one after os_sync().
 *
 *      map: area | area | area ...                    sorted by address, no two overlap
 *             start end bias table --> table          counted: several maps share one
 *
 *      walk: pc --> area --> rule --> CFA, return address, frame pointer --> the caller's registers
 *                 |      `--> no rule: the table says whether to stop or to use the frame pointer
 *                 `--> no area: by the frame pointer (JIT code, files without .eh_frame)
 *
 * The innermost frame, and one that a signal interrupted, is looked up by its pc. All others are
 * looked up by the address before theirs: a function that never returns may end in its call, and so
 * may the innermost one, in its system call.
 *
 * The system tells which files each process has mapped (os/process.h), as long as a consumer wants user
 * stacks. A file gets a number; a walk that comes to one whose table is not there says so, and a
 * consumer asks for such files, makes tables and hands them in:
 *
 *      os_memory_watch --> memory { mappings --> file { number, table } } --> map, published
 *                                                 ^ |
 *            walk: no table here --> file->missed-+ '--dt_stacks_files--> consumer --dt_stacks_table--.
 *                                                 ^---------------------------------------------------'
 *
 * A file's table stays when no process has the file mapped any more, for the next one that does. The
 * tables of such files go when there is no room for another.
 *
 * Files: table.c, map.c, files.c and memories.c, outside of probe context; walk.c and stack.c, in it.
 */
#ifndef CORE_UNWIND_H
#define CORE_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/unwind.h>

#include "isa/isa.h"

/* Parts of a table's bytes. Constant. */
struct dt_unwind_table {
	const struct dtrace_unwind_header *header; /* owned: the bytes */
	const struct dtrace_unwind_rule *rules;
	const uint32_t *pages;
	const uint32_t *rows;
	uint32_t holders; /* [A] */
};

/*
 * dt_unwind_refusal - whether these bytes are a table, looked at in full.
 * args:    @bytes aligned to 8; borrowed; they must not change meanwhile.
 * return:  NULL: they are; else a constant text: what is wrong with them.
 * context: process. Takes time in proportion to @size.
 */
const char *dt_unwind_refusal(const void *bytes, size_t size);

/*
 * dt_unwind_table_load - make a table of bytes that come from a consumer.
 * args:    @bytes from os_alloc(): the table's on success, the caller's otherwise.
 * return:  0 and *@ret with one holder; -OS_EINVAL when they are no table, -OS_ENOMEM.
 * context: process.
 */
int dt_unwind_table_load(void *bytes, size_t size, struct dt_unwind_table **ret);
/*
 * dt_unwind_table_hold / dt_unwind_table_put - one holder more, one less; the last one frees it. No
 * walk may be using it then. NULL is accepted. Context: process.
 */
void dt_unwind_table_hold(struct dt_unwind_table *table);
void dt_unwind_table_put(struct dt_unwind_table *table);

/* Text of a file in an address space. */
struct dt_unwind_area {
	uint64_t start, end;           /* [start, end) */
	uint64_t bias;                 /* address minus the file's own address of the same byte */
	struct dt_unwind_table *table; /* NULL: there is none yet */
	/* without a table: NULL, or set to 1 by a walk that needs it; it stays as long as the map */
	uint32_t *missed;
};

struct dt_unwind_map {
	uint32_t count;
	struct dt_unwind_area areas[];
};

/*
 * dt_unwind_map_new - a map of some areas.
 * args:    @areas sorted by address, copied; their tables get one holder more each.
 * return:  0 and *@ret, for dt_unwind_map_free(); -OS_EINVAL: one is empty, or they are not sorted,
 *          or overlap; -OS_ENOMEM.
 * context: process.
 */
int dt_unwind_map_new(const struct dt_unwind_area *areas, uint32_t count, struct dt_unwind_map **ret);
/* dt_unwind_map_free - no walk may be using it. Context: process. NULL is accepted. */
void dt_unwind_map_free(struct dt_unwind_map *map);

/* Why a walk ended. */
enum dt_unwind_stop {
	DT_UNWIND_END = 0, /* at the outermost frame: the stack is complete */
	DT_UNWIND_FULL,    /* there was no room for more frames */
	DT_UNWIND_NO_RULE, /* the table says nothing about an address */
	DT_UNWIND_CHAIN,   /* a chain of frame pointers ended, where there is no table */
	DT_UNWIND_LINK,    /* a caller's return address would be in a register that is no longer known */
	DT_UNWIND_DOWN,    /* the stack would not have grown */
	DT_UNWIND_FAULT,   /* the stack could not be read */
	DT_UNWIND_STOP_COUNT
};

struct dt_unwind_walk {
	const struct isa *isa;           /* for frames without a table */
	const struct isa_mem *mem;       /* reads the program's memory, guarded; only load is called */
	const struct dt_unwind_map *map; /* NULL: none */
	unsigned int word;               /* of the program: 4 or 8; tables of another word are not used */
	/* the innermost frame's registers; a CPU without a link register has 0 there */
	uint64_t pc, sp, fp, link;
	bool called; /* pc is the address after an instruction that has not ended, a system call */
	/* pc is at a function's first instruction, or at one that leaves it: where no rule is known, that is one */
	bool at_edge;

	enum dt_unwind_stop stop; /* out */
	unsigned int chained;     /* out: frames that were found by frame pointers, without a rule */
	bool missed;              /* out: it came to an area whose table is not there yet */
};

/*
 * dt_unwind - the return addresses of a user stack, innermost first, beginning with walk->pc.
 * args:    @walk all but the out members set; its registers are used up. At most @max are stored.
 * return:  how many; walk->stop says why there are no more.
 * context: probe context. Reads four words a frame at most, besides the table.
 */
unsigned int dt_unwind(struct dt_unwind_walk *walk, uint64_t *pcs, unsigned int max);

/* dt_unwind_stop_name - for people and for tests: "end", "full", ...; "?" when out of range. Context: any. */
const char *dt_unwind_stop_name(unsigned int stop);

/*
 * dt_unwind_rule - the rule of an address of the file; NULL where the table knows nothing.
 * Context: probe context.
 */
const struct dtrace_unwind_rule *dt_unwind_rule(const struct dt_unwind_table *table, uint64_t addr);

/* ---- stacks of the system's processes ---------------------------------------------------------- */

/*
 * dt_user_stack - return addresses of the current process's stack, innermost first, beginning with
 * the pc.
 * args:    @regs its user registers, or NULL: those that it entered the kernel with; @at_edge: of them, as in
 *          struct dt_unwind_walk.
 * return:  how many were stored (<= @max); 0: it has no user stack.
 * context: probe context.
 */
unsigned int dt_user_stack(const struct isa_regs *regs, bool at_edge, uint64_t *pcs, unsigned int max);

/*
 * dt_user_seen - a record has addresses of the current process: when it has ended dt_stacks_mapped()
 * still knows it. dt_user_stack() does the same.
 * context: probe context.
 */
void dt_user_seen(void);

/*
 * dt_stacks_use / dt_stacks_unuse - keep maps of all processes, from the first user to the last; the
 * last one takes all tables away. Where the system cannot tell what is mapped, stacks are walked by
 * frame pointers.
 * return:  0 or -OS_ENOMEM.
 * context: process, may sleep; unuse: no walk of this user runs any more.
 */
int dt_stacks_use(void);
void dt_stacks_unuse(void);

/* dt_stacks_wanted - whether a walk has missed a table since dt_stacks_files() was called. Context: any. */
bool dt_stacks_wanted(void);

struct dtrace_textfile;
struct dtrace_unwindfile;

/*
 * dt_stacks_files - files that have no table: those that walks have missed, or, with @pid not 0, all
 * of that process's.
 * args:    at most @max of them are stored.
 * return:  how many there are.
 * context: process, may sleep.
 */
uint32_t dt_stacks_files(uint32_t pid, struct dtrace_textfile *files, uint32_t max);

/*
 * dt_stacks_mapped - what a process has mapped and may execute, or had when it ended. Ended ones are
 * known for some time if a record has addresses of them (dt_user_seen).
 * args:    *@pid of a process, or 0: the first one that ended after number *@sequence of those that
 *          have; *@count room in @ret.
 * return:  true: *@pid whose; *@count how many there are, of which those for which there is room are
 *          stored; *@sequence its number if it has ended, else 0. False: there is none; *@sequence
 *          that of the last one that has ended.
 * context: process, may sleep.
 */
bool dt_stacks_mapped(uint32_t *pid, uint64_t *sequence, struct dtrace_textfile *ret, uint32_t *count);

/* dt_stacks_ended - whether a process has ended after number @sequence of those that have. Context: any. */
bool dt_stacks_ended(uint64_t sequence);

/*
 * dt_stacks_table - the table of a file, or, with 0 bytes, that it has none.
 * args:    @file checked here but for buffer and size; @bytes, @size as dt_unwind_table_load().
 * return:  0; -OS_EINVAL; -OS_ENOENT no such file; -OS_EEXIST it has one already; -OS_ENOSPC no room
 *          for so large a table; -OS_ENOMEM. @bytes are the caller's unless it is 0.
 * context: process, may sleep.
 */
int dt_stacks_table(const struct dtrace_unwindfile *file, void *bytes, size_t size);

/*
 * dt_stacks_settle - when it returns, memories that had gone or changed before the call are freed.
 * Context: process, may sleep.
 */
void dt_stacks_settle(void);

/* dt_stacks_init / dt_stacks_fini - nobody uses stacks before, nor after. Return: 0 or -OS_ENOMEM. Context: process. */
int dt_stacks_init(void);
void dt_stacks_fini(void);

#endif
