/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * types/type_file.c - files that have types: a section of an ELF file, or the whole of another; CTF
 * rewritten as BTF.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "types/btf.h"
#include "types/ctf.h"

#define FILE_LIMIT (256u << 20)

static uint8_t *read_file(const char *path, size_t *size_ret, const char **why)
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
	*why = data ? NULL : "it cannot be read";
	return data;
}

/* Names in an ELF file that CTF may refer to; empty when there are none. */
static struct ldt_ctf_names names_of_elf(struct ldt_elf *elf, const char *name)
{
	struct ldt_elf_section section;
	const char *why;

	if (!ldt_elf_section(elf, name, &section, &why))
		return (struct ldt_ctf_names){ NULL, 0 };
	return (struct ldt_ctf_names){ (const char *)section.data, section.size };
}

/* The section .BTF, or .ctf rewritten as BTF; malloc'ed. NULL: *@why says why. */
static uint8_t *types_of_elf(struct ldt_elf *elf, size_t *size_ret, const char **why)
{
	struct ldt_elf_section section;
	struct ldt_ctf_source ctf;
	uint8_t *data;

	if (ldt_elf_section(elf, ".BTF", &section, why)) {
		data = malloc(section.size + 1);
		if (!data) {
			*why = "out of memory";
			return NULL;
		}
		memcpy(data, section.data, section.size);
		*size_ret = section.size;
		return data;
	}
	if (*why)
		return NULL;
	if (!ldt_elf_section(elf, ".ctf", &section, why) &&
	    (*why || !ldt_elf_section(elf, ".SUNW_ctf", &section, why))) {
		if (!*why)
			*why = "it is an ELF file without a section .BTF or .ctf";
		return NULL;
	}
	ctf = (struct ldt_ctf_source){ .data = section.data,
				       .size = section.size,
				       .symbol = names_of_elf(elf, ".strtab"),
				       .dynamic = names_of_elf(elf, ".dynstr") };
	return ldt_ctf_to_btf(&ctf, size_ret, why);
}

/* The whole of a file that is no ELF file, as BTF; malloc'ed. NULL: *@why says why. */
static uint8_t *types_of_file(const char *path, size_t *size_ret, const char **why)
{
	uint8_t *data = read_file(path, size_ret, why), *btf;

	if (!data || !ldt_ctf_is(data, *size_ret))
		return data;
	btf = ldt_ctf_to_btf(&(struct ldt_ctf_source){ .data = data, .size = *size_ret }, size_ret, why);
	free(data);
	return btf;
}

struct ldt_btf *ldt_btf_open(const char *path, struct ldt_btf *base, const char **why)
{
	struct ldt_elf *elf = ldt_elf_open(path, why);
	uint8_t *data = NULL;
	size_t size;

	if (elf)
		data = types_of_elf(elf, &size, why);
	else if (!*why)
		data = types_of_file(path, &size, why);
	ldt_elf_close(elf);
	return data ? ldt_btf_parse(data, size, base, why) : NULL;
}
