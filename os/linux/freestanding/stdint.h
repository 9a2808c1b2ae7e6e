/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stdint.h - the C freestanding header as the kernel's own types, for core/, isa/ and providers/ in the module. */
#ifndef DTRACE_FREESTANDING_STDINT_H
#define DTRACE_FREESTANDING_STDINT_H

#include <linux/types.h>
#include <linux/limits.h>

#ifndef INT8_MAX
#define INT8_MAX   0x7f
#define INT16_MAX  0x7fff
#define INT32_MAX  0x7fffffff
#define INT64_MAX  0x7fffffffffffffffll
#define INT8_MIN   (-INT8_MAX - 1)
#define INT16_MIN  (-INT16_MAX - 1)
#define INT32_MIN  (-INT32_MAX - 1)
#define INT64_MIN  (-INT64_MAX - 1)
#define UINT8_MAX  0xff
#define UINT16_MAX 0xffff
#define UINT32_MAX 0xffffffffu
#define UINT64_MAX 0xffffffffffffffffull
#endif
#ifndef UINTPTR_MAX
#define UINTPTR_MAX (~0ul)
#endif
#ifndef SIZE_MAX
#define SIZE_MAX (~(size_t)0)
#endif
#ifndef INT64_C
#define INT32_C(v)  v
#define UINT32_C(v) v##u
#define INT64_C(v)  v##ll
#define UINT64_C(v) v##ull
#endif

#endif
