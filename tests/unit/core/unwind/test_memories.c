/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_memories.c - maps of processes, by what a system in this file says is mapped: files get tables
 * when walks have missed them, and give them back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dtrace/ioctl.h>
#include <isa_types.h>

#include "base/errno.h"
#include "base/report.h"
#include "core/entry.h"
#include "core/unwind/unwind.h"
#include "fake/unwind_sample.h"
#include "os/process.h"

#define MEMORY   0x5000u /* numbers of memories */
#define OTHER    0x6000u
#define PID      70u
#define BASE     0x10000u /* where a process has its file's page of text */
#define DELTA    0x400000u
#define STACK_AT 0x7fff0000u
#define ROOM     8u

/* ---- the system ------------------------------------------------------------------------------ */

static const struct os_memory_watcher *watcher;
static int watch_error;
static struct os_user_frame innermost;
static uint64_t stack[64];
static unsigned int fail_alloc; /* the n-th from now on; 0: none */
static bool has_frame;

int __wrap_os_memory_watch(const struct os_memory_watcher *wanted);
int __wrap_os_memory_watch(const struct os_memory_watcher *wanted)
{
	if (watch_error)
		return watch_error;
	watcher = wanted;
	return 0;
}

void __wrap_os_memory_unwatch(const struct os_memory_watcher *old);
void __wrap_os_memory_unwatch(const struct os_memory_watcher *old)
{
	if (watcher == old)
		watcher = NULL;
}

bool __wrap_os_user_frame(const struct isa_regs *regs, struct os_user_frame *ret);
bool __wrap_os_user_frame(const struct isa_regs *regs, struct os_user_frame *ret)
{
	(void)regs;
	*ret = innermost;
	return has_frame;
}

int __wrap_os_uload(void *dst, uint64_t addr, size_t size);
int __wrap_os_uload(void *dst, uint64_t addr, size_t size)
{
	if (addr < STACK_AT || addr - STACK_AT > sizeof(stack) - size)
		return -OS_EFAULT;
	memcpy(dst, (uint8_t *)stack + (addr - STACK_AT), size);
	return 0;
}

void *__real_os_alloc(size_t size);
void *__wrap_os_alloc(size_t size);
void *__wrap_os_alloc(size_t size)
{
	if (fail_alloc > 0 && --fail_alloc == 0)
		return NULL;
	return __real_os_alloc(size);
}

/* ---- the setting ----------------------------------------------------------------------------- */

/* A function whose frames take four words, at the beginning of the file's text; its rows are words of 8 bytes. */
static void *sample(size_t *size)
{
	static const struct unwind_span spans[] = {
		{ DELTA + 0x1000, UNWIND_RULE(DTRACE_UNWIND_SP, 0, 32, -1, DTRACE_UNWIND_FP_SAME) },
		{ DELTA + 0x1100, UNWIND_RULE(DTRACE_UNWIND_END, 0, 0, 0, 0) },
	};

	return unwind_sample(8, 0, DELTA, 1, spans, 2, size);
}

static const struct dtrace_unwindfile one_part = { .parts = 1, .part = { { 0x1000, 0x3000, DELTA } } };

static struct os_mapping mapping_of(uint64_t start, uint64_t inode)
{
	return (struct os_mapping){ .start = start,
				    .end = start + 0x2000,
				    .offset = 0x1000,
				    .file = { 1, inode, 2, 0x8000, 5 },
				    .path = "/bin/it" };
}

/* @memory has one file. */
static void map_file(uint64_t memory, uint32_t pid, uint64_t inode)
{
	struct os_mapping mapping = mapping_of(BASE, inode);

	watcher->mapped(memory, pid, &mapping, 1, OS_MAPPED_NOW);
}

/* The number of the only file that is asked for; 0: none is. */
static uint32_t wanted(uint32_t pid)
{
	struct dtrace_textfile files[ROOM];
	uint32_t count = dt_stacks_files(pid, files, ROOM);

	assert_true(count <= 1);
	return count ? files[0].number : 0;
}

static int give(uint32_t number, const struct dtrace_unwindfile *parts)
{
	struct dtrace_unwindfile file = *parts;
	size_t size;
	void *bytes = sample(&size);
	int error;

	file.number = number;
	error = dt_stacks_table(&file, bytes, size);
	if (error)
		os_free(bytes);
	return error;
}

/* Frames of the current process's stack, which has two by the table: the second is the outermost. */
static unsigned int walk(void)
{
	uint64_t pcs[ROOM];
	unsigned int count = dt_user_stack(NULL, false, pcs, ROOM);

	assert_int_equal(pcs[0], BASE + 0x20);
	if (count == 2)
		assert_int_equal(pcs[1], BASE + 0x110);
	return count;
}

static int setup(void **state)
{
	(void)state;
	memset(stack, 0, sizeof(stack));
	stack[3] = BASE + 0x110; /* the return address; the frame pointer leads nowhere */
	innermost = (struct os_user_frame){
		.isa = &isa_self, .word = 8, .pc = BASE + 0x20, .sp = STACK_AT, .fp = 0, .memory = MEMORY
	};
	has_frame = true;
	watch_error = 0;
	fail_alloc = 0;
	assert_int_equal(dt_stacks_init(), 0);
	assert_int_equal(dt_stacks_use(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	dt_stacks_unuse();
	assert_null(watcher);
	dt_stacks_fini();
	return 0;
}

static bool reports(const char *text)
{
	char room[4096] = "";
	struct dt_report report = { .text = room, .room = sizeof(room) - 1 };

	dt_stacks_report(&report);
	assert_true(report.done);
	room[report.used] = '\0';
	return strstr(room, text) != NULL;
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void test_users(void **state)
{
	(void)state;
	assert_non_null(watcher);
	assert_int_equal(dt_stacks_use(), 0);
	dt_stacks_unuse();
	assert_non_null(watcher);
	assert_true(reports("watched yes"));
}

static void test_no_way(void **state)
{
	(void)state;
	dt_stacks_unuse();
	assert_null(watcher);
	watch_error = -OS_ENOMEM;
	assert_int_equal(dt_stacks_use(), -OS_ENOMEM);
	watch_error = -OS_EOPNOTSUPP;
	assert_int_equal(dt_stacks_use(), 0);
	assert_true(reports("watched no"));
	assert_int_equal(walk(), 1); /* by the frame pointer, which leads nowhere */
}

static void test_asked_for(void **state)
{
	struct dtrace_textfile files[ROOM];
	uint32_t number;

	(void)state;
	map_file(MEMORY, PID, 9);
	assert_int_equal(wanted(0), 0); /* no walk has missed it */
	assert_int_equal(walk(), 1);
	assert_true(dt_stacks_wanted());
	assert_int_equal(dt_stacks_files(0, files, ROOM), 1);
	assert_false(dt_stacks_wanted());
	assert_int_equal(files[0].pid, PID);
	assert_int_equal(files[0].start, BASE);
	assert_int_equal(files[0].end, BASE + 0x2000);
	assert_int_equal(files[0].offset, 0x1000);
	assert_int_equal(files[0].inode, 9);
	assert_int_equal(files[0].bytes, 0x8000);
	assert_int_equal(files[0].changed, 5);
	assert_string_equal(files[0].path, "/bin/it");
	number = files[0].number;
	assert_int_equal(wanted(0), 0); /* until the next walk misses it */
	assert_int_equal(walk(), 1);
	assert_int_equal(wanted(0), number);
	assert_int_equal(give(number, &one_part), 0);
	assert_int_equal(walk(), 2);
	assert_false(dt_stacks_wanted());
	assert_int_equal(wanted(PID), 0);
	assert_true(reports("files 1 tables 1"));
	assert_true(reports("walks end 1\n"));
	assert_true(reports("walks chain 2\n"));
	assert_true(reports("walks without-table 2\n"));
}

static void test_of_process(void **state)
{
	struct dtrace_textfile files[ROOM];
	struct os_mapping two[] = { mapping_of(BASE, 9), mapping_of(BASE + 0x2000, 10) };

	(void)state;
	watcher->mapped(MEMORY, PID, two, 2, OS_MAPPED_NOW);
	map_file(OTHER, PID + 1, 11);
	assert_int_equal(dt_stacks_files(PID, files, ROOM), 2);
	assert_int_equal(dt_stacks_files(PID, files, 1), 2); /* how many there are; one is stored */
	assert_int_equal(dt_stacks_files(PID + 1, files, ROOM), 1);
	assert_int_equal(files[0].inode, 11);
	assert_int_equal(dt_stacks_files(PID + 2, files, ROOM), 0);
}

static void test_shared(void **state)
{
	(void)state;
	map_file(MEMORY, PID, 9);
	map_file(OTHER, PID + 1, 9);
	assert_int_equal(give(wanted(PID), &one_part), 0);
	innermost.memory = OTHER;
	assert_int_equal(walk(), 2);
	watcher->gone(OTHER);
	assert_int_equal(walk(), 1);
	watcher->gone(MEMORY);
	innermost.memory = MEMORY;
	assert_int_equal(walk(), 1);
	map_file(MEMORY, PID + 2, 9); /* the table has stayed */
	assert_int_equal(walk(), 2);
	assert_int_equal(wanted(PID + 2), 0);
	watcher->gone(MEMORY + 1); /* unknown */
}

/* A process that ends before anybody asks: its file is asked for without a place. */
static void test_short_lived(void **state)
{
	struct dtrace_textfile files[ROOM];
	struct dtrace_unwindfile none = { .parts = 0 };

	(void)state;
	map_file(MEMORY, PID, 9);
	map_file(OTHER, PID + 1, 10); /* no walk comes to this one */
	walk();
	watcher->gone(MEMORY);
	watcher->gone(OTHER);
	dt_stacks_settle();
	memset(files, 0, sizeof(files));
	assert_int_equal(dt_stacks_files(0, files, ROOM), 1);
	assert_int_equal(files[0].pid, 0);
	assert_string_equal(files[0].path, "/bin/it");
	assert_int_equal(give(files[0].number, &one_part), 0);
	map_file(MEMORY, PID + 2, 9);
	assert_int_equal(walk(), 2);
	map_file(MEMORY, PID + 3, 11); /* ends while its table is made */
	assert_int_equal(walk(), 1);
	assert_int_equal(dt_stacks_files(0, files, ROOM), 1);
	watcher->gone(MEMORY);
	dt_stacks_settle();
	assert_int_equal(give(files[0].number, &one_part), 0);
	map_file(MEMORY, PID + 4, 12);
	assert_int_equal(walk(), 1);
	watcher->gone(MEMORY);
	assert_int_equal(dt_stacks_files(0, files, ROOM), 1);
	none.number = files[0].number;
	assert_int_equal(dt_stacks_table(&none, NULL, 0), 0);
	assert_int_equal(dt_stacks_files(0, files, ROOM), 0);
}

/* The mappings of a process are known after its end, if a record has addresses of it. */
static void test_ended(void **state)
{
	struct dtrace_textfile files[ROOM];
	uint64_t sequence = 0;
	uint32_t pid = 0, count = ROOM;

	(void)state;
	map_file(MEMORY, PID, 9);
	map_file(OTHER, PID + 1, 10); /* no record has an address of this one */
	innermost.memory = MEMORY;
	walk();
	map_file(MEMORY, PID, 9); /* a new state of it */
	dt_stacks_settle();
	assert_false(dt_stacks_ended(0));
	pid = PID;
	assert_true(dt_stacks_mapped(&pid, &sequence, files, &count));
	assert_int_equal(sequence, 0);
	assert_int_equal(count, 1);
	watcher->gone(MEMORY);
	watcher->gone(OTHER);
	dt_stacks_settle();
	assert_true(dt_stacks_ended(0));
	pid = 0;
	count = ROOM;
	assert_true(dt_stacks_mapped(&pid, &sequence, files, &count));
	assert_int_equal(pid, PID);
	assert_int_equal(sequence, 1);
	assert_int_equal(count, 1);
	assert_int_equal(files[0].start, BASE);
	assert_int_equal(files[0].end, BASE + 0x2000);
	assert_int_equal(files[0].inode, 9);
	assert_string_equal(files[0].path, "/bin/it");
	assert_false(dt_stacks_ended(sequence));
	pid = 0;
	assert_false(dt_stacks_mapped(&pid, &sequence, files, &count));
	pid = PID + 1;
	assert_false(dt_stacks_mapped(&pid, &sequence, files, &count));
	pid = PID;
	count = 0;
	assert_true(dt_stacks_mapped(&pid, &sequence, files, &count));
	assert_int_equal(count, 1);
}

/* A process has executed another program: for some time it seems to have two memories. */
static void test_two_of_a_process(void **state)
{
	struct dtrace_textfile files[ROOM];
	uint64_t sequence = 0;

	(void)state;
	for (uint64_t i = 0; i < 40; i++) {
		uint32_t pid = PID, count = ROOM;

		map_file(MEMORY + i * 0x40, PID, 100 + i);
		assert_true(dt_stacks_mapped(&pid, &sequence, files, &count));
		assert_int_equal(files[0].inode, 100 + i);
	}
	innermost.memory = MEMORY + 39 * 0x40;
	walk();
	watcher->gone(innermost.memory);
	for (int i = 0; i < 2; i++) {
		uint32_t pid = PID, count = ROOM;

		assert_true(dt_stacks_mapped(&pid, &sequence, files, &count));
		assert_int_equal(files[0].inode, 139);
		dt_stacks_settle();
	}
}

static void test_many_ended(void **state)
{
	struct dtrace_textfile files[ROOM];
	uint32_t pid, count, known = 0;
	uint64_t sequence = 0;

	(void)state;
	for (uint32_t i = 0; i < 1030; i++) {
		map_file(MEMORY, PID + i, 9);
		walk();
		watcher->gone(MEMORY);
	}
	dt_stacks_settle();
	for (;;) {
		pid = 0;
		count = ROOM;
		if (!dt_stacks_mapped(&pid, &sequence, files, &count))
			break;
		known++;
		assert_int_equal(pid, PID + sequence - 1);
	}
	assert_int_equal(known, 1024);
	assert_true(reports("lost tables 0 memories 0 ended 6\n"));
}

static void test_other_bytes(void **state)
{
	struct os_mapping mapping = mapping_of(BASE, 9);
	uint64_t *const parts[] = { &mapping.file.device, &mapping.file.inode, &mapping.file.generation,
				    &mapping.file.size, &mapping.file.changed };

	(void)state;
	map_file(MEMORY, PID, 9);
	assert_int_equal(give(wanted(PID), &one_part), 0);
	for (size_t i = 0; i < 5; i++) {
		++*parts[i];
		watcher->mapped(MEMORY, PID, &mapping, 1, OS_MAPPED_NOW);
		assert_int_equal(walk(), 1);
		assert_int_not_equal(wanted(PID), 0);
		--*parts[i];
	}
	watcher->mapped(MEMORY, PID, &mapping, 1, OS_MAPPED_NOW);
	assert_int_equal(walk(), 2);
}

static void test_remapped(void **state)
{
	(void)state;
	map_file(MEMORY, PID, 9);
	assert_int_equal(give(wanted(PID), &one_part), 0);
	watcher->mapped(MEMORY, PID, NULL, 0, OS_MAPPED_NOW);
	assert_int_equal(walk(), 1);
	assert_false(dt_stacks_wanted());
	map_file(MEMORY, PID, 9);
	assert_int_equal(walk(), 2);
}

static void test_no_table(void **state)
{
	struct dtrace_unwindfile none = { .parts = 0 };
	uint32_t number;

	(void)state;
	map_file(MEMORY, PID, 9);
	number = none.number = wanted(PID);
	assert_int_equal(dt_stacks_table(&none, NULL, 0), 0);
	assert_int_equal(walk(), 1);
	assert_false(dt_stacks_wanted());
	assert_int_equal(wanted(PID), 0);
	assert_int_equal(give(number, &one_part), -OS_EEXIST);
}

static void test_refused(void **state)
{
	struct dtrace_unwindfile parts = one_part;
	uint32_t number;
	uint8_t *bytes;
	size_t size;

	(void)state;
	map_file(MEMORY, PID, 9);
	number = wanted(PID);
	assert_int_equal(give(number + 1, &one_part), -OS_ENOENT);
	parts.parts = 0;
	assert_int_equal(give(number, &parts), -OS_EINVAL);
	parts.parts = DTRACE_UNWIND_PARTS_MAX + 1;
	assert_int_equal(give(number, &parts), -OS_EINVAL);
	parts = one_part;
	parts.part[0].end = parts.part[0].offset;
	assert_int_equal(give(number, &parts), -OS_EINVAL);
	bytes = sample(&size);
	bytes[0] ^= 1;
	parts = one_part;
	parts.number = number;
	assert_int_equal(dt_stacks_table(&parts, bytes, size), -OS_EINVAL);
	os_free(bytes);
	assert_int_equal(wanted(PID), number);
	assert_int_equal(give(number, &one_part), 0);
}

/* A mapping is of whole pages, and has the end of the part before, too. */
static void test_parts(void **state)
{
	static const struct dtrace_unwindfile two = {
		.parts = 2, .part = { { 0x100, 0x1010, 0x777000 }, { 0x1010, 0x3000, DELTA } }
	};
	static const struct dtrace_unwindfile elsewhere = { .parts = 1, .part = { { 0x3000, 0x4000, DELTA } } };

	(void)state;
	map_file(MEMORY, PID, 9);
	assert_int_equal(give(wanted(PID), &two), 0);
	assert_int_equal(walk(), 2);
	map_file(MEMORY, PID, 10);
	assert_int_equal(give(wanted(PID), &elsewhere), 0);
	assert_int_equal(walk(), 1);
}

/* A table of some bytes that says nothing. */
static int give_large(uint32_t number, size_t size)
{
	struct dtrace_unwindfile parts = one_part;
	uint32_t pages = (uint32_t)(size / DTRACE_UNWIND_PAGE / 4), *words;
	size_t rows = (size_t)pages * DTRACE_UNWIND_PAGE;
	size_t bytes = sizeof(struct dtrace_unwind_header) + 8 + 4 * ((size_t)pages + 1 + rows);
	struct dtrace_unwind_header *header = os_alloc(bytes);
	int error;

	*header = (struct dtrace_unwind_header){ .magic = DTRACE_UNWIND_MAGIC,
						 .version = DTRACE_UNWIND_VERSION,
						 .word = 8,
						 .size = (uint32_t)bytes,
						 .rules = 1,
						 .pages = pages,
						 .rows = (uint32_t)rows };
	words = (uint32_t *)(header + 1) + 2;
	for (uint32_t page = 0; page <= pages; page++)
		*words++ = page * DTRACE_UNWIND_PAGE;
	for (size_t row = 0; row < rows; row++)
		*words++ = DTRACE_UNWIND_ROW(row, 0);
	parts.number = number;
	error = dt_stacks_table(&parts, header, bytes);
	if (error)
		os_free(header);
	return error;
}

static void test_room(void **state)
{
	(void)state;
	map_file(MEMORY, PID, 9);
	map_file(OTHER, PID + 1, 10);
	assert_int_equal(give_large(wanted(PID), DTRACE_UNWIND_SIZE_MAX / 2), 0);
	assert_int_equal(give_large(wanted(PID + 1), DTRACE_UNWIND_SIZE_MAX / 2), -OS_ENOSPC);
	assert_true(reports("lost tables 1 memories 0 ended 0\n"));
	assert_int_equal(wanted(PID + 1), 0); /* not asked for again */
	watcher->gone(MEMORY);
	dt_stacks_settle();
	map_file(MEMORY, PID, 11); /* the table of the file that nobody has goes for it */
	assert_int_equal(give_large(wanted(PID), DTRACE_UNWIND_SIZE_MAX / 2), 0);
	assert_true(reports("tables 1"));
}

static void test_no_memory(void **state)
{
	unsigned int failures = 0;
	size_t size;
	void *bytes;

	(void)state;
	for (unsigned int n = 1; n < 12; n++) {
		fail_alloc = n;
		map_file(MEMORY, PID, 9);
		failures += fail_alloc == 0;
		fail_alloc = 0;
		walk();
	}
	assert_true(failures >= 4); /* the memory, its file, what it is made of, its map */
	assert_true(reports("lost tables 0 memories 4 ended 0\n"));
	map_file(MEMORY, PID, 9);
	for (unsigned int n = 1; n < 12; n++) {
		struct dtrace_unwindfile parts = one_part;

		bytes = sample(&size);
		parts.number = wanted(PID);
		fail_alloc = n;
		if (!parts.number || dt_stacks_table(&parts, bytes, size) != 0)
			os_free(bytes);
		fail_alloc = 0;
	}
	map_file(MEMORY, PID, 9); /* a map that could not be made again is made with the next change */
	assert_int_equal(walk(), 2);
}

static void test_no_stack(void **state)
{
	uint64_t pcs[ROOM];

	(void)state;
	assert_int_equal(dt_user_stack(NULL, false, pcs, 0), 0);
	has_frame = false;
	assert_int_equal(dt_user_stack(NULL, false, pcs, ROOM), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_users, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_way, setup, teardown),
		cmocka_unit_test_setup_teardown(test_asked_for, setup, teardown),
		cmocka_unit_test_setup_teardown(test_of_process, setup, teardown),
		cmocka_unit_test_setup_teardown(test_shared, setup, teardown),
		cmocka_unit_test_setup_teardown(test_short_lived, setup, teardown),
		cmocka_unit_test_setup_teardown(test_ended, setup, teardown),
		cmocka_unit_test_setup_teardown(test_two_of_a_process, setup, teardown),
		cmocka_unit_test_setup_teardown(test_many_ended, setup, teardown),
		cmocka_unit_test_setup_teardown(test_other_bytes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_remapped, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_table, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_parts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_room, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_stack, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
