/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_functions.c - functions of ELF files of both word sizes, and of stripped ones with their
 * debug files.
 */
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#include "fake/elf_sample.h"
#include "process/functions.h"

static const unsigned int both[] = { 32, 64 };
static char root[32];

static void write_sample(const char *path, const struct elf_sample *sample)
{
	char whole[256];
	FILE *file;

	snprintf(whole, sizeof(whole), "%s%s", root, path);
	for (char *slash = whole + strlen(root) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
		*slash = '\0';
		mkdir(whole, 0755);
		*slash = '/';
	}
	file = fopen(whole, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(sample->data, 1, sample->size, file), sample->size);
	assert_int_equal(fclose(file), 0);
}

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
	return remove(path);
}

static void make_root(void)
{
	strcpy(root, "/tmp/test_functions.XXXXXX");
	assert_non_null(mkdtemp(root));
}

static void remove_root(void)
{
	assert_int_equal(nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

/* The function at an offset of the text, as "name+into"; "-": none. */
static const char *name_at(const struct ldt_functions *syms, uint64_t offset)
{
	static char text[64];
	uint64_t into;
	const char *name = ldt_functions_name(syms, SAMPLE_TEXT_OFFSET + offset, &into);

	snprintf(text, sizeof(text), name ? "%s+%u" : "-", name, name ? (unsigned int)into : 0);
	return text;
}

static void test_functions(void **state)
{
	struct elf_sample sample;
	struct ldt_functions *syms;

	make_root();
	for (unsigned int i = 0; i < 2; i++) {
		elf_sample_make(&sample, both[i]);
		write_sample("/program", &sample);
		syms = ldt_functions_open(root, "/program");
		assert_non_null(syms);
		assert_string_equal(name_at(syms, 0), "outer+0");
		assert_string_equal(name_at(syms, 0x1f), "outer+31");
		assert_string_equal(name_at(syms, 0x20), "exported+0");
		assert_string_equal(name_at(syms, 0x28), "-");        /* data: no function */
		assert_string_equal(name_at(syms, 0x30), "inner+0");  /* the larger one of two */
		assert_string_equal(name_at(syms, 0x3f), "inner+15"); /* and not elsewhere+7 */
		assert_string_equal(name_at(syms, 0x40), "-");
		assert_string_equal(name_at(syms, -1ull), "-");
		ldt_functions_free(syms);
	}
	assert_null(ldt_functions_open(root, "/nowhere"));
	remove_root();
	ldt_functions_free(NULL);
}

/* A sample without .symtab, and with the sum of its debug file. */
static void make_stripped(struct elf_sample *sample, unsigned int bits, uint32_t sum)
{
	elf_sample_make(sample, bits);
	sample->data[elf_sample_sh_type(sample, SAMPLE_SYMBOLS)] = 1; /* SHT_PROGBITS */
	memcpy(sample->data + sample->offset[SAMPLE_LINK] + 16, &sum, sizeof(sum));
}

static void expect_name(const char *wanted)
{
	struct ldt_functions *syms = ldt_functions_open(root, "/folder/program");

	assert_non_null(syms);
	assert_string_equal(name_at(syms, 0x3), wanted);
	assert_string_equal(name_at(syms, 0x23), "exported+3"); /* its own */
	ldt_functions_free(syms);
}

static void test_debug_by_build_id(void **state)
{
	static const char path[] = "/usr/lib/debug/.build-id/01/02030405060708.debug";
	struct elf_sample program, debug;

	for (unsigned int i = 0; i < 2; i++) {
		make_root();
		make_stripped(&program, both[i], 0);
		write_sample("/folder/program", &program);
		expect_name("-");
		elf_sample_make(&debug, both[i]);
		write_sample(path, &debug);
		expect_name("outer+3");
		debug.data[debug.offset[SAMPLE_NOTE] + 24 + 16] ^= 1; /* of another build */
		write_sample(path, &debug);
		expect_name("-");
		debug.size = 100;
		write_sample(path, &debug);
		expect_name("-");
		remove_root();
	}
}

static void test_debug_by_name(void **state)
{
	static const char *const paths[] = { "/folder/sample.debug", "/folder/.debug/sample.debug",
					     "/usr/lib/debug/folder/sample.debug" };
	struct elf_sample program, debug;

	for (unsigned int i = 0; i < 6; i++) {
		make_root();
		elf_sample_make(&debug, both[i % 2]);
		make_stripped(&program, both[i % 2], (uint32_t)crc32(0, debug.data, (uInt)debug.size));
		write_sample("/folder/program", &program);
		expect_name("-");
		write_sample(paths[i / 2], &debug);
		expect_name("outer+3");
		debug.data[debug.size - 1] ^= 1; /* another sum */
		write_sample(paths[i / 2], &debug);
		expect_name("-");
		remove_root();
	}
}

static void make_fifo(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s%s", root, name);
	unlink(path);
	assert_int_equal(mkfifo(path, 0644), 0);
}

/* Where a debug file would be the process's user has put something that whoever opens it waits at. */
static void test_debug_traps(void **state)
{
	static const char by_id[] = "/usr/lib/debug/.build-id/01/02030405060708.debug",
			  by_name[] = "/folder/sample.debug";
	struct elf_sample program;

	(void)state;
	make_root();
	make_stripped(&program, 64, 0);
	write_sample("/folder/program", &program);
	write_sample(by_id, &program); /* for its folders */
	alarm(60);
	make_fifo(by_id);
	make_fifo(by_name);
	expect_name("-");
	make_fifo("/folder/program");
	assert_null(ldt_functions_open(root, "/folder/program"));
	alarm(0);
	remove_root();
}

/* The debug file's segments have no bytes: places in the file are those of the program. */
static void test_places(void **state)
{
	struct elf_sample program, debug;

	for (unsigned int i = 0; i < 2; i++) {
		make_root();
		elf_sample_make(&debug, both[i]);
		elf_sample_set(&debug, elf_sample_filesz(&debug), 0);
		make_stripped(&program, both[i], (uint32_t)crc32(0, debug.data, (uInt)debug.size));
		write_sample("/folder/program", &program);
		write_sample("/folder/sample.debug", &debug);
		expect_name("outer+3");
		remove_root();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_functions),     cmocka_unit_test(test_debug_by_build_id),
		cmocka_unit_test(test_debug_by_name), cmocka_unit_test(test_debug_traps),
		cmocka_unit_test(test_places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
