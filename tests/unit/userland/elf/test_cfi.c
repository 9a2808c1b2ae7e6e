/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_cfi.c - programs of call frames, instruction by instruction, and those that are damaged.
 * test_userland_unwind_agree holds the programs of real files against libdw.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "elf/cfi.h"

/* A function of 0x100 bytes of a CPU with sp 7, fp 6, return address 16. */
#define START 0x1000u
#define SIZE  0x100u

struct text {
	char at[1024];
	size_t size;
};

static void add_value(struct text *text, const char *name, const struct ldt_elf_value *value)
{
	static const char *const kinds[] = { "?", "none", "same", "reg", "load", "frame", "plt" };

	text->size += (size_t)snprintf(text->at + text->size, sizeof(text->at) - text->size, " %s=%s", name,
				       kinds[value->kind]);
	if (value->reg || value->offset || value->more)
		text->size += (size_t)snprintf(text->at + text->size, sizeof(text->at) - text->size, "(%u,%lld,%lld)",
					       value->reg, (long long)value->offset, (long long)value->more);
}

/* "START-END cfa=... ra=... fp=...;" for each row, addresses from the function's start on. */
static bool add_row(void *arg, const struct ldt_elf_frame *row)
{
	struct text *text = arg;

	text->size +=
		(size_t)snprintf(text->at + text->size, sizeof(text->at) - text->size, "%llx-%llx",
				 (unsigned long long)(row->start - START), (unsigned long long)(row->end - START));
	add_value(text, "cfa", &row->cfa);
	if (row->cfa.kind != LDT_ELF_VALUE_OTHER) {
		add_value(text, "ra", &row->ra);
		add_value(text, "fp", &row->fp);
	}
	text->size += (size_t)snprintf(text->at + text->size, sizeof(text->at) - text->size, "; ");
	return text->size < sizeof(text->at) / 2;
}

struct program {
	const char *what;
	const char *bytes;
	size_t size;
	const char *rows;
};
#define PROGRAM(what, bytes, rows)                         \
	{                                                  \
		(what), (bytes), sizeof(bytes) - 1, (rows) \
	}

/* def_cfa sp 8; offset 16 (the return address) 1 */
#define COMMON "\x0c\x07\x08\x90\x01"
#define RA     " ra=frame(0,-8,0)"
#define ENTRY  "cfa=reg(7,8,0)" RA " fp=same(6,0,0)"

static const struct program programs[] = {
	PROGRAM("nothing", "", "0-100 " ENTRY "; "),
	PROGRAM("nops, size of arguments, a sign of return addresses", "\x00\x2e\x81\x01\x2d", "0-100 " ENTRY "; "),
	/* advance 1; def_cfa_offset 16; offset fp 2; advance 3; def_cfa_register fp; advance1 0x20; def_cfa sp 8 */
	PROGRAM("a frame", "\x41\x0e\x10\x86\x02\x43\x0d\x06\x02\x20\x0c\x07\x08",
		"0-1 " ENTRY "; 1-4 cfa=reg(7,16,0)" RA " fp=frame(0,-16,0); 4-24 cfa=reg(6,16,0)" RA
		" fp=frame(0,-16,0); 24-100 cfa=reg(7,8,0)" RA " fp=frame(0,-16,0); "),
	PROGRAM("advances of 2, 4 and 8 bytes",
		"\x03\x10\x00\x0e\x10\x04\x10\x00\x00\x00\x0e\x18\x1d\x10\x00\x00\x00\x00\x00\x00\x00\x0e\x20",
		"0-10 " ENTRY "; 10-20 cfa=reg(7,16,0)" RA " fp=same(6,0,0); 20-30 cfa=reg(7,24,0)" RA
		" fp=same(6,0,0); 30-100 cfa=reg(7,32,0)" RA " fp=same(6,0,0); "),
	PROGRAM("an advance of nothing is no row", "\x0e\x10\x40\x0e\x18",
		"0-100 cfa=reg(7,24,0)" RA " fp=same(6,0,0); "),
	/* set_loc 0x1040, absolute */
	PROGRAM("set_loc", "\x01\x40\x10\x00\x00\x00\x00\x00\x00\x0e\x10",
		"0-40 " ENTRY "; 40-100 cfa=reg(7,16,0)" RA " fp=same(6,0,0); "),
	/* the sf forms: units of -8 */
	PROGRAM("offsets with a sign", "\x12\x07\x7e\x11\x06\x03\x2f\x10\x05",
		"0-100 cfa=reg(7,16,0) ra=frame(0,40,0) fp=frame(0,-24,0); "),
	PROGRAM("an offset of the CFA with a sign", "\x13\x7d", "0-100 cfa=reg(7,24,0)" RA " fp=same(6,0,0); "),
	PROGRAM("extended numbers", "\x05\x06\x02\x05\x90\x00\x03",
		"0-100 cfa=reg(7,8,0) ra=frame(0,-24,0) fp=frame(0,-16,0); "),
	PROGRAM("undefined, the same", "\x07\x10\x86\x02\x08\x06",
		"0-100 cfa=reg(7,8,0) ra=none(16,0,0) fp=same(6,0,0); "),
	PROGRAM("in a register, a value in the frame", "\x09\x06\x03\x14\x10\x01", "0-100 cfa=reg(7,8,0) ra=? fp=?; "),
	PROGRAM("a value in the frame, with a sign", "\x15\x06\x01", "0-100 cfa=reg(7,8,0)" RA " fp=?; "),
	/* offset fp 2; advance 1; restore fp; then offset 16 4, advance 1, restore_extended 16 */
	PROGRAM("restored", "\x86\x02\x41\xc6\x90\x04\x41\x06\x10",
		"0-1 cfa=reg(7,8,0)" RA
		" fp=frame(0,-16,0); 1-2 cfa=reg(7,8,0) ra=frame(0,-32,0) fp=same(6,0,0); 2-100 " ENTRY "; "),
	/* remember; def_cfa_offset 16; advance 1; remember; def_cfa_offset 24; advance 1; restore; advance 1; restore */
	PROGRAM("remembered", "\x0a\x0e\x10\x41\x0a\x0e\x18\x41\x0b\x41\x0b",
		"0-1 cfa=reg(7,16,0)" RA " fp=same(6,0,0); 1-2 cfa=reg(7,24,0)" RA
		" fp=same(6,0,0); 2-3 cfa=reg(7,16,0)" RA " fp=same(6,0,0); 3-100 " ENTRY "; "),

	/* def_cfa_expression of 2 bytes: breg6 -16; of 3: and deref; of 5: plus_uconst 16; bregx 6 -16 */
	PROGRAM("CFA: a register", "\x0f\x02\x76\x70", "0-100 cfa=reg(6,-16,0)" RA " fp=same(6,0,0); "),
	PROGRAM("CFA: a word", "\x0f\x03\x76\x70\x06", "0-100 cfa=load(6,-16,0)" RA " fp=same(6,0,0); "),
	PROGRAM("CFA: a word, and more", "\x0f\x05\x76\x70\x06\x23\x10",
		"0-100 cfa=load(6,-16,16)" RA " fp=same(6,0,0); "),
	PROGRAM("CFA: a register by its number", "\x0f\x03\x92\x06\x70",
		"0-100 cfa=reg(6,-16,0)" RA " fp=same(6,0,0); "),
	PROGRAM("CFA: the linkage table", "\x0f\x0b\x77\x08\x80\x00\x3f\x1a\x3b\x2a\x33\x24\x22",
		"0-100 cfa=plt(7,8,11)" RA " fp=same(6,0,0); "),
	PROGRAM("CFA: the linkage table of another word", "\x0f\x0b\x77\x08\x80\x00\x3f\x1a\x3b\x2a\x32\x24\x22",
		"0-100 cfa=?; "),
	PROGRAM("CFA: no expression", "\x0f\x00", "0-100 cfa=?; "),
	PROGRAM("CFA: something else", "\x0f\x03\x76\x70\x1f", "0-100 cfa=?; "),
	PROGRAM("CFA: something after it", "\x0f\x06\x76\x70\x06\x23\x10\x06", "0-100 cfa=?; "),
	PROGRAM("half of a rule where there is none", "\x0f\x03\x76\x70\x06\x0e\x10\x41\x0d\x06\x41\x0c\x06\x10",
		"0-1 cfa=?; 1-2 cfa=?; 2-100 cfa=reg(6,16,0)" RA " fp=same(6,0,0); "),
	/* expression fp: breg7 24; val_expression; plus_uconst 8; breg7 24, deref */
	PROGRAM("saved: at a register", "\x10\x06\x02\x77\x18", "0-100 cfa=reg(7,8,0)" RA " fp=load(7,24,0); "),
	PROGRAM("saved: in the frame", "\x10\x06\x02\x23\x18", "0-100 cfa=reg(7,8,0)" RA " fp=frame(0,24,0); "),
	PROGRAM("saved: a value", "\x16\x06\x02\x77\x18", "0-100 cfa=reg(7,8,0)" RA " fp=?; "),
	PROGRAM("saved: something else", "\x10\x06\x03\x77\x18\x06", "0-100 cfa=reg(7,8,0)" RA " fp=?; "),
	PROGRAM("saved: something after it", "\x10\x06\x03\x23\x18\x06", "0-100 cfa=reg(7,8,0)" RA " fp=?; "),

	/* damaged: the row that the program has come to, and the rest of the function, are not known */
	PROGRAM("an instruction that nobody knows", "\x41\x0e\x10\x3f", "0-1 " ENTRY "; 1-100 cfa=?; "),
	PROGRAM("a row beyond it", "\x41\x17\x41\x0e\x10", "0-1 " ENTRY "; 1-100 cfa=?; "),
	PROGRAM("cut: an operand", "\x41\x0c\x07", "0-1 " ENTRY "; 1-100 cfa=?; "),
	PROGRAM("cut: a number", "\x41\x0e\x80", "0-1 " ENTRY "; 1-100 cfa=?; "),
	PROGRAM("cut: an advance", "\x41\x03\x01", "0-1 " ENTRY "; 1-100 cfa=?; "),
	PROGRAM("cut: a block", "\x41\x0f\x05\x76\x70", "0-1 " ENTRY "; 1-100 cfa=?; "),
	PROGRAM("cut: an address", "\x41\x01\x40\x10", "0-1 " ENTRY "; 1-100 cfa=?; "),
	PROGRAM("backwards", "\x48\x01\x04\x10\x00\x00\x00\x00\x00\x00", "0-8 " ENTRY "; 8-100 cfa=?; "),
	PROGRAM("beyond the end", "\x03\xff\xff\x0e\x10", "0-100 " ENTRY "; "),
	PROGRAM("beyond all addresses", "\x1d\xff\xff\xff\xff\xff\xff\xff\xff\x0e\x10", "0-100 " ENTRY "; "),
	PROGRAM("nothing was remembered", "\x41\x0b", "0-1 " ENTRY "; 1-100 cfa=?; "),
	PROGRAM("a register that no CPU has",
		"\x05\xff\xff\xff\xff\x07\x02\x05\x86\x80\x80\x80\x10\x02\x06\xff\xff\xff\x7f", "0-100 " ENTRY "; "),
	PROGRAM("a CFA by a register that no CPU has", "\x0d\x87\x80\x80\x80\x10",
		"0-100 cfa=reg(4294967295,8,0)" RA " fp=same(6,0,0); "),
	PROGRAM("a number of many bytes", "\x0e\x90\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00",
		"0-100 cfa=reg(7,16,0)" RA " fp=same(6,0,0); "),
};

static struct ldt_cfi_function function_of(const char *common, size_t common_size, const char *bytes, size_t size)
{
	const uint8_t *common_at = (const uint8_t *)common, *at = (const uint8_t *)bytes;

	return (struct ldt_cfi_function){
		.common = { common_at, common_at + common_size },
		.program = { at, at + size },
		.start = START,
		.end = START + SIZE,
		.code_factor = 1,
		.data_factor = -8,
		.word = 8,
		.fp = 6,
		.ra = 16,
	};
}

static void expect_rows(const char *what, const struct ldt_cfi_function *function, const char *rows)
{
	struct text text = { .size = 0 };

	if (!ldt_cfi_rows(function, add_row, &text) || strcmp(text.at, rows) != 0)
		fail_msg("%s:\n  is     %s\n  wanted %s", what, text.at, rows);
}

static void test_programs(void **context)
{
	(void)context;
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		const struct program *program = &programs[i];
		struct ldt_cfi_function function =
			function_of(COMMON, sizeof(COMMON) - 1, program->bytes, program->size);

		expect_rows(program->what, &function, program->rows);
	}
}

/* A common entry may not advance to another row, nor restore a rule: rules are restored from it. */
static void test_common_entry(void **context)
{
	static const struct program common[] = {
		PROGRAM("nothing", "", "0-100 cfa=?; "),
		PROGRAM("an advance", COMMON "\x41", "0-100 cfa=?; "),
		PROGRAM("set_loc", COMMON "\x01\x40\x10\x00\x00\x00\x00\x00\x00", "0-100 cfa=?; "),
		PROGRAM("restore", COMMON "\xc6", "0-100 cfa=?; "),
		PROGRAM("half of a rule: a register", "\x0d\x02\x90\x01",
			"0-100 cfa=reg(2,0,0) ra=frame(0,-8,0) fp=same(6,0,0); "),
		PROGRAM("half of a rule: an offset", "\x0e\x10\x90\x01", "0-100 cfa=?; "),
		PROGRAM("nobody says where the return address is", "\x0c\x07\x08",
			"0-100 cfa=reg(7,8,0) ra=none(16,0,0) fp=same(6,0,0); "),
	};
	struct ldt_cfi_function function;

	(void)context;
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
		function = function_of(common[i].bytes, common[i].size, "", 0);
		expect_rows(common[i].what, &function, common[i].rows);
	}
	/* a function cannot go back to a state that its common entry remembered */
	function = function_of(COMMON "\x0a", sizeof(COMMON), "\x41\x0b", 2);
	expect_rows("remembered by a common entry", &function, "0-1 " ENTRY "; 1-100 cfa=?; ");
	/* with a link register, a function that says nothing has not changed it */
	function = function_of("\x0c\x1f\x00", 3, "", 0);
	function.has_link = true;
	function.ra = 30;
	expect_rows("a link register", &function, "0-100 cfa=reg(31,0,0) ra=same(30,0,0) fp=same(6,0,0); ");
}

static void test_factors_and_addresses(void **context)
{
	/* advance 2; def_cfa_offset_sf -4; set_loc by 4 bytes, 0x20 from where they are loaded */
	static const char bytes[] = "\x42\x13\x7c\x01\x20\x00\x00\x00\x0e\x10";
	struct ldt_cfi_function function = function_of(COMMON, sizeof(COMMON) - 1, bytes, sizeof(bytes) - 1);

	(void)context;
	function.code_factor = 4;
	function.data_factor = -4;
	function.encoding = 0x1b; /* pcrel, sdata4 */
	function.program_addr = START + 0x1c;
	expect_rows("factors", &function,
		    "0-8 cfa=reg(7,8,0) ra=frame(0,-4,0) fp=same(6,0,0); 8-40 cfa=reg(7,16,0) ra=frame(0,-4,0) "
		    "fp=same(6,0,0); 40-100 cfa=reg(7,16,0) ra=frame(0,-4,0) fp=same(6,0,0); ");
	function.encoding = 0x9b; /* indirect */
	expect_rows("an address of an address", &function,
		    "0-8 cfa=reg(7,8,0) ra=frame(0,-4,0) fp=same(6,0,0); 8-100 cfa=?; ");
}

/*
 * More states than are kept. Where registers are kept, too, each state is a copy of all of them, and
 * this needs gigabytes.
 */
static void test_many_remembered(void **context)
{
	static char bytes[4096];
	struct ldt_cfi_function function;

	(void)context;
	memset(bytes, 0x0a, sizeof(bytes));
	function = function_of(COMMON, sizeof(COMMON) - 1, bytes, 32);
	expect_rows("32 states", &function, "0-100 " ENTRY "; ");
	function = function_of(COMMON, sizeof(COMMON) - 1, bytes, sizeof(bytes));
	expect_rows("4,096 states", &function, "0-100 cfa=?; ");
}

static bool stop_at_second(void *arg, const struct ldt_elf_frame *row)
{
	(void)row;
	return ++*(unsigned int *)arg < 2;
}

static void test_stop(void **context)
{
	struct ldt_cfi_function function = function_of(COMMON, sizeof(COMMON) - 1, "\x41\x41\x41\x41", 4);
	unsigned int rows = 0;

	(void)context;
	assert_false(ldt_cfi_rows(&function, stop_at_second, &rows));
	assert_int_equal(rows, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_programs),
		cmocka_unit_test(test_common_entry),
		cmocka_unit_test(test_factors_and_addresses),
		cmocka_unit_test(test_many_remembered),
		cmocka_unit_test(test_stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
