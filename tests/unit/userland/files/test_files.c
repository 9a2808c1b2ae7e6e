/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_files.c - a regular file is opened; a FIFO, a device, a folder, an empty file are not, and
 * nobody who watches them sees that they were opened.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "files/files.h"

static char folder[32], path[64];

static int setup(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/regularXXXXXX");
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/it", folder);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

static void write_text(const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void expect_error(const char *name, int flags, int error)
{
	errno = 0;
	assert_int_equal(ldt_regular_open(name, flags), -1);
	assert_int_equal(errno, error);
}

static void test_regular(void **state)
{
	char bytes[8];
	int fd;

	(void)state;
	expect_error(path, 0, ENOENT);
	write_text("text");
	fd = ldt_regular_open(path, O_NOFOLLOW);
	assert_true(fd >= 0);
	assert_int_equal(read(fd, bytes, sizeof(bytes)), 4);
	assert_memory_equal(bytes, "text", 4);
	assert_int_equal(write(fd, "x", 1), -1);
	assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
	close(fd);
	write_text("");
	expect_error(path, 0, EINVAL);
}

static void test_links(void **state)
{
	char target[80];
	int fd;

	(void)state;
	snprintf(target, sizeof(target), "%s/target", folder);
	write_text("text");
	assert_int_equal(rename(path, target), 0);
	assert_int_equal(symlink(target, path), 0);
	expect_error(path, O_NOFOLLOW, EINVAL);
	fd = ldt_regular_open(path, 0);
	assert_true(fd >= 0);
	close(fd);
	unlink(target);
	expect_error(path, 0, ENOENT);
}

/* Whoever watches @what sees that something looked for it, and no open. */
static void expect_untouched(const char *what, int flags)
{
	int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	char events[256];

	assert_true(watch >= 0);
	assert_true(inotify_add_watch(watch, what, IN_OPEN) >= 0);
	expect_error(path, flags, EINVAL);
	assert_int_equal(read(watch, events, sizeof(events)), -1);
	assert_int_equal(errno, EAGAIN);
	/* such a watch does see an open */
	close(open(what, O_RDONLY | O_NONBLOCK | O_CLOEXEC));
	assert_true(read(watch, events, sizeof(events)) > 0);
	close(watch);
}

static void test_traps(void **state)
{
	(void)state;
	assert_int_equal(mkfifo(path, 0644), 0);
	expect_untouched(path, 0);
	unlink(path);
	assert_int_equal(symlink("/dev/null", path), 0);
	expect_untouched("/dev/null", 0);
	unlink(path);
	assert_int_equal(symlink(folder, path), 0);
	expect_untouched(folder, 0);
	unlink(path);
	/* such files say that they are empty, and some lose what is read of them */
	assert_int_equal(symlink("/proc/self/maps", path), 0);
	expect_error(path, 0, EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_regular, setup, teardown),
		cmocka_unit_test_setup_teardown(test_links, setup, teardown),
		cmocka_unit_test_setup_teardown(test_traps, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
