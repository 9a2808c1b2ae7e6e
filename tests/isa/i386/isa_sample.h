/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * isa_sample.h - one instruction of this CPU for each way in which the site layer treats them, and the
 * registers that they use: what tests of the site layer and of its providers write into a text.
 */
#ifndef TESTS_ISA_I386_SAMPLE_H
#define TESTS_ISA_I386_SAMPLE_H

#include <isa_types.h>

#define SAMPLE_SLOT          "\x89\xe5"         /* mov %sp,%bp: it runs in a slot */
#define SAMPLE_JUNK          "\x0f\x04\x0f\x04" /* does not decode, or is refused */
#define SAMPLE_REGS          struct i386_regs
#define SAMPLE_WORD          uint32_t
#define SAMPLE_ARGUMENT      ax
#define SAMPLE_REJECTED_CODE "0f1f440000 90 cb"
#define SAMPLE_PARTLY_CODE   "0f1f440000 7401 cb c3"
#define SAMPLE_PARTLY_EXIT   8

#include "../x86/sample.h"

/* in a process the instruction of system calls may run in a slot */
#define SAMPLE_SYSTEM_CALLS true

#endif
