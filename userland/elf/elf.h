/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * elf/elf.h - ELF files of either word size and of any CPU with this machine's byte order:
 * sections, symbols, places in the file, the build-id. The one header of this room for others; no
 * other room includes <libelf.h>.
 *
 *      file or bytes in memory --ldt_elf_open--> struct ldt_elf
 *          --> sections by name, unpacked where compressed
 *          --> symbols of .symtab and .dynsym
 *          --> its CPU, segments, dynamic section, what the loader links
 *          --> build-id, name of the debug file
 *          --> call frames of .eh_frame: frames.c, their programs: cfi.c
 *
 * A file is never trusted. It is refused when its tables of sections or segments are not wholly in
 * it; everything else is checked when it is asked for.
 */
#ifndef LDT_ELF_ELF_H
#define LDT_ELF_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ldt_elf;

/*
 * ldt_elf_open, ldt_elf_open_fd, ldt_elf_open_image - read a regular file, or bytes in memory.
 * args:    @fd stays the caller's, and may be closed at once; @image is copied, and need not be aligned.
 * return:  the file, for ldt_elf_close(). NULL: *@why is NULL when it is no ELF file, or no regular
 *          one, else a constant text: cannot be read, the other byte order, cut short or damaged, a
 *          table of more than 1 GB, no memory.
 *          Nothing but a regular file is opened by its path (files/files.h).
 * context: a file that is open takes one file descriptor. Whoever keeps many copies what they need.
 */
struct ldt_elf *ldt_elf_open(const char *path, const char **why);
struct ldt_elf *ldt_elf_open_fd(int fd, const char **why);
struct ldt_elf *ldt_elf_open_image(const void *image, size_t size, const char **why);
/*
 * ldt_elf_open_head - the beginning of a file, as a process has it in memory: it has its header,
 * its segments and its build-id, and no sections. Arguments and return: as ldt_elf_open_image().
 */
struct ldt_elf *ldt_elf_open_head(const void *image, size_t size, const char **why);
void ldt_elf_close(struct ldt_elf *elf); /* NULL is accepted */

/* The CPU and the kind of a file. */
struct ldt_elf_identity {
	uint16_t machine;
	uint8_t bits;   /* 32 or 64 */
	bool is_linked; /* a program or shared object, not an object file */
	uint32_t flags; /* e_flags: the variant of the CPU's ABI */
};
struct ldt_elf_identity ldt_elf_identity(struct ldt_elf *elf);

/* The bytes of a section, until the file is closed. */
struct ldt_elf_section {
	const uint8_t *data; /* not NULL, also when size is 0 */
	size_t size;
};
/*
 * ldt_elf_section - the first section of that name that has bytes in the file. Compressed ones
 * (SHF_COMPRESSED, and .zdebug_NAME for .debug_NAME) are unpacked.
 * return:  false: *@why is NULL when there is none, else a constant text: damaged, compressed in an
 *          unknown way.
 */
bool ldt_elf_section(struct ldt_elf *elf, const char *name, struct ldt_elf_section *ret, const char **why);

/* ldt_elf_section_address - where the first section of that name is in the program; false: there is none. */
bool ldt_elf_section_address(struct ldt_elf *elf, const char *name, uint64_t *ret);

/* One note. Owner and description may hold any bytes. */
struct ldt_elf_note {
	const char *owner; /* without its NUL */
	size_t owner_size;
	uint32_t type;
	const uint8_t *description;
	size_t description_size;
};
/*
 * ldt_elf_notes - calls @each for the notes of all sections of notes, in their order.
 * args:    @each returns false to stop; @note is borrowed for the call.
 * return:  0; 1: stopped; -1: a section of notes is cut short or damaged.
 */
int ldt_elf_notes(struct ldt_elf *elf, bool (*each)(void *arg, const struct ldt_elf_note *note), void *arg);

struct ldt_elf_symbol {
	const char *name; /* not empty; until the file is closed */
	uint64_t value, size;
	bool is_function; /* or the resolver of one */
	bool is_resolver; /* STT_GNU_IFUNC: it returns the address of the function */
	bool is_variable; /* data that has an address */
	bool is_defined;  /* here, not in another file */
};
/*
 * ldt_elf_symbols - calls @each for the symbols of .symtab and then of .dynsym. Symbols without a
 * name, or with one outside of the string table, are left out.
 * args:    @each returns false to stop; @symbol is borrowed for the call.
 * return:  false: stopped.
 */
bool ldt_elf_symbols(struct ldt_elf *elf, bool (*each)(void *arg, const struct ldt_elf_symbol *symbol), void *arg);
/* ldt_elf_is_stripped - whether .symtab is not in the file. */
bool ldt_elf_is_stripped(struct ldt_elf *elf);

/* A part of the file that is loaded, in the order of the program headers. */
struct ldt_elf_segment {
	uint64_t addr, size;        /* in memory */
	uint64_t offset, file_size; /* in the file; file_size is at most size */
	bool executable;
};
const struct ldt_elf_segment *ldt_elf_segments(const struct ldt_elf *elf, size_t *count);

/*
 * ldt_elf_sections - calls @each for the sections that have addresses, in the file's order; it
 * returns false to stop.
 */
struct ldt_elf_range {
	const char *name; /* until the file is closed */
	uint64_t addr, size;
	bool executable;
};
bool ldt_elf_sections(struct ldt_elf *elf, bool (*each)(void *arg, const struct ldt_elf_range *range), void *arg);

/*
 * ldt_elf_dynamic - the address of the dynamic section, and what it says about text.
 * args:    *@addr, *@size: 0 when there is none; *@text_relocations: relocations change text.
 */
void ldt_elf_dynamic(struct ldt_elf *elf, uint64_t *addr, uint64_t *size, bool *text_relocations);

/* ldt_elf_has_loader - whether the kernel starts a dynamic loader, which loads the program's libraries. */
bool ldt_elf_has_loader(const struct ldt_elf *elf);

/* A word that the loader fills with the address of a function. */
struct ldt_elf_link {
	uint64_t place;    /* of the word */
	const char *name;  /* of the function, without a version; NULL: a resolver of this file chooses it */
	uint64_t resolver; /* its address, when there is no name */
};
/*
 * ldt_elf_links - calls @each for the words that relocations fill with the address of a symbol, or
 * with the result of a resolver.
 * args:    @type of the latter on the file's CPU; @each returns false to stop.
 */
bool ldt_elf_links(struct ldt_elf *elf, unsigned int type, bool (*each)(void *arg, const struct ldt_elf_link *link),
		   void *arg);

/* ldt_elf_read - bytes of the file; returns how many there are of them, at most @size. */
size_t ldt_elf_read(const struct ldt_elf *elf, uint64_t offset, void *dst, size_t size);
/* ldt_elf_fd - the open file, borrowed; -1: it is bytes in memory. */
int ldt_elf_fd(const struct ldt_elf *elf);

/*
 * ldt_elf_file_offset - the place in the file of an address of the program; false: nothing of the
 * file is loaded there.
 */
bool ldt_elf_file_offset(const struct ldt_elf *elf, uint64_t addr, uint64_t *ret);

/* How a value of the caller's frame is computed. Registers have the numbers of the CPU's DWARF. */
enum ldt_elf_value_kind {
	LDT_ELF_VALUE_OTHER = 0, /* not in these terms */
	LDT_ELF_VALUE_UNDEFINED, /* there is none */
	LDT_ELF_VALUE_SAME,      /* the register itself, which has not been changed */
	LDT_ELF_VALUE_REGISTER,  /* register + offset */
	LDT_ELF_VALUE_LOAD,      /* the word at (register + offset), plus `more` bytes */
	LDT_ELF_VALUE_FRAME,     /* the word at (CFA + offset) */
	/*
	 * in a 16-byte entry of x86's linkage table: register + offset, and a word more from byte
	 * `more` of the entry on
	 */
	LDT_ELF_VALUE_PLT,
};
struct ldt_elf_value {
	enum ldt_elf_value_kind kind;
	unsigned int reg;
	int64_t offset, more;
};

/* One row of the call frames: [start, end) of the program's addresses. */
struct ldt_elf_frame {
	uint64_t start, end;
	struct ldt_elf_value cfa, ra, fp; /* where the CFA is OTHER, nothing is known of the others */
};
/*
 * ldt_elf_frames - calls @each for all rows of .eh_frame: function by function, in the order of where
 * they begin. Between functions there may be no row; where a file has two functions at one address,
 * there are rows of both, those of the first one first.
 * args:    @fp the number of the frame pointer. @has_link the CPU's calls leave the return address in a
 *          register.
 * return:  false: *@why is NULL when there are no call frames or @each returned false to stop, else a
 *          constant text: damaged, too large, no memory.
 */
bool ldt_elf_frames(struct ldt_elf *elf, unsigned int fp, bool has_link,
		    bool (*each)(void *arg, const struct ldt_elf_frame *frame), void *arg, const char **why);

/* One entry of .eh_frame: a function, or a part that the compiler moved out of one. */
struct ldt_elf_extent {
	uint64_t start, end;
	bool is_part;   /* its frame is there when it begins: others jump into it */
	bool is_signal; /* the kernel has handlers of signals return to it: nobody calls it */
};
/*
 * ldt_elf_extents - where functions begin and end, also those whose names were stripped off.
 * return:  the entries by address, for free(), and how many; NULL and 0: none, or no memory. Entries
 *          that cannot be understood are left out.
 */
struct ldt_elf_extent *ldt_elf_extents(struct ldt_elf *elf, size_t *count);

/*
 * ldt_elf_build_id - the bytes that the linker gave this build and no other, until the file is
 * closed; *@size is 0, and NULL returned, without.
 */
const uint8_t *ldt_elf_build_id(struct ldt_elf *elf, size_t *size);
/*
 * ldt_elf_debuglink - the file that has the symbols and debug information that were stripped off.
 * return:  its name without folders, until the file is closed, and in *@crc the CRC-32 of its
 *          bytes; NULL: none is named.
 */
const char *ldt_elf_debuglink(struct ldt_elf *elf, uint32_t *crc);

/* ---- object files, written */

enum ldt_elf_part_kind {
	LDT_ELF_DATA,        /* of the program, writable */
	LDT_ELF_NOTE,        /* notes that are not loaded, */
	LDT_ELF_LOADED_NOTE, /* ... and that are */
	LDT_ELF_MARK         /* for the linker: its name says all */
};
struct ldt_elf_part {
	const char *name;
	enum ldt_elf_part_kind kind;
	const void *bytes;
	size_t size, align;
};
struct ldt_elf_symbol_out {
	const char *name;
	size_t part; /* the index of that which it is in */
	uint64_t value, size;
};
/*
 * ldt_elf_write - an object file of these parts, each a section, with global symbols for data that
 * other objects of the same program see, and other programs do not (hidden).
 * args:    @fd is open for reading and writing, and empty; all is borrowed for the call.
 * return:  false: not written, for lack of space or memory.
 */
bool ldt_elf_write(int fd, const struct ldt_elf_identity *identity, const struct ldt_elf_part *parts, size_t part_count,
		   const struct ldt_elf_symbol_out *symbols, size_t symbol_count);

#endif
