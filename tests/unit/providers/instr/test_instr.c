/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_instr.c - the provider instr, for each CPU: names, which probes a description makes, what is
 * refused and counted, limits, arguments, modules that go.
 */
#include <stdio.h>
#include <string.h>

#include "core/entry.h"
#include "core/site/site.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "os/host/host.h"
#include "providers/instr/instr.h"
#include "providers/providers.h"

#define MODULE_AT 4096 /* offset in the text */

static const char *const names[] = SAMPLE_WORK;
#define NAMES DT_ARRAY_SIZE(names)

static const char *const work_aliases[] = { "work_alias", NULL };

static struct os_func funcs[] = {
	{ .module = "vmlinux", .name = "work", .aliases = work_aliases },
	{ .module = "vmlinux", .name = "forbidden", .refused = "noinstr" },
	{ .module = "vmlinux", .name = "junk" },
	{ .module = "vmlinux", .name = "huge", .size = INSTR_CODE_MAX + 1 },
	{ .module = "ext4", .name = "in_module" },
};

static void place(size_t i, uint64_t addr)
{
	funcs[i].addr = addr;
	funcs[i].body = addr + SAMPLE_BODY;
	if (!funcs[i].size)
		funcs[i].size = FUNCTION_SIZE;
}

static size_t armed_count(void)
{
	return dt_kernel_sites.live;
}

static int setup(void **state)
{
#ifdef SAMPLE_THUNKS
	static uint64_t thunks[2];
#endif

	(void)state;
	fake_reset();
	fake_space_setup();
	fake_write_functions();
	fake_write(MODULE_AT + FUNCTION_SIZE, fake_space.text + WORK * FUNCTION_SIZE, FUNCTION_SIZE);
	place(0, fake_function(WORK));
	place(1, fake_function(FORBIDDEN));
	place(2, fake_function(BAD_COLD_COLD));
	place(3, fake_function(HUGE));
	place(4, fake_at(MODULE_AT + FUNCTION_SIZE));
	fake_space.funcs = funcs;
	fake_space.func_count = DT_ARRAY_SIZE(funcs);
#ifdef SAMPLE_THUNKS
	thunks[0] = fake_function(WORK) + SAMPLE_THUNKS;
	thunks[1] = fake_at(MODULE_AT + FUNCTION_SIZE) + SAMPLE_THUNKS;
	fake_space.thunks = thunks;
	fake_space.thunk_count = 2;
#endif
	assert_int_equal(dt_sites_init(), 0);
	assert_int_equal(dt_provider_instr_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	assert_int_equal(armed_count(), 0);
	dt_provider_instr_fini();
	assert_int_equal(instr_state.probes, 0);
	dt_sites_settle();
	dt_sites_fini();
	fake_space_teardown();
	return 0;
}

static void provide(const char *module, const char *function, const char *name)
{
	struct dtrace_probedesc pattern = { 0 };

	fake.refused[0] = 0;
	strcpy(pattern.provider, "instr");
	strcpy(pattern.module, module);
	strcpy(pattern.function, function);
	strcpy(pattern.name, name);
	fake.ops->provide(fake.arg, &pattern);
}

static void test_names(void **state)
{
	char name[INSTR_NAME_MAX];

	(void)state;
	instr_name(name, ISA_CLASS_RETURN, 0x1f);
	assert_string_equal(name, "ret-1f");
	instr_name(name, ISA_CLASS_CALL, 0);
	assert_string_equal(name, "call-0");
	instr_name(name, ISA_CLASS_OTHER, 0x10203);
	assert_string_equal(name, "other-10203");
	assert_int_equal(instr_classes(""), (1u << ISA_CLASS_COUNT) - 1);
	assert_int_equal(instr_classes("*-1f"), (1u << ISA_CLASS_COUNT) - 1);
	assert_int_equal(instr_classes("ret*"), 1u << ISA_CLASS_RETURN);
	assert_int_equal(instr_classes("ret-1f"), 1u << ISA_CLASS_RETURN);
	assert_int_equal(instr_classes("p*"), 1u << ISA_CLASS_PUSH | 1u << ISA_CLASS_POP | 1u << ISA_CLASS_LANDING_PAD);
	assert_int_equal(instr_classes("retx*"), 0);
	assert_int_equal(instr_classes("ret"), 0);
	assert_int_equal(instr_classes("entry"), 0);
}

static unsigned int id_of(const char *function, const char *name)
{
	struct dt_probe *probe = fake_probe("vmlinux", function, name);

	assert_non_null(probe);
	return (unsigned int)(probe - fake.probes) + 1;
}

static unsigned int alias_of(const char *function, const char *name)
{
	return fake.probes[id_of(function, name) - 1].alias_of;
}

static void test_one_function(void **state)
{
	size_t i;

	(void)state;
	provide("vmlinux", "work", "");
	assert_int_equal(fake.probe_count, 2 * NAMES); /* half of them aliases */
	assert_int_equal(alias_of("work", names[1]), 0);
	assert_int_equal(alias_of("work_alias", names[1]), id_of("work", names[1]));
	for (i = 0; i < NAMES; i++)
		assert_non_null(fake_probe("vmlinux", "work", names[i]));
	assert_string_equal(fake.refused, SAMPLE_WORK_REFUSED);
	assert_int_equal(fake_space.func_walks, 1);
	provide("vmlinux", "work", ""); /* the result is kept, the refusals are reported again */
	assert_int_equal(fake_space.func_walks, 1);
	assert_string_equal(fake.refused, SAMPLE_WORK_REFUSED);
}

/* Two static functions of one name: the probes are those of the first, the second one has none. */
static void test_name_taken(void **state)
{
	const struct os_func in_module = funcs[4];
	char taken[32];
	size_t i;

	(void)state;
	funcs[4].module = "vmlinux";
	funcs[4].name = "work";
	funcs[4].aliases = (const char *const[]){ "work_other", NULL };
	snprintf(taken, sizeof(taken), "name-taken=%zu ", NAMES);
	provide("vmlinux", "work", "");
	assert_int_equal(fake.probe_count, 3 * NAMES);
	assert_non_null(strstr(fake.refused, taken));
	for (i = 0; i < NAMES; i++) {
		assert_int_equal(alias_of("work_alias", names[i]), id_of("work", names[i]));
		assert_int_equal(alias_of("work_other", names[i]), 0);
	}
	assert_null(fake_enable(fake_probe("vmlinux", "work", names[1])));
	assert_null(fake_enable(fake_probe("vmlinux", "work_other", names[1])));
	assert_int_equal(armed_count(), 2);
	fake_disable(fake_probe("vmlinux", "work", names[1]));
	fake_disable(fake_probe("vmlinux", "work_other", names[1]));
	funcs[4] = in_module;
}

static void test_patterns(void **state)
{
	(void)state;
	provide("", "", "entry"); /* no such class: not even a walk */
	assert_int_equal(fake_space.func_walks, 0);
	provide("", "", "call-*");
	assert_int_equal(fake_space.func_walks, 2); /* counted, then made */
	assert_int_equal(fake.probe_count, 3);
	assert_non_null(fake_probe("ext4", "in_module", names[1]));
	assert_string_equal(fake.refused, "");
	provide("vmlinux", "work*", names[1]); /* they are there already */
	assert_int_equal(fake.probe_count, 3);
	provide("", "forbidden", "");
	assert_string_equal(fake.refused, "noinstr=1 ");
	provide("", "junk", "");
	assert_string_equal(fake.refused, "undecoded=1 ");
	provide("", "huge", "");
	assert_string_equal(fake.refused, "too-long=1 ");
	assert_int_equal(fake.probe_count, 3);
}

static void test_refused_place(void **state)
{
	(void)state;
	fake_space.refused_at = fake_function(WORK) + SAMPLE_WORK_CALL;
	provide("", "work", "call-*");
	assert_int_equal(fake.probe_count, 0);
	assert_string_equal(fake.refused, "patched-by-kernel=1 ");
}

/* More than the limit: nothing is made, and how many were found until then is told. */
static void test_too_many(void **state)
{
	unsigned int all;

	(void)state;
	instr_state.probes = INSTR_PROBES_MAX - 2;
	fake_space.reads = 0;
	provide("", "*", "call-fffff"); /* there is none: every function was looked at */
	all = fake_space.reads;
	provide("", "", "call-*");
	assert_int_equal(fake.probe_count, 0);
	assert_string_equal(fake.refused, "too-many-probes=3 ");
	fake_space.reads = 0;
	provide("", "*", "*"); /* the first function has more than two: nobody reads the others */
	assert_int_equal(fake.probe_count, 0);
	assert_int_equal(strncmp(fake.refused, "too-many-probes=", 16), 0);
	assert_true(fake_space.reads > 0 && fake_space.reads < all);
	assert_int_equal(instr_state.counts[ISA_CLASS_CALL].all, 0); /* half of a count is none */
	provide("", "*", "*-*"); /* counted to the end, by class: tests/vm/coverage.sh reads this */
	assert_int_equal(fake.probe_count, 0);
	assert_int_equal(instr_state.counts[ISA_CLASS_CALL].all, 2); /* one of them has two names */
	provide("", "in_module", names[0]); /* within the limit; a single function is not counted first */
	assert_int_equal(fake.probe_count, 1);
	provide("", "work", "");
	assert_int_equal(fake.probe_count, 2);
	assert_string_equal(fake.refused, "too-many-probes=1 ");
	instr_state.probes = fake.probe_count;
	fake_space.no_memory = true;
	provide("", "work_alias", "call-*");
	assert_string_equal(fake.refused, "no-memory=1 ");
	fake_space.no_memory = false;
}

/* ---- a listing, in parts --------------------------------------------------------------------- */

#define MANY 2500

/* Functions with one call each; the last one is a module's. */
static void many_functions(void)
{
	static struct os_func many[MANY];
	static char texts[MANY][16];
	size_t i;

	for (i = 0; i < MANY; i++) {
		snprintf(texts[i], sizeof(texts[i]), "f%zu", i);
		many[i] = (struct os_func){ .module = i < MANY - 1 ? "vmlinux" : "ext4",
					    .name = texts[i],
					    .addr = fake_function(WORK),
					    .body = fake_function(WORK) + SAMPLE_BODY,
					    .size = FUNCTION_SIZE };
	}
	fake_space.funcs = many;
	fake_space.func_count = MANY;
}

static uint64_t provide_part(const char *module, const char *function, const char *name, uint64_t position)
{
	struct dtrace_probedesc pattern = { .provider = "instr" };

	fake.refused[0] = 0;
	strcpy(pattern.module, module);
	strcpy(pattern.function, function);
	strcpy(pattern.name, name);
	fake.ops->provide_part(fake.arg, &pattern, &position);
	return position;
}

/* So many functions at a time, each once. */
static void test_parts(void **state)
{
	uint64_t position = 0;
	unsigned int parts = 0;

	(void)state;
	many_functions();
	do {
		position = provide_part("vmlinux", "", names[1], position);
		parts++;
		assert_int_equal(position, parts < 3 ? parts * INSTR_PART_FUNCS : 0);
		assert_int_equal(fake.probe_count,
				 parts < 3 ? parts * INSTR_PART_FUNCS : MANY - 1); /* not that of ext4 */
	} while (position != 0);
	assert_int_equal(fake_space.func_walks, 3);
	assert_string_equal(fake.refused, "");
	/* those that do not match are not counted: f1, f10 to f19, f100 to f199, and 889 of those after f999 */
	assert_int_equal(provide_part("", "f1*", names[1], 0), 1889);
}

/* What is not for parts: one function, and what was answered before. */
static void test_no_parts(void **state)
{
	(void)state;
	assert_int_equal(provide_part("vmlinux", "work", "", 77), 0);
	assert_int_equal(fake.probe_count, 2 * NAMES);
	assert_int_equal(fake_space.func_walks, 1);
	provide("", "*", "call-*");
	fake_space.func_walks = 0;
	assert_int_equal(provide_part("", "*", "call-*", 0), 0);
	assert_int_equal(fake_space.func_walks, 0);
	assert_int_equal(provide_part("", "", "entry", 0), 0); /* no such class */
	assert_int_equal(fake_space.func_walks, 0);
}

/* As far as there is room; what is known to be too much is refused at once. */
static void test_parts_too_many(void **state)
{
	(void)state;
	many_functions();
	instr_state.probes = INSTR_PROBES_MAX - 1100;
	assert_int_equal(provide_part("", "", "call-*", 0), INSTR_PART_FUNCS);
	assert_string_equal(fake.refused, "");
	assert_int_equal(provide_part("", "", "call-*", INSTR_PART_FUNCS), 0);
	assert_string_equal(fake.refused, "too-many-probes=1 ");
	assert_int_equal(fake.probe_count, 1100);
	fake_space.func_walks = 0;
	assert_int_equal(provide_part("", "", "", 0), 0);
	assert_int_equal(fake_space.func_walks, 1); /* they were counted */
	assert_int_equal(strncmp(fake.refused, "too-many-probes=", 16), 0);
	assert_int_equal(fake.probe_count, 1100);
	fake_space.no_memory = true;
	assert_int_equal(provide_part("", "", "call-*", 5), 0);
	assert_string_equal(fake.refused, "no-memory=1 ");
	fake_space.no_memory = false;
	instr_state.probes = fake.probe_count;
	/* a position beyond all functions, which a consumer has made up */
	assert_int_equal(provide_part("", "", "call-*", UINT64_MAX), 0);
	assert_string_equal(fake.refused, "");
}

static void test_enable(void **state)
{
	SAMPLE_REGS regs = { 0 };
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	struct dt_site *site;
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "work", "");
	probe = fake_probe("vmlinux", "work", names[1]);
	assert_null(fake_enable(probe));
	assert_int_equal(armed_count(), 1);
	site = dt_site_find(&dt_kernel_sites, fake_function(WORK) + SAMPLE_WORK_CALL);
	assert_non_null(site);
	assert_int_equal(site->first->order, DT_SITE_ORDER_INSTR);
	assert_ptr_equal(site->first->probe, probe);
	assert_false(site->edge);
	isa_pc_set(firing.regs, site->insn.addr);
	sample_set_stack(&regs, fake_stack());
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal(value, SAMPLE_WORK_CALL);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 1, &value), 0);
	assert_int_equal(value, fake_function(WORK) + SAMPLE_WORK_CALL);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 2, &value), 0);
	assert_int_equal(value, fake_function(WORK) + SAMPLE_WORK_TARGET);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 3, &value), -OS_ERANGE);
	fake_disable(probe);
	assert_int_equal(armed_count(), 0);
	fake_space.changed_at = fake_function(WORK) + SAMPLE_WORK_CALL;
	assert_string_equal(fake_enable(probe), "text-changed");
	fake_space.no_memory = true;
	assert_string_equal(fake_enable(probe), "no-memory");
	fake_space.no_memory = false;
	assert_int_equal(instr_state.armed, 0);
}

static void test_module(void **state)
{
	struct dt_probe *kernel, *module[2];

	(void)state;
	provide("", "", names[0]);
	provide("", "", "call-*");
	kernel = fake_probe("vmlinux", "work", names[1]);
	module[0] = fake_probe("ext4", "in_module", names[1]);
	module[1] = fake_probe("ext4", "in_module", names[0]);
	assert_null(fake_enable(kernel));
	assert_null(fake_enable(module[0]));
	assert_null(fake_enable(module[1]));
	assert_int_equal(armed_count(), 3);
	fake_space.patch_calls = 0;
	fake.ops->remove_module(fake.arg, "ext4");
	assert_int_equal(fake_space.patch_calls, 1);
	assert_int_equal(armed_count(), 1);
	assert_non_null(dt_site_find(&dt_kernel_sites, fake_function(WORK) + SAMPLE_WORK_CALL));
	fake_disable(kernel);
}

/* Hundreds of thousands are armed and disarmed in one batch: others get the processor in between. */
static void test_yields(void **state)
{
	struct dt_enable_request requests[4] = { { 0 } };
	unsigned int before, i;

	(void)state;
	provide("vmlinux", "work", "");
	for (i = 0; i < 4; i++)
		requests[i] = (struct dt_enable_request){ .probe = &fake.probes[i], .arg = fake.probes[i].arg };
	before = fake_space.yields;
	fake.ops->enable(fake.arg, requests, 4);
	assert_true(fake_space.yields - before >= 4);
	before = fake_space.yields;
	fake.ops->disable(fake.arg, requests, 4);
	assert_true(fake_space.yields - before >= 4);
}

/* A function is entered by its first instruction and left by a return, whatever probe is there. */
static void test_edge(void **state)
{
	struct dt_probe *probes[2];
	size_t i;

	(void)state;
	provide("vmlinux", "work", "");
	probes[0] = fake_probe("vmlinux", "work", names[0]);
	probes[1] = fake_probe("vmlinux", "work", names[NAMES - 1]);
	for (i = 0; i < 2; i++) {
		assert_null(fake_enable(probes[i]));
		assert_true(((struct instr_probe *)probes[i]->arg)->site->edge);
	}
	fake_disable(probes[0]);
	fake_disable(probes[1]);
}

/* A jump out of a function leaves it; one to its cold part, or within it, does not. */
static void test_edge_of_jumps(void **state)
{
	struct os_func func = { .addr = fake_function(WORK), .size = FUNCTION_SIZE, .body = fake_function(WORK) };
	struct isa_insn insn = { .class = ISA_CLASS_JUMP, .addr = func.addr + 8 };

	(void)state;
	insn.target = func.addr + FUNCTION_SIZE - 1;
	assert_false(instr_edge(&func, &insn));
	insn.target = func.addr + FUNCTION_SIZE;
	assert_true(instr_edge(&func, &insn));
	insn.target = fake_function(BAD_COLD_COLD);
	assert_true(instr_edge(&func, &insn));
	funcs[2].name = "junk.cold";
	assert_false(instr_edge(&func, &insn));
	funcs[2].name = "junk";
	insn.class = ISA_CLASS_CALL;
	assert_false(instr_edge(&func, &insn));
	insn.addr = func.body;
	assert_true(instr_edge(&func, &insn));
}

static void test_report(void **state)
{
	char all[2048] = "", wanted[128];

	(void)state;
	memset(instr_state.counts, 0, sizeof(instr_state.counts));
	provide("vmlinux", "*", "other-*");
	fake_report(all, 2048);
	assert_string_equal(all, "class other 2 refused 1\nrefused privileged 1\nprobes 2 armed 0\n");
	memset(instr_state.counts, 0, sizeof(instr_state.counts));
	all[0] = 0;
	provide("", "work", "");
	assert_null(fake_enable(fake_probe("vmlinux", "work", names[1])));
	fake_report(all, 2048);
	snprintf(wanted, sizeof(wanted), "refused patched-by-kernel %c\nrefused privileged 1\nprobes %zu armed 1\n",
		 SAMPLE_WORK_REFUSED[sizeof("patched-by-kernel=") - 1], 2 * NAMES);
	assert_string_equal(all, wanted);
	fake_disable(fake_probe("vmlinux", "work", names[1]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_one_function, setup, teardown),
		cmocka_unit_test_setup_teardown(test_name_taken, setup, teardown),
		cmocka_unit_test_setup_teardown(test_patterns, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refused_place, setup, teardown),
		cmocka_unit_test_setup_teardown(test_too_many, setup, teardown),
		cmocka_unit_test_setup_teardown(test_parts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_parts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_parts_too_many, setup, teardown),
		cmocka_unit_test_setup_teardown(test_enable, setup, teardown),
		cmocka_unit_test_setup_teardown(test_edge, setup, teardown),
		cmocka_unit_test_setup_teardown(test_yields, setup, teardown),
		cmocka_unit_test_setup_teardown(test_edge_of_jumps, setup, teardown),
		cmocka_unit_test_setup_teardown(test_module, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
