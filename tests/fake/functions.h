/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * functions.h - a few functions, 32 bytes each, one after the other: what tests of text providers
 * look through. isa_sample.h has their code for each CPU, and where each is left.
 */
#ifndef TESTS_FAKE_FUNCTIONS_H
#define TESTS_FAKE_FUNCTIONS_H

enum {
	TWO_EXITS,     /* two returns */
	TAIL,          /* jumps out */
	ENDLESS,       /* never left */
	FORBIDDEN,     /* returns */
	HUGE,          /* returns */
	SPLIT,         /* a branch into its cold part; returns */
	SPLIT_COLD,    /* a branch to that return; returns; jumps out */
	MAYBE,         /* a branch out; a jump by a register; returns */
	LOOP,          /* a branch to its entry site; returns */
	SELF,          /* jumps to its first byte; returns */
	REJECTED,      /* one exit, which cannot be a site */
	PARTLY,        /* the same, and returns */
	SHORT,         /* returns */
	BAD_COLD,      /* a branch into its cold part; returns */
	BAD_COLD_COLD, /* no instruction */
	WORK,          /* instructions of several classes; returns, by the thunk at 0x1000 where there are thunks */
	FUNCTIONS
};

#define FUNCTION_SIZE 32

struct sample_function {
	const char *code;         /* hexadecimal; spaces are passed over */
	long exits[5];            /* offsets of those that can be sites, its cold part's too, then -1 */
	unsigned int conditional; /* bit by bit: the exit leads out only sometimes */
};

#endif
