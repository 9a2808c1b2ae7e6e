/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_vars.c - variables of programs: declaration, statics, associative arrays and thread-locals
 * through the machine.
 */
#include "core/dif/vars_impl.h"
#include "core/framework/framework.h"
#include "os/os.h"
#include "subr_bench.h"

#define G            DIF_SCOPE_GLOBAL
#define T            DIF_SCOPE_THREAD
#define L            DIF_SCOPE_LOCAL
#define SCALAR       DIF_VARKIND_SCALAR
#define ARRAY        DIF_VARKIND_ARRAY
#define REGION_SLACK 4096 /* more than a region is rounded up by */

static const unsigned int load_op[3] = { DIF_OP_LDGS, DIF_OP_LDTS, DIF_OP_LDLS };
static const unsigned int store_op[3] = { DIF_OP_STGS, DIF_OP_STTS, DIF_OP_STLS };

static uint64_t get(unsigned int n, unsigned int scope, struct dtrace_diftype type)
{
	build_begin(&b);
	build_wide(&b, load_op[scope], build_var(&b, n, scope, SCALAR, type), 1);
	build_ret(&b, 1);
	bench_declare(&bench, &b);
	return bench_run(&bench, &b);
}

static void set(unsigned int n, unsigned int scope, uint64_t value)
{
	build_begin(&b);
	build_setx(&b, 1, value);
	build_wide(&b, store_op[scope], build_var(&b, n, scope, SCALAR, type_int), 1);
	build_ret(&b, 0);
	bench_declare(&bench, &b);
	bench_run(&bench, &b);
	assert_false(bench.mstate.faulted);
}

static void set_text(unsigned int n, unsigned int scope, const char *text)
{
	build_begin(&b);
	if (text)
		build_sets(&b, 1, text);
	build_wide(&b, store_op[scope], build_var(&b, n, scope, SCALAR, type_string), 1);
	build_ret(&b, 0);
	bench_declare(&bench, &b);
	bench_run(&bench, &b);
	assert_false(bench.mstate.faulted);
}

static void test_integers(void **state)
{
	for (unsigned int scope = 0; scope < 3; scope++) {
		assert_int_equal(get(0, scope, type_int), 0);
		set(0, scope, 0x123456789abcull + scope);
		set(1, scope, 5);
	}
	for (unsigned int scope = 0; scope < 3; scope++) {
		assert_int_equal(get(0, scope, type_int), 0x123456789abcull + scope);
		assert_int_equal(get(1, scope, type_int), 5);
	}
}

static void test_strings(void **state)
{
	for (unsigned int scope = 0; scope < 3; scope++) {
		/* never set: empty */
		assert_text((char *)(uintptr_t)get(0, scope, type_string), "");
		set_text(0, scope, "first");
		assert_text((char *)(uintptr_t)get(0, scope, type_string), "first");
		set_text(0, scope, "x");
		assert_text((char *)(uintptr_t)get(0, scope, type_string), "x");
		set_text(0, scope, long_text(300));
		assert_int_equal(strlen((char *)(uintptr_t)get(0, scope, type_string)), BUILD_STRSIZE - 1);
		set_text(0, scope, "");
		assert_text((char *)(uintptr_t)get(0, scope, type_string), "");
	}
	/* NULL: statics remember it, dynamic variables are freed and are as never set */
	set_text(0, G, NULL);
	assert_int_equal(get(0, G, type_string), 0);
	set_text(0, L, NULL);
	assert_int_equal(get(0, L, type_string), 0);
	set_text(0, T, NULL);
	assert_text((char *)(uintptr_t)get(0, T, type_string), "");
	set_text(0, G, "again");
	assert_text((char *)(uintptr_t)get(0, G, type_string), "again");
}

/* Structs are copied; their members can then be changed in place. */
static void test_structs(void **state)
{
	uint64_t data[3] = { 1, 2, 3 };
	uint64_t addr = fake_kernel(data, sizeof(data));

	for (unsigned int scope = 0; scope < 3; scope++) {
		build_begin(&b);
		build_setx(&b, 1, addr);
		build_wide(&b, store_op[scope], build_var(&b, 0, scope, SCALAR, type_struct(24)), 1);
		build_wide(&b, load_op[scope], DIF_VAR_USER_MIN, 2);
		build_setx(&b, 3, 16);
		build_op(&b, DIF_OP_ADD, 2, 3, 2);
		build_setx(&b, 4, 99);
		build_op(&b, DIF_OP_STX, 4, 0, 2);
		build_wide(&b, load_op[scope], DIF_VAR_USER_MIN, 2);
		build_ret(&b, 2);
		bench_declare(&bench, &b);
		addr = bench_run(&bench, &b);
		assert_false(bench.mstate.faulted);
		assert_int_equal(((uint64_t *)(uintptr_t)addr)[0], 1);
		assert_int_equal(((uint64_t *)(uintptr_t)addr)[2], 99);
	}
}

/*
 * A program cannot write around its values: chunk headers, the hash table, memory after a region.
 */
static void test_write_protection(void **state)
{
	const struct dt_vars *vars = bench.vars;
	uint64_t value;

	set_text(0, T, "thread");
	set_text(0, G, "global");
	value = get(0, T, type_string);
	assert_true(dt_vars_writable(vars, value, BUILD_STRSIZE));
	assert_true(dt_vars_writable(vars, value + BUILD_STRSIZE - 1, 1));
	assert_false(dt_vars_writable(vars, value - 8, 8));
	assert_false(dt_vars_writable(vars, value, BUILD_STRSIZE + 1));
	assert_false(dt_vars_writable(vars, value, UINT64_MAX));
	assert_false(dt_vars_writable(vars, (uintptr_t)vars->dyn.base, 8));
	assert_false(dt_vars_writable(vars, (uintptr_t)vars->dyn.base + vars->dyn.size - 1, 8));
	assert_false(dt_vars_writable(vars, (uintptr_t)vars->empty_string, 1));
	value = get(0, G, type_string);
	assert_true(dt_vars_writable(vars, value, BUILD_STRSIZE));
	assert_false(dt_vars_writable(vars, value, BUILD_STRSIZE + REGION_SLACK));
}

static void test_locals_per_cpu(void **state)
{
	for (unsigned int cpu = 0; cpu < FAKE_CPUS; cpu++) {
		bench.mstate.cpu = cpu;
		set(0, L, 10 + cpu);
		set_text(1, L, cpu ? "other" : "zero");
		set(2, G, cpu);
	}
	for (unsigned int cpu = 0; cpu < FAKE_CPUS; cpu++) {
		bench.mstate.cpu = cpu;
		assert_int_equal(get(0, L, type_int), 10 + cpu);
		assert_text((char *)(uintptr_t)get(1, L, type_string), cpu ? "other" : "zero");
		assert_int_equal(get(2, G, type_int), FAKE_CPUS - 1);
	}
}

/* A firing of another thread begins. */
static void fire_in(uint64_t thread)
{
	fake_os.facts[OS_FACT_THREAD_KEY] = thread;
	dt_mstate_begin(&bench.mstate);
}

static void test_threads(void **state)
{
	for (uint64_t thread = 1; thread < 6; thread++) {
		fire_in(thread);
		assert_int_equal(get(0, T, type_int), 0);
		set(0, T, 100 + thread);
	}
	for (uint64_t thread = 1; thread < 6; thread++) {
		fire_in(thread);
		assert_int_equal(get(0, T, type_int), 100 + thread);
		set(0, T, 0);
		assert_int_equal(get(0, T, type_int), 0);
	}
}

/* A firing remembers where its thread's last scalar is: also when there are several, and when they go and come. */
static void test_threads_remembered(void **state)
{
	fire_in(1);
	assert_int_equal(get(0, T, type_int), 0);
	set(0, T, 10);
	set(1, T, 11);
	assert_int_equal(get(0, T, type_int), 10);
	assert_int_equal(get(1, T, type_int), 11);
	set(1, T, 0);
	assert_int_equal(get(0, T, type_int), 10);
	assert_int_equal(get(1, T, type_int), 0);
	set(1, T, 12);
	assert_int_equal(get(1, T, type_int), 12);
	set(0, T, 0);
	set(1, T, 0);
	assert_int_equal(dt_framework_init(), 0);
	dt_vars_clean(bench.vars); /* as if another CPU did, before this firing ends */
	dt_framework_fini();
	assert_int_equal(get(1, T, type_int), 0);
	set(1, T, 13);
	assert_int_equal(get(1, T, type_int), 13);
	assert_int_equal(get(0, T, type_int), 0);
	fire_in(2);
	assert_int_equal(get(1, T, type_int), 0);
	set(1, T, 23);
	fire_in(1);
	assert_int_equal(get(1, T, type_int), 13);
}

/* A string is not seen again after it was set to NULL, though its memory is the same. */
static void test_threads_strings(void **state)
{
	const char *text;
	uint64_t first;

	fire_in(1);
	set_text(0, T, "a longer one");
	first = get(0, T, type_string);
	set_text(0, T, NULL);
	assert_text((char *)(uintptr_t)get(0, T, type_string), "");
	set_text(0, T, "b");
	assert_int_equal(get(0, T, type_string), first);
	text = (const char *)(uintptr_t)first;
	assert_text(text, "b");
	assert_int_equal(text[2] | text[5] | text[11], 0);
}

/* x[number, string] of a scope: store (value given) or load. */
static uint64_t element(unsigned int scope, uint64_t number, const char *text, bool store, uint64_t value)
{
	uint32_t id;

	build_begin(&b);
	id = build_var(&b, 3, scope, ARRAY, type_int);
	build_push_value(&b, number);
	build_push_string(&b, text);
	build_setx(&b, 3, value);
	if (store)
		build_wide(&b, scope == G ? DIF_OP_STGAA : DIF_OP_STTAA, id, 3);
	else
		build_wide(&b, scope == G ? DIF_OP_LDGAA : DIF_OP_LDTAA, id, 3);
	build_ret(&b, 3);
	bench_declare(&bench, &b);
	value = bench_run(&bench, &b);
	assert_false(bench.mstate.faulted);
	return value;
}

static void test_arrays(void **state)
{
	static const char *const words[] = { "", "a", "ab", "abcdefgh", "abcdefghi" };

	element(T, 1, "", true, 0); /* the larger of the keys makes the chunks */
	for (unsigned int scope = G; scope <= T; scope++) {
		for (uint64_t n = 0; n < 3; n++)
			for (unsigned int w = 0; w < DT_ARRAY_SIZE(words); w++) {
				assert_int_equal(element(scope, n, words[w], false, 0), 0);
				element(scope, n, words[w], true, 1000 * scope + 10 * n + w + 1);
			}
		for (uint64_t n = 0; n < 3; n++)
			for (unsigned int w = 0; w < DT_ARRAY_SIZE(words); w++)
				assert_int_equal(element(scope, n, words[w], false, 0), 1000 * scope + 10 * n + w + 1);
		element(scope, 1, "ab", true, 0);
		assert_int_equal(element(scope, 1, "ab", false, 0), 0);
		assert_int_equal(element(scope, 2, "ab", false, 0), 1000 * scope + 23);
	}
	fire_in(4711);
	assert_int_equal(element(T, 2, "ab", false, 0), 0);
	assert_int_equal(element(G, 2, "ab", false, 0), 23);
}

/* Keys by reference: a struct's bytes, a string in the kernel, a string cut by its bound. */
static void test_keys_by_reference(void **state)
{
	char first[12] = "structure A", second[12] = "structure B", same[12] = "structure A";
	uint64_t keys[3] = { fake_kernel(first, 12), fake_kernel(second, 12), fake_kernel(same, 12) };

	for (unsigned int i = 0; i < 2; i++) {
		build_begin(&b);
		build_push_address(&b, DIF_TYPE_CTF, keys[i], 12);
		build_setx(&b, 3, 5 + i);
		build_wide(&b, DIF_OP_STGAA, build_var(&b, 0, G, ARRAY, type_int), 3);
		build_ret(&b, 0);
		bench_declare(&bench, &b);
		bench_run(&bench, &b);
		assert_false(bench.mstate.faulted);
	}
	build_begin(&b);
	build_push_address(&b, DIF_TYPE_CTF, keys[2], 12);
	build_wide(&b, DIF_OP_LDGAA, build_var(&b, 0, G, ARRAY, type_int), 3);
	build_ret(&b, 3);
	bench_declare(&bench, &b);
	assert_int_equal(bench_run(&bench, &b), 5);
	build_begin(&b);
	build_push_address(&b, DIF_TYPE_STRING, keys[1], 0);
	build_wide(&b, DIF_OP_LDGAA, build_var(&b, 0, G, ARRAY, type_int), 3);
	build_ret(&b, 3);
	bench_declare(&bench, &b);
	assert_int_equal(bench_run(&bench, &b), 6);
	build_begin(&b);
	build_push_address(&b, DIF_TYPE_CTF, 40, 12);
	build_wide(&b, DIF_OP_LDGAA, build_var(&b, 0, G, ARRAY, type_int), 3);
	build_ret(&b, 3);
	bench_declare(&bench, &b);
	assert_int_equal(bench_run(&bench, &b), 0);
	assert_int_equal(bench.mstate.fault, DTRACEFLT_BADADDR);
	assert_int_equal(bench.mstate.fault_value, 40);
	/* no scratch for the key */
	build_begin(&b);
	build_setx(&b, 1, BUILD_SCRATCH - 8);
	build_op(&b, DIF_OP_ALLOCS, 1, 0, 2);
	build_push_address(&b, DIF_TYPE_CTF, keys[0], 12);
	build_wide(&b, DIF_OP_LDGAA, build_var(&b, 0, G, ARRAY, type_int), 3);
	build_ret(&b, 3);
	bench_declare(&bench, &b);
	bench_run(&bench, &b);
	assert_true(bench.mstate.faulted);
	assert_int_equal(bench.mstate.fault, DTRACEFLT_NOSCRATCH);
}

static const char *declare(unsigned int n, unsigned int scope, unsigned int kind, struct dtrace_diftype type)
{
	const char *reason = NULL;
	int error;

	build_begin(&b);
	build_var(&b, n, scope, kind, type);
	build_ret(&b, 0);
	assert_int_equal(dt_difo_validate(&b.difo, &reason), 0);
	error = dt_vars_declare(bench.vars, &b.difo, &reason);
	assert_int_equal(error, reason ? -OS_EINVAL : 0);
	return reason;
}

static void test_disagreement(void **state)
{
	assert_null(declare(0, G, SCALAR, type_int));
	assert_null(declare(0, G, SCALAR, type_int));
	assert_null(declare(0, T, ARRAY, type_string));
	assert_text(declare(0, G, ARRAY, type_int), "vars-kind");
	assert_text(declare(0, G, SCALAR, type_string), "vars-type");
	assert_text(declare(0, G, SCALAR, type_struct(8)), "vars-type");
	assert_null(declare(1, G, SCALAR, type_struct(8)));
	assert_text(declare(1, G, SCALAR, type_struct(16)), "vars-size");
}

/*
 * Variables that were declared and not kept are freed, also during firings; those that were kept
 * stay.
 */
static void test_forget(void **state)
{
	uint64_t kept;

	assert_null(declare(0, G, SCALAR, type_string));
	dt_vars_keep(bench.vars);
	set_text(0, G, "stays");
	dt_vars_keep(bench.vars);
	kept = get(0, G, type_string);
	for (int i = 0; i < 3; i++) {
		assert_null(declare(1, G, SCALAR, i & 1 ? type_string : type_int));
		assert_null(declare(2, L, SCALAR, i & 1 ? type_int : type_string));
		assert_null(declare(3, T, SCALAR, type_int));
		dt_vars_forget(bench.vars);
	}
	assert_text(declare(0, G, SCALAR, type_int), "vars-type");
	assert_null(declare(1, G, SCALAR, type_string));
	dt_vars_keep(bench.vars);
	dt_vars_forget(bench.vars);
	assert_text(declare(1, G, SCALAR, type_int), "vars-type");
	assert_int_equal(get(0, G, type_string), kept);
	assert_text((char *)(uintptr_t)kept, "stays");
}

/* Slots do not move when later objects declare more; too large keys are refused and leave no trace. */
static void test_later_declarations(void **state)
{
	uint64_t first;

	set_text(0, G, "stays");
	first = get(0, G, type_string);
	for (unsigned int n = 1; n < 300; n++)
		assert_null(declare(n, G, SCALAR, n & 1 ? type_string : type_int));
	assert_null(declare(0xfaff, G, SCALAR, type_int));
	assert_int_equal(get(0, G, type_string), first);
	assert_text((char *)(uintptr_t)first, "stays");
	assert_null(declare(0, T, SCALAR, type_int));
	assert_text(declare(1, T, SCALAR, type_struct(4096)), "vars-chunk-size");
	assert_null(declare(2, T, SCALAR, type_int));
}

/* Whatever allocation fails, nothing leaks, and starting again works. */
static void test_out_of_memory(void **state)
{
	const char *reason;
	unsigned int fails;
	int error = -1;

	bench_fini(&bench);
	for (fails = 1; error; fails++) {
		fake_os.alloc_fail = 0;
		bench.vars = dt_vars_create();
		build_begin(&b);
		build_var(&b, 0, G, SCALAR, type_string);
		build_var(&b, 0, T, SCALAR, type_string);
		build_var(&b, 0, L, SCALAR, type_int);
		build_ret(&b, 0);
		fake_os.alloc_fail = fails;
		error = dt_vars_declare(bench.vars, &b.difo, &reason);
		if (!error)
			error = dt_vars_start(bench.vars, 64, 8192);
		assert_true(error == 0 || error == -OS_ENOMEM);
		fake_os.alloc_fail = 0;
		if (error) {
			assert_int_equal(dt_vars_declare(bench.vars, &b.difo, &reason), 0);
			assert_int_equal(dt_vars_start(bench.vars, 64, 8192), 0);
		}
		dt_vars_destroy(bench.vars);
		assert_int_equal(fake_os.allocs, 0);
	}
	assert_true(fails > 8);
	fake_os.alloc_fail = 1;
	assert_null(dt_vars_create());
	bench.vars = NULL;
	dt_vars_destroy(NULL);
}

static void test_space_too_small(void **state)
{
	const char *reason = NULL;

	bench_fini(&bench);
	bench.vars = dt_vars_create();
	build_begin(&b);
	build_var(&b, 0, T, SCALAR, type_string);
	build_ret(&b, 0);
	assert_int_equal(dt_vars_declare(bench.vars, &b.difo, &reason), 0);
	assert_int_equal(dt_vars_start(bench.vars, UINT32_MAX / 2, 128), -OS_ENOMEM);
	assert_int_equal(dt_vars_start(bench.vars, 256, 128), 0); /* room for one is always made */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_integers),        TEST(test_strings),
		TEST(test_structs),         TEST(test_write_protection),
		TEST(test_locals_per_cpu),  TEST(test_threads),
		TEST(test_arrays),          TEST(test_keys_by_reference),
		TEST(test_disagreement),    TEST(test_later_declarations),
		TEST(test_forget),          TEST(test_out_of_memory),
		TEST(test_space_too_small), TEST(test_threads_remembered),
		TEST(test_threads_strings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
