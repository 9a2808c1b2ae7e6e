/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usdt/symbols.h - the symbols of a file that has notes: by address and by name. Private to this room. */
#ifndef LDT_USDT_SYMBOLS_H
#define LDT_USDT_SYMBOLS_H

#include "elf/elf.h"

struct ldt_usdt_symbols;

/* ldt_usdt_symbols_create - those of .symtab and .dynsym, until @elf is closed; NULL: no memory. */
struct ldt_usdt_symbols *ldt_usdt_symbols_create(struct ldt_elf *elf);
void ldt_usdt_symbols_destroy(struct ldt_usdt_symbols *symbols); /* NULL is accepted */
/* ldt_usdt_symbol_named - the address of the symbol of a name of @length bytes; false: there is none. */
bool ldt_usdt_symbol_named(const struct ldt_usdt_symbols *symbols, const char *name, size_t length, uint64_t *addr_ret);
/*
 * ldt_usdt_symbol_at - the function whose code is at an address, and how far *@into it; "", and 0, when
 * none is known.
 */
const char *ldt_usdt_symbol_at(const struct ldt_usdt_symbols *symbols, uint64_t addr, uint64_t *into);

#endif
