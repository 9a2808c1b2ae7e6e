/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/functions.h - the functions of one ELF file, for the other files of this room. */
#ifndef LDT_PROCESS_FUNCTIONS_H
#define LDT_PROCESS_FUNCTIONS_H

#include "process/process.h"

struct ldt_elf;

/*
 * ldt_functions_read - the functions of an open file, of its debug file when it is stripped, and
 * those that only .eh_frame knows.
 * args:    @root is put before @path, and before the paths of debug files: "" or the root of a
 *          process; @path NULL: debug files are not looked for by the name of the file.
 * return:  NULL: out of memory.
 */
struct ldt_functions *ldt_functions_read(struct ldt_elf *elf, const char *root, const char *path);
/* ldt_functions_open - the same by a path; NULL also: it is no ELF file, or cannot be read. */
struct ldt_functions *ldt_functions_open(const char *root, const char *path);
/* ldt_functions_at - the function that holds an address of the file; NULL: none. */
const struct ldt_function *ldt_functions_at(const struct ldt_functions *functions, uint64_t addr);
/*
 * ldt_functions_are_stripped - whether neither the file nor a debug file has .symtab: most functions that it does not
 * export have no names then.
 */
bool ldt_functions_are_stripped(const struct ldt_functions *functions);
/* ldt_functions_data - data between instructions that assemblers of some CPUs mark; by address. */
const struct ldt_extent *ldt_functions_data(const struct ldt_functions *functions, size_t *count);

#endif
