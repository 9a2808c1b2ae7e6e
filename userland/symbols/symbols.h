/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * symbols/symbols.h - names for addresses, of the kernel and of processes.
 *
 *      address --/proc/kallsyms, /proc/modules--> symbol, module
 *      pid, address --maps--> mapping { path, file offset } --ELF file--> function
 *
 * Symbols of a process are kept, because it may be gone when its records are printed. While it
 * lives they are read again when they are older than a second: it may have loaded a library or
 * executed another program. Of processes that records have addresses of the core tells what they had
 * when they ended.
 */
#ifndef LDT_SYMBOLS_SYMBOLS_H
#define LDT_SYMBOLS_SYMBOLS_H

#include "handle/handle.h"

/*
 * ldt_symbols_recorded - records have been taken over from the kernel. Call it before anything is looked up for them.
 * If modules have come or gone since the kernel's symbols were read, the next lookup reads them again; functions of
 * modules that have gone keep their names, by address, where nothing else is now. If a process has nothing at an
 * address that is looked up, and its mappings were read before the records came, they are read again.
 */
void ldt_symbols_recorded(struct dtrace_hdl *dtp);

/* ---- the kernel's */

struct ldt_ksym {
	/* "vmlinux" or the module; both are borrowed from the handle until dtrace_update(), ldt_symbols_recorded() */
	const char *module;
	const char *name;
	uint64_t addr;
	uint64_t size; /* up to the next symbol */
};
/* 0 and *ret, or -1. Loaded on first use. By name: @module NULL or "" means any. */
int ldt_ksym_by_addr(struct dtrace_hdl *dtp, uint64_t addr, struct ldt_ksym *ret);
int ldt_ksym_by_name(struct dtrace_hdl *dtp, const char *module, const char *name, struct ldt_ksym *ret);

/* Why there are no symbols ("" when there are): addresses hidden by kptr_restrict, no /proc/kallsyms. */
const char *ldt_ksyms_why(struct dtrace_hdl *dtp);

/* Whether modules have come or gone: ldt_symbols_recorded(). */
void ldt_ksyms_check(struct dtrace_hdl *dtp);
void ldt_ksyms_destroy(struct ldt_ksyms *ksyms);
/*
 * ldt_kmodule_start - start address of the module that holds @addr (for mod() as a key), @addr
 * itself when there is none.
 */
uint64_t ldt_kmodule_start(struct dtrace_hdl *dtp, uint64_t addr);

/* ---- of processes */

/* Where an address of a process is. Texts are the handle's, until the next call. */
struct ldt_usym {
	const char *object; /* last part of the path, or "[vdso]" and its like */
	const char *name;   /* of the function, demangled with -x demangle; NULL: not known */
	uint64_t into;      /* the address less the function's beginning */
	uint64_t offset;    /* in the object's file */
	uint64_t base;      /* where the process has the object's first part */
};

/*
 * ldt_usym_is_code - whether an address is in memory that the process may execute. A return address
 * is; what a walk finds on the stack of code without frame pointers need not be.
 * return:  LDT_CODE_UNKNOWN when the process is gone or may not be looked at.
 */
enum ldt_code { LDT_CODE_UNKNOWN, LDT_CODE_NO, LDT_CODE_YES };
enum ldt_code ldt_usym_is_code(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr);
/* ldt_usym_find - false when the process is not known or has nothing there. */
bool ldt_usym_find(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, struct ldt_usym *ret);
/*
 * ldt_usyms_ended - learn from the core what processes had that have ended since the last time, as long
 * as it knows.
 */
void ldt_usyms_ended(struct dtrace_hdl *dtp);
void ldt_usyms_destroy(struct ldt_usyms *usyms);

#endif
