/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_plan.c - plans: layouts of records and keys, what is constant for a probe, limits. */
#include "fixture.h"

#include <string.h>

#include "core/enabling/plan.h"
#include "core/state/state.h"
#include "os/os.h"

static struct dt_state *state;

static int setup(void **unused)
{
	fixture_start(1, 2);
	assert_int_equal(dt_state_open(&state), 0);
	return 0;
}

static int teardown(void **unused)
{
	dt_state_close(state);
	fixture_end();
	return 0;
}

static void clause(struct dof_builder *b)
{
	dofb_clause(b, dofb_probe(b, "fake:::", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
}

static const struct dt_plan *plan(uint32_t index)
{
	return state->plans.entry[index];
}

static void of_probe(void **unused)
{
	static const dif_instr_t name[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_PROBENAME, 1),
					    DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	static const dif_instr_t time[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_TIMESTAMP, 1),
					    DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	static const dif_instr_t user[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, DIF_VAR_USER_MIN, 1),
					    DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	static const dif_instr_t load[] = { DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1), DIF_INSTR(DIF_OP_LDX, 1, 0, 1),
					    DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	static const dif_instr_t call[] = { DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_RAND, 1),
					    DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	struct dt_difo difo = { .code = name, .code_count = 2 };

	assert_true(dt_difo_of_probe(&difo));
	difo.code = time;
	assert_false(dt_difo_of_probe(&difo));
	difo.code = user;
	assert_false(dt_difo_of_probe(&difo));
	difo.code = call;
	assert_false(dt_difo_of_probe(&difo));
	difo.code = load;
	difo.code_count = 3;
	assert_false(dt_difo_of_probe(&difo));
}

/* Which programs want the maps of processes. */
static void walks(void **unused)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE);
	clause(b);
	dofb_action(b, DTRACEACT_USTACK, DOF_SECIDX_NONE);
	clause(b);
	dofb_action(b, DTRACEACT_JSTACK, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	clause(b);
	dofb_action(b, DTRACEACT_UADDR, dofb_var(b, DIF_VAR_ARG0));
	clause(b);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_USTACKDEPTH));
	clause(b);
	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE);
	dofb_clause(b, dofb_probe(b, "fake:::", 0), dofb_var(b, DIF_VAR_UCALLER), dofb_actions(b), 0);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_CALLER));
	clause(b);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_false(plan(0)->walks_stacks);
	for (uint32_t i = 1; i < 6; i++)
		assert_true(plan(i)->walks_stacks);
	assert_false(plan(6)->walks_stacks);
	assert_true(state->uses_stacks);
}

static void constant_keys(void **unused)
{
	struct dof_builder *b = dofb_create();

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBEFUNC));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	clause(b);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBEFUNC));
	dofb_action(b, DTRACEAGG_SUM, dofb_var(b, DIF_VAR_ARG0))->ntuple = 1;
	clause(b);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_TID));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	clause(b);
	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	clause(b);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_true(plan(0)->simple);
	assert_int_equal(plan(0)->cache_count, 1);
	assert_false(plan(1)->simple);
	assert_int_equal(plan(1)->cache_count, 1);
	assert_int_equal(plan(2)->cache_count, 0);
	assert_int_equal(plan(3)->cache_count, 0);
}

/* Keys, then an increment that is none; sizes follow the options at GO. */
static void key_layout(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct {
		struct dtrace_aggdesc desc;
		struct dtrace_recdesc rec[8];
	} agg = { .desc = { .id = 1, .records = 8 } };
	struct dof_actdesc *action;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_string_var(b, DIF_VAR_PROBEFUNC));
	dofb_action(b, DTRACEACT_USYM, dofb_const(b, 5));
	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE)->arg = 3;
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG1));
	action = dofb_action(b, DTRACEAGG_QUANTIZE, dofb_var(b, DIF_VAR_ARG0));
	action->ntuple = 4;
	action->uarg = DTRACE_AGG_UARG(9, DTRACE_AGG_INCR);
	clause(b);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	b = dofb_create();
	dofb_option(b, DTRACEOPT_STRSIZE, 10);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	fixture_go(state);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_AGGDESC, &agg), 0);
	assert_int_equal(agg.desc.records, 5);
	assert_int_equal(agg.desc.flags, DTRACE_AGGF_INCR);
	assert_int_equal(agg.rec[1].size, 10);
	assert_int_equal(agg.rec[2].offset, 24);
	assert_int_equal(agg.rec[2].size, 16);
	assert_int_equal(agg.rec[3].offset, 40);
	assert_int_equal(agg.rec[3].size, 24);
	assert_int_equal(agg.rec[4].offset, 64);
	assert_int_equal(agg.rec[4].size, 127 * 8);
	assert_int_equal(agg.desc.size, 64 + 127 * 8);
	fake_fire(0, 16, 5);
	fake_fire(0, 17, 6);
	{
		size_t size;
		const uint8_t *data = fixture_snap(state, DTRACEIOC_AGGSNAP, 0, &size, NULL);

		assert_int_equal(((const uint64_t *)(data + 64))[DTRACE_QUANTIZE_ZERO + 5], 11);
	}
}

static void stack_sizes(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct {
		struct dtrace_eprobedesc desc;
		struct dtrace_recdesc rec[8];
	} eprobe = { .desc = { .epid = 1, .records = 8 } };

	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_USTACK, DOF_SECIDX_NONE)->arg = DTRACE_USTACK_ARG(5, 100);
	dofb_action(b, DTRACEACT_JSTACK, DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_TRACEMEM, dofb_const(b, 8))->arg = 20;
	clause(b);
	dofb_option(b, DTRACEOPT_STACKFRAMES, 7);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_EPROBE, &eprobe), 0);
	assert_int_equal(eprobe.rec[0].size, 7 * 8);
	assert_int_equal(eprobe.rec[1].size, 6 * 8 + 104);
	assert_int_equal(eprobe.rec[2].size, 51 * 8 + 512);
	assert_int_equal(eprobe.rec[3].size, 20);
}

/*
 * Arguments of one printf() share a format; two statements with the same text do, too, when they
 * follow each other.
 */
static void formats(void **unused)
{
	struct dof_builder *b = dofb_create();
	struct {
		struct dtrace_eprobedesc desc;
		struct dtrace_recdesc rec[8];
	} eprobe = { .desc = { .epid = 1, .records = 8 } };
	struct dtrace_fmtdesc format = { .size = 0 };
	uint64_t text = dofb_string(b, "%d and %d\n") + 1, other = dofb_string(b, "text") + 1;
	struct dof_actdesc *action;
	char room[32];
	int i;

	for (i = 0; i < 3; i++) {
		action = dofb_action(b, DTRACEACT_PRINTF, i < 2 ? dofb_const(b, 1) : DOF_SECIDX_NONE);
		action->strtab = 0;
		action->arg = (i < 2 ? text : other) | (uint64_t)DTRACE_EXPR_SIGNED << 32;
	}
	clause(b);
	assert_int_equal(fixture_enable(state, b, NULL), 0);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_EPROBE, &eprobe), 0);
	assert_int_equal(eprobe.desc.records, 3);
	assert_int_equal(eprobe.rec[0].format, 1);
	assert_int_equal(eprobe.rec[1].format, 1);
	assert_int_equal(eprobe.rec[2].format, 2);
	assert_int_equal(eprobe.rec[2].size, 0);
	assert_int_equal(eprobe.rec[0].arg >> 32, DTRACE_EXPR_SIGNED);
	format.format = 1;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FORMAT, &format), 0);
	assert_int_equal(format.size, 11);
	format.text = (uint64_t)(uintptr_t)room;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FORMAT, &format), 0);
	assert_string_equal(room, "%d and %d\n");
	format.format = 3;
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_FORMAT, &format), -OS_ENOENT);
}

static void refused(struct dof_builder *b, const char *tag)
{
	struct dtrace_enable enable;

	clause(b);
	assert_int_equal(fixture_enable(state, b, &enable), -OS_EINVAL);
	assert_string_equal(enable.error, tag);
}

static void limits(void **unused)
{
	static const dif_instr_t code[] = { DIF_INSTR(DIF_OP_RET, 0, 0, 0) };
	struct dofb_difo difo = { code, 1, .rtype = { DIF_TYPE_CTF, 6, DIF_TYPE_BYREF, 0, 1000000 } };
	struct dof_builder *b = dofb_create();
	int i;

	for (i = 0; i < 20; i++)
		dofb_action(b, DTRACEACT_DIFEXPR, dofb_difo(b, &difo));
	refused(b, "plan-record-size");
	b = dofb_create();
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_void(b, 1));
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	refused(b, "plan-void-key");
	assert_int_equal(fake.enabled, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_probe),
		cmocka_unit_test_setup_teardown(walks, setup, teardown),
		cmocka_unit_test_setup_teardown(constant_keys, setup, teardown),
		cmocka_unit_test_setup_teardown(key_layout, setup, teardown),
		cmocka_unit_test_setup_teardown(stack_sizes, setup, teardown),
		cmocka_unit_test_setup_teardown(formats, setup, teardown),
		cmocka_unit_test_setup_teardown(limits, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
