/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * elf/frames.c - call frames of .eh_frame, read with libdw; see elf/elf.h.
 *
 * libdw finds the row of an address, but does not say at which addresses there are functions: their
 * extents are read from the entries here.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "elf/handle.h"

/* A function: its addresses, and how much libdw reads to get to a row of it. */
struct extent {
	uint64_t start, end;
	size_t cost;
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
	const char *why;
};

/*
 * libdw begins with a function's first row for each row of it: a file with one enormous function
 * would take days. This is some seconds; the largest files need a fiftieth.
 */
#define COST_MAX ((size_t)1 << 30)

/* ---- extents of functions -------------------------------------------------------------------- */

/* Takes a number of @size bytes. */
static bool take(const uint8_t **at, const uint8_t *end, unsigned int size, bool is_signed, uint64_t *ret)
{
	uint64_t value = 0;

	if (size > (size_t)(end - *at))
		return false;
	memcpy(&value, *at, size); /* the file has this machine's byte order: little-endian */
	if (is_signed && size < 8 && value >> (8 * size - 1))
		value |= ~(uint64_t)0 << 8 * size;
	*at += size;
	*ret = value;
	return true;
}

/* Bytes of a number that is encoded so (DW_EH_PE_*); 0: of no fixed length. */
static unsigned int encoded_size(unsigned int encoding, unsigned int word)
{
	switch (encoding & 7) {
	case DW_EH_PE_absptr:
		return word;
	case DW_EH_PE_udata2:
		return 2;
	case DW_EH_PE_udata4:
		return 4;
	case DW_EH_PE_udata8:
		return 8;
	}
	return 0;
}

/* How the addresses of a common entry's functions are encoded; false: in a way that no compiler uses. */
static bool address_encoding(const Dwarf_CIE *cie, unsigned int word, unsigned int *ret)
{
	const uint8_t *at = cie->augmentation_data, *end = at + cie->augmentation_data_size;
	uint64_t ignored;

	*ret = DW_EH_PE_absptr;
	if (!cie->augmentation || *cie->augmentation != 'z')
		return cie->augmentation && !*cie->augmentation;
	for (const char *kind = cie->augmentation + 1; *kind; kind++) {
		if (*kind == 'S' || *kind == 'B')
			continue;
		if (at == end)
			return false;
		if (*kind == 'R') {
			*ret = *at++;
		} else if (*kind == 'L') {
			at++;
		} else if (*kind == 'P') {
			unsigned int size = encoded_size(*at++, word);

			if (size == 0 || !take(&at, end, size, false, &ignored))
				return false;
		} else {
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

/* The common entry of a function's. */
static bool common_entry(const struct reader *reader, const Dwarf_FDE *fde, Dwarf_CIE *ret)
{
	Dwarf_CFI_Entry entry;
	Dwarf_Off next;

	if (dwarf_next_cfi((const unsigned char *)elf_getident(reader->elf, NULL), reader->data, true, fde->CIE_pointer,
			   &next, &entry) != 0 ||
	    !dwarf_cfi_cie_p(&entry))
		return false;
	*ret = entry.cie;
	return true;
}

/*
 * Whether the first rule of an entry, which is after its augmentation, is about a frame that is
 * there already.
 */
static bool begins_with_frame(const uint8_t *at, const uint8_t *end, const char *augmentation)
{
	uint64_t byte;

	if (strchr(augmentation, 'S')) /* of a signal: whoever it interrupted had no frame here */
		return false;
	if (*augmentation == 'z') { /* how much more of it there is: 0 or some bytes */
		if (!take(&at, end, 1, false, &byte) || byte > (size_t)(end - at))
			return false;
		at += byte;
	}
	if (!take(&at, end, 1, false, &byte))
		return false;
	return byte == DW_CFA_def_cfa || byte == DW_CFA_def_cfa_register || byte == DW_CFA_def_cfa_offset ||
	       byte == DW_CFA_offset_extended || (byte & 0xc0) == DW_CFA_offset;
}

/* False: stop, for lack of memory. Entries that cannot be understood are left out. */
static bool add_function(struct reader *reader, const Dwarf_FDE *fde)
{
	uint64_t mask = reader->word == 4 ? 0xffffffffu : ~(uint64_t)0, start, length;
	const uint8_t *at = fde->start;
	unsigned int encoding, size;
	Dwarf_CIE cie;

	if (!common_entry(reader, fde, &cie) || !address_encoding(&cie, reader->word, &encoding))
		return true;
	size = encoded_size(encoding, reader->word);
	if (size == 0 || (encoding & DW_EH_PE_indirect) ||
	    ((encoding & 0x70) != 0 && (encoding & 0x70) != DW_EH_PE_pcrel))
		return true;
	start = (encoding & 0x70) == DW_EH_PE_pcrel
			? reader->addr + (uint64_t)(at - (const uint8_t *)reader->data->d_buf)
			: 0;
	if (!take(&at, fde->end, size, encoding & DW_EH_PE_signed, &length))
		return true;
	start = (start + length) & mask;
	if (!take(&at, fde->end, size, false, &length) || length == 0 || length > mask - start)
		return true;
	return add_extent(reader, (struct extent){ start, start + length, (size_t)(fde->end - fde->start),
						   begins_with_frame(at, fde->end, cie.augmentation),
						   strchr(cie.augmentation, 'S') != NULL });
}

static int by_start(const void *a, const void *b)
{
	const struct extent *left = a, *right = b;

	return left->start < right->start ? -1 : left->start > right->start;
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

/* Whether the operation is a register and an offset. */
static bool is_register(const Dwarf_Op *op, struct ldt_elf_value *ret)
{
	if (op->atom == DW_OP_bregx)
		*ret = (struct ldt_elf_value){ LDT_ELF_VALUE_REGISTER, (unsigned int)op->number, (int64_t)op->number2,
					       0 };
	else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
		*ret = (struct ldt_elf_value){ LDT_ELF_VALUE_REGISTER, op->atom - DW_OP_breg0, (int64_t)op->number, 0 };
	else
		return false;
	return true;
}

/*
 * x86's linkage table: register + a word + ((pc & 15) >= N) * a word. What is multiplied is shifted
 * by 2 or 3.
 */
static bool is_linkage(const Dwarf_Op *ops, size_t count, unsigned int word, struct ldt_elf_value *ret)
{
	struct ldt_elf_value pc;

	if (count != 9 || !is_register(&ops[1], &pc) || pc.offset != 0 || ops[2].atom != DW_OP_lit15 ||
	    ops[3].atom != DW_OP_and || ops[4].atom < DW_OP_lit0 || ops[4].atom > DW_OP_lit16 ||
	    ops[5].atom != DW_OP_ge || ops[6].atom != (word == 4 ? DW_OP_lit2 : DW_OP_lit3) ||
	    ops[7].atom != DW_OP_shl || ops[8].atom != DW_OP_plus)
		return false;
	ret->kind = LDT_ELF_VALUE_PLT;
	ret->more = ops[4].atom - DW_OP_lit0;
	return true;
}

static struct ldt_elf_value cfa_of(Dwarf_Frame *frame, unsigned int word)
{
	struct ldt_elf_value value = { 0 };
	Dwarf_Op *ops;
	size_t count;

	if (dwarf_frame_cfa(frame, &ops, &count) != 0 || count == 0 || !is_register(&ops[0], &value))
		return (struct ldt_elf_value){ 0 };
	if (count == 1 || is_linkage(ops, count, word, &value))
		return value;
	value.kind = LDT_ELF_VALUE_LOAD;
	if (count == 2 && ops[1].atom == DW_OP_deref)
		return value;
	if (count == 3 && ops[1].atom == DW_OP_deref && ops[2].atom == DW_OP_plus_uconst) {
		value.more = (int64_t)ops[2].number;
		return value;
	}
	return (struct ldt_elf_value){ 0 };
}

static struct ldt_elf_value register_of(Dwarf_Frame *frame, int reg)
{
	struct ldt_elf_value value = { 0 };
	Dwarf_Op room[3], *ops;
	size_t count;

	if (reg < 0 || dwarf_frame_register(frame, reg, room, &ops, &count) != 0)
		return value;
	if (count == 0) {
		value.kind = ops ? LDT_ELF_VALUE_UNDEFINED : LDT_ELF_VALUE_SAME;
		value.reg = (unsigned int)reg;
		return value;
	}
	if (ops[0].atom == DW_OP_call_frame_cfa) {
		if (count == 1 || (count == 2 && ops[1].atom == DW_OP_plus_uconst))
			return (struct ldt_elf_value){ LDT_ELF_VALUE_FRAME, 0, count == 2 ? (int64_t)ops[1].number : 0,
						       0 };
		ops++; /* an expression begins with the CFA on its stack, whether it uses it or not */
		count--;
	}
	if (count != 1 || !is_register(&ops[0], &value))
		return (struct ldt_elf_value){ 0 };
	value.kind = LDT_ELF_VALUE_LOAD;
	return value;
}

/* The row at @at; from where libdw does not understand a function on, the rest of it is one row without a CFA. */
static struct ldt_elf_frame row_at(const struct reader *reader, Dwarf_CFI *cfi, const struct extent *extent,
				   uint64_t at, unsigned int fp)
{
	struct ldt_elf_frame row = { .start = at, .end = extent->end };
	Dwarf_Addr start, end;
	Dwarf_Frame *frame;
	bool is_signal;
	int ra;

	if (dwarf_cfi_addrframe(cfi, at, &frame) != 0)
		return row;
	ra = dwarf_frame_info(frame, &start, &end, &is_signal);
	if (start <= at && end > at) {
		if (end < row.end)
			row.end = end;
		row.cfa = cfa_of(frame, reader->word);
		row.ra = register_of(frame, ra);
		row.fp = register_of(frame, (int)fp);
	}
	free(frame);
	return row;
}

static bool each_row(struct reader *reader, Dwarf_CFI *cfi, unsigned int fp,
		     bool (*each)(void *arg, const struct ldt_elf_frame *frame), void *arg)
{
	size_t cost = 0;
	uint64_t at = 0;

	for (size_t i = 0; i < reader->count; i++) {
		const struct extent *extent = &reader->extents[i];

		if (at < extent->start)
			at = extent->start;
		while (at < extent->end) {
			struct ldt_elf_frame row = row_at(reader, cfi, extent, at, fp);

			cost += extent->cost;
			if (cost > COST_MAX) {
				reader->why = "it is an ELF file whose call frames are too long";
				return false;
			}
			if (!each(arg, &row))
				return false;
			at = row.end;
		}
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

		if (name && strcmp(name, ".eh_frame") == 0 && header.sh_type != SHT_NOBITS) {
			reader->data = elf_rawdata(section, NULL);
			reader->addr = header.sh_addr;
			return reader->data && reader->data->d_buf && reader->data->d_size != 0;
		}
	}
	return false;
}

bool ldt_elf_frames(struct ldt_elf *elf, unsigned int fp, bool (*each)(void *arg, const struct ldt_elf_frame *frame),
		    void *arg, const char **why)
{
	struct reader reader = { .elf = ldt_elf_handle(elf), .word = ldt_elf_identity(elf).bits / 8 };
	Dwarf_CFI *cfi;
	bool done;

	*why = NULL;
	if (!find_section(&reader))
		return false;
	cfi = dwarf_getcfi_elf(reader.elf);
	if (!cfi) {
		*why = damaged;
		return false;
	}
	done = read_extents(&reader) && each_row(&reader, cfi, fp, each, arg);
	*why = reader.why;
	free(reader.extents);
	dwarf_cfi_end(cfi);
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
