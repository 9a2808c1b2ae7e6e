/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_derived.c - providers made of a table, for each CPU: which rows become probes, the order of
 * rows at one place, what adapters get and give, arming and refusals.
 */
#include <string.h>

#include "base/report.h"
#include "core/entry.h"
#include "core/site/site.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "fake/tracepoints.h"
#include "os/host/host.h"
#include "providers/derived/derived.h"
#include "providers/derived/place.h"

static int place[5];
static const struct os_tracepoint points[] = {
	{ "vmlinux", "task", "made", &place[0] },
	{ "vmlinux", "task", "ended", &place[1] },
	{ "nfsd", "nfsd", "served", &place[2] },
	{ "vmlinux", "raw_syscalls", "sys_enter", &place[3] },
	{ "vmlinux", "raw_syscalls", "sys_exit", &place[4] },
};

static const struct os_syscall system_calls[] = {
	{ "write", "", 1, 0 },
	{ "read", "", 0, 0 },
	{ "read", "compat", 3, 1 },
};

/* ---- adapters -------------------------------------------------------------------------------- */

static char calls[64]; /* a letter for each */
static uint64_t seen[OS_ADAPTER_ENTRY_WORDS];

static void note(const char *letter)
{
	strcat(calls, letter);
}

/* Each row's adapter finds zeroes, whatever the one before has left there. */
static void all_zero(const uint64_t *out)
{
	static const uint64_t zeroes[OS_ADAPTER_ARGS + 1];

	assert_memory_equal(out, zeroes, sizeof(zeroes));
}

static bool adapt_first(const uint64_t *in, uint64_t *out)
{
	note("a");
	all_zero(out);
	memset(out, 0x77, OS_ADAPTER_ARGS * sizeof(*out));
	out[0] = in[0] + 1;
	out[1] = 50;
	return true;
}

/* Only odd ones. */
static bool adapt_second(const uint64_t *in, uint64_t *out)
{
	note("b");
	all_zero(out);
	out[0] = in[1];
	return in[0] & 1;
}

static bool adapt_entry(const uint64_t *in, uint64_t *out)
{
	note("e");
	memcpy(seen, in, sizeof(seen));
	out[0] = 9;
	return true;
}

#define os_adapt_first  adapt_first
#define os_adapt_second adapt_second
/* Only asked for arguments, of one firing at a time. */
static bool adapt_always(const uint64_t *in, uint64_t *out)
{
	note("w");
	all_zero(out);
	memcpy(seen, in, sizeof(seen));
	out[0] = 9;
	out[2] = in[1];
	return true;
}

#define os_adapt_entry  adapt_entry
#define os_adapt_always adapt_always

/* clang-format off */
static const struct derived_row rows[] = {
	DERIVED_ROW("", "create", "tp:made", first, { 1, "int", "" }, { 0, "struct task *", "psinfo_t *" })
	DERIVED_ROW("", "small", "tp:made", second, { 0, "int", "" })
	DERIVED_ROW("", "gone", "tp:nowhere", first)
	DERIVED_ROW("", "tick", "entry:no_tick", entry)
	DERIVED_ROW("", "tick", "entry:tick", entry, { 0, "int", "" })
	DERIVED_ROW("", "tick", "tp:ended", first)
	DERIVED_ROW("", "forbidden", "entry:forbidden", entry)
	DERIVED_ROW("other", "tick", "entry:tick", first)
	DERIVED_ROW("", "served", "tp:nfsd`served", first)
	DERIVED_ROW("", "done", "return:nfsd`serve", first)
	DERIVED_ROW("", "gone", "entry:nfsd`nothing", first)
	DERIVED_ROW("read", "begins", "syscall:read:entry", first, { 0, "int", "" })
	DERIVED_ROW("read", "ends", "syscall:read:return", first, { 0, "int", "" })
	DERIVED_ROW("gone", "ends", "syscall:gone:return", first, { 0, "int", "" })
};

static const struct derived_row plain_rows[] = {
	DERIVED_ROW_ALWAYS("", "tick", "entry:tick", always, { 2, "int", "" }, { 0, "int", "" })
	DERIVED_ROW_ALWAYS("", "made", "tp:made", always, { 0, "int", "" })
	DERIVED_ROW_ALWAYS("", "one", "entry:twice", always, { 0, "int", "" })
	DERIVED_ROW_ALWAYS("", "two", "entry:twice", always, { 0, "int", "" })
};
/* clang-format on */

static struct derived plain = { .name = "plain", .rows = plain_rows, .row_count = DT_ARRAY_SIZE(plain_rows) };
static struct derived derived = { .name = "sample", .rows = rows, .row_count = DT_ARRAY_SIZE(rows) };

/* ---- a provider whose probes need what a helper keeps, and that tells of several events at once ---- */

static int lives; /* begin without an end */
static bool no_begin;

static int begin(void)
{
	if (no_begin)
		return -OS_ENOMEM;
	lives++;
	return 0;
}

static void end(void)
{
	lives--;
}

static void add_report(struct dt_report *report)
{
	dt_report_line(report, "lives %d", lives);
}

static bool adapt_keep(const uint64_t *in, uint64_t *out)
{
	(void)in;
	(void)out;
	note("k");
	return false;
}

/* As many as the word says. */
static bool adapt_several(const uint64_t *in, uint64_t *out)
{
	note("s");
	if (in[0] == 0)
		return false;
	out[0] = 100 + out[2]++;
	out[1] = 200 + out[2];
	out[OS_ADAPTER_AGAIN] = out[2] < in[0];
	return true;
}

#define os_adapt_keep    adapt_keep
#define os_adapt_several adapt_several

static const struct derived_row kept_rows[] = {
	DERIVED_ROW("", "", "tp:made", keep) DERIVED_ROW("serve", "", "return:nfsd`serve", keep)
		DERIVED_ROW("", "start", "tp:made", first, { 0, "int", "" })
			DERIVED_ROW("", "done", "tp:ended", several, { 0, "struct task *", "psinfo_t *", 1 },
				    { 0, "int", "" }) DERIVED_ROW("", "second", "tp:ended", several, { 0, "int", "" },
								  { 0, "struct task *", "psinfo_t *", 1 })
};

/* One row is refused although it could be, another for a reason of its own. */
static const char *refusal(const struct derived_row *row, const char *why)
{
	if (strcmp(row->name, "small") == 0)
		return "too-small";
	return why && strcmp(why, DERIVED_NO_HOOK) == 0 ? "not-here" : why;
}

static const struct os_extent hidden[] = { { 5, 6 }, { 0, 0 } };

static struct derived kept = {
	.name = "kept",
	.rows = kept_rows,
	.row_count = DT_ARRAY_SIZE(kept_rows),
	.begin = begin,
	.end = end,
	.add_report = add_report,
};

/* ---- setup ----------------------------------------------------------------------------------- */

static struct os_func funcs[] = {
	{ .module = "vmlinux", .name = "tick", .size = FUNCTION_SIZE },
	{ .module = "vmlinux", .name = "forbidden", .size = FUNCTION_SIZE, .refused = "noinstr" },
	{ .module = "vmlinux", .name = "twice", .size = FUNCTION_SIZE },
	{ .module = "vmlinux", .name = "again", .size = FUNCTION_SIZE },
	{ .module = "vmlinux", .name = "loop", .size = FUNCTION_SIZE },
	{ .module = "nfsd", .name = "serve", .size = FUNCTION_SIZE },
};
#define NFSD (DT_ARRAY_SIZE(funcs) - 1) /* index */

static int setup(void **state)
{
	(void)state;
	fake_reset();
	fake_space_setup();
	fake_write_functions();
	funcs[0].addr = fake_function(SHORT);
	funcs[0].body = funcs[0].addr + SAMPLE_BODY;
	funcs[1].addr = funcs[1].body = fake_function(FORBIDDEN);
	funcs[2].addr = fake_function(WORK);
	funcs[2].body = funcs[2].addr + SAMPLE_BODY;
	funcs[3].addr = funcs[3].body = fake_function(SELF);
	funcs[4].addr = fake_function(LOOP);
	funcs[4].body = funcs[4].addr + SAMPLE_BODY;
	funcs[NFSD].addr = fake_function(TWO_EXITS);
	funcs[NFSD].body = funcs[NFSD].addr + SAMPLE_BODY;
	fake_space.funcs = funcs;
	fake_space.func_count = DT_ARRAY_SIZE(funcs) - 1; /* nfsd is not there */
	memset(&fake_tracepoints, 0, sizeof(fake_tracepoints));
	fake_tracepoints.points = points;
	fake_tracepoints.count = DT_ARRAY_SIZE(points);
	fake_tracepoints.gone = "nfsd";
	fake_tracepoints.calls = system_calls;
	fake_tracepoints.call_count = DT_ARRAY_SIZE(system_calls);
	calls[0] = '\0';
	assert_int_equal(dt_sites_init(), 0);
	assert_int_equal(derived_register(&derived), 0);
	return 0;
}

static int setup_kept_unasked(void **state)
{
	setup(state);
	derived_unregister(&derived);
	fake_reset();
	lives = 0;
	no_begin = false;
	assert_int_equal(derived_register(&kept), 0);
	return 0;
}

static int setup_kept(void **state)
{
	setup_kept_unasked(state);
	fake.ops->provide(fake.arg, NULL);
	return 0;
}

static int setup_plain(void **state)
{
	setup(state);
	derived_unregister(&derived);
	fake_reset();
	assert_int_equal(derived_register(&plain), 0);
	fake.ops->provide(fake.arg, NULL);
	return 0;
}

static int end_all(void **state)
{
	(void)state;
	dt_sites_settle();
	dt_sites_fini();
	fake_space_teardown();
	assert_int_equal(fake_tracepoints.hook_count, 0);
	return 0;
}

static void provide(const char *function, const char *name)
{
	struct dtrace_probedesc pattern = { .provider = "sample" };

	strcpy(pattern.function, function);
	strcpy(pattern.name, name);
	fake.ops->provide(fake.arg, &pattern);
}

static int teardown(void **state)
{
	derived_unregister(&derived);
	return end_all(state);
}

static int teardown_plain(void **state)
{
	derived_unregister(&plain);
	return end_all(state);
}

static int teardown_kept(void **state)
{
	derived_unregister(&kept);
	return end_all(state);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void test_rows(void **state)
{
	(void)state;
	provide("", "create");
	assert_int_equal(fake.probe_count, 1);
	assert_int_equal(fake_tracepoints.walks, 1);
	provide("", "small"); /* the same place */
	assert_int_equal(fake_tracepoints.walks, 1);
	assert_string_equal(fake.refused, "");
	provide("", "gone");
	assert_string_equal(fake.refused, "no-hook-in-this-kernel=1 ");
	provide("", "tick"); /* two of that name; of three hooks for one of them the second is there */
	assert_int_equal(fake.probe_count, 4);
	assert_string_equal(fake.refused, "no-hook-in-this-kernel=1 ");
	provide("", "forbidden");
	assert_string_equal(fake.refused, "no-hook-in-this-kernel=1 noinstr=1 ");
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake.probe_count, 6);
	assert_string_equal(fake.refused, "no-hook-in-this-kernel=1 noinstr=1 "
					  "no-hook-in-this-kernel=1 noinstr=1 no-hook-in-this-kernel=1 ");
}

static void test_no_memory(void **state)
{
	(void)state;
	fake_space.no_memory = true;
	fake.ops->provide(fake.arg, NULL);
	assert_string_equal(fake.refused, "no-memory=1 ");
	assert_int_equal(fake.probe_count, 0);
	fake_space.no_memory = false;
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake.probe_count, 6);
	fake_space.no_memory = true;
	assert_string_equal(fake_enable(fake_probe("vmlinux", "", "create")), "no-memory");
	fake_space.no_memory = false;
	assert_null(fake_enable(fake_probe("vmlinux", "", "create")));
	assert_int_equal(fake_tracepoints.hook_count, 1);
	fake_space.no_memory = true;
	fake_disable(fake_probe("vmlinux", "", "create"));
	assert_int_equal(fake_tracepoints.hook_count, 0);
	fake_space.no_memory = false;
}

/* In the order of the table, whatever the order of arming; a filter; the arguments. */
static void test_place(void **state)
{
	static const uint64_t odd[] = { 1, 20 }, even[] = { 2, 20 };
	struct dt_probe *create, *small;

	(void)state;
	provide("", "small"); /* made first, and fires second */
	provide("", "create");
	create = fake_probe("vmlinux", "", "create");
	small = fake_probe("vmlinux", "", "small");
	assert_null(fake_enable(small));
	assert_null(fake_enable(create));
	assert_int_equal(fake_tracepoints.hook_count, 1);
	fake_pass("made", odd, 2);
	assert_string_equal(calls, "ab");
	assert_int_equal(create->fired, 1);
	assert_int_equal(small->fired, 1);
	assert_int_equal(fake.arg_count, 1); /* of the last one, small */
	assert_int_equal(fake.args[0], 20);
	assert_int_equal(fake.ops->frames(small->arg)[0].end, 0x1100);
	fake_pass("made", even, 2);
	assert_int_equal(create->fired, 2);
	assert_int_equal(small->fired, 1);
	assert_int_equal(fake.arg_count, 2);
	assert_int_equal(fake.args[0], 50); /* the second of what the adapter filled in */
	assert_int_equal(fake.args[1], 3);
	fake_disable(create);
	assert_int_equal(fake_tracepoints.hook_count, 1);
	fake_pass("made", odd, 2);
	assert_int_equal(create->fired, 2);
	assert_int_equal(small->fired, 2);
	fake_disable(small);
	assert_int_equal(fake_tracepoints.hook_count, 0);
}

static void test_entry(void **state)
{
	SAMPLE_REGS regs;
	const struct isa_mem mem = { 0 };
	struct dt_probe *tick, *other;
	uint64_t value;

	(void)state;
	memset(&regs, 0x5a, sizeof(regs));
	sample_set_stack(&regs, fake_stack());
	sample_set_argument(&regs, 77);
	provide("", "tick");
	tick = fake_probe("vmlinux", "", "tick");
	other = fake_probe("vmlinux", "other", "tick");
	assert_null(fake_enable(other));
	assert_null(fake_enable(tick));
	isa_pc_set((struct isa_regs *)&regs, funcs[0].body + ISA_SELF_BREAK_PC_AFTER);
	assert_true(dt_trap((struct isa_regs *)&regs));
	assert_string_equal(calls, "ea");
	assert_int_equal(tick->fired, 1);
	assert_int_equal(other->fired, 1);
	assert_true(fake.edge);
	assert_int_equal(seen[0], 77);
	isa_pc_set((struct isa_regs *)&regs, 0);
	assert_int_equal(isa_arg_get((struct isa_regs *)&regs, 1, &mem, &value), 0);
	assert_int_equal(seen[1], value);
	fake_disable(tick);
	fake_disable(other);
}

/* The adapter of a row that always fires is not called before a program asks for an argument. */
static void test_plain(void **state)
{
	SAMPLE_REGS regs;
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	struct dt_probe *tick = fake_probe("vmlinux", "", "tick");
	const struct isa_mem mem = { 0 };
	uint64_t value, second;

	(void)state;
	memset(&regs, 0x5a, sizeof(regs));
	sample_set_stack(&regs, fake_stack());
	sample_set_argument(&regs, 77);
	assert_null(fake_enable(tick));
	isa_pc_set((struct isa_regs *)&regs, funcs[0].body + ISA_SELF_BREAK_PC_AFTER);
	assert_true(dt_trap((struct isa_regs *)&regs));
	assert_string_equal(calls, "");
	assert_int_equal(tick->fired, 1);
	assert_int_equal(fake.arg_count, 0);
	assert_true(fake.edge);
	sample_set_argument(&regs, 78);
	assert_int_equal(isa_arg_get((struct isa_regs *)&regs, 1, &mem, &second), 0);
	assert_int_equal(fake.ops->arg_get(tick->arg, &firing, 0, &value), 0);
	assert_int_equal(value, second);
	assert_int_equal(fake.ops->arg_get(tick->arg, &firing, 1, &value), 0);
	assert_int_equal(value, 9);
	assert_int_equal(seen[0], 78);
	assert_string_equal(calls, "ww");
	assert_int_equal(fake.ops->arg_get(tick->arg, &firing, 2, &value), -OS_ERANGE);
	assert_string_equal(calls, "ww");
	fake_disable(tick);
}

/* Two rows of one place, and a row of a tracepoint: they have their arguments at hand. */
static void test_not_plain(void **state)
{
	static const uint64_t args[] = { 1, 20, 3 };
	struct dt_probe *one = fake_probe("vmlinux", "", "one"), *two = fake_probe("vmlinux", "", "two");
	struct dt_probe *made = fake_probe("vmlinux", "", "made");
	SAMPLE_REGS regs;
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	uint64_t value;

	(void)state;
	memset(&regs, 0x5a, sizeof(regs));
	sample_set_stack(&regs, fake_stack());
	assert_null(fake_enable(one));
	isa_pc_set((struct isa_regs *)&regs, funcs[2].body + ISA_SELF_BREAK_PC_AFTER);
	assert_true(dt_trap((struct isa_regs *)&regs));
	assert_string_equal(calls, "w");
	assert_int_equal(fake.arg_count, 1);
	assert_int_equal(fake.ops->arg_get(one->arg, &firing, 0, &value), -OS_ERANGE);
	assert_string_equal(calls, "w");
	assert_null(fake_enable(two));
	isa_pc_set((struct isa_regs *)&regs, funcs[2].body + ISA_SELF_BREAK_PC_AFTER);
	assert_true(dt_trap((struct isa_regs *)&regs));
	assert_string_equal(calls, "www");
	assert_int_equal(one->fired, 2);
	assert_int_equal(two->fired, 1);
	assert_null(fake_enable(made));
	fake_pass("made", args, 3);
	assert_string_equal(calls, "wwww");
	assert_int_equal(fake.args[0], 9);
	fake_disable(one);
	fake_disable(two);
	fake_disable(made);
}

/* Those that are read in line are what the table reads. */
static void test_entry_args(void **state)
{
	SAMPLE_REGS regs;
	const struct isa_mem mem = { 0 };
	uint64_t words[ISA_ENTRY_ARGS], value;
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(regs); i++)
		((uint8_t *)&regs)[i] = (uint8_t)(255 - i);
	isa_entry_args((struct isa_regs *)&regs, words);
	for (i = 0; i < ISA_ENTRY_ARGS; i++) {
		assert_int_equal(isa_arg_get((struct isa_regs *)&regs, i, &mem, &value), 0);
		assert_int_equal(words[i], value);
	}
}

/* A jump to the first byte, a branch to the entry site, neither. */
static void test_calls(void **state)
{
	(void)state;
	assert_true(derived_kernel_calls("again", "again"));
	assert_true(derived_kernel_calls("loop", "loop"));
	assert_false(derived_kernel_calls("tick", "tick"));
	assert_false(derived_kernel_calls("loop", "tick"));
	assert_false(derived_kernel_calls("nowhere", "tick"));
	assert_false(derived_kernel_calls("tick", "nowhere"));
	fake_space.no_memory = true;
	assert_true(derived_kernel_calls("tick", "loop"));
	fake_space.no_memory = false;
}

static void test_refused(void **state)
{
	static const uint64_t args[] = { 1, 2 };
	struct dt_probe *create;

	(void)state;
	provide("", "create");
	create = fake_probe("vmlinux", "", "create");
	fake_tracepoints.refused_name = "made";
	fake_tracepoints.refused = "not-attached";
	assert_string_equal(fake_enable(create), "not-attached");
	fake_pass("made", args, 2);
	assert_int_equal(create->fired, 0);
	fake_tracepoints.refused_name = NULL;
	assert_null(fake_enable(create));
	fake_pass("made", args, 2);
	assert_int_equal(create->fired, 1);
	fake_disable(create);
}

/* What the provider says of a row counts, and what it hides. */
static void test_own_reasons(void **state)
{
	(void)state;
	derived.refusal = refusal;
	derived.hidden = hidden;
	fake.ops->provide(fake.arg, NULL);
	derived.refusal = NULL;
	assert_string_equal(fake.refused, "too-small=1 not-here=1 noinstr=1 not-here=1 ");
	assert_null(fake_probe("vmlinux", "", "small"));
	assert_ptr_equal(fake.ops->frames(fake_probe("vmlinux", "", "create")->arg), hidden);
	derived.hidden = NULL;
}

static void test_types(void **state)
{
	struct dtrace_argdesc desc = { .index = 1 };

	(void)state;
	provide("", "create");
	fake.ops->arg_desc(fake.arg, fake.probes[0].arg, &desc);
	assert_int_equal(desc.mapping, 1);
	assert_string_equal(desc.native, "struct task *");
	assert_string_equal(desc.translated, "psinfo_t *");
	desc.index = 2;
	fake.ops->arg_desc(fake.arg, fake.probes[0].arg, &desc);
	assert_int_equal(desc.mapping, DTRACE_ARGNONE);
}

/* A helper is no probe, and is there with the first probe, whichever that is, until the last one goes. */
static void test_helper(void **state)
{
	static const uint64_t args[] = { 1, 2 };
	struct dt_probe *start, *done;

	(void)state;
	assert_int_equal(fake.probe_count, 3);
	start = fake_probe("vmlinux", "", "start");
	done = fake_probe("vmlinux", "", "done");
	assert_null(fake_enable(done));
	assert_int_equal(lives, 1);
	assert_int_equal(fake_tracepoints.hook_count, 2);
	fake_pass("made", args, 2);
	assert_string_equal(calls, "k");
	assert_int_equal(start->fired, 0);
	assert_null(fake_enable(start));
	assert_int_equal(lives, 1);
	fake_pass("made", args, 2);
	assert_string_equal(calls, "kka");
	assert_int_equal(start->fired, 1);
	fake_disable(done);
	assert_int_equal(fake_tracepoints.hook_count, 1);
	fake_pass("made", args, 2);
	assert_string_equal(calls, "kkaka");
	assert_int_equal(lives, 1);
	fake_disable(start);
	assert_int_equal(fake_tracepoints.hook_count, 0);
	assert_int_equal(lives, 0);
}

static void test_helper_without_room(void **state)
{
	struct dt_probe *done = fake_probe("vmlinux", "", "done");

	(void)state;
	no_begin = true;
	assert_string_equal(fake_enable(done), "no-memory");
	assert_int_equal(fake_tracepoints.hook_count, 0);
	no_begin = false;
	fake_tracepoints.refused_name = "ended";
	fake_tracepoints.refused = "not-attached";
	assert_string_equal(fake_enable(done), "not-attached");
	assert_int_equal(fake_tracepoints.hook_count, 0);
	assert_int_equal(lives, 0);
	fake_tracepoints.refused_name = "made"; /* which a helper of it listens to: it would fire less than it should */
	assert_string_equal(fake_enable(done), "not-attached");
	assert_int_equal(fake_tracepoints.hook_count, 0);
	assert_int_equal(lives, 0);
	fake_tracepoints.refused_name = NULL;
	assert_null(fake_enable(done));
	fake_space.no_memory = true;
	fake_disable(done);
	fake_space.no_memory = false;
	assert_int_equal(fake_tracepoints.hook_count, 0);
	assert_int_equal(lives, 0);
}

/* One passage, several firings; what a program sees as args[0] is a word of its own. */
static void test_series(void **state)
{
	static const uint64_t three[] = { 3, 0 }, none[] = { 0, 0 };
	struct dtrace_argdesc desc = { .index = 0 };
	struct dt_probe *done = fake_probe("vmlinux", "", "done");

	(void)state;
	assert_null(fake_enable(done));
	fake_pass("ended", three, 2);
	assert_string_equal(calls, "sss");
	assert_int_equal(done->fired, 3);
	assert_int_equal(fake.arg_count, 3);
	assert_int_equal(fake.args[0], 102);
	assert_int_equal(fake.args[1], 102);
	assert_int_equal(fake.args[2], 203);
	fake_pass("ended", none, 2);
	assert_int_equal(done->fired, 3);
	fake.ops->arg_desc(fake.arg, done->arg, &desc);
	assert_int_equal(desc.mapping, 2);
	desc.index = 1;
	fake.ops->arg_desc(fake.arg, done->arg, &desc);
	assert_int_equal(desc.mapping, 1);
	fake_disable(done);
}

/* It may be any argument. */
static void test_object_of_another(void **state)
{
	static const uint64_t one[] = { 1, 0 };
	struct dtrace_argdesc desc = { .index = 1 };
	struct dt_probe *second = fake_probe("vmlinux", "", "second");

	(void)state;
	assert_null(fake_enable(second));
	fake_pass("ended", one, 2);
	assert_int_equal(fake.arg_count, 3);
	assert_int_equal(fake.args[1], 100);
	assert_int_equal(fake.args[2], 201);
	fake.ops->arg_desc(fake.arg, second->arg, &desc);
	assert_int_equal(desc.mapping, 2);
	fake_disable(second);
}

static void test_report_kept(void **state)
{
	char text[1024];
	struct dt_report report = { .text = text, .room = sizeof(text) - 1 };

	(void)state;
	fake.ops->report(fake.arg, &report);
	text[report.used] = '\0';
	assert_string_equal(text, "helper kept:vmlinux tp:made\n"
				  "refused kept:nfsd:serve: return:nfsd`serve module-not-loaded\n"
				  "probe kept:vmlinux::start tp:made\n"
				  "probe kept:vmlinux::done tp:ended\n"
				  "probe kept:vmlinux::second tp:ended\n"
				  "lives 0\n"
				  "probes 3 refused 1\n"
				  "stash used 0 full 0 lost 0\n");
}

static void test_report(void **state)
{
	char text[1024];
	struct dt_report report = { .text = text, .room = sizeof(text) - 1 };

	(void)state;
	fake.ops->report(fake.arg, &report);
	assert_true(report.done);
	text[report.used] = '\0';
	assert_string_equal(text, "probe sample:vmlinux::create tp:made\n"
				  "probe sample:vmlinux::small tp:made\n"
				  "refused sample:vmlinux::gone tp:nowhere no-hook-in-this-kernel\n"
				  "another sample:vmlinux::tick entry:no_tick\n"
				  "probe sample:vmlinux::tick entry:tick\n"
				  "another sample:vmlinux::tick tp:ended\n"
				  "refused sample:vmlinux::forbidden entry:forbidden noinstr\n"
				  "probe sample:vmlinux:other:tick entry:tick\n"
				  "refused sample:nfsd::served tp:nfsd`served module-not-loaded\n"
				  "refused sample:nfsd::done return:nfsd`serve module-not-loaded\n"
				  "refused sample:nfsd::gone entry:nfsd`nothing module-not-loaded\n"
				  "probe sample:vmlinux:read:begins syscall:read:entry\n"
				  "probe sample:vmlinux:read:ends syscall:read:return\n"
				  "refused sample:vmlinux:gone:ends syscall:gone:return no-hook-in-this-kernel\n"
				  "probes 6 refused 6\n"
				  "stash used 0 full 0 lost 0\n");
}

/* ---- modules --------------------------------------------------------------------------------- */

static void module_comes(void)
{
	fake_space.func_count = DT_ARRAY_SIZE(funcs);
	fake_tracepoints.gone = NULL;
	fake.ops->provide_module(fake.arg, "nfsd");
}

/* As the framework does it. */
static void module_goes(void)
{
	size_t i, left = 0;

	fake.ops->remove_module(fake.arg, "nfsd");
	for (i = 0; i < fake.probe_count; i++) {
		if (strcmp(fake.probes[i].module, "nfsd") == 0)
			fake.ops->destroy(fake.arg, fake.probes[i].arg);
		else
			fake.probes[left++] = fake.probes[i];
	}
	fake.probe_count = left;
	fake_space.func_count = DT_ARRAY_SIZE(funcs) - 1;
	fake_tracepoints.gone = "nfsd";
}

static void check_served(void)
{
	static const uint64_t args[] = { 1, 2 };
	struct dt_probe *served = fake_probe("nfsd", "", "served"), *done = fake_probe("nfsd", "", "done");

	assert_non_null(served);
	assert_non_null(done);
	assert_null(fake_enable(served));
	assert_null(fake_enable(done));
	fake_pass("served", args, 2);
	assert_int_equal(served->fired, 1);
	assert_non_null(dt_site_find(&dt_kernel_sites, funcs[NFSD].body));
}

/* Its probes are not there before it is, nobody is told that they are refused, and they come again with it. */
static void test_module(void **state)
{
	unsigned int round;

	(void)state;
	fake.ops->provide(fake.arg, NULL);
	assert_int_equal(fake.probe_count, 6);
	assert_string_equal(fake.refused, "no-hook-in-this-kernel=1 noinstr=1 no-hook-in-this-kernel=1 ");
	for (round = 0; round < 2; round++) {
		module_comes();
		assert_int_equal(fake.probe_count, 8);
		assert_null(fake_probe("nfsd", "", "gone"));
		check_served();
		module_goes();
		assert_int_equal(fake.probe_count, 6);
		assert_int_equal(fake_tracepoints.hook_count, 0);
		assert_null(dt_site_find(&dt_kernel_sites, funcs[NFSD].body));
	}
	module_comes();
	fake.refused[0] = '\0';
	fake.ops->provide(fake.arg, NULL);
	assert_string_equal(fake.refused,
			    "no-hook-in-this-kernel=1 noinstr=1 no-hook-in-this-kernel=1 no-hook-in-this-kernel=1 ");
}

/* Nobody wants them: not even looked up. */
static void test_module_unasked(void **state)
{
	(void)state;
	module_comes();
	assert_int_equal(fake.probe_count, 0);
	assert_int_equal(fake_tracepoints.walks, 0);
}

/* No helper is looked for when no row with a name is meant, nor when a module comes then. */
static void test_helper_unasked(void **state)
{
	(void)state;
	provide("", "BEGIN");
	provide("nobody", "");
	module_comes();
	assert_int_equal(fake_tracepoints.walks, 0);
	assert_string_equal(fake.refused, "");
	provide("", "done");
	assert_int_equal(fake.probe_count, 1);
	assert_int_equal(fake_tracepoints.walks, 2); /* and the helper's */
}

/* A helper's module comes while a probe is armed, goes, and comes while none is. */
static void test_helper_in_module(void **state)
{
	struct dt_probe *start = fake_probe("vmlinux", "", "start");
	char text[1024];

	(void)state;
	assert_null(fake_enable(start));
	module_comes();
	assert_non_null(dt_site_find(&dt_kernel_sites, funcs[NFSD].body));
	fake_report(text, sizeof(text) - 1);
	assert_non_null(strstr(text, "helper kept:nfsd return:nfsd`serve\n"));
	module_goes();
	assert_null(dt_site_find(&dt_kernel_sites, funcs[NFSD].body));
	assert_int_equal(fake_tracepoints.hook_count, 1);
	fake_report(text, sizeof(text) - 1);
	assert_non_null(strstr(text, "refused kept:nfsd:serve: return:nfsd`serve module-not-loaded\n"));
	fake_disable(start);
	assert_int_equal(lives, 0);
	module_comes();
	assert_null(dt_site_find(&dt_kernel_sites, funcs[NFSD].body));
	assert_null(fake_enable(start));
	assert_non_null(dt_site_find(&dt_kernel_sites, funcs[NFSD].body));
	fake_disable(start);
	assert_null(dt_site_find(&dt_kernel_sites, funcs[NFSD].body));
}

/* It cannot be attached, for want of each piece of memory: what is armed stays so, and who looks is told. */
static void test_helper_in_module_refused(void **state)
{
	struct dt_probe *start = fake_probe("vmlinux", "", "start");
	unsigned int refused = 0;
	bool is_attached = false;
	char text[1024];
	size_t piece;

	(void)state;
	for (piece = 1; !is_attached; piece++) {
		assert_null(fake_enable(start));
		fake_space.memory_fail = piece;
		module_comes();
		fake_space.memory_fail = 0;
		is_attached = dt_site_find(&dt_kernel_sites, funcs[NFSD].body) != NULL;
		fake_report(text, sizeof(text) - 1);
		assert_non_null(strstr(text, "helper kept:vmlinux tp:made\n"));
		if (is_attached)
			assert_non_null(strstr(text, "helper kept:nfsd return:nfsd`serve\n"));
		else
			assert_non_null(strstr(text, "helper kept:nfsd return:nfsd`serve not-attached no-memory\n"));
		refused += !is_attached;
		fake_disable(start);
		fake_report(text, sizeof(text) - 1);
		assert_non_null(strstr(text, "helper kept:nfsd return:nfsd`serve\n"));
		module_goes();
		assert_int_equal(lives, 0);
		assert_int_equal(fake_tracepoints.hook_count, 0);
	}
	assert_true(refused > 2);
}

/* By its number in each ABI; others, and what is no system call, are not meant. */
static void test_call(void **state)
{
	struct dt_probe *begins, *ends;

	(void)state;
	provide("read", "");
	begins = fake_probe("vmlinux", "read", "begins");
	ends = fake_probe("vmlinux", "read", "ends");
	assert_null(fake_enable(ends));
	fake_call(0, 0, false, 9);
	assert_int_equal(ends->fired, 0);
	fake_call(0, 0, true, 40);
	assert_int_equal(ends->fired, 1);
	assert_int_equal(fake.args[0], 41);
	fake_call(1, 3, true, 50);
	assert_int_equal(ends->fired, 2);
	fake_call(0, 1, true, 40);
	fake_call(1, 0, true, 40);
	fake_call(2, 0, true, 40);
	fake_call(99, 0, true, 40);
	assert_int_equal(ends->fired, 2);
	assert_null(fake_enable(begins));
	fake_call(1, 3, false, 7);
	assert_int_equal(begins->fired, 1);
	assert_int_equal(fake.args[0], 9);
	assert_int_equal(ends->fired, 2);
	fake_disable(ends);
	fake_disable(begins);
	assert_int_equal(fake_tracepoints.hook_count, 0);
}

static void test_hooks(void **state)
{
	static const char *const bad[] = { "",
					   "made",
					   "tp:",
					   "pt:made",
					   "entry:nfsd`",
					   "return",
					   "syscall:read",
					   "syscall::entry",
					   "syscall:read:exit" };
	struct derived_hook hook;
	size_t i;

	(void)state;
	for (i = 0; i < DT_ARRAY_SIZE(bad); i++)
		assert_false(derived_hook_parse(bad[i], &hook));
	assert_true(derived_hook_parse("return:a", &hook));
	assert_int_equal(hook.kind, DERIVED_RETURN);
	assert_string_equal(hook.module, "vmlinux");
	assert_string_equal(hook.name, "a");
	assert_true(derived_hook_parse("tp:nfsd`a.b", &hook));
	assert_int_equal(hook.kind, DERIVED_POINT);
	assert_string_equal(hook.module, "nfsd");
	assert_string_equal(hook.name, "a.b");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_rows, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_place, setup, teardown),
		cmocka_unit_test_setup_teardown(test_entry, setup, teardown),
		cmocka_unit_test_setup_teardown(test_plain, setup_plain, teardown_plain),
		cmocka_unit_test_setup_teardown(test_not_plain, setup_plain, teardown_plain),
		cmocka_unit_test(test_entry_args),
		cmocka_unit_test_setup_teardown(test_calls, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_own_reasons, setup, teardown),
		cmocka_unit_test_setup_teardown(test_types, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report, setup, teardown),
		cmocka_unit_test_setup_teardown(test_helper, setup_kept, teardown_kept),
		cmocka_unit_test_setup_teardown(test_helper_without_room, setup_kept, teardown_kept),
		cmocka_unit_test_setup_teardown(test_object_of_another, setup_kept, teardown_kept),
		cmocka_unit_test_setup_teardown(test_series, setup_kept, teardown_kept),
		cmocka_unit_test_setup_teardown(test_report_kept, setup_kept, teardown_kept),
		cmocka_unit_test_setup_teardown(test_module, setup, teardown),
		cmocka_unit_test_setup_teardown(test_module_unasked, setup, teardown),
		cmocka_unit_test_setup_teardown(test_helper_unasked, setup_kept_unasked, teardown_kept),
		cmocka_unit_test_setup_teardown(test_helper_in_module, setup_kept, teardown_kept),
		cmocka_unit_test_setup_teardown(test_helper_in_module_refused, setup_kept, teardown_kept),
		cmocka_unit_test_setup_teardown(test_call, setup, teardown),
		cmocka_unit_test(test_hooks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
