/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/stack_check.h - where the entry of a function of Go is.
 *
 * Theory. Such a function begins with a look whether its stack is large enough (cmd/internal/obj, "stacksplit" of each
 * CPU). If it is not, the function calls runtime.morestack, which moves the stack, and begins again:
 *
 *      start:  compare the stack pointer with the goroutine's limit      start:  compare
 *              if too small, go to `grow` (once, or twice)                       if large enough, go to `entry`
 *      entry:  ...                                                       grow:   ... jump to start
 *      grow:   save arguments, call runtime.morestack*,                  entry:  ...
 *              restore them, jump to start
 *
 * At `entry` the stack pointer and all arguments are as the caller left them, and control comes there once for each call.
 */
#ifndef LDT_PROCESS_STACK_CHECK_H
#define LDT_PROCESS_STACK_CHECK_H

#include "isa/isa.h"
#include "process/functions.h"

/*
 * ldt_stack_check - look for that.
 * args:    @bytes the function's, @size of them, from @start on; @functions of its file, whose names tell.
 * return:  the address of `entry`; 0: the function does not begin so, or something else in it leads to `entry` or to
 *          what is before it.
 */
uint64_t ldt_stack_check(const struct isa *isa, const struct ldt_functions *functions, uint64_t start,
			 const uint8_t *bytes, size_t size);

#endif
