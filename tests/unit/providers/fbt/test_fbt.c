/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_fbt.c - the provider fbt: which probes there are, where their sites stand, arguments,
 * refusals, modules that go.
 */
#include <string.h>

#include "fake.h"
#include "providers/fbt/fbt.h"
#include "providers/providers.h"

#include <isa_types.h>

#define TEXT         0xffffffff81000000ull

#define TEXT_AT(row) (TEXT + (row)*32)
#define MODULE_TEXT  (TEXT + 0x1000000)

/* Functions of 32 bytes. */
enum {
	TWO_EXITS,
	TAIL,
	ENDLESS,
	FORBIDDEN,
	HUGE,
	SPLIT,
	SPLIT_COLD,
	MAYBE,
	LOOP,
	SELF,
	REJECTED,
	PARTLY,
	SHORT,
	BAD_COLD,
	BAD_COLD_COLD,
	ROWS
};

static const char *const code[ROWS] = {
	/* nopl; push %rbp; test %edi,%edi; je +2; pop %rbp; ret; xor %eax,%eax; pop %rbp; ret */
	[TWO_EXITS] = "0f1f440000 55 85ff 7402 5d c3 31c0 5d c3",
	/* nopl; jmp far away */
	[TAIL] = "0f1f440000 e900100000",
	/* nopl; nop; jmp to itself: no exit */
	[ENDLESS] = "0f1f440000 90 ebfe",
	/* nopl; ret */
	[FORBIDDEN] = "0f1f440000 c3",
	/* nopl; ret */
	[HUGE] = "0f1f440000 c3",
	/* nopl; test %edi,%edi; jne its cold part; ret */
	[SPLIT] = "0f1f440000 85ff 0f8513000000 c3",
	/* xor %eax,%eax; je the ret before; ret; jmp far away */
	[SPLIT_COLD] = "31c0 0f84e5ffffff c3 e900100000",
	/* nopl; test %edi,%edi; jne far away; jmp *%rax; ret */
	[MAYBE] = "0f1f440000 85ff 0f8500200000 ffe0 c3",
	/* nopl; dec %edi; jne to it; ret */
	[LOOP] = "0f1f440000 ffcf 75fc c3",
	/* nopl; test %edi,%edi; je +5; jmp to its first byte; ret */
	[SELF] = "0f1f440000 85ff 7405 e9f2ffffff c3",
	/* nopl; nop; lretq */
	[REJECTED] = "0f1f440000 90 48cb",
	/* nopl; je +2; lretq; ret */
	[PARTLY] = "0f1f440000 7402 48cb c3",
	/* nopl; ret */
	[SHORT] = "0f1f440000 c3",
	/* nopl; jne its cold part; ret */
	[BAD_COLD] = "0f1f440000 0f8515000000 c3",
	/* not an instruction */
	[BAD_COLD_COLD] = "06",
};

static uint8_t text[ROWS][32]; /* what `code` says, then int3 */

static const struct os_func funcs[] = {
	{ "vmlinux", "two_exits", TEXT_AT(TWO_EXITS), 32, TEXT_AT(TWO_EXITS) + 5, NULL },
	{ "vmlinux", "tail", TEXT_AT(TAIL), 32, TEXT_AT(TAIL) + 5, NULL },
	{ "vmlinux", "endless", TEXT_AT(ENDLESS), 32, TEXT_AT(ENDLESS) + 5, NULL },
	{ "vmlinux", "forbidden", TEXT_AT(FORBIDDEN), 32, TEXT_AT(FORBIDDEN) + 5, "noinstr" },
	{ "vmlinux", "huge", TEXT_AT(HUGE), 1 << 20, TEXT_AT(HUGE) + 5, NULL },
	{ "vmlinux", "split", TEXT_AT(SPLIT), 32, TEXT_AT(SPLIT) + 5, NULL },
	{ "vmlinux", "split.cold", TEXT_AT(SPLIT_COLD), 32, TEXT_AT(SPLIT_COLD) + 5, "cold-part" },
	{ "vmlinux", "maybe", TEXT_AT(MAYBE), 32, TEXT_AT(MAYBE) + 5, NULL },
	{ "vmlinux", "loop", TEXT_AT(LOOP), 32, TEXT_AT(LOOP) + 5, NULL },
	{ "vmlinux", "self", TEXT_AT(SELF), 32, TEXT_AT(SELF) + 5, NULL },
	{ "vmlinux", "rejected", TEXT_AT(REJECTED), 32, TEXT_AT(REJECTED) + 5, NULL },
	{ "vmlinux", "partly", TEXT_AT(PARTLY), 32, TEXT_AT(PARTLY) + 5, NULL },
	{ "vmlinux", "short_one", TEXT_AT(SHORT), 32, TEXT_AT(SHORT) + 5, NULL },
	{ "vmlinux", "short_too", TEXT_AT(SHORT), 32, TEXT_AT(SHORT) + 5, NULL },
	{ "vmlinux", "bad_cold", TEXT_AT(BAD_COLD), 32, TEXT_AT(BAD_COLD) + 5, NULL },
	{ "vmlinux", "bad_cold.cold", TEXT_AT(BAD_COLD_COLD), 32, TEXT_AT(BAD_COLD_COLD) + 5, "cold-part" },
	{ "ext4", "in_module", MODULE_TEXT, 32, MODULE_TEXT + 5, NULL },
};

static struct {
	unsigned int walks;
	const struct dt_site_attachment *armed[32];
	size_t armed_count;
	uint64_t refuse;  /* address that is refused when it is armed */
	uint64_t patched; /* address that is known to be refused */
	unsigned int detach_calls;
	unsigned int scans; /* of bytes of text */
} os;

static int digit(char c)
{
	return c <= '9' ? c - '0' : c - 'a' + 10;
}

static void make_text(void)
{
	const char *hex;
	size_t row, at;

	memset(text, 0xcc, sizeof(text));
	for (row = 0; row < ROWS; row++) {
		for (hex = code[row], at = 0; *hex; hex += 2) {
			if (*hex == ' ')
				hex++;
			text[row][at++] = (uint8_t)(digit(hex[0]) << 4 | digit(hex[1]));
		}
	}
}

bool os_text_symbol(uint64_t addr, struct os_text_symbol *symbol)
{
	if (addr < TEXT || addr >= TEXT_AT(ROWS))
		return false;
	symbol->start = addr & ~31ull;
	symbol->end = symbol->start + 32;
	symbol->cold = addr >= TEXT_AT(BAD_COLD_COLD) || (symbol->start == TEXT_AT(SPLIT_COLD));
	return true;
}

const char *os_text_refusal(uint64_t addr, size_t size)
{
	return os.patched >= addr && os.patched < addr + size ? "patched-by-kernel" : NULL;
}

int os_func_each(const char *module, int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	size_t i;
	int error = 0;

	os.walks++;
	for (i = 0; i < DT_ARRAY_SIZE(funcs) && !error; i++) {
		if (!module || strcmp(module, funcs[i].module) == 0)
			error = fn(arg, &funcs[i]);
	}
	return error;
}

const uint64_t *os_return_thunks(size_t *count)
{
	*count = 0;
	return NULL;
}

int os_kload(void *dst, uint64_t addr, size_t size)
{
	memcpy(dst, (const void *)(uintptr_t)addr, size);
	return 0;
}

int dt_sites_text(uint64_t addr, void *dst, size_t size)
{
	os.scans++;
	if (addr >= MODULE_TEXT)
		addr -= MODULE_TEXT - TEXT;
	if (addr < TEXT || addr + size > TEXT + sizeof(text))
		return -OS_EFAULT;
	memcpy(dst, (const uint8_t *)text + (addr - TEXT), size);
	return 0;
}

size_t dt_sites_attach(struct dt_site_attachment **attachments, size_t count)
{
	size_t i, armed = 0;

	for (i = 0; i < count; i++) {
		attachments[i]->refused = attachments[i]->addr == os.refuse ? "patched-by-kernel" : NULL;
		if (attachments[i]->refused)
			continue;
		assert_true(os.armed_count < DT_ARRAY_SIZE(os.armed));
		os.armed[os.armed_count++] = attachments[i];
		armed++;
	}
	return armed;
}

void dt_sites_detach(struct dt_site_attachment **attachments, size_t count)
{
	size_t i, j;

	os.detach_calls++;
	for (i = 0; i < count; i++) {
		for (j = 0; j < os.armed_count; j++) {
			if (os.armed[j] == attachments[i])
				os.armed[j] = os.armed[--os.armed_count];
		}
	}
}

static int setup(void **state)
{
	(void)state;
	fake_reset();
	memset(&os, 0, sizeof(os));
	make_text();
	assert_int_equal(dt_provider_fbt_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	assert_int_equal(os.armed_count, 0);
	dt_provider_fbt_fini();
	assert_int_equal(fake.allocs, 0);
	return 0;
}

static void provide(const char *module, const char *function, const char *name)
{
	struct dtrace_probedesc pattern = { 0 };

	strcpy(pattern.provider, "fbt");
	strcpy(pattern.module, module);
	strcpy(pattern.function, function);
	strcpy(pattern.name, name);
	fake.ops->provide(fake.arg, &pattern);
}

#define ALL_PROBES (13 + 10) /* entries and returns of what is not refused */

static void test_provide(void **state)
{
	(void)state;
	provide("", "tail", "entry");
	assert_non_null(fake_probe("vmlinux", "tail", "entry"));
	assert_null(fake_probe("vmlinux", "two_exits", "entry"));
	provide("", "", "go"); /* no such name: not even a walk */
	assert_int_equal(os.walks, 1);
	provide("", "t*", "entry");
	assert_int_equal(fake.probe_count, ALL_PROBES);
	assert_null(fake_probe("vmlinux", "forbidden", "entry"));
	provide("", "", ""); /* all are made */
	assert_int_equal(os.walks, 2);
	fake.ops->idle_destroyed(fake.arg); /* and now they are not */
	provide("", "", "");
	assert_int_equal(os.walks, 3);
}

static void test_provide_little(void **state)
{
	(void)state;
	fake.memory_short = true;
	provide("", "t*", "entry"); /* what matches, and nothing beside it */
	assert_non_null(fake_probe("vmlinux", "tail", "entry"));
	assert_null(fake_probe("vmlinux", "rejected", "entry"));
	assert_string_equal(fake.refused, "");
	fake.alloc_fail = true;
	provide("", "r*", "entry");
	assert_string_equal(fake.refused, "no-memory=1 ");
	fake.memory_short = false;
	provide("", "r*", "entry");
	assert_string_equal(fake.refused, "no-memory=1 no-memory=1 ");
	fake.alloc_fail = false;
	provide("", "r*", "entry");
	assert_int_equal(fake.probe_count, ALL_PROBES);
}

static void test_entry(void **state)
{
	struct dt_firing firing = { 0 };
	struct x86_64_regs regs = { .di = 1, .r9 = 6 };
	struct dt_probe *probe;
	uint64_t value, stack[3] = { 0, 7, 8 };

	(void)state;
	provide("", "", "");
	probe = fake_probe("vmlinux", "two_exits", "entry");
	assert_null(fake_enable(probe));
	assert_int_equal(os.armed_count, 1);
	assert_int_equal(os.armed[0]->addr, TEXT + 5);
	assert_ptr_equal(os.armed[0]->probe, probe);
	regs.sp = (uint64_t)(uintptr_t)stack;
	firing.regs = (struct isa_regs *)&regs;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal(value, 1);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 7, &value), 0);
	assert_int_equal(value, 8);
	fake_disable(probe);
}

static void test_return(void **state)
{
	struct x86_64_regs regs = { .ax = (uint64_t)-2 };
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "", "");
	probe = fake_probe("vmlinux", "two_exits", "return");
	assert_null(fake_enable(probe));
	assert_int_equal(os.armed_count, 2);
	assert_int_equal(os.armed[0]->addr, TEXT + 11);
	assert_int_equal(os.armed[1]->addr, TEXT + 15);
	firing.data = os.armed[1]->data;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal(value, 15);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 1, &value), 0);
	assert_int_equal((int64_t)value, -2);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 2, &value), -OS_ERANGE);
	fake_disable(probe);
}

static void check_sites(const char *function, size_t row, const long *offsets, unsigned int conditional);

/* Exits are found when the probe is made, and kept: also where they are many, or in a part before the function. */
static void test_kept(void **state)
{
	(void)state;
	memset(text[SHORT] + 5, 0xc3, 20);
	provide("", "", "");
	os.scans = 0;
	check_sites("short_one", SHORT,
		    (const long[]){ 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, -1 }, 0);
	fake_disable(fake_probe("vmlinux", "short_one", "return"));
	check_sites("split", SPLIT, (const long[]){ 13, 32 + 8, 32 + 9, -1 }, 0);
	fake_disable(fake_probe("vmlinux", "split", "return"));
	assert_int_equal(os.scans, 0);
	/* these have to know their function */
	check_sites("maybe", MAYBE, (const long[]){ 7, 13, 15, -1 }, 3);
	fake_disable(fake_probe("vmlinux", "maybe", "return"));
	assert_int_equal(os.scans, 1);
}

static void test_tail_jump(void **state)
{
	struct dt_firing firing = { 0 };
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "", "");
	probe = fake_probe("vmlinux", "tail", "return");
	assert_null(fake_enable(probe));
	assert_int_equal(os.armed_count, 1);
	firing.data = os.armed[0]->data;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal(value, 5);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 1, &value), -OS_ERANGE);
	fake_disable(probe);
}

/*
 * A probe whose sites are just those at the offsets given, ended by -1; which of them must lead out
 * is in @conditional, bit by bit.
 */
static void check_sites(const char *function, size_t row, const long *offsets, unsigned int conditional)
{
	struct dt_firing firing = { 0 };
	struct dt_probe *probe = fake_probe("vmlinux", function, "return");
	uint64_t value;
	size_t i;

	assert_non_null(probe);
	assert_null(fake_enable(probe));
	for (i = 0; offsets[i] != -1; i++) {
		assert_true(i < os.armed_count);
		assert_int_equal(os.armed[i]->addr, TEXT_AT(row) + (uint64_t)offsets[i]);
		assert_int_equal(os.armed[i]->inside != NULL, conditional >> i & 1);
		firing.data = os.armed[i]->data;
		assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
		assert_int_equal((int64_t)value, offsets[i]);
	}
	assert_int_equal(os.armed_count, i);
}

static void test_cold_part(void **state)
{
	struct dt_firing firing = { 0 };
	uint64_t value;

	(void)state;
	provide("", "", "");
	check_sites("split", SPLIT, (const long[]){ 13, 32 + 8, 32 + 9, -1 }, 0);
	firing.data = os.armed[2]->data;
	assert_int_equal(fake.ops->arg_get(os.armed[2]->probe->arg, &firing, 1, &value), -OS_ERANGE);
	fake_disable(os.armed[0]->probe);
	assert_null(fake_probe("vmlinux", "split.cold", "entry"));
	assert_null(fake_probe("vmlinux", "bad_cold", "return")); /* not all of its exits are known */
	assert_non_null(fake_probe("vmlinux", "bad_cold", "entry"));
}

static void test_cold_part_before(void **state)
{
	struct dt_firing firing = { .data = ((uint64_t)-64 & ~FBT_TAIL) };
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "", "");
	probe = fake_probe("vmlinux", "tail", "return");
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal((int64_t)value, -64);
}

static void test_conditional(void **state)
{
	const struct dt_site_extent *inside;

	(void)state;
	provide("", "", "");
	check_sites("maybe", MAYBE, (const long[]){ 7, 13, 15, -1 }, 3);
	inside = os.armed[0]->inside;
	assert_int_equal(inside[0].start, TEXT_AT(MAYBE) + 5);
	assert_int_equal(inside[0].end, TEXT_AT(MAYBE) + 32);
	assert_int_equal(inside[1].end, 0);
	fake_disable(os.armed[0]->probe);
}

/* Jumping to the first byte is leaving and entering; jumping to the entry site is a loop that looks like entering. */
static void test_reentry(void **state)
{
	(void)state;
	provide("", "", "");
	check_sites("self", SELF, (const long[]){ 9, 14, -1 }, 0);
	fake_disable(os.armed[0]->probe);
	assert_non_null(fake_probe("vmlinux", "self", "entry"));
	assert_null(fake_probe("vmlinux", "loop", "entry"));
	check_sites("loop", LOOP, (const long[]){ 9, -1 }, 0);
	fake_disable(os.armed[0]->probe);
}

/* An odd number of zeros behind the last function of a module does not decode to its end. */
static void test_zeros_behind(void **state)
{
	(void)state;
	text[TAIL][10] = 0x90;
	memset(text[TAIL] + 11, 0, 21);
	provide("", "tail", "");
	check_sites("tail", TAIL, (const long[]){ 5, -1 }, 0);
	fake_disable(os.armed[0]->probe);
}

static void test_same_address(void **state)
{
	struct dt_probe *probes[3];
	size_t i;

	(void)state;
	provide("", "", "");
	probes[0] = fake_probe("vmlinux", "short_one", "entry");
	probes[1] = fake_probe("vmlinux", "short_one", "return");
	probes[2] = fake_probe("vmlinux", "short_too", "return");
	for (i = 0; i < 3; i++) {
		assert_null(fake_enable(probes[i]));
		assert_int_equal(os.armed_count, i + 1);
		assert_int_equal(os.armed[i]->addr, TEXT_AT(SHORT) + 5);
		assert_ptr_equal(os.armed[i]->probe, probes[i]);
		assert_int_equal(os.armed[i]->order, i == 0 ? DT_SITE_ORDER_ENTRY : DT_SITE_ORDER_RETURN);
	}
	for (i = 0; i < 3; i++)
		fake_disable(probes[i]);
}

static void test_refusals(void **state)
{
	struct dt_probe *probe;

	(void)state;
	os.patched = TEXT_AT(TAIL) + 6;
	provide("", "", "");
	assert_null(fake_probe("vmlinux", "tail", "entry"));
	assert_null(fake_probe("vmlinux", "tail", "return"));
	assert_null(fake_probe("vmlinux", "endless", "return"));
	assert_null(fake_probe("vmlinux", "huge", "return"));
	assert_null(fake_probe("vmlinux", "rejected", "return"));
	assert_non_null(fake_probe("vmlinux", "endless", "entry"));
	assert_non_null(fake_probe("vmlinux", "huge", "entry"));
	check_sites("partly", PARTLY, (const long[]){ 9, -1 }, 0); /* one exit of two */
	fake_disable(os.armed[0]->probe);
	os.refuse = TEXT + 5;
	assert_string_equal(fake_enable(fake_probe("vmlinux", "two_exits", "entry")), "patched-by-kernel");
	os.refuse = TEXT + 11; /* one exit of two: the other is armed */
	probe = fake_probe("vmlinux", "two_exits", "return");
	assert_null(fake_enable(probe));
	assert_int_equal(os.armed_count, 1);
	fake_disable(probe);
	fake.alloc_fail = true;
	assert_string_equal(fake_enable(probe), "no-memory");
	fake.alloc_fail = false;
}

static void note_line(void *arg, const char *line)
{
	strcat(arg, line);
	strcat(arg, "\n");
}

/* When all probes are made, the report has nothing left to look for. */
static void test_report_after_all(void **state)
{
	char all[4096] = "", again[4096] = "";

	(void)state;
	fake.ops->report(fake.arg, note_line, all);
	fbt_report_forget(true);
	provide("", "", "");
	os.scans = 0;
	fake.ops->report(fake.arg, note_line, again);
	assert_string_equal(again, all);
	assert_int_equal(os.scans, 0);
}

static void test_report(void **state)
{
	char all[4096] = "", again[4096];

	(void)state;
	os.patched = TEXT_AT(TAIL) + 6;
	fake.ops->report(fake.arg, note_line, all);
	assert_non_null(strstr(all, "refused ffffffff81000060 vmlinux`forbidden noinstr\n"));
	assert_non_null(strstr(all, "refused ffffffff81000020 vmlinux`tail entry patched-by-kernel\n"));
	assert_non_null(strstr(all, "refused ffffffff81000020 vmlinux`tail return patched-by-kernel\n"));
	assert_non_null(strstr(all, "vmlinux`endless return no-exit\n"));
	assert_non_null(strstr(all, "vmlinux`huge return too-long\n"));
	assert_non_null(strstr(all, "vmlinux`loop entry loop-to-entry\n"));
	assert_non_null(strstr(all, "vmlinux`rejected return privileged\n"));
	assert_non_null(strstr(all, "vmlinux`bad_cold return undecoded\n"));
	assert_non_null(strstr(all, "incomplete ffffffff81000160 vmlinux`partly return 1 of 2 privileged\n"));
	assert_null(strstr(all, "two_exits"));
	os.scans = 0;
	again[0] = 0;
	fake.ops->report(fake.arg, note_line, again); /* it is kept: the same without looking */
	assert_string_equal(again, all);
	assert_int_equal(os.scans, 0);
	fake.ops->provide_module(fake.arg, "ext4"); /* but for modules */
	again[0] = 0;
	fake.ops->report(fake.arg, note_line, again);
	assert_string_equal(again, all);
	assert_int_equal(os.scans, 2); /* its bytes, and those of its entry */
	assert_non_null(strstr(all, "functions 17 refused 3 entries-refused 2 returns-refused 5 returns-incomplete 1 "
				    "exits 17 conditional 2 in-cold-parts 2\n"));
	assert_int_equal(fake.allocs, 1);
	fake.alloc_fail = true;
	all[0] = 0;
	fake.ops->report(fake.arg, note_line, all);
	assert_string_equal(all, "no memory for the report\n");
	fake.alloc_fail = false;
}

static void test_module(void **state)
{
	struct dt_probe *kernel, *module;

	(void)state;
	provide("", "", "");
	kernel = fake_probe("vmlinux", "tail", "entry");
	module = fake_probe("ext4", "in_module", "return");
	assert_null(fake_enable(kernel));
	assert_null(fake_enable(module));
	assert_int_equal(os.armed_count, 3);
	fake.ops->remove_module(fake.arg, "ext4");
	assert_int_equal(os.armed_count, 1);
	assert_int_equal(os.detach_calls, 1);
	assert_ptr_equal(os.armed[0]->probe, kernel);
	fake.ops->provide_module(fake.arg, "ext4");
	/* the framework has not destroyed the old ones here */
	assert_int_equal(fake.probe_count, ALL_PROBES);
	fake_disable(kernel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_provide, setup, teardown),
		cmocka_unit_test_setup_teardown(test_provide_little, setup, teardown),
		cmocka_unit_test_setup_teardown(test_entry, setup, teardown),
		cmocka_unit_test_setup_teardown(test_return, setup, teardown),
		cmocka_unit_test_setup_teardown(test_kept, setup, teardown),
		cmocka_unit_test_setup_teardown(test_tail_jump, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cold_part, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cold_part_before, setup, teardown),
		cmocka_unit_test_setup_teardown(test_conditional, setup, teardown),
		cmocka_unit_test_setup_teardown(test_reentry, setup, teardown),
		cmocka_unit_test_setup_teardown(test_zeros_behind, setup, teardown),
		cmocka_unit_test_setup_teardown(test_same_address, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report_after_all, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
		cmocka_unit_test_setup_teardown(test_module, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
