/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_listing_read.c - every object of every program in tests/d assembles back from its own listing, and
 * lists the same again.
 */
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "program/listing.h"

static const char *folder;
static dtrace_hdl_t *handle;
static unsigned int objects, programs;

static char *listing(const struct ldt_difo_user *difo)
{
	char *text = NULL, *start;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	ldt_difo_print(difo, out);
	fclose(out);
	start = strstr(text, " returns "); /* the address differs */
	assert_non_null(start);
	memmove(text, start, strlen(start) + 1);
	return text;
}

static void check_object(const struct ldt_difo_user *difo)
{
	char *first = listing(difo), *second, *whole;
	struct ldt_difo_user *back;
	const char *at;
	unsigned int bad;

	assert_true(asprintf(&whole, "DIFO 0x0%s", first) > 0);
	at = whole;
	back = ldt_difo_assemble(&at, &bad);
	if (!back)
		print_error("line %u of:\n%s", bad, whole);
	assert_non_null(back);
	second = listing(back);
	assert_string_equal(first, second);
	assert_int_equal(back->code_count, difo->code_count);
	assert_memory_equal(back->code, difo->code, difo->code_count * sizeof(dif_instr_t));
	assert_memory_equal(&back->rtype, &difo->rtype, sizeof(back->rtype));
	ldt_difo_put(back);
	free(first);
	free(second);
	free(whole);
	objects++;
}

static int visit(const char *path, const struct stat *status, int kind, struct FTW *where)
{
	char *const argv[] = { (char *)"test", (char *)"1", (char *)"2", (char *)"3" };
	dtrace_prog_t *prog;
	FILE *file;

	(void)status;
	if (kind != FTW_F || strncmp(path + where->base, "tst.", 4) || strcmp(path + strlen(path) - 2, ".d"))
		return 0;
	file = fopen(path, "r");
	assert_non_null(file);
	prog = dtrace_program_fcompile(handle, file, DTRACE_C_ARGREF | DTRACE_C_DEFARG, 4, argv);
	fclose(file);
	if (prog) {
		programs++;
		for (const struct ldt_stmt *stmt = prog->stmts; stmt; stmt = stmt->next) {
			if (stmt->predicate)
				check_object(stmt->predicate);
			for (size_t i = 0; i < stmt->action_count; i++)
				if (stmt->actions[i].difo)
					check_object(stmt->actions[i].difo);
		}
	}
	return 0;
}

static void test_all(void **state)
{
	int error;

	(void)state;
	handle = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, &error);
	assert_non_null(handle);
	assert_int_equal(nftw(folder, visit, 16, FTW_PHYS), 0);
	print_message("%u objects of %u programs\n", objects, programs);
	assert_true(objects > 100);
	dtrace_close(handle);
}

static void test_bad(void **state)
{
	static const char *const texts[] = {
		"",
		"nonsense\n",
		"DIFO 0x0 returns D type (integer) (size 4)\n00: 00000000    frob %r1\n",
		"DIFO 0x0 returns D type (integer) (size 4)\n00: 00000000    setx DT_INTEGER[0], %r1\n",
		"DIFO 0x0 returns nothing\n",
	};
	unsigned int bad;

	(void)state;
	for (size_t i = 0; i < DT_ARRAY_SIZE(texts); i++) {
		const char *at = texts[i];

		assert_null(ldt_difo_assemble(&at, &bad));
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_all), cmocka_unit_test(test_bad) };

	folder = argc > 1 ? argv[1] : "tests/d";
	return cmocka_run_group_tests(tests, NULL, NULL);
}
