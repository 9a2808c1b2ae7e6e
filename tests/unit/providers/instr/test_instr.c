/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_instr.c - the provider instr: names, which probes a description makes, what is refused and
 * counted, limits, arguments, modules that go.
 */
#include <string.h>

#include "fake.h"
#include "providers/instr/instr.h"
#include "providers/providers.h"

#include <isa_types.h>

#define TEXT        0xffffffff81000000ull
#define MODULE_TEXT (TEXT + 0x1000000)
#define SIZE        32

/* nopl (the kernel's own); push %rbp; call far; test %edi,%edi; je +2; jmp *%rax; ud2; jmp to the thunk; then int3 */
static const uint8_t work[SIZE] = {
	0x0f, 0x1f, 0x44, 0x00, 0x00, 0x55, 0xe8, 0x00, 0x10, 0x00, 0x00, 0x85, 0xff, 0x74, 0x02, 0xff,
	0xe0, 0x0f, 0x0b, 0xe9, 0xe8, 0x0f, 0x00, 0x00, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
};
static const uint64_t thunks[] = { TEXT + 0x1000 };

static const struct os_func funcs[] = {
	{ "vmlinux", "work", TEXT, SIZE, TEXT + 5, NULL },
	{ "vmlinux", "work_alias", TEXT, SIZE, TEXT + 5, NULL },
	{ "vmlinux", "forbidden", TEXT + SIZE, SIZE, TEXT + SIZE, "noinstr" },
	{ "vmlinux", "junk", TEXT + 2 * SIZE, SIZE, TEXT + 2 * SIZE, NULL },
	{ "vmlinux", "huge", TEXT, INSTR_CODE_MAX + 1, TEXT, NULL },
	{ "ext4", "in_module", MODULE_TEXT, SIZE, MODULE_TEXT + 5, NULL },
};

static struct {
	unsigned int walks;
	struct dt_site_attachment *armed[32];
	size_t armed_count;
	uint64_t refuse;  /* address that is refused when it is armed */
	uint64_t patched; /* address that is known to be refused */
	unsigned int detach_calls;
} os;

const char *os_text_refusal(uint64_t addr, size_t size)
{
	return os.patched >= addr && os.patched < addr + size ? "exception-table" : NULL;
}

int os_func_each(const char *module, int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	size_t i;
	int error = 0;

	os.walks++;
	for (i = 0; i < DT_ARRAY_SIZE(funcs) && !error; i++) {
		if (!module || strcmp(module, funcs[i].module) == 0)
			error = fn(arg, &funcs[i]);
	}
	return error;
}

const uint64_t *os_return_thunks(size_t *count)
{
	*count = 1;
	return thunks;
}

int dt_sites_text(uint64_t addr, void *dst, size_t size)
{
	if (addr != TEXT && addr != MODULE_TEXT)
		memset(dst, 0x06, size); /* not an instruction */
	else
		memcpy(dst, work, size);
	return 0;
}

size_t dt_sites_attach(struct dt_site_attachment **attachments, size_t count)
{
	size_t i, armed = 0;

	for (i = 0; i < count; i++) {
		attachments[i]->refused = attachments[i]->addr == os.refuse ? "text-changed" : NULL;
		if (attachments[i]->refused)
			continue;
		assert_true(os.armed_count < DT_ARRAY_SIZE(os.armed));
		os.armed[os.armed_count++] = attachments[i];
		armed++;
	}
	return armed;
}

void dt_sites_detach(struct dt_site_attachment **attachments, size_t count)
{
	size_t i, j;

	os.detach_calls += count > 0;
	for (i = 0; i < count; i++) {
		for (j = 0; j < os.armed_count; j++) {
			if (os.armed[j] == attachments[i])
				os.armed[j] = os.armed[--os.armed_count];
		}
	}
}

int dt_site_target(const struct isa_regs *regs, uint64_t *target)
{
	(void)regs;
	*target = 0x1234;
	return 0;
}

static int setup(void **state)
{
	(void)state;
	fake_reset();
	memset(&os, 0, sizeof(os));
	assert_int_equal(dt_provider_instr_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	assert_int_equal(os.armed_count, 0);
	dt_provider_instr_fini();
	assert_int_equal(fake.allocs, 0);
	assert_int_equal(instr_state.probes, 0);
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

static void test_one_function(void **state)
{
	(void)state;
	provide("vmlinux", "work", "");
	assert_int_equal(fake.probe_count, 6);
	assert_non_null(fake_probe("vmlinux", "work", "push-5"));
	assert_non_null(fake_probe("vmlinux", "work", "call-6"));
	assert_non_null(fake_probe("vmlinux", "work", "other-b"));
	assert_non_null(fake_probe("vmlinux", "work", "branch-d"));
	assert_non_null(fake_probe("vmlinux", "work", "ijmp-f"));
	assert_non_null(fake_probe("vmlinux", "work", "ret-13")); /* a jump to a return thunk */
	assert_string_equal(fake.refused, "patched-by-kernel=1 privileged=1 ");
	assert_int_equal(os.walks, 1);
	provide("vmlinux", "work", ""); /* the answer is kept, what was refused is told again */
	assert_int_equal(os.walks, 1);
	assert_string_equal(fake.refused, "patched-by-kernel=1 privileged=1 ");
}

static void test_patterns(void **state)
{
	(void)state;
	provide("", "", "entry"); /* no such class: not even a walk */
	assert_int_equal(os.walks, 0);
	provide("", "", "call-*");
	assert_int_equal(os.walks, 2); /* counted, then made */
	assert_int_equal(fake.probe_count, 3);
	assert_non_null(fake_probe("ext4", "in_module", "call-6"));
	assert_string_equal(fake.refused, "");
	provide("vmlinux", "work*", "call-6"); /* they are there already */
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
	os.patched = TEXT + 6;
	provide("", "work", "call-*");
	assert_int_equal(fake.probe_count, 0);
	assert_string_equal(fake.refused, "exception-table=1 ");
}

/* More than the limit: nothing is made, and how many there would have been is told. */
static void test_too_many(void **state)
{
	(void)state;
	instr_state.probes = INSTR_PROBES_MAX - 2;
	provide("", "", "call-*");
	assert_int_equal(fake.probe_count, 0);
	assert_string_equal(fake.refused, "too-many-probes=3 ");
	provide("", "in_module", "p*"); /* within the limit; a single function is not counted first */
	assert_int_equal(fake.probe_count, 1);
	provide("", "work", "");
	assert_int_equal(fake.probe_count, 2);
	assert_string_equal(fake.refused, "too-many-probes=1 ");
	instr_state.probes = fake.probe_count;
	fake.alloc_fail = true;
	provide("", "work_alias", "call-*");
	assert_string_equal(fake.refused, "no-memory=1 ");
	fake.alloc_fail = false;
}

static void test_enable(void **state)
{
	struct dt_firing firing = { 0 };
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "work", "");
	probe = fake_probe("vmlinux", "work", "call-6");
	assert_null(fake_enable(probe));
	assert_int_equal(os.armed_count, 1);
	assert_int_equal(os.armed[0]->addr, TEXT + 6);
	assert_int_equal(os.armed[0]->order, DT_SITE_ORDER_INSTR);
	assert_ptr_equal(os.armed[0]->probe, probe);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal(value, 6);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 1, &value), 0);
	assert_int_equal(value, TEXT + 6);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 2, &value), 0);
	assert_int_equal(value, 0x1234);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 3, &value), -OS_ERANGE);
	fake_disable(probe);
	assert_int_equal(os.armed_count, 0);
	os.refuse = TEXT + 6;
	assert_string_equal(fake_enable(probe), "text-changed");
	fake.alloc_fail = true;
	assert_string_equal(fake_enable(probe), "no-memory");
	fake.alloc_fail = false;
	assert_int_equal(instr_state.armed, 0);
}

static void test_module(void **state)
{
	struct dt_probe *kernel, *module[2];

	(void)state;
	provide("", "", "push-*");
	provide("", "", "call-*");
	kernel = fake_probe("vmlinux", "work", "call-6");
	module[0] = fake_probe("ext4", "in_module", "call-6");
	module[1] = fake_probe("ext4", "in_module", "push-5");
	assert_null(fake_enable(kernel));
	assert_null(fake_enable(module[0]));
	assert_null(fake_enable(module[1]));
	assert_int_equal(os.armed_count, 3);
	fake.ops->remove_module(fake.arg, "ext4");
	assert_int_equal(os.detach_calls, 1);
	assert_int_equal(os.armed_count, 1);
	assert_ptr_equal(os.armed[0]->probe, kernel);
	fake_disable(kernel);
}

static void note_line(void *arg, const char *line)
{
	strcat(arg, line);
	strcat(arg, "\n");
}

static void test_report(void **state)
{
	char all[512] = "";

	(void)state;
	memset(instr_state.counts, 0, sizeof(instr_state.counts));
	provide("vmlinux", "*", "other-*");
	fake.ops->report(fake.arg, note_line, all);
	assert_string_equal(all, "class other 4 refused 2\nrefused privileged 2\nprobes 2 armed 0\n");
	memset(instr_state.counts, 0, sizeof(instr_state.counts));
	all[0] = 0;
	provide("", "work", "");
	assert_null(fake_enable(fake_probe("vmlinux", "work", "call-6")));
	fake.ops->report(fake.arg, note_line, all);
	assert_string_equal(all, "refused patched-by-kernel 1\nrefused privileged 1\nprobes 7 armed 1\n");
	fake_disable(fake_probe("vmlinux", "work", "call-6"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_one_function, setup, teardown),
		cmocka_unit_test_setup_teardown(test_patterns, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refused_place, setup, teardown),
		cmocka_unit_test_setup_teardown(test_too_many, setup, teardown),
		cmocka_unit_test_setup_teardown(test_enable, setup, teardown),
		cmocka_unit_test_setup_teardown(test_module, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
