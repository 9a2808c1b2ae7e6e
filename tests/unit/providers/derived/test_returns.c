/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_returns.c - probes at a function's return, for each CPU: what they know of the call, nested
 * calls, functions that end in another one, calls that are lost, what is refused.
 */
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "core/entry.h"
#include "core/site/site.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "fake/tracepoints.h"
#include "os/host/host.h"
#include "providers/derived/derived.h"

/* ---- the table ------------------------------------------------------------------------------- */

static uint64_t seen[OS_ADAPTER_RETURN_WORDS];

static bool adapt_value(const uint64_t *in, uint64_t *out)
{
	memcpy(seen, in, sizeof(seen));
	out[0] = in[0];
	return true;
}

#define os_adapt_value adapt_value

static const struct derived_row rows[] = {
	DERIVED_ROW("", "two", "return:two_exits", value, { 0, "int", "" }) DERIVED_ROW(
		"", "tail", "return:tail", value) DERIVED_ROW("", "maybe", "return:maybe", value)
		DERIVED_ROW("", "partly", "return:partly", value) DERIVED_ROW("", "endless", "return:endless", value)
			DERIVED_ROW("", "loop", "return:loop", value) DERIVED_ROW("", "gone", "return:nowhere", value)
};

static struct derived derived = { .name = "sample", .rows = rows, .row_count = DT_ARRAY_SIZE(rows) };

/* ---- setup ----------------------------------------------------------------------------------- */

static struct os_func funcs[] = {
	{ .module = "vmlinux", .name = "two_exits", .body = TWO_EXITS },
	{ .module = "vmlinux", .name = "tail", .body = TAIL },
	{ .module = "vmlinux", .name = "maybe", .body = MAYBE },
	{ .module = "vmlinux", .name = "partly", .body = PARTLY },
	{ .module = "vmlinux", .name = "endless", .body = ENDLESS },
	{ .module = "vmlinux", .name = "loop", .body = LOOP },
	{ .module = "vmlinux", .name = "target" }, /* of tail's jump */
};
static struct os_func placed[DT_ARRAY_SIZE(funcs)];

static uint64_t exit_of(unsigned int function, unsigned int index)
{
	return fake_function(function) + (uint64_t)sample_functions[function].exits[index];
}

/* Two of them are left by the instruction that is there otherwise. */
static unsigned int entry_of(unsigned int function)
{
	return function == TAIL || function == MAYBE ? 0 : SAMPLE_BODY;
}

/* `tail` jumps there: a function that returns at its entry site. */
static void place_target(struct os_func *func)
{
	struct isa_insn jump;

	assert_true(dt_site_decode(&fake_space.space, exit_of(TAIL, 0), &jump));
	func->addr = jump.target;
	fake_write(func->addr - fake_at(0), fake_space.text + SHORT * FUNCTION_SIZE, FUNCTION_SIZE);
	func->body = func->addr + SAMPLE_BODY;
}

static int setup(void **state)
{
	size_t i;

	(void)state;
	fake_reset();
	fake_space_setup();
	fake_write_functions();
	assert_int_equal(dt_sites_init(), 0);
	for (i = 0; i < DT_ARRAY_SIZE(funcs); i++) {
		placed[i] = funcs[i];
		placed[i].size = FUNCTION_SIZE;
		placed[i].addr = fake_function((unsigned int)funcs[i].body);
		placed[i].body = placed[i].addr + entry_of((unsigned int)funcs[i].body);
	}
	place_target(&placed[DT_ARRAY_SIZE(funcs) - 1]);
	fake_space.funcs = placed;
	fake_space.func_count = DT_ARRAY_SIZE(funcs);
	memset(&fake_tracepoints, 0, sizeof(fake_tracepoints));
	memset(seen, 0, sizeof(seen));
	assert_int_equal(derived_register(&derived), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	derived_unregister(&derived);
	dt_sites_settle();
	dt_sites_fini();
	fake_space_teardown();
	return 0;
}

static struct dt_probe *provided(const char *name)
{
	struct dtrace_probedesc pattern = { .provider = "sample" };

	strcpy(pattern.name, name);
	fake.ops->provide(fake.arg, &pattern);
	return fake_probe("vmlinux", "", name);
}

static struct dt_probe *armed(const char *name)
{
	struct dt_probe *probe = provided(name);

	assert_non_null(probe);
	assert_null(fake_enable(probe));
	return probe;
}

/* A CPU gets to @addr at so many bytes of stack; argument and value are in the same register on some CPUs. */
static void pass(uint64_t addr, unsigned int depth, int64_t word, bool is_value)
{
	SAMPLE_REGS regs;

	memset(&regs, 0, sizeof(regs));
	sample_set_stack(&regs, fake_stack() - depth);
	if (is_value)
		sample_set_result(&regs, word);
	else
		sample_set_argument(&regs, (uint64_t)word);
	isa_pc_set((struct isa_regs *)&regs, addr + ISA_SELF_BREAK_PC_AFTER);
	assert_true(dt_trap((struct isa_regs *)&regs));
}

static void enter(unsigned int function, unsigned int depth, int64_t argument)
{
	pass(fake_function(function) + entry_of(function), depth, argument, false);
}

static const char *stash_line(void)
{
	static char text[2048];

	fake_report(text, sizeof(text) - 1);
	return strstr(text, "stash ");
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void test_value(void **state)
{
	struct dt_probe *two = armed("two");

	(void)state;
	pass(exit_of(TWO_EXITS, 0), 0, 5, true); /* was entered before it was armed */
	assert_int_equal(two->fired, 0);
	enter(TWO_EXITS, 0, 7);
	assert_int_equal(two->fired, 0);
	pass(exit_of(TWO_EXITS, 1), 0, -5, true);
	assert_int_equal(two->fired, 1);
	assert_int_equal((int64_t)seen[0], -5);
	assert_int_equal(seen[1], 7);
	assert_true(fake.edge);
	assert_int_equal((int64_t)fake.args[0], -5);
	pass(exit_of(TWO_EXITS, 1), 0, 5, true); /* it returns once */
	assert_int_equal(two->fired, 1);
	fake_disable(two);
}

/* Calls in calls, each with its own argument; the one in the middle was entered before. */
static void test_nested(void **state)
{
	struct dt_probe *two = armed("two");

	(void)state;
	enter(TWO_EXITS, 0, 7);
	enter(TWO_EXITS, 128, 9);
	pass(exit_of(TWO_EXITS, 0), 128, 90, true);
	assert_int_equal(seen[0], 90);
	assert_int_equal(seen[1], 9);
	pass(exit_of(TWO_EXITS, 0), 64, 80, true);
	assert_int_equal(two->fired, 1);
	pass(exit_of(TWO_EXITS, 0), 0, 70, true);
	assert_int_equal(two->fired, 2);
	assert_int_equal(seen[0], 70);
	assert_int_equal(seen[1], 7);
	fake_disable(two);
}

/* It ends in `target`: the return there is its own, and a call of `target` from elsewhere is not. */
static void test_tail(void **state)
{
	struct dt_probe *tail = armed("tail");
	uint64_t exit = placed[DT_ARRAY_SIZE(funcs) - 1].body;

	(void)state;
	assert_null(dt_site_find(&dt_kernel_sites, exit_of(TAIL, 0)));
	pass(exit, 0, 3, true);
	assert_int_equal(tail->fired, 0);
	enter(TAIL, 0, 11);
	pass(exit, 32, 3, true);
	assert_int_equal(tail->fired, 0);
	pass(exit, 0, 4, true);
	assert_int_equal(tail->fired, 1);
	assert_int_equal(seen[0], 4);
	assert_int_equal(seen[1], 11);
	fake_disable(tail);
	assert_string_equal(stash_line(), "stash used 0 full 0 lost 0\n");
}

/* Where no site can be, it cannot be followed. */
static void test_lost(void **state)
{
	struct dt_probe *tail;

	(void)state;
	placed[DT_ARRAY_SIZE(funcs) - 1].refused = "noinstr";
	tail = armed("tail");
	assert_null(dt_site_find(&dt_kernel_sites, placed[DT_ARRAY_SIZE(funcs) - 1].body));
	enter(TAIL, 0, 11);
	assert_string_equal(stash_line(), "stash used 1 full 0 lost 0\n");
	pass(exit_of(TAIL, 0), 0, 0, true);
	assert_int_equal(tail->fired, 0);
	assert_string_equal(stash_line(), "stash used 0 full 0 lost 1\n");
	pass(exit_of(TAIL, 0), 0, 0, true); /* of a call that nobody saw */
	assert_string_equal(stash_line(), "stash used 0 full 0 lost 1\n");
	fake_disable(tail);
}

/* A branch and a jump that may stay in the function. */
static void test_jump(void **state)
{
	struct dt_probe *maybe = armed("maybe");
	SAMPLE_REGS regs;
	unsigned int i;

	(void)state;
	enter(MAYBE, 0, 1);
	for (i = 0; i < 2; i++) {
		memset(&regs, 0, sizeof(regs));
		sample_set_stack(&regs, fake_stack());
		sample_set_jump(&regs, fake_function(i ? TWO_EXITS : MAYBE) + SAMPLE_BODY);
		isa_pc_set((struct isa_regs *)&regs, exit_of(MAYBE, 1) + ISA_SELF_BREAK_PC_AFTER);
		assert_true(dt_trap((struct isa_regs *)&regs));
		assert_string_equal(stash_line(), i ? "stash used 0 full 0 lost 1\n" : "stash used 1 full 0 lost 0\n");
	}
	enter(MAYBE, 0, 2);
	pass(exit_of(MAYBE, 2), 0, 6, true);
	assert_int_equal(maybe->fired, 1);
	assert_int_equal(seen[1], 2);
	fake_disable(maybe);
}

static void test_full(void **state)
{
	struct dt_probe *two = armed("two");
	unsigned int i;

	(void)state;
	for (i = 0; i < 17; i++)
		enter(TWO_EXITS, 64 * i, i);
	assert_string_equal(stash_line(), "stash used 16 full 1 lost 0\n");
	for (i = 17; i-- > 0;)
		pass(exit_of(TWO_EXITS, 0), 64 * i, i, true);
	assert_int_equal(two->fired, 16);
	fake_disable(two);
	assert_string_equal(stash_line(), "stash used 0 full 1 lost 0\n");
}

static void test_refused(void **state)
{
	(void)state;
	assert_null(provided("partly"));
	assert_null(provided("endless"));
	assert_null(provided("loop"));
	assert_null(provided("gone"));
	assert_non_null(strstr(fake.refused, "no-exit=1 loop-to-entry=1 no-hook-in-this-kernel=1 "));
	assert_string_not_equal(fake.refused, "no-exit=1 loop-to-entry=1 no-hook-in-this-kernel=1 ");
	assert_int_equal(fake.probe_count, 0);
}

/* An exit whose bytes have changed: nothing of the place stays. */
static void test_partly_attached(void **state)
{
	struct dt_probe *two = provided("two");

	(void)state;
	fake_space.changed_at = exit_of(TWO_EXITS, 1);
	assert_non_null(fake_enable(two));
	assert_null(dt_site_find(&dt_kernel_sites, exit_of(TWO_EXITS, 0)));
	fake_space.changed_at = FAKE_NOWHERE;
	assert_null(fake_enable(two));
	enter(TWO_EXITS, 0, 1);
	pass(exit_of(TWO_EXITS, 1), 0, 2, true);
	assert_int_equal(two->fired, 1);
	fake_disable(two);
}

/* A call that was under way when its probe was disarmed; that of another place goes on. */
static void test_disarmed(void **state)
{
	struct dt_probe *two = armed("two"), *maybe = armed("maybe");

	(void)state;
	enter(TWO_EXITS, 0, 1);
	enter(MAYBE, 64, 2);
	fake_disable(two);
	assert_string_equal(stash_line(), "stash used 1 full 0 lost 0\n");
	assert_null(fake_enable(two));
	pass(exit_of(TWO_EXITS, 0), 0, 3, true);
	assert_int_equal(two->fired, 0);
	pass(exit_of(MAYBE, 2), 64, 4, true);
	assert_int_equal(maybe->fired, 1);
	fake_disable(maybe);
	fake_disable(two);
}

static void test_no_memory(void **state)
{
	struct dt_probe *two;
	unsigned int n, failed = 0;

	(void)state;
	for (n = 1; n < 12; n++) { /* while it is looked up */
		fake.refused[0] = '\0';
		fake_space.memory_fail = n;
		two = provided("two");
		if (two)
			break;
		assert_string_equal(fake.refused, "no-memory=1 ");
		failed++;
	}
	assert_true(failed >= 4 && two);
	for (n = 1; n < 12; n++) { /* while it is armed */
		fake_space.memory_fail = n;
		if (!fake_enable(two))
			break;
	}
	assert_true(n > 3);
	fake_space.memory_fail = 0;
	enter(TWO_EXITS, 0, 1);
	pass(exit_of(TWO_EXITS, 0), 0, 2, true);
	assert_int_equal(two->fired, 1);
	fake_space.no_memory = true;
	fake_disable(two);
	fake_space.no_memory = false;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_value, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nested, setup, teardown),
		cmocka_unit_test_setup_teardown(test_tail, setup, teardown),
		cmocka_unit_test_setup_teardown(test_lost, setup, teardown),
		cmocka_unit_test_setup_teardown(test_jump, setup, teardown),
		cmocka_unit_test_setup_teardown(test_full, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_partly_attached, setup, teardown),
		cmocka_unit_test_setup_teardown(test_disarmed, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
