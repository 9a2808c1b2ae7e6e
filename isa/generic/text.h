/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* text.h - writing an instruction as text without a C library: appends to a buffer, cuts when it is full. */
#ifndef ISA_GENERIC_TEXT_H
#define ISA_GENERIC_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct isa_text {
	char *buf;
	size_t size;
	size_t used;
};

static inline void isa_text_char(struct isa_text *text, char c)
{
	if (text->used + 1 >= text->size)
		return;
	text->buf[text->used++] = c;
	text->buf[text->used] = '\0';
}

static inline void isa_text_init(struct isa_text *text, char *buf, size_t size)
{
	text->buf = buf;
	text->size = size;
	text->used = 0;
	if (size > 0)
		buf[0] = '\0';
}

static inline void isa_text_str(struct isa_text *text, const char *str)
{
	while (*str)
		isa_text_char(text, *str++);
}

static inline void isa_text_number(struct isa_text *text, uint64_t value, unsigned int base)
{
	char digits[20];
	unsigned int count = 0;

	do {
		digits[count++] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	while (count)
		isa_text_char(text, digits[--count]);
}

static inline void isa_text_hex(struct isa_text *text, uint64_t value)
{
	isa_text_str(text, "0x");
	isa_text_number(text, value, 16);
}

static inline void isa_text_dec(struct isa_text *text, int64_t value)
{
	if (value < 0)
		isa_text_char(text, '-');
	isa_text_number(text, value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
}

#endif
