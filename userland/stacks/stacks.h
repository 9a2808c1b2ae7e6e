/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * stacks/stacks.h - the tables with which the core walks user stacks (docs/unwind.md). The one header
 * of this room for others.
 *
 *      FILES --> process, mapping --> the file (process/) --> its table (unwind/) --> UNWIND
 *
 * The core asks for the files that it has come to; each is read once, whatever number of processes
 * has it.
 */
#ifndef LDT_STACKS_STACKS_H
#define LDT_STACKS_STACKS_H

#include "handle/handle.h"

/*
 * ldt_stacks_load - hand in the tables of files that walks have missed; with @pid not 0, of all files
 * of that process, whether a walk has come to them or not.
 * context: reads files; takes some milliseconds for each MiB of text. What cannot be read is left to
 *          frame pointers; what the core has no room for, too, and counts in dtp->tables_refused.
 */
void ldt_stacks_load(struct dtrace_hdl *dtp, uint32_t pid);

#endif
