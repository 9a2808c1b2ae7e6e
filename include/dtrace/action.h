/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * action.h - what an enabling does when its predicate is true: action kinds, aggregating functions and their results.
 *
 * A clause is a list of actions. Each action has a kind, an optional DIF object whose value it
 * uses, an `arg` (meaning by kind, below) and a `uarg` that the kernel hands back untouched.
 *
 * kind            DIF object             arg
 * DIFEXPR         value to record        DTRACE_EXPR_* flags (for the consumer's printing)
 * EXIT            exit status            0
 * PRINTF, SYSTEM, FREOPEN, PRINTA        the format: in DOF 1 + offset in the action's string table
 *                 the argument, or none  (0: no format); in a record description the format id.
 *                                        Each printf argument is one action of this kind
 * LIBACT          aggregation id...      enum dtrace_libact: carried out by the consumer (clear,
 *                                        trunc, normalize...)
 * TRACEMEM        address (by ref)       size in bytes
 * TRACEMEM_DYNSIZE size                  0; follows its TRACEMEM
 * PRINT           value (its size, by    number of the type, as the consumer knows it; with
 *                 value or by reference) DTRACE_PRINT_ADDRESS the DIF object gives an address, and
 *                                        the record is that address (u64), then the data at it
 * PCAP            address of a packet    bytes of it at most, 1 to DTRACE_PCAP_MAX; the record is a
 *                                        struct dtrace_packet. In the same statement a DIFEXPR, the
 *                                        link type, follows it
 * STACK           none                   frames (0: option stackframes)
 * USTACK, JSTACK  none                   DTRACE_USTACK_ARG(frames, string size)
 * SYM MOD         kernel address         0
 * USYM UMOD UADDR user address           0; the record is {pid, address}
 * RAISE           signal number          0
 * CHILL           nanoseconds            0
 * SPECULATE COMMIT DISCARD  speculation id  0
 * STOP PANIC BREAKPOINT     none         0
 * aggregations    value, none for count  parameter word (lquantize, llquantize), else 0; see DTRACE_AGG_UARG
 */
#ifndef DTRACE_ACTION_H
#define DTRACE_ACTION_H

#include <stdint.h>

enum dtrace_action {
	DTRACEACT_NONE = 0,
	/* classes: of a process, the kernel, speculations; destructive ones among them */
	DTRACEACT_PROC = 0x100,
	DTRACEACT_PROC_DESTRUCTIVE = 0x200,
	DTRACEACT_KERNEL = 0x400,
	DTRACEACT_KERNEL_DESTRUCTIVE = 0x500,
	DTRACEACT_SPECULATIVE = 0x600,
#define DT_ACTION_KIND(number, NAME, ...) DTRACEACT_##NAME = (number),
#include "../../spec/action.def"
	DTRACEACT_AGGREGATION = 0x700,
#define DT_AGG(id, NAME, ...)      DTRACEAGG_##NAME = DTRACEACT_AGGREGATION + (id),
#define DT_AGG_FORM(id, NAME, ...) DTRACEAGG_##NAME = DTRACEACT_AGGREGATION + (id),
#include "../../spec/agg.def"
};

#define DTRACEACT_CLASS(kind) ((kind)&0xff00)
#define DTRACEACT_ISAGG(kind) (DTRACEACT_CLASS(kind) == DTRACEACT_AGGREGATION)
#define DTRACEACT_ISDESTRUCTIVE(kind) \
	(DTRACEACT_CLASS(kind) == DTRACEACT_PROC_DESTRUCTIVE || DTRACEACT_CLASS(kind) == DTRACEACT_KERNEL_DESTRUCTIVE)

/*
 * arg of DIFEXPR, and of printf arguments in their record descriptions (bits 32.. there): how the
 * value is typed in D.
 */
#define DTRACE_EXPR_SIGNED         0x1 /* integer of signed type */
#define DTRACE_EXPR_STRING         0x2 /* D string; with BYREF an array of char, which may hold anything */
#define DTRACE_EXPR_POINTER        0x4
#define DTRACE_EXPR_BYREF          0x8 /* structure or array: print as bytes */
/* the number that the compiler has given to its enumeration, as in PRINT; 0: it is of none. 24 bits */
#define DTRACE_EXPR_ENUM(number)   ((uint64_t)(number) << 8)
#define DTRACE_EXPR_ENUM_OF(flags) ((uint32_t)((flags) >> 8) & 0xffffff)

/* arg of PRINT. */
#define DTRACE_PRINT_ADDRESS       (1ull << 32)
#define DTRACE_PRINT_TYPE(arg)     ((uint32_t)(arg))

/* The record of PCAP. */
#define DTRACE_PCAP_MAX            262144

struct dtrace_packet {
	uint64_t time;     /* ns since 1970 */
	uint32_t length;   /* of the packet, bytes */
	uint32_t captured; /* of these, from its start */
	uint8_t data[];    /* captured bytes, then zeros */
};

/*
 * Library actions (arg of LIBACT). Each takes the aggregation's id as its value; those with a
 * number have a second LIBACT record.
 */
enum dtrace_libact {
#define DT_ACTION_LIBRARY(number, NAME) DTRACE_LIBACT_##NAME = (number),
#include "../../spec/action.def"
};

#define DTRACE_USTACK_ARG(frames, strsize) (((uint64_t)(uint32_t)(strsize) << 32) | (uint32_t)(frames))
#define DTRACE_USTACK_FRAMES(arg)          ((uint32_t)(arg))
#define DTRACE_USTACK_STRSIZE(arg)         ((uint32_t)((arg) >> 32))

/*
 * An aggregating action has in DOF: kind 0x700 + n; difo: the value (none for count); ntuple: how
 * many actions directly before it belong to it: the keys, each a DIFEXPR, STACK, USTACK, SYM, MOD,
 * USYM, UMOD or UADDR action, then, when DTRACE_AGG_INCR is set, one DIFEXPR that is the increment
 * and no key; arg: parameter word; uarg: DTRACE_AGG_UARG().
 */
#define DTRACE_AGG_INCR                    (1ull << 63)
#define DTRACE_AGG_UARG(varid, flags)      ((uint64_t)(uint32_t)(varid) | (flags))
#define DTRACE_AGG_VARID(uarg)             ((uint32_t)(uarg))

/* quantize: bucket k > 63 holds 2^(k-64) <= v < 2^(k-63), k < 63 its mirror image, 63 is zero. */
#define DTRACE_QUANTIZE_BUCKETS            127
#define DTRACE_QUANTIZE_ZERO               63

/* lquantize: parameter word; cells: the word itself, underflow, levels, overflow. */
#define DTRACE_LQUANTIZE_ARG(base, levels, step) \
	(((uint64_t)(uint16_t)(step) << 48) | ((uint64_t)(uint16_t)(levels) << 32) | (uint32_t)(base))
#define DTRACE_LQUANTIZE_BASE(arg)   ((int32_t)(uint32_t)(arg))
#define DTRACE_LQUANTIZE_LEVELS(arg) ((uint16_t)((arg) >> 32))
#define DTRACE_LQUANTIZE_STEP(arg)   ((uint16_t)((arg) >> 48))

/* llquantize, illumos form: parameter word; cells: the word itself, then the buckets. */
#define DTRACE_LLQUANTIZE_ARG(factor, low, high, steps)                             \
	(((uint64_t)(uint16_t)(factor) << 48) | ((uint64_t)(uint16_t)(low) << 32) | \
	 ((uint64_t)(uint16_t)(high) << 16) | (uint16_t)(steps))
#define DTRACE_LLQUANTIZE_FACTOR(arg) ((uint16_t)((arg) >> 48))
#define DTRACE_LLQUANTIZE_LOW(arg)    ((uint16_t)((arg) >> 32))
#define DTRACE_LLQUANTIZE_HIGH(arg)   ((uint16_t)((arg) >> 16))
#define DTRACE_LLQUANTIZE_STEPS(arg)  ((uint16_t)(arg))

/*
 * llquantize, Oracle's form: parameter word; cells: the word itself, "<= -factor^(high+1)", the
 * negative buckets from the farthest to the nearest, those whose absolute value is below
 * factor^low, the positive buckets, ">= factor^(high+1)". Each magnitude factor^m .. factor^(m+1)
 * has steps - steps / factor buckets of width factor^(m+1) / steps.
 */
#define DTRACE_LLQBOTH_ARG(factor, low, high, steps)                                \
	(((uint64_t)(uint16_t)(steps) << 48) | ((uint64_t)(uint16_t)(high) << 32) | \
	 ((uint64_t)(uint16_t)(low) << 16) | (uint16_t)(factor))
#define DTRACE_LLQBOTH_FACTOR(arg) ((uint16_t)(arg))
#define DTRACE_LLQBOTH_LOW(arg)    ((uint16_t)((arg) >> 16))
#define DTRACE_LLQBOTH_HIGH(arg)   ((uint16_t)((arg) >> 32))
#define DTRACE_LLQBOTH_STEPS(arg)  ((uint16_t)((arg) >> 48))

#endif
