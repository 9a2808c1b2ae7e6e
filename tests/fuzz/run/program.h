/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* program.h - D programs from bytes. */
#ifndef TESTS_FUZZ_RUN_PROGRAM_H
#define TESTS_FUZZ_RUN_PROGRAM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * program_write - write a program to @out, each choice taken from the next byte of @data (0 after
 * its end). Most programs have fitting types; all of them end by exit().
 */
void program_write(FILE *out, const uint8_t *data, size_t size);

#endif
