/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_mapped.c - what watchers are told of processes that are traced: a child of this program, which maps and unmaps a
 * file when it is told to by a byte on its pipe.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "os/host/host.h"
#include "os/host/mapped.h"
#include "os/process.h"

#define MEMORY 77
#define PAGE   4096

static char file_name[] = "/tmp/mappedXXXXXX";

/* ---- the child --------------------------------------------------------------------------------- */

static struct {
	pid_t pid;
	int to, from;
} child;

static void obey(char what, int file)
{
	static void *code;

	switch (what) {
	case 'm':
		code = mmap(NULL, 2 * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, PAGE);
		break;
	case 'u':
		munmap(code, 2 * PAGE);
		break;
	case 'r': /* another part of it in the same place */
		mmap(code, 2 * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, file, 0);
		break;
	case 'd': /* no code: data of the file, and memory of no file that is code */
		mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, file, 0);
		mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		break;
	default:
		_exit(0);
	}
}

static int child_start(void **state)
{
	int to[2], from[2], file = open(file_name, O_RDONLY);
	char what;

	if (file < 0 || pipe(to) != 0 || pipe(from) != 0)
		return -1;
	child.pid = fork();
	if (child.pid == 0) {
		close(to[1]);
		while (read(to[0], &what, 1) == 1) {
			obey(what, file);
			(void)!write(from[1], &what, 1);
		}
		_exit(0);
	}
	close(file);
	close(to[0]);
	close(from[1]);
	child.to = to[1];
	child.from = from[0];
	return 0;
}

static int child_end(void **state)
{
	kill(child.pid, SIGKILL);
	waitpid(child.pid, NULL, 0);
	close(child.to);
	close(child.from);
	return 0;
}

static void say(char what)
{
	char answer;

	assert_int_equal(write(child.to, &what, 1), 1);
	assert_int_equal(read(child.from, &answer, 1), 1);
}

/* ---- what is told ------------------------------------------------------------------------------ */

static unsigned int told, ends;
static enum os_mapped when_told;
static struct os_mapping of_file; /* of the file; start 0: it is not mapped */
static size_t file_count, vdso_count, all_count;

static void *mapped(uint64_t memory, uint32_t pid, const struct os_mapping *mappings, size_t count, enum os_mapped when)
{
	uint64_t last = 0;

	assert_int_equal(memory, MEMORY);
	assert_int_equal(pid, child.pid);
	told++;
	when_told = when;
	of_file.start = 0;
	file_count = vdso_count = 0;
	all_count = count;
	for (size_t i = 0; i < count; i++) {
		assert_true(mappings[i].start >= last && mappings[i].end > mappings[i].start);
		last = mappings[i].end;
		vdso_count += mappings[i].file.inode == 0;
		if (strcmp(mappings[i].path, file_name) != 0)
			continue;
		file_count++;
		of_file = mappings[i];
	}
	return NULL;
}

static void gone(uint64_t memory)
{
	assert_int_equal(memory, MEMORY);
	ends++;
}

static void wait_for(void *what)
{
}

static const struct os_memory_watcher watcher = { .wants_before = true, .mapped = mapped, .gone = gone };

static void begin(void)
{
	told = ends = 0;
	os_host_memory_begin(MEMORY, child.pid);
}

/* ---- tests ------------------------------------------------------------------------------------- */

static void test_changes(void **state)
{
	struct stat status;

	assert_int_equal(os_memory_watch(&watcher), 0);
	begin();
	assert_int_equal(told, 1);
	assert_int_equal(when_told, OS_MAPPED_LATE);
	assert_int_equal(file_count, 0);
	assert_int_equal(vdso_count, 1);
	assert_true(all_count > 2); /* this program and its libraries */
	os_host_memory_look(MEMORY);
	os_host_memory_look(MEMORY);
	assert_int_equal(told, 1);
	say('m');
	os_host_memory_look(MEMORY);
	assert_int_equal(told, 2);
	assert_int_equal(file_count, 1);
	assert_int_equal(of_file.offset, PAGE);
	assert_int_equal(of_file.end - of_file.start, 2 * PAGE);
	assert_int_equal(stat(file_name, &status), 0);
	assert_int_equal(of_file.file.inode, status.st_ino);
	assert_int_equal(of_file.file.device, (uint64_t)major(status.st_dev) << 32 | minor(status.st_dev));
	assert_int_equal(of_file.file.size, 3 * PAGE);
	assert_int_equal(of_file.file.changed,
			 (uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec);
	say('d');
	os_host_memory_look(MEMORY);
	assert_int_equal(told, 2);
	say('u');
	os_host_memory_look(MEMORY);
	assert_int_equal(told, 3);
	assert_int_equal(file_count, 0);
	os_host_memory_end(MEMORY);
	assert_int_equal(ends, 1);
	os_host_memory_look(MEMORY);
	os_host_memory_end(MEMORY);
	assert_int_equal(told, 3);
	assert_int_equal(ends, 1);
	os_memory_unwatch(&watcher);
}

/* Memory of the same size in the same place: found a little later. */
static void test_in_place(void **state)
{
	assert_int_equal(os_memory_watch(&watcher), 0);
	say('m');
	begin();
	assert_int_equal(told, 1);
	assert_int_equal(of_file.offset, PAGE);
	say('r');
	os_host_time_shift(60000000);
	os_host_memory_look(MEMORY);
	assert_int_equal(told, 2);
	assert_int_equal(of_file.offset, 0);
	os_host_memory_end(MEMORY);
	os_memory_unwatch(&watcher);
}

/* A process that was there before; one that has ended keeps what it had. */
static void test_before(void **state)
{
	say('m');
	begin();
	os_host_memory_look(MEMORY);
	assert_int_equal(told, 0);
	assert_int_equal(os_memory_watch(&watcher), 0);
	assert_int_equal(told, 1);
	assert_int_equal(when_told, OS_MAPPED_BEFORE);
	assert_int_equal(file_count, 1);
	os_memory_unwatch(&watcher);
	say('u');
	os_host_memory_look(MEMORY);
	assert_int_equal(told, 1);
	assert_int_equal(os_memory_watch(&watcher), 0);
	assert_int_equal(told, 2);
	kill(child.pid, SIGKILL);
	waitpid(child.pid, NULL, 0);
	os_host_time_shift(60000000);
	os_host_memory_look(MEMORY);
	assert_int_equal(told, 2);
	os_host_memory_end(MEMORY);
	assert_int_equal(ends, 1);
	os_memory_unwatch(&watcher);
}

/* Nobody can be made to wait, and there is room for one. */
static void test_refused(void **state)
{
	struct os_memory_watcher waits = watcher, second = watcher;

	waits.wait = wait_for;
	assert_int_equal(os_memory_watch(&waits), -OS_EOPNOTSUPP);
	assert_int_equal(os_memory_watch(&watcher), 0);
	assert_int_equal(os_memory_watch(&second), -OS_EOPNOTSUPP);
	os_memory_unwatch(&second);
	begin();
	assert_int_equal(told, 1);
	os_host_memory_end(MEMORY);
	os_memory_unwatch(&watcher);
	begin();
	assert_int_equal(told, 0);
	os_host_memory_end(MEMORY);
	assert_int_equal(ends, 0);
}

static int make_file(void **state)
{
	int file = mkstemp(file_name);
	bool good = file >= 0 && ftruncate(file, 3 * PAGE) == 0;

	close(file);
	return good ? 0 : -1;
}

static int remove_file(void **state)
{
	return unlink(file_name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_changes, child_start, child_end),
		cmocka_unit_test_setup_teardown(test_in_place, child_start, child_end),
		cmocka_unit_test_setup_teardown(test_before, child_start, child_end),
		cmocka_unit_test_setup_teardown(test_refused, child_start, child_end),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
