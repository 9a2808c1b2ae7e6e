/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* text.c - names and lines for providers; text.h says what they do. Providers have no library. */
#include "providers/text.h"

bool text_same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

bool text_plain(const char *pattern)
{
	if (!*pattern)
		return false;
	for (; *pattern; pattern++) {
		if (*pattern == '*' || *pattern == '?' || *pattern == '[' || *pattern == '\\')
			return false;
	}
	return true;
}

bool text_excluded(const char *pattern, const char *name)
{
	return text_plain(pattern) && !text_same(pattern, name);
}

void text_add(struct text_line *line, const char *text)
{
	while (*text && line->used + 1 < sizeof(line->text))
		line->text[line->used++] = *text++;
	line->text[line->used] = 0;
}

void text_add_number(struct text_line *line, uint64_t value, unsigned int base, unsigned int digits)
{
	char text[24];
	size_t at = sizeof(text) - 1;

	text[at] = 0;
	do {
		text[--at] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value || sizeof(text) - 1 - at < digits);
	text_add(line, text + at);
}

void text_add_sum(struct text_line *line, const char *name, uint64_t value)
{
	text_add(line, name);
	text_add_number(line, value, 10, 1);
}

bool text_ends_in_zeros(const uint8_t *code, size_t size, size_t count)
{
	size_t i;

	if (size <= count)
		return false;
	for (i = 1; i <= count; i++) {
		if (code[size - i])
			return false;
	}
	return true;
}
