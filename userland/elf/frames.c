/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * elf/frames.c - call frames of .eh_frame; see elf/elf.h.
 *
 * libdw finds the entries. What is in them, where a function is and the program of its rows, is read
 * here and in elf/cfi.c.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "elf/cfi.h"
#include "elf/handle.h"

/* A function: its addresses, its program, and its common entry. */
struct extent {
	uint64_t start, end;
	struct ldt_cfi_bytes program;
	Dwarf_Off common;
	unsigned int encoding; /* of addresses */
	bool is_part, is_signal;
};

static const char damaged[] = "it is an ELF file whose call frames are damaged";

struct reader {
	Elf *elf;
	Elf_Data *data; /* of .eh_frame, */
	uint64_t addr;  /* which is loaded here */
	unsigned int word;
	struct extent *extents;
	size_t count, room;
	size_t cost; /* bytes that are read for the functions found so far */
	const char *why;
};

/*
 * A common entry is read for each function of it: a file with one enormous one would take days. This
 * is some seconds; the largest files need a fiftieth.
 */
#define COST_MAX ((size_t)1 << 30)

/* ---- extents of functions -------------------------------------------------------------------- */

/* How the addresses of a common entry's functions are encoded; false: in a way that no compiler uses. */
static bool address_encoding(const Dwarf_CIE *cie, unsigned int word, unsigned int *ret)
{
	struct ldt_cfi_bytes bytes = { cie->augmentation_data, cie->augmentation_data + cie->augmentation_data_size };
	uint64_t encoding, ignored;

	*ret = DW_EH_PE_absptr;
	if (!cie->augmentation || *cie->augmentation != 'z')
		return cie->augmentation && !*cie->augmentation;
	for (const char *kind = cie->augmentation + 1; *kind; kind++) {
		if (*kind == 'S' || *kind == 'B')
			continue;
		if (!ldt_cfi_take(&bytes, 1, false, &encoding))
			return false;
		if (*kind == 'R') {
			*ret = (unsigned int)encoding;
		} else if (*kind == 'P') {
			unsigned int size = ldt_cfi_encoded_size((unsigned int)encoding, word);

			if (size == 0 || !ldt_cfi_take(&bytes, size, false, &ignored))
				return false;
		} else if (*kind != 'L') {
			return false;
		}
	}
	return true;
}

static bool add_extent(struct reader *reader, struct extent extent)
{
	if (reader->count == reader->room) {
		size_t room = reader->room ? 2 * reader->room : 1024;
		struct extent *extents = realloc(reader->extents, room * sizeof(*extents));

		if (!extents) {
			reader->why = "out of memory";
			return false;
		}
		reader->extents = extents;
		reader->room = room;
	}
	reader->extents[reader->count++] = extent;
	return true;
}

/* The common entry at an offset. */
static bool common_entry(const struct reader *reader, Dwarf_Off at, Dwarf_CIE *ret)
{
	Dwarf_CFI_Entry entry;
	Dwarf_Off next;

	if (dwarf_next_cfi((const unsigned char *)elf_getident(reader->elf, NULL), reader->data, true, at, &next,
			   &entry) != 0 ||
	    !dwarf_cfi_cie_p(&entry))
		return false;
	*ret = entry.cie;
	return true;
}

/* Whether the first rule of a function is about a frame that is there already. */
static bool begins_with_frame(struct ldt_cfi_bytes program)
{
	uint64_t byte;

	if (!ldt_cfi_take(&program, 1, false, &byte))
		return false;
	return byte == DW_CFA_def_cfa || byte == DW_CFA_def_cfa_register || byte == DW_CFA_def_cfa_offset ||
	       byte == DW_CFA_offset_extended || (byte & 0xc0) == DW_CFA_offset;
}

/* Where a function is and its program begins. False: it cannot be understood. */
static bool read_function(const struct reader *reader, const Dwarf_FDE *fde, const Dwarf_CIE *cie, struct extent *ret)
{
	struct ldt_cfi_bytes bytes = { fde->start, fde->end };
	uint64_t addr = reader->addr + (uint64_t)(fde->start - (const uint8_t *)reader->data->d_buf), size;
	uint64_t mask = reader->word == 4 ? UINT32_MAX : UINT64_MAX;
	unsigned int bytes_of_size;

	if (!address_encoding(cie, reader->word, &ret->encoding) ||
	    !ldt_cfi_take_addr(&bytes, ret->encoding, reader->word, addr, &ret->start))
		return false;
	bytes_of_size = ldt_cfi_encoded_size(ret->encoding, reader->word);
	if (!ldt_cfi_take(&bytes, bytes_of_size, false, &size) || size == 0 || size > mask - ret->start)
		return false;
	ret->end = ret->start + size;
	if (*cie->augmentation == 'z') { /* how much more of it there is */
		if (!ldt_cfi_take_leb(&bytes, false, &size) || size > (size_t)(bytes.end - bytes.at))
			return false;
		bytes.at += size;
	}
	ret->program = bytes;
	ret->common = fde->CIE_pointer;
	/* whoever a signal interrupted had no frame of its function */
	ret->is_signal = strchr(cie->augmentation, 'S') != NULL;
	ret->is_part = !ret->is_signal && begins_with_frame(bytes);
	return true;
}

/* False: stop, for lack of memory or time. Entries that cannot be understood are left out. */
static bool add_function(struct reader *reader, const Dwarf_FDE *fde)
{
	const uint8_t *section = reader->data->d_buf;
	struct extent extent;
	Dwarf_CIE cie;

	if (!common_entry(reader, fde->CIE_pointer, &cie))
		return true;
	reader->cost +=
		(size_t)(fde->end - fde->start) + (size_t)(cie.initial_instructions_end - (section + fde->CIE_pointer));
	if (reader->cost > COST_MAX) {
		reader->why = "it is an ELF file whose call frames are too long";
		return false;
	}
	return !read_function(reader, fde, &cie, &extent) || add_extent(reader, extent);
}

static int by_start(const void *a, const void *b)
{
	const struct extent *left = a, *right = b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return left->program.at < right->program.at ? -1 : 1; /* of two that begin at one address, the file's first */
}

static bool read_extents(struct reader *reader)
{
	const unsigned char *ident = (const unsigned char *)elf_getident(reader->elf, NULL);
	Dwarf_Off at = 0, next;
	Dwarf_CFI_Entry entry;
	int result;

	while ((result = dwarf_next_cfi(ident, reader->data, true, at, &next, &entry)) == 0) {
		if (!dwarf_cfi_cie_p(&entry) && !add_function(reader, &entry.fde))
			return false;
		if (next == (Dwarf_Off)-1 || next <= at)
			break;
		at = next;
	}
	if (reader->count)
		qsort(reader->extents, reader->count, sizeof(reader->extents[0]), by_start);
	if (result < 0)
		reader->why = damaged;
	return result >= 0;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool each_row(const struct reader *reader, unsigned int fp, bool has_link,
		     bool (*each)(void *arg, const struct ldt_elf_frame *frame), void *arg)
{
	const uint8_t *section = reader->data->d_buf;

	for (size_t i = 0; i < reader->count; i++) {
		const struct extent *extent = &reader->extents[i];
		Dwarf_CIE cie;

		if (!common_entry(reader, extent->common, &cie))
			continue;
		const struct ldt_cfi_function function = {
			.common = { cie.initial_instructions, cie.initial_instructions_end },
			.program = extent->program,
			.start = extent->start,
			.end = extent->end,
			.code_factor = cie.code_alignment_factor,
			.data_factor = cie.data_alignment_factor,
			.encoding = extent->encoding,
			.program_addr = reader->addr + (uint64_t)(extent->program.at - section),
			.word = reader->word,
			.fp = fp,
			.ra = (unsigned int)cie.return_address_register,
			.has_link = has_link,
		};

		if (!ldt_cfi_rows(&function, each, arg))
			return false;
	}
	return true;
}

/* The section, where it is loaded. */
static bool find_section(struct reader *reader)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(reader->elf, &names) != 0)
		return false;
	while ((section = elf_nextscn(reader->elf, section)) != NULL) {
		const char *name =
			gelf_getshdr(section, &header) ? elf_strptr(reader->elf, names, header.sh_name) : NULL;

		if (name && strcmp(name, ".eh_frame") == 0 && header.sh_type != SHT_NOBITS &&
		    header.sh_size <= COST_MAX) {
			reader->data = elf_rawdata(section, NULL);
			reader->addr = header.sh_addr;
			return reader->data && reader->data->d_buf && reader->data->d_size != 0;
		}
	}
	return false;
}

bool ldt_elf_frames(struct ldt_elf *elf, unsigned int fp, bool has_link,
		    bool (*each)(void *arg, const struct ldt_elf_frame *frame), void *arg, const char **why)
{
	struct reader reader = { .elf = ldt_elf_handle(elf), .word = ldt_elf_identity(elf).bits / 8 };
	bool done;

	*why = NULL;
	if (!find_section(&reader))
		return false;
	done = read_extents(&reader) && each_row(&reader, fp, has_link, each, arg);
	*why = reader.why;
	free(reader.extents);
	return done;
}

struct ldt_elf_extent *ldt_elf_extents(struct ldt_elf *elf, size_t *count)
{
	struct reader reader = { .elf = ldt_elf_handle(elf), .word = ldt_elf_identity(elf).bits / 8 };
	struct ldt_elf_extent *extents = NULL;

	*count = 0;
	if (find_section(&reader))
		read_extents(&reader); /* of a damaged table those before the damage */
	if (reader.count)
		extents = calloc(reader.count, sizeof(*extents));
	for (size_t i = 0; extents && i < reader.count; i++)
		extents[i] = (struct ldt_elf_extent){ reader.extents[i].start, reader.extents[i].end,
						      reader.extents[i].is_part, reader.extents[i].is_signal };
	*count = extents ? reader.count : 0;
	free(reader.extents);
	return extents;
}
