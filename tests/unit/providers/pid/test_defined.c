/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_defined.c - probes that a program defines, for each CPU: the provider of the program's own, arguments
 * and their types, semaphores, and the end of all that.
 */
#include <string.h>

#include "process_fixture.h"

#define SITE(n)    fake_at(4096 + 16 * (n))
#define COUNTER(n) fake_at(8192 + 2 * (n))
#define NOWHERE    fake_at(FAKE_TEXT_SIZE) /* no counter can be there */

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_STABLE, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_ISA, 0 },
	.function = { DTRACE_STABILITY_OBSOLETE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_CPU, 0 },
	.name = { DTRACE_STABILITY_STANDARD, DTRACE_STABILITY_STABLE, DTRACE_CLASS_GROUP, 0 },
	.args = { DTRACE_STABILITY_EXTERNAL, DTRACE_STABILITY_UNSTABLE, DTRACE_CLASS_PLATFORM, 0 },
};

/* ---- what a consumer hands in ----------------------------------------------------------------- */

static struct dtrace_processusdt usdt;
static struct dtrace_usdt_arg args[16];
static size_t arg_count;
static char types[512];

static void *hold_server(void)
{
	void *held;

	assert_int_equal(fake.process_ops->open(PID, "server", &attributes, &held), 0);
	return held;
}

static void want_defined(const char *name)
{
	want("a.out", "", name);
	usdt = (struct dtrace_processusdt){ 0 };
	arg_count = 0;
	wanted.provider = "server";
	wanted.usdt = &usdt;
	wanted.args = args;
	wanted.types = types;
}

/* An argument of the site that was wanted last. */
static void want_arg(struct dtrace_usdt_arg arg)
{
	args[arg_count++] = arg;
}

static void want_types(const char *text, size_t size)
{
	memcpy(types, text, size);
	wanted.types_size = size;
}
#define WANT_TYPES(text) want_types(text, sizeof(text))

/* All of it was only lent. */
static int hand_in(void *held)
{
	int error;

	usdt.natives = (uint8_t)(arg_count / wanted.site_count);
	error = add_to(held, LIMIT);
	memset(args, 0xff, sizeof(args));
	memset(types, '?', sizeof(types));
	memset(&usdt, 0xff, sizeof(usdt));
	return error;
}

/* A probe of one site, whose arguments are none. */
static struct dt_probe *simple(void *held, const char *name, unsigned int site, uint64_t semaphore)
{
	want_defined(name);
	want_site(SITE(site), 4, 0);
	usdt.semaphore = semaphore;
	assert_int_equal(hand_in(held), 0);
	return fake_probe("a.out", "", name);
}

/* ---- arguments -------------------------------------------------------------------------------- */

static SAMPLE_REGS regs;

/* A register that is as wide as a word. */
static uint8_t any_register(void)
{
	uint8_t reg = 0;

	while (isa_self.regs[reg].size != isa_self.word_size || isa_self.regs[reg].dwarf < 0)
		reg++;
	return reg;
}

static struct dtrace_usdt_arg value_arg(int64_t value)
{
	return (struct dtrace_usdt_arg){
		.kind = DTRACE_USDT_VALUE, .size = 8, .flags = DTRACE_USDT_SIGNED, .value = value
	};
}

static struct dtrace_usdt_arg register_arg(void)
{
	return (struct dtrace_usdt_arg){ .kind = DTRACE_USDT_REGISTER, .size = 4, .base = any_register() };
}

/* Bytes so far from where the register points. */
static struct dtrace_usdt_arg memory_arg(uint8_t size, int64_t offset)
{
	return (struct dtrace_usdt_arg){ .kind = DTRACE_USDT_MEMORY,
					 .size = size,
					 .flags = DTRACE_USDT_SIGNED | DTRACE_USDT_BASE,
					 .base = any_register(),
					 .value = offset };
}

static struct dtrace_usdt_arg placed_arg(uint8_t kind, uint8_t size, int64_t value)
{
	return (struct dtrace_usdt_arg){ .kind = kind, .size = size, .flags = DTRACE_USDT_PLACED, .value = value };
}

static struct dtrace_usdt_arg refused_arg(void)
{
	return (struct dtrace_usdt_arg){ .kind = DTRACE_USDT_REFUSED, .size = 8, .value = DTRACE_USDT_FLOAT };
}

/* The probe fires at a site. */
static struct dt_firing firing_at(const struct dt_probe *probe, unsigned int site)
{
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	unsigned int before = probe->fired;

	fake.fired = 0;
	trap(SITE(site), &regs);
	assert_int_equal(probe->fired, before + 1);
	assert_int_equal(fake.fired, 1);
	firing.data = fake.fired_data[0];
	return firing;
}

static int argument(const struct dt_probe *probe, unsigned int site, unsigned int n, uint64_t *value)
{
	struct dt_firing firing = firing_at(probe, site);

	return fake.ops->arg_get(probe->arg, &firing, n, value);
}

static void assert_argument(const struct dt_probe *probe, unsigned int site, unsigned int n, int64_t expected)
{
	uint64_t value = 0x5a5a;

	assert_int_equal(argument(probe, site, n, &value), 0);
	assert_int_equal((int64_t)value, expected);
}

static void assert_no_argument(const struct dt_probe *probe, unsigned int site, unsigned int n, int error)
{
	uint64_t value;

	assert_int_equal(argument(probe, site, n, &value), error);
}

/* ---- tests: the provider ---------------------------------------------------------------------- */

static void test_provider(void **state)
{
	struct dtrace_pattr others = attributes;
	void *held = hold_server(), *again;
	struct dt_probe *probe;

	(void)state;
	assert_string_equal(fake.provider, "server1234");
	assert_non_null(fake_provider("pid1234"));
	assert_memory_equal(&fake_provider("server1234")->attr, &attributes, sizeof(attributes));
	others.args.name = DTRACE_STABILITY_STANDARD;
	assert_int_equal(fake.process_ops->open(PID, "server", &others, &again), 0);
	assert_ptr_equal(again, held);
	assert_memory_equal(&fake_provider("server1234")->attr, &attributes, sizeof(attributes));
	probe = simple(held, "request-start", 0, 0);
	assert_int_equal(made, 1);
	assert_int_equal(added, 1);
	assert_non_null(probe);
	assert_ptr_equal(probe->provider, fake_provider("server1234"));
	assert_ptr_equal(simple(held, "request-start", 0, 0), probe);
	assert_int_equal(made, 0);
	assert_int_equal(added, 0);
	assert_null(fake_enable(probe));
	firing_at(probe, 0);
	fake_disable(probe);
	assert_null(site_at(SITE(0)));
	let_go(again);
	assert_int_equal(fake.retired, 0);
	let_go(held);
	assert_int_equal(fake.retired, 2);
	assert_null(fake_provider("server1234"));
	assert_null(fake_provider("pid1234"));
}

/* Two names, and pid, in one process: each has its own probes, and all go with the last consumer. */
static void test_providers(void **state)
{
	void *first = hold(), *second, *third;
	struct dt_probe *of_pid, *of_server, *of_other;

	(void)state;
	assert_null(fake_provider("server1234"));
	second = hold_server();
	assert_int_equal(fake.process_ops->open(PID, "other", &attributes, &third), 0);
	assert_ptr_equal(second, first);
	assert_ptr_equal(third, first);
	want("a.out", "", "4");
	want_site(SITE(0), 4, 0);
	assert_int_equal(add_to(first, LIMIT), 0);
	of_pid = fake_probe("a.out", "", "4");
	assert_ptr_equal(of_pid->provider, fake_provider("pid1234"));
	of_server = simple(first, "start", 1, COUNTER(0));
	assert_ptr_equal(of_server->provider, fake_provider("server1234"));
	want_defined("start"); /* the same names */
	wanted.provider = "other";
	want_site(SITE(2), 4, 0);
	assert_int_equal(hand_in(first), 0);
	assert_int_equal(made, 1);
	of_other = of_server + 1;
	assert_ptr_equal(of_other->provider, fake_provider("other1234"));
	assert_null(fake_enable(of_pid));
	assert_null(fake_enable(of_server));
	assert_null(fake_enable(of_other));
	assert_int_equal(process.sites->live, 3);
	assert_int_equal(fake_space.counted, 1);
	let_go(third);
	let_go(second); /* the first one has them still */
	assert_int_equal(fake.retired, 0);
	firing_at(of_server, 1);
	let_go(first);
	assert_int_equal(fake.retired, 3);
	assert_int_equal(fake.probe_count, 0);
	assert_int_equal(fake_space.counted, 0);
	assert_int_equal(fake_space.released, 1);
}

/* Another provider has the name. */
static void test_name_taken(void **state)
{
	static const struct dt_provider_ops none;
	struct dt_provider *another;
	void *held = NULL, *pid;

	(void)state;
	assert_int_equal(dt_provider_register("server1234", &attributes, &none, NULL, &another), 0);
	assert_int_equal(fake.process_ops->open(PID, "server", &attributes, &held), -OS_EEXIST);
	assert_null(held);
	assert_null(process.sites);
	assert_int_equal(fake_space.released, 1);
	assert_null(fake_provider("pid1234"));
	pid = hold(); /* of a process that is there */
	assert_int_equal(fake.process_ops->open(PID, "server", &attributes, &held), -OS_EEXIST);
	assert_non_null(fake_provider("pid1234"));
	assert_int_equal(process.references, 1);
	assert_ptr_equal(fake_provider("server1234"), another);
	assert_int_equal(dt_provider_unregister(another), 0);
	held = hold_server();
	assert_ptr_equal(held, pid);
	let_go(held);
	let_go(pid);
	assert_null(fake_provider("pid1234"));
}

/* ---- tests: arguments ------------------------------------------------------------------------- */

static void test_arguments(void **state)
{
	void *held = hold_server();
	int16_t word = -300;
	struct dt_probe *probe;

	(void)state;
	want_defined("go");
	want_site(SITE(0), 4, 0);
	want_arg(value_arg(-7));
	want_arg(register_arg());
	want_arg(memory_arg(2, 6));
	want_arg(refused_arg());
	assert_int_equal(hand_in(held), 0);
	probe = fake_probe("a.out", "", "go");
	assert_null(fake_enable(probe));
	isa_reg_set((struct isa_regs *)&regs, any_register(), fake_stack());
	memcpy((void *)(uintptr_t)(fake_stack() + 6), &word, sizeof(word));
	assert_argument(probe, 0, 0, -7);
	assert_argument(probe, 0, 1, (int64_t)fake_stack());
	memcpy((void *)(uintptr_t)(fake_stack() + 6), &word, sizeof(word)); /* the stack was cleared */
	assert_argument(probe, 0, 2, -300);
	assert_no_argument(probe, 0, 3, -OS_EFAULT);
	assert_no_argument(probe, 0, 4, -OS_ERANGE);
	assert_no_argument(probe, 0, 9, -OS_ERANGE);
	memory_missing = true;
	assert_argument(probe, 0, 0, -7);
	assert_no_argument(probe, 0, 2, -OS_EFAULT);
	fake_disable(probe);
	let_go(held);
}

/* The sites are handed in with one in the middle that cannot be, and one that is there already. */
static void test_places_of_sites(void **state)
{
	void *held = hold_server();
	struct dt_probe *probe;
	int i;

	(void)state;
	want_defined("go");
	want_site(SITE(2), 4, 0);
	want_arg(value_arg(1));
	want_arg(register_arg());
	assert_int_equal(hand_in(held), 0);
	want_defined("go");
	for (i = 0; i < 4; i++) {
		want_site(SITE(i), 4, 0)->bytes[0] ^= i == 1;
		want_arg(value_arg(10 * i));
		want_arg(value_arg(10 * i + 1));
	}
	assert_int_equal(hand_in(held), 0);
	assert_int_equal(made, 0);
	assert_int_equal(added, 2);
	assert_string_equal(fake.refused, "text-changed=1 ");
	probe = fake_probe("a.out", "", "go");
	assert_null(fake_enable(probe));
	isa_reg_set((struct isa_regs *)&regs, any_register(), 99);
	assert_argument(probe, 0, 0, 0);
	assert_argument(probe, 0, 1, 1);
	assert_null(site_at(SITE(1)));
	assert_argument(probe, 2, 0, 1); /* as it was at first */
	assert_argument(probe, 2, 1, 99);
	assert_argument(probe, 3, 0, 30);
	assert_argument(probe, 3, 1, 31);
	fake_disable(probe);
	let_go(held);
}

/* Two files, or two versions of a macro: what programs of D see is as the first one says. */
static void test_other_numbers(void **state)
{
	void *held = hold_server();
	struct dt_probe *probe;

	(void)state;
	want_defined("go");
	want_site(SITE(0), 4, 0);
	want_arg(value_arg(1));
	want_arg(value_arg(2));
	WANT_TYPES("int\0long");
	assert_int_equal(hand_in(held), 0);
	want_defined("go");
	want_site(SITE(1), 4, 0);
	want_arg(value_arg(3));
	WANT_TYPES("int");
	assert_int_equal(hand_in(held), 0);
	want_defined("go");
	want_site(SITE(2), 4, 0);
	want_arg(value_arg(4));
	want_arg(value_arg(5));
	want_arg(value_arg(6));
	WANT_TYPES("int\0long\0char");
	assert_int_equal(hand_in(held), 0);
	assert_int_equal(made, 0);
	probe = fake_probe("a.out", "", "go");
	assert_null(fake_enable(probe));
	assert_argument(probe, 0, 1, 2);
	assert_argument(probe, 1, 0, 3);
	assert_no_argument(probe, 1, 1, -OS_ERANGE);
	assert_argument(probe, 2, 1, 5);
	assert_no_argument(probe, 2, 2, -OS_ERANGE);
	fake_disable(probe);
	let_go(held);
}

/* Addresses of the file are moved with it; each item has its own file. */
static void test_moved(void **state)
{
	void *held = hold_server();
	uint8_t bytes[] = { 0x11, 0xfe };
	struct dt_probe *probe;
	unsigned int i;

	(void)state;
	memcpy((void *)(uintptr_t)fake_stack(), bytes, sizeof(bytes));
	for (i = 0; i < 2; i++) {
		want_defined("go");
		want_site(SITE(i), 4, 0);
		want_arg(placed_arg(DTRACE_USDT_VALUE, 4, 0x100));
		want_arg(placed_arg(DTRACE_USDT_MEMORY, 1,
				    (int64_t)(fake_space.stack - fake_space.text) + FAKE_STACK_SIZE / 2 + i));
		want_arg(value_arg(5));
		usdt.moved = fake_at(0);
		if (i == 1) {
			args[1].value += 0x1000;
			usdt.moved -= 0x1000;
		}
		assert_int_equal(hand_in(held), 0);
	}
	probe = fake_probe("a.out", "", "go");
	assert_null(fake_enable(probe));
	for (i = 0; i < 2; i++) {
		assert_argument(probe, i, 0, (int64_t)fake_at(0) + 0x100 - (i ? 0x1000 : 0));
		assert_argument(probe, i, 1, bytes[i]);
		assert_argument(probe, i, 2, 5);
	}
	fake_disable(probe);
	let_go(held);
}

static void want_mapped(unsigned int site, int natives)
{
	int i;

	want_defined("go");
	want_site(SITE(site), 4, 0);
	for (i = 0; i < natives; i++)
		want_arg(value_arg(100 + i));
	usdt.flags = DTRACE_PROCESSUSDT_MAPPED;
	usdt.seen = 4;
	memcpy(usdt.from, (const uint8_t[]){ 2, 0, 2, 1 }, 4);
	WANT_TYPES("int\0char *\0struct native *\0struct a\0b\0struct c\0d");
}

static void test_mapping(void **state)
{
	void *held = hold_server();
	struct dt_probe *probe;

	(void)state;
	want_mapped(0, 3);
	assert_int_equal(hand_in(held), 0);
	want_mapped(1, 2);
	memset(usdt.from, 0, sizeof(usdt.from)); /* the first one counts */
	assert_int_equal(hand_in(held), 0);
	probe = fake_probe("a.out", "", "go");
	assert_null(fake_enable(probe));
	assert_argument(probe, 0, 0, 102);
	assert_argument(probe, 0, 1, 100);
	assert_argument(probe, 0, 2, 102);
	assert_argument(probe, 0, 3, 101);
	assert_no_argument(probe, 0, 4, -OS_ERANGE);
	assert_no_argument(probe, 1, 0, -OS_ERANGE); /* there is no native argument 2 */
	assert_argument(probe, 1, 1, 100);
	assert_argument(probe, 1, 3, 101);
	fake_disable(probe);
	let_go(held);
}

/* Mapped to nothing: there are arguments, and no program of D sees one. */
static void test_mapped_to_nothing(void **state)
{
	struct dtrace_argdesc desc = { .mapping = 77 };
	void *held = hold_server();
	struct dt_probe *probe;

	(void)state;
	want_mapped(0, 3);
	usdt.seen = 0;
	assert_int_equal(hand_in(held), 0);
	probe = fake_probe("a.out", "", "go");
	assert_null(fake_enable(probe));
	assert_no_argument(probe, 0, 0, -OS_ERANGE);
	fake.ops->arg_desc(fake.arg, probe->arg, &desc);
	assert_int_equal(desc.mapping, DTRACE_ARGNONE);
	fake_disable(probe);
	let_go(held);
}

static void assert_types(const struct dt_probe *probe, uint32_t index, const char *native, const char *translated)
{
	struct dtrace_argdesc desc = { .index = index, .mapping = DTRACE_ARGNONE };

	fake.ops->arg_desc(fake.arg, probe->arg, &desc);
	assert_int_equal(desc.mapping, native ? index : DTRACE_ARGNONE);
	assert_int_equal(desc.flags, 0);
	assert_string_equal(desc.native, native ? native : "");
	assert_string_equal(desc.translated, translated);
}

static void test_types(void **state)
{
	char longest[DTRACE_ARGTYPELEN];
	void *held = hold_server();
	const struct dt_probe *probe;

	(void)state;
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	want_defined("plain");
	want_site(SITE(0), 4, 0);
	want_arg(value_arg(1));
	want_arg(value_arg(2));
	want_arg(value_arg(3));
	WANT_TYPES("int\0char *");
	memcpy(types + wanted.types_size, longest, sizeof(longest));
	wanted.types_size += sizeof(longest);
	assert_int_equal(hand_in(held), 0);
	probe = fake_probe("a.out", "", "plain");
	assert_types(probe, 0, "int", "");
	assert_types(probe, 1, "char *", "");
	assert_types(probe, 2, longest, "");
	assert_types(probe, 3, NULL, "");
	assert_types(probe, UINT32_MAX, NULL, "");
	want_mapped(1, 3);
	assert_int_equal(hand_in(held), 0);
	probe = fake_probe("a.out", "", "go");
	assert_types(probe, 0, "struct native *", "struct a");
	assert_types(probe, 1, "int", "b");
	assert_types(probe, 2, "struct native *", "struct c");
	assert_types(probe, 3, "char *", "d");
	assert_types(probe, 4, NULL, "");
	let_go(held);
}

/* ---- tests: where it is ----------------------------------------------------------------------- */

static void test_edge(void **state)
{
	void *held = hold_server();
	struct dt_probe *probe;

	(void)state;
	want_defined("go");
	want_site(SITE(0), 0, 0);
	want_site(SITE(1), 16, 0);
	assert_int_equal(hand_in(held), 0);
	probe = fake_probe("a.out", "", "go");
	assert_null(fake_enable(probe));
	assert_true(site_at(SITE(0))->edge);
	assert_false(site_at(SITE(1))->edge);
	firing_at(probe, 0);
	assert_true(fake.edge);
	firing_at(probe, 1);
	assert_false(fake.edge);
	assert_int_equal(fake.user, DT_FIRING_INTERRUPTED);
	fake_disable(probe);
	let_go(held);
}

/* They may have the names that mean something in pid. */
static void test_names_of_pid(void **state)
{
	static const char *const names[] = { "entry", "return", "1f" };
	void *held = hold_server();
	struct dt_probe *probe;
	unsigned int i;

	(void)state;
	for (i = 0; i < 3; i++) {
		want_defined(names[i]);
		want_site(SITE(i), 4, 0);
		want_arg(value_arg(41));
		want_arg(value_arg(42));
		assert_int_equal(hand_in(held), 0);
		probe = fake_probe("a.out", "", names[i]);
		assert_null(fake_enable(probe));
		assert_false(site_at(SITE(i))->edge);
		assert_int_equal(site_at(SITE(i))->first->order, DT_SITE_ORDER_INSTR);
		assert_argument(probe, i, 0, 41);
		assert_argument(probe, i, 1, 42);
		assert_no_argument(probe, i, 2, -OS_ERANGE);
		fake_disable(probe);
	}
	let_go(held);
}

/* ---- tests: semaphores ------------------------------------------------------------------------ */

static uint16_t counter(unsigned int n)
{
	uint16_t value;

	memcpy(&value, (const void *)(uintptr_t)COUNTER(n), sizeof(value));
	return value;
}

static void set_counter(unsigned int n, uint16_t value)
{
	fake_write(COUNTER(n) - fake_at(0), &value, sizeof(value));
}

static unsigned int lowest; /* of counter 0 while the text is written */

static void touched(void)
{
	lowest = counter(0) < lowest ? counter(0) : lowest;
}

/* Others trace the program, too. */
static void test_semaphore(void **state)
{
	void *held = hold_server();
	struct dt_probe *probe;

	(void)state;
	set_counter(0, 3);
	set_counter(1, 0);
	set_counter(2, 0);
	want_defined("go");
	want_site(SITE(0), 4, 0);
	want_site(SITE(1), 4, 0);
	usdt.semaphore = COUNTER(0);
	assert_int_equal(hand_in(held), 0);
	probe = simple(held, "go", 2, COUNTER(1));
	simple(held, "go", 3, 0);
	simple(held, "idle", 4, COUNTER(2));
	assert_int_equal(fake_space.counted, 0);
	lowest = UINT16_MAX;
	fake_space.touched = touched;
	assert_null(fake_enable(probe));
	assert_int_equal(lowest, 4); /* before any site fires */
	assert_int_equal(counter(0), 4);
	assert_int_equal(counter(1), 1);
	assert_int_equal(counter(2), 0);
	lowest = UINT16_MAX;
	fake_disable(probe);
	fake_space.touched = NULL;
	assert_int_equal(lowest, 4); /* as long as one may fire */
	assert_int_equal(counter(0), 3);
	assert_int_equal(counter(1), 0);
	assert_null(fake_enable(probe));
	assert_int_equal(counter(0), 4);
	fake_disable(probe);
	assert_int_equal(counter(0), 3);
	let_go(held);
}

/* Probes that have one in common count it each, and so do the items of a probe. */
static void test_semaphore_in_common(void **state)
{
	void *held = hold_server();
	struct dt_probe *first, *second;

	(void)state;
	set_counter(0, 0);
	first = simple(held, "first", 0, COUNTER(0));
	simple(held, "first", 1, COUNTER(0));
	second = simple(held, "second", 2, COUNTER(0));
	assert_null(fake_enable(first));
	assert_int_equal(counter(0), 2);
	assert_null(fake_enable(second));
	assert_int_equal(counter(0), 3);
	fake_disable(first);
	assert_int_equal(counter(0), 1);
	fake_disable(second);
	assert_int_equal(counter(0), 0);
	let_go(held);
}

/* An item comes while the probe is enabled. */
static void test_semaphore_later(void **state)
{
	void *held = hold_server();
	struct dt_probe *probe = simple(held, "go", 0, COUNTER(0));

	(void)state;
	set_counter(0, 0);
	set_counter(1, 0);
	assert_null(fake_enable(probe));
	simple(held, "go", 1, COUNTER(1));
	assert_int_equal(counter(0), 1);
	assert_int_equal(counter(1), 1);
	firing_at(probe, 1);
	simple(held, "go", 1, COUNTER(1)); /* it is there */
	assert_int_equal(added, 0);
	assert_int_equal(counter(1), 1);
	fake_disable(probe);
	assert_int_equal(counter(0), 0);
	assert_int_equal(counter(1), 0);
	assert_int_equal(process.sites->live, 0);
	let_go(held);
}

/* It comes, and its counter cannot be: the probe stays as it is. */
static void test_semaphore_later_refused(void **state)
{
	void *held = hold_server();
	struct dt_probe *probe = simple(held, "go", 0, COUNTER(0));

	(void)state;
	set_counter(0, 0);
	assert_null(fake_enable(probe));
	simple(held, "go", 1, NOWHERE);
	assert_string_equal(fake.refused, "semaphore=1 ");
	assert_int_equal(counter(0), 1);
	assert_null(site_at(SITE(1)));
	firing_at(probe, 0);
	fake_disable(probe);
	assert_int_equal(counter(0), 0);
	assert_int_equal(fake_space.counted, 0);
	assert_string_equal(fake_enable(probe), "semaphore");
	assert_int_equal(counter(0), 0);
	let_go(held);
}

/* One of a probe's counters cannot be: nothing of the probe is armed, and all other probes are. */
static void refuses(unsigned int first, unsigned int second, uint64_t refused)
{
	struct dt_enable_request requests[3];
	void *held = hold_server();
	unsigned int i;

	set_counter(0, 1);
	set_counter(1, 2);
	requests[0].probe = simple(held, "before", 4, COUNTER(1));
	requests[1].probe = simple(held, "go", 0, first ? refused : COUNTER(0));
	simple(held, "go", 1, second ? refused : COUNTER(0));
	simple(held, "go", 2, COUNTER(1));
	requests[2].probe = simple(held, "after", 5, COUNTER(1));
	for (i = 0; i < 3; i++) {
		requests[i].arg = requests[i].probe->arg;
		requests[i].refused = NULL;
	}
	fake.ops->enable(fake.arg, requests, 3);
	assert_null(requests[0].refused);
	assert_string_equal(requests[1].refused, "semaphore");
	assert_null(requests[2].refused);
	assert_int_equal(process.sites->live, 2);
	assert_null(site_at(SITE(0)));
	assert_null(site_at(SITE(2)));
	assert_int_equal(counter(0), 1);
	assert_int_equal(counter(1), 4);
	fake_disable(requests[0].probe);
	fake_disable(requests[2].probe);
	assert_int_equal(counter(1), 2);
	assert_string_equal(fake_enable(requests[1].probe), "semaphore"); /* alone */
	assert_int_equal(process.sites->live, 0);
	assert_int_equal(fake_space.counted, 0);
	let_go(held);
}

static void test_semaphore_nowhere(void **state)
{
	(void)state;
	refuses(1, 0, NOWHERE);
	refuses(0, 1, NOWHERE);
	refuses(1, 1, NOWHERE);
}

static void test_semaphore_full(void **state)
{
	void *held;
	struct dt_probe *probe;

	(void)state;
	set_counter(3, UINT16_MAX);
	refuses(1, 0, COUNTER(3));
	refuses(0, 1, COUNTER(3));
	assert_int_equal(counter(3), UINT16_MAX);
	held = hold_server();
	probe = simple(held, "go", 0, COUNTER(3));
	assert_string_equal(fake_enable(probe), "semaphore");
	assert_int_equal(counter(3), UINT16_MAX);
	set_counter(3, UINT16_MAX - 1); /* somebody has gone */
	assert_null(fake_enable(probe));
	assert_int_equal(counter(3), UINT16_MAX);
	fake_disable(probe);
	assert_int_equal(counter(3), UINT16_MAX - 1);
	let_go(held);
}

/* No site can be armed: nobody traces it. One of two can: somebody does. */
static void test_semaphore_of_no_site(void **state)
{
	void *held = hold_server();
	struct dt_probe *probe = simple(held, "go", 0, COUNTER(0));

	(void)state;
	set_counter(0, 0);
	fake_space.changed_at = SITE(0);
	assert_non_null(fake_enable(probe));
	assert_int_equal(counter(0), 0);
	assert_int_equal(fake_space.counted, 0);
	simple(held, "go", 1, 0);
	assert_null(fake_enable(probe));
	assert_int_equal(counter(0), 1);
	fake_disable(probe);
	assert_int_equal(counter(0), 0);
	let_go(held);
}

/* The last consumer goes while another one, which did not name the process, has the probe enabled. */
static void test_semaphore_at_the_end(void **state)
{
	void *held = hold_server();

	(void)state;
	set_counter(0, 0);
	assert_null(fake_enable(simple(held, "go", 0, COUNTER(0))));
	assert_int_equal(counter(0), 1);
	let_go(held);
	assert_int_equal(counter(0), 0);
}

/* The process ends while its probes are enabled: nothing is written to memory that goes. */
static void test_end(void **state)
{
	void *held = hold_server(), *next;
	struct dt_probe *probe = simple(held, "go", 0, COUNTER(0));
	uint8_t before[ISA_BREAK_MAX];

	(void)state;
	set_counter(0, 0);
	memcpy(before, (const void *)(uintptr_t)SITE(0), sizeof(before));
	assert_null(fake_enable(probe));
	process_ends();
	assert_int_equal(fake.retired, 2);
	assert_int_equal(fake_space.released, 1);
	assert_int_equal(pid_site_total, 0);
	assert_null(fake_provider("server1234"));
	assert_int_equal(counter(0), 1);
	memcpy((void *)(uintptr_t)SITE(0), before, sizeof(before));
	set_counter(0, 0);
	want_defined("go");
	want_site(SITE(0), 4, 0);
	assert_int_equal(hand_in(held), -OS_ESRCH);
	next = hold_server(); /* another process with its number */
	assert_ptr_not_equal(next, held);
	assert_non_null(fake_provider("server1234"));
	let_go(held);
	probe = simple(next, "go", 0, COUNTER(0));
	assert_null(fake_enable(probe));
	assert_int_equal(counter(0), 1);
	fake_disable(probe);
	assert_int_equal(counter(0), 0);
	let_go(next);
}

/* ---- tests: without memory -------------------------------------------------------------------- */

static void want_much(void)
{
	want_defined("go");
	want_site(SITE(0), 4, 0);
	want_arg(value_arg(1));
	want_site(SITE(1), 4, 0);
	want_arg(value_arg(2));
	WANT_TYPES("int");
	usdt.semaphore = COUNTER(0);
}

/* Memory ends anywhere: what is there then is whole, and all of it is given back. */
static void test_no_memory(void **state)
{
	unsigned int n, failed = 0;
	struct dt_probe *probe;
	void *held;
	int error;

	(void)state;
	set_counter(0, 0);
	for (n = 1; n < 40; n++) {
		fake_space.memory_fail = n;
		held = NULL;
		error = fake.process_ops->open(PID, "server", &attributes, &held);
		want_much();
		if (!error)
			error = hand_in(held);
		probe = error ? NULL : fake_probe("a.out", "", "go");
		if (probe && fake_enable(probe))
			error = -OS_ENOMEM;
		fake_space.memory_fail = 0;
		failed += error != 0;
		assert_int_equal(counter(0), probe && !error);
		if (probe && !error)
			fake_disable(probe);
		assert_int_equal(counter(0), 0);
		if (held) {
			want_much();
			assert_int_equal(hand_in(held), 0);
			probe = fake_probe("a.out", "", "go");
			assert_null(fake_enable(probe));
			assert_argument(probe, 0, 0, 1);
			assert_argument(probe, 1, 0, 2);
			assert_int_equal(counter(0), 1);
			fake_disable(probe);
			let_go(held);
		}
		assert_int_equal(fake_space.counted, 0);
		fake_run_task();
	}
	assert_in_range(failed, 10, 38);
}

/* The framework has no memory for it. */
static void test_no_probe(void **state)
{
	void *held = hold_server();

	(void)state;
	want_much();
	fake.create_error = -OS_ENOMEM;
	assert_int_equal(hand_in(held), -OS_ENOMEM);
	fake.create_error = 0;
	assert_int_equal(made, 0);
	assert_int_equal(added, 0);
	assert_int_equal(pid_site_total, 0);
	want_much();
	assert_int_equal(hand_in(held), 0);
	assert_int_equal(added, 2);
	let_go(held);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_provider, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_providers, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_name_taken, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_arguments, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_places_of_sites, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_other_numbers, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_moved, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_mapping, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_mapped_to_nothing, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_types, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_edge, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_names_of_pid, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_semaphore, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_semaphore_in_common, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_semaphore_later, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_semaphore_later_refused, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_semaphore_nowhere, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_semaphore_full, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_semaphore_of_no_site, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_semaphore_at_the_end, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_end, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, process_setup, process_teardown),
		cmocka_unit_test_setup_teardown(test_no_probe, process_setup, process_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
