/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* unwind_sample.c - see unwind_sample.h. */
#include "fake/unwind_sample.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"

struct dtrace_unwind_rule *unwind_sample_rules(void *bytes)
{
	return (struct dtrace_unwind_rule *)((struct dtrace_unwind_header *)bytes + 1);
}

uint32_t *unwind_sample_pages(void *bytes)
{
	return (uint32_t *)(unwind_sample_rules(bytes) + ((struct dtrace_unwind_header *)bytes)->rules);
}

uint32_t *unwind_sample_rows(void *bytes)
{
	return unwind_sample_pages(bytes) + ((struct dtrace_unwind_header *)bytes)->pages + 1;
}

void *unwind_sample(unsigned int word, int link, uint64_t text, unsigned int pages, const struct unwind_span *spans,
		    unsigned int count, size_t *size)
{
	struct dtrace_unwind_header header = {
		.magic = DTRACE_UNWIND_MAGIC,
		.version = DTRACE_UNWIND_VERSION,
		.word = (uint8_t)word,
		.rules = count + 1,
		.pages = pages,
		.rows = count + pages,
		.link = link,
		.text = text,
	};
	uint32_t row = 0, rule = 0, *first, *rows;
	void *bytes;

	for (unsigned int i = 0; i < count; i++)
		header.rows -= spans[i].addr % DTRACE_UNWIND_PAGE == 0; /* is the page's first row */
	header.size = (uint32_t)(sizeof(header) + header.rules * sizeof(struct dtrace_unwind_rule) +
				 (header.pages + 1 + header.rows) * sizeof(uint32_t));
	bytes = os_alloc(header.size);
	if (!bytes)
		abort();
	memcpy(bytes, &header, sizeof(header));
	for (unsigned int i = 0; i < count; i++)
		unwind_sample_rules(bytes)[i + 1] = spans[i].rule;
	first = unwind_sample_pages(bytes);
	rows = unwind_sample_rows(bytes);
	for (unsigned int page = 0; page < pages; page++) {
		uint64_t start = text + (uint64_t)page * DTRACE_UNWIND_PAGE, end = start + DTRACE_UNWIND_PAGE;

		first[page] = row;
		if (rule == count || spans[rule].addr > start)
			rows[row++] = DTRACE_UNWIND_ROW(0, rule);
		for (; rule < count && spans[rule].addr < end; rule++)
			rows[row++] = DTRACE_UNWIND_ROW(spans[rule].addr, rule + 1);
	}
	first[pages] = row;
	*size = header.size;
	return bytes;
}
