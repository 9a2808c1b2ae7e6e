/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* limits.h - the C freestanding header: CHAR_BIT here, INT_MAX and its like are the kernel's own. */
#ifndef DTRACE_FREESTANDING_LIMITS_H
#define DTRACE_FREESTANDING_LIMITS_H

#include <linux/limits.h>
#include <linux/kernel.h>

#ifndef CHAR_BIT
#define CHAR_BIT 8
#endif

#endif
