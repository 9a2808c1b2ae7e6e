/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * layout.c - sizes and offsets of every structure that crosses the boundary to the consumer, as
 * numbers in a section of their own. compare-layouts compiles this for all four CPUs: the numbers
 * must be the same everywhere.
 */
#include <stddef.h>
#include <stdint.h>

#include <dtrace/action.h>
#include <dtrace/compiler.h>
#include <dtrace/dif.h>
#include <dtrace/dof.h>
#include <dtrace/ctl.h>
#include <dtrace/helper.h>
#include <dtrace/ioctl.h>
#include <dtrace/unwind.h>

/* LAYOUT(structure) and FIELD(structure, member), in order: also the list of names that the comparison prints. */
const uint32_t dt_layout[] __attribute__((section(".dt_layout"), used)) = {
#define LAYOUT(type)        sizeof(type),
#define FIELD(type, member) offsetof(type, member), sizeof(((type *)0)->member),
#define TAIL(type, member)  offsetof(type, member),
#include "layout.def"
#undef LAYOUT
#undef FIELD
#undef TAIL
};

/* 64-bit members lie at multiples of 8, whatever the CPU's compiler thinks of their alignment. */
#define IS_64(type, member)                                                         \
	(__builtin_types_compatible_p(__typeof__(((type *)0)->member), uint64_t) || \
	 __builtin_types_compatible_p(__typeof__(((type *)0)->member), int64_t))
#define LAYOUT(type)
#define FIELD(type, member) \
	DT_STATIC_ASSERT(!IS_64(type, member) || offsetof(type, member) % 8 == 0, #type "." #member);
#define TAIL(type, member) DT_STATIC_ASSERT(offsetof(type, member) % 4 == 0, #type "." #member);
#include "layout.def"
