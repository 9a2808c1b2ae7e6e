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
 * looked up by the address before theirs: a function that never returns may end in its call.
 *
 * Files: table.c and map.c, outside of probe context; walk.c, in it.
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
 * walk may be using it then. Context: process.
 */
void dt_unwind_table_hold(struct dt_unwind_table *table);
void dt_unwind_table_put(struct dt_unwind_table *table); /* NULL is accepted */

/* Text of a file in an address space. */
struct dt_unwind_area {
	uint64_t start, end; /* [start, end) */
	uint64_t bias;       /* address minus the file's own address of the same byte */
	struct dt_unwind_table *table;
};

struct dt_unwind_map {
	uint32_t count;
	struct dt_unwind_area areas[];
};

/*
 * dt_unwind_map_new - a map of some areas.
 * args:    @areas sorted by address, copied; their tables get one holder more each.
 * return:  0 and *@ret, for dt_unwind_map_free(); -OS_EINVAL: one is empty or has no table, or they
 *          are not sorted, or overlap; -OS_ENOMEM.
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

	enum dt_unwind_stop stop; /* out */
	unsigned int chained;     /* out: frames that were found by frame pointers, without a rule */
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

#endif
