/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_elf.c - ELF files: a small one of 32 or 64 bits with some bytes or words of its headers,
 * tables and strings changed, or cut short. All that it says is read to the last byte. A finding is
 * anything the sanitizers report, a refusal without a reason, and a symbol or section outside of the file.
 */
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "fake/elf_sample.h"
#include "fuzz.h"

static volatile unsigned int sum;

static void read_all(const void *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		sum += ((const uint8_t *)data)[i];
}

static bool read_symbol(void *arg, const struct ldt_elf_symbol *symbol)
{
	uint64_t offset;

	if (!*symbol->name)
		abort();
	read_all(symbol->name, strlen(symbol->name) + 1);
	if (ldt_elf_file_offset(arg, symbol->value, &offset))
		sum += (unsigned int)offset;
	return true;
}

static void read_identity(struct ldt_elf *elf)
{
	const uint8_t *id;
	const char *name;
	uint32_t crc;
	size_t size;

	id = ldt_elf_build_id(elf, &size);
	if (!id && size)
		abort();
	read_all(id, size);
	name = ldt_elf_debuglink(elf, &crc);
	if (name)
		read_all(name, strlen(name) + 1);
}

static void read_sections(struct ldt_elf *elf)
{
	static const char *const names[] = {
		".plain", ".packed", ".debug_old", ".empty", ".absent", ".strtab", ".text"
	};
	struct ldt_elf_section section;
	const char *why;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (ldt_elf_section(elf, names[i], &section, &why))
			read_all(section.data, section.size);
	}
}

/*
 * Three bytes for a change: two say where, mostly in the headers, the third is the byte, or one for
 * a whole word.
 */
static void spoil(struct elf_sample *sample, const uint8_t *data, size_t size)
{
	static const uint64_t words[] = { 0, 1, 0x7fffffff, 0xffffffff, 0x80000000, ~0ull, 0xfffffffffffffff0, 4096 };

	for (; size >= 3; data += 3, size -= 3) {
		size_t at = (size_t)(data[0] & 0x7f) << 8 | data[1], headers = sample->header[SAMPLE_NULL];

		if (data[0] & 0x80)
			at = at % 2 ? headers + at / 2 % (sample->size - headers) : at / 2 % 128;
		at %= sample->size;
		if (data[2] >= 0xf8 && at + sample->bits / 8 <= sample->size)
			elf_sample_set(sample, at, words[data[2] - 0xf8]);
		else
			sample->data[at] = data[2];
	}
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct elf_sample sample;
	const char *why = "";
	struct ldt_elf *elf;

	if (size < 2)
		return 0;
	elf_sample_make(&sample, data[0] & 1 ? 64 : 32);
	spoil(&sample, data + 2, size - 2);
	if (data[0] & 2)
		sample.size -= data[1] * 16u < sample.size ? data[1] * 16u : sample.size;
	elf = ldt_elf_open_image(sample.data, sample.size, &why);
	if (!elf) {
		if (!why && sample.size >= 4 && memcmp(sample.data, "\177ELF", 4) == 0)
			abort();
		return 0;
	}
	ldt_elf_symbols(elf, read_symbol, elf);
	read_identity(elf);
	read_sections(elf);
	ldt_elf_close(elf);
	return 1;
}
