/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stddef.h - the C freestanding header as the kernel's own: size_t, ptrdiff_t, NULL, offsetof. */
#ifndef DTRACE_FREESTANDING_STDDEF_H
#define DTRACE_FREESTANDING_STDDEF_H

#include <linux/types.h>
#include <linux/stddef.h>

#endif
