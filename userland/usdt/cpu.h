/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usdt/cpu.h - spec/isa/<isa>.usdt as a table: operands and registers of each CPU. Private to this room. */
#ifndef LDT_USDT_CPU_H
#define LDT_USDT_CPU_H

#include <stddef.h>
#include <stdint.h>

#include "elf/elf.h"

#define LDT_USDT_ZERO 255 /* the number of a register that is always 0 */

enum ldt_usdt_operands { LDT_USDT_ATT, LDT_USDT_BRACKETS, LDT_USDT_PARENTHESES };

struct ldt_usdt_cpu {
	const char *name; /* as spec/isa.def has it */
	uint16_t machine; /* e_machine */
	uint8_t bits;
	enum ldt_usdt_operands operands;
	uint32_t flags;                        /* e_flags when there is no object to take them from */
	uint32_t property_type, property_bits; /* type 0: none */
};

struct ldt_usdt_register {
	const char *name;
	uint8_t size, number, shift;
};

/* ldt_usdt_cpu_of - the CPU of a file; NULL: none of ours. ldt_usdt_cpu_named - by name, likewise. */
const struct ldt_usdt_cpu *ldt_usdt_cpu_of(const struct ldt_elf_identity *identity);
const struct ldt_usdt_cpu *ldt_usdt_cpu_named(const char *name);
/* ldt_usdt_cpu_host - that of this machine's programs of 32 or 64 bits, 0: of its own; NULL: it has none. */
const struct ldt_usdt_cpu *ldt_usdt_cpu_host(unsigned int bits);
/* ldt_usdt_cpu_contains - whether @cpu has all registers of @other: a 64-bit kernel's and its 32-bit programs'. */
bool ldt_usdt_cpu_contains(const struct ldt_usdt_cpu *cpu, const struct ldt_usdt_cpu *other);
/* ldt_usdt_register - the register of a name of @length bytes; NULL: there is none. */
const struct ldt_usdt_register *ldt_usdt_register(const struct ldt_usdt_cpu *cpu, const char *name, size_t length);

#endif
