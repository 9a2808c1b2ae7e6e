/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/text.c - the bytes of a program's text, by windows on its file. */
#include "process/text.h"

#include <stdlib.h>

#include "elf/elf.h"

#define WINDOW_MIN (1u << 18)

void ldt_text_init(struct ldt_text *text, const struct ldt_elf *elf)
{
	*text = (struct ldt_text){ .elf = elf };
}

void ldt_text_fini(struct ldt_text *text)
{
	for (unsigned int i = 0; i < 2; i++)
		free(text->windows[i].bytes);
	ldt_text_init(text, NULL);
}

/* The executable segment that holds these bytes. */
static const struct ldt_elf_segment *segment_at(const struct ldt_elf *elf, uint64_t addr, size_t size)
{
	size_t count;
	const struct ldt_elf_segment *segments = ldt_elf_segments(elf, &count);

	for (size_t i = 0; i < count; i++) {
		uint64_t into = addr - segments[i].addr;

		if (segments[i].executable && addr >= segments[i].addr && into <= segments[i].file_size &&
		    size <= segments[i].file_size - into)
			return &segments[i];
	}
	return NULL;
}

static bool window_has(const struct ldt_window *window, uint64_t addr, size_t size)
{
	return window->bytes && addr >= window->addr && addr - window->addr <= window->size &&
	       size <= window->size - (size_t)(addr - window->addr);
}

static bool move_window(struct ldt_window *window, const struct ldt_elf *elf, uint64_t addr, size_t size)
{
	const struct ldt_elf_segment *segment = segment_at(elf, addr, size);
	uint64_t wanted;

	if (!segment)
		return false;
	wanted = segment->file_size - (addr - segment->addr); /* what is left of it */
	if (wanted > WINDOW_MIN)
		wanted = size < WINDOW_MIN ? WINDOW_MIN : size;
	if (wanted > window->room) {
		free(window->bytes);
		window->size = 0;
		window->bytes = malloc((size_t)wanted);
		window->room = window->bytes ? (size_t)wanted : 0;
		if (!window->bytes)
			return false;
	}
	window->addr = addr;
	window->size = ldt_elf_read(elf, addr - segment->addr + segment->offset, window->bytes, (size_t)wanted);
	return size <= window->size;
}

const uint8_t *ldt_text_at(struct ldt_text *text, uint64_t addr, size_t size)
{
	struct ldt_window *window = &text->windows[text->last];

	if (!window_has(window, addr, size)) {
		text->last = !text->last;
		window = &text->windows[text->last];
		if (!window_has(window, addr, size) && !move_window(window, text->elf, addr, size))
			return NULL;
	}
	return window->bytes + (addr - window->addr);
}
