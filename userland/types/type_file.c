/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* types/type_file.c - files that have types: read whole, the section of an ELF file found, CTF rewritten as BTF. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types/btf.h"
#include "types/ctf.h"

#define FILE_LIMIT (256u << 20)

static uint8_t *read_file(const char *path, size_t *size_ret)
{
	FILE *file = fopen(path, "re");
	size_t used = 0, room = 1 << 20, got;
	uint8_t *data = file ? malloc(room) : NULL, *bigger;

	while (data && (got = fread(data + used, 1, room - used, file)) > 0) {
		used += got;
		if (used < room)
			continue;
		bigger = room < FILE_LIMIT ? realloc(data, room *= 2) : NULL;
		if (!bigger) {
			free(data);
			data = NULL;
		} else {
			data = bigger;
		}
	}
	if (file)
		fclose(file);
	*size_ret = used;
	return data;
}

/* The place of a section in an ELF file of either word size. */
#define DEFINE_FIND_SECTION(bits)                                                                                      \
	static bool find_section##bits(const uint8_t *data, size_t size, const char *name, size_t *at, size_t *length) \
	{                                                                                                              \
		Elf##bits##_Ehdr elf;                                                                                  \
		Elf##bits##_Shdr names, section;                                                                       \
		uint32_t i;                                                                                            \
                                                                                                                       \
		if (size < sizeof(elf))                                                                                \
			return false;                                                                                  \
		memcpy(&elf, data, sizeof(elf));                                                                       \
		if (elf.e_shentsize != sizeof(section) || elf.e_shoff > size || elf.e_shstrndx >= elf.e_shnum ||       \
		    (size - elf.e_shoff) / sizeof(section) < elf.e_shnum)                                              \
			return false;                                                                                  \
		memcpy(&names, data + elf.e_shoff + elf.e_shstrndx * sizeof(names), sizeof(names));                    \
		if (names.sh_offset > size || names.sh_size > size - names.sh_offset)                                  \
			return false;                                                                                  \
		for (i = 0; i < elf.e_shnum; i++) {                                                                    \
			memcpy(&section, data + elf.e_shoff + i * sizeof(section), sizeof(section));                   \
			if (section.sh_name > names.sh_size || names.sh_size - section.sh_name <= strlen(name) ||      \
			    strcmp((const char *)data + names.sh_offset + section.sh_name, name) != 0)                 \
				continue;                                                                              \
			if (section.sh_offset > size || section.sh_size > size - section.sh_offset)                    \
				return false;                                                                          \
			*at = section.sh_offset;                                                                       \
			*length = section.sh_size;                                                                     \
			return true;                                                                                   \
		}                                                                                                      \
		return false;                                                                                          \
	}

DEFINE_FIND_SECTION(32)
DEFINE_FIND_SECTION(64)

static bool find_section(const uint8_t *data, size_t size, const char *name, size_t *at, size_t *length)
{
	return data[EI_CLASS] == ELFCLASS64 ? find_section64(data, size, name, at, length)
					    : find_section32(data, size, name, at, length);
}

static bool is_elf(const uint8_t *data, size_t size)
{
	return size > EI_CLASS && memcmp(data, ELFMAG, SELFMAG) == 0;
}

static struct ldt_ctf_names find_names(const uint8_t *data, size_t size, const char *section)
{
	struct ldt_ctf_names names = { NULL, 0 };
	size_t at;

	if (find_section(data, size, section, &at, &names.size))
		names.text = (const char *)data + at;
	return names;
}

/* The types of an ELF file, or of a file that has nothing else, as BTF in *data and *size. */
static bool to_btf(uint8_t **data, size_t *size, const char **why)
{
	struct ldt_ctf_source ctf = { .data = *data, .size = *size };
	size_t at, length;
	uint8_t *btf;

	if (is_elf(*data, *size)) {
		if (find_section(*data, *size, ".BTF", &at, &length)) {
			memmove(*data, *data + at, length);
			*size = length;
			return true;
		}
		*why = "it is an ELF file without a section .BTF or .ctf";
		if (!find_section(*data, *size, ".ctf", &at, &ctf.size) &&
		    !find_section(*data, *size, ".SUNW_ctf", &at, &ctf.size))
			return false;
		ctf.data = *data + at;
		ctf.symbol = find_names(*data, *size, ".strtab");
		ctf.dynamic = find_names(*data, *size, ".dynstr");
	} else if (!ldt_ctf_is(*data, *size)) {
		return true;
	}
	btf = ldt_ctf_to_btf(&ctf, size, why);
	if (!btf)
		return false;
	free(*data);
	*data = btf;
	return true;
}

struct ldt_btf *ldt_btf_open(const char *path, struct ldt_btf *base, const char **why)
{
	size_t size;
	uint8_t *data = read_file(path, &size);

	if (!data) {
		*why = "it cannot be read";
		return NULL;
	}
	if (!to_btf(&data, &size, why)) {
		free(data);
		return NULL;
	}
	return ldt_btf_parse(data, size, base, why);
}
