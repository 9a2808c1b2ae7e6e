/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_flow.c - which entry a return belongs to, and how deep it is: threads, recursion, returns that never come, entries that have no probe. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "consumer/flow.h"

static const struct dtrace_probedesc f = { .provider = "fbt", .module = "vmlinux", .function = "f", .name = "entry" };
static const struct dtrace_probedesc f_return = {
	.provider = "fbt", .module = "vmlinux", .function = "f", .name = "return"
};
static const struct dtrace_probedesc g = { .provider = "fbt", .module = "vmlinux", .function = "g", .name = "entry" };
static const struct dtrace_probedesc g_return = {
	.provider = "fbt", .module = "vmlinux", .function = "g", .name = "return"
};
static const struct dtrace_probedesc other_f = {
	.provider = "fbt", .module = "ext4", .function = "f", .name = "entry"
};

static struct ldt_flow *flow;

static struct ldt_flow_line note(struct ldt_flow_firing firing)
{
	struct ldt_flow_line line;

	ldt_flow_note(&flow, &firing, &line);
	return line;
}

static uint32_t enter(uint64_t thread, uint32_t cpu, const struct dtrace_probedesc *probe, uint64_t time)
{
	struct ldt_flow_line line = note((struct ldt_flow_firing){
		.thread = thread, .cpu = cpu, .probe = probe, .kind = DTRACEFLOW_ENTRY, .closed = true, .time = time });

	assert_int_equal(line.elapsed, -1);
	return line.depth;
}

/* An entry of a function whose return is not enabled. */
static uint32_t enter_open(uint64_t thread, const struct dtrace_probedesc *probe)
{
	return note((struct ldt_flow_firing){ .thread = thread, .probe = probe, .kind = DTRACEFLOW_ENTRY }).depth;
}

static uint32_t leave(uint64_t thread, uint32_t cpu, const struct dtrace_probedesc *probe, uint64_t time,
		      int64_t elapsed)
{
	struct ldt_flow_line line = note((struct ldt_flow_firing){
		.thread = thread, .cpu = cpu, .probe = probe, .kind = DTRACEFLOW_RETURN, .time = time });

	assert_int_equal(line.elapsed, elapsed);
	return line.depth;
}

static uint32_t bar(uint64_t thread)
{
	return note((struct ldt_flow_firing){ .thread = thread, .probe = &f, .kind = DTRACEFLOW_NONE }).depth;
}

static int end(void **state)
{
	(void)state;
	ldt_flow_free(flow);
	flow = NULL;
	return 0;
}

/* Two threads in the same functions, on whatever CPUs: each has its own entries. */
static void test_threads(void **state)
{
	(void)state;
	enter(7, 0, &f, 100);
	enter(8, 0, &f, 110);
	enter(1024 + 7, 0, &f, 120); /* of the same bucket */
	leave(7, 1, &f_return, 150, 50);
	leave(1024 + 7, 1, &f_return, 151, 31);
	leave(8, 0, &f_return, 160, 50);
	leave(8, 0, &f_return, 170, -1);
}

static void test_recursion(void **state)
{
	(void)state;
	enter(7, 0, &f, 100);
	enter(7, 0, &f, 110);
	leave(7, 0, &f_return, 115, 5);
	leave(7, 0, &f_return, 120, 20);
}

/* What was entered since and has not returned is forgotten; a function of another module is another one. */
static void test_no_return(void **state)
{
	(void)state;
	enter(7, 0, &f, 100);
	enter(7, 0, &g, 110);
	enter(7, 0, &other_f, 115);
	leave(7, 0, &f_return, 120, 20);
	leave(7, 0, &g_return, 130, -1);
	leave(9, 0, &g_return, 130, -1);
}

/* Idle threads all have number 0. */
static void test_idle(void **state)
{
	(void)state;
	enter(0, 0, &f, 100);
	enter(0, 1, &f, 130);
	leave(0, 0, &f_return, 140, 40);
	leave(0, 1, &f_return, 141, 11);
}

/* A thread that never returns does not grow for ever, and what comes after is right again. */
static void test_many(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < 10000; i++)
		enter(7, 0, &f, i);
	enter(7, 0, &g, 20000);
	leave(7, 0, &g_return, 20003, 3);
}

/* Threads that end in a function are not kept for ever: those of which nothing was seen for longest go first. */
static void test_ended(void **state)
{
	(void)state;
	enter(7, 0, &f, 1);
	enter(8, 0, &f, 2);
	for (uint64_t i = 0; i < 20000; i++) {
		enter(100 + i, 0, &g, 10 + i);
		if (i % 1000 == 0) {
			enter(8, 0, &g, 10 + i);
			leave(8, 0, &g_return, 11 + i, 1);
		}
	}
	leave(7, 0, &f_return, 30000, -1); /* forgotten */
	leave(8, 0, &f_return, 30000, 29998);
	leave(100 + 19999, 0, &g_return, 30000, 30000 - 20009);
}

/* As deep as there are functions around it; each thread for itself, also when it moves to another CPU. */
static void test_depth(void **state)
{
	(void)state;
	assert_int_equal(bar(7), 0);
	assert_int_equal(enter(7, 0, &f, 100), 0);
	assert_int_equal(enter(8, 0, &f, 101), 0);
	assert_int_equal(enter(7, 1, &g, 110), 1);
	assert_int_equal(bar(7), 2);
	assert_int_equal(bar(8), 1);
	assert_int_equal(leave(8, 1, &f_return, 111, 10), 0);
	assert_int_equal(leave(7, 0, &g_return, 120, 10), 1);
	assert_int_equal(leave(7, 0, &f_return, 130, 30), 0);
	assert_int_equal(leave(7, 0, &f_return, 140, -1), 0);
}

/* The entry of g has no probe: its return is where its entry would have been, and f goes on. */
static void test_no_entry(void **state)
{
	(void)state;
	enter(7, 0, &other_f, 90);
	assert_int_equal(enter(7, 0, &f, 100), 1);
	assert_int_equal(leave(7, 0, &g_return, 110, -1), 2);
	assert_int_equal(leave(7, 0, &g_return, 120, -1), 2);
	assert_int_equal(leave(7, 0, &f_return, 130, 30), 1);
}

/* Entry of f and return of g are what the program has chosen: they belong together. */
static void test_pair(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(enter_open(7, &f), 0);
		assert_int_equal(bar(7), 1);
		assert_int_equal(leave(7, 0, &g_return, 110, -1), 0);
	}
}

/* What never returned is forgotten: its caller is as deep as it was. */
static void test_left(void **state)
{
	(void)state;
	enter(7, 0, &f, 100);
	enter(7, 0, &g, 110);
	enter(7, 0, &other_f, 120);
	assert_int_equal(leave(7, 0, &f_return, 130, 30), 0);
	assert_int_equal(enter(7, 0, &g, 140), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_threads, end),   cmocka_unit_test_teardown(test_recursion, end),
		cmocka_unit_test_teardown(test_no_return, end), cmocka_unit_test_teardown(test_idle, end),
		cmocka_unit_test_teardown(test_many, end),      cmocka_unit_test_teardown(test_ended, end),
		cmocka_unit_test_teardown(test_depth, end),     cmocka_unit_test_teardown(test_no_entry, end),
		cmocka_unit_test_teardown(test_pair, end),      cmocka_unit_test_teardown(test_left, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
