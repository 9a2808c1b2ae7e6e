/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_decode.c - properties of the x86 decoder over random bytes: never a read past the end (the
 * bytes lie right before a page that cannot be read), both length decoders and the full decoder of
 * one opinion, slots and texts in their bounds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "tests/unit/isa/random.h"

/* for each mode; ANYTRACE_RANDOM in the environment says otherwise (tools/coverage) */
#define RANDOM_COUNT 1000000

/* A buffer whose end is the end of readable memory. */
static uint8_t *fence_end(void)
{
	static uint8_t *end;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (!end) {
		uint8_t *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		assert_ptr_not_equal(pages, MAP_FAILED);
		assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
		end = pages + page;
	}
	return end;
}

/* Random bytes that look like code more often than chance: prefixes, escapes and lead bytes in front. */
static void fill(uint8_t *code, size_t size)
{
	static const uint8_t leads[] = { 0x66, 0x67, 0xf2, 0xf3, 0xf0, 0x64, 0x65, 0x2e, 0x48,
					 0x4f, 0x41, 0x0f, 0x0f, 0x0f, 0xc4, 0xc5, 0x62 };
	size_t at = 0;
	size_t i;

	for (i = 0; i < size; i++)
		code[i] = (uint8_t)(random64() >> 56);
	while (at < size && random64() >> 62)
		code[at++] = leads[(random64() >> 32) % sizeof(leads)];
	if (at && at < size && code[at - 1] == 0x0f && random64() >> 63)
		code[at] = random64() >> 63 ? 0x38 : 0x3a;
}

static void replay(const struct isa *isa, const uint8_t *code, size_t size, const char *what)
{
	size_t i;

	print_error("%s: %s:", isa->name, what);
	for (i = 0; i < size; i++)
		print_error(" %02x", code[i]);
	print_error("\n");
	fail();
}

static void check_one(const struct isa *isa, const uint8_t *code, size_t size)
{
	unsigned int len = isa->insn_len(code, size);
	uint8_t padded[32] = { 0 };
	uint8_t slot[ISA_SLOT_MAX];
	struct isa_insn in;
	char text[96];

	isa->insn_decode(code, size, 0x1000, &in);
	if (in.len != len || len > size || len > 15)
		replay(isa, code, size, "insn_len and insn_decode differ");
	if ((len == 0) != (in.verdict == ISA_REJECT && in.reason == ISA_REASON_UNDECODED))
		replay(isa, code, size, "undecoded and length");
	if (len == 0)
		return;
	/*
	 * With room after it the short form of the length decoder is used, without it the full one.
	 */
	memcpy(padded, code, size);
	if (isa->insn_len(padded, sizeof(padded)) != len || isa->insn_len(code, len) != len)
		replay(isa, code, size, "length depends on what follows");
	if (len > 1 && isa->insn_len(code, len - 1) != 0)
		replay(isa, code, size, "cut off, and still an instruction");
	if (in.verdict == ISA_COPY || in.verdict == ISA_REWRITE || (in.verdict == ISA_EMULATE && in.may_fault))
		isa->insn_relocate(&in, slot, 0x2000);
	memset(text, 0x5a, sizeof(text));
	isa->insn_format(&in, text, sizeof(text));
	if (!memchr(text, 0, sizeof(text)) || strcmp(text, "(bad)") == 0)
		replay(isa, code, size, "text");
}

static void random_bytes(const struct isa *isa)
{
	const char *wanted = getenv("ANYTRACE_RANDOM");
	unsigned long count = wanted ? strtoul(wanted, NULL, 0) : RANDOM_COUNT, n;

	for (n = 0; n < count; n++) {
		size_t size = 1 + (random64() >> 32) % 18;
		uint8_t *code = fence_end() - size;

		fill(code, size);
		check_one(isa, code, size);
	}
}

static void test_random_64(void **state)
{
	random_bytes(&isa_x86_64);
}

static void test_random_32(void **state)
{
	random_bytes(&isa_i386);
}

static int count_report(void *arg, const struct isa_candidate *candidate)
{
	++*(unsigned int *)arg;
	return 0;
}

static int count_insns(void *arg, const struct isa_insn *insn)
{
	++*(unsigned int *)arg;
	return 0;
}

/*
 * scan_sites too stays inside the function, and returns an error or at most one instruction a byte.
 */
static void test_scan_random(void **state)
{
	const struct isa *const isas[] = { &isa_x86_64, &isa_i386 };
	unsigned int reported = 0, insns;
	unsigned int n;

	for (n = 0; n < 200000; n++) {
		const struct isa *isa = isas[n & 1];
		size_t size = 1 + (random64() >> 32) % 40;
		uint8_t *code = fence_end() - size;
		struct isa_scan_env env = { .func = 0x1000, .end = 0x1000 + size };
		long seen;

		fill(code, size);
		seen = isa->scan_sites(code, &env, count_report, &reported);
		assert_true(seen == -OS_EILSEQ || (seen > 0 && (size_t)seen <= size));
		insns = 0;
		assert_int_equal(isa->scan_insns(code, &env, count_insns, &insns), seen);
		assert_true(seen < 0 || insns == (unsigned int)seen);
	}
	assert_true(reported > 1000);
}

static int stop_report(void *arg, const struct isa_candidate *candidate)
{
	return 42;
}

static void test_scan_stops(void **state)
{
	static const uint8_t code[] = { 0x90, 0xc3, 0x06 };
	struct isa_scan_env env = { .func = 0x1000, .end = 0x1003 };

	assert_int_equal(isa_x86_64.scan_sites(code, &env, stop_report, NULL), 42);
}

/* A text buffer too small is cut, and terminated. */
static void test_format_cut(void **state)
{
	static const uint8_t code[] = { 0x48, 0x89, 0xe5 };
	struct isa_insn in;
	char text[8];

	isa_x86_64.insn_decode(code, sizeof(code), 0, &in);
	memset(text, 'z', sizeof(text));
	isa_x86_64.insn_format(&in, text, 6);
	assert_string_equal(text, "mov  ");
	assert_int_equal(text[6], 'z');
	isa_x86_64.insn_format(&in, text, 1);
	assert_string_equal(text, "");
	text[0] = 'z';
	isa_x86_64.insn_format(&in, text, 0);
	assert_int_equal(text[0], 'z');
}

static void test_format_rip(void **state)
{
	static const uint8_t code[] = { 0x48, 0x8b, 0x05, 0x10, 0x00, 0x00, 0x00 };
	struct isa_insn in;
	char text[64];

	isa_x86_64.insn_decode(code, sizeof(code), 0x1000, &in);
	isa_x86_64.insn_format(&in, text, sizeof(text));
	assert_string_equal(text, "mov    0x10(%rip),%rax        # 0x1017");
}

/* The frequent instructions are decoded in a short way where bytes follow them: it says the same as the long one. */
static void short_and_long_way(const struct isa *isa)
{
	uint8_t *code = fence_end() - 16;
	struct isa_insn with, alone;

	for (unsigned int i = 0; i < 0x10000; i++) {
		for (unsigned int at = 0; at < 16; at++)
			code[at] = (uint8_t)(random64() >> 56);
		code[0] = (uint8_t)i;
		code[1] = (uint8_t)(i >> 8);
		memset(&with, 0, sizeof(with));
		memset(&alone, 0, sizeof(alone));
		isa->insn_decode(code, 16, 0xfffff000 - i, &with);
		isa->insn_decode(code, with.len, 0xfffff000 - i, &alone);
		if (memcmp(&with, &alone, sizeof(with)) != 0)
			fail_msg("%s: %02x %02x, %u bytes", isa->name, code[0], code[1], with.len);
	}
}

static void test_short_way(void **state)
{
	short_and_long_way(&isa_x86_64);
	short_and_long_way(&isa_i386);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_64),  cmocka_unit_test(test_random_32), cmocka_unit_test(test_scan_random),
		cmocka_unit_test(test_scan_stops), cmocka_unit_test(test_short_way), cmocka_unit_test(test_format_cut),
		cmocka_unit_test(test_format_rip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
