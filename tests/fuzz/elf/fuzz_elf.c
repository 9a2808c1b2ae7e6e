/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_elf.c - ELF files: a small one of 32 or 64 bits with some bytes or words of its headers,
 * tables and strings changed, or cut short. All that it says is read to the last byte, its functions
 * are found and decoded as each CPU's. The same bytes are the memory of a process in which link maps
 * are looked for. A finding is anything the sanitizers report, a refusal without a reason, a symbol
 * or section outside of the file, and an instruction outside of its function.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf/elf.h"
#include "fake/elf_sample.h"
#include "fuzz.h"
#include "isa/isa.h"
#include "process/code.h"
#include "process/functions.h"
#include "process/target.h"

static const struct isa *const isas[] = {
#define DT_ISA(name) &isa_##name,
#include "spec/isa.def"
#undef DT_ISA
};

static volatile unsigned int sum;

static void read_all(const void *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		sum += ((const uint8_t *)data)[i];
}

static bool read_symbol(void *arg, const struct ldt_elf_symbol *symbol)
{
	uint64_t offset;

	if (!*symbol->name)
		abort();
	read_all(symbol->name, strlen(symbol->name) + 1);
	if (ldt_elf_file_offset(arg, symbol->value, &offset))
		sum += (unsigned int)offset;
	return true;
}

static void read_identity(struct ldt_elf *elf)
{
	const uint8_t *id;
	const char *name;
	uint32_t crc;
	size_t size;

	id = ldt_elf_build_id(elf, &size);
	if (!id && size)
		abort();
	read_all(id, size);
	name = ldt_elf_debuglink(elf, &crc);
	if (name)
		read_all(name, strlen(name) + 1);
}

static void read_sections(struct ldt_elf *elf)
{
	static const char *const names[] = {
		".plain", ".packed", ".debug_old", ".empty", ".absent", ".strtab", ".text"
	};
	struct ldt_elf_section section;
	const char *why;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (ldt_elf_section(elf, names[i], &section, &why))
			read_all(section.data, section.size);
	}
}

static bool add_range(void *arg, const struct ldt_elf_range *range)
{
	read_all(range->name, strlen(range->name) + 1);
	return true;
}

static bool read_link(void *arg, const struct ldt_elf_link *link)
{
	if (link->name)
		read_all(link->name, strlen(link->name) + 1);
	return true;
}

static void read_segments(struct ldt_elf *elf)
{
	size_t count;
	const struct ldt_elf_segment *segments = ldt_elf_segments(elf, &count);
	uint64_t addr, size;
	uint8_t bytes[64];
	bool relocated;

	for (size_t i = 0; i < count; i++) {
		if (segments[i].file_size > segments[i].size)
			abort();
		read_all(bytes, ldt_elf_read(elf, segments[i].offset, bytes, sizeof(bytes)));
	}
	ldt_elf_dynamic(elf, &addr, &size, &relocated);
	ldt_elf_sections(elf, add_range, NULL);
	for (size_t i = 0; i < sizeof(isas) / sizeof(isas[0]); i++)
		ldt_elf_links(elf, isas[i]->elf_irelative, read_link, NULL);
}

static void check_code(const struct ldt_code *code, const struct ldt_function *function)
{
	uint64_t end = function->addr;

	for (size_t i = 0; i < code->insn_count; i++) {
		if (code->insns[i].addr < end || code->insns[i].length == 0)
			abort();
		end = code->insns[i].addr + code->insns[i].length;
		if (end > function->addr + function->size || ldt_code_is_data(code, code->insns[i].addr) ||
		    ldt_code_insn(code, code->insns[i].addr) != &code->insns[i])
			abort();
	}
	for (size_t i = 0; i < code->data_count; i++) {
		if (code->data[i].start < function->addr || code->data[i].end > function->addr + function->size)
			abort();
	}
	if (!code->exits_refused && code->exit_count == 0)
		abort();
}

static void decode_functions(struct ldt_elf *elf)
{
	struct ldt_functions *functions = ldt_functions_read(elf, "/nowhere", NULL);
	struct ldt_code code = { 0 };
	struct ldt_text text;
	size_t count;
	const struct ldt_function *all;

	if (!functions)
		abort();
	all = ldt_functions_all(functions, &count);
	ldt_text_init(&text, elf);
	for (size_t i = 0; i < count; i++) {
		if (all[i].name)
			read_all(all[i].name, strlen(all[i].name) + 1);
		for (size_t k = 0; k < sizeof(isas) / sizeof(isas[0]); k++) {
			ldt_code_scan(&code, isas[k], &text, functions, &all[i], LDT_CODE_EXITS | LDT_CODE_INSNS);
			check_code(&code, &all[i]);
			ldt_code_scan(&code, isas[k], &text, functions, &all[i], 0);
		}
	}
	ldt_code_fini(&code);
	ldt_text_fini(&text);
	ldt_functions_free(functions);
}

/* Memory in which small numbers are addresses: lists lead into themselves and out of it. */
static void read_link_maps(const uint8_t *data, size_t size, const struct isa *isa)
{
	struct ldt_module modules[2] = {
		{ .object = { .is_program = true, .isa = isa }, .dynamic = 8, .has_loader = true },
		{ .object = { .isa = isa }, .dynamic = 16 }
	};
	struct ldt_module *all[] = { &modules[0], &modules[1] };
	struct ldt_target target = { .modules = all, .count = 2, .memory = memfd_create("fuzz", MFD_CLOEXEC) };
	uint64_t words[64] = { 0 };

	for (size_t i = 0; i < size && i < 64; i++)
		words[i] = data[i] & 0x80 ? 21 : data[i]; /* DT_DEBUG */
	if (write(target.memory, words, sizeof(words)) != sizeof(words))
		abort();
	for (size_t i = 0; i < 2; i++)
		modules[i].name = strdup("module");
	ldt_link_maps_read(&target);
	sum += ldt_target_is_loading(&target);
	for (size_t i = 0; i < 2; i++) {
		free(modules[i].name);
		free(modules[i].link_name);
	}
	close(target.memory);
}

/*
 * Three bytes for a change: two say where, mostly in the headers, the third is the byte, or one for
 * a whole word.
 */
static void spoil(struct elf_sample *sample, const uint8_t *data, size_t size)
{
	static const uint64_t words[] = { 0, 1, 0x7fffffff, 0xffffffff, 0x80000000, ~0ull, 0xfffffffffffffff0, 4096 };

	for (; size >= 3; data += 3, size -= 3) {
		size_t at = (size_t)(data[0] & 0x7f) << 8 | data[1], headers = sample->header[SAMPLE_NULL];

		if (data[0] & 0x80)
			at = at % 2 ? headers + at / 2 % (sample->size - headers) : at / 2 % 128;
		at %= sample->size;
		if (data[2] >= 0xf8 && at + sample->bits / 8 <= sample->size)
			elf_sample_set(sample, at, words[data[2] - 0xf8]);
		else
			sample->data[at] = data[2];
	}
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct elf_sample sample;
	const char *why = "";
	struct ldt_elf *elf;

	if (size < 2)
		return 0;
	elf_sample_make(&sample, data[0] & 1 ? 64 : 32);
	spoil(&sample, data + 2, size - 2);
	if (data[0] & 4) /* code */
		memcpy(sample.data + SAMPLE_TEXT_OFFSET, data + 2,
		       size - 2 < SAMPLE_TEXT_SIZE ? size - 2 : SAMPLE_TEXT_SIZE);
	read_link_maps(data + 2, size - 2, isas[data[1] % (sizeof(isas) / sizeof(isas[0]))]);
	if (data[0] & 2)
		sample.size -= data[1] * 16u < sample.size ? data[1] * 16u : sample.size;
	elf = ldt_elf_open_head(sample.data, sample.size, &why);
	if (elf)
		read_identity(elf);
	ldt_elf_close(elf);
	elf = ldt_elf_open_image(sample.data, sample.size, &why);
	if (!elf) {
		if (!why && sample.size >= 4 && memcmp(sample.data, "\177ELF", 4) == 0)
			abort();
		return 0;
	}
	ldt_elf_symbols(elf, read_symbol, elf);
	read_identity(elf);
	read_sections(elf);
	read_segments(elf);
	decode_functions(elf);
	ldt_elf_close(elf);
	return 1;
}
