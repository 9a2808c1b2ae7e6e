/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_stores.c - 64 CPUs: no firing stores to a cache line that another CPU's firing stores to, and none does more
 * because there are more CPUs. Snapshots do as much as there is to deliver, however large the buffers are.
 *
 * Two kinds of memory that CPUs have to share are left out: global variables, and the place of a thread's
 * variable in the hash, which its first firing makes.
 */
#include "fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "os/host/host.h"
#include "os/os.h"
#include "store_log.h"

#define CPUS    STORE_LOG_CPUS
#define PROBES  12u
#define FIRINGS 40u
#define COUNTED 1100u /* of probe 0: the clock is looked at once in 1,024 */

static struct dt_state *state;

static void start(unsigned int cpus)
{
	fixture_start(cpus, PROBES);
	assert_int_equal(dt_state_open(&state), 0);
}

static void end(void)
{
	dt_state_close(state);
	fixture_end();
}

/* ---- clauses --------------------------------------------------------------------------------- */

static void clause(struct dof_builder *b, unsigned int n, uint32_t predicate)
{
	char probe[32];

	snprintf(probe, sizeof(probe), "fake::func%u:", n);
	dofb_clause(b, dofb_probe(b, probe, 0), predicate, dofb_actions(b), 0);
}

/* A variable of the clause or of the thread: `left = right` where @stored, else its value. */
static uint32_t variable(struct dof_builder *b, unsigned int scope, bool stored)
{
	const struct dtrace_diftype type = { DIF_TYPE_CTF, 1, 0, 0, 8 };
	const struct dtrace_difv var = { .name = 1,
					 .id = DIF_VAR_USER_MIN + scope,
					 .kind = DIF_VARKIND_SCALAR,
					 .scope = (uint8_t)scope,
					 .flags = DIF_VARFLAG_REF | DIF_VARFLAG_MOD,
					 .type = type };
	unsigned int store = scope == DIF_SCOPE_THREAD ? DIF_OP_STTS : DIF_OP_STLS;
	unsigned int load = scope == DIF_SCOPE_THREAD ? DIF_OP_LDTS : DIF_OP_LDLS;
	const dif_instr_t storing[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_TIMESTAMP, 1),
					DIF_INSTR_WIDE(store, DIF_VAR_USER_MIN + scope, 1),
					DIF_INSTR(DIF_OP_RET, 0, 0, 0) };
	const dif_instr_t loading[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_TIMESTAMP, 1),
					DIF_INSTR_WIDE(load, DIF_VAR_USER_MIN + scope, 2),
					DIF_INSTR(DIF_OP_SUB, 1, 2, 1), DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const struct dofb_difo difo = { stored ? storing : loading,
					stored ? 3 : 4,
					.vars = &var,
					.var_count = 1,
					.strings = "\0ts",
					.string_size = 4,
					.rtype = { DIF_TYPE_CTF, 1, 0, 0, stored ? 0 : 8 } };

	return dofb_difo(b, &difo);
}

static void keyed(struct dof_builder *b, uint32_t key)
{
	dofb_action(b, DTRACEACT_DIFEXPR, key);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
}

/* The kinds of clauses, one on each probe. */
static void clauses(struct dof_builder *b)
{
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	clause(b, 0, DOF_SECIDX_NONE);
	keyed(b, dofb_string_var(b, DIF_VAR_PROBEFUNC));
	clause(b, 1, DOF_SECIDX_NONE);
	keyed(b, dofb_var(b, DIF_VAR_ARG0));
	clause(b, 2, DOF_SECIDX_NONE);
	keyed(b, dofb_string_var(b, DIF_VAR_EXECNAME));
	clause(b, 3, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEAGG_QUANTIZE, dofb_var(b, DIF_VAR_ARG1));
	clause(b, 4, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	clause(b, 5, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, variable(b, DIF_SCOPE_THREAD, true));
	clause(b, 6, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEAGG_QUANTIZE, variable(b, DIF_SCOPE_THREAD, false));
	clause(b, 7, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, variable(b, DIF_SCOPE_LOCAL, true));
	dofb_action(b, DTRACEAGG_SUM, variable(b, DIF_SCOPE_LOCAL, false));
	keyed(b, dofb_var(b, DIF_VAR_CPU));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_EXECNAME));
	clause(b, 8, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	clause(b, 9, dofb_const(b, 0));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_load(b, 8)); /* it faults */
	clause(b, 10, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE)->arg = 8;
	clause(b, 11, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, "dtrace:::ERROR", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
}

/* Blocks of each CPU's own that are smaller than a line: a key of three words; the place of one count. */
static void small_key(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 2;
	clause(b, 0, DOF_SECIDX_NONE);
}

static void one_count(struct dof_builder *b)
{
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	clause(b, 0, DOF_SECIDX_NONE);
}

static void enable_and_go(void (*program)(struct dof_builder *b), uint64_t bufsize, uint64_t aggsize)
{
	struct dof_builder *b = dofb_create();

	program(b);
	dofb_option(b, DTRACEOPT_BUFSIZE, bufsize);
	dofb_option(b, DTRACEOPT_AGGSIZE, aggsize);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
}

static unsigned int firings_of(unsigned int n)
{
	return n == 0 ? COUNTED : FIRINGS;
}

/* ---- stores ---------------------------------------------------------------------------------- */

static pthread_barrier_t all_here;
static unsigned int first_logged; /* round */

/* A CPU: each probe a few times, in two rounds; the stores are logged in the second one, or in both. */
static void *cpu_thread(void *arg)
{
	unsigned int cpu = (unsigned int)(uintptr_t)arg, n, i, round;

	for (round = 0; round < 2; round++) {
		pthread_barrier_wait(&all_here);
		if (round == first_logged)
			store_log_begin(cpu);
		for (n = 0; n < PROBES; n++) {
			for (i = 0; i < firings_of(n); i++)
				fake_fire_on(cpu, n, i % 7, i * 3 % 11);
		}
	}
	store_log_end();
	pthread_barrier_wait(&all_here); /* all stacks are there until the end: none takes the place of another */
	return NULL;
}

/* All CPUs fire a program's probes. Returns how many lines two of them have stored to. */
static unsigned int lines_shared(void (*program)(struct dof_builder *b), unsigned int first)
{
	pthread_t threads[CPUS];
	unsigned int cpu, shared;

	start(CPUS);
	enable_and_go(program, 1024 * 1024, 64 * 1024);
	first_logged = first;
	assert_int_equal(pthread_barrier_init(&all_here, NULL, CPUS), 0);
	for (cpu = 0; cpu < CPUS; cpu++)
		assert_int_equal(pthread_create(&threads[cpu], NULL, cpu_thread, (void *)(uintptr_t)cpu), 0);
	for (cpu = 0; cpu < CPUS; cpu++)
		pthread_join(threads[cpu], NULL);
	pthread_barrier_destroy(&all_here);
	for (cpu = 0; cpu < CPUS; cpu++)
		assert_true(store_log_lines(cpu) >= 3); /* the CPU, the ledger, the cells */
	assert_int_equal(fixture_account(state, 0).recorded, 2 * CPUS * COUNTED);
	shared = store_log_shared();
	store_log_reset();
	return shared;
}

static void lines_of_one_cpu(void **unused)
{
	unsigned int n;

	assert_int_equal(lines_shared(clauses, 1), 0);
	for (n = 0; n < PROBES; n++) /* all of it was done */
		assert_int_equal(fixture_account(state, n).fired, 2 * CPUS * firings_of(n));
	assert_int_equal(fixture_account(state, 9).predicated, 2 * CPUS * FIRINGS);
	assert_int_equal(fixture_account(state, 10).faulted, 2 * CPUS * FIRINGS);
	assert_int_equal(fixture_account(state, 11).recorded, 2 * CPUS * FIRINGS);
	end();
}

static void lines_of_small_blocks(void **unused)
{
	assert_int_equal(lines_shared(small_key, 0), 0);
	end();
	assert_int_equal(lines_shared(one_count, 0), 0);
	end();
}

/* The log itself: what two CPUs store to is found. The second one is said to be another CPU than it is. */
static void log_finds(void **unused)
{
	unsigned int cpu;

	start(2);
	enable_and_go(one_count, 64 * 1024, 64 * 1024);
	for (cpu = 0; cpu < 2; cpu++) {
		store_log_begin(cpu);
		fake_fire_on(0, 0, 1, 2);
		store_log_end();
		assert_true(store_log_lines(cpu) >= 3);
		assert_int_equal(store_log_shared() >= 3, cpu == 1);
	}
	store_log_reset();
	end();
}

/* ---- costs ----------------------------------------------------------------------------------- */

/* The accesses of one firing on a CPU, after the first one there. */
static uint64_t cost_of(unsigned int cpu, unsigned int n)
{
	unsigned long irq;
	uint64_t cost;

	for (irq = 0; irq < 3; irq++)
		fake_fire_on(cpu, n, 1, 2);
	irq = os_host_irq_save_on(cpu);
	store_log_begin(STORE_LOG_COUNTS);
	fake_fire(n, 1, 2);
	cost = store_log_end().accesses;
	os_irq_restore(irq);
	return cost;
}

static void cost_without_regard_to_cpus(void **unused)
{
	static const unsigned int counts[] = { 1, 2, 8, CPUS };
	uint64_t first[PROBES];
	unsigned int at, n;

	for (at = 0; at < 4; at++) {
		start(counts[at]);
		enable_and_go(clauses, 1024 * 1024, 64 * 1024);
		for (n = 0; n < PROBES; n++) {
			uint64_t cost = cost_of(counts[at] - 1, n);

			assert_true(cost > 10);
			if (at == 0)
				first[n] = cost;
			assert_int_equal(cost, first[n]);
		}
		end();
	}
}

/* What a snapshot of CPU 0 costs, after two others, with the records and keys of @firings firings of each probe. */
static uint64_t snapshot_cost(uint32_t command, unsigned int firings)
{
	unsigned int i, n, round;
	uint64_t cost = 0;
	size_t size;

	for (round = 0; round < 3; round++) {
		for (i = 0; i < firings; i++) {
			for (n = 0; n < PROBES; n++)
				fake_fire_on(0, n, i, 2);
		}
		store_log_begin(STORE_LOG_COUNTS);
		fixture_snap(state, command, 0, &size, NULL);
		cost = store_log_end().accesses;
	}
	return cost;
}

static void cost_of_what_changed(void **unused)
{
	static const uint32_t commands[] = { DTRACEIOC_BUFSNAP, DTRACEIOC_AGGSNAP };
	static const uint64_t sizes[] = { 256 * 1024, 1024 * 1024, 16 * 1024 * 1024 };
	uint64_t costs[2][3];
	unsigned int at, kind;

	for (at = 0; at < 3; at++) {
		start(2);
		enable_and_go(clauses, sizes[at], sizes[at]);
		for (kind = 0; kind < 2; kind++)
			costs[kind][at] = snapshot_cost(commands[kind], 5);
		end();
	}
	for (kind = 0; kind < 2; kind++) {
		assert_in_range(costs[kind][0], 50, 5000);
		assert_int_equal(costs[kind][0], costs[kind][1]);
		assert_int_equal(costs[kind][0], costs[kind][2]);
	}
}

/*
 * The cost of a snapshot after one key of @keys was counted again: memory accesses on the CPU, and in *@bytes what is
 * delivered. The keys themselves were delivered by the snapshot before it.
 */
static uint64_t cost_after_keys(unsigned int keys, size_t *bytes)
{
	uint64_t cost = 0, key;
	unsigned int round;

	start(2);
	enable_and_go(clauses, 64 * 1024, 64 * 1024 * 1024);
	for (key = 0; key < keys; key++)
		fake_fire_on(0, 2, key, 0);
	for (round = 0; round < 5; round++) { /* the last one of the half that had them */
		store_log_begin(STORE_LOG_COUNTS);
		fixture_snap(state, DTRACEIOC_AGGSNAP, 0, bytes, NULL);
		cost = store_log_end().accesses;
		if (round == 0)
			assert_int_equal(*bytes, keys * 24);
		fake_fire_on(0, 2, keys / 2, 0);
	}
	end();
	return cost;
}

static void cost_of_keys_that_do_not_change(void **unused)
{
	size_t bytes;
	uint64_t cost = cost_after_keys(1, &bytes);

	assert_int_equal(cost_after_keys(50000, &bytes), cost); /* taken out one by one */
	assert_int_equal(bytes, 24);
	assert_int_equal(cost_after_keys(100000, &bytes), cost); /* so many that all buckets are zeroed */
	assert_int_equal(bytes, 24);
}

/* A constant key for each of many probes, of which few fire: two loads for each 256 of them. */
static void cost_of_probes_that_do_not_fire(void **unused)
{
	static const unsigned int counts[] = { PROBES, PROBES + 64 * 1024 };
	struct dof_builder *b;
	uint64_t costs[2];
	unsigned int at;

	for (at = 0; at < 2; at++) {
		fixture_start(2, counts[at]);
		assert_int_equal(dt_state_open(&state), 0);
		b = dofb_create();
		keyed(b, dofb_string_var(b, DIF_VAR_PROBEFUNC));
		dofb_clause(b, dofb_probe(b, "fake:::", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
		assert_int_equal(fixture_enable(state, b, NULL), 0);
		fixture_go(state);
		costs[at] = snapshot_cost(DTRACEIOC_AGGSNAP, 5);
		end();
	}
	assert_in_range(costs[1], costs[0], costs[0] + 2 * 64 * 1024 / 256);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(log_finds),
		cmocka_unit_test(lines_of_one_cpu),
		cmocka_unit_test(lines_of_small_blocks),
		cmocka_unit_test(cost_without_regard_to_cpus),
		cmocka_unit_test(cost_of_what_changed),
		cmocka_unit_test(cost_of_keys_that_do_not_change),
		cmocka_unit_test(cost_of_probes_that_do_not_fire),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
