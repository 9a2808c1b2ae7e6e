/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fixed.h - what the unit tests of aarch64 and riscv64 share: cmocka, and a small memory that faults outside. */
#ifndef TESTS_UNIT_ISA_FIXED_H
#define TESTS_UNIT_ISA_FIXED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/errno.h"

#define STACK_AT 0xffff800012340000u

struct memory {
	uint64_t words[16]; /* at STACK_AT */
};

static inline int memory_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	struct memory *memory = arg;

	if (addr < STACK_AT || addr + size > STACK_AT + sizeof(memory->words))
		return -OS_EFAULT;
	memcpy(dst, (char *)memory->words + (addr - STACK_AT), size);
	return 0;
}

#endif
