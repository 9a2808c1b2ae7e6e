/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_notes.c - notes of probes in small files of both word sizes: what they say becomes sites;
 * a file that is damaged, or for another CPU, is refused with one reason.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fake/usdt_file.h"
#include "usdt/cpu.h"
#include "usdt/usdt.h"

static const char *const cpus[] = {
#define DT_ISA(cpu) #cpu,
#include "spec/isa.def"
#undef DT_ISA
};
#define CPUS (sizeof(cpus) / sizeof(cpus[0]))

static struct usdt_file file;

static void make(const char *name)
{
	const struct ldt_usdt_cpu *cpu = ldt_usdt_cpu_named(name);

	usdt_file_make(&file, cpu->bits, cpu->machine);
}

static struct ldt_usdt_file *read_file(const char *numbers)
{
	const char *why = NULL;
	struct ldt_usdt_file *read = ldt_usdt_read_image(file.data, file.size, numbers, &why);

	if (!read)
		fail_msg("%s", why);
	return read;
}

static void expect_refused(const char *numbers, const char *wanted)
{
	const char *why = NULL;

	assert_null(ldt_usdt_read_image(file.data, file.size, numbers, &why));
	assert_non_null(why);
	if (!strstr(why, wanted))
		fail_msg("refused: %s, not: %s", why, wanted);
}

static void test_sites(void **state)
{
	for (size_t i = 0; i < CPUS; i++) {
		struct ldt_usdt_file *read;

		make(cpus[i]);
		read = read_file(NULL);
		assert_int_equal(read->site_count, 0);
		assert_string_equal(read->cpu, cpus[i]);
		assert_int_equal(read->bits, file.bits);
		ldt_usdt_destroy(read);

		usdt_file_note(&file, "GNU", 3, "somebody else's", 16);
		usdt_file_probe(&file, USDT_FILE_TEXT + 68, USDT_FILE_BASE, USDT_FILE_TEXT + 128, "python",
				"gc__start__now", "");
		usdt_file_note(&file, "stapsdt", 2, "another version", 16);
		usdt_file_probe(&file, USDT_FILE_TEXT + 40, USDT_FILE_BASE, 0, "a_b", "c_d", "4@? -2@?");
		read = read_file(NULL);
		assert_int_equal(read->site_count, 2);
		assert_string_equal(read->sites[0].provider, "python");
		assert_string_equal(read->sites[0].name, "gc-start-now");
		assert_string_equal(read->sites[0].function, "second");
		assert_string_equal(read->sites[0].text, "");
		assert_int_equal(read->sites[0].arg_count, 0);
		assert_int_equal(read->sites[0].addr, USDT_FILE_TEXT + 68);
		assert_int_equal(read->sites[0].offset, USDT_FILE_PLACE + 68);
		assert_true(read->sites[0].has_semaphore);
		assert_int_equal(read->sites[0].semaphore, USDT_FILE_TEXT + 128);
		assert_int_equal(read->sites[0].semaphore_offset, USDT_FILE_PLACE + 128);
		assert_null(read->sites[0].why);
		assert_string_equal(read->sites[1].provider, "a_b");
		assert_string_equal(read->sites[1].name, "c_d");
		assert_string_equal(read->sites[1].function, ""); /* between two functions */
		assert_false(read->sites[1].has_semaphore);
		assert_int_equal(read->sites[1].arg_count, 2);
		assert_int_equal(read->sites[1].args[1].kind, DTRACE_USDT_REFUSED);
		assert_int_equal(read->sites[1].args[1].size, 2);
		ldt_usdt_destroy(read);
	}
}

/* A prelinker has moved the file, and left the notes as they were. */
static void test_moved(void **state)
{
	for (size_t i = 0; i < CPUS; i++) {
		struct ldt_usdt_file *read;

		make(cpus[i]);
		usdt_file_probe(&file, USDT_FILE_TEXT + 4 - 0x5000, USDT_FILE_BASE - 0x5000,
				USDT_FILE_TEXT + 128 - 0x5000, "p", "n", "");
		usdt_file_probe(&file, USDT_FILE_TEXT + 4 + 0x5000, USDT_FILE_BASE + 0x5000, 0, "p", "n", "");
		usdt_file_probe(&file, USDT_FILE_TEXT + 4, 0, 0, "p", "n", "");
		read = read_file(NULL);
		for (size_t j = 0; j < 3; j++) {
			assert_int_equal(read->sites[j].addr, USDT_FILE_TEXT + 4);
			assert_string_equal(read->sites[j].function, "first");
		}
		assert_int_equal(read->sites[0].semaphore, USDT_FILE_TEXT + 128);
		assert_int_equal(read->sites[1].semaphore, 0);
		ldt_usdt_destroy(read);
	}
}

/* Places that are not in the file spoil their own site only. */
static void test_nowhere(void **state)
{
	struct ldt_usdt_file *read;

	make(cpus[0]);
	usdt_file_probe(&file, 0, USDT_FILE_BASE, 0, "p", "gone", "");
	usdt_file_probe(&file, USDT_FILE_TEXT, USDT_FILE_BASE, ~0ull, "p", "uncounted", "");
	usdt_file_probe(&file, USDT_FILE_TEXT + 255, USDT_FILE_BASE, 0, "p", "last", "");
	usdt_file_probe(&file, USDT_FILE_TEXT + 256, USDT_FILE_BASE, 0, "p", "beyond", "");
	read = read_file(NULL);
	assert_non_null(strstr(read->sites[0].why, "where the probe is"));
	assert_non_null(strstr(read->sites[1].why, "semaphore"));
	assert_null(read->sites[2].why);
	assert_non_null(read->sites[3].why);
	ldt_usdt_destroy(read);
}

static void test_from_descriptor(void **state)
{
	struct ldt_usdt_file *read;
	FILE *temporary = tmpfile();
	const char *why = NULL;

	make(cpus[0]);
	usdt_file_probe(&file, USDT_FILE_TEXT, USDT_FILE_BASE, 0, "p", "n", "");
	assert_int_equal(fwrite(file.data, 1, file.size, temporary), file.size);
	fflush(temporary);
	read = ldt_usdt_read(fileno(temporary), NULL, &why);
	assert_non_null(read);
	assert_int_equal(read->site_count, 1);
	ldt_usdt_destroy(read);
	assert_int_equal(lseek(fileno(temporary), 0, SEEK_CUR), (off_t)file.size); /* it is open still */
	assert_int_equal(ftruncate(fileno(temporary), 3), 0);
	assert_null(ldt_usdt_read(fileno(temporary), NULL, &why));
	assert_non_null(strstr(why, "not an ELF file"));
	fclose(temporary);
	assert_null(ldt_usdt_read(-1, NULL, &why));
	assert_non_null(strstr(why, "cannot be read"));
	ldt_usdt_destroy(NULL);
}

static void test_other_cpu(void **state)
{
	make(cpus[0]);
	usdt_file_probe(&file, USDT_FILE_TEXT, USDT_FILE_BASE, 0, "p", "n", "");
	expect_refused("nothing", "another CPU");
	for (size_t i = 1; i < CPUS; i++)
		expect_refused(cpus[i], "another CPU");
	usdt_file_make(&file, 64, 0x7777);
	expect_refused(NULL, "not known");
	make(cpus[0]);
	usdt_file_set(&file, 16, 1, 2); /* ET_REL */
	expect_refused(NULL, "not linked");
}

static void test_damaged(void **state)
{
	static const char cut[] = "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0python\0gc\0no end";
	static const char *const names[] = {
		"", "a b", "a:b", "a\nb", "a*", "0123456789012345678901234567890123456789012345678901234567890123"
	};
	char many[DTRACE_USDT_ARGS_MAX * 8 + 8] = "";

	make(cpus[0]);
	usdt_file_note(&file, "stapsdt", 3, cut, sizeof(cut) - 1);
	expect_refused(NULL, "the note of a probe that is cut short");
	for (size_t size = 0; size < sizeof(cut) - 1; size++) {
		make(cpus[0]);
		usdt_file_note(&file, "stapsdt", 3, cut, size);
		expect_refused(NULL, "the note of a probe that is cut short");
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		make(cpus[0]);
		usdt_file_probe(&file, USDT_FILE_TEXT, USDT_FILE_BASE, 0, names[i], "n", "");
		expect_refused(NULL, "a name that no probe can have");
		make(cpus[0]);
		usdt_file_probe(&file, USDT_FILE_TEXT, USDT_FILE_BASE, 0, "p", names[i], "");
		expect_refused(NULL, "a name that no probe can have");
	}
	make(cpus[0]);
	for (int i = 0; i <= DTRACE_USDT_ARGS_MAX; i++)
		strcat(many, "8@%rax ");
	usdt_file_probe(&file, USDT_FILE_TEXT, USDT_FILE_BASE, 0, "p", "n", many);
	expect_refused(NULL, "more than 32 arguments");
	make(cpus[0]);
	usdt_file_probe(&file, USDT_FILE_TEXT, USDT_FILE_BASE, 0, "p", "n", "");
	usdt_file_set(&file, file.notes + 4, 0x7fffffff, 4); /* the size of the description */
	expect_refused(NULL, "notes that are cut short or damaged");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sites),     cmocka_unit_test(test_moved),
		cmocka_unit_test(test_nowhere),   cmocka_unit_test(test_from_descriptor),
		cmocka_unit_test(test_other_cpu), cmocka_unit_test(test_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
