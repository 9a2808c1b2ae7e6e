/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fbt.h - fbt's own structures.
 *
 * Theory. Where a function is left: providers/exits/exits.h.
 */
#ifndef PROVIDERS_FBT_FBT_H
#define PROVIDERS_FBT_FBT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/provider.h>

#include "os/os.h"
#include "providers/exits/exits.h"

#define FBT_EXITS_FEW 2

/*
 * Attachments of several probes that are armed, one after the other: a hundred thousand allocations of their own would
 * take half as much memory again. It goes with the last of its probes.
 */
struct fbt_block {
	uint32_t users; /* probes, and who fills it */
	uint32_t count, room;
	struct dt_site_attachment sites[];
};

/*
 * One probe. There are two for nearly every function, so it is small; arming allocates the rest.
 * Its exits are kept as words: the offset in the function (which may be negative) in the low 31
 * bits, FBT_KEPT_TAIL. A function with a conditional exit is scanned again.
 */
struct fbt_probe {
	uint64_t addr;                    /* of the function */
	struct dt_site_attachment *sites; /* while armed, else NULL; in `block` */
	struct fbt_block *block;
	union {
		uint32_t few[FBT_EXITS_FEW];
		uint32_t *many;
	} exits;             /* a return's, when they are kept */
	uint32_t size;       /* bytes of the function, 0: too long to be one */
	uint16_t site_count; /* when armed, or kept */
	uint8_t body;        /* offset of the entry site */
	uint8_t flags;       /* FBT_IS_* */
};

#define FBT_KEPT_TAIL    0x80000000u
#define FBT_IS_RETURN    1u
#define FBT_IS_IN_MODULE 2u  /* part of a struct fbt_module_probe */
#define FBT_IS_KEPT      4u  /* `exits` and `site_count` are known */
#define FBT_HAS_VALUE    8u  /* some exit is a return: there is an arg1 */
#define FBT_HAS_TAIL     16u /* some exit is a jump: there is none */
#define FBT_IS_SCANNED   32u /* an entry's: its function has a return probe if it can have one */

/* One in a module: found again when the module goes. */
struct fbt_module_probe {
	struct fbt_probe probe;
	struct fbt_module_probe *next;
	struct fbt_module_probe **link; /* the pointer to this one */
};

#define FBT_TAIL (1ull << 63) /* in an attachment's data: a tail jump, which has no return value */

/*
 * fbt_report - report refused entries, returns and single exits, and the sums. Context: process,
 * framework lock held.
 */
void fbt_report(void *arg, struct dt_report *report);

/*
 * fbt_report_note - keep the result of @scan for the function at @index among those that are not
 * refused as a whole. Context: as fbt_report.
 */
void fbt_report_note(size_t index, const struct os_func *func, const struct exits_scan *scan,
		     const char *entry_refused);

/*
 * fbt_report_forget - drop the kept results of modules, or of the kernel too.
 * Context: as fbt_report.
 */
void fbt_report_forget(bool kernel);

#endif
