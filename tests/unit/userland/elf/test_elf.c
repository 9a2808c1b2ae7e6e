/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_elf.c - small ELF files of both word sizes: what they have is found; cut short or damaged
 * they are refused, by name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "elf/elf.h"
#include "fake/elf_sample.h"

static const unsigned int both[] = { 32, 64 };

static struct ldt_elf *open_sample(const struct elf_sample *sample)
{
	const char *why = "";
	struct ldt_elf *elf = ldt_elf_open_image(sample->data, sample->size, &why);

	if (!elf)
		fail_msg("%u bits: %s", sample->bits, why ? why : "no ELF file");
	return elf;
}

static void expect_refused(const struct elf_sample *sample, const char *wanted)
{
	const char *why = NULL;

	assert_null(ldt_elf_open_image(sample->data, sample->size, &why));
	assert_non_null(why);
	if (!strstr(why, wanted))
		fail_msg("refused: %s, not: %s", why, wanted);
}

/* ---- sections */

static void expect_letters(const struct ldt_elf_section *section, char letter, size_t count)
{
	assert_int_equal(section->size, count);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(section->data[i], letter);
}

static void test_sections(void **state)
{
	struct ldt_elf_section section;
	struct elf_sample sample;
	struct ldt_elf *elf;
	const char *why;

	for (unsigned int i = 0; i < 2; i++) {
		elf_sample_make(&sample, both[i]);
		elf = open_sample(&sample);
		assert_true(ldt_elf_section(elf, ".plain", &section, &why));
		assert_int_equal(section.size, 5);
		assert_memory_equal(section.data, "plain", 5);
		assert_true(ldt_elf_section(elf, ".empty", &section, &why));
		assert_int_equal(section.size, 0);
		assert_non_null(section.data);
		assert_true(ldt_elf_section(elf, ".packed", &section, &why));
		expect_letters(&section, 'p', 1000);
		assert_true(ldt_elf_section(elf, ".debug_old", &section, &why));
		expect_letters(&section, 'o', 1000);
		assert_true(ldt_elf_section(elf, ".debug_old", &section, &why)); /* once more: it is unpacked now */
		expect_letters(&section, 'o', 1000);
		why = "";
		assert_false(ldt_elf_section(elf, ".absent", &section, &why));
		assert_null(why);
		assert_false(ldt_elf_section(elf, ".nowhere", &section, &why));
		assert_null(why);
		ldt_elf_close(elf);
	}
}

/* A section that is damaged is refused when it is asked for; the others are there. */
static void expect_no_section(struct ldt_elf *elf, const char *name, const char *wanted)
{
	struct ldt_elf_section section;
	const char *why = NULL;

	assert_false(ldt_elf_section(elf, name, &section, &why));
	assert_non_null(why);
	if (!strstr(why, wanted))
		fail_msg("section %s: %s, not: %s", name, why, wanted);
}

static void test_damaged_sections(void **state)
{
	struct ldt_elf_section section;
	struct elf_sample sample;
	struct ldt_elf *elf;
	const char *why;

	for (unsigned int i = 0; i < 2; i++) {
		elf_sample_make(&sample, both[i]);
		elf_sample_set(&sample, elf_sample_sh_size(&sample, SAMPLE_PLAIN), 1 << 20);
		sample.data[sample.offset[SAMPLE_PACKED]] = 9; /* an unknown kind of compression */
		sample.data[sample.offset[SAMPLE_OLD] + 20] ^= 0xff;
		elf = open_sample(&sample);
		expect_no_section(elf, ".plain", "cut short or damaged");
		expect_no_section(elf, ".packed", "compressed");
		expect_no_section(elf, ".debug_old", "compressed");
		assert_true(ldt_elf_section(elf, ".empty", &section, &why));
		ldt_elf_close(elf);
		/* more bytes than so few can become */
		elf_sample_make(&sample, both[i]);
		elf_sample_set(&sample, sample.offset[SAMPLE_PACKED] + (both[i] == 64 ? 8 : 4), 1 << 30);
		elf = open_sample(&sample);
		expect_no_section(elf, ".packed", "compressed");
		ldt_elf_close(elf);
	}
}

/* A file may claim any size for a table, or for what a section unpacks to: more than 1 GB is refused, not asked for. */
static void test_large_sections(void **state)
{
	struct elf_sample sample;
	struct ldt_elf *elf;

	for (unsigned int i = 0; i < 2; i++) {
		elf_sample_make(&sample, both[i]);
		elf_sample_set(&sample, elf_sample_sh_size(&sample, SAMPLE_SYMBOLS), (1 << 30) + 1);
		expect_refused(&sample, "more than 1 GB");
		elf_sample_make(&sample, both[i]);
		elf_sample_set(&sample, elf_sample_sh_size(&sample, SAMPLE_DYNAMIC_STRINGS), (1 << 30) + 1);
		expect_refused(&sample, "more than 1 GB");
		elf_sample_make(&sample, both[i]);
		elf_sample_set(&sample, elf_sample_sh_size(&sample, SAMPLE_PLAIN), (1 << 30) + 1);
		elf_sample_set(&sample, sample.offset[SAMPLE_PACKED] + (both[i] == 64 ? 8 : 4), (1 << 30) + 1);
		sample.data[sample.offset[SAMPLE_OLD] + 4 + 3] = 1; /* 2^32 bytes, the most significant one first */
		elf = open_sample(&sample);
		expect_no_section(elf, ".plain", "more than 1 GB");
		expect_no_section(elf, ".packed", "more than 1 GB");
		expect_no_section(elf, ".debug_old", "more than 1 GB");
		ldt_elf_close(elf);
	}
}

/* ---- symbols */

struct listing {
	char text[512];
	unsigned int stop_after;
};

static bool list(void *arg, const struct ldt_elf_symbol *symbol)
{
	struct listing *listing = arg;
	size_t used = strlen(listing->text);

	snprintf(listing->text + used, sizeof(listing->text) - used, "%s %#llx+%llu%s%s\n", symbol->name,
		 (unsigned long long)symbol->value, (unsigned long long)symbol->size,
		 symbol->is_function ? " function" : "", symbol->is_defined ? "" : " elsewhere");
	return --listing->stop_after != 0;
}

static void test_symbols(void **state)
{
	static const char in_symtab[] = "outer 0x10000+32 function\ninner 0x10030+16 function\ndata 0x10028+4\n"
					"elsewhere 0x10038+0 function elsewhere\n";
	static const char in_dynsym[] = "alias 0x10030+8 function\nexported 0x10020+8 function\n";
	struct listing listing;
	struct elf_sample sample;
	char wanted[512];
	struct ldt_elf *elf;

	snprintf(wanted, sizeof(wanted), "%s%s", in_symtab, in_dynsym);
	for (unsigned int i = 0; i < 2; i++) {
		elf_sample_make(&sample, both[i]);
		elf = open_sample(&sample);
		listing = (struct listing){ .stop_after = 100 };
		assert_true(ldt_elf_symbols(elf, list, &listing));
		assert_string_equal(listing.text, wanted);
		assert_false(ldt_elf_is_stripped(elf));
		listing = (struct listing){ .stop_after = 1 };
		assert_false(ldt_elf_symbols(elf, list, &listing));
		assert_string_equal(listing.text, "outer 0x10000+32 function\n");
		ldt_elf_close(elf);

		sample.data[elf_sample_sh_type(&sample, SAMPLE_SYMBOLS)] = 1; /* stripped: SHT_PROGBITS */
		elf = open_sample(&sample);
		listing = (struct listing){ .stop_after = 100 };
		assert_true(ldt_elf_symbols(elf, list, &listing));
		assert_string_equal(listing.text, in_dynsym);
		assert_true(ldt_elf_is_stripped(elf));
		ldt_elf_close(elf);
	}
}

/* Names that are not in the table, a table that is none: these symbols are left out. */
static void test_damaged_symbols(void **state)
{
	struct listing listing;
	struct elf_sample sample;
	struct ldt_elf *elf;

	for (unsigned int i = 0; i < 2; i++) {
		size_t entry = both[i] == 64 ? 24 : 16;

		elf_sample_make(&sample, both[i]);
		memset(sample.data + sample.offset[SAMPLE_SYMBOLS] + 2 * entry, 0xff, 4); /* the name of inner */
		sample.data[elf_sample_sh_link(&sample, SAMPLE_DYNAMIC_SYMBOLS)] = SAMPLE_TEXT;
		elf = open_sample(&sample);
		listing = (struct listing){ .stop_after = 100 };
		assert_true(ldt_elf_symbols(elf, list, &listing));
		assert_string_equal(listing.text, "outer 0x10000+32 function\ndata 0x10028+4\n"
						  "elsewhere 0x10038+0 function elsewhere\n");
		ldt_elf_close(elf);

		elf_sample_make(&sample, both[i]);
		elf_sample_set(&sample, elf_sample_sh_offset(&sample, SAMPLE_SYMBOLS), 0xffffff00u);
		elf = open_sample(&sample);
		listing = (struct listing){ .stop_after = 100 };
		assert_true(ldt_elf_symbols(elf, list, &listing));
		assert_string_equal(listing.text, "alias 0x10030+8 function\nexported 0x10020+8 function\n");
		ldt_elf_close(elf);
	}
}

static void test_file_offset(void **state)
{
	struct elf_sample sample;
	struct ldt_elf *elf;
	uint64_t offset = 1;

	for (unsigned int i = 0; i < 2; i++) {
		elf_sample_make(&sample, both[i]);
		elf = open_sample(&sample);
		assert_true(ldt_elf_file_offset(elf, SAMPLE_BASE, &offset));
		assert_int_equal(offset, SAMPLE_TEXT_OFFSET);
		assert_true(ldt_elf_file_offset(elf, SAMPLE_BASE + SAMPLE_TEXT_SIZE - 1, &offset));
		assert_int_equal(offset, SAMPLE_TEXT_OFFSET + SAMPLE_TEXT_SIZE - 1);
		assert_false(ldt_elf_file_offset(elf, SAMPLE_BASE + SAMPLE_TEXT_SIZE, &offset));
		assert_false(ldt_elf_file_offset(elf, SAMPLE_BASE - 1, &offset));
		ldt_elf_close(elf);
	}
}

/* ---- who it is */

static void test_identity(void **state)
{
	static const uint8_t wanted[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct elf_sample sample;
	struct ldt_elf *elf;
	uint32_t crc = 0;
	size_t size;

	for (unsigned int i = 0; i < 2; i++) {
		elf_sample_make(&sample, both[i]);
		elf = open_sample(&sample);
		assert_memory_equal(ldt_elf_build_id(elf, &size), wanted, sizeof(wanted));
		assert_int_equal(size, sizeof(wanted));
		assert_string_equal(ldt_elf_debuglink(elf, &crc), "sample.debug");
		assert_int_equal(crc, SAMPLE_CRC);
		ldt_elf_close(elf);

		/* the second note says that it is longer than its section; the name has no end */
		sample.data[sample.offset[SAMPLE_NOTE] + 24 + 4] = 9;
		memset(sample.data + sample.offset[SAMPLE_LINK], 'x', 20);
		elf = open_sample(&sample);
		assert_null(ldt_elf_build_id(elf, &size));
		assert_int_equal(size, 0);
		assert_null(ldt_elf_debuglink(elf, &crc));
		ldt_elf_close(elf);

		/* not the linker's note; a name in another folder */
		elf_sample_make(&sample, both[i]);
		sample.data[sample.offset[SAMPLE_NOTE] + 24 + 12] = 'X';
		sample.data[sample.offset[SAMPLE_LINK]] = '/';
		elf = open_sample(&sample);
		assert_null(ldt_elf_build_id(elf, &size));
		assert_null(ldt_elf_debuglink(elf, &crc));
		ldt_elf_close(elf);

		/* no bytes left for the CRC */
		elf_sample_make(&sample, both[i]);
		elf_sample_set(&sample, elf_sample_sh_size(&sample, SAMPLE_LINK), 19);
		elf = open_sample(&sample);
		assert_null(ldt_elf_debuglink(elf, &crc));
		ldt_elf_close(elf);

		/* less than a CRC */
		sample.data[sample.offset[SAMPLE_LINK] + 1] = 0;
		elf_sample_set(&sample, elf_sample_sh_size(&sample, SAMPLE_LINK), 2);
		elf = open_sample(&sample);
		assert_null(ldt_elf_debuglink(elf, &crc));
		ldt_elf_close(elf);
	}
}

/* ---- refused */

static void test_refused(void **state)
{
	static const char cut[] = "cut short or damaged";
	const char *why = "";
	struct elf_sample sample;

	assert_null(ldt_elf_open_image("\x7f"
				       "EL",
				       3, &why));
	assert_null(why);
	assert_null(ldt_elf_open_image("#!/bin/sh\n", 10, &why));
	assert_null(why);
	for (unsigned int i = 0; i < 2; i++) {
		elf_sample_make(&sample, both[i]);
		sample.data[SAMPLE_EI_DATA] = 2;
		expect_refused(&sample, "the other byte order");
		elf_sample_make(&sample, both[i]);
		sample.data[SAMPLE_EI_CLASS] = 3;
		expect_refused(&sample, cut);
		elf_sample_make(&sample, both[i]);
		elf_sample_set(&sample, elf_sample_shoff(&sample), sample.size);
		expect_refused(&sample, cut);
		elf_sample_make(&sample, both[i]);
		elf_sample_set(&sample, elf_sample_shoff(&sample), 0x7fffffff);
		expect_refused(&sample, cut);
		elf_sample_make(&sample, both[i]);
		sample.data[elf_sample_shnum(&sample)] = SAMPLE_SECTIONS + 1;
		expect_refused(&sample, cut);
		elf_sample_make(&sample, both[i]);
		elf_sample_set(&sample, elf_sample_phoff(&sample), sample.size - 8);
		expect_refused(&sample, cut);
		/* the table of sections is the last part: cut anywhere it is not whole */
		elf_sample_make(&sample, both[i]);
		for (sample.size--; sample.size >= 4; sample.size--)
			expect_refused(&sample, cut);
	}
}

static void test_files(void **state)
{
	char path[] = "/tmp/test_elf.XXXXXX";
	struct ldt_elf_section section;
	struct elf_sample sample;
	struct ldt_elf *elf;
	const char *why;
	FILE *file;

	close(mkstemp(path));
	why = "";
	assert_null(ldt_elf_open(path, &why)); /* empty */
	assert_null(why);
	assert_null(ldt_elf_open("/", &why));
	assert_null(why);
	assert_null(ldt_elf_open("/nowhere", &why));
	assert_string_equal(why, "it cannot be read");
	elf_sample_make(&sample, 64);
	file = fopen(path, "w");
	assert_int_equal(fwrite(sample.data, 1, sample.size, file), sample.size);
	fclose(file);
	elf = ldt_elf_open(path, &why);
	assert_non_null(elf);
	/* cut by somebody else meanwhile: an error, and no signal */
	assert_int_equal(truncate(path, (off_t)sample.offset[SAMPLE_PLAIN]), 0);
	assert_false(ldt_elf_section(elf, ".plain", &section, &why));
	ldt_elf_close(elf);
	assert_null(ldt_elf_open(path, &why));
	assert_non_null(strstr(why, "cut short"));
	unlink(path);
	ldt_elf_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sections),        cmocka_unit_test(test_damaged_sections),
		cmocka_unit_test(test_large_sections),  cmocka_unit_test(test_symbols),
		cmocka_unit_test(test_damaged_symbols), cmocka_unit_test(test_file_offset),
		cmocka_unit_test(test_identity),        cmocka_unit_test(test_refused),
		cmocka_unit_test(test_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
