/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_declared.c - definitions of providers in notes: what was written is read again; what is
 * damaged is refused; lines of later versions are skipped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fake/usdt_file.h"
#include "usdt/cpu.h"
#include "usdt/declared.h"

#define STABILITY                                                                                             \
	"stability Evolving/Evolving/Common Private/Private/Unknown Private/Private/CPU Stable/Evolving/ISA " \
	"Unstable/Standard/Group\n"

static const char whole[] = "provider php\n" STABILITY "probe request__startup\n"
			    "native char *\nnative file_t = unsigned long\n"
			    "probe done\nnative struct request *\nseen 0 info_t *\nseen 0 int\nprobe quiet\nnative "
			    "int\nunseen\nprobe none\n";

static void test_round_trip(void **state)
{
	const char *why = NULL;
	struct ldt_usdt_provider *provider = ldt_usdt_declared(whole, sizeof(whole), &why);
	const struct ldt_usdt_probe *probe;
	char *text;

	assert_non_null(provider);
	assert_string_equal(provider->name, "php");
	assert_int_equal(provider->attr.args.dclass, DTRACE_CLASS_GROUP);
	assert_int_equal(provider->attr.name.name, DTRACE_STABILITY_STABLE);
	probe = provider->probes;
	assert_string_equal(probe->name, "request__startup");
	assert_int_equal(probe->native_count, 2);
	assert_string_equal(probe->native[0].plain, "char *");
	assert_string_equal(probe->native[1].type, "file_t");
	assert_string_equal(probe->native[1].plain, "unsigned long");
	assert_false(probe->is_translated);
	probe = probe->next;
	assert_int_equal(probe->seen_count, 2);
	assert_string_equal(probe->seen[0].type, "info_t *");
	assert_int_equal(probe->seen[1].from, 0);
	probe = probe->next;
	assert_true(probe->is_translated);
	assert_int_equal(probe->seen_count, 0);
	assert_int_equal(probe->next->native_count, 0);
	text = ldt_usdt_declare(provider);
	assert_string_equal(text, whole);
	free(text);
	ldt_usdt_provider_destroy(provider);
}

static void test_refused(void **state)
{
	static const char *const wrong[] = {
		"",
		"\n",
		"provider\n",
		"provider \n",
		"probe a\nprovider b\n",
		"provider a\nprovider b\n",
		"provider a\nstability Stable/Stable/Common\n",
		"provider a\n" STABILITY "stability a b c d e\n",
		"provider a\nstability Stable/Stable/Common Stable/Stable/Common Stable/Stable/Common "
		"Stable/Stable/Common "
		"Stable/Stable/Common Stable/Stable/Common\n",
		"provider a\nprobe\n",
		"provider a\nnative int\n",
		"provider a\nseen 0 int\n",
		"provider a\nunseen\n",
		"provider a\nprobe b\nnative\n",
		"provider a\nprobe b\nnative x = \n",
		"provider a\nprobe b\nnative int\nseen int\n",
		"provider a\nprobe b\nnative int\nseen 1 int\n",
		"provider a\nprobe b\nnative int\nseen 0\n",
		"provider a\nprobe b\nnative int\nseen 0 \n",
		"provider a\nprobe b\nnative int\nseen 99999999999999999999 int\n",
	};
	char many[256 * 12 + 64] = "provider a\nprobe b\n";

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		const char *why = NULL;

		if (ldt_usdt_declared(wrong[i], strlen(wrong[i]), &why))
			fail_msg("row %zu is read", i);
		assert_string_equal(why, "it has a definition of probes that is damaged");
	}
	for (int i = 0; i < 256; i++)
		strcat(many, "native int\n");
	assert_null(ldt_usdt_declared(many, strlen(many), &(const char *){ NULL }));
}

static void test_later_version(void **state)
{
	static const char text[] = "provider a\ncolour blue\nprobe b\nweight 5\nnative int\n";
	const char *why = NULL;
	struct ldt_usdt_provider *provider = ldt_usdt_declared(text, sizeof(text) - 1, &why);

	assert_non_null(provider);
	assert_int_equal(provider->probes->native_count, 1);
	ldt_usdt_provider_destroy(provider);
}

static void test_in_file(void **state)
{
	static const char second[] = "provider second\n";
	const struct ldt_usdt_cpu *host = ldt_usdt_cpu_host(0);
	static struct usdt_file file;
	struct ldt_usdt_file *read;
	const char *why = NULL;

	usdt_file_make(&file, host->bits, host->machine);
	usdt_file_note(&file, LDT_USDT_OWNER, LDT_USDT_TYPE, whole, sizeof(whole));
	usdt_file_note(&file, LDT_USDT_OWNER, LDT_USDT_TYPE + 1, "something", 9);
	usdt_file_note(&file, LDT_USDT_OWNER, LDT_USDT_TYPE, second, sizeof(second) - 1);
	read = ldt_usdt_read_image(file.data, file.size, NULL, &why);
	assert_non_null(read);
	assert_string_equal(read->declared->name, "php");
	assert_string_equal(read->declared->next->name, "second");
	assert_null(read->declared->next->next);
	ldt_usdt_destroy(read);
	usdt_file_note(&file, LDT_USDT_OWNER, LDT_USDT_TYPE, "damaged", 7);
	assert_null(ldt_usdt_read_image(file.data, file.size, NULL, &why));
	assert_non_null(strstr(why, "definition"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_later_version),
		cmocka_unit_test(test_in_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
