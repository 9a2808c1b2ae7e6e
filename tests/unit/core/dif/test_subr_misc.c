/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_subr_misc.c - subroutines on addresses, JSON, user memory, and others. */
#include "subr_bench.h"

#include "os/os.h"

/* ---- the kernel's structures ----------------------------------------------------------------- */

static uint64_t lock_value(unsigned int subr, uint64_t word)
{
	begin_call();
	build_push_value(&b, fake_kernel(&word, sizeof(word)));
	return value_of(subr);
}

static void test_locks(void **state)
{
	static const uint64_t words[] = { 0, OS_RW_READ, OS_RW_WRITE, OS_RW_WRITER_WAITS,
					  OS_RW_READ | OS_RW_WRITER_WAITS };

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(words); i++) {
		assert_int_equal(lock_value(DIF_SUBR_MUTEX_OWNED, words[i]), words[i] != 0);
		assert_int_equal(lock_value(DIF_SUBR_MUTEX_OWNER, words[i]), words[i]);
		assert_int_equal(lock_value(DIF_SUBR_MUTEX_TYPE_ADAPTIVE, words[i]), 1);
		assert_int_equal(lock_value(DIF_SUBR_MUTEX_TYPE_SPIN, words[i]), 0);
		assert_int_equal(lock_value(DIF_SUBR_RW_READ_HELD, words[i]), (words[i] & OS_RW_READ) != 0);
		assert_int_equal(lock_value(DIF_SUBR_RW_WRITE_HELD, words[i]), (words[i] & OS_RW_WRITE) != 0);
		assert_int_equal(lock_value(DIF_SUBR_RW_ISWRITER, words[i]), (words[i] & ~(uint64_t)OS_RW_READ) != 0);
	}
	for (unsigned int subr = DIF_SUBR_MUTEX_OWNED; subr <= DIF_SUBR_RW_ISWRITER; subr++) {
		build_begin(&b);
		build_push_value(&b, 77);
		faults(subr, DTRACEFLT_BADADDR, 77);
	}
}

static void test_other_locks(void **state)
{
	uint64_t word = 1, addr;

	fake_os.other_locks = true;
	for (unsigned int subr = DIF_SUBR_MUTEX_OWNED; subr <= DIF_SUBR_RW_ISWRITER; subr++) {
		begin_call();
		addr = fake_kernel(&word, sizeof(word));
		build_push_value(&b, addr);
		faults(subr, DTRACEFLT_ILLOP, addr);
	}
	fake_os.other_locks = false;
}

static void test_d_path(void **state)
{
	uintptr_t path[2] = { 1, 25 };
	uint64_t addr;

	begin_call();
	build_push_value(&b, fake_kernel(path, sizeof(path)));
	assert_text(text_of(DIF_SUBR_D_PATH), "/of/25");
	path[0] = 2;
	begin_call();
	addr = fake_kernel(path, sizeof(path));
	build_push_value(&b, addr);
	faults(DIF_SUBR_D_PATH, DTRACEFLT_BADADDR, addr);
}

static void test_facts(void **state)
{
	begin_call();
	build_push_value(&b, 1);
	assert_int_equal(value_of(DIF_CALL_INDEX(DIF_SUBR_NUMBER, DIF_FACT_TASK_PPID)), 1000 + DIF_FACT_TASK_PPID);
	begin_call();
	build_push_value(&b, 1);
	assert_text(text_of(DIF_CALL_INDEX(DIF_SUBR_TEXT, DIF_FACT_TASK_COMM)), "fact 27");
	build_begin(&b);
	build_push_value(&b, 77);
	faults(DIF_CALL_INDEX(DIF_SUBR_NUMBER, DIF_FACT_TASK_PPID), DTRACEFLT_BADADDR, 77);
	build_begin(&b);
	build_push_value(&b, 77);
	faults(DIF_CALL_INDEX(DIF_SUBR_TEXT, DIF_FACT_TASK_COMM), DTRACEFLT_BADADDR, 77);
	build_begin(&b);
	build_push_value(&b, 1);
	faults(DIF_CALL_INDEX(DIF_SUBR_NUMBER, DIF_FACT_LOCK_KIND), DTRACEFLT_ILLOP, 1);
	build_begin(&b);
	build_push_value(&b, 1);
	faults(DIF_CALL_INDEX(DIF_SUBR_TEXT, DIF_FACT_TASK_ROOT), DTRACEFLT_ILLOP, 1);
	build_begin(&b); /* without an object */
	faults(DIF_CALL_INDEX(DIF_SUBR_NUMBER, DIF_FACT_TASK_PPID), DTRACEFLT_ILLOP,
	       DIF_CALL_INDEX(DIF_SUBR_NUMBER, DIF_FACT_TASK_PPID));
}

/* ---- network --------------------------------------------------------------------------------- */

static void test_byte_order(void **state)
{
	static const struct {
		unsigned int to, from;
		uint64_t host, network;
	} orders[] = {
		{ DIF_SUBR_HTONS, DIF_SUBR_NTOHS, 0x11223344, 0x4433 },
		{ DIF_SUBR_HTONL, DIF_SUBR_NTOHL, 0x1122334455667788ull, 0x88776655 },
		{ DIF_SUBR_HTONLL, DIF_SUBR_NTOHLL, 0x1122334455667788ull, 0x8877665544332211ull },
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(orders); i++) {
		begin_call();
		build_push_value(&b, orders[i].host);
		assert_int_equal(value_of(orders[i].to), orders[i].network);
		begin_call();
		build_push_value(&b, orders[i].host);
		assert_int_equal(value_of(orders[i].from), orders[i].network);
	}
}

static const char *address(unsigned int subr, const uint8_t *bytes, size_t size, int strict)
{
	begin_call();
	build_push_value(&b, fake_kernel(bytes, size));
	if (strict)
		build_push_value(&b, 1);
	return text_of(subr);
}

static void test_inet_ntoa(void **state)
{
	assert_text(address(DIF_SUBR_INET_NTOA, (const uint8_t[]){ 127, 0, 0, 1 }, 4, 0), "127.0.0.1");
	assert_text(address(DIF_SUBR_INET_NTOA, (const uint8_t[]){ 0, 10, 100, 255 }, 4, 0), "0.10.100.255");
	build_begin(&b);
	build_push_value(&b, 77);
	faults(DIF_SUBR_INET_NTOA, DTRACEFLT_BADADDR, 77);
}

/* An IPv6 address of eight groups. */
static const char *ntoa6(int strict, unsigned int g0, unsigned int g1, unsigned int g2, unsigned int g3,
			 unsigned int g4, unsigned int g5, unsigned int g6, unsigned int g7)
{
	const unsigned int groups[8] = { g0, g1, g2, g3, g4, g5, g6, g7 };
	uint8_t bytes[16];

	for (unsigned int i = 0; i < 8; i++) {
		bytes[2 * i] = (uint8_t)(groups[i] >> 8);
		bytes[2 * i + 1] = (uint8_t)groups[i];
	}
	return address(DIF_SUBR_INET_NTOA6, bytes, sizeof(bytes), strict);
}

static void test_inet_ntoa6(void **state)
{
	assert_text(ntoa6(0, 0, 0, 0, 0, 0, 0, 0, 0), "::");
	assert_text(ntoa6(0, 0, 0, 0, 0, 0, 0, 0, 1), "::1");
	assert_text(ntoa6(0, 0xfe80, 0, 0, 0, 0x214, 0x4fff, 0xfe3b, 0x76c8), "fe80::214:4fff:fe3b:76c8");
	assert_text(ntoa6(0, 0x1080, 0, 0, 0, 8, 0x800, 0x200c, 0x417a), "1080::8:800:200c:417a");
	assert_text(ntoa6(0, 1, 2, 3, 4, 5, 6, 7, 8), "1:2:3:4:5:6:7:8");
	assert_text(ntoa6(0, 1, 0, 0, 4, 0, 0, 0, 8), "1:0:0:4::8");
	assert_text(ntoa6(0, 1, 0, 0, 4, 0, 0, 7, 8), "1::4:0:0:7:8");
	assert_text(ntoa6(0, 1, 2, 3, 0, 5, 6, 7, 8), "1:2:3::5:6:7:8");
	assert_text(ntoa6(1, 1, 2, 3, 0, 5, 6, 7, 8), "1:2:3:0:5:6:7:8");
	assert_text(ntoa6(0, 1, 2, 3, 4, 5, 6, 0, 0), "1:2:3:4:5:6::");
	assert_text(ntoa6(0, 0, 0, 3, 4, 5, 6, 7, 8), "::3:4:5:6:7:8");
	assert_text(ntoa6(0, 0, 0, 0, 0, 0, 0xffff, 0x8190, 0x3426), "::ffff:129.144.52.38");
	assert_text(ntoa6(0, 0, 0, 0, 0, 0, 0, 0x0d01, 0x4403), "::13.1.68.3");
	assert_text(ntoa6(0, 0, 0, 0, 0, 0, 0xfffe, 1, 2), "::fffe:1:2");
	assert_text(ntoa6(0, 0xabcd, 0x0bcd, 0x00cd, 0x000d, 0xa, 0xb0, 0xc00, 0xd000), "abcd:bcd:cd:d:a:b0:c00:d000");
}

static const char *ntop(unsigned int subr, uint64_t family, const void *bytes, size_t size)
{
	begin_call();
	build_push_value(&b, family);
	build_push_value(&b, fake_kernel(bytes, size));
	return text_of(subr);
}

static void test_ntop(void **state)
{
	static const uint8_t bytes[20] = { 0xac, 0xde, 0x48, 0,  0x01, 0x80, 7,  8,  9,  10,
					   11,   12,   13,   14, 15,   16,   17, 18, 19, 0xff };

	assert_text(ntop(DIF_SUBR_INET_NTOP, 2, bytes, 4), "172.222.72.0");
	assert_text(ntop(DIF_SUBR_INET_NTOP, 10, bytes, 16), "acde:4800:180:708:90a:b0c:d0e:f10");
	assert_text(ntop(DIF_SUBR_LINK_NTOP, 1, bytes, 6), "ac:de:48:00:01:80");
	assert_text(ntop(DIF_SUBR_LINK_NTOP, 32, bytes, 20),
		    "ac:de:48:00:01:80:07:08:09:0a:0b:0c:0d:0e:0f:10:11:12:13:ff");
	build_begin(&b);
	build_push_value(&b, 3);
	build_push_value(&b, 0);
	faults(DIF_SUBR_INET_NTOP, DTRACEFLT_ILLOP, 3);
	build_begin(&b);
	build_push_value(&b, 3);
	build_push_value(&b, 0);
	faults(DIF_SUBR_LINK_NTOP, DTRACEFLT_ILLOP, 3);
}

/* ---- json ------------------------------------------------------------------------------------ */

static void test_json_values(void **state)
{
	static const char text[] =
		"{ \"s\": \"text\", \"n\" : -12.5e3,\t\"t\":true,\"f\":false,\"z\":null,\n\"o\":{\"a\":[1, 2, "
		"{\"b\":\"deep\"}]},"
		"\"e\":\"\",\"q\":\"a\\\"b\\\\\",\"arr\":[],\"w x\":1}";

	assert_text(text2(DIF_SUBR_JSON, text, "s"), "text");
	assert_text(text2(DIF_SUBR_JSON, text, "n"), "-12.5e3");
	assert_text(text2(DIF_SUBR_JSON, text, "t"), "true");
	assert_text(text2(DIF_SUBR_JSON, text, "f"), "false");
	assert_text(text2(DIF_SUBR_JSON, text, "z"), "null");
	assert_text(text2(DIF_SUBR_JSON, text, "e"), "");
	assert_text(text2(DIF_SUBR_JSON, text, "q"), "a\\\"b\\\\");
	assert_text(text2(DIF_SUBR_JSON, text, "arr"), "[]");
	assert_text(text2(DIF_SUBR_JSON, text, "w x"), "1");
	assert_text(text2(DIF_SUBR_JSON, text, "o"), "{\"a\":[1, 2, {\"b\":\"deep\"}]}");
	assert_text(text2(DIF_SUBR_JSON, text, "o.a"), "[1, 2, {\"b\":\"deep\"}]");
	assert_text(text2(DIF_SUBR_JSON, text, "o.a[0]"), "1");
	assert_text(text2(DIF_SUBR_JSON, text, "o.a[2].b"), "deep");
	assert_text(text2(DIF_SUBR_JSON, "[10, [20, 30]]", "[1][0]"), "20");
	assert_text(text2(DIF_SUBR_JSON, "  [ \"x\" ] ", "[0]"), "x");
}

static void test_json_absent(void **state)
{
	static const char *const absent[][2] = {
		{ "{\"a\":1}", "b" },
		{ "{\"a\":1}", "a.b" },
		{ "{\"a\":1}", "" },
		{ "{\"a\":1}", "[0]" },
		{ "{}", "a" },
		{ "[]", "[0]" },
		{ "[1]", "[1]" },
		{ "[1]", "a" },
		{ "", "a" },
		{ "{", "a" },
		{ "{\"a\"", "a" },
		{ "{\"a\":", "a" },
		{ "{\"a\":\"x", "a" },
		{ "{\"a\":[1,2", "a" },
		{ "{\"a\":tru}", "a" },
		{ "{\"a\" 1}", "a" },
		{ "{\"b\":x,\"a\":1}", "a" },
		{ "{a:1}", "a" },
		{ "{\"a\":-}", "a" },
		{ "5", "a" },
		{ "[1]", "[99999999999999999999]" },
		{ "{\"aa\":1}", "a" },
		{ "{\"a\":1}", "aa" },
		{ "[1,]", "[1]" },
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(absent); i++)
		assert_text(text2(DIF_SUBR_JSON, absent[i][0], absent[i][1]), NULL);
}

/* ---- user memory ----------------------------------------------------------------------------- */

static void test_copyin(void **state)
{
	uint64_t user = fake_user("abcdefgh", 9);

	build_push_value(&b, user);
	build_push_value(&b, 8);
	assert_memory_equal((void *)(uintptr_t)value_of(DIF_SUBR_COPYIN), "abcdefgh", 8);
	fake_user_hole(1);
	build_begin(&b);
	build_push_value(&b, fake_user_page(1) - 4);
	build_push_value(&b, 8);
	faults(DIF_SUBR_COPYIN, DTRACEFLT_BADADDR, fake_user_page(1) - 4);
	build_begin(&b);
	build_push_value(&b, user);
	build_push_value(&b, BUILD_SCRATCH + 1);
	faults(DIF_SUBR_COPYIN, DTRACEFLT_NOSCRATCH, 0);
	build_begin(&b);
	build_push_value(&b, user);
	build_push_value(&b, UINT64_MAX - 3);
	faults(DIF_SUBR_COPYIN, DTRACEFLT_NOSCRATCH, 0);
}

static void test_copyinstr(void **state)
{
	char text[400];
	uint64_t user = fake_user("user string", 12);
	uint64_t many;

	memset(text, 'y', sizeof(text));
	text[399] = '\0';
	many = fake_user(text, sizeof(text));
	build_push_value(&b, user);
	assert_text(text_of(DIF_SUBR_COPYINSTR), "user string");
	build_begin(&b);
	build_push_value(&b, user);
	build_push_value(&b, 4);
	assert_text(text_of(DIF_SUBR_COPYINSTR), "user");
	build_begin(&b);
	build_push_value(&b, user);
	build_push_value(&b, 0);
	assert_text(text_of(DIF_SUBR_COPYINSTR), "");
	build_begin(&b);
	build_push_value(&b, many);
	assert_int_equal(strlen(text_of(DIF_SUBR_COPYINSTR)), BUILD_STRSIZE - 1);
	build_begin(&b);
	build_push_value(&b, 5);
	faults(DIF_SUBR_COPYINSTR, DTRACEFLT_BADADDR, 5);
	build_begin(&b);
	build_setx(&b, 1, BUILD_SCRATCH - 8);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
	build_push_value(&b, user);
	faults(DIF_SUBR_COPYINSTR, DTRACEFLT_NOSCRATCH, 0);
}

static void test_copyinto(void **state)
{
	uint64_t user = fake_user("abcdefgh", 8);

	build_setx(&b, 1, 8);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 3);
	build_push_value(&b, user);
	build_push_value(&b, 8);
	build_op(&b, DIF_OP_PUSHTV, 0, 0, 3);
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_COPYINTO, 1);
	build_op(&b, DIF_OP_LDX, 3, 0, 1);
	build_ret(&b, 1);
	bench_declare(&bench, &b);
	assert_int_equal(bench_run(&bench, &b), 0x6867666564636261ull);
	build_begin(&b);
	build_push_value(&b, user);
	build_push_value(&b, 8);
	build_push_value(&b, 0x1234);
	faults(DIF_SUBR_COPYINTO, DTRACEFLT_BADADDR, 0x1234);
}

static void test_copyout(void **state)
{
	uint64_t user = fake_user("........................................................................", 72);
	uint64_t kernel = fake_kernel("0123456789012345678901234567890123456789012345678901234567890123456789", 70);

	build_push_value(&b, kernel);
	build_push_value(&b, user);
	build_push_value(&b, 70);
	faults(DIF_SUBR_COPYOUT, DTRACEFLT_UPRIV, user);
	bench.mstate.destructive = true;
	build_begin(&b);
	build_push_value(&b, kernel);
	build_push_value(&b, user);
	build_push_value(&b, 70);
	value_of(DIF_SUBR_COPYOUT);
	assert_memory_equal((char *)(uintptr_t)user,
			    "0123456789012345678901234567890123456789012345678901234567890123456789..", 72);
	build_begin(&b);
	build_push_value(&b, kernel);
	build_push_value(&b, 99);
	build_push_value(&b, 4);
	faults(DIF_SUBR_COPYOUT, DTRACEFLT_BADADDR, 99);
	build_begin(&b);
	build_push_value(&b, kernel);
	build_push_value(&b, user);
	build_push_value(&b, 1ull << 40);
	faults(DIF_SUBR_COPYOUT, DTRACEFLT_BADSIZE, 1ull << 40);
}

static void test_copyoutstr(void **state)
{
	uint64_t user = fake_user("........", 8);

	bench.mstate.destructive = true;
	build_push_string(&b, "abc");
	build_push_value(&b, user);
	build_push_value(&b, 8);
	value_of(DIF_SUBR_COPYOUTSTR);
	assert_memory_equal((char *)(uintptr_t)user, "abc\0....", 8);
	build_begin(&b);
	build_push_string(&b, "wxyz");
	build_push_value(&b, user);
	build_push_value(&b, 2);
	value_of(DIF_SUBR_COPYOUTSTR);
	assert_memory_equal((char *)(uintptr_t)user, "wxc\0....", 8);
}

/* ---- the rest -------------------------------------------------------------------------------- */

static void test_alloca_bcopy(void **state)
{
	uint64_t kernel = fake_kernel("kernel!", 8);

	build_push_value(&b, 8);
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_ALLOCA, 3);
	build_op(&b, DIF_OP_FLUSHTS, 0, 0, 0);
	build_push_value(&b, kernel);
	build_op(&b, DIF_OP_PUSHTV, 0, 0, 3);
	build_push_value(&b, 8);
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_BCOPY, 1);
	build_ret(&b, 3);
	bench_declare(&bench, &b);
	assert_text((char *)(uintptr_t)bench_run(&bench, &b), "kernel!");
	build_begin(&b);
	build_push_value(&b, kernel);
	build_push_value(&b, kernel);
	build_push_value(&b, 8);
	faults(DIF_SUBR_BCOPY, DTRACEFLT_BADADDR, kernel);
	build_begin(&b);
	build_push_value(&b, UINT64_MAX);
	faults(DIF_SUBR_ALLOCA, DTRACEFLT_NOSCRATCH, 0);
}

static void test_numbers(void **state)
{
	uint64_t first, second;

	begin_call();
	build_push_value(&b, (8u << 20) | 17);
	assert_int_equal(value_of(DIF_SUBR_GETMAJOR), 8);
	begin_call();
	build_push_value(&b, (8u << 20) | 17);
	assert_int_equal(value_of(DIF_SUBR_GETMINOR), 17);
	fake_os.progeny = 55;
	begin_call();
	build_push_value(&b, 55);
	assert_int_equal(value_of(DIF_SUBR_PROGENYOF), 1);
	begin_call();
	build_push_value(&b, 56);
	assert_int_equal(value_of(DIF_SUBR_PROGENYOF), 0);
	fake_os.speculation = 3;
	begin_call();
	assert_int_equal(value_of(DIF_SUBR_SPECULATION), 3);
	begin_call();
	first = value_of(DIF_SUBR_RAND);
	begin_call();
	second = value_of(DIF_SUBR_RAND);
	assert_int_not_equal(first, second);
	assert_true(first <= INT32_MAX && second <= INT32_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_byte_order),  TEST(test_inet_ntoa),   TEST(test_inet_ntoa6),  TEST(test_ntop),
		TEST(test_json_values), TEST(test_json_absent), TEST(test_copyin),      TEST(test_copyinstr),
		TEST(test_copyinto),    TEST(test_copyout),     TEST(test_copyoutstr),  TEST(test_alloca_bcopy),
		TEST(test_numbers),     TEST(test_locks),       TEST(test_other_locks), TEST(test_d_path),
		TEST(test_facts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
