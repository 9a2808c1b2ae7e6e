/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt/usdt.h - probes that programs define (docs/usdt.md): read from their files. The one header of
 * this room for others.
 *
 *      program or shared object --ldt_usdt_read--> struct ldt_usdt_file
 *          --> sites: provider, probe, address, semaphore, an argument program for each argument
 *
 *      definitions (provider NAME { ... };) --ldt_usdt_write_header--> macros for C and C++ (dtrace -h)
 *                                           --ldt_usdt_write_object--> semaphores, the definitions as notes (-G)
 *
 * A site is one place of a program; a probe has one or more, and its arguments may be elsewhere at
 * each. The notes are those of <sys/sdt.h> and of `dtrace -h`, owner stapsdt.
 */
#ifndef LDT_USDT_USDT_H
#define LDT_USDT_USDT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <dtrace/stability.h>
#include <dtrace/usdt.h>

struct ldt_elf;

/* ---- definitions */

struct ldt_usdt_param {
	const char *type;  /* as the definition has it */
	const char *plain; /* without names of typedefs */
	unsigned int from; /* what programs of D see: made of which native argument */
	unsigned int size; /* of a native one, when the file itself does not say: bytes, LDT_USDT_WORD; else 0 */
};
#define LDT_USDT_WORD 255 /* a pointer: as large as those of the process */

struct ldt_usdt_probe {
	const char *name; /* as in C: gc__start */
	struct ldt_usdt_param *native, *seen;
	unsigned int native_count, seen_count;
	bool is_translated; /* programs of D see the second list, else the first one */
	struct ldt_usdt_probe *next;
};
struct ldt_usdt_provider {
	const char *name;
	struct dtrace_pattr attr;
	struct ldt_usdt_probe *probes;
	struct ldt_usdt_provider *next;
};

#define LDT_USDT_MACRO_ARGS \
	12 /* arguments that a macro of a header can have: compilers allow 30 operands, of which each takes 2 */

/*
 * ldt_usdt_write_header - the macros for a list of providers, which is borrowed; errors are the stream's.
 * args:    @path of the file that it becomes, for its guard against a second inclusion.
 */
void ldt_usdt_write_header(FILE *out, const char *path, const struct ldt_usdt_provider *providers);

struct ldt_usdt_link {
	const char *path;           /* of the file that is written */
	unsigned int bits;          /* 32, 64; 0: as the objects, or the host's */
	const char *const *objects; /* it is linked with these: they say for which CPU */
	size_t object_count;
};
/*
 * ldt_usdt_write_object - the object file for a list of providers.
 * return:  0; -1 with one line in *@why, and no file.
 */
int ldt_usdt_write_object(const struct ldt_usdt_provider *providers, const struct ldt_usdt_link *link, char *why,
			  size_t why_size);

/* ---- sites */

struct ldt_usdt_site {
	const char *provider;  /* without a process's number */
	const char *name;      /* of the probe: a double underscore is a dash */
	const char *function;  /* whose code the site is in; "" when no symbol says so */
	uint64_t into;         /* bytes from its beginning */
	const char *text;      /* of the arguments, as it is in the file */
	uint64_t addr, offset; /* in the program as it was linked; in the file */
	bool has_semaphore;    /* there is a counter of two bytes, which is above 0 while somebody traces */
	uint64_t semaphore, semaphore_offset; /* its address and its place in the file; without one 0 */
	const struct dtrace_usdt_arg *args;
	unsigned int arg_count;
	const char *why; /* the site cannot be used; NULL: it can */
};

struct ldt_usdt_file {
	const char *cpu;             /* as spec/isa.def has it */
	unsigned int bits;           /* 32 or 64 */
	struct ldt_usdt_site *sites; /* in the order of the notes */
	size_t site_count;
	struct ldt_usdt_provider *declared; /* definitions that the file has, in their order */
};

/*
 * ldt_usdt_read - the sites of a program or shared object.
 * args:    @fd, of a regular file, stays the caller's, and is not needed afterwards. @numbers: the
 *          CPU of the kernel that will evaluate the arguments, as spec/isa.def has it; NULL: that
 *          of the file.
 * return:  the sites, perhaps none, for ldt_usdt_destroy(). NULL: *@why is one line: not an ELF
 *          file, not linked, another CPU, cut short or damaged, no memory.
 * context: reads the whole symbol tables of a file that has notes. A file that has none costs little.
 */
struct ldt_usdt_file *ldt_usdt_read(int fd, const char *numbers, const char **why);
/* ldt_usdt_read_elf - the same of an open file, which stays the caller's. ldt_usdt_read_image - of bytes in memory. */
struct ldt_usdt_file *ldt_usdt_read_elf(struct ldt_elf *elf, const char *numbers, const char **why);
struct ldt_usdt_file *ldt_usdt_read_image(const void *image, size_t size, const char *numbers, const char **why);
void ldt_usdt_destroy(struct ldt_usdt_file *file); /* NULL is accepted */

/* ldt_usdt_reason - why an argument is refused (enum dtrace_usdt_reason), for people. */
const char *ldt_usdt_reason(int64_t reason);

#endif
