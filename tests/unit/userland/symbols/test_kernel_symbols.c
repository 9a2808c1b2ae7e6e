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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
