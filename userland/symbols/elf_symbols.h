/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* symbols/elf_symbols.h - the functions of one ELF file. */
#ifndef LDT_SYMBOLS_ELF_SYMBOLS_H
#define LDT_SYMBOLS_ELF_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

struct ldt_elfsyms;

/*
 * ldt_elfsyms_open - the functions of a file, and, when it is stripped, of its debug file.
 * args:    @root is put before @path, and before the paths of debug files: "" or the root of a
 *          process.
 * return:  NULL when it is no ELF file of this byte order, or cannot be read. close accepts NULL.
 */
struct ldt_elfsyms *ldt_elfsyms_open(const char *root, const char *path);
void ldt_elfsyms_close(struct ldt_elfsyms *syms);
/*
 * ldt_elfsyms_find - the function that holds an offset of the file, and how far *@into it that is;
 * NULL: none.
 */
const char *ldt_elfsyms_find(const struct ldt_elfsyms *syms, uint64_t offset, uint64_t *into);

#endif
