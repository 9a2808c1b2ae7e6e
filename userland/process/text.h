/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/text.h - the bytes of a program's text, by address of the file, without breaks. */
#ifndef LDT_PROCESS_TEXT_H
#define LDT_PROCESS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ldt_elf;

/* Two windows: one for functions, one for the parts of them that the compiler moved away. */
struct ldt_text {
	const struct ldt_elf *elf; /* borrowed */
	struct ldt_window {
		uint64_t addr; /* of its bytes */
		size_t size, room;
		uint8_t *bytes;
	} windows[2];
	unsigned int last; /* the one that was used */
};

/* ldt_text_init - text of an open file. ldt_text_fini - frees the windows. */
void ldt_text_init(struct ldt_text *text, const struct ldt_elf *elf);
void ldt_text_fini(struct ldt_text *text);
/*
 * ldt_text_at - bytes at an address of the file; whoever goes through it in order reads it once.
 * return:  @size bytes, until the second call after this one; NULL: not all of them are in the
 *          file's executable part, or no memory.
 */
const uint8_t *ldt_text_at(struct ldt_text *text, uint64_t addr, size_t size);

#endif
