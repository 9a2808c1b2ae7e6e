/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usdt_file.c - a small ELF file with notes of probes; see usdt_file.h. */
#include "fake/usdt_file.h"

#include <stdlib.h>
#include <string.h>

enum { NONE, NAMES, SYMBOLS, STRINGS, BASE, NOTES, SECTIONS };

static const char names[] = "\0.shstrtab\0.symtab\0.strtab\0.stapsdt.base\0.note.stapsdt";
static const char strings[] = "\0first\0second\0counter";

#define HEADERS_AT 0x400
#define TABLES_AT  0x800
#define NOTES_AT   0xc00

static size_t word(const struct usdt_file *file)
{
	return file->bits / 8;
}

void usdt_file_set(struct usdt_file *file, size_t at, uint64_t value, size_t size)
{
	if (at > sizeof(file->data) - size)
		abort();
	for (size_t i = 0; i < size; i++)
		file->data[at + i] = (uint8_t)(value >> 8 * i);
}

static void put(struct usdt_file *file, size_t *at, uint64_t value, size_t size)
{
	usdt_file_set(file, *at, value, size);
	*at += size;
}

static void put_header(struct usdt_file *file, unsigned int machine)
{
	static const uint8_t ident[] = { 0x7f, 'E', 'L', 'F', 0, 1, 1 };
	size_t at = 16, w = word(file);

	memcpy(file->data, ident, sizeof(ident));
	file->data[4] = file->bits == 64 ? 2 : 1;
	put(file, &at, 3, 2); /* ET_DYN */
	put(file, &at, machine, 2);
	put(file, &at, 1, 4);
	put(file, &at, 0, w);
	put(file, &at, w == 8 ? 64 : 52, w); /* program headers */
	put(file, &at, HEADERS_AT, w);
	put(file, &at, 0, 4);
	put(file, &at, w == 8 ? 64 : 52, 2);
	put(file, &at, w == 8 ? 56 : 32, 2);
	put(file, &at, 1, 2);
	put(file, &at, w == 8 ? 64 : 40, 2);
	put(file, &at, SECTIONS, 2);
	put(file, &at, NAMES, 2);
	put(file, &at, 1, 4); /* PT_LOAD */
	if (w == 8)
		put(file, &at, 5, 4);
	put(file, &at, USDT_FILE_PLACE, w);
	put(file, &at, USDT_FILE_TEXT, w);
	put(file, &at, USDT_FILE_TEXT, w);
	put(file, &at, 256, w);
	put(file, &at, 256, w);
	if (w == 4)
		put(file, &at, 5, 4);
	put(file, &at, 16, w);
}

static void put_section(struct usdt_file *file, unsigned int index, const char *name, uint32_t type, uint64_t addr,
			size_t offset, size_t size, uint32_t link, size_t entry)
{
	size_t w = word(file), at = HEADERS_AT + index * (w == 8 ? 64 : 40);
	const char *found = memmem(names, sizeof(names), name, strlen(name) + 1);

	put(file, &at, (uint64_t)(found - names), 4);
	put(file, &at, type, 4);
	put(file, &at, 0, w);
	put(file, &at, addr, w);
	put(file, &at, offset, w);
	put(file, &at, size, w);
	put(file, &at, link, 4);
	put(file, &at, 0, 4);
	put(file, &at, 4, w);
	put(file, &at, entry, w);
}

static void put_symbol(struct usdt_file *file, size_t *at, const char *name, uint64_t value, uint64_t size,
		       unsigned int type)
{
	const char *found = memmem(strings, sizeof(strings), name, strlen(name) + 1);
	size_t w = word(file);

	put(file, at, (uint64_t)(found - strings), 4);
	if (w == 8) {
		put(file, at, type, 1);
		put(file, at, 0, 1);
		put(file, at, 1, 2);
	}
	put(file, at, value, w);
	put(file, at, size, w);
	if (w == 4) {
		put(file, at, type, 1);
		put(file, at, 0, 1);
		put(file, at, 1, 2);
	}
}

void usdt_file_make(struct usdt_file *file, unsigned int bits, unsigned int machine)
{
	size_t at = TABLES_AT + 256, symbols = at, entry = bits == 64 ? 24 : 16;

	memset(file, 0, sizeof(*file));
	file->bits = bits;
	put_header(file, machine);
	memcpy(file->data + TABLES_AT, names, sizeof(names));
	memcpy(file->data + TABLES_AT + 128, strings, sizeof(strings));
	at += entry;
	put_symbol(file, &at, "first", USDT_FILE_TEXT, 32, 0x12);
	put_symbol(file, &at, "second", USDT_FILE_TEXT + 64, 32, 0x12);
	put_symbol(file, &at, "counter", USDT_FILE_TEXT + 128, 2, 0x11);
	put_section(file, NAMES, ".shstrtab", 3, 0, TABLES_AT, sizeof(names), 0, 0);
	put_section(file, SYMBOLS, ".symtab", 2, 0, symbols, at - symbols, STRINGS, entry);
	put_section(file, STRINGS, ".strtab", 3, 0, TABLES_AT + 128, sizeof(strings), 0, 0);
	put_section(file, BASE, ".stapsdt.base", 1, USDT_FILE_BASE, TABLES_AT, 1, 0, 0);
	put_section(file, NOTES, ".note.stapsdt", 7, 0, NOTES_AT, 0, 0, 0);
	file->notes = NOTES_AT;
	file->notes_header = HEADERS_AT + NOTES * (bits == 64 ? 64 : 40);
	file->size = NOTES_AT;
}

void usdt_file_note(struct usdt_file *file, const char *owner, uint32_t type, const void *description, size_t size)
{
	size_t at = file->notes + file->notes_size, w = word(file);

	put(file, &at, strlen(owner) + 1, 4);
	put(file, &at, size, 4);
	put(file, &at, type, 4);
	memcpy(file->data + at, owner, strlen(owner) + 1);
	at += (strlen(owner) + 4) / 4 * 4;
	if (at + size > sizeof(file->data) - 4)
		abort();
	memcpy(file->data + at, description, size);
	at += (size + 3) / 4 * 4;
	file->notes_size = at - file->notes;
	file->size = at;
	usdt_file_set(file, file->notes_header + 8 + 3 * w, file->notes_size, w);
}

void usdt_file_probe(struct usdt_file *file, uint64_t location, uint64_t base, uint64_t semaphore, const char *provider,
		     const char *name, const char *args)
{
	struct usdt_file scratch = { .bits = file->bits };
	const char *const texts[] = { provider, name, args };
	size_t at = 0, w = word(file);

	put(&scratch, &at, location, w);
	put(&scratch, &at, base, w);
	put(&scratch, &at, semaphore, w);
	for (size_t i = 0; i < 3; i++) {
		if (strlen(texts[i]) + 1 > sizeof(scratch.data) - at)
			abort();
		memcpy(scratch.data + at, texts[i], strlen(texts[i]) + 1);
		at += strlen(texts[i]) + 1;
	}
	usdt_file_note(file, "stapsdt", 3, scratch.data, at);
}
