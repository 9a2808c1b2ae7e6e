/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* elf_sample.c - a small ELF file for tests. */
#include "fake/elf_sample.h"

#include <elf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define PACKED_SIZE 1000

struct row {
	const char *name;
	uint32_t type, link;
	uint64_t flags, entry;
};

static void put_bytes(struct elf_sample *sample, const void *data, size_t size)
{
	if (size > sizeof(sample->data) - sample->size)
		abort();
	memcpy(sample->data + sample->size, data, size);
	sample->size += size;
}

/* In this machine's byte order, which is little-endian on all four CPUs. */
static void put(struct elf_sample *sample, uint64_t value, size_t size)
{
	put_bytes(sample, &value, size);
}

static void put_address(struct elf_sample *sample, uint64_t value)
{
	put(sample, value, sample->bits / 8);
}

static void align(struct elf_sample *sample, size_t to)
{
	while (sample->size % to)
		put(sample, 0, 1);
}

/* A segment at SAMPLE_BASE. */
static void put_segment(struct elf_sample *sample, uint32_t type, uint64_t offset)
{
	bool wide = sample->bits == 64;

	put(sample, type, 4);
	if (wide)
		put(sample, PF_R | PF_X, 4);
	put_address(sample, offset);
	put_address(sample, SAMPLE_BASE);
	put_address(sample, SAMPLE_BASE);
	put_address(sample, SAMPLE_TEXT_SIZE);
	put_address(sample, SAMPLE_TEXT_SIZE);
	if (!wide)
		put(sample, PF_R | PF_X, 4);
	put_address(sample, 1);
}

/* Both begin with e_ident; the headers of the segments follow at once. */
static void put_headers(struct elf_sample *sample)
{
	bool wide = sample->bits == 64;

	put_bytes(sample, ELFMAG, SELFMAG);
	put(sample, wide ? ELFCLASS64 : ELFCLASS32, 1);
	put(sample, ELFDATA2LSB, 1);
	put(sample, EV_CURRENT, 1);
	align(sample, EI_NIDENT);
	put(sample, ET_DYN, 2);
	put(sample, EM_NONE, 2);
	put(sample, EV_CURRENT, 4);
	put_address(sample, 0);
	put_address(sample, wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr));
	put_address(sample, 0); /* e_shoff: known later */
	put(sample, 0, 4);
	put(sample, wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr), 2);
	put(sample, wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr), 2);
	put(sample, 2, 2);
	put(sample, wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr), 2);
	put(sample, SAMPLE_SECTIONS, 2);
	put(sample, SAMPLE_NAMES, 2);
	put_segment(sample, PT_NOTE, 0);
	put_segment(sample, PT_LOAD, SAMPLE_TEXT_OFFSET);
}

static void put_symbol(struct elf_sample *sample, uint32_t name, unsigned int type, uint16_t section, uint64_t value,
		       uint64_t size)
{
	bool wide = sample->bits == 64;

	put(sample, name, 4);
	if (!wide) {
		put(sample, value, 4);
		put(sample, size, 4);
	}
	put(sample, ELF64_ST_INFO(STB_GLOBAL, type), 1);
	put(sample, 0, 1);
	put(sample, section, 2);
	if (wide) {
		put(sample, value, 8);
		put(sample, size, 8);
	}
}

static void put_packed(struct elf_sample *sample, char letter)
{
	Bytef plain[PACKED_SIZE], packed[256];
	uLongf size = sizeof(packed);

	memset(plain, letter, sizeof(plain));
	if (compress(packed, &size, plain, sizeof(plain)) != Z_OK)
		abort();
	put_bytes(sample, packed, size);
}

static void put_section(struct elf_sample *sample, unsigned int section)
{
	static const char strings[] = "\0outer\0inner\0data\0elsewhere", dynamic_strings[] = "\0alias\0exported";

	switch (section) {
	case SAMPLE_TEXT:
		while (sample->size < SAMPLE_TEXT_OFFSET)
			put(sample, 0, 1);
		sample->offset[section] = sample->size;
		for (unsigned int i = 0; i < SAMPLE_TEXT_SIZE; i++)
			put(sample, 0x90, 1);
		break;
	case SAMPLE_SYMBOLS:
		put_symbol(sample, 0, STT_NOTYPE, SHN_UNDEF, 0, 0);
		put_symbol(sample, 1, STT_FUNC, SAMPLE_TEXT, SAMPLE_BASE, 0x20);
		put_symbol(sample, 7, STT_FUNC, SAMPLE_TEXT, SAMPLE_BASE + 0x30, 0x10);
		put_symbol(sample, 13, STT_OBJECT, SAMPLE_TEXT, SAMPLE_BASE + 0x28, 4);
		put_symbol(sample, 18, STT_FUNC, SHN_UNDEF, SAMPLE_BASE + 0x38, 0);
		break;
	case SAMPLE_STRINGS:
		put_bytes(sample, strings, sizeof(strings));
		break;
	case SAMPLE_DYNAMIC_SYMBOLS:
		put_symbol(sample, 0, STT_NOTYPE, SHN_UNDEF, 0, 0);
		put_symbol(sample, 1, STT_FUNC, SAMPLE_TEXT, SAMPLE_BASE + 0x30, 0x8);
		put_symbol(sample, 7, STT_GNU_IFUNC, SAMPLE_TEXT, SAMPLE_BASE + 0x20, 0x8);
		break;
	case SAMPLE_DYNAMIC_STRINGS:
		put_bytes(sample, dynamic_strings, sizeof(dynamic_strings));
		break;
	case SAMPLE_NOTE:
		for (uint32_t type = NT_GNU_ABI_TAG; type <= NT_GNU_BUILD_ID; type += 2) {
			put(sample, 4, 4);
			put(sample, 8, 4);
			put(sample, type, 4);
			put_bytes(sample, ELF_NOTE_GNU, 4);
			put(sample, type == NT_GNU_BUILD_ID ? 0x0807060504030201 : ~0ull, 8);
		}
		break;
	case SAMPLE_LINK:
		put_bytes(sample, "sample.debug", 13);
		put(sample, 0, 3);
		put(sample, SAMPLE_CRC, 4);
		break;
	case SAMPLE_PLAIN:
		put_bytes(sample, "plain", 5);
		break;
	case SAMPLE_PACKED:
		put(sample, ELFCOMPRESS_ZLIB, 4);
		if (sample->bits == 64)
			put(sample, 0, 4);
		put_address(sample, PACKED_SIZE);
		put_address(sample, 1);
		put_packed(sample, 'p');
		break;
	case SAMPLE_OLD:
		put_bytes(sample, "ZLIB\0\0\0\0\0\0\x03\xe8", 12); /* 1000 in the other byte order */
		put_packed(sample, 'o');
		break;
	}
}

static const struct row rows[SAMPLE_SECTIONS] = {
	[SAMPLE_NAMES] = { ".shstrtab", SHT_STRTAB },
	[SAMPLE_TEXT] = { ".text", SHT_PROGBITS, 0, SHF_ALLOC | SHF_EXECINSTR },
	[SAMPLE_SYMBOLS] = { ".symtab", SHT_SYMTAB, SAMPLE_STRINGS, 0, 1 },
	[SAMPLE_STRINGS] = { ".strtab", SHT_STRTAB },
	[SAMPLE_DYNAMIC_SYMBOLS] = { ".dynsym", SHT_DYNSYM, SAMPLE_DYNAMIC_STRINGS, 0, 1 },
	[SAMPLE_DYNAMIC_STRINGS] = { ".dynstr", SHT_STRTAB },
	[SAMPLE_NOTE] = { ".note.gnu.build-id", SHT_NOTE },
	[SAMPLE_LINK] = { ".gnu_debuglink", SHT_PROGBITS },
	[SAMPLE_PLAIN] = { ".plain", SHT_PROGBITS },
	[SAMPLE_PACKED] = { ".packed", SHT_PROGBITS, 0, SHF_COMPRESSED },
	[SAMPLE_OLD] = { ".zdebug_old", SHT_PROGBITS },
	[SAMPLE_EMPTY] = { ".empty", SHT_PROGBITS },
	[SAMPLE_ABSENT] = { ".absent", SHT_NOBITS },
};

static void put_section_header(struct elf_sample *sample, const struct row *row, uint32_t name, uint64_t offset,
			       uint64_t size)
{
	put(sample, name, 4);
	put(sample, row->type, 4);
	put_address(sample, row->flags);
	put_address(sample, 0);
	put_address(sample, offset);
	put_address(sample, size);
	put(sample, row->link, 4);
	put(sample, 0, 4);
	put_address(sample, row->type == SHT_NOTE ? 4 : 1);
	put_address(sample, row->entry ? sample->bits == 64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym) : 0);
}

void elf_sample_make(struct elf_sample *sample, unsigned int bits)
{
	uint32_t name[SAMPLE_SECTIONS] = { 0 };
	size_t size[SAMPLE_SECTIONS] = { 0 }, headers;

	memset(sample, 0, sizeof(*sample));
	sample->bits = bits;
	put_headers(sample);
	for (unsigned int i = SAMPLE_TEXT; i < SAMPLE_SECTIONS; i++) {
		align(sample, 8);
		sample->offset[i] = sample->size;
		put_section(sample, i);
		size[i] = sample->size - sample->offset[i];
	}
	size[SAMPLE_ABSENT] = 64;
	align(sample, 8);
	sample->offset[SAMPLE_NAMES] = sample->size;
	put(sample, 0, 1);
	for (unsigned int i = SAMPLE_NAMES; i < SAMPLE_SECTIONS; i++) {
		name[i] = (uint32_t)(sample->size - sample->offset[SAMPLE_NAMES]);
		put_bytes(sample, rows[i].name, strlen(rows[i].name) + 1);
	}
	size[SAMPLE_NAMES] = sample->size - sample->offset[SAMPLE_NAMES];
	align(sample, 8);
	headers = sample->size;
	for (unsigned int i = 0; i < SAMPLE_SECTIONS; i++) {
		sample->header[i] = sample->size;
		put_section_header(sample, &rows[i], name[i], sample->offset[i], size[i]);
	}
	elf_sample_set(sample, elf_sample_shoff(sample), headers);
}

void elf_sample_set(struct elf_sample *sample, size_t at, uint64_t value)
{
	if (at + sample->bits / 8 > sample->size)
		abort();
	memcpy(sample->data + at, &value, sample->bits / 8);
}

size_t elf_sample_phoff(const struct elf_sample *sample)
{
	return sample->bits == 64 ? offsetof(Elf64_Ehdr, e_phoff) : offsetof(Elf32_Ehdr, e_phoff);
}

size_t elf_sample_shoff(const struct elf_sample *sample)
{
	return sample->bits == 64 ? offsetof(Elf64_Ehdr, e_shoff) : offsetof(Elf32_Ehdr, e_shoff);
}

size_t elf_sample_shnum(const struct elf_sample *sample)
{
	return sample->bits == 64 ? offsetof(Elf64_Ehdr, e_shnum) : offsetof(Elf32_Ehdr, e_shnum);
}

size_t elf_sample_filesz(const struct elf_sample *sample)
{
	return sample->bits == 64 ? sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr) + offsetof(Elf64_Phdr, p_filesz)
				  : sizeof(Elf32_Ehdr) + sizeof(Elf32_Phdr) + offsetof(Elf32_Phdr, p_filesz);
}

size_t elf_sample_sh_type(const struct elf_sample *sample, unsigned int section)
{
	return sample->header[section] + offsetof(Elf64_Shdr, sh_type);
}

size_t elf_sample_sh_offset(const struct elf_sample *sample, unsigned int section)
{
	return sample->header[section] +
	       (sample->bits == 64 ? offsetof(Elf64_Shdr, sh_offset) : offsetof(Elf32_Shdr, sh_offset));
}

size_t elf_sample_sh_size(const struct elf_sample *sample, unsigned int section)
{
	return sample->header[section] +
	       (sample->bits == 64 ? offsetof(Elf64_Shdr, sh_size) : offsetof(Elf32_Shdr, sh_size));
}

size_t elf_sample_sh_link(const struct elf_sample *sample, unsigned int section)
{
	return sample->header[section] +
	       (sample->bits == 64 ? offsetof(Elf64_Shdr, sh_link) : offsetof(Elf32_Shdr, sh_link));
}
