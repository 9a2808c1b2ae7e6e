/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump_walk.h - for test_kind.c and test_pair.c: a text that is never executed, and a CPU that comes to its functions
 * and is followed through breaks, jumps, slots and stubs.
 *
 * The text has three functions (jump_sample.h), each at an offset; JUMPER is for a fourth one. As the follower comes to
 * each instruction in order, or the test fails, `fake_space.written = somebody` checks every single write.
 */
#ifndef JUMP_WALK_H
#define JUMP_WALK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "core/entry.h"
#include "core/site/kind.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "os/host/host.h"

#include <jump_sample.h>

#ifndef JUMP_SMALL
#define JUMP_SMALL       JUMP_FUNCTION
#define JUMP_SMALL_UNITS 1
#define JUMP_LARGE_UNITS 2
#define JUMP_UNITS       2
#endif

#define FUNC      64u
#define EARLY     256u
#define SHORT     512u
#define JUMPER    768u
#define LENGTH(s) (sizeof(s) - 1)
#define STEPS     32

/* cmocka's: before and after each test; all that was armed is gone, and the text is as it was. */
int setup(void **state);
int teardown(void **state);

/* The functions that the space tells, and a new one of them. */
extern struct os_func funcs[4];
void add_func(size_t i, const char *name, size_t offset, const char *code, size_t size);

/* What is known of sites, by their offset. */
struct dt_kinds *kinds(void);
struct dt_site *site_at(size_t offset);
unsigned int kind_at(size_t offset);

/* ---- a CPU that comes to a function ------------------------------------------------------------ */

struct walker {
	SAMPLE_REGS file;
	size_t func; /* offset */
	size_t next; /* offset of the instruction that has to come now */
	bool done;
};

/*
 * walk - it comes to the function at an offset; returns how often something has fired. step - one step of it; returns
 * where it is then. somebody - one comes to FUNC and one to EARLY, where it has to fire as often as expect() has said;
 * UINT32_MAX: that is not known at this moment. walks - functions that were walked through.
 */
unsigned int walk(size_t func);
uint64_t step(struct walker *walker, uint64_t pc);
void somebody(void);
void expect(unsigned int function, unsigned int early);
extern unsigned int walks;

/* fall_asleep - somebody has come to FUNC and is preempted after @steps. wake_up - it is what is waited for. */
void fall_asleep(unsigned int steps);
void wake_up(void);
extern struct walker sleeper;
extern uint64_t sleeper_pc;

/* ---- what is armed ----------------------------------------------------------------------------- */

/* LATE: the return whose region begins before it; SECOND: in the region of the entry */
enum { ENTRY, RETURN, LATE, INSIDE, SECOND, MOST };
extern struct dt_site_attachment probes[MOST];
extern size_t all; /* of them; MOST: one region has two sites */

#define INSIDE_FIRES ((JUMP_INSIDE == SIZE_MAX ? 0u : 1u) + (all == MOST ? 1u : 0u)) /* between entry and return */
#define JUMPS        (3u + INSIDE_FIRES)
#define PAIRS        (isa_jump_self.scratch == 0) /* whether a region may have two sites */

/* attach / detach - @count attachments, in one batch. attach_all / detach_all - all probes; then somebody comes. */
struct dt_site_attachment attachment(size_t offset, uint8_t order);
void make_probes(void);
size_t attach(struct dt_site_attachment *array, size_t count);
void detach(struct dt_site_attachment *array, size_t count);
void attach_all(void);
void detach_all(void);

/* stays_here - what a probe does that might change where the CPU goes on (dt_site_attachment.fire). */
uint32_t stays_here(struct dt_site_attachment *one, struct dt_firing *firing);

/* fail_writes - the n-th write and those after it, so many as @fails, cannot be done; 0, 0: all can. */
void fail_writes(unsigned int n, unsigned int fails);

/* ---- what has to be ---------------------------------------------------------------------------- */

/*
 * assert_concealed - nothing of ours is seen by who reads the text. assert_clean - nothing of ours is there.
 * text_of_stats, text_of_sites - what /proc/dtrace/stats and fbt say. assert_other_site - the entry of FUNC stays a
 * break, as another site is in its region.
 */
void assert_concealed(void);
void assert_clean(void);
void text_of_stats(char *text, size_t size);
void text_of_sites(char *text, size_t size);
void assert_other_site(void);

#endif
