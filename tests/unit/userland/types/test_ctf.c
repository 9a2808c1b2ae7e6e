/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_ctf.c - CTF rewritten as BTF: a dictionary made here word by word, whole, in an archive, and
 * damaged everywhere.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/driver.h"
#include "compiler/probe_args.h"
#include "types/btf.h"
#include "types/ctf.h"

enum {
	INT = 1,
	CHAR,
	UNSIGNED,
	FIELD,
	POINT,
	POINTER,
	COLOR,
	POINT_T,
	FUNCTION,
	TEXT,
	EITHER,
	DOUBLE,
	LATER,
	NOTHING,
	NOTHING_POINTER,
	COUNT
};

struct dictionary {
	uint32_t header[13];
	uint32_t function[1], function_name[1], variable[2];
	uint32_t types[256];
	char strings[512];
	uint32_t words, string_size;
};

static uint32_t string(struct dictionary *dict, const char *text)
{
	uint32_t at = dict->string_size;

	strcpy(dict->strings + at, text);
	dict->string_size += (uint32_t)strlen(text) + 1;
	return at;
}

static void words(struct dictionary *dict, size_t count, ...)
{
	va_list ap;

	va_start(ap, count);
	while (count--)
		dict->types[dict->words++] = va_arg(ap, uint32_t);
	va_end(ap);
}

static void record(struct dictionary *dict, const char *name, uint32_t kind, uint32_t count, uint32_t size)
{
	words(dict, 3, *name ? string(dict, name) : 0u, kind << 26 | 1u << 25 | count, size);
}

/* Numbers as in the enumeration above; kinds and layouts from "The CTF File Format". */
static void sample(struct dictionary *dict)
{
	memset(dict, 0, sizeof(*dict));
	dict->string_size = 1;
	record(dict, "int", 1, 0, 4);
	words(dict, 1, 1u << 24 | 32);
	record(dict, "char", 1, 0, 1);
	words(dict, 1, 3u << 24 | 8);
	record(dict, "unsigned int", 1, 0, 4);
	words(dict, 1, 32u);
	record(dict, "", 14, 0, 1);
	words(dict, 2, (uint32_t)UNSIGNED, 3u | 7u << 16); /* 7 bits, shifted by 3 */
	record(dict, "point", 6, 3, 16);
	words(dict, 9, string(dict, "x"), 0u, (uint32_t)INT, string(dict, "low"), 32u, (uint32_t)FIELD,
	      string(dict, "next"), 64u, (uint32_t)POINTER);
	record(dict, "", 3, 0, POINT);
	record(dict, "color", 8, 2, 4);
	words(dict, 4, string(dict, "RED"), (uint32_t)-1, string(dict, "GREEN"), 5u);
	record(dict, "point_t", 10, 0, POINT);
	record(dict, "", 5, 2, INT);
	words(dict, 2, (uint32_t)POINTER, 0u); /* int (point *, ...) */
	record(dict, "", 4, 0, 0);
	words(dict, 3, (uint32_t)CHAR, (uint32_t)INT, 16u);
	record(dict, "either", 7, 2, 16);
	words(dict, 6, string(dict, "text"), 0u, (uint32_t)TEXT, string(dict, "number"), 0u, (uint32_t)DOUBLE);
	record(dict, "double", 2, 0, 8);
	words(dict, 1, 2u << 24 | 64);
	record(dict, "later", 9, 0, 6);
	record(dict, "void", 1, 0, 0);
	words(dict, 1, 0u);
	record(dict, "", 3, 0, NOTHING);
	dict->function[0] = FUNCTION;
	dict->function_name[0] = string(dict, "work");
	dict->variable[0] = string(dict, "origin");
	dict->variable[1] = POINT_T;
}

static uint8_t *bytes(struct dictionary *dict, size_t *size)
{
	uint32_t types = 16, strings = types + dict->words * 4;
	uint8_t *data = malloc(sizeof(*dict));

	dict->header[0] = 0x0004dff2;
	dict->header[6] = 0; /* functions, after no objects */
	dict->header[7] = dict->header[8] = 4;
	dict->header[9] = 8;
	dict->header[10] = types;
	dict->header[11] = strings;
	dict->header[12] = dict->string_size;
	memcpy(data, dict->header, 52);
	memcpy(data + 52, dict->function, 4);
	memcpy(data + 56, dict->function_name, 4);
	memcpy(data + 60, dict->variable, 8);
	memcpy(data + 52 + types, dict->types, dict->words * 4);
	memcpy(data + 52 + strings, dict->strings, dict->string_size);
	*size = 52 + strings + dict->string_size;
	return data;
}

static struct ldt_btf *read_ctf(const uint8_t *data, size_t size, const char **why)
{
	struct ldt_ctf_source source = { .data = data, .size = size };
	uint8_t *btf;

	*why = NULL;
	btf = ldt_ctf_to_btf(&source, &size, why);
	return btf ? ldt_btf_parse(btf, size, NULL, why) : NULL;
}

static bool complete(void *arg, struct ldt_types *types, struct ldt_type *type)
{
	return ldt_btf_complete(types, type);
}

static void nothing(void *arg)
{
}

static struct ldt_type_loader loader = { .complete = complete, .destroy = nothing };

static struct ldt_types *table(void)
{
	struct ldt_types *types = ldt_types_create(8);

	loader.next = NULL;
	ldt_types_add_loader(types, &loader);
	return types;
}

static void expect_name(struct ldt_btf *btf, struct ldt_types *types, uint32_t id, const char *wanted)
{
	char text[128];

	ldt_type_name(ldt_btf_type(btf, types, id), text, sizeof(text));
	assert_string_equal(text, wanted);
}

static void look(struct ldt_btf *btf)
{
	struct ldt_types *types = table();
	struct ldt_type *point = ldt_btf_type(btf, types, POINT), *found;
	const struct ldt_member *member;
	int64_t value;

	assert_true(ldt_type_ensure(types, point));
	assert_int_equal(ldt_type_size(types, point), 16);
	member = ldt_type_member(types, point, "low", NULL);
	assert_int_equal(member->bit_offset, 35);
	assert_int_equal(member->bit_width, 7);
	member = ldt_type_member(types, point, "next", NULL);
	assert_int_equal(member->bit_offset, 64);
	expect_name(btf, types, POINTER, "struct point *");
	expect_name(btf, types, TEXT, "char [16]");
	expect_name(btf, types, NOTHING_POINTER, "void *");
	expect_name(btf, types, DOUBLE, "double");
	expect_name(btf, types, FUNCTION, "int (struct point *, ...)");
	assert_int_equal(ldt_btf_enumerator(btf, "RED", &value), COLOR);
	assert_int_equal(value, -1);
	found = ldt_btf_type(btf, types, ldt_btf_find(btf, LDT_BTF_FUNC, "work"));
	assert_ptr_equal(found, ldt_btf_type(btf, types, FUNCTION));
	found = ldt_btf_type(btf, types, ldt_btf_find(btf, LDT_BTF_VAR, "origin"));
	assert_ptr_equal(found, ldt_btf_type(btf, types, ldt_btf_find(btf, LDT_BTF_TYPEDEF, "point_t")));
	assert_false(ldt_type_ensure(types, ldt_btf_type(btf, types, LATER)));
	assert_true(ldt_type_ensure(types, ldt_btf_type(btf, types, EITHER)));
	ldt_types_destroy(types);
}

static void test_dictionary(void **state)
{
	struct dictionary dict;
	struct ldt_btf *btf;
	const char *why;
	uint8_t *data;
	size_t size;

	sample(&dict);
	data = bytes(&dict, &size);
	btf = read_ctf(data, size, &why);
	assert_non_null(btf);
	look(btf);
	ldt_btf_close(btf);
	free(data);
}

/* A name that is in the ELF file: of the symbols, or, when the dictionary says so, of the dynamic ones. */
static void test_external_names(void **state)
{
	static const char symbols[] = "\0abc\0origin", dynamics[] = "\0other";
	struct ldt_ctf_source source = { .symbol = { symbols, sizeof(symbols) },
					 .dynamic = { dynamics, sizeof(dynamics) } };
	struct dictionary dict;
	struct ldt_btf *btf;
	const char *why;
	uint8_t *data, *out;
	size_t size;

	sample(&dict);
	dict.variable[0] = 0x80000000u | 5;
	data = bytes(&dict, &source.size);
	source.data = data;
	out = ldt_ctf_to_btf(&source, &size, &why);
	btf = ldt_btf_parse(out, size, NULL, &why);
	assert_int_not_equal(ldt_btf_find(btf, LDT_BTF_VAR, "origin"), 0);
	ldt_btf_close(btf);
	data[3] = 8;
	memcpy(data + 60, &(uint32_t){ 0x80000001u }, 4);
	out = ldt_ctf_to_btf(&source, &size, &why);
	btf = ldt_btf_parse(out, size, NULL, &why);
	assert_int_not_equal(ldt_btf_find(btf, LDT_BTF_VAR, "other"), 0);
	ldt_btf_close(btf);
	free(data);
}

/* Two dictionaries: the one that all share is taken. */
static void test_archive(void **state)
{
	static const char names[] = "part\0.ctf";
	uint64_t header[9] = { 0x8b47f2a4d7623eebull, 2, 2, 72, 96, 0, 0, 5, 16 };
	struct dictionary dict;
	struct ldt_btf *btf;
	const char *why;
	uint8_t *data, *archive;
	size_t size, i, whole;

	sample(&dict);
	data = bytes(&dict, &size);
	whole = 96 + 16 + 8 + size;
	archive = calloc(1, whole);
	memcpy(archive, header, sizeof(header));
	memcpy(archive + 72, names, sizeof(names));
	archive[96] = 8; /* the part: eight bytes of nothing */
	memcpy(archive + 112, &(uint64_t){ size }, 8);
	memcpy(archive + 120, data, size);
	assert_true(ldt_ctf_is(archive, whole));
	btf = read_ctf(archive, whole, &why);
	assert_non_null(btf);
	look(btf);
	ldt_btf_close(btf);
	for (i = 0; i < whole; i++) {
		uint8_t *copy = malloc(i + 1);

		memcpy(copy, archive, i);
		assert_null(read_ctf(copy, i, &why));
		assert_non_null(why);
		free(copy);
	}
	free(archive);
	free(data);
}

static void test_refused(void **state)
{
	struct dictionary dict;
	const char *why;
	uint8_t *data;
	size_t size;

	sample(&dict);
	dict.header[2] = 1; /* the parent's name */
	data = bytes(&dict, &size);
	assert_null(read_ctf(data, size, &why));
	assert_non_null(strstr(why, "part of an archive"));
	data[2] = 3;
	assert_null(read_ctf(data, size, &why));
	assert_non_null(strstr(why, "version"));
	memcpy(data, "\xf1\xcf\x02", 3);
	assert_true(ldt_ctf_is(data, size));
	assert_null(read_ctf(data, size, &why));
	assert_non_null(strstr(why, "version"));
	data[0] = 0;
	assert_false(ldt_ctf_is(data, size));
	free(data);
}

static void look_at_everything(struct ldt_btf *btf)
{
	struct ldt_types *types = table();
	char text[256];

	for (uint32_t id = 0; id < COUNT + 4; id++) {
		struct ldt_type *type = ldt_btf_type(btf, types, id);

		if (!type)
			continue;
		ldt_type_ensure(types, type);
		ldt_type_size(types, type);
		ldt_type_name(type, text, sizeof(text));
	}
	ldt_btf_find(btf, LDT_BTF_STRUCT, "point");
	ldt_types_destroy(types);
}

/* One wrong byte anywhere: refused or read, but nothing outside of it is touched (sanitizers). */
static void test_damaged(void **state)
{
	struct dictionary dict;
	struct ldt_btf *btf;
	const char *why;
	uint8_t *data, *copy;
	size_t size, i;
	unsigned int value;

	sample(&dict);
	data = bytes(&dict, &size);
	copy = malloc(size);
	for (i = 0; i < size; i++) {
		for (value = 1; value < 256; value = value * 3 + 1) {
			memcpy(copy, data, size);
			copy[i] ^= (uint8_t)value;
			btf = read_ctf(copy, size, &why);
			if (btf)
				look_at_everything(btf);
			else
				assert_non_null(why);
			ldt_btf_close(btf);
		}
	}
	free(copy);
	free(data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dictionary), cmocka_unit_test(test_external_names),
		cmocka_unit_test(test_archive),    cmocka_unit_test(test_refused),
		cmocka_unit_test(test_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
