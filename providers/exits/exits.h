/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * exits.h - where a kernel function is left. Providers that fire at a function's return share it.
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
#ifndef PROVIDERS_EXITS_EXITS_H
#define PROVIDERS_EXITS_EXITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/provider.h>

#include "isa/isa.h"
#include "os/os.h"

/* One exit of a function. */
struct exits_exit {
	uint64_t addr;
	uint64_t target;     /* of a direct jump, else 0 */
	const char *refused; /* NULL, or why no site can be there */
	bool tail;           /* a jump */
	bool conditional;    /* only a firing can tell whether it leads out */
};

/* largest function that is scanned, in bytes; a longer one is not a function */
#define EXITS_CODE_MAX  (256 * 1024)
#define EXITS_MAX       4096 /* of one function; with more it is refused */
#define EXITS_PARTS_MAX 4    /* the function and its cold parts; with more it is refused */

/* The result of scanning one function. */
struct exits_scan {
	const char *refused;         /* NULL, or why it has no return probe */
	bool no_memory;              /* that is why */
	bool loops;                  /* it jumps back to its entry site */
	struct isa_insn entry;       /* the instruction at its entry site; its address is 0 when it was not decoded */
	size_t count, refused_count; /* exits, and how many of them are refused */
	size_t conditional_count;
	size_t part_count;
	struct os_extent parts[EXITS_PARTS_MAX + 1]; /* where its code is, ended by an end of 0 */
	/* the first `count` of them in order of parts and addresses; grows up to EXITS_MAX */
	struct exits_exit *exits;
	size_t exit_room;
	uint8_t *code; /* of the part that is being scanned; grows up to EXITS_CODE_MAX */
	size_t code_room;
	/* exits_scan_cold(): a bit for the hash of each address that cold parts jump to; NULL: not known */
	uint64_t *reached;
};

/* exits_scan_fini - free what a scan took; one that is all zero is empty, and can be used again. Context: process. */
void exits_scan_fini(struct exits_scan *scan);

/*
 * exits_scan - find a function's exits. A function without any exit that can be a site has `refused`
 * set.
 * args:    @size 0: too long; @body address of the entry site.
 * context: process, may sleep.
 */
void exits_scan(struct exits_scan *scan, uint64_t addr, uint64_t body, uint64_t size);

/*
 * exits_scan_cold - look at the cold parts of @module (NULL: of all), before functions of it are asked for with
 * exits_entry_alone(): where they jump to. Without memory nothing is known of them.
 * context: process, may sleep; not inside of func_each.
 */
void exits_scan_cold(struct exits_scan *scan, const char *module);

/*
 * exits_entry_alone - what exits_entry_refusal() says after exits_scan(), where it is known without one: as a rule
 * nothing in a function may be a jump to its entry, by the bytes, and no cold part jumps there.
 * return:  false: only a scan can tell; always where nothing is known of cold parts. context: as exits_scan.
 */
bool exits_entry_alone(struct exits_scan *scan, uint64_t addr, uint64_t body, uint64_t size, const char **refused);

/*
 * exits_entry_refusal - why no entry site can be at @body of the function that @scan is about, or
 * NULL. Context: as exits_scan.
 */
const char *exits_entry_refusal(const struct exits_scan *scan, uint64_t body);

#endif
