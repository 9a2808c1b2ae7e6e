/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_stacks.c - which file's table is handed in when a walk has missed one: of this program, which maps the file, and of
 * a process that has gone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "dtrace.h"
#include "fake_engine.h"
#include "process/process.h"
#include "stacks/stacks.h"

struct world {
	dtrace_hdl_t *dtp;
	struct fake *fake;
	struct dtrace_textfile *file; /* which the core misses: this program's */
};

/* A process that has been and has gone. */
static uint32_t gone_pid(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	return (uint32_t)pid;
}

static int setup(void **state)
{
	struct world *world = calloc(1, sizeof(*world));
	struct dtrace_textfile *file;
	struct stat status;
	ssize_t length;

	if (!world)
		return -1;
	world->dtp = fake_open(&world->fake);
	world->fake->has_table_room = true;
	world->file = file = &world->fake->missed_file;
	length = readlink("/proc/self/exe", file->path, sizeof(file->path) - 1);
	if (length <= 0 || stat(file->path, &status) != 0)
		return -1;
	file->number = 77;
	file->inode = status.st_ino;
	file->device = (uint64_t)major(status.st_dev) << 32 | minor(status.st_dev);
	file->bytes = (uint64_t)status.st_size;
	file->changed = (uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec;
	*state = world;
	return 0;
}

static int teardown(void **state)
{
	struct world *world = *state;

	fake_close(world->dtp, world->fake);
	free(world);
	return 0;
}

enum handed { NOTHING, NO_TABLE, TABLE };

static void expect(struct world *world, enum handed handed)
{
	uint32_t before = world->fake->tables;

	world->fake->missed = 1;
	ldt_stacks_load(world->dtp, 0);
	assert_int_equal(world->fake->tables - before, handed != NOTHING);
	if (handed == NOTHING)
		return;
	assert_int_equal(world->fake->table.number, 77);
	assert_int_equal(world->fake->table.size > 0, handed == TABLE);
	assert_int_equal(world->fake->table.parts > 0, handed == TABLE);
}

/* The mapping of this program that has its functions. */
static void find_own(struct dtrace_textfile *file)
{
	const struct ldt_mapping *mapping;
	struct ldt_maps maps;

	assert_true(ldt_maps_read("/proc", (uint32_t)getpid(), &maps));
	mapping = ldt_maps_find(&maps, (uintptr_t)find_own);
	assert_non_null(mapping);
	file->pid = (uint32_t)getpid();
	file->start = mapping->start;
	file->end = mapping->end;
	file->offset = mapping->offset;
	ldt_maps_free(&maps);
}

/* The file of the mapping is read, whatever its path is. No table is handed in when the process has no such mapping. */
static void test_of_process(void **state)
{
	struct world *world = *state;

	find_own(world->file);
	world->file->path[0] = '\0';
	expect(world, TABLE);
	world->file->offset += 4096;
	expect(world, NOTHING);
	world->file->offset -= 4096;
	world->file->start += 1;
	expect(world, NOTHING);
}

/* Its file is the one at its path, when all that is known of it is the same. */
static void test_of_gone(void **state)
{
	struct world *world = *state;
	uint64_t *const facts[] = { &world->file->inode, &world->file->device, &world->file->bytes,
				    &world->file->changed };

	world->file->pid = gone_pid();
	expect(world, TABLE);
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		*facts[i] += 1;
		expect(world, NOTHING);
		*facts[i] -= 1;
	}
	expect(world, TABLE);
	memmove(world->file->path + 1, world->file->path, sizeof(world->file->path) - 1);
	world->file->path[0] = '.'; /* no path from the root */
	expect(world, NOTHING);
}

/* Nobody else can be asked for it: the core does not wait for a table that does not come. */
static void test_without_number(void **state)
{
	struct world *world = *state;

	expect(world, TABLE);
	world->file->changed++;
	expect(world, NO_TABLE);
}

/* The process's user has put a FIFO there. */
static void test_fifo(void **state)
{
	struct world *world = *state;

	snprintf(world->file->path, sizeof(world->file->path), "/tmp/test_stacks.%d", (int)getpid());
	assert_int_equal(mkfifo(world->file->path, 0644), 0);
	alarm(60);
	expect(world, NO_TABLE);
	alarm(0);
	assert_int_equal(unlink(world->file->path), 0);
}

/* Tables for which the core has no room are counted; those that it refuses for another reason are not. */
static void test_no_room(void **state)
{
	struct world *world = *state;

	expect(world, TABLE);
	assert_int_equal(world->dtp->tables_refused, 0);
	world->fake->has_table_room = false;
	expect(world, TABLE);
	expect(world, TABLE);
	assert_int_equal(world->dtp->tables_refused, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_of_process, setup, teardown),
		cmocka_unit_test_setup_teardown(test_of_gone, setup, teardown),
		cmocka_unit_test_setup_teardown(test_without_number, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fifo, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_room, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
