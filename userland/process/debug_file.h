/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/debug_file.h - the file that has the symbols which were stripped off a program. */
#ifndef LDT_PROCESS_DEBUG_FILE_H
#define LDT_PROCESS_DEBUG_FILE_H

struct ldt_elf;

/*
 * ldt_debug_file_open - find the debug file of a program or library, as debuggers do: by the build-
 * id in /usr/lib/debug/.build-id, by the name that the file has for it in the file's folder, in
 * .debug there, and below /usr/lib/debug.
 * args:    @root is put before every path: "" or the root of a process; @elf is the open file
 *          @path, which is a path below @root.
 * return:  the debug file, for ldt_elf_close(): one with the same build-id, or with the sum that
 *          the file has for it; NULL: there is none.
 */
struct ldt_elf *ldt_debug_file_open(const char *root, const char *path, struct ldt_elf *elf);

#endif
