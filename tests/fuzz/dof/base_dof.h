/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * base_dof.h - valid DOF files that the targets dof and ioctl start from, and bending them by the
 * bytes of an input.
 */
#ifndef TESTS_FUZZ_BASE_DOF_H
#define TESTS_FUZZ_BASE_DOF_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of an input, used up one by one; zeros when they are used up. */
struct fuzz_input {
	const uint8_t *data;
	size_t size;
};
uint8_t fuzz_byte(struct fuzz_input *in);
uint64_t fuzz_word(struct fuzz_input *in, unsigned int bytes);

/* base_dof - a program with all kinds of actions, bent in up to 7 places as the input says; malloc'ed. */
void *base_dof(struct fuzz_input *in, size_t *size);

/* base_options - a DOF with sizes that are good for the machine the test runs on; malloc'ed. */
void *base_options(size_t *size);

#endif
