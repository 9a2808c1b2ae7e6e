/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * look.c - prints what elf/elf.h says about a file, for test_elf_cpus.sh.
 *
 *      look FILE symbols | build-id | debuglink | offset ADDRESS | section NAME
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"

static bool print_symbol(void *arg, const struct ldt_elf_symbol *symbol)
{
	printf("%s %" PRIx64 " %" PRIu64 " %d %d\n", symbol->name, symbol->value, symbol->size, symbol->is_function,
	       symbol->is_defined);
	return true;
}

static int look(struct ldt_elf *elf, const char *what, const char *argument)
{
	struct ldt_elf_section section;
	const char *why = NULL, *name;
	const uint8_t *id;
	uint64_t offset;
	uint32_t crc;
	size_t size;

	if (strcmp(what, "symbols") == 0)
		return !ldt_elf_symbols(elf, print_symbol, NULL);
	if (strcmp(what, "build-id") == 0) {
		id = ldt_elf_build_id(elf, &size);
		for (size_t i = 0; i < size; i++)
			printf("%02x", id[i]);
		puts("");
		return size == 0;
	}
	if (strcmp(what, "debuglink") == 0) {
		name = ldt_elf_debuglink(elf, &crc);
		printf("%s %08" PRIx32 "\n", name ? name : "none", name ? crc : 0);
		return !name;
	}
	if (strcmp(what, "offset") == 0 && argument && ldt_elf_file_offset(elf, strtoull(argument, NULL, 16), &offset))
		return printf("%" PRIx64 "\n", offset) < 0;
	if (strcmp(what, "section") == 0 && argument && ldt_elf_section(elf, argument, &section, &why))
		return fwrite(section.data, 1, section.size, stdout) != section.size;
	fprintf(stderr, "%s\n", why ? why : "no such thing");
	return 1;
}

int main(int argc, char **argv)
{
	const char *why = NULL;
	struct ldt_elf *elf = argc > 2 ? ldt_elf_open(argv[1], &why) : NULL;
	int status;

	if (!elf) {
		fprintf(stderr, "%s\n", why ? why : "it is no ELF file");
		return 2;
	}
	status = look(elf, argv[2], argv[3]);
	ldt_elf_close(elf);
	return status;
}
