/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * break_hook.h - two ways to handle arm64's BRK in kernel mode: the list of break hooks, which a
 * stable update of 6.12 removed; after that, the function tracer on the function that every BRK
 * reaches.
 */
#ifndef OS_LINUX_COMPAT_BREAK_HOOK_H
#define OS_LINUX_COMPAT_BREAK_HOOK_H

#include <linux/types.h>

struct pt_regs;

/*
 * compat_break_init - have @trap called for BRK @immediate in kernel mode, @user_trap in user mode;
 * they return true when it was their own.
 * return:  0 and *@name_ret the way taken; -ENOENT when this kernel has neither.
 * context: process. @trap: probe context. @user_trap: in some kernels with interrupts on.
 */
int compat_break_init(u16 immediate, bool (*trap)(struct pt_regs *regs), bool (*user_trap)(struct pt_regs *regs),
		      const char **name_ret);
void compat_break_fini(void);

#endif
