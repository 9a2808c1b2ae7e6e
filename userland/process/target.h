/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/target.h - a process and its objects, for the other files of this room. */
#ifndef LDT_PROCESS_TARGET_H
#define LDT_PROCESS_TARGET_H

#include "process/functions.h"

struct ldt_elf;

/* An object with all that is known of it. */
struct ldt_module {
	struct ldt_object object; /* first; the public part; its texts are kept here */
	char *path, *name;
	char *link_name; /* as the loader has it, NULL: not known */
	uint8_t *build_id;
	const struct ldt_mapping *mapping; /* the first executable one; NULL: a file without a process */
	struct ldt_extent *text;           /* addresses of the file that are executed */
	uint64_t *text_offset;             /* ... and their places in the file */
	size_t text_count;
	uint64_t dynamic, dynamic_size; /* address of the file, 0: none */
	bool has_loader;                /* of dynamic libraries */
	struct ldt_functions *functions;
	bool functions_read;   /* also when there are none */
	bool functions_shared; /* they are not the module's own (template.c) */
};

struct ldt_target {
	char *procfs; /* NULL: a file without a process */
	uint32_t pid;
	int memory; /* -1: none, or it may not be read */
	struct ldt_maps maps;
	struct ldt_module **modules;
	size_t count, room;
};

/* ldt_module_open - the object's file, for ldt_elf_close(); NULL: it cannot be read any more. */
struct ldt_elf *ldt_module_open(const struct ldt_target *target, const struct ldt_module *module);
/* ldt_module_offset - the place in the file of an address of its text; false: none. */
bool ldt_module_offset(const struct ldt_module *module, uint64_t vaddr, uint64_t *ret);
/* ldt_module_functions - as ldt_target_functions(). */
const struct ldt_functions *ldt_module_functions(struct ldt_target *target, struct ldt_module *module);
/* ldt_target_word - a word of the process's memory, of @module's size; false: no memory. */
bool ldt_target_word(const struct ldt_target *target, const struct ldt_module *module, uint64_t addr, uint64_t *ret);
/*
 * ldt_link_maps_read - find out which link map each module is in, and what the loader calls it, by
 * the loader's own list (r_debug). Nothing changes when there is none, or it is damaged.
 */
void ldt_link_maps_read(struct ldt_target *target);

#endif
