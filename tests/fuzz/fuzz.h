/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz.h - what a fuzz target defines. driver.c calls it with random inputs for ctest; with clang's
 * -fsanitize=fuzzer the same file is a libFuzzer target (DTRACE_LIBFUZZER).
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/*
 * fuzz_one - try one input; aborts on a finding. Return: 1 when the input got past the outer checks
 * (for statistics), else 0.
 */
int fuzz_one(const uint8_t *data, size_t size);

#endif
