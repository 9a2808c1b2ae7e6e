/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * site.h - the site layer: break instructions in kernel text.
 *
 * Theory. A site is one instruction over which a break is written, however many probes stand on it. Its life:
 *
 *      attach (one batch)                                      detach (one batch)
 *        decode: EMULATE, or a slot is filled                    probes are unlinked from sites
 *        probes are linked, slots are written                    bytes are restored, one cross call:
 *        site -> table          the trap can find it               after it no CPU is in a trap of these sites
 *        breaks are written, one cross call; probes fire         site <- table, one cross call: no
 *        trap looks at it any more
 *                                                                site's memory is freed; its slot
 *                                                                waits for os_grace()
 *
 * The table is open addressing, read without locks by traps on all CPUs: an entry is a pointer,
 * written once when it is complete; a removed one becomes a tombstone that matches nothing. A full
 * table is replaced by a larger copy; the old one is freed after a cross call.
 *
 * A site is complete, its slot's bytes included, before the table has it: a CPU may still execute a
 * break of an earlier arming that is long gone from the text (an emulator's translation of it, made
 * while the text was restored), and goes to the slot as soon as it finds the site.
 *
 * A break that could not be taken away for want of memory stays with its site, in the table,
 * without probes: its traps are stepped over. It is tried again with the next batch, and until it
 * succeeds in the background.
 *
 * Getting past a site: the instruction is emulated on the registers, or the CPU is sent to the
 * slot. A slot ends in a jump back, or, where the CPU has no jump that reaches without a spare
 * register, in a second break: its trap is looked up by the slot.
 *
 * Locks: one mutex [M] for everything here that is not marked otherwise; [P] as in framework.h:
 * written under [M], read by traps.
 */
#ifndef CORE_SITE_H
#define CORE_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/provider.h>

#include <isa_types.h>

#include "os/os.h"

struct dt_site {
	struct isa_insn insn;             /* constant */
	uint64_t slot;                    /* constant; 0 when the instruction is emulated */
	struct dt_site_attachment *first; /* [P] in the order of `order` */
	struct dt_site_block *block;      /* constant; the memory it is part of */
};

/* The sites of one batch, in one piece of memory, freed with the last of them. */
struct dt_site_block {
	size_t live; /* [M] */
	struct dt_site sites[];
};

/* dt_site_release - a site that nobody can reach any more. Context: [M] held. */
void dt_site_release(struct dt_site *site);

struct dt_site_table {
	uint32_t shift;            /* constant; 32 - log2(size) */
	uint32_t mask;             /* constant; size - 1 */
	struct dt_site *entries[]; /* [P] */
};

/* The table in use [P]. Always there between init and fini. */
extern struct dt_site_table *dt_site_table;

/* Breaks that trapped although their bytes were gone already: stepped back and tried again [atomic]. */
/*
 * Traps that came late, of all sites together since the module was loaded: a CPU had fetched the
 * break before it was taken away. Either the site has no probe any more and is about to go, or it
 * has gone and the bytes are the instruction again; both are stepped over and fire nothing. They
 * cannot be counted by site: there is no site any more that would keep the number, and the probes
 * that it would be told with are unlinked; a new arming makes a new site. So per site it is always
 * 0, and the total says that the way is taken.
 */
extern unsigned long dt_sites_late;

/* dt_site_table_bytes - memory that the table takes. Context: [M] held. */
size_t dt_site_table_bytes(void);

DT_PROBE_INLINE uint32_t dt_site_hash(uint64_t addr, uint32_t shift)
{
	return ((uint32_t)addr * 0x9e3779b1u) >> shift;
}

/* dt_site_find - the site at an address, NULL when there is none. Context: any, probe context included. */
DT_PROBE_INLINE struct dt_site *dt_site_find(uint64_t addr)
{
	struct dt_site_table *table = DT_READ_ONCE(dt_site_table);
	uint32_t i = dt_site_hash(addr, table->shift);
	struct dt_site *site;

	while ((site = DT_READ_ONCE(table->entries[i])) != NULL && site->insn.addr != addr)
		i = (i + 1) & table->mask;
	return site;
}

/*
 * site_table.c: dt_site_table_reserve - room for @count more; returns 0 or -OS_ENOMEM.
 * dt_site_table_insert / remove - cannot fail after that; what was removed may be read by traps
 * until the next os_sync(). Context: [M] held.
 */
int dt_site_table_init(void);
void dt_site_table_fini(void);
int dt_site_table_reserve(size_t count);
void dt_site_table_insert(struct dt_site *site);
void dt_site_table_remove(struct dt_site *site);

/*
 * site_slots.c: dt_slot_alloc - a slot, 0 when there is none; @expected: at most so many more are
 * wanted soon. dt_slot_write - its bytes, gathered; dt_slots_flush - really writes them: call it
 * before a break is written. dt_slot_owner - the slot's own break belongs to @site; returns false
 * without memory. dt_slot_free - to be used again when no task can be inside it any more; @site is
 * released then if it is the slot's owner, and the answer is true. Context: [M] held.
 */
int dt_slots_init(void);
void dt_slots_fini(void);
uint64_t dt_slot_alloc(size_t expected);
void dt_slot_write(uint64_t slot, const uint8_t *bytes);
void dt_slots_flush(void);
bool dt_slot_owner(uint64_t slot, struct dt_site *site);
bool dt_slot_free(uint64_t slot);
void dt_slots_reclaim(void); /* starts waiting for what was freed; returns at once */
void dt_slots_settle(void);  /* returns when it is over; [M] not held */

/*
 * dt_sites_retry - take away breaks that could not be taken away before; returns how many are left.
 * Context: process, [M] held.
 */
size_t dt_sites_retry(void);
size_t dt_slots_bytes(void); /* memory that all slots take, executable and other */

/* dt_sites_init's lock, for the table and the slots. */
extern struct os_mutex dt_sites_lock;

/* dt_slot_site - the site whose slot has a second break at @addr, NULL when there is none. Context: probe context. */
struct dt_site *dt_slot_site(uint64_t addr);

#endif
