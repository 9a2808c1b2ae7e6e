/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt.h - where an argument of a probe of a program is at one of its sites.
 *
 * The compiler of the program has written it into a note, as text: "-4@%eax 8@16(%rbp,%rcx,8)".
 * libdtrace makes a small argument program of each one, the module evaluates it in the firing:
 *
 *      VALUE       value
 *      REGISTER    register base >> shift
 *      MEMORY      the bytes at  base + (index << shift) + value
 *      REFUSED     reads as a fault; value says why
 *
 * and takes the low `size` bytes of that, extended by sign or zeros. Registers are counted as D's
 * uregs[] counts them, by spec/isa/<isa>.regs of the kernel's CPU.
 */
#ifndef DTRACE_USDT_H
#define DTRACE_USDT_H

#include <stdint.h>

#define DTRACE_USDT_ARGS_MAX 32 /* arguments of a site */

enum dtrace_usdt_kind {
	DTRACE_USDT_REFUSED = 0,
	DTRACE_USDT_VALUE,
	DTRACE_USDT_REGISTER,
	DTRACE_USDT_MEMORY,
	DTRACE_USDT_KIND_COUNT
};

#define DTRACE_USDT_SIGNED      0x01u
#define DTRACE_USDT_BASE        0x02u /* MEMORY: base is a register; else there is none */
#define DTRACE_USDT_INDEX       0x04u /* MEMORY: index is a register; else there is none */
#define DTRACE_USDT_INDEX_LOW   0x08u /* the low 32 bits of index */
#define DTRACE_USDT_INDEX_SIGN  0x10u /* ... with INDEX_LOW: extended by their sign */
#define DTRACE_USDT_PLACED      0x20u /* VALUE, MEMORY: value is an address of the file; add the bias of its mapping */
#define DTRACE_USDT_FLAGS       0x3fu
#define DTRACE_USDT_SHIFT_INDEX 4u /* the largest of an index */
#define DTRACE_USDT_SHIFT_HIGH  8u /* of the second byte of a register (%ah) */

/* Why an argument is refused: the value of a REFUSED one. */
enum dtrace_usdt_reason {
	DTRACE_USDT_UNKNOWN = 0, /* a form that this CPU does not have */
	DTRACE_USDT_FLOAT,       /* a floating-point value */
	DTRACE_USDT_NO_SYMBOL,   /* the file has no symbol of that name */
	DTRACE_USDT_THREAD,      /* in memory of a thread: %fs:, @tpoff */
	DTRACE_USDT_TOO_WIDE,    /* wider than its register */
	DTRACE_USDT_REASON_COUNT
};

struct dtrace_usdt_arg {
	uint8_t kind;  /* enum dtrace_usdt_kind */
	uint8_t size;  /* 1, 2, 4 or 8 */
	uint8_t flags; /* DTRACE_USDT_* */
	uint8_t shift;
	uint8_t base, index;
	uint8_t pad[2]; /* 0 */
	int64_t value;
};

#endif
