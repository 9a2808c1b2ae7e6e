/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_perf_map.c - names of code that a program makes itself: a process whose /proc is a folder of the
 * test, and this process, with a page of code that no file has.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "consumer/print.h"
#include "symbols/perf_map.h"
#include "symbols/symbols.h"
#include "fake_engine.h"

#define PID 77u

static char procfs[64], map_path[128], status_path[128];

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/* A process of this user that has number 5 in its own namespace. */
static int setup(void **state)
{
	char path[128], text[128];

	(void)state;
	strcpy(procfs, "/tmp/perfmapXXXXXX");
	assert_non_null(mkdtemp(procfs));
	snprintf(path, sizeof(path), "%s/%u", procfs, PID);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/%u/root", procfs, PID);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/%u/root/tmp", procfs, PID);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(status_path, sizeof(status_path), "%s/%u/status", procfs, PID);
	snprintf(text, sizeof(text), "Name:\tx\nUid:\t4242\t%u\t0\t0\nNSpid:\t77\t5\n", (unsigned int)geteuid());
	write_text(status_path, text);
	snprintf(map_path, sizeof(map_path), "%s/%u/root/tmp/perf-5.map", procfs, PID);
	return 0;
}

static int teardown(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", procfs);
	return system(command) == 0 ? 0 : -1;
}

static const char *name_at(const struct ldt_perf_map *map, uint64_t addr, uint64_t into)
{
	uint64_t found = 0;
	const char *name = ldt_perf_map_find(map, addr, &found);

	if (name)
		assert_int_equal(found, into);
	return name;
}

static void test_lines(void **state)
{
	struct ldt_perf_map *map;

	(void)state;
	write_text(map_path,
		   "2000 100 second\n1000 80 Lfirst;::main(int, char)\n\nnonsense\n3000 0 empty\n3000 10\n"
		   "ffffffffffffff00 200 beyond\n4000 1000 wide\n4100 20 inner\n4100 10 newer\n2000 40 replaced\n"
		   "5000 10 \x1b[31mred\x7f\n0x6000 0x10 prefixed\r\n8000 10 narrow\n7f00 200 whole\n");
	map = ldt_perf_map_open(procfs, PID);
	assert_non_null(map);
	assert_null(name_at(map, 0xfff, 0));
	assert_string_equal(name_at(map, 0x1000, 0), "Lfirst;::main(int, char)");
	assert_string_equal(name_at(map, 0x107f, 0x7f), "Lfirst;::main(int, char)");
	assert_null(name_at(map, 0x1080, 0));
	assert_string_equal(name_at(map, 0x203f, 0x3f), "replaced");
	assert_string_equal(name_at(map, 0x2040, 0x40), "second");
	assert_null(name_at(map, 0x3000, 0));
	assert_null(name_at(map, 0xffffffffffffff00, 0));
	assert_string_equal(name_at(map, 0x40ff, 0xff), "wide");
	assert_string_equal(name_at(map, 0x4105, 5), "newer");
	assert_string_equal(name_at(map, 0x4115, 0x15), "inner");
	assert_string_equal(name_at(map, 0x4120, 0x120), "wide");
	assert_string_equal(name_at(map, 0x4fff, 0xfff), "wide");
	assert_string_equal(name_at(map, 0x5000, 0), "?[31mred?");
	assert_string_equal(name_at(map, 0x6001, 1), "prefixed");
	assert_null(name_at(map, 0x7000, 0));
	assert_string_equal(name_at(map, 0x8005, 0x105), "whole"); /* the later line, though it begins before */
	assert_false(ldt_perf_map_changed(map));
	write_text(map_path, "1000 80 other\n");
	assert_true(ldt_perf_map_changed(map));
	ldt_perf_map_close(map);
	ldt_perf_map_close(NULL);
}

/* Lines of any length, a file of any size: what is read is bounded. */
static void test_large(void **state)
{
	struct ldt_perf_map *map;
	char *text = malloc(1 << 20);

	(void)state;
	assert_non_null(text);
	strcpy(text, "1000 10 ");
	memset(text + 8, 'a', 100000);
	strcpy(text + 8 + 100000, "\n2000 10 after\n3000 10 last");
	write_text(map_path, text);
	free(text);
	map = ldt_perf_map_open(procfs, PID);
	assert_non_null(map);
	assert_int_equal(strlen(name_at(map, 0x1000, 0)), 1023);
	assert_string_equal(name_at(map, 0x2000, 0), "after");
	assert_string_equal(name_at(map, 0x3000, 0), "last");
	ldt_perf_map_close(map);
	/* a thousand gigabytes that take no room, in one line: 256 MB of them are looked at */
	assert_int_equal(truncate(map_path, (off_t)1 << 40), 0);
	map = ldt_perf_map_open(procfs, PID);
	assert_non_null(map);
	assert_string_equal(name_at(map, 0x2000, 0), "after");
	assert_null(name_at(map, 0x3000, 0)); /* this line has no end */
	ldt_perf_map_close(map);
}

/* Whose file is believed, and what is none. */
static void test_whose(void **state)
{
	struct ldt_perf_map *map;
	char text[128];

	(void)state;
	assert_null(ldt_perf_map_open(procfs, PID)); /* it has none */
	assert_null(ldt_perf_map_open(procfs, PID + 1));
	assert_int_equal(mkdir(map_path, 0755), 0);
	assert_null(ldt_perf_map_open(procfs, PID));
	assert_int_equal(rmdir(map_path), 0);
	assert_int_equal(symlink("/etc/passwd", map_path), 0);
	assert_null(ldt_perf_map_open(procfs, PID));
	assert_int_equal(unlink(map_path), 0);
	if (geteuid() != 0)
		return; /* cannot make another user's file */
	write_text(map_path, "1000 80 other\n");
	assert_int_equal(chown(map_path, 4243, 4243), 0);
	assert_null(ldt_perf_map_open(procfs, PID));
	snprintf(text, sizeof(text), "Uid:\t0\t4243\t0\t0\n");
	write_text(status_path, text);
	assert_null(ldt_perf_map_open(procfs, PID)); /* its number is another one now */
	snprintf(text, sizeof(text), "Uid:\t0\t4243\t0\t0\nNSpid:\t77\t5\n");
	write_text(status_path, text);
	map = ldt_perf_map_open(procfs, PID);
	assert_non_null(map);
	ldt_perf_map_close(map);
}

/* Code of this process that no file has. */
static void test_own_code(void **state)
{
	char path[64], text[128], wanted[64];
	struct ldt_usym symbol;
	uint8_t *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);

	(void)state;
	assert_true(code != MAP_FAILED);
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	snprintf(text, sizeof(text), "%llx 40 made\n", (unsigned long long)(uintptr_t)code);
	write_text(path, text);
	snprintf(wanted, sizeof(wanted), "perf-%d.map`made+0x3", (int)getpid());
	ldt_user_address_text(dtp, (uint32_t)getpid(), (uintptr_t)code + 3, true, text, sizeof(text));
	unlink(path);
	assert_string_equal(text, wanted);
	assert_true(ldt_usym_find(dtp, (uint32_t)getpid(), (uintptr_t)code + 3, &symbol));
	assert_int_equal(symbol.base, (uintptr_t)code);
	assert_false(ldt_usym_find(dtp, (uint32_t)getpid(), (uintptr_t)code + 0x40, &symbol));
	/* what has names of its own keeps them */
	ldt_user_address_text(dtp, (uint32_t)getpid(), (uintptr_t)test_own_code, true, text, sizeof(text));
	assert_string_equal(text, "test_userland_perf_map`test_own_code");
	fake_close(dtp, fake);
	munmap(code, 4096);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_lines, setup, teardown),
		cmocka_unit_test_setup_teardown(test_large, setup, teardown),
		cmocka_unit_test_setup_teardown(test_whose, setup, teardown),
		cmocka_unit_test_setup_teardown(test_own_code, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
