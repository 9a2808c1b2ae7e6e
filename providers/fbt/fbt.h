/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fbt.h - fbt's own structures.
 *
 * Theory. Where a function is left. Its bytes show where it returns and where it jumps out of
 * itself; the symbols show what a jump out means:
 *
 *      target of the jump               meaning
 *      a function's first byte          a tail jump: the function is left
 *      a `.cold` part                   the function goes on there: that part is scanned too, and
 *                                       its exits are the function's
 *      a part already scanned           not an exit
 *      the middle of anything else      the function is left (hand-written code shares its ends)
 *      [first byte, entry site)         a tail jump to itself: left, and entered again
 *      the entry site itself            a loop: the entry probe would fire each time around, so it
 *                                       is refused
 *
 * A conditional jump out is an exit only when it is taken, an indirect jump (a tail call, or a
 * switch) only when it leads out: the site layer checks at each firing (dt_site_attachment.inside).
 */
#ifndef PROVIDERS_FBT_FBT_H
#define PROVIDERS_FBT_FBT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/provider.h>

#include "os/os.h"

#define FBT_EXITS_FEW 2

/*
 * One probe. There are two for nearly every function, so it is small; arming allocates the rest.
 * Its exits are kept as words: the offset in the function (which may be negative) in the low 31
 * bits, FBT_KEPT_TAIL. A function with a conditional exit is scanned again.
 */
struct fbt_probe {
	uint64_t addr; /* of the function */
	/* while armed, else NULL; the extents that they refer to follow them */
	struct dt_site_attachment *sites;
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

/* One in a module: found again when the module goes. */
struct fbt_module_probe {
	struct fbt_probe probe;
	struct fbt_module_probe *next;
	struct fbt_module_probe **link; /* the pointer to this one */
};

#define FBT_TAIL (1ull << 63) /* in an attachment's data: a tail jump, which has no return value */

/* One exit of a function. */
struct fbt_exit {
	uint64_t addr;
	uint64_t target;     /* of a direct jump, else 0 */
	const char *refused; /* NULL, or why no site can be there */
	bool tail;           /* a jump */
	bool conditional;    /* only a firing can tell whether it leads out */
};

/* largest function that is scanned, in bytes; a longer one is not a function */
#define FBT_CODE_MAX  (256 * 1024)
#define FBT_EXITS_MAX 4096 /* of one function; with more it is refused */
#define FBT_PARTS_MAX 4    /* the function and its cold parts; with more it is refused */

/* The result of scanning one function. */
struct fbt_scan {
	const char *refused;         /* NULL, or why it has no return probe */
	bool loops;                  /* it jumps back to its entry site */
	size_t count, refused_count; /* exits, and how many of them are refused */
	size_t conditional_count;
	size_t part_count;
	struct os_extent parts[FBT_PARTS_MAX + 1]; /* where its code is, ended by an end of 0 */
	/* the first `count` of them in order of parts and addresses; grows up to FBT_EXITS_MAX */
	struct fbt_exit *exits;
	size_t exit_room;
	uint8_t *code; /* of the part that is being scanned; grows up to FBT_CODE_MAX */
	size_t code_room;
};

/* fbt_scan_fini - free what a scan took; one that is all zero is empty, and can be used again. Context: process. */
void fbt_scan_fini(struct fbt_scan *scan);

/*
 * fbt_scan - find a function's exits. A function without any exit that can be a site has `refused`
 * set.
 * args:    @size 0: too long; @body address of the entry site.
 * context: process, may sleep.
 */
void fbt_scan(struct fbt_scan *scan, uint64_t addr, uint64_t body, uint64_t size);

/*
 * fbt_entry_refusal - why no entry site can be at @body of the function that @scan is about, or
 * NULL. Context: as fbt_scan.
 */
const char *fbt_entry_refusal(const struct fbt_scan *scan, uint64_t body);

/*
 * fbt_report - report refused entries, returns and single exits, and the sums. Context: process,
 * framework lock held.
 */
void fbt_report(void *arg, struct dt_report *report);

/*
 * fbt_report_note - keep the result of @scan for the function at @index among those that are not
 * refused as a whole. Context: as fbt_report.
 */
void fbt_report_note(size_t index, const struct os_func *func, const struct fbt_scan *scan, const char *entry_refused);

/*
 * fbt_report_forget - drop the kept results of modules, or of the kernel too.
 * Context: as fbt_report.
 */
void fbt_report_forget(bool kernel);

#endif
