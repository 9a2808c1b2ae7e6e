/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_frames.c - call frames: an ELF file of one of the CPUs, whose .eh_frame has entries with rules
 * of the input, and some bytes changed anywhere. A finding is anything the sanitizers report, a
 * refusal without a reason where there are call frames, and a table that the core refuses.
 *
 *      input: CPU, number of changes, augmentation, alignment factors
 *             3 bytes for each change: where, and the new byte
 *             rules: two of three bytes of the rest in two functions, the others in what they share
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "core/unwind/unwind.h"
#include "fuzz.h"
#include "unwind/unwind.h"

#define TEXT      0x10000u
#define TEXT_SIZE 0x400u

struct file {
	uint8_t bytes[8192] __attribute__((aligned(8)));
	size_t size;
};

static void put(struct file *file, const void *data, size_t size)
{
	if (size > sizeof(file->bytes) - file->size)
		abort();
	memcpy(file->bytes + file->size, data, size);
	file->size += size;
}

static void put32(struct file *file, uint32_t value)
{
	put(file, &value, sizeof(value));
}

static void set32(struct file *file, size_t at, size_t value)
{
	uint32_t word = (uint32_t)value;

	memcpy(file->bytes + at, &word, sizeof(word));
}

/* Ends an entry: it is as long as it has become, in words. */
static void end_entry(struct file *file, size_t start)
{
	while (file->size % 8)
		put(file, "", 1);
	set32(file, start, file->size - start - 4);
}

static void put_frames(struct file *file, const uint8_t *setup, const uint8_t *rules, size_t size)
{
	static const char *const augmentations[] = { "zR", "zRS", "", "zPLR" };
	unsigned int kind = setup[0] % 4;
	size_t cie = file->size, start;

	put32(file, 0);
	put32(file, 0);
	put(file, "\1", 1);
	put(file, augmentations[kind], strlen(augmentations[kind]) + 1);
	/* code and data alignment factor, the return address's register */
	put(file, &(uint8_t){ 1 + setup[1] % 4 }, 1);
	put(file, &(uint8_t){ 0x40 | (setup[1] >> 2 & 0x3f) }, 1);
	put(file, &(uint8_t){ setup[2] % 40 }, 1);
	if (kind < 2)
		put(file, "\1\3", 2);
	else if (kind == 3)
		put(file, "\7\3\0\0\0\0\3\3", 8);
	put(file, rules, size / 3);
	end_entry(file, cie);
	for (unsigned int i = 0; i < 2; i++) {
		start = file->size;
		put32(file, 0);
		put32(file, (uint32_t)(start + 4 - cie));
		put32(file, TEXT + i * 0x100);
		if (kind == 2)
			put32(file, 0);
		put32(file, 0x80 + 0x40 * (setup[0] >> 4));
		if (kind == 2)
			put32(file, 0);
		else
			put(file, kind == 3 ? "\4\0\0\0\0" : "\0", kind == 3 ? 5 : 1);
		put(file, rules + (1 + i) * (size / 3), size / 3);
		end_entry(file, start);
	}
	put32(file, 0);
}

/* make32, make64 - the file: header, a segment of text, .eh_frame, the sections' names, their headers. */
#define DEFINE_MAKE(bits)                                                                                           \
	static void make##bits(struct file *file, unsigned int machine, const uint8_t *setup, const uint8_t *rules, \
			       size_t size)                                                                         \
	{                                                                                                           \
		static const char names[] = "\0.eh_frame\0.shstrtab";                                               \
		Elf##bits##_Ehdr header = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS##bits, ELFDATA2LSB,          \
							 EV_CURRENT },                                              \
					    .e_type = ET_DYN,                                                       \
					    .e_machine = (uint16_t)machine,                                         \
					    .e_version = EV_CURRENT,                                                \
					    .e_phoff = sizeof(header),                                              \
					    .e_ehsize = sizeof(header),                                             \
					    .e_phentsize = sizeof(Elf##bits##_Phdr),                                \
					    .e_phnum = 1,                                                           \
					    .e_shentsize = sizeof(Elf##bits##_Shdr),                                \
					    .e_shnum = 3,                                                           \
					    .e_shstrndx = 2 };                                                      \
		Elf##bits##_Phdr segment = { .p_type = PT_LOAD,                                                     \
					     .p_flags = PF_R | PF_X,                                                \
					     .p_vaddr = TEXT,                                                       \
					     .p_filesz = TEXT_SIZE,                                                 \
					     .p_memsz = TEXT_SIZE };                                                \
		Elf##bits##_Shdr sections[3] = {                                                                    \
			{ .sh_type = SHT_NULL },                                                                    \
			{ .sh_name = 1, .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC, .sh_addr = 0x20000 },       \
			{ .sh_name = 11, .sh_type = SHT_STRTAB, .sh_size = sizeof(names) }                          \
		};                                                                                                  \
                                                                                                                    \
		file->size = sizeof(header) + sizeof(segment);                                                      \
		sections[1].sh_offset = (uint32_t)file->size;                                                       \
		put_frames(file, setup, rules, size);                                                               \
		sections[1].sh_size = (uint32_t)file->size - sections[1].sh_offset;                                 \
		sections[2].sh_offset = (uint32_t)file->size;                                                       \
		put(file, names, sizeof(names));                                                                    \
		while (file->size % 8)                                                                              \
			put(file, "", 1);                                                                           \
		header.e_shoff = (uint32_t)file->size;                                                              \
		put(file, sections, sizeof(sections));                                                              \
		memcpy(file->bytes, &header, sizeof(header));                                                       \
		memcpy(file->bytes + sizeof(header), &segment, sizeof(segment));                                    \
	}
DEFINE_MAKE(32)
DEFINE_MAKE(64)

/* e_machine of each CPU's files, and of none. */
static const unsigned int machines[] = {
#define DT_FRAMES(machine, word, sp, fp, ra, link) machine,
#include "spec/frames.def"
#undef DT_FRAMES
	0
};

int fuzz_one(const uint8_t *data, size_t size)
{
	struct file file = { .size = 0 };
	const char *why = "";
	struct ldt_unwind unwind;
	unsigned int changes;

	if (size < 5)
		return 0;
	changes = data[1] % 8;
	if (size < 5 + 3 * (size_t)changes)
		return 0;
	((data[0] & 0x80) ? make32 : make64)(
		&file, machines[(data[0] & 0x7f) % (sizeof(machines) / sizeof(machines[0]))], data + 2,
		data + 5 + 3 * changes, size - 5 - 3 * changes > 3000 ? 3000 : size - 5 - 3 * changes);
	for (const uint8_t *change = data + 5; changes; changes--, change += 3)
		file.bytes[((size_t)change[0] << 8 | change[1]) % file.size] = change[2];
	if (!ldt_unwind_of_image(file.bytes, file.size, &unwind, &why)) {
		if (why && !*why)
			abort();
		return 0;
	}
	if (dt_unwind_refusal(unwind.bytes, unwind.size))
		abort();
	ldt_unwind_free(&unwind);
	return 1;
}
