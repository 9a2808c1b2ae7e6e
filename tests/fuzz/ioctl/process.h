/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process.h - a process for the fuzzer of commands: a text that nothing executes, whose pid is 1. */
#ifndef TESTS_FUZZ_IOCTL_PROCESS_H
#define TESTS_FUZZ_IOCTL_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#define PROCESS_TEXT_AT   0x10000u
#define PROCESS_TEXT_SIZE 16384u

/* process_text - its bytes, from PROCESS_TEXT_AT on. */
const uint8_t *process_text(void);

/* process_end - the process is gone; another one has its number from now on. */
void process_end(void);

/* process_is_clean - nobody has it, and its text and its counters are as they were. */
bool process_is_clean(void);

#endif
