/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* types/ctf.c - CTF dictionaries, rewritten as BTF record by record. A file is never trusted. */
#include "types/ctf.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "types/btf.h"

#define CTF_MAGIC       0xdff2u
#define CTF_MAGIC_OLD   0xcff1u /* illumos, FreeBSD: versions 1 and 2 */
#define CTF_ARCHIVE     0x8b47f2a4d7623eebull
#define CTF_VERSION_3   4
#define CTF_COMPRESSED  1
#define CTF_DYNAMIC     8 /* external names are in .dynstr, not in .strtab */
#define HEADER_SIZE     52
#define EXTERNAL_NAME   0x80000000u /* the name is in the string table of the ELF file */
#define LARGE_SIZE      0xffffffffu /* the size is in the two words after the record */
#define LARGE_STRUCT    0x20000000u /* bytes: members of such have offsets of two words */
#define UNPACKED_LIMIT  (256u << 20)
#define DEFLATE_MOST    1032 /* bytes that one can become ("zlib Technical Details") */
#define BTF_NAME_LIMIT  0xffffffu
#define BTF_COUNT_LIMIT 0xffffu
#define BTF_HEADER_SIZE 24

enum ctf_kind {
	CTF_UNKNOWN,
	CTF_INTEGER,
	CTF_FLOAT,
	CTF_POINTER,
	CTF_ARRAY,
	CTF_FUNCTION,
	CTF_STRUCT,
	CTF_UNION,
	CTF_ENUM,
	CTF_FORWARD,
	CTF_TYPEDEF,
	CTF_VOLATILE,
	CTF_CONST,
	CTF_RESTRICT,
	CTF_SLICE,
	CTF_KINDS
};

/* A part of the dictionary; empty when its bounds are wrong. */
struct part {
	const uint8_t *at;
	uint32_t size;
};

struct record {
	enum ctf_kind kind;
	uint32_t name, count;
	uint64_t size; /* or the type it refers to */
	const uint8_t *entry;
	uint32_t entry_size; /* bytes of all entries */
};

struct bytes {
	uint8_t *data;
	size_t used, room;
	bool failed;
};

struct ctf {
	struct part types, strings, functions, function_names, variables;
	struct ldt_ctf_names names; /* of the ELF file */
	uint32_t *offset;           /* of each record, from 1 */
	uint32_t count;
	struct bytes out;
};

static uint32_t load32(const uint8_t *at)
{
	return ldt_btf_load32(at);
}

static uint32_t load16(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8;
}

static uint64_t load64(const uint8_t *at)
{
	return load32(at) | (uint64_t)load32(at + 4) << 32;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void bytes_put(struct bytes *out, const void *data, size_t size)
{
	while (!out->failed && out->room - out->used < size) {
		size_t room = out->room ? out->room * 2 : 1 << 16;
		uint8_t *more = realloc(out->data, room);

		if (!more) {
			out->failed = true;
		} else {
			out->data = more;
			out->room = room;
		}
	}
	if (out->failed || size == 0)
		return;
	memcpy(out->data + out->used, data, size);
	out->used += size;
}

static void put32(struct bytes *out, uint32_t value)
{
	bytes_put(out, &value, sizeof(value));
}

/* The three words that every BTF record begins with. */
static void put_record(struct bytes *out, uint32_t name, enum ldt_btf_kind kind, bool flag, uint32_t count,
		       uint32_t size)
{
	put32(out, name);
	put32(out, (uint32_t)flag << 31 | (uint32_t)kind << 24 | count);
	put32(out, size);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Bytes that follow a record; -1: no such kind. */
static int64_t entries_size(enum ctf_kind kind, uint32_t count, uint64_t size)
{
	switch (kind) {
	case CTF_INTEGER:
	case CTF_FLOAT:
		return 4;
	case CTF_ARRAY:
		return 12;
	case CTF_SLICE:
		return 8;
	case CTF_FUNCTION:
		return 4 * ((int64_t)count + (count & 1));
	case CTF_STRUCT:
	case CTF_UNION:
		return (size < LARGE_STRUCT ? 12 : 16) * (int64_t)count;
	case CTF_ENUM:
		return 8 * (int64_t)count;
	default:
		return kind < CTF_KINDS ? 0 : -1;
	}
}

/* The record at an offset of the types; 0: damaged; else its size in bytes. */
static uint32_t read_record(const struct ctf *ctf, uint32_t at, struct record *ret)
{
	const uint8_t *data = ctf->types.at + at;
	uint32_t left = ctf->types.size - at, used = 12, info;
	int64_t entries;

	if (left < used)
		return 0;
	info = load32(data + 4);
	ret->name = load32(data);
	ret->kind = (enum ctf_kind)(info >> 26);
	ret->count = info & 0xffffff;
	ret->size = load32(data + 8);
	if (ret->size == LARGE_SIZE) {
		used = 20;
		if (left < used)
			return 0;
		ret->size = (uint64_t)load32(data + 12) << 32 | load32(data + 16);
	}
	entries = entries_size(ret->kind, ret->count, ret->size);
	if (entries < 0 || entries > left - used)
		return 0;
	ret->entry = data + used;
	ret->entry_size = (uint32_t)entries;
	return used + (uint32_t)entries;
}

static bool find_record(const struct ctf *ctf, uint32_t id, struct record *ret)
{
	return id > 0 && id <= ctf->count && read_record(ctf, ctf->offset[id], ret) > 0;
}

static bool number_records(struct ctf *ctf)
{
	struct record record;
	uint32_t at, length, room = ctf->types.size / 12 + 2;

	ctf->offset = calloc(room, sizeof(*ctf->offset));
	for (at = 0; ctf->offset && at < ctf->types.size; at += length) {
		length = read_record(ctf, at, &record);
		if (!length)
			return false;
		ctf->offset[++ctf->count] = at;
	}
	return ctf->offset != NULL;
}

/* A name's offset in the strings of the BTF: the dictionary's come first, then the ELF file's. */
static uint32_t name_offset(const struct ctf *ctf, uint32_t name)
{
	uint32_t offset = name & ~EXTERNAL_NAME;

	if (!(name & EXTERNAL_NAME))
		return offset < ctf->strings.size ? offset : 0;
	return offset < ctf->names.size ? ctf->strings.size + offset : 0;
}

/* ---- rewriting ------------------------------------------------------------------------------- */

/* How many bits a member of this type has in itself, and its true type; 0: it is no bit-field. */
static uint32_t field_bits(const struct ctf *ctf, uint32_t *type, uint32_t *shift)
{
	struct record record;
	uint32_t encoding;

	*shift = 0;
	if (!find_record(ctf, *type, &record))
		return 0;
	if (record.kind == CTF_SLICE) {
		*type = load32(record.entry);
		*shift = load16(record.entry + 4);
		return load16(record.entry + 6);
	}
	if (record.kind != CTF_INTEGER)
		return 0;
	encoding = load32(record.entry);
	*shift = encoding >> 16 & 0xff;
	return (encoding & 0xffff) < record.size * 8 ? encoding & 0xffff : 0;
}

static uint64_t member_offset(const struct record *record, const uint8_t *at)
{
	return record->size < LARGE_STRUCT ? load32(at + 4) : (uint64_t)load32(at + 4) << 32 | load32(at + 12);
}

/* False: BTF cannot say it. */
static bool put_structure(struct ctf *ctf, const struct record *record)
{
	uint32_t step = record->size < LARGE_STRUCT ? 12 : 16, i, shift, type, bits;
	bool fields = false;

	if (record->count > BTF_COUNT_LIMIT || record->size > UINT32_MAX)
		return false;
	for (i = 0; i < record->count; i++) {
		type = load32(record->entry + (size_t)i * step + 8);
		fields = fields || field_bits(ctf, &type, &shift) > 0;
	}
	put_record(&ctf->out, name_offset(ctf, record->name),
		   record->kind == CTF_STRUCT ? LDT_BTF_STRUCT : LDT_BTF_UNION, fields, record->count,
		   (uint32_t)record->size);
	for (i = 0; i < record->count; i++) {
		const uint8_t *at = record->entry + (size_t)i * step;
		uint64_t offset = member_offset(record, at);

		type = load32(at + 8);
		bits = field_bits(ctf, &type, &shift);
		offset += bits ? shift : 0;
		if (offset > (fields ? BTF_NAME_LIMIT : UINT32_MAX) || bits > 64)
			return false;
		put32(&ctf->out, name_offset(ctf, load32(at)));
		put32(&ctf->out, type);
		put32(&ctf->out, (uint32_t)offset | bits << 24);
	}
	return true;
}

static bool put_enum(struct ctf *ctf, const struct record *record)
{
	bool is_signed = false;
	uint32_t i;

	if (record->count > BTF_COUNT_LIMIT)
		return false;
	for (i = 0; i < record->count; i++)
		is_signed = is_signed || load32(record->entry + (size_t)i * 8 + 4) >> 31;
	put_record(&ctf->out, name_offset(ctf, record->name), LDT_BTF_ENUM, is_signed, record->count,
		   (uint32_t)record->size);
	for (i = 0; i < record->count; i++) {
		put32(&ctf->out, name_offset(ctf, load32(record->entry + (size_t)i * 8)));
		put32(&ctf->out, load32(record->entry + (size_t)i * 8 + 4));
	}
	return true;
}

static bool put_function(struct ctf *ctf, const struct record *record)
{
	uint32_t i;

	if (record->count > BTF_COUNT_LIMIT)
		return false;
	put_record(&ctf->out, 0, LDT_BTF_FUNC_PROTO, false, record->count, (uint32_t)record->size);
	for (i = 0; i < record->count; i++) {
		put32(&ctf->out, 0);
		put32(&ctf->out, load32(record->entry + (size_t)i * 4));
	}
	return true;
}

/* void is an integer without bits; and BTF has it as number 0 only. */
static void put_integer(struct ctf *ctf, const struct record *record)
{
	uint32_t encoding = load32(record->entry);

	if (record->size == 0 || (encoding & 0xffff) == 0) {
		put_record(&ctf->out, name_offset(ctf, record->name), LDT_BTF_TYPEDEF, false, 0, 0);
		return;
	}
	put_record(&ctf->out, name_offset(ctf, record->name), LDT_BTF_INT, false, 0, (uint32_t)record->size);
	put32(&ctf->out, (encoding >> 24 & 7) << 24 | (encoding & 0xffffff));
}

static bool put_type(struct ctf *ctf, const struct record *record)
{
	static const uint8_t same[CTF_KINDS] = { [CTF_POINTER] = LDT_BTF_PTR,
						 [CTF_TYPEDEF] = LDT_BTF_TYPEDEF,
						 [CTF_VOLATILE] = LDT_BTF_VOLATILE,
						 [CTF_CONST] = LDT_BTF_CONST,
						 [CTF_RESTRICT] = LDT_BTF_RESTRICT };
	uint32_t name = name_offset(ctf, record->name), size = (uint32_t)record->size;

	switch (record->kind) {
	case CTF_INTEGER:
		put_integer(ctf, record);
		return true;
	case CTF_FLOAT:
		put_record(&ctf->out, name, LDT_BTF_FLOAT, false, 0, size);
		return true;
	case CTF_ARRAY:
		put_record(&ctf->out, 0, LDT_BTF_ARRAY, false, 0, 0);
		bytes_put(&ctf->out, record->entry, 12);
		return true;
	case CTF_FUNCTION:
		return put_function(ctf, record);
	case CTF_STRUCT:
	case CTF_UNION:
		return put_structure(ctf, record);
	case CTF_ENUM:
		return put_enum(ctf, record);
	case CTF_FORWARD:
		if (size == CTF_ENUM)
			put_record(&ctf->out, name, LDT_BTF_ENUM, false, 0, 4);
		else
			put_record(&ctf->out, name, LDT_BTF_FWD, size == CTF_UNION, 0, 0);
		return true;
	case CTF_SLICE: /* members say the bits themselves; elsewhere it is its whole type */
		put_record(&ctf->out, 0, LDT_BTF_TYPE_TAG, false, 0, load32(record->entry));
		return true;
	case CTF_UNKNOWN: /* a type that its writer could not express: it stays incomplete */
		put_record(&ctf->out, 0, LDT_BTF_FWD, false, 0, 0);
		return true;
	default:
		put_record(&ctf->out, record->kind == CTF_TYPEDEF ? name : 0, (enum ldt_btf_kind)same[record->kind],
			   false, 0, size);
		return true;
	}
}

/*
 * Functions and variables follow the types. Those of a linked file that are in the order of its
 * symbols have no names here and are left out.
 */
static void put_symbols(struct ctf *ctf)
{
	uint32_t i;

	for (i = 0; i + 4 <= ctf->functions.size && i + 4 <= ctf->function_names.size; i += 4)
		put_record(&ctf->out, name_offset(ctf, load32(ctf->function_names.at + i)), LDT_BTF_FUNC, false, 0,
			   load32(ctf->functions.at + i));
	for (i = 0; i + 8 <= ctf->variables.size; i += 8) {
		put_record(&ctf->out, name_offset(ctf, load32(ctf->variables.at + i)), LDT_BTF_VAR, false, 0,
			   load32(ctf->variables.at + i + 4));
		put32(&ctf->out, 0);
	}
}

static bool put_all(struct ctf *ctf)
{
	uint8_t header[BTF_HEADER_SIZE] = { 0x9f, 0xeb, 1, 0, BTF_HEADER_SIZE };
	struct record record;
	uint32_t id, size;

	bytes_put(&ctf->out, header, sizeof(header));
	for (id = 1; id <= ctf->count; id++)
		if (!find_record(ctf, id, &record) || !put_type(ctf, &record))
			return false;
	put_symbols(ctf);
	if (ctf->out.failed)
		return true;
	size = (uint32_t)(ctf->out.used - sizeof(header));
	memcpy(ctf->out.data + 12, &size, sizeof(size));
	memcpy(ctf->out.data + 16, &size, sizeof(size)); /* where the strings begin */
	bytes_put(&ctf->out, ctf->strings.at, ctf->strings.size);
	bytes_put(&ctf->out, ctf->names.text, ctf->names.size);
	bytes_put(&ctf->out, "", 1);
	size = ctf->strings.size + (uint32_t)ctf->names.size + 1;
	if (!ctf->out.failed)
		memcpy(ctf->out.data + 20, &size, sizeof(size));
	return true;
}

/* ---- the dictionary -------------------------------------------------------------------------- */

/* The unpacked bytes, which follow the header in the file; malloc'ed. */
static uint8_t *unpack(const uint8_t *data, size_t size, size_t unpacked, const char **why)
{
	uint8_t *out = NULL;
	uLongf length = unpacked;

	*why = "its compressed part is damaged";
	if (unpacked / DEFLATE_MOST > size)
		return NULL;
	out = malloc(unpacked + 1);
	if (!out)
		*why = "out of memory";
	if (out && (uncompress(out, &length, data, size) != Z_OK || length != unpacked)) {
		free(out);
		out = NULL;
	}
	return out;
}

/* The part from the header's word @word to its word @end; empty when that is wrong. */
static struct part find_part(const uint8_t *header, const uint8_t *body, size_t size, unsigned int word,
			     unsigned int end)
{
	uint32_t from = load32(header + 4 + word * 4), to = load32(header + 4 + end * 4);

	return from <= to && to <= size ? (struct part){ body + from, to - from } : (struct part){ body, 0 };
}

enum {
	WORD_PARENT = 1,
	WORD_FUNCTIONS = 5,
	WORD_OBJECT_NAMES = 6,
	WORD_FUNCTION_NAMES = 7,
	WORD_VARIABLES = 8,
	WORD_TYPES = 9,
	WORD_STRINGS = 10,
	WORD_STRINGS_SIZE = 11
};

static bool rewrite(struct ctf *ctf, const uint8_t *header, const uint8_t *body, size_t size, const char **why)
{
	uint32_t strings = load32(header + 4 + WORD_STRINGS * 4);

	ctf->functions = find_part(header, body, size, WORD_FUNCTIONS, WORD_OBJECT_NAMES);
	ctf->function_names = find_part(header, body, size, WORD_FUNCTION_NAMES, WORD_VARIABLES);
	ctf->variables = find_part(header, body, size, WORD_VARIABLES, WORD_TYPES);
	ctf->types = find_part(header, body, size, WORD_TYPES, WORD_STRINGS);
	ctf->strings = (struct part){ body + strings, load32(header + 4 + WORD_STRINGS_SIZE * 4) };
	*why = "it is damaged";
	if (strings > size || ctf->strings.size > size - strings || ctf->strings.size == 0 ||
	    ctf->strings.at[ctf->strings.size - 1] != '\0' ||
	    (ctf->names.size && ctf->names.text[ctf->names.size - 1] != '\0'))
		return false;
	if (!number_records(ctf)) {
		*why = ctf->offset ? *why : "out of memory";
		return false;
	}
	if (!put_all(ctf)) {
		*why = "it has a structure that is too large";
		return false;
	}
	*why = "out of memory";
	return !ctf->out.failed;
}

static uint8_t *dictionary_to_btf(const uint8_t *data, size_t size, const struct ldt_ctf_names *names, size_t *size_ret,
				  const char **why)
{
	struct ctf ctf = { .names = *names };
	uint8_t *unpacked = NULL;
	size_t body_size = size - HEADER_SIZE;
	bool good;

	if (data[3] & CTF_COMPRESSED) {
		size_t whole = (size_t)load32(data + 4 + WORD_STRINGS * 4) + load32(data + 4 + WORD_STRINGS_SIZE * 4);

		*why = "it is damaged";
		unpacked = whole <= UNPACKED_LIMIT ? unpack(data + HEADER_SIZE, body_size, whole, why) : NULL;
		if (!unpacked)
			return NULL;
		body_size = whole;
	}
	good = rewrite(&ctf, data, unpacked ? unpacked : data + HEADER_SIZE, body_size, why);
	free(unpacked);
	free(ctf.offset);
	if (!good) {
		free(ctf.out.data);
		return NULL;
	}
	*size_ret = ctf.out.used;
	return ctf.out.data;
}

/*
 * The dictionary in an archive that all others refer to, or its only one. *size becomes the
 * dictionary's; NULL: damaged.
 */
static const uint8_t *find_shared(const uint8_t *data, size_t *size)
{
	uint64_t count = load64(data + 16), names = load64(data + 24), dictionaries = load64(data + 32), i, name, at,
		 length;

	if (names > *size || dictionaries > *size || count > (*size - 40) / 16)
		return NULL;
	for (i = 0; i < count; i++) {
		name = load64(data + 40 + i * 16);
		at = load64(data + 40 + i * 16 + 8);
		if (name >= *size - names || at > *size - dictionaries || *size - dictionaries - at < 8 ||
		    !memchr(data + names + name, '\0', *size - names - name))
			return NULL;
		if (count > 1 && strcmp((const char *)data + names + name, ".ctf") != 0 &&
		    strcmp((const char *)data + names + name, "shared_ctf") != 0)
			continue;
		length = load64(data + dictionaries + at);
		if (length > *size - dictionaries - at - 8)
			return NULL;
		*size = length;
		return data + dictionaries + at + 8;
	}
	return NULL;
}

static bool is_archive(const uint8_t *data, size_t size)
{
	return size >= 8 && load64(data) == CTF_ARCHIVE;
}

bool ldt_ctf_is(const uint8_t *data, size_t size)
{
	return is_archive(data, size) || (size >= 2 && (load16(data) == CTF_MAGIC || load16(data) == CTF_MAGIC_OLD));
}

uint8_t *ldt_ctf_to_btf(const struct ldt_ctf_source *source, size_t *size_ret, const char **why)
{
	const uint8_t *data = source->data;
	size_t size = source->size;

	*why = "it is damaged";
	if (is_archive(data, size)) {
		data = size >= 40 ? find_shared(data, &size) : NULL;
		if (!data)
			return NULL;
	}
	if (size >= 3 && (load16(data) == CTF_MAGIC_OLD || (load16(data) == CTF_MAGIC && data[2] != CTF_VERSION_3))) {
		*why = "it has an unknown version of CTF: version 3 is read";
		return NULL;
	}
	if (size < HEADER_SIZE || load16(data) != CTF_MAGIC) {
		*why = "it is no CTF";
		return NULL;
	}
	if (load32(data + 4 + WORD_PARENT * 4) != 0) {
		*why = "it is a part of an archive: the types that it refers to are in another part";
		return NULL;
	}
	return dictionary_to_btf(data, size, data[3] & CTF_DYNAMIC ? &source->dynamic : &source->symbol, size_ret, why);
}
