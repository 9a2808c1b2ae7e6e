/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * symbols/process_symbols.h - names for addresses of processes.
 *
 *      pid --maps--> mapping { path, file offset } --file--> function names (symbols/elf_symbols.c)
 *
 * What was read of a process is kept, for it may be gone when its records are printed; while it
 * lives, it is read again when it is older than a second, for it may have loaded more or have
 * become another program.
 */
#ifndef LDT_SYMBOLS_PROCESS_SYMBOLS_H
#define LDT_SYMBOLS_PROCESS_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dtrace_hdl;
struct ldt_usyms;
struct ldt_elfsyms;

/*
 * ldt_elfsyms_open - the functions of a file; NULL when it is no ELF file of this byte order, or
 * cannot be read. close accepts NULL.
 */
struct ldt_elfsyms *ldt_elfsyms_open(const char *path);
void ldt_elfsyms_close(struct ldt_elfsyms *syms);
/* ldt_elfsyms_find - the function that holds an offset of the file, and how far *@into it that is; NULL: none. */
const char *ldt_elfsyms_find(const struct ldt_elfsyms *syms, uint64_t offset, uint64_t *into);

/* Where an address of a process is. Texts are the handle's, until the next call. */
struct ldt_usym {
	const char *object; /* last part of the path, or "[vdso]" and its like */
	const char *name;   /* of the function; NULL: not known */
	uint64_t into;      /* the address less the function's beginning */
	uint64_t offset;    /* in the object's file */
	uint64_t base;      /* where the process has the object's first part */
};

/*
 * ldt_usym_is_code - whether an address is in memory that the process may execute. A return address is; what a walk finds
 * on the stack of code without frame pointers need not be.
 * args:    @since: ns of ldt_now(): mappings that were read before it are read again, for the address may be of a newer one.
 * return:  LDT_CODE_UNKNOWN when the process is gone or may not be looked at.
 */
enum ldt_code { LDT_CODE_UNKNOWN, LDT_CODE_NO, LDT_CODE_YES };
enum ldt_code ldt_usym_is_code(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, uint64_t since);
/* ldt_usym_find - false when the process is not known or has nothing there. */
bool ldt_usym_find(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, struct ldt_usym *ret);
void ldt_usyms_destroy(struct ldt_usyms *usyms);

#endif
