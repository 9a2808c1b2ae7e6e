/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* unwind_sample.h - small tables of rules (<dtrace/unwind.h>), for tests. */
#ifndef TESTS_UNWIND_SAMPLE_H
#define TESTS_UNWIND_SAMPLE_H

#include <stddef.h>

#include <dtrace/unwind.h>

/* From this address of the file on, this rule. */
struct unwind_span {
	uint64_t addr;
	struct dtrace_unwind_rule rule;
};

/*
 * unwind_sample - a table.
 * args:    @spans @count of them, sorted by address; before the first one nothing is known. @text a
 *          multiple of 64 KiB, not above the first address; there are @pages pages.
 * return:  the bytes, for os_free(), and *@size.
 */
void *unwind_sample(unsigned int word, int link, uint64_t text, unsigned int pages, const struct unwind_span *spans,
		    unsigned int count, size_t *size);

/* The parts of such bytes, to change them. */
struct dtrace_unwind_rule *unwind_sample_rules(void *bytes);
uint32_t *unwind_sample_pages(void *bytes);
uint32_t *unwind_sample_rows(void *bytes);

#define UNWIND_RULE(base, more, offset, ra, fp)                         \
	{                                                               \
		DTRACE_UNWIND_CFA((base), (more), (offset)), (ra), (fp) \
	}

#endif
