/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * elf_sample.h - a small ELF file of either word size, for tests: written byte by byte, so that a
 * test can spoil each field. A loaded segment holds the file's bytes from SAMPLE_TEXT_OFFSET on,
 * at SAMPLE_BASE; another one, which is not loaded, says that it is there, too.
 */
#ifndef TESTS_FAKE_ELF_SAMPLE_H
#define TESTS_FAKE_ELF_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#define SAMPLE_BASE        0x10000
#define SAMPLE_TEXT_OFFSET 0x100
#define SAMPLE_TEXT_SIZE   0x40
#define SAMPLE_CRC         0x12345678

enum {
	SAMPLE_NULL,
	SAMPLE_NAMES,   /* .shstrtab */
	SAMPLE_TEXT,    /* .text */
	SAMPLE_SYMBOLS, /* .symtab: outer (0x20 bytes, at the beginning), inner (0x10, at 0x30), data, elsewhere */
	SAMPLE_STRINGS, /* .strtab */
	SAMPLE_DYNAMIC_SYMBOLS, /* .dynsym: alias (at inner), exported (0x8, at 0x20) */
	SAMPLE_DYNAMIC_STRINGS, /* .dynstr */
	SAMPLE_NOTE,            /* .note.gnu.build-id: a note of another kind, then 01 02 03 04 05 06 07 08 */
	SAMPLE_LINK,            /* .gnu_debuglink: sample.debug, SAMPLE_CRC */
	SAMPLE_PLAIN,           /* .plain: "plain" */
	SAMPLE_PACKED,          /* .packed: 1000 times 'p', compressed (SHF_COMPRESSED) */
	SAMPLE_OLD,             /* .zdebug_old: 1000 times 'o', compressed as before SHF_COMPRESSED */
	SAMPLE_EMPTY,           /* .empty */
	SAMPLE_ABSENT,          /* .absent: has no bytes in the file */
	SAMPLE_SECTIONS
};

struct elf_sample {
	unsigned int bits;
	uint8_t data[4096];
	size_t size;
	size_t header[SAMPLE_SECTIONS]; /* places of the sections' headers, ... */
	size_t offset[SAMPLE_SECTIONS]; /* ... and of their bytes */
};

/* elf_sample_make - a sample of 32 or 64 bits. Aborts when it cannot. */
void elf_sample_make(struct elf_sample *sample, unsigned int bits);

/* Places of fields, from the beginning of the file, and of a section's header. */
enum { SAMPLE_EI_CLASS = 4, SAMPLE_EI_DATA = 5 };
size_t elf_sample_shoff(const struct elf_sample *sample);  /* the place of e_shoff */
size_t elf_sample_phoff(const struct elf_sample *sample);  /* ... of e_phoff */
size_t elf_sample_shnum(const struct elf_sample *sample);  /* ... of e_shnum */
size_t elf_sample_filesz(const struct elf_sample *sample); /* ... of p_filesz of the loaded segment */
size_t elf_sample_sh_type(const struct elf_sample *sample, unsigned int section);
size_t elf_sample_sh_offset(const struct elf_sample *sample, unsigned int section);
size_t elf_sample_sh_size(const struct elf_sample *sample, unsigned int section);
size_t elf_sample_sh_link(const struct elf_sample *sample, unsigned int section);
/*
 * elf_sample_set - a word, in this machine's byte order, of the size that addresses have in the
 * file.
 */
void elf_sample_set(struct elf_sample *sample, size_t at, uint64_t value);

#endif
