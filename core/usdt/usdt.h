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
#include <dtrace/provider.h>
#include <dtrace/usdt.h>

#include "isa/isa.h"

/*
 * dt_usdt_arg_is_valid - whether an argument program from userland may be evaluated: known kind,
 * size and flags, registers that this CPU has, nothing in members that its kind does not use.
 * context: any.
 */
bool dt_usdt_arg_is_valid(const struct dtrace_usdt_arg *arg);

/* dt_usdt_arg_get() is declared in dtrace/provider.h. */

#endif
