/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* elf/write.c - object files, written with libelf; see elf/elf.h. */
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"

/* The sections that every file has after the parts: symbols, their names, names of sections. */
enum { SYMBOLS, STRINGS, NAMES, OWN_SECTIONS };
static const char *const own_names[] = { ".symtab", ".strtab", ".shstrtab" };

/* Texts one after the other; the first is empty. */
struct strings {
	char *text;
	size_t size;
};

static bool add_string(struct strings *strings, const char *text, size_t *ret)
{
	size_t length = strlen(text) + 1, start = strings->size ? strings->size : 1;
	char *more = realloc(strings->text, start + length);

	if (!more)
		return false;
	more[0] = '\0';
	memcpy(more + start, text, length);
	strings->text = more;
	strings->size = start + length;
	*ret = start;
	return true;
}

struct writer {
	Elf *elf;
	const struct ldt_elf_part *parts;
	size_t part_count;
	const struct ldt_elf_symbol_out *symbols;
	size_t symbol_count;
	struct strings names, strings;
	void *table; /* of symbols, as the file has them */
};

static Elf_Scn *add_section(struct writer *w, const char *name, const void *bytes, size_t size, size_t align,
			    Elf_Type type)
{
	Elf_Scn *section = elf_newscn(w->elf);
	Elf_Data *data = section ? elf_newdata(section) : NULL;

	if (!data)
		return NULL;
	data->d_buf = (void *)bytes;
	data->d_size = size;
	data->d_align = align;
	data->d_type = type;
	data->d_version = EV_CURRENT;
	return section;
}

static bool set_header(struct writer *w, Elf_Scn *section, const char *name, uint32_t type, uint64_t flags)
{
	GElf_Shdr header;
	size_t at;

	if (!section || !gelf_getshdr(section, &header) || !add_string(&w->names, name, &at))
		return false;
	header.sh_name = (GElf_Word)at;
	header.sh_type = type;
	header.sh_flags = flags;
	return gelf_update_shdr(section, &header) != 0;
}

static bool write_part(struct writer *w, const struct ldt_elf_part *part)
{
	static const struct {
		uint32_t type;
		uint64_t flags;
	} kinds[] = {
		[LDT_ELF_DATA] = { SHT_PROGBITS, SHF_ALLOC | SHF_WRITE },
		[LDT_ELF_NOTE] = { SHT_NOTE, 0 },
		[LDT_ELF_LOADED_NOTE] = { SHT_NOTE, SHF_ALLOC },
		[LDT_ELF_MARK] = { SHT_PROGBITS, 0 },
	};
	Elf_Scn *section = add_section(w, part->name, part->bytes, part->size, part->align, ELF_T_BYTE);

	return set_header(w, section, part->name, kinds[part->kind].type, kinds[part->kind].flags);
}

/* The table of symbols, after an empty one. All are global, of data, and known in the linked file only. */
static bool write_symbols(struct writer *w)
{
	size_t entry = gelf_fsize(w->elf, ELF_T_SYM, 1, EV_CURRENT), at;
	Elf_Scn *section;
	Elf_Data *data;
	GElf_Shdr header;

	w->table = calloc(w->symbol_count + 1, entry);
	section = w->table ? add_section(w, own_names[SYMBOLS], w->table, (w->symbol_count + 1) * entry, 8, ELF_T_SYM)
			   : NULL;
	data = section ? elf_getdata(section, NULL) : NULL;
	if (!data || !add_string(&w->strings, "", &at))
		return false;
	for (size_t i = 0; i < w->symbol_count; i++) {
		const struct ldt_elf_symbol_out *from = &w->symbols[i];
		GElf_Sym symbol = { .st_info = GELF_ST_INFO(STB_GLOBAL, STT_OBJECT),
				    .st_other = STV_HIDDEN,
				    .st_shndx = (GElf_Section)(from->part + 1),
				    .st_value = from->value,
				    .st_size = from->size };

		if (!add_string(&w->strings, from->name, &at))
			return false;
		symbol.st_name = (GElf_Word)at;
		if (!gelf_update_sym(data, (int)i + 1, &symbol))
			return false;
	}
	if (!set_header(w, section, own_names[SYMBOLS], SHT_SYMTAB, 0) || !gelf_getshdr(section, &header))
		return false;
	header.sh_link = (GElf_Word)(w->part_count + 1 + STRINGS);
	header.sh_info = 1; /* symbols that are local: the empty one */
	header.sh_entsize = entry;
	return gelf_update_shdr(section, &header) != 0;
}

/* The names of sections come last: all of them are known then. */
static bool write_names(struct writer *w)
{
	Elf_Scn *section = add_section(w, own_names[STRINGS], w->strings.text, w->strings.size, 1, ELF_T_BYTE);
	Elf_Data *data;

	if (!set_header(w, section, own_names[STRINGS], SHT_STRTAB, 0))
		return false;
	section = add_section(w, own_names[NAMES], NULL, 0, 1, ELF_T_BYTE);
	if (!set_header(w, section, own_names[NAMES], SHT_STRTAB, 0))
		return false;
	data = elf_getdata(section, NULL);
	data->d_buf = w->names.text;
	data->d_size = w->names.size;
	return true;
}

static bool write_all(struct writer *w, const struct ldt_elf_identity *identity)
{
	GElf_Ehdr header;

	if (!w->elf || !gelf_newehdr(w->elf, identity->bits == 64 ? ELFCLASS64 : ELFCLASS32) ||
	    !gelf_getehdr(w->elf, &header))
		return false;
	header.e_ident[EI_DATA] = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
	header.e_type = ET_REL;
	header.e_machine = identity->machine;
	header.e_version = EV_CURRENT;
	header.e_flags = identity->flags;
	header.e_shstrndx = (GElf_Half)(w->part_count + 1 + NAMES);
	if (!gelf_update_ehdr(w->elf, &header))
		return false;
	for (size_t i = 0; i < w->part_count; i++) {
		if (!write_part(w, &w->parts[i]))
			return false;
	}
	return write_symbols(w) && write_names(w) && elf_update(w->elf, ELF_C_WRITE) != -1;
}

bool ldt_elf_write(int fd, const struct ldt_elf_identity *identity, const struct ldt_elf_part *parts, size_t part_count,
		   const struct ldt_elf_symbol_out *symbols, size_t symbol_count)
{
	struct writer w = {
		.parts = parts, .part_count = part_count, .symbols = symbols, .symbol_count = symbol_count
	};
	bool written;

	elf_version(EV_CURRENT);
	w.elf = elf_begin(fd, ELF_C_WRITE, NULL);
	written = write_all(&w, identity);
	elf_end(w.elf);
	free(w.names.text);
	free(w.strings.text);
	free(w.table);
	return written;
}
