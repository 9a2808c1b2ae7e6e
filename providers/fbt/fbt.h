/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fbt.h - fbt's own structures. */
#ifndef PROVIDERS_FBT_FBT_H
#define PROVIDERS_FBT_FBT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/provider.h>

enum fbt_kind { FBT_ENTRY, FBT_RETURN };

/* One probe: made for every function, so it is small; what arming needs is allocated then. */
struct fbt_probe {
	uint64_t addr;				/* of the function */
	struct dt_site_attachment *sites;	/* while armed, else NULL */
	uint32_t size;				/* bytes of the function, 0: too long to be one */
	uint32_t body;				/* offset of the entry site */
	uint32_t site_count;
	uint8_t kind;				/* enum fbt_kind */
	bool in_module;				/* part of a struct fbt_module_probe */
};

/* One in a module: found again when the module goes. */
struct fbt_module_probe {
	struct fbt_probe probe;
	struct fbt_module_probe *next;
	struct fbt_module_probe **link;		/* what points to this */
};

#define FBT_TAIL	(1ull << 63)	/* in an attachment's data: a tail jump, whose function has no value */

/* One exit of a function. */
struct fbt_exit {
	uint64_t addr;
	bool tail;
};

#define FBT_EXITS_MAX	4096	/* of one function; with more it is refused */

#endif
