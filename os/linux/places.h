/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * places.h - addresses in text that the kernel keeps in tables: it writes there, or lets a CPU go on
 * there. The tables are the kernel's own and those of each module: jump labels, static calls, exceptions.
 */
#ifndef OS_LINUX_PLACES_H
#define OS_LINUX_PLACES_H

#include <linux/types.h>

struct exception_table_entry;
struct dt_report;

enum linux_place {
	LINUX_PLACE_PATCHED, /* a jump label or a static call: up to LINUX_PATCHED_MAX bytes are written from there on */
	LINUX_PLACE_DESTINATION, /* to which a jump label leads when it is a jump */
	LINUX_PLACE_EXCEPTION,   /* an instruction whose fault the kernel expects; it knows it by its address */
	LINUX_PLACE_FIXUP,       /* where the CPU goes on after such a fault */
};

#define LINUX_PATCHED_MAX 5

/*
 * linux_places_init - find the kernel's tables, by their symbols or without. Those that are not found are left out.
 * Return 0. Context: process, once, before a break of ours is anywhere.
 */
int linux_places_init(void);

/*
 * linux_places_complete - whether linux_places_each() has all the kernel's own places: jump labels, exceptions and,
 * where there are such, static calls. Else it has those that were found. Context: any.
 */
bool linux_places_complete(void);

/*
 * linux_places_report - how many entries the kernel's own tables have (base/report.h); 0: not found. Context: process.
 */
void linux_places_report(struct dt_report *report);

/*
 * linux_places_each - call @fn for each place, of the kernel's first; in no order. A module that comes or goes
 * meanwhile may be left out: its own notice follows (modules.c).
 * context: process, may sleep; @fn must not.
 */
void linux_places_each(void (*fn)(void *arg, enum linux_place place, unsigned long addr), void *arg);

/* linux_exception_table - the kernel's own, in order of address; *@end NULL: it was not found. Context: any. */
const struct exception_table_entry *linux_exception_table(const struct exception_table_entry **end);

/* linux_exception_addr - the instruction that an entry is for. Context: any. */
unsigned long linux_exception_addr(const struct exception_table_entry *entry);

#endif
