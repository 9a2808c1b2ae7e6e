/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_registered.c - probes that a program registers at run time, for each CPU: providers that come and go while
 * the process runs, arguments of a call, sites that ask whether their probe is enabled, and the end of all that.
 */
#include <string.h>

#include "process_fixture.h"

#define SITE(n) fake_at(4096 + 16 * (n))

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
};

static SAMPLE_REGS regs;

/* ---- what the core asks for ------------------------------------------------------------------- */

static struct dtrace_processusdt usdt;

static void want_registered(const char *provider, const char *name)
{
	static const char types[] = "int\0char *\0char *\0int";

	want("a.out", "work", name);
	usdt = (struct dtrace_processusdt){
		.natives = 2, .seen = 2, .flags = DTRACE_PROCESSUSDT_MAPPED, .from = { 1, 0 }
	};
	wanted.provider = provider;
	wanted.registered = true;
	wanted.usdt = &usdt;
	wanted.types = types;
	wanted.types_size = sizeof(types);
}

static void want_place(uint64_t addr, uint8_t flags)
{
	sites[wanted.site_count++] = (struct dtrace_processsite){ .addr = addr, .offset = 4, .flags = flags };
}

static int own(void *held, const char *name)
{
	return fake.process_ops->own(held, name, &attributes);
}

/* A probe of one site, and of one that asks if @asks is not 0. */
static struct dt_probe *registered(void *held, const char *provider, const char *name, unsigned int site,
				   unsigned int asks)
{
	assert_int_equal(own(held, provider), 0);
	want_registered(provider, name);
	want_place(SITE(site), 0);
	if (asks) {
		FAKE_WRITE(4096 + 16 * asks, SAMPLE_CLEARED);
		want_place(SITE(asks), DT_SITE_ASKS);
	}
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(added, asks ? 2 : 1);
	return fake_probe("a.out", "work", name);
}

/* ---- providers -------------------------------------------------------------------------------- */

static void test_providers(void **state)
{
	void *held = hold(), *again;
	struct dt_probe *probe, *other;

	(void)state;
	probe = registered(held, "worker", "go", 0, 0);
	assert_string_equal(probe->provider->name, "worker1234");
	assert_memory_equal(&probe->provider->attr, &attributes, sizeof(attributes));
	assert_int_equal(own(held, "worker"), 0);
	other = registered(held, "other", "halt", 1, 0);
	assert_null(fake_enable(probe));
	assert_null(fake_enable(other));
	trap(SITE(0), &regs);
	trap(SITE(1), &regs);
	assert_int_equal(probe->fired, 1);
	fake.process_ops->retire(held, "worker");
	assert_int_equal(fake.retired, 1);
	assert_null(fake_provider("worker1234"));
	assert_null(site_at(SITE(0)));
	trap(SITE(1), &regs);
	assert_int_equal(other->fired, 2);
	fake.process_ops->retire(held, "worker"); /* it has gone */
	fake.process_ops->retire(held, "pid");    /* it is none of these */
	assert_int_equal(fake.retired, 1);
	probe = registered(held, "worker", "go", 0, 0);
	assert_null(fake_enable(probe));
	trap(SITE(0), &regs);
	assert_int_equal(probe->fired, 1);
	assert_int_equal(fake.process_ops->open(PID, "worker", &attributes, &again), -OS_EEXIST);
	let_go(held);
	assert_null(fake_provider("worker1234"));
	assert_null(fake_provider("other1234"));
}

/* The files of the program define a provider of that name, or something else has it: nothing is mixed. */
static void test_names_taken(void **state)
{
	static const struct dt_provider_ops none;
	struct dt_provider *another;
	void *held;

	(void)state;
	assert_int_equal(fake.process_ops->open(PID, "server", &attributes, &held), 0);
	assert_int_equal(own(held, "server"), -OS_EEXIST);
	want_registered("server", "go");
	want_place(SITE(0), 0);
	want_place(SITE(1), 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(made, 0);
	assert_string_equal(fake.refused, "no-provider=2 ");
	assert_int_equal(dt_provider_register("worker1234", &attributes, &none, NULL, &another), 0);
	assert_int_equal(own(held, "worker"), -OS_EEXIST);
	want_registered("worker", "go");
	want_place(SITE(0), 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_string_equal(fake.refused, "no-provider=1 ");
	fake.process_ops->retire(held, "server");
	assert_non_null(fake_provider("server1234"));
	assert_int_equal(dt_provider_unregister(another), 0);
	let_go(held);
}

/* ---- arguments -------------------------------------------------------------------------------- */

static void test_arguments(void **state)
{
	void *held = hold();
	struct dt_probe *probe = registered(held, "worker", "go", 0, 0);
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	struct dtrace_argdesc desc = { .index = 0, .mapping = 77 };
	uint64_t value, expected;

	(void)state;
	assert_null(fake_enable(probe));
	sample_set_stack(&regs, fake_stack());
	for (unsigned int i = 0; i < 16; i++)
		((uint32_t *)(uintptr_t)fake_stack())[i] = 0x1000 + i;
	sample_set_argument(&regs, 0xabcd);
	trap(SITE(0), &regs);
	assert_int_equal(probe->fired, 1);
	for (unsigned int i = 0; i < 2; i++) {
		assert_int_equal(fake.ops->arg_get(probe->arg, &firing, i, &value), 0);
		assert_int_equal(isa_self.call_arg_get(firing.regs, 1 - i, process.memory, &expected), 0);
		assert_int_equal(value, expected);
	}
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 2, &value), -OS_ERANGE);
	fake.ops->arg_desc(fake.arg, probe->arg, &desc);
	assert_string_equal(desc.native, "char *");
	assert_string_equal(desc.translated, ""); /* it says the same */
	assert_int_equal(desc.mapping, 0);
	desc = (struct dtrace_argdesc){ .index = 2 };
	fake.ops->arg_desc(fake.arg, probe->arg, &desc);
	assert_int_equal(desc.mapping, DTRACE_ARGNONE);
	let_go(held);
}

/* ---- is-enabled ------------------------------------------------------------------------------- */

/* What is left of a trap: where the program goes on, and what it was told. */
static void assert_passed(uint64_t addr, size_t length, int64_t told)
{
	sample_set_result(&regs, 77);
	trap(addr, &regs);
	assert_int_equal(isa_pc_get((struct isa_regs *)&regs), addr + length);
	assert_int_equal(isa_ret_get((struct isa_regs *)&regs), told);
}

static void test_asks(void **state)
{
	size_t length = sizeof(SAMPLE_CLEARED) - 1;
	void *held = hold();
	struct dt_probe *probe = registered(held, "worker", "go", 0, 2), *offset, *second;

	(void)state;
	second = registered(held, "worker", "also", 1, 2);
	want("a.out", "work", "20");
	want_site(SITE(2), 0x20, 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	offset = fake_probe("a.out", "work", "20");
	assert_null(site_at(SITE(2)));
	assert_null(fake_enable(probe));
	assert_non_null(site_at(SITE(2)));
	assert_passed(SITE(2), length, 1);
	assert_passed(SITE(2), length, 1);
	assert_int_equal(fake.fired, 0); /* it is no firing */
	/* others at the same place see what it was before */
	assert_null(fake_enable(offset));
	assert_passed(SITE(2), length, 1);
	assert_int_equal(offset->fired, 1);
	assert_int_equal(fake.fired_pc, SITE(2));
	/* two probes ask at one place */
	assert_null(fake_enable(second));
	assert_passed(SITE(2), length, 1);
	fake_disable(probe);
	assert_passed(SITE(2), length, 1);
	fake_disable(second);
	/* nobody answers: the instruction is executed, in its slot or by us */
	sample_set_result(&regs, 77);
	trap(SITE(2), &regs);
	assert_true(isa_pc_get((struct isa_regs *)&regs) == site_at(SITE(2))->slot ||
		    isa_ret_get((struct isa_regs *)&regs) == 0);
	assert_int_equal(offset->fired, 4);
	fake_disable(offset);
	assert_null(site_at(SITE(2)));
	let_go(held);
}

/* A probe may do nothing but ask. */
static void test_asks_only(void **state)
{
	const struct dt_provider_ops *probe_ops;
	void *held = hold();
	struct dt_probe *probe;
	char text[1024];

	(void)state;
	assert_int_equal(own(held, "worker"), 0);
	FAKE_WRITE(4096, SAMPLE_CLEARED);
	want_registered("worker", "go");
	want_place(SITE(0), DT_SITE_ASKS);
	assert_int_equal(add_to(held, LIMIT), 0);
	probe = fake_probe("a.out", "work", "go");
	assert_null(fake_enable(probe));
	assert_passed(SITE(0), sizeof(SAMPLE_CLEARED) - 1, 1);
	assert_int_equal(probe->fired, 0);
	/* the report names what fires */
	probe_ops = fake.ops;
	fake.ops = list_ops;
	fake_report(text, sizeof(text));
	assert_non_null(strstr(text, " probes 1 sites 1 "));
	assert_null(strstr(text, "armed "));
	fake.ops = probe_ops;
	let_go(held);
}

/* An instruction that does something else is not left out. */
static void test_does_not_ask(void **state)
{
	void *held = hold();

	(void)state;
	assert_int_equal(own(held, "worker"), 0);
	want_registered("worker", "go");
	want_place(SITE(0), DT_SITE_ASKS); /* a NOP */
	want_place(SITE(1), 0);
	assert_int_equal(add_to(held, LIMIT), 0);
	assert_int_equal(added, 1);
	assert_string_equal(fake.refused, "not-is-enabled=1 ");
	let_go(held);
}

/* ---- who follows ------------------------------------------------------------------------------ */

static void test_find(void **state)
{
	struct os_space elsewhere = { .id = 8 };
	struct dt_followed *followed;
	void *held = hold();

	(void)state;
	assert_null(fake.process_ops->find(&elsewhere));
	assert_ptr_equal(fake.process_ops->find(&process), held);
	followed = fake.process_ops->followed(held);
	assert_false(followed->is_followed);
	assert_null(followed->helpers);
	assert_ptr_equal(fake.process_ops->space(held), &process);
	let_go(held);
	assert_int_equal(fake.retired, 0); /* found is held */
	let_go(held);
	assert_int_equal(fake.retired, 1);
	assert_null(fake.process_ops->find(&process));
}

static void test_end(void **state)
{
	void *held = hold();
	struct dt_probe *probe = registered(held, "worker", "go", 0, 2);

	(void)state;
	assert_null(fake_enable(probe));
	process_ends();
	memcpy(fake_space.text, fake_space.original, FAKE_TEXT_SIZE); /* it was not written to any more */
	assert_null(fake_provider("worker1234"));
	assert_null(fake.process_ops->find(&process));
	assert_int_equal(own(held, "worker"), -OS_ESRCH);
	fake.process_ops->retire(held, "worker");
	want_registered("worker", "go");
	want_place(SITE(0), 0);
	assert_int_equal(add_to(held, LIMIT), -OS_ESRCH);
	let_go(held);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_providers, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_names_taken, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_arguments, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_asks, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_asks_only, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_does_not_ask, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_find, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_end, process_setup, process_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
