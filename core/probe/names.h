/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * names.h - interned strings: one copy of each name, compared by address, counted references.
 *
 * 80,000 probes share some 50,000 names. They are in blocks of 64 KiB, by size class of 16 bytes,
 * so that a name costs its text and 24 bytes. A name also heads the list of the probes whose
 * function it is: exact patterns start there.
 */
#ifndef CORE_NAMES_H
#define CORE_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>

struct dt_probe;

#define DT_NAME_MAX 192 /* bytes with NUL: the longest of ioctl.h's lengths */

struct dt_name {
	struct dt_name *next; /* in its hash chain */
	/* circular list of the probes with this function name, in order of id; NULL: none */
	struct dt_probe *last;
	uint32_t hash;
	uint32_t refs;
	uint16_t length; /* without NUL */
	char text[];
};

/* dt_names_init / dt_names_fini - the table. Return of init: 0 or -OS_ENOMEM. Context: framework lock held. */
int dt_names_init(void);
void dt_names_fini(void);

/*
 * dt_name_get - the one copy of a text, made when there is none; @max as in ioctl.h's lengths: the
 * text is cut to max - 1.
 * return:  a reference for dt_name_put(); NULL without memory.
 * context: framework lock held.
 */
const struct dt_name *dt_name_get(const char *text, size_t max);
void dt_name_put(const struct dt_name *name); /* NULL is accepted */

/* dt_name_find - borrowed; NULL when nobody uses this text. Context: framework lock held. */
const struct dt_name *dt_name_find(const char *text);

/* dt_names_bytes - memory the names take, for reports. Context: framework lock held. */
size_t dt_names_bytes(void);

#endif
