/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * text.h - what providers of text probes share: comparing names with patterns, putting lines of a
 * report together, where a module's code ends.
 */
#ifndef PROVIDERS_TEXT_H
#define PROVIDERS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool text_same(const char *a, const char *b);

/* text_plain - whether a field of a description is one name: not empty, no wildcard. */
bool text_plain(const char *pattern);

/*
 * text_excluded - whether a pattern that is a plain name excludes @name; other patterns are the
 * framework's to match.
 */
bool text_excluded(const char *pattern, const char *name);

/* A line that is put together; what does not fit is cut. */
struct text_line {
	char text[320];
	size_t used;
};

void text_add(struct text_line *line, const char *text);
/* at least so many digits */
void text_add_number(struct text_line *line, uint64_t value, unsigned int base, unsigned int digits);
/* name, decimal number */
void text_add_sum(struct text_line *line, const char *name, uint64_t value);

/*
 * text_ends_in_zeros - whether more than @count bytes of code end in so many zeros: behind the last
 * function of a module there are zeros up to the end of a page. Context: any.
 */
bool text_ends_in_zeros(const uint8_t *code, size_t size, size_t count);

#endif
