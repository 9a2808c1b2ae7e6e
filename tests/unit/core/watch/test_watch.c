/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_watch.c - who waits for whom, by what a system in this file says is mapped: files are asked for once, a process
 * goes on when all have answered, when the time is over, or when a consumer ends.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/errno.h"
#include "core/watch/places.h"
#include "core/watch/watch.h"
#include "os/os.h"
#include "os/process.h"

#define SELF     10u /* this consumer's process */
#define CHILD    11u /* ... a child of it, */
#define COMMAND  12u /* ... and one that it has named, */
#define GRAND    13u /* ... a child of that */
#define STRANGER 20u
#define MEMORY   0x5000u
#define OTHER    0x6000u
#define LONG     10000000000ull
#define SHORT    200000000ull

/* ---- the system ------------------------------------------------------------------------------ */

static const struct os_memory_watcher *watcher, *last; /* last: also when it watches no more */
static int watch_error;
static bool wants_data;
static unsigned int fail_alloc; /* the n-th from now on; 0: none */

int __wrap_os_memory_watch(const struct os_memory_watcher *wanted);
int __wrap_os_memory_watch(const struct os_memory_watcher *wanted)
{
	if (watch_error)
		return watch_error;
	assert_null(watcher);
	watcher = last = wanted;
	return 0;
}

void __wrap_os_memory_unwatch(const struct os_memory_watcher *old);
void __wrap_os_memory_unwatch(const struct os_memory_watcher *old)
{
	assert_ptr_equal(watcher, old);
	watcher = NULL;
}

void __wrap_os_memory_watch_data(bool wanted);
void __wrap_os_memory_watch_data(bool wanted)
{
	wants_data = wanted;
}

uint32_t __wrap_os_process_number(void);
uint32_t __wrap_os_process_number(void)
{
	return SELF;
}

uint32_t __wrap_os_process_parent(uint32_t pid);
uint32_t __wrap_os_process_parent(uint32_t pid)
{
	switch (pid) {
	case CHILD:
	case COMMAND:
		return SELF;
	case GRAND:
		return COMMAND;
	default:
		return pid == 1 ? 0 : 1;
	}
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

static struct dt_watch *watch;

static struct os_mapping mapping_of(uint64_t start, uint64_t inode, const char *path)
{
	return (struct os_mapping){
		.start = start, .end = start + 0x1000, .file = { 1, inode, 2, 0x8000, 5 }, .path = path
	};
}

static void *map_one(uint64_t memory, uint32_t pid, uint64_t start, uint64_t inode, enum os_mapped when)
{
	struct os_mapping mapping = mapping_of(start, inode, "/bin/it");

	return watcher->mapped(memory, pid, &mapping, 1, when);
}

/* Answer the one of that number, and take the next. */
static struct dtrace_news next(uint64_t answered, uint64_t plain, uint32_t flags)
{
	struct dtrace_news news = { .answered = answered, .plain = plain, .flags = flags };

	assert_int_equal(dt_watch_next(watch, &news), 0);
	return news;
}

/* A process that waits, in a thread. */
static void *waiting(void *what)
{
	last->wait(what);
	return NULL;
}

static pthread_t wait_begin(void *what)
{
	pthread_t thread;

	assert_non_null(what);
	assert_int_equal(pthread_create(&thread, NULL, waiting, what), 0);
	return thread;
}

static int begin(void **unused)
{
	(void)unused;
	dt_watches_init();
	assert_int_equal(dt_watch_begin(&watch), 0);
	dt_watch_all(watch, LONG);
	return 0;
}

static int end(void **unused)
{
	(void)unused;
	dt_watch_free(watch);
	assert_null(watcher);
	assert_false(wants_data);
	dt_watches_fini();
	return 0;
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void plain_files_are_asked_for_once(void **unused)
{
	pthread_t thread = wait_begin(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	struct dtrace_news news;

	(void)unused;
	assert_true(os_event_is_set(dt_watch_event(watch)));
	news = next(0, 0, 0);
	assert_int_equal(news.pid, STRANGER);
	assert_int_equal(news.count, 1);
	assert_int_equal(news.starts[0], 0x1000);
	assert_int_equal(news.flags, DTRACE_NEWSF_WAITS);
	assert_false(os_event_is_set(dt_watch_event(watch)));
	news = next(news.number, 1, 0);
	assert_int_equal(news.number, 0);
	pthread_join(thread, NULL);
	/* anywhere, in any process */
	assert_null(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	assert_null(map_one(OTHER, STRANGER + 1, 0x9000, 7, OS_MAPPED_NOW));
	assert_int_equal(next(0, 0, 0).missed, 0);
	/* another file, another name of the same one */
	wait_begin(map_one(OTHER, STRANGER, 0x9000, 8, OS_MAPPED_NOW));
	next(next(0, 0, 0).number, 1, 0);
	struct os_mapping renamed = mapping_of(0x1000, 7, "/bin/that");
	wait_begin(watcher->mapped(OTHER, STRANGER, &renamed, 1, OS_MAPPED_NOW));
	next(next(0, 0, 0).number, 1, 0);
}

static void wanted_files_are_looked_at_in_each_memory(void **unused)
{
	pthread_t thread = wait_begin(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));

	(void)unused;
	next(next(0, 0, 0).number, 0, 0);
	pthread_join(thread, NULL);
	assert_null(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	thread = wait_begin(map_one(MEMORY, STRANGER, 0x3000, 7, OS_MAPPED_NOW)); /* elsewhere: loaded twice */
	next(next(0, 0, 0).number, 0, 0);
	pthread_join(thread, NULL);
	thread = wait_begin(map_one(OTHER, STRANGER + 1, 0x1000, 7, OS_MAPPED_NOW));
	next(next(0, 0, 0).number, 0, 0);
	pthread_join(thread, NULL);
	/* the number is another memory's from now on */
	watcher->gone(MEMORY);
	thread = wait_begin(map_one(MEMORY, STRANGER + 2, 0x1000, 7, OS_MAPPED_NOW));
	next(next(0, 0, 0).number, 0, 0);
	pthread_join(thread, NULL);
	assert_null(map_one(OTHER, STRANGER + 1, 0x1000, 7, OS_MAPPED_NOW));
}

static void a_memory_that_goes_before_the_answer(void **unused)
{
	pthread_t thread = wait_begin(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	struct dtrace_news news = next(0, 0, 0);

	(void)unused;
	watcher->gone(MEMORY);
	next(news.number, 0, DTRACE_NEWSF_AGAIN);
	pthread_join(thread, NULL);
	assert_false(wants_data);
	/* another memory has its number */
	thread = wait_begin(map_one(MEMORY, STRANGER + 1, 0x1000, 7, OS_MAPPED_NOW));
	next(next(0, 0, 0).number, 0, 0);
	pthread_join(thread, NULL);
	/* what nobody has taken */
	assert_null(map_one(OTHER, STRANGER, 0x1000, 7, OS_MAPPED_LATE));
	assert_true(os_event_is_set(dt_watch_event(watch)));
	watcher->gone(OTHER);
	assert_false(os_event_is_set(dt_watch_event(watch)));
	assert_int_equal(next(0, 0, 0).number, 0);
}

static void who_is_meant(void **unused)
{
	pthread_t thread;

	(void)unused;
	assert_null(map_one(MEMORY, SELF, 0x1000, 7, OS_MAPPED_NOW));
	assert_null(map_one(MEMORY, CHILD, 0x1000, 7, OS_MAPPED_NOW));
	assert_null(map_one(MEMORY, GRAND, 0x1000, 7, OS_MAPPED_NOW));
	assert_int_equal(dt_watch_memory(watch, OTHER, COMMAND, LONG), 0);
	thread = wait_begin(map_one(OTHER, COMMAND, 0x1000, 7, OS_MAPPED_NOW));
	next(next(0, 0, 0).number, 0, 0);
	pthread_join(thread, NULL);
	thread = wait_begin(map_one(MEMORY, GRAND, 0x1000, 7, OS_MAPPED_NOW));
	next(next(0, 0, 0).number, 0, 0);
	pthread_join(thread, NULL);
	assert_null(map_one(MEMORY, CHILD, 0x2000, 7, OS_MAPPED_NOW));
	assert_int_equal(next(0, 0, 0).missed, 0);
}

static void without_all_only_named_memories(void **unused)
{
	pthread_t thread;
	uint64_t i;

	(void)unused;
	dt_watch_free(watch);
	assert_int_equal(dt_watch_begin(&watch), 0);
	assert_int_equal(dt_watch_memory(watch, MEMORY, STRANGER, 0), 0);
	assert_null(map_one(OTHER, STRANGER, 0x1000, 7, OS_MAPPED_NOW)); /* it executes another program now */
	thread = wait_begin(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	next(next(0, 0, 0).number, 0, 0);
	pthread_join(thread, NULL);
	for (i = 1; i < 256; i++)
		assert_int_equal(dt_watch_memory(watch, MEMORY + i, STRANGER, 0), 0);
	assert_int_equal(dt_watch_memory(watch, MEMORY + 256, STRANGER, 0), -OS_ENOSPC);
	assert_int_equal(dt_watch_memory(watch, MEMORY + 7, STRANGER, 0), 0);
}

static void time_is_over(void **unused)
{
	struct dtrace_news news;

	(void)unused;
	dt_watch_all(watch, SHORT);
	watcher->wait(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	/* nobody waits in vain twice */
	assert_null(map_one(OTHER, STRANGER + 1, 0x1000, 8, OS_MAPPED_NOW));
	assert_null(map_one(OTHER, STRANGER + 1, 0x1000, 8, OS_MAPPED_NOW)); /* one news of both */
	news = next(0, 0, 0);
	assert_int_equal(news.late, 1);
	assert_int_equal(news.missed, 2);
	assert_int_equal(news.pid, STRANGER);
	assert_int_equal(news.flags, 0);
	/* it has come back */
	pthread_t thread = wait_begin(map_one(MEMORY + 1, STRANGER + 2, 0x1000, 9, OS_MAPPED_NOW));
	news = next(news.number, 1, 0);
	assert_int_equal(news.pid, STRANGER + 1);
	news = next(news.number, 1, 0);
	if (news.number)
		next(news.number, 1, 0);
	pthread_join(thread, NULL);
	assert_null(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	assert_null(map_one(OTHER, STRANGER + 1, 0x1000, 8, OS_MAPPED_NOW));
}

static void a_consumer_that_is_only_slow(void **unused)
{
	pthread_t thread;
	struct dtrace_news news;

	(void)unused;
	dt_watch_all(watch, SHORT);
	thread = wait_begin(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	news = next(0, 0, 0);
	pthread_join(thread, NULL);
	thread = wait_begin(map_one(OTHER, STRANGER + 1, 0x1000, 7, OS_MAPPED_NOW));
	news = next(news.number, 0, 0);
	assert_int_equal(news.pid, STRANGER + 1);
	assert_int_equal(news.late, 1);
	assert_int_equal(news.missed, 0);
	next(news.number, 0, 0);
	pthread_join(thread, NULL);
}

static void changes_that_came_too_late(void **unused)
{
	struct dtrace_news news;

	(void)unused;
	assert_null(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_LATE));
	news = next(0, 0, 0);
	assert_int_equal(news.missed, 1);
	assert_int_equal(news.pid, STRANGER);
	next(news.number, 1, 0);
	assert_null(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_LATE));
	assert_int_equal(next(0, 0, 0).missed, 1);
}

static void the_end_of_a_consumer(void **unused)
{
	pthread_t one = wait_begin(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	pthread_t two = wait_begin(map_one(OTHER, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	struct dtrace_news news = next(0, 0, 0);

	(void)unused;
	dt_watch_end(watch);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	news = next(news.number, 1, 0);
	assert_int_equal(news.number, 0);
	assert_int_equal(news.late, 0);
}

static void two_consumers(void **unused)
{
	struct dt_watch *other, *first = watch;
	struct dtrace_news mine, its = { .answered = 0 };
	pthread_t thread;
	void *hold;

	(void)unused;
	assert_int_equal(dt_watch_begin(&other), 0);
	dt_watch_all(other, LONG);
	hold = map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW);
	thread = wait_begin(hold);
	mine = next(0, 0, 0);
	next(mine.number, 1, 0);
	assert_int_equal(dt_watch_next(other, &its), 0);
	assert_int_equal(its.flags, DTRACE_NEWSF_WAITS);
	dt_watch_free(other); /* it ends without an answer */
	pthread_join(thread, NULL);
	assert_ptr_equal(watch, first);
	assert_null(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
}

static void one_of_two_answers(void **unused)
{
	struct dtrace_news its = { .answered = 0 };
	uint64_t before = os_time_mono();
	struct dt_watch *other;
	pthread_t thread;

	(void)unused;
	assert_int_equal(dt_watch_begin(&other), 0);
	dt_watch_all(watch, SHORT);
	dt_watch_all(other, SHORT);
	thread = wait_begin(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	next(next(0, 0, 0).number, 1, 0);
	pthread_join(thread, NULL);
	assert_true(os_time_mono() - before >= SHORT);
	assert_int_equal(next(0, 0, 0).late, 0);
	assert_int_equal(dt_watch_next(other, &its), 0);
	assert_int_equal(its.late, 1);
	dt_watch_free(other);
}

static void told_again(void **unused)
{
	pthread_t thread = wait_begin(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));
	struct dtrace_news news = next(0, 0, 0);

	(void)unused;
	assert_false(wants_data);
	next(news.number, 0, DTRACE_NEWSF_AGAIN);
	pthread_join(thread, NULL);
	assert_true(wants_data);
	assert_null(map_one(OTHER, SELF, 0x1000, 7, OS_MAPPED_NOW));
	thread = wait_begin(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW)); /* nothing of it is new */
	assert_false(wants_data);
	news = next(0, 0, 0);
	assert_int_equal(news.count, 0);
	assert_int_equal(news.flags, DTRACE_NEWSF_WAITS | DTRACE_NEWSF_ALL);
	next(news.number, 0, DTRACE_NEWSF_AGAIN);
	pthread_join(thread, NULL);
	assert_true(wants_data);
	watcher->gone(MEMORY);
	assert_false(wants_data);
}

static void more_places_than_one_news_has(void **unused)
{
	struct os_mapping mappings[DTRACE_NEWS_STARTS + 3];
	struct dtrace_news news;
	pthread_t thread;
	uint64_t i;

	(void)unused;
	for (i = 0; i < DTRACE_NEWS_STARTS + 3; i++)
		mappings[i] = mapping_of(0x1000 * (i + 1), 100 + i, "/lib/it");
	thread = wait_begin(watcher->mapped(MEMORY, STRANGER, mappings, DTRACE_NEWS_STARTS + 3, OS_MAPPED_NOW));
	news = next(0, 0, 0);
	assert_int_equal(news.count, DTRACE_NEWS_STARTS);
	assert_true(news.flags & DTRACE_NEWSF_ALL);
	next(news.number, UINT64_MAX, 0);
	pthread_join(thread, NULL);
	thread = wait_begin(watcher->mapped(MEMORY, STRANGER, mappings, DTRACE_NEWS_STARTS + 3, OS_MAPPED_NOW));
	news = next(0, 0, 0);
	assert_int_equal(news.count, 3);
	next(news.number, 7, 0);
	pthread_join(thread, NULL);
	assert_null(watcher->mapped(MEMORY, STRANGER, mappings, DTRACE_NEWS_STARTS + 3, OS_MAPPED_NOW));
}

static void wrong_answers(void **unused)
{
	struct dtrace_news news = { .flags = DTRACE_NEWSF_WAITS };
	pthread_t thread = wait_begin(map_one(MEMORY, STRANGER, 0x1000, 7, OS_MAPPED_NOW));

	(void)unused;
	assert_int_equal(dt_watch_next(watch, &news), -OS_EINVAL);
	news = (struct dtrace_news){ .plain = 1 };
	assert_int_equal(dt_watch_next(watch, &news), -OS_EINVAL);
	/* of none, of one that was not taken */
	news = (struct dtrace_news){ .answered = 99, .plain = UINT64_MAX, .flags = DTRACE_NEWSF_AGAIN };
	assert_int_equal(dt_watch_next(watch, &news), 0);
	assert_int_equal(news.number, 1);
	assert_false(wants_data);
	next(1, UINT64_MAX, 0);
	pthread_join(thread, NULL);
	next(1, 0, DTRACE_NEWSF_AGAIN); /* twice */
	assert_false(wants_data);
}

static void without_memory(void **unused)
{
	struct dt_watch *other;

	(void)unused;
	for (fail_alloc = 1; fail_alloc <= 2;) {
		unsigned int n = fail_alloc;

		assert_int_equal(dt_watch_begin(&other), -OS_ENOMEM);
		fail_alloc = n + 1;
	}
	for (fail_alloc = 1; fail_alloc <= 2;) {
		unsigned int n = fail_alloc;

		assert_null(map_one(MEMORY, STRANGER, 0x1000, 7 + n, OS_MAPPED_NOW));
		fail_alloc = n + 1;
	}
	fail_alloc = 0;
	assert_int_equal(next(0, 0, 0).missed, 2);
}

static void a_system_without_a_way(void **unused)
{
	struct dt_watch *other;

	(void)unused;
	dt_watch_free(watch);
	watch = NULL;
	watch_error = -OS_EOPNOTSUPP;
	assert_int_equal(dt_watch_begin(&other), -OS_EOPNOTSUPP);
	watch_error = 0;
}

static void a_full_table(void **unused)
{
	struct dt_places *places = dt_places_create();
	struct os_mapping mapping = mapping_of(0, 0, "/bin/it");
	struct dt_place place;
	uint64_t i;

	(void)unused;
	assert_non_null(places);
	for (i = 1; i <= 20000; i++) {
		mapping.file.inode = i;
		place = dt_place_of(&mapping);
		place = dt_place_seen(&place, i % 3 + 1, 0x1000);
		assert_false(dt_places_has(places, &place));
		dt_places_add(places, &place);
		assert_true(dt_places_has(places, &place));
		if (i % 1000 == 0)
			dt_places_forget(places, 1);
		assert_true(dt_places_count(places) <= 8192);
	}
	dt_places_forget(places, 1);
	dt_places_forget(places, 2);
	dt_places_forget(places, 3);
	assert_int_equal(dt_places_count(places), 0);
	dt_places_destroy(places);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(plain_files_are_asked_for_once, begin, end),
		cmocka_unit_test_setup_teardown(wanted_files_are_looked_at_in_each_memory, begin, end),
		cmocka_unit_test_setup_teardown(a_memory_that_goes_before_the_answer, begin, end),
		cmocka_unit_test_setup_teardown(who_is_meant, begin, end),
		cmocka_unit_test_setup_teardown(without_all_only_named_memories, begin, end),
		cmocka_unit_test_setup_teardown(time_is_over, begin, end),
		cmocka_unit_test_setup_teardown(a_consumer_that_is_only_slow, begin, end),
		cmocka_unit_test_setup_teardown(changes_that_came_too_late, begin, end),
		cmocka_unit_test_setup_teardown(the_end_of_a_consumer, begin, end),
		cmocka_unit_test_setup_teardown(two_consumers, begin, end),
		cmocka_unit_test_setup_teardown(one_of_two_answers, begin, end),
		cmocka_unit_test_setup_teardown(told_again, begin, end),
		cmocka_unit_test_setup_teardown(more_places_than_one_news_has, begin, end),
		cmocka_unit_test_setup_teardown(wrong_answers, begin, end),
		cmocka_unit_test_setup_teardown(without_memory, begin, end),
		cmocka_unit_test_setup_teardown(a_system_without_a_way, begin, end),
		cmocka_unit_test(a_full_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
