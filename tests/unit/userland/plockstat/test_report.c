/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_report.c - plockstat's tables, character by character, from made-up records; who the caller is; the D program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../../../userland/plockstat/plockstat.h"

static struct records records;
static struct options options;

static int setup(void **state)
{
	(void)state;
	memset(&records, 0, sizeof(records));
	memset(&options, 0, sizeof(options));
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	records_free(&records);
	return 0;
}

static struct record *add(enum event event, const char *lock, const char *stack, uint64_t count, uint64_t average)
{
	struct record *record = records_find(&records, event, lock, stack);

	assert_non_null(record);
	record->count += count;
	record->time += count * average;
	return record;
}

static void assert_report(const char *expected)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	report_print(out, &records, &options);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

#define LINE   "-------------------------------------------------------------------------------\n"
#define LEGEND "Count     nsec Lock                         Caller\n"
#define LOCK   "libc.so.6`pthread_mutex_lock+0x10\n"

static void test_tables(void **state)
{
	(void)state;
	add(EVENT_WRITER_BLOCK, "app`table", LOCK "app`write+0x20", 1, 123456789012);
	add(EVENT_MUTEX_BLOCK, "app`queue+0x8", LOCK "app`pop+0x1f\napp`main", 12, 3000);
	add(EVENT_MUTEX_BLOCK, "app`queue+0x8", LOCK "app`pop+0x1f\napp`other", 4, 7000);
	add(EVENT_MUTEX_BLOCK, "0x7f0012345678", LOCK "libc.so.6`__pthread_cond_wait+0x2\n0x55aa", 3, 5000);
	add(EVENT_MUTEX_HOLD, "app`a_lock_with_a_name_that_is_longer", LOCK "app`f", 100000, 7);
	records_arrange(&records, true);
	assert_report("\nMutex hold\n\n" LEGEND LINE "100000        7 app`a_lock_with_a_name_that_is_longer app`f\n"
		      "\nMutex block\n\n" LEGEND LINE "    3     5000 0x7f0012345678               0x55aa\n"
		      "   16     4000 app`queue+0x8                app`pop+0x1f\n"
		      "\nR/W writer block\n\n" LEGEND LINE
		      "    1 123456789012 app`table                    app`write+0x20\n");
}

static void test_nothing(void **state)
{
	(void)state;
	records_arrange(&records, true);
	assert_report("");
}

static void test_first_ones(void **state)
{
	(void)state;
	options.has_count = true;
	options.count = 1;
	add(EVENT_MUTEX_SPIN, "app`a", LOCK "app`f", 1, 10);
	add(EVENT_MUTEX_SPIN, "app`b", LOCK "app`f", 1, 20);
	add(EVENT_MUTEX_SPIN_FAILED, "app`a", LOCK "app`f", 1, 10);
	add(EVENT_READER_HOLD, "app`a", LOCK "app`f", 1, 10);
	add(EVENT_WRITER_HOLD, "app`a", LOCK "app`f", 1, 10);
	add(EVENT_READER_BLOCK, "app`a", LOCK "app`f", 1, 10);
	records_arrange(&records, true);
	assert_report("\nMutex spin\n\n" LEGEND LINE "    1       20 app`b                        app`f\n"
		      "\nMutex unsuccessful spin\n\n" LEGEND LINE "    1       10 app`a                        app`f\n"
		      "\nR/W reader hold\n\n" LEGEND LINE "    1       10 app`a                        app`f\n"
		      "\nR/W writer hold\n\n" LEGEND LINE "    1       10 app`a                        app`f\n"
		      "\nR/W reader block\n\n" LEGEND LINE "    1       10 app`a                        app`f\n");
}

/* With stacks each entry is apart: the times, and beside them the stack, whichever is longer. */
static void test_stacks(void **state)
{
	struct record *record;

	(void)state;
	options.depth = 4;
	record = add(EVENT_MUTEX_BLOCK, "app`a", LOCK "app`f+0x1\napp`main+0x2", 8, 2000);
	record->bucket[10] = 6;
	record->bucket[11] = 0;
	record->bucket[12] = 2;
	record = add(EVENT_MUTEX_BLOCK, "app`a", LOCK "app`f+0x1\napp`other+0x2", 1, 1000);
	record->bucket[9] = 1;
	records_arrange(&records, false);
	assert_report("\nMutex block\n\n" LINE LEGEND "    8     2000 app`a                        app`f+0x1\n"
		      "\n      nsec ---- Time Distribution --- count Stack\n"
		      "      1024 |@@@@@@@@@@@@@@@@@@      |     6 libc.so.6`pthread_mutex_lock+0x10\n"
		      "      2048 |                        |     0 app`f+0x1\n"
		      "      4096 |@@@@@@                  |     2 app`main+0x2\n" LINE LEGEND
		      "    1     1000 app`a                        app`f+0x1\n"
		      "\n      nsec ---- Time Distribution --- count Stack\n"
		      "       512 |@@@@@@@@@@@@@@@@@@@@@@@@|     1 libc.so.6`pthread_mutex_lock+0x10\n"
		      "                                            app`f+0x1\n"
		      "                                            app`other+0x2\n");
}

static void assert_caller(const char *stack, const char *caller)
{
	struct record record = { .stack = (char *)stack };
	char buf[64];

	assert_string_equal(record_caller(&record, buf, sizeof(buf)), caller);
}

static void test_callers(void **state)
{
	(void)state;
	assert_caller("", "-");
	assert_caller("app`f", "-"); /* the function of the lock itself, whatever its name */
	assert_caller("app`f\napp`g", "app`g");
	assert_caller(
		"x\nlibc.so.6`___pthread_rwlock_unlock\nlibc.so.6`mtx_lock+0x1\nlibc.so.6`cnd_wait\napp`g+0x2\napp`h",
		"app`g+0x2");
	assert_caller("x\nlibc`mtx_lock\nlibc`mtx_lock\nlibc`mtx_lock\nlibc`mtx_lock\napp`g", "-"); /* too far */
	assert_caller("x\n0x1234\napp`g", "0x1234");
	assert_caller("x\napp`my_mtx_lock", "app`my_mtx_lock");
}

/* Of the options, which probes the program has. */
static void assert_program(const char *has, const char *lacks)
{
	char *text = program_text(&options);

	assert_non_null(text);
	if (has)
		assert_non_null(strstr(text, has));
	if (lacks)
		assert_null(strstr(text, lacks));
	free(text);
}

static void test_program(void **state)
{
	(void)state;
	options.waits = true;
	assert_program("plockstat$target:::rw-blocked\n/self->waited[arg0] && arg1 == 1/\n{\n"
		       "\t@times[7, uaddr(arg0), ustack(5)] = avg(timestamp - self->waited[arg0]);\n"
		       "\tself->waited[arg0] = 0;\n}\n",
		       "acquire");
	assert_program("plockstat$target:::mutex-spun\n/self->spins[arg0] && arg1 == 0/", "exit");
	options.seconds = 7;
	assert_program("tick-10hz\n/timestamp - begun >= 7000000000/\n{\n\texit(0);\n}\n", "quantize");
	options.waits = false;
	options.holds = true;
	options.depth = 3;
	assert_program("plockstat$target:::mutex-acquire\n/arg1 == 0/\n{\n\tself->held[arg0] = timestamp;\n}\n",
		       "block");
	assert_program("\t@spread[0, uaddr(arg0), ustack()] = quantize(timestamp - self->held[arg0]);\n", "ustack(5)");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(tables), TEST(nothing), TEST(first_ones), TEST(stacks), TEST(callers), TEST(program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
