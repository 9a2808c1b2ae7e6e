/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_pid.c - the provider of processes, for each CPU: probes where a consumer says, what is refused,
 * arguments, sites that come later, who holds a process, and its end.
 */
#include <string.h>

#include "process_fixture.h"

/* ---- what a consumer hands in ----------------------------------------------------------------- */

/* The exits of the function at @row, as a consumer finds them. */
static void want_exits(const char *function, unsigned int row)
{
	const struct sample_function *sample = &sample_functions[row];
	uint64_t addr = fake_function(row);
	struct dtrace_processsite *site;
	unsigned int i;

	want("a.out", function, "return");
	parts[0] = (struct dtrace_processpart){ addr, addr + FUNCTION_SIZE };
	wanted.part_count = sample->conditional ? 1 : 0;
	for (i = 0; sample->exits[i] != -1; i++) {
		site = want_site(addr + (uint64_t)sample->exits[i], sample->exits[i], 0);
		if (sample->conditional >> i & 1)
			site->flags |= DTRACE_PROCESSF_CONDITIONAL | DTRACE_PROCESSF_TAIL;
	}
}

static void want_entry(const char *function, unsigned int row)
{
	want("a.out", function, "entry");
	want_site(fake_function(row) + SAMPLE_BODY, SAMPLE_BODY, 0);
}

/* ---- tests ------------------------------------------------------------------------------------ */

static void test_entry(void **state)
{
	SAMPLE_REGS regs = { 0 };
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	uint64_t sp = fake_stack(), value, word = 77;
	struct dt_probe *probe;
	void *held = hold();

	(void)state;
	assert_string_equal(fake.provider, "pid1234");
	want_entry("two_exits", TWO_EXITS);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(made, 1);
	assert_int_equal(added, 1);
	probe = fake_probe("a.out", "two_exits", "entry");
	assert_null(fake_enable(probe));
	assert_true(site_at(fake_function(TWO_EXITS) + SAMPLE_BODY)->edge);
	sample_set_stack(&regs, sp);
	sample_set_argument(&regs, 77);
	memcpy((void *)(uintptr_t)(sp + isa_self.word_size), &word, isa_self.word_size); /* i386: the only place */
	trap(fake_function(TWO_EXITS) + SAMPLE_BODY, &regs);
	assert_int_equal(probe->fired, 1);
	assert_int_equal(fake.user, DT_FIRING_INTERRUPTED);
	sample_set_stack(&regs, sp);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal(value, 77);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 9, &value), 0);
	memory_missing = true;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 9, &value), -OS_EFAULT); /* on the stack */
	fake_disable(probe);
	let_go(held);
}

static uint32_t value_flags(const struct dt_probe *probe)
{
	struct dtrace_argdesc desc = { .index = 1, .mapping = DTRACE_ARGNONE };

	fake.ops->arg_desc(fake.arg, probe->arg, &desc);
	return desc.flags;
}

static void test_return(void **state)
{
	const struct sample_function *sample = &sample_functions[TWO_EXITS];
	SAMPLE_REGS regs = { 0 };
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	struct dt_probe *probe;
	void *held = hold();
	uint64_t value;
	unsigned int i;

	(void)state;
	want_exits("two_exits", TWO_EXITS);
	assert_int_equal(add_to(held, LIMIT), 0);
	probe = fake_probe("a.out", "two_exits", "return");
	assert_int_equal(value_flags(probe), 0);
	assert_null(fake_enable(probe));
	for (i = 0; sample->exits[i] != -1; i++) {
		sample_set_stack(&regs, fake_stack());
		sample_set_result(&regs, -2);
		trap(fake_function(TWO_EXITS) + (uint64_t)sample->exits[i], &regs);
		firing.data = fake.fired_data[i];
		assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
		assert_int_equal(value, sample->exits[i]);
		assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 1, &value), 0);
		assert_int_equal((int64_t)value, -2);
		assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 2, &value), -OS_ERANGE);
	}
	assert_int_equal(i, 2);
	assert_int_equal(probe->fired, 2);
	fake_disable(probe);
	let_go(held);
}

/* An exit in a part that was moved before the function: its offset is negative. A tail jump has no value. */
static void test_tail(void **state)
{
	struct dt_firing firing = { 0 };
	struct dt_probe *probe;
	void *held = hold();
	uint64_t value;

	(void)state;
	want("a.out", "tail", "return");
	want_site(fake_function(TAIL) + (uint64_t)sample_functions[TAIL].exits[0], -8, DTRACE_PROCESSF_TAIL);
	assert_int_equal(add_to(held, LIMIT), 0);
	probe = fake_probe("a.out", "tail", "return");
	assert_int_equal(value_flags(probe), DTRACE_ARGF_NEVER);
	assert_null(fake_enable(probe));
	firing.data = site_at(sites[0].addr)->first->data;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal((int64_t)value, -8);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 1, &value), -OS_ERANGE);
	fake_disable(probe);
	let_go(held);
}

/* A branch out of the function fires when it is taken; the parts are the probe's own copy. */
static void test_conditional(void **state)
{
	const struct os_extent *inside;
	struct dt_probe *probe;
	void *held = hold();
	size_t i, count;

	(void)state;
	want_exits("maybe", MAYBE);
	count = wanted.site_count;
	assert_int_equal(add_to(held, LIMIT), 0);
	parts[0].start = parts[0].end = 0;
	probe = fake_probe("a.out", "maybe", "return");
	assert_int_equal(value_flags(probe), DTRACE_ARGF_SOMETIMES);
	assert_null(fake_enable(probe));
	for (i = 0; i < count; i++) {
		inside = site_at(sites[i].addr)->first->inside;
		assert_int_equal(inside != NULL, sample_functions[MAYBE].conditional >> i & 1);
		if (!inside)
			continue;
		assert_int_equal(inside[0].start, fake_function(MAYBE));
		assert_int_equal(inside[0].end, fake_function(MAYBE) + FUNCTION_SIZE);
		assert_int_equal(inside[1].end, 0);
	}
	fake_disable(probe);
	let_go(held);
}

static void test_offset(void **state)
{
	uint64_t addr = fake_at(4096), value;
	struct dt_firing firing = { 0 };
	struct dt_probe *first, *second;
	void *held = hold();

	(void)state;
	want("libc.so.6", "nops", "0");
	want_site(addr, 0, 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	want("libc.so.6", "nops", "4");
	want_site(addr + 4, 4, 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	first = fake_probe("libc.so.6", "nops", "0");
	second = fake_probe("libc.so.6", "nops", "4");
	assert_null(fake_enable(first));
	assert_null(fake_enable(second));
	assert_true(site_at(addr)->edge);
	assert_false(site_at(addr + 4)->edge);
	assert_int_equal(fake.ops->arg_get(first->arg, &firing, 0, &value), -OS_ERANGE);
	fake_disable(first);
	assert_null(site_at(addr));
	assert_non_null(site_at(addr + 4));
	fake_disable(second);
	let_go(held);
}

/* The sites of one name come bit by bit, twice, also while it is enabled. */
static void test_more_sites(void **state)
{
	struct dt_probe *probe;
	void *held = hold();

	(void)state;
	want("a.out", "f", "return");
	want_site(fake_at(4096 + 8), 8, 0);
	want_site(fake_at(4096 + 24), 24, 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(added, 2);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(made, 0);
	assert_int_equal(added, 0);
	probe = fake_probe("a.out", "f", "return");
	assert_null(fake_enable(probe));
	want("a.out", "f", "return");
	want_site(fake_at(4096), 0, 0);
	want_site(fake_at(4096 + 8), 8, 0);
	want_site(fake_at(4096 + 16), 16, 0);
	want_site(fake_at(4096 + 32), 32, 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(made, 0);
	assert_int_equal(added, 3);
	assert_int_equal(pid_site_total, 5);
	assert_int_equal(process.sites->live, 5);
	fake_disable(probe);
	assert_int_equal(process.sites->live, 0);
	assert_null(fake_enable(probe));
	assert_int_equal(process.sites->live, 5);
	fake_disable(probe);
	/* those that came first are still known */
	want("a.out", "f", "return");
	want_site(fake_at(4096 + 8), 8, 0);
	want_site(fake_at(4096 + 24), 24, 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(added, 0);
	let_go(held);
}

static void test_refused(void **state)
{
	struct dtrace_processsite *site;
	void *held = hold();

	(void)state;
	want("a.out", "f", "4");
	want_site(fake_at(4096), 4, 0)->bytes[0] ^= 1;
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_string_equal(fake.refused, "text-changed=1 ");
	want("a.out", "f", "4");
	want_site(fake_at(4096), 4, 0)->length++;
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_string_equal(fake.refused, "text-changed=1 ");
	want("a.out", "f", "4");
	want_site(fake_at(0), 4, 0)->addr = fake_at(FAKE_TEXT_SIZE + 4 * PID_PAGE);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_string_equal(fake.refused, "not-text=1 ");
	want("a.out", "f", "4");
	want_site(fake_at(0), 4, 0)->addr = UINT64_MAX - 7;
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_string_equal(fake.refused, "not-text=1 ");
	if (isa_self.insn_align > 1) {
		want("a.out", "f", "4");
		want_site(fake_at(4096), 4, 0)->addr++;
		assert_int_equal(add_to(held, LIMIT), 0);
		assert_string_equal(fake.refused, "not-aligned=1 ");
	}
	FAKE_WRITE(8192, SAMPLE_JUNK);
	want("a.out", "f", "4");
	site = want_site(fake_at(8192), 4, 0);
	site->length = site->length ? site->length : 1;
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(added, 0);
	assert_string_not_equal(fake.refused, "");
	assert_null(fake_probe("a.out", "f", "4")); /* no probe without a site */
	want("a.out", "f", "4");                    /* one of two */
	want_site(fake_at(4096), 4, 0);
	want_site(fake_at(4096 + 16), 4, 0)->bytes[0] ^= 1;
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(added, 1);
	assert_string_equal(fake.refused, "text-changed=1 ");
	let_go(held);
}

/* The last bytes of the text: what follows them is not there. */
static void test_end_of_text(void **state)
{
	void *held = hold();
	uint64_t addr = fake_at(FAKE_TEXT_SIZE - 4);

	(void)state;
	want("a.out", "last", "0");
	want_site(addr, 0, 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(added, 1);
	let_go(held);
}

/* Places are read page by page. */
static void test_reads(void **state)
{
	void *held = hold();
	unsigned int i;

	(void)state;
	want("a.out", "f", "return");
	for (i = 0; i < 2 * PID_PAGE / 4; i++)
		want_site(fake_at(PID_PAGE + 4 * i), 4 * i, 0);
	fake_space.reads = 0;
	assert_int_equal(add_to(held, 100000), 0);
	assert_int_equal(added, 2 * PID_PAGE / 4);
	assert_int_equal(fake_space.reads, 2);
	let_go(held);
}

/* What was read for one command may have changed before the next. */
static void test_reads_again(void **state)
{
	void *held = hold(), *again;

	(void)state;
	want("a.out", "f", "0");
	want_site(fake_at(PID_PAGE), 0, 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	want("a.out", "f", "10");
	want_site(fake_at(PID_PAGE + 16), 0, 0);
	FAKE_WRITE(PID_PAGE + 16, SAMPLE_JUNK);
	again = hold();
	assert_ptr_equal(again, held);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_string_not_equal(fake.refused, "");
	let_go(again);
	let_go(held);
}

static void test_limits(void **state)
{
	void *held = hold();
	unsigned int i;

	(void)state;
	want("a.out", "f", "return");
	for (i = 0; i < 8; i++)
		want_site(fake_at(PID_PAGE + 4 * i), 4 * i, 0);
	assert_int_equal(add_to(held, 5), 0);
	assert_int_equal(added, 5);
	assert_string_equal(fake.refused, "too-many-sites=1 too-many-sites=1 too-many-sites=1 ");
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(added, 3);
	want("a.out", "f", "return");
	for (i = 8; i < DTRACE_PROCESS_SITES_MAX; i++)
		want_site(fake_at(PID_PAGE + 4 * i), 4 * i, 0);
	assert_int_equal(add_to(held, 100000), 0);
	assert_int_equal(pid_site_total, DTRACE_PROCESS_SITES_MAX);
	want("a.out", "f", "return");
	want_site(fake_at(PID_PAGE + 4 * i), 4 * i, 0);
	assert_int_equal(add_to(held, 100000), 0);
	assert_string_equal(fake.refused, "too-many-sites=1 ");
	let_go(held);
}

/* Two consumers: the process stays with the second one. */
static void test_holds(void **state)
{
	void *one = hold(), *two = hold();

	(void)state;
	assert_ptr_equal(one, two);
	assert_int_equal(process.references, 1);
	want_entry("two_exits", TWO_EXITS);
	assert_int_equal(add_to(one, LIMIT), 0);
	let_go(one);
	assert_int_equal(fake.retired, 0);
	assert_int_equal(fake.probe_count, 1);
	let_go(two);
	assert_int_equal(fake.retired, 1);
	assert_int_equal(fake.probe_count, 0);
	assert_int_equal(fake_space.released, 1);
	open_error = -OS_EPERM;
	assert_int_equal(fake.process_ops->open(PID, NULL, NULL, &one), -OS_EPERM);
}

/* The last consumer goes while its probes are enabled by another one, which did not name the process. */
static void test_enabled_at_the_end(void **state)
{
	void *held = hold();

	(void)state;
	want_entry("two_exits", TWO_EXITS);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_null(fake_enable(fake_probe("a.out", "two_exits", "entry")));
	let_go(held);
	assert_int_equal(fake.retired, 1);
}

/* The process ends: its probes go at once, what the consumers hold is empty, and the number may be used again. */
static void test_end(void **state)
{
	void *held = hold(), *next;
	uint8_t now[ISA_BREAK_MAX];

	(void)state;
	want_entry("two_exits", TWO_EXITS);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_null(fake_enable(fake_probe("a.out", "two_exits", "entry")));
	memcpy(now, (void *)(uintptr_t)sites[0].addr, sizeof(now));
	assert_memory_equal(now, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	process_ends();
	assert_int_equal(fake.retired, 1);
	assert_int_equal(fake_space.released, 1);
	assert_int_equal(pid_site_total, 0);
	/* nothing was written to memory that goes: the test does it */
	assert_memory_equal((void *)(uintptr_t)sites[0].addr, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	memcpy((void *)(uintptr_t)sites[0].addr, sites[0].bytes, sites[0].length);
	assert_int_equal(add_to(held, LIMIT), -OS_ESRCH);
	next = hold();
	assert_ptr_not_equal(next, held);
	let_go(held);
	assert_int_equal(add_to(next, LIMIT), 0);
	let_go(next);
}

/* A watcher is told of spaces that nobody here has. */
static void test_end_of_another(void **state)
{
	struct os_space other = { .id = 8 };
	void *held = hold();

	(void)state;
	watcher(&other);
	assert_int_equal(fake.retired, 0);
	let_go(held);
}

/* Memory ends anywhere: what is there then is whole, and all of it is given back. */
static void test_no_memory(void **state)
{
	unsigned int n, failed = 0;
	struct dt_probe *probe;
	void *held;
	int error;

	(void)state;
	for (n = 1; n < 30; n++) {
		fake_space.memory_fail = n;
		held = NULL;
		error = fake.process_ops->open(PID, NULL, NULL, &held);
		want_exits("maybe", MAYBE);
		if (!error)
			error = add_to(held, LIMIT);
		probe = error ? NULL : fake_probe("a.out", "maybe", "return");
		if (probe && fake_enable(probe))
			error = -OS_ENOMEM;
		fake_space.memory_fail = 0;
		failed += error != 0;
		if (probe && !error)
			assert_in_range(process.sites->live, 1, wanted.site_count); /* one may have no slot */
		if (probe)
			fake_disable(probe);
		if (held) {
			assert_int_equal(add_to(held, LIMIT), 0);
			probe = fake_probe("a.out", "maybe", "return");
			assert_null(fake_enable(probe));
			assert_int_equal(process.sites->live, wanted.site_count);
			fake_disable(probe);
			let_go(held);
		}
		fake_run_task();
	}
	assert_in_range(failed, 8, 28);
}

/* Without memory for a batch each site is disarmed by itself. */
static void test_disarm_without_memory(void **state)
{
	void *held = hold();
	struct dt_probe *probe;

	(void)state;
	want_exits("two_exits", TWO_EXITS);
	assert_int_equal(add_to(held, LIMIT), 0);
	probe = fake_probe("a.out", "two_exits", "return");
	assert_null(fake_enable(probe));
	fake_space.no_memory = true;
	fake_disable(probe);
	fake_space.no_memory = false;
	assert_int_equal(process.sites->live, 0);
	let_go(held);
}

static size_t count_lines(const char *text, const char *line)
{
	size_t count = 0;

	while ((text = strstr(text, line)) != NULL) {
		text += strlen(line);
		count++;
	}
	return count;
}

static void test_report(void **state)
{
	const struct dt_provider_ops *probe_ops;
	struct dt_process_losses losses;
	size_t looked;
	uint8_t before[FUNCTION_SIZE];
	char text[1024];
	void *held;

	(void)state;
	fake_report(text, sizeof(text));
	assert_string_equal(
		text,
		"processes 0 probes 0 sites 0 refused 0 late 0 again 0 overwritten 0 given-back 0 restored 0 gone 0\n");
	held = hold();
	want_exits("two_exits", TWO_EXITS);
	assert_int_equal(add_to(held, LIMIT), 0);
	want("a.out", "f", "4");
	want_site(fake_at(4096), 4, 0)->bytes[0] ^= 1;
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	probe_ops = fake.ops;
	fake.ops = list_ops;
	fake_report(text, 256);
	assert_string_equal(
		text,
		"process 1234 space 7 probes 1 sites 2 late 0 again 0 overwritten 0 restored 0 gone 0\n"
		"refused process 1234 sites 2 text-changed\n"
		"processes 1 probes 1 sites 2 refused 2 late 0 again 0 overwritten 0 given-back 0 restored 0 gone 0\n");
	fake.ops = probe_ops;
	memcpy(before, (const void *)(uintptr_t)fake_function(TWO_EXITS), sizeof(before));
	assert_null(fake_enable(fake_probe("a.out", "two_exits", "return")));
	fake.ops = list_ops;
	fake_report(text, 200);
	assert_non_null(strstr(
		text,
		"overwritten 0 restored 0 gone 0\nrefused process 1234 sites 2 text-changed\narmed process 1234 "));
	assert_int_equal(count_lines(text, " fbt:vmlinux:vfs_read:entry fired 0\n"), 2);
	assert_int_equal(count_lines(text, "process 1234 space "), 1);
	fake.ops = probe_ops;
	fake_write_functions(); /* both breaks are gone */
	assert_memory_equal((const void *)(uintptr_t)fake_function(TWO_EXITS), before, sizeof(before));
	assert_true(fake.process_ops->losses(held, false, &losses, &looked));
	assert_int_equal(losses.overwritten + looked, 0);
	assert_true(fake.process_ops->losses(held, true, &losses, &looked));
	assert_int_equal(losses.overwritten, 2);
	assert_int_equal(looked, 2);
	let_go(held);
	fake.ops = list_ops;
	fake_report(text, sizeof(text));
	assert_string_equal(
		text,
		"processes 0 probes 0 sites 0 refused 0 late 0 again 0 overwritten 2 given-back 0 restored 0 gone 0\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_entry, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_return, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_tail, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_conditional, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_offset, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_more_sites, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_refused, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_end_of_text, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_reads, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_reads_again, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_limits, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_holds, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_enabled_at_the_end, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_end, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_end_of_another, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_disarm_without_memory, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_report, process_setup, process_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
