/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/map_file.h - the file of a mapping, and the memory of a process. */
#ifndef LDT_PROCESS_MAP_FILE_H
#define LDT_PROCESS_MAP_FILE_H

#include "process/process.h"

struct ldt_elf;

/*
 * ldt_memory_open, ldt_memory_read - the memory of a process.
 * return:  open: a file descriptor, for close(), or -1: it is gone, or may not be looked at. read:
 *          how many bytes there are, at most @size; with @memory -1 none.
 */
int ldt_memory_open(const char *procfs, uint32_t pid);
size_t ldt_memory_read(int memory, uint64_t addr, void *dst, size_t size);

/*
 * ldt_map_file_open - the file that is mapped, also when it was deleted or replaced since, or is in
 * another mount namespace, where the kernel lets us; the vDSO as it is in memory.
 * args:    @memory as of ldt_memory_open(), or -1; @mapping is one of @maps.
 * return:  the file, for ldt_elf_close(). NULL: *@why is NULL when it is no ELF file, else a
 *          constant text: it was deleted, it was replaced, and those of ldt_elf_open().
 */
struct ldt_elf *ldt_map_file_open(const char *procfs, uint32_t pid, int memory, const struct ldt_maps *maps,
				  const struct ldt_mapping *mapping, const char **why);

#endif
