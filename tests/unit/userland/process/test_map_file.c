/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_map_file.c - which file is opened for a mapping: a made-up /proc has the process 1234, with files, links and FIFOs
 * where the kernel has them.
 */
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cmocka.h>

#include "elf/elf.h"
#include "fake/elf_sample.h"
#include "process/map_file.h"

#define PID     1234
#define RANGE   "/1234/map_files/10000-11000"
#define PROGRAM "/1234/exe"
#define ROOT    "/1234/root"
#define PATH    "/folder/sample"

static char procfs[32];

/* The mapping, of the file that is at @path of the made-up /proc; its path there is PATH. */
static struct ldt_mapping mapping;

static const char *whole(const char *path)
{
	static char text[256];

	snprintf(text, sizeof(text), "%s%s", procfs, path);
	return text;
}

static void write_sample(const char *path)
{
	struct elf_sample sample;
	FILE *file = fopen(whole(path), "w");

	assert_non_null(file);
	elf_sample_make(&sample, 64);
	assert_int_equal(fwrite(sample.data, 1, sample.size, file), sample.size);
	assert_int_equal(fclose(file), 0);
}

static void map(const char *path)
{
	struct stat status;

	assert_int_equal(stat(whole(path), &status), 0);
	mapping.inode = status.st_ino;
	mapping.device = (uint64_t)major(status.st_dev) << 32 | minor(status.st_dev);
}

static int setup(void **state)
{
	static const char *const folders[] = { "/1234", "/1234/map_files", ROOT, ROOT "/folder" };
	static char path[] = PATH;

	strcpy(procfs, "/tmp/test_map_file.XXXXXX");
	if (!mkdtemp(procfs))
		return -1;
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		if (mkdir(whole(folders[i]), 0755) != 0)
			return -1;
	}
	mapping =
		(struct ldt_mapping){ .start = 0x10000, .end = 0x11000, .path = path, .inode = 1, .executable = true };
	return 0;
}

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
	return remove(path);
}

static int teardown(void **state)
{
	return nftw(procfs, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* @why NULL: it is opened. */
static void expect(const char *why)
{
	struct ldt_maps maps = { .all = &mapping, .count = 1 };
	const char *said = "";
	struct ldt_elf *elf = ldt_map_file_open(procfs, PID, -1, &maps, &mapping, &said);

	if (why) {
		assert_null(elf);
		assert_string_equal(said, why);
	} else {
		assert_non_null(elf);
		assert_null(said);
	}
	ldt_elf_close(elf);
}

/* The kernel's own link is believed, whatever is at the path by now. */
static void test_by_range(void **state)
{
	write_sample(RANGE);
	expect(NULL);
}

static void test_by_program(void **state)
{
	write_sample(PROGRAM);
	expect("its file cannot be read"); /* the program is another file than the mapped one */
	map(PROGRAM);
	expect(NULL);
}

static void test_by_path(void **state)
{
	write_sample(PROGRAM);
	write_sample(ROOT PATH);
	expect("its file was replaced by another one");
	map(ROOT PATH);
	expect(NULL);
}

/* Where the process's root may not be entered the path is one of ours. */
static void test_by_own_path(void **state)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/sample", procfs);
	mapping.path = path;
	write_sample("/sample");
	expect("its file was replaced by another one");
	map("/sample");
	expect(NULL);
}

static void test_none(void **state)
{
	struct ldt_maps maps = { .all = &mapping, .count = 1 };
	const char *said = "";

	expect("its file cannot be read");
	mapping.is_deleted = true;
	expect("its file was deleted");
	mapping.inode = 0; /* anonymous memory */
	assert_null(ldt_map_file_open(procfs, PID, -1, &maps, &mapping, &said));
	assert_null(said);
}

/* The process's user has put FIFOs wherever its file could be: nobody waits at them. */
static void test_fifos(void **state)
{
	static const char *const places[] = { RANGE, PROGRAM, ROOT PATH };

	alarm(60);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		assert_int_equal(mkfifo(whole(places[i]), 0644), 0);
		expect("its file cannot be read");
	}
	alarm(0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_by_range, setup, teardown),
		cmocka_unit_test_setup_teardown(test_by_program, setup, teardown),
		cmocka_unit_test_setup_teardown(test_by_path, setup, teardown),
		cmocka_unit_test_setup_teardown(test_by_own_path, setup, teardown),
		cmocka_unit_test_setup_teardown(test_none, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fifos, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
