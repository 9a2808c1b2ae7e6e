/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * kind.h - sites that are jumps, and how sites change between the kinds.
 *
 * Theory. isa/jump.h says what a region is, and a stub. A site is armed as a break, at once. Soon after, in the
 * background, those that have a region become jumps, all of them in one batch (of many sites: those that fire most
 * in a first one, so that nearly all traps are over before the work for the others begins):
 *
 *      BREAK   trap, slot or emulation
 *        |       a region is found, a stub is filled                     flow.c, region.c
 *      DRAFT   as before
 *        |       the regions are in the table of regions, a break is at   switch.c: commit()
 *        |       each region's start that is not its site; one
 *        |       synchronisation; traps continue in the stubs
 *      STUB    trap, stub
 *        |       grace(): nobody is inside of a region, nor in a slot
 *        |       the bytes after the break; one synchronisation           switch.c: finish()
 *        |       the first bytes; one synchronisation
 *      JUMP    jump, stub
 *
 * The way back is made when a site is disarmed, and when its region is in the way (kind.c): a break over the first
 * byte, the other bytes, each with one synchronisation for the batch; then the site is at STUB again, and
 * complete. Every step is written over bytes that are known to be ours (write.c) and leaves text that is
 * right for everybody who comes, so a step that fails, for some regions or for all, is left at that and
 * undone at any later time.
 *
 * Bytes that somebody else has written are left alone. Then the site and its stub stay, without probes: a kprobe, say,
 * may have a copy of our jump, and execute it. The tracer cannot go before our bytes are back in the text
 * (os_jumps.hold); that is looked at with each batch, and when someone reads the statistics.
 *
 * Regions of one space do not overlap, and no site is in another one's region: a site that is armed later makes the
 * region's site a break again.
 *
 * Where there is no region without another site, one region may have both (isa/jump.h): a function of few bytes has its
 * return in its entry's region. Both sites have a stub, the first one's leads to the second one's, and they are of one
 * kind all the time. While they are breaks the text has both. When one of the two is disarmed, or another site comes
 * between, both are breaks again, with ways of their own, and the next batch finds out what there is for them now.
 *
 * A stub is left when no jump leads to it any more and no trap continues in it. Its memory and the site, which it
 * knows by its cookie, are given back after grace(), by reclaim.c.
 *
 * Locks: as in site.h.
 */
#ifndef CORE_SITE_KIND_H
#define CORE_SITE_KIND_H

#include "core/site/site.h"
#include "isa/jump.h"

/* Why a site is no jump: those of isa/jump.h, and these. */
enum dt_jump_refusal {
	DT_JUMP_POSSIBLE = ISA_JUMP_POSSIBLE,
	DT_JUMP_FUNCTION = ISA_JUMP_REFUSALS, /* the operating system refuses its function */
	DT_JUMP_SITE,                         /* another site is in the region */
	DT_JUMP_ELSEWHERE,                    /* a probe of it may change where the CPU goes on */
	DT_JUMP_MEMORY,                       /* there is no memory for its stub */
	DT_JUMP_CHANGED,                      /* the text is not what it was */
	DT_JUMP_REFUSALS
};

/* Why a write into a region failed. */
enum dt_trouble {
	DT_TROUBLE_NONE,
	DT_TROUBLE_MEMORY,  /* the text could not be mapped */
	DT_TROUBLE_CHANGED, /* bytes that are not ours are there */
	DT_TROUBLE_GONE,    /* nothing is there */
};

#define DT_REGION_BLOCK 32768u /* bytes of a block, if so many are needed */

/*
 * Regions that were made one after the other are in one piece of memory, which is given back with the last of them. A
 * request for each takes three functions of Linux, which have probes: in a batch of all sites they were a fifth of
 * what fired.
 */
struct dt_region_block {
	uint32_t live; /* [M] regions in it, and one while it is filled */
	uint32_t used; /* [M] bytes, this included */
	uint32_t size; /* constant */
};

/* The second site of a region, and its stub; constant. */
struct dt_region_second {
	struct dt_site *site; /* a reference */
	int32_t stub_away;    /* from the site to the stub */
	uint8_t start, rest;  /* of the stub, as struct isa_stub */
};

/* A region that has a stub. 32 bytes with most regions of 64-bit CPUs. */
struct dt_region {
	struct dt_site *site; /* constant; a reference */
	int32_t stub_away;    /* constant; from the site to the stub */
	/* as struct isa_region, struct isa_stub; constant */
	uint32_t before : 5; /* bytes from its start to the site */
	uint32_t len : 6, code : 6, scratch_in : 5, rest : 6;
	uint32_t trouble : 2; /* [M] enum dt_trouble, of the last batch of writes */
	/*
	 * [M] a break is at its start, or a jump: nobody comes to its inside. Else its text has the site's break, and
	 * nothing else of ours
	 */
	uint32_t guarded : 1;
	/* [P] its site is a jump still, but over the first bytes is our break: it is on the way back */
	uint32_t broken : 1;
	uint16_t place;     /* constant; in its block, see there */
	uint8_t start;      /* constant */
	uint8_t pieces : 4; /* [M] of the write that is under way */
	uint8_t paired : 1; /* constant; after the bytes, aligned, is a struct dt_region_second */
	uint8_t listed : 1; /* [M] in the list that is being made */
	bool left;          /* [P] nobody comes to its stub any more */
	uint8_t bytes[];    /* constant; len of them, without break and jump */
};

#define DT_REGION_SITES 2 /* no region has more */

/* Those with a stub that is used, and some that are left, in order of their starts. */
struct dt_regions {
	size_t count;            /* constant */
	struct dt_region *all[]; /* constant */
};

/* Addresses, in order. */
struct dt_targets {
	size_t count;
	void *all[];
};

/* Where jumps lead into the middle of functions. NULL: the text is not decoded yet. */
struct dt_known {
	struct dt_targets *middles; /* in the middle of functions, where jumps of other functions lead to */
	struct dt_targets *tabled;  /* those of functions that have jump tables */
};

/*
 * region.c: dt_site_may_jump - whether a site is a break of which nothing says that it cannot be a jump. Context: [M]
 * held.
 */
bool dt_site_may_jump(const struct dt_site *site);

/* All of it in one space. */
struct dt_kinds {
	struct dt_slots stubs;
	struct dt_regions *regions;    /* [P] NULL: none */
	size_t left_count;             /* [M] of those in the table that are left */
	size_t begun;                  /* [M] how many begin at the address that was looked up last, or before */
	struct dt_regions *left;       /* [M] those that were in it: they wait for grace(); NULL: none */
	struct dt_regions *leaving;    /* [M] it runs for them */
	struct dt_known kernel;        /* [M] */
	struct dt_known modules;       /* [M] */
	uint32_t generation;           /* [M] of modules' text */
	struct dt_region_block *block; /* [M] the next regions come into it; NULL: a new one is taken */
	size_t jumps;                  /* [M] sites that are jumps */
	size_t held;                   /* [M] sites whose text is somebody else's */
	bool is_held;                  /* [M] os_jumps.hold() was called */
	bool wanted;                   /* [A] sites are made jumps */
	size_t busy;                   /* constant, but for tests: how many sites the first of two batches may have */
	size_t block_size;             /* constant, but for tests: of a block, bytes */
	uint64_t switched, switch_ns;  /* [M] figures of the last batch: sites, time without grace() */
	struct os_event stop;          /* set: the task is to end soon */
	struct os_task task;
};

DT_PROBE_INLINE uint64_t dt_region_addr(const struct dt_region *region)
{
	return region->site->insn.addr - region->before;
}

DT_PROBE_INLINE uint64_t dt_region_stub(const struct dt_region *region)
{
	return (uintptr_t)(region->site->insn.addr + (uint64_t)(int64_t)region->stub_away);
}

DT_PROBE_INLINE uint64_t dt_region_second_stub(const struct dt_region_second *second)
{
	return (uintptr_t)(second->site->insn.addr + (uint64_t)(int64_t)second->stub_away);
}

/* dt_region_second - its second site, NULL when it has one alone. Context: [M] held, or probe context. */
DT_PROBE_INLINE struct dt_region_second *dt_region_second(struct dt_region *region)
{
	size_t at = DT_ROUNDUP(offsetof(struct dt_region, bytes) + region->len, sizeof(uint64_t));

	return region->paired ? (struct dt_region_second *)(void *)((char *)region + at) : NULL;
}

/*
 * dt_region_is_jump - its site is a jump, without a break of ours over it. What else is there has been written by
 * somebody else: a kprobe accepts our jump as its instruction. Context: [M] held, or probe context.
 */
DT_PROBE_INLINE bool dt_region_is_jump(const struct dt_region *region)
{
	return DT_READ_ONCE(region->site->kind) == DT_SITE_JUMP && !region->broken;
}

struct dt_flow;

/*
 * region.c: dt_region_at - the region that an address is in, NULL when it is in none; of those that are not left.
 * dt_region_of - that of a site, be it the first or the second one. Context: [M] held, or probe context.
 * dt_region_of_next - the same, faster where one asks for site after site in order of address. Context: [M] held.
 * dt_region_sites - its sites, one or two; returns how many.
 * dt_region_make - a region and its stubs, written; in no table yet. @second: the site at found->second, or NULL. *@why
 * when it returns NULL; @expected: how many are likely to be made in all. dt_region_drop - undo that.
 * dt_regions_made - no more are made for now.
 * dt_regions_add - @count more, in order of address, into the table; returns
 * false without memory, and nothing is changed. dt_region_leave - nobody comes to its stub any more.
 * dt_regions_left_begin / end - as dt_slots_limbo_begin(), dt_slots_limbo_end(). dt_regions_each - call @fn
 * for those in [@from, @to) that are not left, with where they begin and end. dt_regions_conceal - text as it
 * is without jumps: @bytes are those of [@addr, @addr + @size). Context: [M] held.
 */
struct dt_region *dt_region_at(const struct dt_kinds *kinds, uint64_t addr);
struct dt_region *dt_region_of(const struct dt_kinds *kinds, const struct dt_site *site);
struct dt_region *dt_region_of_next(struct dt_kinds *kinds, const struct dt_site *site);
unsigned int dt_region_sites(struct dt_region *region, struct dt_site **ret);
struct dt_region *dt_region_make(struct dt_sites *sites, struct dt_site *site, struct dt_site *second,
				 struct isa_region *found, size_t expected, uint8_t *why);
void dt_region_drop(struct dt_sites *sites, struct dt_region *region);
void dt_regions_made(struct dt_kinds *kinds);
bool dt_regions_add(struct dt_kinds *kinds, struct dt_region *const *more, size_t count);
void dt_region_leave(struct dt_kinds *kinds, struct dt_region *region);
bool dt_regions_left_begin(struct dt_kinds *kinds);
void dt_regions_left_end(struct dt_sites *sites);
void dt_regions_each(const struct dt_kinds *kinds, uint64_t from, uint64_t to,
		     void (*fn)(const struct dt_flow *flow, uint64_t addr, uint64_t end), const struct dt_flow *flow);
void dt_regions_conceal(const struct dt_sites *sites, uint64_t addr, uint8_t *bytes, size_t size);
size_t dt_regions_bytes(const struct dt_kinds *kinds);

/*
 * region.c: dt_region_describe - it as isa/jump.h has it. dt_region_jump - its bytes while it is a jump. Context: [M]
 * held.
 */
void dt_region_describe(struct dt_region *region, struct isa_region *ret);
void dt_region_jump(const struct dt_sites *sites, const struct isa_region *found, const struct dt_region *region,
		    uint8_t *bytes);

/*
 * flow.c: what is known of functions.
 * dt_flow_learn - find out where jumps lead in all text that is not known yet.
 * return:  0; -OS_ENOMEM; -OS_EINTR it is not wanted any more, or no site is left. context: process, [M] not held.
 * dt_flow_is_known - whether all is known: a module may have come or gone meanwhile. Context: [M] held.
 * dt_flow_forget_modules - text of modules is not known any more; dt_flow_forget - nor that of the kernel. Context: [M]
 * held.
 */
struct dt_flow {
	struct dt_sites *sites;
	uint8_t *code, *marks; /* of the last function */
	size_t room;
	uint64_t func, end; /* end 0: there is none */
	struct isa_flow map;
	uint8_t why; /* nothing in it is a jump */
};
int dt_flow_learn(struct dt_sites *sites);
bool dt_flow_is_known(const struct dt_kinds *kinds);
void dt_flow_forget_modules(struct dt_kinds *kinds);
void dt_flow_forget(struct dt_kinds *kinds);

/*
 * dt_flow_region - the region of a site.
 * args:    @flow all zero at first, but for sites; the function that it has is good as long as [M] is held
 *          (dt_flow_stale);
 *          @taken a region that is in no table yet, and may be near; NULL: none;
 *          @ret its second is the address of another site, where there is no region without one and both may be jumps.
 * return:  enum dt_jump_refusal. context: [M] held.
 */
uint8_t dt_flow_region(struct dt_flow *flow, const struct dt_site *site, const struct dt_region *taken,
		       struct isa_region *ret);
void dt_flow_stale(struct dt_flow *flow);
void dt_flow_fini(struct dt_flow *flow);

/*
 * write.c: dt_regions_write - one of the writes of isa_jump_writes() for each region, one synchronisation for
 * all. Where the text is not ours, or cannot be written, the region's trouble says so; those with trouble are
 * passed over.
 * args:    @regions in order of address; @on the direction.
 * context: [M] held.
 */
enum dt_write {
	DT_WRITE_GUARD, /* the break at the start */
	DT_WRITE_REST,  /* the bytes after it */
	DT_WRITE_FIRST, /* the first bytes */
};
void dt_regions_write(struct dt_sites *sites, struct dt_region **regions, size_t count, bool on, enum dt_write which);

/* write.c: dt_region_is_ours - whether all of its text is what we may have written. Context: [M] held. */
bool dt_region_is_ours(struct dt_sites *sites, struct dt_region *region);

/*
 * kind.c: dt_regions_back - make them breaks that continue in their stubs, whatever they are. Those that cannot be now
 * have a trouble. Each is in @regions once.
 * dt_sites_leave - the same for the sites that have a region, of @count which are to be restored; those with
 * a trouble come last. return: how many have none. dt_site_trouble - of one of the others.
 * dt_sites_make_way - sites are to be armed at these addresses: no region may be around them. Those that
 * could not be moved are still there.
 * dt_region_is_over - whether none of its sites is in the table any more.
 * dt_kinds_settle - look whether others hold jumps of ours, and say so if that has changed.
 * Context: [M] held. dt_jump_refusal_name - the name of a refusal of either enum. Context: any.
 */
void dt_regions_back(struct dt_sites *sites, struct dt_region **regions, size_t count);
size_t dt_sites_leave(struct dt_sites *sites, struct dt_site **dying, size_t count);
enum dt_trouble dt_site_trouble(const struct dt_sites *sites, const struct dt_site *site);
void dt_sites_make_way(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count);
bool dt_region_is_over(const struct dt_sites *sites, struct dt_region *region);
bool dt_site_in_the_way(const struct dt_sites *sites, const struct dt_site_attachment *attachment);
void dt_kinds_settle(struct dt_sites *sites);
const char *dt_jump_refusal_name(unsigned int why);

/*
 * switch.c: dt_kinds_create / dt_kinds_destroy - sites->kinds; NULL where the space has no jumps. dt_switch_queue -
 * sites were armed: make jumps of them soon. dt_switch_stop - no more, and none is under way when it returns.
 * context: process; queue: [M] held; others: [M] not held.
 */
int dt_kinds_create(struct dt_sites *sites);
void dt_kinds_destroy(struct dt_sites *sites);
void dt_switch_queue(struct dt_sites *sites);
void dt_switch_stop(struct dt_sites *sites);

#endif
