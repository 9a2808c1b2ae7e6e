/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump_targets.h - the functions that native_jump.c writes jumps into. */
#ifndef TESTS_ISA_JUMP_TARGETS_H
#define TESTS_ISA_JUMP_TARGETS_H

typedef unsigned long word;
typedef long sword;

#define WORK_WORDS 16

/* Memory that a function reads and writes. */
struct work {
	word words[WORK_WORDS];
};

typedef word target_fn(word a, word b, word c, struct work *work);

struct target_list {
	void (*prepare)(void); /* the state of these functions as it is before each run; NULL: there is none */
	struct {
		const char *name; /* NULL: the end */
		target_fn *fn;
	} targets[32];
};

extern const struct target_list plain_targets, kernel_targets, special_targets;

#endif
