/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_fire.c - what a firing does: predicates, records, faults and ERROR, drops, nesting, the
 * ledger under load from many CPUs.
 */
#include "fixture.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <dtrace/fault.h>
#include <isa_types.h>

#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "os/host/host.h"
#include "os/os.h"

#define CPUS 4

static struct dt_state *state;

static int setup(void **unused)
{
	fixture_start(CPUS, 8);
	assert_int_equal(dt_state_open(&state), 0);
	return 0;
}

static int teardown(void **unused)
{
	dt_state_close(state);
	fixture_end();
	return 0;
}

static void clause(struct dof_builder *b, const char *probe, uint32_t predicate)
{
	dofb_clause(b, dofb_probe(b, probe, 0), predicate, dofb_actions(b), 0);
}

static void record_layout(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct {
		struct dtrace_eprobedesc desc;
		struct dtrace_recdesc rec[8];
	} eprobe;
	const uint8_t *data;
	size_t size;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_void(b, 1));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBEFUNC));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEACT_SYM, dofb_const(b, 0x1234));
	clause(b, "fake::func3:go", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_STRSIZE, 21);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire_on(1, 3, 77, 0);
	memset(&eprobe, 0, sizeof(eprobe));
	eprobe.desc.epid = 1;
	eprobe.desc.records = 8;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_EPROBE, &eprobe), 0);
	assert_int_equal(eprobe.desc.records, 3);
	assert_int_equal(eprobe.desc.size, 48);
	assert_int_equal(eprobe.rec[0].size, 21);
	assert_int_equal(eprobe.rec[0].offset, 8);
	assert_int_equal(eprobe.rec[1].offset, 32);
	assert_int_equal(eprobe.rec[2].action, DTRACEACT_SYM);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 1, &size, NULL);
	assert_int_equal(size, 48);
	assert_string_equal((const char *)data + 8, "func3");
	assert_int_equal(*(const uint64_t *)(data + 32), 77);
	assert_int_equal(*(const uint64_t *)(data + 40), 0x1234);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 1, &size, NULL);
	assert_int_equal(size, 0);
}

/*
 * The start of the packet, as much as the record holds; zeros follow a short one; no packet: a
 * fault.
 */
static void packets(void **unused)
{
	static const uint8_t bytes[100] = { 0x45, 1, 2, 3, 4, 5, 6, 7, 8, 9, [11] = 11, [12] = 12 };
	struct dof_builder *b = dofb_create();
	uint64_t before = os_time_wall();
	const struct dtrace_packet *packet;
	struct dtrace_account account;
	const uint8_t *data;
	size_t size;

	dofb_action(b, DTRACEACT_PCAP, dofb_var(b, DIF_VAR_ARG0))->arg = 12;
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 7));
	clause(b, "fake::func3:go", DOF_SECIDX_NONE);
	os_host_packet(bytes, sizeof(bytes));
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire_on(0, 3, (uintptr_t)bytes, 0);
	os_host_packet(bytes, 5);
	fake_fire_on(0, 3, (uintptr_t)bytes, 0);
	fake_fire_on(0, 3, (uintptr_t)bytes + 1, 0);
	fake_fire_on(0, 3, 0, 0);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 2 * 48);
	packet = (const void *)(data + 8);
	assert_true(packet->time >= before && packet->time <= os_time_wall());
	assert_int_equal(packet->length, 100);
	assert_int_equal(packet->captured, 12);
	assert_memory_equal(packet->data, bytes, 12);
	assert_int_equal(*(const uint64_t *)(data + 40), 7);
	packet = (const void *)(data + 48 + 8);
	assert_int_equal(packet->length, 5);
	assert_int_equal(packet->captured, 5);
	assert_memory_equal(packet->data, "\x45\1\2\3\4\0\0\0\0\0\0\0", 12);
	account = fixture_account(state, 0);
	assert_int_equal(account.recorded, 2);
	assert_int_equal(account.faulted, 2);
	os_host_packet(NULL, 0);
}

/* func7 fills both halves of CPU 0's buffer with ones, which must not show in what other clauses record later. */
static void soil_buffer(void)
{
	size_t size;
	int half, i;

	for (half = 0; half < 2; half++) {
		for (i = 0; i < 100; i++)
			fake_fire_on(0, 7, ~0ull, ~0ull);
		fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
		assert_true(size >= 100 * 24);
	}
}

static void clause_of_ones(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1));
	clause(b, "fake::func7:go", DOF_SECIDX_NONE);
}

/* A stack that is shorter than its room, here an empty one, is followed by zeros; so is a short packet. */
static void tails_are_zeros(void **unused)
{
	static const uint8_t bytes[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct dof_builder *b = dofb_create();
	const struct dtrace_packet *packet;
	const uint64_t *words;
	const uint8_t *data;
	size_t size, i;

	clause_of_ones(b);
	dofb_action(b, DTRACEACT_USTACK, DOF_SECIDX_NONE)->arg = DTRACE_USTACK_ARG(5, 20);
	clause(b, "fake::func1:go", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE)->arg = 5;
	clause(b, "fake::func2:go", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_PCAP, dofb_var(b, DIF_VAR_ARG0))->arg = 64;
	clause(b, "fake::func3:go", DOF_SECIDX_NONE);
	os_host_packet(bytes, sizeof(bytes));
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	soil_buffer();
	fake_fire_on(0, 1, 0, 0);
	fake_fire_on(0, 2, 0, 0);
	fake_fire_on(0, 3, (uintptr_t)bytes, 0);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	words = (const uint64_t *)data;
	assert_int_equal(size, (1 + 9) * 8 + (1 + 5) * 8 + 8 + sizeof(*packet) + 64);
	assert_int_equal(words[1], os_fact(OS_FACT_PID));
	for (i = 2; i < 1 + 9; i++)
		assert_int_equal(words[i], 0);
	for (i = 11; i < 11 + 5; i++)
		assert_int_equal(words[i], 0);
	packet = (const void *)(words + 17);
	assert_int_equal(packet->captured, 8);
	assert_memory_equal(packet->data, bytes, 8);
	for (i = 8; i < 64; i++)
		assert_int_equal(packet->data[i], 0);
	os_host_packet(NULL, 0);
}

/* Where there are no packets, the action is refused. */
static void packets_refused(void **unused)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEACT_PCAP, dofb_const(b, 1))->arg = 100;
	clause(b, "fake::func3:go", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), -OS_EOPNOTSUPP);
}

static void temporal_header(void **unused)
{
	struct dof_builder *b = dofb_create();
	const uint8_t *data;
	size_t size;
	uint64_t before = os_time_mono();

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1));
	clause(b, "fake::func0:", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_TEMPORAL, 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire_on(0, 0, 0, 5);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 24);
	assert_in_range(((const uint64_t *)data)[1], before, os_time_mono());
	assert_int_equal(((const uint64_t *)data)[2], 5);
}

/* Clauses that record nothing take no room; one without actions records that the probe fired. */
static void default_action(void **unused)
{
	struct dof_builder *b = dofb_create();
	size_t size;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_void(b, 1));
	clause(b, "fake::func0:", DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, "fake::func0:", 0), DOF_SECIDX_NONE, DOF_SECIDX_NONE, 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire_on(0, 0, 0, 0);
	fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 8);
}

static void predicate(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_account account;

	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	clause(b, "fake:::", dofb_var(b, DIF_VAR_ARG0));
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire(0, 1, 0);
	fake_fire(1, 0, 0);
	fake_fire(2, 2, 0);
	account = fixture_account(state, 0);
	assert_int_equal(account.fired, 3);
	assert_int_equal(account.predicated, 1);
	assert_int_equal(account.recorded, 2);
	assert_int_equal(fixture_aggregate(state, 1), 2);
}

/* A fault: nothing is recorded, the next clause runs, ERROR gets the fault and its place. */
static void fault_fires_error(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_bufdesc desc;
	struct dtrace_status status;
	const uint64_t *words;
	size_t size;
	int i;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_load(b, 0x40));
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 9));
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	for (i = 0; i < 5; i++)
		dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1 + (uint32_t)i));
	clause(b, "dtrace:::ERROR", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire_on(2, 1, 0, 0);
	words = (const uint64_t *)fixture_snap(state, DTRACEIOC_BUFSNAP, 2, &size, &desc);
	assert_int_equal(size, 48 + 16);
	assert_int_equal(words[0], 3); /* ERROR's EPID */
	assert_int_equal(words[1], 1); /* EPID */
	assert_int_equal(words[2], 2); /* action */
	assert_int_equal(words[3], 4); /* offset */
	assert_int_equal(words[4], DTRACEFLT_BADADDR);
	assert_int_equal(words[5], 0x40);
	assert_int_equal(words[6], 2);
	assert_int_equal(words[7], 9);
	assert_int_equal(desc.errors, 1);
	assert_int_equal(fixture_account(state, 0).faulted, 1);
	assert_int_equal(fixture_account(state, 1).recorded, 1);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.errors, 1);
	assert_int_equal(status.dblerrors, 0);
}

/* Registers of a function at its first instruction, whose caller is at @caller. */
static void set_caller(struct isa_regs *regs, uint64_t *caller)
{
	unsigned int reg;

	for (reg = 0; reg < isa_self.reg_count; reg++) {
		const char *name = isa_self.regs[reg].name;

		if (strcmp(name, "rsp") == 0 || strcmp(name, "esp") == 0)
			isa_reg_set(regs, reg, (uintptr_t)caller);
		else if (strcmp(name, "x30") == 0 || strcmp(name, "ra") == 0)
			isa_reg_set(regs, reg, *caller);
	}
}

/* ERROR is where the firing is that failed: its caller is that function's, at an edge as the registers have it. */
static void error_is_at_the_same_edge(void **unused)
{
	static uint64_t file[64], caller = 0xe000, args[2];
	struct dt_firing firing = { .regs = (struct isa_regs *)(void *)file, .args = args, .arg_count = 2 };
	struct dof_builder *b = dofb_create();
	const uint64_t *words;
	unsigned long irq;
	size_t size;
	int edge;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_load(b, 0x40));
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_CALLER));
	clause(b, "dtrace:::ERROR", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	set_caller(firing.regs, &caller);
	for (edge = 0; edge < 2; edge++) {
		firing.edge = edge == 1;
		irq = os_host_irq_save_on(0);
		dt_probe_fire(fake.probes[1], &firing);
		os_irq_restore(irq);
		words = (const uint64_t *)fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
		assert_int_equal(size, 16);
		assert_int_equal(words[1] == caller, edge);
	}
}

static void fault_in_predicate_and_in_error(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_status status;
	const uint64_t *words;
	size_t size;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	clause(b, "fake::func1:", dofb_load(b, 0x48));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG2));
	clause(b, "dtrace:::ERROR", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_load(b, 0x50));
	clause(b, "dtrace:::ERROR", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire_on(0, 1, 0, 0);
	words = (const uint64_t *)fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 16);
	assert_int_equal(words[1], 0); /* the predicate */
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_STATUS, &status), 0);
	assert_int_equal(status.errors, 1);
	assert_int_equal(status.dblerrors, 1);
	assert_int_equal(fixture_account(state, 2).faulted, 1);
}

/*
 * ERROR is a firing inside a firing: its clauses see its own names, and after it the rest of the first
 * firing's clauses see those of the first again.
 */
static void error_is_another_firing(void **unused)
{
	struct dof_builder *b = dofb_create();
	const uint8_t *data;
	size_t size;
	int i;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBENAME));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_load(b, 0x40));
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBENAME));
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_load(b, 0x40));
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBENAME));
	clause(b, "dtrace:::ERROR", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_STRSIZE, 8);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (i = 0; i < 3; i++)
		fake_fire_on(0, 1, 0, 0);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 3 * 3 * 16);
	for (i = 0; i < 9; i++)
		assert_string_equal((const char *)data + i * 16 + 8, i % 3 == 1 ? "go" : "ERROR");
}

/*
 * A predicate that is one argument is tested without the machine; when the argument cannot be had,
 * the machine says so.
 */
static void predicate_that_cannot_be_tested(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_account account;
	const uint64_t *words;
	size_t size;

	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	clause(b, "fake::func1:", dofb_var(b, DIF_VAR_ARG5));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG2)); /* the action: 0 is the predicate */
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG4)); /* the fault */
	clause(b, "dtrace:::ERROR", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire_on(0, 1, 0, 0); /* an argument that is not there is 0 */
	account = fixture_account(state, 0);
	assert_int_equal(account.predicated, 1);
	fake.args_fault = true;
	fake_fire_on(0, 1, 0, 0);
	fake.args_fault = false;
	account = fixture_account(state, 0);
	assert_int_equal(account.fired, 2);
	assert_int_equal(account.faulted, 1);
	words = (const uint64_t *)fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 24);
	assert_int_equal(words[1], 0);
	assert_int_equal(words[2], DTRACEFLT_BADADDR);
	assert_int_equal(fixture_aggregate(state, 1), 0);
}

/* Different in each word, and negative, as a value of its size, in each half. */
static void fill_registers(struct isa_self_regs *file)
{
	uint32_t *words = (uint32_t *)(void *)file;
	size_t i;

	for (i = 0; i < sizeof(*file) / sizeof(*words); i++)
		words[i] = 0x80000000u + (uint32_t)i;
}

/* Where arguments are in registers, those are read; the provider, who could not say, is asked for the others alone. */
static void arguments_in_registers(void **unused)
{
	struct dt_probe *probe = fake.probes[1];
	struct isa_self_regs file;
	struct dt_firing firing = { .regs = (struct isa_regs *)(void *)&file };
	uint64_t value, expected;
	unsigned int n;

	fill_registers(&file);
	fake.args_fault = true;
	assert_int_equal(dt_firing_arg(probe, &firing, 0, &value), -OS_EFAULT);
	dt_probe_args(probe->id, DT_ARGS_ENTRY);
	for (n = 0; n < ISA_REGISTER_ARGS; n++) {
		assert_int_equal(isa_arg_get(firing.regs, n, NULL, &expected), 0);
		assert_int_equal(dt_firing_arg(probe, &firing, n, &value), 0);
		assert_int_equal(value, expected);
	}
	assert_int_equal(dt_firing_arg(probe, &firing, n, &value), -OS_EFAULT);
	dt_probe_args(probe->id, DT_ARGS_EXIT);
	firing.data = (uint64_t)-64 & ~(1ull << 63);
	assert_int_equal(dt_firing_arg(probe, &firing, 0, &value), 0);
	assert_int_equal((int64_t)value, -64);
	assert_int_equal(dt_firing_arg(probe, &firing, 1, &value), 0);
	assert_int_equal((int64_t)value, isa_ret_get(firing.regs));
	assert_int_equal(dt_firing_arg(probe, &firing, 2, &value), -OS_EFAULT);
	firing.data = 64 | 1ull << 63; /* there is no value */
	assert_int_equal(dt_firing_arg(probe, &firing, 0, &value), 0);
	assert_int_equal(value, 64);
	assert_int_equal(dt_firing_arg(probe, &firing, 1, &value), -OS_EFAULT);
	fake.args_fault = false;
}

/* What a record of `trace(arg0); trace(arg1); trace(errno)` holds. */
struct call_record {
	uint32_t epid, pad;
	uint64_t arg0, arg1, error;
};

static const struct call_record *call_records(size_t count)
{
	size_t size;
	const uint8_t *data = fixture_snap(state, DTRACEIOC_BUFSNAP, 2, &size, NULL);

	assert_int_equal(size, count * sizeof(struct call_record));
	return (const struct call_record *)data;
}

/* All probes of a system call fire, in order; arg0, arg1 and errno of a return follow from its value. */
static void calls_of_the_system(void **unused)
{
	static const int64_t values[] = { 42, -14, -4095, -4096 };
	static const uint64_t errors[] = { 0, 14, 4095, 0 }; /* -4096 is an address */
	struct dt_called second = { fake.probes[5], NULL }, first = { fake.probes[3], &second };
	const struct call_record *records;
	struct dof_builder *b = dofb_create();
	struct isa_self_regs file;
	unsigned long irq;
	size_t i;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ERRNO));
	clause(b, "fake:::go", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fill_registers(&file);
	irq = os_host_irq_save_on(2);
	for (i = 0; i < DT_ARRAY_SIZE(values); i++)
		dt_call_left(&first, (struct isa_regs *)(void *)&file, values[i]);
	os_irq_restore(irq);
	records = call_records(2 * DT_ARRAY_SIZE(values));
	for (i = 0; i < 2 * DT_ARRAY_SIZE(values); i++) {
		assert_int_equal(records[i].epid, i % 2 == 0 ? 4 : 6); /* of func3, of func5 */
		assert_int_equal(records[i].arg0, (uint64_t)values[i / 2]);
		assert_int_equal(records[i].arg1, (uint64_t)values[i / 2]);
		assert_int_equal(records[i].error, errors[i / 2]);
	}
	irq = os_host_irq_save_on(2);
	dt_call_entered(&first, (struct isa_regs *)(void *)&file);
	fake.args_fault = true; /* the provider is asked for those of an entry */
	dt_call_entered(&first, (struct isa_regs *)(void *)&file);
	fake.args_fault = false;
	os_irq_restore(irq);
	records = call_records(2);
	assert_int_equal(records[0].epid, 4);
	assert_int_equal(records[1].epid, 6);
	assert_int_equal(records[1].arg0 | records[1].arg1 | records[1].error, 0);
	assert_int_equal(fixture_account(state, 0).faulted, 2);
}

static void no_room(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_account account;
	struct dtrace_bufdesc desc;
	size_t size, records;
	int i;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	clause(b, "fake:::", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	clause(b, "dtrace:::END", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_BUFSIZE, 160);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (i = 0; i < 20; i++)
		fake_fire_on(0, 0, 0, 0);
	account = fixture_account(state, 0);
	assert_int_equal(account.recorded, 9); /* the tenth place is END's */
	assert_int_equal(account.dropped, 11);
	fixture_stop(state);
	assert_int_equal(fixture_account(state, 1).recorded, 1);
	records = 0;
	for (i = 0; i < CPUS; i++) {
		const uint8_t *data = fixture_snap(state, DTRACEIOC_BUFSNAP, (uint32_t)i, &size, &desc);

		records += fixture_records(state, data, size, 0);
		assert_int_equal(desc.drops, i == 0 ? 11 : 0);
	}
	assert_int_equal(records, 10);
}

static void aggregation_keys(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct {
		struct dtrace_aggdesc desc;
		struct dtrace_recdesc rec[8];
	} agg;
	struct dof_actdesc *action;
	const uint8_t *data;
	size_t size, offset, found = 0;
	int round, i;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBEFUNC));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1));
	action = dofb_action(b, DTRACEAGG_SUM, dofb_var(b, DIF_VAR_ARG0));
	action->ntuple = 2;
	action->uarg = DTRACE_AGG_UARG(42, 0);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBEFUNC));
	action = dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	action->ntuple = 1;
	clause(b, "fake:::", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (round = 0; round < 3; round++) { /* each snapshot is a delta */
		for (i = 0; i < 10; i++) {
			fake_fire_on(0, 0, 3, 0);
			fake_fire_on(0, 1, 4, 1);
			fake_fire_on(0, 1, 5, 1);
		}
		data = fixture_snap(state, DTRACEIOC_AGGSNAP, 0, &size, NULL);
		found = 0;
		for (offset = 0; offset < size; offset += agg.desc.size) {
			memset(&agg, 0, sizeof(agg));
			agg.desc.id = *(const uint32_t *)(data + offset);
			agg.desc.records = 8;
			assert_int_equal(fixture_ioctl(state, DTRACEIOC_AGGDESC, &agg), 0);
			if (agg.desc.id == 1) {
				assert_int_equal(agg.desc.varid, 42);
				assert_int_equal(agg.desc.records, 4);
				assert_int_equal(agg.rec[3].action, DTRACEAGG_SUM);
			}
			i = (int)*(const uint64_t *)(data + offset + agg.rec[agg.desc.records - 1].offset);
			if (strcmp((const char *)data + offset + agg.rec[1].offset, "func0") == 0)
				assert_int_equal(i, agg.desc.id == 1 ? 30 : 10);
			else
				assert_int_equal(i, agg.desc.id == 1 ? 90 : 20);
			found++;
		}
		assert_int_equal(found, 4);
	}
}

/*
 * The keys of one clause: a string at the end, a number after a string, numbers alone; and the
 * strings' lengths change all the time.
 */
static void key_strings(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 2;
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 2;
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
}

/*
 * Bytes of one key must not become part of the next one, not even after a key that faulted
 * half-way.
 */
static void aggregation_keys_of_strings(void **unused)
{
	static const char *const texts[] = {
		"", "a", "seven_7", "eight__8", "nine____9", "a string of twenty-six let"
	};
	static const uint64_t numbers[] = { ~0ull, 0x7766554433221101ull }; /* no byte is zero */
	struct dof_builder *b = dofb_create();
	struct {
		struct dtrace_aggdesc desc;
		struct dtrace_recdesc rec[8];
	} agg;
	const struct dtrace_recdesc *string;
	size_t size, offset, found = 0, i, j;
	const uint8_t *data;

	key_strings(b);
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_STRSIZE, 40);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (i = 0; i < 6 * 6; i++) {
		fake_fire_on(0, 1, (uintptr_t)texts[i % 6], numbers[i / 6 % 2]);
		fake_fire_on(0, 1, (uintptr_t)texts[i * 5 % 6], numbers[i / 6 % 2]);
		fake_fire_on(0, 1, 8, ~0ull); /* no string there */
	}
	assert_int_equal(fixture_account(state, 0).faulted, 36);
	assert_int_equal(fixture_account(state, 0).recorded, 72);
	data = fixture_snap(state, DTRACEIOC_AGGSNAP, 0, &size, NULL);
	for (offset = 0; offset < size; offset += agg.desc.size) {
		memset(&agg, 0, sizeof(agg));
		agg.desc.id = *(const uint32_t *)(data + offset);
		agg.desc.records = 8;
		assert_int_equal(fixture_ioctl(state, DTRACEIOC_AGGDESC, &agg), 0);
		j = *(const uint64_t *)(data + offset + agg.rec[agg.desc.records - 1].offset);
		assert_int_equal(j, agg.desc.id == 3 ? 36 : 6);
		found++;
		if (agg.desc.id == 3)
			continue;
		string = &agg.rec[agg.desc.id == 1 ? 2 : 1];
		for (j = strlen((const char *)data + offset + string->offset); j < string->size; j++)
			assert_int_equal(data[offset + string->offset + j], 0);
	}
	assert_int_equal(found, 12 + 12 + 2);
}

/* The stack of each firing: @kstack_count addresses. */
static uint64_t kstack[8];
static unsigned int kstack_count;

unsigned int __wrap_os_kstack(struct isa_regs *regs, const struct os_extent *hidden, uint64_t *pcs, unsigned int max);
unsigned int __wrap_os_kstack(struct isa_regs *regs, const struct os_extent *hidden, uint64_t *pcs, unsigned int max)
{
	unsigned int count = kstack_count < max ? kstack_count : max;

	memcpy(pcs, kstack, count * sizeof(*pcs));
	return count;
}

/*
 * Stacks of all lengths in turn, one of them ended by an address that is 0: each key is found again, has its frames and
 * zeros after them, and nothing of a longer one before.
 */
static void aggregation_keys_of_stacks(void **unused)
{
	struct dof_builder *b = dofb_create();
	size_t size, offset, found = 0;
	const uint64_t *record;
	const uint8_t *data;
	unsigned int i, n;

	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE)->arg = 5;
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE)->arg = 5;
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 2;
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (i = 0; i < 8 * 12; i++) {
		kstack_count = i * 5 % 8; /* beyond 5: cut */
		for (n = 0; n < kstack_count; n++)
			kstack[n] = 0xffff0000 + n;
		if (kstack_count == 4)
			kstack[3] = 0; /* as with three frames */
		fake_fire_on(0, 1, i & 1 ? ~0ull : 1, 0);
	}
	kstack_count = 0;
	data = fixture_snap(state, DTRACEIOC_AGGSNAP, 0, &size, NULL);
	for (offset = 0; offset < size; found++) {
		record = (const uint64_t *)(data + offset);
		for (n = 0; n < 5 && record[1 + n] != 0; n++)
			assert_int_equal(record[1 + n], 0xffff0000 + n);
		for (i = n; i < 5; i++)
			assert_int_equal(record[1 + i], 0);
		i = n == 5 || n == 3 ? 12 * (n == 5 ? 3 : 2) : 12;
		if (record[0] == 1)
			assert_int_equal(record[6], i);
		else
			assert_true(record[6] == 1 || record[6] == ~0ull);
		offset += record[0] == 1 ? 7 * 8 : 8 * 8;
	}
	/* lengths 0, 1, 2, 3 (4), 5 (6, 7), of which odd ones came with one number, even ones with the other */
	assert_int_equal(found, 5 + 7);
}

/*
 * A key that begins with a number of four bytes has four bytes of padding, which must
 * not make equal keys different.
 */
static void aggregation_keys_with_gaps(void **unused)
{
	static const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_ARG1, 1),
					    DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const struct dofb_difo four = { code, 2, .rtype = { DIF_TYPE_CTF, 1, 0, 0, 4 } };
	struct dof_builder *b = dofb_create();
	size_t size;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_difo(b, &four));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 2;
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	clause(b, "fake::func2:", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake_fire_on(0, 1, ~0ull, 5);
	fake_fire_on(0, 2, ~0ull, 5);
	fake_fire_on(0, 1, ~0ull, 5);
	fixture_snap(state, DTRACEIOC_AGGSNAP, 0, &size, NULL);
	assert_int_equal(size, 32 + 24); /* one entry of each */
}

/* ---- clauses that are done directly ---------------------------------------------------------- */

/* A clause on func1, and the same once more with a predicate that keeps it from being direct. */
static void both_ways(struct dof_builder *b, void (*actions)(struct dof_builder *b))
{
	actions(b);
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	actions(b);
	clause(b, "fake::func1:", dofb_const(b, 1));
}

static uint32_t four_bytes(struct dof_builder *b, uint32_t variable)
{
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, variable, 1), DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const struct dofb_difo difo = { code, 2, .rtype = { DIF_TYPE_CTF, 1, 0, 0, 4 } };

	return dofb_difo(b, &difo);
}

static void count_by_word(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
}

static void sum_by_half(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, four_bytes(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_SUM, dofb_var(b, DIF_VAR_ARG1))->ntuple = 1;
}

static void maximum_by_process(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, four_bytes(b, DIF_VAR_PID));
	dofb_action(b, DTRACEAGG_MAX, dofb_var(b, DIF_VAR_ARG1))->ntuple = 1;
}

static void distribution(struct dof_builder *b)
{
	dofb_action(b, DTRACEAGG_QUANTIZE, dofb_var(b, DIF_VAR_ARG1));
}

/* execname of each firing */
static const char *program;

void __real_os_execname(char *dst);
void __wrap_os_execname(char *dst);
void __wrap_os_execname(char *dst)
{
	if (program == NULL) {
		__real_os_execname(dst);
		return;
	}
	memset(dst, 0xee, OS_EXECNAME_SIZE); /* what comes after the NUL is anything */
	memcpy(dst, program, strlen(program) + 1);
}

static void sum_by_program(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_EXECNAME));
	dofb_action(b, DTRACEAGG_SUM, dofb_var(b, DIF_VAR_ARG1))->ntuple = 1;
}

static const struct dt_plan *plan_of(uint32_t index)
{
	return dt_table_get(&state->plans, index + 1);
}

/* The table has each key of one aggregation in the other one, with the same cells. */
static void assert_same(const uint8_t *data, size_t size, uint32_t first, uint32_t second)
{
	uint32_t bytes = ((const struct dt_agg_step *)dt_table_get(&state->aggs, first))->agg.size;
	size_t counts[2] = { 0, 0 }, at, other, step;

	for (at = 0; at < size; at += step) {
		uint32_t id = *(const uint32_t *)(data + at);

		step = ((const struct dt_agg_step *)dt_table_get(&state->aggs, id))->agg.size;
		if (id != first && id != second)
			continue;
		counts[id == second]++;
		for (other = 0; id == first && other < size;
		     other +=
		     ((const struct dt_agg_step *)dt_table_get(&state->aggs, *(const uint32_t *)(data + other)))
			     ->agg.size)
			if (*(const uint32_t *)(data + other) == second &&
			    memcmp(data + at + 4, data + other + 4, bytes - 4) == 0)
				break;
		assert_true(other < size);
	}
	assert_true(counts[0] > 0);
	assert_int_equal(counts[0], counts[1]);
}

/* Direct clauses make of a firing what others make of it. */
static void direct_aggregations(void **unused)
{
	static void (*const kinds[])(struct dof_builder * b) = { count_by_word, sum_by_half, maximum_by_process,
								 distribution, sum_by_program };
	static const char *const programs[] = { "", "a", "seven_7", "eight__8", "nine____9", "fifteen_______f", "b" };
	static const enum dt_direct direct[] = { DT_DIRECT_COUNT, DT_DIRECT_KEYED, DT_DIRECT_KEYED, DT_DIRECT_CONSTANT,
						 DT_DIRECT_KEYED };
	struct dof_builder *b = dofb_create();
	const uint8_t *data;
	size_t size;
	uint32_t i;

	for (i = 0; i < DT_ARRAY_SIZE(kinds); i++)
		both_ways(b, kinds[i]);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (i = 0; i < 2000; i++) {
		program = programs[i % 7];
		fake_fire_on(0, 1, (uint64_t)(i % 37) << (i % 3 * 16), i * 77 - 5000ull);
	}
	program = NULL;
	data = fixture_snap(state, DTRACEIOC_AGGSNAP, 0, &size, NULL);
	for (i = 0; i < DT_ARRAY_SIZE(kinds); i++) {
		assert_int_equal(plan_of(2 * i)->direct, direct[i]);
		assert_int_equal(plan_of(2 * i + 1)->direct, DT_DIRECT_NONE);
		assert_same(data, size, 2 * i + 1, 2 * i + 2);
	}
	for (i = 0; i < 2 * DT_ARRAY_SIZE(kinds); i++)
		assert_int_equal(fixture_account(state, i).recorded, 2000);
}

static void numbers(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, four_bytes(b, DIF_VAR_ARG1));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEACT_DIFEXPR, four_bytes(b, DIF_VAR_PID));
}

static void direct_records(void **unused)
{
	struct dof_builder *b = dofb_create();
	const uint8_t *data;
	size_t size, i;

	both_ways(b, numbers);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	assert_int_equal(plan_of(0)->direct, DT_DIRECT_RECORD);
	assert_int_equal(plan_of(1)->direct, DT_DIRECT_NONE);
	fake_fire_on(0, 1, ~0ull, 1);
	fake_fire_on(0, 1, 7, 1ull << 40 | 3);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 4 * 32);
	for (i = 0; i < 4; i++, data += 32) {
		assert_int_equal(((const uint32_t *)data)[0], 1 + i % 2);
		assert_int_equal(((const uint32_t *)data)[1], 0);
		assert_int_equal(((const uint32_t *)data)[2], i < 2 ? 1 : 3);
		assert_int_equal(((const uint64_t *)data)[2], i < 2 ? ~0ull : 7);
		assert_int_equal(((const uint32_t *)data)[6], os_fact(OS_FACT_PID));
	}
	assert_int_equal(fixture_account(state, 0).recorded, 2);
	assert_int_equal(fixture_account(state, 1).recorded, 2);
}

/* A full buffer is a drop, also of a direct clause; a temporal program's records have a time, and are not direct. */
static void direct_drops(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_account accounts[2];
	int i;

	both_ways(b, numbers);
	dofb_option(b, DTRACEOPT_BUFSIZE, 1024);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (i = 0; i < 100; i++)
		fake_fire_on(0, 1, 7, 8);
	for (i = 0; i < 2; i++) {
		accounts[i] = fixture_account(state, i);
		assert_int_equal(accounts[i].recorded, 16);
		assert_int_equal(accounts[i].dropped, 84);
	}
	dt_state_close(state);
	assert_int_equal(dt_state_open(&state), 0);
	b = dofb_create();
	both_ways(b, numbers);
	dofb_option(b, DTRACEOPT_TEMPORAL, 1);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	assert_int_equal(plan_of(0)->direct, DT_DIRECT_NONE);
}

static void late_fault(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0 + 5));
}

static void key_fault(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0 + 5));
	dofb_action(b, DTRACEAGG_SUM, dofb_var(b, DIF_VAR_ARG0))->ntuple = 1;
}

static void value_fault(struct dof_builder *b)
{
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_SUM, dofb_var(b, DIF_VAR_ARG0 + 5))->ntuple = 1;
}

/* One that cannot be read makes the clause a fault as ever: nothing is recorded, ERROR fires. */
static void direct_faults(void **unused)
{
	struct dof_builder *b = dofb_create();
	const uint8_t *data;
	uint32_t i;
	size_t size;

	both_ways(b, late_fault);
	both_ways(b, key_fault);
	both_ways(b, value_fault);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0 + 2));
	clause(b, "dtrace:::ERROR", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	assert_int_equal(plan_of(0)->direct, DT_DIRECT_RECORD);
	assert_int_equal(plan_of(2)->direct, DT_DIRECT_KEYED);
	fake.args_fault = true;
	fake_fire_on(0, 1, 5, 6);
	fake.args_fault = false;
	for (i = 0; i < 6; i++) {
		assert_int_equal(fixture_account(state, i).faulted, 1);
		assert_int_equal(fixture_account(state, i).recorded, 0);
	}
	assert_int_equal(fixture_account(state, 6).recorded, 6); /* of ERROR */
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(fixture_records(state, data, size, 0), 6);
	fixture_snap(state, DTRACEIOC_AGGSNAP, 0, &size, NULL);
	assert_int_equal(size, 0);
	fake_fire_on(0, 1, 5, 6);
	for (i = 0; i < 6; i++)
		assert_int_equal(fixture_account(state, i).recorded, 1);
}

/* An object that uses the thread's variable number @n. */
static uint32_t of_thread(struct dof_builder *b, const dif_instr_t *code, size_t count, unsigned int n, uint32_t bytes)
{
	const struct dtrace_diftype type = { DIF_TYPE_CTF, 1, 0, 0, 8 };
	const struct dtrace_difv var = { .name = 1,
					 .id = DIF_VAR_USER_MIN + n,
					 .kind = DIF_VARKIND_SCALAR,
					 .scope = DIF_SCOPE_THREAD,
					 .flags = DIF_VARFLAG_REF | DIF_VARFLAG_MOD,
					 .type = type };
	const struct dofb_difo difo = { code,
					count,
					.vars = &var,
					.var_count = 1,
					.strings = "\0ts",
					.string_size = 4,
					.rtype = { DIF_TYPE_CTF, 1, 0, 0, bytes } };

	return dofb_difo(b, &difo);
}

/* self->n = variable */
static uint32_t thread_store(struct dof_builder *b, unsigned int n, uint32_t variable)
{
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, variable, 1),
				     DIF_INSTR_WIDE(DIF_OP_STTS, DIF_VAR_USER_MIN + n, 1),
				     DIF_INSTR(DIF_OP_RET, 0, 0, 0) };

	return of_thread(b, code, 3, n, 0);
}

/* self->n = 0 */
static uint32_t thread_zero(struct dof_builder *b, unsigned int n)
{
	const dif_instr_t code[] = { DIF_INSTR(DIF_OP_MOV, 0, 0, 1),
				     DIF_INSTR_WIDE(DIF_OP_STTS, DIF_VAR_USER_MIN + n, 1),
				     DIF_INSTR(DIF_OP_RET, 0, 0, 0) };

	return of_thread(b, code, 3, n, 0);
}

/* self->n */
static uint32_t thread_value(struct dof_builder *b, unsigned int n)
{
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_LDTS, DIF_VAR_USER_MIN + n, 1),
				     DIF_INSTR(DIF_OP_RET, 0, 0, 1) };

	return of_thread(b, code, 2, n, 8);
}

/* variable - self->n */
static uint32_t thread_minus(struct dof_builder *b, unsigned int n, uint32_t variable)
{
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, variable, 1),
				     DIF_INSTR_WIDE(DIF_OP_LDTS, DIF_VAR_USER_MIN + n, 2),
				     DIF_INSTR(DIF_OP_SUB, 1, 2, 1), DIF_INSTR(DIF_OP_RET, 0, 0, 1) };

	return of_thread(b, code, 4, n, 8);
}

/*
 * func1: self->n = arg1; func2, when there is self->n: the sum of arg0 - self->n, a count, self->n = 0. @full: a
 * statement more, which is not direct.
 */
static void thread_pair(struct dof_builder *b, unsigned int n, uint32_t first, bool full)
{
	dofb_action(b, DTRACEACT_DIFEXPR, thread_store(b, n, first));
	if (full)
		dofb_action(b, DTRACEACT_DIFEXPR, dofb_void(b, 1));
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEAGG_SUM, thread_minus(b, n, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, thread_zero(b, n));
	if (full)
		dofb_action(b, DTRACEACT_DIFEXPR, dofb_void(b, 1));
	clause(b, "fake::func2:", thread_value(b, n));
}

/* Formulas: what the pair of a thread's variable makes, directly and in full; predicates that do not hold, too. */
static void direct_formulas(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_account account;
	const uint8_t *data;
	size_t size;
	uint32_t i;

	thread_pair(b, 0, DIF_VAR_ARG1, false);
	thread_pair(b, 1, DIF_VAR_ARG1, true);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (i = 0; i < 4; i++)
		assert_int_equal(plan_of(i)->direct, i < 2 ? DT_DIRECT_FORMULAS : DT_DIRECT_NONE);
	for (i = 0; i < 1000; i++) {
		fake_fire_on(0, 1, 5, i % 5 * 1000);
		if (i % 3)
			fake_fire_on(0, 2, i * 7, 9);
	}
	for (i = 0; i < 4; i++) {
		account = fixture_account(state, i);
		assert_int_equal(account.fired, i & 1 ? 666 : 1000);
		assert_int_equal(account.predicated, i & 1 ? 666 - account.recorded : 0);
		assert_int_equal(account.recorded, fixture_account(state, i ^ 2).recorded);
	}
	assert_in_range(fixture_account(state, 1).predicated, 100, 300);
	data = fixture_snap(state, DTRACEIOC_AGGSNAP, 0, &size, NULL);
	assert_same(data, size, 1, 3);
	assert_same(data, size, 2, 4);
}

/* A fault in the first formula, and in a predicate: as ever, and nothing was stored. */
static void direct_formula_faults(void **unused)
{
	struct dof_builder *b = dofb_create();
	uint32_t i;

	thread_pair(b, 0, DIF_VAR_ARG0 + 5, false);
	thread_pair(b, 1, DIF_VAR_ARG0 + 5, true);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	clause(b, "fake::func1:", thread_minus(b, 2, DIF_VAR_ARG0 + 5));
	dofb_action(b, DTRACEACT_DIFEXPR, thread_store(b, 2, DIF_VAR_ARG1));
	clause(b, "fake::func3:", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	assert_int_equal(plan_of(0)->direct, DT_DIRECT_FORMULAS);
	assert_int_equal(plan_of(4)->direct, DT_DIRECT_FORMULAS);
	fake_fire_on(0, 3, 5, 6);
	fake_fire_on(0, 1, 5, 6); /* the key has its cells now */
	assert_int_equal(fixture_account(state, 4).recorded, 1);
	fake.args_fault = true;
	fake_fire_on(0, 1, 5, 6);
	fake_fire_on(0, 2, 5, 6);
	fake.args_fault = false;
	for (i = 0; i < 5; i++) {
		assert_int_equal(fixture_account(state, i).faulted, i == 0 || i == 2 || i == 4);
		assert_int_equal(fixture_account(state, i).predicated, i == 1 || i == 3);
		assert_int_equal(fixture_account(state, i).recorded, i == 0 || i == 2 || i == 4);
	}
}

/* self->n += pid, whose value is what was stored */
static uint32_t thread_plus_pid(struct dof_builder *b, unsigned int n)
{
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_LDTS, DIF_VAR_USER_MIN + n, 1),
				     DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_PID, 2), DIF_INSTR(DIF_OP_ADD, 1, 2, 1),
				     DIF_INSTR_WIDE(DIF_OP_STTS, DIF_VAR_USER_MIN + n, 1),
				     DIF_INSTR(DIF_OP_RET, 0, 0, 1) };

	return of_thread(b, code, 5, n, 8);
}

/* A predicate may store. It does so once, also when the first formula after it faults. */
static void direct_predicate_stores(void **unused)
{
	struct dof_builder *b = dofb_create();
	const uint8_t *data;
	size_t size;

	dofb_action(b, DTRACEACT_DIFEXPR, thread_store(b, 1, DIF_VAR_ARG0 + 5));
	clause(b, "fake::func1:", thread_plus_pid(b, 0));
	dofb_action(b, DTRACEACT_DIFEXPR, thread_value(b, 0));
	clause(b, "fake::func2:", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	fake.args_fault = true;
	fake_fire_on(0, 1, 5, 6);
	fake.args_fault = false;
	assert_int_equal(fixture_account(state, 0).faulted, 1);
	fake_fire_on(0, 2, 5, 6);
	data = fixture_snap(state, DTRACEIOC_BUFSNAP, 0, &size, NULL);
	assert_int_equal(size, 16);
	assert_int_equal(*(const uint64_t *)(data + 8), os_fact(OS_FACT_PID));
}

static void aggregation_full(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_account account;
	struct dtrace_bufdesc desc;
	size_t size;
	int i;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	clause(b, "fake:::", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_AGGSIZE, 2048);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (i = 0; i < 1000; i++)
		fake_fire_on(0, 0, (uint64_t)i, 0);
	account = fixture_account(state, 0);
	assert_true(account.dropped > 800);
	assert_int_equal(account.dropped, account.dropped_aggregation);
	fixture_snap(state, DTRACEIOC_AGGSNAP, 0, &size, &desc);
	assert_int_equal(desc.drops, account.dropped);
	assert_int_equal(size / 24, account.recorded);
}

/* A signal handler that fires while its thread is in probe context plays the part of an NMI. */
static volatile sig_atomic_t nmi_armed;

static void nmi(int signal)
{
	if (nmi_armed)
		fake_fire(1, 0, 0);
}

static void nested_is_counted(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct sigaction action = { .sa_handler = nmi };
	struct sigaction old;

	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	clause(b, "fake:::", DOF_SECIDX_NONE);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	sigaction(SIGUSR1, &action, &old);
	nmi_armed = 1;
	dt_framework.cpus[0].in_probe = 1; /* as in the middle of a firing */
	fake_fire_on(0, 0, 0, 0);
	{
		unsigned long irq = os_host_irq_save_on(0);

		raise(SIGUSR1);
		os_irq_restore(irq);
	}
	dt_framework.cpus[0].in_probe = 0;
	nmi_armed = 0;
	sigaction(SIGUSR1, &old, NULL);
	fake_fire_on(0, 0, 0, 0);
	assert_int_equal(fixture_account(state, 0).fired, 1);
	assert_int_equal(fake.probes[0]->nested, 1);
	assert_int_equal(fake.probes[1]->nested, 1);
	assert_int_equal(dt_framework.cpus[0].nested, 2);
}

static void chill_is_capped(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_account account;
	uint64_t start;

	dofb_action(b, DTRACEACT_CHILL, dofb_var(b, DIF_VAR_ARG0));
	clause(b, "fake:::", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_DESTRUCTIVE, 0);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	start = os_time_mono();
	fake_fire_on(0, 0, 20 * 1000 * 1000, 0);
	assert_true(os_time_mono() - start >= 20 * 1000 * 1000);
	fake_fire_on(0, 0, 490 * 1000 * 1000, 0); /* together more than half a second */
	fake_fire_on(0, 0, ~0ull, 0);
	account = fixture_account(state, 0);
	assert_int_equal(account.recorded, 1);
	assert_int_equal(account.faulted, 2);
	/* a second later there is half a second again */
	dt_framework.cpus[0].chill_used = 499 * 1000 * 1000;
	fake_fire_on(0, 0, 2 * 1000 * 1000, 0);
	assert_int_equal(fixture_account(state, 0).faulted, 3);
	os_host_time_shift(1100 * 1000 * 1000);
	fake_fire_on(0, 0, 2 * 1000 * 1000, 0);
	assert_int_equal(fixture_account(state, 0).recorded, 2);
	assert_int_equal(dt_framework.cpus[0].chill_used, 2 * 1000 * 1000);
	fake_fire_on(0, 0, 3 * 1000 * 1000, 0); /* the same second */
	assert_int_equal(dt_framework.cpus[0].chill_used, 5 * 1000 * 1000);
}

/* ---- load ------------------------------------------------------------------------------------ */

#define FIRINGS 20000

static void *load_thread(void *arg)
{
	unsigned int cpu = (unsigned int)(uintptr_t)arg;
	uint64_t i;

	for (i = 0; i < FIRINGS; i++)
		fake_fire_on(cpu, (unsigned int)(i % 4), i % 3, i % 5 == 0);
	return NULL;
}

/*
 * Everything at once from all CPUs, while the consumer takes buffers: each ledger balances and each
 * record arrives.
 */
static void overload(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct dtrace_account record, fault, count;
	struct dtrace_bufdesc desc;
	uint64_t records = 0, drops = 0, counted = 0, errors = 0;
	pthread_t threads[CPUS];
	unsigned int cpu, round;
	const uint8_t *data;
	size_t size;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBEFUNC));
	clause(b, "fake:::", dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_load(b, 0x60));
	clause(b, "fake:::", dofb_var(b, DIF_VAR_ARG1));
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBEFUNC));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	clause(b, "fake:::", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_BUFSIZE, 64 * 1024);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	for (cpu = 0; cpu < CPUS; cpu++)
		pthread_create(&threads[cpu], NULL, load_thread, (void *)(uintptr_t)cpu);
	for (round = 0; round < 60; round++) {
		struct timespec nap = { 0, 5 * 1000 * 1000 };

		if (round == 50) {
			for (cpu = 0; cpu < CPUS; cpu++)
				pthread_join(threads[cpu], NULL);
		}
		for (cpu = 0; cpu < CPUS; cpu++) {
			data = fixture_snap(state, DTRACEIOC_BUFSNAP, cpu, &size, &desc);
			records += size / 264;
			drops += desc.drops;
			errors += desc.errors;
		}
		counted += fixture_aggregate(state, 1);
		nanosleep(&nap, NULL);
		(void)data;
	}
	record = fixture_account(state, 0);
	fault = fixture_account(state, 1);
	count = fixture_account(state, 2);
	assert_int_equal(record.fired, CPUS * FIRINGS);
	assert_int_equal(count.fired, CPUS * FIRINGS);
	assert_int_equal(records, record.recorded);
	assert_int_equal(drops, record.dropped_principal + fault.dropped_principal);
	assert_true(drops > 0);
	assert_int_equal(count.dropped, count.dropped_principal);
	assert_int_equal(errors, fault.faulted);
	assert_int_equal(counted, count.recorded);
	assert_true(fault.faulted > 0);
	print_message("overload: %llu records, %llu drops, %llu errors\n", (unsigned long long)records,
		      (unsigned long long)drops, (unsigned long long)errors);
}

/* The cost of a firing, printed; no test asserts a time. */
static void speed_of(const char *what, struct dof_builder *b)
{
	unsigned long irq;
	uint64_t start, time;
	unsigned int i, n = 1000000;

	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	irq = os_host_irq_save_on(0);
	start = os_time_mono();
	for (i = 0; i < n; i++)
		fake_fire(0, 0, 0);
	time = os_time_mono() - start;
	os_irq_restore(irq);
	assert_int_equal(fixture_account(state, 0).fired, n);
	print_message("%s: %llu ns a firing\n", what, (unsigned long long)(time / n));
}

static void speed_count(void **unused)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE);
	clause(b, "fake:::", DOF_SECIDX_NONE);
	speed_of("@ = count()", b);
	assert_int_equal(fixture_aggregate(state, 1), 1000000);
}

static void speed_count_probefunc(void **unused)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBEFUNC));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	clause(b, "fake:::", DOF_SECIDX_NONE);
	speed_of("@[probefunc] = count()", b);
	assert_int_equal(fixture_aggregate(state, 1), 1000000);
}

static void speed_count_tid(void **unused)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	clause(b, "fake:::", DOF_SECIDX_NONE);
	speed_of("@[arg0] = count()", b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(record_layout, setup, teardown),
		cmocka_unit_test_setup_teardown(packets, setup, teardown),
		cmocka_unit_test_setup_teardown(tails_are_zeros, setup, teardown),
		cmocka_unit_test_setup_teardown(packets_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(temporal_header, setup, teardown),
		cmocka_unit_test_setup_teardown(default_action, setup, teardown),
		cmocka_unit_test_setup_teardown(predicate, setup, teardown),
		cmocka_unit_test_setup_teardown(fault_fires_error, setup, teardown),
		cmocka_unit_test_setup_teardown(error_is_at_the_same_edge, setup, teardown),
		cmocka_unit_test_setup_teardown(fault_in_predicate_and_in_error, setup, teardown),
		cmocka_unit_test_setup_teardown(error_is_another_firing, setup, teardown),
		cmocka_unit_test_setup_teardown(arguments_in_registers, setup, teardown),
		cmocka_unit_test_setup_teardown(calls_of_the_system, setup, teardown),
		cmocka_unit_test_setup_teardown(predicate_that_cannot_be_tested, setup, teardown),
		cmocka_unit_test_setup_teardown(no_room, setup, teardown),
		cmocka_unit_test_setup_teardown(aggregation_keys, setup, teardown),
		cmocka_unit_test_setup_teardown(aggregation_keys_of_strings, setup, teardown),
		cmocka_unit_test_setup_teardown(aggregation_keys_of_stacks, setup, teardown),
		cmocka_unit_test_setup_teardown(aggregation_keys_with_gaps, setup, teardown),
		cmocka_unit_test_setup_teardown(direct_aggregations, setup, teardown),
		cmocka_unit_test_setup_teardown(direct_records, setup, teardown),
		cmocka_unit_test_setup_teardown(direct_drops, setup, teardown),
		cmocka_unit_test_setup_teardown(direct_faults, setup, teardown),
		cmocka_unit_test_setup_teardown(direct_formulas, setup, teardown),
		cmocka_unit_test_setup_teardown(direct_formula_faults, setup, teardown),
		cmocka_unit_test_setup_teardown(direct_predicate_stores, setup, teardown),
		cmocka_unit_test_setup_teardown(aggregation_full, setup, teardown),
		cmocka_unit_test_setup_teardown(nested_is_counted, setup, teardown),
		cmocka_unit_test_setup_teardown(chill_is_capped, setup, teardown),
		cmocka_unit_test_setup_teardown(overload, setup, teardown),
		cmocka_unit_test_setup_teardown(speed_count, setup, teardown),
		cmocka_unit_test_setup_teardown(speed_count_probefunc, setup, teardown),
		cmocka_unit_test_setup_teardown(speed_count_tid, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
