/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * unwind/unwind.h - tables for walks of user stacks (<dtrace/unwind.h>), made of the call frames of
 * ELF files of any CPU. The one header of this room for others.
 */
#ifndef LDT_UNWIND_UNWIND_H
#define LDT_UNWIND_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/unwind.h>

struct ldt_elf;

/* A table, and what was seen while it was made. */
struct ldt_unwind {
	void *bytes; /* owned: see ldt_unwind_free() */
	size_t size;
	uint64_t text; /* bytes of text in the file */
	size_t frames; /* rows of .eh_frame */
	size_t odd;    /* those of them that no rule can say, which became "none" */
	size_t excess; /* those that became "none" because there were too many different rules */
	struct dtrace_unwind_part part[DTRACE_UNWIND_PARTS_MAX]; /* of the text */
	uint32_t part_count;
};

/*
 * ldt_unwind_of_fd, ldt_unwind_of_image, ldt_unwind_of_elf - the table of an executable file that is
 * open for reading, or of one in memory (a vDSO).
 * args:    @fd, @elf borrowed; the file need not have a name any more. *@ret for ldt_unwind_free().
 * return:  false: *@why is NULL when it is no ELF file with text and call frames, else a constant text:
 *          cannot be read, damaged, a CPU that is not known, too large, no memory.
 * context: reads the file; takes some milliseconds for each MiB of it.
 */
bool ldt_unwind_of_fd(int fd, struct ldt_unwind *ret, const char **why);
bool ldt_unwind_of_elf(struct ldt_elf *elf, struct ldt_unwind *ret, const char **why);
bool ldt_unwind_of_image(const void *image, size_t size, struct ldt_unwind *ret, const char **why);
void ldt_unwind_free(struct ldt_unwind *unwind);

#endif
