/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stdbool.h - the C freestanding header as the kernel's own: bool, true, false. */
#ifndef DTRACE_FREESTANDING_STDBOOL_H
#define DTRACE_FREESTANDING_STDBOOL_H

#include <linux/types.h>
#include <linux/stddef.h>

#endif
