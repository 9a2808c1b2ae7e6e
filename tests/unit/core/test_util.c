/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_util.c - core/util.c against the C library, at all alignments and small sizes. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/util.h"

#define AREA 96

static void fill(uint8_t *area)
{
	for (unsigned int i = 0; i < AREA; i++)
		area[i] = (uint8_t)(i * 7 + 1);
}

static void test_memory(void **state)
{
	uint8_t ours[AREA], theirs[AREA], source[AREA];

	fill(source);
	for (unsigned int to = 0; to < 16; to++)
		for (unsigned int from = 0; from < 16; from++)
			for (unsigned int size = 0; size < 40; size++) {
				memset(ours, 0, AREA);
				memset(theirs, 0, AREA);
				dt_memcpy(ours + to, source + from, size);
				memcpy(theirs + to, source + from, size);
				assert_memory_equal(ours, theirs, AREA);
				fill(ours);
				fill(theirs);
				dt_memmove(ours + to, ours + from, size);
				memmove(theirs + to, theirs + from, size);
				assert_memory_equal(ours, theirs, AREA);
				dt_memset(ours + to, 0x1a5, size);
				memset(theirs + to, 0x1a5, size);
				assert_memory_equal(ours, theirs, AREA);
			}
}

static int sign(int value)
{
	return (value > 0) - (value < 0);
}

static void test_compare(void **state)
{
	static const char *const words[] = {
		"", "a", "ab", "abc", "abcdefgh", "abcdefghi", "abcdefgh\xff", "b", "\x80"
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(words); i++)
		for (unsigned int k = 0; k < DT_ARRAY_SIZE(words); k++) {
			size_t size = DT_MIN(strlen(words[i]), strlen(words[k]));

			assert_int_equal(sign(dt_strcmp(words[i], words[k])), sign(strcmp(words[i], words[k])));
			assert_int_equal(sign(dt_strncmp(words[i], words[k], 2)), sign(strncmp(words[i], words[k], 2)));
			assert_int_equal(sign(dt_memcmp(words[i], words[k], size)),
					 sign(memcmp(words[i], words[k], size)));
		}
	assert_int_equal(dt_strlen("abc"), 3);
	assert_int_equal(dt_strnlen("abc", 2), 2);
	assert_int_equal(dt_strnlen("abc", 9), 3);
}

static void test_strlcpy(void **state)
{
	char text[4] = "xxx";

	assert_int_equal(dt_strlcpy(text, "abcdef", sizeof(text)), 6);
	assert_string_equal(text, "abc");
	assert_int_equal(dt_strlcpy(text, "", sizeof(text)), 0);
	assert_string_equal(text, "");
	assert_int_equal(dt_strlcpy(text, "q", 0), 1);
	assert_string_equal(text, "");
}

static void test_bits(void **state)
{
	assert_int_equal(dt_bits(0), 0);
	for (unsigned int bit = 0; bit < 64; bit++) {
		assert_int_equal(dt_bits(1ull << bit), bit + 1);
		assert_int_equal(dt_bits((1ull << bit) | (1ull << bit >> 1)), bit + 1);
		assert_int_equal(dt_bits(UINT64_MAX >> (63 - bit)), bit + 1);
	}
}

static void test_hash(void **state)
{
	unsigned int used[256] = { 0 };
	unsigned int most = 0;

	for (uint64_t i = 0; i < 4096; i++)
		used[dt_hash_u64(i << 12) & 255]++;
	for (unsigned int i = 0; i < 256; i++)
		most = DT_MAX(most, used[i]);
	assert_true(most < 64);
	assert_int_not_equal(dt_hash("abc", 3, 0), dt_hash("abd", 3, 0));
	assert_int_not_equal(dt_hash("abc", 3, 0), dt_hash("abc", 3, 1));
	assert_int_not_equal(dt_hash("a\0", 2, 0), dt_hash("a", 1, 0));
	assert_int_equal(dt_hash("0123456789", 10, 5), dt_hash("0123456789", 10, 5));
}

static void test_format(void **state)
{
	char ours[80], theirs[80];
	size_t length;

#define SAME(...)                                                                        \
	do {                                                                             \
		length = dt_format_line(ours, sizeof(ours), __VA_ARGS__);                \
		assert_int_equal(length, snprintf(theirs, sizeof(theirs), __VA_ARGS__)); \
		assert_string_equal(ours, theirs);                                       \
	} while (0)
	SAME("plain");
	SAME("%d %d %d", 0, -5, INT32_MIN);
	SAME("%u %x", 4000000000u, 0xdeadbeefu);
	SAME("%lld %llu %llx", (long long)INT64_MIN, (unsigned long long)UINT64_MAX, 0x123456789abcdefull);
	SAME("%ld %lu %zu", -1l, 77ul, sizeof(ours));
	SAME("[%5d] [%-5d] [%05d] [%3u]", -42, -42, -42, 12345u);
	SAME("[%s] [%8s] [%-8s] [%*s]", "abc", "abc", "abc", 6, "abc");
	SAME("%c%c %%", 'x', 'y');
	SAME("%016llx", 0xabcull);
#undef SAME
	assert_int_equal(dt_format_line(ours, 4, "abcdef"), 3);
	assert_string_equal(ours, "abc");
}

static int compare_ints(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void test_sort(void **state)
{
	int values[257];
	void *array[257];

	srand(1);
	for (size_t count = 0; count <= 257; count += count < 10 ? 1 : 83) {
		for (size_t i = 0; i < count; i++) {
			values[i] = rand() % 100;
			array[i] = &values[i];
		}
		dt_sort(array, count, compare_ints);
		for (size_t i = 1; i < count; i++)
			assert_true(*(int *)array[i - 1] <= *(int *)array[i]);
	}
}

/* Equal ones stay as they were: by place in @values. */
static void test_sort_mostly(void **state)
{
	int values[257];
	void *array[257], *room[257];

	srand(2);
	for (size_t count = 0; count <= 257; count += count < 10 ? 1 : 83) {
		for (size_t i = 0; i < count; i++) {
			values[i] = i % 20 ? (int)i : rand() % 100;
			array[i] = &values[i];
		}
		dt_sort_mostly(array, count, room, compare_ints);
		for (size_t i = 1; i < count; i++) {
			assert_true(*(int *)array[i - 1] <= *(int *)array[i]);
			assert_true(*(int *)array[i - 1] < *(int *)array[i] || array[i - 1] < array[i]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_memory), cmocka_unit_test(test_compare),     cmocka_unit_test(test_strlcpy),
		cmocka_unit_test(test_bits),   cmocka_unit_test(test_hash),        cmocka_unit_test(test_format),
		cmocka_unit_test(test_sort),   cmocka_unit_test(test_sort_mostly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
