/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * site.h - the site layer: break instructions in text.
 *
 * Theory. A site is one instruction over which a break is written, however many probes are on it.
 * Its life:
 *
 *      attach (one batch)                          detach (one batch)
 *        decode: EMULATE, or a slot is filled        probes are unlinked from sites
 *        probes are linked, slots are written        bytes are restored, one cross call: after it
 *        site -> table: the trap can find it           no CPU is in a trap of these sites
 *        breaks are written, one cross call:         site <- table, one cross call: no trap looks
 *          probes fire                                 at it any more
 *                                                    the site is freed; its slot waits for
 *                                                      space->ops->grace()
 *
 * The table is open addressing, read without locks by traps on all CPUs: an entry is a pointer,
 * written once when it is complete; a removed one becomes a tombstone that matches nothing. A full
 * table is replaced by a larger copy; the old one is freed after a cross call.
 *
 * A site is complete, its slot's bytes included, before the table has it: a CPU may still execute a
 * break of an earlier arming that is long gone from the text (an emulator's translation of it, made
 * while the text was restored), and goes to the slot as soon as it finds the site.
 *
 * A break that could not be removed for want of memory stays in the text, and its site stays in the
 * table without probes: its traps fire nothing. Removing it is tried again with the next batch, and
 * in the background until it succeeds.
 *
 * Continuing after a site: the instruction is emulated on the registers, or the CPU is sent to the
 * slot. A slot ends in a jump back, or, where the CPU has no jump that reaches without a spare
 * register, in a second break: its trap is looked up by the slot.
 *
 * Sites belong to text spaces (os/space.h), each with a table, slots and a lock of its own: struct
 * dt_sites. The kernel's is a variable, so its traps find it, and this CPU's functions, without an
 * indirect access. All code outside of traps uses the space's isa and operations.
 *
 * A site is at a function's edge when it is the function's first instruction or one that leaves the
 * function. There the function has no frame: an unwinder that follows frame pointers skips its
 * caller, so stack() and caller take it from where the calling convention puts it.
 *
 * Each CPU counts an attachment's firings for itself, and a reader adds them up: a counter that all
 * CPUs write would cost more than the rest of a firing.
 *
 * A site of the kernel can be a jump instead of a break, where the space has jumps (os/space.h): kind.h.
 *
 * In a process an instruction is emulated with its memory, which may not be there: every instruction
 * that accesses memory has a slot as well, except calls. Each slot has an owner there, so that a
 * thread whose pc is in one can be told where it really is.
 *
 * Files, each of which calls only those before it: site_table.c, region.c, place.c, site_slots.c, way.c,
 * compact.c, past.c, thrown.c, flow.c, write.c, kind.c, site.c, reclaim.c, marks.c, switch.c, space.c, doubt.c,
 * attach.c; and site_trap.c, user_trap.c, debugger.c, check.c and site_report.c, which nobody here calls.
 *
 * Locks: one mutex [M] for each space, for everything here that is not marked otherwise; [P] as in
 * framework.h: written under [M], read by traps; [A] atomic.
 */
#ifndef CORE_SITE_H
#define CORE_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/provider.h>

#include <isa_types.h>

#include "base/memory.h"
#include "os/os.h"

/* How control comes from the text to the tracer. */
enum dt_site_kind {
	DT_SITE_BREAK, /* a break instruction traps */
	DT_SITE_DRAFT, /* the same; its stub is being made (switch.c) */
	DT_SITE_STUB,  /* the same, and the trap continues in the stub */
	DT_SITE_JUMP,  /* a jump leads to the stub, which calls dt_jump() */
};

struct dt_site {
	uint64_t key;                     /* [P] the address that traps look for; of a site that is gone no address */
	struct isa_insn insn;             /* constant */
	uint64_t slot;                    /* [P] where the trap continues; 0 when the instruction is emulated */
	struct dt_site_attachment *first; /* [P] in the order of `order` */
	uint32_t index;                   /* constant; of the block it is part of */
	uint32_t serial;                  /* constant; not 0; no other site of the space had it lately */
	uint8_t kind;                     /* [P] enum dt_site_kind */
	uint8_t why;                      /* [M] why it is no jump: enum dt_jump_refusal (kind.h) */
	/* adjacent as in struct dt_firing, so that one copy moves both */
	uint8_t user; /* constant; enum dt_firing_user: whose registers a firing has */
	bool edge;    /* [P] at a function's edge */
	bool foreign; /* [P] a debugger has a break of its own here: traps are passed on to it (debugger.c) */
	bool lost;    /* [M] its break was overwritten, and that was counted (check.c) */
};

/*
 * The sites of one batch, in one piece of memory, freed with the last of them. What was mapped at each comes after
 * them (os/space.h), where the space tells: the kernel does not, and most sites are its.
 */
struct dt_site_block {
	size_t live;       /* [M] */
	uint64_t *origins; /* constant; by index, 0: not known; NULL: the space does not tell */
	struct dt_site sites[];
};

/*
 * Counts of firings of one batch's attachments: one row for each CPU, which no other CPU writes; no
 * two rows share a cache line. Freed with the last attachment that counts here.
 */
struct dt_site_counts {
	size_t live;            /* [M] */
	struct os_space *space; /* constant */
	uint32_t stride;        /* constant; counts from one row to the next */
	uint32_t counts[];      /* by its CPU alone, with interrupts off; read by anybody */
};

struct dt_site_table {
	uint32_t shift;            /* constant; 32 - log2(size) */
	uint32_t mask;             /* constant; size - 1 */
	struct dt_site *entries[]; /* [P] never NULL */
};

/*
 * An entry that was never used points to this site at no address, so a search need not test for
 * NULL.
 */
extern struct dt_site dt_site_vacant;

/* Memory for slots, or for stubs. */
struct dt_slot_chunk {
	struct dt_slot_chunk *next; /* [P] */
	struct dt_slot_chunk *dead; /* [M] list of what is being given back */
	struct dt_site **owners;    /* [P] by slot, only where one ends in a break, or is in a process */
	uint64_t base;
	size_t bytes, slots; /* constant */
	size_t used_count;
	size_t cursor;   /* where to look for a free slot first */
	uint64_t shared; /* a slot that is for the code which the others share; 0: none */
	bool closed;     /* [M] no slot of it is given any more (compact.c) */
	bool spent;      /* [M] it has slots that are free, and not breaks yet */
	uint8_t state[]; /* [P] by slot: enum slot_state */
};

/* All memory for one of the two. */
struct dt_slots {
	struct dt_slot_chunk *chunks; /* [P] */
	uint64_t reach;               /* bytes from a slot to what it is for; 0: all reach */
	uint32_t size;                /* constant; bytes of one */
};

/* When memory is too short to disarm a batch at once, disarming uses these few places. */
#define DT_SITES_FALLBACK 32

/* The places that have a break, or had one. */
struct dt_past {
	size_t count;
	struct dt_past_place {
		uint64_t addr; /* constant */
		uint8_t bytes
			[ISA_BREAK_MAX]; /* [M] what everybody but the CPU sees here, and is here without our break */
		bool doubtful;           /* [A] a break here is perhaps ours, put back by a debugger: doubt.c */
	} places[];                      /* in order of address */
};

struct dt_marks;
struct dt_region;
struct dt_regions;

/* Breaks side by side in a word, and the highest bit of each; none where instructions may begin between them. */
struct dt_breaks {
	uint64_t word, highest;
};

/* All that is armed in one space. */
struct dt_sites {
	struct dt_site_table *table; /* [P] there from open to close */
	struct dt_slots slots;       /* out-of-line slots */
	/*
	 * [A] Late traps: a CPU had fetched the break before it was removed. The site either has no
	 * probe any more and is about to be freed, or is freed already and the instruction is back;
	 * either way nothing fires. They are counted here because the site and its counters go
	 * away.
	 */
	unsigned long late;
	struct os_space *space;    /* constant */
	struct dt_breaks breaks;   /* constant */
	struct os_mutex lock;      /* [M] */
	size_t used;               /* entries of the table that are not vacant, tombstones included */
	size_t live;               /* sites in the table */
	size_t stuck;              /* sites whose break could not be removed */
	unsigned long overwritten; /* breaks that others had overwritten, of sites that are gone or `lost` */
	size_t gone;               /* sites that are gone, or were when they were disarmed */
	unsigned long restored;    /* breaks that were written again, or were to be when they went (thrown.c) */
	struct dt_past *past;      /* [P] of processes only (dt_space_past); NULL: nowhere */
	bool kept;                 /* the space has a reference to itself, for places in doubt */
	struct dt_marks *marks;    /* constant; of processes only */
	uint32_t serial;           /* of the last site */
	uint8_t *stage;            /* bytes for consecutive slots, written at once */
	uint64_t stage_addr;
	size_t stage_used, stage_room;
	struct os_task reclaim_task;
	struct dt_kinds *kinds; /* constant; NULL: all sites are breaks */
	struct {
		uint64_t armed, arm_ns, disarmed, disarm_ns;
	} last; /* figures of the last batches */
	struct {
		struct os_patch patches[DT_SITES_FALLBACK];
		struct dt_site *sites[DT_SITES_FALLBACK];
		struct dt_region *regions[DT_SITES_FALLBACK];
	} fallback; /* disarming must not fail for want of memory */
};

/* The kernel's. */
extern struct dt_sites dt_kernel_sites;

/* dt_sites_in_process - whether the space is a process, not the kernel. Context: any. */
DT_PROBE_INLINE bool dt_sites_in_process(const struct dt_sites *sites)
{
	return sites->space->id != OS_SPACE_KERNEL;
}

/* dt_site_counts_of - of an attachment that is armed, or that a trap may still be reading. Context: any. */
DT_PROBE_INLINE struct dt_site_counts *dt_site_counts_of(const struct dt_site_attachment *attachment)
{
	uint32_t *first = attachment->counts - attachment->index;

	return (struct dt_site_counts *)((char *)first - offsetof(struct dt_site_counts, counts));
}

/* dt_break_copy - as many bytes as a break of the space has: too few for a call. Context: any. */
DT_PROBE_INLINE void dt_break_copy(const struct dt_sites *sites, uint8_t *to, const uint8_t *from)
{
	size_t left = sites->space->isa->break_len;

	while (left > 0) {
		left--;
		to[left] = from[left];
		DT_LOOP_STAYS;
	}
}

DT_PROBE_INLINE uint32_t dt_site_hash(uint64_t addr, uint32_t shift)
{
	return ((uint32_t)addr * 0x9e3779b1u) >> shift;
}

/*
 * past.c: dt_past_find - the place at an address; NULL: there was never a break. dt_past_from - the index of the
 * first place at @addr or above, the number of places when there is none. Context: [M], or probe context.
 * dt_past_under - the break_len bytes that are at a site when it has gone. dt_past_write_back - write such bytes where
 * a break of ours is; returns false when none is there. Context: [M].
 */
struct dt_past_place *dt_past_find(struct dt_past *past, uint64_t addr);
size_t dt_past_from(const struct dt_past *past, uint64_t addr);
const uint8_t *dt_past_under(const struct dt_sites *sites, const struct dt_site *site);
bool dt_past_write_back(struct os_space *space, uint64_t addr, const uint8_t *bytes);

/*
 * thrown.c: dt_site_origin_keep - remember what is mapped at a new site, if its block has room for it.
 * dt_sites_throwing - a break that the caller has found missing may be written again soon: the program itself has
 * thrown it away. Context: [M] held.
 */
void dt_site_origin_keep(const struct dt_sites *sites, const struct dt_site *site);
bool dt_sites_throwing(const struct dt_sites *sites);

/*
 * doubt.c: dt_doubt_begin - a batch of a process was disarmed: if a debugger may have seen our breaks, the places
 * without a site are in doubt from now on. Context: [M] held. dt_space_is_seen - whether one may have. Context:
 * process.
 */
void dt_doubt_begin(struct dt_sites *sites);
bool dt_space_is_seen(struct os_space *space);

/*
 * dt_site_look_up / dt_site_find - the site at an address.
 * return:  look_up: true and *@ret, false when there is none; find: NULL then.
 * context: any, probe context included.
 */
DT_PROBE_INLINE bool dt_site_look_up(const struct dt_sites *sites, uint64_t addr, struct dt_site **ret)
{
	struct dt_site_table *table = DT_READ_ONCE(sites->table);
	uint32_t i = dt_site_hash(addr, table->shift);
	struct dt_site *site;

	for (;;) {
		site = DT_READ_ONCE(table->entries[i]);
		if (DT_LIKELY(site->key == addr)) {
			*ret = site;
			return true;
		}
		if (site == &dt_site_vacant)
			return false;
		i = (i + 1) & table->mask;
	}
}

DT_PROBE_INLINE struct dt_site *dt_site_find(const struct dt_sites *sites, uint64_t addr)
{
	struct dt_site *site;

	return dt_site_look_up(sites, addr, &site) ? site : NULL;
}

/* dt_site_is_there - whether a site is in the table, and no other one is at its address. Context: [M] held. */
DT_PROBE_INLINE bool dt_site_is_there(const struct dt_sites *sites, const struct dt_site *site)
{
	return dt_site_find(sites, site->insn.addr) == site;
}

/*
 * A site of a process is gone while its text is not there, or is another's (thrown.c): traps do not find it, and
 * another site may be at its address. It keeps its place in the table, which is by the lower half of the address.
 * dt_site_is_gone - whether it is. dt_site_key_gone - the key of those that are, and were at @addr. Context: [M] held.
 */
DT_PROBE_INLINE uint64_t dt_site_key_gone(uint64_t addr)
{
	return addr | 1ull << 63; /* no program has such an address */
}

DT_PROBE_INLINE bool dt_site_is_gone(const struct dt_site *site)
{
	return site->key != site->insn.addr;
}

/* dt_slot_chunk_of - the memory that @addr is in, NULL when it is in none. Context: [M] held, or probe context. */
DT_PROBE_INLINE struct dt_slot_chunk *dt_slot_chunk_of(const struct dt_slots *slots, uint64_t addr)
{
	struct dt_slot_chunk *chunk = DT_READ_ONCE(slots->chunks);

	while (chunk && addr - chunk->base >= chunk->bytes)
		chunk = DT_READ_ONCE(chunk->next);
	return chunk;
}

/*
 * dt_slot_of - the site whose slot contains @addr, NULL when there is none, or its slot has no owner
 * (dt_slot_owner).
 * args:    @slot_size that of the space's isa: a constant where it is known.
 * context: probe context.
 */
DT_PROBE_INLINE struct dt_site *dt_slot_of(const struct dt_sites *sites, uint64_t addr, uint32_t slot_size)
{
	struct dt_slot_chunk *chunk = dt_slot_chunk_of(&sites->slots, addr);
	struct dt_site **owners;

	if (!chunk)
		return NULL;
	owners = DT_READ_ONCE(chunk->owners);
	if (!owners)
		return NULL;
	return DT_READ_ONCE(owners[(uint32_t)(addr - chunk->base) / slot_size]);
}

/*
 * dt_slot_site - the same for the second break of a slot, which is at @addr. The site may have another way by now.
 * Context: probe context.
 */
DT_PROBE_INLINE struct dt_site *dt_slot_site(const struct dt_sites *sites, uint64_t addr, uint32_t slot_size)
{
	struct dt_slot_chunk *chunk = dt_slot_chunk_of(&sites->slots, addr);
	struct dt_site *site = dt_slot_of(sites, addr, slot_size);

	return site && (uint32_t)(addr - chunk->base) % slot_size == site->insn.len ? site : NULL;
}

/*
 * place.c: dt_place_init - sites->breaks; sites->space is set. dt_place_decode - as dt_site_decode().
 * dt_place_read - as dt_sites_text(). Context: [M] held.
 */
void dt_place_init(struct dt_sites *sites);
int dt_place_read(const struct dt_sites *sites, uint64_t addr, void *dst, size_t size);
bool dt_place_decode(const struct dt_sites *sites, uint64_t addr, struct isa_insn *insn);

/*
 * site_table.c: dt_site_table_reserve - room for @count more; returns 0 or -OS_ENOMEM.
 * dt_site_table_insert / remove - cannot fail after that; traps may still read a removed site until
 * the next os_sync(). dt_site_table_bytes - memory that it takes. dt_site_table_each - call @fn for
 * every site. dt_site_table_at - the site at a place of the table, NULL when there is none. dt_site_gone_at - a site
 * that is gone and was at @addr: the one after @last, NULL: the first one; NULL when there are no more.
 * dt_site_release - a site that nobody can reach any more: its memory, or one of its references less.
 * dt_site_hold - one reference more. dt_site_block_of - the block that it is part of. Context: [M] held.
 */
int dt_site_table_init(struct dt_sites *sites);
void dt_site_table_fini(struct dt_sites *sites);
int dt_site_table_reserve(struct dt_sites *sites, size_t count);
void dt_site_table_insert(struct dt_sites *sites, struct dt_site *site);
void dt_site_table_remove(struct dt_sites *sites, struct dt_site *site);
size_t dt_site_table_bytes(const struct dt_sites *sites);
void dt_site_table_each(const struct dt_sites *sites, void (*fn)(void *arg, struct dt_site *site), void *arg);
struct dt_site *dt_site_table_at(const struct dt_site_table *table, uint32_t i);
struct dt_site *dt_site_gone_at(const struct dt_sites *sites, uint64_t addr, const struct dt_site *last);
void dt_site_release(struct dt_site *site);
void dt_site_hold(struct dt_site *site);
struct dt_site_block *dt_site_block_of(const struct dt_site *site);

/*
 * site_slots.c: dt_slot_alloc - a slot that a PC-relative operand at @near reaches from, or @count of them side by
 * side, which are freed as one; 0 when there is none; @expected: an upper bound of how many more are needed soon.
 * dt_slot_unalloc - a slot that was taken and not written is free again. dt_slot_write - its bytes, gathered;
 * dt_slots_flush - really writes them: call it before a break is written. dt_slot_owner - the slot's own break
 * belongs to @site; returns false without memory. dt_slot_free - the slot is used again when no task can be inside it
 * any more. If @site is the slot's owner, it is released then, and the function returns true. dt_slot_shared - a slot
 * of the same chunk, for code that all of it shares: the chunk is given back as if there were none; @slot is the
 * chunk's first one in use, or *@is_new becomes false. dt_slot_free_now - no task is inside: the next dt_slots_trim()
 * makes it breaks, after which it is given again. dt_slots_trim - give back memory in which all is free.
 * dt_slot_start - where the slot that @addr is in begins, or the first one of several; 0 when it is in none that is
 * used: in probe context, too. dt_slots_close - when more than one smallest chunk could be given back: close large
 * ones that are mostly free, so that no slot in them is given any more; returns an upper bound of how many are used
 * there, 0: nothing was done. dt_slots_open - those that are closed are not any more. dt_slot_is_closed - whether a
 * slot is in such a chunk; @slot is any address. Context: [M] held.
 */
int dt_slots_init(struct dt_sites *sites);
void dt_slots_fini(struct dt_sites *sites);
uint64_t dt_slot_alloc(struct dt_sites *sites, struct dt_slots *slots, uint64_t near, size_t count, size_t expected);
void dt_slot_unalloc(struct dt_slots *slots, uint64_t slot);
uint64_t dt_slot_start(const struct dt_slots *slots, uint64_t addr);
void dt_slot_write(struct dt_sites *sites, const struct dt_slots *slots, uint64_t slot, const uint8_t *bytes);
void dt_slots_flush(struct dt_sites *sites);
uint64_t dt_slot_shared(struct dt_sites *sites, struct dt_slots *slots, uint64_t slot, bool *is_new);
bool dt_slot_owner(struct dt_sites *sites, uint64_t slot, struct dt_site *site);
bool dt_slot_free(struct dt_sites *sites, uint64_t slot);
void dt_slot_free_now(struct dt_slots *slots, uint64_t slot);
void dt_slots_trim(struct dt_sites *sites, struct dt_slots *slots);
size_t dt_slots_close(struct dt_slots *slots);
void dt_slots_open(struct dt_slots *slots);
bool dt_slot_is_closed(const struct dt_slots *slots, uint64_t slot);
bool dt_slots_limbo_begin(struct dt_sites *sites);   /* whether something waits for a grace period */
void dt_slots_limbo_end(struct dt_sites *sites);     /* it has passed since the beginning */
size_t dt_slots_bytes(const struct dt_slots *slots); /* memory that all of them take, executable and other */

/*
 * way.c: dt_way_make - how the CPU gets past a site.
 * args:    @site its instruction is decoded; @expected how many more sites may need a slot soon; *@slot_ret its slot,
 *          filled, which the caller frees; 0: it is emulated.
 * return:  NULL, or the reason why there is no way. context: [M] held.
 */
const char *dt_way_make(struct dt_sites *sites, struct dt_site *site, size_t expected, uint64_t *slot_ret);

/*
 * compact.c: dt_sites_compact - sites whose slots are in large memory that is mostly free get others, and it can be
 * given back after grace(). Nothing is done where there is nothing to gain.
 * return:  false when there was no memory for it: all is as it was. context: process, [M] held.
 */
bool dt_sites_compact(struct dt_sites *sites);

/*
 * attach.c: dt_site_sort - sort @count pointers that are mostly in order, as attachments (but for parts of functions
 * that the compiler put elsewhere) and starts of functions are. Without memory it is done in place, which takes three
 * times as many instructions. Context: process.
 */
void dt_site_sort(void **array, size_t count, int (*compare)(const void *a, const void *b));

/*
 * site.c: dt_sites_arm / dt_sites_disarm - what dt_sites_attach() and dt_sites_detach() do in one
 * space, with attachments in order of address; they return how many are armed, or were.
 * dt_sites_refuse - none of them is armed, for this reason. dt_sites_retry - remove breaks and jumps that could
 * not be removed before; returns how many are left, but for those that others hold. Context: process, [M] held.
 */
size_t dt_sites_arm(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count);
size_t dt_sites_disarm(struct dt_sites *sites, struct dt_site_attachment **attachments, size_t count);
void dt_sites_refuse(struct dt_site_attachment **attachments, size_t count, const char *reason);
size_t dt_sites_retry(struct dt_sites *sites);

/*
 * reclaim.c: dt_reclaim_init - prepare reclaim_task, which site.c queues: it waits, in the
 * background, until slots can be used again. dt_reclaim_settle - until that is over. Context:
 * process, [M] not held.
 */
void dt_reclaim_init(struct dt_sites *sites);
void dt_reclaim_settle(struct dt_sites *sites);

#endif
