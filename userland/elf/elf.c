/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* elf/elf.c - ELF files, read with libelf; see elf/elf.h. */
#include "elf/elf.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf/handle.h"
#include "files/files.h"

struct ldt_elf {
	Elf *elf;
	int fd;      /* -1: bytes in memory */
	char *image; /* those bytes */
	size_t image_size;
	struct ldt_elf_segment *segments; /* those that are loaded */
	size_t segment_count;
};

static const char damaged[] = "it is an ELF file that is cut short or damaged";

static bool is_elf(const void *data, size_t size)
{
	return size >= SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0;
}

/* ---- limits ---------------------------------------------------------------------------------- */

/*
 * A section is read into memory as a whole, and its size is what the file claims: the file may be
 * sparse, or the section compressed to a thousandth.
 */
#define SECTION_MAX ((uint64_t)1 << 30)

static const char too_large[] = "it is an ELF file with a table of more than 1 GB";

/* Whether libelf will ask for a bounded size when a section is read, and unpacked. */
static bool is_bounded(Elf_Scn *section, const GElf_Shdr *header)
{
	GElf_Chdr packed;

	if (header->sh_type == SHT_NULL || header->sh_type == SHT_NOBITS)
		return true;
	if (header->sh_size > SECTION_MAX)
		return false;
	/* without a header libelf does not unpack it either */
	return !(header->sh_flags & SHF_COMPRESSED) || !gelf_getchdr(section, &packed) || packed.ch_size <= SECTION_MAX;
}

static bool is_table(uint32_t type)
{
	switch (type) {
	case SHT_SYMTAB:
	case SHT_DYNSYM:
	case SHT_STRTAB:
	case SHT_REL:
	case SHT_RELA:
	case SHT_NOTE:
		return true;
	}
	return false;
}

/* Tables are read by their type, whatever they are called; other sections are looked at when they are asked for. */
static bool check_sizes(Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Phdr segment;
	GElf_Shdr header;
	size_t count;

	while ((section = elf_nextscn(elf, section)) != NULL) {
		if (gelf_getshdr(section, &header) && is_table(header.sh_type) && !is_bounded(section, &header))
			return false;
	}
	if (elf_getphdrnum(elf, &count) != 0)
		return true;
	for (int i = 0; i < (int)count && gelf_getphdr(elf, i, &segment); i++) {
		if ((segment.p_type == PT_DYNAMIC || segment.p_type == PT_NOTE) && segment.p_filesz > SECTION_MAX)
			return false;
	}
	return true;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Whether a table of @count entries is in a file of @size bytes; an empty table is anywhere. */
static bool is_inside(uint64_t offset, uint64_t count, uint64_t entry, uint64_t size)
{
	return count == 0 || (entry != 0 && offset <= size && count <= (size - offset) / entry);
}

static bool check_tables(Elf *elf, uint64_t size)
{
	size_t sections, segments;
	GElf_Ehdr header;

	if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header) || elf_getshdrnum(elf, &sections) != 0 ||
	    elf_getphdrnum(elf, &segments) != 0)
		return false;
	/*
	 * libelf counts nothing in a table beyond the end of the file: what the header says is
	 * looked at, too
	 */
	if (sections == 0 && header.e_shoff != 0)
		sections = header.e_shnum ? header.e_shnum : 1;
	if (header.e_phnum != PN_XNUM)
		segments = header.e_phnum;
	return is_inside(header.e_shoff, sections, gelf_fsize(elf, ELF_T_SHDR, 1, EV_CURRENT), size) &&
	       is_inside(header.e_phoff, segments, gelf_fsize(elf, ELF_T_PHDR, 1, EV_CURRENT), size);
}

static bool read_segments(struct ldt_elf *elf, const char **why)
{
	size_t count;

	if (elf_getphdrnum(elf->elf, &count) != 0 || count == 0)
		return true;
	elf->segments = calloc(count, sizeof(elf->segments[0]));
	if (!elf->segments) {
		*why = "out of memory";
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr header;

		if (!gelf_getphdr(elf->elf, (int)i, &header)) {
			*why = damaged;
			return false;
		}
		if (header.p_type == PT_LOAD)
			elf->segments[elf->segment_count++] = (struct ldt_elf_segment){
				.addr = header.p_vaddr,
				.size = header.p_memsz,
				.offset = header.p_offset,
				.file_size = header.p_filesz < header.p_memsz ? header.p_filesz : header.p_memsz,
				.executable = header.p_flags & PF_X,
			};
	}
	return true;
}

static void close_all(const struct ldt_elf *elf)
{
	elf_end(elf->elf);
	if (elf->fd != -1)
		close(elf->fd);
	free(elf->image);
	free(elf->segments);
}

/* Why libelf's file is none for us; NULL: it is one. */
static const char *refusal(Elf *libelf, uint64_t size)
{
	const char *ident = libelf ? elf_getident(libelf, NULL) : NULL;
	bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

	if (!ident)
		return damaged;
	if (ident[EI_DATA] == (little ? ELFDATA2MSB : ELFDATA2LSB))
		return "it is an ELF file of the other byte order";
	if (!check_tables(libelf, size))
		return damaged;
	return check_sizes(libelf) ? NULL : too_large;
}

/*
 * Gives libelf's file, and what it is read from, to a new object; on failure all of it is closed.
 */
static struct ldt_elf *finish_opening(Elf *libelf, int fd, char *image, uint64_t size, const char **why)
{
	struct ldt_elf *elf = calloc(1, sizeof(*elf)), failed = { .elf = libelf, .fd = fd, .image = image };

	failed.image_size = image ? size : 0;
	*why = elf ? refusal(libelf, size) : "out of memory";
	if (elf)
		*elf = failed;
	if (!*why && read_segments(elf, why))
		return elf;
	close_all(elf ? elf : &failed);
	free(elf);
	return NULL;
}

/* @fd, which may be -1, becomes the file's. */
static struct ldt_elf *open_own(int fd, const char **why)
{
	struct stat status;
	char magic[SELFMAG];
	ssize_t got = 0;

	elf_version(EV_CURRENT);
	if (fd != -1 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
		got = pread(fd, magic, sizeof(magic), 0);
	if (fd == -1 || got < 0 || !is_elf(magic, (size_t)got)) {
		*why = fd == -1 || got < 0 ? "it cannot be read" : NULL;
		if (fd != -1)
			close(fd);
		return NULL;
	}
	/* not mapped: who reads a mapping of a file that somebody cuts meanwhile is killed */
	return finish_opening(elf_begin(fd, ELF_C_READ, NULL), fd, NULL, (uint64_t)status.st_size, why);
}

struct ldt_elf *ldt_elf_open(const char *path, const char **why)
{
	int fd = ldt_regular_open(path, 0);

	if (fd != -1 || errno != EINVAL)
		return open_own(fd, why);
	*why = NULL;
	return NULL;
}

struct ldt_elf *ldt_elf_open_fd(int fd, const char **why)
{
	return open_own(fcntl(fd, F_DUPFD_CLOEXEC, 0), why);
}

struct ldt_elf *ldt_elf_open_image(const void *image, size_t size, const char **why)
{
	char *copy;

	elf_version(EV_CURRENT);
	*why = NULL;
	if (!is_elf(image, size))
		return NULL;
	copy = malloc(size); /* libelf writes into it when it unpacks a section */
	if (!copy) {
		*why = "out of memory";
		return NULL;
	}
	memcpy(copy, image, size);
	return finish_opening(elf_memory(copy, size), -1, copy, size, why);
}

struct ldt_elf *ldt_elf_open_head(const void *image, size_t size, const char **why)
{
	struct ldt_elf *elf = NULL;
	union {
		Elf32_Ehdr narrow;
		Elf64_Ehdr wide;
	} header;
	char *copy;

	*why = NULL;
	if (!is_elf(image, size) || size < sizeof(header))
		return NULL;
	copy = malloc(size);
	if (!copy) {
		*why = "out of memory";
		return NULL;
	}
	memcpy(copy, image, size);
	memcpy(&header, image, sizeof(header));
	if (copy[EI_CLASS] == ELFCLASS64) {
		header.wide.e_shoff = 0;
		header.wide.e_shnum = header.wide.e_shstrndx = 0;
	} else {
		header.narrow.e_shoff = 0;
		header.narrow.e_shnum = header.narrow.e_shstrndx = 0;
	}
	memcpy(copy, &header, sizeof(header));
	elf = ldt_elf_open_image(copy, size, why);
	free(copy);
	return elf;
}

Elf *ldt_elf_handle(struct ldt_elf *elf)
{
	return elf->elf;
}

void ldt_elf_close(struct ldt_elf *elf)
{
	if (!elf)
		return;
	close_all(elf);
	free(elf);
}

/* ---- sections -------------------------------------------------------------------------------- */

/* Whether the section is called so, or, of .debug_NAME, .zdebug_NAME: then *@old_style is true. */
static bool has_name(const char *is, const char *name, bool *old_style)
{
	*old_style = is && strncmp(name, ".debug_", 7) == 0 && strncmp(is, ".zdebug_", 8) == 0;
	return is && strcmp(*old_style ? is + 2 : is, *old_style ? name + 1 : name) == 0;
}

/* The data of a section, in one piece. */
static Elf_Data *section_data(Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);

	return data && (data->d_buf || data->d_size == 0) ? data : NULL;
}

/* The size that a section of the old style has when it is unpacked: after "ZLIB", the most significant byte first. */
static uint64_t unpacked_size(const Elf_Data *data)
{
	uint64_t size;

	if (data->d_size < 4 + sizeof(size))
		return 0;
	memcpy(&size, (const char *)data->d_buf + 4, sizeof(size));
	return __builtin_bswap64(size);
}

static const char damaged_packed[] =
	"it is an ELF file with a compressed section that is damaged, or of an unknown kind";

/* Unpacks what is compressed, once: afterwards libelf has the unpacked bytes for the section's. */
static bool unpack(Elf_Scn *section, uint64_t flags, bool old_style, const char **why)
{
	Elf_Data *data;
	int result = 0;

	if (flags & SHF_COMPRESSED) {
		result = elf_compress(section, 0, 0);
	} else {
		data = old_style ? section_data(section) : NULL;
		if (data && data->d_size >= 4 && memcmp(data->d_buf, "ZLIB", 4) == 0) {
			if (unpacked_size(data) > SECTION_MAX) {
				*why = too_large;
				return false;
			}
			result = elf_compress_gnu(section, 0, 0);
		}
	}
	if (result < 0)
		*why = damaged_packed;
	return result >= 0;
}

static bool read_section(Elf_Scn *section, const GElf_Shdr *header, bool old_style, struct ldt_elf_section *ret,
			 const char **why)
{
	Elf_Data *data;

	if (!is_bounded(section, header)) {
		*why = too_large;
		return false;
	}
	if (!unpack(section, header->sh_flags, old_style, why))
		return false;
	data = section_data(section);
	if (!data) {
		*why = damaged;
		return false;
	}
	*ret = (struct ldt_elf_section){ data->d_buf ? data->d_buf : (const uint8_t *)"", data->d_size };
	return true;
}

bool ldt_elf_section(struct ldt_elf *elf, const char *name, struct ldt_elf_section *ret, const char **why)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;
	bool old_style;

	*why = NULL;
	if (elf_getshdrstrndx(elf->elf, &names) != 0)
		return false;
	while ((section = elf_nextscn(elf->elf, section)) != NULL) {
		if (gelf_getshdr(section, &header) && header.sh_type != SHT_NULL && header.sh_type != SHT_NOBITS &&
		    has_name(elf_strptr(elf->elf, names, header.sh_name), name, &old_style))
			return read_section(section, &header, old_style, ret, why);
	}
	return false;
}

bool ldt_elf_section_address(struct ldt_elf *elf, const char *name, uint64_t *ret)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	const char *is;
	size_t names;

	if (elf_getshdrstrndx(elf->elf, &names) != 0)
		return false;
	while ((section = elf_nextscn(elf->elf, section)) != NULL) {
		is = gelf_getshdr(section, &header) ? elf_strptr(elf->elf, names, header.sh_name) : NULL;
		if (is && header.sh_type != SHT_NULL && strcmp(is, name) == 0) {
			*ret = header.sh_addr;
			return true;
		}
	}
	return false;
}

/* The first section of a type after @after (NULL: of all); NULL: none. */
static Elf_Scn *next_of_type(struct ldt_elf *elf, Elf_Scn *after, uint32_t type, GElf_Shdr *header)
{
	Elf_Scn *section = after;

	while ((section = elf_nextscn(elf->elf, section)) != NULL) {
		if (gelf_getshdr(section, header) && header->sh_type == type)
			break;
	}
	return section;
}

/* ---- symbols --------------------------------------------------------------------------------- */

static bool each_of_table(struct ldt_elf *elf, uint32_t type,
			  bool (*each)(void *arg, const struct ldt_elf_symbol *symbol), void *arg)
{
	GElf_Shdr header;
	Elf_Scn *section = next_of_type(elf, NULL, type, &header);
	Elf_Data *data = section ? section_data(section) : NULL;
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		unsigned int kind = GELF_ST_TYPE(symbol.st_info);
		const char *name = elf_strptr(elf->elf, header.sh_link, symbol.st_name);

		if (name && *name &&
		    !each(arg, &(struct ldt_elf_symbol){ .name = name,
							 .value = symbol.st_value,
							 .size = symbol.st_size,
							 .is_function = kind == STT_FUNC || kind == STT_GNU_IFUNC,
							 .is_resolver = kind == STT_GNU_IFUNC,
							 .is_variable = kind == STT_OBJECT,
							 .is_defined = symbol.st_shndx != SHN_UNDEF }))
			return false;
	}
	return true;
}

bool ldt_elf_symbols(struct ldt_elf *elf, bool (*each)(void *arg, const struct ldt_elf_symbol *symbol), void *arg)
{
	return each_of_table(elf, SHT_SYMTAB, each, arg) && each_of_table(elf, SHT_DYNSYM, each, arg);
}

bool ldt_elf_is_stripped(struct ldt_elf *elf)
{
	GElf_Shdr header;

	return !next_of_type(elf, NULL, SHT_SYMTAB, &header);
}

bool ldt_elf_file_offset(const struct ldt_elf *elf, uint64_t addr, uint64_t *ret)
{
	for (size_t i = 0; i < elf->segment_count; i++) {
		const struct ldt_elf_segment *segment = &elf->segments[i];

		if (addr >= segment->addr && addr - segment->addr < segment->file_size) {
			*ret = addr - segment->addr + segment->offset;
			return true;
		}
	}
	return false;
}

/* ---- segments, the loader's tables ----------------------------------------------------------- */

const struct ldt_elf_segment *ldt_elf_segments(const struct ldt_elf *elf, size_t *count)
{
	*count = elf->segment_count;
	return elf->segments;
}

bool ldt_elf_sections(struct ldt_elf *elf, bool (*each)(void *arg, const struct ldt_elf_range *range), void *arg)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(elf->elf, &names) != 0)
		return true;
	while ((section = elf_nextscn(elf->elf, section)) != NULL) {
		const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf->elf, names, header.sh_name) : NULL;

		if (name && header.sh_flags & SHF_ALLOC &&
		    !each(arg, &(struct ldt_elf_range){ .name = name,
							.addr = header.sh_addr,
							.size = header.sh_size,
							.executable = header.sh_flags & SHF_EXECINSTR }))
			return false;
	}
	return true;
}

/* The first program header of a type; false: there is none. */
static bool find_header(const struct ldt_elf *elf, uint32_t type, GElf_Phdr *ret)
{
	size_t count = 0;

	if (elf_getphdrnum(elf->elf, &count) != 0)
		return false;
	for (int i = 0; i < (int)count && gelf_getphdr(elf->elf, i, ret); i++) {
		if (ret->p_type == type)
			return true;
	}
	return false;
}

bool ldt_elf_has_loader(const struct ldt_elf *elf)
{
	GElf_Phdr header;

	return find_header(elf, PT_INTERP, &header);
}

void ldt_elf_dynamic(struct ldt_elf *elf, uint64_t *addr, uint64_t *size, bool *text_relocations)
{
	GElf_Phdr header;
	Elf_Data *data;
	GElf_Dyn entry;

	*addr = *size = 0;
	*text_relocations = false;
	if (!find_header(elf, PT_DYNAMIC, &header))
		return;
	*addr = header.p_vaddr;
	*size = header.p_memsz;
	data = elf_getdata_rawchunk(elf->elf, (int64_t)header.p_offset, header.p_filesz, ELF_T_DYN);
	for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++)
		*text_relocations |=
			entry.d_tag == DT_TEXTREL || (entry.d_tag == DT_FLAGS && entry.d_un.d_val & DF_TEXTREL);
}

/* The word of the program at an address, where the file has it. */
static bool word_at(const struct ldt_elf *elf, uint64_t addr, uint64_t *ret)
{
	unsigned int word = gelf_getclass(elf->elf) == ELFCLASS64 ? 8 : 4;
	uint64_t offset;

	*ret = 0; /* this machine's byte order is little-endian, as the file's */
	return ldt_elf_file_offset(elf, addr, &offset) && ldt_elf_read(elf, offset, ret, word) == word;
}

/* A relocation of either kind; false: there are no more. */
static bool get_relocation(Elf_Data *data, int i, bool has_addend, GElf_Rela *ret)
{
	GElf_Rel rel;

	if (has_addend)
		return gelf_getrela(data, i, ret) != NULL;
	if (!gelf_getrel(data, i, &rel))
		return false;
	*ret = (GElf_Rela){ .r_offset = rel.r_offset, .r_info = rel.r_info };
	return true;
}

/* The name of the symbol of a relocation; NULL: it has none. */
static const char *symbol_name(struct ldt_elf *elf, Elf_Data *symbols, size_t strings, uint64_t index)
{
	GElf_Sym symbol;

	if (index == 0 || index > INT32_MAX || !gelf_getsym(symbols, (int)index, &symbol))
		return NULL;
	return elf_strptr(elf->elf, strings, symbol.st_name);
}

static bool links_of_section(struct ldt_elf *elf, Elf_Scn *section, const GElf_Shdr *header, unsigned int type,
			     bool (*each)(void *arg, const struct ldt_elf_link *link), void *arg)
{
	bool has_addend = header->sh_type == SHT_RELA;
	Elf_Data *data = section_data(section), *symbols = NULL;
	Elf_Scn *table = elf_getscn(elf->elf, header->sh_link);
	GElf_Shdr table_header;
	GElf_Rela entry;

	if (table && gelf_getshdr(table, &table_header) && table_header.sh_type == SHT_DYNSYM)
		symbols = section_data(table);
	for (int i = 0; data && get_relocation(data, i, has_addend, &entry); i++) {
		struct ldt_elf_link link = { .place = entry.r_offset, .resolver = (uint64_t)entry.r_addend };

		if (GELF_R_TYPE(entry.r_info) != type)
			link.name = symbols ? symbol_name(elf, symbols, table_header.sh_link, GELF_R_SYM(entry.r_info))
					    : NULL;
		else if (!has_addend && !word_at(elf, entry.r_offset, &link.resolver))
			continue;
		if ((link.name || GELF_R_TYPE(entry.r_info) == type) && !each(arg, &link))
			return false;
	}
	return true;
}

bool ldt_elf_links(struct ldt_elf *elf, unsigned int type, bool (*each)(void *arg, const struct ldt_elf_link *link),
		   void *arg)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf->elf, section)) != NULL) {
		if (!gelf_getshdr(section, &header) || (header.sh_type != SHT_RELA && header.sh_type != SHT_REL))
			continue;
		if (!links_of_section(elf, section, &header, type, each, arg))
			return false;
	}
	return true;
}

size_t ldt_elf_read(const struct ldt_elf *elf, uint64_t offset, void *dst, size_t size)
{
	size_t had = 0;
	ssize_t got;

	if (elf->fd == -1) {
		if (offset >= elf->image_size)
			return 0;
		had = size < elf->image_size - offset ? size : elf->image_size - (size_t)offset;
		memcpy(dst, elf->image + offset, had);
		return had;
	}
	while (had < size && offset <= INT64_MAX - had) {
		got = pread(elf->fd, (char *)dst + had, size - had, (off_t)(offset + had));
		if (got <= 0)
			break;
		had += (size_t)got;
	}
	return had;
}

int ldt_elf_fd(const struct ldt_elf *elf)
{
	return elf->fd;
}

/* ---- who it is ------------------------------------------------------------------------------- */

struct ldt_elf_identity ldt_elf_identity(struct ldt_elf *elf)
{
	struct ldt_elf_identity identity = { 0 };
	GElf_Ehdr header;

	if (gelf_getehdr(elf->elf, &header)) {
		identity.machine = header.e_machine;
		identity.bits = gelf_getclass(elf->elf) == ELFCLASS32 ? 32 : 64;
		identity.is_linked = header.e_type == ET_EXEC || header.e_type == ET_DYN;
		identity.flags = header.e_flags;
	}
	return identity;
}

/* As ldt_elf_notes(), of one section. */
static int each_note(Elf_Data *data, bool (*each)(void *arg, const struct ldt_elf_note *note), void *arg)
{
	size_t at = 0, next, name, description;
	GElf_Nhdr note;

	while (at < data->d_size && data->d_size - at >= sizeof(GElf_Nhdr)) {
		next = gelf_getnote(data, at, &note, &name, &description);
		if (next == 0)
			return -1;
		if (!each(arg, &(struct ldt_elf_note){ .owner = (const char *)data->d_buf + name,
						       .owner_size = note.n_namesz ? note.n_namesz - 1 : 0,
						       .type = note.n_type,
						       .description = (const uint8_t *)data->d_buf + description,
						       .description_size = note.n_descsz }))
			return 1;
		at = next;
	}
	return 0;
}

int ldt_elf_notes(struct ldt_elf *elf, bool (*each)(void *arg, const struct ldt_elf_note *note), void *arg)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	Elf_Data *data;
	int result;

	while ((section = next_of_type(elf, section, SHT_NOTE, &header)) != NULL) {
		data = section_data(section);
		result = data ? each_note(data, each, arg) : -1;
		if (result)
			return result;
	}
	return 0;
}

struct build_id {
	const uint8_t *id;
	size_t size;
};

static bool take_build_id(void *arg, const struct ldt_elf_note *note)
{
	struct build_id *found = arg;

	if (note->type != NT_GNU_BUILD_ID || note->description_size == 0 ||
	    note->owner_size != sizeof(ELF_NOTE_GNU) - 1 ||
	    memcmp(note->owner, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU) - 1) != 0)
		return true;
	*found = (struct build_id){ note->description, note->description_size };
	return false;
}

/* Where there are no sections. */
static void build_id_of_segments(struct ldt_elf *elf, struct build_id *found)
{
	size_t count = 0;
	GElf_Phdr header;
	Elf_Data *data;

	if (elf_getphdrnum(elf->elf, &count) != 0)
		return;
	for (int i = 0; i < (int)count && !found->id && gelf_getphdr(elf->elf, i, &header); i++) {
		if (header.p_type != PT_NOTE)
			continue;
		data = elf_getdata_rawchunk(elf->elf, (int64_t)header.p_offset, header.p_filesz,
					    header.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
		if (data)
			each_note(data, take_build_id, found);
	}
}

const uint8_t *ldt_elf_build_id(struct ldt_elf *elf, size_t *size)
{
	struct build_id found = { 0 };

	ldt_elf_notes(elf, take_build_id, &found);
	if (!found.id)
		build_id_of_segments(elf, &found);
	*size = found.size;
	return found.id;
}

const char *ldt_elf_debuglink(struct ldt_elf *elf, uint32_t *crc)
{
	struct ldt_elf_section section;
	const char *why, *name;
	size_t length;

	if (!ldt_elf_section(elf, ".gnu_debuglink", &section, &why))
		return NULL;
	name = (const char *)section.data;
	length = strnlen(name, section.size);
	/* the name with its NUL, up to a multiple of four, then the CRC */
	if (length == 0 || length == section.size || section.size - length < sizeof(*crc) ||
	    (length + 4) / 4 * 4 > section.size - sizeof(*crc) || memchr(name, '/', length))
		return NULL;
	memcpy(crc, section.data + (length + 4) / 4 * 4, sizeof(*crc));
	return name;
}
