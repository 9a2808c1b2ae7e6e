/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler.h - the few compiler attributes the tree uses, and the mark of probe context.
 *
 * Probe context is everything that can run between a probe firing and its return: interrupts are
 * off, any kernel lock may be held, the firing may be inside an NMI. A function that can run there
 * is marked DT_PROBE_CTX. The mark puts it into the section .text.dt_probe, takes away every kind
 * of instrumentation, and is what tools/check-probe-context reads: code in that section may call
 * only that section and a short allow-list.
 *
 * Inline functions in headers that are used in probe context are DT_PROBE_INLINE: they become part of their caller.
 */
#ifndef DTRACE_COMPILER_H
#define DTRACE_COMPILER_H

#define DT_PROBE_SECTION ".text.dt_probe"
#define DT_PROBE_CTX \
	__attribute__((section(DT_PROBE_SECTION), no_instrument_function, no_stack_protector, __noinline__))
#define DT_PROBE_INLINE static inline __attribute__((__always_inline__, no_instrument_function))

/*
 * A function that is called by its name alone, never by a pointer: where the CPU checks indirect calls it needs no
 * landing pad, an instruction less in each call. The compiler refuses its address as a pointer.
 */
#if defined(__CET__) && (__CET__ & 1)
#define DT_BY_NAME __attribute__((nocf_check))
#else
#define DT_BY_NAME
#endif

#define DT_LIKELY(x)         __builtin_expect(!!(x), 1)
#define DT_UNLIKELY(x)       __builtin_expect(!!(x), 0)
#define DT_PACKED            __attribute__((packed))
#define DT_ALIGNED(n)        __attribute__((aligned(n)))
#define DT_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define DT_UNUSED            __attribute__((unused))

/*
 * A local variable of a hot path, always written before it is read. Kernels are built so that the
 * compiler zeroes variables that are not initialised; for a structure that would cost more than a
 * whole firing should.
 */
#if defined(__has_attribute)
#if __has_attribute(uninitialized)
#define DT_UNINITIALIZED __attribute__((uninitialized))
#endif
#endif
#ifndef DT_UNINITIALIZED
#define DT_UNINITIALIZED
#endif

#define DT_ARRAY_SIZE(a)                 (sizeof(a) / sizeof((a)[0]))
#define DT_CONTAINER_OF(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))
#define DT_MIN(a, b)                     ((a) < (b) ? (a) : (b))
#define DT_MAX(a, b)                     ((a) > (b) ? (a) : (b))
#define DT_ROUNDUP(n, align)             (((n) + (align)-1) & ~((align)-1)) /* @align is a power of two */

/* One load or store that the compiler neither tears, repeats nor leaves out; no ordering against other accesses. */
#define DT_READ_ONCE(x)                  (*(const volatile __typeof__(x) *)&(x))
#define DT_WRITE_ONCE(x, v)              (*(volatile __typeof__(x) *)&(x) = (v))

/* Ordered accesses between CPUs: publish with release what readers take with acquire. */
#define DT_LOAD_ACQUIRE(p)               __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define DT_STORE_RELEASE(p, v)           __atomic_store_n((p), (v), __ATOMIC_RELEASE)

#define DT_STATIC_ASSERT(cond, msg)      _Static_assert(cond, msg)

#endif
