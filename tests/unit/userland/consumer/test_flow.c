/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_flow.c - which entry a return belongs to: threads, recursion, returns that never come. */
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

static void enter(uint64_t thread, uint32_t cpu, const struct dtrace_probedesc *probe, uint64_t time)
{
	assert_int_equal(ldt_flow_note(&flow, thread, cpu, probe, false, time), -1);
}

static void leave(uint64_t thread, uint32_t cpu, const struct dtrace_probedesc *probe, uint64_t time, int64_t elapsed)
{
	assert_int_equal(ldt_flow_note(&flow, thread, cpu, probe, true, time), elapsed);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_threads, end),   cmocka_unit_test_teardown(test_recursion, end),
		cmocka_unit_test_teardown(test_no_return, end), cmocka_unit_test_teardown(test_idle, end),
		cmocka_unit_test_teardown(test_many, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
