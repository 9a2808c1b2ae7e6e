/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * symbols/elf_symbols.c - names of the functions of one ELF file, of either word size: .symtab where there
 * is one, and .dynsym.
 *
 * Addresses that are asked for are offsets in the file, as /proc/PID/maps gives them: so it does not matter where the
 * file was loaded. Every offset and count in the file is checked before it is used: the file may be anything.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "symbols/elf_symbols.h"

struct ldt_elfsym {
	uint64_t offset, size; /* in the file; size 0: up to the next */
	const char *name;
};

struct ldt_elfsyms {
	const unsigned char *data; /* the mapped file; names point into it */
	size_t size;
	struct ldt_elfsym *symbols; /* by offset */
	size_t count, room;
};

/* The fields that both classes (32 and 64 bits) have, read one by one. */
struct section {
	uint32_t type, link;
	uint64_t offset, size;
};
struct segment {
	uint64_t offset, addr, size;
};
struct reader {
	struct ldt_elfsyms *syms;
	bool wide;
	uint64_t sections, segments;
	unsigned int section_count, segment_count, section_size, segment_size;
};

static bool bytes_copy(const struct reader *reader, uint64_t offset, void *dst, size_t size)
{
	if (offset > reader->syms->size || size > reader->syms->size - offset)
		return false;
	memcpy(dst, reader->syms->data + offset, size);
	return true;
}

static bool read_header(struct reader *reader)
{
	Elf64_Ehdr wide;
	Elf32_Ehdr narrow;
	bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

	if (!bytes_copy(reader, 0, &narrow, sizeof(narrow)) || memcmp(narrow.e_ident, ELFMAG, SELFMAG) != 0 ||
	    narrow.e_ident[EI_DATA] != (little ? ELFDATA2LSB : ELFDATA2MSB))
		return false;
	reader->wide = narrow.e_ident[EI_CLASS] == ELFCLASS64;
	if (reader->wide) {
		if (!bytes_copy(reader, 0, &wide, sizeof(wide)))
			return false;
		reader->sections = wide.e_shoff;
		reader->section_count = wide.e_shnum;
		reader->section_size = wide.e_shentsize;
		reader->segments = wide.e_phoff;
		reader->segment_count = wide.e_phnum;
		reader->segment_size = wide.e_phentsize;
	} else {
		reader->sections = narrow.e_shoff;
		reader->section_count = narrow.e_shnum;
		reader->section_size = narrow.e_shentsize;
		reader->segments = narrow.e_phoff;
		reader->segment_count = narrow.e_phnum;
		reader->segment_size = narrow.e_phentsize;
	}
	return true;
}

static bool read_section(const struct reader *reader, unsigned int index, struct section *ret)
{
	uint64_t at = reader->sections + (uint64_t)index * reader->section_size;
	Elf64_Shdr wide;
	Elf32_Shdr narrow;

	if (index >= reader->section_count)
		return false;
	if (reader->wide) {
		if (!bytes_copy(reader, at, &wide, sizeof(wide)))
			return false;
		*ret = (struct section){ wide.sh_type, wide.sh_link, wide.sh_offset, wide.sh_size };
	} else {
		if (!bytes_copy(reader, at, &narrow, sizeof(narrow)))
			return false;
		*ret = (struct section){ narrow.sh_type, narrow.sh_link, narrow.sh_offset, narrow.sh_size };
	}
	return ret->type != SHT_NOBITS && ret->offset <= reader->syms->size &&
	       ret->size <= reader->syms->size - ret->offset;
}

/* Whether the segment is loaded from the file, and where. */
static bool read_segment(const struct reader *reader, unsigned int index, struct segment *ret)
{
	uint64_t at = reader->segments + (uint64_t)index * reader->segment_size;
	Elf64_Phdr wide;
	Elf32_Phdr narrow;

	if (reader->wide) {
		if (!bytes_copy(reader, at, &wide, sizeof(wide)))
			return false;
		*ret = (struct segment){ wide.p_offset, wide.p_vaddr, wide.p_filesz };
		return wide.p_type == PT_LOAD;
	}
	if (!bytes_copy(reader, at, &narrow, sizeof(narrow)))
		return false;
	*ret = (struct segment){ narrow.p_offset, narrow.p_vaddr, narrow.p_filesz };
	return narrow.p_type == PT_LOAD;
}

/* Where in the file an address of the program is. */
static bool file_offset(const struct reader *reader, uint64_t addr, uint64_t *ret)
{
	struct segment segment;

	for (unsigned int i = 0; i < reader->segment_count; i++) {
		if (read_segment(reader, i, &segment) && addr >= segment.addr && addr - segment.addr < segment.size) {
			*ret = addr - segment.addr + segment.offset;
			return true;
		}
	}
	return false;
}

static bool function_add(struct ldt_elfsyms *syms, uint64_t offset, uint64_t size, const char *name)
{
	if (syms->count == syms->room) {
		size_t room = syms->room ? syms->room * 2 : 256;
		struct ldt_elfsym *more = realloc(syms->symbols, room * sizeof(*more));

		if (!more)
			return false;
		syms->symbols = more;
		syms->room = room;
	}
	syms->symbols[syms->count++] = (struct ldt_elfsym){ offset, size, name };
	return true;
}

static bool add_symbol(const struct reader *reader, const Elf64_Sym *symbol, const struct section *strings)
{
	const char *base = (const char *)reader->syms->data + strings->offset, *name = base + symbol->st_name;
	unsigned int type = ELF64_ST_TYPE(symbol->st_info);
	uint64_t offset;

	if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol->st_shndx == SHN_UNDEF ||
	    symbol->st_name >= strings->size || !*name ||
	    strnlen(name, strings->size - symbol->st_name) == strings->size - symbol->st_name ||
	    !file_offset(reader, symbol->st_value, &offset))
		return true;
	return function_add(reader->syms, offset, symbol->st_size, name);
}

static bool read_symbols(const struct reader *reader, const struct section *table)
{
	size_t step = reader->wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	struct section strings;

	if (!read_section(reader, table->link, &strings) || strings.type != SHT_STRTAB)
		return true;
	for (uint64_t at = 0; at + step <= table->size; at += step) {
		Elf64_Sym wide = { 0 };
		Elf32_Sym narrow;

		if (reader->wide) {
			bytes_copy(reader, table->offset + at, &wide, sizeof(wide));
		} else {
			bytes_copy(reader, table->offset + at, &narrow, sizeof(narrow));
			wide = (Elf64_Sym){ narrow.st_name,  narrow.st_info,  narrow.st_other,
					    narrow.st_shndx, narrow.st_value, narrow.st_size };
		}
		if (!add_symbol(reader, &wide, &strings))
			return false;
	}
	return true;
}

/* By offset; of several names of one place first the larger, then the shorter, then by name. */
static int compare_functions(const void *a, const void *b)
{
	const struct ldt_elfsym *x = a, *y = b;
	size_t x_length, y_length;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	x_length = strlen(x->name);
	y_length = strlen(y->name);
	if (x_length != y_length)
		return x_length < y_length ? -1 : 1;
	return strcmp(x->name, y->name);
}

static bool file_load(struct ldt_elfsyms *syms)
{
	struct reader reader = { .syms = syms };
	struct section section;
	size_t kept = 0;

	if (!read_header(&reader))
		return false;
	for (unsigned int i = 0; i < reader.section_count; i++) {
		if (read_section(&reader, i, &section) && (section.type == SHT_SYMTAB || section.type == SHT_DYNSYM) &&
		    !read_symbols(&reader, &section))
			return false;
	}
	if (syms->count == 0)
		return true;
	qsort(syms->symbols, syms->count, sizeof(syms->symbols[0]), compare_functions);
	for (size_t i = 1; i < syms->count; i++) { /* one name for a place */
		if (syms->symbols[i].offset != syms->symbols[kept].offset)
			syms->symbols[++kept] = syms->symbols[i];
	}
	syms->count = kept + 1;
	return true;
}

struct ldt_elfsyms *ldt_elfsyms_open(const char *path)
{
	struct ldt_elfsyms *syms = calloc(1, sizeof(*syms));
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	void *data = MAP_FAILED;

	if (syms && fd != -1 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
		data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (fd != -1)
		close(fd);
	if (data == MAP_FAILED) {
		free(syms);
		return NULL;
	}
	syms->data = data;
	syms->size = (size_t)status.st_size;
	if (!file_load(syms)) {
		ldt_elfsyms_close(syms);
		return NULL;
	}
	return syms;
}

void ldt_elfsyms_close(struct ldt_elfsyms *syms)
{
	if (!syms)
		return;
	munmap((void *)(uintptr_t)syms->data, syms->size);
	free(syms->symbols);
	free(syms);
}

const char *ldt_elfsyms_find(const struct ldt_elfsyms *syms, uint64_t offset, uint64_t *into)
{
	size_t low = 0, high = syms->count;
	const struct ldt_elfsym *symbol;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (syms->symbols[middle].offset <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	symbol = &syms->symbols[low - 1];
	if (symbol->size != 0 && offset - symbol->offset >= symbol->size)
		return NULL;
	*into = offset - symbol->offset;
	return symbol->name;
}
