/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * layout.h - where members of a structure are that is in no public header, by the types that its
 * module brings (BTF). No Linux header.
 *
 * Theory. The types of a module use names of its own and names of the kernel's types. A name is a
 * number: below the length of the kernel's text it is there, else it is in the module's text. So the
 * module's section and that one length, which the head of the kernel's section says, are enough for
 * names that the kernel's own types do not have. Others cannot be asked.
 */
#ifndef OS_LINUX_LAYOUT_H
#define OS_LINUX_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LAYOUT_MEMBERS_MAX 4

struct layout {
	const char *structure;
	const char *members[LAYOUT_MEMBERS_MAX]; /* NULL: there are no more */
	uint32_t offsets[LAYOUT_MEMBERS_MAX];    /* found: bytes from its beginning */
	bool is_known;
};

/*
 * layout_find - find structures in a section .BTF of a module.
 * args:    @types of @size bytes, which may be damaged; @kernel_text the length of the kernel's text;
 *          each of @layouts gets is_known, and offsets.
 * context: any.
 */
void layout_find(const void *types, size_t size, uint32_t kernel_text, struct layout *layouts, size_t count);

/* layout_kernel_text - that length, from the head of the kernel's section; 0: it is none. Context: any. */
#define LAYOUT_HEAD 24 /* bytes of a head */
uint32_t layout_kernel_text(const void *head);

#endif
