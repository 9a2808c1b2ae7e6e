/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * unwind.h - tables that say how to go from a frame of a user stack to its caller. The consumer
 * makes one for each executable file, from the call frames in its .eh_frame; the core checks and
 * uses it. Part of the user ABI; docs/unwind.md describes where the numbers come from.
 *
 * Theory. A stack is walked with four registers: pc, sp, fp (the frame pointer: rbp, ebp, x29, s0)
 * and, where the CPU has one, the link register (x30, ra). Each address of text has a rule. The rule
 * says where the caller's stack begins, the canonical frame address (CFA), which is the stack pointer
 * after the return, and where the return address and the caller's frame pointer are.
 *
 *      pc - bias --> page (64 KiB of text) --> row: from this address on, rule number n --> rule n
 *
 *      header                  72 bytes
 *      rule[rules]             8 bytes each; few functions differ, so a few hundred serve a file
 *      page[pages + 1]         4 bytes each: the page's first row; the last one is the number of rows
 *      row[rows]               4 bytes each: low 16 bits of the address, and the rule's number << 16
 *
 * A row is in force from its address up to the next row's. The first row of each page is at the
 * page's first byte, so a look-up never leaves its page. Between functions the rule is number 0,
 * which says that nothing is known.
 *
 * All numbers have the byte order of the CPU. Offsets named "words" count machine words of the
 * file's CPU: 8 bytes, or 4 of a 32-bit file.
 */
#ifndef DTRACE_UNWIND_H
#define DTRACE_UNWIND_H

#include <stdint.h>

#define DTRACE_UNWIND_MAGIC     0x57555444u /* the bytes "DTUW" */
#define DTRACE_UNWIND_VERSION   1
#define DTRACE_UNWIND_PAGE_BITS 16
#define DTRACE_UNWIND_PAGE      (1u << DTRACE_UNWIND_PAGE_BITS) /* bytes of text of a page */
#define DTRACE_UNWIND_PAGES_MAX (1u << 14)                      /* 1 GiB of text */
#define DTRACE_UNWIND_RULES_MAX (1u << 16)
#define DTRACE_UNWIND_SIZE_MAX  (64u << 20) /* bytes of one table, and of all of them together */
#define DTRACE_UNWIND_KEY_MAX   32

/* Where a part of a file that can be executed (PT_LOAD) is in it: address = offset + delta, in [offset, end). */
struct dtrace_unwind_part {
	uint64_t offset, end, delta;
};
#define DTRACE_UNWIND_PARTS_MAX 4u

/* How to go on from an address for which there is no rule. */
enum dtrace_unwind_fallback {
	DTRACE_UNWIND_STOP = 0, /* the walk ends there */
	DTRACE_UNWIND_CHAIN,    /* by the frame pointer: the file was built with them */
	DTRACE_UNWIND_FALLBACK_COUNT
};

struct dtrace_unwind_header {
	uint32_t magic;
	uint16_t version;
	uint8_t word;     /* bytes of a machine word of the file's CPU: 4 or 8 */
	uint8_t fallback; /* enum dtrace_unwind_fallback */
	uint32_t size;    /* bytes of the whole table */
	uint32_t rules;   /* at least 1: number 0 is DTRACE_UNWIND_NONE */
	uint32_t pages;
	uint32_t rows;
	/*
	 * bytes from the saved pc of a signal's frame to the saved link register; 0: the CPU has no
	 * link register
	 */
	int32_t link;
	uint32_t key_size;
	uint64_t text; /* address of the first page, as the file has it (before it is moved): of whole pages */
	uint8_t key[DTRACE_UNWIND_KEY_MAX]; /* the file's build-id, key_size bytes; the rest is 0 */
};

/* Where the CFA is. */
enum dtrace_unwind_base {
	DTRACE_UNWIND_NONE = 0, /* nothing is known */
	DTRACE_UNWIND_END,      /* the outermost frame */
	DTRACE_UNWIND_SP,       /* CFA = sp + offset */
	DTRACE_UNWIND_FP,       /* CFA = fp + offset */
	DTRACE_UNWIND_SP_LOAD,  /* CFA = word at (sp + offset), plus `more` words */
	DTRACE_UNWIND_FP_LOAD,  /* CFA = word at (fp + offset), plus `more` words: a stack that was aligned */
	/*
	 * an entry of a procedure linkage table of x86, 16 bytes long: CFA = sp + 1 word, and one
	 * more from byte `offset` of the entry on, where it has pushed its number
	 */
	DTRACE_UNWIND_PLT,
	/*
	 * the return from a signal's handler. All interrupted registers are on the stack: sp at
	 * (sp + offset), pc at (sp + ra words), fp at (sp + fp words)
	 */
	DTRACE_UNWIND_SIGNAL,
	DTRACE_UNWIND_BASE_COUNT
};

/* One rule. Those of the bases NONE and END have 0 everywhere else. */
struct dtrace_unwind_rule {
	uint32_t cfa; /* bits 0-3: the base; 4-7: more; 8-31: the offset in bytes, signed */
	int16_t ra;   /* the return address is at (CFA + ra words), or a value below */
	int16_t fp;   /* the caller's frame pointer is at (CFA + fp words), or a value below */
};

#define DTRACE_UNWIND_OFFSET_MIN              (-(1 << 23))
#define DTRACE_UNWIND_OFFSET_MAX              ((1 << 23) - 1)
#define DTRACE_UNWIND_MORE_MAX                15
#define DTRACE_UNWIND_WORDS_MIN               (-32768)
#define DTRACE_UNWIND_WORDS_MAX               0x7ff0

#define DTRACE_UNWIND_RA_LINK                 0x7fff /* it is still in the link register */
#define DTRACE_UNWIND_FP_SAME                 0x7fff /* the register has not been changed */
#define DTRACE_UNWIND_FP_AT_FP                0x7ffe /* it is at the address in the frame pointer */
#define DTRACE_UNWIND_FP_LOST                 0x7ffd /* its place cannot be said here */

#define DTRACE_UNWIND_CFA(base, more, offset) ((uint32_t)(base) | (uint32_t)(more) << 4 | (uint32_t)(offset) << 8)
#define DTRACE_UNWIND_BASE(rule)              ((rule)->cfa & 15)
#define DTRACE_UNWIND_MORE(rule)              ((rule)->cfa >> 4 & 15)
#define DTRACE_UNWIND_OFFSET(rule)            ((int32_t)(rule)->cfa >> 8)

#define DTRACE_UNWIND_ROW(addr, rule)         (((uint32_t)(addr)&0xffff) | (uint32_t)(rule) << 16)
#define DTRACE_UNWIND_ROW_LOW(row)            ((row)&0xffff)
#define DTRACE_UNWIND_ROW_RULE(row)           ((row) >> 16)

#endif
