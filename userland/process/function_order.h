/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/function_order.h - the order of the functions of one file. */
#ifndef LDT_PROCESS_FUNCTION_ORDER_H
#define LDT_PROCESS_FUNCTION_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "process/process.h"

/*
 * ldt_functions_order - sorts functions by address; of several at one place the larger comes first, then the one
 * with the shorter name, then by name; those without a name come last. A name that is there twice is left once.
 * args:    *@count how many, and how many are left.
 * return:  false: out of memory; they are unchanged.
 */
bool ldt_functions_order(struct ldt_function *all, size_t *count);

#endif
