/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_types.c - type files: BTF or CTF whose records are of the input, and some bytes changed
 * anywhere. A file that is accepted is looked through as a program would. A finding is anything the
 * sanitizers report (also: no end of memory or stack, where types refer to themselves), a refusal without
 * a reason, and types that cannot be written as BTF and read again.
 *
 *      input: format, number of changes
 *             3 bytes for each change: where, and the new byte
 *             records: kind and count, name, size or type, then the entries that this kind has, a byte
 *             for each word
 */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "types/ctf.h"
#include "types/types.h"

#define HEADER_WORDS 13
#define WORDS_MAX    1024
#define IDS          64 /* that are looked at */

/* "": 0, "a": 1, "b": 3, ... "p": 31 */
static const char names[] = "\0a\0b\0c\0d\0e\0f\0g\0h\0i\0j\0k\0l\0m\0n\0o\0p";

struct file {
	uint32_t words[HEADER_WORDS + WORDS_MAX];
	size_t count; /* of words after the header */
};

/* What kinds of either format have: words after a record, and words for each of its entries. */
struct kind {
	unsigned int words, each;
};
static const struct kind btf_kinds[LDT_BTF_KINDS] = {
	[LDT_BTF_INT] = { 1, 0 },    [LDT_BTF_ARRAY] = { 3, 0 },   [LDT_BTF_STRUCT] = { 0, 3 },
	[LDT_BTF_UNION] = { 0, 3 },  [LDT_BTF_ENUM] = { 0, 2 },    [LDT_BTF_FUNC_PROTO] = { 0, 2 },
	[LDT_BTF_VAR] = { 1, 0 },    [LDT_BTF_DATASEC] = { 0, 3 }, [LDT_BTF_DECL_TAG] = { 1, 0 },
	[LDT_BTF_ENUM64] = { 0, 3 },
};
/*
 * By the numbers of "The CTF File Format": 1 integer, 2 float, 4 array, 5 function, 6 struct, 7 union,
 * 8 enum, 14 slice
 */
static const struct kind ctf_kinds[15] = {
	[1] = { 1, 0 }, [2] = { 1, 0 }, [4] = { 3, 0 }, [5] = { 0, 1 },
	[6] = { 0, 3 }, [7] = { 0, 3 }, [8] = { 0, 2 }, [14] = { 2, 0 },
};

static void put(struct file *file, uint32_t word)
{
	if (file->count < WORDS_MAX)
		file->words[HEADER_WORDS + file->count++] = word;
}

/* Most words are small: numbers of types, places of names, bits; some are large. */
static uint32_t likely(uint8_t byte)
{
	return byte < 224 ? byte % 40 : byte < 240 ? (uint32_t)(byte - 224) * 8 : ~(uint32_t)0 << (255 - byte) * 2;
}

/* Numbers of an integer: its bits, and how they are meant. */
static uint32_t integer(uint8_t byte)
{
	static const uint32_t bits[] = { 8, 16, 32, 64 };

	return (uint32_t)(byte >> 2) % 8 << 24 | bits[byte & 3];
}

static void put_records(struct file *file, bool is_ctf, const uint8_t *at, size_t size)
{
	const uint8_t *end = at + size;

	while (end - at >= 3) {
		unsigned int number = (at[0] & 0x1f) % (is_ctf ? 15 : LDT_BTF_KINDS), count = at[0] >> 5;
		const struct kind *kind = is_ctf ? &ctf_kinds[number] : &btf_kinds[number];
		unsigned int words = kind->words + kind->each * count;

		if (is_ctf && number == 5)
			words += count & 1; /* whole pairs */
		put(file, at[1] % 32);
		put(file, is_ctf ? number << 26 | (uint32_t)(at[1] >> 7) << 25 | count
				 : (uint32_t)(at[1] >> 7) << 31 | number << 24 | count);
		put(file, likely(at[2]));
		at += 3;
		if (number == 1 && at < end)
			put(file, integer(*at++));
		else
			for (; words && at < end; words--)
				put(file, likely(*at++));
	}
}

/* Puts the headers around it. Return: its bytes, malloc'ed. */
static uint8_t *finish(struct file *file, bool is_ctf, size_t *size)
{
	uint32_t bytes = (uint32_t)file->count * 4;
	uint32_t btf[6] = { 0x0001eb9f, 24, 0, bytes, bytes, sizeof(names) };
	uint32_t ctf[HEADER_WORDS] = { 0x0004dff2, [11] = bytes, [12] = sizeof(names) };
	size_t header = is_ctf ? sizeof(ctf) : sizeof(btf);
	uint8_t *data = malloc(header + bytes + sizeof(names));

	if (!data)
		abort();
	memcpy(data, is_ctf ? ctf : btf, header);
	memcpy(data + header, file->words + HEADER_WORDS, bytes);
	memcpy(data + header + bytes, names, sizeof(names));
	*size = header + bytes + sizeof(names);
	return data;
}

static jmp_buf no_memory;

static void fail(void *arg)
{
	(void)arg;
	longjmp(no_memory, 1);
}

static bool complete(void *arg, struct ldt_types *types, struct ldt_type *type)
{
	(void)arg;
	return type->origin && ldt_btf_complete(types, type);
}

static void nothing(void *arg)
{
	(void)arg;
}

static bool every(const struct ldt_type *type)
{
	(void)type;
	return true;
}

static void see_name(void *arg, const char *name)
{
	*(size_t *)arg += strlen(name);
}

static void look_at(struct ldt_types *types, struct ldt_type *type)
{
	char text[256];

	ldt_type_ensure(types, type);
	ldt_type_size(types, type);
	ldt_type_storage(types, type);
	ldt_type_alignment(types, type);
	ldt_type_name(type, text, sizeof(text));
	if (ldt_type_is_sou(type))
		ldt_type_member(types, type, "a", NULL);
	if (ldt_type_resolve(type)->kind == LDT_KIND_ENUM)
		ldt_type_enumerator(types, type, "a");
	ldt_type_same(type, types->int_);
	ldt_is_stringlike(type);
}

/* Writes what has a name, and reads it again. */
static void write_again(struct ldt_types *types)
{
	const char *why = "";
	size_t size;
	uint8_t *data = ldt_btf_write(types, every, &size, &why);
	struct ldt_btf *again;

	if (!data && !*why)
		abort();
	if (!data)
		return;
	again = ldt_btf_parse(data, size, NULL, &why);
	if (!again)
		abort();
	ldt_btf_close(again);
}

static void look_through(struct ldt_btf *btf)
{
	struct ldt_type_loader loader = { .complete = complete, .destroy = nothing };
	struct ldt_types *types = ldt_types_create(8);
	size_t letters = 0;
	int64_t value;

	if (!types)
		abort();
	ldt_types_add_loader(types, &loader);
	types->arena.fail = fail;
	if (setjmp(no_memory) == 0) {
		for (uint32_t id = 0; id < IDS; id++) {
			struct ldt_type *type = ldt_btf_type(btf, types, id);

			if (type)
				look_at(types, type);
		}
		for (unsigned int kind = 0; kind < LDT_BTF_KINDS; kind++) {
			ldt_btf_names(btf, kind, see_name, &letters);
			ldt_btf_find(btf, kind, "b");
		}
		ldt_btf_enumerator(btf, "c", &value);
		write_again(types);
	}
	ldt_types_destroy(types);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct file file = { .count = 0 };
	bool is_ctf = size && (data[0] & 1);
	unsigned int changes = size > 1 ? data[1] % 8 : 0;
	const char *why = NULL;
	struct ldt_btf *btf;
	size_t length;
	uint8_t *bytes;

	if (size < 2 + 3 * (size_t)changes)
		return 0;
	put_records(&file, is_ctf, data + 2 + 3 * changes, size - 2 - 3 * changes);
	bytes = finish(&file, is_ctf, &length);
	for (const uint8_t *change = data + 2; changes; changes--, change += 3)
		bytes[((size_t)change[0] << 8 | change[1]) % length] = change[2];
	if (is_ctf) {
		struct ldt_ctf_source source = { .data = bytes, .size = length };
		uint8_t *records = ldt_ctf_to_btf(&source, &length, &why);

		free(bytes);
		bytes = records;
	}
	btf = bytes ? ldt_btf_parse(bytes, length, NULL, &why) : NULL;
	if (!btf && !why)
		abort();
	if (!btf)
		return 0;
	look_through(btf);
	ldt_btf_close(btf);
	return 1;
}
