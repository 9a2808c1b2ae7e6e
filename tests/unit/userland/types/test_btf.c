/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_btf.c - the reader of BTF: files made here byte by byte, good ones, split ones, damaged ones. */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "types/btf.h"
#include "compiler/driver.h"
#include "compiler/probe_args.h"

/* ---- a file in the making -------------------------------------------------------------------- */

struct blob {
	uint32_t types[1024];
	char strings[1024];
	uint32_t words, string_size, count, first_id, first_string;
};

static void start(struct blob *blob, uint32_t first_id, uint32_t first_string)
{
	memset(blob, 0, sizeof(*blob));
	blob->string_size = 1;
	blob->first_id = first_id;
	blob->first_string = first_string;
}

static uint32_t string(struct blob *blob, const char *text)
{
	uint32_t at = blob->string_size;

	if (!text)
		return 0;
	strcpy(blob->strings + at, text);
	blob->string_size += (uint32_t)strlen(text) + 1;
	return blob->first_string + at;
}

static void word(struct blob *blob, uint32_t value)
{
	blob->types[blob->words++] = value;
}

/* A record; what follows it is added by word(). Returns its number. */
static uint32_t record(struct blob *blob, const char *name, enum ldt_btf_kind kind, bool flag, uint32_t count,
		       uint32_t size)
{
	word(blob, string(blob, name));
	word(blob, (uint32_t)flag << 31 | (uint32_t)kind << 24 | count);
	word(blob, size);
	return blob->first_id + blob->count++;
}

static uint32_t integer(struct blob *blob, const char *name, uint32_t size, uint32_t encoding, uint32_t bits)
{
	uint32_t id = record(blob, name, LDT_BTF_INT, false, 0, size);

	word(blob, encoding << 24 | bits);
	return id;
}

static void member(struct blob *blob, const char *name, uint32_t type, uint32_t offset)
{
	word(blob, string(blob, name));
	word(blob, type);
	word(blob, offset);
}

static uint8_t *bytes(const struct blob *blob, size_t *size)
{
	uint32_t header[6] = { 0x0001eb9f, 24, 0, blob->words * 4, blob->words * 4, blob->string_size };
	uint8_t *data;

	*size = sizeof(header) + blob->words * 4 + blob->string_size;
	data = malloc(*size);
	memcpy(data, header, sizeof(header));
	memcpy(data + sizeof(header), blob->types, blob->words * 4);
	memcpy(data + sizeof(header) + blob->words * 4, blob->strings, blob->string_size);
	return data;
}

/* int, char, a structure with bit-fields, an anonymous union, an array of structures and a pointer to itself. */
static void sample(struct blob *blob)
{
	uint32_t int_id, uint_id, char_id, point, text, inner, array, node;

	start(blob, 1, 0);
	int_id = integer(blob, "int", 4, 1, 32);
	uint_id = integer(blob, "unsigned int", 4, 0, 32);
	char_id = integer(blob, "char", 1, 0, 8);
	point = record(blob, "point", LDT_BTF_STRUCT, false, 2, 8);
	member(blob, "x", int_id, 0);
	member(blob, "y", int_id, 32);
	text = record(blob, NULL, LDT_BTF_ARRAY, false, 0, 0);
	word(blob, char_id);
	word(blob, int_id);
	word(blob, 16);
	inner = record(blob, NULL, LDT_BTF_UNION, false, 2, 4);
	member(blob, "whole", uint_id, 0);
	member(blob, "text", char_id, 0);
	array = record(blob, NULL, LDT_BTF_ARRAY, false, 0, 0);
	word(blob, point);
	word(blob, int_id);
	word(blob, 3);
	node = blob->first_id + blob->count;
	record(blob, "node", LDT_BTF_STRUCT, true, 6, 64);
	member(blob, "comm", text, 0);
	member(blob, "low", uint_id, 3 << 24 | 128);
	member(blob, "high", uint_id, 29 << 24 | 131);
	member(blob, NULL, inner, 160);
	member(blob, "points", array, 192);
	member(blob, "next", node + 1, 384);
	record(blob, NULL, LDT_BTF_PTR, false, 0, node);
}

static struct ldt_type *by_name(struct ldt_btf *btf, struct ldt_types *types, enum ldt_btf_kind kind, const char *name)
{
	uint32_t id = ldt_btf_find(btf, kind, name);

	assert_int_not_equal(id, 0);
	return ldt_btf_type(btf, types, id);
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

static struct ldt_type_loader loader = { .complete = complete, .destroy = nothing };

static struct ldt_types *table(uint32_t word_size)
{
	struct ldt_types *types = ldt_types_create(word_size);

	loader.next = NULL;
	ldt_types_add_loader(types, &loader);
	return types;
}

static struct ldt_btf *parse(const struct blob *blob, struct ldt_btf *base)
{
	const char *why;
	size_t size;
	uint8_t *data = bytes(blob, &size);
	struct ldt_btf *btf = ldt_btf_parse(data, size, base, &why);

	assert_non_null(btf);
	return btf;
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void test_structure(void **state)
{
	struct ldt_types *types = table(8);
	const struct ldt_member *found;
	struct ldt_type *node;
	struct blob blob;
	struct ldt_btf *btf;
	uint64_t offset;
	char text[64];

	(void)state;
	sample(&blob);
	btf = parse(&blob, NULL);
	node = by_name(btf, types, LDT_BTF_STRUCT, "node");
	assert_false(node->complete); /* its members were not needed yet */
	assert_int_equal(ldt_type_size(types, node), 64);
	found = ldt_type_member(types, node, "comm", &offset);
	assert_string_equal(ldt_type_name(found->type, text, sizeof(text)), "char [16]");
	assert_int_equal(offset, 0);
	found = ldt_type_member(types, node, "high", &offset);
	assert_int_equal(found->bit_width, 29);
	assert_int_equal(offset, 131);
	found = ldt_type_member(types, node, "whole", &offset); /* of the anonymous union */
	assert_int_equal(offset, 160);
	found = ldt_type_member(types, node, "points", &offset);
	assert_int_equal(ldt_type_size(types, found->type), 24);
	assert_string_equal(ldt_type_name(found->type, text, sizeof(text)), "struct point [3]");
	found = ldt_type_member(types, node, "next", &offset);
	assert_ptr_equal(ldt_type_resolve(found->type)->target, node);
	assert_null(ldt_type_member(types, node, "absent", NULL));
	assert_int_equal(ldt_type_alignment(types, by_name(btf, types, LDT_BTF_STRUCT, "point")), 4);
	assert_int_equal(ldt_btf_find(btf, LDT_BTF_UNION, "node"), 0);
	assert_int_equal(ldt_btf_find(btf, LDT_BTF_STRUCT, "nodes"), 0);
	ldt_types_destroy(types);
	ldt_btf_close(btf);
}

/* A name of the program's own takes the members of the file's record, and stays the program's. */
static void test_define(void **state)
{
	struct ldt_types *types = table(8);
	struct ldt_type *mine = ldt_type_tagged(types, LDT_KIND_STRUCT, "point");
	struct blob blob;
	struct ldt_btf *btf;

	(void)state;
	sample(&blob);
	btf = parse(&blob, NULL);
	assert_true(ldt_btf_define(btf, types, mine));
	assert_int_equal(ldt_type_size(types, mine), 8);
	assert_ptr_equal(ldt_type_find(types, LDT_NS_STRUCT, "point"), mine);
	assert_false(ldt_btf_define(btf, types, ldt_type_tagged(types, LDT_KIND_STRUCT, "nobody")));
	ldt_types_destroy(types);
	ldt_btf_close(btf);
}

static void test_kinds(void **state)
{
	struct ldt_types *types = table(8);
	uint32_t int_id, flags, big, proto, function, constant, qualified, wide, old, forward;
	const struct ldt_member *found;
	struct ldt_type *type;
	struct blob blob;
	struct ldt_btf *btf;
	uint64_t offset;
	int64_t value;
	char text[64];

	(void)state;
	start(&blob, 1, 0);
	int_id = integer(&blob, "int", 4, 1, 32);
	flags = record(&blob, "colour", LDT_BTF_ENUM, true, 2, 4);
	word(&blob, string(&blob, "RED"));
	word(&blob, (uint32_t)-5);
	word(&blob, string(&blob, "BLUE"));
	word(&blob, 7);
	big = record(&blob, "huge", LDT_BTF_ENUM64, false, 1, 8);
	word(&blob, string(&blob, "TOP"));
	word(&blob, 1);
	word(&blob, 0x80000000u);
	constant = record(&blob, NULL, LDT_BTF_CONST, false, 0, int_id);
	qualified = record(&blob, NULL, LDT_BTF_PTR, false, 0, constant);
	proto = record(&blob, NULL, LDT_BTF_FUNC_PROTO, false, 2, int_id);
	word(&blob, string(&blob, "p"));
	word(&blob, qualified);
	word(&blob, 0);
	word(&blob, 0);
	function = record(&blob, "work", LDT_BTF_FUNC, false, 0, proto);
	wide = integer(&blob, "__int128", 16, 1, 128);
	old = integer(&blob, "unsigned int", 4, 0, 5);
	record(&blob, "fields", LDT_BTF_STRUCT, false, 2, 8);
	member(&blob, "a", int_id, 0);
	member(&blob, "b", old, 35);
	forward = record(&blob, "later", LDT_BTF_FWD, true, 0, 0);
	btf = parse(&blob, NULL);
	type = ldt_btf_type(btf, types, flags);
	assert_true(ldt_type_ensure(types, type));
	assert_int_equal(type->enumerators->value, -5);
	assert_true(type->is_signed);
	assert_int_equal(ldt_btf_enumerator(btf, "TOP", &value), big);
	assert_true((uint64_t)value == 0x8000000000000001ull);
	assert_int_equal(ldt_btf_enumerator(btf, "RED", &value), flags);
	assert_int_equal(value, -5);
	assert_int_equal(ldt_btf_enumerator(btf, "GREEN", &value), 0);
	type = ldt_btf_type(btf, types, function);
	assert_string_equal(ldt_type_name(type, text, sizeof(text)), "int (const int *, ...)");
	assert_string_equal(type->params->name, "p");
	assert_int_equal(ldt_type_size(types, ldt_btf_type(btf, types, wide)), 16);
	found = ldt_type_member(types, by_name(btf, types, LDT_BTF_STRUCT, "fields"), "b", &offset);
	assert_int_equal(found->bit_width, 5);
	assert_int_equal(offset, 35);
	type = ldt_btf_type(btf, types, forward);
	assert_int_equal(type->kind, LDT_KIND_UNION);
	assert_false(ldt_type_ensure(types, type));
	ldt_types_destroy(types);
	ldt_btf_close(btf);
}

static void test_word_size(void **state)
{
	struct ldt_types *types = table(4);
	struct blob blob;
	struct ldt_btf *btf;

	(void)state;
	start(&blob, 1, 0);
	integer(&blob, "long unsigned int", 4, 0, 32);
	integer(&blob, "long long int", 8, 1, 64);
	btf = parse(&blob, NULL);
	assert_ptr_equal(ldt_btf_type(btf, types, 1), types->ulong);
	assert_ptr_equal(ldt_btf_type(btf, types, 2), types->llong);
	ldt_types_destroy(types);
	ldt_btf_close(btf);
}

/* A module's file counts on from the kernel's. */
static void test_split(void **state)
{
	struct ldt_types *types = table(8);
	struct blob kernel, module;
	struct ldt_btf *base, *btf;
	uint64_t offset;

	(void)state;
	sample(&kernel);
	base = parse(&kernel, NULL);
	start(&module, kernel.count + 1, kernel.string_size);
	record(&module, "own", LDT_BTF_STRUCT, false, 2, 72);
	member(&module, "head", ldt_btf_find(base, LDT_BTF_STRUCT, "node"), 0);
	member(&module, "last", 1, 512);
	btf = parse(&module, base);
	assert_int_equal(ldt_btf_find(base, LDT_BTF_STRUCT, "own"), 0);
	assert_non_null(ldt_type_member(types, by_name(btf, types, LDT_BTF_STRUCT, "own"), "last", &offset));
	assert_int_equal(offset, 512);
	assert_ptr_equal(by_name(btf, types, LDT_BTF_STRUCT, "node"), by_name(base, types, LDT_BTF_STRUCT, "node"));
	ldt_types_destroy(types);
	ldt_btf_close(btf);
	ldt_btf_close(base);
}

static void expect_members(struct ldt_btf *btf, struct ldt_types *types, const char *name, bool wanted)
{
	struct ldt_type *type = by_name(btf, types, LDT_BTF_STRUCT, name);

	if (ldt_type_ensure(types, type) != wanted)
		fail_msg("struct %s %s members", name, wanted ? "has no" : "has");
	ldt_type_alignment(types, type);
	ldt_type_member(types, type, "nowhere", NULL);
}

/*
 * Types that go round in a circle, and structures that hold themselves, by an array, by others, by
 * a forward declaration, end: they have no members. One that has a pointer to itself has.
 */
static void test_circles(void **state)
{
	struct ldt_types *types = table(8);
	struct blob blob;
	struct ldt_btf *btf;
	uint32_t array, self, pair, list;

	(void)state;
	start(&blob, 1, 0);
	record(&blob, "a", LDT_BTF_TYPEDEF, false, 0, 2);
	record(&blob, "b", LDT_BTF_TYPEDEF, false, 0, 1);
	self = record(&blob, "self", LDT_BTF_STRUCT, false, 1, 8);
	member(&blob, "again", self + 1, 0);
	array = record(&blob, NULL, LDT_BTF_ARRAY, false, 0, 0);
	word(&blob, self);
	word(&blob, self);
	word(&blob, 2);
	record(&blob, "broken", LDT_BTF_STRUCT, false, 1, 8);
	member(&blob, "x", 999, 0);
	record(&blob, "holds", LDT_BTF_STRUCT, false, 1, 16);
	member(&blob, "it", self, 64);
	pair = record(&blob, "left", LDT_BTF_STRUCT, false, 1, 4);
	member(&blob, "right", pair + 1, 0);
	record(&blob, "right", LDT_BTF_UNION, false, 1, 4);
	member(&blob, "left", pair, 0);
	member(&blob, "itself", record(&blob, "forward", LDT_BTF_STRUCT, false, 1, 8) + 1, 0);
	record(&blob, "forward", LDT_BTF_FWD, false, 0, 0);
	list = record(&blob, "list", LDT_BTF_STRUCT, false, 1, 8);
	member(&blob, "next", list + 1, 0);
	record(&blob, NULL, LDT_BTF_PTR, false, 0, list);
	record(&blob, "twice", LDT_BTF_STRUCT, false, 2, 16);
	member(&blob, "one", list, 0);
	member(&blob, "two", list, 64);
	btf = parse(&blob, NULL);
	assert_null(ldt_btf_type(btf, types, 1));
	expect_members(btf, types, "self", false);
	assert_non_null(ldt_btf_type(btf, types, array));
	expect_members(btf, types, "broken", false);
	expect_members(btf, types, "holds", false);
	expect_members(btf, types, "left", false);
	expect_members(btf, types, "forward", false);
	expect_members(btf, types, "list", true);
	expect_members(btf, types, "twice", true);
	assert_null(ldt_btf_type(btf, types, 998));
	ldt_types_destroy(types);
	ldt_btf_close(btf);
}

static void look_at_everything(struct ldt_btf *btf, struct ldt_types *types)
{
	struct ldt_type *type;
	uint32_t id;
	char text[256];

	for (id = 0; id < 16; id++) {
		type = ldt_btf_type(btf, types, id);
		if (!type)
			continue;
		ldt_type_ensure(types, type);
		ldt_type_size(types, type);
		ldt_type_alignment(types, type);
		ldt_type_name(type, text, sizeof(text));
		if (ldt_type_is_sou(type))
			ldt_type_member(types, type, "whole", NULL);
	}
	ldt_btf_find(btf, LDT_BTF_STRUCT, "point");
}

/*
 * Every shorter file, and many with one wrong byte: refused or read, but nothing outside of it is
 * touched (sanitizers).
 */
static void test_damaged(void **state)
{
	struct blob blob;
	struct ldt_types *types;
	struct ldt_btf *btf;
	const char *why;
	uint8_t *data, *copy;
	size_t size, i;
	unsigned int value;

	(void)state;
	sample(&blob);
	data = bytes(&blob, &size);
	for (i = 0; i < size; i++) {
		copy = malloc(i + 1);
		memcpy(copy, data, i);
		why = NULL;
		assert_null(ldt_btf_parse(copy, i, NULL, &why));
		assert_non_null(why);
	}
	for (i = 0; i < size; i++) {
		for (value = 0; value < 256; value += 51) {
			copy = malloc(size);
			memcpy(copy, data, size);
			copy[i] ^= (uint8_t)value;
			btf = ldt_btf_parse(copy, size, NULL, &why);
			if (!btf)
				continue;
			types = table(8);
			look_at_everything(btf, types);
			ldt_types_destroy(types);
			ldt_btf_close(btf);
		}
	}
	free(data);
}

static void write_file(const char *path, const void *data, size_t size)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(data, 1, size, file), size);
	fclose(file);
}

/* BTF as a section of an object, and what is refused by name. */
static void test_files(void **state)
{
	static const char names[] = "\0.BTF\0.ctf";
	char path[] = "/tmp/test_btf.XXXXXX";
	struct blob blob;
	struct {
		Elf64_Ehdr elf;
		Elf64_Shdr section[3];
		char names[16];
		uint8_t data[2048];
	} object = { 0 };
	struct ldt_btf *btf;
	const char *why;
	uint8_t *data;
	size_t size;

	(void)state;
	close(mkstemp(path));
	sample(&blob);
	data = bytes(&blob, &size);
	write_file(path, data, size);
	btf = ldt_btf_open(path, NULL, &why);
	assert_non_null(btf);
	ldt_btf_close(btf);
	memcpy(object.elf.e_ident, ELFMAG, SELFMAG);
	object.elf.e_ident[EI_CLASS] = ELFCLASS64;
	object.elf.e_ident[EI_DATA] = ELFDATA2LSB;
	object.elf.e_ident[EI_VERSION] = EV_CURRENT;
	object.elf.e_version = EV_CURRENT;
	object.elf.e_shoff = sizeof(object.elf);
	object.elf.e_shentsize = sizeof(object.section[0]);
	object.elf.e_shnum = 3;
	object.elf.e_shstrndx = 1;
	object.section[1].sh_type = SHT_STRTAB;
	object.section[1].sh_offset = (size_t)((char *)object.names - (char *)&object);
	object.section[1].sh_size = sizeof(object.names);
	object.section[2].sh_name = 1;
	object.section[2].sh_type = SHT_PROGBITS;
	object.section[2].sh_offset = (size_t)((char *)object.data - (char *)&object);
	object.section[2].sh_size = size;
	memcpy(object.names, names, sizeof(names));
	memcpy(object.data, data, size);
	write_file(path, &object, sizeof(object));
	btf = ldt_btf_open(path, NULL, &why);
	assert_non_null(btf);
	assert_int_not_equal(ldt_btf_find(btf, LDT_BTF_STRUCT, "node"), 0);
	ldt_btf_close(btf);
	object.section[2].sh_name = 6;
	write_file(path, &object, sizeof(object));
	assert_null(ldt_btf_open(path, NULL, &why));
	assert_string_equal(why, "it is no CTF");
	object.section[2].sh_name = 0;
	write_file(path, &object, sizeof(object));
	assert_null(ldt_btf_open(path, NULL, &why));
	assert_string_equal(why, "it is an ELF file without a section .BTF or .ctf");
	object.section[2].sh_name = 1;
	object.section[2].sh_size = sizeof(object);
	write_file(path, &object, sizeof(object));
	assert_null(ldt_btf_open(path, NULL, &why));
	assert_non_null(strstr(why, "cut short or damaged"));
	object.elf.e_ident[EI_DATA] = ELFDATA2MSB;
	write_file(path, &object, sizeof(object));
	assert_null(ldt_btf_open(path, NULL, &why));
	assert_non_null(strstr(why, "the other byte order"));
	write_file(path, "\xeb\x9f\x01\x00", 4);
	assert_null(ldt_btf_open(path, NULL, &why));
	assert_non_null(strstr(why, "byte order"));
	unlink(path);
	assert_null(ldt_btf_open(path, NULL, &why));
	assert_string_equal(why, "it cannot be read");
	free(data);
}

static void check(dtrace_hdl_t *dtp, const char *text, const char *error)
{
	dtrace_prog_t *prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, DTRACE_C_ZDEFS, 0, NULL);

	if (!error && !prog)
		fail_msg("%s: %s", text, dtrace_errmsg(dtp, dtrace_errno(dtp)));
	if (error && (prog || !strstr(dtrace_errmsg(dtp, dtrace_errno(dtp)), error)))
		fail_msg("%s: %s, not %s", text, prog ? "compiles" : dtrace_errmsg(dtp, dtrace_errno(dtp)), error);
}

/* Programs and a type file: opened by those that name a type of it, and only by them. */
static void test_programs(void **state)
{
	char path[] = "/tmp/test_btf.XXXXXX";
	struct blob blob;
	dtrace_hdl_t *dtp;
	uint8_t *data;
	size_t size;
	int error;

	(void)state;
	close(mkstemp(path));
	write_file(path, "nothing", 7);
	dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, &error);
	assert_non_null(dtp);
	assert_int_equal(dtrace_setopt(dtp, "errtags", NULL), 0);
	assert_int_equal(dtrace_setopt(dtp, "nolibs", NULL), 0);
	assert_int_equal(dtrace_setopt(dtp, "ctfpath", path), 0);
	check(dtp,
	      "struct mine { int a; struct node *b; }; BEGIN { x = 1; y = (x); z = (x) + (y); trace(sizeof (struct "
	      "mine)); }",
	      NULL);
	check(dtp, "BEGIN { trace(curthread); trace(sizeof (struct node *)); }", NULL);
	check(dtp, "BEGIN { trace(((struct node *)0)->low); }", "[D_TYPE_ERR]");
	sample(&blob);
	data = bytes(&blob, &size);
	write_file(path, data, size);
	free(data);
	check(dtp, "BEGIN { trace(((struct node *)0)->low); trace(((struct node *)0)->next->points[1].y); }", NULL);
	check(dtp, "BEGIN { trace(((struct node *)0)->absent); }", "[D_TYPE_MEMBER]");
	check(dtp, "BEGIN { trace(((struct vmlinux`node *)0)->comm); trace(sizeof (struct point)); }", NULL);
	check(dtp, "struct node { struct node inside; };", "[D_DECL_INCOMPLETE]");
	check(dtp, "BEGIN { trace(((struct other *)0)->low); }", "[D_OP_INCOMPLETE]");
	dtrace_close(dtp);
	unlink(path);
}

struct wanted {
	const char *provider, *function, *name;
	uint32_t index, mapping;
	const char *type, *why; /* NULL: there is no such argument; why not */
};

static void look(struct ldt_comp *c, void *arg)
{
	const struct wanted *wanted = arg;
	struct dtrace_probedesc desc = { 0 };
	struct ldt_arg found;
	char text[64];

	strcpy(desc.provider, wanted->provider);
	strcpy(desc.module, "vmlinux");
	strcpy(desc.function, wanted->function);
	strcpy(desc.name, wanted->name);
	if (ldt_arg_of(c, &desc, wanted->index, &found) != !wanted->why)
		fail_msg("%s:%s args[%u]: %s", wanted->function, wanted->name, wanted->index,
			 wanted->why ? "found" : found.why);
	if (wanted->why) {
		assert_non_null(strstr(found.why, wanted->why));
		return;
	}
	assert_int_equal(found.mapping, wanted->mapping);
	assert_string_equal(ldt_type_name(found.type, text, sizeof(text)), wanted->type);
}

/* A tracepoint's prototype as kernels have it: a typedef of a pointer; its first parameter is no argument. */
static void point(struct blob *blob, const char *name, const uint32_t *params, uint32_t count)
{
	uint32_t id = record(blob, NULL, LDT_BTF_FUNC_PROTO, false, count, 0);

	for (uint32_t i = 0; i < count; i++) {
		member(blob, "p", params[i], 0);
		blob->words--;
	}
	id = record(blob, NULL, LDT_BTF_PTR, false, 0, id);
	record(blob, name, LDT_BTF_TYPEDEF, false, 0, id);
}

/* Arguments of functions and tracepoints by their prototypes, of system calls by the table. */
static void test_arguments(void **state)
{
	static struct wanted wanted[] = {
		{ "fbt", "work", "entry", 0, 0, "struct node *", NULL },
		{ "fbt", "work", "entry", 1, 1, "struct point", "it is a structure" },
		{ "fbt", "work", "entry", 2, 2, "int", NULL },
		{ "fbt", "work", "entry", 3, 0, NULL, "fewer arguments" },
		{ "fbt", "work", "return", 0, 0, "int", NULL },
		{ "fbt", "work", "return", 1, 1, "unsigned int", NULL },
		{ "fbt", "work", "return", 2, 0, NULL, "a return has two" },
		{ "fbt", "big", "entry", 0, 0, NULL, "it is a structure" },
		{ "fbt", "big", "entry", 1, 0, NULL, "an argument before it is a structure" },
		{ "fbt", "big", "return", 1, 0, NULL, "returns no value" },
		{ "fbt", "nobody", "entry", 0, 0, NULL, "do not have this function" },
		{ "sdt", "work", "work_done", 0, 0, "struct node *", NULL },
		{ "sdt", "work", "work_done", 1, 1, "struct point", "it is a structure" },
		{ "sdt", "work", "work_done", 2, 2, "int", NULL },
		{ "sdt", "work", "work_done", 3, 0, "struct node", "it is a structure" },
		{ "sdt", "work", "work_done", 4, 0, NULL, "an argument before it is a structure" },
		{ "sdt", "work", "work_done", 5, 0, NULL, "an argument before it is a structure" },
		{ "sdt", "work", "work_idle", 0, 0, NULL, "the tracepoint has fewer arguments" },
		{ "sdt", "work", "work", 0, 0, NULL, "do not have this tracepoint" },
		{ "sdt", "work", "work_odd", 0, 0, NULL, "do not have this tracepoint" },
		{ "syscall", "read", "entry", 1, 1, "char *", NULL },
		{ "syscall", "execve", "entry", 1, 1, "const char * const *", NULL },
		{ "syscall", "read", "entry", 3, 0, NULL, "fewer arguments" },
		{ "syscall", "getpid", "entry", 0, 0, NULL, "fewer arguments" },
		{ "syscall", "read", "return", 1, 1, "long", NULL },
		{ "syscall", "newest_call", "entry", 0, 0, NULL, "not known" },
	};
	char path[] = "/tmp/test_btf.XXXXXX";
	struct blob blob;
	uint32_t proto;
	dtrace_hdl_t *dtp;
	uint8_t *data;
	size_t size, i;
	int error;

	(void)state;
	close(mkstemp(path));
	sample(&blob); /* 1 int, 2 unsigned int, 4 point, 8 node, 9 a pointer to node */
	proto = record(&blob, NULL, LDT_BTF_FUNC_PROTO, false, 3, 2);
	member(&blob, "node", 9, 0);
	blob.words--;
	member(&blob, "where", 4, 0);
	blob.words--;
	member(&blob, "count", 1, 0);
	blob.words--;
	record(&blob, "work", LDT_BTF_FUNC, false, 0, proto);
	proto = record(&blob, NULL, LDT_BTF_FUNC_PROTO, false, 2, 0);
	member(&blob, "node", 8, 0);
	blob.words--;
	member(&blob, "count", 1, 0);
	blob.words--;
	record(&blob, "big", LDT_BTF_FUNC, false, 0, proto);
	point(&blob, "btf_trace_work_done", (const uint32_t[]){ 9, 9, 4, 1, 8, 1 }, 6);
	point(&blob, "btf_trace_work_idle", (const uint32_t[]){ 9 }, 1);
	record(&blob, "btf_trace_work_odd", LDT_BTF_TYPEDEF, false, 0, 1);
	data = bytes(&blob, &size);
	write_file(path, data, size);
	free(data);
	dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, &error);
	assert_non_null(dtp);
	assert_int_equal(dtrace_setopt(dtp, "ctfpath", path), 0);
	for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		assert_int_equal(ldt_compiler_call(dtp, look, &wanted[i]), 0);
	dtrace_close(dtp);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_structure), cmocka_unit_test(test_define), cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_word_size), cmocka_unit_test(test_split),  cmocka_unit_test(test_circles),
		cmocka_unit_test(test_damaged),   cmocka_unit_test(test_files),  cmocka_unit_test(test_programs),
		cmocka_unit_test(test_arguments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
