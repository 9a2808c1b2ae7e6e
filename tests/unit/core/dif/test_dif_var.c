/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_dif_var.c - built-in variables: the value of each, which are read once per firing, the
 * faults when one is not there.
 */
#include <dtrace/provider.h>
#include <isa_types.h>

#include "isa/isa.h"
#include "os/os.h"
#include "subr_bench.h"

static uint64_t builtin(unsigned int id)
{
	build_begin(&b);
	build_wide(&b, DIF_OP_LDGS, id, 1);
	build_ret(&b, 1);
	bench_declare(&bench, &b);
	return bench_run(&bench, &b);
}

static uint64_t builtin_ok(unsigned int id)
{
	uint64_t value = builtin(id);

	assert_false(bench.mstate.faulted);
	return value;
}

static uint64_t array(unsigned int id, uint64_t index)
{
	build_begin(&b);
	build_setx(&b, 1, index);
	build_op(&b, DIF_OP_LDGA, id, 1, 2);
	build_ret(&b, 2);
	bench_declare(&bench, &b);
	return bench_run(&bench, &b);
}

static void test_facts(void **state)
{
	static const struct {
		unsigned int id, fact;
	} facts[] = {
		{ DIF_VAR_CURTHREAD, OS_FACT_THREAD },
		{ DIF_VAR_PID, OS_FACT_PID },
		{ DIF_VAR_TID, OS_FACT_TID },
		{ DIF_VAR_PPID, OS_FACT_PPID },
		{ DIF_VAR_UID, OS_FACT_UID },
		{ DIF_VAR_GID, OS_FACT_GID },
		{ DIF_VAR_VTIMESTAMP, OS_FACT_VTIME },
		{ DIF_VAR_IPL, OS_FACT_IPL },
		{ DIF_VAR_PGID, OS_FACT_PGID },
		{ DIF_VAR_SID, OS_FACT_SID },
		{ DIF_VAR_EUID, OS_FACT_EUID },
		{ DIF_VAR_EGID, OS_FACT_EGID },
		{ DIF_VAR_THREADS, OS_FACT_THREADS },
		{ DIF_VAR_PRIORITY, OS_FACT_PRIORITY },
		{ DIF_VAR_NICE, OS_FACT_NICE },
		{ DIF_VAR_POLICY, OS_FACT_POLICY },
		{ DIF_VAR_BOUND_CPU, OS_FACT_BOUND_CPU },
		{ DIF_VAR_SYSCALL, OS_FACT_SYSCALL },
		{ DIF_VAR_KERNEL_THREAD, OS_FACT_KERNEL_THREAD },
		{ DIF_VAR_CHIP, OS_FACT_CHIP },
		{ DIF_VAR_NODE, OS_FACT_NODE },
		{ DIF_VAR_USER_BITS, OS_FACT_USER_BITS },
		{ DIF_VAR_USER_STACK, OS_FACT_USER_STACK },
		{ DIF_VAR_EXIT_STATUS, OS_FACT_EXIT_STATUS },
		{ DIF_VAR_TTY, OS_FACT_TTY },
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(facts); i++)
		fake_os.facts[facts[i].fact] = 1000 + i;
	for (unsigned int i = 0; i < DT_ARRAY_SIZE(facts); i++)
		assert_int_equal(builtin_ok(facts[i].id), 1000 + i);
}

/* timestamp + vtimestamp and vtimestamp + timestamp: both are of the moment at which the first one was asked for. */
static uint64_t sum_of_times(unsigned int first, unsigned int second)
{
	build_begin(&b);
	build_wide(&b, DIF_OP_LDGS, first, 1);
	build_wide(&b, DIF_OP_LDGS, second, 2);
	build_op(&b, DIF_OP_ADD, 1, 2, 3);
	build_ret(&b, 3);
	bench_declare(&bench, &b);
	return bench_run(&bench, &b);
}

static void test_vtimestamp(void **state)
{
	fake_os.facts[OS_FACT_VTIME] = 1000;
	fake_os.mono = 50;
	assert_int_equal(sum_of_times(DIF_VAR_TIMESTAMP, DIF_VAR_VTIMESTAMP), 50 + 1000 - 1);
	fake_os.mono = 50;
	assert_int_equal(sum_of_times(DIF_VAR_VTIMESTAMP, DIF_VAR_TIMESTAMP), 50 + 1000);
	fake_os.facts[OS_FACT_VTIME] = 0;
	fake_os.mono = 50;
	assert_int_equal(sum_of_times(DIF_VAR_TIMESTAMP, DIF_VAR_VTIMESTAMP), 50);
}

static void test_firing(void **state)
{
	fake_os.probe_id = 77;
	bench.firing.error = -2;
	bench.mstate.cpu = 3;
	assert_int_equal(builtin_ok(DIF_VAR_EPID), 7);
	assert_int_equal(builtin_ok(DIF_VAR_ID), 77);
	assert_int_equal(builtin_ok(DIF_VAR_ERRNO), -2);
	assert_int_equal(builtin_ok(DIF_VAR_CPU), 3);
}

static void test_args(void **state)
{
	for (unsigned int i = 0; i < 10; i++)
		fake_os.args[i] = 100 + i;
	for (unsigned int i = 0; i < 10; i++) {
		assert_int_equal(builtin_ok(DIF_VAR_ARG0 + i), 100 + i);
		assert_int_equal(array(DIF_VAR_ARGS, i), 100 + i);
	}
	assert_int_equal(array(DIF_VAR_ARGS, 10), 0);
	assert_int_equal(array(DIF_VAR_ARGS, UINT64_MAX), 0);
	assert_false(bench.mstate.faulted);
	fake_os.arg_error = -OS_EFAULT;
	assert_int_equal(builtin(DIF_VAR_ARG0), 0);
	assert_int_equal(bench.mstate.fault, DTRACEFLT_BADADDR);
	assert_true(bench.mstate.faulted);
}

static void test_uregs(void **state)
{
	assert_int_equal(array(DIF_VAR_UREGS, 0), 0);
	assert_true(bench.mstate.faulted);
	assert_int_equal(bench.mstate.fault, DTRACEFLT_BADADDR);
	fake_os.has_user_regs = true;
	assert_int_equal(array(DIF_VAR_UREGS, 0), 0x1000);
	assert_int_equal(array(DIF_VAR_UREGS, 5), 0x1005);
	assert_false(bench.mstate.faulted);
	assert_int_equal(array(DIF_VAR_UREGS, 1000), 0);
	assert_true(bench.mstate.faulted);
	assert_int_equal(bench.mstate.fault, DTRACEFLT_ILLOP);
	/* a firing from user mode brings its own */
	bench.firing.user = DT_FIRING_INTERRUPTED;
	bench.firing.regs = os_user_regs();
	fake_os.has_user_regs = false;
	assert_int_equal(array(DIF_VAR_UREGS, 2), 0x1002);
}

/* One value for all uses in a clause, a new one in the next clause. */
static void test_times(void **state)
{
	fake_os.mono = 50;
	fake_os.wall = 90;
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_TIMESTAMP, 1);
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_TIMESTAMP, 2);
	build_op(&b, DIF_OP_SUB, 1, 2, 2);
	build_ret(&b, 2);
	bench_declare(&bench, &b);
	assert_int_equal(bench_run(&bench, &b), 0);
	assert_int_equal(builtin_ok(DIF_VAR_TIMESTAMP), 51);
	assert_int_equal(builtin_ok(DIF_VAR_WALLTIMESTAMP), 90);
	assert_int_equal(builtin_ok(DIF_VAR_WALLTIMESTAMP), 91);
}

static void test_names(void **state)
{
	for (unsigned int part = 0; part < 4; part++) {
		build_begin(&b);
		build_wide(&b, DIF_OP_LDGS, DIF_VAR_PROBEPROV + part, 1);
		build_op(&b, DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, 1);
		build_string(&b, "");
		assert_text(text_of(DIF_SUBR_TOLOWER), fake_os.names[part]);
	}
	assert_int_equal(fake_os.kload_size, 0);
}

static void test_execname(void **state)
{
	uint64_t first = builtin_ok(DIF_VAR_EXECNAME);

	assert_text((char *)(uintptr_t)first, "fake");
	fake_os.execname = "other";
	assert_int_equal(builtin_ok(DIF_VAR_EXECNAME), first);
	assert_text((char *)(uintptr_t)first, "fake");
	dt_mstate_begin(&bench.mstate);
	assert_text((char *)(uintptr_t)builtin_ok(DIF_VAR_EXECNAME), "other");
}

static void test_execargs(void **state)
{
	builtin(DIF_VAR_EXECARGS);
	assert_true(bench.mstate.faulted);
	assert_int_equal(bench.mstate.fault, DTRACEFLT_BADADDR);
	fake_os.execargs = "fake -x y";
	assert_text((char *)(uintptr_t)builtin_ok(DIF_VAR_EXECARGS), "fake -x y");
	assert_ptr_equal(bench.mstate.scratch_ptr, bench.scratch + 10);
	bench.mstate.scratch_end = bench.scratch;
	builtin(DIF_VAR_EXECARGS);
	assert_int_equal(bench.mstate.fault, DTRACEFLT_NOSCRATCH);
}

static void test_stacks(void **state)
{
	static struct isa_regs *const some_regs = (struct isa_regs *)(void *)fake_os.args;

	for (unsigned int i = 0; i < 8; i++) {
		fake_os.kstack[i] = 0xf000 + i;
		fake_os.ustack[i] = 0xa000 + i;
	}
	fake_os.kstack_count = 5;
	fake_os.ustack_count = 3;
	fake_os.aframes = 2;
	assert_int_equal(builtin_ok(DIF_VAR_STACKDEPTH), 3);
	assert_int_equal(builtin_ok(DIF_VAR_USTACKDEPTH), 3);
	assert_int_equal(builtin_ok(DIF_VAR_CALLER), 0xf002);
	assert_int_equal(builtin_ok(DIF_VAR_UCALLER), 0xa001);
	/* with registers the walk begins at the probed function itself, with none of our frames */
	dt_mstate_begin(&bench.mstate);
	bench.firing.regs = some_regs;
	assert_int_equal(builtin_ok(DIF_VAR_CALLER), 0xf001);
	assert_int_equal(builtin_ok(DIF_VAR_STACKDEPTH), 5);
	/* a firing from user mode has no kernel stack */
	dt_mstate_begin(&bench.mstate);
	bench.firing.user = DT_FIRING_INTERRUPTED;
	assert_int_equal(builtin_ok(DIF_VAR_CALLER), 0);
	assert_int_equal(builtin_ok(DIF_VAR_STACKDEPTH), 0);
	/* one from a system call has both */
	dt_mstate_begin(&bench.mstate);
	bench.firing.user = DT_FIRING_CALLED;
	assert_int_equal(builtin_ok(DIF_VAR_STACKDEPTH), 3);
	assert_int_equal(builtin_ok(DIF_VAR_USTACKDEPTH), 3);
	/* a function's edge: of the program only when the registers are */
	for (unsigned int user = DT_FIRING_KERNEL; user <= DT_FIRING_CALLED; user++) {
		bench.firing.user = (uint8_t)user;
		for (unsigned int edge = 0; edge <= 1; edge++) {
			bench.firing.edge = edge != 0;
			dt_mstate_begin(&bench.mstate);
			builtin_ok(DIF_VAR_UCALLER);
			assert_int_equal(fake_os.ustack_at_edge, edge && user != DT_FIRING_KERNEL);
			dt_mstate_begin(&bench.mstate);
			builtin_ok(DIF_VAR_USTACKDEPTH);
			assert_int_equal(fake_os.ustack_at_edge, edge && user != DT_FIRING_KERNEL);
		}
	}
	bench.firing.edge = false;
	/* short stacks */
	bench.firing.user = DT_FIRING_KERNEL;
	bench.firing.regs = NULL;
	dt_mstate_begin(&bench.mstate);
	fake_os.kstack_count = 1;
	fake_os.ustack_count = 1;
	assert_int_equal(builtin_ok(DIF_VAR_STACKDEPTH), 0);
	assert_int_equal(builtin_ok(DIF_VAR_CALLER), 0);
	assert_int_equal(builtin_ok(DIF_VAR_UCALLER), 0);
	dt_mstate_begin(&bench.mstate);
	bench.mstate.scratch_end = bench.scratch + 4;
	builtin(DIF_VAR_STACKDEPTH);
	assert_int_equal(bench.mstate.fault, DTRACEFLT_NOSCRATCH);
}

/* the register that holds a function's return address, or points at it, gets @caller */
static void set_caller(struct isa_regs *regs, uint64_t caller)
{
	uint64_t word = fake_kernel(&caller, sizeof(caller));

	for (unsigned int reg = 0; reg < isa_self.reg_count; reg++) {
		const char *name = isa_self.regs[reg].name;

		if (strcmp(name, "rsp") == 0 || strcmp(name, "esp") == 0)
			isa_reg_set(regs, reg, word);
		else if (strcmp(name, "x30") == 0 || strcmp(name, "lr") == 0 || strcmp(name, "ra") == 0)
			isa_reg_set(regs, reg, caller);
	}
}

/* Where a function is entered and left it has no frame: its caller is put in when the walk stepped over it. */
static void test_edge(void **state)
{
	static uint64_t file[64];
	struct isa_regs *regs = (struct isa_regs *)(void *)file;
	struct dt_firing firing = { .regs = regs };
	uint64_t pcs[8];

	for (unsigned int i = 0; i < 8; i++)
		fake_os.kstack[i] = 0xf000 + i;
	fake_os.kstack_count = 3;
	set_caller(regs, 0xe000);
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8), 3);
	fake_os.names[0] = "fbt"; /* a name makes no edge */
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8), 3);
	fake_os.names[0] = "somebody";
	firing.edge = true;
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8), 4);
	assert_int_equal(pcs[0], 0xf000);
	assert_int_equal(pcs[1], 0xe000);
	assert_int_equal(pcs[2], 0xf001);
	assert_int_equal(pcs[3], 0xf002);
	/* no room: the outermost goes */
	pcs[3] = 5;
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 3), 3);
	assert_int_equal(pcs[2], 0xf001);
	assert_int_equal(pcs[3], 5);
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 1), 1);
	assert_int_equal(pcs[0], 0xf000);
	/* a function that calls itself: the next frame has the same caller, and is another one */
	set_caller(regs, 0xf001);
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8), 4);
	assert_int_equal(pcs[1], 0xf001);
	assert_int_equal(pcs[2], 0xf001);
	assert_int_equal(pcs[3], 0xf002);
	/* a walk that knows the stack at each instruction has it already, whatever it is */
	fake_os.kstack_exact = true;
	set_caller(regs, 0xe000);
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8), 3);
	assert_int_equal(pcs[1], 0xf001);
	fake_os.kstack_exact = false;
	/* no stack, and no registers */
	fake_os.kstack_count = 0;
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8), 0);
	fake_os.kstack_count = 3;
	firing.regs = NULL;
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8), 3);
	bench.firing.regs = regs;
	bench.firing.edge = true;
	set_caller(regs, 0xe000);
	assert_int_equal(builtin_ok(DIF_VAR_CALLER), 0xe000);
	assert_int_equal(builtin_ok(DIF_VAR_STACKDEPTH), 4);
}

/* Frames that the provider hides are left out by the walk; what it steps over at an edge is put in before them. */
static void test_hidden_frames(void **state)
{
	static const struct os_extent frames[] = { { 0x100, 0x200 }, { 0xe000, 0xe100 }, { 0, 0 } };
	static uint64_t file[64];
	struct isa_regs *regs = (struct isa_regs *)(void *)file;
	struct dt_firing firing = { .regs = NULL };
	uint64_t pcs[8];

	for (unsigned int i = 0; i < 8; i++)
		fake_os.kstack[i] = 0xf000 + i;
	fake_os.kstack_count = 3;
	fake_os.frames = frames;
	dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8);
	assert_ptr_equal(fake_os.hidden, frames);
	bench.firing.regs = firing.regs = regs;
	bench.firing.edge = firing.edge = true;
	/* the function is not hidden, and its caller comes after it */
	isa_pc_set(regs, 0x300);
	set_caller(regs, 0xd000);
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8), 4);
	assert_ptr_equal(fake_os.hidden, frames);
	assert_int_equal(pcs[0], 0xf000);
	assert_int_equal(pcs[1], 0xd000);
	/* the function is hidden: the stack begins with its caller */
	isa_pc_set(regs, 0x100);
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8), 4);
	assert_int_equal(pcs[0], 0xd000);
	assert_int_equal(pcs[1], 0xf000);
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 1), 1);
	assert_int_equal(pcs[0], 0xd000);
	assert_int_equal(builtin_ok(DIF_VAR_CALLER), 0xd000);
	/* so is its caller: the next one is the first that is not */
	set_caller(regs, 0xe000);
	assert_int_equal(dt_firing_kstack(bench.mstate.probe, &firing, pcs, 8), 3);
	assert_int_equal(pcs[0], 0xf000);
	dt_mstate_begin(&bench.mstate);
	assert_int_equal(builtin_ok(DIF_VAR_CALLER), 0xf000);
}

/* The word at the stack's beginning, when it is right; else the addresses up to the 0 are counted. */
static void test_argc(void **state)
{
	static const uint64_t wide[] = { 2, 0x1000, 0x2000, 0, 0x3000, 0 },
			      over[] = { 0x7777777, 0x1000, 0x2000, 0x2008, 0, 0x3000, 0 };
	static const uint32_t narrow[] = { 1, 0x1000, 0, 0x3000, 0 }, wrong[] = { 1, 0x1000, 0x1008, 0, 0 };
	static const uint64_t none[] = { 0, 0, 0 };

	(void)state;
	fake_os.facts[OS_FACT_USER_BITS] = 64;
	fake_os.facts[OS_FACT_USER_STACK] = 0;
	assert_int_equal(builtin_ok(DIF_VAR_ARGC), 0);
	fake_os.facts[OS_FACT_USER_STACK] = fake_user(wide, sizeof(wide));
	assert_int_equal(builtin_ok(DIF_VAR_ARGC), 2);
	fake_os.facts[OS_FACT_USER_STACK] = fake_user(over, sizeof(over));
	assert_int_equal(builtin_ok(DIF_VAR_ARGC), 3);
	fake_os.facts[OS_FACT_USER_STACK] = fake_user(none, sizeof(none));
	assert_int_equal(builtin_ok(DIF_VAR_ARGC), 0);
	fake_os.facts[OS_FACT_USER_BITS] = 32;
	fake_os.facts[OS_FACT_USER_STACK] = fake_user(narrow, sizeof(narrow));
	assert_int_equal(builtin_ok(DIF_VAR_ARGC), 1);
	fake_os.facts[OS_FACT_USER_STACK] = fake_user(wrong, sizeof(wrong));
	assert_int_equal(builtin_ok(DIF_VAR_ARGC), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_facts),         TEST(test_vtimestamp), TEST(test_firing), TEST(test_args),
		TEST(test_uregs),         TEST(test_times),      TEST(test_names),  TEST(test_execname),
		TEST(test_execargs),      TEST(test_stacks),     TEST(test_edge),   TEST(test_argc),
		TEST(test_hidden_frames),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
