/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stdarg.h - the C freestanding header: the compiler's variable arguments. */
#ifndef DTRACE_FREESTANDING_STDARG_H
#define DTRACE_FREESTANDING_STDARG_H

#include <linux/stdarg.h>

#endif
