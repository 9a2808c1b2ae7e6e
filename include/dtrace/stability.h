/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * stability.h - stability levels and dependency classes of names, data and arguments (three of each
 * make an attribute n/d/c).
 */
#ifndef DTRACE_STABILITY_H
#define DTRACE_STABILITY_H

#include <stdint.h>

enum dtrace_stability {
	DTRACE_STABILITY_INTERNAL = 0,
	DTRACE_STABILITY_PRIVATE,
	DTRACE_STABILITY_OBSOLETE,
	DTRACE_STABILITY_EXTERNAL,
	DTRACE_STABILITY_UNSTABLE,
	DTRACE_STABILITY_EVOLVING,
	DTRACE_STABILITY_STABLE,
	DTRACE_STABILITY_STANDARD,
};

enum dtrace_class {
	DTRACE_CLASS_UNKNOWN = 0,
	DTRACE_CLASS_CPU,
	DTRACE_CLASS_PLATFORM,
	DTRACE_CLASS_GROUP,
	DTRACE_CLASS_ISA,
	DTRACE_CLASS_COMMON,
};

struct dtrace_attribute {
	uint8_t name;   /* enum dtrace_stability */
	uint8_t data;   /* enum dtrace_stability */
	uint8_t dclass; /* enum dtrace_class; "class" alone is a word of C++ */
	uint8_t pad;
};

/* Of a provider: its own name, and the module, function, name fields and arguments of its probes. */
struct dtrace_pattr {
	struct dtrace_attribute provider;
	struct dtrace_attribute module;
	struct dtrace_attribute function;
	struct dtrace_attribute name;
	struct dtrace_attribute args;
};

#endif
