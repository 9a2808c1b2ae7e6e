/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt_file.h - a small linked ELF file with notes of probes, of either word size, for tests:
 * written byte by byte, so that a test can spoil each of them.
 */
#ifndef TESTS_FAKE_USDT_FILE_H
#define TESTS_FAKE_USDT_FILE_H

#include <stddef.h>
#include <stdint.h>

#define USDT_FILE_TEXT  0x10000 /* address of what is loaded: 256 bytes, ... */
#define USDT_FILE_PLACE 0x200   /* ... in the file from here on */
#define USDT_FILE_BASE  0x20000 /* address of .stapsdt.base */

struct usdt_file {
	unsigned int bits;
	size_t size, notes, notes_size; /* of the file; of its section of notes, which is written last */
	size_t notes_header;            /* the place of the section's header */
	uint8_t data[8192];
};

/*
 * usdt_file_make - a file without notes: symbols first (32 bytes, at USDT_FILE_TEXT), second (32
 * bytes, at + 64), counter (at + 128).
 */
void usdt_file_make(struct usdt_file *file, unsigned int bits, unsigned int machine);
/* usdt_file_note - one more note. */
void usdt_file_note(struct usdt_file *file, const char *owner, uint32_t type, const void *description, size_t size);
/* usdt_file_probe - the note of a probe. */
void usdt_file_probe(struct usdt_file *file, uint64_t location, uint64_t base, uint64_t semaphore, const char *provider,
		     const char *name, const char *args);
/* usdt_file_set - the low @size bytes of a number, at a place of the file. */
void usdt_file_set(struct usdt_file *file, size_t at, uint64_t value, size_t size);

#endif
