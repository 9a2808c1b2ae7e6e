/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* arm.h - the probes of this program, armed by itself. */
#ifndef ARM_H
#define ARM_H

#include <stdbool.h>
#include <stdint.h>

struct arm_firing {
	unsigned int count; /* firings so far; the rest is of the last one */
	const char *name;
	unsigned int arg_count;
	uint64_t args[32];
	bool faulted[32];
};
extern struct arm_firing arm_last;
extern int arm_marker; /* its address, and that in the file, say how far the program was moved */

/* arm_all - arms the sites of a file; how many there were. @marker: the address of arm_marker in the file. */
unsigned int arm_all(const char *path, uint64_t marker);

#endif
