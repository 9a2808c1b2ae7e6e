/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native.h - DIF objects as this CPU's own instructions, made when a program is enabled.
 *
 * Theory. Kernels have no jump tables, so the machine (dif_run.c) finds each instruction by comparisons: some 26 of the
 * CPU's instructions for one that adds. Here each becomes three (isa/native.h). What may fault, or is more than a line,
 * is a call of a helper, which does what the machine does and ends the object after a fault.
 *
 * All objects of a program share one piece of memory. Objects with a short form (quick.h) need no code. The machine runs
 *   - objects that walk the kernel's stack: the walk would meet code that is in no table of the kernel's;
 *   - objects too long for a CPU's branches;
 *   - programs for whose code there is no memory;
 *   - programs of consumers that lack rights (struct dt_mstate, `limited`): numbers of their choice would be in
 *     executable memory of the kernel.
 */
#ifndef CORE_NATIVE_H
#define CORE_NATIVE_H

#include <stddef.h>
#include <stdint.h>

#include "core/dif/machine.h"

struct dt_report;

/* The code of a program's objects. */
struct dt_native {
	uint64_t addr;          /* 0: there is none */
	size_t size;            /* bytes */
	uint32_t objects, left; /* objects that have code; of those without a short form, the others */
};

/*
 * dt_native_make - make code of all objects that can have some, and set their native.
 * args:    @difos validated, or without code; @native filled, for dt_native_free().
 * context: process, may sleep; nobody runs the objects yet.
 */
void dt_native_make(struct dt_native *native, struct dt_difo *difos, uint32_t count);

/* dt_native_free - give the code back; nobody runs the objects any more. Context: process, may sleep. */
void dt_native_free(struct dt_native *native);

/* dt_native_report - a line: how many objects have code now, and how many are left to the machine. Context: process. */
void dt_native_report(struct dt_report *report);

#endif
