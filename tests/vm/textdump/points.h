/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* points.h - the tracepoints of points.c. Read several times, as the kernel's definitions of events are. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM points

#if !defined(TESTS_VM_POINTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define TESTS_VM_POINTS_H

#include <linux/tracepoint.h>

/* Arguments of several widths: on a 32-bit CPU one of 64 bits takes two words. */
TRACE_EVENT(points_mixed, TP_PROTO(bool flag, u64 wide, int number, void *place, s64 less, u8 narrow, u64 last),
	    TP_ARGS(flag, wide, number, place, less, narrow, last), TP_STRUCT__entry(__field(u64, wide)),
	    TP_fast_assign(__entry->wide = wide;), TP_printk("%llu", __entry->wide));

/* As many as a probe can have. */
TRACE_EVENT(points_ten, TP_PROTO(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j),
	    TP_ARGS(a, b, c, d, e, f, g, h, i, j), TP_STRUCT__entry(__field(long, a)), TP_fast_assign(__entry->a = a;),
	    TP_printk("%ld", __entry->a));

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE points
#include <trace/define_trace.h>
