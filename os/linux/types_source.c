/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * types_source.c - the kernel's structures and the prototypes of its tracepoints, for a kernel that does
 * not describe them (BTF). It is compiled for its types alone (make-types.sh): nothing of it is in the module.
 *
 * A tracepoint NAME is the type btf_trace_NAME, as in the kernel's own BTF: a pointer to a function
 * of the tracepoint's arguments after a `void *`.
 */
#include <linux/tracepoint.h>

#define TRACEPOINT(name, ...)                                  \
	typedef void (*btf_trace_##name)(void *, __VA_ARGS__); \
	btf_trace_##name dt_tracepoint_##name;                 \
	static inline void trace_##name(__VA_ARGS__)           \
	{                                                      \
	}                                                      \
	static inline void trace_##name##_rcuidle(__VA_ARGS__) \
	{                                                      \
	}                                                      \
	static inline bool trace_##name##_enabled(void)        \
	{                                                      \
		return false;                                  \
	}

#undef TP_PROTO
#undef TP_ARGS
#undef TP_CONDITION
#undef TP_STRUCT__entry
#undef TP_fast_assign
#undef TP_printk
#undef DECLARE_TRACE
#undef DECLARE_TRACE_CONDITION
#undef DECLARE_EVENT_CLASS
#undef DEFINE_EVENT
#undef DEFINE_EVENT_FN
#undef DEFINE_EVENT_PRINT
#undef DEFINE_EVENT_CONDITION
#undef TRACE_EVENT
#undef TRACE_EVENT_FN
#undef TRACE_EVENT_FN_COND
#undef TRACE_EVENT_CONDITION
#undef TRACE_EVENT_NOP
#undef DEFINE_EVENT_NOP
#undef DECLARE_EVENT_CLASS_NOP
#undef DECLARE_EVENT_NOP
#undef TRACE_EVENT_FLAGS
#undef TRACE_EVENT_PERF_PERM
#undef TRACE_DEFINE_ENUM
#undef TRACE_DEFINE_SIZEOF

#define TP_PROTO(...) __VA_ARGS__
#define TP_ARGS(...)
#define TP_CONDITION(...)
#define TP_STRUCT__entry(...)
#define TP_fast_assign(...)
#define TP_printk(...)
#define DECLARE_TRACE(name, proto, ...)           TRACEPOINT(name, proto)
#define DECLARE_TRACE_CONDITION(name, proto, ...) TRACEPOINT(name, proto)
#define DECLARE_EVENT_CLASS(...)
#define DEFINE_EVENT(class, name, proto, ...)           TRACEPOINT(name, proto)
#define DEFINE_EVENT_FN(class, name, proto, ...)        TRACEPOINT(name, proto)
#define DEFINE_EVENT_PRINT(class, name, proto, ...)     TRACEPOINT(name, proto)
#define DEFINE_EVENT_CONDITION(class, name, proto, ...) TRACEPOINT(name, proto)
#define TRACE_EVENT(name, proto, ...)                   TRACEPOINT(name, proto)
#define TRACE_EVENT_FN(name, proto, ...)                TRACEPOINT(name, proto)
#define TRACE_EVENT_FN_COND(name, proto, ...)           TRACEPOINT(name, proto)
#define TRACE_EVENT_CONDITION(name, proto, ...)         TRACEPOINT(name, proto)
#define TRACE_EVENT_NOP(...)
#define DEFINE_EVENT_NOP(...)
#define DECLARE_EVENT_CLASS_NOP(...)
#define DECLARE_EVENT_NOP(...)
#define TRACE_EVENT_FLAGS(...)
#define TRACE_EVENT_PERF_PERM(...)
#define TRACE_DEFINE_ENUM(...)
#define TRACE_DEFINE_SIZEOF(...)

#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/bio.h>
#include <linux/blkdev.h>
#include <linux/buffer_head.h>
#include <linux/fdtable.h>
#include <linux/fs.h>
#include <linux/fs_struct.h>
#include <linux/icmp.h>
#include <linux/igmp.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/interrupt.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/irq.h>
#include <linux/mm.h>
#include <linux/mount.h>
#include <linux/namei.h>
#include <linux/netdevice.h>
#include <linux/pipe_fs_i.h>
#include <linux/skbuff.h>
#include <linux/swap.h>
#include <linux/tcp.h>
#include <linux/tty.h>
#include <linux/udp.h>
#include <linux/workqueue.h>
#include <linux/writeback.h>
#include <net/inet_connection_sock.h>
#include <net/sock.h>
#include <net/tcp.h>
#include <net/udp.h>

#include TRACEPOINTS /* trace/events/(all).h that can be compiled */

/* dt_function_NAME: a pointer to a function that those headers declare. */
#define FUNCTION(name) typeof(name) *dt_function_##name;
#include FUNCTIONS
