/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt.h - arguments of probes of programs: argument programs (<dtrace/usdt.h>) are checked once,
 * when a consumer hands them in, and evaluated in each firing that reads one.
 */
#ifndef CORE_USDT_H
#define CORE_USDT_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/usdt.h>

#include "isa/isa.h"

/*
 * dt_usdt_arg_is_valid - whether an argument program from userland may be evaluated: known kind,
 * size and flags, registers that this CPU has, nothing in members that its kind does not use.
 * context: any.
 */
bool dt_usdt_arg_is_valid(const struct dtrace_usdt_arg *arg);

/* A process at a site, as far as arguments need it. */
struct dt_usdt_place {
	const struct isa_regs *regs; /* of the kernel's CPU, also for a 32-bit process of a 64-bit kernel */
	const struct isa_mem *mem;   /* its load reads the process's memory, guarded; store is not called */
	uint64_t moved;              /* how far the file is from the addresses it was linked for */
	uint8_t word;                /* bytes of the process's addresses: 4 or 8 */
};

/*
 * dt_usdt_arg_get - the value of an argument.
 * args:    @arg is valid; @place is borrowed for the call.
 * return:  0 and *@value, extended to 64 bits by its sign or by zeros; -OS_EFAULT when the argument
 *          is REFUSED or the memory is not there, *@value untouched.
 * context: probe context.
 */
int dt_usdt_arg_get(const struct dtrace_usdt_arg *arg, const struct dt_usdt_place *place, uint64_t *value);

#endif
