/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_kernel_symbols.c - names for addresses of the kernel and back, from a made-up /proc/kallsyms
 * and /proc/modules; open() is this file's for these two, opendir() for a module's sections.
 */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "dtrace.h"
#include "fake_engine.h"
#include "symbols/symbols.h"

static const char *kallsyms, *modules;
static unsigned int reads; /* of kallsyms */

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);

static int text_fd(const char *text)
{
	int fd = memfd_create("text", MFD_CLOEXEC);

	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	lseek(fd, 0, SEEK_SET);
	return fd;
}

int __wrap_open(const char *path, int flags, ...)
{
	if (strcmp(path, "/proc/kallsyms") == 0) {
		reads++;
		return kallsyms ? text_fd(kallsyms) : __real_open("/nonexistent", flags);
	}
	if (strcmp(path, "/proc/modules") == 0)
		return text_fd(modules);
	return __real_open(path, flags);
}

static char sections[32]; /* a folder; "": a module's are not known */

DIR *__real_opendir(const char *path);
DIR *__wrap_opendir(const char *path);

DIR *__wrap_opendir(const char *path)
{
	if (strcmp(path, "/sys/module/points/sections") == 0 && *sections)
		return __real_opendir(sections);
	return __real_opendir("/nonexistent");
}

static void section(const char *name, const char *text)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", sections, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static int setup(void **state)
{
	kallsyms = "ffffffff81000000 T _stext\n"
		   "ffffffff81000100 T vfs_read\n"
		   "ffffffff81000100 t __local_name\n"
		   "ffffffff81000180 T vfs_write\n"
		   "ffffffff81002000 B _end\n"
		   "ffffffffa0000010 t ext4_sync\t[ext4]\n"
		   "ffffffffa0000050 t common\t[ext4]\n"
		   "ffffffffa0010020 t common\t[xfs]\n";
	modules = "ext4 8192 1 - Live 0xffffffffa0000000\nxfs 4096 0 - Live 0xffffffffa0010000\n";
	reads = 0;
	*state = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, NULL);
	return *state ? 0 : -1;
}

static void sections_remove(void)
{
	static const char *const names[] = { ".text", ".exit.text", ".note.Linux", ".data" };
	char path[64];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", sections, names[i]);
		unlink(path);
	}
	rmdir(sections);
	*sections = '\0';
}

static int teardown(void **state)
{
	dtrace_close(*state);
	if (*sections)
		sections_remove();
	return 0;
}

static void expect_at(dtrace_hdl_t *dtp, uint64_t addr, const char *object, const char *name, uint64_t start)
{
	dtrace_syminfo_t symbol;

	assert_int_equal(dtrace_lookup_by_addr(dtp, addr, &symbol), 0);
	assert_string_equal(symbol.object, object);
	assert_string_equal(symbol.name, name);
	assert_int_equal(symbol.addr, start);
}

static void test_by_addr(void **state)
{
	dtrace_syminfo_t symbol;
	char text[64];

	expect_at(*state, 0xffffffff81000100, "vmlinux", "vfs_read", 0xffffffff81000100);
	expect_at(*state, 0xffffffff8100017f, "vmlinux", "vfs_read", 0xffffffff81000100);
	expect_at(*state, 0xffffffffa0000011, "ext4", "ext4_sync", 0xffffffffa0000010);
	assert_int_equal(dtrace_lookup_by_addr(*state, 0xffffffff81000100, &symbol), 0);
	assert_int_equal(symbol.size, 0x80);
	/* before the first symbol; between two modules */
	assert_int_equal(dtrace_lookup_by_addr(*state, 0xffff, &symbol), -1);
	assert_int_equal(dtrace_lookup_by_addr(*state, 0xffffffffa000f000, &symbol), -1);
	assert_non_null(strstr(dtrace_errmsg(*state, dtrace_errno(*state)), "No symbol"));
	dtrace_addr2str(*state, 0xffffffffa0010024, text, sizeof(text));
	assert_string_equal(text, "xfs`common+0x4");
}

/* What the assembler left in modules of riscv64 and aarch64 names nothing. */
static void test_labels(void **state)
{
	kallsyms = "ffffffff81000100 T vfs_read\n"
		   "ffffffff01e99000 t $xrv64i2p1\t[points]\n"
		   "ffffffff01e994b0 t .L0 \t[points]\n"
		   "ffffffff01e994b0 t points_caller\t[points]\n"
		   "ffffffff01e994c0 t L0\001\t[points]\n"
		   "ffffffff01e994c4 t .L19\t[points]\n"
		   "ffffffff01e994c8 t $x\t[points]\n"
		   "ffffffff01e99592 t pass\t[points]\n";
	modules = "points 8192 0 - Live 0xffffffff01e99000\n";
	expect_at(*state, 0xffffffff01e994b0, "points", "points_caller", 0xffffffff01e994b0);
	expect_at(*state, 0xffffffff01e994d0, "points", "points_caller", 0xffffffff01e994b0);
}

static void expect_none(dtrace_hdl_t *dtp, uint64_t addr)
{
	dtrace_syminfo_t symbol;

	assert_int_equal(dtrace_lookup_by_addr(dtp, addr, &symbol), -1);
}

/* A kernel that keeps the names of functions only: data is not part of the last function before it. */
static void test_without_data(void **state)
{
	kallsyms = "c1000000 T _stext\n"
		   "c1000100 T vfs_read\n"
		   "c1000900 T _etext\n"
		   "c1200000 T _sinittext\n"
		   "c1200010 t start_kernel\n"
		   "c1200200 T _einittext\n"
		   "e091f060 t pass\t[points]\n"
		   "e091f47d t leave\t[points]\n"
		   "e0930010 t common\t[xfs]\n";
	modules = "points 20480 0 - Live 0xe091f000\nxfs 4096 0 - Live 0xe0930000\n";
	strcpy(sections, "/tmp/sections.XXXXXX");
	assert_non_null(mkdtemp(sections));
	section(".text", "0xe091f000\n");
	section(".exit.text", "0xe091f47d\n");
	section(".note.Linux", "0xe0920000\n");
	section(".data", "0xe0921000\n");
	expect_at(*state, 0xc1000100, "vmlinux", "vfs_read", 0xc1000100);
	expect_at(*state, 0xc1000900, "vmlinux", "_etext", 0xc1000900);
	expect_none(*state, 0xc1000904);
	expect_at(*state, 0xc1200014, "vmlinux", "start_kernel", 0xc1200010);
	expect_none(*state, 0xc1d88800);
	expect_at(*state, 0xe091f47c, "points", "pass", 0xe091f060);
	expect_at(*state, 0xe091ffff, "points", "leave", 0xe091f47d);
	expect_none(*state, 0xe0920000);
	expect_none(*state, 0xe092129c);
	expect_at(*state, 0xe0930014, "xfs", "common", 0xe0930010);
}

static void test_by_name(void **state)
{
	dtrace_syminfo_t symbol;

	assert_int_equal(dtrace_lookup_by_name(*state, NULL, "vfs_write", &symbol), 0);
	assert_int_equal(symbol.addr, 0xffffffff81000180);
	assert_string_equal(symbol.object, "vmlinux");
	assert_int_equal(dtrace_lookup_by_name(*state, "xfs", "common", &symbol), 0);
	assert_int_equal(symbol.addr, 0xffffffffa0010020);
	assert_int_equal(dtrace_lookup_by_name(*state, "ext4", "common", &symbol), 0);
	assert_int_equal(symbol.addr, 0xffffffffa0000050);
	assert_int_equal(dtrace_lookup_by_name(*state, "xfs", "vfs_write", &symbol), -1);
	assert_int_equal(dtrace_lookup_by_name(*state, NULL, "nothing", &symbol), -1);
}

/* A module that comes later is known after dtrace_update(), and the files are read once until then. */
static void test_update(void **state)
{
	dtrace_syminfo_t symbol;

	assert_int_equal(dtrace_lookup_by_name(*state, NULL, "vfs_read", &symbol), 0);
	kallsyms = "ffffffff81000100 T vfs_read\nffffffffa0020000 t late\t[late]\n";
	modules = "late 4096 0 - Live 0xffffffffa0020000\n";
	assert_int_equal(dtrace_lookup_by_name(*state, NULL, "late", &symbol), -1);
	assert_int_equal(reads, 1);
	dtrace_update(*state);
	expect_at(*state, 0xffffffffa0020004, "late", "late", 0xffffffffa0020000);
	assert_int_equal(reads, 2);
}

/* ---- modules that come and go while somebody traces */

#define KERNEL "ffffffff81000000 T _stext\nffffffff81000100 T vfs_read\nffffffff81002000 B _end\n"

static dtrace_hdl_t *tracing(struct fake **ret, const char *symbols, const char *modules_now)
{
	kallsyms = symbols;
	modules = modules_now;
	reads = 0;
	return fake_open(ret);
}

/* The kernel's modules have become others, and records have come since. */
static void become(dtrace_hdl_t *dtp, struct fake *fake, const char *symbols, const char *modules_now)
{
	kallsyms = symbols;
	modules = modules_now;
	fake->module_changes++;
	ldt_symbols_recorded(dtp);
}

static void expect_text(dtrace_hdl_t *dtp, uint64_t addr, const char *expected)
{
	char text[64];

	dtrace_addr2str(dtp, addr, text, sizeof(text));
	assert_string_equal(text, expected);
}

/* They are read again once for each change that records were taken over after, and when somebody asks. */
static void test_module_comes(void **state)
{
	struct fake *fake;
	dtrace_hdl_t *dtp = tracing(&fake, KERNEL, "");

	ldt_symbols_recorded(dtp);
	assert_int_equal(reads, 0);
	fake->module_changes = 7;
	expect_none(dtp, 0xffffffffa0020004);
	ldt_symbols_recorded(dtp);
	expect_at(dtp, 0xffffffff81000104, "vmlinux", "vfs_read", 0xffffffff81000100);
	assert_int_equal(reads, 1);
	become(dtp, fake, KERNEL "ffffffffa0020000 t late\t[late]\n", "late 4096 0 - Live 0xffffffffa0020000\n");
	assert_int_equal(reads, 1);
	expect_at(dtp, 0xffffffffa0020004, "late", "late", 0xffffffffa0020000);
	ldt_symbols_recorded(dtp);
	expect_text(dtp, 0xffffffffa0020004, "late`late+0x4");
	assert_int_equal(reads, 2);
	fake_close(dtp, fake);
}

/* Records from before are told by address what was there; who asks by name is told that it is not there any more. */
static void test_module_goes(void **state)
{
	static const char both[] = KERNEL "ffffffffa0010000 t first\t[one]\nffffffffa0010080 t second\t[one]\n"
					  "ffffffffa0020000 t late\t[late]\nffffffffa0090000 d far\t[late]\n";
	dtrace_syminfo_t symbol;
	struct fake *fake;
	dtrace_hdl_t *dtp =
		tracing(&fake, both, "one 4096 0 - Live 0xffffffffa0010000\nlate 4096 0 - Live 0xffffffffa0020000\n");

	expect_at(dtp, 0xffffffffa0010084, "one", "second", 0xffffffffa0010080);
	become(dtp, fake, KERNEL "ffffffffa0010000 t first\t[one]\nffffffffa0010080 t second\t[one]\n",
	       "one 4096 0 - Live 0xffffffffa0010000\n");
	expect_at(dtp, 0xffffffffa0020004, "late", "late", 0xffffffffa0020000);
	expect_none(dtp, 0xffffffffa0090000); /* data, beyond the text: nobody knows what is there now */
	assert_int_equal(dtrace_lookup_by_name(dtp, NULL, "late", &symbol), -1);
	assert_int_equal(ldt_kmodule_start(dtp, 0xffffffffa0020fff), 0xffffffffa0020000);
	become(dtp, fake, KERNEL, "");
	expect_text(dtp, 0xffffffffa0020004, "late`late+0x4");
	expect_text(dtp, 0xffffffffa0010084, "one`second+0x4");
	expect_none(dtp, 0xffffffffa0011000);
	expect_at(dtp, 0xffffffff81000104, "vmlinux", "vfs_read", 0xffffffff81000100);
	assert_int_equal(reads, 3);
	fake_close(dtp, fake);
}

/*
 * A module that has gone gives no name to an address where something else is now: another module, with or without
 * symbols there, or the same once more, or a program of BPF, which is not in the list of modules.
 */
static void test_module_replaced(void **state)
{
	struct fake *fake;
	dtrace_hdl_t *dtp =
		tracing(&fake,
			KERNEL "ffffffffa0010000 t old\t[old]\nffffffffa0020000 t older\t[older]\n"
			       "ffffffffa0020400 t oldest\t[older]\nffffffffa0030000 t hidden\t[hidden]\n"
			       "ffffffffa0040000 t again\t[again]\n",
			"old 4096 0 - Live 0xffffffffa0010000\nolder 4096 0 - Live 0xffffffffa0020000\n"
			"hidden 4096 0 - Live 0xffffffffa0030000\nagain 4096 0 - Live 0xffffffffa0040000\n");

	expect_text(dtp, 0xffffffffa0010ff0, "old`old+0xff0");
	expect_text(dtp, 0xffffffffa0030010, "hidden`hidden+0x10");
	become(dtp, fake, KERNEL "ffffffffa0010800 t young\t[young]\nffffffffa0020800 t bpf_prog_1\t[bpf]\n",
	       "young 8192 0 - Live 0xffffffffa000f000\nmute 8192 0 - Live 0xffffffffa002f000\n"
	       "again 4096 0 - Live 0xffffffffa0040000\n");
	expect_none(dtp, 0xffffffffa0010010);
	expect_at(dtp, 0xffffffffa0010ff0, "young", "young", 0xffffffffa0010800);
	expect_none(dtp, 0xffffffffa0020410);
	expect_text(dtp, 0xffffffffa0030010, "mute`0xffffffffa0030010");
	expect_text(dtp, 0xffffffffa0040010, "again`0xffffffffa0040010");
	fake_close(dtp, fake);
}

/*
 * Text of modules side by side, each with a size that counts its data, which is elsewhere: each ends where the next one
 * begins, a program of BPF too, and what has gone from between them keeps its names, also when others go later.
 */
static void test_modules_side_by_side(void **state)
{
#define LARGE  "ffffffffa0001000 t large\t[large]\nffffffffa0000080 d data\t[large]\n"
#define POINTS "ffffffffa0003010 t pass\t[points]\n"
#define BPF    "ffffffffa0005000 t bpf_prog_1\t[bpf]\n"
	struct fake *fake;
	dtrace_hdl_t *dtp =
		tracing(&fake, KERNEL LARGE POINTS BPF,
			"points 20480 0 - Live 0xffffffffa0003000\nlarge 1048576 0 - Live 0xffffffffa0001000\n");

	(void)state;
	expect_text(dtp, 0xffffffffa0001004, "large`large+0x4");
	expect_text(dtp, 0xffffffffa0003004, "points`0xffffffffa0003004");
	expect_text(dtp, 0xffffffffa0005004, "bpf`bpf_prog_1+0x4");
	assert_int_equal(ldt_kmodule_start(dtp, 0xffffffffa0003014), 0xffffffffa0003000);
	assert_int_equal(ldt_kmodule_start(dtp, 0xffffffffa0005004), 0xffffffffa0005004);
	become(dtp, fake, KERNEL LARGE BPF, "large 1048576 0 - Live 0xffffffffa0001000\n");
	expect_text(dtp, 0xffffffffa0003014, "points`pass+0x4");
	expect_text(dtp, 0xffffffffa0001004, "large`large+0x4");
	assert_int_equal(ldt_kmodule_start(dtp, 0xffffffffa0003014), 0xffffffffa0003000);
	become(dtp, fake, KERNEL LARGE, "large 1048576 0 - Live 0xffffffffa0001000\n");
	expect_text(dtp, 0xffffffffa0003014, "points`pass+0x4");
	/* the same module came again, and is there now */
	become(dtp, fake, KERNEL LARGE "ffffffffa0003020 t grown\t[large]\n",
	       "large 1048576 0 - Live 0xffffffffa0001000\n");
	expect_text(dtp, 0xffffffffa0003024, "large`grown+0x4");
	expect_none(dtp, 0xffffffffa0200000);
	fake_close(dtp, fake);
}

/* What cannot be read again stays as it was. */
static void test_not_again(void **state)
{
	struct fake *fake;
	dtrace_hdl_t *dtp = tracing(&fake, KERNEL, "");

	expect_text(dtp, 0xffffffff81000104, "vmlinux`vfs_read+0x4");
	become(dtp, fake, NULL, "");
	expect_text(dtp, 0xffffffff81000104, "vmlinux`vfs_read+0x4");
	expect_text(dtp, 0xffffffff81000104, "vmlinux`vfs_read+0x4");
	assert_int_equal(reads, 2);
	fake_close(dtp, fake);
}

static void test_hidden(void **state)
{
	dtrace_syminfo_t symbol;

	assert_string_equal(dtrace_symbols_why(*state), "");
	kallsyms = "0000000000000000 T vfs_read\n";
	assert_int_equal(dtrace_lookup_by_name(*state, NULL, "vfs_read", &symbol), -1);
	assert_non_null(strstr(dtrace_symbols_why(*state), "kptr_restrict"));
	kallsyms = NULL;
	dtrace_update(*state);
	assert_int_equal(dtrace_lookup_by_name(*state, NULL, "vfs_read", &symbol), -1);
	assert_non_null(strstr(dtrace_symbols_why(*state), "cannot be read"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_by_addr, setup, teardown),
		cmocka_unit_test_setup_teardown(test_labels, setup, teardown),
		cmocka_unit_test_setup_teardown(test_without_data, setup, teardown),
		cmocka_unit_test_setup_teardown(test_by_name, setup, teardown),
		cmocka_unit_test_setup_teardown(test_update, setup, teardown),
		cmocka_unit_test_setup_teardown(test_hidden, setup, teardown),
		cmocka_unit_test(test_module_comes),
		cmocka_unit_test(test_module_goes),
		cmocka_unit_test(test_module_replaced),
		cmocka_unit_test(test_modules_side_by_side),
		cmocka_unit_test(test_not_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
